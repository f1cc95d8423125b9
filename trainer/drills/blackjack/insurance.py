"""Insurance drills: when it is offered, the maximum stake, the player's net result, and even money."""

from __future__ import annotations

import random

from trainer.drills.blackjack.scenes import (
    Shown,
    a_blackjack,
    a_stake,
    any_card,
    card_of,
    place_afterwards,
    table_scene,
)
from trainer.drills.blackjack.settlement import plain_hand
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, ChoiceForm
from trainer.drills.kit import choices, print_amounts
from trainer.equipment.money import Amount, print_amount
from trainer.games.blackjack.booking import BlackjackBet
from trainer.games.blackjack.described_round import DescribedRound, HandOf
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import Hand, is_blackjack, points
from trainer.games.blackjack.limits import insurance_bounds
from trainer.games.blackjack.order import settling_order
from trainer.games.blackjack.play import Situation, may_insure
from trainer.games.blackjack.settle import settle
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SEAT = 5


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _is_it_offered(rules, rng)
    if level == 2:
        return _most(rules, rng)
    if level == 3:
        return _net(rules, rng)
    if not blackjack(rules).even_money.offered:
        return _net(rules, rng, seats=3)
    return _even_money(rules, rng)


def _is_it_offered(rules: GameRules, rng: random.Random) -> Draft:
    """Against which card insurance is offered, and until when."""
    up = card_of(rng, rng.choice(("A", "A", "TJQK", "23456789")))
    late = rng.random() < 0.3
    bets = [bet for bet in ("insurance", "insurance-ten") if bet in rules.bets]
    rulings = [may_insure(rules, Hand(), Situation(up, late), bet) for bet in bets]
    allowed = any(ruling.allowed for ruling in rulings)
    best = next((ruling for ruling in rulings if ruling.allowed), rulings[0])
    solution, wrong = ("yes", "no") if allowed else ("no", "yes")
    place = Shown(_SEAT, (plain_hand(rules, rng)[:2],), (a_stake(rules, rng),))
    return Draft(
        prompt=Message("blackjack.prompt.insurance-late" if late else "blackjack.prompt.insurance-now", {"card": up}),
        scene=table_scene(rules, [place], [up]),
        form=ChoiceForm(choices("blackjack.answer", ("yes", "no"))),
        solution=solution,
        reasons=best.reasons,
        mistakes=(("refused-insurance" if allowed else "offered-insurance", wrong),),
    )


def _kind(rules: GameRules, rng: random.Random) -> tuple[str, str]:
    """Which kind of insurance, and the dealer's ranks it is offered against."""
    return ("insurance-ten", "TJQK") if "insurance-ten" in rules.bets and rng.random() < 0.4 else ("insurance", "A")


def _most(rules: GameRules, rng: random.Random) -> Draft:
    bet, ranks = _kind(rules, rng)
    up, stake = card_of(rng, ranks), a_stake(rules, rng, 9, odd=rng.random() < 0.5)
    _, most = insurance_bounds(rules, bet, stake, None)
    rule = rules.bets[bet]
    reason = Reason("insurance-limit", {"most": most, "main": stake}, rule.limit_cite or rule.cite)
    place = Shown(_SEAT, (plain_hand(rules, rng)[:2],), (stake,))
    wrong = {"insured-the-whole-bet": stake, "insured-double": stake * 2, "halved-twice": stake / 4}
    return Draft(
        prompt=Message("blackjack.prompt.insurance-most", {"stake": stake}),
        scene=table_scene(rules, [place], [up]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(most),
        reasons=(reason,),
        mistakes=tuple((name, print_amount(amount)) for name, amount in wrong.items() if amount != most),
        after=table_scene(rules, [Shown(_SEAT, place.hands, (stake,), insurance=most)], [up]),
    )


def _net(rules: GameRules, rng: random.Random, seats: int = 1) -> Draft:
    """Main bet and insurance together once the dealer's second card is known, for each seat."""
    bet, ranks = _kind(rules, rng)
    up = card_of(rng, ranks)
    second = card_of(rng, "TJQK" if up.rank == "A" else "A") if rng.random() < 0.6 else any_card(rng)
    dealer = (up, second)
    while not is_blackjack(dealer) and not 17 <= points(dealer).total <= 21:
        dealer = (up, any_card(rng))
    if not is_blackjack(dealer) and points(dealer) == (17, True) and blackjack(rules).dealer.soft_17 == "draw":
        dealer = (up, card_of(rng, "TJQK" if up.rank == "A" else "A"))
    order = [_SEAT] if seats == 1 else settling_order(rules, sorted(rng.sample(range(1, _SEAT + 1), seats)))
    places: list[Shown] = []
    settled: list[Shown] = []
    told: list[Reason] = []
    net: list[Amount] = []
    wrong: dict[str, list[Amount]] = {}
    for seat in order:
        stake, cards = a_stake(rules, rng, 8), plain_hand(rules, rng)
        insured = insurance_bounds(rules, bet, stake, None)[1]
        bets = (BlackjackBet(bet="main", stake=stake, seat=seat), BlackjackBet(bet=bet, stake=insured, seat=seat))
        main, cover = settle(
            rules, DescribedRound(bets=bets, hands=(HandOf(cards=cards, seat=seat),), dealer=dealer)
        ).bets
        places.append(Shown(seat, (cards,), (stake,), insurance=insured))
        settled.append(place_afterwards(places[-1], [main], cover))
        told += [*([Reason("at-seat", {"seat": seat})] if seats > 1 else []), *main.reasons, *cover.reasons]
        bare = main.pays - main.loses
        net.append(bare + cover.pays - cover.loses)
        wrong.setdefault("forgot-the-insurance", []).append(bare)
        wrong.setdefault("insurance-paid-even", []).append(bare + (insured if cover.pays else -insured))
        wrong.setdefault("main-let-off", []).append(cover.pays - cover.loses)
        wrong.setdefault("took-a-won-insurance", []).append(bare - insured)
    one = {"stake": places[0].stakes[0], "insured": places[0].insurance}
    labels = tuple(Message("blackjack.seat", {"seat": seat}) for seat in order) if seats > 1 else ()
    return Draft(
        prompt=Message("blackjack.prompt.insurance-net-seats") if seats > 1 else _net_prompt(one),
        scene=table_scene(rules, places, dealer),
        form=AmountForm(labels, rules.info.currency.value, signed=True),
        solution=print_amounts(net),
        reasons=tuple(told),
        mistakes=tuple((name, print_amounts(amounts)) for name, amounts in wrong.items() if amounts != net),
        after=table_scene(rules, settled, dealer),
    )


def _net_prompt(params: dict[str, Amount]) -> Message:
    return Message("blackjack.prompt.insurance-net", {**params})


def _even_money(rules: GameRules, rng: random.Random) -> Draft:
    """A blackjack against an ace: what is paid with even money, and what by waiting."""
    takes = rng.random() < 0.5
    stake = a_stake(rules, rng, 9)
    up = card_of(rng, "A")
    cards = a_blackjack(rules, rng)
    dealer = (up,) if takes else (up, card_of(rng, "TJQK6789"))
    if not takes and blackjack(rules).natural.waits_for == "always" and points(dealer).total < 17:
        dealer = (up, card_of(rng, "TJQK"))
    hand = HandOf(cards=cards, seat=1, choice="even-money" if takes else None)
    result = settle(
        rules, DescribedRound(bets=(BlackjackBet(bet="main", stake=stake, seat=1),), hands=(hand,), dealer=dealer)
    )
    pays = result.bets[0].pays
    wrong = {"paid-3-to-2": stake * 3 / 2, "paid-even": stake, "paid-nothing": Amount(0)}
    return Draft(
        prompt=Message("blackjack.prompt.even-money-taken" if takes else "blackjack.prompt.even-money-refused"),
        scene=table_scene(rules, [Shown(_SEAT, (cards,), (stake,))], dealer),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(pays),
        reasons=result.bets[0].reasons,
        mistakes=tuple((name, print_amount(amount)) for name, amount in wrong.items() if amount != pays),
        after=table_scene(rules, [Shown(_SEAT, (cards,), (stake,), paid=pays)], dealer),
    )


FAMILY = Family(
    id="insurance",
    area="blackjack",
    levels=(Level(4, drafts=10), Level(5), Level(10, drafts=6), Level(8, drafts=4)),
    build=_build,
    revision=3,
    fits=lambda rules: blackjack(rules).challenge is None and blackjack(rules).switch is None,
)

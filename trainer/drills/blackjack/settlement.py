"""Settling the table: what is paid and taken at each seat, from the dealer's right."""

from __future__ import annotations

import random

import msgspec

from trainer.drills.blackjack.scenes import (
    Shown,
    a_blackjack,
    a_stake,
    any_card,
    card_of,
    hand_of,
    standing_hand,
    table_scene,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, ChoiceForm
from trainer.drills.kit import choices, print_by_seat
from trainer.drills.scene import Scene
from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.booking import BlackjackBet
from trainer.games.blackjack.dealer import EVERYBODY, DealerAct, dealer_act
from trainer.games.blackjack.described_round import DescribedRound, HandOf
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, Hand, is_blackjack, points
from trainer.games.blackjack.order import settling_order
from trainer.games.blackjack.promotions import prize_of
from trainer.games.blackjack.settle import settle
from trainer.games.blackjack.verdict import waits
from trainer.games.core import BetResult, Outcome, Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_ENDS = ("win", "blackjack", "push", "lose")
_A_DECK_SERVES = 4  # places; with more, one deck hardly ever suffices


class _Shape(msgspec.Struct, frozen=True):
    """What a level puts on the table."""

    seats: int
    blackjacks: bool = False
    doubles: bool = False
    splits: bool = False
    odd: bool = False


_SHAPES = {
    2: _Shape(3),
    3: _Shape(4, blackjacks=True, odd=True),
    4: _Shape(5, blackjacks=True, doubles=True),
    5: _Shape(7, blackjacks=True, doubles=True, splits=True),
}


def finished_dealer(rules: GameRules, rng: random.Random) -> tuple[Card, ...]:
    """The dealer's hand, completed by the rules of the table."""
    hand: tuple[Card, ...] = (any_card(rng), any_card(rng))
    while dealer_act(rules, hand, EVERYBODY)[0] is DealerAct.DRAW:
        hand = (*hand, any_card(rng))
    return hand


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    return _one_hand(rules, rng) if level == 1 else _table(rules, rng, _SHAPES[level])


def _one_hand(rules: GameRules, rng: random.Random) -> Draft:
    dealer = finished_dealer(rules, rng)
    cards = a_blackjack(rules, rng) if rng.random() < 0.2 and waits(rules, dealer[0]) else plain_hand(rules, rng)
    if rng.random() < 0.3 and 17 <= points(dealer).total <= 21 and not is_blackjack(dealer):
        cards = _with_total(rng, points(dealer).total)
    stake = a_stake(rules, rng)
    answer = settle(rules, DescribedRound(bets=(_main(stake, 3),), hands=(HandOf(cards=cards, seat=3),), dealer=dealer))
    result = answer.bets[0]
    solution = _end(rules, result)
    place = Shown(3, (cards,), (stake,))
    return Draft(
        prompt=Message("blackjack.prompt.who-wins"),
        scene=table_scene(rules, [place], dealer),
        form=ChoiceForm(choices("blackjack.end", _ENDS)),
        solution=solution,
        reasons=result.reasons,
        mistakes=tuple((f"not-{solution}", end) for end in _ENDS if end != solution),
        after=table_scene(rules, [Shown(3, (cards,), (stake,), paid=result.pays)], dealer, glow=["bet:3"]),
    )


def plain_hand(rules: GameRules, rng: random.Random) -> tuple[Card, ...]:
    """A hand on which a player stood and that wins no promotional prize."""
    while True:
        cards = standing_hand(rng)
        if not prize_of(rules, Hand(cards)):
            return cards


def _with_total(rng: random.Random, total: int) -> tuple[Card, ...]:
    """A hand of this total that is not a blackjack and never drew on 21."""
    while True:
        found = hand_of(rng, rng.choice((2, 2, 4)), total=total)
        drawn_to = [points(found[:count]).total for count in range(2, len(found))]
        if not is_blackjack(found) and TWENTY_ONE not in drawn_to:
            return found


def _end(rules: GameRules, result: BetResult) -> str:
    if result.result is Outcome.WIN:
        even = result.pays == result.bet.stake
        return "win" if even else "blackjack"
    return result.result.value


def _main(stake: Amount, seat: int, hand: int = 1, bet: str = "main") -> BlackjackBet:
    if bet.startswith("free"):
        return BlackjackBet(bet=bet, marker=stake, seat=seat, hand=hand)
    return BlackjackBet(bet=bet, stake=stake, seat=seat, hand=hand)


def _place(
    rules: GameRules, rng: random.Random, seat: int, shape: _Shape, up: Card
) -> tuple[Shown, list[HandOf], list[BlackjackBet]]:
    """A random place that is still open when the dealer is done: not bust, nothing paid before."""
    free = blackjack(rules).free_bet is not None
    stake = a_stake(rules, rng, 6, odd=shape.odd and rng.random() < 0.5)
    roll = rng.random()
    if shape.splits and roll < 0.2:
        rank = rng.choice("23456789")
        hands = tuple(standing_hand(rng, card_of(rng, rank)) for _ in range(2))
        bets = [_main(stake, seat, 1), _main(stake, seat, 2, "free-split" if free else "split")]
        given = [HandOf(cards=cards, seat=seat, hand=n, from_split=True) for n, cards in enumerate(hands, 1)]
        return Shown(seat, hands, (stake, stake), free_split=(False, free)), given, bets
    if shape.doubles and roll < 0.4:
        first = hand_of(rng, 2, total=rng.choice((9, 10, 11)), aces=False)
        cards = (*first, any_card(rng))
        bets = [_main(stake, seat), _main(stake, seat, 1, "free-double" if free else "double")]
        how = "free" if free else "own"
        return Shown(seat, (cards,), (stake,), (how,), turned=True), [HandOf(cards=cards, seat=seat, hand=1)], bets
    natural = shape.blackjacks and roll > 0.85 and waits(rules, up)
    cards = a_blackjack(rules, rng) if natural else plain_hand(rules, rng)
    return Shown(seat, (cards,), (stake,)), [HandOf(cards=cards, seat=seat, hand=1)], [_main(stake, seat)]


def _table(rules: GameRules, rng: random.Random, shape: _Shape) -> Draft:
    most = min(shape.seats, _seats(rules), _A_DECK_SERVES * blackjack(rules).shoe.decks)
    seats = sorted(rng.sample(range(1, _seats(rules) + 1), most))
    dealer = finished_dealer(rules, rng)
    places, hands, bets = [], [], []
    for seat in seats:
        place, given, placed = _place(rules, rng, seat, shape, dealer[0])
        places.append(place)
        hands += given
        bets += placed
    answer = settle(rules, DescribedRound(bets=tuple(bets), hands=tuple(hands), dealer=dealer))
    order = settling_order(rules, seats)
    net = {seat: sum((r.pays - r.loses for r in answer.bets if r.bet.seat == seat), ZERO) for seat in seats}
    reasons = tuple(reason for seat in order for reason in _seat_reasons(answer.bets, seat))
    stakes = {seat: sum((b.stake for b in bets if b.seat == seat), ZERO) for seat in seats}
    return Draft(
        prompt=Message("blackjack.prompt.settle-table", {"total": points(dealer).total}),
        scene=table_scene(rules, places, dealer),
        form=AmountForm(
            tuple(Message("blackjack.seat", {"seat": s}) for s in order), rules.info.currency.value, signed=True
        ),
        solution=print_by_seat(net, order),
        reasons=reasons,
        mistakes=tuple(_mistakes(rules, answer.bets, net, stakes, order)),
        # In the dealer's order, so that the animation follows it.
        after=_after(rules, sorted(places, key=lambda place: order.index(place.seat)), dealer, net),
    )


def _seat_reasons(results: tuple[BetResult, ...], seat: int) -> list[Reason]:
    """The reasons of one seat, under its number."""
    own = [reason for result in results if result.bet.seat == seat for reason in result.reasons]
    return [Reason("at-seat", {"seat": seat}), *own]


def _seats(rules: GameRules) -> int:
    return blackjack(rules).places.seats


def _mistakes(
    rules: GameRules,
    results: tuple[BetResult, ...],
    net: dict[int, Amount],
    stakes: dict[int, Amount],
    order: list[int],
) -> list[tuple[str, str]]:
    """One seat at a time settled wrongly, by common mistakes."""
    found: list[tuple[str, str]] = []

    def add(mistake: str, seat: int, wrong: Amount) -> None:
        if wrong != net[seat]:
            found.append((mistake, print_by_seat({**net, seat: wrong}, order)))

    for seat in order:
        own = [result for result in results if result.bet.seat == seat]
        main = own[0]
        if main.result is Outcome.WIN and main.pays != main.bet.stake:
            add("blackjack-paid-even", seat, net[seat] - main.pays + main.bet.stake)
        if main.result is Outcome.PUSH:
            add("took-a-push", seat, net[seat] - main.bet.stake)
            add("paid-a-push", seat, net[seat] + main.bet.stake)
        if any(result.bet.bet == "double" for result in own):
            add("forgot-the-double", seat, net[seat] / 2)
        if net[seat] > 0:
            add("added-the-stake", seat, net[seat] + stakes[seat])
            add("took-a-winner", seat, -stakes[seat])
        elif net[seat] < 0:
            add("paid-a-loser", seat, stakes[seat])
    backwards = print_by_seat(net, order[::-1])
    if backwards != print_by_seat(net, order):
        found.append(("from-the-wrong-side", backwards))
    return found


def _after(rules: GameRules, places: list[Shown], dealer: tuple[Card, ...], net: dict[int, Amount]) -> Scene:
    shown = []
    for place in places:
        won = net[place.seat]
        kept = place.stakes if won >= 0 else ()
        paid = won if won > 0 else ZERO
        shown.append(msgspec.structs.replace(place, stakes=kept, paid=paid))
    return table_scene(rules, shown, dealer)


FAMILY = Family(
    id="settle-the-table",
    area="blackjack",
    levels=(Level(3, drafts=12), Level(12), Level(18), Level(25), Level(45)),
    build=_build,
    revision=4,
    fits=lambda rules: blackjack(rules).switch is None and blackjack(rules).challenge is None,
    needs=("count-a-hand", "three-to-two"),
)

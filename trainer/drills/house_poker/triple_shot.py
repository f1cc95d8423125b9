"""Triple Shot: the duel of first cards, which parts a seat wins, the amounts, and completing six cards."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, CallForm
from trainer.drills.house_poker.scenes import Shown, any_cards, hand_of, seat_label, table_scene
from trainer.drills.house_poker.settlement import seat_afterwards
from trainer.drills.kit import choices, print_amounts
from trainer.equipment.cards import DECK, Card
from trainer.equipment.money import Amount, print_amount
from trainer.games.blackjack.hands import TWENTY_ONE, is_blackjack, points
from trainer.games.core import Bet, Outcome, Settlement
from trainer.games.house_poker.figures import house_poker
from trainer.games.house_poker.triple_described import BLACKJACK, POKER, SIX, WAR, TripleHand, TripleRound
from trainer.games.house_poker.triple_settle import settle, twenty_one_figures
from trainer.games.house_poker.triple_shot import Completing, decide
from trainer.games.poker.hands import Category
from trainer.rulebooks import GameRules
from trainer.texts import Message

_PARTS = (WAR, BLACKJACK, POKER)
_TRIES = 400  # tries for a hand that could have been dealt
_ENDS = (Outcome.WIN.value, Outcome.LOSE.value, Outcome.PUSH.value)


def _played(rules: GameRules, rng: random.Random) -> tuple[TripleHand, tuple[Card, ...]]:
    """A seat's six cards with its blackjack hand, and the dealer's completed hand."""
    while True:
        if rng.random() < 0.55:
            kinds = (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.STRAIGHT, Category.FLUSH)
            five = hand_of(rules, rng, rng.choice((*kinds, Category.FULL_HOUSE)))
            six = list(five + any_cards(rng, 1, five))
            rng.shuffle(six)
        else:
            six = list(any_cards(rng, SIX))
        held = 2
        while held < SIX and points(six[:held]).total < rng.randint(14, 18):
            held += 1
        rest = [card for card in DECK if card not in six]
        rng.shuffle(rest)
        dealer = rest[:2]
        equal = [card for card in rest if card.rank == six[0].rank]  # empty if the seat holds all four
        if rng.random() < 0.25 and equal:  # ties are made more frequent than in the game
            dealer = [equal[0], rest[0] if rest[0] != equal[0] else rest[1]]
        others = [card for card in rest if card not in dealer]
        while points(dealer).total < twenty_one_figures(rules).stands_on:
            dealer.append(others.pop())
        if len(dealer) <= 5:
            return TripleHand(seat=1, player=tuple(six[:held]), cards=tuple(six)), tuple(dealer)


def _round(rules: GameRules, rng: random.Random, stake: Amount) -> tuple[TripleHand, tuple[Card, ...], Settlement]:
    hand, dealer = _played(rules, rng)
    bets = tuple(Bet(bet=part, stake=stake, seat=1) for part in _PARTS)
    return hand, dealer, settle(rules, TripleRound(bets=bets, hands=(hand,), dealer=dealer))


def _stake(rules: GameRules, rng: random.Random, level: int) -> Amount:
    return rules.table.minimum * (rng.choice((2, 4, 6, 10)) if level == 1 else rng.randint(1, 15))


def _parts(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Which of the three bets win, lose, or are returned."""
    stake = _stake(rules, rng, 1)
    hand, dealer, settled = _round(rules, rng, stake)
    seat = _seat(hand, stake)
    ends = [_end(result.result.value) for result in settled.bets]
    names = tuple(rules.bets[part].names for part in _PARTS)
    mistakes = []
    total = points(hand.player).total
    if total > TWENTY_ONE and ends[2] == Outcome.WIN.value:
        mistakes.append(("bust-loses-all", f"{ends[0]} lose lose"))
    if settled.bets[0].returned and ends[0] == Outcome.LOSE.value:
        mistakes.append(("tie-pushes-first", f"push {ends[1]} {ends[2]}"))
    return Draft(
        prompt=Message("house-poker.prompt.triple-parts", {"held": len(hand.player)}),
        scene=table_scene(rules, [seat], dealer, near=True),
        form=CallForm(tuple(choices("house-poker.result", _ENDS) for _ in _PARTS), names),
        solution=" ".join(ends),
        reasons=tuple(reason for result in settled.bets for reason in result.reasons),
        mistakes=tuple(mistakes),
        after=table_scene(rules, [seat_afterwards(seat, settled)], dealer, near=True),
    )


def _end(result: str) -> str:
    return result if result in _ENDS else Outcome.LOSE.value


def _amounts(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """What each of the three bets wins or loses."""
    stake = _stake(rules, rng, level)
    while True:
        hand, dealer, settled = _round(rules, rng, stake)
        nets = [result.pays - result.loses for result in settled.bets]
        if any(net > 0 for net in nets):
            break
    seat = _seat(hand, stake)
    solution = print_amounts(nets)
    mistakes: list[tuple[str, list[Amount]]] = []
    if settled.bets[0].returned and settled.bets[0].result is Outcome.LOSE:
        mistakes += [("tie-pushes-first", [Amount(0), *nets[1:]]), ("tie-loses-all", [-stake, *nets[1:]])]
    if is_blackjack(hand.player) and nets[1] > 0:
        mistakes.append(("natural-even-money", [nets[0], stake, nets[2]]))
    if nets[2] > stake:
        mistakes.append(("poker-even-money", [*nets[:2], stake]))
    if points(hand.player).total > TWENTY_ONE:
        mistakes.append(("bust-loses-all", [nets[0], -stake, -stake]))
    return Draft(
        prompt=Message("house-poker.prompt.triple-amounts", {"held": len(hand.player)}),
        scene=table_scene(rules, [seat], dealer, near=True),
        form=AmountForm(tuple(rules.bets[part].names for part in _PARTS), rules.info.currency.value, signed=True),
        solution=solution,
        reasons=tuple(reason for result in settled.bets for reason in result.reasons),
        mistakes=tuple(
            (name, print_amounts(wrong))
            for name, wrong in mistakes
            if [print_amount(each) for each in wrong] != solution.split()
        ),
        after=table_scene(rules, [seat_afterwards(seat, settled)], dealer, near=True),
    )


def _seat(hand: TripleHand, stake: Amount) -> Shown:
    return Shown(1, hand.cards, dict.fromkeys(_PARTS, stake))


def _complete(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """How many cards each seat still gets, in the order of the deal."""
    seats = sorted(rng.sample(range(1, house_poker(rules).seats + 1), 3 if level == 1 else 5))
    held = [rng.choice((2, 2, 3, 3, 4, 5, 6)) for _ in seats]
    pack = list(DECK)
    shown = []
    for seat, count in zip(seats, held, strict=True):
        for _ in range(_TRIES):  # a hand of 21 or a bust hand gets no more cards
            rng.shuffle(pack)
            if points(pack[: count - 1]).total < TWENTY_ONE:
                break
        shown.append(Shown(seat, tuple(pack[:count]), {POKER: rules.table.minimum}))
        del pack[:count]
    decision = decide(rules, Completing(cards_held=tuple(held)))
    needed = decision.facts["cards_to_deal"]
    solution = " ".join(str(count) for count in needed)
    five = " ".join(str(max(0, count - 1)) for count in needed)
    return Draft(
        prompt=Message("house-poker.prompt.complete-six"),
        scene=table_scene(rules, shown),
        form=AmountForm(tuple(seat_label(seat) for seat in seats)),
        solution=solution,
        reasons=decision.reasons,
        mistakes=(("completed-to-five", five),) if five != solution else (),
    )


def _is_triple(rules: GameRules) -> bool:
    return house_poker(rules).war is not None


PARTS = Family(
    id="triple-parts",
    area="house-poker",
    levels=(Level(12),),
    build=_parts,
    fits=_is_triple,
    needs=("best-five",),
)
AMOUNTS = Family(
    id="triple-amounts",
    area="house-poker",
    levels=(Level(16), Level(20)),
    build=_amounts,
    fits=_is_triple,
    needs=("triple-parts", "pay-table"),
)
COMPLETE = Family(
    id="complete-six",
    area="house-poker",
    levels=(Level(6), Level(9)),
    build=_complete,
    fits=_is_triple,
    revision=2,  # 2: the bet lies on the felt, and the hands could have been dealt
)

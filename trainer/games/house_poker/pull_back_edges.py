"""The house edge of three equal bets of which two may be taken back as cards are turned (let it ride).

The value of four cards is computed once for each of their 16,432 classes, over all fifth cards. The value of three
cards is the average over the fours that contain them.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import lcm

from trainer.equipment.money import Amount
from trainer.games.edges import Edge
from trainer.games.house_poker.figures import house_poker, ranking
from trainer.games.house_poker.hands import Hand, paid_row, row_of
from trainer.games.house_poker.table_edges import own_hand_edges
from trainer.games.poker.cards import CARDS, CODE, JOKER_NUMBER
from trainer.games.poker.classes import every_hand
from trainer.rulebooks.schema import GameRules

_DECK = [number for number in range(len(CARDS)) if number != JOKER_NUMBER]


def pull_back_edges(rules: GameRules) -> tuple[Edge, ...]:
    """The edge of a round of three equal bets, for every unit of one of them, with best play; and of other bets."""
    equal = house_poker(rules).equal
    if equal is None:
        raise ValueError(f"there are no three equal bets at {rules.game}")
    return (Edge(equal.bets[-1], (), pull_back_edge(rules)), *own_hand_edges(rules))


def pull_back_edge(rules: GameRules, stake: Amount | None = None) -> Fraction:
    """The house edge of one of the three bets, if the player takes back each bet whenever that costs him less.

    With the ``stake`` of one bet the cap on a hand's payment counts too, and then the number of bets left matters. If
    only players who took nothing back are paid, the two decisions depend on each other: taking the first bet back loses
    the last one, and taking only the second back loses the others.
    """
    left: dict[str, int] = defaultdict(int)  # best played after the first bet was left, by three cards
    taken: dict[str, int] = defaultdict(int)  # and after it was taken back
    values = _Values(rules, stake)
    for cards, hands, threes in _fours():
        if_left, if_taken = values.of_four(cards)
        for three in threes:
            left[three] += hands * if_left
            taken[three] += hands * if_taken
    total = Fraction(sum(max(left[three], taken[three]) for three in left), 49 * values.whole)
    return -total / sum(hands for _, hands in every_hand(3))


@cache
def _fours() -> list[tuple[tuple[int, ...], int, list[str]]]:
    """Every class of four cards, the number of its hands, and the classes of the threes in it."""
    return [
        (cards, hands, [_class_of(cards[:left_out] + cards[left_out + 1 :]) for left_out in range(4)])
        for cards, hands in every_hand(4)
    ]


class _Values:
    """What one, two and three bets bring with each rank of five cards, in whole parts of one; kept: there are few."""

    def __init__(self, rules: GameRules, stake: Amount | None) -> None:
        self._rules = rules
        self._ranks = ranking(rules)
        figures = house_poker(rules)
        equal = figures.equal
        self._equal = equal
        self._table = rules.bets[equal.bets[-1] if equal else ""].pay_table
        caps = [cap.most / stake for cap in figures.caps if cap.per == "hand"] if stake else []
        self._most = min(caps, default=None)
        self._parts = lcm(
            *(odds.ratio.denominator for odds in self._table.values()), *(most.denominator for most in caps)
        )
        self.whole = 48 * self._parts  # what a bet counts in `of_four`
        self._known: dict[int, tuple[int, int, int]] = {}

    def of_four(self, cards: tuple[int, ...]) -> tuple[int, int]:
        """The average over every fifth card with the better second decision: the first bet left, or taken back.

        A bet is worth ``whole``, so that all averages are whole numbers.
        """
        code, held, known, rank_of = sum(CODE[card] for card in cards), set(cards), self._known, self._ranks.of_code
        one = two = three = 0
        for fifth in _DECK:
            if fifth not in held:
                rank = rank_of(code + CODE[fifth])
                found = known[rank] if rank in known else self._value(rank)
                one += found[0]
                two += found[1]
                three += found[2]
        if self._equal is not None and self._equal.only_together:
            return max(three, -2 * self.whole), -self.whole
        in_order = self._equal is not None and self._equal.in_order
        later_too = self._equal is not None and self._equal.later_too
        if_left = max(one, two, three) if later_too else max(two, three)
        return if_left, one if in_order else max(one, two)

    def _value(self, rank: int) -> tuple[int, int, int]:
        hand = Hand(row_of(self._rules, rank), self._ranks.category(rank), rank)
        row = paid_row(hand, self._table)
        paid = [bets * (self._table[row].ratio if row else -1) for bets in (1, 2, 3)]
        held = [each if self._most is None else min(each, self._most) for each in paid]
        one, two, three = (int(self._parts * each) for each in held)
        self._known[rank] = (one, two, three)
        return one, two, three


def _class_of(cards: tuple[int, ...]) -> str:
    """The class of a hand: suits are named in the order in which they come, and equal ranks in any order."""
    suits: dict[str, list[int]] = defaultdict(list)
    for number in cards:
        suits[CARDS[number].suit].append(CARDS[number].order)
    return "|".join(sorted(",".join(map(str, sorted(ranks))) for ranks in suits.values()))

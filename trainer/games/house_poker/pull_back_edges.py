"""The house's edge where bets may be taken back: three equal bets, of which two are asked about as cards are turned.

What four cards are worth is worked out once for each of their 16,432 classes, over all fifth cards. What three are
worth is the average over the fours that hold them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from math import lcm

from trainer.games.edges import Edge
from trainer.games.house_poker.figures import house_poker, ranking
from trainer.games.house_poker.hands import Hand, paid_row, row_of
from trainer.games.poker.cards import CARDS, CODE, JOKER_NUMBER
from trainer.games.poker.classes import every_hand
from trainer.rulebooks.schema import GameRules

_DECK = [number for number in range(len(CARDS)) if number != JOKER_NUMBER]


def pull_back_edges(rules: GameRules) -> tuple[Edge, ...]:
    """The edge of a round of three equal bets, for every unit of one of them, with best play."""
    equal = house_poker(rules).equal
    if equal is None:
        raise ValueError(f"there are no three equal bets at {rules.game}")
    return (Edge(equal.bets[-1], (), pull_back_edge(rules)),)


def pull_back_edge(rules: GameRules) -> Fraction:
    """What the house keeps of one of the three bets in the long run, if each is taken back where that costs less.

    Where only those are paid who took nothing back, both decisions hang together: whoever takes the first back loses
    his last, whoever takes only the second back loses the others.
    """
    equal = house_poker(rules).equal
    together = equal is not None and equal.only_together
    sizes: Counter[str] = Counter()
    for cards, hands in every_hand(3):
        sizes[_class_of(cards)] += hands
    worth: dict[str, Fraction] = defaultdict(Fraction)  # of one bet, by the first three cards
    chosen: dict[str, Fraction] = defaultdict(Fraction)  # of what comes after the fourth, best played
    values = _Values(rules)
    for cards, hands in every_hand(4):
        value = values.of_four(cards)
        best = max(3 * value, Fraction(-2)) if together else max(value, Fraction(0))
        for left_out in range(4):
            three = _class_of(cards[:left_out] + cards[left_out + 1 :])
            worth[three] += hands * value
            chosen[three] += hands * best
    total = Fraction(0)
    for three, hands in sizes.items():
        one, later = worth[three] / 49, chosen[three] / 49
        if together:
            total += max(later, Fraction(-hands))
        else:
            total += max(one, Fraction(0)) + later + one
    return -total / sum(sizes.values())


class _Values:
    """What one bet brings with each rank of five cards, in whole parts of the stake; kept, as there are few."""

    def __init__(self, rules: GameRules) -> None:
        self._rules = rules
        self._ranks = ranking(rules)
        equal = house_poker(rules).equal
        self._table = rules.bets[equal.bets[-1] if equal else ""].pay_table
        self._parts = lcm(*(odds.ratio.denominator for odds in self._table.values()))
        self._known: dict[int, int] = {}

    def of_four(self, cards: tuple[int, ...]) -> Fraction:
        """The average over every fifth card."""
        code, held, known, rank_of = sum(CODE[card] for card in cards), set(cards), self._known, self._ranks.of_code
        total = 0
        for fifth in _DECK:
            if fifth not in held:
                rank = rank_of(code + CODE[fifth])
                total += known[rank] if rank in known else self._value(rank)
        return Fraction(total, 48 * self._parts)

    def _value(self, rank: int) -> int:
        hand = Hand(row_of(self._rules, rank), self._ranks.category(rank), rank)
        row = paid_row(hand, self._table)
        value = self._known[rank] = int(self._parts * (self._table[row].ratio if row else -1))
        return value


def _class_of(cards: tuple[int, ...]) -> str:
    """The class of a hand: suits are named in the order in which they come, and equal ranks in any order."""
    suits: dict[str, list[int]] = defaultdict(list)
    for number in cards:
        suits[CARDS[number].suit].append(CARDS[number].order)
    return "|".join(sorted(",".join(map(str, sorted(ranks))) for ranks in suits.values()))

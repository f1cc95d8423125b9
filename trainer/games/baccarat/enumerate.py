"""Every coup a fresh shoe can give, counted exactly: the probability of each result and the edge of each bet.

Only the values of the cards matter, so hands are counted by value, each weighted by the number of ways in which its
cards can leave the shoe. Every coup is weighted as if six cards left it, whether a hand draws or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from trainer.games.baccarat.bets import BONUS, MAIN
from trainer.games.baccarat.commission import Terms, terms
from trainer.games.baccarat.coup import Result
from trainer.games.baccarat.drawing import TOTALS, DrawingRules, banker_verdict, is_natural, player_verdict
from trainer.games.baccarat.figures import Act, baccarat
from trainer.games.baccarat.settle import settle_bet
from trainer.games.core import Bet
from trainer.games.edges import Edge
from trainer.rulebooks.schema import GameRules

Counts = tuple[int, ...]  # how many cards of each value 0 to 9 are left

_STAKE = Fraction(10_000)  # no rounding rule touches what it wins
_edges: dict[tuple[str, str, str, str], tuple[Edge, ...]] = {}

_NO_WAYS = [0] * len(TOTALS)
CARDS_OF_VALUE: Counts = (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)  # of one deck: tens and figures are worth 0


def results(rules: DrawingRules, decks: int) -> dict[Result, Fraction]:
    """The probability of every distinct result of the first coup of a fresh shoe."""
    coups = _Coups(rules)
    full = tuple(count * decks for count in CARDS_OF_VALUE)
    for player, player_ways, after_player in _pairs(full):
        for banker, banker_ways, left in _pairs(after_player):
            coups.add(player, banker, left, player_ways * banker_ways)
    found = coups.by_result()
    every = sum(found.values())
    return {result: Fraction(count, every) for result, count in found.items()}


def edge(rules: GameRules, bet: Bet, chances: dict[Result, Fraction], commission: Terms | None) -> Fraction:
    """What the house keeps of a stake of the bet on average: one less what goes back and what is paid."""
    kept = Fraction(0)
    for result, chance in chances.items():
        settled = settle_bet(rules, bet, result, commission)
        kept += chance * (settled.loses - settled.pays)
    return kept / bet.stake


def edges(rules: GameRules) -> tuple[Edge, ...]:
    """The house's edge on every bet of a table, counted from a fresh shoe of its decks."""
    key = (rules.rulebook, rules.game, rules.variant, rules.digest)
    if key not in _edges:
        figures, commission = baccarat(rules), terms(rules)
        chances = results(figures, figures.shoe.decks)
        found: list[Edge] = []
        for kind in rules.bets:
            for on in MAIN if kind == BONUS else (None,):
                bet = Bet(bet=kind, on=on, stake=_STAKE)
                found.append(Edge(kind, () if on is None else (on,), edge(rules, bet, chances, commission)))
        _edges[key] = tuple(found)
    return _edges[key]


class _Coups:
    """How coups end from their first four cards, and in how many ways the next two cards of the shoe bring it about.

    Where the bank draws, as in most of a hundred thousand coups, its card is counted in ten columns at once.
    """

    def __init__(self, rules: DrawingRules) -> None:
        self._naturals = {total for total in TOTALS if is_natural(rules, total)}
        others = [total for total in TOTALS if total not in self._naturals]
        self._player_stands = {total for total in others if player_verdict(rules, total).act is Act.STAND}
        self._bank_stands = {
            (total, third)
            for total in others
            for third in (None, *TOTALS)
            if banker_verdict(rules, total, third).act is Act.STAND
        }
        self._stood: Counter[tuple[int, int, int, bool]] = Counter()  # by totals, the player's cards, a natural
        self._drew: dict[tuple[int, int, int], list[int]] = {}  # by totals and the player's cards: ways by bank's card

    def add(self, player: int, banker: int, left: Counts, ways: int) -> None:
        """Coups with these totals of two cards, what is left then, and in how many ways that came about."""
        cards = sum(left)
        if player in self._naturals or banker in self._naturals:
            self._stood[player, banker, 2, True] += ways * cards * (cards - 1)
        elif player in self._player_stands:
            self._bank(player, banker, None, left, ways * (cards - 1))
        else:
            for third, third_ways in enumerate(left):
                self._bank((player + third) % 10, banker, third, left, ways * third_ways)

    def _bank(self, player: int, banker: int, third: int | None, left: Counts, ways: int) -> None:
        """What the bank does; a third card of the player is still counted among those left."""
        cards, gone = (2, 0) if third is None else (3, 1)
        if (banker, third) in self._bank_stands:
            self._stood[player, banker, cards, False] += ways * (sum(left) - gone)
            return
        so_far = self._drew.get((player, banker, cards), _NO_WAYS)
        drew = [known + ways * more for known, more in zip(so_far, left, strict=True)]
        if third is not None:
            drew[third] -= ways
        self._drew[player, banker, cards] = drew

    def by_result(self) -> Counter[Result]:
        """The ways in which each result comes about."""
        found: Counter[Result] = Counter()
        for (player, banker, cards, natural), ways in self._stood.items():
            found[Result.of_totals(player, banker, cards, 2, natural)] += ways
        for (player, banker, cards), by_card in self._drew.items():
            for card, ways in enumerate(by_card):
                found[Result.of_totals(player, (banker + card) % 10, cards, 3)] += ways
        return found


def _pairs(left: Counts) -> Iterator[tuple[int, int, Counts]]:
    """The points of two cards, the ways to draw them in either order, and what is left."""
    for first, first_ways in enumerate(left):
        rest = _without(left, first)
        for second in range(first, len(left)):
            orders = 1 if first == second else 2
            if first_ways and rest[second]:
                yield (first + second) % 10, first_ways * rest[second] * orders, _without(rest, second)


def _without(left: Counts, value: int) -> Counts:
    return (*left[:value], left[value] - 1, *left[value + 1 :])

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
from trainer.games.baccarat.drawing import DrawingRules, banker_verdict, is_natural, player_verdict
from trainer.games.baccarat.figures import Act, baccarat
from trainer.games.baccarat.settle import settle_bet
from trainer.games.core import Bet
from trainer.games.edges import Edge
from trainer.rulebooks.schema import GameRules

Counts = tuple[int, ...]  # how many cards of each value 0 to 9 are left

_STAKE = Fraction(10_000)  # no rounding rule touches what it wins
_edges: dict[tuple[str, str, str, str], tuple[Edge, ...]] = {}

CARDS_OF_VALUE: Counts = (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)  # of one deck: tens and figures are worth 0


def results(rules: DrawingRules, decks: int) -> dict[Result, Fraction]:
    """The probability of every distinct result of the first coup of a fresh shoe."""
    ways: Counter[Result] = Counter()
    full = tuple(count * decks for count in CARDS_OF_VALUE)
    for player, player_ways, after_player in _pairs(full):
        for banker, banker_ways, left in _pairs(after_player):
            for result, third_ways in _third_cards(rules, player, banker, left):
                ways[result] += player_ways * banker_ways * third_ways
    every = sum(ways.values())
    return {result: Fraction(count, every) for result, count in ways.items()}


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


def _pairs(left: Counts) -> Iterator[tuple[int, int, Counts]]:
    """The points of two cards, the ways to draw them in either order, and what is left."""
    for first, first_ways in enumerate(left):
        rest = _without(left, first)
        for second in range(first, len(left)):
            orders = 1 if first == second else 2
            if first_ways and rest[second]:
                yield (first + second) % 10, first_ways * rest[second] * orders, _without(rest, second)


def _third_cards(rules: DrawingRules, player: int, banker: int, left: Counts) -> Iterator[tuple[Result, int]]:
    """How the coup ends from two-card totals, and the ways in which the next two cards of the shoe bring it about."""
    cards = sum(left)
    if is_natural(rules, player) or is_natural(rules, banker):
        yield Result.of_totals(player, banker, 2, 2, natural=True), cards * (cards - 1)
        return
    if player_verdict(rules, player).act is Act.STAND:
        yield from _bank_ends(rules, player, 2, banker, None, left, cards - 1)
        return
    for third, third_ways in enumerate(left):
        for result, bank_ways in _bank_ends(rules, (player + third) % 10, 3, banker, third, _without(left, third), 1):
            yield result, third_ways * bank_ways


def _bank_ends(
    rules: DrawingRules, player: int, player_cards: int, banker: int, third: int | None, left: Counts, spare: int
) -> Iterator[tuple[Result, int]]:
    """The results the bank hand still can bring; ``spare`` weighs the cards that leave the shoe unused."""
    if banker_verdict(rules, banker, third).act is Act.STAND:
        yield Result.of_totals(player, banker, player_cards, 2), sum(left) * spare
        return
    for card, card_ways in enumerate(left):
        yield Result.of_totals(player, (banker + card) % 10, player_cards, 3), card_ways * spare


def _without(left: Counts, value: int) -> Counts:
    return (*left[:value], left[value] - 1, *left[value + 1 :])

"""A second opinion on hands and payments, sharing nothing with the engine: eval7 ranks, and tables typed from the text.

Every function gives what a bet brings the player: what is paid, or minus what is lost, or 0 for what goes back.
"""

from __future__ import annotations

import warnings
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from trainer.equipment.cards import Card

Money = Fraction | int

# Five cards and more, by eval7's names; a royal flush is told apart below.
EVAL7 = {
    "High Card": "high-card",
    "Pair": "pair",
    "Two Pair": "two-pair",
    "Trips": "three-of-a-kind",
    "Straight": "straight",
    "Flush": "flush",
    "Full House": "full-house",
    "Quads": "four-of-a-kind",
    "Straight Flush": "straight-flush",
}
SIX_CARD_BONUS = {
    "royal-flush": 1000,
    "straight-flush": 200,
    "four-of-a-kind": 100,
    "full-house": 20,
    "flush": 15,
    "straight": 9,
    "three-of-a-kind": 8,
}
PAIR_PLUS = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 3, "pair": 1}
ANTE_BONUS = {"straight-flush": 5, "three-of-a-kind": 4, "straight": 1}
BOLIVIA_THREE = {"straight-flush": 40, "three-of-a-kind": 25, "straight": 6, "flush": 4, "pair": 1, "high-card": 1}
DRAW = {
    "pair": 1,
    "two-pair": 1,
    "three-of-a-kind": 2,
    "straight": 3,
    "flush": 5,
    "full-house": 7,
    "four-of-a-kind": 20,
    "straight-flush": 50,
    "royal-flush": 100,
}
GO = {
    "two-pair": 2,
    "three-of-a-kind": 3,
    "straight": 5,
    "flush": 8,
    "full-house": 11,
    "four-of-a-kind": 50,
    "straight-flush": 100,
    "royal-flush": 200,
}
TRIPS = {
    "royal-flush": 50,
    "straight-flush": 40,
    "four-of-a-kind": 30,
    "full-house": 8,
    "flush": 7,
    "straight": 4,
    "three-of-a-kind": 3,
}
BLIND = {
    "royal-flush": 500,
    "straight-flush": 50,
    "four-of-a-kind": 10,
    "full-house": 3,
    "flush": Fraction(3, 2),
    "straight": 1,
}
TRIPLE_POKER = {
    "royal-flush": 100,
    "straight-flush": 30,
    "four-of-a-kind": 15,
    "full-house": 7,
    "flush": 5,
    "straight": 4,
    "three-of-a-kind": 3,
    "two-pair": 2,
}


@cache
def _eval7() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import eval7  # noqa: PLC0415
    return eval7


def rank(cards: tuple[Card, ...]) -> tuple[int, str]:
    """The number by which eval7 compares the best five of five to seven cards, and what they are."""
    eval7 = _eval7()
    best = eval7.evaluate([eval7.Card(f"{card.rank}{card.suit.lower()}") for card in cards])
    name = EVAL7[eval7.handtype(best)]
    if name == "straight-flush" and any(_is_royal(five) for five in combinations(cards, 5)):
        name = "royal-flush"
    return best, name


def _is_royal(cards: tuple[Card, ...]) -> bool:
    return {card.rank for card in cards} == set("TJQKA") and len({card.suit for card in cards}) == 1


def three(cards: tuple[Card, ...]) -> tuple[tuple[int, ...], str]:
    """Three cards: what they are, and what compares them; written out by hand."""
    high = sorted((card.order for card in cards), reverse=True)
    suited = len({card.suit for card in cards}) == 1
    straight = high[0] - high[2] == 2 and len(set(high)) == 3
    if high == [14, 3, 2]:
        straight, high = True, [3, 2, 1]
    if straight:
        return ((6 if suited else 4), *high), "straight-flush" if suited else "straight"
    if len(set(high)) == 1:
        return (5, *high), "three-of-a-kind"
    if suited:
        return (3, *high), "flush"
    if len(set(high)) == 2:
        pair = high[1]
        return (2, pair, sum(high) - 2 * pair), "pair"
    return (1, *high), "high-card"


def three_card_round(
    player: tuple[Card, ...], dealer: tuple[Card, ...], ante: int, times: int, table: dict[str, int] | None
) -> tuple[Money, Money]:
    """What ante and second bet bring; by a table, or 1 to 1 without one."""
    (mine, name), (his, _) = three(player), three(dealer)
    if his < (1, 12, 0, 0):
        return ante, 0
    if mine == his:
        return 0, 0
    if mine < his:
        return -ante, -ante * times
    return ante, ante * times * (table[name] if table else 1)


def draw_round(player: tuple[Card, ...], dealer: tuple[Card, ...], ante: int) -> tuple[Money, Money]:
    """What ante and second bet bring at draw poker, both hands after their exchange."""
    (mine, name), (his, held) = rank(player), rank(dealer)
    pairs = {card.order for card in dealer if sum(card.rank == other.rank for other in dealer) == 2}
    if held == "high-card" or (held == "pair" and max(pairs) < 8):
        return ante, 0
    if mine == his:
        return 0, 0
    return (ante, 2 * ante * DRAW[name]) if mine > his else (-ante, -2 * ante)


def go_bet(cards: tuple[Card, ...], stake: int) -> Money:
    """What one bet of go poker brings with these five cards."""
    _, name = rank(cards)
    pairs = [card.order for card in cards if sum(card.rank == other.rank for other in cards) == 2]
    if name == "pair":
        return stake if pairs[0] >= 10 else -stake
    return stake * GO[name] if name in GO else -stake


def ultimate_round(
    player: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...], ante: int, play: int, trips: int
) -> tuple[Money, Money, Money, Money]:
    """What ante, blind, play and trips bring."""
    (mine, name), (his, held) = rank((*player, *board)), rank((*dealer, *board))
    bonus = trips * TRIPS[name] if name in TRIPS else -trips
    qualifies = held != "high-card"
    if mine == his:
        return 0, 0, 0, bonus
    if mine > his:
        return ante if qualifies else 0, ante * Fraction(BLIND.get(name, 0)), play, bonus
    return -ante if qualifies else 0, -ante, -play, bonus

"""The 52 cards and the joker as small numbers, in the order in which a hand is laid out.

Aces come first, by suit in the order spades, hearts, diamonds, clubs; then the joker, then the kings and so on down to
the two of clubs. Sorting numbers therefore sorts a hand as it is printed, and of several equal cards the first is the
one that a printed setting takes. Ranks are 2 to 14, ace high; the joker has the rank of an ace.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from trainer.equipment.cards import JOKER, RANKS, Card

ACE = 14
_SUITS = "SHDC"

CARDS: tuple[Card, ...] = (
    *(Card("A", suit) for suit in _SUITS),
    JOKER,
    *(Card(rank, suit) for rank, suit in product(reversed(RANKS[:-1]), _SUITS)),
)
JOKER_NUMBER = CARDS.index(JOKER)
NUMBERS: dict[Card, int] = {card: number for number, card in enumerate(CARDS)}

RANK: tuple[int, ...] = tuple(ACE if card.is_joker else RANKS.index(card.rank) + 2 for card in CARDS)

# A set of suits, one bit each; the joker is of every suit.
SUITS: tuple[int, ...] = tuple(15 if card.is_joker else 1 << _SUITS.index(card.suit) for card in CARDS)

# Codes that can be added up: how many cards there are of each rank (three bits each, the joker in a field of its own),
# and above them how many of each suit (four bits each, the joker in none).
SUIT_FIELDS = 3 * 14
RANK_FIELDS = (1 << SUIT_FIELDS) - 1
JOKER_CODE = 1 << 3 * 13
CODE: tuple[int, ...] = tuple(
    JOKER_CODE
    if card.is_joker
    else (1 << 3 * RANKS.index(card.rank)) + (1 << SUIT_FIELDS + 4 * _SUITS.index(card.suit))
    for card in CARDS
)


def flush_in(code: int) -> bool:
    """Whether five cards of an added-up code are of one suit, the joker being of any."""
    # Adding 3 to each four-bit count carries into its top bit from five cards of the suit on; with the joker, four.
    return bool((code >> SUIT_FIELDS) + (0x4444 if code & JOKER_CODE else 0x3333) & 0x8888)


def ranks_in(code: int) -> list[int]:
    """The ranks of an added-up code, highest first, the joker left out.

    >>> ranks_in(CODE[0] + CODE[JOKER_NUMBER] + CODE[52])
    [14, 2]
    """
    return [rank for rank in range(ACE, 1, -1) for _ in range(code >> 3 * (rank - 2) & 7)]


def single_codes(code: int) -> list[int]:
    """The ranks of an added-up code as the codes of single cards, suits left out, the joker among them."""
    joker = [JOKER_CODE] if code & JOKER_CODE else []
    return [*joker, *(1 << 3 * (rank - 2) for rank in ranks_in(code))]


def numbers(cards: Iterable[Card]) -> tuple[int, ...]:
    """Cards as sorted numbers."""
    return tuple(sorted(NUMBERS[card] for card in cards))


def as_cards(card_numbers: Iterable[int]) -> tuple[Card, ...]:
    """Numbers as cards, in the given order."""
    return tuple(CARDS[number] for number in card_numbers)

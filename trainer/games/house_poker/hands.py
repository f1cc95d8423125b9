"""Hands of house poker: their rank, their name, their row in a pay table, and whether the croupier opens with one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from trainer.equipment.cards import RANKS, Card
from trainer.games.core import RequestError
from trainer.games.house_poker.figures import MAIN, HandFigures, house_poker, opens_from, ranking
from trainer.games.poker.cards import NUMBERS, as_cards
from trainer.games.poker.hand_names import hand_name
from trainer.games.poker.hands import COMPLETE, NAMED_BY, PART_OF, Category
from trainer.rulebooks.schema import Citation, GameRules
from trainer.texts import Message, Names


class Hand(msgspec.Struct, frozen=True):
    """A hand by its rank: its row among the hands, and the cards that make it. Announced hands have no cards.

    ``rank`` compares hands of one ranking; an announced hand stands at the foot of its row.
    """

    row: str
    category: Category
    rank: int
    ranking: str = MAIN
    told: str = ""  # the name of the hand if it differs from its row
    cards: tuple[Card, ...] = ()


def read_hand(rules: GameRules, cards: Sequence[Card], name: str = MAIN) -> Hand:
    """The best hand among cards, by a ranking of the table; raises `RequestError` if they are too few."""
    ranks = ranking(rules, name)
    if len(cards) < ranks.order.size:
        raise RequestError("cards", f"are {len(cards)}; a hand has {ranks.order.size}")
    held = [NUMBERS[card] for card in cards]
    rank = ranks.best(held)
    making = as_cards(ranks.making(sorted(held)))
    return hand_of_rank(rules, rank, name, making)


def hand_of_rank(rules: GameRules, rank: int, name: str = MAIN, cards: tuple[Card, ...] = ()) -> Hand:
    """The hand of a rank, with the cards that make it where they are known."""
    rows, row = house_poker(rules).hands[name].rows, row_of(rules, rank, name, cards)
    told = rows[row].told if row in rows else ""
    return Hand(row, ranking(rules, name).category(rank), rank, name, told or row, cards)


def announced(rules: GameRules, row: str, field: str, name: str = MAIN) -> Hand:
    """A hand of which only the row is given, as a croupier calls it."""
    figures, ranks = house_poker(rules).hands[name], ranking(rules, name)
    if row in figures.rows:
        own = figures.rows[row]
        least = RANKS.index(own.least) + 2 if own.least else 0
        return Hand(row, own.category, ranks.at_least(own.category) + (least << 16), name, own.told or row)
    known = [*figures.rows, *figures.names]
    if row not in figures.names:
        raise RequestError(field, f"{row!r} is no hand here; there are: {', '.join(known)}")
    category = Category(row)
    return Hand(row, category, ranks.at_least(category), name, row)


def row_of(rules: GameRules, rank: int, name: str = MAIN, cards: Sequence[Card] = ()) -> str:
    """The row of a rank: one of the table's own, or the category. ``cards`` decide rows that ask for a suit."""
    figures, category = house_poker(rules).hands[name], ranking(rules, name).category(rank)
    for row, own in figures.rows.items():
        high = not own.least or (rank >> 16 & 15) >= RANKS.index(own.least) + 2
        suited = not own.suit or (bool(cards) and all(card.suit == own.suit for card in cards))
        if own.category is category and high and suited:
            return row
    return category.value


def paid_row(hand: Hand, rows: Iterable[str]) -> str:
    """The row of a pay table for a hand: its own, its given name, or the row that includes it; empty if there is
    none."""
    known = set(rows)
    part_of = PART_OF.get(hand.category) if hand.row == hand.category.value else None
    return next((row for row in (hand.row, hand.told, part_of.value if part_of else "") if row in known), "")


def row_names(figures: HandFigures, row: str) -> Names:
    """What a row of the hands is called in this regulation."""
    return figures.rows[row].names if row in figures.rows else figures.names[row]


def called(rules: GameRules, hand: Hand) -> Names | Message:
    """A hand in words: by its regulation's name with the cards that name it, or the name alone if announced."""
    names = row_names(house_poker(rules).hands[hand.ranking], hand.row)
    return hand_name(names, hand.category, hand.rank) if hand.cards else names


def hand_cite(rules: GameRules, hand: Hand) -> Citation:
    """Where the rank of a hand is written."""
    figures = house_poker(rules).hands[hand.ranking]
    return figures.category_cites.get(hand.category.value, figures.cite)


def opens(rules: GameRules, dealer: Hand) -> bool:
    """Whether the croupier opens with this hand; an announced one opens if the lowest of its row does."""
    return dealer.rank >= opens_from(rules)


def order_of(rules: GameRules, hand: Hand) -> tuple[int, ...]:
    """The sort key of a hand: its rank or, as some regulations can be read, its highest cards regardless of
    combinations."""
    figures = house_poker(rules).hands[hand.ranking]
    if figures.same_hand == "combination-first" or not hand.cards or hand.category in COMPLETE:
        return hand.rank >> 20, hand.rank
    return (hand.rank >> 20, *sorted((card.order for card in hand.cards), reverse=True))


def named_alike(hand: Hand, other: Hand) -> bool:
    """Whether only side cards part two hands."""
    shift = 20 - 4 * NAMED_BY.get(hand.category, 1)
    return hand.rank >> shift == other.rank >> shift

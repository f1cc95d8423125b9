"""Comparing hands: the best five cards and the winners at the showdown, and the lowest and highest cards in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from trainer.equipment.cards import Card
from trainer.games.card_room.figures import card_room, hand_ranks
from trainer.games.core import RequestError
from trainer.games.poker import cards
from trainer.games.poker.hands import Category
from trainer.rulebooks.schema import GameRules

_TOP_CARD = 16  # position of the highest card in a hand's rank, in bits


class Shown(msgspec.Struct, frozen=True):
    """A hand at the showdown: best five cards, their category, and a number that compares hands."""

    rank: int
    category: Category
    five: tuple[str, ...]


def best_hand(rules: GameRules, own: Sequence[int], board: Sequence[int] = ()) -> Shown:
    """The best hand from own cards and board, combined as the game allows. Cards are numbers."""
    ranks = hand_ranks(rules)
    if card_room(rules).ranking.uses == "two-and-three":
        made = ranks.making_of_two_and_three(sorted(own), sorted(board))
    else:
        made = ranks.making(sorted((*own, *board)))
    rank = ranks.five(made)
    category = ranks.category(rank)
    return Shown(
        _compared(rules, rank, category), category, tuple(str(cards.CARDS[number]) for number in laid(made, category))
    )


def laid(made: Sequence[int], category: Category) -> tuple[int, ...]:
    """Five cards in the dealer's order: quads, trips and pairs first, then descending; a low ace comes last in its
    straight."""
    ranks = [cards.RANK[number] for number in made]
    first, *rest = sorted(made, key=lambda number: (-ranks.count(cards.RANK[number]), -cards.RANK[number], number))
    in_a_row = category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    if in_a_row and cards.RANK[first] == cards.ACE and cards.RANK[rest[0]] != cards.ACE - 1:
        return (*rest, first)
    return (first, *rest)


def rank_of(rules: GameRules, own: Sequence[int], board: Sequence[int] = ()) -> int:
    """The number that compares a hand, without finding its five cards."""
    ranks = hand_ranks(rules)
    if card_room(rules).ranking.uses == "two-and-three":
        rank = ranks.best_of_two_and_three(own, board)
    else:
        rank = ranks.best((*own, *board))
    return _compared(rules, rank, ranks.category(rank))


def _compared(rules: GameRules, rank: int, category: Category) -> int:
    """Treat flushes with the same top card, or equal pairs, as ties where the house reads the text literally."""
    ranking = card_room(rules).ranking
    by_the_letter = (category is Category.FLUSH and ranking.flush == "highest") or (
        category is Category.PAIR and ranking.pair == "pair-only"
    )
    return rank >> _TOP_CARD << _TOP_CARD if by_the_letter else rank


def winners(shown: Mapping[int, Shown], among: Sequence[int] | None = None) -> tuple[int, ...]:
    """Seats with the best hand, among all or among those who play for a pot."""
    seats = list(shown) if among is None else [seat for seat in among if seat in shown]
    best = max(shown[seat].rank for seat in seats)
    return tuple(seat for seat in seats if shown[seat].rank == best)


def read_cards(rules: GameRules, given: Sequence[str], field: str) -> tuple[int, ...]:
    """Parse cards of this game's deck into numbers; raises `RequestError` for an unknown card."""
    lowest = card_room(rules).pack.lowest
    found: list[int] = []
    for index, text in enumerate(given):
        try:
            card = Card.parse(text)
        except ValueError as error:
            raise RequestError(f"{field}[{index}]", str(error)) from None
        number = cards.NUMBERS[card]
        if card.is_joker or cards.RANK[number] < lowest:
            raise RequestError(f"{field}[{index}]", f"{text} is not in the pack of {rules.game}")
        found.append(number)
    return tuple(found)


def each_once(fields: Mapping[str, Sequence[int]]) -> None:
    """Raise `RequestError` if a card occurs twice."""
    seen: set[int] = set()
    for field, numbers in fields.items():
        for number in numbers:
            if number in seen:
                raise RequestError(field, f"{cards.CARDS[number]} lies in two places")
            seen.add(number)


# ── cards in sight ───────────────────────────────────────────────────────────────────────────────────────────────────


def sight_rank(up: Sequence[int], order: Sequence[Category] = ()) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Rank of fewer than five up cards: quads, trips and pairs first, then high cards.

    Straights and flushes count only if ``order``, the categories from high to low, is given.
    """
    counts: dict[int, int] = {}
    for number in up:
        counts[cards.RANK[number]] = counts.get(cards.RANK[number], 0) + 1
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], -entry[0]))
    sizes, ranks = tuple(count for _, count in ordered), tuple(rank for rank, _ in ordered)
    if not order:
        return 0, sizes, ranks
    category, ranks = _in_sight(up, sizes, ranks)
    return -order.index(category), sizes, ranks


_BY_SIZES = {
    (4,): Category.FOUR_OF_A_KIND,
    (3, 1): Category.THREE_OF_A_KIND,
    (3,): Category.THREE_OF_A_KIND,
    (2, 2): Category.TWO_PAIR,
    (2, 1, 1): Category.PAIR,
    (2, 1): Category.PAIR,
    (2,): Category.PAIR,
}
_LEAST_COMBINED = 3  # fewest cards that count as a straight or a flush


def _in_sight(up: Sequence[int], sizes: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[Category, tuple[int, ...]]:
    """Category and ranks of up cards where straights and flushes of three or four cards count."""
    if len(ranks) < len(up) or len(up) < _LEAST_COMBINED:
        return _BY_SIZES.get(sizes, Category.HIGH_CARD), ranks
    one_suit = len({cards.CARDS[number].suit for number in up}) == 1
    low = (*ranks[1:], 1) if ranks[0] == cards.ACE else ranks
    run = next((each for each in (ranks, low) if each[0] - each[-1] == len(up) - 1), None)
    if run is not None:
        return (Category.STRAIGHT_FLUSH if one_suit else Category.STRAIGHT), run
    return (Category.FLUSH if one_suit else Category.HIGH_CARD), ranks


def lowest_up(rules: GameRules, up: Mapping[int, int]) -> tuple[int, bool]:
    """The seat with the lowest up card, and whether a tie was broken."""
    rule = card_room(rules).up_cards
    if rule is None:
        raise RequestError("up", f"{rules.game} has no cards in sight")

    def low(number: int) -> int:
        return 1 if rule.ace == "low" and cards.RANK[number] == cards.ACE else cards.RANK[number]

    least = min(low(number) for number in up.values())
    tied = [seat for seat, number in up.items() if low(number) == least]
    if len(tied) == 1:
        return tied[0], False
    if rule.low_tie == "suits":  # numbers of one rank run from spades to clubs
        return max(tied, key=lambda seat: up[seat]), True
    return (min(tied) if rule.low_tie == "first-seat" else max(tied)), True


def highest_up(rules: GameRules, up: Mapping[int, Sequence[int]], street: str = "") -> tuple[int, bool]:
    """The seat with the best up cards, and whether a tie was broken; a street may have its own tie rule."""
    rule = card_room(rules).up_cards
    if rule is None:
        raise RequestError("up", f"{rules.game} has no cards in sight")
    order = card_room(rules).ranking.order if rule.combinations else ()
    ranked = {seat: sight_rank(numbers, order) for seat, numbers in up.items()}
    best = max(ranked.values())
    tied = [seat for seat, rank in ranked.items() if rank == best]
    own_way = card_room(rules).streets[street].tie if street else None
    return (min(tied) if (own_way or rule.high_tie) == "first-seat" else max(tied)), len(tied) > 1

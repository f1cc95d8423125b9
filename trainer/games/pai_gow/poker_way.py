"""Sets seven cards by a house way: rules are compiled once, and the first that fits decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from trainer.games.pai_gow.deal import Deal, Shape
from trainer.games.pai_gow.house_way import Decider, only_uses, read_all, within
from trainer.games.pai_gow.poker_words import (
    Condition,
    Placement,
    provided_front,
    read_conditions,
    read_front,
    read_placement,
    read_shapes,
)
from trainer.games.pai_gow.ranks import PaiGowRanks
from trainer.rulebooks.schema import HouseWay


class PokerSetting(msgspec.Struct, frozen=True):
    """Seven cards set: two in front, five behind, and what decided it."""

    front: tuple[int, int]
    back: tuple[int, ...]
    decider: Decider


class PokerWay:
    """A house way of pai gow poker at a table with its ranking of hands.

    Raises `RulebookError` if the file says something that is not in the language of `poker_words`.
    """

    def __init__(self, way: HouseWay, hand_ranks: PaiGowRanks) -> None:
        self.way = way
        self.hand_ranks = hand_ranks
        read = read_all(way, lambda decider: _read(decider, way))
        self.deciders: tuple[Decider, ...] = tuple(case.decider for case in read)
        # Only the cases that allow a hand's shape are looked at, still in their order.
        self._by_shape = {
            shape: tuple((case.conditions, case.place, case.decider) for case in read if shape in case.shapes)
            for shape in Shape
        }

    def setting(self, cards: Sequence[int]) -> PokerSetting | None:
        """Seven cards (numbers, sorted) set by the first case that fits; nothing if no rule decides."""
        deal = Deal(cards, self.hand_ranks)
        for conditions, place, decider in self._by_shape[deal.view.shape]:
            for condition in conditions:
                if not condition(deal):
                    break
            else:
                placed = place(deal)
                if placed is not None:
                    return PokerSetting(*placed, decider)
        return None

    def same(self, setting: PokerSetting, front: Iterable[int], back: Iterable[int]) -> bool:
        """Whether hands are equal in rank to those of a setting: which of equal cards lies where does not count."""
        ranks = self.hand_ranks
        return ranks.two(tuple(front)) == ranks.two(setting.front) and ranks.five(tuple(back)) == ranks.five(
            setting.back
        )


class _ReadCase(msgspec.Struct, frozen=True):
    shapes: frozenset[Shape]
    conditions: tuple[Condition, ...]
    place: Placement
    decider: Decider


def _read(decider: Decider, way: HouseWay) -> _ReadCase:
    only_uses(decider, ("front", "back", "provided"), way.game)
    shapes = frozenset(Shape)
    conditions: list[Condition] = []
    for key, when in decider.conditions:
        with within(key):
            shapes &= read_shapes(when)
            conditions += read_conditions(when, way.words)
    with within(decider.key):
        place = read_placement(decider.case.front, decider.case.back)
        if decider.case.provided:
            with within("provided"):
                place = provided_front(place, read_front(decider.case.provided))
    return _ReadCase(shapes, tuple(conditions), place, decider)


@lru_cache(maxsize=64)
def poker_way(way: HouseWay, hand_ranks: PaiGowRanks) -> PokerWay:
    """The house way read for a table; a way that was read once is kept."""
    return PokerWay(way, hand_ranks)

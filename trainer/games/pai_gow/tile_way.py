"""Sets four tiles by a house way: rules in order narrow the three possible settings until one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from trainer.games.pai_gow.house_way import Decider, WordError, only_uses, read_all, within
from trainer.games.pai_gow.tile_deal import TileDeal, TileSplit, different
from trainer.games.pai_gow.tile_ranks import TileRanks
from trainer.games.pai_gow.tile_words import Left, Phrase, Preference, TileCondition, TileWords, not_beaten
from trainer.rulebooks.problems import MISSING, wrong
from trainer.rulebooks.schema import HouseWay

_BEATEN = "beaten"


class TileSetting(msgspec.Struct, frozen=True):
    """Four tiles set: what is printed, the settings equal to it, all that the rule admits, and what decided."""

    printed: TileSplit
    equal: tuple[TileSplit, ...]  # every right answer, the printed one among them
    admitted: tuple[TileSplit, ...]  # what the deciding rule allows before the house's preference
    decider: Decider

    @property
    def is_clear(self) -> bool:
        """Whether all that is left after the preferences is equal in rank."""
        return len({setting.rank for setting in self.equal}) == 1


class TileWay:
    """A house way of pai gow tiles at a table with its ranking.

    Raises `RulebookError` if the file says something that is not in the language of `tile_words`.
    """

    def __init__(self, way: HouseWay, ranks: TileRanks) -> None:
        self.way = way
        self.ranks = ranks
        words = TileWords(way.words, ranks)
        self._cases = read_all(way, lambda decider: _read(decider, words, way.game))
        self.deciders: tuple[Decider, ...] = tuple(case.decider for case in self._cases)

    def setting(self, tiles: Sequence[int]) -> TileSetting | None:
        """Four tiles (numbers, in tile order) set by the first case that fits; nothing if no rule decides."""
        deal = TileDeal(tiles, self.ranks)
        left: Left = deal.splits
        for case in self._cases:
            if not all(condition(deal, left) for condition in case.conditions):
                continue
            if case.drops:
                left = not_beaten(left)
                if different(left) == 1:
                    return _settled(left, left, case.decider)
                continue
            if case.keeps:
                for preference in case.keeps:
                    left = preference(deal, left)
                if different(left) == 1:
                    return _settled(left, left, case.decider)
                continue
            fitting = [setting for setting in left if case.play(setting, deal)]
            if not fitting or different(fitting) < case.decider.case.ways:
                continue
            chosen: Left = fitting
            for preference in case.prefer:
                chosen = preference(deal, chosen)
            if case.provided is None or case.provided(chosen[0], deal):
                return _settled(chosen, fitting, case.decider)
        return None


def _settled(chosen: Left, admitted: Left, decider: Decider) -> TileSetting:
    return TileSetting(chosen[0], tuple(chosen), tuple(admitted), decider)


class _ReadCase(msgspec.Struct, frozen=True):
    conditions: tuple[TileCondition, ...]
    drops: bool
    keeps: tuple[Preference, ...]
    play: Phrase
    prefer: tuple[Preference, ...]
    provided: Phrase | None
    decider: Decider


def _read(decider: Decider, words: TileWords, game: str) -> _ReadCase:
    only_uses(decider, ("play", "ways", "prefer", "provided", "drop", "keep"), game)
    conditions: list[TileCondition] = []
    for key, when in decider.conditions:
        with within(key):
            conditions += words.conditions(when)
    case = decider.case
    if case.drop and (case.drop != _BEATEN or case.play):
        raise WordError(wrong("drop", word=_BEATEN), f"{decider.key}.drop")
    if case.keep and (case.drop or case.play or case.prefer or case.provided or case.ways != 1):
        raise WordError(wrong("keep-beside-play"), f"{decider.key}.keep")
    if not case.drop and not case.play and not case.keep:
        raise WordError(MISSING, f"{decider.key}.play")

    def phrase(field: str, text: str) -> Phrase:
        with within(f"{decider.key}.{field}"):
            return words.phrase(text)

    with within(f"{decider.key}.prefer"):
        prefer = tuple(words.preference(text) for text in case.prefer)
    with within(f"{decider.key}.keep"):
        keeps = tuple(words.preference(text) for text in case.keep)
    return _ReadCase(
        tuple(conditions),
        bool(case.drop),
        keeps,
        phrase("play", case.play) if case.play else lambda setting, deal: True,
        prefer,
        phrase("provided", case.provided) if case.provided else None,
        decider,
    )


@lru_cache(maxsize=64)
def tile_way(way: HouseWay, ranks: TileRanks) -> TileWay:
    """The house way read for a table; a way that was read once is kept."""
    return TileWay(way, ranks)

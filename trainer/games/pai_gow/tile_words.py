"""The words in which a tile house way speaks: conditions on four tiles, and phrases that describe a setting.

Conditions (``when``), all of which must hold:

============  ========================================================================================================
``pair``      two of the tiles are this pair: ``any``, ``supreme``, a matched pair by its tile (``6-6``), a mixed one
              by its value (``mixed 9``), several with commas, or a word of the file
``others``    the two tiles beside that pair, as two tile words: ``six four``; a list of them where several will do
``has``       a tile of this word is among the four; a list where all of them must be
``lacks``     no tile of this word is among the four
``can``       one of the settings still possible fits this phrase; ``cannot``: none does
``best-low``  the setting with the best low hand fits this phrase; ``best-high``: the one with the best high hand does
``any``       a list of such tables, one of which must hold
``not``       such a table, which must not hold
============  ========================================================================================================

A tile word is a tile (``5-6``), several (``1-3 2-2``), or a word of the file. A phrase says what is true of a setting,
in parts joined by commas: ``high is gong``, ``low is 7-9``, ``some hand is pair or wong or gong``, ``no hand is pair``,
``low is at least 3 with 1-3``, ``low is under 3 with 3-3``, ``7/9`` (low/high on the scale pair, wong, gong, 9 … 0),
``6/8 or better``, ``splits the pair``, ``keeps the pair``, ``6-6 in high``, ``small together``, ``top two apart``,
``highest with lowest``, ``any setting``.

``play`` is such a phrase. ``prefer`` chooses among the settings that fit it: ``best low``, ``best high``,
``most points``, ``closest``, or a phrase, which keeps the settings that fit it if there are any. ``drop = "beaten"``
does away with every setting that another equals or beats in both hands, and ``keep = ["most points"]`` narrows what is
left by preferences without deciding: the rules below go on with the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.tiles import Tile
from trainer.games.pai_gow.house_way import WordError, within
from trainer.games.pai_gow.tile_deal import TileDeal, TileSplit, best
from trainer.games.pai_gow.tile_ranks import Kind, TileHand, TileRanks
from trainer.rulebooks.problems import listed, not_a, wrong

Left = Sequence[TileSplit]  # the settings still possible
TileCondition = Callable[[TileDeal, Left], bool]
Phrase = Callable[[TileSplit, TileDeal], bool]
HandTest = Callable[[TileHand], bool]
Preference = Callable[[TileDeal, Left], Left]

_SCALE_WORDS = {"pair": 12, "wong": 11, "gong": 10}
_HIGH_NINE_TILES = ({Tile(6, 6), Tile(1, 1)}, {Tile(6, 1), Tile(5, 2), Tile(4, 3)})


class TileWords(msgspec.Struct, frozen=True):
    """A file's own words and the ranking of the table, for reading what the file says."""

    words: Mapping[str, str]
    ranks: TileRanks

    # ── tiles and hands ──────────────────────────────────────────────────────────────────────────────────────────

    def tiles(self, text: str) -> frozenset[int]:
        """The tiles of a word."""
        try:
            return frozenset(self.ranks.number[Tile.parse(word)] for word in self.words.get(text, text).split())
        except NotReadableError as error:
            raise WordError(wrong("not-tiles", text=error.text, words=listed(self.words))) from None

    def pair(self, text: str) -> HandTest:
        """A test for the pairs a word names."""
        if text == "any":
            return lambda hand: hand.is_pair
        tests = [self._one_pair(part.strip()) for part in self.words.get(text, text).split(",")]
        return lambda hand: any(test(hand) for test in tests)

    def _one_pair(self, text: str) -> HandTest:
        if text == "supreme":
            return lambda hand: hand.kind is Kind.SUPREME
        if match := re.fullmatch(r"mixed ([5789])", text):
            spots = int(match[1])
            return lambda hand: hand.kind is Kind.MIXED and self.ranks.tiles[hand.tiles[0]].pips == spots
        number = self.ranks.number[Tile.parse(text)]
        return lambda hand: hand.kind is Kind.MATCHED and hand.tiles[0] == number

    def kind(self, text: str) -> HandTest:
        """A test for what a hand is: a kind, a value or values, or a threshold."""
        if text == "high nine":
            return self._is_high_nine
        if text == "pair":
            return lambda hand: hand.is_pair
        if text in (Kind.WONG, Kind.GONG, Kind.SUPREME):
            return lambda hand: hand.kind == text
        if match := re.fullmatch(r"(\d)(?:-(\d))?", text):
            if match[2] and match[2] < match[1]:
                raise WordError(wrong("reversed", text=text, turned=f"{match[2]}-{match[1]}"))
            values = range(int(match[1]), int(match[2] or match[1]) + 1)
            return lambda hand: hand.kind is Kind.VALUE and hand.value in values
        if match := re.fullmatch(r"(at least|under) (\d)(?: with (\d-\d))?", text):
            # Without a tile the value alone counts: no tile ranks as low as that.
            worst = max(self.ranks.rank) + 1
            tile = self.ranks.rank[self.ranks.number[Tile.parse(match[3])]] if match[3] else worst
            least = self.ranks.of_value(int(match[2]), tile)
            return (
                (lambda hand: hand.strength >= least) if match[1] == "at least" else lambda hand: hand.strength < least
            )
        raise WordError(wrong("not-hand", text=text))

    def _is_high_nine(self, hand: TileHand) -> bool:
        big, seven = _HIGH_NINE_TILES
        first, second = self.ranks.as_tiles(hand.tiles)
        return hand.kind is Kind.VALUE and ((first in big and second in seven) or (second in big and first in seven))

    # ── phrases ──────────────────────────────────────────────────────────────────────────────────────────────────

    def phrase(self, text: str) -> Phrase:
        """A description of a setting; all its parts must be true."""
        parts = [self._part(part.strip()) for part in text.split(",")]
        if len(parts) == 1:
            return parts[0]
        return lambda setting, deal: all(part(setting, deal) for part in parts)

    def _part(self, text: str) -> Phrase:
        if text in PHRASES:
            return PHRASES[text]
        if match := re.fullmatch(r"(low|high|some hand|no hand) is (.+)", text):
            return _of_hand(match[1], [self.kind(kind.strip()) for kind in match[2].split(" or ")])
        if match := re.fullmatch(r"(\w+)/(\w+)( or better)?", text):
            return _on_scale(_scale(match[1]), _scale(match[2]), or_better=bool(match[3]))
        if match := re.fullmatch(r"(.+) in (low|high)", text):
            tiles, where = self.tiles(match[1]), match[2]
            return lambda setting, deal: any(tile in tiles for tile in _hand(setting, where).tiles)
        if match := re.fullmatch(r"(.+) together", text):
            tiles = self.tiles(match[1])
            return lambda setting, deal: any(tiles.issuperset(hand.tiles) for hand in (setting.low, setting.high))
        raise WordError(wrong("not-setting", text=text))

    # ── conditions ───────────────────────────────────────────────────────────────────────────────────────────────

    def conditions(self, when: Mapping[str, Any]) -> list[TileCondition]:
        """The conditions of a table."""
        readers: dict[str, Callable[[Any], TileCondition]] = {
            "pair": lambda value: self._pair_condition(value, when.get("others")),
            "others": lambda value: _always,  # read together with ``pair``
            "has": self._has,
            "lacks": self._lacks,
            "can": self._can,
            "cannot": lambda value: _negated(self._can(value)),
            "best-low": lambda value: self._best(value, low_first=True),
            "best-high": lambda value: self._best(value, low_first=False),
            "any": self._any,
            "not": lambda value: _negated(self._whole(value)),
        }
        found: list[TileCondition] = []
        for key, value in when.items():
            if key not in readers:
                raise WordError(wrong("unknown-key", known=listed(readers)), key)
            if key == "others" and "pair" not in when:
                raise WordError(wrong("needs-pair"), key)
            with within(key):
                found.append(readers[key](value))
        return found

    def _whole(self, when: Any) -> TileCondition:
        if not isinstance(when, Mapping):
            raise WordError(not_a(dict, when))
        conditions = self.conditions(when)
        return lambda deal, left: all(condition(deal, left) for condition in conditions)

    def _any(self, value: Any) -> TileCondition:
        parts = [self._whole(part) for part in _listed(value)]
        return lambda deal, left: any(part(deal, left) for part in parts)

    def _pair_condition(self, value: Any, others: Any) -> TileCondition:
        is_pair = self.pair(_text(value))
        beside = [self._two_tiles(_text(pair)) for pair in _listed(others or [])]

        def condition(deal: TileDeal, left: Left) -> bool:
            for pair in deal.pairs:
                if is_pair(pair) and (not beside or any(fits(*deal.others(pair)) for fits in beside)):
                    return True
            return False

        return condition

    def _two_tiles(self, text: str) -> Callable[[int, int], bool]:
        words = text.split()
        if len(words) != 2:
            raise WordError(wrong("two-tiles", text=text))
        one, other = (self.tiles(word) for word in words)
        return lambda first, second: (first in one and second in other) or (first in other and second in one)

    def _has(self, value: Any) -> TileCondition:
        words = [self.tiles(_text(word)) for word in _listed(value)]
        return lambda deal, left: all(not word.isdisjoint(deal.tiles) for word in words)

    def _lacks(self, value: Any) -> TileCondition:
        words = [self.tiles(_text(word)) for word in _listed(value)]
        return lambda deal, left: all(word.isdisjoint(deal.tiles) for word in words)

    def _can(self, value: Any) -> TileCondition:
        phrases = [self.phrase(_text(phrase)) for phrase in _listed(value)]
        return lambda deal, left: any(phrase(setting, deal) for phrase in phrases for setting in left)

    def _best(self, value: Any, *, low_first: bool) -> TileCondition:
        phrase = self.phrase(_text(value))
        return lambda deal, left: phrase(best(left, low_first=low_first), deal)

    # ── preferences ──────────────────────────────────────────────────────────────────────────────────────────────

    def preference(self, text: str) -> Preference:
        """Which of several settings is played."""
        if text in PREFERENCES:
            measure = PREFERENCES[text]

            def most(deal: TileDeal, left: Left) -> Left:
                highest = max(measure(setting) for setting in left)
                return [setting for setting in left if measure(setting) == highest]

            return most
        phrase = self.phrase(text)
        return lambda deal, left: [setting for setting in left if phrase(setting, deal)] or left


def not_beaten(left: Left) -> Left:
    """The settings that no other equals or beats in both hands; equal settings do not beat each other."""

    def beats(one: TileSplit, other: TileSplit) -> bool:
        return one.rank != other.rank and one.rank[0] >= other.rank[0] and one.rank[1] >= other.rank[1]

    return [setting for setting in left if not any(beats(other, setting) for other in left)]


def _always(deal: TileDeal, left: Left) -> bool:
    return True


def _negated(condition: TileCondition) -> TileCondition:
    return lambda deal, left: not condition(deal, left)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise WordError(not_a(str, value))
    return value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _hand(setting: TileSplit, where: str) -> TileHand:
    return setting.low if where == "low" else setting.high


def _of_hand(where: str, tests: list[HandTest]) -> Phrase:
    if where in ("low", "high"):
        return lambda setting, deal: any(test(_hand(setting, where)) for test in tests)
    wanted = where == "some hand"
    return lambda setting, deal: any(test(hand) for test in tests for hand in (setting.low, setting.high)) == wanted


def _scale(word: str) -> int:
    if word in _SCALE_WORDS:
        return _SCALE_WORDS[word]
    if len(word) == 1 and word.isdecimal():
        return int(word)
    raise WordError(wrong("not-on-scale", text=word))


def _on_scale(low: int, high: int, *, or_better: bool) -> Phrase:
    if or_better:
        return lambda setting, deal: setting.low.scale >= low and setting.high.scale >= high
    return lambda setting, deal: setting.low.scale == low and setting.high.scale == high


def _top_two_apart(setting: TileSplit, deal: TileDeal) -> bool:
    return deal.tiles[:2] not in (setting.low.tiles, setting.high.tiles)


def _highest_with_lowest(setting: TileSplit, deal: TileDeal) -> bool:
    return (deal.tiles[0], deal.tiles[3]) in (setting.low.tiles, setting.high.tiles)


def _keeps_the_pair(setting: TileSplit, deal: TileDeal) -> bool:
    return setting.low.is_pair or setting.high.is_pair


PHRASES: dict[str, Phrase] = {
    "any setting": lambda setting, deal: True,
    "splits the pair": lambda setting, deal: bool(deal.pairs) and not _keeps_the_pair(setting, deal),
    "keeps the pair": _keeps_the_pair,
    "top two apart": _top_two_apart,
    "highest with lowest": _highest_with_lowest,
}
PREFERENCES: dict[str, Callable[[TileSplit], Any]] = {
    "best low": lambda setting: setting.rank,
    "best high": lambda setting: setting.rank[::-1],
    "most points": lambda setting: setting.low.scale + setting.high.scale,
    "closest": lambda setting: setting.low.scale - setting.high.scale,
}

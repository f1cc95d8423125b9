"""Answers on the felt: spots that are tapped, and chips that are placed on spots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from trainer.drills.forms.base import NOTHING, AnswerError, Form, Printer
from trainer.drills.wording import spot_words
from trainer.rulebooks import GameRules
from trainer.texts import Language, text

MOST_NUMBERED = 40  # a longer list of spots is not printed with numbers: spots are typed by name or id
_COUNT = re.compile(r"\s*=\s*(\d+)$")
_BETWEEN_SPOTS = " · "  # names of spots may contain commas: «campo, jugador 2»
_NUMBERS = {"straight-up"}  # the kind of spots that are named by their number alone


class SpotsForm(Form, frozen=True):
    """Spots tapped on the felt: ``split:14-17 red``; none is ``-``."""

    kind: ClassVar[str] = "spots"

    spots: tuple[str, ...]  # what can be tapped
    single: bool = False  # the question asks for one of them: another tap moves the mark

    @property
    def asks_for_numbers(self) -> bool:
        """Whether only numbers can be tapped: they are not bets, and the name of the bet is left out."""
        return {spot.partition(":")[0] for spot in self.spots} == _NUMBERS

    def canonical(self, answer: str) -> str:
        words = [] if answer.strip() == NOTHING else answer.split()
        for word in words:
            if word not in self.spots:
                raise AnswerError("no-such-spot", spot=word)
        return " ".join(sorted(set(words), key=self.spots.index)) or NOTHING

    def parse_typed(self, line: str, language: Language, rules: GameRules | None = None) -> str:
        return _parse(line, self.spots, language, rules, numbered=len(self.spots) <= MOST_NUMBERED)

    def input_help(self, language: Language, rules: GameRules | None) -> list[str]:
        listed = [f"{place}. {spot_words(rules, spot, language)}" for place, spot in enumerate(self.spots, start=1)]
        return [*(listed if len(self.spots) <= MOST_NUMBERED else []), text("drill.type-spots", language)]

    def words(self, answer: str, language: Language, rules: GameRules | None) -> str:
        if self.asks_for_numbers:
            return ", ".join(spot.partition(":")[2] for spot in answer.split())
        return ", ".join(spot_words(rules, spot, language) for spot in answer.split())

    def lines(self, answer: str, printer: Printer) -> list[str]:
        if self.asks_for_numbers:
            return [_BETWEEN_SPOTS.join(spot.partition(":")[2] for spot in answer.split())]
        return [_BETWEEN_SPOTS.join(printer.spot(spot) for spot in answer.split())]

    def to_plain(self, rules: GameRules | None) -> dict[str, Any]:
        plain = {"kind": self.kind, "spots": _plain(self.spots, rules)}
        return plain | {"single": True} if self.single else plain

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        return cls(tuple(spot["id"] for spot in plain["spots"]), plain.get("single", False))


class PlaceForm(Form, frozen=True):
    """Chips placed on spots: ``split:4-7=1 street:0-2-3=2``; none is ``-``."""

    kind: ClassVar[str] = "place"

    spots: tuple[str, ...]
    chip: str = ""  # the chip that is placed, by value or colour

    def canonical(self, answer: str) -> str:
        counts: dict[str, int] = {}
        for word in [] if answer.strip() == NOTHING else answer.split():
            spot, _, count = word.partition("=")
            if spot not in self.spots:
                raise AnswerError("no-such-spot", spot=spot)
            if not (count or "1").isdigit():
                raise AnswerError("not-a-placing", given=word)
            counts[spot] = counts.get(spot, 0) + int(count or 1)
        taken = sorted((spot for spot in counts if counts[spot]), key=self.spots.index)
        return " ".join(f"{spot}={counts[spot]}" for spot in taken) or NOTHING

    def parse_typed(self, line: str, language: Language, rules: GameRules | None = None) -> str:
        return _parse(line, self.spots, language, rules, numbered=False)

    def input_help(self, language: Language, rules: GameRules | None) -> list[str]:
        example = [f"{spot_words(rules, spot, language)} = {count}" for count, spot in enumerate(self.spots[:2], 1)]
        return [text("drill.type-places", language, example=", ".join(example))]

    def words(self, answer: str, language: Language, rules: GameRules | None) -> str:
        placed = [word.partition("=") for word in answer.split()]
        return ", ".join(f"{spot_words(rules, spot, language)} = {count}" for spot, _, count in placed)

    def prose(self, answer: str, language: Language, rules: GameRules | None) -> str:
        if answer == NOTHING:
            return text("lesson.nothing", language)
        placed = [word.partition("=") for word in answer.split()]
        return ", ".join(
            f"{spot_words(rules, spot, language)} × {count}" if count else spot_words(rules, spot, language)
            for spot, _, count in placed
        )

    def lines(self, answer: str, printer: Printer) -> list[str]:
        placed = [word.partition("=") for word in answer.split()]
        return [_BETWEEN_SPOTS.join(f"{printer.spot(spot)}\u00a0×\u00a0{count}" for spot, _, count in placed)]

    def to_plain(self, rules: GameRules | None) -> dict[str, Any]:
        return {"kind": self.kind, "spots": _plain(self.spots, rules), "chip": self.chip}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        return cls(tuple(spot["id"] for spot in plain["spots"]), plain["chip"])


def _plain(spots: Sequence[str], rules: GameRules | None) -> list[dict[str, Any]]:
    return [
        {"id": spot, "label": {language.value: spot_words(rules, spot, language) for language in Language}}
        for spot in spots
    ]


def _parse(line: str, spots: Sequence[str], language: Language, rules: GameRules | None, *, numbered: bool) -> str:
    """Spots by name, id or (``numbered``) number in the list, each with an optional count: ``Red = 2, split:14-17``."""
    names = {spot_words(rules, spot, language).casefold(): spot for spot in spots}
    if numbered:
        names |= {str(place): spot for place, spot in enumerate(spots, start=1)}
    names |= {spot: spot for spot in spots}
    parts = [part.strip() for part in re.split(r"[,;]", line) if part.strip()]
    if not all(_COUNT.sub("", part).casefold() in names for part in parts):
        parts = line.replace(",", " ").split()
    found = []
    for part in parts:
        count = _COUNT.search(part)
        name = _COUNT.sub("", part)
        found.append(names.get(name.casefold(), name) + (f"={count[1]}" if count else ""))
    return " ".join(found)

"""The search of home: games, drills, pages, sessions and screens by the beginnings of their words.

Accents make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import msgspec

from trainer.course.path import Course
from trainer.drills.terms import in_terms
from trainer.rulebooks import Library, RulebookError
from trainer.runs.offers import Offer, Offers
from trainer.texts import Language, say, text

MOST = 7  # results shown at once
SCREENS = (
    *("mistakes", "challenge-60", "challenge-180", "class", "placement", "exams", "own"),
    *("progress", "sensors", "settings", "school", "lesson"),
)
_NOT_TEXT = re.compile(r"!?\[[^\]]*\]\([^)]*\)|\{\{[^}]*\}\}|[*_`#|]")


class Entry(msgspec.Struct, frozen=True):
    """Something that can be found. ``kind`` is ``game``, ``drill``, ``page`` or ``screen``, which may be a session;
    ``id`` is that of the drill, page, screen or session."""

    kind: str
    label: str
    note: str
    game: str = ""
    id: str = ""
    words: str = ""  # everything it is found by, folded

    def rank(self, wanted: list[str]) -> int | None:
        """0 if each wanted word begins a word of the label, 1 if each begins one of all its words; else `None`."""
        label = f" {folded(self.label)}"
        if all(f" {word}" in label for word in wanted):
            return 0
        return 1 if all(f" {word}" in self.words for word in wanted) else None


def folded(words: str) -> str:
    """Lower case, without accents, words separated by single spaces."""
    plain = "".join(each for each in unicodedata.normalize("NFD", words) if not unicodedata.combining(each))
    return " ".join(re.findall(r"\w+", plain.casefold()))


class HomeIndex:
    """Everything under a regulation in one language. Games are added one at a time, because each must be loaded."""

    def __init__(self, offers: Offers, rulebook: str, language: Language) -> None:
        self.entries: list[Entry] = [_screen(name, language) for name in SCREENS]
        self._waiting = list(offers.games(rulebook))
        self._offers, self._rulebook, self._language = offers, rulebook, language

    def is_of(self, rulebook: str, language: Language) -> bool:
        return (self._rulebook, self._language) == (rulebook, language)

    def add_next(self) -> bool:
        """Add one game; tells whether there are more."""
        if self._waiting:
            game = self._waiting.pop(0)
            try:
                offer = self._offers.offer(self._rulebook, game)
            except RulebookError:
                return bool(self._waiting)
            self.entries += _entries(offer, self._offers.library, self._language)
        return bool(self._waiting)

    def find(self, words: str, first: str) -> list[Entry]:
        """The best entries that have all words; those of the game ``first`` before others of the same rank."""
        wanted = folded(words).split()
        if not wanted:
            return []
        order = {"game": 0, "screen": 1, "drill": 2, "page": 3}
        ranked = [(rank, each) for each in self.entries if (rank := each.rank(wanted)) is not None]
        ranked.sort(key=lambda found: (found[0], found[1].game not in ("", first), order[found[1].kind]))
        return [each for _, each in ranked[:MOST]]


def _screen(name: str, language: Language) -> Entry:
    label = text(f"sessions.small.{name}", language)
    return Entry("screen", label, text("front.search.screen", language), id=name, words=f" {folded(label)}")


def _entries(offer: Offer, library: Library, language: Language) -> Iterator[Entry]:
    rules = offer.rules
    name = say(rules.names, language)
    yield Entry("game", name, text("front.search.game", language), rules.game, words=f" {folded(name)}")
    note = text("front.search.drill", language, game=name)
    for family in offer.families:
        label = say(in_terms(family.name, rules), language)
        levels = [say(family.level_name(number), language) for number in range(1, len(family.levels) + 1)]
        words = folded(" ".join([label, say(in_terms(family.about, rules), language), *levels]))
        yield Entry("drill", label, note, rules.game, family.id, f" {words}")
    note = text("front.search.page", language, game=name)
    for heading, body in Course(rules, language, library).written():
        words = folded(f"{heading.title} {_NOT_TEXT.sub(' ', body)}")
        yield Entry("page", heading.title, note, rules.game, heading.id, f" {words}")

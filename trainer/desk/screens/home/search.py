"""Search index of home: games, drills, pages, sessions and screens, found by the beginnings of their words.

Accents make no difference. Words of the other language find the same things, ranked after words of the user's own:
the trade says *horn* in Spanish too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

from trainer.course.path import Course
from trainer.drills.core import Family
from trainer.drills.terms import in_terms
from trainer.rulebooks import GameRules, Library, RulebookError
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
    words: tuple[str, ...] = ()  # everything it is found by, folded: in the shown language, then in the others

    def rank(self, wanted: list[str]) -> int | None:
        """0 if each wanted word begins a word of the label, 1 or more if each begins one of its words in a language;
        else `None`."""
        for rank, words in enumerate((folded(self.label), *self.words)):
            if all(f" {word}" in f" {words}" for word in wanted):
                return rank
        return None


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
    labels = [text(f"sessions.small.{name}", each) for each in _from(language)]
    return Entry("screen", labels[0], text("front.search.screen", language), id=name, words=_folded_each(labels))


def _entries(offer: Offer, library: Library, language: Language) -> Iterator[Entry]:
    rules, languages = offer.rules, _from(language)
    names = [say(rules.names, each) for each in languages]
    yield Entry("game", names[0], text("front.search.game", language), rules.game, words=_folded_each(names))
    note = text("front.search.drill", language, game=names[0])
    for family in offer.families:
        words = _folded_each(_drill_words(family, rules, each) for each in languages)
        yield Entry("drill", say(in_terms(family.name, rules), language), note, rules.game, family.id, words)
    note = text("front.search.page", language, game=names[0])
    own, *others = (
        {heading.id: (heading.title, body) for heading, body in Course(rules, each, library).written()}
        for each in languages
    )
    for page, (title, _) in own.items():
        written = [pages[page] for pages in (own, *others) if page in pages]
        words = _folded_each(f"{heading} {_NOT_TEXT.sub(' ', body)}" for heading, body in written)
        yield Entry("page", title, note, rules.game, page, words)


def _from(language: Language) -> list[Language]:
    """All languages, beginning with one."""
    return [language, *(each for each in Language if each is not language)]


def _folded_each(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(folded, texts))


def _drill_words(family: Family, rules: GameRules, language: Language) -> str:
    levels = [say(family.level_name(number), language) for number in range(1, len(family.levels) + 1)]
    return " ".join(
        [say(in_terms(family.name, rules), language), say(in_terms(family.about, rules), language), *levels]
    )

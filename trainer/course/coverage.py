"""What of a regulation is there: for every game its provisions, and which of them are asked and told.

A provision is what the rules cite: an article with its lines. It is *asked* where a drill gives it as a reason, *told*
where a page of the course shows it. What is told and not asked says to which part of the rules it belongs, and with it
why: equipment is looked at and conduct kept, and nothing is decided there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from trainer import catalogue
from trainer.course.path import COMPARE, Course
from trainer.drills import families
from trainer.drills.core import Family
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, Library
from trainer.texts import Language

PARTS = ("bets", "equipment", "staff", "procedure", "calls", "orders", "irregularities", "conduct", "options")
_SEEDS = 6  # of each level: enough for nearly every reason a drill can give
_SKIPPED = ("edge", COMPARE)  # pages that tell nothing of this regulation's text
_CITED = re.compile(r"(?<!\*)\*([^*\s][^*\n]* L\d[^*\n]*)\*(?!\*)")  # in italics; what is bold has two stars
_LINES = re.compile(r"L(\d+)(?:-L?(\d+))?")


class Provision(msgspec.Struct, frozen=True):
    """An article with the lines that are cited of it."""

    article: str
    lines: tuple[int, ...]
    asked: tuple[str, ...]  # drills that give any of these lines as a reason
    told: tuple[str, ...]  # pages that show any of them
    lines_asked: int
    lines_told: int
    unasked: tuple[str, ...]  # the parts of the rules to which the lines that are not asked belong


class Covered(msgspec.Struct, frozen=True):
    """One game under one regulation."""

    rulebook: str
    game: str
    parts: dict[str, int]  # how many entries each part of the rules has; 0: the regulation has nothing on it
    provisions: tuple[Provision, ...]

    @property
    def lines(self) -> int:
        return sum(len(each.lines) for each in self.provisions)

    @property
    def lines_asked(self) -> int:
        return sum(each.lines_asked for each in self.provisions)

    @property
    def lines_told(self) -> int:
        return sum(each.lines_told for each in self.provisions)


def coverage(library: Library, rulebook: str = "", game: str = "") -> Iterator[Covered]:
    """Every game of every regulation, or those wanted."""
    for book in library.rulebooks():
        for name in library.games(book):
            wanted = (not rulebook or book == rulebook) and (not game or name == game)
            if wanted and name in catalogue.BY_GAME:
                yield covered(library, load_rules(library, book, name))


def covered(library: Library, rules: GameRules) -> Covered:
    """What is there of one game."""
    cited = _lines_of(citation for citations in _citations(rules).values() for citation in citations)
    asked = _asked(rules)
    told = _told(library, rules)
    parted = {part: _lines_of(citations) for part, citations in _citations(rules).items()}
    provisions = []
    for article, lines in sorted(cited.items()):
        unasked = lines - _united(asked, article)
        provisions.append(
            Provision(
                article,
                tuple(sorted(lines)),
                tuple(name for name, found in asked.items() if found.get(article, set()) & lines),
                tuple(name for name, found in told.items() if found.get(article, set()) & lines),
                len(lines) - len(unasked),
                len(lines & _united(told, article)),
                tuple(part for part, found in parted.items() if found.get(article, set()) & unasked),
            )
        )
    parts = {part: len(getattr(rules, part)) for part in PARTS}
    parts["limits"] = sum(bet.minimum is not None or bet.maximum is not None for bet in rules.bets.values())
    return Covered(rules.rulebook, rules.game, parts, tuple(provisions))


Lines = dict[str, set[int]]  # by article


def _united(found: Mapping[str, Lines], article: str) -> set[int]:
    return set().union(*(lines.get(article, set()) for lines in found.values()))


def lines_of(citation: Citation) -> set[int]:
    """The numbers of the lines a citation points at.

    >>> sorted(lines_of(Citation.parse("II.1.4 L291, L427-430")))
    [291, 427, 428, 429, 430]
    """
    found: set[int] = set()
    for first, last in _LINES.findall(citation.lines):
        found.update(range(int(first), int(last or first) + 1))
    return found


def _lines_of(citations: Iterable[Citation]) -> Lines:
    found: Lines = defaultdict(set)
    for citation in citations:
        if citation.lines:  # a house standard points at none
            found[citation.article] |= lines_of(citation)
    return dict(found)


def _citations(rules: GameRules) -> dict[str, list[Citation]]:
    """Every citation of a game by the part of the rules that gives it, ``figures`` being what only its engine reads;
    not that of the whole chapter."""
    found = {part: [entry.cite for entry in getattr(rules, part).values()] for part in PARTS}
    found["limits"] = [bet.limit_cite for bet in rules.bets.values() if bet.limit_cite is not None]
    if rules.off_limits is not None:
        found["limits"].append(rules.off_limits.cite)
    found["figures"] = list(_in_data(rules.rules))
    return found


def _in_data(data: Any) -> Iterator[Citation]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key == "cite" and isinstance(value, str):
                yield Citation.parse(value)
            else:
                yield from _in_data(value)
    elif isinstance(data, list):
        for part in data:
            yield from _in_data(part)


def _asked(rules: GameRules) -> dict[str, Lines]:
    """By drill: the lines its answers rest on."""
    return {family.id: _lines_of(_reasons(family, rules)) for family in families(rules.game) if family.fits(rules)}


def _reasons(family: Family, rules: GameRules) -> set[Citation]:
    found: set[Citation] = set()
    for level in range(1, len(family.levels) + 1):
        seeds = family.facts(rules, level) if family.facts is not None else _SEEDS
        for seed in range(seeds):
            found.update(reason.cite for reason in family.make(rules, level, seed).draft.reasons if reason.cite)
    return found


def _told(library: Library, rules: GameRules) -> dict[str, Lines]:
    """By page: the lines it shows."""
    course = Course(rules, Language.ES, library)
    found = {}
    for heading in course.contents:
        if heading.id not in _SKIPPED:
            shown = _CITED.findall(course.page(heading.id).markdown)
            found[heading.id] = _lines_of(Citation.parse(cited) for cited in shown)
    return found

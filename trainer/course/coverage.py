"""What of a regulation is there: for every game its provisions, and which of them are asked and told.

A provision is what the rules cite: an article with its lines. It is *asked* where a drill gives it as a reason, *told*
where a page of the course shows it, at the table or one of its variants. What no drill asks is named in
``unasked.toml`` with the reason; what is in neither place is a hole that somebody should fill or explain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from trainer import catalogue
from trainer.course.citations import lines_of
from trainer.course.comparison import COMPARED
from trainer.course.path import Course
from trainer.drills import families
from trainer.drills.core import Family
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, Library
from trainer.rulebooks.library import GENERAL
from trainer.system.toml_cache import read_toml
from trainer.texts import Language, text

PARTS = ("bets", "equipment", "staff", "procedure", "calls", "orders", "irregularities", "conduct", "options")
_DATA = "rules"  # what only the engine reads
_CITE = "cite"
_SEEDS = 10  # of each level: enough for nearly every reason a drill can give
_SKIPPED = ("edge", *COMPARED)  # pages that tell nothing of this regulation's text
_UNASKED = Path(__file__).with_name("unasked.toml")


class Provision(msgspec.Struct, frozen=True):
    """An article with the lines that are cited of it."""

    article: str
    lines: tuple[int, ...]
    asked: tuple[str, ...]  # drills that give any of these lines as a reason
    told: tuple[str, ...]  # pages that show any of them
    lines_asked: int
    lines_told: int
    unasked: dict[str, str]  # its entries that no drill asks, and why: a kind of ``unasked.toml``, or nothing
    untold: tuple[str, ...]  # its entries that no page shows


class Covered(msgspec.Struct, frozen=True):
    """One game under one regulation."""

    rulebook: str
    game: str
    parts: dict[str, int]  # how many entries each part of the rules has; 0: the regulation has nothing on it
    provisions: tuple[Provision, ...]
    reasons: dict[str, dict[str, str]]  # the words of every kind of reason given, by language

    @property
    def lines(self) -> int:
        return sum(len(each.lines) for each in self.provisions)

    @property
    def lines_asked(self) -> int:
        return sum(each.lines_asked for each in self.provisions)

    @property
    def lines_told(self) -> int:
        return sum(each.lines_told for each in self.provisions)

    @property
    def holes(self) -> tuple[str, ...]:
        """Entries that are not asked and do not say why, or are not told."""
        return tuple(
            f"{each.article} {entry}"
            for each in self.provisions
            for entry in (*(entry for entry, why in each.unasked.items() if not why), *each.untold)
        )


def coverage(library: Library, rulebook: str = "", game: str = "") -> Iterator[Covered]:
    """Every game of every regulation, or those wanted."""
    for book in library.rulebooks():
        for name in library.games(book):
            wanted = (not rulebook or book == rulebook) and (not game or name == game)
            if wanted and name in catalogue.BY_GAME:
                yield covered(library, load_rules(library, book, name))


def covered(library: Library, rules: GameRules) -> Covered:
    """What is there of one game, with all its variants."""
    tables = [load_rules(library, rules.rulebook, rules.game, variant) for variant in rules.variants] or [rules]
    asked, told = _together(map(_asked, tables)), _together(_told(library, each) for each in tables)
    if library.has(rules.rulebook, GENERAL):  # what holds at every table is asked with the trade
        asked = _together(iter((asked, _asked(load_rules(library, rules.rulebook, GENERAL)))))
    any_asked, any_told = _united(asked), _united(told)
    entries: dict[str, dict[str, frozenset[int]]] = defaultdict(dict)  # by article
    for name, citation in _citations(rules):
        if lines := lines_of(citation):  # a house standard points at none
            entries[citation.article][name] = entries[citation.article].get(name, frozenset()) | lines
    provisions = []
    for article, named in sorted(entries.items()):
        lines = frozenset[int]().union(*named.values())
        provisions.append(
            Provision(
                article,
                tuple(sorted(lines)),
                tuple(family for family, found in asked.items() if found & lines),
                tuple(page for page, found in told.items() if found & lines),
                len(lines & any_asked),
                len(lines & any_told),
                {name: unasked_because(name) for name, found in named.items() if not found & any_asked},
                tuple(name for name, found in named.items() if not found & any_told),
            )
        )
    parts = {part: len(getattr(rules, part)) for part in PARTS}
    parts["limits"] = sum(bet.minimum is not None or bet.maximum is not None for bet in rules.bets.values())
    kinds = dict.fromkeys(kind for each in provisions for kind in each.unasked.values() if kind)
    reasons = {kind: {each.value: text(f"coverage.why.{kind}", each) for each in Language} for kind in kinds}
    return Covered(rules.rulebook, rules.game, parts, tuple(provisions), reasons)


@cache
def unasked() -> dict[str, str]:
    """Entries that no drill asks (``conduct.age``), and the kind of reason; the words stand in the texts."""
    kinds: dict[str, dict[str, list[str]]] = read_toml(_UNASKED)
    return {f"{part}.{key}": kind for kind, parts in kinds.items() for part, keys in parts.items() for key in keys}


def unasked_because(entry: str) -> str:
    """Why no drill asks an entry; nothing if nobody said."""
    part = entry.partition(".")[0]
    return unasked().get(entry) or unasked().get(f"{part}.*", "")


Lines = dict[str, frozenset[int]]  # by drill, or by page: a line's number is the whole regulation's


def _together(found: Iterator[Lines]) -> Lines:
    """What the tables of a game have, one beside the other."""
    joined: Lines = {}
    for each in found:
        for name, lines in each.items():
            joined[name] = joined.get(name, frozenset()) | lines
    return joined


def _united(found: Lines) -> frozenset[int]:
    return frozenset[int]().union(*found.values())


def _citations(rules: GameRules) -> Iterator[tuple[str, Citation]]:
    """Every citation of a game by its entry, and of what only its engine reads; not that of the whole chapter."""
    for part in PARTS:
        for key, entry in getattr(rules, part).items():
            yield f"{part}.{key}", entry.cite
            limit, pays = getattr(entry, "limit_cite", None), getattr(entry, "pays_cite", None)
            if limit is not None:
                yield f"limits.{key}", limit
            if pays is not None:
                yield f"{part}.{key}", pays
            yield from _in_data(f"{part}.{key}", getattr(entry, "data", {}))
    if rules.off_limits is not None:
        yield "limits.off-limits", rules.off_limits.cite
    yield from _in_data(_DATA, {key: value for key, value in rules.rules.items() if key != _CITE})


def _in_data(name: str, data: Any) -> Iterator[tuple[str, Citation]]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key == _CITE and isinstance(value, str):
                yield name, Citation.parse(value)
            elif key.endswith(f"-{_CITE}") and isinstance(value, str):  # of one figure beside others
                yield f"{name}.{key.removesuffix(f'-{_CITE}')}", Citation.parse(value)
            else:
                yield from _in_data(f"{name}.{key}", value)
    elif isinstance(data, list):
        for part in data:
            yield from _in_data(name, part)


def _asked(rules: GameRules) -> Lines:
    """By drill: the lines its answers rest on."""
    return {family.id: _cited(_reasons(family, rules)) for family in families(rules.game) if family.fits(rules)}


def _cited(citations: Iterable[Citation]) -> frozenset[int]:
    return frozenset[int]().union(*map(lines_of, citations))


def _reasons(family: Family, rules: GameRules) -> set[Citation]:
    found: set[Citation] = set()
    for level in range(1, len(family.levels) + 1):
        seeds = family.facts(rules, level) if family.facts is not None else _SEEDS
        for seed in range(seeds):
            found.update(reason.cite for reason in family.make(rules, level, seed).draft.reasons if reason.cite)
    return found


def _told(library: Library, rules: GameRules) -> Lines:
    """By page: the lines it shows."""
    course = Course(rules, Language.ES, library)
    pages = (course.page(heading.id) for heading in course.contents if heading.id not in _SKIPPED)
    return {page.heading.id: _cited(page.cites) for page in pages}

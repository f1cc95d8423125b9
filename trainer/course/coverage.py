"""Coverage of a regulation: which entries of each game's rules are asked by drills and taught by the course.

An entry is *asked* if a drill gives it as a reason, and *told* if a page of the course shows it, at the table or one of
its variants. ``unasked.toml`` gives the reason for entries that no drill asks; an entry that is neither asked nor
explained is a gap. `counted_in` counts the same provision by provision over the whole text of the regulation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from trainer import catalogue
from trainer.course.comparison import COMPARED
from trainer.course.pages import CITATION
from trainer.course.path import Course
from trainer.course.provisions import ROW, Counted, Said, counted
from trainer.drills import families
from trainer.drills.core import Family
from trainer.equipment.odds import Odds
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, Library
from trainer.rulebooks.library import GENERAL
from trainer.system.toml_cache import read_toml
from trainer.texts import Language, Message, Names, say, text

PARTS = ("bets", "equipment", "staff", "procedure", "calls", "orders", "irregularities", "conduct", "options")
_DATA = "rules"  # data read by the engine only
_CITE = "cite"
_SEEDS = 10  # per level; enough for nearly all reasons of a drill
_COMPARING = ("two-rulebooks", "same-accident")  # drills whose reasons cite other regulations as well
_SKIPPED = ("edge", *COMPARED, *(f"drill:{family}" for family in _COMPARING))  # pages that cite other regulations
_UNASKED = Path(__file__).with_name("unasked.toml")
_CLAUSE = re.compile(r"(?<=[.;])\s+|\s*·\s*|<br>|\n(?=[-\d])")  # between two clauses of a page
_HEADER = re.compile(r"\|[^\n]*\|\n\|(?: --- \|)+\n?")  # of a table
_LETTERS = re.compile(r"[^\W\d_]{3}")


class Provision(msgspec.Struct, frozen=True):
    """An article with its cited lines."""

    article: str
    lines: tuple[int, ...]
    asked: tuple[str, ...]  # drills that cite one of these lines
    told: tuple[str, ...]  # pages that cite one of these lines
    unasked: dict[str, str]  # entries that no drill asks → kind of reason in ``unasked.toml``, or empty
    untold: tuple[str, ...]  # entries that no page shows


class Covered(msgspec.Struct, frozen=True):
    """Coverage of one game under one regulation."""

    rulebook: str
    game: str
    parts: dict[str, int]  # number of entries by part of the rules
    provisions: tuple[Provision, ...]
    reasons: dict[str, dict[str, str]]  # text of each kind of reason, by language
    answers: tuple[Said, ...] = ()  # each distinct reason that a drill gives, with its words and its cited lines
    sentences: tuple[Said, ...] = ()  # each distinct clause that stands on a page, with the lines it cites

    @property
    def holes(self) -> tuple[str, ...]:
        """Entries that are not taught, or not asked without a reason."""
        return tuple(
            f"{each.article} {entry}"
            for each in self.provisions
            for entry in (*(entry for entry, why in each.unasked.items() if not why), *each.untold)
        )


def coverage(library: Library, rulebook: str = "", game: str = "") -> Iterator[Covered]:
    """Coverage of all games of all regulations, or of the given ones."""
    for book in library.rulebooks():
        for name in library.games(book):
            wanted = (not rulebook or book == rulebook) and (not game or name == game)
            if wanted and name in catalogue.BY_GAME:
                yield covered(library, load_rules(library, book, name))


def covered(library: Library, rules: GameRules) -> Covered:
    """Coverage of one game with all its variants."""
    tables = [load_rules(library, rules.rulebook, rules.game, variant) for variant in rules.variants] or [rules]
    asking, pages = _together(map(_asked, tables)), _together(_told(library, each) for each in tables)
    if library.has(rules.rulebook, GENERAL):  # general rules are asked by the drills of the trade
        asking = _together(iter((asking, _asked(load_rules(library, rules.rulebook, GENERAL)))))
    asked, told = _lines(asking), _lines(pages)
    any_asked, any_told = _united(asked), _united(told)
    entries: dict[str, dict[str, frozenset[int]]] = defaultdict(dict)  # by article
    for name, citation in _citations(rules):
        if lines := citation.line_numbers:  # house standards cite no lines
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
                {name: unasked_because(name) for name, found in named.items() if not found & any_asked},
                tuple(name for name, found in named.items() if not found & any_told),
            )
        )
    parts = {part: len(getattr(rules, part)) for part in PARTS}
    parts["limits"] = sum(bet.minimum is not None or bet.maximum is not None for bet in rules.bets.values())
    kinds = dict.fromkeys(kind for each in provisions for kind in each.unasked.values() if kind)
    reasons = {kind: {each.value: text(f"coverage.why.{kind}", each) for each in Language} for kind in kinds}
    return Covered(rules.rulebook, rules.game, parts, tuple(provisions), reasons, _distinct(asking), _distinct(pages))


def _distinct(citing: Citing) -> tuple[Said, ...]:
    """Phrases with the lines they cite, each once, even if several drills or pages contain it."""
    said = sorted({(said, tuple(sorted(lines))) for found in citing.values() for said, lines in found})
    return once(said)


def once(said: Iterable[Said]) -> tuple[Said, ...]:
    """What differs only in the words of the question, which stand in lines of their own, once."""
    found: dict[Said, Said] = {}
    for words, lines in said:
        found.setdefault((words.partition("\n")[0], lines), (words, lines))
    return tuple(found.values())


def counted_in(found: Iterable[Covered], text: Sequence[str] = ()) -> Counted:
    """The dealer's provisions of a whole regulation, and how many its games ask and tell; ``text`` is the official one,
    line by line, with which the words of the pages are compared."""
    games = list(found)
    answers = once(answer for each in games for answer in each.answers)
    sentences = {sentence for each in games for sentence in each.sentences}
    return counted(games[0].rulebook if games else "", answers, sentences, text)


@cache
def unasked() -> dict[str, str]:
    """Entries that no drill asks (``conduct.age``), with the kind of reason; the texts explain the kinds."""
    kinds: dict[str, dict[str, list[str]]] = read_toml(_UNASKED)
    return {f"{part}.{key}": kind for kind, parts in kinds.items() for part, keys in parts.items() for key in keys}


def unasked_because(entry: str) -> str:
    """Kind of reason why no drill asks an entry; empty if none is given."""
    part = entry.partition(".")[0]
    return unasked().get(entry) or unasked().get(f"{part}.*", "")


Cited = tuple[str, frozenset[int]]  # what is said, and the lines it cites
Citing = dict[str, frozenset[Cited]]  # by drill or page
Lines = dict[str, frozenset[int]]  # cited lines by drill or page


def _together(found: Iterator[Citing]) -> Citing:
    """Merge the coverage of the variants of a game."""
    joined: Citing = {}
    for each in found:
        for name, cited in each.items():
            joined[name] = joined.get(name, frozenset()) | cited
    return joined


def _lines(citing: Citing) -> Lines:
    return {name: frozenset[int]().union(*(lines for _, lines in cited)) for name, cited in citing.items()}


def _united(found: Lines) -> frozenset[int]:
    return frozenset[int]().union(*found.values())


def _citations(rules: GameRules) -> Iterator[tuple[str, Citation]]:
    """Citations of a game by entry, without that of the whole chapter."""
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
            elif key.endswith(f"-{_CITE}") and isinstance(value, str):  # citation of a single figure
                yield f"{name}.{key.removesuffix(f'-{_CITE}')}", Citation.parse(value)
            else:
                yield from _in_data(f"{name}.{key}", value)
    elif isinstance(data, list):
        for part in data:
            yield from _in_data(name, part)


def _asked(rules: GameRules) -> Citing:
    """The distinct reasons of the answers with their cited lines, by drill."""
    asking = (family for family in families(rules.game) if family.fits(rules) and family.id not in _COMPARING)
    return {family.id: frozenset(_reasons(family, rules)) for family in asking}


def _reasons(family: Family, rules: GameRules) -> Iterator[Cited]:
    """Reasons of a drill with the question and the explanation; two are the same if they differ only in amounts."""
    for level in range(1, len(family.levels) + 1):
        seeds = family.facts(rules, level) if family.facts is not None else _SEEDS
        for seed in range(seeds):
            draft = family.make(rules, level, seed).draft
            for reason in draft.reasons:
                if reason.cite:
                    named = [str(each) for each in reason.params.values() if isinstance(each, Names | Message | Odds)]
                    is_by_heart = reason.rule.startswith("by-heart")  # explained by the whole rule, whatever is asked
                    words = say(draft.prompt, Language.ES) if is_by_heart else family.explain(reason, Language.ES)
                    yield f"{' '.join((reason.rule, *named))}\n{words}", reason.cite.line_numbers


def _told(library: Library, rules: GameRules) -> Citing:
    """The clauses of the pages with the lines they cite, by page."""
    course = Course(rules, Language.ES, library)
    told = (heading.id for heading in course.contents if heading.id not in _SKIPPED)
    return {page: frozenset(clauses(course.with_lines(page).markdown)) for page in told}


def clauses(markdown: str) -> Iterator[Cited]:
    """Each clause of a page with the lines of the citation that follows it in its paragraph.

    A citation alone in a paragraph stands for the table or the paragraph above it, one that follows another for the
    same clauses.
    """
    above: list[str] = []  # clauses of the paragraph above, if it has no citation
    markdown = markdown.replace("\N{NO-BREAK SPACE}", " ")
    for paragraph in markdown.split("\n\n"):
        *cited, rest = CITATION.split(paragraph)  # clauses and citations in turn, then what follows the last citation
        told = above
        for said, citation in zip(cited[::2], cited[1::2], strict=True):
            told = _parts(said) or told
            lines = Citation.parse(citation).line_numbers
            yield from ((clause, lines) for clause in told)
        above = [] if cited else _parts(rest)


def _parts(said: str) -> list[str]:
    """The clauses of a text; a row of a table is one, or one for each line of its cells after the first."""
    found: list[str] = []
    for line in re.split(r"\n(?=\|)", _HEADER.sub("", said)):
        cells = [cell.strip() for cell in line.split("|") if cell.strip()]
        if not line.startswith(ROW):
            found += (clause for clause in map(str.strip, _CLAUSE.split(line)) if _LETTERS.search(clause))
        elif "<br>" in "".join(cells[1:]):
            found += (f"{ROW}{cells[0]}: {part}" for cell in cells[1:] for part in cell.split("<br>"))
        elif cells:
            others = ": ".join(["", *cells[1:]])
            found += (f"{ROW}{first}{others}" for first in cells[0].split("<br>"))
    return found

"""Sentences that a course keeps unmarked, or a drill asks, when a house changes one figure of a regulation.

Each whole number of a game is changed in a file that extends the regulation, one at a time, as a house would. A line of
a page that cites the same lines, is as before and still gives the old number must carry the remark with the new one. No
question may have such a sentence as its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from trainer.course.comparison import COMPARED
from trainer.course.pages import CITATION
from trainer.course.path import EXAMINED, Course
from trainer.drills import families
from trainer.drills.number_words import every_figure_in
from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, Library, RulebookError
from trainer.rulebooks.library import SHIPPED
from trainer.texts import Language, Names, say

_NUMBERED = re.compile(r"^\d+\. |«[^»]*»|\*\*[^*]*\*\*|\d+ %")  # the number of a step, a call, a name, a share
_PRICED = re.compile(r"\d+ a \d+|Como «")  # prices have a test of their own
_SKIPPED = (*COMPARED, EXAMINED, "edge")
Figure = tuple[tuple[str, ...], int, frozenset[int]]  # path in the rules, value, lines cited for it


def figures_of(data: Mapping[str, Any], path: tuple[str, ...] = (), near: frozenset[int] = frozenset()) -> list[Figure]:
    """The whole numbers above one, each with the lines that are cited beside or above it."""
    cited = (value for key, value in data.items() if key.endswith("cite") and isinstance(value, str))
    near = frozenset[int]().union(*(Citation.parse(each).line_numbers for each in cited)) or near
    found: list[Figure] = []
    for key, value in data.items():
        if isinstance(value, Mapping):
            found += figures_of(value, (*path, key), near)
        elif isinstance(value, int) and not isinstance(value, bool) and value > 1:
            found.append(((*path, key), value, near))
    return found


def unmarked(rulebook: str, game: str, folder: Path) -> Iterator[str]:
    """Each line of a page that keeps an old figure without a remark."""
    usual = _lines(load_rules(Library([SHIPPED]), rulebook, game), Library([SHIPPED]))
    for title, old, near, house, library in _houses(rulebook, game, folder):
        try:
            told = _lines(house, library)
        except (RequestError, ValueError, KeyError):
            continue  # the engine refuses this figure
        for line in sorted(told & usual):
            cited = (Citation.parse(each).line_numbers for each in CITATION.findall(line))
            if any(near & lines for lines in cited) and old in every_figure_in(CITATION.sub("", line), Language.ES):
                yield f"{title}: {line}"


def still_asked(rulebook: str, game: str, folder: Path) -> Iterator[str]:
    """Each question whose reason is a sentence of the regulation that keeps an old figure."""
    for title, old, near, house, _ in _houses(rulebook, game, folder):
        for family in families(game):
            if family.facts is not None and family.fits(house):
                for seed in range(family.facts(house, 1)):
                    draft = family.make(house, 1, seed).draft
                    for reason in draft.reasons:
                        said = " ".join(
                            say(each, Language.ES) for each in reason.params.values() if type(each) is Names
                        )
                        cited = frozenset() if reason.cite is None else reason.cite.line_numbers
                        if near & cited and old in every_figure_in(said, Language.ES):
                            yield f"{title}, {family.id}: {said}"


def _houses(rulebook: str, game: str, folder: Path) -> Iterator[tuple[str, int, frozenset[int], GameRules, Library]]:
    """The rules of a house for each figure that it may change, with the old figure and the lines cited for it."""
    figures = figures_of(load_rules(Library([SHIPPED]), rulebook, game).rules)
    for path, old, near in figures:
        if sum(value == old for _, value, _ in figures) > 1:
            continue  # a sentence may mean the other figure
        for new in (old + 1, old - 1, old * 2):
            library = _house(folder, rulebook, game, path, new)
            with suppress(RulebookError, RequestError, ValueError, KeyError):  # the engine refuses this figure
                house = load_rules(library, "casa", game)
                yield f"{rulebook}/{game} {'.'.join(path)} {old} -> {new}", old, near, house, library
                break


def _house(folder: Path, rulebook: str, game: str, path: tuple[str, ...], new: int) -> Library:
    file = folder / "casa" / f"{game}.toml"
    file.parent.mkdir(exist_ok=True)
    table = ".".join(f'"{key}"' for key in ("rules", *path[:-1]))
    file.write_text(f'extends = "{rulebook}/{game}"\n[{table}]\n"{path[-1]}" = {new}\n')
    return Library([folder, SHIPPED])


def _lines(rules: GameRules, library: Library) -> set[str]:
    """The lines of all pages that print rules. A drill's example is computed; what an option is about is not a rule."""
    course = Course(rules, Language.ES, library)
    pages = (each.id for each in course.contents if each.id not in _SKIPPED and not each.id.startswith("drill:"))
    lines = (
        line
        for page in pages
        for line in course.with_lines(page).markdown.replace("\N{NO-BREAK SPACE}", " ").split("\n")
    )
    options = tuple(f"- **{say(option.names, Language.ES)}**" for option in rules.options.values())
    return {
        _NUMBERED.sub("", _cells(line)) for line in lines if not line.startswith(options) and not _PRICED.search(line)
    }


def _cells(line: str) -> str:
    """A line of a table without cells that only number its steps."""
    return "|".join(cell for cell in line.split("|") if not cell.strip().isdigit())

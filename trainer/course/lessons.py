"""Lesson texts: Markdown whose figures are filled in from the rulebook in force, so that they cannot disagree with it.

A lesson file may say ``{{bets}}``, ``{{options}}``, ``{{procedure}}``, ``{{calls}}``, ``{{irregularities}}``,
``{{conduct}}``, ``{{equipment}}``, ``{{staff}}``, ``{{edges}}`` (the house's edge on each bet, computed by the
engine), ``{{option-edges}}`` (what each choice of the house makes of it, where that is kept), ``{{prizes}}`` (what a
progressive pot gives for each hand), ``{{pool}}`` (how a pool is shared), ``{{drawing}}`` (the bank's table of
baccarat), ``{{ranking}}`` (the hands of a card room) or ``{{house-way}}`` (the rules for setting a hand of pai gow) on
a line of its own. ``{{bets ID ID}}`` and ``{{irregularities ID ID}}`` list those alone, and the same without names
lists what no other page of the lesson names. Within sentences stand the figures of `trainer.course.placeholders`.
``{{offered BET}}…{{/offered}}`` is put around words that hold only where the bet is taken, ``{{where PATH
VALUE}}…{{/where}}`` around those that hold only where the rules say so (``{{where dealer.soft-17 draw}}``; ``none``
where they say nothing, ``some`` where they say anything), have it in a list (``{{where side-bets lucky-lucky}}``) or
where the house chose it (``{{where options.decks 8}}``). No figure of a rule stands in a lesson itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from trainer import catalogue
from trainer.course.placeholders import figure_in_words, stated
from trainer.course.rule_lists import SECTIONS
from trainer.rulebooks import GameRules
from trainer.system import resources
from trainer.texts import Language

_PLACEHOLDER = re.compile(r"\{\{([a-z-]+)((?: [A-Za-z0-9.-]+)*)\}\}")
_ONLY_ON_PAGES = re.compile(r"\{\{(?:practise|scene|after|play|try|lay) (?:\{\{[^}]+\}\}|[^{}])*\}\}\n?")
_PAGE_ID = re.compile(r"(?m)(?<=\S) \{[a-z0-9-]+\}$")
_OFFERED = re.compile(r"\{\{offered ([a-z0-9-]+)\}\}(.*?)\{\{/offered\}\}", re.DOTALL)
_SOME = re.compile(r"\{\{(bets|irregularities)((?: [a-z0-9-]+)+)\}\}")
_REST = re.compile(r"\{\{(bets|irregularities)\}\}")
_BUT = "but"  # those that other pages name
_WHERE = re.compile(r"\{\{where ([a-z0-9.-]+) ([a-z0-9-]+)\}\}(.*?)\{\{/where\}\}", re.DOTALL)


def lesson_file(game: str, language: Language, folder: Path | None = None) -> Path | None:
    """The lesson of a game; `None` if it has none, or no page in this language."""
    page = catalogue.lesson_page(game)
    path = (folder or resources.folder("lessons")) / language.value / f"{page}.md"
    return path if page and path.is_file() else None


def lesson(rules: GameRules, language: Language, folder: Path | None = None) -> str | None:
    """All that was written of a game as one text with the rulebook's own figures; `None` if there is nothing."""
    path = lesson_file(rules.game, language, folder)
    if path is None:
        return None
    written = _ONLY_ON_PAGES.sub("", offered(path.read_text(encoding="utf-8"), rules))
    return fill(_PAGE_ID.sub("", written), rules, language, str(path))


def offered(written: str, rules: GameRules) -> str:
    """A text without the words that hold only where some bet is taken, or where a rule is another."""
    written = _OFFERED.sub(lambda part: part[2] if part[1] in rules.bets else "", written)
    written = _WHERE.sub(lambda part: part[3] if _holds(stated(rules, part[1]), part[2]) else "", written)
    named: dict[str, str] = {}
    for section, entries in _SOME.findall(written):
        named[section] = named.get(section, "") + entries
    return _REST.sub(lambda part: f"{{{{{part[1]} {_BUT}{named[part[1]]}}}}}" if part[1] in named else part[0], written)


def some(rules: GameRules, section: str, entries: Sequence[str]) -> GameRules:
    """Rules that have of a section the named entries alone, or all but them."""
    is_rest = entries[0] == _BUT
    kept = {key: each for key, each in getattr(rules, section).items() if (key in entries) is not is_rest}
    return msgspec.structs.replace(rules, **{section: kept})


def _holds(found: object, wanted: str) -> bool:
    """Whether a rule is the one meant, or that is among those it lists."""
    if wanted == "some":
        return found is not None
    return wanted in found if isinstance(found, list) else str(found).lower() == wanted


def fill(written: str, rules: GameRules, language: Language, where: str) -> str:
    """A text with its figures filled in; raises `ValueError` that names ``where`` if one is not known."""

    def filled(match: re.Match[str]) -> str:
        name, arguments = match[1], match[2].split()
        if name in SECTIONS:
            return SECTIONS[name](some(rules, name, arguments) if arguments else rules, language)
        figure = figure_in_words(name, arguments, rules, language)
        if figure is None:
            raise ValueError(f"{where}: there is nothing to fill in for {match[0]}")
        return figure

    return _PLACEHOLDER.sub(filled, written)

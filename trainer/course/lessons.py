"""Written lessons: Markdown with placeholders that are filled in from the rules in force.

On a line of its own a lesson may have one of the tables of `rule_lists`: ``{{bets}}``, ``{{options}}``,
``{{procedure}}``, ``{{calls}}``, ``{{irregularities}}``, ``{{conduct}}``, ``{{equipment}}``, ``{{staff}}``,
``{{edges}}`` (house edge by bet), ``{{option-edges}}`` (house edge by option), ``{{prizes}}`` (of a progressive pot),
``{{pool}}`` (shares of a pool), ``{{drawing}}`` (the bank's drawing table at baccarat), ``{{ranking}}`` (poker hands),
``{{wheel}}`` (order of its numbers), ``{{sectors}}`` (announced bets), ``{{rolls}}`` (of two dice) or ``{{house-way}}``
(pai gow). ``{{bets ID ID}}`` and ``{{irregularities ID ID}}`` list only the named entries; without
names they list those that no other page of the lesson names.

Within sentences stand the placeholders of `placeholders`. ``{{offered BET}}…{{/offered}}`` encloses text that applies
only if the bet is offered. ``{{where PATH VALUE}}…{{/where}}`` encloses text that applies only if the rules have this
value (``{{where dealer.soft-17 draw}}``), no value (``none``), any value (``some``), the value in a list (``{{where
side-bets lucky-lucky}}``), or if the house chose it (``{{where options.decks 8}}``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
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
_BUT = "but"  # all entries except the named ones
_WHERE = re.compile(r"\{\{where ([a-z0-9.-]+) ([a-z0-9-]+)\}\}(.*?)\{\{/where\}\}", re.DOTALL)


def lesson_file(game: str, language: Language, folder: Path | None = None) -> Path | None:
    """Text of a game's lesson; None if there is none in this language."""
    page = catalogue.lesson_page(game)
    path = (folder or resources.folder("lessons")) / language.value / f"{page}.md"
    return path if page and path.is_file() else None


@cache
def has_lesson(game: str, language: Language) -> bool:
    """Whether a game has a lesson; cached, because home asks it for each button."""
    return lesson_file(game, language) is not None


def lesson(rules: GameRules, language: Language, folder: Path | None = None) -> str | None:
    """The whole lesson with the placeholders filled in; None if there is none."""
    path = lesson_file(rules.game, language, folder)
    if path is None:
        return None
    written = _ONLY_ON_PAGES.sub("", offered(path.read_text(encoding="utf-8"), rules))
    return fill(_PAGE_ID.sub("", written), rules, language, str(path))


def offered(written: str, rules: GameRules) -> str:
    """The text without the parts that do not apply to these rules."""
    written = _OFFERED.sub(lambda part: part[2] if part[1] in rules.bets else "", written)
    written = _WHERE.sub(lambda part: part[3] if _holds(stated(rules, part[1]), part[2]) else "", written)
    named: dict[str, str] = {}
    for section, entries in _SOME.findall(written):
        named[section] = named.get(section, "") + entries
    return _REST.sub(lambda part: f"{{{{{part[1]} {_BUT}{named[part[1]]}}}}}" if part[1] in named else part[0], written)


def some(rules: GameRules, section: str, entries: Sequence[str]) -> GameRules:
    """The rules with only the named entries of a section, or without them."""
    is_rest = entries[0] == _BUT
    kept = {key: each for key, each in getattr(rules, section).items() if (key in entries) is not is_rest}
    return msgspec.structs.replace(rules, **{section: kept})


def _holds(found: object, wanted: str) -> bool:
    """Whether the rules have this value, or contain it in a list."""
    if wanted == "some":
        return found is not None
    return wanted in found if isinstance(found, list) else str(found).lower() == wanted


def fill(written: str, rules: GameRules, language: Language, where: str) -> str:
    """The text with its placeholders filled in; raises `ValueError` with ``where`` for an unknown one."""

    def filled(match: re.Match[str]) -> str:
        name, arguments = match[1], match[2].split()
        if name in SECTIONS:
            return SECTIONS[name](some(rules, name, arguments) if arguments else rules, language)
        figure = figure_in_words(name, arguments, rules, language)
        if figure is None:
            raise ValueError(f"{where}: there is nothing to fill in for {match[0]}")
        return figure

    return _PLACEHOLDER.sub(filled, written)

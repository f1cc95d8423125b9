"""Figures of a sentence, also those that are written in words (``number-words.toml``)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from trainer.system.toml_cache import read_toml
from trainer.texts import Language, Names, say

_FILE = Path(__file__).with_name("number-words.toml")
# Before a number that counts nothing: “between two rounds”, part of a number
# (“seventy-five”, “ten thousand”).
_NO_COUNT = re.compile(r"\b(?:entre|between|diez|treinta y|[a-z]+enta y) $|\w-$")
_NUMBER = re.compile(r"(?<![\w.,:/-])\d+(?![\w:/-]|[.,]\d)")
_THOUSANDS = re.compile(r"(?<![\w.,])\d{1,3}(?:[.,]\d{3})+(?!\w|[.,]\d)")
_IN_A_NAME = re.compile(r"[^.;:] «?[A-Z]\w+ $|\b(?:número|number) $")  # “Dragon 7”, “bet number 2”: no figure of a rule


class _File(msgspec.Struct, frozen=True):
    """``number-words.toml``: words by number."""

    asked: dict[str, Names]
    others: dict[str, Names]


@cache
def _file() -> _File:
    return msgspec.convert(read_toml(_FILE), _File)


def figures_in(clause: str, language: Language) -> dict[int, list[str]]:
    """Figures of a clause that can be asked, with the words they are written in."""
    found: dict[int, list[str]] = {}
    for match in _NUMBER.finditer(clause):
        is_named = _IN_A_NAME.search(clause[: match.start()]) is not None
        found.setdefault(int(match[0]), []).extend([match[0]] * (2 if is_named else 1))
    _add_written(found, _file().asked, clause, language)
    return found


def every_figure_in(clause: str, language: Language) -> dict[int, list[str]]:
    """Figures of a clause, also amounts of thousands and rarer number words."""
    found = figures_in(clause, language)
    for match in _THOUSANDS.finditer(clause):
        found.setdefault(int(re.sub("[.,]", "", match[0])), []).append(match[0])
    _add_written(found, _file().others, clause, language)
    return found


def _add_written(found: dict[int, list[str]], words: dict[str, Names], clause: str, language: Language) -> None:
    for value, names in words.items():
        word = say(names, language)
        for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", clause.lower()):
            if _NO_COUNT.search(clause[: match.start()].lower()) is None:
                found.setdefault(int(value), []).append(word)

"""Texts in both languages: `Names`, `Message` with its parameters, and the message files that they are written in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.odds import Odds, OddsKind
from trainer.system.toml_cache import read_toml
from trainer.texts import grammar

_FOLDER = Path(__file__).parent
_PERCENT = re.compile(" %(?! of )")  # «80 % of maximum» is the text form of a rule and stays as it is


class Language(StrEnum):
    """Languages of the program, Spanish first."""

    ES = "es"
    EN = "en"


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages, as rule data contains it."""

    es: str
    en: str

    def in_language(self, language: Language) -> str:
        """The text in a language; in Spanish a no-break space separates the percent sign from its number.

        >>> Names("el 5 % de la apuesta", "5% of the stake").in_language(Language.ES)
        'el 5\\xa0% de la apuesta'
        """
        if language is Language.EN:
            return self.en
        return _PERCENT.sub("\N{NO-BREAK SPACE}%", self.es) if "%" in self.es else self.es


class Message(msgspec.Struct, frozen=True):
    """A message id with its parameters; a parameter may itself be a message or names."""

    id: str
    params: dict[str, Any] = {}


Param: TypeAlias = "str | int | Fraction | Odds | Card | Names | Message | Sequence[Param]"


@cache
def _area(name: str) -> dict[str, Any]:
    """Content of one message file: nested tables down to the two languages."""
    return read_toml(_FOLDER / f"{name}.toml")


@cache
def _message(message_id: str) -> Names:
    """Message by id; raises `KeyError`."""
    area, *path = message_id.split(".")
    try:
        found: Any = _area(area)
        for key in path:
            found = found[key]
        return Names(found["es"], found["en"])
    except (KeyError, TypeError, FileNotFoundError):
        raise KeyError(f"there is no message {message_id!r}") from None


@lru_cache(maxsize=4096)  # called for every piece on the felt; most have no message
def has_message(message_id: str) -> bool:
    """Whether a message with this id exists."""
    try:
        _message(message_id)
    except KeyError:
        return False
    return True


def areas() -> tuple[str, ...]:
    """Names of all message files."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def messages(area: str) -> Mapping[str, Names]:
    """All messages of an area by id without the area (``reason.zero-half``), for tests.

    Raises `ValueError` if an entry is not exactly the two languages.
    """
    found: dict[str, Names] = {}

    def walk(table: Mapping[str, Any], path: str) -> None:
        if set(table) == {"es", "en"} and isinstance(table["es"], str):
            found[path] = Names(table["es"], table["en"])
            return
        for key, value in table.items():
            if not isinstance(value, Mapping):
                raise ValueError(f"{area}.toml: {path}.{key} must give exactly the languages es and en")
            walk(value, f"{path}.{key}" if path else key)

    walk(_area(area), "")
    return found


def text(message_id: str, language: Language, **params: Param) -> str:
    """The message in a language. The id begins with its area: ``roulette.reason.zero-half``.

    `grammar` describes the placeholders of a template.
    """
    return filled(_message(message_id).in_language(language), language, params)


def template_of(message_id: str) -> Names:
    """A message before its parameters are filled in; raises `KeyError`."""
    return _message(message_id)


def filled(template: str, language: Language, params: Mapping[str, Param]) -> str:
    """The template with its parameters; raises `KeyError` with the name of a missing one."""
    if "{" not in template:
        return template
    return "".join(
        literal + (_field(field, spec, language, params) if field else "")
        for literal, field, spec in grammar.parsed(template)
    )


def _field(field: str, spec: str, language: Language, params: Mapping[str, Param]) -> str:
    """Text of one placeholder."""
    if field.startswith(grammar.TERM) and field not in params:
        value: Param = _message(f"terms.{field.removeprefix(grammar.TERM)}")
    else:
        value = params[field]
    if "|" in spec:
        return grammar.chosen_word(spec, value)
    if spec == "&":
        parts = [say(part, language) for part in value] if isinstance(value, list | tuple) else [say(value, language)]
        return grammar.enumerated(parts, "y" if language is Language.ES else "and")
    words = say(value, language)
    if spec.startswith("?"):
        return words or spec[1:]
    if spec == "low":
        return grammar.lowered(words)
    if spec == "cap":
        return words[:1].upper() + words[1:]
    return grammar.with_article(words, spec) if spec else words


def say(value: Param, language: Language) -> str:
    """Text of any parameter: messages and names, amounts and odds in the language's notation, cards by sign, lists with
    commas."""
    if isinstance(value, Message):
        return text(value.id, language, **value.params)
    if isinstance(value, Names):
        return value.in_language(language)
    if isinstance(value, bool):
        raise TypeError("a yes/no parameter needs words of its own: pass a message")
    if isinstance(value, int | Fraction):
        return number(Fraction(value), language)
    if isinstance(value, Odds):
        words = {OddsKind.TO: ("a", "to"), OddsKind.FOR: ("por", "for")}[value.kind]
        word = words[0] if language is Language.ES else words[1]
        win, stake = (_as_odds(number(part, language)) for part in (value.win, value.stake))
        return f"{win} {word} {stake}"
    if isinstance(value, Card):
        return value.sign
    if isinstance(value, list | tuple):
        return ", ".join(say(part, language) for part in value)
    return str(value)


def _as_odds(figure: str) -> str:
    """A number in odds, without the trailing zero of money: 2,5 and not 2,50."""
    return figure.rstrip("0") if re.search(r"[.,]\d0$", figure) else figure


def number(value: Fraction, language: Language) -> str:
    """A number with the language's separators: 12.345,50 in Spanish, 12,345.50 in English; 1/3 if it is not decimal.

    >>> number(Fraction(24691, 2), Language.ES)
    '12.345,50'
    >>> number(Fraction(1, 3), Language.EN)
    '1/3'
    >>> number(Fraction(-5), Language.EN)
    '−5'
    """
    group, point = (".", ",") if language is Language.ES else (",", ".")
    cents = value * 100
    if cents.denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    whole, rest = divmod(abs(cents.numerator), 100)
    figures = f"{whole:,}".replace(",", group) + (f"{point}{rest:02d}" if rest else "")
    return f"−{figures}" if value < 0 else figures

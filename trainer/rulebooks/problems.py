"""Faults of rule files, each named by file, key and cure.

What is wrong is a message of ``trainer/texts/faults.toml``, so that a fault is put into words only when it is said, in
the language of whoever reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from trainer.equipment import NotReadableError
from trainer.texts import Language, Message, Param, say

_LONGEST_SHOWN = 60  # characters of a value that is quoted

Finding: TypeAlias = tuple[str, Message]  # a key of a file, and what is wrong there


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong in a rulebook file."""

    file: str
    key: str
    problem: Message

    @property
    def message(self) -> Message:
        """The whole sentence: where, and what is wrong there."""
        if self.key:
            return wrong("at-key", file=self.file, key=self.key, problem=self.problem)
        return wrong("in-file", file=self.file, problem=self.problem)

    def __str__(self) -> str:
        return say(self.message, Language.EN)


class RulebookError(ValueError):
    """A rulebook cannot be used; it carries every fault that was found."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class MissingEntryError(RulebookError, KeyError):
    """An engine looked for an entry that a rulebook file does not have; the file is told by whoever knows it."""


class Entries(dict[str, Any]):
    """A table of a rulebook that knows its key, so that what is missing in it has a name."""

    __slots__ = ("key",)
    key: str

    def __missing__(self, name: str) -> Any:
        raise MissingEntryError([Fault("", f"{self.key}.{name}" if self.key else str(name), MISSING)])


# ── what can be wrong ────────────────────────────────────────────────────────────────────────────────────────────────


def wrong(problem_id: str, /, **params: Param) -> Message:
    """What is wrong, by its id in the message file."""
    return Message(f"faults.{problem_id}", params)


MISSING = wrong("missing")


def unreadable(error: NotReadableError) -> Message:
    """Why a text is not the form of the value it stands for, and how that is written."""
    return Message(f"faults.not-{error.kind}", {"text": error.text})


def not_one_of(value: Any, known: Iterable[str]) -> Message:
    """A value that is none of those there are."""
    return wrong("not-one-of", value=shown(value), known=listed(known))


def not_a(kind: type, value: Any) -> Message:
    """A value of another type than the one that belongs here."""
    return wrong("wrong-type", wanted=_TYPES.get(kind, kind.__name__), value=shown(value))


def listed(names: Iterable[str]) -> Param:
    """Names to choose from, in words also where there are none."""
    return tuple(str(name) for name in names) or wrong("nothing")


def shown(value: Any) -> Param:
    """A value of a file, short enough for a sentence.

    >>> shown("x" * 100).params["text"] == "x" * 60 + "…"
    True
    """
    if isinstance(value, str):
        return wrong("quoted", text=_short(value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return _TYPES[dict]
    return _TYPES[list] if isinstance(value, list | tuple) else _short(str(value))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


_TYPES = {
    str: wrong("text"),
    int: wrong("whole-number"),
    bool: wrong("true-or-false"),
    dict: wrong("table"),
    list: wrong("list"),
}

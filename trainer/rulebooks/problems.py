"""Problems of rule files, each with file, key and cure.

The text is a message of ``trainer/texts/faults.toml``, so that it can be shown in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from trainer.equipment import NotReadableError
from trainer.texts import Language, Message, Param, say

_LONGEST_SHOWN = 60  # characters of a quoted value

Finding: TypeAlias = tuple[str, Message]  # key in a file, problem


class Fault(msgspec.Struct, frozen=True):
    """One problem in a rulebook file."""

    file: str
    key: str
    problem: Message

    @property
    def message(self) -> Message:
        """The whole sentence: place and problem."""
        if self.key:
            return wrong("at-key", file=self.file, key=self.key, problem=self.problem)
        return wrong("in-file", file=self.file, problem=self.problem)

    def __str__(self) -> str:
        return say(self.message, Language.EN)


class RulebookError(ValueError):
    """A rulebook cannot be used; has all problems that were found."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class MissingEntryError(RulebookError, KeyError):
    """An engine needs an entry that the rulebook file lacks; the caller fills in the file name."""


class Entries(dict[str, Any]):
    """A table of a rulebook that knows its own key, to name a missing entry."""

    __slots__ = ("key",)
    key: str

    def __missing__(self, name: str) -> Any:
        raise MissingEntryError([Fault("", f"{self.key}.{name}" if self.key else str(name), MISSING)])


# ── kinds of problems ────────────────────────────────────────────────────────────────────────────────────────────────


def wrong(problem_id: str, /, **params: Param) -> Message:
    """Problem by its id in ``faults.toml``."""
    return Message(f"faults.{problem_id}", params)


MISSING = wrong("missing")


def unreadable(error: NotReadableError) -> Message:
    """Problem: the text is not the text form of the value; says how that is written."""
    return Message(f"faults.not-{error.kind}", {"text": error.text})


def not_one_of(value: Any, known: Iterable[str]) -> Message:
    """Problem: the value is not one of the known ones."""
    return wrong("not-one-of", value=shown(value), known=listed(known))


def not_a(kind: type, value: Any) -> Message:
    """Problem: the value has the wrong type."""
    return wrong("wrong-type", wanted=_TYPES.get(kind, kind.__name__), value=shown(value))


def listed(names: Iterable[str]) -> Param:
    """Names to choose from; “nothing” if there are none."""
    return tuple(str(name) for name in names) or wrong("nothing")


def shown(value: Any) -> Param:
    """A value of a file, shortened for a sentence.

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

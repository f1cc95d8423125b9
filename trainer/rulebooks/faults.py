"""Faults of rule files, each named by file, key and cure."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.rulebooks.reading import ReadError, read


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong in a rulebook file."""

    file: str
    key: str
    problem: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.problem}" if self.key else f"{self.file}: {self.problem}"


class RulebookError(ValueError):
    """A rulebook cannot be used; it carries every fault that was found."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


def convert(value: Any, kind: Any, file: str, key: str = "") -> Any:
    """Plain data as a typed struct, or a `RulebookError` with all its faults."""
    try:
        return read(value, kind, key)
    except ReadError as error:
        raise RulebookError([Fault(file, where, problem) for where, problem in error.faults]) from None

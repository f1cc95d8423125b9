"""The result of a placement test."""

from __future__ import annotations

import msgspec

from trainer.drills.core import Family


class Start(msgspec.Struct, frozen=True):
    """Where a drill begins: its highest open level, 0 if none is open yet."""

    family: Family
    level: int


class Placed(msgspec.Struct, frozen=True):
    """The result of a placement test."""

    answers: int
    right: int
    is_sure: bool  # whether the test came to its end
    open_levels: int
    levels: int
    starts: tuple[Start, ...]

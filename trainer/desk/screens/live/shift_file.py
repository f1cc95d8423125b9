"""The file of a shift in progress: a header and one line for each act of the dealer, written as it is done.

A program that is killed in the middle of an act loses nothing: the next start offers to go on, and the shift is played
again from its file up to the last act.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from trainer.games.core import RequestError
from trainer.games.round import Act
from trainer.live.shift import Shift
from trainer.live.table import LiveTable
from trainer.rulebooks import RulebookError
from trainer.rulebooks.library import Library
from trainer.system.private_files import make_private_folder

FORMAT = "croupier-shift-1"


class ShiftFile:
    """Appends the acts of a shift; every line is on the disk before the next act."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, table: LiveTable) -> None:
        """Write the header of a new shift, over the file of an earlier one; raises `OSError`."""
        header = {
            "format": FORMAT,
            "rules": f"{table.rules.rulebook}@{table.rules.digest}",
            "shift": table.shift,
        }
        make_private_folder(self.path.parent)
        self._write("wb", header)

    def append(self, time: int, act: Act) -> None:
        """Write an act; raises `OSError`."""
        self._write("ab", [time, act])

    def _write(self, mode: str, value: Any) -> None:
        with self.path.open(mode) as file:
            file.write(msgspec.json.encode(value, enc_hook=str) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def discard(self) -> None:
        """The shift is over: nothing is left to go on with."""
        self.path.unlink(missing_ok=True)

    def left(self) -> Shift | None:
        """The shift that was left, if the file can be read."""
        try:
            with self.path.open("rb") as file:
                header = msgspec.json.decode(file.readline())
            return msgspec.convert(header["shift"], Shift)
        except (OSError, msgspec.MsgspecError, KeyError, TypeError):
            return None

    def resume(self, library: Library) -> LiveTable | None:
        """The table as it was left; `None` if the file cannot be read. A torn last line is an act that was not done."""
        shift = self.left()
        if shift is None:
            return None
        try:
            table = LiveTable(shift, library)
            for line in self.path.read_bytes().splitlines()[1:]:
                try:
                    time, act = msgspec.json.decode(line, type=tuple[int, Act], dec_hook=_exact)
                except msgspec.MsgspecError:
                    break
                table.advance(time)
                table.perform(act)
        except (OSError, RequestError, RulebookError):
            return None
        return table


def _exact(kind: type, value: Any) -> Any:
    """An amount that is not whole, as it was written."""
    try:
        return kind(value)
    except (ValueError, ZeroDivisionError):
        raise msgspec.ValidationError(f"{value!r} is not an amount") from None

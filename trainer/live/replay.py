"""A shift as a file: JSON lines with the dealer's acts and their times. Players are computed again.

The first line is a header; ``[ms, act]`` is an act from outside, the dealer's or an instructor's;
``{"round": n, "hash": …}`` ends a round. A file is written act by act, so that a shift goes on where it was after the
program was killed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import msgspec

from trainer import __version__
from trainer.games.core import RequestError
from trainer.games.round import Act, Finding
from trainer.live.act_log import as_data, read_act
from trainer.live.shift import Shift, read_shift
from trainer.live.styles import Crowd
from trainer.live.table import LiveTable
from trainer.rulebooks.library import Library
from trainer.system.input_files import read_input_file

FORMAT = "trainer-live/1"
_LONGEST = 10**12  # milliseconds


class Replay(msgspec.Struct, frozen=True):
    """What a replay file holds. ``rules`` is the version of the rules it was played by."""

    shift: Shift
    rules: str
    acts: tuple[tuple[int, Act], ...]
    digests: tuple[str, ...]
    program: str = ""
    whole: int = 0  # bytes of the file that can be read; a last line may be torn


class Difference(msgspec.Struct, frozen=True):
    """The first round that came out otherwise than in the file."""

    round: int
    stored: str
    computed: str


def header(table: LiveTable) -> dict[str, Any]:
    """The first line of a replay file."""
    return {
        "format": FORMAT,
        "rules": f"{table.rules.rulebook}/{table.rules.game}@{table.rules.version}",
        "shift": msgspec.to_builtins(table.shift),
        "program": __version__,
    }


def replay_bytes(table: LiveTable) -> bytes:
    """A played shift as the file that a recorder would have written."""
    lines: list[Any] = [header(table)]
    ended = iter([played for played in table.log if played.digest])
    for time, act in table.dealt:
        lines.append([time, act])
        if act.do == "end" and (played := next(ended, None)) is not None:
            lines.append({"round": played.number, "hash": played.digest})
    return b"".join(msgspec.json.encode(line, enc_hook=as_data) + b"\n" for line in lines)


class Recorder:
    """A live table whose shift is written to a file as it is played."""

    def __init__(self, table: LiveTable, path: Path, *, resumed: bool = False) -> None:
        self.table = table
        self._rounds = len([played for played in table.log if played.digest])
        self._file: BinaryIO = path.open("ab" if resumed else "wb")
        if not resumed:
            self._write(header(table))

    def perform(self, act: Act) -> tuple[Finding, ...]:
        """Perform an act at the table and write it down at once."""
        now = self.table.now
        found = self.table.perform(act)
        self._write([now, act])
        for played in self.table.log[self._rounds :]:
            if played.digest:
                self._rounds += 1
                self._write({"round": played.number, "hash": played.digest})
                os.fsync(self._file.fileno())
        return found

    def _write(self, line: Any) -> None:
        self._file.write(msgspec.json.encode(line, enc_hook=as_data) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_replay(data: bytes) -> Replay:
    """Read a replay file; raises `RequestError` that names the line. A torn last line is left out."""
    lines = data.split(b"\n")
    try:
        top = msgspec.json.decode(lines[0])
        if not isinstance(top, dict) or top.get("format") != FORMAT:
            raise RequestError("line 1", f"is no header of a replay; its format must be {FORMAT!r}")
    except (msgspec.DecodeError, RecursionError):
        raise RequestError("line 1", "is no header of a replay") from None
    acts: list[tuple[int, Act]] = []
    digests: list[str] = []
    whole = len(lines[0]) + 1
    for number, line in enumerate(lines[1:], 2):
        last = number >= len(lines)
        try:
            entry = msgspec.json.decode(line) if line else None
        except (msgspec.DecodeError, RecursionError):
            if last:
                break
            raise RequestError(f"line {number}", "is not JSON") from None
        if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], int):
            if not (acts[-1][0] if acts else 0) <= entry[0] <= _LONGEST:
                raise RequestError(f"line {number}", "its time is before that of the act above, or beyond any shift")
            acts.append((entry[0], read_act(entry[1], f"line {number}")))
        elif isinstance(entry, dict) and isinstance(entry.get("hash"), str):
            digests.append(entry["hash"])
        elif entry is not None:
            raise RequestError(f"line {number}", "is neither an act with its time nor the end of a round")
        whole += 0 if last else len(line) + 1
    told = top.get("shift")
    shift = read_shift(told if isinstance(told, dict) else {})
    program = str(top.get("program", ""))
    return Replay(shift, str(top.get("rules", "")), tuple(acts), tuple(digests), program, whole)


def play_again(
    shift: Shift, acts: Iterable[tuple[int, Act]], library: Library, people: Crowd | None = None
) -> LiveTable:
    """The table after the acts of a replay."""
    table = LiveTable(shift, library, people)
    for number, (time, act) in enumerate(acts, 1):
        table.advance(time)
        try:
            table.perform(act)
        except RequestError as error:
            raise RequestError(f"act {number}", str(error)) from None
    return table


def compare(replay: Replay, table: LiveTable) -> Difference | None:
    """The first round that differs from the file; `None` if all are the same."""
    computed = [played.digest for played in table.log if played.digest]
    for number, stored in enumerate(replay.digests, 1):
        found = computed[number - 1] if number <= len(computed) else ""
        if found != stored:
            return Difference(number, stored, found)
    return None


def resume(path: Path, library: Library, people: Crowd | None = None) -> Recorder:
    """Go on with a shift whose file ends in the middle; raises `RequestError` if it does not come out as written."""
    replay = read_replay(read_input_file(path))
    table = play_again(replay.shift, replay.acts, library, people)
    different = compare(replay, table)
    if different is not None:
        raise RequestError(f"round {different.round}", "does not come out as it was played: rules or program changed")
    with path.open("r+b") as file:
        file.truncate(replay.whole)
    return Recorder(table, path, resumed=True)

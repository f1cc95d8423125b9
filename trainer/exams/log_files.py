"""Files of a sitting: the append-only log and the counter.

The counter lies in another folder, so a sitting folder that is put back to an earlier state is behind it and detected.
It also holds the exam time used, written every second, so that nobody gains time by ending the program. It has a fixed
size and two slots that are overwritten in turns: a full disk cannot stop it and a torn write leaves the other slot.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec

from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.errors import RefusedError
from trainer.exams.events import check_chain, first_hash
from trainer.exams.result import ChainedEvent, SittingHeader
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.private_files import append_durably, make_private, make_private_folder
from trainer.texts import Message

_SLOT = 256
_MOST_EVENTS = 200_000
_Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 52)]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """How far a sitting is: number of events, last hash, exam time used, wall clock. ``turn`` increases with every
    write."""

    turn: _Count
    count: _Count
    last: str
    used: _Count
    wall: int
    wrong: _Count = 0  # wrong codes since the last right one


class CounterFile:
    """The counter on disk: two slots of fixed size, written in turns."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def create(self) -> None:
        """Create the file with two empty slots."""
        make_private_folder(self.path.parent)
        make_private(self.path)
        self._put(0, b" " * (2 * _SLOT))

    def read(self) -> Counter | None:
        """Newer valid slot, or ``None`` if neither is valid; raises `RefusedError` if the file is missing."""
        try:
            data = read_input_file(self.path)
        except FileNotFoundError:
            raise RefusedError(Message("exams.refused.no-counter")) from None
        found = [counter for at in (0, _SLOT) if (counter := _slot(data[at : at + _SLOT])) is not None]
        return max(found, key=lambda counter: counter.turn, default=None)

    def write(self, counter: Counter) -> None:
        """Write the counter into the older slot."""
        content = msgspec.json.encode(counter)
        line = content + b" " + sha256(content).hexdigest()[:16].encode()
        self._put((counter.turn % 2) * _SLOT, line.ljust(_SLOT))

    def _put(self, at: int, data: bytes) -> None:
        with self.path.open("r+b") as file:
            file.seek(at)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())


def _slot(data: bytes) -> Counter | None:
    """Parse a slot; ``None`` if its checksum does not fit."""
    content, _, check = data.rstrip().rpartition(b" ")
    if not content or sha256(content).hexdigest()[:16].encode() != check:
        return None
    try:
        return msgspec.json.decode(content, type=Counter)
    except msgspec.DecodeError:
        return None


class LogFile:
    """Hash-chained log of a sitting, one JSON line an event."""

    def __init__(self, path: Path, header: SittingHeader) -> None:
        self.path = path
        self.header = header
        self.events: list[ChainedEvent] = []
        self.torn = 0  # bytes of an incomplete last line
        self._length = 0

    @property
    def last(self) -> str:
        """Hash of the last event, or of the header if there is none."""
        return self.events[-1].hash if self.events else first_hash(self.header)

    def read(self) -> None:
        """Read all events; raises `RefusedError` at the first that was changed.

        An incomplete last line is what a power cut leaves. Its event was never confirmed, so it is ignored.
        """
        data = read_input_file(self.path)
        whole, _, torn = data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        if len(lines) > _MOST_EVENTS:
            raise RefusedError(Message("exams.refused.not-a-log"))
        events = []
        for number, line in enumerate(lines):
            try:
                events.append(msgspec.convert(read_canonical(line), ChainedEvent))
            except (RefusedError, msgspec.ValidationError):
                raise RefusedError(Message("exams.refused.event-changed", {"event": number})) from None
        check_chain(self.header, events)
        self.events, self.torn = events, len(torn)
        self._length = len(data) - len(torn)

    def append(self, event: ChainedEvent) -> None:
        """Write an event; returns when it is on disk. After `OSError` nothing of it remains."""
        line = canonical(msgspec.to_builtins(event)) + b"\n"
        append_durably(self.path, line, self._length)
        self._length += len(line)
        self.events.append(event)

"""Recorded sessions: received bytes and manual entries with their times, one JSON object a line.

The raw bytes are stored, not their meaning, so that a better profile can decode an old recording again. Manual entries
and corrections are marked as such.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from trainer.sensors.decoder import Decoder, State
from trainer.sensors.dropped import Dropped
from trainer.sensors.events import Event, event_of
from trainer.sensors.manual_input import Correction
from trainer.texts import Message

FORM = 1  # version of the file format
GAP = "lost"  # gap in the stream
_MARK = b"\xef\xbb\xbf"  # byte order mark of some editors
_LONGEST_LINE = 100_000


class RecordingError(ValueError):
    """The file is not a recording; ``line`` is the number of the offending line."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Heading(msgspec.Struct, frozen=True, omit_defaults=True):
    """First line: profile, start time, and a description of what was recorded."""

    profile: str
    began: str = ""
    device: str = ""
    recording: int = FORM


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry, in milliseconds after the start: received bytes, a manual event (replacing a misread one if
    ``corrects`` is set), or a change of the connection."""

    at: Annotated[int, msgspec.Meta(ge=0)]
    raw: str = ""
    by_hand: dict[str, Any] | None = None
    corrects: dict[str, Any] | None = None
    place: int | None = None  # of the corrected card in its round, from 0
    inserts: bool = False  # it was inserted before that place
    link: str = ""


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of a recording with its time; ``corrects`` is the event it replaces."""

    at: int
    event: Event
    by_hand: bool = False
    corrects: Event | None = None


def heading_line(heading: Heading) -> bytes:
    """First line of a file, with its version."""
    data = msgspec.to_builtins(heading) | {"recording": heading.recording}
    return msgspec.json.encode(data, order="sorted") + b"\n"


def raw_line(at: int, raw: bytes) -> bytes:
    """Line for received bytes."""
    return msgspec.json.encode(Entry(at, raw.hex())) + b"\n"


def hand_line(at: int, event: Event) -> bytes:
    """Line for a manual entry."""
    return msgspec.json.encode(Entry(at, by_hand=msgspec.to_builtins(event))) + b"\n"


def correction_line(at: int, correction: Correction, replaced: Event | None) -> bytes:
    """Line for a correction; ``replaced`` is the event it replaces, if the last one."""
    was = msgspec.to_builtins(replaced if replaced is not None else correction.event)
    event = msgspec.to_builtins(correction.event)
    entry = Entry(at, by_hand=event, corrects=was, place=correction.place, inserts=correction.inserts)
    return msgspec.json.encode(entry) + b"\n"


def correction_of(entry: Entry) -> Correction | None:
    """The correction of an entry; `None` if it is none."""
    if entry.by_hand is None or entry.corrects is None:
        return None
    return Correction(event_of(entry.by_hand), entry.place, entry.inserts)


def link_line(at: int, link: str) -> bytes:
    """Line for a change of the connection: ``lost``, ``open``."""
    return msgspec.json.encode(Entry(at, link=link)) + b"\n"


class Recording(msgspec.Struct, frozen=True):
    """A recording, as far as it is readable; ``skipped`` are the numbers of unreadable lines."""

    heading: Heading
    entries: list[Entry]
    skipped: tuple[int, ...] = ()


def skipped_words(file: str, skipped: tuple[int, ...]) -> Message:
    """Message: the recording is damaged, and where."""
    return Message("sensors.skipped-lines", {"file": file, "count": len(skipped), "line": skipped[0]})


def read_recording(lines: Iterable[bytes]) -> Recording:
    """Read a file; raises `RecordingError` for other files and newer versions. Damaged lines are skipped and reported;
    the stream then has a gap."""
    read = list(lines)
    try:
        heading = msgspec.json.decode(read[0].removeprefix(_MARK)[:_LONGEST_LINE], type=Heading)
        if b'"recording"' not in read[0] or heading.recording != FORM:
            raise RecordingError(1)
    except (IndexError, ValueError, RecursionError):
        raise RecordingError(1) from None
    entries: list[Entry] = []
    skipped: list[int] = []
    for number, line in enumerate(read[1:], 2):
        if not line.strip(b" \t\r\n\0"):  # a power cut may leave zeros at the end
            continue
        try:
            entry = msgspec.json.decode(line, type=Entry)
            bytes.fromhex(entry.raw)
            for data in (entry.by_hand, entry.corrects):
                if data is not None:
                    event_of(data)
            entries.append(entry)
        except (ValueError, RecursionError):
            skipped.append(number)
            entries.append(Entry(entries[-1].at if entries else 0, link=GAP))
    return Recording(heading, entries, tuple(skipped))


def play(decoder: Decoder, entries: Iterable[Entry]) -> Iterator[Played | Dropped]:
    """Events of a recording under a profile, in order, with dropped input in between."""
    state = State()
    for entry in entries:
        if entry.raw:
            heard = decoder.feed(state, bytes.fromhex(entry.raw))
            state = heard.state
            yield from heard.dropped
            yield from (Played(entry.at, event) for event in heard.in_order())
        if entry.link:  # the decoder starts again after a gap
            yield from decoder.finish(state).dropped
            state = State()
        if entry.by_hand is not None:
            replaced = None if entry.corrects is None else event_of(entry.corrects)
            yield Played(entry.at, event_of(entry.by_hand), True, replaced)
    yield from decoder.finish(state).dropped

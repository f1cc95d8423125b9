"""A recorded session: what came on the line with its times, and what was entered by hand, one JSON object a line.

The raw bytes are kept, not what they meant on that day: a better profile reads an old recording anew. What somebody
entered or put right by hand stands in it as such and is never mistaken for the device's word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from trainer.sensors.decoding import Decoder, State
from trainer.sensors.dropping import Dropped
from trainer.sensors.events import Event, event_of

FORM = 1  # of the file
_LONGEST_LINE = 100_000


class RecordingError(ValueError):
    """A file that is no recording; ``line`` says where."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Heading(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: the profile, when it began, and what was recorded."""

    profile: str
    began: str = ""
    device: str = ""
    recording: int = FORM


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, so many milliseconds after the beginning: bytes from the line, an event by hand (in
    place of one that was read wrong, if ``corrects`` says so), or a change of the connection."""

    at: int
    raw: str = ""
    by_hand: dict[str, Any] | None = None
    corrects: dict[str, Any] | None = None
    link: str = ""


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of a recording with its time; ``corrects`` is the event that it replaces."""

    at: int
    event: Event
    by_hand: bool = False
    corrects: Event | None = None


def heading_line(heading: Heading) -> bytes:
    """The first line of a file. The version is written even while it is the first."""
    data = msgspec.to_builtins(heading) | {"recording": heading.recording}
    return msgspec.json.encode(data, order="sorted") + b"\n"


def raw_line(at: int, raw: bytes) -> bytes:
    """A line for bytes that came."""
    return msgspec.json.encode(Entry(at, raw.hex())) + b"\n"


def hand_line(at: int, event: Event, corrects: Event | None = None) -> bytes:
    """A line for what was entered by hand."""
    replaced = None if corrects is None else msgspec.to_builtins(corrects)
    return msgspec.json.encode(Entry(at, by_hand=msgspec.to_builtins(event), corrects=replaced)) + b"\n"


def link_line(at: int, link: str) -> bytes:
    """A line for a change of the connection: ``lost``, ``open``."""
    return msgspec.json.encode(Entry(at, link=link)) + b"\n"


def read_recording(lines: Iterable[bytes]) -> tuple[Heading, list[Entry]]:
    """Heading and entries of a file; raises `RecordingError`. A last line that was cut off is left out."""
    read = list(lines)
    try:
        heading = msgspec.json.decode(read[0][:_LONGEST_LINE], type=Heading)
        if b'"recording"' not in read[0] or heading.recording != FORM:
            raise RecordingError(1)
    except (IndexError, msgspec.DecodeError):
        raise RecordingError(1) from None
    entries: list[Entry] = []
    for number, line in enumerate(read[1:], 2):
        try:
            entry = msgspec.json.decode(line, type=Entry)
            bytes.fromhex(entry.raw)
            for data in (entry.by_hand, entry.corrects):
                if data is not None:
                    event_of(data)
            entries.append(entry)
        except ValueError:
            if number == len(read) and not line.endswith(b"\n"):
                break
            raise RecordingError(number) from None
    return heading, entries


def play(decoder: Decoder, entries: Iterable[Entry]) -> Iterator[Played | Dropped]:
    """What a recording says under a profile, in order, with what was dropped in between."""
    state = State()
    for entry in entries:
        if entry.raw:
            heard = decoder.feed(state, bytes.fromhex(entry.raw))
            state = heard.state
            yield from heard.dropped
            yield from (Played(entry.at, event) for event in heard.events)
        if entry.link:  # after a gap nothing fits together
            yield from decoder.finish(state).dropped
            state = State()
        if entry.by_hand is not None:
            replaced = None if entry.corrects is None else event_of(entry.corrects)
            yield Played(entry.at, event_of(entry.by_hand), True, replaced)
    yield from decoder.finish(state).dropped

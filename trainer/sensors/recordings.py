"""A recorded session: what came on the line with its times, and what was entered by hand, one JSON object a line.

The raw bytes are kept, not what they meant on that day: a better profile reads an old recording anew. What somebody
entered or put right by hand stands in it as such and is never mistaken for the device's word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from trainer.sensors.decoder import Decoder, State
from trainer.sensors.dropped import Dropped
from trainer.sensors.events import Event, event_of
from trainer.texts import Message

FORM = 1  # of the file
GAP = "lost"  # of the connection: what follows fits nothing before it
_MARK = b"\xef\xbb\xbf"  # what some editors put before a text
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

    at: Annotated[int, msgspec.Meta(ge=0)]
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


class Recording(msgspec.Struct, frozen=True):
    """A recording as far as it can be read; ``skipped`` are the numbers of lines that cannot."""

    heading: Heading
    entries: list[Entry]
    skipped: tuple[int, ...] = ()


def skipped_words(file: str, skipped: tuple[int, ...]) -> Message:
    """That a recording is damaged, and where."""
    return Message("sensors.skipped-lines", {"file": file, "count": len(skipped), "line": skipped[0]})


def read_recording(lines: Iterable[bytes]) -> Recording:
    """What a file says; raises `RecordingError` for one that is no recording, or of a newer form. A line that is
    damaged or cut off is left out and told; what follows it is a stream with a gap."""
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
        if not line.strip(b" \t\r\n\0"):  # a tail of zeros is what a machine leaves that lost its current
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

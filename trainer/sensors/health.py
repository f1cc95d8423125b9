"""Health of a line: understood, silent, garbled or flooded. Pure: counts and times are passed in."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from trainer.sensors.decoder import Heard
from trainer.sensors.dropped import Reason
from trainer.sensors.profile import Profile
from trainer.texts import Message


class Link(StrEnum):
    """State of the connection to a device; each has a sentence and a cure."""

    CLOSED = "closed"
    OPENING = "opening"
    QUIET = "quiet"  # open, nothing received yet
    GOOD = "good"
    SILENT = "silent"  # a device that sends constantly has stopped
    GARBLED = "garbled"  # nothing is understood: wrong speed or profile
    FLOODED = "flooded"  # more than the line can carry
    LOST = "lost"  # unplugged, being searched for
    DENIED = "denied"  # no permission
    BUSY = "busy"  # used by another program
    MISSING = "missing"  # no such port or host
    NO_LIBRARY = "no-library"
    TWO = "two"  # two devices of the same kind, one must be chosen
    ENDED = "ended"  # end of a recording
    HAND = "hand"  # no device, events are typed

    @property
    def says(self) -> Message:
        return Message(f"sensors.link.{self.value}")

    @property
    def cure(self) -> Message:
        return Message(f"sensors.cure.{self.value}")

    @property
    def is_trouble(self) -> bool:
        return self not in (Link.CLOSED, Link.OPENING, Link.QUIET, Link.GOOD, Link.ENDED, Link.HAND)


class CannotListenError(Exception):
    """A port or network address cannot be opened; ``link`` says why and what to do."""

    def __init__(self, where: str, link: Link) -> None:
        super().__init__(where, link)
        self.where, self.link = where, link


# Reasons that show that the line is not understood; repetitions and other computers' messages are understood.
_NOT_UNDERSTOOD = (Reason.NOISE, Reason.BROKEN, Reason.CHECK, Reason.TOO_LONG, Reason.UNKNOWN)
_GARBLED_BYTES = 150
_SECOND = 1000
_FLOOD = 20  # multiple of the line's capacity


class Health(msgspec.Struct, frozen=True):
    """Recent counts. Times in milliseconds."""

    last_event: int | None = None
    garbled: int = 0  # bytes not understood since the last message that was
    second: int = 0  # second being counted
    bytes: int = 0  # bytes received in it
    flooded: bool = False


def most_a_second(profile: Profile) -> int:
    """Bytes accepted per second; the rest of a flood is discarded."""
    line = profile.line
    return max(4096, _FLOOD * line.speeds[0] // (1 + line.data_bits + line.stop_bits))


def admitted(health: Health, profile: Profile, size: int, now: int) -> tuple[Health, int]:
    """How many of these bytes are accepted; more than the line could carry is a flood."""
    second = now // _SECOND
    before = health.bytes if second == health.second else 0
    room = max(0, most_a_second(profile) - before)
    taken = min(size, room)
    was = health.flooded and second == health.second
    counted = msgspec.structs.replace(health, second=second, bytes=before + size, flooded=was or taken < size)
    return counted, taken


def counted(health: Health, heard: Heard, now: int) -> Health:
    """The counts after a piece of the stream was decoded."""
    if heard.events:
        return msgspec.structs.replace(health, last_event=now, garbled=0)
    lost = sum(len(each.raw) for each in heard.dropped if each.reason in _NOT_UNDERSTOOD)
    understood = heard.understood or any(each.reason not in _NOT_UNDERSTOOD for each in heard.dropped)
    return msgspec.structs.replace(health, garbled=0 if understood else health.garbled + lost)


def link_of(health: Health, profile: Profile, now: int, last_byte: int | None) -> Link:
    """State of an open line."""
    if health.flooded and now // _SECOND <= health.second + 1:
        return Link.FLOODED
    if health.garbled >= _GARBLED_BYTES:
        return Link.GARBLED
    silence = profile.times.silence
    if last_byte is None:
        return Link.QUIET
    if silence and now - last_byte > silence:
        return Link.SILENT
    return Link.GOOD if health.last_event is not None else Link.QUIET

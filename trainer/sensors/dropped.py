"""What a decoder leaves out, and why: nothing that comes from a device disappears without a word."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from trainer.texts import Message


class Reason(StrEnum):
    """Why bytes gave no event."""

    NOISE = "noise"  # between messages
    BROKEN = "broken"  # a message cut short by the next one
    CHECK = "check"  # the check characters are wrong
    TOO_LONG = "too-long"  # no end where there must be one
    REPEAT = "repeat"  # sent again, as devices do
    CONTENT = "content"  # well formed, but it cannot be
    UNKNOWN = "unknown"  # a message this profile does not know
    UNKNOWN_CARD = "unknown-card"  # a code that stands for no card yet
    HOST = "host"  # what another computer says to the device
    ACKNOWLEDGED = "acknowledged"  # the device's answer to it
    REFUSED = "refused"
    REPLY = "reply"  # an answer of the device that says nothing of the game
    LICENCE = "licence"  # the device says that its licence is over
    UNFINISHED = "unfinished"  # what had come when the line ended


class Dropped(msgspec.Struct, frozen=True):
    """Bytes that gave no event, and why; ``detail`` says which field or code, in the device's own words."""

    reason: Reason
    raw: bytes
    detail: str = ""

    @property
    def message(self) -> Message:
        """The sentence about it."""
        why = Message(f"sensors.dropped.{self.reason.value}")
        return Message("sensors.dropped.detail", {"why": why, "detail": self.detail}) if self.detail else why

    @property
    def hexadecimal(self) -> str:
        return self.raw.hex(" ").upper()

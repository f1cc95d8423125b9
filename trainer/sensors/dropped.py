"""Input without an event, and why: nothing that a device sends disappears silently."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from trainer.texts import Message


class Reason(StrEnum):
    """Why bytes gave no event."""

    NOISE = "noise"  # bytes between messages
    BROKEN = "broken"  # cut off by the next message
    CHECK = "check"  # wrong checksum
    TOO_LONG = "too-long"  # no end within the longest message
    REPEAT = "repeat"  # retransmission
    CONTENT = "content"  # well formed but impossible
    UNKNOWN = "unknown"  # message not in the profile
    UNKNOWN_CARD = "unknown-card"  # code without a card assigned
    HOST = "host"  # message of another computer to the device
    ACKNOWLEDGED = "acknowledged"  # the device's acknowledgement of it
    REFUSED = "refused"
    REPLY = "reply"  # reply without relevance to the game
    LICENCE = "licence"  # the device's licence has expired
    UNFINISHED = "unfinished"  # incomplete when the stream ended


class Dropped(msgspec.Struct, frozen=True):
    """Bytes without an event and the reason; ``detail`` names the field or code as the device sent it."""

    reason: Reason
    raw: bytes
    detail: str = ""

    @property
    def message(self) -> Message:
        """Message for the user."""
        why = Message(f"sensors.dropped.{self.reason.value}")
        return Message("sensors.dropped.detail", {"why": why, "detail": self.detail}) if self.detail else why

    @property
    def hexadecimal(self) -> str:
        return self.raw.hex(" ").upper()

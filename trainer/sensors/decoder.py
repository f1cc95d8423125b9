"""Bytes in, events out: a decoder is a pure function of its state and the bytes that came.

However the bytes are cut into pieces the events are the same. What is held back is bounded, nothing raises, and what
gives no event is told with its reason.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeAlias

import msgspec

from trainer.sensors.dropped import Dropped, Reason
from trainer.sensors.events import Event, NumberEvent, StateEvent
from trainer.sensors.message_events import Ball, Built, Refusal, Status
from trainer.sensors.profile import Profile
from trainer.sensors.wheel_memory import WheelMemory, hear_number, hear_state, hear_status

LINES_KEPT = 4096  # messages whose meaning is remembered, so that a line that comes twice a second is read once


class State(msgspec.Struct, frozen=True):
    """What a decoder knows between two pieces of the stream."""

    held: bytes = b""  # the beginning of a message that is not whole yet
    last: bytes = b""  # the last message that was accepted, to know a repeat by
    skipping: bool = False  # in the middle of something too long
    wheel: WheelMemory = WheelMemory()


class Heard(msgspec.Struct):
    """What a piece of the stream gave, in order, and the state after it."""

    state: State = State()
    events: list[Event] = []
    dropped: list[Dropped] = []
    balls: list[Ball] = []  # what a wheel measured of the ball

    def drop(self, reason: Reason, raw: bytes, detail: str = "") -> None:
        self.dropped.append(Dropped(reason, raw, detail))


Meaning: TypeAlias = Built


class Decoder(ABC):
    """Understands one profile. It holds nothing but what it was made of: the state goes in and comes out."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    @abstractmethod
    def feed(self, state: State, data: bytes) -> Heard:
        """What these bytes say, after those that led to the state."""

    def finish(self, state: State) -> Heard:
        """The stream has ended: what is held back is told as unfinished."""
        heard = Heard(msgspec.structs.replace(state, held=b"", skipping=False))
        if state.held.strip():
            heard.drop(Reason.UNFINISHED, state.held)
        return heard

    def _take(self, heard: Heard, wheel: WheelMemory, meaning: Meaning, raw: bytes) -> WheelMemory:
        """Put a message's meaning among what was heard, or say why it gives nothing."""
        kind = type(meaning)
        if kind is Refusal:
            heard.drop(meaning.reason, raw, meaning.detail)  # type: ignore[union-attr]
            return wheel
        if kind is Status:
            if meaning.ball is not None:  # type: ignore[union-attr]
                heard.balls.append(meaning.ball)  # type: ignore[union-attr]
            wheel, events = hear_status(wheel, meaning)  # type: ignore[arg-type]
            heard.events += events
            return wheel
        if self.profile.once and kind is NumberEvent:
            wheel, events = hear_number(wheel, meaning)  # type: ignore[arg-type]
            if not events:
                heard.drop(Reason.REPEAT, raw)
            heard.events += events
            return wheel
        if self.profile.once and kind is StateEvent:
            wheel, events = hear_state(wheel, meaning)  # type: ignore[arg-type]
            heard.events += events
            return wheel
        heard.events.append(meaning)  # type: ignore[arg-type]
        return wheel

"""Base of the decoders: bytes in, events out, as a pure function of state and input.

The events do not depend on how the stream is cut into pieces. Buffers are bounded, nothing raises, and input without an
event is reported with a reason.
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

LINES_KEPT = 4096  # cached messages; wheels repeat the same line twice a second


class State(msgspec.Struct, frozen=True):
    """What a decoder knows between two pieces of the stream."""

    held: bytes = b""  # beginning of an incomplete message
    last: bytes = b""  # last accepted message, to recognise a repetition
    skipping: bool = False  # inside an overlong message
    wheel: WheelMemory = WheelMemory()


class Heard(msgspec.Struct):
    """Result of a piece of the stream, in order, and the new state."""

    state: State = State()
    events: list[Event] = []
    dropped: list[Dropped] = []
    balls: list[Ball] = []  # measurements of the ball

    def drop(self, reason: Reason, raw: bytes, detail: str = "") -> None:
        self.dropped.append(Dropped(reason, raw, detail))


Meaning: TypeAlias = Built


class Decoder(ABC):
    """Decoder for one profile; has no state of its own, it is passed in and returned."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    @abstractmethod
    def feed(self, state: State, data: bytes) -> Heard:
        """Decode the bytes that follow those that led to the state."""

    def finish(self, state: State) -> Heard:
        """End of the stream: report buffered bytes as unfinished."""
        heard = Heard(msgspec.structs.replace(state, held=b"", skipping=False))
        if state.held.strip():
            heard.drop(Reason.UNFINISHED, state.held)
        return heard

    def _take(self, heard: Heard, wheel: WheelMemory, meaning: Meaning, raw: bytes) -> WheelMemory:
        """Add the meaning of a message to the result, or the reason why it has none."""
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

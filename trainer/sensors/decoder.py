"""Base of the decoders: bytes in, events out, as a pure function of state and input.

The events do not depend on how the stream is cut into pieces. Buffers are bounded, nothing raises, and input without an
event is reported with a reason.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from trainer.sensors.dropped import Dropped, Reason
from trainer.sensors.events import Event, MissedEvent, NumberEvent, StateEvent
from trainer.sensors.message_events import Ball, Built, Landed, Refusal, Status
from trainer.sensors.profile import Gives, Profile
from trainer.sensors.wheel_memory import WheelMemory, hear_landed, hear_number, hear_state, hear_status

LINES_KEPT = 4096  # cached messages; wheels repeat the same line twice a second


class State(msgspec.Struct, frozen=True):
    """What a decoder knows between two pieces of the stream."""

    held: bytes = b""  # beginning of an incomplete message
    last: bytes = b""  # last accepted message, to recognise a repetition
    skipping: bool = False  # inside an overlong message
    wheel: WheelMemory = WheelMemory()
    sequence: int = 0  # of the last intact framed message; 0 if none was heard


class Heard(msgspec.Struct):
    """Result of a piece of the stream, in order, and the new state."""

    state: State = State()
    events: list[Event] = []
    dropped: list[Dropped] = []
    balls: list[Ball] = []  # measurements of the ball
    gaps: list[tuple[int, int]] = []  # index of the event before which reports are missing, and how many (0: unknown)
    understood: bool = False  # whether a message was understood, even if it gave no event

    def in_order(self) -> Iterator[Event]:
        """The events, with a `MissedEvent` where reports are missing."""
        at = 0
        for index, missed in self.gaps:
            yield from self.events[at:index]
            yield MissedEvent(missed)
            at = index
        yield from self.events[at:]

    def miss(self, count: int = 0) -> None:
        """Note that reports are missing before the next event."""
        if self.gaps and self.gaps[-1][0] == len(self.events):
            before = self.gaps.pop()[1]
            count = before + count if before and count else 0
        self.gaps.append((len(self.events), count))

    def drop(self, reason: Reason, raw: bytes, detail: str = "") -> None:
        self.dropped.append(Dropped(reason, raw, detail))


Meaning: TypeAlias = Built


class Decoder(ABC):
    """Decoder for one profile; has no state of its own, it is passed in and returned."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        # Without sequence numbers a damaged line may have been a card. A shoe sends nothing that its profile lacks; a
        # school's own device may.
        damaged = {Reason.BROKEN, Reason.CHECK, Reason.TOO_LONG, Reason.CONTENT, Reason.UNKNOWN_CARD}
        damaged |= {Reason.UNKNOWN} if profile.kind == "shoe" else set()
        hides = Gives.CARD in profile.gives and not profile.numbers_reports
        self._may_hide_a_card = frozenset(damaged if hides else ())

    @abstractmethod
    def feed(self, state: State, data: bytes) -> Heard:
        """Decode the bytes that follow those that led to the state."""

    def finish(self, state: State) -> Heard:
        """End of the stream: report buffered bytes as unfinished."""
        heard = Heard(msgspec.structs.replace(state, held=b"", skipping=False), [], [], [], [])
        if state.held.strip():
            heard.drop(Reason.UNFINISHED, state.held)
        return heard

    def _take(self, heard: Heard, wheel: WheelMemory, meaning: Meaning, raw: bytes) -> WheelMemory:
        """Add the meaning of a message to the result, or the reason why it has none."""
        kind = type(meaning)
        if kind is Refusal:
            heard.drop(meaning.reason, raw, meaning.detail)  # type: ignore[union-attr]
            if meaning.reason in self._may_hide_a_card:  # type: ignore[union-attr]
                heard.miss()
            return wheel
        heard.understood = True
        if kind is Status:
            if meaning.ball is not None:  # type: ignore[union-attr]
                heard.balls.append(meaning.ball)  # type: ignore[union-attr]
            wheel, events = hear_status(wheel, meaning, self.profile.direction_first)  # type: ignore[arg-type]
            heard.events += events
            return wheel
        if kind is Landed:
            wheel, events = hear_landed(wheel, meaning)  # type: ignore[arg-type]
            if not events:
                heard.drop(Reason.REPEAT, raw)
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

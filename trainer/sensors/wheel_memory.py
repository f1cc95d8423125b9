"""What a decoder remembers of a wheel: a line comes twice a second, an event only when something changes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from trainer.sensors.events import DirectionEvent, Event, NumberEvent, StateEvent, WarningsEvent
from trainer.sensors.message_events import Status

CLOSING = "no-more-bets"
LANDED = "winning-number"
_NOTHING: tuple[Event, ...] = ()


class WheelMemory(msgspec.Struct, frozen=True):
    """The wheel as it was last heard; ``told`` is the number of this spin once it was given out."""

    state: str = ""
    spin: int | None = None
    direction: str = ""
    flags: int = 0
    told: str = ""
    follows_spins: bool = False  # whether it says where a spin begins, so that a number can be told to be the same one


def hear_status(memory: WheelMemory, status: Status) -> tuple[WheelMemory, Sequence[Event]]:
    """What a status line says that is new. The number is told with the first line of a number that has fallen,
    unless a line of its own has told it."""
    if (
        status.state == memory.state
        and status.spin == memory.spin
        and status.direction == memory.direction
        and status.flags == memory.flags
        and (memory.told or status.state != LANDED)
    ):
        return memory, _NOTHING  # as nearly always
    events: list[Event] = []
    told = memory.told if _is_same_fall(memory, status) else ""
    if status.state != memory.state or status.spin != memory.spin:
        events.append(StateEvent(status.state, status.spin, status.rpm))
    if status.state == LANDED and status.number and not told:
        told = status.number
        events.append(NumberEvent(status.number))
    if status.direction != memory.direction:
        events.append(DirectionEvent(status.direction))
    if status.flags != memory.flags:
        events.append(WarningsEvent(status.flags))
    return WheelMemory(status.state, status.spin, status.direction, status.flags, told, True), events


def _is_same_fall(memory: WheelMemory, status: Status) -> bool:
    """Whether a number that was told before this line is the one of the spin the line speaks of."""
    if not memory.state:  # the first line that is heard
        return status.state in (LANDED, CLOSING)
    return status.spin == memory.spin and status.state in (memory.state, LANDED)


def hear_state(memory: WheelMemory, event: StateEvent) -> tuple[WheelMemory, Sequence[Event]]:
    """A state that is told by itself: a new game has no number yet."""
    return msgspec.structs.replace(memory, state=event.state, told="", follows_spins=True), [event]


def hear_number(memory: WheelMemory, event: NumberEvent) -> tuple[WheelMemory, Sequence[Event]]:
    """A number on a line of its own, unless this spin's was told already."""
    if memory.follows_spins and memory.told:
        return memory, []
    return msgspec.structs.replace(memory, told=event.number), [event]

"""Memory of a wheel's decoder: a wheel sends two lines a second, but an event is made only when something changes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from trainer.sensors.events import DirectionEvent, Event, NumberEvent, StateEvent, WarningsEvent
from trainer.sensors.message_events import Landed, Status

CLOSING = "no-more-bets"
LANDED = "winning-number"
BEGINNING = ("place-bets", "ball-in-rim")
_NOTHING: tuple[Event, ...] = ()


class WheelMemory(msgspec.Struct, frozen=True):
    """Last known state of the wheel; ``told`` is the number of this spin once it was reported, ``is_bare`` whether its
    own line reported it and no status line has come since."""

    state: str = ""
    spin: int | None = None
    direction: str = ""
    flags: int = 0
    told: str = ""
    is_bare: bool = False
    follows_spins: bool = False  # whether the wheel reports the beginning of a spin


def hear_status(
    memory: WheelMemory, status: Status, direction_first: bool = False
) -> tuple[WheelMemory, Sequence[Event]]:
    """New events of a status line. The number is reported with the first line that has it, unless its own line came
    before."""
    if (
        status.state == memory.state
        and status.spin == memory.spin
        and status.direction == memory.direction
        and status.flags == memory.flags
        and (memory.told or status.state != LANDED)
    ):
        return memory, _NOTHING  # the usual case
    events: list[Event] = []
    told = memory.told if _is_same_fall(memory, status) else ""
    if status.state != memory.state or status.spin != memory.spin:
        events.append(StateEvent(status.state, status.spin, status.rpm))
    if status.state == LANDED and status.number and not told:
        told = status.number
        events.append(NumberEvent(status.number))
    if status.direction != memory.direction:
        events.insert(0 if direction_first else len(events), DirectionEvent(status.direction))
    if status.flags != memory.flags:
        events.append(WarningsEvent(status.flags))
    return WheelMemory(status.state, status.spin, status.direction, status.flags, told, follows_spins=True), events


def _is_same_fall(memory: WheelMemory, status: Status) -> bool:
    """Whether a number reported earlier belongs to the spin of this line.

    A spin has one number, whatever states follow it, until the next spin is counted or the ball is thrown again. If the
    status lines of a spin were not heard, the count of its number is told only after the number."""
    if memory.is_bare and status.state == LANDED and status.number == memory.told:
        return True
    if not memory.state:  # first line
        return status.state in (LANDED, CLOSING)
    if status.spin != memory.spin:
        return False
    return status.state not in BEGINNING or memory.state in (status.state, CLOSING)


def hear_state(memory: WheelMemory, event: StateEvent) -> tuple[WheelMemory, Sequence[Event]]:
    """Events of a separate state message; a new game has no number yet."""
    return msgspec.structs.replace(memory, state=event.state, told="", follows_spins=True), [event]


def hear_number(memory: WheelMemory, event: NumberEvent) -> tuple[WheelMemory, Sequence[Event]]:
    """Event of a number on its own line, unless this spin's number was reported."""
    if memory.follows_spins and memory.told:
        return memory, []
    return msgspec.structs.replace(memory, told=event.number, is_bare=True), [event]


def hear_landed(memory: WheelMemory, landed: Landed) -> tuple[WheelMemory, Sequence[Event]]:
    """Events of a message that reports state and number together, unless this spin's number was reported. Another
    number is another spin, whose beginning was not heard."""
    if memory.told == landed.number:
        return memory, []
    heard = msgspec.structs.replace(memory, state=landed.state, told=landed.number, follows_spins=True)
    return heard, [StateEvent(landed.state), NumberEvent(landed.number)]

"""What a shoe or a wheel says, one small value an event, each with one JSON form.

>>> encode(CardEvent("8S", to="player", index=1))
b'{"card":"8S","to":"player","index":1}'
>>> read_event('{"burn":true}')
BurnEvent(burn=True, index=None, again=False)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.dice import Roll

STATES = (
    "start", "standby", "place-bets", "ball-in-rim", "no-more-bets", "winning-number", "closed", "dealer-lock",
)  # fmt: skip
ERRORS = (
    "cannot-read", "overdraw", "button", "reverse-at-exit", "reverse-midway", "card-code", "time-out", "alarm",
    "unknown",
)  # fmt: skip
DIRECTIONS = ("clockwise", "counter-clockwise")
HAND_DONE = "hand-done"  # told by hand alone: the player stands
NUMBERS = ("00", *map(str, range(37)))


class CardEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card drawn. A shoe that does not know the hand gives the card alone; ``again`` marks a retransmission,
    ``outside`` (``lock``, ``error``, ``setting``) a card pulled outside a coup."""

    card: str
    to: str = ""  # player, banker, first
    index: int | None = None
    again: bool = False
    outside: str = ""


class BurnEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card burned: which one, or just that it was."""

    burn: str | bool
    index: int | None = None
    again: bool = False


class BurnCountEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many cards are to be burned."""

    burn_count: int
    again: bool = False


class CutEvent(msgspec.Struct, frozen=True):
    """The cutting card came out."""

    cut: bool


class ResultEvent(msgspec.Struct, frozen=True):
    """How the shoe itself reads the coup: ``player``, ``banker``, ``tie`` or ``forced-end``."""

    result: str
    player_pair: bool
    banker_pair: bool


class ErrorEvent(msgspec.Struct, frozen=True):
    """An error of the device by its name, and whether it waits for somebody to clear it."""

    error: str
    error_mode: bool


class ErrorClearedEvent(msgspec.Struct, frozen=True):
    """An error that is over."""

    error_cleared: str


class LockEvent(msgspec.Struct, frozen=True):
    """The shoe was locked or unlocked with its key."""

    lock: bool


class PresetEvent(msgspec.Struct, frozen=True):
    """A setting of the device was changed: its address and the new value."""

    preset: str
    value: str


class StateEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the device stands; a wheel may tell the number of the spin and the rotor's turns a minute."""

    state: str
    spin: int | None = None
    rpm: float | None = None


class NumberEvent(msgspec.Struct, frozen=True):
    """The winning number, once a spin."""

    number: str


class DirectionEvent(msgspec.Struct, frozen=True):
    """Which way the rotor turns: ``clockwise`` or ``counter-clockwise``."""

    direction: str


class WarningsEvent(msgspec.Struct, frozen=True):
    """The sum of a wheel's warning flags, 0 when they clear."""

    warnings: int


class BonusEvent(msgspec.Struct, frozen=True):
    """A bonus number of the wheel and its value."""

    bonus: int
    value: int


class DiceEvent(msgspec.Struct, frozen=True):
    """A throw, as dice are written: ``3-4``."""

    dice: str


Event: TypeAlias = (
    CardEvent | BurnEvent | BurnCountEvent | CutEvent | ResultEvent | ErrorEvent | ErrorClearedEvent | LockEvent
    | PresetEvent | StateEvent | NumberEvent | DirectionEvent | WarningsEvent | BonusEvent | DiceEvent
)  # fmt: skip

# The key that only this event has → the event. A burn count is looked for before a burn.
_BY_KEY: dict[str, type[Event]] = {
    "card": CardEvent, "burn_count": BurnCountEvent, "burn": BurnEvent, "cut": CutEvent, "result": ResultEvent,
    "error": ErrorEvent, "error_cleared": ErrorClearedEvent, "lock": LockEvent, "preset": PresetEvent,
    "state": StateEvent, "number": NumberEvent, "direction": DirectionEvent, "warnings": WarningsEvent,
    "bonus": BonusEvent, "dice": DiceEvent,
}  # fmt: skip

_encoder = msgspec.json.Encoder()


def encode(event: Event) -> bytes:
    """An event as one JSON object, without a line end."""
    return _encoder.encode(event)


def read_event(line: str | bytes) -> Event:
    """The event of a JSON object; `ValueError` if it is none."""
    return event_of(msgspec.json.decode(line, type=dict[str, Any]))


def event_of(data: Mapping[str, Any]) -> Event:
    """The event of a JSON object that is already read; `ValueError` if it is none."""
    for key, kind in _BY_KEY.items():
        if key in data:
            event: Event = msgspec.convert(data, type=kind)
            _check(event)
            return event
    raise ValueError(f"no event: {sorted(data)}")


def _check(event: Event) -> None:
    """Refuse what no device can have said: events also come from files and from other computers."""
    match event:
        case CardEvent():
            _card(event.card)
            _one_of(event.to, ("", "player", "banker", "first"))
            _one_of(event.outside, ("", "lock", "error", "setting"))
        case BurnEvent() if isinstance(event.burn, str):
            _card(event.burn)
        case ResultEvent():
            _one_of(event.result, ("player", "banker", "tie", "forced-end"))
        case ErrorEvent():
            _one_of(event.error, ERRORS)
        case ErrorClearedEvent():
            _one_of(event.error_cleared, ERRORS)
        case StateEvent():
            _one_of(event.state, (*STATES, HAND_DONE))
        case DirectionEvent():
            _one_of(event.direction, DIRECTIONS)
        case DiceEvent():
            Roll.parse(event.dice)
        case NumberEvent():
            _one_of(event.number, NUMBERS)


def _card(text: str) -> None:
    if Card.parse(text).is_joker:
        raise ValueError(f"no card of a shoe: {text}")


def _one_of(value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise ValueError(f"{value!r} is none of {', '.join(known)}")

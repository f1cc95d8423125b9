"""Events of shoes, wheels and readers; each has one JSON form.

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
HAND_DONE = "hand-done"  # in recordings of earlier versions: the player stands
SIGNALS = ("stand", "hit", "double", "split", "surrender", "insurance", "even-money")
NUMBERS = ("00", *map(str, range(37)))


class CardEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card was drawn. Simple shoes send the card only; ``again`` marks a retransmission, ``outside`` (``lock``,
    ``error``, ``setting``) a card outside a coup."""

    card: str
    to: str = ""  # player, banker, first
    index: int | None = None
    again: bool = False
    outside: str = ""


class BurnEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card was burned; its face may be unknown."""

    burn: str | bool
    index: int | None = None
    again: bool = False


class BurnCountEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Number of cards to be burned."""

    burn_count: int
    again: bool = False


class CutEvent(msgspec.Struct, frozen=True):
    """The cut card came out."""

    cut: bool


class ResultEvent(msgspec.Struct, frozen=True):
    """Result of the coup according to the shoe: ``player``, ``banker``, ``tie`` or ``forced-end``."""

    result: str
    player_pair: bool
    banker_pair: bool


class ErrorEvent(msgspec.Struct, frozen=True):
    """An error of the device, and whether somebody must clear it."""

    error: str
    error_mode: bool


class ErrorClearedEvent(msgspec.Struct, frozen=True):
    """An error was cleared."""

    error_cleared: str


class LockEvent(msgspec.Struct, frozen=True):
    """The shoe was locked or unlocked with its key."""

    lock: bool


class PresetEvent(msgspec.Struct, frozen=True):
    """A setting of the device changed: address and new value."""

    preset: str
    value: str


class StateEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of the device; for a wheel also the number of the spin and the rotor speed in revolutions a minute."""

    state: str
    spin: int | None = None
    rpm: float | None = None


class NumberEvent(msgspec.Struct, frozen=True):
    """The winning number, once a spin."""

    number: str


class DirectionEvent(msgspec.Struct, frozen=True):
    """Direction of the rotor: ``clockwise`` or ``counter-clockwise``."""

    direction: str


class WarningsEvent(msgspec.Struct, frozen=True):
    """Sum of a wheel's warning flags; 0 when they clear."""

    warnings: int


class BonusEvent(msgspec.Struct, frozen=True):
    """A bonus number of the wheel and its value."""

    bonus: int
    value: int


class DiceEvent(msgspec.Struct, frozen=True):
    """A throw: ``3-4``."""

    dice: str


class SignalEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the blackjack player whose turn it is wants: ``stand``, ``hit`` (told only with 21), ``double``, ``split``,
    ``surrender``, ``insurance``, ``even-money``. No shoe sends it; it is typed, or comes from a school's own device."""

    signal: str
    seat: int | None = None  # of an insurance, if it is told


class MissedEvent(msgspec.Struct, frozen=True):
    """Reports of the device are missing here; 0 if it is not known how many. No device sends it: the decoder finds it
    from the sequence, and the listener adds it when a device was unplugged."""

    missed: int = 0


Event: TypeAlias = (
    CardEvent | BurnEvent | BurnCountEvent | CutEvent | ResultEvent | ErrorEvent | ErrorClearedEvent | LockEvent
    | PresetEvent | StateEvent | NumberEvent | DirectionEvent | WarningsEvent | BonusEvent | DiceEvent | SignalEvent
    | MissedEvent
)  # fmt: skip

# Key that identifies the event; a burn count is tried before a burn.
_BY_KEY: dict[str, type[Event]] = {
    "card": CardEvent, "burn_count": BurnCountEvent, "burn": BurnEvent, "cut": CutEvent, "result": ResultEvent,
    "error": ErrorEvent, "error_cleared": ErrorClearedEvent, "lock": LockEvent, "preset": PresetEvent,
    "state": StateEvent, "number": NumberEvent, "direction": DirectionEvent, "warnings": WarningsEvent,
    "bonus": BonusEvent, "dice": DiceEvent, "signal": SignalEvent, "missed": MissedEvent,
}  # fmt: skip

_encoder = msgspec.json.Encoder()


def encode(event: Event) -> bytes:
    """The event as a JSON object, without a line break."""
    return _encoder.encode(event)


def read_event(line: str | bytes) -> Event:
    """Event from JSON; raises `ValueError`."""
    return event_of(msgspec.json.decode(line, type=dict[str, Any]))


def event_of(data: Mapping[str, Any]) -> Event:
    """Event from a decoded JSON object; raises `ValueError`."""
    for key, kind in _BY_KEY.items():
        if key in data:
            event: Event = msgspec.convert(data, type=kind)
            _check(event)
            return event
    raise ValueError(f"no event: {sorted(data)}")


def _check(event: Event) -> None:
    """Reject values that no device can send: events also come from files and other computers."""
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
        case SignalEvent():
            _one_of(event.signal, SIGNALS)
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

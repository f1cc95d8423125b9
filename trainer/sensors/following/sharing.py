"""Shares one device with a class: encodes each event as a JSON line, and decodes such lines on the receiving laptop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec

from trainer.sensors.events import Event, encode, event_of, read_event
from trainer.sensors.manual_input import Correction

Listener: TypeAlias = Callable[[str], None]
LONGEST_LINE = 1000


class _Correction(msgspec.Struct, frozen=True, omit_defaults=True):
    corrected: dict[str, Any]
    place: int | None = None
    inserts: bool = False


class Paused(msgspec.Struct, frozen=True):
    """The device was silent for `core.PAUSE` or longer before the next event. A laptop cannot measure that, because a
    slow network delivers its lines late and together."""

    paused: Literal[True] = True


class Front(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line that is sent: the profile of the device at the front, and whether it is only simulated."""

    profile: str
    simulated: bool = False


class Relay:
    """Hands events on. How the lines travel from the front of the class to the laptops is somebody else's business.

    >>> relay = Relay()
    >>> heard = []
    >>> stop = relay.listen(heard.append)
    >>> relay.send(read_event('{"card":"8S"}'))
    >>> stop()
    >>> heard
    ['{"card":"8S"}']
    """

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hand every further event to a listener; gives what ends it."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def send(self, what: Event | Correction | Paused) -> None:
        """Hand an event, a correction or a pause on."""
        if isinstance(what, Correction):
            event = msgspec.to_builtins(what.event)
            line = msgspec.json.encode(_Correction(event, what.place, what.inserts)).decode()
        elif isinstance(what, Paused):
            line = msgspec.json.encode(what).decode()
        else:
            line = encode(what).decode()
        for listener in tuple(self._listeners):
            listener(line)


def taken(line: str) -> Event | Correction | Paused | None:
    """The event, correction or pause of a line that came from elsewhere; `None` if it is none of them."""
    if len(line) > LONGEST_LINE:
        return None
    try:
        if line.startswith('{"corrected"'):
            read = msgspec.json.decode(line, type=_Correction)
            return Correction(event_of(read.corrected), read.place, read.inserts)
        if line.startswith('{"paused"'):
            return msgspec.json.decode(line, type=Paused)
        return read_event(line)
    except ValueError:
        return None


def front_line(front: Front) -> str:
    """The first line that is sent."""
    return msgspec.json.encode(front).decode()


def front_of(line: str) -> Front | None:
    """What a first line says; `None` for any other line."""
    if not line.startswith('{"profile"') or len(line) > LONGEST_LINE:
        return None
    try:
        return msgspec.json.decode(line, type=Front)
    except (msgspec.DecodeError, RecursionError):
        return None

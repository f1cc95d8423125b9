"""One shoe for a class: every event as one JSON line to whoever listens, and such lines taken at the other end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from trainer.sensors.events import Event, encode, event_of, read_event

Listener: TypeAlias = Callable[[str], None]
LONGEST_LINE = 1000


class Shared(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that came from elsewhere, and whether it was typed in place of the last."""

    event: Event
    corrects: bool = False


class _Correction(msgspec.Struct, frozen=True):
    corrected: dict[str, Any]


class _Device(msgspec.Struct, frozen=True):
    profile: str


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

    def send(self, event: Event, corrects: bool = False) -> None:
        """Hand an event on; one that takes the place of the last says so."""
        line = encode(event).decode()
        if corrects:
            line = f'{{"corrected":{line}}}'
        for listener in tuple(self._listeners):
            listener(line)


def taken(line: str) -> Shared | None:
    """The event of a line that came from elsewhere; nothing if it is none."""
    if len(line) > LONGEST_LINE:
        return None
    try:
        if line.startswith('{"corrected"'):
            return Shared(event_of(msgspec.json.decode(line, type=_Correction).corrected), corrects=True)
        return Shared(read_event(line))
    except ValueError:
        return None


def profile_line(name: str) -> str:
    """The first line that is sent: the profile of the device at the front."""
    return msgspec.json.encode(_Device(name)).decode()


def profile_named(line: str) -> str:
    """The profile that a line names; empty if it names none."""
    if not line.startswith('{"profile"') or len(line) > LONGEST_LINE:
        return ""
    try:
        return msgspec.json.decode(line, type=_Device).profile
    except (msgspec.DecodeError, RecursionError):
        return ""

"""One shoe for a class: every event as one JSON line to whoever listens, and such lines taken at the other end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from trainer.sensors.events import Event, encode, read_event

Listener: TypeAlias = Callable[[str], None]
_LONGEST_LINE = 1000


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

    def send(self, event: Event) -> None:
        line = encode(event).decode()
        for listener in tuple(self._listeners):
            listener(line)


def taken(line: str) -> Event | None:
    """The event of a line that came from elsewhere; nothing if it is none."""
    if len(line) > _LONGEST_LINE:
        return None
    try:
        return read_event(line)
    except ValueError:
        return None

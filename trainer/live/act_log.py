"""The acts of a round, packed when it is over, and acts read from a replay file.

A shift of some hours has tens of thousands of acts. As objects they take several times the memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, overload

import msgspec

from trainer.games.core import RequestError
from trainer.games.round import Act

Timed = tuple[int, Act]
"""An act and its time, in milliseconds of the shift."""

_FIELDS: dict[str, Any] = {
    "do": str,
    "by": str,
    "seat": int | None,
    "topic": str | int,
    "bet": str,
    "on": object,
    "amount": int | Fraction | None,
    "facts": dict,
}
_PART = re.compile(r"-?\d+/\d+")
_MOST = 10**15  # no amount, seat or count is larger


class ActLog(Sequence[Timed]):
    """Acts of a round in their order. Once packed they are one block of bytes, unpacked whenever they are read."""

    def __init__(self) -> None:
        self._acts: list[Timed] = []
        self._packed = b""
        self._count = 0

    def append(self, act: Timed) -> None:
        self._acts.append(act)
        self._count += 1

    def pack(self) -> None:
        """Pack the acts of a round that is over."""
        if self._acts:
            self._packed = msgspec.msgpack.encode(self._acts, enc_hook=as_data)
            self._acts = []

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Timed]:
        return iter(self._read())

    @overload
    def __getitem__(self, index: int) -> Timed: ...
    @overload
    def __getitem__(self, index: slice) -> list[Timed]: ...
    def __getitem__(self, index: int | slice) -> Timed | list[Timed]:
        return self._read()[index]

    def _read(self) -> list[Timed]:
        if not self._packed:
            return self._acts
        return [(time, read_act(act)) for time, act in msgspec.msgpack.decode(self._packed)]


def as_data(value: Any) -> int | str:
    """A fraction as `read_act` reads it: ``7``, or ``15/2`` as text."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else str(value)


def read_act(data: Any, path: str = "act") -> Act:
    """An act from its JSON form; amounts that are no whole numbers are written as fractions."""
    given = _exact(data, path)
    if not isinstance(given, dict) or not isinstance(given.get("do"), str):
        raise RequestError(path, "an act must say what is done: do")
    strange = set(given) - set(_FIELDS)
    if strange:
        raise RequestError(path, f"an act has no {min(strange)!r}; it has: {', '.join(_FIELDS)}")
    for name, kind in _FIELDS.items():
        if name in given and not isinstance(given[name], kind):
            raise RequestError(path, f"{name} of an act cannot be {given[name]!r}")
    return Act(**given)


def _exact(data: Any, path: str) -> Any:
    if isinstance(data, dict):
        return {name: _exact(value, path) for name, value in data.items()}
    if isinstance(data, list):
        return [_exact(value, path) for value in data]
    if isinstance(data, int) and abs(data) > _MOST:
        raise RequestError(path, f"{data} is too large a number")
    if not isinstance(data, str) or not _PART.fullmatch(data):
        return data
    try:
        return Fraction(data)
    except ZeroDivisionError:
        raise RequestError(path, f"{data} is no fraction") from None

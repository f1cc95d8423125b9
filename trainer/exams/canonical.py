"""The one way to write what is signed: JSON by RFC 8785, and reading that takes nothing else.

Two readers must never see two things in the same bytes: a key twice, a figure with a fraction, spaces, another order of
keys or anything after the end is refused, because what was read is written again and must be the bytes that were given.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

import rfc8785

from trainer.exams.errors import RefusedError
from trainer.texts import Message

LARGEST = 64_000_000  # bytes of one file; a paper of sixty questions has some hundred thousands
_LARGEST_FIGURE = 2**53 - 1


class NotCanonicalError(RefusedError):
    """These bytes are not the one way to write what they say."""


def canonical(value: object) -> bytes:
    """A value of dicts with text keys, lists, texts, whole numbers, yes, no and nothing; `ValueError` for others."""
    plain_keys = _look_through(value)
    try:
        if plain_keys:
            return _written_plainly(value)
        return rfc8785.dumps(value)  # type: ignore[arg-type]  # looked through above
    except (rfc8785.CanonicalizationError, RecursionError, UnicodeError) as error:
        raise ValueError(str(error)) from None


def read_canonical(data: bytes) -> Any:
    """The value that was written with `canonical`; raises `NotCanonicalError`."""
    if len(data) > LARGEST:
        raise NotCanonicalError(Message("keys.not-canonical"))
    odd_keys: list[str] = []

    def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("a key stands twice")
        odd_keys.extend(key for key in found if not key.isascii())
        return found

    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=once_each,
            parse_constant=_refuse,
            parse_float=_refuse,
            parse_int=_figure,
        )
        # What was just read has no place for anything else: it need not be looked through again.
        same = (canonical(value) if odd_keys else _written_plainly(value)) == data
    except (ValueError, RecursionError):
        raise NotCanonicalError(Message("keys.not-canonical")) from None
    if not same:
        raise NotCanonicalError(Message("keys.not-canonical"))
    return value


def _written_plainly(value: object) -> bytes:
    """With ASCII keys alone the standard library writes the same, ten times as quick."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def _figure(text: str) -> int:
    found = int(text)
    if abs(found) > _LARGEST_FIGURE:
        raise ValueError(f"{text}: too large for every reader")
    return found


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


def _look_through(value: object) -> bool:
    """Raise `ValueError` for what has no place; whether all keys are ASCII, which every reader orders alike."""
    plain_keys = True
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if part is None or isinstance(part, str | bool):
            continue
        if isinstance(part, int):
            if abs(part) > _LARGEST_FIGURE:
                raise ValueError(f"{part}: too large for every reader")
        elif isinstance(part, dict):
            for key in part:
                if not isinstance(key, str):
                    raise ValueError(f"{key!r} is no text")
                plain_keys = plain_keys and key.isascii()
            waiting += part.values()
        elif isinstance(part, list | tuple):
            waiting += part
        else:
            raise ValueError(f"{type(part).__name__} has no place in what is signed")
    return plain_keys

"""Canonical JSON (RFC 8785): the only byte form of everything that is signed or hashed.

Reading is strict, so that two programs never see two values in the same bytes. Duplicate keys, floats, other spacing,
another key order and trailing bytes are refused: the parsed value is written again and must equal the input.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

import rfc8785

from trainer.exams.errors import RefusedError
from trainer.texts import Message

LARGEST = 12_000_000  # bytes of one file; a paper of sixty questions has a few hundred thousand
_LARGEST_INTEGER = 2**53 - 1
_SCALARS, _SEQUENCES = (str, bool), (list, tuple)


class NotCanonicalError(RefusedError):
    """The bytes are not canonical JSON."""


class UnwritableError(RefusedError, ValueError):
    """A text has letters that are none, such as bytes of another encoding typed in a terminal."""


def canonical(value: object) -> bytes:
    """Serialize a value as canonical JSON.

    Accepts dicts with string keys, lists, tuples, strings, integers up to 2**53 - 1, booleans and ``None``; raises
    `ValueError` for anything else, which is an `UnwritableError` if a text under ASCII keys is not Unicode.
    """
    plain_keys = _check_value(value)
    try:
        if plain_keys:
            return _dumps(value)
        return rfc8785.dumps(value)  # type: ignore[arg-type]  # looked through above
    except UnicodeError:
        raise UnwritableError(Message("exams.refused.letters")) from None
    except (rfc8785.CanonicalizationError, RecursionError) as error:
        raise ValueError(str(error)) from None


def read_canonical(data: bytes) -> Any:
    """Parse bytes written by `canonical`; raises `NotCanonicalError`."""
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
            parse_int=_integer,
        )
        # A value that json.loads made needs no second check of its types.
        same = (canonical(value) if odd_keys else _dumps(value)) == data
    except (ValueError, RecursionError):
        raise NotCanonicalError(Message("keys.not-canonical")) from None
    if not same:
        raise NotCanonicalError(Message("keys.not-canonical"))
    return value


def _dumps(value: object) -> bytes:
    """Serialize with the standard library: the same bytes as rfc8785 if all keys are ASCII, ten times as fast."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def _integer(text: str) -> int:
    """Parse an integer; raises `ValueError` above 2**53 - 1, which not every JSON reader keeps exactly."""
    found = int(text)
    if abs(found) > _LARGEST_INTEGER:
        raise ValueError(f"{text}: too large for every reader")
    return found


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


def _check_value(value: object) -> bool:
    """Check that a value can be serialized; returns whether all keys are ASCII, which every reader sorts alike."""
    plain_keys = True
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if type(part) is str or part is None or isinstance(part, _SCALARS):  # most are plain texts
            continue
        if isinstance(part, int):
            if abs(part) > _LARGEST_INTEGER:
                raise ValueError(f"{part}: too large for every reader")
        elif isinstance(part, dict):
            for key in part:
                if not isinstance(key, str):
                    raise ValueError(f"{key!r} is no text")
                plain_keys = plain_keys and key.isascii()
            waiting += part.values()
        elif isinstance(part, _SEQUENCES):
            waiting += part
        else:
            raise ValueError(f"{type(part).__name__} has no place in what is signed")
    return plain_keys

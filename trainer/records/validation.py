"""What makes a row of attempts valid, as an SQL condition and as Python functions.

SQLite checks rows while it reads, because checking a million rows in Python would take too long. The Python functions
check rows from another laptop or from a damaged file before they are stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from trainer.records.attempts import EARLIEST, LATEST, Attempt, is_valid_moment, split_item, to_milliseconds

if TYPE_CHECKING:
    from trainer.records.sessions import Session

HIGHEST_LEVEL = 1000
LARGEST = 2**53  # milliseconds
LONGEST_ITEM = 4_000  # characters
LONGEST_ANSWER = 100_000
_SEEDS = 2**63 - 1
_ROOM = (
    366 * 86_400_000 * 100
)  # reading accepts times up to a century after `LATEST`, which answers given later can reach
_FIRST, _LAST = to_milliseconds(EARLIEST), to_milliseconds(LATEST) + _ROOM
_END_OF_IDS = (_LAST + 1).to_bytes(6, "big")

_WHOLE = ("kind", "level", "seed", "right", "mistake", "milliseconds", "target", "behaviour", "counts", "session", "at")

VALID_ROW_SQL = " AND ".join(
    (
        f"typeof(id) = 'blob' AND length(id) = 16 AND id < x'{_END_OF_IDS.hex()}'",
        *(f"typeof({column}) = 'integer'" for column in _WHOLE),
        f"level BETWEEN 0 AND {HIGHEST_LEVEL} AND seed >= 0 AND right IN (0, 1) AND counts IN (0, 1)",
        f"milliseconds BETWEEN 0 AND {LARGEST} AND target BETWEEN 0 AND {LARGEST} AND at BETWEEN {_FIRST} AND {_LAST}",
        "(dealt IS NULL OR typeof(dealt) = 'text') AND typeof(answer) = 'text' AND typeof(app_version) = 'integer'",
    )
)
"""SQL condition that holds for valid rows of attempts."""


def is_time(milliseconds: object) -> bool:
    """Whether this is a stored time that can be read."""
    return type(milliseconds) is int and _FIRST <= milliseconds <= _LAST


def clamp_time(milliseconds: int) -> int:
    """A time limited to what can be stored and read again."""
    return min(max(milliseconds, _FIRST), to_milliseconds(LATEST))


def is_id(found: object) -> bool:
    """Whether this is the id of an attempt or a session."""
    return isinstance(found, bytes) and len(found) == 16 and found < _END_OF_IDS


def is_uuid(found: object) -> bool:
    """Whether this is a UUID as bytes."""
    return isinstance(found, bytes) and len(found) == 16


def is_text(found: object) -> bool:
    """Whether this is text that can be stored. Lone surrogates come from bytes that were not text."""
    return isinstance(found, str) and _is_unicode(found)


def invalid_column(row: Sequence[Any]) -> str:
    """The name of the first invalid column of a row of attempts; empty if the row is valid."""
    _, number, kind, level, seed, dealt, answer, right, mistake, taken, target, behaviour, counts, session, at, app = (
        row
    )
    numbers = {"kind": kind, "mistake": mistake, "behaviour": behaviour, "session": session, "app_version": app}
    checks = {
        "id": is_id(number),
        **{name: type(value) is int for name, value in numbers.items()},
        "level": _between(level, HIGHEST_LEVEL),
        "seed": _between(seed, _SEEDS),
        "dealt": dealt is None or is_text(dealt),
        "answer": is_text(answer),
        "right": _between(right, 1),
        "milliseconds": _between(taken, LARGEST),
        "target": _between(target, LARGEST),
        "counts": _between(counts, 1),
        "at": is_time(at),
    }
    return next((name for name, is_sound in checks.items() if not is_sound), "")


def invalid_attempt_field(attempt: Attempt) -> str:
    """The name of the first invalid field of an attempt from elsewhere; empty if it can be stored."""
    checks = {
        "id": is_id(attempt.id.bytes) and int.from_bytes(attempt.id.bytes[:6], "big") <= to_milliseconds(LATEST),
        "at": is_valid_moment(attempt.at),
        "item": len(attempt.item) <= LONGEST_ITEM and _is_item(attempt.item),
        "answer": len(attempt.answer) <= LONGEST_ANSWER and _is_unicode(attempt.answer),
        "milliseconds": _between(attempt.milliseconds, LARGEST),
        "target_ms": _between(attempt.target_ms, LARGEST),
        "mistake": _is_word(attempt.mistake),
        "behaviour": _is_word(attempt.behaviour),
        "app_version": _is_word(attempt.app_version),
    }
    return next((name for name, is_sound in checks.items() if not is_sound), "")


def invalid_session_field(session: Session) -> str:
    """The name of the first invalid field of a session from elsewhere; empty if it can be stored."""
    checks = {
        "id": is_id(session.id.bytes),
        "began": is_valid_moment(session.began),
        "kind": _is_word(session.kind),
        "plan": _is_unicode(session.plan),
        "app_version": _is_word(session.app_version),
    }
    return next((name for name, is_sound in checks.items() if not is_sound), "")


def _between(value: object, highest: int) -> bool:
    return type(value) is int and 0 <= value <= highest


def _is_word(text: str) -> bool:
    return len(text) <= LONGEST_ITEM and _is_unicode(text)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_item(item: str) -> bool:
    try:
        return split_item(item).level <= HIGHEST_LEVEL and _is_unicode(item)
    except ValueError:
        return False

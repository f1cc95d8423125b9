"""What a row of attempts must be so that the program can read it, said twice: once for SQLite and once for Python.

Reading a million attempts leaves no time for Python to look at each; SQLite looks while it reads. What comes from
another laptop or out of a damaged file is looked at here before it is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from trainer.records.attempts import EARLIEST, LATEST, Attempt, is_valid_moment, split_item, to_milliseconds

if TYPE_CHECKING:
    from trainer.records.sessions import Session

HIGHEST_LEVEL = 1000
LARGEST = 2**53  # milliseconds, targets
LONGEST_ITEM = 4_000  # characters
LONGEST_ANSWER = 100_000
_SEEDS = 2**63 - 1
_ROOM = 366 * 86_400_000 * 100  # reading takes what a century of answers may add to the last that may come in
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
"""True of a row of attempts that can be read."""


def is_time(milliseconds: object) -> bool:
    """Whether this is a moment that can be read."""
    return type(milliseconds) is int and _FIRST <= milliseconds <= _LAST


def clamp_time(milliseconds: int) -> int:
    """A moment as it is stored, whatever the clock says: the nearest that can be read again."""
    return min(max(milliseconds, _FIRST), to_milliseconds(LATEST))


def is_id(found: object) -> bool:
    """Whether this is the id of an attempt or a session."""
    return isinstance(found, bytes) and len(found) == 16 and found < _END_OF_IDS


def is_uuid(found: object) -> bool:
    return isinstance(found, bytes) and len(found) == 16


def is_text(found: object) -> bool:
    """Whether this is a text that can be stored; one with lone surrogates was bytes of something else."""
    return isinstance(found, str) and _is_unicode(found)


def invalid_column(row: Sequence[Any]) -> str:
    """What is wrong with a row of attempts, by the name of its column; nothing if it is sound."""
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
    """What is wrong with an attempt that comes from elsewhere, by the name of its field; nothing if it may be kept."""
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
    """What is wrong with a session that comes from elsewhere, by the name of its field."""
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

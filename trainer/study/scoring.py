"""Score and grade of an answer: first whether it is right, then the time against the target."""

from __future__ import annotations

from enum import IntEnum

FAST_UP_TO = 0.6  # of the target time
SLOW_FROM = 1.5
_SLOW_SCORE = 0.5


class Grade(IntEnum):
    """Grade of an answer by correctness and time; the numbers are those of FSRS."""

    WRONG = 1
    SLOW = 2
    RIGHT = 3
    FAST = 4


def grade(right: bool | int, milliseconds: int, target_ms: int) -> Grade:
    """Grade by time: fast up to 0.6 of the target, slow beyond 1.5."""
    if not right:
        return Grade.WRONG
    if milliseconds <= FAST_UP_TO * target_ms:
        return Grade.FAST
    return Grade.SLOW if milliseconds > SLOW_FROM * target_ms else Grade.RIGHT


def score(right: bool | int, milliseconds: int, target_ms: int) -> float:
    """Score between 0 and 1: wrong is 0; right falls with time from 1 (fast) to 0.5 (slow).

    >>> score(True, 500, 1000), score(True, 1050, 1000), score(True, 9000, 1000), score(False, 1, 1000)
    (1.0, 0.75, 0.5, 0.0)
    """
    if not right:
        return 0.0
    share = (milliseconds / target_ms - FAST_UP_TO) / (SLOW_FROM - FAST_UP_TO)
    return 1.0 - (1.0 - _SLOW_SCORE) * min(1.0, max(0.0, share))

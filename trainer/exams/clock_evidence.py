"""Detect a wall clock that somebody set, from the lines of the register.

Every register line holds the wall-clock time. Lines of the current boot also hold the monotonic clock, so a wall clock
set forward is detected as long as the machine runs. After a restart it is detected only once the clock is right again:
then a later line has an earlier date, and the certifier sees a warning on the sittings in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from trainer.exams.clock import Clock
from trainer.exams.observations import Observation
from trainer.exams.register import Entry
from trainer.exams.trust import format_time, parse_time
from trainer.texts import Message

_AGREES = timedelta(minutes=5)  # more than a correction by network time


def running_stamp(clock: Clock) -> dict[str, str]:
    """Boot id and monotonic clock, as details of a register line."""
    return {"boot": clock.boot, "ms": str(clock.running_ms())}


def trusted_now(lines: Sequence[Entry], clock: Clock) -> datetime:
    """Present time, corrected if the wall clock was set forward since a line of this boot."""
    running = clock.running_ms()
    unset = [
        parse_time(line.at) + timedelta(milliseconds=running - int(line.details["ms"]))
        for line in lines
        if line.details.get("boot") == clock.boot
    ]
    return min([clock.wall(), *unset])


def clock_jump(lines: Sequence[Entry], clock: Clock) -> timedelta:
    """How far the wall clock is ahead of what the register proves, or (negative) behind its latest line.

    Zero if they agree within five minutes.
    """
    wall = clock.wall()
    ahead, behind = wall - trusted_now(lines, clock), max((parse_time(line.at) for line in lines), default=wall) - wall
    if ahead > _AGREES:
        return ahead
    return -behind if behind > _AGREES else timedelta(0)


def clock_warning(lines: Sequence[Entry], clock: Clock) -> Message | None:
    """Warning for the invigilator about to begin a sitting, or ``None`` if the clock looks right."""
    jump = clock_jump(lines, clock)
    if not jump:
        return None
    params = {"now": _minute(clock.wall()), "known": _minute(clock.wall() - jump)}
    return Message(f"exams.say.clock-{'ahead' if jump > timedelta(0) else 'behind'}", params)


def date_observations(lines: Sequence[Entry], sitting: str) -> tuple[Observation, ...]:
    """Observations that the date of a sitting is wrong, judged by the register lines before and after it."""
    place = next((place for place, line in enumerate(lines) if line.kind == "began" and line.about == sitting), None)
    if place is None:
        return ()
    own = parse_time(lines[place].at)
    before = max((parse_time(line.at) for line in lines[:place]), default=own)
    after = min((parse_time(line.at) for line in lines[place + 1 :]), default=own)
    params = {"own": _minute(own)}
    found = []
    if before - own > _AGREES:
        found.append(Observation(None, Message("exams.noted.clock-behind", params | {"other": _minute(before)})))
    if own - after > _AGREES:
        found.append(Observation(None, Message("exams.noted.clock-ahead", params | {"other": _minute(after)})))
    return tuple(found)


def _minute(moment: datetime) -> str:
    return f"{format_time(moment)[:16].replace('T', ' ')} UTC"

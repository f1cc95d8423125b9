"""What the register knows of this machine's clock, which anybody can set: every line says when it was written.

Lines of one start of the machine also say it by the clock that nobody can set, so a clock that was set forward is found
out as long as the machine runs. After a new start nothing tells, until the clock is right again: then a line is dated
before another that stands above it, and who decides about the sittings between them sees it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from trainer.exams.clock import Clock
from trainer.exams.observations import Observation
from trainer.exams.register import Entry
from trainer.exams.trust import format_time, parse_time
from trainer.texts import Message

_AGREES = timedelta(minutes=5)  # a clock that a network puts right moves by less


def running_stamp(clock: Clock) -> dict[str, str]:
    """What a line says of the clock that nobody can set."""
    return {"boot": clock.boot, "ms": str(clock.running_ms())}


def trusted_now(lines: Sequence[Entry], clock: Clock) -> datetime:
    """What the clock shows or, if it was set forward since a line of this start of the machine, would show."""
    running = clock.running_ms()
    unset = [
        parse_time(line.at) + timedelta(milliseconds=running - int(line.details["ms"]))
        for line in lines
        if line.details.get("boot") == clock.boot
    ]
    return min([clock.wall(), *unset])


def clock_jump(lines: Sequence[Entry], clock: Clock) -> timedelta:
    """By how much the clock is ahead of what the register proves, or (negative) behind its latest line; nothing if
    they agree."""
    wall = clock.wall()
    ahead, behind = wall - trusted_now(lines, clock), max((parse_time(line.at) for line in lines), default=wall) - wall
    if ahead > _AGREES:
        return ahead
    return -behind if behind > _AGREES else timedelta(0)


def clock_warning(lines: Sequence[Entry], clock: Clock) -> Message | None:
    """A sentence for whoever is about to begin an exam with a clock that is not right."""
    jump = clock_jump(lines, clock)
    if not jump:
        return None
    params = {"now": _minute(clock.wall()), "known": _minute(clock.wall() - jump)}
    return Message(f"exams.say.clock-{'ahead' if jump > timedelta(0) else 'behind'}", params)


def date_observations(lines: Sequence[Entry], sitting: str) -> tuple[Observation, ...]:
    """Whether the date of a sitting is proven wrong by the lines around its own."""
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

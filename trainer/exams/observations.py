"""Observations for the certifier: everything in the log of a sitting that is not an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from trainer.exams import events as e
from trainer.exams.result import Result
from trainer.texts import Message

_DOUBTFUL = re.compile(r"[+-]\d{1,12} s")  # how far the clock is from the register
_CHANGED = re.compile(r"-?\d{1,15} ms")  # how far the clock was set, in the log


class Observation(msgspec.Struct, frozen=True):
    """One observation: exam time when it happened (``None``: outside the exam), what, how long, and a note."""

    used_ms: int | None
    what: Message
    lasted_ms: int = 0
    detail: str = ""


def observations(result: Result) -> tuple[Observation, ...]:
    """Reason of a regrade, then incidents, interruptions, pauses, extra time and wrong codes in order."""
    events = [e.read_event(each.event) for each in result.events]
    found = (_observation(event, events[place + 1 :]) for place, event in enumerate(events))
    regrade = result.regrade
    why = (
        (Observation(None, Message("exams.noted.regraded", {"by": regrade.by}), 0, regrade.reason),) if regrade else ()
    )
    return (*why, *(one for one in found if one is not None))


def _observation(event: e.AnyEvent, after: Sequence[e.AnyEvent]) -> Observation | None:
    match event:
        case e.Incident(what="clock-changed", detail=detail) if _CHANGED.fullmatch(detail):
            return Observation(event.used, _clock_change(int(detail.partition(" ")[0])))
        case e.Incident(what="clock-doubtful", detail=detail) if _DOUBTFUL.fullmatch(detail):
            apart = duration(int(detail.partition(" ")[0]) * 1000)
            return Observation(event.used, e.incident_message("clock-doubtful"), 0, apart)
        case e.Incident(what=what, detail=detail, lasted=lasted):
            return Observation(event.used, e.incident_message(what), lasted, detail)
        case e.Resumed(away=away):
            return Observation(event.used, Message("exams.noted.resumed"), away)
        case e.Paused(why=why):
            end = next((each for each in after if isinstance(each, e.Continued | e.HandedIn)), event)
            lasted = end.ms - event.ms if end.boot == event.boot else end.wall - event.wall
            return Observation(event.used, Message("exams.noted.paused"), max(0, lasted), why)
        case e.ExtraTime(added=added, why=why):
            return Observation(event.used, Message("exams.noted.extra-time", {"minutes": added // 60_000}), 0, why)
        case e.WrongCode(tries=tries):
            return Observation(event.used, Message("exams.noted.wrong-code", {"tries": tries}))
        case e.HandedIn(why="invigilator", note=note):
            return Observation(event.used, Message("exams.noted.ended"), 0, note)
    return None


def _clock_change(ms: int) -> Message:
    """How far somebody set the clock, in words."""
    return Message(f"exams.incident.clock-{'forward' if ms > 0 else 'back'}", {"time": duration(ms)})


def duration(ms: int) -> str:
    """Time in days, hours, minutes and seconds, without parts that are zero.

    >>> duration(-3_600_000), duration(65_000), duration(86_400_400), duration(400)
    ('1 h', '1 min 5 s', '1 d', '0 s')
    """
    minutes, seconds = divmod(round(abs(ms) / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    counts = ((days, "d"), (hours, "h"), (minutes, "min"), (seconds, "s"))
    parts = [f"{count} {unit}" for count, unit in counts if count]
    return " ".join(parts) or "0 s"

"""For whom a paper was drawn, who has sat it, and whether a candidate may try again, read from the register's lines.

A paper is drawn for one candidate, for one seat, or for everybody. It is sat once, a shared one once by each candidate.
The scheme limits how often a candidate may try again, and after how many days.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import datetime, timedelta

from trainer.exams.errors import refused
from trainer.exams.locked_paper import LockedPaper
from trainer.exams.provenance import seat_key
from trainer.exams.register import Entry
from trainer.exams.result import SittingHeader
from trainer.exams.trust import parse_time


def is_shared(drawn: Entry) -> bool:
    """Whether a paper was drawn for everybody instead of one seat."""
    return drawn.details.get("shared") == "yes"


def was_drawn_for(lines: Sequence[Entry], seat: str, scheme: str, persons: str) -> bool:
    """Whether a paper was drawn, or a drawing was begun, for this seat, or for this person and not sat yet."""
    sat = {line.details["paper"] for line in lines if line.kind == "began"}
    for line in lines:
        if line.kind in ("drawing", "drawn"):
            if seat_key(line.details["seat"]) == seat_key(seat):
                return True
            theirs = persons and line.details.get("candidate") == persons and line.details["scheme"] == scheme
            if theirs and line.kind == "drawn" and line.about not in sat:
                return True
    return False


def check_bound(drawn: Entry, persons: Set[str]) -> None:
    """Raise `RefusedError` if a paper was drawn for somebody else than the person with these references."""
    wanted = drawn.details.get("candidate", "").split()
    if wanted and not persons & set(wanted):
        raise refused("drawn-for-another", paper=drawn.about)


def begun_with(lines: Sequence[Entry], drawn: Entry, persons: Set[str]) -> list[str]:
    """Sittings that use up a paper for a person: all of them, or the person's own if the paper is shared."""
    same = (line for line in lines if line.kind == "began" and line.details["paper"] == drawn.about)
    return [line.about for line in same if not is_shared(drawn) or line.details["candidate"] in persons]


def other_sitting(lines: Sequence[Entry], header: SittingHeader) -> str:
    """Another sitting of the same paper, or of the same shared paper by the same candidate; empty if none."""
    drawn = next((line for line in lines if line.kind == "drawn" and line.about == header.paper), None)
    for line in lines:
        if line.kind == "began" and line.details["paper"] == header.paper and line.about != header.sitting:
            is_theirs = drawn is None or not is_shared(drawn) or line.details["candidate"] == header.candidate
            if is_theirs:
                return line.about
    return ""


def check_retake(locked: LockedPaper, tried: Sequence[Entry], now: datetime, clock: datetime) -> None:
    """Raise `RefusedError` if the candidate has no attempt left or the waiting time is not over.

    ``now`` is the time that the register believes, ``clock`` what the machine's clock shows.
    """
    if len(tried) > locked.retakes:
        raise refused("no-retake-left", retakes=locked.retakes)
    if tried:
        last = max(entry.details.get("began", entry.at) for entry in tried)
        earliest = parse_time(last) + timedelta(days=locked.wait_days)
        if now < earliest:
            why = "retake-too-early" if clock < earliest else "retake-clock"
            raise refused(why, date=f"{earliest:%Y-%m-%d}")

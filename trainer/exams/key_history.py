"""Whether the school's key list is the newest one that its register knows.

The list is signed, so nobody can change it; but an earlier copy of it is signed as well, and with that a key that was
declared stolen would be trusted again. The register therefore notes the end of the list when a key is replaced or
declared stolen. The holder of a replaced key can still date a signature back; in the register it stands too late.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from trainer.exams.errors import RefusedError
from trainer.exams.register import Entry, Register
from trainer.exams.trust import Kind, Trust, format_time
from trainer.texts import Message

_KIND = "key-list"


def note_keys(register: Register, trust: Trust, now: datetime) -> None:
    """Register how many statements the key list has, and the signature of the last one."""
    last = trust.statements[-1]
    details = {"statements": str(len(trust.statements)), "last": last.signature, "root": str(trust.root)}
    register.add(_KIND, last.key, format_time(now), "", **details)


def check_keys(register: Register, trust: Trust) -> None:
    """Raise `RefusedError` if the key list lacks statements that the register knows."""
    for line in _lines_about(register.entries(), trust):
        number = int(line.details["statements"])
        there = [statement.signature for statement in trust.statements[number - 1 : number]]
        if there != [line.details.get("last")]:
            raise RefusedError(Message("keys.older-list", {"at": line.at[:10]}))


def note_newer_keys(register: Register, trust: Trust, now: datetime) -> None:
    """Register the end of a key list that says more about ended keys than the register knows.

    It was brought from another machine, or the program ended before its line. Raises `RefusedError` as `check_keys`.
    """
    check_keys(register, trust)
    known = max((int(line.details["statements"]) for line in _lines_about(register.entries(), trust)), default=0)
    if any(one.kind is not Kind.BEGINS for one in trust.statements[known:]):
        note_keys(register, trust, now)


def with_ended_keys(lines: Iterable[Entry], trust: Trust) -> Iterator[tuple[Entry, frozenset[str]]]:
    """Lines of the register, each with the keys that it knew to be replaced when the line was written."""
    ended: frozenset[str] = frozenset()
    for line in lines:
        if _is_about(line, trust):
            known = trust.statements[: int(line.details["statements"])]
            ended |= {one.key for one in known if one.kind is Kind.ENDS}  # a line can be repeated later
        yield line, ended


def _lines_about(lines: Iterable[Entry], trust: Trust) -> list[Entry]:
    return [line for line in lines if _is_about(line, trust)]


def _is_about(line: Entry, trust: Trust) -> bool:
    """Whether a line tells the end of this school's key list: a laptop can have been another school's before.

    Lines from before November 2026 do not name the school, and the oldest do not count the list.
    """
    return line.kind == _KIND and "statements" in line.details and line.details.get("root") in (None, str(trust.root))

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
    details = {"statements": str(len(trust.statements)), "last": last.signature}
    register.add(_KIND, last.key, format_time(now), "", **details)


def check_keys(register: Register, trust: Trust) -> None:
    """Raise `RefusedError` if the key list lacks statements that the register knows."""
    for line in register.of_kind(_KIND):
        if "statements" not in line.details:  # written before the list was counted, when keys were lent
            continue
        number = int(line.details["statements"])
        there = [statement.signature for statement in trust.statements[number - 1 : number]]
        if there != [line.details.get("last")]:
            raise RefusedError(Message("keys.older-list", {"at": line.at[:10]}))


def with_ended_keys(lines: Iterable[Entry], trust: Trust) -> Iterator[tuple[Entry, frozenset[str]]]:
    """Lines of the register, each with the keys that it knew to be replaced when the line was written."""
    ended: frozenset[str] = frozenset()
    for line in lines:
        if line.kind == _KIND:
            known = trust.statements[: int(line.details.get("statements", "0"))]
            ended = frozenset(one.key for one in known if one.kind is Kind.ENDS)
        yield line, ended

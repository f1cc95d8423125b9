"""Whether the school's key list is the newest one that its register knows.

The list is signed, so nobody can change it; but an earlier copy of it is signed as well, and with that a key that was
declared stolen would be trusted again. The register therefore notes the end of the list whenever it grows.
"""

from __future__ import annotations

from datetime import datetime

from trainer.exams.errors import RefusedError
from trainer.exams.register import Register
from trainer.exams.trust import Trust, format_time
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

"""Means of one attacker each: the register, the clock, files and offered results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.exams.terminal_attacks import Attack, sits_once
from tests.exams.terminal_school import CERTIFIER, SCHEME, STATION, RefusalError, TerminalSchool
from trainer.exams.clock import MachineClock
from trainer.exams.locked_paper import open_paper
from trainer.exams.office import Office
from trainer.exams.paper import Paper
from trainer.exams.register import FIRST, Entry, Register
from trainer.exams.result import SealedResult, to_bytes
from trainer.exams.trust import format_time

REFUSED = ""  # what must happen to most attacks
Row = tuple[str, Attack, str]  # what, how, and the words that tell it
Rows = Iterator[Row]
Lines = list[dict[str, Any]]


class OutOfReach(str):
    """Why an attack succeeds; the README says so and what the reviewer is told."""


TAIL = OutOfReach("lines after the newest anchor can be cut off, as if a whole disk was put back")
HARMLESS = OutOfReach("changes nothing that a certificate says")
WHOLE_DISK = OutOfReach("a whole disk put back to an earlier state knows nothing of what followed")


# ── means ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def register_of(t: TerminalSchool) -> Register:
    return Register(t.exams / "register.jsonl")


def append(
    t: TerminalSchool, kind: str, about: str, by: str = "", when: datetime | None = None, **details: str
) -> None:
    """Write a line into the register as FORMATS.md describes it: no secret is needed."""
    register_of(t).add(kind, about, format_time(when or datetime.now(UTC)), by, **details)


def rewrite(t: TerminalSchool, change: Callable[[Lines], Lines]) -> None:
    """Rewrite the register and compute all its hashes again."""
    register = register_of(t)
    last, out = FIRST, []
    for plain in change([msgspec.to_builtins(line) for line in register.entries()]):
        entry = msgspec.convert(plain | {"after": last}, Entry)
        last = entry.digest()
        out.append(json.dumps(msgspec.to_builtins(entry), ensure_ascii=False, sort_keys=True, separators=(",", ":")))
    register.path.write_text("".join(f"{line}\n" for line in out), encoding="utf-8")


def shifted(step: Callable[[TerminalSchool], str], **by: float) -> Attack:
    """A step while the clock of the machine is wrong."""

    def attack(t: TerminalSchool) -> str:
        wall = MachineClock.wall
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(MachineClock, "wall", lambda clock: wall(clock) + timedelta(**by))
            patch.setattr("trainer.cli.certificate._now", lambda: datetime.now(UTC) + timedelta(**by))
            return step(t)

    return attack


def opened(t: TerminalSchool, paper: str, code: str) -> Paper:
    """What somebody with the code of a paper and its file reads."""
    return open_paper(Office(t.exams, MachineClock()).locked(paper), code)


def offer(t: TerminalSchool, found: SealedResult) -> str:
    path = t.home / "offered.json"
    path.write_bytes(to_bytes(found))
    return t.exam("take", str(path))


def drawn(t: TerminalSchool, name: str = "Dora Paz", document: str = "X9", seat: str = "z") -> tuple[str, str, str]:
    """A candidate with a paper: its id, its code and the candidate."""
    one = t.candidate(name, document)
    return (*t.draw("--candidate", one, "--seat", seat), one)


def issue(t: TerminalSchool, name: str) -> str:
    return t.certificate("issue", str(t.result(name)), "--out", str(t.home / "o"), typed=(CERTIFIER,))


def reviewed_after(attack: Callable[[TerminalSchool], object]) -> Attack:
    """An attack, after which an honest candidate sits and the certifier reads what the program knows."""

    def whole(t: TerminalSchool) -> str:
        attack(t)
        sits_once(t)
        return t.review(t.newest_result())

    return whole


def verified(t: TerminalSchool, *more: str, home: Path | None = None) -> str:
    return t.certificate("verify", str(t.written(".json")), *more, home=home)


def reviewed(t: TerminalSchool) -> str:
    return t.review(t.newest_result())


def regrade(
    t: TerminalSchool, name: str, *more: str, by: str = "elena", second: str = "nora", cite: str = "art. 4"
) -> str:
    return t.exam(
        *("regrade", str(t.result(name)), "--by", by, "--second", second, "--reason", "ambiguous", "--cite", cite),
        *more,
        typed=(f"password-{by}", f"password-{second}", STATION),
    )


def on_a_fresh(make: Callable[[TerminalSchool], tuple[str, str, str]], step: Callable[..., str]) -> Attack:
    """An attack on a fresh paper or sitting: the step gets its id, its code and its candidate."""
    return lambda t: step(t, *make(t))


def own_scheme(t: TerminalSchool, name: str, change: Callable[[str], str]) -> str:
    (t.home / "data" / "schemes" / "own" / f"{name}.toml").write_text(change(SCHEME), encoding="utf-8")
    return f"own/{name}"


def unchanged_record() -> str:
    raise RefusalError(1, "the same record as before is printed")

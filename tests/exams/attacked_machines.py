"""Homes and sittings that attacks use: a copied laptop, a school of the attacker's own, an interrupted exam."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.exams.terminal_school import STATION, RefusalError, TerminalSchool

ROOT = "the root key"


def other_school(t: TerminalSchool, name: str = "Escuela") -> TerminalSchool:
    """A school of the attacker's own, with keys, in another home."""
    home = t.home.parent / "attacker"
    os.environ["TRAINER_HOME"] = str(home)
    try:
        mine = TerminalSchool.__new__(TerminalSchool)
        vars(mine).update(vars(t))
        mine.home = home
        mine.certificate("keys", "found", name, typed=(ROOT,))
        for role in ("station", "certifier"):
            mine.certificate("keys", "make", role, typed=(f"{role} key", ROOT))
    except RefusalError as refusal:
        raise AssertionError(refusal.said) from None  # the attacker's own school is no attack
    finally:
        os.environ["TRAINER_HOME"] = str(t.home)
    return mine


def left_sitting(t: TerminalSchool, *more: str, document: str = "X9") -> tuple[str, str, str]:
    """A sitting that was interrupted in its first item: its id, the code of its paper and the candidate."""
    one = t.candidate("Dora Paz" if document == "X9" else f"Eva {document}", document)
    paper, code = t.draw("--candidate", one, "--seat", document)
    before = set((t.exams / "sittings").iterdir()) if (t.exams / "sittings").is_dir() else set()
    with pytest.raises(RefusalError):
        typed = ("password-vera", "", code, "1", "", *more)
        t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=typed)
    (there,) = set((t.exams / "sittings").iterdir()) - before
    return there.name, code, one


def resumed(t: TerminalSchool, sitting: str, code: str, *more: str, by: str = "vera") -> str:
    typed = (f"password-{by}", code, *more, ":hand-in", "yes", STATION)
    return t.exam("sit", "--resume", sitting, "--invigilator", by, typed=typed)


def copied_home(t: TerminalSchool, name: str = "copy") -> Path:
    """A copy of the whole home, such as a laptop's disk."""
    return Path(shutil.copytree(t.home, t.home.parent / name))


def in_home(t: TerminalSchool, home: Path) -> TerminalSchool:
    there = TerminalSchool.__new__(TerminalSchool)
    vars(there).update(vars(t))
    there.home = home
    return there


def at(t: TerminalSchool, home: Path, step: Callable[[TerminalSchool], str]) -> str:
    """A step on another machine."""
    os.environ["TRAINER_HOME"] = str(home)
    try:
        return step(in_home(t, home))
    finally:
        os.environ["TRAINER_HOME"] = str(t.home)

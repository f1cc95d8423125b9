"""Attacks with one laptop, one backup or one clock."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.exams.attack_means import (
    HARMLESS,
    REFUSED,
    OutOfReach,
    Rows,
    drawn,
    regrade,
    reviewed,
    shifted,
    verified,
)
from tests.exams.attacked_machines import at, copied_home, left_sitting, resumed
from tests.exams.terminal_attacks import sits_once
from tests.exams.terminal_school import CERTIFIER, STATION, RefusalError, TerminalSchool


def laptops() -> Rows:
    yield "the tries at a password deleted", _tries_deleted, REFUSED
    yield (
        "the tries at a key's passphrase",
        _key_tries,
        OutOfReach("who has the key's file guesses at home; the brake is the passphrase's length and its slow hash"),
    )
    yield "the papers put back after one was sat", _papers_back, REFUSED
    yield "the sittings put back to before an answer", lambda t: _sitting_back(t, ("sittings",)), REFUSED
    yield (
        "sittings and counters put back to before an answer",
        lambda t: _sitting_back(t, ("sittings", "counters")),
        REFUSED,
    )
    yield "the people put back after an erasure", _erased_back, REFUSED
    yield "the certificates put back, and the same result certified again", _certificates_back, REFUSED
    yield "the results put back after a regrade", _results_back, REFUSED
    yield "the keys of a copy used after a rotation", _old_station_key, REFUSED
    yield (
        "the register emptied",
        lambda t: (
            (t.exams / "register.jsonl").write_bytes(b""),
            t.review(t.result(t.open)),
        )[1],
        REFUSED,
    )
    yield (
        "the register deleted and an exam sat",
        lambda t: (
            (t.exams / "register.jsonl").rename(t.home / "gone"),
            sits_once(t),
            reviewed(t),
        )[2],
        "register",
    )
    yield (
        "the register made unreadable",
        lambda t: (
            (t.exams / "register.jsonl").write_bytes(b"\xff" * 100),
            sits_once(t),
            reviewed(t),
        )[2],
        "register",
    )
    yield (
        "the last line of the register torn",
        lambda t: (
            _torn(t),
            sits_once(t),
            reviewed(t),
        )[2],
        HARMLESS,
    )
    yield "sealed with the clock a day back", shifted(sits_once, days=-1), REFUSED
    yield "drawn today, sat with the clock an hour back", lambda t: _drawn_then(t, hours=-1), REFUSED
    yield (
        "decided with the clock a week back",
        shifted(lambda t: t.review(t.result(t.open)), days=-7),
        REFUSED,
    )
    yield (
        "certified with the clock a year back",
        shifted(
            lambda t: t.certificate("issue", str(t.result(t.open)), "--out", str(t.home / "o"), typed=(CERTIFIER,)),
            days=-365,
        ),
        REFUSED,
    )
    yield (
        "confirmed honestly, certified with the clock a year back",
        lambda t: (
            t.review(t.result(t.open)),
            shifted(
                lambda t: t.certificate("issue", str(t.result(t.open)), "--out", str(t.home / "o"), typed=(CERTIFIER,)),
                days=-365,
            )(t),
        )[1],
        REFUSED,
    )
    yield (
        "confirmed honestly, certified with the clock ten years forward",
        lambda t: (
            t.review(t.result(t.open)),
            shifted(
                lambda t: t.certificate("issue", str(t.result(t.open)), "--out", str(t.home / "o"), typed=(CERTIFIER,)),
                days=3650,
            )(t),
        )[1],
        OutOfReach("the certifier's clock dates a certificate; verifiers call it not yet valid until then"),
    )
    yield "statuses published with the clock ten years forward", _future_list, REFUSED
    yield "two terminals in one sitting", _two_terminals, REFUSED


def _tries_deleted(t: TerminalSchool) -> str:
    for _ in range(6):
        with pytest.raises(RefusalError):
            t.exam("paper", "own/small", "--answers", "--by", "elena", typed=("wrong",))
    for path in t.exams.rglob("*tries*"):
        path.unlink()
    for path in t.exams.rglob("*wrong*"):
        path.unlink()
    return t.exam("paper", "own/small", "--answers", "--by", "elena", typed=("password-elena",))


def _key_tries(t: TerminalSchool) -> str:
    for _ in range(8):
        with pytest.raises(RefusalError):
            t.certificate("revoke", t.number, "--reason", "x", typed=("wrong",))
    return t.certificate("revoke", t.number, "--reason", "x", typed=(CERTIFIER,))


def _put_back(t: TerminalSchool, saved: Path, names: tuple[str, ...]) -> None:
    for name in names:
        there, back = t.exams / name, saved / "data" / "exams" / name
        if there.is_dir():
            shutil.rmtree(there)
        if back.is_dir():
            shutil.copytree(back, there)


def _papers_back(t: TerminalSchool) -> str:
    paper, code, one = drawn(t)
    saved = copied_home(t, "saved")
    t.sit(paper, code, one)
    _put_back(t, saved, ("papers", "sittings", "counters", "results"))
    return t.sit(paper, code, one)


def _sitting_back(t: TerminalSchool, names: tuple[str, ...]) -> str:
    sitting, code, _ = left_sitting(t)
    saved = copied_home(t, "saved")
    with pytest.raises(RefusalError):
        t.exam(
            *("sit", "--resume", sitting, "--invigilator", "vera"), typed=("password-vera", code, "1", ":flag 1", "2")
        )
    _put_back(t, saved, names)
    return resumed(t, sitting, code) + reviewed(t)


def _erased_back(t: TerminalSchool) -> str:
    saved = copied_home(t, "saved")
    t.exam("erase", t.school.clara.reference, "--by", "carlos", typed=("password-carlos",))
    _put_back(t, saved, ("people",))
    return t.draw("--candidate", t.school.clara.reference, "--reason", "again")[0]


def _certificates_back(t: TerminalSchool) -> str:
    t.certificate("revoke", t.number, "--reason", "x", typed=(CERTIFIER,))
    for name in ("certificates",):
        if (t.exams / name).is_dir():
            shutil.rmtree(t.exams / name)
    return t.certificate("issue", str(t.result(t.passed)), "--out", str(t.home / "o"), typed=(CERTIFIER,))


def _results_back(t: TerminalSchool) -> str:
    saved = copied_home(t, "saved")
    regrade(t, t.open, "--void", "1")
    _put_back(t, saved, ("results",))
    return t.review(t.result(t.open))


def _old_station_key(t: TerminalSchool) -> str:
    saved = copied_home(t, "saved")
    t.certificate("keys", "rotate", "station", typed=("a new passphrase", STATION))

    def sit(there: TerminalSchool) -> str:
        sits_once(there)
        return str(there.newest_result())

    path = at(t, saved, sit)
    return t.exam("take", path)


def _torn(t: TerminalSchool) -> int:
    with (t.exams / "register.jsonl").open("ab") as file:
        return file.write(b'{"kind":"dra')


def _drawn_then(t: TerminalSchool, **by: float) -> str:
    paper, code, one = drawn(t)
    return str(shifted(lambda t: t.sit(paper, code, one), **by)(t))


def _future_list(t: TerminalSchool) -> str:
    out = t.home / "future"
    shifted(lambda t: t.certificate("status", "--out", str(out), typed=(CERTIFIER,)), days=3650)(t)
    t.certificate("revoke", t.number, "--reason", "x", typed=(CERTIFIER,))
    keys = t.home / "keys.json"
    t.certificate("keys", "public", str(keys))
    lists = [word for path in out.iterdir() for word in ("--status", str(path))]
    return verified(t, "--keys", str(keys), *lists[:2], home=t.home.parent / "verifier")


def _two_terminals(t: TerminalSchool) -> str:
    paper, code, one = drawn(t)
    before = set((t.exams / "sittings").iterdir())
    words = [sys.executable, "-m", "trainer", "exam", "sit", paper, "--candidate", one, "--invigilator", "vera"]
    first = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ)
    )
    assert first.stdin is not None
    first.stdin.write(f"password-vera\n\n{code}\n1\n\n".encode())
    first.stdin.flush()
    for _ in range(100):
        found = set((t.exams / "sittings").iterdir()) - before
        if any((path / "events.jsonl").is_file() for path in found):
            break
        time.sleep(0.1)
    try:
        return resumed(t, found.pop().name, code)
    finally:
        first.kill()
        first.communicate()

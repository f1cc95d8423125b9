"""Attacks by a candidate at the keyboard of a running exam."""

from __future__ import annotations

from tests.exams.attack_means import (
    HARMLESS,
    REFUSED,
    Rows,
    drawn,
    on_a_fresh,
    own_scheme,
    reviewed,
    shifted,
    unchanged_record,
)
from tests.exams.attacked_machines import left_sitting, resumed
from tests.exams.terminal_attacks import Attack, sits_once
from tests.exams.terminal_school import STATION, TerminalSchool


def candidates() -> Rows:
    def during(*lines: str) -> Attack:
        """Types these lines during an exam; the exam must go on, and the certifier reads the result."""

        def attack(t: TerminalSchool) -> str:
            one = t.candidate()
            return t.sit(*t.draw("--candidate", one), one, answers=lines) + reviewed(t)

        return attack

    for what, line in {
        "a command that does not exist": ":answers",
        "time without a password": ":time 60 please",
        "time of a million minutes": ":time 1000000 please",
        "a pause without a password": ":pause toilet",
        "an end without a password": ":end",
        "a hint": ":hint",
        "an item that does not exist": ":go 999999999999",
        "item zero": ":go 0",
        "a flag on no item": ":flag 99999999999999999999",
        "digits of another alphabet": ":go ٢",
        "a superscript as an item": ":go ²",
        "a million letters": "x" * 1_000_000,
        "an escape sequence": "\x1b[2J\x1b]0;passed\x07",
        "right to left signs": "\u202e2 1",
        "a zero byte": "a\0b",
        "JSON": '{"answer":"1"}',
        "infinity": "inf",
        "a negative number": "-1",
    }.items():
        yield f"types {what}", during(line, ""), HARMLESS

    def passes_on(t: TerminalSchool) -> str:
        """One candidate begins, another goes on in the same sitting with their own reference."""
        sitting, code, _ = left_sitting(t)
        other = t.candidate("Eva Falsa", "X77")
        return t.exam(
            *("sit", "--resume", sitting, "--candidate", other, "--invigilator", "vera"),
            typed=("password-vera", code, ":hand-in", "yes", STATION),
        ) + (unchanged_record() if other not in t.newest_result().read_text(encoding="utf-8") else "")

    yield "somebody else named at the resumption", passes_on, REFUSED
    yield (
        "resumes with the code of another paper",
        lambda t: resumed(t, left_sitting(t)[0], drawn(t, document="X78")[1]),
        REFUSED,
    )
    yield "resumes without a code", lambda t: resumed(t, left_sitting(t)[0], ""), REFUSED
    yield (
        "resumes twice and hands in twice",
        on_a_fresh(left_sitting, lambda t, sitting, code, _: resumed(t, sitting, code) + resumed(t, sitting, code)),
        REFUSED,
    )
    yield (
        "sits a paper drawn for another",
        on_a_fresh(drawn, lambda t, paper, code, _: t.sit(paper, code, t.candidate("Eva Falsa", "X77"))),
        REFUSED,
    )
    yield (
        "sits with the station's password instead of the invigilator's",
        on_a_fresh(
            drawn,
            lambda t, paper, code, one: t.exam(
                "sit", paper, "--candidate", one, "--invigilator", "vera", typed=(STATION, "", code)
            ),
        ),
        REFUSED,
    )
    yield "fails, waits a day and sits again", shifted(_again_after_failing, days=1), REFUSED
    yield "sits the third time after the wait", _third_time, REFUSED
    yield (
        "sits a copy of the scheme under another name after failing",
        _copied_scheme,
        "of the school's own",
    )
    yield "sits a shared paper twice", _shared_twice, REFUSED
    yield "sits a shared paper after failing a drawn one", _shared_after, REFUSED


def _again_after_failing(t: TerminalSchool) -> str:
    paper, code = t.draw("--candidate", t.school.clara.reference, "--seat", "again", scheme="own/small")
    t.sit(paper, code, t.school.clara.reference)
    paper, code = t.draw("--candidate", t.school.clara.reference, "--seat", "again2", "--reason", "again")
    return t.sit(paper, code, t.school.clara.reference)


def _third_time(t: TerminalSchool) -> str:
    one = t.candidate()

    def sit(t: TerminalSchool) -> str:
        paper, code = t.draw("--candidate", one, "--seat", "s", "--reason", "again")
        return t.sit(paper, code, one)

    sit(t)
    shifted(sit, days=31)(t)
    return str(shifted(sit, days=70)(t))


def _copied_scheme(t: TerminalSchool) -> str:
    sits_once(t)
    name = own_scheme(t, "small2", lambda text: text)
    one = t.candidate()
    t.sit(*t.draw("--candidate", one, "--seat", "x", scheme=name), one)
    return reviewed(t)


def _shared_twice(t: TerminalSchool) -> str:
    paper, code = t.draw("--shared", "--seat", "room")
    one = t.candidate()
    t.sit(paper, code, one)
    return t.sit(paper, code, one)


def _shared_after(t: TerminalSchool) -> str:
    sits_once(t)
    paper, code = t.draw("--shared", "--seat", "room")
    return t.sit(paper, code, t.candidate())

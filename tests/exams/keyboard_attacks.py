"""Attacks with nothing but the keyboard of an unlocked machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.exams.attack_means import (
    HARMLESS,
    REFUSED,
    OutOfReach,
    Rows,
    drawn,
    on_a_fresh,
    unchanged_record,
    verified,
)
from tests.exams.terminal_attacks import Attack
from tests.exams.terminal_school import CERTIFIER, STATION, TerminalSchool

BIG = 58_000_000


def keyboard() -> Rows:
    def typed(*words: str, answers: tuple[str, ...] = ()) -> Attack:
        return lambda t: t.exam(*words, typed=answers)

    yield "a seat's paper with a seed", lambda t: t.draw("--candidate", t.candidate(), "--seed", "42"), REFUSED
    yield "a shared paper with a seed", lambda t: t.draw("--shared", "--seat", "s", "--seed", "42"), REFUSED
    yield (
        "a drawn paper opened without a code",
        lambda t: t.exam(
            "paper", "own/small", "--open", drawn(t)[0], "--by", "elena", typed=("password-elena", "AAAA-AAAA-AAAA")
        ),
        REFUSED,
    )
    yield (
        "a drawn paper opened by an invigilator who has its code",
        on_a_fresh(
            drawn,
            lambda t, paper, code, _: t.exam(
                "paper", "own/small", "--open", paper, "--by", "vera", typed=("password-vera", code)
            ),
        ),
        REFUSED,
    )
    yield (
        "a rehearsal taken as a result",
        lambda t: (
            t.exam("rehearse", "own/small", "--out", str(t.home / "r"))
            + "".join(t.exam("take", str(path)) for path in (t.home / "r").rglob("*.json"))
        ),
        REFUSED,
    )
    yield (
        "a rehearsal reviewed",
        lambda t: (
            t.exam("rehearse", "own/small", "--out", str(t.home / "r"))
            + "".join(t.review(path) for path in (t.home / "r").rglob("*result*.json"))
            + t.review(next((t.home / "r").rglob("*.json")))
        ),
        REFUSED,
    )
    yield "a sitting resumed that never was", typed("sit", "--resume", "0" * 32, "--invigilator", "vera"), REFUSED
    yield (
        "a sitting resumed outside the folder",
        typed("sit", "--resume", "../../x", "--invigilator", "vera", answers=("password-vera",)),
        REFUSED,
    )
    yield "a sitting resumed by an empty name", typed("sit", "--resume", "", "--invigilator", "vera"), REFUSED
    yield (
        "a paper outside the folder sat",
        lambda t: t.sit("../people/" + t.school.ana.reference, "AAAA-AAAA-AAAA", t.school.ana.reference),
        REFUSED,
    )
    yield "a report of the register", lambda t: t.exam("report", str(t.exams / "register.jsonl")), REFUSED
    yield (
        "a report of a locked paper",
        lambda t: (drawn(t), t.exam("report", str(next((t.exams / "papers").iterdir())))),
        REFUSED,
    )
    yield (
        "statistics of no results",
        lambda t: t.exam("statistics", "--out", str(t.home / "x.csv"), "/dev/null"),
        REFUSED,
    )
    yield (
        "a candidate added with the document of another school's member",
        lambda t: (
            t.candidate("Ana Rojas", "X1")
            if t.candidate("Ana Rojas", "X1") != t.school.ana.reference
            else unchanged_record()
        ),
        REFUSED,
    )
    yield (
        "somebody gets the record of another by the same document",
        lambda t: t.exam("candidate", "--name", "Eva Falsa", "--document", "X1"),
        HARMLESS,
    )
    yield (
        "a staff member added without anything",
        typed("staff", "eva", "--name", "Eva", "--role", "certifier"),
        REFUSED,
    )
    yield "a staff member retired without the root key", typed("staff", "vera", "--retire", answers=("x",)), REFUSED
    yield (
        "a passphrase typed differently the second time",
        lambda t: _founded_with(t, ("first long phrase", "another long phrase")),
        OutOfReach("only a terminal asks twice; a pipe has one line for each secret"),
    )
    yield "a school founded with a passphrase of one letter", lambda t: _founded_with(t, ("a", "a")), REFUSED
    yield "a school founded with an empty passphrase", lambda t: _founded_with(t, ("", "")), REFUSED
    for what, action in (("take", "take"), ("report", "report"), ("verify", "verify")):
        yield f"a result of 58 MB to {what}", _big(lambda t, path, action=action: t.exam(action, str(path))), REFUSED
    yield "a result of 58 MB to review", _big(lambda t, path: t.review(path)), REFUSED
    yield (
        "a result of 58 MB to regrade",
        _big(
            lambda t, path: t.exam(
                *("regrade", str(path), "--by", "elena", "--second", "nora", "--reason", "x", "--cite", "art. 4"),
                *("--void", "1"),
                typed=("password-elena", "password-nora", STATION),
            )
        ),
        REFUSED,
    )
    yield (
        "a result of 58 MB to issue",
        _big(lambda t, path: t.certificate("issue", str(path), typed=(CERTIFIER,))),
        REFUSED,
    )
    yield "a certificate of 58 MB", _big(lambda t, path: t.certificate("verify", str(path))), REFUSED
    yield "a key list of 58 MB", _big(lambda t, path: t.certificate("trust", str(path))), REFUSED
    yield "a status list of 58 MB", _big(lambda t, path: verified(t, "--status", str(path))), HARMLESS
    yield (
        "a key of 58 MB imported",
        _big(lambda t, path: t.certificate("keys", "import", str(path), typed=(STATION,))),
        REFUSED,
    )
    yield "a scheme of 58 MB checked", _big(lambda t, path: t.exam("check", str(path)), ".toml", b"#"), REFUSED


def _founded_with(t: TerminalSchool, typed: tuple[str, ...]) -> str:
    home = t.home.parent / "new"
    return t.certificate("keys", "found", "Nueva", typed=typed, home=home)


def _big(step: Callable[[TerminalSchool, Path], str], ending: str = ".json", fill: bytes = b" ") -> Attack:
    def attack(t: TerminalSchool) -> str:
        path = t.home / f"big{ending}"
        body = t.result(t.open).read_bytes()
        path.write_bytes(fill + body[:-1] + fill * BIG + body[-1:] if ending == ".json" else fill * BIG)
        return step(t, path)

    return attack

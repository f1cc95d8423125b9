"""A fourth round of attacks, from the promise and the help texts.

Each attacker holds one means: nothing, a certificate, a role, a laptop, a backup or the clock. What must happen was
written down before the attack ran. `benchmarks/test_exam_attacks.py` runs all of them.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.exams.attack_means import REFUSED, OutOfReach, Rows, drawn, shifted
from tests.exams.later_attacks import ROOT, at, copied_home, left_sitting, other_school, resumed
from tests.exams.terminal_attacks import Attack, hire, sits_once
from tests.exams.terminal_school import CERTIFIER, SCHEME, STATION, RefusalError, TerminalSchool

HARMLESS = OutOfReach("changes nothing that a certificate says")
BIG = 58_000_000


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


def _with(make: Callable[[TerminalSchool], tuple[str, str, str]], step: Callable[..., str]) -> Attack:
    """An attack on a fresh paper or sitting: the step gets its id, its code and its candidate."""
    return lambda t: step(t, *make(t))


def own_scheme(t: TerminalSchool, name: str, change: Callable[[str], str]) -> str:
    (t.home / "data" / "schemes" / "own" / f"{name}.toml").write_text(change(SCHEME), encoding="utf-8")
    return f"own/{name}"


# ── nothing but the keyboard ─────────────────────────────────────────────────────────────────────────────────────────


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
        _with(
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
            t.candidate("Ana Rojas", "X1") if t.candidate("Ana Rojas", "X1") != t.school.ana.reference else _same()
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


def _same() -> str:
    raise RefusalError(1, "the same record as before is printed")


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


# ── a certificate and its lists ──────────────────────────────────────────────────────────────────────────────────────


def certificates() -> Rows:
    def changed(ending: str, change: Callable[[bytes], bytes]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.written(ending)
            path.write_bytes(change(path.read_bytes()))
            return t.certificate("verify", str(path))

        return attack

    yield "credential: padded", changed(".json", lambda data: data.strip() + b"=="), REFUSED
    yield "credential: four parts", changed(".json", lambda data: data.strip() + b".x"), REFUSED
    yield (
        "credential: signature of zeros",
        changed(".json", lambda data: data.rsplit(b".", 1)[0] + b"." + b"A" * 86),
        REFUSED,
    )
    yield "credential: a space inside", changed(".json", lambda data: data[:40] + b" " + data[40:]), REFUSED
    yield "credential: a zero byte behind it", changed(".json", lambda data: data + b"\0"), REFUSED
    yield "PDF: a comment behind the seal", changed(".pdf", lambda data: data + b"% nothing\n"), REFUSED
    yield "PDF: white space behind the seal", changed(".pdf", lambda data: data + b"\n\n"), REFUSED
    yield "PDF: twice", changed(".pdf", lambda data: data + data), REFUSED
    yield (
        "PDF: another date in its header",
        changed(".pdf", lambda data: data.replace(b"%PDF-1.", b"%PDF-2.", 1)),
        REFUSED,
    )
    yield "PNG: a comment chunk", changed(".png", _with_text_chunk), REFUSED
    yield "PNG: twice", changed(".png", lambda data: data + data), REFUSED
    yield (
        "PNG: named PDF",
        lambda t: t.certificate("verify", str(shutil.copy(t.written(".png"), t.home / "x.pdf"))),
        HARMLESS,
    )
    yield "verified by somebody who trusts nobody", lambda t: verified(t, home=t.home.parent / "nobody"), REFUSED
    yield "verified without a status list elsewhere", _elsewhere, REFUSED
    yield "a list of statuses cut in half", lambda t: _with_list(t, lambda data: data[: len(data) // 2]), REFUSED
    yield "an empty list of statuses", lambda t: _with_list(t, lambda data: b""), REFUSED
    yield (
        "the certificate as its own list of statuses",
        lambda t: _with_list(t, lambda data: t.written(".json").read_bytes()),
        REFUSED,
    )
    yield (
        "revoked, and verified on this machine",
        lambda t: (
            t.certificate("revoke", t.number, "--reason", "error", typed=(CERTIFIER,)),
            verified(t),
        )[1],
        REFUSED,
    )
    yield (
        "suspended, and verified on this machine",
        lambda t: (
            t.certificate("revoke", t.number, "--suspend", "--reason", "error", typed=(CERTIFIER,)),
            verified(t),
        )[1],
        REFUSED,
    )
    yield (
        "revoked twice, then reinstated",
        lambda t: (
            t.certificate("revoke", t.number, "--reason", "error", typed=(CERTIFIER,)),
            t.certificate("revoke", t.number, "--suspend", "--reason", "error", typed=(CERTIFIER,)),
            t.certificate("revoke", t.number, "--reinstate", "--reason", "error", typed=(CERTIFIER,)),
            verified(t),
        )[3],
        REFUSED,
    )
    yield (
        "the number in small letters revoked",
        lambda t: t.certificate("revoke", "../" + t.number, "--reason", "x", typed=(CERTIFIER,)),
        REFUSED,
    )
    yield "a key declared stolen before the certificate was issued", _stolen, REFUSED
    yield "trust a key list cut to its first key", lambda t: _trusts(t, _cut), REFUSED
    yield "a certificate of a school that only has the same name", _of_namesake, REFUSED


def _with_text_chunk(data: bytes) -> bytes:
    body = b"tEXtComment\0issued to Eva"
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return data[:33] + chunk + data[33:]


def _lists(t: TerminalSchool) -> list[Path]:
    return [path for path in (t.home / "out").iterdir() if t.number not in path.name]


def _elsewhere(t: TerminalSchool) -> str:
    keys = t.home / "keys.json"
    t.certificate("keys", "public", str(keys))
    return verified(t, "--keys", str(keys), home=t.home.parent / "verifier")


def _with_list(t: TerminalSchool, change: Callable[[bytes], bytes]) -> str:
    keys, path = t.home / "keys.json", t.home / "list"
    t.certificate("keys", "public", str(keys))
    path.write_bytes(change(_lists(t)[0].read_bytes()))
    return verified(t, "--keys", str(keys), "--status", str(path), home=t.home.parent / "verifier")


def _stolen(t: TerminalSchool) -> str:
    said = t.certificate("keys", "list")
    kid = next(line.split()[0] for line in said.splitlines() if "certifier" in line.casefold())
    t.certificate("keys", "compromised", kid, "2020-01-01T00:00:00Z", typed=(ROOT,))
    return verified(t)


def _cut(plain: dict[str, object]) -> None:
    for value in plain.values():
        if isinstance(value, list) and len(value) > 1:
            del value[1:]


def _trusts(t: TerminalSchool, change: Callable[[dict[str, object]], None]) -> str:
    keys, home = t.home / "keys.json", t.home.parent / "verifier"
    t.certificate("keys", "public", str(keys))
    t.certificate("trust", str(keys), home=home)
    t.edit(keys, change)
    t.certificate("trust", str(keys), home=home)
    return verified(t, home=home)


def _of_namesake(t: TerminalSchool) -> str:
    mine = other_school(t)
    keys, home = mine.home / "keys.json", t.home.parent / "verifier"
    mine.certificate("keys", "public", str(keys))
    mine.certificate("trust", str(keys), home=home)
    return verified(t, home=home)


# ── a candidate at the keyboard of a running exam ────────────────────────────────────────────────────────────────────


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
        ) + (_same() if other not in t.newest_result().read_text(encoding="utf-8") else "")

    yield "somebody else named at the resumption", passes_on, REFUSED
    yield (
        "resumes with the code of another paper",
        lambda t: resumed(t, left_sitting(t)[0], drawn(t, document="X78")[1]),
        REFUSED,
    )
    yield "resumes without a code", lambda t: resumed(t, left_sitting(t)[0], ""), REFUSED
    yield (
        "resumes twice and hands in twice",
        _with(left_sitting, lambda t, sitting, code, _: resumed(t, sitting, code) + resumed(t, sitting, code)),
        REFUSED,
    )
    yield (
        "sits a paper drawn for another",
        _with(drawn, lambda t, paper, code, _: t.sit(paper, code, t.candidate("Eva Falsa", "X77"))),
        REFUSED,
    )
    yield (
        "sits with the station's password instead of the invigilator's",
        _with(
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


# ── one member of the staff ──────────────────────────────────────────────────────────────────────────────────────────


def staff() -> Rows:
    yield (
        "corrects an item to what the candidate answered, alone",
        lambda t: regrade(t, t.failed, "--correct", "1=x", second="elena"),
        REFUSED,
    )
    yield "corrects an item to nonsense", lambda t: regrade(t, t.failed, "--correct", "1=blah blah"), REFUSED
    yield "corrects and voids the same item", lambda t: regrade(t, t.failed, "--correct", "1=1", "--void", "1"), REFUSED
    yield "voids item zero", lambda t: regrade(t, t.failed, "--void", "0"), REFUSED
    yield "voids a negative item", lambda t: regrade(t, t.failed, "--void=-1"), REFUSED
    yield "voids nothing", lambda t: regrade(t, t.failed), REFUSED
    yield "voids one item twice", lambda t: regrade(t, t.failed, "--void", "1", "1") + reviewed(t), HARMLESS
    yield (
        "seconds with a retired colleague",
        lambda t: (
            t.exam("staff", "nora", "--retire", typed=(ROOT,)),
            regrade(t, t.failed, "--void", "1"),
        )[1],
        REFUSED,
    )
    yield (
        "an article that does not exist",
        lambda t: regrade(t, t.failed, "--void", "1", cite="art. 99999"),
        OutOfReach("two people sign the article, the certifier reads it; the program does not know every text"),
    )
    yield "a reason of control signs", lambda t: regrade(t, t.failed, "--void", "1", "--reason", "\x1b[2Jok"), HARMLESS
    yield "voids a certified result's item", lambda t: regrade(t, t.passed, "--void", "1"), HARMLESS
    yield (
        "issues again after a certified result was replaced",
        lambda t: (
            regrade(t, t.passed, "--void", "1"),
            t.certificate("issue", str(t.result(t.passed)), "--out", str(t.home / "o"), typed=(CERTIFIER,)),
        )[1],
        REFUSED,
    )
    for who in ("CARLOS", " carlos", "Сarlos", "Carlos"):
        yield f"trained by {who!r}, who decides", lambda t, who=who: _trained_by(t, who), REFUSED
    yield "trained by nobody known", lambda t: _trained_by(t, "ghost"), "trained by “ghost”"
    yield "trained by a whole name in Cyrillic letters", lambda t: _trained_by(t, "Сагlоѕ"), REFUSED
    yield "trained by the examiner who drew", lambda t: sits_once(t, "--trained-by", "elena"), REFUSED
    yield "trained by the invigilator", lambda t: sits_once(t, "--trained-by", "vera") + reviewed(t), HARMLESS
    yield "an examiner becomes a certifier and decides on her own paper", _promoted, REFUSED
    yield "an invigilator becomes a certifier and decides on her own room", lambda t: _promoted(t, "vera"), REFUSED
    yield (
        "a certifier with another's password",
        lambda t: t.exam(
            *("review", str(t.result(t.open)), "--by", "carlos", "--decision", "confirmed"),
            typed=("password-elena", CERTIFIER),
        ),
        REFUSED,
    )
    yield "a second certifier overrules a refusal", _overruled, "decided on before"
    yield "a result confirmed whose paper was voided by nobody", lambda t: t.review(t.result(t.failed)), HARMLESS
    yield (
        "a failed and confirmed result certified",
        lambda t: (
            t.review(t.result(t.failed)),
            t.certificate("issue", str(t.result(t.failed)), "--out", str(t.home / "o"), typed=(CERTIFIER,)),
        )[1],
        REFUSED,
    )
    yield (
        "refused after it was certified",
        lambda t: (
            t.review(t.result(t.passed), decision="refused"),
            verified(t),
        )[1],
        HARMLESS,
    )
    yield (
        "renews with its own result",
        lambda t: t.certificate(
            "issue", str(t.result(t.passed)), "--renews", t.number, "--out", str(t.home / "o"), typed=(CERTIFIER,)
        ),
        REFUSED,
    )
    yield (
        "renews somebody else's certificate",
        lambda t: (
            t.review(t.result(t.open)),
            t.certificate(
                "issue", str(t.result(t.open)), "--renews", t.number, "--out", str(t.home / "o"), typed=(CERTIFIER,)
            ),
        )[1],
        REFUSED,
    )
    yield "a scheme with a pass mark of nothing", lambda t: _with_scheme(t, "pass-mark = 60", "pass-mark = 0"), REFUSED
    yield "a scheme with a pass mark below zero", lambda t: _with_scheme(t, "pass-mark = 60", "pass-mark = -1"), REFUSED
    yield (
        "a scheme with a pass mark above everything",
        lambda t: _with_scheme(t, "pass-mark = 60", "pass-mark = 101"),
        REFUSED,
    )
    yield "a scheme of no questions", lambda t: _with_scheme(t, "count = 2", "count = 0"), REFUSED
    yield "a scheme of a million questions", lambda t: _with_scheme(t, "count = 2", "count = 1000000"), REFUSED
    yield "a scheme of negative minutes", lambda t: _with_scheme(t, "minutes = 5", "minutes = -5"), REFUSED
    yield "a scheme that gives a year", lambda t: _with_scheme(t, "minutes = 5", "minutes = 525600"), REFUSED
    yield "a scheme with a million retakes", lambda t: _with_scheme(t, "retakes = 1", "retakes = 1000000"), HARMLESS
    yield "a scheme with an escape in its name", lambda t: _with_scheme(t, "Small", "Sm\\u001b[2Jall"), REFUSED
    yield (
        "a scheme whose extra time is a thousandfold",
        lambda t: _with_scheme(t, "extra-time = [25]", "extra-time = [100000]"),
        REFUSED,
    )
    yield (
        "a scheme of another level than its questions",
        lambda t: _with_scheme(t, 'level = "initial"', 'level = "professional"'),
        "of the school's own",
    )
    yield (
        "a scheme outside the folder",
        lambda t: t.draw("--candidate", t.candidate(), scheme=str(t.home / "data" / "schemes" / "own" / "small.toml")),
        REFUSED,
    )
    yield "64 answers in no time", _quick, "faster than"


def _trained_by(t: TerminalSchool, who: str) -> str:
    sits_once(t, "--trained-by", who)
    return reviewed(t)


def _promoted(t: TerminalSchool, who: str = "elena") -> str:
    t.exam("staff", who, "--role", "certifier", typed=(ROOT, f"password-{who}"))
    return t.review(t.result(t.open), by=who)


def _overruled(t: TerminalSchool) -> str:
    t.review(t.result(t.open), decision="refused")
    hire(t, "diego", "Diego", "certifier")
    return t.review(t.newest_result(t.open[:32]), by="diego")


def _with_scheme(t: TerminalSchool, old: str, new: str) -> str:
    assert old in SCHEME
    name = own_scheme(t, "other", lambda text: text.replace(old, new))
    one = t.candidate()
    t.sit(*t.draw("--candidate", one, scheme=name), one)
    return reviewed(t)


def _quick(t: TerminalSchool) -> str:
    name = own_scheme(t, "long", lambda text: text.replace("count = 2", "count = 20"))
    one = t.candidate()
    answers = tuple("1 1 1" for _ in range(20))
    t.sit(*t.draw("--candidate", one, scheme=name), one, answers=answers)
    return reviewed(t)


# ── one laptop, one backup, one clock ────────────────────────────────────────────────────────────────────────────────


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


GROUPS: dict[str, Callable[[], Rows]] = {
    "keyboard": keyboard,
    "certificate": certificates,
    "candidate": candidates,
    "staff": staff,
    "laptop": laptops,
}

"""Attacks with unsigned lines before all signed ones, on the status book, with names that look alike, and with steps
that are repeated otherwise after a full disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.exams.attack_means import (
    REFUSED,
    TAIL,
    OutOfReach,
    Rows,
    drawn,
    issue,
    register_of,
    regrade,
    reviewed,
    rewrite,
    shifted,
    verified,
)
from tests.exams.attacked_machines import ROOT, at, copied_home, left_sitting, resumed
from tests.exams.terminal_attacks import Attack, hire, sits_once
from tests.exams.terminal_school import CERTIFIER, RefusalError, TerminalSchool
from tests.exams.unsigned_attacks import made_up, told_facts
from trainer.exams.canonical import read_canonical
from trainer.exams.certificates.certificate import Certificate
from trainer.exams.clock import MachineClock
from trainer.exams.keys import KeyRole, PrivateKey
from trainer.exams.office import Office
from trainer.exams.register import Register
from trainer.exams.result import from_bytes, to_bytes
from trainer.exams.seals import reviewed as seal_review
from trainer.exams.signed_lines import signed_details
from trainer.exams.trust import format_time, new_trust, parse_time

VISIBLE = OutOfReach("the names differ for a reader")
EITHER = OutOfReach("nothing was decided yet, so either may follow")


def _file(t: TerminalSchool, number: str) -> Path:
    return t.exams / "certificates" / f"{number}.json"


def _certificate(t: TerminalSchool, number: str) -> Certificate:
    return msgspec.convert(read_canonical(_file(t, number).read_bytes()), Certificate)


def _again(t: TerminalSchool, number: str) -> str:
    return t.certificate("again", number, "--out", str(t.home / "o"), typed=(CERTIFIER,))


def _renewed(t: TerminalSchool, number: str) -> str:
    t.review(t.result(t.open))
    return t.certificate("issue", str(t.result(t.open)), "--renews", number, typed=(CERTIFIER,))


def _publish(t: TerminalSchool) -> str:
    return t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))


def in_front(t: TerminalSchool, kind: str, about: str, without: str = "", **details: str) -> None:
    """Put an unsigned line before every other, dated as the first one, and leave lines of a kind out."""

    def change(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        line = {"kind": kind, "about": about, "at": lines[0]["at"], "by": "", "details": details, "after": ""}
        return [line, *(one for one in lines if one["kind"] != without)]

    rewrite(t, change)


def first_lines() -> Rows:
    """Nobody's password. Lines of programs before lines were signed are put in front of the register."""

    def certificate(step: Callable[[TerminalSchool, str], str]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            fake = made_up(t)
            in_front(t, "certificate", fake.number, **told_facts(fake))
            return step(t, fake.number)

        return attack

    def lists(t: TerminalSchool, _: str) -> str:
        return t.certificate("list")

    yield "a made-up certificate in front of the register, printed again", certificate(_again), REFUSED
    yield "a made-up certificate in front of the register, renewed", certificate(_renewed), REFUSED
    yield "a made-up certificate in front of the register, listed", certificate(lists), "NOT ISSUED"

    def exchanged(t: TerminalSchool) -> str:
        t.edit(_file(t, t.number), lambda plain: plain.update(holder="Eva Falsa"))
        in_front(t, "certificate", t.number, "certificate", **told_facts(_certificate(t, t.number)))
        return _again(t, t.number)

    yield "a certificate's signed line exchanged for an unsigned one in front", exchanged, REFUSED

    def revoked(t: TerminalSchool) -> str:
        in_front(t, "status", t.number, status="revocation", reason="by nobody")
        _publish(t)
        return verified(t)

    yield "a revocation in front of the register", revoked, "VALID"

    def suspended(t: TerminalSchool) -> str:
        """The lines of a suspension are cut out, and its end is put in front; the book still has it."""
        t.certificate("revoke", t.number, "--suspend", "--reason", "x", typed=(CERTIFIER,))
        in_front(t, "status", t.number, "status", status="", reason="")
        _publish(t)
        return verified(t)

    yield "the end of a suspension in front of the register", suspended, REFUSED

    def hired(t: TerminalSchool) -> str:
        """Vera's record under another id, with a line in front of the register."""

        def copy(people: Any) -> None:
            people.append(next(one for one in people if one["id"] == "vera") | {"id": "zoe", "name": "Zoe"})

        t.edit(t.exams / "staff" / "staff.json", copy)
        (line,) = (one for one in register_of(t).of_kind("staff") if one.about == "vera")
        details = {name: line.details[name] for name in ("key", "role", "seal", "until")}
        in_front(t, "staff", "zoe", **details)
        return t.sit(*drawn(t), by="zoe")

    yield "a made-up invigilator in front of the register", hired, REFUSED


def books() -> Rows:
    """The status book, the files of certificates and ``school.toml``; nobody's password."""

    def swapped(step: Callable[[TerminalSchool, str], object]) -> Attack:
        """The places of two certificates are exchanged in the book, after one of the two was revoked."""

        def attack(t: TerminalSchool) -> str:
            t.review(t.result(t.open))
            issue(t, t.open)
            (other,) = {path.stem for path in (t.exams / "certificates").iterdir()} - {t.number}
            step(t, other)

            def change(plain: Any) -> None:
                one, two = plain["entries"][t.number], plain["entries"][other]
                one["index"], two["index"] = two["index"], one["index"]

            t.edit(t.exams / "statuses.json", change, canonical=False)
            _publish(t)
            return verified(t)

        return attack

    def revokes(t: TerminalSchool, number: str) -> str:
        return t.certificate("revoke", number, "--reason", "x", typed=(CERTIFIER,))

    yield "the places of two certificates exchanged after a revocation", swapped(lambda t, _: revokes(t, t.number)), ""
    yield "the places exchanged after the other one was revoked", swapped(revokes), REFUSED
    yield "the places of two certificates exchanged", swapped(lambda *_: None), REFUSED

    def placed(place: object) -> Attack:
        def attack(t: TerminalSchool) -> str:
            t.certificate("revoke", t.number, "--reason", "x", typed=(CERTIFIER,))
            t.edit(t.exams / "statuses.json", lambda p: p["entries"][t.number].update(index=place), canonical=False)  # type: ignore[index]
            _publish(t)
            return verified(t)

        return attack

    for place in (-1, 10**9, "7", 1.5, True, None, [], "9" * 5000):
        yield f"the place {str(place)[:9]!r} of a revoked certificate", placed(place), REFUSED

    def doubled(t: TerminalSchool) -> str:
        def change(plain: Any) -> None:
            plain["entries"]["AAAA-AAAA-AAAA-A"] = plain["entries"][t.number]

        t.edit(t.exams / "statuses.json", change, canonical=False)
        return _publish(t)

    yield "one place of two numbers", doubled, REFUSED

    def emptied(t: TerminalSchool) -> str:
        t.edit(t.exams / "statuses.json", lambda plain: plain["entries"].clear(), canonical=False)  # type: ignore[attr-defined]
        t.review(t.result(t.open))
        return issue(t, t.open)

    yield "the places emptied before the next certificate", emptied, REFUSED

    def book_is(make: Callable[[Path], object]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            (t.exams / "statuses.json").unlink()
            make(t.exams / "statuses.json")
            return _publish(t)

        return attack

    def pipe(path: Path) -> None:
        os.mkfifo(path)  # which Windows does not have

    def large(path: Path) -> None:
        with path.open("wb") as file:
            file.truncate(3_000_000_000)

    yield "the status book is a pipe", book_is(pipe), REFUSED
    yield "the status book is a device", book_is(lambda path: path.symlink_to("/dev/zero")), REFUSED
    yield "the status book has 3 GB", book_is(large), REFUSED

    def nameless(step: Callable[[TerminalSchool, str], str], **changes: object) -> Attack:
        """The holder's name is erased by hand and other facts with it: they could not be compared any more."""

        def attack(t: TerminalSchool) -> str:
            t.edit(_file(t, t.number), lambda plain: plain.update(holder="", **changes))
            return step(t, t.number)

        return attack

    theirs = "a nameless certificate of somebody else's result, renewed"
    yield "a nameless certificate with a later end, renewed", nameless(_renewed, expires="2099-01-01T00:00:00Z"), ""
    yield theirs, nameless(lambda t, n: (_their_result(t), _renewed(t, n))[1]), REFUSED
    lists: Callable[[TerminalSchool, str], str] = lambda t, _: t.certificate("list")  # noqa: E731
    yield "a nameless certificate with a later end, listed", nameless(lists, expires="2099-01-01T00:00:00Z"), "ALTERED"

    def forgotten(t: TerminalSchool) -> str:
        t.certificate("forget", t.number, "--by", "carlos", typed=("password-carlos",))
        return t.certificate("list")

    yield "a name that a certifier erased", forgotten, "VALID"

    def school(text: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            (t.exams / "school.toml").write_text(text, encoding="utf-8")
            t.review(t.result(t.open))
            return issue(t, t.open)

        return attack

    for what, text in (
        ("an endless logo", 'logo = "/dev/zero"'),
        ("a logo that is a key list", 'logo = "keys/school-keys.json"'),
        ("an address of another protocol", 'url = "javascript:alert(1)"'),
        ("a place of a megabyte", f'place = "{"x" * 1_000_000}"'),
        ("a place with an escape", 'place = "\\u001b[2J"'),
        ("a place from right to left", 'place = "\\u202ex"'),
        ("a number as its place", "place = 3"),
    ):
        yield f"school.toml with {what}", school(text), REFUSED


def _their_result(t: TerminalSchool) -> None:
    """The certificate says that it came of Berta's result."""
    (line,) = (one for one in register_of(t).of_kind("result") if one.about.startswith(t.open[33:45]))
    t.edit(_file(t, t.number), lambda plain: plain.update(result=line.about))


def replaced_keys() -> Rows:
    """The certifier's key was replaced; who has the old file and passphrase, and the disk, dates signatures back."""
    new = "a new passphrase"

    def used(step: Callable[[TerminalSchool, PrivateKey, str], str], suspended: bool = False) -> Attack:
        def attack(t: TerminalSchool) -> str:
            old = Office(t.exams, MachineClock()).keys.unlock(KeyRole.CERTIFIER, CERTIFIER)
            if suspended:
                t.certificate("revoke", t.number, "--suspend", "--reason", "x", typed=(CERTIFIER,))
            when = format_time(datetime.now(UTC) - timedelta(minutes=1))
            rotate = ("keys", "rotate", "certifier")
            shifted(lambda there: there.certificate(*rotate, typed=(new, CERTIFIER)), seconds=2)(t)
            return step(t, old, when)

        return attack

    def certifies(t: TerminalSchool, key: PrivateKey, when: str) -> str:
        fake = made_up(t)
        details = signed_details("certificate", fake.number, told_facts(fake), key)
        register_of(t).add("certificate", fake.number, when, "", **details)
        return t.certificate("again", fake.number, "--out", str(t.home / "o"), typed=(new,))

    def reinstates(t: TerminalSchool, key: PrivateKey, when: str) -> str:
        last = register_of(t).of_kind("status")[-1]
        details = signed_details("status", t.number, {"status": "", "reason": ""}, key, last)
        register_of(t).add("status", t.number, when, "", **details)
        t.edit(t.exams / "statuses.json", lambda p: p["entries"][t.number].pop("suspended", None), canonical=False)  # type: ignore[index]
        shifted(lambda there: there.certificate("status", "--out", str(there.home / "n"), typed=(new,)), seconds=3)(t)
        return verified(t)

    def decides(t: TerminalSchool, key: PrivateKey, when: str) -> str:
        found = from_bytes(t.result(t.open).read_bytes())
        made = seal_review(found, t.school.by("carlos"), "confirmed", key, parse_time(when))
        t.result(t.open).write_bytes(to_bytes(made))
        signature = made.seals[-1].signature
        register_of(t).add("review", made.digest, when, "carlos", decision="confirmed", signature=signature)
        words = ("issue", str(t.result(t.open)), "--out", str(t.home / "o"))
        return shifted(lambda there: there.certificate(*words, typed=(new,)), seconds=3)(t)

    yield "a replaced certifier's key makes up a certificate", used(certifies), REFUSED
    yield "a replaced certifier's key ends a suspension", used(reinstates, suspended=True), REFUSED
    yield "a replaced certifier's key confirms a result", used(decides), REFUSED


def looks() -> Rows:
    def school(name: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            mine = new_trust(name, PrivateKey.from_seed(b"\x07" * 32), datetime.now(UTC))
            (t.home / "mine.json").write_bytes(mine.to_bytes())
            return t.certificate("trust", str(t.home / "mine.json"))

        return attack

    for name in ("EscueIa", "Escue1a", "\u0415scuela", "Escuel\u0430", "Esc\u03c5ela", "Es cuela", "Escuela."):
        yield f"another school called {name!r} is trusted", school(name), REFUSED
    yield "another school called 'Escuelas' is trusted", school("Escuelas"), VISIBLE

    def sits(name: str, colleague: str, role: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            hire(t, "colleague", colleague, role)
            one = t.candidate(name, "Q7")
            t.sit(*t.draw("--candidate", one), one)
            return reviewed(t)

        return attack

    told = "may be “colleague”"
    order = "a candidate with a colleague's name in another order"
    yield order, sits("Vega, Carlos", "Carlos Vega", "invigilator"), told
    for name in ("Carlos Vega Ruiz", "CARLOS A. VEGA", "Ruiz Vega Carlos"):
        yield f"a candidate called {name!r}, as a colleague in part", sits(name, "Carlos Vega", "examiner"), told
    yield "a candidate with a colleague's first name", sits("Eva Vega", "Eva Ruiz", "examiner"), VISIBLE

    def document(other: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            for document, name in (("X09", "Dora Paz"), (other, "Dora Paz Ruiz")):
                one = t.candidate(name, document)
                t.sit(*t.draw("--candidate", one, "--seat", document), one)
            return reviewed(t)

        return attack

    for other in ("XO9", "X0g", "X-O9"):
        yield f"sits again with the document {other!r} and a second surname", document(other), "with document X09"

    def somebody_else(*, after: bool) -> Attack:
        def attack(t: TerminalSchool) -> str:
            if after:
                t.exam("staff", "vera", "--retire", typed=(ROOT,))
            hire(t, "vera", "Eva Otra", "invigilator")
            return sits_once(t)

        return attack

    yield "a colleague's short name given to somebody else", somebody_else(after=False), REFUSED
    yield "a retired colleague's short name given to somebody else", somebody_else(after=True), REFUSED

    def two_trainers(t: TerminalSchool) -> str:
        sits_once(t, "--trained-by", "carlos", "--trained-by", "somebody")
        return reviewed(t)

    yield "two trainers named one after the other", two_trainers, REFUSED

    def founded(t: TerminalSchool) -> str:
        return t.certificate("keys", "found", "\u0415scuela", typed=(ROOT,), home=t.home.parent / "attacker")

    yield "a school founded under a name of two alphabets", founded, REFUSED

    def two_voided(t: TerminalSchool) -> str:
        regrade(t, t.open, "--void", "1", "--void", "2")
        return reviewed(t)

    yield "two items voided one after the other", two_voided, "corrected 2 items"
    both = ("--void", "1", "--correct", "1=red even high")
    yield "one item voided and corrected", lambda t: regrade(t, t.open, *both), REFUSED


def repeated_steps() -> Rows:
    """The disk is full at a line of the register; then something else is done instead of repeating the step."""

    def failed(t: TerminalSchool, number: int, step: Callable[[], object]) -> None:
        """Run a step that fails at its ``number``-th line of the register."""
        add, lines = Register.add, []

        def full(register: Register, *words: Any, **details: Any) -> Any:
            lines.append(words)
            if len(lines) == number:
                raise OSError(28, "No space left on device", "register.jsonl")
            return add(register, *words, **details)

        with pytest.MonkeyPatch.context() as patch, pytest.raises(RefusalError) as refusal:
            patch.setattr(Register, "add", full)
            step()
        assert refusal.value.status in (1, 2), refusal.value.said

    def corrected_otherwise(number: int, decide: bool) -> Attack:
        def attack(t: TerminalSchool) -> str:
            before = {path.name for path in (t.exams / "results").iterdir()}
            failed(t, number, lambda: regrade(t, t.open, "--void", "1"))
            half = {path.name for path in (t.exams / "results").iterdir()} - before
            said = regrade(t, t.open, "--void", "2")
            if decide:
                return t.review(t.result(half.pop())) if half else t.review(t.result(t.open))
            return said + reviewed(t)

        return attack

    for number in (1, 2):
        at_line = f"fails at its line {number}"
        yield f"a correction {at_line}, another is made", corrected_otherwise(number, False), "corrected 1 items"
        yield f"a correction {at_line}, another is made, the first decided", corrected_otherwise(number, True), REFUSED

    def certified_meanwhile(t: TerminalSchool) -> str:
        failed(t, 2, lambda: regrade(t, t.open, "--void", "1"))
        t.review(t.result(t.open))
        issue(t, t.open)
        return regrade(t, t.open, "--void", "1")

    yield "a correction fails, the first result is certified meanwhile", certified_meanwhile, "revoke it before"

    def opposite(t: TerminalSchool) -> str:
        failed(t, 1, lambda: t.review(t.result(t.open), decision="refused"))
        return t.review(t.result(t.open)) + issue(t, t.open)

    yield "a refusal fails, then the opposite is decided", opposite, EITHER

    def drawn_again(t: TerminalSchool) -> str:
        one = t.candidate()
        failed(t, 2, lambda: t.draw("--candidate", one, "--seat", "h"))
        return t.draw("--candidate", one, "--seat", "h")[0]

    yield "a draw fails after its seed, then it is drawn again", drawn_again, REFUSED

    def moved(t: TerminalSchool, home: Path, sitting: str) -> str:
        words = ("--by", "vera", "--reason", "died")
        return t.exam("move", str(home / "data" / "exams"), sitting, *words, typed=("password-vera",))

    def both_machines(t: TerminalSchool) -> str:
        """A transfer fails half way, the old machine goes on and its result is taken; then it is repeated."""
        home = copied_home(t)
        sitting, code, _ = at(t, home, left_sitting)  # type: ignore[arg-type, misc]
        failed(t, 2, lambda: moved(t, home, sitting))
        with suppress(RefusalError):
            moved(t, home, sitting)
        at(t, home, lambda there: resumed(there, sitting, code))
        resumed(t, sitting, code)
        return t.exam("take", at(t, home, lambda there: str(there.newest_result(sitting))))

    yield "a transfer fails, and both machines go on", both_machines, REFUSED

    def two_targets(t: TerminalSchool) -> str:
        """The sitting of a dead machine is carried to two machines, and both seal it."""
        paper, code, one = drawn(t)
        home = copied_home(t)
        with pytest.raises(RefusalError):
            typed = ("password-vera", "", code, "1", "", "1")
            at(
                t,
                home,
                lambda there: there.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=typed),
            )
        known = {path.name for path in (t.exams / "sittings").iterdir()}
        (sitting,) = {path.name for path in (home / "data" / "exams" / "sittings").iterdir()} - known
        for name in ("second", "third"):
            there = copied_home(t, name)
            at(t, there, lambda here: moved(here, home, sitting) + resumed(here, sitting, code, "1"))
            t.exam("take", at(t, there, lambda here: str(here.newest_result(sitting))))
        return "both"

    yield "a sitting carried to two machines", two_targets, REFUSED

    def through_a_link(t: TerminalSchool) -> str:
        sitting, _, _ = left_sitting(t)
        (t.home / "link").symlink_to(t.home)
        return moved(t, t.home / "link", sitting)

    yield "a sitting carried from this machine through a link", through_a_link, REFUSED

    def cut_again(t: TerminalSchool) -> str:
        """A suspension is cut out of book and register: nothing after it holds the register's hash."""
        before, book = (t.exams / "register.jsonl").read_bytes(), (t.exams / "statuses.json").read_bytes()
        t.certificate("revoke", t.number, "--suspend", "--reason", "x", typed=(CERTIFIER,))
        (t.exams / "register.jsonl").write_bytes(before)
        (t.exams / "statuses.json").write_bytes(book)
        _publish(t)
        return verified(t)

    yield "a suspension cut out of book and register", cut_again, TAIL

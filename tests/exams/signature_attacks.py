"""Attacks with lines of the register that somebody signed once, and on certificates that follow each other."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tests.exams.attack_means import (
    REFUSED,
    OutOfReach,
    Rows,
    append,
    issue,
    register_of,
    reviewed,
    rewrite,
    verified,
)
from tests.exams.attacked_machines import ROOT
from tests.exams.terminal_attacks import Attack, hire, sits_once
from tests.exams.terminal_school import CERTIFIER, STATION, TerminalSchool
from trainer.exams.keys import KeyRole, PrivateKey
from trainer.exams.register import Entry
from trainer.exams.signed_lines import signed_details
from trainer.exams.trust import format_time

OWN_DISK = OutOfReach("who can write the disk can delete a file of it, register or not")


def signed_lines() -> Rows:
    def again(t: TerminalSchool, line: Entry) -> None:
        """The same line once more, with its own good signature."""
        register_of(t).add(line.kind, line.about, format_time(datetime.now(UTC)), line.by, **line.details)

    def suspended_again(t: TerminalSchool, *, move: bool = False, purpose: tuple[str, ...] = ("--suspend",)) -> str:
        """A suspension was ended once. After the next one, the line that ended it is repeated or moved."""
        for how in (("--suspend",), ("--reinstate",)):
            t.certificate("revoke", t.number, "--reason", "first", *how, typed=(CERTIFIER,))
        ended = register_of(t).of_kind("status")[-1]
        book = (t.exams / "statuses.json").read_bytes()
        t.certificate("revoke", t.number, "--reason", "second", *purpose, typed=(CERTIFIER,))
        (t.exams / "statuses.json").write_bytes(book)
        if move:
            rewrite(t, lambda lines: [line for line in lines if line["details"] != dict(ended.details)])
        again(t, ended)
        shutil.rmtree(t.exams / "seen", ignore_errors=True)
        t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
        return verified(t)

    yield "the end of an earlier suspension repeated after the next", suspended_again, REFUSED
    yield "the end of an earlier suspension moved behind the next", lambda t: suspended_again(t, move=True), REFUSED
    yield (
        "the end of an earlier suspension repeated after a revocation",
        lambda t: suspended_again(t, purpose=()),
        REFUSED,
    )

    def rehired(t: TerminalSchool) -> str:
        """Vera was retired; the line that took her on is repeated and her record put back."""
        records = (t.exams / "staff" / "staff.json").read_bytes()
        line = next(one for one in register_of(t).of_kind("staff") if one.about == "vera")
        t.exam("staff", "vera", "--retire", typed=(ROOT,))
        (t.exams / "staff" / "staff.json").write_bytes(records)
        again(t, line)
        return sits_once(t)

    yield "a retired invigilator's first line repeated", rehired, REFUSED

    def demoted(t: TerminalSchool) -> str:
        """Nora was examiner and becomes invigilator; her line as examiner is repeated and her record put back."""
        records = (t.exams / "staff" / "staff.json").read_bytes()
        line = next(one for one in register_of(t).of_kind("staff") if one.about == "nora")
        hire(t, "nora", "Nora", "invigilator")
        (t.exams / "staff" / "staff.json").write_bytes(records)
        again(t, line)
        return t.draw("--candidate", t.candidate(), "--seat", "n", by="nora")[0]

    yield "a changed role put back by its first line", demoted, REFUSED

    def signed_by(kind: str, about: Callable[[TerminalSchool], str], key: str, **details: str) -> Attack:
        """A line with the right form, signed by a key of another right."""

        def attack(t: TerminalSchool) -> str:
            signer = t.school.by(key).signer if key in ("elena", "vera") else None
            signer = signer or {"station": lambda: t.school.key(KeyRole.STATION), "new": PrivateKey.new}[key]()
            book = (t.exams / "statuses.json").read_bytes()
            t.certificate("revoke", t.number, "--suspend", "--reason", "x", typed=(CERTIFIER,))
            (t.exams / "statuses.json").write_bytes(book)
            append(t, kind, about(t), **signed_details(kind, about(t), details, signer))
            shutil.rmtree(t.exams / "seen", ignore_errors=True)
            t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
            return verified(t)

        return attack

    for key in ("station", "elena", "vera", "new"):
        yield (
            f"a suspension ended by a line that {key} signed",
            signed_by("status", lambda t: t.number, key, status="", reason=""),
            REFUSED,
        )

    def before_the_first(t: TerminalSchool) -> str:
        """An unsigned end of the suspension, put before the first signed line as if an old program had written it."""
        book = (t.exams / "statuses.json").read_bytes()
        t.certificate("revoke", t.number, "--suspend", "--reason", "x", typed=(CERTIFIER,))
        (t.exams / "statuses.json").write_bytes(book)
        mine = {"kind": "status", "about": t.number, "at": format_time(datetime.now(UTC)), "by": "", "after": ""}
        rewrite(
            t,
            lambda lines: [
                *[line for line in lines if line["kind"] != "status"],
                mine | {"details": {"status": "", "reason": ""}},
            ],
        )
        shutil.rmtree(t.exams / "seen", ignore_errors=True)
        t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
        return verified(t) + reviewed(t)

    yield (
        "the only signed status cut out and an old one put there",
        before_the_first,
        OutOfReach("the register's end after its newest anchor, as if a whole disk was put back"),
    )

    def erased_by_line(t: TerminalSchool) -> str:
        append(t, "erased", t.school.ana.reference, "carlos")
        said = t.exam("report", str(t.result(t.passed)))
        return said if (t.exams / "people" / f"{t.school.ana.reference}.json").exists() else "gone"

    yield "a candidate erased by a line of the register", erased_by_line, OWN_DISK

    def erasure_cut(t: TerminalSchool) -> str:
        """The erasure is cut out of the register and the record put back."""
        path = t.exams / "people" / f"{t.school.clara.reference}.json"
        record = path.read_bytes()
        t.exam("erase", t.school.clara.reference, "--by", "carlos", typed=("password-carlos",))
        rewrite(t, lambda lines: [line for line in lines if line["kind"] != "erased"])
        for name in (t.exams / "people").glob("*erased*"):
            name.unlink()
        path.write_bytes(record)
        sits_once(t)
        return reviewed(t)

    yield (
        "an erasure cut out of the register",
        erasure_cut,
        OutOfReach("the end of the register after its newest anchor; whoever has the copy of a record has it anyway"),
    )


def renewals() -> Rows:
    def renews(number: str = "", before: Callable[[TerminalSchool], object] = lambda t: None) -> Attack:
        def attack(t: TerminalSchool) -> str:
            t.review(t.result(t.open))
            before(t)
            out = ("--renews", number or t.number, "--out", str(t.home / "o"))
            return t.certificate("issue", str(t.result(t.open)), *out, typed=(CERTIFIER,))

        return attack

    def file_of(t: TerminalSchool) -> Path:
        return t.exams / "certificates" / f"{t.number}.json"

    def given_to_berta(t: TerminalSchool) -> None:
        t.edit(file_of(t), lambda plain: plain.update(holder="Berta Soto"))

    yield "renews a number that nobody has", renews("AAAA-AAAA-AAAA"), REFUSED
    yield "renews a path", renews("../../results/x"), REFUSED
    yield "renews a number of a megabyte", renews("A" * 1_000_000), REFUSED
    yield "renews a certificate whose file was given to her", renews(before=given_to_berta), REFUSED
    yield (
        "renews a certificate whose holder was forgotten",
        renews(before=lambda t: t.certificate("forget", t.number, "--by", "carlos", typed=("password-carlos",))),
        REFUSED,
    )
    yield (
        "renews a revoked certificate",
        renews(before=lambda t: t.certificate("revoke", t.number, "--reason", "x", typed=(CERTIFIER,))),
        REFUSED,
    )
    yield (
        "renews after the records of the two were exchanged",
        renews(before=lambda t: _exchange(t.exams / "people", t.school.ana.reference, t.school.berta.reference)),
        REFUSED,
    )
    yield (
        "renews after the holder's record was deleted",
        renews(before=lambda t: (t.exams / "people" / f"{t.school.ana.reference}.json").unlink()),
        REFUSED,
    )

    def issued_for(t: TerminalSchool) -> str:
        """The records of two candidates are exchanged between the decision and the certificate."""
        t.review(t.result(t.open))
        _exchange(t.exams / "people", t.school.berta.reference, t.school.clara.reference)
        return issue(t, t.open)

    yield "a certificate after two candidates' records were exchanged", issued_for, REFUSED

    def renamed(t: TerminalSchool) -> str:
        t.review(t.result(t.open))
        path = t.exams / "people" / f"{t.school.berta.reference}.json"
        t.edit(path, lambda plain: plain["identity"].update(name="Eva Falsa"))  # type: ignore[index,attr-defined]
        return issue(t, t.open)

    yield "a certificate after the candidate's record got another name", renamed, REFUSED
    yield (
        "certified by the station's passphrase",
        lambda t: (
            t.review(t.result(t.open)),
            t.certificate("issue", str(t.result(t.open)), typed=(STATION,)),
        )[1],
        REFUSED,
    )


def _exchange(folder: Path, one: str, two: str) -> None:
    first, second = folder / f"{one}.json", folder / f"{two}.json"
    data = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(data)

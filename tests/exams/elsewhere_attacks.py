"""Attacks with the clock, with erased people, and from another school or a copy."""

from __future__ import annotations

import shutil

from tests.exams.attack_means import (
    HARMLESS,
    REFUSED,
    WHOLE_DISK,
    Rows,
    regrade,
    reviewed,
    shifted,
    verified,
)
from tests.exams.attacked_machines import at, copied_home, in_home, other_school
from tests.exams.terminal_attacks import sits_once
from tests.exams.terminal_school import CERTIFIER, STATION, RefusalError, TerminalSchool


def later() -> Rows:
    def names_left(t: TerminalSchool) -> str:
        """After an erasure the name is nowhere in the exams' folder but on the certificate."""
        one = t.candidate("Zenobia Quiñones", "ZQ1")
        t.sit(*t.draw("--candidate", one), one)
        t.exam("erase", one, "--by", "carlos", typed=("password-carlos",))
        found = [path for path in t.exams.rglob("*") if path.is_file() and b"Zenobia" in path.read_bytes()]
        if found:
            return str(found)
        raise RefusalError(1, "no file has the name")

    yield "an erased name looked for in every file", names_left, REFUSED

    def one_record(t: TerminalSchool) -> str:
        """One record of a backup put back after the erasure, together with an empty list of erasures."""
        path = t.exams / "people" / f"{t.school.clara.reference}.json"
        record = path.read_bytes()
        t.exam("erase", t.school.clara.reference, "--by", "carlos", typed=("password-carlos",))
        path.write_bytes(record)
        for there in (t.exams / "people").iterdir():
            if there != path and there.suffix in (".json", ".jsonl", ".txt", "") and "erased" in there.name:
                there.write_bytes(b"[]")
        return t.draw("--candidate", t.school.clara.reference, "--seat", "back", "--reason", "x")[0]

    yield "an erased record put back with an emptied list", one_record, REFUSED

    def new_record(t: TerminalSchool) -> str:
        """Clara sat this exam, is erased at her own wish and comes back as somebody new."""
        t.sit(*t.draw("--candidate", t.school.clara.reference, "--seat", "c1"), t.school.clara.reference)
        t.exam("erase", t.school.clara.reference, "--by", "carlos", typed=("password-carlos",))
        one = t.candidate("Clara Vidal", "X3")
        t.sit(*t.draw("--candidate", one), one)
        return reviewed(t)

    yield "erased after a failure, then a new candidate", new_record, "records of"
    yield "drawn with the clock two days ahead, sat today", _ahead, REFUSED
    yield (
        "erased with the clock ten years back",
        shifted(
            lambda t: t.exam("erase", t.school.clara.reference, "--by", "carlos", typed=("password-carlos",)),
            days=-3650,
        ),
        HARMLESS,
    )
    yield "a status list of today looked at in a year", shifted(verified, days=300), REFUSED

    def old_list(t: TerminalSchool) -> str:
        """A verifier elsewhere is given the list of before the revocation after that of after it."""
        elsewhere, keys = t.home.parent / "verifier", t.home / "keys.json"
        t.certificate("keys", "public", str(keys))
        before = [path.read_bytes() for path in sorted((t.home / "out").glob("*")) if t.number not in path.name]
        t.certificate("revoke", t.number, "--reason", "x", typed=(CERTIFIER,))
        t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
        lists = [word for path in sorted((t.home / "new").glob("*")) for word in ("--status", str(path))]
        try:
            verified(t, "--keys", str(keys), *lists, home=elsewhere)
        except RefusalError as refusal:
            assert "revoked" in refusal.said.casefold(), refusal.said
        words = []
        for number, data in enumerate(before):
            (t.home / f"old{number}").write_bytes(data)
            words += ["--status", str(t.home / f"old{number}")]
        return verified(t, "--keys", str(keys), *words, home=elsewhere)

    yield "an earlier status list after a later one", old_list, REFUSED

    def other_lists(t: TerminalSchool) -> str:
        """The status lists of another school of the same name."""
        mine = other_school(t)
        mine.certificate("status", "--out", str(mine.home / "new"), typed=("certifier key",))
        t.certificate("revoke", t.number, "--reason", "x", typed=(CERTIFIER,))
        keys = t.home / "keys.json"
        t.certificate("keys", "public", str(keys))
        lists = [word for path in sorted((mine.home / "new").glob("*")) for word in ("--status", str(path))]
        return verified(t, "--keys", str(keys), *lists, home=t.home.parent / "verifier")

    yield "the status lists of a school of the same name", other_lists, REFUSED

    def two_schools(t: TerminalSchool) -> str:
        """A home of another school gets this school's staff and register, and offers a result."""
        mine = other_school(t)
        shutil.copytree(t.exams / "staff", mine.exams / "staff", dirs_exist_ok=True)
        shutil.copy(t.exams / "register.jsonl", mine.exams / "register.jsonl")
        shutil.copytree(t.exams / "people", mine.exams / "people", dirs_exist_ok=True)
        shutil.copytree(t.home / "data" / "schemes", mine.home / "data" / "schemes", dirs_exist_ok=True)
        at(t, mine.home, sits_once)
        newest = max((mine.exams / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        return t.exam("take", str(newest))

    yield "a result of another school with this school's staff", two_schools, REFUSED
    yield "the home put back to before a correction", _whole_back, WHOLE_DISK
    yield "corrects through a link", _through_link, HARMLESS
    yield "decides in a home that is a link", _home_link, HARMLESS


def _ahead(t: TerminalSchool) -> str:
    one = t.candidate()
    paper, code = shifted(lambda t: " ".join(t.draw("--candidate", one)), days=2)(t).split()
    return t.sit(paper, code, one)


def _whole_back(t: TerminalSchool) -> str:
    saved = copied_home(t, "saved")
    regrade(t, t.open, "--void", "1")
    shutil.rmtree(t.exams)
    shutil.copytree(saved / "data" / "exams", t.exams)
    return t.review(t.result(t.open))


def _through_link(t: TerminalSchool) -> str:
    link = t.home / "link.json"
    link.symlink_to(t.result(t.failed))
    return t.exam(
        *("regrade", str(link), "--by", "elena", "--second", "nora", "--reason", "unclear", "--cite", "art. 4"),
        *("--void", "1"),
        typed=("password-elena", "password-nora", STATION),
    )


def _home_link(t: TerminalSchool) -> str:
    link = t.home.parent / "linked"
    link.symlink_to(t.home)
    return at(t, link, lambda there: in_home(there, link).review(there.result(t.open)))

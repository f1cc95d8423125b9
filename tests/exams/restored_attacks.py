"""Attacks with backups, copied homes and the clock."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.exams.attack_means import REFUSED, WHOLE_DISK, OutOfReach, Rows, append, drawn, issue, register_of, shifted
from tests.exams.attacked_machines import at, copied_home, other_school
from tests.exams.terminal_attacks import Attack, sits_once
from tests.exams.terminal_school import CERTIFIER, RefusalError, TerminalSchool

# ── backups, second homes and the clock ──────────────────────────────────────────────────────────────────────────────


def backups() -> Rows:
    """An earlier copy of the school's folder, or of a part of it, is put back."""
    places = ("staff", "keys", "people", "papers", "sittings", "counters", "results", "certificates", "register.jsonl")

    def restored(place: str, change: Callable[[TerminalSchool], object], then: Attack) -> Attack:
        def attack(t: TerminalSchool) -> str:
            backup = copied_home(t, "backup") / "data" / "exams"
            change(t)
            there = t.exams / place
            shutil.rmtree(there) if there.is_dir() else there.unlink(missing_ok=True)
            if (backup / place).is_dir():
                shutil.copytree(backup / place, there)
            elif (backup / place).exists():
                shutil.copy(backup / place, there)
            return str(then(t))

        return attack

    def refuses(t: TerminalSchool) -> str:
        return t.review(t.result(t.open), decision="refused")

    outcomes = {"results": REFUSED, "register.jsonl": REFUSED, "keys": OutOfReach("nothing changed in the keys")}
    unchanged = OutOfReach("nothing that the decision rests on is there")
    for place in places:
        words = outcomes.get(place, unchanged)
        yield f"{place} put back after a refusal, then certified", restored(place, refuses, _certify_open), words

    def sits(t: TerminalSchool) -> str:
        one = t.candidate()
        return t.sit(*t.draw("--candidate", one), one)

    for place in ("people", "papers", "sittings", "counters", "results"):
        words = "records of 1 people" if place == "people" else REFUSED
        yield f"{place} put back after a sitting, which is sat again", restored(place, sits, _sits_again), words
    yield (
        "the register put back after a sitting, which is sat again",
        restored("register.jsonl", sits, _sits_again),
        "register",
    )

    def erased_back(t: TerminalSchool) -> str:
        one = t.candidate("Zoe Gil", "Z1")
        t.sit(*t.draw("--candidate", one), one)
        backup = copied_home(t, "backup") / "data" / "exams" / "people"
        t.exam("erase", one, "--by", "carlos", typed=("password-carlos",))
        shutil.rmtree(t.exams / "people")
        shutil.copytree(backup, t.exams / "people")
        t.exam("report", str(t.newest_result()), "--pdf", str(t.home / "pdf"))
        if (t.exams / "people" / f"{one}.json").exists():
            return "the erased person is back"
        raise RefusalError(1, "erased again")

    yield "an erased person brought back with the list of erasures", erased_back, REFUSED

    def whole(t: TerminalSchool) -> str:
        backup = copied_home(t, "backup")
        t.certificate("revoke", t.number, "--reason", "fraud", typed=(CERTIFIER,))
        shutil.rmtree(t.home)
        shutil.copytree(backup, t.home)
        return t.certificate("verify", str(t.written(".pdf")))

    yield "the whole home put back after a revocation", whole, WHOLE_DISK

    def whole_seen(t: TerminalSchool) -> str:
        """As before; but a verifier elsewhere saw the list with the revocation, and then the next one."""
        backup, other = copied_home(t, "backup"), copied_home(t, "elsewhere")
        t.certificate("revoke", t.number, "--reason", "fraud", typed=(CERTIFIER,))
        lists = [word for path in sorted((t.exams / "lists").glob("*.jwt")) for word in ("--status", str(path))]
        with pytest.raises(RefusalError):
            t.certificate("verify", str(t.written(".pdf")), *lists, home=other)
        pdf = t.written(".pdf").read_bytes()
        shutil.rmtree(t.home)
        shutil.copytree(backup, t.home)
        t.written(".pdf").write_bytes(pdf)
        t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
        lists = [word for path in sorted((t.exams / "lists").glob("*.jwt")) for word in ("--status", str(path))]
        return t.certificate("verify", str(t.written(".pdf")), *lists, home=other)

    yield "the whole home put back after a revocation that somebody saw", whole_seen, REFUSED


def _certify_open(t: TerminalSchool) -> str:
    """What was refused is certified, from a file with and without the refusal."""
    return issue(t, t.open)


def _sits_again(t: TerminalSchool) -> str:
    lines = [line for line in register_of(t).of_kind("drawn") if line.details["scheme"] == "own/small"]
    one = t.candidate()
    drawn_again = t.draw("--candidate", one, "--seat", f"again{len(lines)}")
    t.sit(*drawn_again, one)
    return t.review(t.newest_result())


def homes() -> Rows:
    """Two homes of the school, or a school of somebody's own, are put together."""

    def merged(place: str, then: Attack) -> Attack:
        """Somebody sits twice at home on a copy and copies the files of it over those of the school."""

        def attack(t: TerminalSchool) -> str:
            copy = copied_home(t)
            at(t, copy, sits_once)
            source, target = copy / "data" / "exams" / place, t.exams / place
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                shutil.copy(source, target)
            return str(then(t))

        return attack

    newest = lambda t: t.review(t.newest_result())  # noqa: E731 - a row reads better with it
    for place in ("results", "sittings", "papers", "people", "counters"):
        words = REFUSED if place == "results" else OutOfReach("only copies of what was drawn or begun elsewhere")
        if place == "results":
            yield f"{place} of a copied home put into the school's", merged(place, newest), words
        else:
            yield f"{place} of a copied home put into the school's", merged(place, _reviews_open), words
    continues = OutOfReach("the register of a copy made now continues the school's: nothing is lost or gained")
    yield "the register of a copied home in place of the school's", merged("register.jsonl", newest), continues

    def both(t: TerminalSchool) -> str:
        """The register and the results of the copy in place of the school's: the copy becomes the school."""
        copy = copied_home(t)
        at(t, copy, sits_once)
        for place in ("register.jsonl", "results", "papers", "sittings", "counters", "people"):
            source, target = copy / "data" / "exams" / place, t.exams / place
            shutil.copytree(source, target, dirs_exist_ok=True) if source.is_dir() else shutil.copy(source, target)
        return t.review(t.newest_result())

    yield "everything of a copied home in place of the school's", both, WHOLE_DISK

    def second_station(t: TerminalSchool) -> str:
        """The same paper is sat at another station of the school with the exported key."""
        paper, code, one = drawn(t)
        copy = copied_home(t, "station2")
        t.sit(paper, code, one)
        at(t, copy, lambda there: there.sit(paper, code, one))
        best = max((copy / "data" / "exams" / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        return t.exam("take", str(best))

    yield "a second sitting at another station", second_station, REFUSED

    def first_elsewhere(t: TerminalSchool) -> str:
        """The sitting at the other station is taken first; the honest one comes second and is refused as well."""
        paper, code, one = drawn(t)
        copy = copied_home(t, "station2")
        at(t, copy, lambda there: there.sit(paper, code, one))
        best = max((copy / "data" / "exams" / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        t.exam("take", str(best))
        return t.sit(paper, code, one)

    yield "a sitting elsewhere taken before the honest one", first_elsewhere, REFUSED

    def same_name(t: TerminalSchool) -> str:
        """Another school of the same name confirms this school's open result with its own certifier."""
        mine = other_school(t)
        shutil.copytree(t.exams / "results", mine.exams / "results", dirs_exist_ok=True)
        shutil.copytree(t.exams / "staff", mine.exams / "staff", dirs_exist_ok=True)
        shutil.copy(t.exams / "register.jsonl", mine.exams / "register.jsonl")
        return at(t, mine.home, lambda there: there.review(there.result(t.open)))

    yield "another school of the same name decides on this one's result", same_name, REFUSED


def _reviews_open(t: TerminalSchool) -> str:
    return t.review(t.result(t.open))


def clocks() -> Rows:
    """The clock of the machine is set, without any password."""
    retake = timedelta(days=40)

    def waits(t: TerminalSchool) -> str:
        one = t.candidate()
        t.sit(*t.draw("--candidate", one, "--seat", "a"), one)
        return shifted(
            lambda there: there.sit(*there.draw("--candidate", one, "--seat", "b"), one), seconds=retake.total_seconds()
        )(t)  # type: ignore[return-value]

    yield "the clock set forward by forty days to sit again", waits, REFUSED
    for name, days in (("back by a year", -365), ("forward by a year", 365)):
        yield f"an exam with the clock set {name}", _sat_then(days), "clock was ahead" if days > 0 else REFUSED
    yield "a paper sat before it was drawn", _before_drawn, REFUSED
    yield (
        "an expired certificate looked at with the clock set back",
        _expired,
        OutOfReach("a verifier's verdict is as good as the verifier's own clock"),
    )
    yield "a certificate looked at with the clock set far forward", _far_forward, REFUSED
    yield "a revocation dated back", shifted(_revokes_then_verifies, days=-20), REFUSED

    def brake(t: TerminalSchool) -> str:
        """Guesses passwords and sets the clock forward to shorten the waiting."""
        for number in range(6):
            try:
                t.exam("erase", t.school.ana.reference, "--by", "carlos", typed=(f"guess {number}",))
            except RefusalError:
                continue
        return shifted(
            lambda there: there.exam("erase", t.school.ana.reference, "--by", "carlos", typed=("password-carlos",)),
            hours=1,
        )(t)  # type: ignore[return-value]

    offline = "who has the disk can guess passwords on another machine: only a long password helps"
    yield "the delay after wrong passwords shortened by the clock", brake, OutOfReach(offline)

    def back_delay(t: TerminalSchool) -> str:
        for number in range(6):
            try:
                t.exam("erase", t.school.ana.reference, "--by", "carlos", typed=(f"guess {number}",))
            except RefusalError:
                continue
        return shifted(
            lambda there: there.exam("erase", t.school.ana.reference, "--by", "carlos", typed=("password-carlos",)),
            hours=-1,
        )(t)  # type: ignore[return-value]

    yield "the delay after wrong passwords with the clock set back", back_delay, REFUSED


def _sat_then(days: int) -> Attack:
    def attack(t: TerminalSchool) -> str:
        shifted(sits_once, days=days)(t)
        append(t, "looked", "x", "nora")  # the clock is right again, and the register goes on
        return t.review(t.newest_result())

    return attack


def _before_drawn(t: TerminalSchool) -> str:
    paper, code, one = drawn(t)
    return shifted(lambda there: there.sit(paper, code, one), days=-3)(t)  # type: ignore[return-value]


def _expired(t: TerminalSchool) -> str:
    return t.certificate("verify", str(t.written(".pdf")))


def _far_forward(t: TerminalSchool) -> str:
    return shifted(lambda there: there.certificate("verify", str(there.written(".pdf"))), days=3650)(t)  # type: ignore[return-value]


def _revokes_then_verifies(t: TerminalSchool) -> str:
    t.certificate("revoke", t.number, "--reason", "fraud", typed=(CERTIFIER,))
    return t.certificate("verify", str(t.written(".pdf")))

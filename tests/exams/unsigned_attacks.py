"""Attacks with register lines that nobody signed, with made-up certificates, and on sittings carried elsewhere."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from tests.exams.attack_means import REFUSED, OutOfReach, Rows, issue, register_of, reviewed, rewrite, shifted
from tests.exams.attacked_machines import at, copied_home, left_sitting, resumed
from tests.exams.support import write_line
from tests.exams.terminal_attacks import Attack, sits_once
from tests.exams.terminal_school import CERTIFIER, RefusalError, TerminalSchool
from trainer.exams.canonical import read_canonical
from trainer.exams.certificates.certificate import Certificate, new_number
from trainer.exams.certificates.issuer import Issuer
from trainer.exams.certificates.status_lists import StatusBook
from trainer.exams.clock import MachineClock
from trainer.exams.trust import format_time
from trainer.system.digests import sha256

CUT = OutOfReach("lines after the newest anchor can be cut off; told: sat on another machine, interrupted twice")
SUSPENDED = OutOfReach("a suspension that the certifier ends")


def unsigned(t: TerminalSchool, kind: str, about: str, when: str = "", **details: str) -> None:
    """Add a line as somebody without a key does, also one that the program would not write."""
    write_line(register_of(t), kind, about, when or format_time(datetime.now(UTC)), **details)


def _file(t: TerminalSchool, number: str) -> Path:
    return t.exams / "certificates" / f"{number}.json"


def _lists(t: TerminalSchool) -> str:
    return t.certificate("list")


def _again(t: TerminalSchool, number: str) -> str:
    return t.certificate("again", number, "--out", str(t.home / "o"), typed=(CERTIFIER,))


def made_up(t: TerminalSchool) -> Certificate:
    """A certificate that somebody made up and put in its place, with an index in the status book."""
    number = new_number()
    index = StatusBook(t.exams / "statuses.json", lambda: datetime.now(UTC)).allocate(number)
    real = msgspec.convert(read_canonical(_file(t, t.number).read_bytes()), Certificate)
    fake = msgspec.structs.replace(real, number=number, holder="Eva Falsa", status=index, result="ab" * 32)
    _file(t, number).write_bytes(fake.to_bytes())
    return fake


def told_facts(certificate: Certificate) -> dict[str, str]:
    """Details of a register line that fits a certificate."""
    facts = sha256(b"ct-certificate-v1\0" + certificate.to_bytes()).hexdigest()
    return {"facts": facts, "nameless": facts, "index": str(certificate.status), "result": certificate.result}


def certificates_of_nobody() -> Rows:
    def first_of_a_school(step: Callable[[TerminalSchool, str], str]) -> Attack:
        """The school has issued nothing yet. Somebody makes up a certificate and a line that fits it."""

        def attack(t: TerminalSchool) -> str:
            fake = made_up(t)
            rewrite(t, lambda lines: [line for line in lines if line["kind"] != "certificate"])
            unsigned(t, "certificate", fake.number, **told_facts(fake))
            return step(t, fake.number)

        return attack

    def renewed(t: TerminalSchool, number: str) -> str:
        t.review(t.result(t.open))
        return t.certificate("issue", str(t.result(t.open)), "--renews", number, typed=(CERTIFIER,))

    yield "a school's first certificate made up and printed again", first_of_a_school(_again), REFUSED
    yield "a school's first certificate made up and renewed", first_of_a_school(renewed), REFUSED
    yield "a school's first certificate made up and listed", first_of_a_school(lambda t, _: _lists(t)), "NOT ISSUED"

    def made_up_beside(t: TerminalSchool) -> str:
        made_up(t)
        return _lists(t)

    yield "a made-up certificate listed", made_up_beside, "NOT ISSUED"

    def changed(t: TerminalSchool) -> str:
        t.edit(_file(t, t.number), lambda plain: plain.update(holder="Eva Falsa", expires="2099-01-01T00:00:00Z"))
        return _lists(t)

    yield "a changed certificate listed", changed, "ALTERED"

    def copied(t: TerminalSchool) -> str:
        _file(t, "copy").write_bytes(_file(t, t.number).read_bytes())
        if (said := _lists(t)).count(t.number) == 1:
            raise RefusalError(1, "the copy is left out")
        return said

    yield "a copy of a certificate listed once more", copied, REFUSED

    def first_status(status: str) -> Attack:
        """No certificate of the school was ever revoked or suspended; anybody writes such a line."""

        def attack(t: TerminalSchool) -> str:
            unsigned(t, "status", t.number, status=status, reason="by nobody")
            t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
            return _lists(t)

        return attack

    yield "a revocation that nobody signed, the first of the school", first_status("revocation"), "VALID"
    yield "a suspension that nobody signed, the first of the school", first_status("suspension"), "VALID"

    def unfinished(step: Callable[[TerminalSchool, str], str]) -> Attack:
        """The disk was full when the line of a certificate was due."""

        def attack(t: TerminalSchool) -> str:
            t.review(t.result(t.open))
            with pytest.MonkeyPatch.context() as patch, pytest.raises(RefusalError):
                patch.setattr(Issuer, "_add_signed", _full)
                issue(t, t.open)
            (number,) = {path.stem for path in (t.exams / "certificates").iterdir()} - {t.number}
            return step(t, number)

        return attack

    def revoked(t: TerminalSchool, number: str) -> str:
        t.certificate("revoke", number, "--reason", "x", typed=(CERTIFIER,))
        return issue(t, t.open)

    def suspended(t: TerminalSchool, number: str) -> str:
        t.certificate("revoke", number, "--suspend", "--reason", "x", typed=(CERTIFIER,))
        with pytest.raises(RefusalError):
            issue(t, t.open)
        t.certificate("revoke", number, "--reinstate", typed=(CERTIFIER,))
        return issue(t, t.open)

    def erased(t: TerminalSchool, _: str) -> str:
        t.exam("erase", t.school.berta.reference, "--by", "carlos", typed=("password-carlos",))
        return issue(t, t.open)

    def other_facts(t: TerminalSchool, number: str) -> str:
        t.edit(_file(t, number), lambda plain: plain.update(holder="Eva Falsa", reached=10_000, status=77))
        issue(t, t.open)
        return _file(t, number).read_text(encoding="utf-8")

    def numbered_as(t: TerminalSchool, number: str) -> str:
        """The unfinished file takes the number of a certificate in force."""
        data = _file(t, number).read_bytes().replace(number.encode(), t.number.encode())
        _file(t, number).unlink()
        _file(t, t.number).write_bytes(data)
        return issue(t, t.open)

    def without_book(t: TerminalSchool, _: str) -> str:
        (t.exams / "statuses.json").unlink()
        return issue(t, t.open)

    def renews_it(t: TerminalSchool, number: str) -> str:
        return t.certificate("issue", str(t.result(t.open)), "--renews", number, typed=(CERTIFIER,))

    yield "an unfinished certificate printed again", unfinished(_again), REFUSED
    yield "an unfinished certificate listed", unfinished(lambda t, _: _lists(t)), "NOT ISSUED"
    yield "an unfinished certificate revoked, then issued", unfinished(revoked), REFUSED
    yield "an unfinished certificate suspended, reinstated and issued", unfinished(suspended), SUSPENDED
    yield "an unfinished certificate of an erased person issued", unfinished(erased), REFUSED
    yield "an unfinished certificate changed before it is issued again", unfinished(other_facts), "Berta Soto"
    yield "an unfinished certificate under another's number", unfinished(numbered_as), REFUSED
    yield "an unfinished certificate issued without the status book", unfinished(without_book), REFUSED
    yield "an unfinished certificate renewed by itself", unfinished(renews_it), REFUSED


def _full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device", "register.jsonl")


def impossible_lines() -> Rows:
    """Lines that anybody can add, with values that the program reads; a sitting, a decision and a revocation follow."""
    boot, early, late = MachineClock().boot, "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"
    began = {"paper": "p", "scheme": "own/small"}
    lines: dict[str, tuple[str, dict[str, str]]] = {
        "a clock that is no number": ("looked", {"boot": boot, "ms": "soon"}),
        "a clock of thirty figures": ("looked", {"boot": boot, "ms": "9" * 30}),
        "a clock before its start": ("looked", {"boot": boot, "ms": "-" + "9" * 15}),
        "no clock": ("looked", {"boot": boot}),
        "the last moment there is": ("looked", {"boot": boot, "ms": "0", "when": late}),
        "the first moment there is": ("looked", {"when": early}),
        "a beginning that is no time": ("began", began | {"began": "soon"}),
        "a beginning in the last moment": ("began", began | {"began": late}),
        "a drawing of nobody": ("drawing", {"seat": "x", "scheme": "own/small"}),
        "a second result of nothing": ("second-result", {}),
        "a second sitting of nothing": ("second-sitting", {}),
        "a correction without a reason": ("correction", {}),
        "a status without a status": ("status", {}),
        "a decision that there is not": ("review", {"signature": "ab" * 64, "decision": "perhaps"}),
        "a role that there is not": ("staff", {"role": "king", "until": "", "seal": "ab"}),
        "a wrong password before 1970": ("wrong-password", {"second": "-1.000"}),
    }

    def added(kind: str, details: dict[str, str]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            who = {"candidate": t.candidate()} if kind == "began" else {}
            about = t.number if kind == "status" else "vera" if kind == "staff" else "x"
            unsigned(t, kind, about, **details, **who)
            steps: list[Callable[[TerminalSchool], str]] = [
                sits_once,
                lambda t: t.review(t.result(t.open)),
                lambda t: t.certificate("revoke", t.number, "--reason", "x", typed=(CERTIFIER,)),
            ]
            done = []
            for step in steps:
                try:
                    done.append(step(t))
                except RefusalError as refusal:
                    if "line " not in refusal.said or refusal.status != 1:
                        raise
            if not done:
                raise RefusalError(1, "the line is named")
            return "".join(done)

        return attack

    for what, (kind, details) in lines.items():
        yield f"a line with {what}", added(kind, details), REFUSED

    def guessed_before_1970(t: TerminalSchool) -> str:
        """A wrong password while the clock is before 1970 wrote a line after which no other could be read."""

        def guesses(there: TerminalSchool) -> str:
            return there.exam("erase", t.school.clara.reference, "--by", "carlos", typed=("a guess",))

        with pytest.raises(RefusalError):
            shifted(guesses, seconds=-timedelta(days=70 * 366).total_seconds())(t)
        return t.review(t.result(t.open))

    yield "a wrong password with the clock before 1970", guessed_before_1970, "own (test/small"


def transfers() -> Rows:
    """A sitting is carried to this machine, and somebody can write its disk."""

    def moved(t: TerminalSchool, home: Path, sitting: str) -> str:
        words = ("--by", "vera", "--reason", "died")
        return t.exam("move", str(home / "data" / "exams"), sitting, *words, typed=("password-vera",))

    def carried(step: Callable[[TerminalSchool, Path, str, str], str]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            home = copied_home(t)
            sitting, code, _ = at(t, home, left_sitting)  # type: ignore[arg-type, misc]
            return step(t, home, sitting, code)

        return attack

    def goes_on(t: TerminalSchool, home: Path, sitting: str, code: str) -> None:
        moved(t, home, sitting)
        with pytest.raises(RefusalError):
            t.exam("sit", "--resume", sitting, "--invigilator", "vera", typed=("password-vera", code, "1"))

    def again(t: TerminalSchool, home: Path, sitting: str, code: str) -> str:
        goes_on(t, home, sitting, code)
        shutil.rmtree(t.exams / "sittings" / sitting)
        return moved(t, home, sitting)

    def again_without_lines(t: TerminalSchool, home: Path, sitting: str, code: str) -> str:
        goes_on(t, home, sitting, code)
        shutil.rmtree(t.exams / "sittings" / sitting)
        rewrite(t, lambda lines: [line for line in lines if line["about"] != sitting])
        moved(t, home, sitting)
        return resumed(t, sitting, code) + reviewed(t)

    def planted(t: TerminalSchool, home: Path, sitting: str, code: str) -> str:
        """A shorter log lies here, as if an earlier transfer had ended before its lines."""
        shutil.copytree(home / "data" / "exams" / "sittings" / sitting, t.exams / "sittings" / sitting)
        shutil.copytree(home / "data" / "exams" / "counters", t.exams / "counters", dirs_exist_ok=True)
        log = t.exams / "sittings" / sitting / "events.jsonl"
        log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-2]))
        moved(t, home, sitting)
        return resumed(t, sitting, code)

    def same_planted(t: TerminalSchool, home: Path, sitting: str, code: str) -> str:
        shutil.copytree(home / "data" / "exams" / "sittings" / sitting, t.exams / "sittings" / sitting)
        shutil.copytree(home / "data" / "exams" / "counters", t.exams / "counters", dirs_exist_ok=True)
        moved(t, home, sitting)
        return resumed(t, sitting, code) + reviewed(t)

    def empty(t: TerminalSchool, home: Path, sitting: str, _: str) -> str:
        (t.exams / "sittings" / sitting).mkdir(parents=True)
        return moved(t, home, sitting)

    yield "a carried sitting deleted here and carried again", carried(again), REFUSED
    yield "the same, with its lines cut out of the register", carried(again_without_lines), CUT
    yield "an earlier log planted before a sitting is carried", carried(planted), REFUSED
    yield "the same log planted before a sitting is carried", carried(same_planted), "sat on another machine"
    yield "an empty folder planted before a sitting is carried", carried(empty), REFUSED

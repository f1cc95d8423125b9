"""Attacks by people who left the staff and with keys that were replaced, also on another machine or half way."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.exams.attack_means import (
    REFUSED,
    Lines,
    OutOfReach,
    Rows,
    append,
    issue,
    register_of,
    regrade,
    reviewed,
    rewrite,
    shifted,
)
from tests.exams.attacked_machines import ROOT, at, copied_home, left_sitting, resumed
from tests.exams.support import offers
from tests.exams.terminal_attacks import Attack, hire, sits_once
from tests.exams.terminal_school import CERTIFIER, STATION, RefusalError, TerminalSchool
from tests.exams.unsigned_attacks import made_up, told_facts
from trainer.exams.clock import MachineClock
from trainer.exams.keys import KeyRole, PrivateKey
from trainer.exams.office import Office
from trainer.exams.register import Register
from trainer.exams.result import from_bytes, to_bytes
from trainer.exams.roles import Role
from trainer.exams.scheme_files import SHIPPED, Schemes
from trainer.exams.seals import reviewed as seal_review
from trainer.exams.signed_lines import signed_details
from trainer.exams.staff import SignedIn
from trainer.exams.trust import format_time, read_trust

NEW = "a new passphrase"
BEFORE = OutOfReach("who rewrites the register's end can put a line of the old key before its replacement")


class _Back(MachineClock):
    """A clock that is four minutes slow."""

    def wall(self) -> datetime:
        return datetime.now(UTC) - timedelta(minutes=4)


def _retire(t: TerminalSchool, person: str) -> str:
    return t.exam("staff", person, "--retire", typed=(ROOT,))


def former_staff() -> Rows:
    """Somebody who left, or whose password or role was changed, with the old password and the disk."""

    def draws(change: Callable[[TerminalSchool], object], then: Callable[[TerminalSchool], object] = str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            elena = Office(t.exams, MachineClock()).staff.sign_in("elena", "password-elena")
            one = t.candidate()
            change(t)
            office, scheme = Office(t.exams, _Back()), Schemes([SHIPPED, t.home / "data" / "schemes"]).load("own/small")
            who = office.people.find(one)
            paper, code = office.draw(scheme, elena, "z", offers(), candidate=who)
            then(t)
            return t.sit(paper.id, code, one) + reviewed(t)

        return attack

    def other_password(t: TerminalSchool) -> str:
        return t.exam("staff", "elena", "--name", "Elena", "--role", "examiner", typed=(ROOT, "another password"))

    def other_role(t: TerminalSchool) -> str:
        return t.exam("staff", "elena", "--name", "Elena", "--role", "invigilator", typed=(ROOT, "password-elena"))

    yield "an examiner who left draws with an earlier date", draws(lambda t: _retire(t, "elena")), REFUSED
    yield "an examiner's replaced password draws with an earlier date", draws(other_password), REFUSED
    yield "a former examiner draws with an earlier date", draws(other_role), REFUSED

    def brought(lines: Lines) -> Lines:
        for line in lines:
            if line["kind"] == "drawn" and line is lines[-1]:
                line["details"]["moved"] = "yes"
        return lines

    def earlier(lines: Lines) -> Lines:
        place = next(n for n, line in enumerate(lines) if line["kind"] == "staff" and line["details"]["until"])
        return [*lines[:place], *lines[-2:], *lines[place:-2]]

    def left(t: TerminalSchool) -> str:
        return _retire(t, "elena")

    yield "the same, as if it had been drawn elsewhere", draws(left, lambda t: rewrite(t, brought)), REFUSED
    yield "the same, put before she left", draws(left, lambda t: rewrite(t, earlier)), BEFORE

    def back_again(t: TerminalSchool) -> str:
        """Nobody attacks: an examiner left and came back."""
        left(t)
        hire(t, "elena", "Elena", "examiner")
        sits_once(t)
        return reviewed(t)

    yield "an examiner who came back draws", back_again, "an exam of the school's own"

    def hired_ahead(then: Callable[[TerminalSchool], object]) -> Attack:
        """Nobody attacks: the clock was ahead when the examiner was hired, and is right since."""

        def attack(t: TerminalSchool) -> str:
            shifted(lambda s: hire(s, "olga", "Olga", "examiner"), hours=20)(t)
            one = t.candidate()
            paper, code = t.draw("--candidate", one, by="olga")
            then(t)
            t.sit(paper, code, one)
            return reviewed(t)

        return attack

    def olgas_password(t: TerminalSchool) -> str:
        return t.exam("staff", "olga", "--name", "Olga", "--role", "examiner", typed=(ROOT, "another password"))

    yield "an examiner hired with the clock ahead draws and leaves", hired_ahead(lambda t: _retire(t, "olga")), "own"
    yield "an examiner hired with the clock ahead draws, then a new password", hired_ahead(olgas_password), "own"

    def leaves_back(t: TerminalSchool) -> str:
        """Nobody attacks: the clock is back when the examiner leaves after the draw."""
        one = t.candidate()
        paper, code = t.draw("--candidate", one)
        shifted(left, minutes=-8)(t)
        t.sit(paper, code, one)
        return reviewed(t)

    yield "an examiner draws, and leaves with the clock back", leaves_back, "an exam of the school's own"

    def certifier_leaves_back(t: TerminalSchool) -> str:
        t.review(t.result(t.open))
        shifted(lambda s: _retire(s, "carlos"), minutes=-8)(t)
        return issue(t, t.open)

    yield "the certifier decides, and leaves with the clock back", certifier_leaves_back, ".pdf"

    def other_work(t: TerminalSchool) -> str:
        """Nobody attacks: the certifier decides, and then becomes an examiner."""
        t.review(t.result(t.open))
        t.exam("staff", "carlos", "--name", "Carlos", "--role", "examiner", typed=(ROOT, "another password"))
        return issue(t, t.open)

    yield "the certifier becomes an examiner after the decision", other_work, ".pdf"

    def certified_later(t: TerminalSchool) -> str:
        """Nobody attacks: the certifier leaves after the decision."""
        t.review(t.result(t.open))
        _retire(t, "carlos")
        return issue(t, t.open)

    yield "the certifier leaves after the decision", certified_later, ".pdf"

    def decides(who: SignedIn, change: Callable[[TerminalSchool], object], by_line: bool) -> Attack:
        """With the certifier's key, which an old copy of its file and a passphrase open."""

        def attack(t: TerminalSchool) -> str:
            office = Office(t.exams, MachineClock())
            key = office.keys.unlock(KeyRole.CERTIFIER, CERTIFIER)
            change(t)
            found = from_bytes(t.result(t.open).read_bytes())
            made = seal_review(found, who, "confirmed", key, datetime.now(UTC), "", office.register.anchor)
            (t.home / "decided.json").write_bytes(to_bytes(made))
            if not by_line:
                return t.exam("take", str(t.home / "decided.json"))
            t.result(t.open).write_bytes(to_bytes(made))
            signature = made.seals[-1].signature
            append(t, "review", made.digest, who.id, decision="confirmed", signature=signature)
            return issue(t, t.open)

        return attack

    for how, by_line in (("", False), (", with a line of the register", True)):
        for what, who, change in (
            ("a certifier who left decides", SignedIn("carlos", Role.CERTIFIER), lambda t: _retire(t, "carlos")),
            ("somebody who never was on the staff decides", SignedIn("ghost", Role.CERTIFIER), lambda _: None),
            ("an examiner decides with the certifier's key", SignedIn("nora", Role.CERTIFIER), lambda _: None),
        ):
            yield what + how, decides(who, change, by_line), REFUSED

    def on_a_copy(t: TerminalSchool) -> str:
        home = copied_home(t)
        _retire(t, "carlos")
        at(t, home, lambda there: there.review(there.result(there.open)))
        t.exam("take", str(home / "data" / "exams" / "results" / t.open))
        return issue(t, t.open)

    yield "a certifier who left decides on an earlier copy", on_a_copy, REFUSED

    def seconds(t: TerminalSchool) -> str:
        _retire(t, "nora")
        return regrade(t, t.open, "--void", "1")

    yield "a colleague who left seconds a correction", seconds, REFUSED

    def leaves_meanwhile(t: TerminalSchool) -> str:
        one = t.candidate()
        paper, code = t.draw("--candidate", one)
        _retire(t, "elena")
        t.sit(paper, code, one)
        return reviewed(t)

    yield "the examiner leaves between draw and sitting", leaves_meanwhile, "an exam of the school's own"

    def new_password(t: TerminalSchool) -> str:
        sitting, code, _ = left_sitting(t)
        t.exam("staff", "vera", "--name", "Vera", "--role", "invigilator", typed=(ROOT, "another password"))
        typed = ("another password", code, ":hand-in", "yes", STATION)
        t.exam("sit", "--resume", sitting, "--invigilator", "vera", typed=typed)
        return reviewed(t)

    yield "the invigilator's password is changed during the sitting", new_password, "an exam of the school's own"

    def left_during(t: TerminalSchool) -> str:
        sitting, code, _ = left_sitting(t)
        hire(t, "olga", "Olga", "invigilator")
        _retire(t, "vera")
        resumed(t, sitting, code, by="olga")
        return reviewed(t)

    yield "the invigilator leaves during the sitting", left_during, "an exam of the school's own"

    def resumes_after(t: TerminalSchool) -> str:
        sitting, code, _ = left_sitting(t)
        _retire(t, "vera")
        return resumed(t, sitting, code)

    yield "an invigilator who left continues the sitting", resumes_after, REFUSED


def replaced_elsewhere() -> Rows:
    """The certifier's key was replaced; its old file, its passphrase and the disk are in one hand."""

    def used(replace: Callable[[TerminalSchool], object], change: Callable[[TerminalSchool], object] = str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            old = Office(t.exams, MachineClock()).keys.unlock(KeyRole.CERTIFIER, CERTIFIER)
            when = format_time(datetime.now(UTC) - timedelta(minutes=1))
            replace(t)
            change(t)
            return makes_up(t, old, when)

        return attack

    def makes_up(t: TerminalSchool, key: PrivateKey, when: str) -> str:
        fake = made_up(t)
        details = signed_details("certificate", fake.number, told_facts(fake), key)
        register_of(t).add("certificate", fake.number, when, "", **details)
        return _again(t, fake.number)

    def rotate(t: TerminalSchool) -> str:
        words = ("keys", "rotate", "certifier")
        return shifted(lambda there: there.certificate(*words, typed=(NEW, CERTIFIER)), seconds=2)(t)

    def elsewhere(t: TerminalSchool) -> None:
        home = copied_home(t)
        at(t, home, rotate)
        at(t, home, lambda there: there.certificate("keys", "public", str(home / "list.json")))
        words = ("keys", "export", "certifier", str(home / "new.key"))
        at(t, home, shifted(lambda there: there.certificate(*words, typed=(NEW,)), seconds=3))
        t.certificate("keys", "import", str(home / "list.json"))
        t.certificate("keys", "import", str(home / "new.key"), typed=(NEW,))

    yield "a key replaced on another machine makes up a certificate", used(elsewhere), REFUSED

    def repeated(t: TerminalSchool) -> None:
        """The register is told again what the key list said before the replacement: no secret is needed."""
        statements = t.exams / "keys" / "school-keys.json"
        first = read_trust(statements.read_bytes()).statements[0]
        rotate(t)
        append(t, "key-list", first.key, statements="1", last=first.signature)

    yield "a replaced key, after an earlier line of the key list was repeated", used(repeated), REFUSED

    def half(t: TerminalSchool) -> None:
        with pytest.MonkeyPatch.context() as patch, pytest.raises(RefusalError):
            patch.setattr(Register, "add", _full)
            rotate(t)

    yield "a key whose replacement failed at its line makes up a certificate", used(half), BEFORE

    def then_used(t: TerminalSchool) -> None:
        """The school works on after the failure, before the old key is used."""
        half(t)
        shifted(lambda there: there.certificate("status", "--out", str(there.home / "n"), typed=(NEW,)), seconds=3)(t)

    yield "the same after the school worked on", used(then_used), REFUSED

    def cut(t: TerminalSchool) -> None:
        rewrite(t, lambda lines: [line for line in lines if line["kind"] != "key-list"])

    yield "the line of the replacement cut out, and the old key used", used(rotate, cut), BEFORE

    def before(t: TerminalSchool) -> str:
        old = Office(t.exams, MachineClock()).keys.unlock(KeyRole.CERTIFIER, CERTIFIER)
        when = format_time(datetime.now(UTC) - timedelta(minutes=1))
        rotate(t)
        fake = made_up(t)
        details = signed_details("certificate", fake.number, told_facts(fake), old)
        line = {"kind": "certificate", "about": fake.number, "at": when, "by": "", "details": details, "after": ""}
        rewrite(t, lambda lines: [*lines[:-1], line, *lines[-1:]])
        return _again(t, fake.number)

    yield "a made-up certificate of the old key put before its replacement", before, BEFORE

    def put_back(t: TerminalSchool) -> str:
        path = t.exams / "keys" / "school-keys.json"
        before = path.read_bytes()
        elsewhere(t)
        path.write_bytes(before)
        return shifted(reviewed, seconds=3)(t)

    yield "the key list put back to before the import of a newer one", put_back, REFUSED

    def forked(t: TerminalSchool) -> str:
        home = copied_home(t)
        at(t, home, rotate)
        at(t, home, lambda there: there.certificate("keys", "public", str(home / "list.json")))
        rotate(t)
        return t.certificate("keys", "import", str(home / "list.json"))

    yield "a key replaced on two machines", forked, REFUSED

    def goes_on(role: str, old: str) -> Attack:
        """Nobody attacks: the key is replaced during a sitting, and the exam is certified all the same."""

        def attack(t: TerminalSchool) -> str:
            sitting, code, _ = left_sitting(t)
            t.certificate("keys", "rotate", role, typed=(NEW, old))
            typed = ("password-vera", code, ":hand-in", "yes", NEW if role == "station" else STATION)
            t.exam("sit", "--resume", sitting, "--invigilator", "vera", typed=typed)
            typed = ("password-carlos", NEW if role == "certifier" else CERTIFIER)
            newest = str(t.newest_result(sitting))
            return t.exam("review", newest, "--by", "carlos", "--decision", "confirmed", typed=typed)

        return attack

    yield "the station's key is replaced during a sitting", goes_on("station", STATION), "an exam of the school's own"
    yield "the certifier's key is replaced during a sitting", goes_on("certifier", CERTIFIER), "of the school's own"

    def old_root(t: TerminalSchool) -> str:
        t.certificate("keys", "rotate", "root", typed=(NEW, ROOT))
        return hire(t, "olga", "Olga", "invigilator")

    yield "the root key's old passphrase hires somebody", old_root, REFUSED

    def again_after(t: TerminalSchool) -> str:
        """Nobody attacks: a certificate of the old key is printed again with the new one."""
        rotate(t)
        words = ("again", t.number, "--out", str(t.home / "out"))
        shifted(lambda there: there.certificate(*words, typed=(NEW,)), seconds=3)(t)
        shifted(lambda there: there.certificate("status", "--out", str(there.home / "n"), typed=(NEW,)), seconds=3)(t)
        return shifted(lambda there: there.certificate("verify", str(there.written(".json"))), seconds=4)(t)

    yield "a certificate of the old key is printed again", again_after, "VALID"

    def decided_before(t: TerminalSchool) -> str:
        """Nobody attacks: a decision of the old key is certified with the new one."""
        t.review(t.result(t.open))
        rotate(t)
        words = ("issue", str(t.result(t.open)), "--out", str(t.home / "o"))
        return shifted(lambda there: there.certificate(*words, typed=(NEW,)), seconds=3)(t)

    yield "a decision of the old key is certified", decided_before, ".pdf"


def _again(t: TerminalSchool, number: str) -> str:
    """The certifier prints a certificate again with the new key."""
    words = ("again", number, "--out", str(t.home / "o"))
    return shifted(lambda there: there.certificate(*words, typed=(NEW,)), seconds=3)(t)


def _full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device", "register.jsonl")

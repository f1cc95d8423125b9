"""A third round of attacks, made from the promise alone: `trainer exam`, `trainer certificate`, the files and FORMATS.md.

Each attacker holds one means. The groups say which: the disk without a password, one passphrase, one member of the
staff, a backup, a second home, the clock. An attack must be refused, or told to the certifier in the words given here,
or be out of reach for a reason given here. `benchmarks/test_exam_attacks.py` runs all of them; the suite runs those that
found a defect.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.exams.attacked_school import changed, forged, forged_header, forged_log
from tests.exams.later_attacks import ROOT, at, copied_home, left_sitting, other_school, resumed
from tests.exams.terminal_attacks import EVE, Attack, hire, sits_once
from tests.exams.terminal_school import CERTIFIER, SCHEME, STATION, RefusalError, TerminalSchool
from trainer.exams.certificates.certificate import new_number
from trainer.exams.clock import MachineClock
from trainer.exams.keys import Domain, KeyRole, PrivateKey
from trainer.exams.locked_paper import open_paper
from trainer.exams.office import Office
from trainer.exams.paper import Paper
from trainer.exams.provenance import draw_bytes
from trainer.exams.register import FIRST, Entry, Register
from trainer.exams.result import SealedResult, to_bytes
from trainer.exams.seals import result_of, sealed
from trainer.exams.trust import format_time
from trainer.system.digests import sha256

REFUSED = ""  # what must happen to most attacks
Row = tuple[str, Attack, str]  # what, how, and the words that tell it
Rows = Iterator[Row]
Lines = list[dict[str, Any]]


class OutOfReach(str):  # noqa: FURB189, SLOT000 - a row's expectation is a string of one of three kinds
    """Why an attack succeeds; the README says so and what the reviewer is told."""


# ── means ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def register_of(t: TerminalSchool) -> Register:
    return Register(t.exams / "register.jsonl")


def append(
    t: TerminalSchool, kind: str, about: str, by: str = "", when: datetime | None = None, **details: str
) -> None:
    """Write a line into the register as FORMATS.md describes it: no secret is needed."""
    register_of(t).add(kind, about, format_time(when or datetime.now(UTC)), by, **details)


def rewrite(t: TerminalSchool, change: Callable[[Lines], Lines]) -> None:
    """Rewrite the register and compute all its hashes again."""
    register = register_of(t)
    last, out = FIRST, []
    for plain in change([msgspec.to_builtins(line) for line in register.entries()]):
        entry = msgspec.convert(plain | {"after": last}, Entry)
        last = entry.digest()
        out.append(json.dumps(msgspec.to_builtins(entry), ensure_ascii=False, sort_keys=True, separators=(",", ":")))
    register.path.write_text("".join(f"{line}\n" for line in out), encoding="utf-8")


def shifted(step: Callable[[TerminalSchool], str], **by: float) -> Attack:
    """A step while the clock of the machine is wrong."""

    def attack(t: TerminalSchool) -> str:
        wall = MachineClock.wall
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(MachineClock, "wall", lambda clock: wall(clock) + timedelta(**by))
            patch.setattr("trainer.cli.certificate._now", lambda: datetime.now(UTC) + timedelta(**by))
            return step(t)

    return attack


def opened(t: TerminalSchool, paper: str, code: str) -> Paper:
    """What somebody with the code of a paper and its file reads."""
    return open_paper(Office(t.exams, MachineClock()).locked(paper), code)


def offer(t: TerminalSchool, found: SealedResult) -> str:
    path = t.home / "offered.json"
    path.write_bytes(to_bytes(found))
    return t.exam("take", str(path))


def drawn(t: TerminalSchool, name: str = "Dora Paz", document: str = "X9", seat: str = "z") -> tuple[str, str, str]:
    """A candidate with a paper: its id, its code and the candidate."""
    one = t.candidate(name, document)
    return (*t.draw("--candidate", one, "--seat", seat), one)


def reviewed_after(attack: Callable[[TerminalSchool], object]) -> Attack:
    """An attack, after which an honest candidate sits and the certifier reads what the program knows."""

    def whole(t: TerminalSchool) -> str:
        attack(t)
        sits_once(t)
        return t.review(t.newest_result())

    return whole


# ── the disk, with the register written by its own rules ─────────────────────────────────────────────────────────────


def register_lines() -> Rows:
    """No password. Lines are appended to the register with right hashes; then honest staff go on working."""

    def certificate(**changes: object) -> Attack:
        """A certificate's file is changed or made up, together with its line; the certifier writes it again."""

        def attack(t: TerminalSchool) -> str:
            mine = json.loads((t.exams / "certificates" / f"{t.number}.json").read_bytes()) | changes
            data = json.dumps(mine, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
            (t.exams / "certificates" / f"{mine['number']}.json").write_bytes(data)
            facts = sha256(b"ct-certificate-v1\0" + data).hexdigest()
            append(t, "certificate", str(mine["number"]), facts=facts, result=str(mine["result"]))
            if mine["number"] != t.number:
                t.edit(t.exams / "statuses.json", lambda plain: _second_entry(plain, t.number, str(mine["number"])))
            return t.certificate("again", str(mine["number"]), "--out", str(t.home / "again"), typed=(CERTIFIER,))

        return attack

    for field, value in (
        ("holder", EVE),
        ("expires", "2999-01-01T00:00:00Z"),
        ("level", "professional"),
        ("reached", 10_000),
        ("scheme", "arica/roulette-professional"),
        ("school", "Another"),
    ):
        yield f"certificate's {field} changed together with the register", certificate(**{field: value}), REFUSED
    yield "a certificate made up together with the register", certificate(number=new_number(), holder=EVE), REFUSED

    def status(how: tuple[str, ...], line: dict[str, str] | None) -> Attack:
        """A status book of before a revocation or suspension is put back, with a line that ends it."""

        def attack(t: TerminalSchool) -> str:
            book = t.exams / "statuses.json"
            before = book.read_bytes()
            t.certificate("revoke", t.number, "--reason", "fraud", *how, typed=(CERTIFIER,))
            book.write_bytes(before)
            if line is None:
                rewrite(t, lambda lines: [one for one in lines if one["kind"] != "status"])
            else:
                append(t, "status", t.number, **line)
            shutil.rmtree(t.exams / "seen", ignore_errors=True)
            t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
            return t.certificate("verify", str(t.written(".pdf")))

        return attack

    yield "a revocation ended by a line of the register", status((), {"status": "", "reason": ""}), REFUSED
    yield "a suspension ended by a line of the register", status(("--suspend",), {"status": "", "reason": ""}), REFUSED
    yield (
        "a revocation turned into a suspension by a line",
        status((), {"status": "suspension", "reason": "x"}),
        REFUSED,
    )

    def remembered(t: TerminalSchool) -> str:
        """The revocation is cut out of register and book; the next list no longer has it. Somebody saw the last one."""
        book = t.exams / "statuses.json"
        before, register = book.read_bytes(), register_of(t).path.read_bytes()
        t.certificate("revoke", t.number, "--reason", "fraud", typed=(CERTIFIER,))
        with pytest.raises(RefusalError):
            t.certificate("verify", str(t.written(".pdf")))  # the verifier has seen the list with the revocation
        book.write_bytes(before)
        register_of(t).path.write_bytes(register)
        shutil.rmtree(t.exams / "lists")
        t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
        return t.certificate("verify", str(t.written(".pdf")))

    yield "a revocation cut out of register and book, seen by a verifier", remembered, REFUSED

    def forged_staff(
        person: str, role: str, *, with_draw: bool = False, paper_of: str = "", until: str = "", retire: bool = False
    ) -> Attack:
        """The register says that the attacker's key is that of somebody on the staff; the station's passphrase seals."""

        def attack(t: TerminalSchool) -> str:
            mine = PrivateKey.new()
            school = t.school
            paper_id, code, one = drawn(t)
            if retire:
                t.exam("staff", person, "--retire", typed=(ROOT,))
            staff = json.loads((t.exams / "staff" / "staff.json").read_bytes())
            seal = next(each["seal"] for each in staff if each["id"] == person)
            append(t, "staff", person, role=role, until=until, seal=seal, key=str(mine.public))
            paper = opened(t, paper_id, code)
            office = Office(t.exams, MachineClock())
            details = dict(register_of(t).find("drawn", paper_id).details)  # type: ignore[union-attr]
            if with_draw:
                at_now = format_time(datetime.now(UTC))
                details = {key: value for key, value in details.items() if key not in ("signature", "boot", "ms")}
                signature = mine.sign(Domain.PAPER, draw_bytes(paper_id, details, at_now)).hex()
                rewrite(t, lambda lines: [line for line in lines if line["about"] != paper_id])
                append(t, "drawn", paper_id, person, **details, signature=signature)
            header = forged_header(
                school,
                paper,
                candidate=one,
                created=format_time(datetime.now(UTC)),
                anchor=office.register.anchor,
            )
            now = int(datetime.now(UTC).timestamp() * 1000)
            signer = mine if role == "invigilator" else None
            log = forged_log(school, header, paper, invigilator="vera", signer=signer, wall=now)
            made = sealed(result_of(header, paper, log), school.key(KeyRole.STATION), datetime.now(UTC))
            return offer(t, made)

        return attack

    yield "the invigilator's key exchanged in the register", forged_staff("vera", "invigilator"), REFUSED
    yield "the examiner's key exchanged in the register", forged_staff("elena", "examiner", with_draw=True), REFUSED
    yield "a certifier called an invigilator in the register", forged_staff("carlos", "invigilator"), REFUSED
    yield "a retired invigilator's key in the register", forged_staff("vera", "invigilator", retire=True), REFUSED

    def calibrated(t: TerminalSchool) -> str:
        data = b'{"announce/1 baleares/roulette-french":-9.0}'
        (t.exams / "difficulties.json").write_bytes(data)
        append(t, "calibrated", sha256(data).hexdigest(), "elena")
        sits_once(t)
        items = json.loads(t.newest_result().read_bytes())["result"]["paper"]["items"]
        if items[0]["difficulty"] != -9000:
            raise RefusalError(1, "the file counts for nothing")
        return str(items[0]["difficulty"])

    yield "difficulties that the register was made to know", calibrated, REFUSED

    def before_resuming(kind: str, **details: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            sitting, code, _ = left_sitting(t)
            append(t, kind, sitting, **details)
            return resumed(t, sitting, code)

        return attack

    yield "a running sitting called moved", before_resuming("moved", reason="x"), REFUSED
    yield "a checkpoint that never was", before_resuming("checkpoint", n="2", last="0" * 64), REFUSED
    yield "a checkpoint beyond the log", before_resuming("checkpoint", n="999", last="0" * 64), REFUSED

    def before_review(kind: str, about: str = "", **details: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            digest = register_of(t).of_kind("result")[1].about
            append(t, kind, about or digest, **details)
            return t.review(t.result(t.open))

        return attack

    yield "a decision that nobody took", before_review("review", decision="refused", signature="0" * 128), REFUSED
    yield "a key list that never was", before_review("key-list", "x", statements="99", last="0" * 128), REFUSED

    def other_commitment(t: TerminalSchool) -> str:
        """A second line says that the paper drawn for one candidate was another one."""
        paper, code, one = drawn(t)
        other, other_code = t.draw("--candidate", t.school.clara.reference, "--seat", "y")
        folder = t.exams / "papers"
        shutil.copy(folder / f"{other}.json", folder / f"{paper}.json")
        line = register_of(t).find("drawn", other)
        assert line is not None
        append(t, "drawn", paper, "elena", **line.details)
        return t.sit(paper, other_code, one)

    yield "a second line about a drawn paper", other_commitment, REFUSED

    def for_another(t: TerminalSchool) -> str:
        """The line of the draw is rewritten for another candidate."""
        paper, code, one = drawn(t)
        two = t.candidate("Eva Y7", "Y7")

        def change(lines: Lines) -> Lines:
            for line in lines:
                if line["about"] == paper or line["details"].get("candidate") == one:
                    line["details"]["candidate"] = two
            return lines

        rewrite(t, change)
        return t.sit(paper, code, two)

    yield "a draw rewritten for another candidate", for_another, REFUSED

    def shared_now(t: TerminalSchool) -> str:
        paper, code, one = drawn(t)
        two = t.candidate("Eva Y7", "Y7")

        def change(lines: Lines) -> Lines:
            for line in lines:
                if line["about"] == paper:
                    line["details"] |= {"candidate": "", "shared": "yes"}
            return lines

        rewrite(t, change)
        return t.sit(paper, code, two)

    yield "a draw rewritten as one for everybody", shared_now, REFUSED

    def attempts(t: TerminalSchool) -> str:
        """Attempts that somebody else never made are written into the register."""
        paper, code, one = drawn(t)
        for number in range(2):
            append(t, "began", f"{number}" * 32, paper="0" * 32, candidate=one, scheme="own/small")
        return t.sit(paper, code, one)

    yield "attempts that never were", attempts, REFUSED
    for kind, words in (
        ("began", "rewritten"),
        ("drawing", "rewritten"),
        ("checkpoint", "rewritten"),
        ("result", REFUSED),
        ("review", "rewritten"),
        ("certificate", "rewritten"),
        ("staff", "rewritten"),
        ("drawn", "rewritten"),
    ):
        yield f"the register without its lines “{kind}”", _without(kind), words
    yield (
        "the register of last year's dates",
        reviewed_after(lambda t: rewrite(t, lambda lines: [line | {"at": f"2025{line['at'][4:]}"} for line in lines])),
        "rewritten",
    )
    yield (
        "the register in another order",
        reviewed_after(lambda t: rewrite(t, lambda lines: [*lines[:-4], *reversed(lines[-4:])])),
        "rewritten",
    )
    yield (
        "somebody else's name under every line",
        reviewed_after(lambda t: rewrite(t, lambda lines: [line | {"by": "nora"} for line in lines])),
        "rewritten",
    )
    yield (
        "a line dated in a year from now",
        reviewed_after(lambda t: append(t, "looked", "x", "nora", datetime.now(UTC) + timedelta(days=365))),
        "earlier than the register",
    )


def _without(kind: str) -> Attack:
    return lambda t: (
        rewrite(t, lambda lines: [line for line in lines if line["kind"] != kind]) or t.review(t.result(t.open))  # type: ignore[func-returns-value]
    )


def _second_entry(plain: dict[str, Any], known: str, number: str) -> None:
    """One more certificate in the status book, like the one that is there."""
    for value in plain.values():
        if isinstance(value, dict) and known in value:
            value[number] = value[known] | ({"index": 7} if "index" in value[known] else {})


# ── one passphrase ───────────────────────────────────────────────────────────────────────────────────────────────────


def one_passphrase() -> Rows:
    """The passphrase of one key, typed wherever a passphrase or password is asked for."""
    words = {"station": STATION, "certifier": CERTIFIER, "root": ROOT}
    for role, phrase in words.items():
        for person in ("elena", "vera", "carlos"):
            yield f"the {role} passphrase as the password of {person}", _signs_in(person, phrase), REFUSED
        for other in words:
            if other != role:
                yield f"the {role} passphrase exports the {other} key", _exports(other, phrase), REFUSED
                yield f"the {role} passphrase replaces the {other} key", _rotates(other, phrase), REFUSED
    yield "the station passphrase makes a root key", lambda t: _make(t, "root", STATION), REFUSED
    yield "the certifier passphrase makes a station key", lambda t: _make(t, "station", CERTIFIER), REFUSED
    yield "the root passphrase founds the school again", _founds, REFUSED
    yield (
        "the station passphrase decides",
        lambda t: t.exam(
            *("review", str(t.result(t.open)), "--by", "carlos", "--decision", "confirmed"), typed=(STATION, STATION)
        ),
        REFUSED,
    )
    yield "the station passphrase revokes", lambda t: t.certificate("revoke", t.number, typed=(STATION,)), REFUSED
    yield (
        "the root passphrase certifies",
        lambda t: t.certificate("issue", str(t.result(t.passed)), typed=(ROOT,)),
        REFUSED,
    )

    def replaced(role: str, phrase: str) -> Attack:
        """The holder of a key replaces it; honest staff go on with the passphrase they know."""

        def attack(t: TerminalSchool) -> str:
            t.certificate("keys", "rotate", role, typed=("a new passphrase", phrase))
            if role == "station":
                return sits_once(t)
            return t.review(t.result(t.open))

        return attack

    for role in ("station", "certifier"):
        yield f"the {role} key replaced by its holder, unnoticed", replaced(role, words[role]), REFUSED

    def old_station(t: TerminalSchool) -> str:
        """The station key was replaced. Its old file and passphrase seal a sitting of today with an earlier date."""
        old = t.school.key(KeyRole.STATION)
        paper_id, code, one = drawn(t)
        t.certificate("keys", "rotate", "station", typed=("a new passphrase", STATION))
        paper = opened(t, paper_id, code)
        header = forged_header(
            t.school, paper, candidate=one, created=format_time(datetime.now(UTC)), station=str(old.public)
        )
        log = forged_log(t.school, header, paper, signer=None, wall=int(datetime.now(UTC).timestamp() * 1000))
        return offer(t, sealed(result_of(header, paper, log), old, datetime.now(UTC) - timedelta(hours=1)))

    yield "a station key that was replaced seals with an earlier date", old_station, REFUSED

    def stolen_station(t: TerminalSchool) -> str:
        """A station key declared stolen seals a result of before."""
        key = t.school.key(KeyRole.STATION)
        paper_id, code, one = drawn(t)
        t.certificate("keys", "compromised", key.public.kid, "2020-01-01T00:00:00Z", typed=(ROOT,))
        paper = opened(t, paper_id, code)
        header = forged_header(t.school, paper, candidate=one, created=format_time(datetime.now(UTC)))
        return offer(t, forged(t.school, paper, header=header, key=key))

    yield "a stolen station key seals again", stolen_station, REFUSED


def _signs_in(person: str, phrase: str) -> Attack:
    if person == "elena":
        return lambda t: t.exam("paper", "own/small", "--by", person, "--answers", typed=(phrase,))
    if person == "carlos":
        return lambda t: t.exam("erase", t.school.ana.reference, "--by", person, typed=(phrase,))

    def supervises(t: TerminalSchool) -> str:
        paper, code, one = drawn(t)
        typed = (phrase, "", code, "1", "", ":hand-in", "yes", STATION)
        return t.exam("sit", paper, "--candidate", one, "--invigilator", person, typed=typed)

    return supervises


def _exports(role: str, phrase: str) -> Attack:
    return lambda t: t.certificate("keys", "export", role, str(t.home / "x.key"), typed=(phrase,))


def _rotates(role: str, phrase: str) -> Attack:
    return lambda t: t.certificate("keys", "rotate", role, typed=("a new passphrase", phrase))


def _make(t: TerminalSchool, role: str, phrase: str) -> str:
    return t.certificate("keys", "make", role, typed=("a new passphrase", phrase))


def _founds(t: TerminalSchool) -> str:
    return t.certificate("keys", "found", "Escuela", typed=(ROOT,))


# ── one member of the staff ──────────────────────────────────────────────────────────────────────────────────────────


def one_person() -> Rows:
    """An examiner, an invigilator or a certifier, with the password and nothing else."""

    def chooses(*seats: str) -> Attack:
        """An examiner draws papers for everybody until one is easy, each for another seat, and gives out the best."""

        def attack(t: TerminalSchool) -> str:
            papers = [t.draw("--shared", "--seat", seat) for seat in seats]
            one = t.candidate()
            t.sit(*papers[-1], one)
            return t.review(t.newest_result())

        return attack

    never_sat = "never sat"
    yield "examiner draws until it is easy, for many seats", chooses("a", "b", "c", "d"), never_sat
    yield "examiner draws until it is easy, for seats in other digits", chooses("seat 1", "seat １", "seat 𝟙"), REFUSED
    yield "examiner draws until it is easy, for seats with marks", chooses("seat 1", "seat-1."), REFUSED
    yield "examiner draws until it is easy, for look-alike seats", chooses("aula", "аula"), never_sat

    def for_others(t: TerminalSchool) -> str:
        """Draws for people who do not exist and gives out the best as one for everybody."""
        for number in range(3):
            t.draw("--candidate", t.candidate(f"Nadie {number}", f"N{number}"), "--seat", f"n{number}")
        return chooses("z")(t)  # type: ignore[return-value]

    yield "examiner draws for made-up people first", for_others, never_sat

    def early_look(t: TerminalSchool) -> str:
        paper, code, one = drawn(t)
        t.exam("paper", "own/small", "--by", "nora", "--open", paper, typed=("password-nora", code))
        t.sit(paper, code, one)
        return t.review(t.newest_result())

    yield "another examiner looks before the sitting", early_look, "looked at this paper"

    def late_look(t: TerminalSchool) -> str:
        sitting, code, one = left_sitting(t)
        paper = register_of(t).find("began", sitting).details["paper"]  # type: ignore[union-attr]
        t.exam("paper", "own/small", "--by", "elena", "--open", paper, typed=("password-elena", code))
        resumed(t, sitting, code)
        return t.review(t.newest_result())

    yield "an examiner looks while the candidate waits", late_look, "looked at this paper"

    def guesses(t: TerminalSchool) -> str:
        paper, _, _ = drawn(t)
        for number in range(8):
            try:
                t.exam("paper", "own/small", "--by", "nora", "--open", paper, typed=("password-nora", f"AAAA-{number}"))
            except RefusalError as refusal:
                last = refusal
        if "second" not in last.said:
            return last.said
        raise last

    yield "an examiner guesses the code of a colleague's paper", guesses, REFUSED
    yield (
        "examiner looks at a sample as JSON",
        lambda t: t.exam("paper", "own/small", "--by", "elena", "--json", typed=("password-elena",)),
        REFUSED,
    )
    yield (
        "examiner signs in with a colleague's id",
        lambda t: (
            t.draw("--candidate", t.school.clara.reference, by="nora")
            and t.exam("paper", "own/small", "--by", "nora", "--answers", typed=("password-elena",))
        ),
        REFUSED,
    )
    yield "examiner draws for somebody who was erased", _draws_erased, REFUSED
    yield "examiner draws again while the first paper is being sat", _draws_during, "another paper"
    yield (
        "examiner confirms what she drew",
        lambda t: t.exam(
            *("review", str(t.result(t.open)), "--by", "elena", "--decision", "confirmed"),
            typed=("password-elena", CERTIFIER),
        ),
        REFUSED,
    )

    def salami(t: TerminalSchool) -> str:
        """Two examiners void the wrong items of one candidate one by one, so that each step looks small."""
        paper = json.loads(t.result(t.failed).read_bytes())["result"]["paper"]["items"]
        path = t.result(t.failed)
        for item in paper[:-1]:
            with pytest.MonkeyPatch.context():
                t.exam(
                    *("regrade", str(path), "--by", "elena", "--second", "nora", "--reason", "unclear"),
                    *("--cite", "art. 4", "--void", str(item["number"])),
                    typed=("password-elena", "password-nora", STATION),
                )
            path = t.newest_result(t.failed[:32])
        return t.review(path)

    yield "items voided one by one", salami, "void"

    def hidden(t: TerminalSchool) -> str:
        """A correction does not reach a result whose file was renamed as if it were a refused one."""
        path = t.result(t.open)
        path.rename(path.with_name(f"{path.stem}-second.json"))
        number = str(json.loads(t.result(t.passed).read_bytes())["result"]["paper"]["items"][0]["number"])
        return t.exam(
            *("regrade", str(t.result(t.passed)), "--by", "elena", "--second", "nora", "--reason", "unclear"),
            *("--cite", "art. 4", "--void", number),
            typed=("password-elena", "password-nora", STATION),
        )

    yield "a result hidden from a correction by its name", hidden, "not in the folder"

    def lost(t: TerminalSchool) -> str:
        t.result(t.open).unlink()
        return sits_and_reviews(t)

    yield "a result deleted", lost, "not in the folder"

    def during(*typed: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            paper, code, one = drawn(t)
            words = ("password-vera", "", code, "1", "", *typed, ":hand-in", "yes", STATION)
            t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=words)
            return t.review(t.newest_result())

        return attack

    yield "invigilator gives an hour", during(":time 60 late start", "password-vera"), "60"
    for minutes in ("0", "999999999", "٣٠٠"):
        yield f"invigilator gives {minutes} minutes", _gives(minutes), REFUSED
    yield "invigilator gives time without a reason", _gives("5", ""), REFUSED
    yield (
        "invigilator pauses without a reason",
        during(":pause", "password-vera", ":continue", "password-vera"),
        "paused",
    )
    yield "a candidate gives himself time", during(":time 60 x", "guess"), "wrong"
    yield (
        "a candidate ends a pause",
        during(":pause x", "password-vera", ":continue", "guess", ":continue", "password-vera"),
        "wrong",
    )  # noqa: E501
    yield "invigilator uses the code of another paper", _other_code, REFUSED
    yield "invigilator sits two papers of one candidate at once", _two_papers, REFUSED
    yield "invigilator writes control signs as the document", _document, REFUSED

    def decides(*more: str, file: str = "open") -> Attack:
        return lambda t: t.review(t.result(getattr(t, file)), *more)

    yield (
        "certifier writes control signs as the note",
        lambda t: decides("--note", "\x1b[2Jgone\nVALID")(t),
        "no incidents",
    )
    yield "certifier decides as CARLOS", lambda t: t.review(t.result(t.open), by="CARLOS"), REFUSED
    yield "certifier confirms a refused evidence file", _second_file, REFUSED
    yield "certifier certifies twice", lambda t: _issue(t, t.passed), REFUSED
    yield "certifier certifies on a copy of the folder too", _issue_on_copy, OutOfReach("the certifier's key signs")
    yield "certifier revokes without a reason", lambda t: t.certificate("revoke", t.number, typed=(CERTIFIER,)), REFUSED
    yield "certifier reinstates what was not suspended", _reinstates, REFUSED
    yield "certifier forgets a name and writes it again", _forgets_again, REFUSED


def sits_and_reviews(t: TerminalSchool) -> str:
    sits_once(t)
    return t.review(t.newest_result())


def _draws_erased(t: TerminalSchool) -> str:
    one = t.candidate()
    t.sit(*t.draw("--candidate", one), one)
    t.exam("erase", one, "--by", "carlos", typed=("password-carlos",))
    return t.draw("--candidate", one, "--seat", "q")[0]


def _draws_during(t: TerminalSchool) -> str:
    sitting, code, one = left_sitting(t)
    t.draw("--candidate", one, "--seat", "q")
    resumed(t, sitting, code)
    return t.review(t.newest_result())


def _gives(minutes: str, why: str = " late start") -> Attack:
    def attack(t: TerminalSchool) -> str:
        paper, code, one = drawn(t)
        words = (
            "password-vera",
            "",
            code,
            "1",
            "",
            f":time {minutes}{why}",
            "password-vera",
            ":hand-in",
            "yes",
            STATION,
        )
        t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=words)
        if '"extra-time"' in t.newest_result().read_text(encoding="utf-8"):
            return "given"
        raise RefusalError(1, "no time was given, with a sentence")

    return attack


def _other_code(t: TerminalSchool) -> str:
    paper, _, one = drawn(t)
    _, code = t.draw("--candidate", t.school.clara.reference, "--seat", "y")
    return t.sit(paper, code, one)


def _two_papers(t: TerminalSchool) -> str:
    _, _, one = left_sitting(t)
    return t.sit(*t.draw("--candidate", one, "--seat", "q", "--reason", "x"), one)


def _document(t: TerminalSchool) -> str:
    paper, code, one = drawn(t)
    said = t.sit(paper, code, one, "--document", "\x1b[2J\npassport")
    said += t.exam("report", str(t.newest_result()))
    if "\x1b" in t.newest_result().read_text(encoding="utf-8"):
        return said
    raise RefusalError(1, "stored as plain text")


def _second_file(t: TerminalSchool) -> str:
    path = t.result(t.open)
    copy = path.with_name(f"{path.stem}-second.json")
    plain = json.loads(path.read_bytes())
    plain["result"]["marks"]["passed"] = True
    copy.write_text(json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":")), encoding="utf-8")
    return t.review(copy) if plain != json.loads(path.read_bytes()) else t.exam("take", str(copy / "x"))


def _issue(t: TerminalSchool, name: str) -> str:
    return t.certificate("issue", str(t.result(name)), "--out", str(t.home / "o"), typed=(CERTIFIER,))


def _issue_on_copy(t: TerminalSchool) -> str:
    t.review(t.result(t.open))
    copy = copied_home(t)
    _issue(t, t.open)
    return t.certificate("issue", str(t.result(t.open)), "--out", str(copy), typed=(CERTIFIER,), home=copy)


def _reinstates(t: TerminalSchool) -> str:
    return t.certificate("revoke", t.number, "--reinstate", "--reason", "x", typed=(CERTIFIER,))


def _forgets_again(t: TerminalSchool) -> str:
    t.certificate("forget", t.number, "--by", "carlos", typed=("password-carlos",))
    return t.certificate("again", t.number, typed=(CERTIFIER,))


# ── backups, second homes and the clock ──────────────────────────────────────────────────────────────────────────────

WHOLE_DISK = OutOfReach("a whole disk put back to an earlier state knows nothing of what followed")


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

    def certify(t: TerminalSchool) -> str:
        t.review(t.result(t.open))
        return _issue(t, t.open)

    outcomes = {"results": REFUSED, "register.jsonl": REFUSED, "keys": OutOfReach("nothing changed in the keys")}
    unchanged = OutOfReach("nothing that the decision rests on is there")
    for place in places:
        words = outcomes.get(place, unchanged)
        yield f"{place} put back after a refusal, then certified", restored(place, refuses, _certify_open), words

    def sits(t: TerminalSchool) -> str:
        one = t.candidate()
        return t.sit(*t.draw("--candidate", one), one)

    for place in ("people", "papers", "sittings", "counters", "results"):
        yield f"{place} put back after a sitting, which is sat again", restored(place, sits, _sits_again), REFUSED
    yield (
        "the register put back after a sitting, which is sat again",
        restored("register.jsonl", sits, _sits_again),
        "register",
    )

    def erases(t: TerminalSchool) -> str:
        one = t.candidate("Zoe Gil", "Z1")
        t.sit(*t.draw("--candidate", one), one)
        return t.exam("erase", one, "--by", "carlos", typed=("password-carlos",))

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
    return _issue(t, t.open)


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
            at(t, copy, lambda there: sits_once(there))
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
    yield "the register of a copied home in place of the school's", merged("register.jsonl", newest), REFUSED

    def both(t: TerminalSchool) -> str:
        """The register and the results of the copy in place of the school's: the copy becomes the school."""
        copy = copied_home(t)
        at(t, copy, lambda there: sits_once(there))
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
        yield f"an exam with the clock set {name}", _sat_then(days), "clock" if days > 0 else "earlier"
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
        shifted(lambda there: sits_once(there), days=days)(t)
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


# ── names, links and sizes ───────────────────────────────────────────────────────────────────────────────────────────


def files() -> Rows:
    """Look-alike names, links and huge files, without a password."""

    def candidate_named(name: str) -> Attack:
        """The invigilator sits an exam that she supervises herself, under a name that looks like hers."""

        def attack(t: TerminalSchool) -> str:
            one = t.candidate(name, "V1")
            t.sit(*t.draw("--candidate", one), one)
            return t.review(t.newest_result())

        return attack

    for what, name in (("Cyrillic", "Vеra"), ("full width", "Ｖｅｒａ"), ("mathematical", "𝐕𝐞𝐫𝐚"), ("Greek", "Verα")):
        yield f"vera sits her own exam in {what} letters", candidate_named(name), REFUSED
    for what, name in (("Cyrillic", "Cаrlos"), ("spaced", "C a r l o s"), ("accented", "Càrlôs")):
        yield f"the certifier hired as examiner in {what} letters", _hires(name), REFUSED
    for document in ("X⑨", "X₉", "x9\u0301", "Ⅹ9", "X\u20099"):
        yield f"sits again with the document {document!r}", _again_with(document), REFUSED
    for document in ("Хо9", "X9ı"):
        yield (
            f"a document in other letters {document!r}",
            lambda t, document=document: t.candidate("Eva", document),
            REFUSED,
        )

    def huge(place: str, size: int) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.exams / place
            path.parent.mkdir(exist_ok=True)
            with path.open("wb") as file:
                file.truncate(size)
            said = t.draw("--candidate", t.school.clara.reference)[0]
            return said + t.review(t.result(t.open))

        return attack

    for place in ("staff/staff.json", "keys/school-keys.json"):
        yield f"{place} of 3 GB", huge(place, 3 << 30), REFUSED
    harmless = OutOfReach("passed over: the work goes on")
    for place in ("results/x.json", "people/x.json", "papers/x.json", "certificates/x.json"):
        yield f"{place} of 3 GB", huge(place, 3 << 30), harmless
    yield "a register of 5 GB", huge("register.jsonl", 5 << 30), REFUSED
    yield "erasures of 3 GB", huge("people/erased.txt", 3 << 30), REFUSED

    def linked(place: str, target: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.exams / place.format(open=t.open)
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            path.symlink_to(target.format(home=t.home))
            said = t.draw("--candidate", t.school.clara.reference)[0]
            return said + t.review(t.exams / "results" / t.open)

        return attack

    yield "the register linked to nothing", linked("register.jsonl", "/dev/null"), REFUSED
    yield "the register linked to noise", linked("register.jsonl", "/dev/urandom"), REFUSED
    yield "the register linked to itself", linked("register.jsonl", "register.jsonl"), REFUSED
    yield "the staff linked to an empty folder", linked("staff", "{home}/out"), REFUSED
    yield "the keys linked to an empty folder", linked("keys", "{home}/out"), REFUSED
    yield "the results linked to an empty folder", linked("results", "{home}/out"), REFUSED
    yield "a result linked to noise", linked("results/{open}", "/dev/urandom"), REFUSED

    def output(*words: str) -> Attack:
        """A command writes its output into the school's folder; then honest work goes on."""

        def attack(t: TerminalSchool) -> str:
            before = {path: path.read_bytes() for path in t.exams.rglob("*") if path.is_file()}
            given = [word.format(exams=t.exams, passed=t.result(t.passed), number=t.number) for word in words]
            typed = (CERTIFIER,)
            try:
                (t.certificate if given[0] in ("again", "status", "issue") else t.exam)(*given, typed=typed)
            except RefusalError:
                pass
            lost = [
                path for path, data in before.items() if not path.exists() or not path.read_bytes().startswith(data)
            ]
            known = {t.exams / "statuses.json", t.exams / "statuses.published", *(t.exams / "lists").glob("*")}
            if set(lost) - known:
                return f"written over: {lost}"
            t.review(t.result(t.open))
            raise RefusalError(1, "nothing of the school was written over, and the work goes on")

        return attack

    yield "a rehearsal written into the results", output("rehearse", "own/small", "--out", "{exams}/results"), REFUSED
    yield "a rehearsal written over the folder", output("rehearse", "own/small", "--out", "{exams}"), REFUSED
    yield (
        "a certificate written into the certificates",
        output("again", "{number}", "--out", "{exams}/certificates"),
        REFUSED,
    )
    yield "status lists written into the keys", output("status", "--out", "{exams}/keys"), REFUSED
    yield "reports written into the results", output("report", "{passed}", "--pdf", "{exams}/results"), REFUSED

    def swapped_scheme(t: TerminalSchool) -> str:
        """The exam's file is changed after its paper was drawn: easier to pass, and with more time."""
        paper, code, one = drawn(t)
        path = t.home / "data" / "schemes" / "own" / "small.toml"
        easy = SCHEME.replace("pass-mark = 60", "pass-mark = 0").replace("minutes = 5", "minutes = 500")
        path.write_text(easy, encoding="utf-8")
        t.sit(paper, code, one)
        result = json.loads(t.newest_result().read_bytes())["result"]
        if result["marks"]["passed"] or result["paper"]["scheme"]["parts"][0]["minutes"] != 5:
            return "the new file counts"
        raise RefusalError(1, "the paper counts")

    yield "the exam's file exchanged after the draw", swapped_scheme, REFUSED

    def lookalike_exam(t: TerminalSchool) -> str:
        """A made-up exam that bears the name of a shipped one, but asks for 1 %."""
        path = t.home / "data" / "schemes" / "own" / "roulette-initial.toml"
        easy = SCHEME.replace("pass-mark = 60", "pass-mark = 1")
        names = 'names = { es = "Ruleta: examen inicial", en = "Roulette: initial exam" }'
        path.write_text(easy.replace('names = { es = "Pequeño", en = "Small" }', names), encoding="utf-8")
        one = t.candidate()
        t.sit(*t.draw("--candidate", one, scheme="own/roulette-initial"), one)
        return t.review(t.newest_result())

    yield "a made-up exam with the name of a shipped one", lookalike_exam, "own"

    def renamed(name: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.result(t.open).with_name(name)
            t.result(t.open).rename(path)
            return t.review(path)

        return attack

    yield "a result renamed", renamed("x.json"), "no incidents"
    yield "a result renamed as another's", lambda t: renamed(t.passed)(t), REFUSED

    def rolled_back(t: TerminalSchool) -> str:
        """Log and counter of before the last answers are put back together; less than ten answers were given."""
        sitting, code, _ = left_sitting(t, ":flag 1")
        kept = [(path, path.read_bytes()) for path in _files_of(t, sitting)]
        with pytest.raises(RefusalError):
            t.exam(
                *("sit", "--resume", sitting, "--invigilator", "vera"), typed=("password-vera", code, "1", ":flag 1")
            )
        for path, data in kept:
            path.write_bytes(data)
        resumed(t, sitting, code)
        return t.review(t.newest_result())

    yield "log and counter put back together within ten answers", rolled_back, REFUSED

    def recomputed(t: TerminalSchool) -> str:
        """An answer in the log of a waiting sitting is changed, and all hashes after it; the counter as well."""
        from trainer.exams.events import first_hash, next_hash

        sitting, code, _ = left_sitting(t, "1", ":flag 1")
        path = t.exams / "sittings" / sitting / "events.jsonl"
        header = json.loads((path.parent / "header.json").read_bytes())
        rows = [json.loads(line) for line in path.read_bytes().splitlines()]
        last = first_hash(header)
        for row in rows:
            if row["event"]["kind"] == "flagged":
                row["event"]["on"] = False
            last = row["hash"] = next_hash(last, row["event"])
        text = "".join(
            json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n" for row in rows
        )
        path.write_text(text, encoding="utf-8")
        counter = t.exams / "counters" / sitting
        plain = json.loads(counter.read_bytes())
        plain["last"] = last
        counter.write_text(json.dumps(plain, sort_keys=True, separators=(",", ":")), encoding="utf-8")
        resumed(t, sitting, code)
        return t.review(t.newest_result())

    yield (
        "log and counter rewritten after the last checkpoint",
        recomputed,
        "rests on this machine",
    )


def _files_of(t: TerminalSchool, sitting: str) -> list[Path]:
    return [t.exams / "sittings" / sitting / "events.jsonl", t.exams / "counters" / sitting]


def _hires(name: str) -> Attack:
    return lambda t: hire(t, "zeta", name, "examiner")


def _again_with(document: str) -> Attack:
    def attack(t: TerminalSchool) -> str:
        one = t.candidate()
        t.sit(*t.draw("--candidate", one, "--seat", "a"), one)
        two = t.candidate("Dora Paz", document)
        return t.sit(*t.draw("--candidate", two, "--seat", "b"), two)

    return attack


GROUPS: dict[str, Callable[[], Rows]] = {
    "the disk and the register": register_lines,
    "one passphrase": one_passphrase,
    "one person": one_person,
    "a backup": backups,
    "two homes": homes,
    "the clock": clocks,
    "files": files,
}


def every_attack() -> list[Row]:
    return [(f"{group}: {what}", attack, words) for group, rows in GROUPS.items() for what, attack, words in rows()]

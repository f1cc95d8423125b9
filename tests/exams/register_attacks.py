"""Attacks on the register by somebody who has the disk, knows FORMATS.md and has no password."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.exams.attack_means import (
    REFUSED,
    TAIL,
    Lines,
    Rows,
    append,
    drawn,
    offer,
    opened,
    register_of,
    reviewed_after,
    rewrite,
)
from tests.exams.attacked_machines import ROOT, left_sitting, resumed
from tests.exams.attacked_school import forged_header, forged_log
from tests.exams.terminal_attacks import EVE, Attack, sits_once
from tests.exams.terminal_school import CERTIFIER, RefusalError, TerminalSchool
from trainer.exams.certificates.certificate import new_number
from trainer.exams.clock import MachineClock
from trainer.exams.keys import Domain, KeyRole, PrivateKey
from trainer.exams.office import Office
from trainer.exams.provenance import draw_bytes
from trainer.exams.seals import result_of, sealed
from trainer.exams.trust import format_time
from trainer.system.digests import sha256

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
            details = {"facts": facts, "nameless": facts, "index": str(mine["status"]), "result": str(mine["result"])}
            append(t, "certificate", str(mine["number"]), **details)
            if mine["number"] != t.number:
                t.edit(t.exams / "statuses.json", lambda plain: _second_entry(plain, t.number, str(mine["number"])))
            return t.certificate("again", str(mine["number"]), "--out", str(t.home / "again"), typed=(CERTIFIER,))

        return attack

    for field, value in (
        ("holder", EVE),
        ("expires", "2999-01-01T00:00:00Z"),
        ("level", "professional"),
        ("reached", 9_999),
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
        person: str, role: str, *, with_draw: bool = False, until: str = "", retire: bool = False
    ) -> Attack:
        """The register says that the attacker's key is somebody's on the staff; the station's passphrase seals."""

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
        paper, _code, one = drawn(t)
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
        paper, code, _one = drawn(t)
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
        ("began", "sat on another machine"),
        ("drawing", "rewritten"),
        ("checkpoint", "rewritten"),
        ("result", REFUSED),
        ("review", "rewritten"),
        ("certificate", TAIL),
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
        reviewed_after(lambda t: rewrite(t, lambda lines: [*lines[:12], *reversed(lines[12:18]), *lines[18:]])),
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
        "one of the two clocks was wrong",
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

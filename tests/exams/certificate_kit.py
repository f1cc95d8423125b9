"""Test kit for certificates: a school with keys, a passed and confirmed result, and a verifier."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from openbadgeslib.ob3.status_registry import StatusEntry, StatusRegistry

from trainer.exams.canonical import canonical
from trainer.exams.certificates.certificate import Certificate, PartMark, format_number
from trainer.exams.certificates.issuer import Issued, Issuer
from trainer.exams.certificates.status_lists import NewestLists
from trainer.exams.certificates.verifier import Verifier
from trainer.exams.keys import Domain, KeyRole, PrivateKey
from trainer.exams.paper import Paper, PaperItem, PaperMistake, PaperReason, commitment_of
from trainer.exams.people import Candidate, Identity
from trainer.exams.result import (
    WHOLE,
    ItemMark,
    Marks,
    Result,
    Review,
    Seal,
    SealedResult,
    SealRole,
    SittingHeader,
    result_digest,
)
from trainer.exams.result import (
    PartMark as ResultPart,
)
from trainer.exams.roles import Role
from trainer.exams.scheme import Draw, Level, Part, Scheme, scheme_digest
from trainer.exams.staff import Person
from trainer.exams.trust import Trust, format_time, new_trust
from trainer.exams.verification import Verified
from trainer.games.rules import load_rules
from trainer.rulebooks import Library
from trainer.rulebooks.archive import archived
from trainer.rulebooks.library import SHIPPED
from trainer.system.private_files import write_private
from trainer.texts import Names

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
NOW = datetime(2026, 11, 16, 19, tzinfo=UTC)
REVIEWER = "certifier-1"
ROOT, STATION, CERTIFIER, STRANGER = (PrivateKey.from_seed(hashlib.sha256(bytes([n])).digest()) for n in range(4))
SCHOOL = "Escuela de Croupiers del Norte"
HOLDER = "María Núñez Ibáñez"
CANDIDATE = Candidate(identity=Identity(name=HOLDER, document="12.345.678-5"), salt="5a" * 32)


class Clock:
    """Clock that stands still until it is moved."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


@cache
def school_keys() -> Trust:
    trust = new_trust(SCHOOL, ROOT, START).with_key(STATION.public, KeyRole.STATION, START, ROOT)
    return trust.with_key(CERTIFIER.public, KeyRole.CERTIFIER, START, ROOT)


def certificate(**changes: Any) -> Certificate:
    """Facts of a certificate without a result."""
    facts: dict[str, Any] = {
        "number": format_number(bytes(range(100, 108))),
        "holder": HOLDER,
        "school": SCHOOL,
        "place": "Arica, Chile",
        "scheme": "arica-roulette-professional",
        "scheme_names": Names("Ruleta, profesional (Arica)", "Roulette, professional (Arica)"),
        "level": "professional",
        "regulation": Names("Catálogo de Juegos, Arica", "Catalogue of Games, Arica"),
        "games": (Names("Ruleta americana", "American roulette"),),
        "rules": "ab" * 32,
        "result": "cd" * 32,
        "parts": (PartMark(names=Names("Pagos", "Payouts"), reached=9250, needed=8000),),
        "reached": 9250,
        "needed": 8000,
        "sat": format_time(NOW - timedelta(days=2)),
        "issued": format_time(NOW),
        "expires": format_time(NOW + timedelta(days=730)),
        "status": 77_123,
    }
    return Certificate(**(facts | changes))


@cache
def _archive() -> tuple[str, str]:
    rules = load_rules(Library([SHIPPED], Path("/nowhere")), "arica", "roulette-american")
    data = archived(rules)
    return hashlib.sha256(data).hexdigest(), base64.b64encode(data).decode("ascii")


def scheme(**changes: Any) -> Scheme:
    names = {"procedure": Names("Procedimiento", "Procedure"), "payouts": Names("Pagos", "Payouts")}
    made = Scheme(
        id="arica-roulette-initial",
        names=Names("Ruleta, inicial (Arica)", "Roulette, initial (Arica)"),
        level=Level.INITIAL,
        rulebook="arica",
        games=("roulette-american",),
        parts=tuple(
            Part(id=part, names=name, weight=50, draws=(Draw(count=2, sources=("pay-the-layout",)),), pass_mark=70)
            for part, name in names.items()
        ),
        pass_mark=70,
        renewed_by="arica-roulette-renewal",
    )
    return msgspec.structs.replace(made, **changes)


def paper(of: Scheme, **changes: Any) -> Paper:
    digest, data = _archive()
    items = tuple(
        PaperItem(
            number=number,
            part=of.parts[number > 2].id,
            item=f"item {number}",
            game="roulette-american",
            family="pay-the-layout",
            level=2,
            title=Names("Pagar la mesa", "Pay the layout"),
            prompt=Names("¿Cuánto se paga?", "What is paid?"),
            scene={},
            form={"kind": "amount"},
            solution="175",
            solution_words=Names("175", "175"),
            reasons=(PaperReason(says=Names("Un pleno paga 35 a 1", "A straight-up pays 35 to 1"), cite="art. 5"),),
            mistakes=(
                PaperMistake(
                    id="roulette.mistake.added-stake",
                    says=Names("Sumó la apuesta", "Added the stake"),
                    answer="180",
                ),
            ),
            after=None,
            target_ms=8_000,
            limit_ms=0,
            difficulty=-300,
            rules=digest,
        )
        for number in range(1, 5)
    )
    made = Paper(
        form="croupier-trainer-paper",
        version=1,
        id="p-1",
        scheme=of,
        scheme_digest=scheme_digest(of),
        seed="7",
        nonce="11" * 32,
        program="1.0",
        drawn=format_time(NOW - timedelta(days=3)),
        drawn_by="examiner-1",
        redraw_reason="",
        rehearsal=False,
        expected=2_800,
        practice=(),
        items=items,
        rules={digest: data},
    )
    return msgspec.structs.replace(made, **changes)


def sealed_result(
    *,
    of: Scheme | None = None,
    passed: bool = True,
    reviewed: str = "confirmed",
    reviewer: str = REVIEWER,
    rehearsal: bool = False,
    sat: datetime = NOW - timedelta(days=2),
    **header: Any,
) -> SealedResult:
    """Result with marks and seals but an empty log; logs are tested elsewhere."""
    of = of or scheme()
    asked = paper(of, rehearsal=rehearsal)
    marks = Marks(
        items=tuple(
            ItemMark(
                item=number,
                part=asked.item(number).part,
                given="175" if number > 1 else "180",
                right=number > 1,
                millionths=WHOLE if number > 1 else 0,
                ms=4_000 + 900 * number,
                mistake="" if number > 1 else "roulette.mistake.added-stake",
                voided=False,
            )
            for number in range(1, 5)
        ),
        parts=tuple(
            ResultPart(
                part=part.id,
                items=2,
                right=1 + number,
                millionths=WHOLE * (1 + number) // 2,
                pass_mark="50",
                must_pass=False,
                passed=True,
            )
            for number, part in enumerate(of.parts)
        ),
        millionths=750_000,
        pass_mark="70",
        passed=passed,
    )
    result = Result(
        form="croupier-trainer-result",
        version=1,
        header=msgspec.structs.replace(
            SittingHeader(
                sitting="".join(filter(str.isalnum, of.id if of else "s1")),
                candidate=CANDIDATE.reference,
                paper=asked.id,
                commitment=commitment_of(asked),
                scheme=of.id,
                scheme_digest=scheme_digest(of),
                station=str(STATION.public),
                program="1.0",
                created=format_time(sat),
                anchor="",
                seat="1",
                extra_time=0,
                attempt=1,
                trained_by=("trainer-1",),
                rehearsal=rehearsal,
            ),
            **header,
        ),
        paper=asked,
        events=(),
        count=0,
        last="",
        marks=marks,
        regrade=None,
    )
    role = SealRole.REHEARSAL if rehearsal else SealRole.STATION
    seals = [Seal(role=role, key=str(STATION.public), at=format_time(sat), signature="00" * 64, review=None)]
    if reviewed:
        review = Review(result=result_digest(result), decision=reviewed, by=reviewer, at=format_time(NOW), note="")
        seals.append(
            Seal(role=SealRole.CERTIFIER, key=str(CERTIFIER.public), at=review.at, signature="00" * 64, review=review)
        )
    return SealedResult(result=result, seals=tuple(seals))


@cache
def _reviewer() -> Person:
    """Record of the certifier who decides, sealed by the school."""
    bare = Person(
        id=REVIEWER,
        name="Reviewer",
        role=Role.CERTIFIER,
        password="",
        since=format_time(START),
        signer=str(ROOT.public),
    )
    return msgspec.structs.replace(bare, seal=ROOT.sign(Domain.ROLE, bare.covered()).hex())


class School:
    """A school that issues, publishes and revokes; `verifier` is somebody elsewhere who trusts it."""

    def __init__(self, folder: Path, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.trust = school_keys()
        self.issuer = Issuer(folder, self.trust, self.clock)
        write_private(folder / "staff" / "staff.json", canonical(msgspec.to_builtins([_reviewer()])))

    def registered(self, facts: Certificate, key: PrivateKey) -> Issued:
        """A certificate with these facts as if it had been issued from a result."""
        placed = msgspec.structs.replace(facts, status=self.issuer.book.allocate(facts.number))
        return self.issuer._registered(self.issuer.render(placed, key), key)

    def issue(self, **wanted: Any) -> Issued:
        sealed = wanted.pop("sealed", None) or sealed_result()
        if self.issuer.exams.find("result", sealed.digest) is None:
            sitting = sealed.result.header.sitting
            parent = sealed.result.regrade.parent if sealed.result.regrade else ""
            at = format_time(self.clock())
            self.issuer.exams.add("result", sealed.digest, at, "", sitting=sitting, parent=parent)
            for signature in sealed.decisions:
                self.issuer.exams.add("review", sealed.digest, at, REVIEWER, decision="confirmed", signature=signature)
        verified = Verified(sealed, sealed.result.is_rehearsal, "", keys_checked=True)
        return self.issuer.issue(verified, CERTIFIER, candidate=CANDIDATE, **wanted)

    def enrol(self, issued: Issued) -> Issued:
        """Register a certificate that was made before, with its place in the status book."""
        facts = issued.certificate
        with StatusRegistry.locked(str(self.issuer.folder / "statuses.json")) as registry:
            registry.entries[facts.number] = StatusEntry(facts.number, facts.status, facts.number, facts.issued)
            registry.save()
        return issued

    def verifier(self, folder: Path | None = None, with_lists: bool = True) -> Verifier:
        verifier = Verifier([self.trust], NewestLists(folder), self.clock)
        if with_lists:
            for text in self.issuer.publish(CERTIFIER).values():
                verifier.take_status(text)
        return verifier


@cache
def one_issued() -> Issued:
    """A certificate in all its forms, made once; its school's clock stands at `NOW`."""
    made = School.__new__(School)
    made.trust = school_keys()
    made.clock = Clock()
    issuer = Issuer(Path("/nowhere"), made.trust, made.clock)
    return issuer.render(certificate(), CERTIFIER)

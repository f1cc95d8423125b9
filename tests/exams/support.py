"""Test kit for exams: a small school with staff, a small scheme, and sittings with a clock moved by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tests.cheap_passwords import CHEAP
from trainer.exams.canonical import canonical
from trainer.exams.keys import Domain, KeyRole, PrivateKey
from trainer.exams.locked_paper import lock_paper
from trainer.exams.office import Office
from trainer.exams.paper import Paper
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.people import Candidate, Identity
from trainer.exams.register import Entry, Register
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import SealedResult, SittingHeader, to_bytes
from trainer.exams.roles import Role
from trainer.exams.scheme import Counts, Draw, Level, Order, Part, Scheme
from trainer.exams.scheme_files import SHIPPED, Schemes
from trainer.exams.seals import result_of, sealed
from trainer.exams.sitting import Machine, Sitting
from trainer.exams.staff import Person, SignedIn
from trainer.exams.trust import Trust, format_time, new_trust
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.system.private_files import write_private
from trainer.texts import Names

CODE = "ABCD-EFGH-2345"
INVIGILATOR = SignedIn("vera", Role.INVIGILATOR)
EXAMINER = SignedIn("elena", Role.EXAMINER)
CERTIFIER = SignedIn("carlos", Role.CERTIFIER)
CANDIDATE = SignedIn("ana", Role.CANDIDATE)
MACHINE = Machine(screen="1280x720", frame_ms=17, latency_ms=20, free_mb=900)
NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
SCHEMES = Schemes([SHIPPED])


@cache
def offers() -> Offers:
    return Offers(shipped_library())


def names(word: str) -> Names:
    return Names(word, word)


SMALL = Scheme(
    id="test/small",
    names=names("Small"),
    level=Level.INITIAL,
    rulebook="baleares",
    games=("roulette-french",),
    pass_mark=60,
    parts=(
        Part(
            id="calls",
            names=names("Calls"),
            weight=40,
            draws=(Draw(count=3, sources=("announce/1",)),),
            minutes=5,
            pass_mark=30,
            must_pass=True,
        ),
        Part(
            id="speed",
            names=names("Speed"),
            weight=60,
            draws=(Draw(count=2, sources=("pay-tables/1",)),),
            counts=Counts.ACCURACY_AND_TIME,
            order=Order.FORWARD,
        ),
    ),
)


@cache
def small_paper(seed: str = "7") -> Paper:
    return draw_paper(SMALL, DrawRequest(seed=seed, nonce=bytes(range(32)), now=NOW, by="elena"), offers())


@cache
def keys() -> dict[KeyRole, PrivateKey]:
    return {role: PrivateKey.from_seed(bytes([place]) * 32) for place, role in enumerate(KeyRole, start=1)}


@cache
def trust() -> Trust:
    root = keys()[KeyRole.ROOT]
    found = new_trust("Escuela", root, NOW)
    for role in (KeyRole.STATION, KeyRole.CERTIFIER):
        found = found.with_key(keys()[role].public, role, NOW, root)
    return found


@cache
def candidate(name: str = "Ana", staff: str = "") -> Candidate:
    return Candidate(identity=Identity(name=name, document="X1", staff=staff), salt="ab" * 32)


def header_for(
    paper: Paper, *, who: Candidate | None = None, sitting: str = "s1", extra_time: int = 0
) -> SittingHeader:
    locked = lock_paper(paper, CODE, CHEAP)
    return SittingHeader(
        sitting=sitting,
        candidate=(who or candidate()).reference,
        paper=paper.id,
        commitment=locked.commitment,
        scheme=paper.scheme.id,
        scheme_digest=paper.scheme_digest,
        station=str(keys()[KeyRole.STATION].public),
        program="0",
        created="2026-11-16T09:00:00Z",
        anchor="",
        seat="1",
        extra_time=extra_time,
        attempt=1,
        trained_by=("tomas",),
        rehearsal=paper.rehearsal,
    )


class Room:
    """A sitting in a folder, with its clock."""

    def __init__(self, folder: Path, paper: Paper | None = None, extra_time: int = 0, sitting: str = "s1") -> None:
        self.folder = folder
        self.paper = paper or small_paper()
        self.clock = RehearsalClock(NOW)
        header = header_for(self.paper, extra_time=extra_time, sitting=sitting)
        locked = lock_paper(self.paper, CODE, CHEAP)
        self.sitting = Sitting.begin(folder / "room", folder / "counters" / "one", header, locked, self.clock)

    def unlocked(self) -> Sitting:
        self.sitting.identify(INVIGILATOR, candidate(), "passport")
        self.sitting.unlock(INVIGILATOR, CODE)
        return self.sitting

    def started(self) -> Sitting:
        self.unlocked().check_machine(MACHINE)
        self.sitting.start()
        return self.sitting

    def reopened(self) -> Sitting:
        self.sitting.close()
        self.sitting = Sitting.reopen(self.folder / "room", self.folder / "counters" / "one", self.clock)
        return self.sitting

    def pass_time(self, seconds: float) -> None:
        self.clock.ms += int(seconds * 1000)

    def answer_right(self) -> None:
        self.pass_time(1)
        question = self.sitting.question
        self.sitting.answer(question.draft.form.canonical(question.draft.solution))

    def sat(self, right: int = 5) -> SealedResult:
        """Result of a sitting in which the first ``right`` items were answered right and the others not at all."""
        sitting = self.started()
        for number in range(1, 4):
            if sitting.item != number:
                sitting.show(number)
            if number <= right:
                self.answer_right()
        sitting.finish_part()
        for number in (4, 5):
            if number <= right:
                self.answer_right()
        sitting.hand_in(confirmed=True)
        found = sealed(result_of(sitting.header, *sitting.collect()), keys()[KeyRole.STATION], self.clock.wall())
        sitting.close()
        return found


def office_in(folder: Path, clock: RehearsalClock | None = None) -> Office:
    return Office(folder, clock or RehearsalClock(NOW), CHEAP)


SECOND = SignedIn("nora", Role.EXAMINER)
AGREED: dict[str, Any] = {"cite": "art. 4", "second": SECOND}  # what every correction needs


@cache
def staff_records() -> tuple[Person, ...]:
    """Sealed records of the staff in these tests, who have no keys of their own."""
    root, found = keys()[KeyRole.ROOT], []
    for who in (INVIGILATOR, EXAMINER, CERTIFIER, SECOND):
        bare = Person(
            id=who.id, name=who.id.title(), role=who.role, password="", since=format_time(NOW), signer=str(root.public)
        )
        found.append(msgspec.structs.replace(bare, seal=root.sign(Domain.ROLE, bare.covered()).hex()))
    return tuple(found)


def school_in(folder: Path, clock: RehearsalClock | None = None, *known: SealedResult) -> Office:
    """Office with the school's keys and staff, whose register has drawn the papers of some results."""
    office = office_in(folder, clock)
    write_private(office.keys.folder / "school-keys.json", trust().to_bytes())
    write_private(office.staff.folder / "staff.json", canonical(msgspec.to_builtins(staff_records())))
    for found in known:
        register_draw(office, found.result.paper)
    return office


def register_draw(office: Office, paper: Paper, **details: str) -> None:
    """Register a paper that was drawn without the office."""
    if office.register.find("drawn", paper.id) is None:
        whole = lock_paper(paper, CODE, CHEAP).commitment.whole
        known = {"seat": "1", "scheme": paper.scheme.id, "commitment": whole, "reason": ""} | details
        office.register.add("drawn", paper.id, paper.drawn, paper.drawn_by, **known)


def plain(found: SealedResult) -> dict[str, Any]:
    """A result as plain data, to tamper with."""
    return msgspec.json.decode(to_bytes(found), type=dict[str, Any])


def write_line(register: Register, kind: str, about: str, at: str, by: str = "", **details: str) -> None:
    """Append a line to the file of a register, also one that the program would not write."""
    entry = Entry(kind=kind, about=about, at=at, by=by, details=details, after=register.anchor)
    with register.path.open("ab") as file:
        file.write(canonical(msgspec.to_builtins(entry)) + b"\n")

"""A school with real passwords, and the means of one attacker each: a key, a role, a laptop or a backup.

`Means` says what an attacker holds. Attacks are functions of the school; `test_attack_table.py` runs them all and says
what became of each.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec

from tests.exams.support import CHEAP, MACHINE, NOW, SMALL, offers
from trainer.exams import events as e
from trainer.exams.canonical import canonical
from trainer.exams.events import chained, first_hash
from trainer.exams.keys import Domain, KeyRole, PrivateKey
from trainer.exams.office import Office
from trainer.exams.paper import Paper, commitment_of
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.people import Candidate, Identity
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import ChainedEvent, SealedResult, SittingHeader, from_bytes, to_bytes
from trainer.exams.roles import Role
from trainer.exams.seals import result_of, sealed
from trainer.exams.sitting import Sitting
from trainer.exams.staff import SignedIn
from trainer.exams.trust import format_time, parse_time

ROOT = "the root key"
PEOPLE = {
    "elena": Role.EXAMINER,
    "nora": Role.EXAMINER,
    "vera": Role.INVIGILATOR,
    "carlos": Role.CERTIFIER,
}
KEY_OF = {KeyRole.ROOT: ROOT, KeyRole.STATION: "station key", KeyRole.CERTIFIER: "certifier key"}


class AttackedSchool:
    """An office with staff whose keys are real, and honest sittings in it."""

    def __init__(self, folder: Path, now: datetime = NOW, inside: str = "school") -> None:
        self.folder = folder
        self.clock = RehearsalClock(now)
        self._signed_in: dict[str, SignedIn] = {}
        self.office = Office(folder / inside, self.clock, CHEAP)
        keys = self.office.keys
        keys.found("Escuela", ROOT)
        for role in (KeyRole.STATION, KeyRole.CERTIFIER):
            keys.make(role, KEY_OF[role], ROOT, role.value)
        root = keys.unlock(KeyRole.ROOT, ROOT)
        for name, staff_role in PEOPLE.items():
            self.office.staff.add(name, name.title(), staff_role, f"password-{name}", root)
        self.ana = self.office.people.add(Identity(name="Ana Rojas", document="X1"))
        self.berta = self.office.people.add(Identity(name="Berta Soto", document="X2"))
        self.clara = self.office.people.add(Identity(name="Clara Vidal", document="X3"))
        self.clock.ms += 60_000

    def by(self, name: str) -> SignedIn:
        if name not in self._signed_in:
            self._signed_in[name] = self.office.staff.sign_in(name, f"password-{name}")
        return self._signed_in[name]

    def key(self, role: KeyRole) -> PrivateKey:
        return self.office.keys.unlock(role, KEY_OF[role])

    def draw(self, seat: str = "1", who: Candidate | None = None, shared: bool = False) -> tuple[Paper, str]:
        self.clock.ms += 1000
        candidate = None if shared else who or self.ana
        return self.office.draw(SMALL, self.by("elena"), seat, offers(), candidate=candidate, shared=shared)

    def begin(self, paper: Paper, code: str, who: Candidate | None = None, office: Office | None = None) -> Sitting:
        office = office or self.office
        sitting = office.begin(paper.id, who or self.ana, self.key(KeyRole.STATION).public)
        vera = self.by("vera")
        sitting.identify(vera, who or self.ana, "passport")
        sitting.unlock(vera, code)
        sitting.check_machine(MACHINE)
        sitting.start()
        return sitting

    def work(self, sitting: Sitting, right: int = 5) -> Sitting:
        """Answer the first items right and hand in."""
        for number in range(1, 4):
            if sitting.item != number:
                sitting.show(number)
            if number <= right:
                self.answer(sitting)
        sitting.finish_part()
        for number in (4, 5):
            if number <= right:
                self.answer(sitting)
        sitting.hand_in(confirmed=True)
        return sitting

    def answer(self, sitting: Sitting) -> None:
        self.clock.ms += 4000
        question = sitting.question
        sitting.answer(question.draft.form.canonical(question.draft.solution))

    def sat(self, right: int = 5, seat: str = "1", who: Candidate | None = None) -> SealedResult:
        """An honest sitting that was sealed and taken."""
        paper, code = self.draw(seat, who)
        sitting = self.work(self.begin(paper, code, who), right)
        found, _ = self.office.seal(sitting, self.key(KeyRole.STATION))
        sitting.close()
        self.clock.ms += 1000
        return found

    def copy(self, name: str) -> Office:
        """A copy of the school's whole folder: a stolen laptop or a backup."""
        there = self.folder / name
        shutil.copytree(self.office.folder, there)
        return Office(there, self.clock, CHEAP)


# ── forging ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def stranger_paper(school: AttackedSchool, seed: str = "42", by: str = "elena", drawn: str = "") -> Paper:
    """A paper that nobody drew at the school."""
    now = parse_time(drawn) if drawn else school.clock.wall()
    return draw_paper(SMALL, DrawRequest(seed=seed, nonce=bytes(range(32)), now=now, by=by), offers())


def forged_header(school: AttackedSchool, paper: Paper, **changes: object) -> SittingHeader:
    header = SittingHeader(
        sitting="f" * 32,
        candidate=school.ana.reference,
        paper=paper.id,
        commitment=commitment_of(paper),
        scheme=paper.scheme.id,
        scheme_digest=paper.scheme_digest,
        station=str(school.key(KeyRole.STATION).public),
        program="0",
        created=format_time(school.clock.wall()),
        anchor=school.office.register.anchor,
        seat="1",
        extra_time=0,
        attempt=1,
        trained_by=(),
        rehearsal=False,
    )
    return msgspec.structs.replace(header, **changes)  # type: ignore[arg-type]


def forged_log(
    school: AttackedSchool,
    header: SittingHeader,
    paper: Paper,
    *,
    invigilator: str = "vera",
    signer: PrivateKey | None = None,
    wall: int = 0,
) -> tuple[ChainedEvent, ...]:
    """A complete log in which everything is answered, made without the program."""
    start = wall or int(school.clock.wall().timestamp() * 1000)
    events: list[ChainedEvent] = []
    last = first_hash(header)
    clock = {"ms": 0, "used": 0}

    def add(kind: type[e.Event], step: int = 0, **fields: object) -> None:
        nonlocal last
        clock["ms"] += step
        clock["used"] += step
        stamp = {"n": len(events), "wall": start + clock["ms"], "boot": "b", **clock}
        made = chained(last, kind(**stamp, **fields))  # type: ignore[arg-type]
        events.append(made)
        last = made.hash

    def checkpoint() -> None:
        if signer is not None:
            covered = e.checkpoint_bytes(header.sitting, len(events), last)
            signature = signer.sign(Domain.CHECKPOINT, covered).hex()
            add(e.Checkpoint, by=invigilator, key=str(signer.public), signature=signature)

    add(e.Committed, seed=header.commitment.seed, paper=header.commitment.whole)
    add(e.Identified, by=invigilator, document="passport")
    add(e.Unlocked, by=invigilator)
    checkpoint()
    machine = {"screen": "x", "screens": 1, "frame_ms": 0, "latency_ms": 0, "free_mb": 900, "readers": ()}
    add(e.MachineChecked, **machine, timed_parts=True)
    add(e.Started)
    for part in paper.scheme.parts:
        add(e.PartStarted, part=part.id)
        for item in paper.of_part(part.id):
            add(e.Shown, item=item.number)
            add(e.Given, 3000, item=item.number, answer=item.solution, raw=3000, frame=0, latency=0, stalls=0)
        if part is not paper.scheme.parts[-1]:
            add(e.PartFinished, part=part.id, why="candidate")
    checkpoint()
    add(e.HandedIn, why="candidate")
    return tuple(events)


def forged(
    school: AttackedSchool,
    paper: Paper,
    *,
    header: SittingHeader | None = None,
    key: PrivateKey | None = None,
    invigilator: str = "vera",
    signer: PrivateKey | None = None,
    wall: int = 0,
) -> SealedResult:
    """A result forged with the station's key (or another one) for any paper."""
    header = header or forged_header(school, paper)
    log = forged_log(school, header, paper, invigilator=invigilator, signer=signer, wall=wall)
    made = result_of(header, paper, log)
    return sealed(made, key or school.key(KeyRole.STATION), school.clock.wall())


def register_as_drawn(
    school: AttackedSchool, paper: Paper, *, leave_out: str = "", just_the_details: bool = False, **more: str
) -> dict[str, str]:
    """Write a line into the register file that says the paper was drawn: somebody has the disk."""
    details = {
        "seat": "9",
        "scheme": paper.scheme.id,
        "scheme-digest": paper.scheme_digest,
        "reason": "",
        "candidate": school.ana.reference,
        "commitment": commitment_of(paper).whole,
        "seed": commitment_of(paper).seed,
    } | more
    details.pop(leave_out, None)
    if not just_the_details:
        register = school.office.register
        if not register.of_kind("drawing"):  # the school has drawn papers before
            register.add("drawing", "0", paper.drawn, "elena", seat="0", scheme="", candidate="", reason="")
        register.add("drawn", paper.id, paper.drawn, paper.drawn_by, **details)
    return details


def changed(found: SealedResult, edit: Callable[[dict[str, object]], None]) -> SealedResult:
    """A result with some of its plain data changed; the seals stay as they were."""
    plain = msgspec.json.decode(to_bytes(found))
    edit(plain)
    return from_bytes(canonical(plain))

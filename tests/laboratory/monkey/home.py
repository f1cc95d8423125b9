"""The home folder in which the monkey plays: a practised trainee, a school with staff, exam papers and results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from tests.exams.support import CHEAP, MACHINE, SMALL
from trainer.cli.places import Places
from trainer.desk.screens.exams import machine_check as machine
from trainer.desk.shots import trainee
from trainer.exams import locked_paper
from trainer.exams.clock import MachineClock
from trainer.exams.keys import KeyRole
from trainer.exams.office import Office
from trainer.exams.people import Identity
from trainer.exams.roles import Role
from trainer.exams.staff import SignedIn
from trainer.exams.staff_admin import StaffAdmin
from trainer.records import profiles
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers

PASSWORD = "monkey monkey"  # of everybody
PIN = "1234"  # of every profile that has one
EXAMINER = SignedIn("elena-examiner", Role.EXAMINER)


def places_in(folder: Path) -> Places:
    return Places(folder / "data", folder / "config", folder / "cache")


@contextmanager
def cheap_passwords() -> Iterator[None]:
    """Passwords of the monkey are no secret, and a busy machine must not end an exam."""
    with (
        patch.object(locked_paper.lock_paper, "__defaults__", (CHEAP,)),
        patch.object(Office.__init__, "__defaults__", (CHEAP,)),
        patch.multiple(profiles, _MEMORY_KIB=8, _ROUNDS=1),
        patch.object(machine, "time", SimpleNamespace(perf_counter=lambda: 0.0)),
    ):
        yield


def furnish(folder: Path) -> None:
    """Write a home folder. It takes seconds, so every run starts from a copy of one."""
    places = places_in(folder)
    places.data.mkdir(parents=True)
    places.progress.write_bytes(trainee.practised(datetime.now(UTC)))
    office = Office(places.exams, MachineClock(), CHEAP)
    office.keys.found("Escuela", PASSWORD)
    for key in (KeyRole.STATION, KeyRole.CERTIFIER):
        office.keys.make(key, PASSWORD, PASSWORD)
    staffing = StaffAdmin(office, PASSWORD)
    for role, name in ((Role.EXAMINER, "Elena"), (Role.INVIGILATOR, "Vera"), (Role.CERTIFIER, "Carlos")):
        staffing.take_on(name, role, PASSWORD)
    for seat in ("sealed", "left"):
        _sit(office, seat)


def _sit(office: Office, seat: str) -> None:
    """A sitting that was sealed, or one that was left in the middle."""
    by = office.staff.sign_in("vera-invigilator", PASSWORD)
    station = office.keys.unlock(KeyRole.STATION, PASSWORD)
    paper, code = office.draw(SMALL, office.staff.sign_in("elena-examiner", PASSWORD), seat, Offers(shipped_library()))
    who = office.people.add(Identity(name="Ana Rojas", document=f"12.345.678-{seat}"))
    sitting = office.begin(paper.id, who, station.public)
    sitting.identify(by, who, "passport")
    sitting.unlock(by, code)
    sitting.check_machine(MACHINE)
    sitting.start()
    sitting.answer(sitting.question.draft.form.canonical(sitting.question.draft.solution))
    if seat == "sealed":
        sitting.end(by, "the fire alarm")
        office.seal(sitting, station)
    sitting.close()

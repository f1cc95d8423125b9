"""The school's service countersigns checkpoints: what a review says of it, and what nobody can make up."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.exams.attacked_school import AttackedSchool
from tests.exams.support import NOW
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.office import Office
from trainer.exams.result import SealedResult
from trainer.exams.sitting import Sitting
from trainer.records.attempts import to_milliseconds
from trainer.school.service_identity import ServiceIdentity
from trainer.school.sitting_copies import countersigned
from trainer.texts import Language, say


def sign(service: ServiceIdentity, sitting: Sitting) -> None:
    """What happens when a copy of the log reaches the service."""
    log = (sitting.folder / "events.jsonl").read_bytes()
    signed = countersigned(service, sitting.header.sitting, log, to_milliseconds(NOW))
    assert signed is not None
    sitting.countersigned(signed.checkpoint, signed.hash, signed.at, signed.certificate, signed.signature)
    assert countersigned(service, sitting.header.sitting, (sitting.folder / "events.jsonl").read_bytes(), 0) is None


def read_by_certifier(office: Office, found: SealedResult) -> str:
    return "\n".join(say(one.what, Language.EN) for one in office.observations(found))


def test_a_review_says_what_the_service_countersigned(tmp_path: Path) -> None:
    school = AttackedSchool(tmp_path / "office")
    service = ServiceIdentity(tmp_path / "service", NOW)
    sitting = school.begin(*school.draw())
    sign(service, sitting)
    known = sitting.events[-1].event
    with pytest.raises(RefusedError, match="not signed by whom it names"):
        sitting.countersigned(0, sitting.events[0].hash, known["at"], service.public, bytes(70))
    school.work(sitting)
    found, _ = school.office.seal(sitting, school.key(KeyRole.STATION))
    sitting.close()
    said = read_by_certifier(school.office, found)
    assert "a service that this register does not know" in said and service.fingerprint.hex()[:16] in said
    school.office.note_service(service.fingerprint.hex())
    assert "countersigned 1 of 2 checkpoints" in read_by_certifier(school.office, found)
    assert "event 3" in read_by_certifier(school.office, found)  # the one at which the paper was unlocked


@pytest.mark.parametrize(("field", "value"), [("at", "2026-11-16T10:00:00Z"), ("hash", "0" * 64), ("checkpoint", 1)])
def test_a_countersignature_cannot_be_moved_or_dated_differently(tmp_path: Path, field: str, value: object) -> None:
    school = AttackedSchool(tmp_path / "office")
    service = ServiceIdentity(tmp_path / "service", NOW)
    sitting = school.begin(*school.draw())
    signed = countersigned(
        service, sitting.header.sitting, (sitting.folder / "events.jsonl").read_bytes(), to_milliseconds(NOW)
    )
    assert signed is not None
    other = msgspec.structs.replace(signed, **{field: value})
    with pytest.raises(RefusedError, match="countersignature"):
        sitting.countersigned(other.checkpoint, other.hash, other.at, other.certificate, other.signature)
    sitting.close()


def test_a_laptop_that_was_put_back_lacks_what_the_service_signed(tmp_path: Path) -> None:
    school = AttackedSchool(tmp_path / "office")
    service = ServiceIdentity(tmp_path / "service", NOW)
    school.office.note_service(service.fingerprint.hex())
    paper, code = school.draw()
    before = school.copy("before")
    sitting = school.begin(paper, code)
    sign(service, sitting)
    sitting.close()
    again = school.work(school.begin(paper, code, office=before))
    found, _ = before.seal(again, school.key(KeyRole.STATION))
    again.close()
    assert "countersigned no checkpoint" in read_by_certifier(before, found)

"""The table of rights, and attacks 57 to 63 as far as they concern people."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.exams.support import EXAMINER, NOW, SMALL, Room, candidate, keys, offers, office_in, school_in, trust
from tests.loops import loop_over
from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.people import Identity, People
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import to_bytes
from trainer.exams.roles import RIGHTS, Right, Role, may, need
from trainer.exams.staff import Staff
from trainer.exams.verification import verify
from trainer.system.digests import sha256
from trainer.system.private_files import write_private

# One line a right: c candidate, i invigilator, e examiner, z certifier.
TABLE = """
answer c---
see-own-item c---
hand-in c---
identify -i--
unlock -i--
pause -i--
resume -i--
give-extra-time -i--
end-sitting -i--
see-incidents -iez
write-scheme --e-
draw-paper --e-
see-paper --ez
see-result --ez
regrade --e-
see-statistics --ez
confirm-result ---z
issue-certificate ---z
revoke-certificate ---z
use-certifier-key ---z
decide-appeal --ez
erase-person ---z
"""
CELLS = [
    (Role(role), Right(right), letter != "-")
    for right, letters in (line.split() for line in TABLE.split("\n") if line)
    for role, letter in zip(Role, letters, strict=True)
]


@loop_over(("role", "right", "granted"), CELLS)
def test_a_cell_of_the_table(role: Role, right: Right, granted: bool) -> None:
    assert may(role, right) is granted
    if not granted:
        with pytest.raises(RefusedError, match=f"who is {role.value} may not do this"):
            need(role, right)


def test_the_table_has_every_right() -> None:
    assert len(CELLS) == len(Right) * len(Role) and set(RIGHTS) == set(Right)


def test_59_a_candidate_reads_no_key_and_no_paper() -> None:
    for right in (Right.USE_CERTIFIER_KEY, Right.SEE_PAPER, Right.SEE_RESULT):
        with pytest.raises(RefusedError, match="may not do this"):
            need(Role.CANDIDATE, right)


def test_60_a_role_edited_in_the_file_breaks_its_seal(tmp_path: Path) -> None:
    root = keys()[KeyRole.ROOT]
    staff = Staff(tmp_path, lambda: NOW, lambda: (root.public,))
    staff.add("vera", "Vera", Role.INVIGILATOR, "correct horse", root)
    assert staff.sign_in("vera", "correct horse").role is Role.INVIGILATOR
    path = tmp_path / "staff.json"
    honest = path.read_bytes()
    for field, value in (("role", "certifier"), ("password", "$argon2id$x"), ("id", "vero")):
        people = read_canonical(honest)
        people[0][field] = value
        path.write_bytes(canonical(people))
        with pytest.raises(RefusedError, match="it was changed"):
            staff.sign_in(people[0]["id"], "correct horse")
    stranger = keys()[KeyRole.STATION]
    path.write_bytes(honest)
    staff.add("eva", "Eva", Role.CERTIFIER, "correct horse", stranger)
    with pytest.raises(RefusedError, match="it was changed"):
        staff.sign_in("eva", "correct horse")


def test_62_an_erased_person_does_not_come_back_from_a_backup(tmp_path: Path) -> None:
    people = People(tmp_path)
    ana, berta = (people.add(Identity(name=name, document="1")) for name in ("Ana", "Berta"))
    assert people.add(Identity(name=" Ana ", document="1")) == ana  # the same person is no second record
    backup = (tmp_path / f"{ana.reference}.json").read_bytes()
    people.erase(ana.reference)
    assert people.find(ana.reference) is None and people.find(berta.reference) == berta
    (tmp_path / f"{ana.reference}.json").write_bytes(backup)
    assert people.everybody() == [berta] and people.find(ana.reference) is None
    (tmp_path / f"{ana.reference}.json").write_bytes(backup)
    (tmp_path / "erased.txt").unlink()  # the list came from the backup too; the register still knows
    assert People(tmp_path, lambda: {ana.reference}).everybody() == [berta]
    assert not (tmp_path / f"{ana.reference}.json").exists()
    with pytest.raises(RefusedError):
        people.erase("../" * 10)


def test_retakes_wait_and_come_to_an_end(tmp_path: Path) -> None:
    clock = RehearsalClock(NOW)
    office = office_in(tmp_path, clock)
    station = keys()[KeyRole.STATION].public
    papers = [office.draw(SMALL, EXAMINER, f"seat {number}", offers())[0].id for number in range(4)]
    with pytest.raises(RefusedError, match="does not provide for 33%"):
        office.begin(papers[0], candidate(), station, extra_time=33)
    with pytest.raises(RefusedError, match="conflict of interest"):
        office.begin(papers[0], candidate(), station, trained_by=["elena"])
    office.begin(papers[0], candidate(), station).close()
    with pytest.raises(RefusedError, match="from 2026-11-30 on"):
        office.begin(papers[1], candidate(), station)
    for number in (1, 2):
        clock.ms += 15 * 24 * 3_600_000
        sitting = office.begin(papers[number], candidate(), station)
        assert sitting.header.attempt == number + 1
        sitting.close()
    clock.ms += 15 * 24 * 3_600_000
    with pytest.raises(RefusedError, match="no retake is left"):
        office.begin(papers[3], candidate(), station)


@pytest.mark.parametrize("document", ["x-1", "X １", " ｘ.1"])
def test_a_document_written_otherwise_gives_no_new_try(tmp_path: Path, document: str) -> None:
    office = office_in(tmp_path)
    papers = [office.draw(SMALL, EXAMINER, f"seat {number}", offers())[0].id for number in range(2)]
    station = keys()[KeyRole.STATION].public
    office.begin(papers[0], office.people.add(Identity(name="Ana", document="X1")), station).close()
    with pytest.raises(RefusedError, match="from 2026-11-30 on"):
        office.begin(papers[1], office.people.add(Identity(name="Anna", document=document)), station)


def test_a_try_at_another_machine_counts_here_once_its_result_came(tmp_path: Path) -> None:
    """With two registers, a failed attempt on one laptop still delays a retake on the other."""
    failed = Room(tmp_path / "elsewhere").sat(1)
    office = school_in(tmp_path / "school", None, failed)
    office.store_result(failed)
    paper, _ = office.draw(SMALL, EXAMINER, "seat", offers())
    with pytest.raises(RefusedError, match="from 2026-11-30 on"):
        office.begin(paper.id, candidate(), keys()[KeyRole.STATION].public)
    assert office.unfinished() == []


def test_the_register_names_a_line_that_was_touched(tmp_path: Path) -> None:
    office = office_in(tmp_path)
    for number in range(3):
        office.register.add("looked", str(number), "2026-11-16T09:00:00Z", "elena", seat=str(number))
    path = tmp_path / "register.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for touched, named in (
        (lines[0] + lines[2], 2),
        (lines[0] + lines[2] + lines[1], 2),
        (b"".join(lines).replace(b'"seat":"1"', b'"seat":"9"'), 3),
        (lines[0] * 2, 2),
    ):
        path.write_bytes(touched)
        with pytest.raises(RefusedError, match=f"line {named} of the school's register"):
            office.register.entries()
    path.write_bytes(b"".join(lines) + b'{"about":"torn')
    assert len(office.register.entries()) == 3


def test_candidates_due_for_erasure_and_what_stays(tmp_path: Path) -> None:
    clock = RehearsalClock(NOW)
    found = Room(tmp_path / "room").sat()
    office = school_in(tmp_path / "office", clock, found)
    office.store_result(found)
    path = office.people.folder / f"{candidate().reference}.json"
    write_private(path, canonical(msgspec.to_builtins(candidate())))
    assert office.due_for_erasure() == []
    clock.ms += 6 * 365 * 24 * 3_600_000
    assert office.due_for_erasure() == []  # two years of validity, then five for appeals and claims
    clock.ms += 2 * 365 * 24 * 3_600_000
    assert office.due_for_erasure() == [candidate()]
    office.people.erase(candidate().reference)
    assert office.due_for_erasure() == []
    assert verify(to_bytes(office.results()[0]), trust()).result.header.candidate == candidate().reference


def test_papers_are_balanced_by_what_results_say(tmp_path: Path) -> None:
    office = school_in(tmp_path)
    assert office.calibrate(EXAMINER) == office.difficulties() == {}
    data = b'{"announce/1 baleares/roulette-french":0.75}'
    write_private(tmp_path / "difficulties.json", data)
    assert office.difficulties() == {}  # the register does not know this file
    office.register.add("calibrated", sha256(data).hexdigest(), "2026-11-16T09:00:00Z", "vera")
    assert office.difficulties() == {}  # nor did an examiner estimate it
    office.register.add("calibrated", sha256(data).hexdigest(), "2026-11-16T09:00:00Z", "elena")
    paper, _ = office.draw(SMALL, EXAMINER, "1", offers())
    assert [item.difficulty for item in paper.items[:3]] == [750] * 3
    write_private(tmp_path / "difficulties.json", b"damaged")
    assert office.difficulties() == {}

"""Exam keys lent to laptops: who gets which, and what a service cannot do with them."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from tests.exams.support import NOW, candidate, school_in
from tests.school.laptops import Laptop, joined
from tests.school.scenes import Scene
from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.key_files import read_key_file
from trainer.exams.keys import KeyRole
from trainer.exams.office import Office
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import SealedResult, to_bytes
from trainer.exams.roles import Role
from trainer.school import protocol
from trainer.school.lent_keys import KeysAccepted, accept_keys, can_examine, forget_keys, keys_to_lend
from trainer.school.sealed_documents import accept_result
from trainer.school.storage.people import Role as SchoolRole

PASSWORD = "a long password"
SERVICE, ELSEWHERE = bytes(range(32)), bytes(range(1, 33))


def an_office(folder: Path, school: str = "") -> Office:
    """The exams folder of a machine; with a school's name, one with keys and staff."""
    office = Office(folder, RehearsalClock(NOW))
    if school:
        office.keys.found(school, f"root of {school}")
        root = office.keys.unlock(KeyRole.ROOT, f"root of {school}")
        office.keys.make(KeyRole.STATION, PASSWORD, f"root of {school}", "vera")
        office.keys.share(KeyRole.STATION, PASSWORD, "elena", "another long one")
        for person, role in (("vera", Role.INVIGILATOR), ("elena", Role.EXAMINER), ("carlos", Role.CERTIFIER)):
            office.staff.add(person, person.title(), role, PASSWORD, root)
    return office


@pytest.fixture
def school(tmp_path: Path) -> Office:
    return an_office(tmp_path / "school", "Escuela")


@pytest.fixture
def laptop(tmp_path: Path) -> Office:
    return an_office(tmp_path / "laptop")


def lent(office: Office, for_exam: bool = True) -> protocol.SchoolKeys:
    keys = keys_to_lend(office.folder, for_exam)
    assert keys is not None
    return keys


def test_a_new_laptop_can_examine_with_lent_keys(school: Office, laptop: Office) -> None:
    assert not can_examine(laptop)
    assert accept_keys(laptop, lent(school, for_exam=False), SERVICE) is KeysAccepted.NEW
    assert laptop.keys.trust == school.keys.trust and not can_examine(laptop)
    assert accept_keys(laptop, lent(school), SERVICE) is KeysAccepted.KNOWN and can_examine(laptop)
    assert laptop.staff.sign_in("vera", PASSWORD).role is Role.INVIGILATOR
    assert laptop.keys.unlock(KeyRole.STATION, PASSWORD).public == school.keys.trust.keys(KeyRole.STATION)[0]
    (noted,) = laptop.register.of_kind("lent-keys")
    assert noted.about == school.keys.trust.root.kid and noted.details["service"] == SERVICE.hex()
    assert accept_keys(laptop, lent(school), SERVICE) is KeysAccepted.KNOWN  # the second time changes nothing
    assert len(laptop.register.entries()) == 2


def test_only_invigilators_and_their_locked_keys_are_lent(school: Office) -> None:
    keys = lent(school)
    assert [lock.name for lock in read_key_file(keys.station).locks] == ["vera"]
    assert b"elena" not in keys.staff and b"carlos" not in keys.staff and b"vera" in keys.staff
    assert lent(school, for_exam=False) == protocol.SchoolKeys(public=keys.public)
    assert keys_to_lend(school.folder / "nowhere", for_exam=True) is None
    (school.keys.folder / "school-keys.json").write_bytes(b"{}")
    assert keys_to_lend(school.folder, for_exam=True) is None


def test_key_changes_are_followed_but_never_backwards(school: Office, laptop: Office) -> None:
    before = lent(school)
    accept_keys(laptop, before, SERVICE)
    root = school.keys.unlock(KeyRole.ROOT, "root of Escuela")
    school.keys.rotate(KeyRole.STATION, PASSWORD, "root of Escuela", KeyRole.ROOT)
    school.keys.share(KeyRole.STATION, PASSWORD, "vera", "newer password")
    school.staff.add("vera", "Vera", Role.INVIGILATOR, "newer password", root)
    assert accept_keys(laptop, lent(school), SERVICE) is KeysAccepted.GROWN
    laptop.keys.unlock(KeyRole.STATION, "newer password")
    assert laptop.staff.sign_in("vera", "newer password").id == "vera"
    with pytest.raises(RefusedError):  # an old message with the old password
        accept_keys(laptop, before, SERVICE)
        laptop.staff.sign_in("vera", PASSWORD)
    assert laptop.keys.trust == school.keys.trust


def test_a_machines_own_keys_are_never_replaced(school: Office, laptop: Office, tmp_path: Path) -> None:
    own = an_office(tmp_path / "own", "Otra")
    for fingerprint in (SERVICE, ELSEWHERE):
        with pytest.raises(RefusedError, match="Otra"):
            accept_keys(own, lent(school), fingerprint)
    assert own.keys.trust.school == "Otra" and [one.id for one in own.staff.people()] == ["vera", "elena", "carlos"]
    # Nor are the keys and staff of the school's own machine replaced if it joins its own service.
    assert accept_keys(school, lent(school), SERVICE) is KeysAccepted.KNOWN
    assert len(school.staff.people()) == 3 and "elena" in school.keys.locks(KeyRole.STATION)
    # A public list that was imported by hand is enough to be lent the rest.
    laptop.keys.import_trust(school.keys.trust.to_bytes())
    assert accept_keys(laptop, lent(school), SERVICE) is KeysAccepted.KNOWN and can_examine(laptop)


def test_lent_keys_are_removed_when_leaving_the_service(
    school: Office, laptop: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = an_office(tmp_path / "other", "Otra")
    accept_keys(laptop, lent(school), SERVICE)
    with pytest.raises(RefusedError):  # the same service claims to be another school
        accept_keys(laptop, lent(other), SERVICE)
    with monkeypatch.context() as during:
        during.setattr(laptop, "unfinished", lambda: ["a sitting"])
        with pytest.raises(RefusedError):
            accept_keys(laptop, lent(other), ELSEWHERE)
        forget_keys(laptop, SERVICE.hex())
    assert laptop.keys.trust.school == "Escuela" and can_examine(laptop)
    assert accept_keys(laptop, lent(other), ELSEWHERE) is KeysAccepted.NEW  # the laptop has joined another school
    assert laptop.keys.trust.school == "Otra" and len(list(laptop.keys.folder.glob("*.key"))) == 1
    assert accept_keys(laptop, lent(other), SERVICE) is KeysAccepted.KNOWN  # the same school with another certificate
    forget_keys(laptop, ELSEWHERE.hex())
    assert can_examine(laptop)  # they came from the later service
    forget_keys(laptop, SERVICE.hex())
    assert not laptop.keys.exists and laptop.staff.people() == () and not list(laptop.keys.folder.glob("*.key"))
    forget_keys(other, SERVICE.hex())
    assert other.keys.exists  # its own keys


def test_invalid_keys_are_not_stored(school: Office, laptop: Office, tmp_path: Path) -> None:
    keys, other = lent(school), lent(an_office(tmp_path / "other", "Otra"))
    change = partial(msgspec.structs.replace, keys)
    forged = msgspec.json.decode(keys.staff)
    forged[0]["name"] = "Somebody"
    examiner = school.staff.lent([school.staff.person("elena")])
    for offered in (
        change(public=b""),
        change(public=keys.public[:-1]),
        change(public=keys.public.replace(b"Escuela", b"escuela")),
        change(public=other.public[:200] + keys.public[200:]),
    ):
        with pytest.raises(RefusedError):
            accept_keys(laptop, offered, SERVICE)
        assert not laptop.keys.exists
    for offered in (
        change(staff=canonical(forged)),
        change(staff=other.staff),
        change(staff=examiner),
        change(staff=b"[]x"),
        change(station=other.station),
        change(station=b"{}"),
        change(station=keys.station.replace(b'"station"', b'"certifier"')),
    ):
        with pytest.raises(RefusedError):
            accept_keys(laptop, offered, SERVICE)
        assert not can_examine(laptop) or laptop.staff.lent(laptop.staff.people()) == keys.staff
    assert accept_keys(laptop, keys, SERVICE) is KeysAccepted.KNOWN and can_examine(laptop)


def test_the_station_key_is_lent_only_where_a_paper_was_handed_out(scene: Scene, school: Office) -> None:
    async def run() -> None:
        service = scene.school
        service.requests.keys_to_lend = partial(keys_to_lend, school.folder)
        ana, bea = [
            Laptop(await joined(service, scene.code, one), scene.clock, book=None) for one in (scene.ana, scene.bea)
        ]
        for one in (ana, bea):
            await one.meet(service)
            assert one.notices == [lent(school, for_exam=False)]
        scene.storage.add_members(scene.mine.id, [scene.storage.add_person("E", SchoolRole.EXAMINER, "e", PASSWORD).id])
        desk, sitting = await scene.desk("e"), uuid4()
        for order in ("begin", "end"):
            said = protocol.ExamRoomOrder(
                class_id=scene.mine.id, order=order, sitting=sitting, person=scene.ana.id, paper=b"paper"
            )
            await scene.ask(desk, said)
            await ana.talk()
            await bea.talk()
        assert ana.notices[1] == lent(school) and isinstance(ana.notices[2], protocol.ExamOrder)
        assert len(bea.notices) == 1
        ana.cut()
        ana.notices.clear()
        await ana.meet(service)
        assert ana.notices[0] == lent(school, for_exam=False)  # the exam is over
        logged = [(line.who, line.details) for line in scene.storage.audit() if line.action == "lend-keys"]
        assert sorted(logged) == [("Ana", "public"), ("Ana", "station"), ("Bea", "public")]

    asyncio.run(run())


def test_keys_from_another_certificate_are_ignored(scene: Scene, laptop: Office) -> None:
    async def run() -> None:
        ana = Laptop(await joined(scene.school, scene.code, scene.ana), scene.clock)
        with pytest.raises(Exception, match="nothing was sent"):
            await ana.connect(scene.school, ELSEWHERE)
        assert not ana.notices

    asyncio.run(run())


def test_only_valid_results_are_filed_for_review(small_result: SealedResult, tmp_path: Path) -> None:
    document, who = to_bytes(small_result), canonical(msgspec.to_builtins(candidate()))
    stranger = canonical(msgspec.to_builtins(candidate("Somebody")))
    accept_result(tmp_path / "no keys", document, who)
    assert not (tmp_path / "no keys").exists()
    office = school_in(tmp_path / "office", None, small_result)
    for wrong in (document[:-1], document.replace(b"passport", b"Passport"), b"{}"):
        accept_result(office.folder, wrong, who)
    assert office.results() == [] and office.people.everybody() == []
    other = small_result.result.events[3]
    line = canonical(msgspec.to_builtins(msgspec.structs.replace(other, hash="0" * 64))) + b"\n"
    forger = school_in(tmp_path / "forger", None, small_result)
    accept_result(forger.folder, document, who, line)  # the school saw another log during the sitting
    assert forger.results() == []
    log = b"".join(canonical(msgspec.to_builtins(each)) + b"\n" for each in small_result.result.events[:4])
    accept_result(office.folder, document, stranger, log)
    accept_result(office.folder, document, b"rubbish", log[:-7])
    assert [found.digest for found in office.results()] == [small_result.digest] and office.people.everybody() == []
    accept_result(office.folder, document, who)
    assert office.people.find(candidate().reference) == candidate()
    assert len(office.register.of_kind("result")) == 1
    office.people.erase(candidate().reference)
    accept_result(office.folder, document, who)
    assert office.people.everybody() == []

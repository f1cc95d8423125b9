"""Changes while the school runs: names, classes that end, people who leave, return or are erased."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from threading import Thread
from uuid import UUID

import msgspec
import pytest

from tests.school.laptops import FINGERPRINT, Laptop, joined
from tests.school.people import Clock, a_class, a_laptop, a_session, an_assignment, answers, some_entries
from tests.school.scenes import Scene
from trainer.school import protocol
from trainer.school.entries import Entry, Sort, attempt_entry, session_entry
from trainer.school.errors import (
    BadRosterError,
    MalformedError,
    NotAllowedError,
    NotAStoreError,
    SchoolError,
    TakenError,
)
from trainer.school.laptop.sync_client import State
from trainer.school.roster import import_roster, parse_roster
from trainer.school.service.app import School
from trainer.school.service.group_writer import GroupWriter
from trainer.school.service.hub import Connection
from trainer.school.storage.backup import back_up, restore
from trainer.school.storage.engine import Engine, Row, Value
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.exam_rooms import RecordedOrder
from trainer.school.storage.people import ERASED, Role
from trainer.school.storage.schema import STEPS
from trainer.school.storage.school_storage import Storage, open_storage
from trainer.texts import Message


def test_an_ended_class_frees_its_name_and_assignments(either: Storage) -> None:
    group, (ana, _) = a_class(either)
    either.add_assignment(an_assignment(group))
    either.add_code(group.id, b"code")
    either.end_class(group.id)
    assert either.class_ids(ana.id) == set() and either.codes() == []
    assert either.assignments(either.class_ids(ana.id)) == []
    again = either.add_class("lunes")
    either.rename_class(again.id, "Lunes")
    with pytest.raises(TakenError):
        either.add_class("LUNES")
    with pytest.raises(TakenError):
        either.rename_class(either.add_class("Martes").id, "lunes")
    assert [one.name for one in either.classes()] == ["Lunes", "Martes"]


def test_a_readmitted_person_has_the_old_records(either: Storage) -> None:
    roster = parse_roster("name,id,class\nAna Ríos,7,Lunes\n")
    import_roster(either, roster)
    ana = either.by_login("7")
    assert ana is not None
    either.keep([Incoming(ana.id, None, some_entries(3))])
    either.deactivate(ana.id)
    assert import_roster(either, parse_roster("name,id,class\nANA RIOS,7,Lunes\n")).added == 0
    back = either.by_login("7")
    assert back is not None and (back.id, back.stored, back.is_gone) == (ana.id, 4, False)
    either.deactivate(ana.id)
    assert either.add_person("Eva", Role.INSTRUCTOR, "7").login == "7"


def test_a_roster_with_somebody_elses_login_imports_nobody(storage: Storage) -> None:
    import_roster(storage, parse_roster("name,id,class\nAna,1,Lunes\n"))
    with pytest.raises(BadRosterError) as told:
        import_roster(storage, parse_roster("name,id,class\nEva,9,Martes\nMaria,1,Martes\n"))
    taken = Message("school.roster.taken", {"login": "1", "name": "Ana"})
    assert told.value.message.params == {"line": "3", "what": taken}
    assert [one.name for one in storage.people()] == ["Ana"] and storage.class_by_name("Martes") is None


def test_erasing_a_person_leaves_nothing(either: Storage) -> None:
    group, (ana, bea) = a_class(either, trainees=("Ana Inconfundible", "Bea"))
    a_laptop(either, ana)
    either.set_password(ana.id, "1234")
    either.add_code(group.id, b"code", ana.id)
    either.add_login(ana.id, b"token")
    told = RecordedOrder(sitting=an_assignment(group).id, said="begin", paper=b"sealed", by="eva")
    either.record_exam_order([ana.id], told, group.id)
    for number, person in enumerate((ana, bea), 1):
        plan = str(an_assignment(group).plan_for(person.id))
        either.keep([Incoming(person.id, None, some_entries(30, number, plan))])
    either.erase(ana.id)
    gone = either.person(ana.id)
    assert (gone.name, gone.stored, gone.is_gone, gone.has_password) == (ERASED, 0, True, False)
    assert either.laptops(ana.id) == [] and either.codes() == [] and either.login_of(b"token") is None
    assert either.exam_orders(ana.id) == [] and list(either.all_entries(ana.id)) == []
    assert {cell.person for cell in either.heat_map([ana.id, bea.id])} == {bea.id}
    assert either.person(bea.id).stored == 31
    assert not [line for line in either.audit() if "Inconfundible" in f"{line.who} {line.details}"]
    assert [line.action for line in either.audit(2)] == ["scrub", "erase"]


def test_erased_data_is_not_left_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "school.db"
    with open_storage(path) as storage:
        _, (ana, _) = a_class(storage, trainees=("Ana Inconfundible", "Bea"))
        storage.keep([Incoming(ana.id, None, some_entries(30))])
        storage.erase(ana.id)
    assert b"Inconfundible" not in b"".join(one.read_bytes() for one in tmp_path.iterdir())


def test_a_value_that_cannot_be_stored_stops_only_its_entry(either: Storage) -> None:
    """Values like NUL or the year 300,000 from a broken laptop."""
    _, (ana, _) = a_class(either)
    session = a_session()
    sound, nul, *longest = answers(session, 1_300)
    spoilt = msgspec.structs.replace(nul, right=False, mistake="roulette.mistake\0")
    longest = [
        msgspec.structs.replace(one, right=True, mistake="", milliseconds=2**53, target_ms=2**53) for one in longest
    ]
    entries = [session_entry(session), *map(attempt_entry, (sound, spoilt, *longest))]
    (kept,) = either.keep([Incoming(ana.id, None, entries)])
    assert [why.params for _, why in kept.refused] == [{"field": "item"}] and kept.added == 1_300
    assert [type(cell.milliseconds) for cell in either.heat_map([ana.id])] == [int]


def test_an_unexpected_failure_affects_only_its_batch(storage: Storage) -> None:
    _, (ana, _) = a_class(storage)

    document = Entry(bytes(16), Sort.SITTING, msgspec.msgpack.encode([b"x"]))
    storage.document_checks = {Sort.SITTING: _breaks}

    async def play() -> None:
        with ThreadPoolExecutor(1) as executor, pytest.raises(MalformedError):
            await GroupWriter(storage, executor).keep(Incoming(ana.id, None, [document]))

    asyncio.run(play())


def _breaks(entry_id: bytes, document: bytes) -> str:
    raise ZeroDivisionError


def test_today_begins_at_midnight_where_the_school_is(either: Storage, clock: Clock) -> None:
    """In Arica it is still evening when the UTC date changes."""
    _, (ana, _) = a_class(either)
    arica = timezone(-timedelta(hours=3))
    clock.now = datetime(2026, 11, 17, 2, 45, tzinfo=UTC)
    for number, at in enumerate((datetime(2026, 11, 17, 2, 30, tzinfo=UTC), datetime(2026, 11, 16, 23, tzinfo=UTC))):
        either.keep([Incoming(ana.id, None, some_entries(4, number + 1, at=at))])
    assert either.today([ana.id], arica)[ana.id].answers == 8
    assert either.today([ana.id], UTC)[ana.id].answers == 4
    clock.go_on(minutes=30)
    assert either.today([ana.id], arica) == {}


def test_a_backup_during_writing_is_consistent(
    either: Storage, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes between two tables; the backup is consistent."""
    _, (ana, _) = a_class(either)
    either.keep([Incoming(ana.id, None, some_entries(3))])
    read = type(either.engine).rows
    late = Thread(target=lambda: either.keep([Incoming(ana.id, None, some_entries(5, 2))]))

    def rows(engine: Engine, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        if "FROM entries" in statement and late.ident is None:
            late.start()
            late.join(30)
        return read(engine, statement, values)

    monkeypatch.setattr(type(either.engine), "rows", rows)
    back_up(either, tmp_path / "copy.school")
    assert late.ident is not None
    with open_storage(tmp_path / "other.db", clock) as other:
        restore(other, tmp_path / "copy.school")
        assert other.person(ana.id).stored == len(list(other.all_entries(ana.id))) == 4
        (kept,) = other.keep([Incoming(ana.id, None, some_entries(5, 2))])
        assert (kept.refused, kept.stored) == ((), 10)


def test_migration_from_the_first_schema_loses_nothing(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "school.db"
    with sqlite3.connect(path) as connection:
        first = STEPS[0].replace(" BYTES", " BLOB").replace(" NUMBER", " INTEGER")
        connection.executescript(first.replace(" COUNTED", " INTEGER PRIMARY KEY AUTOINCREMENT"))
        person = (bytes(16), "trainee", "Ana", 1, bytes(16))
        connection.execute("INSERT INTO people (id, role, name, created, checksum) VALUES (?, ?, ?, ?, ?)", person)
        connection.execute("INSERT INTO days VALUES (?, 20000, 9, 9, 9)", (bytes(16),))
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    with open_storage(path, clock) as storage:
        (ana,) = storage.people()
        storage.keep([Incoming(ana.id, None, some_entries(3))])
        assert (ana.name, storage.today([ana.id], UTC)[ana.id].answers) == ("Ana", 3)


def test_only_files_and_postgresql_are_accepted_as_storage(tmp_path: Path) -> None:
    with pytest.raises(NotAStoreError) as told:
        open_storage("mysql://root:secret@localhost/school")
    assert "secret" not in str(told.value)


# Over the network


def test_of_two_simultaneous_joins_one_sets_the_password(storage: Storage, clock: Clock) -> None:
    group, (ana, _) = a_class(storage)
    school = School(storage, FINGERPRINT, "Escuela")
    code, _ = school.admission.open_code(group.id, None, None)

    async def play() -> list[object]:
        return await asyncio.gather(
            *(joined(school, code, ana, password) for password in ("mine-1", "his-22", "hers-3")),
            return_exceptions=True,
        )

    found = asyncio.run(play())
    school.close()
    assert len([one for one in found if isinstance(one, Exception)]) == 2
    assert len(storage.laptops(ana.id)) == 1


def test_every_desk_is_notified_of_changed_classes(scene: Scene) -> None:
    async def play() -> None:
        storage = scene.storage
        eva = storage.add_person("Eva", Role.ADMINISTRATOR, "eva", "a long password")
        storage.add_members(scene.mine.id, [eva.id])
        teacher, desk = await scene.desk(), await scene.desk("eva")
        scene.school.hub.add(teacher)
        scene.school.hub.add(desk)
        for request in (
            protocol.AddClass(name="Noche"),
            protocol.ChangeClass(class_id=scene.mine.id, order="end"),
            protocol.ChangePerson(person=scene.ana.id, class_id=scene.mine.id, order="erase"),
        ):
            with pytest.raises(NotAllowedError):
                await scene.ask(teacher, request)
        await scene.ask(desk, protocol.AddClass(name="Noche"))
        assert [name for _, name in welcomes(desk)[-1].classes] == ["Lunes", "Noche"]
        await scene.ask(desk, protocol.ChangeClass(class_id=scene.mine.id, order="rename", name="Lunes tarde"))
        assert [name for _, name in welcomes(teacher)[-1].classes] == ["Lunes tarde"]
        await scene.ask(desk, protocol.ChangeClass(class_id=scene.mine.id, order="end"))
        assert welcomes(teacher)[-1].classes == () and scene.mine.id not in teacher.classes

    asyncio.run(play())


def test_removed_members_get_no_notices_and_erased_ones_are_disconnected(scene: Scene) -> None:
    async def play() -> None:
        storage = scene.storage
        storage.add_assignment(an_assignment(scene.mine))
        laptops = {}
        for person in (scene.ana, scene.bea):
            laptops[person.id] = laptop = Laptop(await joined(scene.school, scene.code, person), scene.clock)
            await laptop.meet(scene.school)
        ana, bea = laptops[scene.ana.id], laptops[scene.bea.id]
        assert len(ana.core.assigned.assignments) == 1
        desk = await scene.desk()
        await scene.ask(desk, change(scene, scene.ana.id, "rename", "Ana María"))
        assert storage.person(scene.ana.id).name == "Ana María"
        await scene.ask(desk, change(scene, scene.ana.id, "take-out"))
        await ana.talk()
        assert ana.core.assigned.assignments == ()
        with pytest.raises(SchoolError):  # the login is no longer valid
            await scene.ask(desk, change(scene, scene.ana.id, "rename", "x"))
        storage.add_person("Eva", Role.ADMINISTRATOR, "eva", "a long password")
        await scene.ask(await scene.desk("eva"), change(scene, scene.bea.id, "erase"))
        await bea.talk()
        await bea.connect(scene.school)
        assert bea.core.state is State.REFUSED and len(bea.local.found) == 0

    asyncio.run(play())


def change(scene: Scene, person: UUID, order: str, name: str = "") -> protocol.ChangePerson:
    return protocol.ChangePerson(person=person, class_id=scene.mine.id, order=order, name=name)


def welcomes(desk: Connection) -> list[protocol.Welcome]:
    found = []
    while not desk.outgoing.empty():
        found.append(protocol.read_from_service(desk.outgoing.get_nowait() or b""))
    return [message for message in found if isinstance(message, protocol.Welcome)]

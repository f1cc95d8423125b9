"""Schools and backups of earlier versions open with everything that was in them.

``tests/data/schools`` has a school and its backup as version 3 wrote them: two classes, three trainees with thirty
answers, an instructor, laptops, an assignment, an exam order, a code and a login.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from uuid import UUID

import pytest
from msgspec.structs import replace

from tests.school.conftest import fresh_address
from tests.school.laptops import FINGERPRINT, joined
from tests.school.people import Clock, a_class, a_laptop, some_entries
from trainer.runs.plan import MOST_QUESTIONS, Plan
from trainer.school import protocol
from trainer.school.passwords import password_matches
from trainer.school.service.app import School
from trainer.school.storage.backup import back_up, restore
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.people import Role
from trainer.school.storage.postgresql_engine import PostgreSQLEngine
from trainer.school.storage.schema import CURRENT, REAL_TOTALS, STEPS, TABLES
from trainer.school.storage.school_storage import Storage, open_storage

OLD = Path(__file__).parents[1] / "data" / "schools"
BACKUP = OLD / "version-3.school"


def old_rows() -> dict[str, list[list[object]]]:
    """The rows of the old school by table."""
    found: dict[str, list[list[object]]] = {}
    for line in gzip.decompress(BACKUP.read_bytes()).splitlines()[1:-1]:
        table, *values = json.loads(line)
        found.setdefault(table, []).append(values)
    return found


@pytest.fixture
def old_school(request: pytest.FixtureRequest, where: str) -> str:
    """The address of a school with the tables of version 3."""
    if not where.startswith("postgresql"):
        Path(where).write_bytes(gzip.decompress((OLD / "version-3.db.gz").read_bytes()))
        return where
    with open_storage(where, Clock()) as storage:  # the rows, to copy them into the old tables
        restore(storage, BACKUP)
        rows = {table: storage.engine.rows(f"SELECT {', '.join(TABLES[table].split())} FROM {table}") for table in OF_3}
    old = fresh_address(request.getfixturevalue("postgresql"))
    engine = PostgreSQLEngine(old)
    with engine.writing() as writer:
        for step in STEPS[:3]:
            for word, own in engine.types.items():
                step = step.replace(f" {word}", f" {own}")  # noqa: PLW2901 - the same step in this engine's words
            engine.script(writer, step)
        engine.set_version(writer, 3)
        for table, found in rows.items():
            columns = TABLES[table].split()
            places = ", ".join("?" * len(columns))
            writer.change_many(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", found)
    engine.close()
    return old


OF_3 = [table for table in TABLES if table in old_rows()]  # the tables of version 3 that have rows


def check_nothing_is_lost(storage: Storage) -> None:
    people = {one.name: one for one in storage.people()}
    assert {name: one.stored for name, one in people.items()} == {"Ana": 21, "Bea": 8, "Carla": 4, "Dora": 0}
    rows = old_rows()
    assert len(rows["entries"]) == sum(len(list(storage.all_entries(one.id))) for one in people.values())
    ana, bea, carla, dora = (people[name] for name in ("Ana", "Bea", "Carla", "Dora"))
    lunes, martes = storage.classes()
    assert {one.name for one in storage.members(lunes.id)} == {"Ana", "Bea", "Dora"}
    assert [one.name for one in storage.members(martes.id)] == ["Carla"]
    for person, password in ((ana, "1234"), (dora, "a long password")):
        assert password_matches(password, storage.password(person.id))
    assert [[one.is_withdrawn for one in storage.laptops(person.id)] for person in (ana, bea, carla)] == [
        [False],
        [False],
        [True],
    ]
    (assignment,) = storage.assignments([lunes.id])
    (work,) = storage.work([assignment.id])
    assert (work.person, work.answers) == (ana.id, 20)
    assert [one.said for one in storage.exam_orders(ana.id)] == ["begin"]
    assert storage.copied_file(ana.id, "0" * 32, "events.jsonl") == b"{}\n"
    trainees = [one.id for one in (ana, bea, carla)]
    shown = storage.heat_map(trainees), storage.common_mistakes(trainees), storage.today(trainees)
    assert sum(one.answers for one in shown[2].values()) == 30
    sizes = sorted(storage.engine.rows("SELECT person, total FROM sizes WHERE total > 0"))
    storage.recount()
    assert shown == (storage.heat_map(trainees), storage.common_mistakes(trainees), storage.today(trainees))
    assert sizes == sorted(storage.engine.rows("SELECT person, total FROM sizes WHERE total > 0")) and len(sizes) == 3
    assert {one.name: (one.stored, one.checksum) for one in storage.people()} == {
        name: (one.stored, one.checksum) for name, one in people.items()
    }
    assert len(storage.audit()) >= len(rows["audit"])


def check_it_goes_on(storage: Storage, clock: Clock) -> None:
    """Somebody joins, sends answers and stands on the board."""

    async def play() -> None:
        school = School(storage, FINGERPRINT)
        lunes = storage.class_by_name("Lunes")
        assert lunes is not None
        bea = next(one for one in storage.members(lunes.id, Role.TRAINEE) if one.name == "Bea")
        code, _ = school.admission.open_code(lunes.id, bea.id, None)
        link = await joined(school, code, bea, "")
        storage.keep([Incoming(bea.id, UUID(bytes=link.laptop), some_entries(5, 99, at=clock()))])
        board = await school.requests.board(lunes.id)
        assert {line.name: line.answers for line in board.lines}["Bea"] == 12
        reply = await school.opening(
            protocol.Login, protocol.encoded(protocol.Login(login="dora", password="a long password")), "10.0.0.1"
        )
        assert isinstance(protocol.read_answer(reply), protocol.LoggedIn)
        school.close()

    asyncio.run(play())


def test_an_old_school_opens_and_goes_on(old_school: str, clock: Clock) -> None:
    with open_storage(old_school, clock) as storage:
        with storage.engine.writing() as writer:
            assert storage.engine.version(writer) == CURRENT
        check_nothing_is_lost(storage)
        check_it_goes_on(storage, clock)
    with open_storage(old_school, clock) as again:  # and a second time, without a migration
        assert again.people()


@pytest.mark.parametrize("dealt_by", ["", "simulator"])
def test_answers_at_a_simulated_device_are_taken_back_from_the_boards_with_a_word(
    where: str, clock: Clock, dealt_by: str
) -> None:
    """A trainee left a simulated shoe running; the school of an earlier version counted it as practice."""
    plan = Plan(rulebook="arica", game="punto-banco", dealt=True, dealt_by=dealt_by, length=MOST_QUESTIONS)
    by_device = replace(plan, dealt_by="device")
    with open_storage(where, clock) as storage:
        _, (ana, bea) = a_class(storage)
        real, simulated = some_entries(5, 1), some_entries(20, 2, str(plan))
        for person, sent in ((ana, [*real, *simulated]), (bea, some_entries(7, 3, str(by_device)))):
            storage.keep([Incoming(person.id, a_laptop(storage, person)[0].id, sent)])
        trainees = [ana.id, bea.id]
        board = storage.heat_map(trainees)
        assert {person: one.answers for person, one in storage.today(trainees).items()} == {ana.id: 5, bea.id: 7}
        with storage.engine.writing() as writer:  # as that version counted
            writer.change("UPDATE skills SET answers = answers + 20 WHERE person = ?", (ana.id.bytes,))
            storage.engine.set_version(writer, REAL_TOTALS - 1)
    with open_storage(where, clock) as storage:
        assert storage.heat_map(trainees) == board
        told = [(line.about, line.details) for line in storage.audit() if line.action == "take-back-simulated"]
        assert told == [(str(ana.id), "20")]
    with open_storage(where, clock) as storage:
        assert len([line for line in storage.audit() if line.action == "take-back-simulated"]) == 1, "only once"


def test_an_old_backup_is_restored_whole(either: Storage, clock: Clock, tmp_path: Path) -> None:
    restore(either, BACKUP)
    assert not either.codes() and not either.engine.rows("SELECT 1 FROM logins")
    check_nothing_is_lost(either)
    check_it_goes_on(either, clock)
    back_up(either, tmp_path / "new.school")
    with open_storage(tmp_path / "new.db", clock) as other:
        restore(other, tmp_path / "new.school")
        assert {one.name: one.stored for one in other.people()} == {"Ana": 21, "Bea": 14, "Carla": 4, "Dora": 0}
        assert not other.engine.rows("SELECT 1 FROM service_keys")  # what only running services share stays behind

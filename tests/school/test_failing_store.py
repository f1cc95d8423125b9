"""A full disk or a lost database during a class: laptops continue, everybody is told, and nothing is lost or
duplicated."""

from __future__ import annotations

import asyncio
import tempfile
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg
import pytest

from tests.school.laptops import FINGERPRINT, Laptop, joined
from tests.school.people import Clock, a_class, some_entries
from tests.school.scenes import Scene
from trainer.school import protocol
from trainer.school.errors import CannotOpenSchoolError, StorageError
from trainer.school.laptop.sync_client import State
from trainer.school.refusals import refusal
from trainer.school.service.app import School
from trainer.school.storage.people import Role
from trainer.school.storage.postgresql_engine import PostgreSQLEngine
from trainer.school.storage.school_storage import Storage, open_storage
from trainer.school.storage.sqlite_engine import SQLiteEngine

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pgserver

NOT_STORED = "school.error.not-stored"


def fill_disk(storage: Storage, most: int = 1) -> None:
    """Let SQLite have no more pages than this many, or than there are already."""
    assert isinstance(storage.engine, SQLiteEngine)
    with storage.engine.writing() as writer:
        writer.rows(f"PRAGMA max_page_count = {most}")


def empty_disk(storage: Storage) -> None:
    fill_disk(storage, 1_000_000_000)


async def play(storage: Storage, clock: Clock, stop: Callable[[], None], start: Callable[[], None]) -> None:
    """A class of two with a desk, whose storage fails and recovers."""
    storage.add_person("Dora", Role.ADMINISTRATOR, "dora", "a long password")
    group, people = a_class(storage)
    school = School(storage, FINGERPRINT)
    told: list[StorageError | None] = []
    school.requests.on_storage_problem = told.append
    code, _ = school.admission.open_code(group.id, None, None)
    laptops = [
        Laptop(await joined(school, code, one), clock, some_entries(5, 100 * at)) for at, one in enumerate(people, 1)
    ]
    for laptop in laptops:
        await laptop.meet(school)
    stop()
    for number in range(3):  # they go on practising
        for laptop in laptops:
            await laptop.record(some_entries(400, 2 + number + 100 * laptops.index(laptop)))
    for laptop in laptops:
        assert laptop.core.trouble is not None and laptop.core.trouble.id == NOT_STORED
        assert laptop.core.trouble.params == {}  # no details of the storage
        assert laptop.core.state is State.SYNCING and laptop.core.waiting == 3 * 401
    assert len(told) == 1 and told[0] is not None
    laptops[0].cut()  # and the network fails too
    await laptops[0].connect(school)
    await laptops[0].talk()
    start()
    for _ in range(12):  # ticks: they retry after a while
        for laptop in laptops:
            if not laptop.is_connected:  # the service could not identify it without its database
                await laptop.connect(school)
            laptop.core.tick()
            await laptop.talk()
    assert [laptop.core.state for laptop in laptops] == [State.IN_STEP] * 2
    assert [laptop.core.trouble for laptop in laptops] == [None] * 2
    assert told[1:] == [None]
    for one in people:
        stored = list(storage.all_entries(one.id))
        assert len({each.entry.id for each in stored}) == len(stored) == 6 + 3 * 401
    school.close()


def test_a_full_disk_under_a_class(tmp_path: Path, clock: Clock) -> None:
    with open_storage(tmp_path / "school.db", clock) as storage:
        asyncio.run(play(storage, clock, partial(fill_disk, storage), partial(empty_disk, storage)))


def test_postgresql_gone_under_a_class_and_back(clock: Clock, postgresql: str) -> None:
    with tempfile.TemporaryDirectory(prefix="school-gone-", ignore_cleanup_errors=True) as folder:
        server = pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")  # type: ignore[attr-defined]
        try:
            with open_storage(server.get_uri(), clock) as storage:
                engine = storage.engine
                assert isinstance(engine, PostgreSQLEngine)

                def stop() -> None:
                    pgserver.pg_ctl(  # type: ignore[attr-defined]
                        ["-m", "immediate", "-w", "stop"], pgdata=server.pgdata, user=server.system_user
                    )

                def start() -> None:
                    server.ensure_postgres_running()
                    engine.retry_seconds = 0.0

                asyncio.run(play(storage, clock, stop, start))
        finally:
            server.cleanup()


def test_a_board_works_on_a_full_disk_and_says_so(tmp_path: Path, clock: Clock) -> None:
    with open_storage(tmp_path / "school.db", clock) as storage:

        async def look() -> None:
            scene = Scene(storage, clock)
            desk = await scene.desk()
            laptop = Laptop(await joined(scene.school, scene.code, scene.ana), clock)
            await laptop.meet(scene.school)
            fill_disk(storage)
            await laptop.record(some_entries(400))
            clock.go_on(minutes=5)  # long enough that the login's last use would be stored
            found = await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id))
            assert isinstance(found, protocol.Board) and found.trouble is not None
            assert "sitio" in found.trouble.es and "no room" in found.trouble.en
            await scene.ask(desk, protocol.Ping(sent=0))
            empty_disk(storage)
            laptop.cut()
            await laptop.meet(scene.school)
            found = await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id))
            assert isinstance(found, protocol.Board) and found.trouble is None

        asyncio.run(look())


def test_database_errors_are_not_revealed_to_clients(tmp_path: Path) -> None:
    error = StorageError(where="postgresql://db.school.lan/croupier", problem='password of user "croupier"')
    assert refusal(error) == protocol.Refused(why="not-stored")


def test_a_lost_database_server_is_tried_once_at_a_time(
    postgresql: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_storage(postgresql, clock) as storage:
        tries = []

        def connect(*_: object, **given: object) -> None:
            tries.append(given["connect_timeout"])
            raise psycopg.OperationalError("gone")

        engine = storage.engine
        assert isinstance(engine, PostgreSQLEngine)
        ((reader,),) = engine.rows("SELECT pg_backend_pid()")
        with psycopg.connect(postgresql) as other:
            other.execute("SELECT pg_terminate_backend(%s)", (reader,))
        with pytest.raises(StorageError):
            storage.people()
        with monkeypatch.context() as patched:
            patched.setattr(psycopg, "connect", connect)
            for _ in range(50):
                with pytest.raises(StorageError, match="nobody answers"):
                    storage.people()
        assert len(tries) == 1
        engine.retry_seconds = 0.0
        storage.people()
    with pytest.raises(CannotOpenSchoolError):
        open_storage("postgresql://127.0.0.1:1/nowhere?connect_timeout=2", clock)

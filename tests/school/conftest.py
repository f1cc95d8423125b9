"""Storages for the school's tests: SQLite, and a real PostgreSQL that comes as a wheel."""

from __future__ import annotations

import os
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.exams.support import Room
from tests.school.people import Clock
from tests.school.scenes import Scene
from trainer.exams.result import SealedResult
from trainer.school.storage.school_storage import Storage, open_storage

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns about a folder that machines without a desktop do not have
    import pgserver


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server shared by all processes of a test run. Skipped only if none can be started."""
    # As root the server runs as another user, who cannot reach pytest's folders.
    shared = Path(tempfile.gettempdir()) / f"school-{os.environ.get('PYTEST_XDIST_TESTRUNUID', os.getpid())}"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = pgserver.get_server(shared, cleanup_mode="delete")
    except Exception as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"PostgreSQL cannot be started here: {error}")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):  # speed instead of durability
            connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())
        connection.execute("SELECT pg_reload_conf()")
    yield server.get_uri()
    server.cleanup()


def fresh_address(server: str) -> str:
    """The address of an empty schema on the server."""
    name = f"school_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{name}"


@pytest.fixture(scope="session")
def small_result(tmp_path_factory: pytest.TempPathFactory) -> SealedResult:
    """A sealed result of a small exam."""
    return Room(tmp_path_factory.mktemp("sat")).sat()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty storage of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "school.db")
    return fresh_address(request.getfixturevalue("postgresql"))


@pytest.fixture
def either(where: str, clock: Clock) -> Iterator[Storage]:
    """An empty storage of either kind."""
    with open_storage(where, clock) as storage:
        yield storage


@pytest.fixture
def scene(storage: Storage, clock: Clock) -> Scene:
    return Scene(storage, clock)


@pytest.fixture
def storage(clock: Clock) -> Iterator[Storage]:
    """An empty storage in memory."""
    with open_storage(None, clock) as found:
        yield found


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Storage, Clock]]:
    clock = Clock()
    where = str(tmp_path_factory.mktemp("attacked") / "school.db")
    if request.param == "postgresql":
        where = fresh_address(request.getfixturevalue("postgresql"))
    with open_storage(where, clock) as storage:
        yield storage, clock


_marks = count(1)


@pytest.fixture
def attacked(shared: tuple[Storage, Clock]) -> Iterator[Scene]:
    scene = Scene(*shared, f" {next(_marks)}")
    yield scene
    scene.school.close()

"""A store of each kind for the tests of the school. PostgreSQL is a real one, from a wheel, and needs no installing."""

from __future__ import annotations

import os
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.exams.support import Room
from tests.school.people import Clock
from tests.school.scenes import Scene
from trainer.exams.result import SealedResult
from trainer.school.storage.school_storage import Storage, open_storage

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it looks for a folder that a machine without a desktop does not have
    import pgserver


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server that all processes of a test run share; skipped only where none can be started."""
    # As root the server runs under another name, and pytest's own folders are closed to it.
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
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):  # nothing here outlives the tests
            connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())
        connection.execute("SELECT pg_reload_conf()")
    yield server.get_uri()
    server.cleanup()


def fresh_address(server: str) -> str:
    """An empty place in a server, as an address of its own."""
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
    """The address of an empty store of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "school.db")
    return fresh_address(request.getfixturevalue("postgresql"))


@pytest.fixture
def either(where: str, clock: Clock) -> Iterator[Storage]:
    """An empty school in a store of either kind."""
    with open_storage(where, clock) as storage:
        yield storage


@pytest.fixture
def scene(storage: Storage, clock: Clock) -> Scene:
    return Scene(storage, clock)


@pytest.fixture
def storage(clock: Clock) -> Iterator[Storage]:
    """An empty school in memory."""
    with open_storage(None, clock) as found:
        yield found

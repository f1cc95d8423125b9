"""File versions: current, older, newer, and files that are not records."""

import hashlib
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.records.support import HandClock, answered
from trainer.records import schema
from trainer.records.errors import CannotOpenError, DamagedError, EarlierFormError, NotRecordsError, TooNewError
from trainer.records.schema import CURRENT, Version
from trainer.records.store import Store
from trainer.texts import Language, text

KEPT = Path(__file__).parent.parent / "data" / "records"


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def set_version(path: Path, version: Version) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version.number}")
    connection.close()


def test_a_version_is_a_major_and_a_minor_number() -> None:
    assert Version.from_number(Version(3, 7).number) == Version(3, 7)
    assert str(Version(3, 7)) == "3.7"
    assert Version(1, 9) < Version(2, 0)


def test_a_new_file_has_the_current_version_write_ahead_log_and_full_synchronisation(store: Store) -> None:
    assert schema.version_of(store.connection, store.where) == CURRENT
    assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_a_higher_major_version_is_refused_and_untouched(
    path: Path, clock: HandClock, read_only: bool
) -> None:
    Store(path, clock).close()
    path.with_name("records.db.lock").unlink()
    set_version(path, Version(CURRENT.major + 1, 0))
    before = digest(path)
    with pytest.raises(TooNewError, match=r"newer version of the program \(format 4\.0; .* up to 3\.x\)") as caught:
        Store(path, clock, read_only=read_only)
    assert digest(path) == before
    assert [entry.name for entry in path.parent.iterdir()] == ["records.db"]
    assert "no se ha tocado" in text(caught.value.message.id, Language.ES, **caught.value.message.params)


def test_a_file_of_a_higher_minor_version_is_used_as_it_is(path: Path, clock: HandClock) -> None:
    Store(path, clock).close()
    set_version(path, Version(CURRENT.major, CURRENT.minor + 1))
    with Store(path, clock) as store:
        answered(store, store.add_profile("Ana").id)
        assert schema.version_of(store.connection, path) == Version(CURRENT.major, CURRENT.minor + 1)


def test_a_database_of_another_program_is_refused_and_untouched(path: Path, clock: HandClock) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    before = digest(path)
    with pytest.raises(NotRecordsError):
        Store(path, clock)
    assert digest(path) == before


@pytest.mark.parametrize("content", [b"not a database at all", b"\0" * 8192])
def test_a_file_that_is_not_a_database_is_damaged_and_untouched(path: Path, clock: HandClock, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(DamagedError):
        Store(path, clock)
    assert path.read_bytes() == content


def test_an_empty_file_and_one_cut_off_before_its_tables_become_new_records(path: Path, clock: HandClock) -> None:
    path.touch()
    Store(path, clock).close()
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    with Store(path, clock) as store:
        assert store.profiles() == []


def test_reading_needs_the_current_version(path: Path, clock: HandClock) -> None:
    with pytest.raises(CannotOpenError):
        Store(path, clock, read_only=True)
    shutil.copy(KEPT / "v1.0.db", path)
    with pytest.raises(EarlierFormError):
        Store(path, clock, read_only=True)


def test_the_tests_have_a_file_of_every_earlier_version() -> None:
    from trainer.records.migrations import STEPS  # noqa: PLC0415 - slow to import

    assert {f"v{version}.db" for version in STEPS} == {file.name for file in KEPT.glob("*.db")}


@pytest.mark.parametrize("kept", sorted(KEPT.glob("*.db")), ids=lambda kept: kept.stem)
def test_an_earlier_file_becomes_current_and_a_copy_of_it_stays(path: Path, clock: HandClock, kept: Path) -> None:
    shutil.copy(kept, path)
    with Store(path, clock) as store:
        (notice,) = store.notices
        assert schema.version_of(store.connection, path) == CURRENT
        answered(store, store.profile("Ana").id)
    copy = Path(notice.params["path"])
    assert copy.name == f"records.format-{kept.stem.removeprefix('v')}.2026-11-16.db"
    with closing(sqlite3.connect(copy)) as kept_copy:
        assert kept_copy.execute("SELECT count(*) FROM attempts").fetchone() == (40,)
    with Store(path, clock) as store:
        assert store.notices == []


def test_migration_from_1_0_keeps_every_attempt(path: Path, clock: HandClock) -> None:
    shutil.copy(KEPT / "v1.0.db", path)
    with closing(sqlite3.connect(KEPT / "v1.0.db")) as old:
        expected = {
            name: old.execute(
                "SELECT id, item, answer, right, mistake, milliseconds, target, behaviour, counts, at, "
                "app_version FROM attempts WHERE profile = ? ORDER BY id",
                (profile,),
            ).fetchall()
            for profile, name in old.execute("SELECT id, name FROM profiles").fetchall()
        }
    with Store(path, clock) as store:
        assert {profile.name for profile in store.profiles()} == set(expected) == {"Ana", "Bruno Núñez"}
        for profile in store.profiles():
            assert [
                (
                    *(str(attempt.id), attempt.item, attempt.answer, attempt.right, attempt.mistake),
                    *(attempt.milliseconds, attempt.target_ms, attempt.behaviour, attempt.counts),
                    *(int(attempt.at.timestamp() * 1000 + 0.5), attempt.app_version),
                )
                for attempt in store.attempts(profile.id)
            ] == expected[profile.name]
        assert store.profile("Ana").created == datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def test_a_migration_that_fails_leaves_the_old_file(path: Path, clock: HandClock) -> None:
    shutil.copy(KEPT / "v1.0.db", path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE attempts SET item = 'nonsense' WHERE rowid = 40")
    connection.commit()
    connection.close()
    with pytest.raises(DamagedError):
        Store(path, clock)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (Version(1, 0).number,)
        assert connection.execute("SELECT count(*) FROM attempts").fetchone() == (40,)

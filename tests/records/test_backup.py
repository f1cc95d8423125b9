"""Backups while in use, and restoring them."""

import sqlite3
from pathlib import Path

import pytest

from tests.records.support import HandClock, answered
from trainer.records.backup import backup, restore
from trainer.records.errors import DamagedError, ExistsError, InUseError, NotRecordsError, TooNewError
from trainer.records.schema import CURRENT, Version
from trainer.records.store import Store


def test_a_backup_made_while_in_use_brings_everything_back(tmp_path: Path, path: Path, clock: HandClock) -> None:
    copy = tmp_path / "stick" / "records-backup.db"
    copy.parent.mkdir()
    seen = []
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        first = answered(store, ana.id)
        backup(store, copy, lambda done, total: seen.append((done, total)))
        second = answered(store, ana.id)
    assert seen[-1][0] == seen[-1][1] > 0
    assert [file.name for file in copy.parent.iterdir()] == ["records-backup.db"]
    kept = restore(copy, path, clock)
    with Store(path, clock) as store:
        assert list(store.attempts(ana.id)) == [first]
    assert kept is not None
    with Store(kept, clock) as store:
        assert list(store.attempts(ana.id)) == [first, second]


def test_a_backup_does_not_overwrite(tmp_path: Path, store: Store) -> None:
    taken = tmp_path / "taken.db"
    taken.write_bytes(b"mine")
    with pytest.raises(ExistsError):
        backup(store, taken)
    assert taken.read_bytes() == b"mine"


def test_restoring_to_a_new_laptop_needs_no_records_there(tmp_path: Path, store: Store, clock: HandClock) -> None:
    ana = store.add_profile("Ana")
    backup(store, tmp_path / "copy.db")
    target = tmp_path / "new" / "records.db"
    assert restore(tmp_path / "copy.db", target, clock) is None
    with Store(target, clock) as restored:
        assert restored.profiles() == [ana]


def test_records_in_use_are_not_replaced(tmp_path: Path, store: Store, path: Path, clock: HandClock) -> None:
    ana = store.add_profile("Ana")
    backup(store, tmp_path / "copy.db")
    with pytest.raises(InUseError):
        restore(tmp_path / "copy.db", path, clock)
    answered(store, ana.id)


def test_damaged_records_are_replaced_and_kept(tmp_path: Path, path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        store.add_profile("Ana")
        backup(store, tmp_path / "copy.db")
    path.write_bytes(b"rubbish")
    path.with_name("records.db-wal").write_bytes(b"a log that must not be applied to the backup")
    kept = restore(tmp_path / "copy.db", path, clock)
    assert kept is not None
    assert kept.read_bytes() == b"rubbish"
    with Store(path, clock) as store:
        assert store.profile("Ana")


def test_a_backup_that_is_damaged_foreign_or_too_new_is_refused(tmp_path: Path, path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        store.add_profile("Ana")
        backup(store, tmp_path / "newer.db")
    connection = sqlite3.connect(tmp_path / "newer.db")
    connection.execute(f"PRAGMA user_version = {Version(CURRENT.major + 1, 0).number}")
    connection.close()
    connection = sqlite3.connect(tmp_path / "foreign.db")
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    (tmp_path / "damaged.db").write_bytes(b"rubbish")
    before = path.read_bytes()
    for name, error in (("newer", TooNewError), ("foreign", NotRecordsError), ("damaged", DamagedError)):
        with pytest.raises(error):
            restore(tmp_path / f"{name}.db", path, clock)
    assert path.read_bytes() == before

"""Second instance, full disk, read-only folder, power cut."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.records.support import HandClock, answered
from trainer.records.errors import DiskFullError, InUseError, LockFileError, ReadOnlyError
from trainer.records.sqlite_errors import translate_errors
from trainer.records.store import Store
from trainer.texts.system_errors import system_problem

NOBODY = 65534


def test_a_second_instance_is_refused_and_the_first_goes_on(store: Store, path: Path, clock: HandClock) -> None:
    ana = store.add_profile("Ana")
    with pytest.raises(InUseError, match="already open in another window"):
        Store(path, clock)
    answered(store, ana.id)
    assert store.count(ana.id) == 1


def test_a_lock_file_with_content_is_named_and_not_the_records(path: Path, clock: HandClock) -> None:
    """It said that the records were damaged, and to set them aside."""
    Store(path, clock).close()
    lock = path.with_name("records.db.lock")
    lock.write_bytes(b"garbage" * 100)
    with pytest.raises(LockFileError, match=r"records\.db\.lock should only show") as caught:
        Store(path, clock)
    assert system_problem(caught.value) == caught.value.message  # the command line shows it as it is
    lock.unlink()
    lock.mkdir()
    with pytest.raises(OSError, match=r"records\.db\.lock cannot be opened"):
        Store(path, clock)


def test_after_the_first_instance_closes_the_next_can_write(path: Path, clock: HandClock) -> None:
    Store(path, clock).close()
    with Store(path, clock) as store:
        store.add_profile("Ana")


def test_an_instance_that_fails_to_open_releases_the_lock(path: Path, clock: HandClock) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    with pytest.raises(Exception, match="not a records file"):
        Store(path, clock)
    path.unlink()
    Store(path, clock).close()


def test_a_reader_sees_what_the_writer_committed(store: Store, path: Path, clock: HandClock) -> None:
    ana = store.add_profile("Ana")
    answered(store, ana.id)
    with Store(path, clock, read_only=True) as reader:
        assert reader.count(ana.id) == 1
        answered(store, ana.id)
        assert reader.count(ana.id) == 2
        with pytest.raises(ReadOnlyError):
            answered(reader, ana.id)


def test_on_a_full_disk_the_answer_is_refused_and_all_before_it_is_safe(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        answered(store, ana.id)
        pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
        store.connection.execute(f"PRAGMA max_page_count = {pages}")
        kept = 1
        with pytest.raises(DiskFullError, match="last answer was not kept"):
            while True:
                answered(store, ana.id, answer="9" * 200, session=store.add_session(ana.id, "today", f"plan {kept}").id)
                kept += 1
        assert store.count(ana.id) == kept
        store.connection.execute("PRAGMA max_page_count = 100000")
        after = answered(store, ana.id, session=store.add_session(ana.id, "today", f"plan {kept}").id)
        assert list(store.attempts(ana.id, newest_first=True, limit=1)) == [after]
    with Store(path, clock) as store:
        assert store.count(ana.id) == kept + 1
        assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@contextmanager
def without_privileges() -> Iterator[None]:
    """Run as another user, because permissions do not restrict root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="folders are made read-only by their mode")
def test_in_a_read_only_folder_records_are_read_but_not_opened_for_writing(open_folder: Path, clock: HandClock) -> None:
    path = open_folder / "records.db"
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        answered(store, ana.id)
    path.with_name("records.db.lock").unlink()
    path.chmod(0o444)
    open_folder.chmod(0o555)
    with without_privileges():
        with pytest.raises(Exception, match=r"read-only|cannot be opened"):
            Store(path, clock)
        with pytest.raises(ReadOnlyError, match="nothing will be kept"):
            Store(open_folder / "deeper" / "records.db", clock)
        with Store(path, clock, read_only=True) as reader:
            assert reader.count(ana.id) == 1
        with Store(None, clock) as instead:
            answered(instead, instead.add_profile("Ana").id)


def test_bugs_are_not_translated_into_user_errors() -> None:
    with (
        closing(sqlite3.connect(":memory:")) as connection,
        pytest.raises(sqlite3.OperationalError, match="no such table"),
        translate_errors("x.db"),
    ):
        connection.execute("SELECT * FROM songs")


def test_after_a_power_cut_the_first_answers_are_intact(tmp_path: Path, path: Path, clock: HandClock) -> None:
    """Truncates the write-ahead log at many places, as if only that much had reached the disk."""
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kept = []
        for number in range(12):
            clock.move(seconds=4)
            kept.append(answered(store, ana.id, answer=str(number)))
        whole, log = path.read_bytes(), path.with_name("records.db-wal").read_bytes()
    lengths = set()
    for cut in range(0, len(log) + 1, 1301):
        after = tmp_path / f"cut-{cut}" / "records.db"
        after.parent.mkdir()
        after.write_bytes(whole)
        after.with_name("records.db-wal").write_bytes(log[:cut])
        with Store(after, clock) as store:
            assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            attempts = list(store.attempts(ana.id))
            assert attempts == kept[: len(attempts)]
            lengths.add(len(attempts))
    assert {0, 5, 11} <= lengths

"""A damaged file is set aside, never overwritten, and every readable row is salvaged."""

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tests.records.support import HandClock, answered
from trainer.records.attempts import from_milliseconds
from trainer.records.backup import backup, restore
from trainer.records.database_files import set_aside
from trainer.records.errors import DamagedError, ExistsError, InUseError
from trainer.records.recovery import open_or_repair, repair
from trainer.records.store import Attempt, Store
from trainer.texts import Language, text

PAGE = 4096


def filled(path: Path, clock: HandClock, number: int) -> list[Attempt]:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        kept = []
        for answer in range(number):
            clock.move(seconds=4)
            kept.append(answered(store, ana.id, answer=str(answer)))
        return kept


def spoil(path: Path, page: int) -> None:
    content = bytearray(path.read_bytes())
    content[page * PAGE : (page + 1) * PAGE] = b"\xa5" * PAGE
    path.write_bytes(content)


def test_an_intact_file_is_opened_without_notices(path: Path, clock: HandClock) -> None:
    kept = filled(path, clock, 3)
    with open_or_repair(path, clock) as store:
        assert store.notices == []
        assert list(store.attempts(store.profile("Ana").id)) == kept


@pytest.mark.parametrize("content", [b"rubbish", b"\0" * 20000, b"SQLite format 3\0" + b"\0" * 84 + b"\xff" * 9000])
def test_an_unreadable_file_is_set_aside_under_a_dated_name(path: Path, clock: HandClock, content: bytes) -> None:
    path.write_bytes(content)
    with open_or_repair(path, clock) as store:
        (notice,) = store.notices
        assert store.profiles() == []
    kept = path.with_name("records.damaged-2026-11-16T093000.db")
    assert notice.params == {"path": str(kept), "rescued": 0}
    assert kept.read_bytes() == content
    assert "apartado" in text(notice.id, Language.ES, **notice.params)


def test_files_set_aside_are_never_overwritten(path: Path, clock: HandClock) -> None:
    for content in (b"first", b"second", b"third"):
        path.write_bytes(content)
        set_aside(path, "damaged", clock())
    names = sorted(file.name for file in path.parent.iterdir())
    assert names == [
        "records.damaged-2026-11-16T093000-2.db",
        "records.damaged-2026-11-16T093000-3.db",
        "records.damaged-2026-11-16T093000.db",
    ]
    assert {file.read_bytes() for file in path.parent.iterdir()} == {b"first", b"second", b"third"}


def test_a_bad_page_loses_only_the_attempts_on_it(path: Path, clock: HandClock) -> None:
    kept = filled(path, clock, 500)
    spoil(path, len(path.read_bytes()) // PAGE * 3 // 4)  # the first pages belong to other tables
    spoiled = path.read_bytes()
    with pytest.raises(DamagedError), Store(path, clock) as store:
        list(store.attempts(store.profile("Ana").id))
    with repair(path, clock) as store:
        saved = list(store.attempts(store.profile("Ana").id))
        assert store.notices[0].params["rescued"] == len(saved)
        assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        answered(store, store.profile("Ana").id)
    assert len(kept) - 120 < len(saved) < len(kept)
    assert set(saved) < set(kept)
    assert path.with_name("records.damaged-" + clock().strftime("%Y-%m-%dT%H%M%S") + ".db").read_bytes() == spoiled


def test_the_log_beside_the_file_is_set_aside_with_it(path: Path, clock: HandClock) -> None:
    path.write_bytes(b"rubbish")
    path.with_name("records.db-wal").write_bytes(b"log")
    kept = set_aside(path, "damaged", clock())
    assert kept.with_name(kept.name + "-wal").read_bytes() == b"log"


def test_attempts_that_are_only_in_the_log_are_salvaged(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kept = [answered(store, ana.id, answer=str(number)) for number in range(5)]
        whole, log = path.read_bytes(), path.with_name("records.db-wal").read_bytes()
    path.write_bytes(whole)
    path.with_name("records.db-wal").write_bytes(log)
    with repair(path, clock) as store:
        assert list(store.attempts(ana.id)) == kept


def test_a_truncated_log_is_reported_and_the_rest_salvaged(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kept = [answered(store, ana.id, answer=str(number)) for number in range(9)]
        left = {path.with_name(path.name + ending): b"" for ending in ("", "-wal", "-shm")}
        left = {file: file.read_bytes() for file in left}  # as a killed program leaves them
        with Store(path, read_only=True):
            pass  # no damage is reported beside a running writer

    def leave(log_bytes: int) -> None:
        for file, content in left.items():
            file.write_bytes(content[:log_bytes] if file.name.endswith("-wal") else content)

    leave(1 << 30)
    with Store(path, clock) as store:
        assert list(store.attempts(ana.id)) == kept
    log = left[path.with_name(path.name + "-wal")]
    for cut in (len(log) - 1, len(log) // 2, 10, 0):
        for opened in (lambda: Store(path, clock), lambda: Store(path, read_only=True)):
            leave(cut)
            with pytest.raises(DamagedError):
                opened()
        with repair(path, clock) as store:
            assert list(store.attempts(ana.id)) == kept[: store.count(ana.id)]
            assert store.count(ana.id) < 9


@pytest.mark.parametrize("statement", ["CREATE TABLE songs (title TEXT)", "PRAGMA user_version = 0"])
def test_the_log_of_another_database_is_not_applied(path: Path, clock: HandClock, statement: str) -> None:
    """Somebody copied records over others, or moved a file without its log."""
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        kept = [answered(store, ana.id, answer=str(number)) for number in range(5)]
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(statement)
        foreign = other.with_name("other.db-wal").read_bytes()
    for opened in (lambda: Store(path, clock), lambda: Store(path, read_only=True)):
        path.with_name("records.db-wal").write_bytes(foreign)
        with pytest.raises(DamagedError):
            opened()
    with repair(path, clock) as store:
        assert list(store.attempts(ana.id)) == kept


def test_the_log_of_other_records_is_not_applied(tmp_path: Path, clock: HandClock) -> None:
    """Somebody copied records to another home where an old log was left."""
    paths = tmp_path / "one" / "records.db", tmp_path / "other" / "records.db"
    kept: list[list[Attempt]] = []
    for path, name in zip(paths, ("Ana", "Bea"), strict=True):
        with Store(path, clock) as store:
            person = store.add_profile(name)
            kept.append([answered(store, person.id, answer=f"{name} {number}") for number in range(5)])
        with Store(path, clock) as store:  # killed before the log is written back
            kept[-1].append(answered(store, person.id, answer=f"{name} 5"))
            logs = [path.with_name("records.db-wal").read_bytes(), path.read_bytes()]
        path.with_name("left-wal").write_bytes(logs[0])
        path.write_bytes(logs[1])
    mine, log = (path.with_name(name) for path, name in zip(paths, ("records.db", "left-wal"), strict=True))
    for opened in (lambda: Store(mine, clock), lambda: Store(mine, read_only=True)):
        mine.with_name("records.db-wal").write_bytes(log.read_bytes())
        with pytest.raises(DamagedError):
            opened()
    with repair(mine, clock) as store:
        (ana,) = store.profiles()
        assert list(store.attempts(ana.id)) == kept[0][:5]
    shutil.copy(paths[1].with_name("left-wal"), paths[1].with_name("records.db-wal"))
    with Store(paths[1], clock) as store:  # its own log is used as always
        (bea,) = store.profiles()
        assert list(store.attempts(bea.id)) == kept[1]


def test_a_damaged_file_id_does_not_make_the_log_foreign(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        kept = [answered(store, ana.id, answer=str(number)) for number in range(5)]
    with Store(path, clock) as store:  # killed before the log is written back
        kept.append(answered(store, ana.id, answer="5"))
        log, data = path.with_name("records.db-wal").read_bytes(), bytearray(path.read_bytes())
    data[68:72] = b"\x11" * 4
    path.write_bytes(data)
    path.with_name("records.db-wal").write_bytes(log)
    with pytest.raises(DamagedError):
        Store(path, clock)
    with repair(path, clock) as store:
        assert list(store.attempts(ana.id)) == kept


def test_records_behind_a_symbolic_link_are_one_file(path: Path, clock: HandClock) -> None:
    """The records are on a stick, with a link to them at home."""
    link = path.parent / "home" / "records.db"
    link.parent.mkdir(parents=True)
    link.symlink_to(path)
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        kept = answered(store, ana.id)
        with pytest.raises(InUseError):
            Store(link, clock)
        backup(store, path.with_name("copy.db"))
    nowhere = path.with_name("nowhere.db")
    nowhere.symlink_to(path.with_name("gone.db"))
    with Store(path, clock) as store, pytest.raises(ExistsError):
        backup(store, nowhere)
    for put_right in (lambda: repair(link, clock).close(), lambda: restore(path.with_name("copy.db"), link, clock)):
        put_right()
        assert link.is_symlink() and [each.name for each in link.parent.iterdir()] == ["records.db"]
        with Store(path, clock) as store:
            assert list(store.attempts(ana.id)) == [kept]


def test_setting_aside_never_loses_the_log(path: Path, clock: HandClock, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """After a kill between two steps the log is still beside its file."""
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        kept = answered(store, ana.id)
        left = {each: each.read_bytes() for each in (path, path.with_name(path.name + "-wal"))}
    for each, data in left.items():
        each.write_bytes(data)
    rename = Path.rename

    def killed(self: Path, target: Path) -> None:
        rename(self, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "rename", killed)
    with pytest.raises(KeyboardInterrupt):
        set_aside(path, "damaged", clock())
    monkeypatch.undo()
    (aside,) = path.parent.glob("*.damaged-*.db")
    with Store(aside, clock) as store:
        assert list(store.attempts(ana.id)) == [kept]


def test_everything_is_salvaged_from_an_older_version(path: Path, clock: HandClock) -> None:
    shutil.copy(Path(__file__).parent.parent / "data" / "records" / "v1.0.db", path)
    with Store(path, clock) as store:
        wanted = {attempt.id for profile in store.profiles() for attempt in store.attempts(profile.id)}
    shutil.copy(Path(__file__).parent.parent / "data" / "records" / "v1.0.db", path)
    with repair(path, clock) as store:
        assert {attempt.id for profile in store.profiles() for attempt in store.attempts(profile.id)} == wanted
        assert store.notices[0].params["rescued"] == len(wanted)


def test_dates_in_the_future_are_corrected_and_counted(path: Path, clock: HandClock) -> None:
    kept = filled(path, clock, 200)
    wrong = [kept[number] for number in (10, 60, 110, 160)]
    at, stamp, both, clocked = (each.id.bytes for each in wrong)
    year_2038, year_7044 = 2_145_916_800_000, 160_120_000_000_000

    def renamed(number: bytes, time: int) -> bytes:
        return time.to_bytes(6, "big") + number[6:]

    with closing(sqlite3.connect(path)) as damaged:
        damaged.execute("UPDATE attempts SET at = ? WHERE id = ?", (year_7044, at))
        damaged.execute("UPDATE attempts SET id = ? WHERE id = ?", (renamed(stamp, year_2038), stamp))
        damaged.execute("UPDATE attempts SET id = ?, at = ? WHERE id = ?", (renamed(both, year_2038), year_7044, both))
        # The clock was wrong when the answer was given: id and time agree, so nothing is damaged.
        renames = (renamed(clocked, year_2038), year_2038 + 5, clocked)
        damaged.execute("UPDATE attempts SET id = ?, at = ? WHERE id = ?", renames)
        damaged.execute("UPDATE sessions SET began = ?", (year_7044,))
        damaged.execute("UPDATE profiles SET created = ?", (year_7044,))
        damaged.execute("UPDATE attempts SET milliseconds = 'x' WHERE id = ?", (kept[190].id.bytes,))
        damaged.commit()
    clock.move(days=3)
    with repair(path, clock) as store:
        ana = store.profile("Ana")
        saved = {each.answer: each for each in store.attempts(ana.id)}
        assert saved[wrong[0].answer] == wrong[0] and saved[wrong[1].answer] == wrong[1], "the other time restores them"
        assert clock() <= saved[wrong[2].answer].at <= clock() + timedelta(days=1)
        assert saved[wrong[3].answer].at == from_milliseconds(year_2038 + 5)
        assert [each.began <= clock() for each in store.sessions(ana.id)] == [True]
        assert len(saved) == 199 and ana.created <= clock() + timedelta(days=1)
        notices = [(notice.id, notice.params) for notice in store.notices]
    names = ["clock-back", "set-aside-in-part", "redated"]
    assert [name.removeprefix("records.notice.") for name, _ in notices] == names
    assert notices[2][1]["count"] == 4  # three answers and their session
    assert Path(str(notices[2][1]["report"])).read_text(encoding="utf-8").count("\tdate\t") == 4

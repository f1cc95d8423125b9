"""Refusals before anything is moved, validation of rows and imports, and daily backups."""

import gzip
import json
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.records.support import HandClock, answered
from trainer.records import wal_file
from trainer.records.backup import DailyBackups, backup, days_to_keep, restore
from trainer.records.errors import (
    AlteredError,
    BadLineError,
    CannotOpenError,
    DamagedError,
    InUseError,
    NotAnExportError,
    NotRecordsError,
    TooLargeError,
    TooNewError,
)
from trainer.records.integrity import check_store
from trainer.records.network_drives import is_mounted_from_network
from trainer.records.profile_transfer import export_profile, import_profile
from trainer.records.recovery import open_or_repair, repair
from trainer.records.schema import CURRENT, Version
from trainer.records.store import Attempt, Store
from trainer.school.bundles import is_bundle

ALL_ONES = "ffffffff-ffff-ffff-ffff-ffffffffffff"


def practised(path: Path, clock: HandClock, number: int = 20) -> list[Attempt]:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        kept = []
        for answer in range(number):
            clock.move(seconds=4)
            kept.append(answered(store, ana.id, answer=str(answer)))
        return kept


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def names(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


# ── nothing is moved before everything that can refuse was asked ─────────────────────────────────────────────────────


def test_records_in_use_are_not_moved_by_a_repair(store: Store, path: Path, clock: HandClock) -> None:
    ana = store.add_profile("Ana")
    before = names(path)
    with pytest.raises(InUseError):
        repair(path, clock)
    assert names(path) == before
    answered(store, ana.id)
    assert store.count(ana.id) == 1


def test_records_in_use_are_not_moved_by_a_restore_though_their_header_is_damaged(
    store: Store, path: Path, tmp_path: Path, clock: HandClock
) -> None:
    store.add_profile("Ana")
    backup(store, tmp_path / "copy.db")
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.write(b"rubbish")
    before = path.read_bytes()
    with pytest.raises(InUseError):
        restore(tmp_path / "copy.db", path, clock)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("version", "error"), [(Version(CURRENT.major + 1, 0), TooNewError), (None, NotRecordsError)])
def test_newer_and_foreign_files_are_not_repaired(
    path: Path, clock: HandClock, version: Version | None, error: type[Exception]
) -> None:
    execute(path, "CREATE TABLE songs (title TEXT)", f"PRAGMA user_version = {version.number if version else 0}")
    before = path.read_bytes()
    with pytest.raises(error):
        repair(path, clock)
    assert path.read_bytes() == before
    assert not [name for name in names(path) if "damaged" in name or "unfinished" in name]


def test_repairing_a_missing_file_is_refused(path: Path, clock: HandClock) -> None:
    with pytest.raises(CannotOpenError):
        repair(path, clock)


# ── rows that cannot be read ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "change",
    [
        "id = x'ffffffffffffffffffffffffffffffff'",
        "at = -62135596800001",
        "at = 253402300800000",
        "answer = CAST(x'ff' AS TEXT)",
        "milliseconds = 'long'",
    ],
)
def test_one_unreadable_row_is_reported_and_the_others_stay(path: Path, clock: HandClock, change: str) -> None:
    kept = practised(path, clock)
    last = kept[-1].id.hex
    execute(path, f"UPDATE attempts SET {change} WHERE hex(id) = '{last.upper()}'")
    with pytest.raises(DamagedError), Store(path, clock, read_only=True) as store:
        check_store(store)
    with repair(path, clock) as store:
        assert list(store.attempts(store.profile("Ana").id)) == kept[:-1]
        (notice,) = store.notices
        assert notice.params["left_out"] == 1
        report = Path(str(notice.params["report"]))
        assert report.read_text(encoding="utf-8").count("\n") == 2
        check_store(store)


def test_a_file_without_its_last_page_keeps_every_earlier_answer(path: Path, clock: HandClock) -> None:
    kept = practised(path, clock, 300)
    content = path.read_bytes()
    path.write_bytes(content[:-4096])
    with open_or_repair(path, clock) as store:
        saved = {attempt.id for profile in store.profiles() for attempt in store.attempts(profile.id)}
    readable = {attempt.id for attempt in kept if attempt.id.bytes in content[:-4096]}
    assert len(readable) > 200
    assert readable <= saved


def test_frames_after_a_broken_one_are_salvaged(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kept = [answered(store, ana.id, answer=str(number)) for number in range(20)]
        whole, log = path.read_bytes(), bytearray(wal_file.wal_path(path).read_bytes())
    assert not wal_file.is_damaged(wal_file.wal_path(path))
    log[32 + 24 + 500] ^= 0xFF  # inside the first page
    path.write_bytes(whole)
    wal_file.wal_path(path).write_bytes(log)
    assert wal_file.is_damaged(wal_file.wal_path(path))
    with pytest.raises(DamagedError), Store(path, clock, read_only=True) as store:
        check_store(store)
    with open_or_repair(path, clock) as store:
        assert {attempt.id for attempt in store.attempts(ana.id)} == {attempt.id for attempt in kept}


@pytest.mark.parametrize(("place", "change"), [(47, b"\x63"), (b"CREATE TABLE texts", b"CREATE x\xbbBLE")])
def test_a_nonsensical_header_or_schema_is_damage(
    path: Path, clock: HandClock, place: int | bytes, change: bytes
) -> None:
    kept = practised(path, clock)
    content = path.read_bytes()
    at = place if isinstance(place, int) else content.index(place)
    path.write_bytes(content[:at] + change + content[at + len(change) :])
    with pytest.raises(DamagedError):
        Store(path, clock, read_only=True)
    with open_or_repair(path, clock) as store:
        assert {one.id for profile in store.profiles() for one in store.attempts(profile.id)} == {
            one.id for one in kept
        }


def test_a_pin_survives_a_repair_that_loses_the_name(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana", "2468")
        answered(store, ana.id)
    execute(path, "UPDATE profiles SET name = CAST(x'ff' AS TEXT)")
    with repair(path, clock) as store:
        assert store.profile(ana.id).has_pin
        assert store.check_pin(ana.id, "2468") and not store.check_pin(ana.id, "1111")


# ── a file that is not made as ours ──────────────────────────────────────────────────────────────────────────────────

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, '' AS text FROM n"


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TRIGGER thief AFTER INSERT ON attempts BEGIN DELETE FROM attempts; END",),
        (f"CREATE VIEW songs AS {ENDLESS}",),
        ("ALTER TABLE plans RENAME TO scrolls", f"CREATE VIEW plans AS {ENDLESS}"),
        ("CREATE TABLE songs (title TEXT)",),
        ("ALTER TABLE attempts ADD COLUMN mood TEXT",),
        ("DROP TABLE derived",),
    ],
)
def test_an_altered_backup_is_refused_and_can_be_salvaged(
    tmp_path: Path, path: Path, clock: HandClock, statements: tuple[str, ...]
) -> None:
    source = tmp_path / "stick" / "copy.db"
    source.parent.mkdir()
    kept = practised(source, clock)
    execute(source, *statements)
    practised(path, clock, 1)
    before = path.read_bytes()
    with pytest.raises(AlteredError):
        restore(source, path, clock)
    assert path.read_bytes() == before
    with open_or_repair(source, clock) as store:
        answered(store, store.profile("Ana").id)
        assert [attempt.id for attempt in store.attempts(store.profile("Ana").id)][: len(kept)] == [
            attempt.id for attempt in kept
        ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have names on POSIX only")
def test_a_pipe_instead_of_a_file_does_not_block(tmp_path: Path, path: Path, clock: HandClock) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(CannotOpenError):
        restore(pipe, path, clock)
    with pytest.raises(CannotOpenError):
        Store(pipe, clock)
    with Store(path, clock) as store, pytest.raises(CannotOpenError):
        import_profile(store, pipe)
    assert not is_bundle(pipe)


# ── imports ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def lines(tmp_path: Path, clock: HandClock) -> list[dict[str, Any]]:
    """The lines of an export with three answers: head, session, three attempts, foot."""
    practised(tmp_path / "other.db", clock, 3)
    with Store(tmp_path / "other.db", clock) as store:
        export_profile(store, store.profile("Ana").id, tmp_path / "ana.trainee")
    return [json.loads(line) for line in gzip.decompress((tmp_path / "ana.trainee").read_bytes()).splitlines()]


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        (2, "id", ALL_ONES),
        (2, "at", "0001-01-01T00:00:00Z"),
        (2, "at", "9999-12-31T23:59:59-12:00"),
        (2, "at", "2026-11-16T09:30:00"),
        (2, "milliseconds", 2**63),
        (2, "target_ms", -1),
        (2, "item", "no item"),
        (2, "answer", "9" * 200_000),
        (1, "began", "2026-11-16T09:30:00"),
        (1, "id", ALL_ONES),
        (0, "created", "2026-11-16T09:30:00"),
        (0, "name", "Ana" * 100),
    ],
)
def test_an_invalid_line_is_named_and_nothing_is_imported(
    tmp_path: Path, store: Store, lines: list[dict[str, Any]], line: int, field: str, value: object
) -> None:
    lines[line][field] = value
    file = tmp_path / "changed.trainee"
    file.write_bytes(gzip.compress(b"\n".join(json.dumps(one).encode() for one in lines)))
    with pytest.raises(BadLineError) as refused:
        import_profile(store, file)
    assert refused.value.message.params["line"] == str(line + 1)
    assert store.profiles() == []


def test_a_file_in_latin_1_is_refused_with_a_message(tmp_path: Path, store: Store, lines: list[dict[str, Any]]) -> None:
    lines[0]["name"] = "Muñoz"
    text = "\n".join(json.dumps(one, ensure_ascii=False) for one in lines)
    (tmp_path / "latin.trainee").write_bytes(gzip.compress(text.encode("latin-1")))
    with pytest.raises(NotAnExportError):
        import_profile(store, tmp_path / "latin.trainee")


@pytest.mark.parametrize("filling", [b" " * 10_000_000, b'{"line": "rules", "digest": "ab", "data": ""}\n' * 100_000])
def test_a_decompression_bomb_is_refused(
    tmp_path: Path, store: Store, lines: list[dict[str, Any]], filling: bytes
) -> None:
    file = tmp_path / "bomb.trainee"
    file.write_bytes(gzip.compress(json.dumps(lines[0]).encode() + b"\n" + filling))
    assert file.stat().st_size < 100_000
    with pytest.raises(TooLargeError):
        import_profile(store, file)


# ── backups that are made by themselves ──────────────────────────────────────────────────────────────────────────────


def test_backups_are_kept_for_days_weeks_and_months() -> None:
    first = date(2025, 1, 1)
    days: set[date] = set()
    for number in range(700):
        days = days_to_keep({*days, first + timedelta(days=number)})
    last = first + timedelta(days=699)
    assert {last - timedelta(days=number) for number in range(7)} <= days
    assert len({day.isocalendar()[:2] for day in days if last - day < timedelta(days=28)}) == 4
    assert len({(day.year, day.month) for day in days}) == 12
    assert len(days) <= 7 + 4 + 12


def test_todays_backup_is_updated_and_restored(path: Path, clock: HandClock) -> None:
    net = DailyBackups(path)
    kept = practised(path, clock)
    with Store(path, clock) as store:
        net.keep(store, clock())
        kept.append(answered(store, store.profile("Ana").id))
        net.keep(store, clock())
    (only,) = net.backups()
    assert only.day == clock().date() and only.size == only.path.stat().st_size
    path.write_bytes(b"rubbish")
    net.restore(net.find(), clock)
    with Store(path, clock) as store:
        assert len(list(store.attempts(store.profile("Ana").id))) == len(kept)


def test_damage_does_not_spread_into_the_backups(path: Path, clock: HandClock) -> None:
    net = DailyBackups(path)
    practised(path, clock, 300)
    with Store(path, clock) as store:
        net.keep(store, clock())
    before = net.find().read_bytes()
    content = bytearray(path.read_bytes())
    middle = len(content) // 4096 * 3 // 4 * 4096
    content[middle : middle + 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    with Store(path, clock) as store, pytest.raises(DamagedError):
        net.keep(store, clock())
    assert net.find().read_bytes() == before
    assert len(list(net.folder.iterdir())) == 1


def test_leftovers_of_a_killed_backup_are_removed(path: Path, clock: HandClock) -> None:
    net = DailyBackups(path)
    net.folder.mkdir(parents=True)
    for name in ("records-2026-01-01.new", "records-2026-01-01.new.unfinished", "mine.new"):
        (net.folder / name).write_bytes(b"half")
    with Store(path, clock) as store:
        answered(store, store.add_profile("Ana").id)
        net.keep(store, clock())
    assert sorted(each.name for each in net.folder.iterdir()) == ["mine.new", net.backups()[0].path.name]


def test_other_files_in_the_backup_folder_are_left_alone(path: Path, clock: HandClock, tmp_path: Path) -> None:
    net = DailyBackups(path)
    net.folder.mkdir()
    mine = net.folder / "records-mine.db"
    mine.write_bytes(b"mine")
    letter = tmp_path / "letter"
    letter.write_bytes(b"letter")
    (net.folder / "records-2001-01-01.db").symlink_to(letter)
    practised(path, clock)
    with Store(path, clock) as store:
        for _ in range(40):
            clock.move(days=20)
            net.keep(store, clock())
    assert mine.exists() and letter.exists() and (net.folder / "records-2001-01-01.db").is_symlink()


def test_a_network_drive_is_known_by_its_innermost_mount() -> None:
    mounts = "/dev/sda1 / ext4 rw 0 0\nnas:/home /home nfs4 rw 0 0\n/dev/sdb1 /home/ana/stick vfat rw 0 0\n"
    assert is_mounted_from_network(Path("/home/ana"), mounts)
    assert not is_mounted_from_network(Path("/home/ana/stick/data"), mounts)
    assert not is_mounted_from_network(Path("/homes"), mounts)


# ── for the owner alone ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps a user's folders to the user by itself")
@pytest.mark.parametrize("prepare", [lambda path: None, lambda path: (path.touch(), path.chmod(0o644))])
def test_records_locks_backups_and_exports_are_private(
    path: Path, clock: HandClock, prepare: Callable[[Path], None]
) -> None:
    prepare(path)
    before = os.umask(0o022)
    try:
        with Store(path, clock) as store:
            ana = store.add_profile("Ana")
            answered(store, ana.id)
            DailyBackups(path).keep(store, clock())
            export_profile(store, ana.id, path.with_name("ana.trainee"))
            open_to_others = [file for file in path.parent.rglob("*") if stat.S_IMODE(file.stat().st_mode) & 0o077]
    finally:
        os.umask(before)
    assert open_to_others == []

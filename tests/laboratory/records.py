"""Records gone wrong: files and logs with bytes, pages and rows changed at random, and what came of each."""

from __future__ import annotations

import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from trainer.cli.stats import figures
from trainer.records.errors import DamagedError, RecordsError
from trainer.records.integrity import check_store
from trainer.records.store import Attempt, Store
from trainer.rulebooks import shipped_library
from trainer.runs.records_file import RecordsFile
from trainer.runs.trainee_records import read_records
from trainer.study.days import days_in
from trainer.study.ledger_storage import changes, log_entry, open_ledger
from trainer.study.trainee import asks_facts

Value = TypeVar("Value")

ANSWERS = 150
PAGE = 4096
_BEGAN = datetime(2026, 3, 2, 18, tzinfo=UTC)
_KINDS = (
    "pay-the-layout/{level} baleares/roulette-french@1+ab12cd34 zero=half #{seed}",
    "third-card/{level} arica/punto-banco@1+0102aabb #{seed}",
    "pay-the-layout/{level} arica/roulette-american@1+99aabbcc ={dealt}",
)


class Sample(msgspec.Struct, frozen=True):
    """Sound records: a file with the log beside it, as a killed program leaves them, and all that was answered."""

    file: bytes
    log: bytes
    index: bytes
    attempts: dict[UUID, Attempt]
    rows: dict[UUID, bytes]  # each as its bytes stand in the file
    kinds: dict[UUID, bytes]


class Came(msgspec.Struct):
    """What came of damaged records."""

    is_found: bool  # by the check
    is_whole: bool  # whether all could be read_records as before in spite of it
    readable: int  # attempts whose bytes are still there
    rescued: int  # of them
    changed: int  # rescued, but not as they were: bytes changed into others that can be read
    seconds: float = 0.0


@cache
def sample(with_log: bool) -> Sample:
    """Two trainees and some sessions, part of it only in the log where there is one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "progress.db"
        rng = random.Random(7)
        now = [_BEGAN]
        with Store(path, lambda: now[0]) as store:
            attempts: dict[UUID, Attempt] = {}
            people = [store.add_profile("Ana", "1234").id, store.add_profile("Bruno").id]
            ledgers = [open_ledger(store, person, days_in(UTC), asks_facts) for person in people]
            for number in range(ANSWERS):
                if number == ANSWERS * 2 // 3:
                    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                person = number % 7 == 0
                now[0] += timedelta(seconds=rng.randrange(3, 4000))
                if number % 25 < 2:
                    plan = '{"kind":"today","rulebook":"baleares","length":' + str(number) + "}"
                    sessions = [store.add_session(one, "today", plan).id for one in people]
                store.archive_rules(f"{number % 9:08x}", rng.randbytes(rng.choice((300, 9000))))
                attempt = store.new_attempt(
                    profile=people[person],
                    item=rng.choice(_KINDS).format(level=rng.randrange(1, 4), seed=rng.getrandbits(31), dealt="17"),
                    answer=rng.choice(("175", "draw", "split:14-17=1 street:13-14-15=2", "ñandú")),
                    right=rng.random() < 0.8,
                    milliseconds=rng.randrange(900, 9000),
                    target_ms=5000,
                    behaviour="practise",
                    counts=True,
                    session=sessions[person],
                    mistake=rng.choice(("", "roulette.mistake.paid-as-corner")),
                )
                entry = log_entry(attempt, "today")
                ledgers[person].add(entry)
                store.record(attempt, changes(ledgers[person], entry))
                attempts[attempt.id] = attempt
            if not with_log:
                store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            columns = store.connection.execute("SELECT * FROM attempts").fetchall()
            texts = dict(store.connection.execute("SELECT id, text FROM texts"))
            rows = {UUID(bytes=row[1]): record_bytes(row) for row in columns}
            kinds = {UUID(bytes=row[1]): texts[row[2]].encode() for row in columns}
            log, index = (path.with_name(f"progress.db-{ending}").read_bytes() for ending in ("wal", "shm"))
            if not with_log:
                log = index = b""
            return Sample(path.read_bytes(), log, index, attempts, rows, kinds)


def record_bytes(row: tuple[Any, ...]) -> bytes:
    """A row as SQLite writes it, by its description of the format."""
    types, body = b"", b""
    for value in row:
        serial, content = _serial(value)
        types += bytes([serial]) if serial < 128 else bytes([0x80 | serial >> 7, serial & 0x7F])
        body += content
    return bytes([len(types) + 1]) + types + body


def _serial(value: Any) -> tuple[int, bytes]:
    if value is None:
        return 0, b""
    if isinstance(value, int):
        if value in (0, 1):
            return 8 + value, b""
        for serial, width in ((1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (6, 8)):
            if -(1 << 8 * width - 1) <= value < 1 << 8 * width - 1:
                return serial, value.to_bytes(width, "big", signed=True)
    data = value.encode() if isinstance(value, str) else value
    return 2 * len(data) + (13 if isinstance(value, str) else 12), data


def damaged_records(folder: Path, rng: random.Random) -> tuple[Path, Sample]:
    """Write records with something wrong in them."""
    folder.mkdir(parents=True)
    path = folder / "progress.db"
    whole = sample(rng.random() < 0.6)
    path.write_bytes(whole.file)
    if whole.log:
        path.with_name("progress.db-wal").write_bytes(whole.log)
        path.with_name("progress.db-shm").write_bytes(whole.index)
    damages = [rng.choice((*_IN_BYTES, *_IN_BYTES, *_IN_ROWS)) for _ in range(rng.choice((1, 1, 1, 2)))]
    # Rows are changed by SQLite itself: of a log that was cut before, it would leave no trace for anybody to see.
    for damage in sorted(damages, key=lambda damage: damage not in _IN_ROWS):
        damage(path, rng)
    return path, whole


def _bytes_of_file(path: Path, rng: random.Random) -> None:
    _write_over(path, rng, lambda data: rng.randrange(len(data)), rng.choice((1, 1, 4, 40)))


def _bytes_of_header(path: Path, rng: random.Random) -> None:
    _write_over(path, rng, lambda data: rng.randrange(min(len(data), 100)), rng.choice((1, 1, 4, 40)))


def _page(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    if len(data) > PAGE:
        page = rng.randrange(len(data) // PAGE)
        other = rng.randrange(len(data) // PAGE)
        same = data[other * PAGE : (other + 1) * PAGE]
        data[page * PAGE : (page + 1) * PAGE] = rng.choice((b"\0" * PAGE, rng.randbytes(PAGE), bytes(same)))
        path.write_bytes(data)


def _head_of_page(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    if len(data) > PAGE:
        at = rng.randrange(len(data) // PAGE) * PAGE
        data[at : at + 12] = rng.randbytes(12)
        path.write_bytes(data)


def _cut(path: Path, rng: random.Random) -> None:
    data = path.read_bytes()
    pages = len(data) // PAGE
    path.write_bytes(
        data[: rng.choice((max(0, pages - 1) * PAGE, rng.randrange(pages + 1) * PAGE, rng.randrange(len(data) + 1)))]
    )


def _bytes_of_log(path: Path, rng: random.Random) -> None:
    log = path.with_name("progress.db-wal")
    if log.exists():
        places = (lambda data: rng.randrange(len(data)), lambda data: rng.randrange(min(len(data), 32)))
        _write_over(log, rng, rng.choice(places), rng.choice((1, 8, 100)))


def _cut_log(path: Path, rng: random.Random) -> None:
    log = path.with_name("progress.db-wal")
    if log.exists():
        data = log.read_bytes()
        log.write_bytes(data[: rng.randrange(len(data) + 1)])


def _write_over(path: Path, rng: random.Random, place: Callable[[bytes], int], number: int) -> None:
    data = bytearray(path.read_bytes())
    if data:
        at = place(bytes(data))
        data[at : at + number] = rng.randbytes(min(number, len(data) - at))
        path.write_bytes(data)


def _row(path: Path, rng: random.Random) -> None:
    """Something in a row that can be stored and not be read."""
    changes = (
        "UPDATE attempts SET id = x'ffffffffffffffffffffffffffffffff' WHERE id = {one}",
        "UPDATE attempts SET at = -62135596800001 WHERE id = {one}",
        "UPDATE attempts SET at = 253402300800000 WHERE id = {one}",
        "UPDATE attempts SET milliseconds = 'long' WHERE id = {one}",
        "UPDATE attempts SET level = -4 WHERE id = {one}",
        "UPDATE attempts SET right = 7 WHERE id = {one}",
        "UPDATE attempts SET answer = CAST(x'ff00fe' AS TEXT) WHERE id = {one}",
        "UPDATE attempts SET session = 99999 WHERE id = {one}",
        "UPDATE attempts SET mistake = 99999 WHERE id = {one}",
        "UPDATE derived SET value = '{{' WHERE sort = (SELECT sort FROM derived ORDER BY random() LIMIT 1)",
        "UPDATE derived SET value = CAST(x'ff' AS TEXT)",
        "UPDATE derived SET value = x'00ff' WHERE sort = 'day'",
        "UPDATE derived SET key = 'x' || key WHERE sort IN ('day', 'card', 'open')",
        "UPDATE profiles SET name = CAST(x'c3' AS TEXT) WHERE id = 1",
        "UPDATE profiles SET created = 9e18",
        "UPDATE profiles SET settings = x'01', uuid = x'01' WHERE id = 2",
        "UPDATE sessions SET id = x'07', began = 'once' WHERE number = 2",
        "DELETE FROM texts WHERE id = (SELECT id FROM texts ORDER BY random() LIMIT 1)",
        "DELETE FROM sessions", "DELETE FROM plans", "DELETE FROM profiles WHERE id = 1",
        "UPDATE rules SET data = 'none'",
    )  # fmt: skip
    _run(path, rng.choice(changes).format(one="(SELECT id FROM attempts ORDER BY random() LIMIT 1)"))


def _schema(path: Path, rng: random.Random) -> None:
    statements = (
        "CREATE TRIGGER thief AFTER INSERT ON attempts BEGIN DELETE FROM attempts; END",
        "CREATE VIEW songs AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "ALTER TABLE plans RENAME TO scrolls; CREATE VIEW plans AS WITH RECURSIVE n(id, text) AS "
        "(SELECT 1, '' UNION ALL SELECT id + 1, '' FROM n) SELECT id, text FROM n",
        "CREATE TABLE songs (title TEXT)",
        "CREATE INDEX quick ON attempts (at)",
        "DROP TABLE derived",
        "DROP TABLE sessions",
        "ALTER TABLE attempts ADD COLUMN mood TEXT",
    )
    _run(path, rng.choice(statements))


def _run(path: Path, script: str) -> None:
    """What is already damaged may refuse."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.executescript(script)
    except sqlite3.Error:
        return


_IN_BYTES = (_bytes_of_file, _bytes_of_file, _bytes_of_header, _page, _head_of_page, _cut, _bytes_of_log, _cut_log)
_IN_ROWS = (_row, _row, _row, _schema)


def visit_records(folder: Path, seed: int) -> Came:
    """Damage records and go through every door with them: check, stats, the desk's reading, one more answer.

    Whatever raises anything but a trouble that can be told raises through here.
    """
    path, whole = damaged_records(folder, random.Random(seed))
    log = path.with_name("progress.db-wal")
    data = path.read_bytes() + _committed(log.read_bytes() if log.exists() else b"")
    rows = _rows_left(path, data, whole)
    is_found = False
    before: dict[UUID, Attempt] = {}
    copy = folder / "copy"
    copy.mkdir()
    for file in (path, log, path.with_name("progress.db-shm")):
        if file.exists():
            shutil.copy(file, copy / file.name)
    try:
        with Store(copy / "progress.db", read_only=True) as store:
            check_store(store)
            before = _all_in(store)
    except RecordsError:
        is_found = True
    try:
        with Store(copy / "progress.db", read_only=True) as store:
            for profile in store.profiles():
                figures(store, profile, shipped_library())
    except RecordsError:
        pass
    after = _at_the_desk(path)
    rescued = rows & after.keys()
    return Came(
        is_found=is_found,
        is_whole=before == whole.attempts,
        readable=len(rows),
        rescued=len(rescued),
        changed=sum(_said(after[one]) != _said(whole.attempts[one]) for one in rescued),
    )


def _committed(log: bytes) -> bytes:
    """A log up to the last frame that ends a transaction: what follows was never shown to anybody."""
    step = 24 + PAGE
    starts = range(32, len(log) - step + 1, step)
    ends = [start + step for start in starts if any(log[start + 4 : start + 8])]
    return log[: max(ends, default=0)]


def _rows_left(path: Path, data: bytes, whole: Sample) -> set[UUID]:
    """The attempts whose own bytes are all there, and the text of their kind."""
    return {one for one, row in whole.rows.items() if row in data and whole.kinds[one] in data}


def _said(attempt: Attempt) -> tuple[object, ...]:
    return (attempt.item, attempt.answer, attempt.right, attempt.milliseconds, attempt.at)


def _at_the_desk(path: Path) -> dict[UUID, Attempt]:
    """Open the records as the desk does, for everybody in them, answer once more, and open them again."""
    recording = RecordsFile(path, lambda: datetime(2026, 11, 16, tzinfo=UTC), lambda: "Croupier")
    for start in range(2):
        try:
            for profile in _mending(recording, lambda: recording.store().profiles()):
                recording.switch(profile.id)
                read_records(recording)
                _mending(recording, lambda: _answer(recording))
            if start:  # what the desk did not come across, a check does
                _mending(recording, lambda: check_store(recording.store()))
            kept = _mending(recording, lambda: _all_in(recording.store()))
        finally:
            recording.close()
    return kept


def _mending(recording: RecordsFile, act: Callable[[], Value]) -> Value:
    """As a run and every screen do it: what turns out to be damaged is mended, once."""
    try:
        return act()
    except DamagedError:
        recording.repair()
        return act()


def _answer(recording: RecordsFile) -> None:
    store, profile = recording.open()
    session = store.add_session(profile, "today", "")
    for digest in store.digests(profile):
        store.archive_rules(digest, b"rules")
    item = _KINDS[0].format(level=1, seed=1, dealt="")
    figures: dict[str, Any] = {"right": True, "milliseconds": 1, "target_ms": 1, "counts": True}
    store.record(
        store.new_attempt(profile=profile, item=item, answer="1", behaviour="practise", session=session.id, **figures)
    )


def _all_in(store: Store) -> dict[UUID, Attempt]:
    return {one.id: one for profile in store.profiles() for one in store.attempts(profile.id)}

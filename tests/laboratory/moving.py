"""Exported profiles and backups gone wrong, and homes nobody would choose: what each door says of them."""

from __future__ import annotations

import gzip
import json
import os
import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tests.laboratory.records import damaged_records, sample
from trainer.cli.places import Places
from trainer.desk.shell.workplace import prepare
from trainer.records.backup import restore
from trainer.records.errors import RecordsError
from trainer.records.integrity import check_store
from trainer.records.profile_transfer import export_profile, import_profile
from trainer.records.store import Store
from trainer.runs.run import RECORDING_FAILURES
from trainer.runs.trainee_records import read_records

STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 2**63, 10**30, 1e300, "", "x" * 5000, "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00",
    "2026-11-16T09:30:00", "ffffffff-ffff-ffff-ffff-ffffffffffff", "\u0000", [], {}, "a/1 b/c@1+d #-4", "é", "../x",
)  # fmt: skip


class Moved(msgspec.Struct):
    """What came of it."""

    is_taken: bool
    seconds: float


@cache
def exported() -> bytes:
    """The lines of a sound export."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "progress.db"
        path.write_bytes(sample(False).file)
        with Store(path, read_only=True) as store:
            export_profile(store, store.profile("Bruno").id, Path(folder) / "bruno.trainee")
        return gzip.decompress((Path(folder) / "bruno.trainee").read_bytes())


def damaged_export(path: Path, rng: random.Random) -> None:
    """Write an export with something wrong in it."""
    lines = exported().splitlines(keepends=True)
    match rng.randrange(9):
        case 0 | 1 | 2 | 3:
            for _ in range(rng.choice((1, 1, 3))):
                place = rng.randrange(len(lines))
                line = json.loads(lines[place])
                line[rng.choice(list(line))] = rng.choice(STRANGE)
                lines[place] = json.dumps(line).encode() + b"\n"
        case 4:
            place = rng.randrange(len(lines))
            lines[place] = lines[place].replace(b"Bruno", b"Mu\xf1oz").replace(b"\xc3\xb1", b"\xf1")
        case 5:
            del lines[rng.randrange(len(lines))]
        case 6:
            lines.insert(
                rng.randrange(len(lines)), rng.choice((b"[" * 100_000, b"\xff\xfe\n", b'{"line": 1}\n', b"\n"))
            )
        case 7:
            lines = [*lines[:1], b" " * rng.choice((10**6, 10**7))]
        case _:
            lines = lines[:-1] + [lines[-2]] * 20_000
    packed = gzip.compress(b"".join(lines), 1)
    if rng.random() < 0.2:
        at = rng.randrange(len(packed))
        packed = rng.choice((packed[:at], packed[:at] + rng.randbytes(3) + packed[at + 3 :]))
    path.write_bytes(packed)


def visit_import(folder: Path, seed: int) -> Moved:
    """Import a damaged export; afterwards the records must be sound, and as before if it was refused."""
    folder.mkdir(parents=True)
    path, file = folder / "progress.db", folder / "moving.trainee"
    path.write_bytes(sample(False).file)
    damaged_export(file, random.Random(seed))
    began = time.monotonic()
    is_taken = True
    with Store(path) as store:
        before = _counts(store)
        try:
            import_profile(store, file)
        except RecordsError:
            is_taken = False
            assert _counts(store) == before, f"seed {seed}: refused, and something of it is there"
    with Store(path, read_only=True) as store:
        check_store(store)
    return Moved(is_taken, time.monotonic() - began)


def visit_restore(folder: Path, seed: int) -> Moved:
    """Restore a damaged backup; refused, the records are as before, and taken, they are sound."""
    rng = random.Random(seed)
    source, _ = damaged_records(folder / "stick", rng)
    path = folder / "progress.db"
    path.write_bytes(sample(False).file)
    before = path.read_bytes()
    began = time.monotonic()
    is_taken = True
    try:
        restore(source, path)
        with Store(path, read_only=True) as store:
            check_store(store)
    except RecordsError:
        is_taken = False
        assert path.read_bytes() == before, f"seed {seed}: refused, and the records were touched"
        assert [file.name for file in folder.iterdir() if "replaced" in file.name] == []
    assert not [file for file in folder.iterdir() if "unfinished" in file.name]
    return Moved(is_taken, time.monotonic() - began)


def _counts(store: Store) -> list[tuple[str, int]]:
    return [(profile.name, store.count(profile.id)) for profile in store.profiles()]


# ── homes ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _put(name: str, content: bytes) -> Callable[[Path], None]:
    def make(home: Path) -> None:
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    return make


def _folder(name: str) -> Callable[[Path], None]:
    return lambda home: (home / name).mkdir(parents=True)


def _pipe(name: str) -> Callable[[Path], None]:
    def make(home: Path) -> None:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(home / name)

    return make


def _link(name: str, target: str) -> Callable[[Path], None]:
    def make(home: Path) -> None:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).symlink_to(target)

    return make


def _foreign(home: Path) -> None:
    _folder("data")(home)
    with closing(sqlite3.connect(home / "data" / "progress.db")) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")


def _newer(home: Path) -> None:
    _put("data/progress.db", sample(False).file)(home)
    with closing(sqlite3.connect(home / "data" / "progress.db")) as connection:
        connection.execute(f"PRAGMA user_version = {9 << 16}")


def _earlier(home: Path) -> None:
    _folder("data")(home)
    old = Path(__file__).parent.parent / "data" / "records" / "v1.0.db"
    shutil.copy(old, home / "data" / "progress.db")


_SETTINGS = "config/settings.json"
HOMES: dict[str, Callable[[Path], None]] = {
    "nothing": lambda home: None,
    "data is a file": _put("data", b"mine"),
    "config is a file": _put("config", b"mine"),
    "cache is a file": _put("cache", b"mine"),
    "data is a link to nowhere": _link("data", "nowhere"),
    "config is a link to itself": _link("config", "config"),
    "records are a folder": _folder("data/progress.db"),
    "records are a pipe": _pipe("data/progress.db"),
    "records are a link to nowhere": _link("data/progress.db", "elsewhere.db"),
    "records are a link to themselves": _link("data/progress.db", "progress.db"),
    "records are a device": _link("data/progress.db", "/dev/zero"),
    "records are empty": _put("data/progress.db", b""),
    "records are rubbish": _put("data/progress.db", b"rubbish" * 3000),
    "records are a song book": _foreign,
    "records of a newer program": _newer,
    "records of an earlier program": _earlier,
    "records are sound": _put("data/progress.db", sample(False).file),
    "a log without records": _put("data/progress.db-wal", sample(True).log),
    "a log that is a folder": _folder("data/progress.db-wal"),
    "the lock is a folder": _folder("data/progress.db.lock"),
    "the lock is rubbish": _put("data/progress.db.lock", b"rubbish" * 300),
    "backups are a file": _put("data/backups", b"mine"),
    "backups of strange names": _put("data/backups/records-2026-99-99.db", b"mine"),
    "a backup is a folder": _folder("data/backups/records-2026-11-15.db"),
    "settings are rubbish": _put(_SETTINGS, b"\xff\xfe"),
    "settings of another shape": _put(_SETTINGS, b'{"language": 7, "last": []}'),
    "settings are nested deeply": _put(_SETTINGS, b"[" * 100_000),
    "settings name nobody": _put(_SETTINGS, b'{"profile": "019cafb4fd007184a1976900b629b530"}'),
    "reports are a file": _put("data/reports", b"mine"),
    "rulebooks are a file": _put("data/rulebooks", b"mine"),
    "pictures are a file": _put("data/pictures", b"mine"),
}


def visit_home(home: Path, kind: str) -> str:
    """Start in a home as the desk does and read the records; gives what was told, which may be nothing."""
    home.mkdir(parents=True, exist_ok=True)
    HOMES[kind](home)
    places = Places(home / "data", home / "config", home / "cache")
    prepared = prepare(places, time.monotonic_ns, lambda: datetime(2026, 11, 16, 9, tzinfo=UTC))
    recording = prepared.workplace.recording
    try:
        profile = recording.current()
        recording.switch(profile.id)
        read_records(recording)
    except RECORDING_FAILURES as error:
        return str(error) or type(error).__name__
    finally:
        recording.close()
    return "; ".join(notice.id for notice in recording.notices)

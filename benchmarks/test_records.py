"""A million attempts beside ten thousand: size, rebuild, recording one answer, the next question, home and progress.

Every figure is a ratio within this run or a rate, printed beside a bare baseline. Run it on its own::

    uv run pytest benchmarks/test_records.py -n 0 -s
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID

import pytest

from benchmarks.practice import FACTS, LEVELS, SKILLS, fill, is_fact
from benchmarks.sizes import IS_SMOKE, sized
from trainer.drills.core import Family, Level
from trainer.records.attempts import make_id, to_milliseconds
from trainer.records.store import Store
from trainer.study import progress
from trainer.study.days import days_in
from trainer.study.ledger import Ledger
from trainer.study.ledger_storage import changes, log_entry, open_ledger, rebuild
from trainer.study.selection import Chooser
from trainer.study.settings import Settings
from trainer.study.skills import Rung, rung_key, skill_key
from trainer.study.standing import Standing

FEW, MANY = sized(10_000, 200), sized(1_000_000, 400)
PLACE = "baleares/roulette-french"
ROUNDS = sized(40, 1)
DAYS = days_in(UTC)


def _never(*_: Any) -> Any:
    raise AssertionError("no question is made here")


def make_rungs() -> list[Rung]:
    rungs = []
    for number in range(SKILLS):
        name = f"family-{number}"
        makes: dict[str, Any] = {"facts": _never, "build_fact": _never} if number % 2 == 0 else {"build": _never}
        family = Family(name, "test", (Level(5),) * LEVELS, **makes)
        for level in range(1, LEVELS + 1):
            needs = (rung_key(name, level - 1, PLACE),) if level > 1 else ()
            facts = FACTS if number % 2 == 0 else 0
            key, skill = rung_key(name, level, PLACE), skill_key(name, PLACE)
            rungs.append(Rung(key, skill, family, None, level, facts, needs, level))  # type: ignore[arg-type]
    return rungs


RUNGS = make_rungs()


class File:
    """A filled file, rebuilt, with its store open."""

    def __init__(self, path: Path, attempts: int, days: int) -> None:
        fill(path, attempts, days)
        self.attempts = attempts
        self.path = path
        self.store = Store(path)
        self.profile: UUID = self.store.profiles()[0].id
        began = time.perf_counter()
        self.ledger: Ledger = rebuild(self.store, self.profile, DAYS, is_fact)
        self.rebuilt_in = time.perf_counter() - began
        self.store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.size = path.stat().st_size


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[File, File]]:
    folder = tmp_path_factory.mktemp("records")
    few, many = File(folder / "few.db", FEW, days=400), File(folder / "many.db", MANY, days=1000)
    yield few, many
    few.store.close()
    many.store.close()


def alternately(first: Callable[[], object], second: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Median seconds of each, taken in turns so that both see the same machine."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for kept, run in zip(times, (first, second), strict=True):
            began = time.perf_counter()
            run()
            kept.append(time.perf_counter() - began)
    return median(times[0]), median(times[1])


def test_file_size(files: tuple[File, File]) -> None:
    _, many = files
    per_attempt = many.size / many.attempts
    print(f"\nfile: {per_attempt:.0f} bytes an attempt with {many.attempts:,} attempts (at most 200)")
    assert IS_SMOKE or per_attempt <= 200


def test_rebuild(files: tuple[File, File]) -> None:
    _, many = files
    began = time.perf_counter()
    for _ in many.store.log(many.profile):
        pass
    reading = time.perf_counter() - began
    rate = many.attempts / many.rebuilt_in
    bare = many.attempts / reading
    print(f"\nrebuild: {rate:,.0f} attempts a second (at least 50,000); only reading them: {bare:,.0f}")
    assert IS_SMOKE or rate >= 50_000


def recorder(file: File) -> Callable[[], None]:
    """Records one answer as the desk does: the attempt and all it changes, in one transaction."""
    seeds = iter(range(10**9))
    session = file.store.add_session(file.profile, "today", "")

    def record() -> None:
        attempt = file.store.new_attempt(
            profile=file.profile,
            item=f"family-{next(seeds) % SKILLS}/2 {PLACE}@1+ab12cd34 #7",
            answer="175",
            right=True,
            milliseconds=4200,
            target_ms=5000,
            behaviour="practise",
            counts=True,
            session=session.id,
        )
        entry = log_entry(attempt, session.kind)
        file.ledger.add(entry)
        file.store.record(attempt, changes(file.ledger, entry))

    return record


def test_recording_one_answer(files: tuple[File, File], tmp_path: Path) -> None:
    few, many = files
    with_few, with_many = alternately(recorder(few), recorder(many), 40 * ROUNDS)
    bare = sqlite3.connect(tmp_path / "bare.db", isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE attempts (id BLOB PRIMARY KEY, answer TEXT) WITHOUT ROWID")
    bare_times = []
    for number in range(20 * ROUNDS):
        began = time.perf_counter()
        bare.execute("INSERT INTO attempts VALUES (?, ?)", (make_id(number).bytes, "175"))
        bare_times.append(time.perf_counter() - began)
    bare.close()
    print(
        f"\nrecording one answer: {with_many / with_few:.2f} × with {MANY:,} attempts as with {FEW:,} (at most 1.10); "
        f"{with_many * 1e3:.2f} ms, a bare committed insert {median(bare_times) * 1e3:.2f} ms"
    )
    assert IS_SMOKE or with_many <= 1.10 * with_few


def chooser(file: File) -> Callable[[], None]:
    """The first question of a session and nine more."""
    standing = Standing(RUNGS, file.ledger, Settings())

    def choose() -> None:
        session = Chooser(standing, Settings(), random.Random(1))
        for _ in range(10):
            choice = session.today(file.ledger.rungs[RUNGS[0].key].last)
            assert choice is not None
            session.asked(choice)

    return choose


def test_choosing_the_next_question(files: tuple[File, File]) -> None:
    few, many = files
    with_few, with_many = alternately(chooser(few), chooser(many), ROUNDS)
    print(
        f"\nchoosing ten questions: {with_many / with_few:.2f} × with {MANY:,} attempts as with {FEW:,} "
        f"(at most 1.20); {with_many * 1e3:.1f} ms"
    )
    assert IS_SMOKE or with_many <= 1.2 * with_few


def screens(file: File) -> Callable[[], None]:
    """All that the home and progress screens ask, from opening the ledger on."""

    def show() -> None:
        ledger = open_ledger(file.store, file.profile, DAYS, is_fact)
        standing = Standing(RUNGS, ledger, Settings())
        now = to_milliseconds(file.store.clock())
        progress.home(standing, now, 15)
        progress.skill_map(standing, now)
        for rung in RUNGS:
            progress.forecast(ledger, rung)
        for rung in RUNGS[:3]:
            progress.curve(file.store, file.profile, rung.key)
        progress.calendar(file.store, file.profile, ledger.day_of(ledger.rungs[RUNGS[0].key].last))
        progress.themes(ledger)
        progress.frequent_mistakes(ledger, now)
        for _ in file.store.attempts(file.profile, newest_first=True, limit=50):
            pass

    return show


def test_home_and_progress_screens(files: tuple[File, File]) -> None:
    few, many = files
    with_few, with_many = alternately(screens(few), screens(many), ROUNDS)
    print(
        f"\nhome and progress screens: {with_many / with_few:.2f} × with {MANY:,} attempts as with {FEW:,} "
        f"(at most 1.50); {with_many * 1e3:.0f} ms"
    )
    assert IS_SMOKE or with_many <= 1.5 * with_few

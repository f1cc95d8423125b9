"""Sessions and plans, and the migration from names to rows."""

import shutil
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from tests.records.support import HandClock, answered
from trainer.records import migrations
from trainer.records.attempts import from_milliseconds, make_id
from trainer.records.migrations import TABLES_2_0
from trainer.records.profile_transfer import export_profile, import_profile
from trainer.records.schema import CURRENT, Version
from trainer.records.sessions import session_from_name
from trainer.records.store import Store

KEPT = Path(__file__).parent.parent / "data" / "records"
MANY = 100_000


def rows(store: Store, table: str) -> int:
    return int(store.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def test_a_session_is_written_with_its_first_answer(store: Store, clock: HandClock) -> None:
    ana = store.add_profile("Ana").id
    session = store.add_session(ana, "class", '{"code": "lunes"}')
    assert (rows(store, "sessions"), rows(store, "plans")) == (0, 0)
    assert store.session(ana, session.id) == session
    assert store.sessions(ana) == []
    for _ in range(3):
        clock.move(seconds=5)
        assert answered(store, ana, session=session.id).session == session.id
    assert (rows(store, "sessions"), rows(store, "plans")) == (1, 1)
    assert store.sessions(ana) == [session]


def test_a_session_comes_back_as_it_began(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana").id
        session = store.add_session(ana, "drill", "a plan")
        answered(store, ana, session=session.id)
    with Store(path, clock) as store:
        assert store.session(ana, session.id) == session
        assert store.session(ana, UUID(int=1)) is None
        clock.move(hours=1)
        answered(store, ana, session=session.id)  # it continues where it was left
        assert rows(store, "sessions") == 1


def test_sessions_are_listed_newest_first_by_kind_and_by_profile(store: Store, clock: HandClock) -> None:
    ana, bruno = store.add_profile("Ana").id, store.add_profile("Bruno").id
    made = []
    for who, kind in ((ana, "today"), (ana, "class"), (bruno, "today"), (ana, "today")):
        clock.move(minutes=1)
        made.append(store.add_session(who, kind, "one plan for all"))
        answered(store, who, session=made[-1].id)
    assert store.sessions(ana) == [made[3], made[1], made[0]]
    assert store.sessions(ana, "today") == [made[3], made[0]]
    assert store.sessions(ana, "no such kind") == []
    assert rows(store, "plans") == 1


def test_a_session_that_could_not_be_written_is_written_with_the_next_answer(store: Store, clock: HandClock) -> None:
    ana = store.add_profile("Ana").id
    attempt = answered(store, ana)
    session = store.add_session(ana, "today", "plan")
    twice = store.new_attempt(
        **{name: getattr(attempt, name) for name in ("profile", "item", "answer", "right", "milliseconds")},
        **{name: getattr(attempt, name) for name in ("target_ms", "behaviour", "counts")},
        session=session.id,
    )
    with pytest.raises(ZeroDivisionError):
        store.record(twice, (1 / 0 for _ in range(1)))  # type: ignore[misc]
    assert rows(store, "sessions") == 1
    store.record(twice)
    assert store.sessions(ana)[0] == session


def test_items_answered_in_sessions_of_a_kind(store: Store) -> None:
    ana = store.add_profile("Ana").id
    for kind, seed in (("class", 1), ("today", 2), ("class", 3)):
        session = store.add_session(ana, kind, "")
        answered(store, ana, session=session.id, item=f"zero/1 baleares/roulette-french@1+ab12cd34 #{seed}")
    found = {item.rpartition("#")[2] for item in store.items_answered(ana, "class")}
    assert found == {"1", "3"}
    assert store.items_answered(ana, "placement") == set()


def test_a_removed_profile_takes_its_sessions_and_plans_with_it(store: Store) -> None:
    ana, bruno = store.add_profile("Ana").id, store.add_profile("Bruno").id
    for who in (ana, bruno):
        answered(store, who, session=store.add_session(who, "class", f"plan of {who}").id)
    store.remove_profile(ana)
    assert (rows(store, "sessions"), rows(store, "plans")) == (1, 1)
    assert store.sessions(bruno)[0].plan == f"plan of {bruno}"


def test_rules_are_kept_once_and_with_the_answer_that_used_them(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana").id
        store.archive_rules("ab12cd34", b"the rules")
        assert store.rules("ab12cd34") is None and store.has_rules("ab12cd34")
        answered(store, ana)
        store.archive_rules("ab12cd34", b"something else")
        answered(store, ana)
        assert store.rules("ab12cd34") == b"the rules"
        assert not store.has_rules("00000000")
    with Store(path, clock) as store:
        assert store.has_rules("ab12cd34")
        assert store.digests(ana) == ["ab12cd34"]


# ── what named them before ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "kind", "began"),
    [
        ("today 2026-09-01T18:05:00.000000", "today", datetime(2026, 9, 1, 18, 5, tzinfo=UTC)),
        ("today 2026-03-02T18:00:00.000Z", "today", datetime(2026, 3, 2, 18, tzinfo=UTC)),
        ("skill 2026-09-01T18:00:00.250000", "drill", datetime(2026, 9, 1, 18, 0, 0, 250_000, tzinfo=UTC)),
        ("challenge-60 2026-09-02T08:00:00.500000", "challenge-60", None),
        ("class-987654321 2026-09-03T10:00:00.000000", "class", datetime(2026, 9, 3, 10, tzinfo=UTC)),
        ("what was this", "what", datetime(2026, 1, 1, tzinfo=UTC)),
        ("", "", datetime(2026, 1, 1, tzinfo=UTC)),
    ],
)
def test_an_old_session_name_gives_kind_and_start(name: str, kind: str, began: datetime | None) -> None:
    first_answer = datetime(2026, 1, 1, tzinfo=UTC)
    session = session_from_name(UUID(int=7), name, first_answer, "0.1.0")
    assert (session.kind, session.plan, session.app_version) == (kind, "", "0.1.0")
    assert began is None or session.began == began
    again = session_from_name(UUID(int=7), name, datetime(2027, 1, 1, tzinfo=UTC), "0.2.0")
    assert (again.id, session.id.version) == (session.id, 7)
    assert session_from_name(UUID(int=8), name, first_answer, "0.1.0").id != session.id


def test_migration_from_2_0_keeps_attempts_and_sessions(path: Path, clock: HandClock) -> None:
    shutil.copy(KEPT / "v2.0.db", path)
    columns = ("kind", "mistake", "behaviour", "session", "app_version")
    texts = ", ".join(f"(SELECT text FROM texts WHERE texts.id = {column})" for column in columns)
    with closing(sqlite3.connect(KEPT / "v2.0.db")) as old:
        expected = old.execute(
            f"SELECT profile, id, level, seed, answer, right, milliseconds, target, counts, at, {texts} FROM attempts"
        ).fetchall()
    texts = ", ".join(
        f"(SELECT text FROM texts WHERE texts.id = {column})" for column in columns if column != "session"
    )
    with Store(path, clock) as store:
        found = store.connection.execute(
            f"SELECT profile, id, level, seed, answer, right, milliseconds, target, counts, at, {texts} FROM attempts"
        ).fetchall()
        assert found == [(*row[:13], row[14]) for row in expected]
        assert len(found) == 40
        names: dict[tuple[UUID, UUID], str] = {}
        for profile in store.profiles():
            by_id = {row[1]: row[13] for row in expected}
            for attempt in store.attempts(profile.id):
                name = names.setdefault((profile.id, attempt.session), by_id[attempt.id.bytes])
                assert name == by_id[attempt.id.bytes], "one session for one name"
        assert len(names) == len({(key[0], name) for key, name in names.items()}) == rows(store, "sessions")
        kinds = {session.kind for profile in store.profiles() for session in store.sessions(profile.id)}
        assert kinds == {
            "drill",
            "today",
            "challenge-60",
            "challenge-180",
            "class",
            "placement",
            "mistakes",
            "",
            "what",
        }
        assert store.check_pin(store.profile("Ana").id, "1234")
        assert store.settings(store.profile("Ana").id) == '{"new_facts_a_day":7}'
        left = [text for (text,) in store.connection.execute("SELECT text FROM texts")]
        assert not [text for text in left if "2026-" in text], "names of sessions are no texts any more"


def file_of_2_0(path: Path, attempts: int) -> None:
    """A version 2.0 file with many attempts, written as fast as possible."""
    with closing(sqlite3.connect(path)) as old:
        old.executescript(f"{TABLES_2_0}; PRAGMA user_version = {Version(2, 0).number};")
        old.executemany(
            "INSERT INTO profiles (id, uuid, name, created) VALUES (?, ?, ?, 0)",
            [(number, UUID(int=number).bytes, f"Trainee {number}") for number in (1, 2)],
        )
        sessions = [f"today 2026-01-{1 + number % 28:02}T{number % 24:02}:00:00.{number:06}" for number in range(2000)]
        old.executemany(
            "INSERT INTO texts VALUES (?, ?)",
            enumerate(["zero baleares/roulette-french@1+ab12cd34", "", "practise", "0.1.0", *sessions], start=1),
        )
        old.executemany(
            f"INSERT INTO attempts VALUES ({', '.join('?' * 15)})",
            (
                (
                    1 + number % 2,
                    make_id(number).bytes,
                    1,
                    1,
                    number,
                    "175",
                    1,
                    2,
                    900,
                    5000,
                    3,
                    1,
                    5 + number * 2000 // attempts,
                    number,
                    4,
                )
                for number in range(attempts)
            ),
        )
        old.commit()


def test_a_hundred_thousand_attempts_are_migrated(path: Path, clock: HandClock) -> None:
    file_of_2_0(path, MANY)
    began = time.perf_counter()
    with Store(path, clock) as store:
        print(f"\n{MANY:,} attempts of 2.0 migrated in {time.perf_counter() - began:.2f} s")
        assert rows(store, "attempts") == MANY
        assert rows(store, "sessions") == 4000  # both profiles used each name
        total, distinct = store.connection.execute("SELECT sum(seed), count(DISTINCT session) FROM attempts").fetchone()
        assert (total, distinct) == (MANY * (MANY - 1) // 2, 4000)
        ids = [session.began for session in store.sessions(UUID(int=1))]
        assert ids == sorted(ids, reverse=True)
        assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


class PowerCut(BaseException):
    """An exception that nothing catches."""


def test_a_power_cut_in_the_middle_of_a_migration_leaves_the_old_file(
    path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(KEPT / "v2.0.db", path)

    def cut(*_: object) -> int:
        raise PowerCut

    monkeypatch.setattr(migrations, "_count", cut)
    with pytest.raises(PowerCut):
        Store(path, clock)
    with closing(sqlite3.connect(path)) as old:
        assert old.execute("PRAGMA user_version").fetchone() == (Version(2, 0).number,)
        assert old.execute("SELECT count(*), count(DISTINCT session) FROM attempts").fetchone() == (40, 10)
        tables = {name for (name,) in old.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        assert tables == {"profiles", "texts", "attempts", "derived"}
    monkeypatch.undo()
    with Store(path, clock) as store:
        assert rows(store, "attempts") == 40


def test_old_sessions_are_the_same_whether_migrated_or_imported(tmp_path: Path, clock: HandClock) -> None:
    """Migration and import of an old export give the same ids."""
    export = KEPT / "v1.trainee"
    shutil.copy(KEPT / "v2.0.db", tmp_path / "records.db")
    with Store(tmp_path / "records.db", clock) as store, Store(None, clock) as other:
        ana = store.profile("Ana").id
        assert import_profile(store, export)[1:] == (0, 20)
        assert import_profile(other, export)[1:] == (20, 0)
        assert list(other.attempts(ana)) == list(store.attempts(ana))
        assert other.sessions(ana) == store.sessions(ana)
        export_profile(other, ana, tmp_path / "again.trainee")
        assert import_profile(store, tmp_path / "again.trainee")[1:] == (0, 20)
        assert from_milliseconds(0) not in [session.began for session in store.sessions(ana)]
    assert Version(3, 0) == CURRENT

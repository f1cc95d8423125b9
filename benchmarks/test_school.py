"""A class of simulated laptops against the real service, on SQLite and on PostgreSQL, with kills and cuts.

``SCHOOL_LAPTOPS`` (200), ``SCHOOL_SECONDS`` (300), ``SCHOOL_STORED`` (10,000,000: as far as the growth is measured),
``SCHOOL_FUZZED`` (100,000) set how much; the defaults are the full measure and take their time.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import msgspec
import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.school.conftest import fresh_address
from tests.school.people import Clock, a_class, some_entries
from tests.school.scenes import Scene
from tests.school.test_attacks import fuzz
from trainer.records.attempts import wall_clock
from trainer.records.store import Store
from trainer.school.credentials import LaptopKey
from trainer.school.entries import AttemptBody
from trainer.school.laptop.links import Link
from trainer.school.service.admission import Admission
from trainer.school.service.hub import Hub
from trainer.school.service.requests import Requests
from trainer.school.service_identity import ServiceIdentity
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import Storage, open_storage
from trainer.school.storage.totals import HOUR_MS, WEEK_MS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pgserver

LAPTOPS = sized(int(os.environ.get("SCHOOL_LAPTOPS", "200")), 2)
SECONDS = sized(float(os.environ.get("SCHOOL_SECONDS", "300")), 3.0)
STORED = sized(int(os.environ.get("SCHOOL_STORED", "10000000")), 10_000)
FUZZED = sized(int(os.environ.get("SCHOOL_FUZZED", "100000")), 50)
PROCESSES = sized(max(3, min(20, LAPTOPS // 10)), 1)
CUTS_EACH = sized(20, 1)  # a laptop's network is cut so often


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    server = pgserver.get_server(Path(tempfile.gettempdir()) / f"school-bench-{os.getpid()}", cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "school.db")
    return fresh_address(request.getfixturevalue("postgresql"))


class Service:
    """The service in a process of its own, to be killed."""

    def __init__(self, folder: Path, where: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        options = ["--folder", str(folder), "--store", where]
        serving = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--quiet"]
        self._command = [sys.executable, "-m", "trainer", "school", *options, *serving]
        self.peak = 0  # bytes of memory
        self.cpu = self._spent = 0.0  # seconds, in all and of those that were killed
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        for _ in range(1200):  # a machine that two hundred laptops keep busy takes its time
            with socket.socket() as probe:
                probe.settimeout(0.2)
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the service does not start")

    def look(self) -> None:
        """How much memory it takes, and how much it has worked."""
        status = Path(f"/proc/{self._process.pid}/status")
        if status.exists():
            fields = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines() if ":" in line)
            self.peak = max(self.peak, int(fields["VmHWM"].split()[0]) * 1024)
            times = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            self.cpu = self._spent + (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self._spent = self.cpu
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        self.look()
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(20)


class Acknowledged(NamedTuple):
    """An answer: how long until the service said that it is kept, and whether the laptop was connected when it was
    given."""

    ms: float
    online: bool


class Room:
    """A class whose laptops have joined, in processes of several laptops each."""

    def __init__(self, storage: Storage, folder: Path, port: int, laptops: int) -> None:
        self.folder = folder
        group, self.people = a_class(storage, trainees=[f"Trainee {number:03}" for number in range(laptops)])
        self.class_id = group.id
        fingerprint = ServiceIdentity(folder, wall_clock()).fingerprint
        self.links = []
        for person in self.people:
            key = LaptopKey()
            laptop = storage.add_laptop(person.id, key.public, "laptop")
            self.links.append(
                Link(
                    profile=UUID(int=0),
                    school="",
                    address=f"127.0.0.1:{port}",
                    fingerprint=fingerprint,
                    laptop=laptop.id.bytes,
                    key=key.seed,
                    person=person.id.bytes,
                    name=person.name,
                    class_name="Lunes",
                )
            )
        rows = {link.laptop.hex(): msgspec.to_builtins(link) for link in self.links}
        (folder / "links.json").write_text(json.dumps(rows), encoding="utf-8")

    def start(self, seconds: float, cuts: float, part: int) -> subprocess.Popen[bytes]:
        names = [link.laptop.hex() for link in self.links[part::PROCESSES]]
        module = ["-m", "benchmarks.school_laptops"]
        return subprocess.Popen([sys.executable, *module, str(self.folder), str(seconds), str(cuts), *names])

    def acknowledged(self) -> tuple[list[Acknowledged], dict[bytes, set[bytes]]]:
        """How long acknowledgements took, and what each laptop was told is kept."""
        took: list[Acknowledged] = []
        told: dict[bytes, set[bytes]] = {}
        for link in self.links:
            path = self.folder / f"{link.laptop.hex()}.acknowledged"
            lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
            whole = [line.split() for line in lines if len(line.split()) == 3]  # a kill may have cut the last one short
            told[link.person] = {bytes.fromhex(number) for number, _, _ in whole if len(number) == 32}
            took += [Acknowledged(float(ms), online == "1") for _, ms, online in whole if float(ms) >= 0]
        return took, told

    def recorded(self) -> dict[bytes, set[bytes]]:
        """What stands in the records of each laptop."""
        found = {}
        for link in self.links:
            with Store(self.folder / f"{link.laptop.hex()}.db") as store:
                rows = store.attempts_after(store.profiles()[0].id)
                found[link.person] = {number for number, _, _ in rows} | {session for _, session, _ in rows}
        return found


def board(storage: Storage, class_id: UUID) -> object:
    """All that a board shows of a class, apart from who is connected."""
    people = [one.id for one in storage.members(class_id, Role.TRAINEE)]
    return storage.heat_map(people), storage.common_mistakes(people), storage.today(people)


def check_all(storage: Storage, room: Room) -> int:
    """Every acknowledged answer is stored, every recorded one once, and the boards are what the entries add up to."""
    _, told = room.acknowledged()
    recorded = room.recorded()
    total = 0
    for person in room.people:
        entries = list(storage.all_entries(person.id))
        stored = {one.entry.id for one in entries}
        assert len(stored) == len(entries) and [one.number for one in entries] == list(range(1, len(entries) + 1))
        assert told[person.id.bytes] <= stored, "acknowledged and not stored"
        assert recorded[person.id.bytes] == stored, "recorded and not stored, or stored and not recorded"
        total += len(entries)
    shown = board(storage, room.class_id)
    storage.recount(one.id for one in room.people)
    assert board(storage, room.class_id) == shown
    return total


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def spent_by_laptops() -> float:
    """The seconds of work of all laptops that have ended so far."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def figures(
    name: str, took: list[Acknowledged], service: Service, seconds: float, laptops: float = 0.0
) -> dict[str, float]:
    found = {
        "p50 ms": statistics.median(one.ms for one in took),
        "p99 ms": percentile([one.ms for one in took], 0.99),
        # Who is not connected when he answers, at the beginning or after a cut, waits for the connection as well.
        "p99 ms of who was connected": percentile([one.ms for one in took if one.online], 0.99),
        "answers": len(took),
        "MB": service.peak / 1e6,
        "cpu ms/answer": 1000 * service.cpu / max(1, len(took)),
        "laptops' cpu ms/answer": 1000 * laptops / max(1, len(took)),
    }
    print(f"\n{name}, {seconds:.0f} s: " + ", ".join(f"{key} {value:.1f}" for key, value in found.items()))
    return found


@contextmanager
def served(folder: Path, where: str) -> Iterator[tuple[Service, Storage]]:
    service = Service(folder, where)
    storage = open_storage(where)
    try:
        yield service, storage
    finally:
        storage.close()
        service.stop()


def quiet_run(folder: Path, where: str, laptops: int, seconds: float) -> dict[str, float]:
    """A class without accidents."""
    folder.mkdir(parents=True, exist_ok=True)
    with served(folder, where) as (service, storage):
        room = Room(storage, folder, service.port, laptops)
        before = spent_by_laptops()
        processes = [room.start(seconds, 0, part) for part in range(PROCESSES)]
        for process in processes:
            while process.poll() is None:
                service.look()
                time.sleep(0.5)
            assert process.returncode == 0
        spent = spent_by_laptops() - before
        took, _ = room.acknowledged()
        total = check_all(storage, room)
        assert total >= len(took)
        return figures(f"{laptops} laptops", took, service, seconds, spent)


def test_a_class_answers_and_everything_is_acknowledged(where: str, tmp_path: Path) -> None:
    quiet_run(tmp_path / "class", where, LAPTOPS, SECONDS)


@pytest.mark.exhaustive
def test_growth_from_a_tenth_of_the_laptops(tmp_path: Path) -> None:
    few = quiet_run(tmp_path / "few", str(tmp_path / "few.db"), max(sized(3, 1), LAPTOPS // 10), SECONDS / 2)
    many = quiet_run(tmp_path / "many", str(tmp_path / "many.db"), LAPTOPS, SECONDS / 2)
    ratios = {key: many[key] / few[key] for key in few if few[key]}
    print("ten times the laptops: " + ", ".join(f"{key} ×{ratio:.2f}" for key, ratio in ratios.items()))
    assert IS_SMOKE or many["cpu ms/answer"] < 3 * few["cpu ms/answer"]


def test_kills_and_cuts_lose_nothing_and_double_nothing(where: str, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    rng = random.Random(9)
    kills_of_service, kills_of_laptops = 0, 0
    service = Service(folder, where)
    storage = open_storage(where)
    room = Room(storage, folder, service.port, LAPTOPS)
    processes = [room.start(SECONDS, SECONDS / CUTS_EACH, part) for part in range(PROCESSES)]
    ends = time.monotonic() + SECONDS
    to_kill = rng.sample(range(PROCESSES), max(1, PROCESSES // 3))
    while time.monotonic() < ends:
        time.sleep(max(sized(2.0, 0.5), SECONDS / 10))
        service.look()
        service.kill()
        kills_of_service += 1
        if to_kill:
            part = to_kill.pop()
            processes[part].send_signal(signal.SIGKILL)
            processes[part].wait()
            kills_of_laptops += 1
            left = max(1.0, ends - time.monotonic())
            processes[part] = room.start(left, SECONDS / CUTS_EACH, part)
        service.start()
    for process in processes:
        assert process.wait(SECONDS + 180) == 0
    took, _ = room.acknowledged()
    total = check_all(storage, room)
    figures(
        f"{LAPTOPS} laptops, service killed {kills_of_service}×, {kills_of_laptops} of {PROCESSES} processes of "
        f"laptops killed, each network cut about {CUTS_EACH}×; {total} entries stored once",
        took,
        service,
        SECONDS,
    )
    storage.close()
    service.stop()


CLASSES, TRAINEES = 10, 40
SKILLS, WEEKS, HOURS = 30, 52, 8_760
MISTAKE = "roulette.mistake.added-the-stake"
TRAINED = "(SELECT id FROM people WHERE role = 'trainee') AS people"
# The id of somebody's n-th answer: sixteen bytes, in either database's words.
NTH = {
    "sqlite": "CAST(printf('%016d', n) AS BLOB)",
    "postgresql": "convert_to(lpad(CAST(n AS TEXT), 16, '0'), 'UTF8')",
}


def fill(storage: Storage, each: int, upto: int) -> None:
    """So many answers of everybody over a year, where there were ``each`` of them before, with their sums: written as
    `keep` would leave them, but by the database itself."""
    now, nth = storage.now(), NTH[storage.engine.name]
    item = "skill-1/1 baleares/roulette-french@1+ab12cd34 #77"
    body = AttemptBody(bytes(16), item, "35", False, MISTAKE, 2_000, 4_000, "practise", True, now, "1")
    of_skill = f"'skill-' || CAST(n - {SKILLS} * (n / {SKILLS}) AS TEXT) || ' baleares/roulette-french'"
    of_week = f"{now // WEEK_MS} - (n / {SKILLS}) + {WEEKS} * (n / {SKILLS * WEEKS})"
    of_hour = f"{now // HOUR_MS} - 7 * n + {HOURS} * (7 * n / {HOURS})"
    sums = (
        f"skills SELECT people.id, skill, week, answers, answers / 4, 2000 * answers, 4000 * answers FROM {TRAINED} "
        f"CROSS JOIN (SELECT {of_skill} AS skill, {of_week} AS week, count(*) AS answers "
        "FROM numbers GROUP BY 1, 2) AS found",
        f"mistakes SELECT people.id, skill, '{MISTAKE}', week, times, {nth} FROM {TRAINED} "
        f"CROSS JOIN (SELECT {of_skill} AS skill, {of_week} AS week, count(*) AS times, max(n) AS n "
        "FROM numbers GROUP BY 1, 2) AS found",
        f"hours SELECT people.id, hour, answers, answers / 4, 2000 * answers FROM {TRAINED} "
        f"CROSS JOIN (SELECT {of_hour} AS hour, count(*) AS answers FROM numbers GROUP BY 1) AS found",
    )
    with storage.engine.writing() as writer:
        if storage.engine.name == "sqlite":
            writer.change("PRAGMA cache_size = -1000000")
        for table in ("skills", "mistakes", "hours"):
            writer.change(f"DELETE FROM {table}")
        writer.change("DROP TABLE IF EXISTS numbers")
        writer.change(
            "CREATE TEMPORARY TABLE numbers AS WITH RECURSIVE up (n) AS "
            f"(SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < {upto}) SELECT n FROM up"
        )
        writer.change(
            "INSERT INTO entries (person, id, number, sort, laptop, received, body) "
            f"SELECT people.id, {nth}, n, 'attempt', NULL, {now}, ? FROM {TRAINED} CROSS JOIN numbers "
            f"WHERE n > {each} ORDER BY people.id, n",
            (msgspec.msgpack.encode(body),),
        )
        for statement in sums:
            writer.change(f"INSERT INTO {statement}")
        writer.change(f"UPDATE people SET stored = {upto} WHERE role = 'trainee'")
    if storage.engine.name == "postgresql":  # as it does by itself a minute later
        with storage.engine.writing() as writer:
            writer.change("ANALYZE")


def test_boards_cost_the_same_with_very_many_entries(where: str) -> None:
    """From ten thousand answers to as many as was asked for, of ten classes of forty over a year."""
    clock = Clock()
    sizes = [size for size in (10_000, 100_000, 1_000_000, 10_000_000) if size <= STORED]
    costs: dict[int, dict[str, float]] = {}
    with open_storage(where, clock) as storage:
        rooms = [
            a_class(storage, f"Class {at}", [f"Trainee {number}" for number in range(TRAINEES)])
            for at in range(CLASSES)
        ]
        group, mine = rooms[0][0], [one.id for one in rooms[0][1]]
        everybody = CLASSES * TRAINEES
        requests = Requests(storage, Hub(storage.now), Admission(storage, bytes(32), ""))
        writes, fresh = storage.add_person("Writes", Role.EXAMINER, "writes"), count(1)
        each = 0
        for size in sizes:
            fill(storage, each, size // everybody)
            each = size // everybody
            works = {
                "board": lambda: asyncio.run(requests.board(group.id)),
                "heat map": lambda: storage.heat_map(mine),
                "mistakes": lambda: storage.common_mistakes(mine),
                "today": lambda: storage.today(mine),
                "an answer kept": lambda: storage.keep(
                    [Incoming(writes.id, None, some_entries(1, next(fresh), at=clock()))]
                ),
            }
            costs[size] = {name: min(_milliseconds(work) for _ in range(7)) for name, work in works.items()}
            print(f"\n{size} answers: " + ", ".join(f"{name} {ms:.1f} ms" for name, ms in costs[size].items()))
        requests.close()
    first, last = costs[sizes[0]], costs[sizes[-1]]
    print(
        f"{sizes[-1] // sizes[0]} times the answers: "
        + ", ".join(f"{name} ×{last[name] / first[name]:.1f}" for name in last)
    )
    # With ten thousand, most squares of the map are empty; with a million all are there, and from then on it is flat.
    if 1_000_000 in costs:
        assert last["board"] < 2 * costs[1_000_000]["board"] + 5


def _milliseconds(work: object) -> float:
    began = time.perf_counter()
    work()  # type: ignore[operator]
    return (time.perf_counter() - began) * 1000


def test_very_many_mangled_messages_change_nothing() -> None:
    clock = Clock()
    with open_storage(None, clock) as storage:
        scene = Scene(storage, clock)
        began = time.perf_counter()
        turned_away = asyncio.run(fuzz(scene, FUZZED, 11))
        took = time.perf_counter() - began
        print(f"\n{FUZZED} mangled messages in {took:.1f} s, {turned_away} refused, the rest read as what they said")
        assert sum(storage.person(one.id).stored for one in (scene.ana, scene.bea, scene.carla)) == 0

"""The load of a chain of schools: thousands of laptops and many open boards, on SQLite and on several services with
PostgreSQL, while services, the database and laptops' networks are killed.

``CROWD_LAPTOPS`` (2,000), ``CROWD_BOARDS`` (50), ``CROWD_SECONDS`` (60), ``CROWD_EVERY`` (10: seconds between the
answers of a laptop) and ``CROWD_SERVICES`` (2) set how much. PostgreSQL is Debian's (``apt-get install postgresql``).
Everything stays on the loopback device.
"""

from __future__ import annotations

import math
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from benchmarks.school_crowd import Report, Task
from benchmarks.sizes import IS_SMOKE, sized
from trainer.records.attempts import wall_clock
from trainer.school.credentials import LaptopKey
from trainer.school.service_identity import ServiceIdentity
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import Storage, open_storage

LAPTOPS = sized(int(os.environ.get("CROWD_LAPTOPS", "2000")), 6)
BOARDS = sized(int(os.environ.get("CROWD_BOARDS", "50")), 2)
SECONDS = sized(float(os.environ.get("CROWD_SECONDS", "60")), 4.0)
EVERY = sized(float(os.environ.get("CROWD_EVERY", "10")), 1.0)
SERVICES = sized(int(os.environ.get("CROWD_SERVICES", "2")), 2)
PROCESSES = sized(2, 1)  # of laptops
KILLS = sized(5, 1)
DARK = 5.0  # seconds; no board may show nothing for longer
BAR_MS = 100.0  # the median of an answer


class Server:
    """Debian's PostgreSQL in a folder of its own, to be killed. It runs as the user postgres if root starts it."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder, self._programs = folder, programs
        self._as = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        self.port = free_port()
        self._run("initdb", "-D", str(folder), "-U", "school", "--auth=trust", "-E", "UTF8", "--no-sync")
        settings = f"port={self.port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\nmax_connections=50\n"
        with (folder / "postgresql.conf").open("a", encoding="ascii") as file:
            file.write(settings)
        self.start()

    @property
    def address(self) -> str:
        return f"postgresql://school@127.0.0.1:{self.port}/postgres"

    def _run(self, program: str, *options: str) -> None:
        command = [*self._as, str(self._programs / program), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def start(self) -> None:
        self._run("pg_ctl", "-D", str(self._folder), "-w", "-l", str(self._folder / "log"), "start")

    def kill(self) -> None:
        """End it as a power cut would, and start it again."""
        self._run("pg_ctl", "-D", str(self._folder), "-m", "immediate", "-w", "stop")
        self.start()

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._folder), "-m", "fast", "-w", "stop")

    def cpu(self) -> float:
        """Seconds of work of the server so far, without those of processes that have ended."""
        pid = int((self._folder / "postmaster.pid").read_text(encoding="ascii").split()[0])
        return sum(map(cpu_of, [pid, *children_of(pid)]))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
        return found


def cpu_of(pid: int) -> float:
    """Seconds of work of a process and its ended children."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def children_of(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(number) for number in found.read_text(encoding="ascii").split()] if found.exists() else []


class Services:
    """Services of one school that share a port, to be killed one by one."""

    def __init__(self, folder: Path, where: str, count: int) -> None:
        self.port = free_port()
        self._folder = folder
        options = ["--folder", str(folder), "--store", where]
        serving = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--quiet"]
        serving += ["--share-port"] if count > 1 else []
        self._command = [sys.executable, "-m", "trainer", "school", *options, *serving]
        self._running: list[subprocess.Popen[bytes]] = []
        self.cpu = 0.0  # seconds of work, after the start
        self.peak = 0  # bytes of memory of the largest
        for _ in range(count):
            self.start()

    def start(self) -> None:
        said = self._folder / f"service-{time.monotonic_ns()}"
        with said.open("wb") as file:
            process = subprocess.Popen(self._command, stdout=file)
        patience = time.monotonic() + 60
        while not said.stat().st_size:  # it prints its codes once it serves
            assert process.poll() is None and time.monotonic() < patience, "the service does not start"
            time.sleep(0.05)
        self.cpu -= cpu_of(process.pid)  # of the start
        self._running.append(process)

    def kill(self) -> None:
        """Kill the oldest and start another."""
        self.look()
        process = self._running.pop(0)
        self.cpu += cpu_of(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.start()

    def worked(self) -> float:
        """Seconds of work so far."""
        return self.cpu + sum(cpu_of(process.pid) for process in self._running)

    def look(self) -> None:
        for process in self._running:
            lines = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii").splitlines()
            peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
            self.peak = max(self.peak, peak * 1024)

    def stop(self) -> None:
        self.look()
        for process in self._running:
            self.cpu += cpu_of(process.pid)
            process.send_signal(signal.SIGTERM)
        for process in self._running:
            process.wait(20)


class School:
    """Classes of forty whose laptops have joined, and a desk for each of some classes."""

    def __init__(self, storage: Storage, folder: Path) -> None:
        self.fingerprint = ServiceIdentity(folder, wall_clock()).fingerprint
        self.laptops: list[tuple[str, str]] = []
        self.desks: list[tuple[str, str]] = []
        self.owner: dict[str, UUID] = {}
        size = max(1, min(40, LAPTOPS // max(1, BOARDS)))
        for number in range(-(-LAPTOPS // size)):
            group = storage.add_class(f"Class {number:03}")
            members = []
            with storage.engine.writing() as writer:  # as `add_person` and `add_laptop` would, in one transaction
                for trainee in range(min(size, LAPTOPS - number * size)):
                    person, laptop, key = storage.new_id(), storage.new_id(), LaptopKey()
                    now = storage.now()
                    writer.change(
                        "INSERT INTO people (id, role, name, created, checksum) VALUES (?, ?, ?, ?, ?)",
                        (person.bytes, Role.TRAINEE.value, f"Trainee {number:03}-{trainee:02}", now, bytes(16)),
                    )
                    writer.change(
                        "INSERT INTO laptops (id, person, key, name, joined, seen) VALUES (?, ?, ?, 'laptop', ?, ?)",
                        (laptop.bytes, person.bytes, key.public, now, now),
                    )
                    members.append(person)
                    self.laptops.append((laptop.hex, key.seed.hex()))
                    self.owner[laptop.hex] = person
            storage.add_members(group.id, members)
            if number < BOARDS:
                teacher = storage.add_person(f"Teacher {number}", Role.INSTRUCTOR, f"teacher-{number}")
                storage.add_members(group.id, [teacher.id])
                token = secrets.token_bytes(32)
                storage.add_login(teacher.id, token)
                self.desks.append((token.hex(), group.id.hex))

    def start(self, folder: Path, port: int, part: int, *, cuts: float) -> tuple[subprocess.Popen[bytes], Path]:
        report = folder / f"report-{part}"
        task = Task(
            port=port,
            fingerprint=self.fingerprint.hex(),
            seconds=SECONDS,
            every=EVERY,
            cuts=cuts,
            report=str(report),
            laptops=self.laptops[part::PROCESSES],
            desks=self.desks[part::PROCESSES],
        )
        path = folder / f"task-{part}"
        path.write_bytes(msgspec.json.encode(task))
        return subprocess.Popen([sys.executable, "-m", "benchmarks.school_crowd", str(path)]), report


@pytest.fixture
def server() -> Iterator[Server]:
    """Debian's PostgreSQL with an empty database."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not programs:
        pytest.skip("Debian's PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="school-crowd-"))
    if os.getuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    found = Server(folder, programs[-1])
    yield found
    found.stop()
    shutil.rmtree(folder, ignore_errors=True)


def run(
    name: str,
    folder: Path,
    where: str,
    services: int,
    *,
    accidents: Callable[[Services, int], None] | None = None,
    cuts: float = 0.0,
    server: Server | None = None,
    most_dark: float = DARK,
) -> None:
    """Let everybody answer, and compare what was made with what is stored."""
    folder.mkdir()
    with open_storage(where) as storage:
        school = School(storage, folder)
    chain = Services(folder, where, services)
    before = server.cpu() if server else 0.0
    started = [school.start(folder, chain.port, part, cuts=cuts) for part in range(PROCESSES)]
    while any(process.poll() is None and not Path(f"{path}.entered").exists() for process, path in started):
        time.sleep(0.1)
    entering = chain.worked()
    kills = 0
    while any(process.poll() is None for process, _ in started):
        time.sleep(SECONDS / 8)
        chain.look()
        if accidents is not None and kills < KILLS:
            accidents(chain, kills)
            kills += 1
    worked = server.cpu() - before if server else 0.0
    chain.stop()
    reports = [msgspec.json.decode(path.read_bytes(), type=Report) for _, path in started]
    made = 0
    with open_storage(where) as storage:
        for number, entries in [pair for report in reports for pair in report.made.items()]:
            stored = [one.entry.id.hex() for one in storage.all_entries(school.owner[number])]
            assert sorted(stored) == sorted(entries), "made and not stored, or stored twice"
            made += len(entries)
    took = sorted(ms for report in reports for ms, _ in report.took)
    online = sorted(ms for report in reports for ms, was_in in report.took if was_in)
    dark = max(seconds for report in reports for seconds in report.dark)
    load = os.getloadavg()[0]
    print(
        f"\n{name}: {LAPTOPS} laptops, {BOARDS} boards, {services} services, {kills} kills: "
        f"all connected after {max(report.entered for report in reports):.1f} s, {made} entries made = stored, "
        f"p50 {at(took, 0.5):.0f} ms, p99 {at(took, 0.99):.0f} ms ({at(online, 0.99):.0f} ms of the connected), "
        f"CPU a laptop connecting {1000 * entering / LAPTOPS:.1f} ms, "
        f"an answer {1000 * (chain.cpu - entering) / len(took):.2f} ms (database {1000 * worked / len(took):.2f} ms), "
        f"{chain.peak / 1e6:.0f} MB a service, longest dark board {dark:.1f} s, "
        f"{sum(report.lines for report in reports)} lines pushed, load of the machine {load:.1f}"
    )
    if not IS_SMOKE:
        assert dark <= most_dark
        assert accidents is not None or at(took, 0.5) < BAR_MS


def at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def test_one_service_on_sqlite(tmp_path: Path) -> None:
    run("SQLite", tmp_path / "school", str(tmp_path / "school.db"), 1)


@pytest.mark.exhaustive
def test_one_service_on_postgresql(tmp_path: Path, server: Server) -> None:
    run("PostgreSQL", tmp_path / "school", server.address, 1, server=server)


def test_several_services_on_postgresql(tmp_path: Path, server: Server) -> None:
    run("PostgreSQL", tmp_path / "school", server.address, SERVICES, server=server)


@pytest.mark.exhaustive
def test_a_service_on_sqlite_is_killed(tmp_path: Path) -> None:
    run(
        "SQLite, service killed",
        tmp_path / "school",
        str(tmp_path / "school.db"),
        1,
        accidents=lambda chain, number: chain.kill(),
        cuts=SECONDS,
        most_dark=math.inf,  # nobody answers while the only service starts again
    )


def test_services_are_killed_one_by_one(tmp_path: Path, server: Server) -> None:
    run(
        "PostgreSQL, services killed",
        tmp_path / "school",
        server.address,
        SERVICES,
        accidents=lambda chain, number: chain.kill(),
        cuts=SECONDS,
        server=server,
    )


@pytest.mark.exhaustive
def test_the_database_is_killed(tmp_path: Path, server: Server) -> None:
    run(
        "PostgreSQL, database killed",
        tmp_path / "school",
        server.address,
        SERVICES,
        accidents=lambda chain, number: server.kill(),
        server=server,
        most_dark=math.inf,  # nor while the database does
    )

"""Real connections on the loopback: TLS, WebSockets, a service that stops and returns."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from tests.school.laptops import MemoryEntries
from tests.school.people import a_class, some_entries
from trainer.cli.main import main
from trainer.cli.places import user_places
from trainer.records.attempts import to_milliseconds, wall_clock
from trainer.records.store import Store
from trainer.school import protocol
from trainer.school.errors import AlreadyServedError, CannotOpenSchoolError, OtherCertificateError, WrongCodeError
from trainer.school.laptop.asyncio_transport import AsyncioTransport, sync_once
from trainer.school.laptop.join_client import JoinClient
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.pinned_https import PinnedHTTPS, names_to_join, unverified_context
from trainer.school.laptop.sync_client import State, SyncClient
from trainer.school.service.server import SchoolServer
from trainer.school.service_identity import ServiceIdentity
from trainer.school.storage.school_storage import Storage, open_storage
from trainer.system.log import NAME, start_log, stop_log


def now() -> int:
    return to_milliseconds(wall_clock())


def own_port() -> int:
    """A free port below the range that the system assigns, different for each test process."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for port in range(20_000 + 100 * worker, 20_100 + 100 * worker):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port
    raise AssertionError("no port is free")


@contextmanager
def served(storage: Storage, folder: Path, port: int = 0, **options: int) -> Iterator[SchoolServer]:
    serving = SchoolServer(storage, folder, name="Escuela", host="127.0.0.1", port=port, **options)
    serving.in_background(announces=False)
    try:
        yield serving
    finally:
        serving.stop()


def join(serving: SchoolServer, code: str, name: str, port: int | None = None) -> Link:
    address = f"127.0.0.1:{port or serving.port}"
    https = PinnedHTTPS(address)
    talk = JoinClient(code, address, "laptop")
    chosen = next(line for line in names_to_join(talk, https) if line.name == name)
    answer = https.post(protocol.PATHS["join"], talk.join(chosen.id, "1234"))
    return talk.joined(answer, https.fingerprint, uuid4())


def test_one_file_has_one_service_at_a_time(tmp_path: Path) -> None:
    with open_storage(tmp_path / "school.db") as storage, open_storage(tmp_path / "school.db") as again:
        with served(storage, tmp_path), pytest.raises(AlreadyServedError):
            SchoolServer(again, tmp_path, host="127.0.0.1", port=0)
        with served(again, tmp_path):  # the first has ended
            pass


def test_a_laptop_joins_and_syncs_over_tls_also_after_a_restart(tmp_path: Path) -> None:
    with open_storage(tmp_path / "school.db") as storage:
        group, (ana, _) = a_class(storage)
        with served(storage, tmp_path, port := own_port()) as serving:
            code, _ = serving.school.admission.open_code(group.id, None, None)
            link = join(serving, code, "Ana")
            assert link.fingerprint == serving.identity.fingerprint
            local = MemoryEntries(some_entries(30))
            core = SyncClient(link, LinkBook(None), local, now)
            assert asyncio.run(sync_once(core, 20))
            assert storage.person(ana.id).stored == 31

        async def comes_back() -> None:
            transport = AsyncioTransport(core, tick=0.05, wait=lambda failures: 0.1)
            running = asyncio.create_task(transport.run())
            await asyncio.sleep(0.2)  # nobody answers
            local.add(some_entries(5, 2))
            with served(storage, tmp_path, port):
                async with asyncio.timeout(20):
                    while core.state is not State.IN_STEP or core.waiting:
                        await asyncio.sleep(0.02)
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

        asyncio.run(comes_back())
        assert storage.person(ana.id).stored == 37


def test_nothing_is_sent_to_a_service_with_another_certificate(tmp_path: Path) -> None:
    with open_storage(tmp_path / "school.db") as storage:
        group, (ana, _) = a_class(storage)
        with served(storage, tmp_path / "true", port := own_port()) as serving:
            code, _ = serving.school.admission.open_code(group.id, None, None)
            link = join(serving, code, "Ana")
        ServiceIdentity(tmp_path / "false", wall_clock())
        with served(storage, tmp_path / "false", port) as impostor:
            assert impostor.identity.fingerprint != link.fingerprint
            core = SyncClient(link, LinkBook(None), MemoryEntries(some_entries(3)), now)
            asyncio.run(AsyncioTransport(core).once())
            assert core.state is State.AWAY and core.trouble is not None
            assert core.trouble.id == "school.error.other-certificate"
            assert storage.person(ana.id).stored == 0
            with pytest.raises(WrongCodeError):  # nor can the impostor use the code of the true service
                join(impostor, code, "Bea")
            with pytest.raises(OtherCertificateError):
                PinnedHTTPS(link.address, link.fingerprint).post(protocol.PATHS["hello"], b"")


def test_the_service_logs_refusals_and_unexpected_exceptions_without_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_log(tmp_path / "log")
    try:
        with open_storage(tmp_path / "school.db") as storage:
            group, _ = a_class(storage)
            with served(storage, tmp_path) as serving:
                code, _ = serving.school.admission.open_code(group.id, None, None)
                PinnedHTTPS(f"127.0.0.1:{serving.port}").post(protocol.PATHS["hello"], b"Ana")
                link = join(serving, code, "Ana")

                async def fail(*_: object) -> None:
                    raise RuntimeError("a bug that quotes Ana")

                monkeypatch.setattr(serving.school, "answer", fail)
                core = SyncClient(link, LinkBook(None), MemoryEntries(some_entries(3)), now)
                asyncio.run(AsyncioTransport(core).once())
    finally:
        stop_log()
    written = (tmp_path / "log" / NAME).read_text(encoding="utf-8")
    assert "refused Hello: malformed" in written
    assert "a connection failed" in written and "RuntimeError" in written
    assert "Ana" not in written and code not in written


def test_only_tls_and_only_the_known_paths_are_served(tmp_path: Path) -> None:
    with open_storage(None) as storage, served(storage, tmp_path) as serving:
        https = PinnedHTTPS(f"127.0.0.1:{serving.port}")
        for path in ("/", "/../../etc/passwd", "/live", "/join/hello/..", "/%2e%2e/key.pem", "/key.pem"):
            answer = https.post(path, b"x")
            assert b"PRIVATE KEY" not in answer and b"root:" not in answer
        large = b"x" * (protocol.MOST_BYTES_UNKNOWN + 1)  # still one packet, which is read before the reply
        refused = protocol.read_answer(https.post(protocol.PATHS["hello"], large))
        assert isinstance(refused, protocol.Refused) and refused.why == "malformed"
        assert isinstance(protocol.read_answer(https.post(protocol.PATHS["hello"], large * 50)), protocol.Refused)
        hello = protocol.encoded(protocol.Hello(nonce=bytes(32)))
        assert isinstance(protocol.read_answer(https.post(protocol.PATHS["hello"], hello)), protocol.HelloBack)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        with pytest.raises(ssl.SSLCertVerificationError):  # an ordinary client does not trust the certificate
            asyncio.run(asyncio.wait_for(_connect(serving.port, context), 10))


def test_silent_connections_of_one_address_are_limited(tmp_path: Path) -> None:
    with open_storage(None) as storage, served(storage, tmp_path, most_per_address=3) as serving:
        silent = [socket.create_connection(("127.0.0.1", serving.port), 30) for _ in range(5)]
        for refused in silent[3:]:  # the first ones are waited for; these are closed at once
            with contextlib.suppress(ConnectionResetError):
                assert refused.recv(1) == b""
        stranger = socket.create_connection(("127.0.0.1", serving.port), 30, ("127.0.0.2", 0))
        with unverified_context().wrap_socket(stranger) as spoken:  # from another address TLS works as always
            assert spoken.version() is not None
        for one in silent:
            one.close()
        for tries in range(300):  # the service notices a moment later
            try:
                assert PinnedHTTPS(f"127.0.0.1:{serving.port}").post(protocol.PATHS["hello"], b"x")
                break
            except CannotOpenSchoolError:
                assert tries < 299
                time.sleep(0.1)


def test_a_silent_connection_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainer.school.service.connection_limits.FIRST_REQUEST", 0.1)
    monkeypatch.setattr("trainer.school.service.app.FIRST_WORD", 0.1)
    with open_storage(None) as storage, served(storage, tmp_path) as serving:
        for said in (b"", b"POST /join", b"POST /join/hello HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"):
            found = unverified_context().wrap_socket(socket.create_connection(("127.0.0.1", serving.port), 30))
            with found, contextlib.suppress(ConnectionResetError, ssl.SSLEOFError):
                found.sendall(said)
                while found.recv(1_000):  # until the service closes it; a longer wait raises
                    pass


async def _connect(port: int, context: ssl.SSLContext) -> None:
    await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname="127.0.0.1")


def test_six_commands_make_a_class(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A laptop that was never used joins, and gets a profile with the trainee's name."""
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "laptop"))

    def trainer(*arguments: str) -> int:
        return main(["school", "--language", "en", *arguments])

    assert trainer("sync") == 1 and "join with" in capsys.readouterr().err  # not joined yet
    with open_storage(None) as storage, served(storage, tmp_path / "school") as serving:
        group, _ = a_class(storage)
        code, _ = serving.school.admission.open_code(group.id, None, None)
        monkeypatch.setattr("sys.stdin", io.StringIO("1234\n"))
        assert trainer("join", code, "--name", " ANA", "--address", f"127.0.0.1:{serving.port}") == 0
        assert "belongs to Ana" in capsys.readouterr().out
        assert trainer("sync") == 0
        monkeypatch.setattr("trainer.cli.school_laptop.find_services", list)
        assert trainer("join", code, "--name", "Bea") == 1 and "--address" in capsys.readouterr().err
    with Store(user_places().progress) as store:
        assert [profile.name for profile in store.profiles()] == ["Ana"]

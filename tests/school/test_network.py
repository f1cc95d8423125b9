"""The real thing on the loopback: TLS, WebSocket, the service gone and come back."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from tests.school.laptops import MemoryEntries
from tests.school.people import a_class, some_entries
from trainer.records.attempts import to_milliseconds, wall_clock
from trainer.school import protocol
from trainer.school.errors import CannotOpenSchoolError, OtherCertificateError, WrongCodeError
from trainer.school.laptop.asyncio_transport import AsyncioTransport, sync_once
from trainer.school.laptop.core import State, SyncCore
from trainer.school.laptop.https import PinnedHTTPS, names_to_join
from trainer.school.laptop.joining import JoinTalk
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.service.serving import Serving
from trainer.school.storage.opening import Storage, open_storage


def now() -> int:
    return to_milliseconds(wall_clock())


@contextmanager
def served(storage: Storage, folder: Path, port: int = 0) -> Iterator[Serving]:
    serving = Serving(storage, folder, name="Escuela", host="127.0.0.1", port=port)
    serving.in_background(announces=False)
    try:
        yield serving
    finally:
        serving.stop()


def join(serving: Serving, code: str, name: str, port: int | None = None) -> Link:
    address = f"127.0.0.1:{port or serving.port}"
    https = PinnedHTTPS(address)
    talk = JoinTalk(code, address, "laptop")
    chosen = next(line for line in names_to_join(talk, https) if line.name == name)
    answer = https.post(protocol.PATHS["join"], talk.join(chosen.id, "1234"))
    return talk.joined(answer, https.fingerprint, uuid4())


def test_a_laptop_joins_and_syncs_over_tls_also_after_the_service_was_gone(tmp_path: Path) -> None:
    with open_storage(tmp_path / "school.db") as storage:
        group, (ana, _) = a_class(storage)
        with served(storage, tmp_path) as serving:
            code, _ = serving.school.joining.open_code(group.id, None, None)
            link = join(serving, code, "Ana")
            assert link.fingerprint == serving.identity.fingerprint
            port = serving.port
            local = MemoryEntries(some_entries(30))
            core = SyncCore(link, LinkBook(None), local, now)
            assert asyncio.run(sync_once(core, 20))
            assert storage.person(ana.id).stored == 31

        async def comes_back() -> None:
            transport = AsyncioTransport(core, tick=0.05)
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


def test_a_service_with_another_certificate_gets_nothing(tmp_path: Path) -> None:
    with open_storage(tmp_path / "school.db") as storage:
        group, (ana, _) = a_class(storage)
        with served(storage, tmp_path / "true") as serving:
            code, _ = serving.school.joining.open_code(group.id, None, None)
            link = join(serving, code, "Ana")
            port = serving.port
        with served(storage, tmp_path / "false", port) as impostor:
            assert impostor.identity.fingerprint != link.fingerprint
            core = SyncCore(link, LinkBook(None), MemoryEntries(some_entries(3)), now)
            asyncio.run(AsyncioTransport(core).once())
            assert core.state is State.AWAY and core.trouble is not None
            assert core.trouble.id == "school.error.other-certificate"
            assert storage.person(ana.id).stored == 0
            with pytest.raises(WrongCodeError):  # nor can he take anybody in with the code of the true one
                join(impostor, code, "Bea")
            with pytest.raises(OtherCertificateError):
                PinnedHTTPS(link.address, link.fingerprint).post(protocol.PATHS["hello"], b"")


def test_only_tls_is_spoken_and_only_the_doors_are_open(tmp_path: Path) -> None:
    with open_storage(None) as storage, served(storage, tmp_path) as serving:
        https = PinnedHTTPS(f"127.0.0.1:{serving.port}")
        for path in ("/", "/../../etc/passwd", "/live", "/join/hello/..", "/%2e%2e/key.pem", "/key.pem"):
            answer = https.post(path, b"x")
            assert b"PRIVATE KEY" not in answer and b"root:" not in answer
        try:
            answer = protocol.read_answer(https.post(protocol.PATHS["hello"], b"x" * 100_000))
        except CannotOpenSchoolError:
            pass  # the door was shut before all of it was sent
        else:
            assert isinstance(answer, protocol.Refused) and answer.why == "malformed"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        with pytest.raises(ssl.SSLCertVerificationError):  # an ordinary client does not take it for an authority's
            asyncio.run(asyncio.wait_for(_connect(serving.port, context), 10))


async def _connect(port: int, context: ssl.SSLContext) -> None:
    await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname="127.0.0.1")

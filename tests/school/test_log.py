"""The service logs refusals and every unexpected exception, without anything private, and goes on serving."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.school.people import a_class
from tests.school.test_network import join, served
from trainer.school import protocol
from trainer.school.credentials import CONNECT, LaptopKey
from trainer.school.laptop.links import Link
from trainer.school.laptop.pinned_https import PinnedHTTPS, unverified_context
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import open_storage


class BrokenError(Exception):
    """A bug, whose message contains something private."""


def broken(*_: object) -> None:
    raise BrokenError("Ana, a long password")


async def connected(link: Link, port: int, request: bytes = b"") -> bytes:
    """Connect as a laptop and send a request; returns the first reply that is not a notice, or nothing."""
    key = LaptopKey(link.key)
    address = f"wss://127.0.0.1:{port}{protocol.PATHS['live']}"
    async with connect(address, ssl=unverified_context(), proxy=None, compression=None) as socket:
        try:
            first = await socket.recv()
            challenge = protocol.read_from_service(first) if isinstance(first, bytes) else None
            assert isinstance(challenge, protocol.Challenge)
            signature = key.sign(CONNECT, challenge.nonce + link.fingerprint + link.laptop)
            await socket.send(protocol.encoded(protocol.Prove(laptop=link.laptop, signature=signature)))
            await socket.recv()
            await socket.send(request)
            while True:
                reply = await socket.recv()
                assert isinstance(reply, bytes)
                if not isinstance(protocol.read_from_service(reply), protocol.Notice):
                    return reply
        except ConnectionClosed:
            return b""


def test_refusals_and_bugs_are_logged_without_private_data(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG, "trainer.school")

    def logged() -> list[tuple[int, str]]:
        found = [(record.levelno, record.getMessage()) for record in caplog.records]
        assert all(record.name.startswith("trainer.school") for record in caplog.records)
        caplog.clear()
        return found

    with open_storage(None) as storage, served(storage, tmp_path) as serving:
        group, _ = a_class(storage)
        storage.add_person("Dora", Role.INSTRUCTOR, "dora", "a long password")
        code, _ = serving.school.admission.open_code(group.id, None, None)
        link = join(serving, code, "Ana")
        https = PinnedHTTPS(f"127.0.0.1:{serving.port}")
        ping = protocol.encoded(protocol.Ping(sent=1))
        logged()

        https.post(protocol.PATHS["hello"], b"what is this")
        https.post(protocol.PATHS["login"], protocol.encoded(protocol.Login(login="dora", password="wrong guess")))
        asyncio.run(connected(link, serving.port, b"what is this"))
        refusals = logged()
        assert refusals == [
            (logging.WARNING, "refused Hello: malformed"),
            (logging.WARNING, "refused Login: wrong-password"),
            (logging.WARNING, "refused a request: malformed"),
        ]

        hello = protocol.encoded(protocol.Hello(nonce=bytes(32)))
        for where, message in (
            ("admission.hello", "answering Hello failed"),
            ("admit", "a connection failed"),
            ("requests.answer", "a connection failed"),
        ):
            with monkeypatch.context() as patch:
                owner, _, name = where.rpartition(".")
                patch.setattr(getattr(serving.school, owner) if owner else serving.school, name, broken)
                if where == "admission.hello":
                    assert https.post(protocol.PATHS["hello"], hello) == b""
                else:
                    assert asyncio.run(connected(link, serving.port, ping)) == b""
            (error,) = [record for record in caplog.records if record.levelno == logging.ERROR]
            assert error.getMessage() == message and error.exc_info and error.exc_info[0] is BrokenError
            caplog.clear()
        reply = protocol.read_from_service(asyncio.run(connected(link, serving.port, ping)))
        assert isinstance(reply, protocol.Pong), "it goes on serving"
    private = ("Ana", "Bea", "dora", "wrong guess", code, code.replace("-", ""))
    assert not any(word in message for _, message in refusals for word in private)

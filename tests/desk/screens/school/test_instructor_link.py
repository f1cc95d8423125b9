"""The instructor's link to a service of a later version: what cannot be read costs neither link nor other replies."""

from __future__ import annotations

from uuid import uuid4

import msgspec
import pytest

from trainer.desk.screens.school.instructor_link import InstructorLink
from trainer.school import protocol
from trainer.school.storage.people import Role
from trainer.texts import Message

WELCOME = protocol.Welcome(
    person=bytes(16),
    name="Dora",
    role=Role.INSTRUCTOR,
    school="Escuela",
    classes=(),
    stored=0,
    checksum=bytes(16),
    now=1,
)


def test_messages_of_a_later_version_are_told_and_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    link = InstructorLink("127.0.0.1:1", bytes(32), bytes(32))
    closed: list[bool] = []
    failures: list[Message] = []
    monkeypatch.setattr(link._wire, "close", lambda: closed.append(True))
    monkeypatch.setattr(link._wire, "send", lambda data: None)
    link.failed.connect(failures.append)
    link._received(protocol.encoded(WELCOME))
    replies: list[str] = []
    group = uuid4()
    link.ask(protocol.AskRoster(class_id=group), lambda reply: replies.append("roster"))
    link.ask(protocol.AskBoard(class_id=group), lambda reply: replies.append("board"))
    link._received(msgspec.msgpack.encode({"type": "Changed", "what": {"new": 1}}))
    link._received(msgspec.msgpack.encode({"type": "Holiday"}))
    link._received(msgspec.msgpack.encode({"type": "Roster", "people": {"new": 1}}))
    link._received(protocol.encoded(protocol.Board(class_id=group, now=1, lines=())))
    assert replies == ["board"] and len(failures) == 3 and not closed
    link._received(b"HTTP/1.1 400 Bad Request")
    assert closed == [True]


def test_a_desk_comes_back_before_the_laptops_and_then_once_a_second() -> None:
    link = InstructorLink("127.0.0.1:1", bytes(32), bytes(32))
    link._received(protocol.encoded(WELCOME))
    link._closed()
    waits = [link._again.interval()]
    link._closed()
    waits.append(link._again.interval())
    link.stop()
    assert waits == [300, 1_000]

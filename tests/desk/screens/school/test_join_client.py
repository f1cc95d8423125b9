"""Joining by code: what a service answers belongs to the attempt that asked it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject

from trainer.desk.screens.school import join_client
from trainer.desk.screens.school.join_client import ClassJoin
from trainer.texts import Message

asked: list[tuple[Callable[[bytes], None], Callable[[Message], None]]] = []


class SilentService(QObject):
    """Takes requests and never answers by itself; before its first reply it has no certificate."""

    fingerprint = b""

    def __init__(self, address: str, parent: QObject) -> None:
        super().__init__(parent)
        self.address = address

    def post(
        self, path: str, data: bytes, answered: Callable[[bytes], None], failed: Callable[[Message], None]
    ) -> None:
        asked.append((answered, failed))


def test_a_late_reply_to_an_earlier_attempt_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter pressed twice: the first reply came before the second service had shown its certificate."""
    monkeypatch.setattr(join_client, "ServiceRequests", SilentService)
    asked.clear()
    joining = ClassJoin()
    failures: list[Message] = []
    joining.failed.connect(failures.append)
    joining.begin("AB12-CD34", "127.0.0.1:1")
    joining.begin("AB12-CD34", "127.0.0.1:1")
    (first_answered, first_failed), (_, second_failed) = asked
    first_answered(b"hello")
    first_failed(Message("system.no-answer"))
    assert failures == []
    second_failed(Message("system.no-answer"))
    assert [failure.id for failure in failures] == ["school.error.cannot-open"]

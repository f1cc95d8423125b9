"""Garbage with Qt objects in it is collected in the thread of the windows, whoever creates objects elsewhere."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from threading import Thread, get_ident

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from trainer.desk.shell.start.garbage import begin_collecting_when_told, collect_due

_MANY = 50_000  # more than any threshold


class _Told(QObject):
    """Says in which thread it was deleted."""

    def __init__(self, deleted_in: list[int]) -> None:
        super().__init__()
        self.myself = self  # only the collector can delete it
        self._deleted_in = deleted_in

    def __del__(self) -> None:
        self._deleted_in.append(get_ident())


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    yield
    begin_collecting_when_told()


def _work_elsewhere() -> None:
    worker = Thread(target=lambda: [[] for _ in range(_MANY)])
    worker.start()
    worker.join()


def test_another_thread_deletes_no_qt_object(qtbot: QtBot) -> None:
    deleted_in: list[int] = []
    begin_collecting_when_told()
    _Told(deleted_in)
    _work_elsewhere()
    assert deleted_in == []
    objects: list[list[object]] = [[] for _ in range(_MANY)]
    collect_due()
    assert len(objects) == _MANY
    assert deleted_in == [get_ident()]


def test_python_alone_would_delete_it_there(qtbot: QtBot) -> None:
    """The reason for it all; if Python ever stops doing so, `garbage` can go."""
    deleted_in: list[int] = []
    _Told(deleted_in)
    gc.enable()
    _work_elsewhere()
    assert deleted_in
    assert get_ident() not in deleted_in

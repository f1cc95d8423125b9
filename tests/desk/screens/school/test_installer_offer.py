"""The line about the school's installer: quiet by itself; whoever pressed its button hears how it ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import msgspec
import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.school.releases import Maker
from trainer.desk.screens.school.installer_line import InstallerLine
from trainer.desk.screens.school.installer_offer import InstallerOffer
from trainer.school import protocol
from trainer.school.installers import download as downloads
from trainer.school.installers.download import InstallerDownload, Stage
from trainer.school.installers.release import Package
from trainer.school.installers.release_folder import ReleaseFolder
from trainer.school.service.installer_turns import InstallerTurns

OWNER = uuid4()


def test_only_what_was_asked_for_is_told_elsewhere(
    qtbot: QtBot, owned: Callable[[QWidget], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "own_package", lambda: Package.SETUP)
    maker, told = Maker(), []
    turns = InstallerTurns(tmp_path / "installers")
    ReleaseFolder(tmp_path / "installers").add(maker.release(tmp_path / "new", "9.0"), maker.key)
    asked: list[msgspec.Struct] = []
    download = InstallerDownload(asked.append, lambda: 0)
    owner = QObject()
    offer = InstallerOffer(SimpleNamespace(tell=lambda message, instead_of: told.append(message.id)), owner)
    offer.folder = lambda: tmp_path / "downloads"
    owned(screen := QWidget())  # not shown
    line = InstallerLine()
    line.setParent(screen)
    offer.follow(download)
    offer.attach(line)
    assert line.isHidden()
    download.welcomed("9.0")  # this checkout has no key
    assert not line.isHidden() and line.button.isHidden() and told == [] and asked == []
    download.key = lambda: maker.key
    download.welcomed("9.0")
    download.received(turns.release_list())
    assert not line.button.isHidden() and told == []
    line.pressed.emit()
    qtbot.waitUntil(lambda: isinstance(asked[-1], protocol.AskPiece))
    download.received(protocol.Piece(file=asked[-1].file, offset=0))  # the school has it no more
    assert told == ["installers.stage.failed"] and download.stage is Stage.OFFERED
    asked.clear()
    line.pressed.emit()
    qtbot.waitUntil(lambda: bool(asked))
    while download.is_under_way:
        count = len(asked)
        download.received(turns.piece(OWNER, asked[-1]))
        qtbot.waitUntil(lambda count=count: len(asked) > count or not download.is_under_way)
    assert told[1:] == ["installers.how.setup"] and len(list((tmp_path / "downloads").iterdir())) == 1
    offer.close()

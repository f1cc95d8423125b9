"""Fixtures of the desk: dresses, and a whole window in a folder of its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.desk.questions import Clock
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.study import StudyController
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Folders, Workplace
from trainer.desk.style.style import Style, apply_style, use_style
from trainer.desk.style.stylesheet import stylesheet
from trainer.desk.style.theme import THEMES
from trainer.desk.table import Felt, drawing
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.runs.records_file import RecordsFile
from trainer.texts import Language

NOW = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
SPANISH = Style(Language.ES, THEMES["dark"], motion=False)
ENGLISH = Style(Language.EN, THEMES["light"], motion=False)


@pytest.fixture(autouse=True)
def application(qapp: QApplication) -> QApplication:
    """Whatever of the desk is looked at, a font or a path, crashes without one: no test is the first of its process
    with none."""
    return qapp


@pytest.fixture
def owned(qapp: QApplication) -> Iterator[Callable[[QWidget], None]]:
    """Windows that Qt takes down after the test, whole and in its own order.

    Left to Python's collector, a window may lose its children before itself, and Qt crashes.
    """
    widgets: list[QWidget] = []
    yield widgets.append
    for widget in reversed(widgets):
        shiboken6.delete(widget)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def workplace(tmp_path: Path, clock: Clock) -> Iterator[Workplace]:
    """Real rulebooks, real drills and real records under a temporary folder."""
    recording = RecordsFile(tmp_path / "progress.db", lambda: NOW, lambda: "Croupier")
    yield Workplace(
        offers=Offers(shipped_library()),
        recording=recording,
        folders=Folders.below(tmp_path, tmp_path / "config", tmp_path),
        clock=clock,
        now=lambda: NOW,
        rng=random.Random(5),
    )
    recording.close()


_MOST_PIXELS = 30_000_000  # of all pictures that are kept: some thirty windows
_pictures: dict[tuple[object, ...], QPixmap] = {}


def _painted_once(paint: Callable[..., QPixmap]) -> Callable[..., QPixmap]:
    """A picture by all that it depends on, which is what the program itself keeps it by, and not by the felt: home has
    more tables than felts are held."""

    def find(felt: Felt, *wanted: object) -> QPixmap:
        _pictures[wanted] = picture = _pictures.pop(wanted, None) or paint(felt, *wanted)
        while len(_pictures) > 1 and sum(each.width() * each.height() for each in _pictures.values()) > _MOST_PIXELS:
            del _pictures[next(iter(_pictures))]
        return picture

    return find


_table_painted_once = _painted_once(drawing._painted_table)
_near_table_painted_once = _painted_once(drawing._near_table.__wrapped__)


@pytest.fixture
def painted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every window has its own folder, where no picture of a table is kept yet, but painting the tables that they all
    show is half of most tests: each is painted once for all of them."""
    monkeypatch.setattr(drawing, "_empty_table", lambda felt, wanted, pictures=None: _table_painted_once(felt, wanted))
    monkeypatch.setattr(drawing, "_near_table", _near_table_painted_once)


@pytest.fixture
def open_window(
    painted_once: None,
    owned: Callable[[QWidget], None],
    qtbot: QtBot,
    workplace: Workplace,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., MainWindow]:
    """Open the main window with the settings given. It is not painted unless a test looks at its pixels. The trainee
    knows a page of every game unless ``taught`` is false."""

    def open_it(painted: bool = False, taught: bool = True, **settings: object) -> MainWindow:
        if taught:
            monkeypatch.setattr(StudyController, "is_taught", lambda *_: True)
        window = MainWindow(workplace, Settings(**{"reduce_motion": True, "sound": "off", **settings}))
        owned(window)
        window.setUpdatesEnabled(painted)
        window.show_home()
        window.resize(1280, 720)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    return open_it


@pytest.fixture(autouse=True)
def _spanish() -> None:
    """Widgets that are created outside a window are Spanish."""
    use_style(SPANISH)


@pytest.fixture
def dressed(owned: Callable[[QWidget], None], qtbot: QtBot) -> Callable[..., object]:
    """Show a widget as it is shown in the window."""

    def show_it(widget, style: Style = SPANISH, size: tuple[int, int] = (900, 176)):
        owned(widget)
        widget.setStyleSheet(stylesheet(style))
        apply_style(widget, style)
        widget.resize(*size)
        widget.show()
        widget.activateWindow()
        qtbot.waitUntil(widget.isActiveWindow)
        return widget

    return show_it

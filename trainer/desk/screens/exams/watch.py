"""Observes the window during an exam and writes facts with their times into the log, never a judgement.

It prevents nothing. The room and the invigilator provide the security; the log provides the evidence.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from trainer.exams.sitting import Sitting

_SHORTEST_MILLISECONDS = 300  # a shorter loss of focus is caused by the window system


class Watch(QObject):
    """Observes from `begin` to `end`. ``noted`` emits the kind of each entry."""

    noted = Signal(str)

    def __init__(self, parent: QWidget, clock: Callable[[], int]) -> None:
        super().__init__(parent)
        self._window = parent
        self._clock = clock
        self._sitting: Sitting | None = None
        self._away_since: int | None = None
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._state_changed)
            # Methods, not lambdas: the application outlives this window and disconnects only bound methods.
            application.screenAdded.connect(self._screen_added)
            application.screenRemoved.connect(self._screen_removed)
            application.primaryScreenChanged.connect(self._screen_changed)
            application.commitDataRequest.connect(self._session_ends)
            application.aboutToQuit.connect(self._program_closed)
            QGuiApplication.clipboard().dataChanged.connect(self._clipboard_changed)

    def begin(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._away_since = None

    def end(self) -> None:
        self._come_back()
        self._sitting = None

    def _note(self, what: str, detail: str, lasted_ms: int = 0) -> None:
        if self._sitting is None:
            return
        try:
            self._sitting.incident(what, detail, lasted_ms)
        except OSError:  # the disk is full: the next answer cannot be saved either, and says so
            return
        self.noted.emit(what)

    def _screen_added(self, screen: QScreen) -> None:
        self._note("screen-added", screen.name())

    def _screen_removed(self, screen: QScreen) -> None:
        self._note("screen-removed", screen.name())

    def _screen_changed(self, screen: QScreen) -> None:
        self._note("screen-changed", screen.name())

    def _session_ends(self) -> None:
        self._note("session-ends", "")

    def _program_closed(self) -> None:
        self._note("program-closed", "")

    def _clipboard_changed(self) -> None:
        self._note("clipboard", "")

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive:
            self._come_back()
        elif self._sitting is not None and self._away_since is None:
            self._away_since = self._clock()

    def _come_back(self) -> None:
        if self._away_since is None:
            return
        lasted = (self._clock() - self._away_since) // 1_000_000
        self._away_since = None
        if lasted >= _SHORTEST_MILLISECONDS:
            self._note("not-in-front", "", lasted)

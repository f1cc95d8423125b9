"""What the window does when something fails: mend damaged records, or write a report and say so."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, qVersion

from trainer.desk.shell.faults.screen import FaultScreen
from trainer.desk.shell.navigation import Place
from trainer.records.errors import DamagedError
from trainer.runs.run import RECORDING_FAILURES
from trainer.system.crash_reports import write_crash_report
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

if TYPE_CHECKING:
    from trainer.desk.shell.window import MainWindow


class Trouble:
    """Whatever failed, what was answered so far is kept already."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._failed_at_home = False
        self._place = Place(lambda: window.show_screen(self.screen))

    @cached_property
    def screen(self) -> FaultScreen:
        screen = FaultScreen(self._window.dress)
        screen.home.connect(self._leave)
        screen.restore_wanted.connect(self._window.study.restore_backup)
        return screen

    def mends(self, error: BaseException) -> bool:
        """Whether what failed were damaged records, which could be mended; home says what was done."""
        window = self._window
        if not isinstance(error, DamagedError):
            return False
        try:
            window.workplace.recording.mend()
        except RECORDING_FAILURES:
            return False
        window.tell_notices()
        QTimer.singleShot(0, window, window.navigation.home)
        return True

    def show(self, error: BaseException) -> None:
        """The program failed: write a report and say so."""
        window, workplace = self._window, self._window.workplace
        try:
            path = write_crash_report(workplace.reports, error, workplace.now(), f"Qt {qVersion()}")
            message = Message("desk.fault.says", {"path": str(path)})
        except OSError as problem:
            message = Message("desk.fault.says-unwritten", {"problem": system_problem(problem)})
        if "exams" in window.__dict__:
            window.exams.let_go()
        shown = window.shown_screen()
        self._failed_at_home = shown is not None and shown in (window.__dict__.get("home"), self.screen)
        if window.run is not None and shown is window.__dict__.get("runner") and isinstance(error, Exception):
            workplace.offers.give_up(window.run.plan.rulebook, window.run.plan.game, error)
        self.screen.show_fault(message, error, has_backup=bool(workplace.recording.daily_backups.backups()))
        # The event that failed is still under way: change screens when it is over.
        QTimer.singleShot(0, window, lambda: window.navigation.push(self._place))

    def _leave(self) -> None:
        """Return home; if home itself failed, as a first-time user sees it."""
        self._window.show_home(is_first=self._failed_at_home)

"""Crash handling: write a report and show it, or repair damaged records. Answers given before a crash are already
saved."""

from __future__ import annotations

import traceback
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, qVersion
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from trainer.desk.shell.navigation import Place
from trainer.desk.style.style import current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import put_in_the_middle
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.words import Words
from trainer.records.errors import DamagedError
from trainer.runs.run import RECORDING_FAILURES
from trainer.system.crash_reports import write_crash_report
from trainer.system.lazy_imports import lazily
from trainer.texts import Message, say
from trainer.texts.system_errors import system_problem

with lazily():  # the screens are loaded already if one of them is shown
    from trainer.desk.screens.home.screen import HomeScreen
    from trainer.desk.screens.run.screen import RunnerScreen

if TYPE_CHECKING:
    from trainer.desk.shell.window import MainWindow


class CrashScreen(Screen):
    """Says that the program crashed and where the report is. Leads home or, if there is a backup, restores it."""

    home = Signal()
    restore_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._message: Message | str = ""
        self._error = ""
        self.title = Words("wrong")
        self.says = Words("large", wrap=True)
        self.error = Words("quiet", wrap=True)
        self.home_button = KeyButton("primary", height=56)
        self.home_button.clicked.connect(self.home)
        self.restore_button = KeyButton("quiet", height=44)
        self.restore_button.clicked.connect(self.restore_wanted)
        self.card = QFrame()
        self.card.setProperty("surface", "card")
        self._card = QVBoxLayout(self.card)
        for widget in (self.title, self.says, self.error):
            self._card.addWidget(widget)
        for button in (self.home_button, self.restore_button):
            self._card.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)
        put_in_the_middle(self.card, self)
        self.title.say(Message("desk.fault.title"))
        self.home_button.say(Message("desk.fault.home"), Message("desk.key.enter"))
        self.restore_button.say(Message("desk.fault.restore"))

    def show_fault(self, message: Message, error: BaseException, has_backup: bool = False) -> None:
        self._message = message
        self.restore_button.setVisible(has_backup)
        self._error = "".join(traceback.format_exception_only(error)).strip()
        self.restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (*ENTER_KEYS, Qt.Key.Key_Escape):
            self.home.emit()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        px = style.px
        self.card.setFixedWidth(px(760))
        self._card.setContentsMargins(px(40), px(32), px(40), px(32))
        self._card.setSpacing(px(16))
        self.says.setText(say(self._message, style.language))
        self.error.setText(self._error)


class CrashHandler:
    """Handles exceptions that nothing else caught."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._failed_at_home = False
        self._place = Place(lambda: window.show_screen(self.screen))

    @cached_property
    def screen(self) -> CrashScreen:
        screen = CrashScreen()
        screen.home.connect(self._leave)
        screen.restore_wanted.connect(self._window.study.restore_backup)
        return screen

    def mends(self, error: BaseException) -> bool:
        """Repair the records if the error means that they are damaged; returns whether they were repaired. Home then
        shows what was done."""
        window = self._window
        if not isinstance(error, DamagedError):
            return False
        try:
            window.workplace.recording.repair()
        except RECORDING_FAILURES:
            return False
        window.tell_notices()
        QTimer.singleShot(0, window, window.navigation.home)
        return True

    def show(self, error: BaseException) -> None:
        """Write a crash report and show the crash screen. The clock of a sitting is stopped, and a game whose question
        crashed is marked as unusable."""
        window, workplace = self._window, self._window.workplace
        try:
            path = write_crash_report(workplace.folders.reports, error, workplace.now(), f"Qt {qVersion()}")
            message = Message("desk.fault.says", {"path": str(path)})
        except OSError as problem:
            message = Message("desk.fault.says-unwritten", {"problem": system_problem(problem)})
        window.suspend_sitting()
        shown = window.shown_screen()
        self._failed_at_home = isinstance(shown, HomeScreen) or shown is self.screen
        if window.run is not None and isinstance(shown, RunnerScreen) and isinstance(error, Exception):
            workplace.offers.mark_unusable(window.run.plan.rulebook, window.run.plan.game, error)
        self.screen.show_fault(message, error, has_backup=bool(workplace.recording.daily_backups.backups()))
        # The event that crashed is still being handled: change screens after it.
        QTimer.singleShot(0, window, lambda: window.navigation.push(self._place))

    def _leave(self) -> None:
        """Return home; if home itself crashed, as a first-time user sees it."""
        self._window.show_home(is_first=self._failed_at_home)

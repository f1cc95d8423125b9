"""The frame of the window: a stack of screens, and what holds for all of them: language, appearance, size, notices."""

from __future__ import annotations

import logging

from msgspec import structs
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from trainer.desk.shell.settings import Settings, save_settings
from trainer.desk.shell.workplace import Workplace
from trainer.desk.style.dress import (
    SMALLEST_HEIGHT,
    SMALLEST_WIDTH,
    USUAL_HEIGHT,
    USUAL_WIDTH,
    Dress,
    scale_for,
    text_size_for,
)
from trainer.desk.style.stylesheet import stylesheet
from trainer.desk.style.theme import THEMES
from trainer.desk.widgets.notice_bar import NoticeBar
from trainer.desk.widgets.screen import Screen
from trainer.system.lazy_imports import lazily
from trainer.system.log import timed
from trainer.texts import Language, Message
from trainer.texts.system_errors import system_problem

with lazily():  # the first screen does not move
    from trainer.desk.style.motion import reduces_motion

# Settings that change how everything looks.
_log = logging.getLogger(__name__)
_SEEN = {"language", "appearance", "full_screen", "reduce_motion", "cloth", "four_colours", "side", "text_size"}
_ASKING_MILLISECONDS = 250  # after which the system is asked about motion: the first screen is painted by then


class Frame(QWidget):
    """One screen at a time, dressed as the settings say and as the size of the window asks for."""

    def __init__(self, workplace: Workplace, settings: Settings) -> None:
        super().__init__()
        self.workplace = workplace
        self.settings = settings
        self._system_is_still = False  # whether the system asks for little motion, once that is known
        self.dress = self._dress_for(USUAL_WIDTH, USUAL_HEIGHT)
        self.notices = NoticeBar(self.dress)
        self.stack = QStackedWidget()
        self._build()
        self.wear()
        QTimer.singleShot(_ASKING_MILLISECONDS, self, self._ask_system)

    def _build(self) -> None:
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.notices)
        layout.addWidget(self.stack, stretch=1)
        self.setMinimumSize(SMALLEST_WIDTH, SMALLEST_HEIGHT)
        self.resize(USUAL_WIDTH, USUAL_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that hold everywhere: no screen has another use for them, so they arrive here."""
        match event.key():
            case Qt.Key.Key_F1:
                self.tell(Message("desk.window.no-lesson"))
            case Qt.Key.Key_F2:
                self.switch_language()
            case Qt.Key.Key_F3:
                self.switch_appearance()
            case Qt.Key.Key_F7:
                self.switch_side()
            case Qt.Key.Key_F11:
                self.switch_full_screen()
            case _:
                super().keyPressEvent(event)

    # ── language, appearance, size ───────────────────────────────────────────────────────────────────────────────

    def switch_language(self) -> None:
        other = Language.EN if self.settings.language is Language.ES else Language.ES
        self.change_settings(language=other)

    def switch_appearance(self) -> None:
        self.change_settings(appearance="light" if self.settings.appearance == "dark" else "dark")

    def switch_side(self) -> None:
        """The tables as the dealer sees them, or as the players do."""
        self.change_settings(side="players" if self.settings.side == "dealer" else "dealer")

    def switch_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)  # back to maximised if it was
        self.change_settings(full_screen=self.isFullScreen())

    def change_settings(self, **changes: object) -> None:
        """Change settings, show them at once and keep them."""
        changed = structs.replace(self.settings, **changes)
        if changed == self.settings:
            return
        self.settings = changed
        if not _SEEN.isdisjoint(changes):
            self.wear()
        try:
            save_settings(self.settings, self.workplace.settings_path)
        except OSError as error:
            self.tell(Message("desk.window.settings-not-saved", {"problem": system_problem(error)}))

    def _dress_for(self, width: int, height: int) -> Dress:
        settings = self.settings
        motion = not settings.reduce_motion and not self._system_is_still
        theme, scale = THEMES[settings.appearance], scale_for(width, height)
        return Dress(
            settings.language,
            theme,
            scale,
            motion,
            settings.cloth,
            settings.four_colours,
            settings.side,
            text_size_for(settings.text_size, width, height),
        )

    def wear(self) -> None:
        """Dress everything that is seen as the settings and the size of the window say."""
        dress = self._dress_for(self.width(), self.height())
        self.dress = dress
        if (sheet := stylesheet(dress)) != self.styleSheet():  # another language looks the same: nothing is styled anew
            self.setStyleSheet(sheet)
        self.setFont(dress.font(14))
        self.setWindowTitle(dress.say("app.name"))
        self.notices.wear(dress)
        screen = self.shown_screen()
        if screen is not None:
            screen.wear(dress)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Dress for the size the window has, if that asks for another scale."""
        fitting = self._dress_for(self.width(), self.height())
        if (fitting.scale, fitting.text_size) != (self.dress.scale, self.dress.text_size):
            self.ensurePolished()  # before that Qt keeps what it read of the first sheet, whatever is set later
            self.wear()

    def _ask_system(self) -> None:
        """Whoever asked the system for little motion has it here; nothing has moved before."""
        self._system_is_still = reduces_motion()
        if self._system_is_still:
            self.wear()

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────

    def show_screen(self, screen: Screen) -> None:
        with timed(_log, f"showing {type(screen).__name__}"):
            if self.stack.indexOf(screen) < 0:
                self.stack.addWidget(screen)
            screen.wear(self.dress)
            self.stack.setCurrentWidget(screen)
            screen.take_focus()

    def shown_screen(self) -> Screen | None:
        """The screen that is shown; nothing before the first."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, Screen) else None

    def tell(self, message: Message, instead_of: str = "") -> None:
        """Something the user should know, whatever is shown; at once, if it takes the place of others."""
        self.notices.tell(message, instead_of)

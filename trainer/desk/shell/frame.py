"""The frame of the main window: a stack of screens, the notice bar, and the settings and keys that apply to every
screen.
"""

from __future__ import annotations

import logging

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from trainer.desk.shell.settings import Settings, save_settings
from trainer.desk.shell.workplace import Workplace
from trainer.desk.style.style import (
    SMALLEST_HEIGHT,
    SMALLEST_WIDTH,
    USUAL_HEIGHT,
    USUAL_WIDTH,
    Style,
    apply_style,
    scale_for,
    text_size_for,
    use_style,
)
from trainer.desk.style.stylesheet import stylesheet
from trainer.desk.style.theme import THEMES
from trainer.desk.table.pieces.stamp import forget_unused
from trainer.desk.widgets.idle_work import while_read
from trainer.desk.widgets.notice_bar import NoticeBar
from trainer.desk.widgets.screen import Screen
from trainer.system.lazy_imports import lazily
from trainer.system.log import timed
from trainer.texts import Language, Message
from trainer.texts.system_errors import system_problem

with lazily():  # not needed for the first screen
    from trainer.desk.style.motion import reduces_motion

_log = logging.getLogger(__name__)
# Settings that change the look of every screen.
_SEEN = {"language", "appearance", "full_screen", "reduce_motion", "cloth", "four_colours", "side", "text_size"}


class Frame(QWidget):
    """Shows one screen at a time, styled by the settings and scaled to the size of the window."""

    def __init__(self, workplace: Workplace, settings: Settings) -> None:
        super().__init__()
        self.workplace = workplace
        self.settings = settings
        self._system_is_still = False  # whether the system asks for reduced motion, once it was asked
        self._style = self._style_for(USUAL_WIDTH, USUAL_HEIGHT)
        use_style(self._style)
        self.notices = NoticeBar()
        self.stack = QStackedWidget()
        self._build()
        self.restyle()
        while_read(self, self._ask_system)

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
        """Keys that work on every screen. A screen that does not use them passes them on to here."""
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
        """Show the tables from the dealer's side or from the players' side."""
        self.change_settings(side="players" if self.settings.side == "dealer" else "dealer")

    def switch_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)  # keeps the maximised state
        self.change_settings(full_screen=self.isFullScreen())

    def come_to_front(self) -> None:
        """Show the window above others, also if it is minimised."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()

    def change_settings(self, **changes: object) -> None:
        """Change settings, apply them at once and save them."""
        changed = structs.replace(self.settings, **changes)
        if changed == self.settings:
            return
        self.settings = changed
        if not _SEEN.isdisjoint(changes):
            self.restyle()
        try:
            save_settings(self.settings, self.workplace.folders.settings_path)
        except OSError as error:
            self.tell(Message("desk.window.settings-not-saved", {"problem": system_problem(error)}))

    def _style_for(self, width: int, height: int) -> Style:
        settings = self.settings
        motion = not settings.reduce_motion and not self._system_is_still
        theme, scale = THEMES[settings.appearance], scale_for(width, height)
        return Style(
            settings.language,
            theme,
            scale,
            motion,
            settings.cloth,
            settings.four_colours,
            settings.side,
            text_size_for(settings.text_size, width, height),
        )

    def restyle(self) -> None:
        """Apply the style that follows from the settings and the window's size to the window and the shown screen."""
        style = self._style_for(self.width(), self.height())
        self._style = style
        if (sheet := stylesheet(style)) != self.styleSheet():  # a change of language alone needs no new style sheet
            if self.styleSheet():
                self.ensurePolished()  # otherwise Qt keeps what it read from the first style sheet
            self.setStyleSheet(sheet)
        self.setFont(style.font(14))
        self.setWindowTitle(style.say("app.name"))
        apply_style(self.notices, style)
        screen = self.shown_screen()
        if screen is not None:
            apply_style(screen, style)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Restyle the window if its size asks for another scale."""
        fitting = self._style_for(self.width(), self.height())
        if (fitting.scale, fitting.text_size) != (self._style.scale, self._style.text_size):
            self.restyle()

    def _ask_system(self) -> None:
        """Turn animations off if the system asks for reduced motion."""
        self._system_is_still = reduces_motion()
        if self._system_is_still:
            self.restyle()

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_screen(self, screen: Screen) -> None:
        with timed(_log, f"showing {type(screen).__name__}"):
            if screen is not self.stack.currentWidget():
                forget_unused()
            if self.stack.indexOf(screen) < 0:
                self.stack.addWidget(screen)
            apply_style(screen, self._style)
            self.stack.setCurrentWidget(screen)
            screen.take_focus()

    def shown_screen(self) -> Screen | None:
        """The screen that is shown; `None` before the first one."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, Screen) else None

    def tell(self, message: Message, instead_of: str = "") -> None:
        """Show a notice above the screens. It replaces the waiting notices whose id starts with ``instead_of``, if
        given."""
        self.notices.tell(message, instead_of)

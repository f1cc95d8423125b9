"""A lesson: the rules of a game as the regulation in force has them, in a column that is easy to read."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout

from trainer.desk.controls.title_bar import TitleBar
from trainer.desk.lessons.page import lesson_page
from trainer.desk.look.dress import Dress
from trainer.desk.look.stylesheet import SCROLL_BAR
from trainer.desk.screen import Screen
from trainer.rulebooks import GameRules
from trainer.study.lessons import lesson
from trainer.texts import say

COLUMN_WIDTH = 860  # about 95 letters
_STEP_KEYS: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_PAGE_KEYS: dict[int, int] = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_Space: 1, Qt.Key.Key_PageUp: -1}


class LessonScreen(Screen):
    """Scrolls with the arrows, the space bar and the page keys; Escape goes back where one came from (``back``)."""

    back = Signal()

    def __init__(self, dress: Dress) -> None:
        super().__init__(dress)
        self.rules: GameRules | None = None
        self.bar = TitleBar()
        self.browser = QTextBrowser()
        self.browser.setOpenLinks(False)
        self.browser.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.browser.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.browser, stretch=1)
        self.bar.leave.clicked.connect(self.back)

    def show_rules(self, rules: GameRules) -> None:
        """The lesson of a game under its regulation, from the top."""
        self.rules = rules
        self.wear(self.dress)
        self.browser.verticalScrollBar().setValue(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.browser.verticalScrollBar()
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        elif event.key() in _STEP_KEYS:
            bar.setValue(bar.value() + _STEP_KEYS[event.key()] * self.dress.px(48))
        elif event.key() in _PAGE_KEYS:
            bar.setValue(bar.value() + _PAGE_KEYS[event.key()] * (bar.pageStep() - self.dress.px(48)))
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar.setValue(bar.minimum() if event.key() == Qt.Key.Key_Home else bar.maximum())
        else:
            super().keyPressEvent(event)

    def wear(self, dress: Dress) -> None:
        super().wear(dress)
        if self.rules is None:
            return
        self.bar.wear(dress, dress.text("lesson.back"))
        self.bar.title.setText(say(self.rules.names, dress.language))
        self.bar.line.setText(say(self.rules.info.regulation, dress.language))
        bar = self.browser.verticalScrollBar()
        share = bar.value() / max(1, bar.maximum())
        page = lesson_page(lesson(self.rules, dress.language) or "", dress, dress.px(COLUMN_WIDTH))
        page.setParent(self.browser)
        self.browser.setDocument(page)
        self.browser.setAccessibleName(page.toPlainText())
        self._centre()
        page.size()  # lays all of it out now: how far it scrolls is known from the start
        bar.setValue(round(share * bar.maximum()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._centre()

    def _centre(self) -> None:
        """The column stands in the middle of whatever width there is."""
        side = max(self.dress.px(24), (self.width() - self.dress.px(COLUMN_WIDTH)) // 2)
        self.browser.setViewportMargins(side, 0, side - self.dress.px(SCROLL_BAR), 0)

"""One drill of a game: its button in the list, and the page with its levels."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent

from trainer.desk.screens.home.rows import HEIGHT, IN_SIGHT, Rows, row_button
from trainer.desk.style.signs import paint_sign
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.key_button import KeyButton
from trainer.drills.core import Family
from trainer.texts import say

_BAR, _TICK = 4, 12  # pixels: height of the bar of mastery, and of the tick


class LevelButton(KeyButton):
    """A level button with a bar that shows how well the level is known, and a tick once it is mastered."""

    def __init__(self) -> None:
        super().__init__("plain", height=HEIGHT, step=STEPS.large, widest=900, from_left=True)
        self.setCheckable(True)
        self.value: float | None = None  # mastery from 0 to 1; `None` before the first answer
        self.stand = ""

    def show_mastery(self, value: float | None, stand: str) -> None:
        self.value, self.stand = value, stand
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        style = current_style()
        if self.value is None:
            return
        px, theme = style.px, style.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        bar = QRectF(px(16), self.height() - px(12), self.width() - px(32), px(_BAR))
        painter.setBrush(colour(theme.line))
        painter.drawRoundedRect(bar, bar.height() / 2, bar.height() / 2)
        is_mastered = self.stand == "mastered"
        ink = theme.right if is_mastered else theme.note if self.stand == "fading" else theme.accent
        bar.setWidth(bar.width() * min(1.0, self.value))
        painter.setBrush(colour(ink))
        painter.drawRoundedRect(bar, bar.height() / 2, bar.height() / 2)
        if self.stand == "fading":  # broken, for people who do not distinguish the colours
            for place in (1, 2):
                gap = QRectF(bar.left() + bar.width() * place / 3 - px(1), bar.top(), px(2), bar.height())
                painter.fillRect(gap, colour(theme.raised))
        if is_mastered:
            tick = QRectF(self.width() - px(_TICK) - px(16), px(12), px(_TICK), px(_TICK))
            paint_sign(painter, "right", tick, colour(theme.right), 0.14)


class DrillRow(QObject):
    """The button opens the levels (``opened``); a level button starts that level (``wanted``)."""

    wanted = Signal(int)
    opened = Signal()

    def __init__(self, family: Family) -> None:
        super().__init__()
        self.family = family
        self.level = 0  # the level last used; 0 if there was none
        self.start = row_button()
        self.start.clicked.connect(self._open)
        self.levels = [LevelButton() for _ in family.levels]
        for number, button in enumerate(self.levels, 1):
            button.clicked.connect(lambda _=False, number=number: self.wanted.emit(number))
        self.page = Rows(self.levels, IN_SIGHT - 1)  # the mode stands above them

    def _open(self) -> None:
        if len(self.levels) > 1:
            self.opened.emit()
        else:
            self.go()

    def go(self) -> None:
        """Start the drill at the level last used, or the first."""
        self.wanted.emit(self.level or 1)

    def show_drill(self, key: str) -> None:
        language = current_style().language
        name = say(self.family.name, language)
        self.start.say(name, key, note=say(self.family.about, language))
        for number, button in enumerate(self.levels, 1):
            level_name = say(self.family.level_name(number), language)
            spoken = current_style().say("home.level-spoken", family=name, level=number, name=level_name)
            known = self._known(button)
            button.say(f"{number} · {level_name}", note=known or " ", spoken=f"{spoken}. {known}" if known else spoken)
            button.setChecked(number == self.level)

    @staticmethod
    def _known(button: LevelButton) -> str:
        """How well a level is known, as a text."""
        style = current_style()
        if button.value is None:
            return ""
        stand = style.text(f"study.stand.{button.stand}")
        return style.say("home.level-known", stand=stand, share=round(100 * button.value))

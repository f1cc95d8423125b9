"""One drill in the list of a game: name, description and levels."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from trainer.desk.style.signs import paint_sign
from trainer.desk.style.style import LEAST_TARGET, current_style
from trainer.desk.style.theme import colour
from trainer.desk.widgets.key_button import KeyButton
from trainer.drills.core import Family
from trainer.texts import say

_BAR, _TICK = 4, 12  # pixels: height of the bar of mastery, and of the tick


class LevelButton(KeyButton):
    """A level button with a bar that shows how well the level is known, and a tick once it is mastered."""

    def __init__(self) -> None:
        super().__init__("plain", height=64)
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
        bar = QRectF(px(8), self.height() - px(12), self.width() - px(16), px(_BAR))
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
            tick = QRectF(self.width() - px(_TICK) - px(5), px(5), px(_TICK), px(_TICK))
            paint_sign(painter, "right", tick, colour(theme.right), 0.14)


class DrillRow(QWidget):
    """The row starts its drill at the level last used or the first; a level button starts that level (``wanted``)."""

    wanted = Signal(int)

    def __init__(self, family: Family) -> None:
        super().__init__()
        self.family = family
        self.level = 0  # the level last used; 0 if there was none
        self.start = KeyButton(height=64, widest=600)
        self.start.clicked.connect(lambda: self.wanted.emit(self.level or 1))
        self.levels = [LevelButton() for _ in family.levels]
        self._key = ""
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.start, stretch=1)
        for number, button in enumerate(self.levels, 1):
            button.clicked.connect(lambda _=False, number=number: self.wanted.emit(number))
            button.installEventFilter(self)
            self._layout.addWidget(button)

    def show_drill(self, key: str) -> None:
        style = current_style()
        self._key = key
        self._layout.setSpacing(style.px(4))
        self._show_note(None)
        name = say(self.family.name, style.language)
        for number, button in enumerate(self.levels, 1):
            level_name = say(self.family.level_name(number), style.language)
            spoken = style.say("home.level-spoken", family=name, level=number, name=level_name)
            known = self._known(button)
            button.say(str(number), spoken=f"{spoken}. {known}" if known else spoken)
            button.setToolTip(f"{level_name} · {known}" if known else level_name)
            button.setChecked(number == self.level)
            button.setFixedWidth(style.target(LEAST_TARGET))

    @staticmethod
    def _known(button: LevelButton) -> str:
        """How well a level is known, as a text."""
        style = current_style()
        if button.value is None:
            return ""
        stand = style.text(f"study.stand.{button.stand}")
        return style.say("home.level-known", stand=stand, share=round(100 * button.value))

    def _show_note(self, level: int | None) -> None:
        """Write the description of the drill, or of the level under the pointer."""
        language = current_style().language
        note = self.family.about if level is None else self.family.level_name(level)
        self.start.say(say(self.family.name, language), self._key, note=say(note, language))
        self.start.setToolTip(say(note, language))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched in self.levels:
            if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
                self._show_note(self.levels.index(watched) + 1)
            elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
                self._show_note(None)
        return super().eventFilter(watched, event)

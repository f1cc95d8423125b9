"""A ring that fills with the time spent, and changes colour when the target is passed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS, colour

_FULL_CIRCLE = 360 * 16


class TimerRing(Styled, QWidget):
    """Seconds in the middle, the share of the target around them: brass within the target, red beyond."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._seconds = 0.0
        self._target = 1.0
        self.restyle()

    def show_time(self, seconds: float, target_seconds: float) -> None:
        shown = (int(seconds), round(min(1.0, seconds / target_seconds) * 360))
        before = (int(self._seconds), round(min(1.0, self._seconds / self._target) * 360))
        self._seconds, self._target = seconds, target_seconds
        if shown != before:
            self.update()

    def restyle(self) -> None:
        style = current_style()
        self.setFixedSize(style.px(40), style.px(40))
        self.setAccessibleName(style.say("runner.time-spoken"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(current_style().px(40), current_style().px(40))

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = style.px(4)
        ring = QRectF(self.rect()).adjusted(width, width, -width, -width)
        painter.setPen(QPen(colour(style.theme.line), width))
        painter.drawEllipse(ring)
        over = self._seconds > self._target
        pen = QPen(colour(style.theme.wrong if over else style.theme.accent), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        share = min(1.0, self._seconds / self._target)
        painter.drawArc(ring, 90 * 16, -round(share * _FULL_CIRCLE))
        painter.setPen(colour(style.theme.text))
        painter.setFont(style.font(STEPS.body, bold=True))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), str(int(self._seconds)))

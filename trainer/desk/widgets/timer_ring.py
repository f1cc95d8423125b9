"""A ring that fills with the time spent, and changes colour when the target is passed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.style.theme import STEPS, colour

_FULL_CIRCLE = 360 * 16


class TimerRing(QWidget):
    """Seconds in the middle, the share of the target around them: brass within the target, red beyond."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._dress: Dress | None = None
        self._seconds = 0.0
        self._target = 1.0

    def show_time(self, seconds: float, target_seconds: float) -> None:
        shown = (int(seconds), round(min(1.0, seconds / target_seconds) * 360))
        before = (int(self._seconds), round(min(1.0, self._seconds / self._target) * 360))
        self._seconds, self._target = seconds, target_seconds
        if shown != before:
            self.update()

    def wear(self, dress: Dress) -> None:
        self._dress = dress
        self.setFixedSize(dress.px(40), dress.px(40))
        self.setAccessibleName(dress.say("runner.time-spoken"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(40, 40) if self._dress is None else QSize(self._dress.px(40), self._dress.px(40))

    def paintEvent(self, event: QPaintEvent) -> None:
        dress = self._dress
        if dress is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = dress.px(4)
        ring = QRectF(self.rect()).adjusted(width, width, -width, -width)
        painter.setPen(QPen(colour(dress.theme.line), width))
        painter.drawEllipse(ring)
        over = self._seconds > self._target
        pen = QPen(colour(dress.theme.wrong if over else dress.theme.accent), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        share = min(1.0, self._seconds / self._target)
        painter.drawArc(ring, 90 * 16, -round(share * _FULL_CIRCLE))
        painter.setPen(colour(dress.theme.text))
        painter.setFont(dress.font(STEPS.body, bold=True))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), str(int(self._seconds)))

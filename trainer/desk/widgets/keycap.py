"""The picture of a key beside what it does."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from trainer.desk.style.dress import Dress
from trainer.desk.style.theme import STEPS, colour

HEIGHT = 20  # pixels at scale 1; a key with one letter is as wide
_CENTRED = int(Qt.AlignmentFlag.AlignCenter)  # joined once: that takes longer than drawing a digit


def paint_keycap(painter: QPainter, cap: QRectF, key: str, dress: Dress, ink: QColor | None = None) -> None:
    """A key in a box; quiet, or in the ``ink`` of the button it stands on."""
    edge = colour(dress.theme.line)
    if ink is not None:
        edge = QColor(ink)
        edge.setAlphaF(0.45)
    painter.save()
    painter.setPen(QPen(edge, dress.px(1)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(cap, dress.px(4), dress.px(4))
    painter.setFont(dress.font(STEPS.small, bold=True))
    painter.setPen(ink or colour(dress.theme.quiet))
    painter.drawText(cap, _CENTRED, key)
    painter.restore()

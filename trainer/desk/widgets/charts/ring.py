"""A ring that closes with mastery."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from trainer.desk.style.signs import paint_sign
from trainer.desk.style.style import Style
from trainer.desk.style.theme import colour

_FULL_CIRCLE = 360 * 16
_FADING = (1.2, 0.8)  # a broken arc: drawn and left out, in widths


def paint_ring(
    painter: QPainter, room: QRectF, value: float, style: Style, label: str = "", stand: str = "learning"
) -> None:
    """A share from 0 to 1 as an arc from the top; ``stand`` is that of `trainer.study.mastery.Stand` or ``locked``.

    What is mastered is a filled disc with a tick and what fades a broken arc, so that both are told by form as well as
    by colour.
    """
    theme = style.theme
    side = min(room.width(), room.height())
    width = max(2.0, side * 0.11)
    ring = QRectF(0, 0, side - width, side - width)
    ring.moveCenter(room.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if stand == "mastered":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(theme.right))
        painter.drawEllipse(ring.adjusted(-width / 2, -width / 2, width / 2, width / 2))
        inset = ring.width() * 0.16
        sign = ring.adjusted(inset, inset, -inset, -inset)
        paint_sign(painter, "right", sign, colour(theme.on_signal), 0.14)
        painter.restore()
        return
    if stand == "locked":
        painter.setPen(QPen(colour(theme.line), max(1.0, width / 2), Qt.PenStyle.DotLine))
        painter.drawEllipse(ring)
    else:
        painter.setPen(QPen(colour(theme.line), width))
        painter.drawEllipse(ring)
        pen = QPen(colour(theme.note if stand == "fading" else theme.accent), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap if value > 0.03 else Qt.PenCapStyle.FlatCap)
        if stand == "fading":
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(_FADING)
        painter.setPen(pen)
        painter.drawArc(ring, 90 * 16, -round(min(1.0, max(0.0, value)) * _FULL_CIRCLE))
    if label:
        painter.setFont(style.font(side * 0.42 / style.type_scale, bold=stand not in ("locked", "new")))
        painter.setPen(colour(theme.quiet if stand in ("locked", "new") else theme.text))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), label)
    painter.restore()

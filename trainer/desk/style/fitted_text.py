"""Paints text that always fits: it wraps or shrinks before a letter would be cut."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from trainer.desk.style.style import Style
from trainer.desk.style.theme import STEPS

_SMALLEST = 9  # pixels, whatever size of text somebody chose
_FROM_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = int(Qt.TextFlag.TextWordWrap)
_ANYWHERE = int(Qt.TextFlag.TextWrapAnywhere)


def font_for(words: str, room: QRectF, style: Style, step: int = STEPS.body, bold: bool = False) -> QFont | None:
    """The largest font up to a step of the type scale in which all words have room, in as many lines as that takes;
    nothing if not even the smallest will do."""
    for pixels in range(style.type_px(step), _SMALLEST - 1, -1):
        font = style.font(pixels / style.type_scale, bold=bold)
        needed = QFontMetricsF(font).boundingRect(QRectF(0, 0, room.width(), 10_000), _WRAPPED, words)
        if needed.width() <= room.width() and needed.height() <= room.height():
            return font
    return None


def paint_whole(
    painter: QPainter, room: QRectF, words: str, style: Style, step: int = STEPS.body, bold: bool = False
) -> None:
    """Words in the painter's colour from the left of a room; one that is too long for it goes on in the next line."""
    font = font_for(words, room, style, step, bold)
    painter.setFont(font or style.font(_SMALLEST / style.type_scale, bold=bold))
    painter.drawText(room, int(_FROM_LEFT) | (_WRAPPED if font else _ANYWHERE), words)

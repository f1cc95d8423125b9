"""Draws what a live felt shows besides its scene: the rack's values, money, hand signals, numbers of cards and chips
that are carried. All sizes are in felt units."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from trainer.desk.screens.live.signals import draw_signal
from trainer.desk.style.theme import PRINT, STEPS, colour, font
from trainer.desk.table.drawing import Look
from trainer.desk.table.furniture import paint_rack
from trainer.desk.table.pieces.chips import short_value
from trainer.equipment.money import print_amount
from trainer.texts import say

_IVORY, _INK = "#F2EAD3", "#14181C"
_LEAST_LABEL = 12  # pixels of a label of the rack
_LABEL_FROM, _LABEL_HIGH = 0.52, 0.26  # of the height of the rack
_HAND_INSET = 0.14  # of its diameter, so that the square hand stays in the round ground
NOTE = QRectF(-54, -21, 108, 42)
_CENTRED = int(Qt.AlignmentFlag.AlignCenter)


def paint_chips(
    painter: QPainter, box: QRectF, columns: Sequence[QRectF], values: Sequence[Fraction], look: Look, scale: float
) -> None:
    """The rack with a column of chips for each value, and the values before them: in short where they could not be
    read. ``scale`` is pixels by felt units."""
    paint_rack(painter, box, [look.house_colours.get(print_amount(value), "white") for value in values])
    words = [say(value, look.language) for value in values]
    if _label_size(columns[0], words) * scale < _LEAST_LABEL:
        words = [short_value(print_amount(value)) for value in values]
    face = font(STEPS.body, bold=True, condensed=True)
    face.setPixelSize(max(8, round(_label_size(columns[0], words))))
    painter.setFont(face)
    painter.setPen(colour(_IVORY))
    for column, label in zip(columns, words, strict=True):
        painter.drawText(column.adjusted(2, box.height() * _LABEL_FROM, -2, -4), _CENTRED, label)


def _label_size(column: QRectF, words: Sequence[str]) -> float:
    """The size at which all labels of the rack fit."""
    return min(column.height() * _LABEL_HIGH, column.width() * 1.5 / max(2, *map(len, words)))


def paint_number(painter: QPainter, at: QPointF, number: int) -> None:
    """The number of a card on its lower edge."""
    box = QRectF(at.x() - 17, at.y() - 22, 34, 34)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(_INK))
    painter.drawEllipse(box)
    painter.setPen(colour(_IVORY))
    painter.setFont(font(STEPS.title, bold=True))
    painter.drawText(box, _CENTRED, str(number))


def paint_hand(painter: QPainter, box: QRectF, signal: str) -> None:
    """A hand signal on a light ground, so that it can be told on cloth and rail."""
    painter.setPen(QPen(colour(PRINT.gold), 4))
    painter.setBrush(colour(_IVORY))
    painter.drawEllipse(box)
    inset = box.width() * _HAND_INSET
    draw_signal(painter, box.adjusted(inset, inset, -inset, -inset), signal)


def paint_money(painter: QPainter, at: QPointF, amount: str) -> None:
    """Two banknotes, one on the other, with the sum."""
    painter.save()
    painter.translate(at)
    for turn, paper in ((-7, "#A9BE9A"), (3, "#C9DAB8")):
        painter.save()
        painter.rotate(turn)
        painter.setPen(QPen(colour("#2F4A33"), 2))
        painter.setBrush(colour(paper))
        painter.drawRoundedRect(NOTE, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(NOTE.adjusted(5, 5, -5, -5), 3, 3)
        painter.restore()
    painter.setFont(font(STEPS.large, bold=True))
    painter.setPen(colour("#1B2E1E"))
    painter.drawText(NOTE, _CENTRED, amount)
    painter.restore()


def paint_carried(painter: QPainter, at: QPointF, words: str) -> None:
    """What chips are carried, beside the pointer."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(_INK, 0.85))
    painter.setFont(font(STEPS.title, bold=True))
    box = QRectF(at.x() + 14, at.y() - 52, painter.fontMetrics().horizontalAdvance(words) + 28, 40)
    painter.drawRoundedRect(box, 12, 12)
    painter.setPen(colour(_IVORY))
    painter.drawText(box, _CENTRED, words)

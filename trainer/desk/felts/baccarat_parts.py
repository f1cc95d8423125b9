"""Parts that all baccarat felts share: the place of a hand with its third card across, and the place of the call."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from trainer.desk.felts.base import SpotGeometry, rectangle
from trainer.desk.pieces.cards import RATIO

_STEP = 1.22  # from card to card, in card widths: the third lies across and clear of the second
_MARGIN = 12.0


def hand_width(card_width: float) -> float:
    """How long the place of a hand is: two cards upright and the third across."""
    return card_width * (0.5 + 2 * _STEP + RATIO / 2) + 2 * _MARGIN


def hand_spot(left: float, middle: float, card_width: float) -> SpotGeometry:
    """A hand that begins at the left edge of its place; what it counts is written below it."""
    height = card_width * RATIO + 2 * _MARGIN
    box = QRectF(left, middle - height / 2, hand_width(card_width), height)
    first = QPointF(left + _MARGIN + card_width / 2, middle)
    note = QPointF(box.center().x(), box.bottom() + 18)
    return SpotGeometry(first, rectangle(box, 12), card_width=card_width, card_step=_STEP, centred=False, note=note)


def call_spot(at: QPointF, width: float) -> SpotGeometry:
    """Where the call is written."""
    return SpotGeometry(at, rectangle(QRectF(at.x() - width / 2, at.y() - 20, width, 40), 10), note=at)

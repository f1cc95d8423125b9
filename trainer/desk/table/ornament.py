"""Ornaments that the print of a cloth has beside its boxes: a frame with suits in its corners, a title between two
flourishes, a rosette of suits woven faintly into the cloth."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform

from trainer.desk.style.theme import PRINT, colour
from trainer.desk.table.base import Felt, rectangle
from trainer.desk.table.imprint import Words
from trainer.desk.table.parts import print_lines, print_words
from trainer.desk.table.pieces.ink import fill, fit_text, upright
from trainer.desk.table.pieces.suits import suit_path
from trainer.equipment.cards import Suit
from trainer.texts import Language, say

_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_INSET, _BETWEEN = 20.0, 7.0  # felt units from the rail to the frame, and between its two lines
_CORNER = 34.0  # radius of the frame's concave corners
_SIGN = 22.0  # height of the suits in its corners
_REACH = 150.0  # longest flourish beside a title


def print_frame(painter: QPainter, felt: Felt) -> None:
    """A double gold line along the rail with a suit in each corner."""
    rail = felt.rail_width + _INSET
    bounds = QRectF(QPointF(), felt.size).adjusted(rail, rail, -rail, -rail)
    for inset, width, strength in ((0.0, 2.2, 0.62), (_BETWEEN, 1.1, 0.42)):
        box = bounds.adjusted(inset, inset, -inset, -inset)
        print_lines(painter, _concave(box, _CORNER), colour(PRINT.gold, strength), width)
    corners = (bounds.topLeft(), bounds.topRight(), bounds.bottomRight(), bounds.bottomLeft())
    for suit, corner in zip(_SUITS, corners, strict=True):
        print_suit(painter, suit, corner, _SIGN, 0.7)


def _concave(box: QRectF, radius: float) -> QPainterPath:
    """A rectangle whose corners are cut out in quarter circles."""
    path = rectangle(box)
    for corner in (box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()):
        bite = QPainterPath()
        bite.addEllipse(corner, radius, radius)
        path = path.subtracted(bite)
    return path


def print_suit(painter: QPainter, suit: str, middle: QPointF, height: float, strength: float) -> None:
    """A suit in gold; ``strength`` is its opacity."""
    placed = QTransform().translate(middle.x(), middle.y()).scale(height, height)
    with upright(painter, middle):
        fill(painter, placed.map(suit_path(suit)), colour(PRINT.gold, strength))


def print_title(painter: QPainter, words: Words, language: Language, box: QRectF, height: float = 26.0) -> None:
    """Words in gold between two flourishes that end in a suit."""
    print_words(painter, words, language, box, height=height, ink=PRINT.gold, spacing=6)
    wide = fit_text(say(words, language).upper(), box, height=height, spacing=6).boundingRect().width()
    free = (box.width() - wide) / 2
    if free < height * 2:
        return
    reach = min(_REACH, free - height)
    y = box.center().y()
    for side in (-1, 1):
        start = box.center().x() + side * (wide / 2 + height)
        line = QPainterPath(QPointF(start, y - 1.6))
        line.lineTo(start + side * reach, y)
        line.lineTo(start, y + 1.6)
        fill(painter, line, colour(PRINT.gold, 0.8))
        print_suit(painter, Suit.DIAMONDS, QPointF(start, y), height * 0.5, 0.9)


def print_rosette(painter: QPainter, middle: QPointF, size: float) -> None:
    """The four suits round a point, as faint as a weave."""
    step = size * 0.29
    with upright(painter, middle):
        for suit, (across, down) in zip(_SUITS, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
            placed = QTransform().translate(middle.x() + across * step, middle.y() + down * step).scale(step, step)
            fill(painter, placed.map(suit_path(suit)), colour("#000000", 0.10))
    ring = QPainterPath()
    ring.addEllipse(middle, size / 2, size / 2)
    print_lines(painter, ring, colour("#000000", 0.12), 3)

"""Hand signals of players, drawn large enough to be read at a glance."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

_SKIN, _EDGE, _CHIP = QColor("#E8B48C"), QColor("#5A3520"), QColor("#B3262E")
_FINGERS = {"hit": 1, "double": 1, "split": 2, "surrender": 1}
KNOWN = ("hit", "stand", "double", "split", "surrender", "unclear")


def draw_signal(painter: QPainter, box: QRectF, signal: str) -> None:
    """A hand in a square box: a finger on the felt, a flat hand waved, one or two fingers beside chips, a line."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.topLeft())
    painter.scale(box.width() / 100, box.height() / 100)
    if signal in ("stand", "unclear"):
        _flat_hand(painter, tilted=signal == "unclear")
    else:
        _pointing_hand(painter, signal)
    painter.restore()


def _pointing_hand(painter: QPainter, signal: str) -> None:
    """A fist from above, its back to the player; one or two stretched fingers point at the felt below."""
    stretched = _FINGERS.get(signal, 1)
    back = QPainterPath()
    back.addRoundedRect(QRectF(20, 4, 56, 34), 14, 14)
    _ink(painter, back.united(_finger(QPointF(72, 14), -32, 30, 12)))  # with the thumb
    for number in range(4):
        at = QPointF(27 + number * 14, 32)
        if number in (1, 2)[:stretched]:
            lean = {1: 12 if stretched == 2 else 0, 2: -12}[number]
            _ink(painter, _finger(at, lean, 50, 13))
        else:
            _ink(painter, _finger(at, 0, 19, 13))
    if signal == "hit":
        painter.setPen(QPen(_EDGE, 4, c=Qt.PenCapStyle.RoundCap))
        for x in (20, 48):
            painter.drawArc(QRectF(x, 80, 18, 12), 200 * 16, 140 * 16)
    elif signal == "surrender":
        painter.setPen(QPen(_EDGE, 5, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(8, 93), QPointF(92, 93))
    else:
        _chips(painter)


def _flat_hand(painter: QPainter, tilted: bool) -> None:
    """A flat hand with its way from side to side; tilted where it may mean something else."""
    painter.save()
    if tilted:
        painter.translate(8, 14)
        painter.rotate(-16)
    hand = QPainterPath()
    hand.addRoundedRect(QRectF(28, 36, 44, 40), 14, 14)
    for number in range(4):
        hand = hand.united(_finger(QPointF(34 + number * 11, 42), 180, 34 if number in (0, 3) else 38, 9.5))
    hand = hand.united(_finger(QPointF(70, 62), -120, 24, 10))
    _ink(painter, hand)
    painter.restore()
    painter.setPen(QPen(_EDGE, 5, c=Qt.PenCapStyle.RoundCap))
    if tilted:
        for x in (84, 92):
            painter.drawPoint(QPointF(x, 20))
        return
    for left, right in ((6, 20), (80, 94)):
        painter.drawLine(QPointF(left, 90), QPointF(right, 90))
        out = left if left < 50 else right
        step = 7 if left < 50 else -7
        painter.drawLine(QPointF(out, 90), QPointF(out + step, 84))
        painter.drawLine(QPointF(out, 90), QPointF(out + step, 96))


def _finger(at: QPointF, angle: float, length: float, width: float = 13) -> QPainterPath:
    finger = QPainterPath()
    finger.addRoundedRect(QRectF(-width / 2, 0, width, length), width / 2, width / 2)
    return QTransform().translate(at.x(), at.y()).rotate(angle).map(finger)


def _ink(painter: QPainter, hand: QPainterPath) -> None:
    painter.setBrush(_SKIN)
    painter.setPen(QPen(_EDGE, 3.2))
    painter.drawPath(hand)


def _chips(painter: QPainter) -> None:
    """Chips that were put beside the bet."""
    painter.setPen(QPen(QColor("#FFFFFF"), 2))
    painter.setBrush(_CHIP)
    for level in range(3):
        painter.drawEllipse(QRectF(68, 80 - level * 7, 28, 14))

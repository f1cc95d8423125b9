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
    """The back of a hand from above; its fingers point at the felt below."""
    hand = QPainterPath()
    hand.addRoundedRect(QRectF(26, 6, 46, 44), 18, 18)
    fingers = _FINGERS.get(signal, 1)
    if fingers == 2:
        for angle, x in ((14, 36), (-14, 62)):
            hand = hand.united(_finger(QPointF(x, 40), angle, 50))
    else:
        hand = hand.united(_finger(QPointF(42, 42), 0, 46))
    _ink(painter, hand)
    if signal == "hit":
        painter.setPen(QPen(_EDGE, 4, c=Qt.PenCapStyle.RoundCap))
        for x in (22, 60):
            painter.drawArc(QRectF(x, 78, 20, 14), 200 * 16, 140 * 16)
    elif signal == "surrender":
        painter.setPen(QPen(_EDGE, 5, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(8, 95), QPointF(92, 95))
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

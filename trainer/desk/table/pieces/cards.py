"""Cards: faces with large indices and pips as on real cards, courts as a framed letter, the joker, and the back.

A card of width 1 is 1.4 high; everything is drawn in a box of 100 by 140 that is scaled to the size wanted.
"""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QTransform

from trainer.desk.style.theme import CARD, colour
from trainer.desk.table.pieces.ink import box_shadow, darker, fill, fit_text, lighter, outline
from trainer.desk.table.pieces.stamp import stamp
from trainer.desk.table.pieces.suits import suit_path
from trainer.equipment.cards import Card

RATIO = 1.4
_WIDTH, _HEIGHT = 100.0, 140.0
_CORNER = 6.0
_BODY = QRectF(-50, -70, 100, 140)

# Columns and rows of the pips, as on every standard deck; below the middle they stand on their heads.
_LEFT, _MIDDLE, _RIGHT = -14.5, 0.0, 14.5
_TOP, _BOTTOM = -47.0, 47.0
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)),
    "3": ((_MIDDLE, _TOP), (_MIDDLE, 0), (_MIDDLE, _BOTTOM)),
    "4": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, _BOTTOM)),
}
_PIPS["5"] = (*_PIPS["4"], (_MIDDLE, 0))
_PIPS["6"] = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, 0, _BOTTOM))
_PIPS["7"] = (*_PIPS["6"], (_MIDDLE, _TOP / 2))
_PIPS["8"] = (*_PIPS["6"], (_MIDDLE, _TOP / 2), (_MIDDLE, _BOTTOM / 2))
_PIPS["9"] = (*((x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, _TOP / 3, _BOTTOM / 3, _BOTTOM)), (_MIDDLE, 0))
_PIPS["T"] = (*_PIPS["9"][:-1], (_MIDDLE, _TOP * 2 / 3), (_MIDDLE, _BOTTOM * 2 / 3))


def ink_of(card: Card, four_colour: bool = False) -> str:
    """The colour a card is printed in."""
    if four_colour and card.suit in ("D", "C"):
        return CARD.blue if card.suit == "D" else CARD.green
    return CARD.red if card.is_red or card.is_joker else CARD.black


def draw_card(
    painter: QPainter,
    centre: QPointF,
    width: float,
    card: str,
    *,
    face_up: bool = True,
    turn: float = 0.0,
    four_colour: bool = False,
) -> None:
    """Lay a card on the cloth, turned by so many degrees; a card without text or face down shows its back."""
    shown = Card.parse(card) if card and face_up else None
    key = ("card", shown, round(width, 2), turn, four_colour)
    reach = width * 0.98
    bounds = QRectF(-reach, -reach, reach * 2, reach * 2)

    def paint(inner: QPainter) -> None:
        inner.rotate(turn)
        inner.scale(width / _WIDTH, width / _WIDTH)
        _paint_shadow(inner, turn)
        if shown is None:
            paint_back(inner)
        else:
            paint_face(inner, shown, four_colour)

    stamp(painter, centre, key, bounds, paint)


def _paint_shadow(painter: QPainter, turn: float) -> None:
    # The light does not turn with the card.
    angle = math.radians(turn)
    away = QPointF(2.6 * math.cos(angle) + 3.6 * math.sin(angle), 3.6 * math.cos(angle) - 2.6 * math.sin(angle))
    box_shadow(painter, _BODY, _CORNER, 6, strength=0.5, away=away)


def _paint_paper(painter: QPainter) -> QPainterPath:
    paper = QPainterPath()
    paper.addRoundedRect(_BODY, _CORNER, _CORNER)
    sheen = QLinearGradient(_BODY.topLeft(), _BODY.bottomRight())
    sheen.setColorAt(0, QColor("#FFFFFF"))
    sheen.setColorAt(0.4, colour(CARD.paper))
    sheen.setColorAt(1, darker(CARD.paper, 0.05))
    painter.fillPath(paper, sheen)
    outline(painter, paper, CARD.edge, 1.1)
    return paper


def paint_face(painter: QPainter, card: Card, four_colour: bool = False) -> None:
    """A card's face in the box of 100 by 140 round the origin."""
    _paint_paper(painter)
    ink = ink_of(card, four_colour)
    if card.is_joker:
        _paint_joker(painter, ink)
        return
    for half in (0, 180):
        painter.save()
        painter.rotate(half)
        _paint_index(painter, card, ink)
        painter.restore()
    if card.rank in _PIPS:
        for x, y in _PIPS[card.rank]:
            _paint_suit(painter, card.suit, (x, y), -17.5 if y > 0 else 17.5, ink)
    elif card.rank == "A":
        _paint_suit(painter, card.suit, (0, 0), 46, ink)
    else:
        _paint_court(painter, card, ink)


def _paint_index(painter: QPainter, card: Card, ink: str) -> None:
    text = "10" if card.rank == "T" else card.rank
    box = QRectF(-47.2, -65, 20.5, 27)
    fill(painter, fit_text(text, box, narrowest=0.7), ink)
    _paint_suit(painter, card.suit, (box.center().x(), -22.8), 15.5, ink)


def _paint_suit(painter: QPainter, suit: str, at: tuple[float, float], size: float, ink: str) -> None:
    """A suit of a size at a point; a negative size stands on its head."""
    place = QTransform().translate(*at).scale(abs(size), size)
    fill(painter, place.map(suit_path(suit)), ink)


def _paint_court(painter: QPainter, card: Card, ink: str) -> None:
    frame = QRectF(-23.5, -56, 47, 112)
    panel = QPainterPath()
    panel.addRoundedRect(frame, 3, 3)
    wash = QLinearGradient(frame.topLeft(), frame.bottomRight())
    wash.setColorAt(0, lighter(ink, 0.92))
    wash.setColorAt(1, lighter(ink, 0.84))
    painter.fillPath(panel, wash)
    painter.save()
    painter.setClipPath(panel)
    outline(painter, lattice(7), colour(ink, 0.13), 0.7)
    painter.restore()
    for half in (0, 180):
        painter.save()
        painter.rotate(half)
        fill(painter, _ornament(card.rank), CARD.gold)
        outline(painter, _ornament(card.rank), darker(CARD.gold, 0.35), 0.5)
        _paint_suit(painter, card.suit, (-14.6, -46), 11.5, ink)
        painter.restore()
    medal = QPainterPath()
    medal.addEllipse(QPointF(), 20.5, 26)
    fill(painter, medal, CARD.paper)
    outline(painter, medal, ink, 1.5)
    ring = QPainterPath()
    ring.addEllipse(QPointF(), 18.2, 23.6)
    outline(painter, ring, CARD.gold, 0.9)
    fill(painter, fit_text(card.rank, QRectF(-15, -15.5, 30, 31)), ink)
    outline(painter, panel, ink, 1.3)
    inner = QPainterPath()
    inner.addRoundedRect(frame.adjusted(2.4, 2.4, -2.4, -2.4), 1.5, 1.5)
    outline(painter, inner, CARD.gold, 0.8)


def lattice(step: int) -> QPainterPath:
    """Crossed lines over the whole card."""
    path = QPainterPath()
    for offset in range(-24 * step, 24 * step + 1, step):
        path.moveTo(offset - 80, -80)
        path.lineTo(offset + 80, 80)
        path.moveTo(offset + 80, -80)
        path.lineTo(offset - 80, 80)
    return path


@lru_cache(maxsize=4)
def _ornament(rank: str) -> QPainterPath:
    """What stands over a court's letter: the king's crown with five points, the queen's with three, the knave's cap."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    left, right, base, rim = -7.0, 15.0, -30.5, -34.5
    if rank == "J":
        path.moveTo(left, rim)
        path.cubicTo(left + 1, -44, right - 4, -47, right, rim)
        path.closeSubpath()
        path.moveTo(right - 7, -38)
        path.cubicTo(right - 5, -46, right - 1, -50, right + 4, -51)
        path.cubicTo(right + 4, -45, right + 1, -40, right - 4, -36)
        path.closeSubpath()
    else:
        points = 3 if rank == "Q" else 5
        step = (right - left) / (points - 1)
        tips = [QPointF(left + index * step, -48.5 if index == points // 2 else -45.5) for index in range(points)]
        path.moveTo(left, rim)
        for index, tip in enumerate(tips):
            path.lineTo(tip)
            if index < points - 1:
                path.lineTo(tip.x() + step / 2, -38.5)
        path.lineTo(right, rim)
        path.closeSubpath()
        for tip in tips:
            path.addEllipse(tip, 1.6, 1.6)
    path.addRoundedRect(QRectF(left, rim + 1, right - left, base - rim - 1), 1, 1)
    return path


def _paint_joker(painter: QPainter, ink: str) -> None:
    for half in (0, 180):
        painter.save()
        painter.rotate(half)
        for index, letter in enumerate("JOKER"):
            box = QRectF(-46.5, -65 + index * 17, 14, 14.5)
            fill(painter, fit_text(letter, box), ink)
        painter.restore()
    star = QPainterPath()
    cap = QPainterPath(QPointF(-22, 16))
    cap.cubicTo(-34, -4, -38, -22, -27, -34)
    cap.cubicTo(-20, -26, -12, -18, -9, -6)
    cap.cubicTo(-8, -26, -4, -40, 0, -46)
    cap.cubicTo(4, -40, 8, -26, 9, -6)
    cap.cubicTo(12, -18, 20, -26, 27, -34)
    cap.cubicTo(38, -22, 34, -4, 22, 16)
    cap.closeSubpath()
    fill(painter, cap, ink)
    outline(painter, cap, darker(ink, 0.25), 1)
    for x, y in ((-27, -36), (0, -48), (27, -36)):
        star.addEllipse(QPointF(x, y), 4.2, 4.2)
    fill(painter, star, CARD.gold)
    band = QPainterPath()
    band.addRoundedRect(QRectF(-25, 15, 50, 9), 4, 4)
    fill(painter, band, CARD.gold)
    collar = QPainterPath()
    for index in range(5):
        tip = -20 + index * 10
        collar.moveTo(tip - 5, 23)
        collar.lineTo(tip + 5, 23)
        collar.lineTo(tip, 38)
        collar.closeSubpath()
    fill(painter, collar, CARD.black)


def paint_back(painter: QPainter) -> None:
    """The back: a lattice in a white border, the same both ways up."""
    _paint_paper(painter)
    field = _BODY.adjusted(5, 5, -5, -5)
    panel = QPainterPath()
    panel.addRoundedRect(field, 3.5, 3.5)
    dye = QLinearGradient(field.topLeft(), field.bottomRight())
    dye.setColorAt(0, lighter(CARD.back, 0.10))
    dye.setColorAt(1, darker(CARD.back, 0.18))
    painter.fillPath(panel, dye)
    painter.save()
    painter.setClipPath(panel)
    outline(painter, lattice(9), colour("#FFFFFF", 0.32), 1.1)
    painter.restore()
    rim = QPainterPath()
    rim.addRoundedRect(field.adjusted(3, 3, -3, -3), 2, 2)
    outline(painter, rim, colour(CARD.paper, 0.85), 1.3)
    medal = QPainterPath()
    medal.addEllipse(QPointF(), 19, 19)
    fill(painter, medal, CARD.back)
    outline(painter, medal, CARD.paper, 1.4)
    for index, suit in enumerate("SHCD"):
        place = QTransform().rotate(index * 90 + 45).translate(0, -9).scale(10, 10)
        fill(painter, place.map(suit_path(suit)), CARD.paper)

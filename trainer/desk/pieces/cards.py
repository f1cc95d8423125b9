"""Cards: faces with large indices and pips as on real cards, courts as a framed letter, the joker, and the back.

A card of width 1 is 1.4 high; everything is drawn in a box of 100 by 140 that is scaled to the size wanted.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QTransform

from trainer.desk.pieces.ink import box_shadow, darker, fill, fit_text, lighter, outline
from trainer.desk.pieces.stamp import stamp
from trainer.desk.pieces.suits import suit_path
from trainer.desk.theme import CARD, colour
from trainer.equipment.cards import Card

RATIO = 1.4
_WIDTH, _HEIGHT = 100.0, 140.0
_CORNER = 6.0
_BODY = QRectF(-50, -70, 100, 140)

# Columns and rows of the pips, as on every standard deck; below the middle they stand on their heads.
_LEFT, _MIDDLE, _RIGHT = -21.0, 0.0, 21.0
_TOP, _BOTTOM = -43.0, 43.0
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
    face_up: bool = True,
    turn: float = 0.0,
    four_colour: bool = False,
) -> None:
    """Lay a card on the cloth, turned by so many degrees; a card without text or face down shows its back."""
    shown = Card.parse(card) if card and face_up else None
    key = ("card", shown, round(width, 2), turn, four_colour)
    reach = width * (0.62 if turn % 180 == 0 else 0.95)
    height = width * (0.95 if turn % 180 in (0, 90) and turn % 180 == 0 else 0.95)
    bounds = QRectF(-reach, -height, reach * 2, height * 2)

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
    painter.save()
    painter.rotate(-turn)
    body = _BODY if turn % 180 == 0 else QRectF(-70, -50, 140, 100)
    if turn % 90 == 0:
        box_shadow(painter, body, _CORNER, 7, 0.5)
    painter.restore()
    if turn % 90:
        box_shadow(painter, _BODY, _CORNER, 7, 0.5)


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
            _paint_suit(painter, card.suit, x, y, 20.5, ink, upside_down=y > 0)
    elif card.rank == "A":
        _paint_suit(painter, card.suit, 0, 0, 46, ink)
    else:
        _paint_court(painter, card, ink)


def _paint_index(painter: QPainter, card: Card, ink: str) -> None:
    text = "10" if card.rank == "T" else card.rank
    box = QRectF(-47.5, -65.5, 23, 25)
    fill(painter, fit_text(text, box.adjusted(1, 0, -1, 0), height=25), ink)
    _paint_suit(painter, card.suit, box.center().x(), -30, 17, ink)


def _paint_suit(
    painter: QPainter, suit: str, x: float, y: float, size: float, ink: str, upside_down: bool = False
) -> None:
    place = QTransform().translate(x, y).scale(size, -size if upside_down else size)
    fill(painter, place.map(suit_path(suit)), ink)


def _paint_court(painter: QPainter, card: Card, ink: str) -> None:
    frame = QRectF(-24, -52, 48, 104)
    panel = QPainterPath()
    panel.addRoundedRect(frame, 3, 3)
    wash = QLinearGradient(frame.topLeft(), frame.bottomRight())
    wash.setColorAt(0, lighter(ink, 0.90))
    wash.setColorAt(1, lighter(ink, 0.80))
    painter.fillPath(panel, wash)
    painter.save()
    painter.setClipPath(panel)
    for half in (0, 180):
        painter.save()
        painter.rotate(half)
        fill(painter, _ornament(card.rank), colour(CARD.gold, 0.9))
        painter.restore()
    painter.restore()
    outline(painter, panel, ink, 1.4)
    inner = QPainterPath()
    inner.addRoundedRect(frame.adjusted(2.6, 2.6, -2.6, -2.6), 1.5, 1.5)
    outline(painter, inner, CARD.gold, 0.8)
    letter = fit_text(card.rank, QRectF(-20, -22, 40, 44), height=44)
    halo = QPainterPath(letter)
    outline(painter, halo, lighter(ink, 0.9), 5)
    fill(painter, letter, ink)
    for half in (0, 180):
        painter.save()
        painter.rotate(half)
        _paint_suit(painter, card.suit, -14.5, -42, 13, ink)
        painter.restore()


@lru_cache(maxsize=4)
def _ornament(rank: str) -> QPainterPath:
    """The upper half of a court's ornament: a crown with three points or five, or the knave's feather."""
    path = QPainterPath()
    if rank == "J":
        path.moveTo(20, -50)
        path.cubicTo(8, -48, 0, -38, 2, -26)
        path.cubicTo(12, -28, 20, -36, 20, -50)
        path.closeSubpath()
        vein = QPainterPath(QPointF(18, -47))
        vein.cubicTo(11, -41, 6, -35, 3, -27)
        return path
    points = 3 if rank == "Q" else 5
    left, right, base, rim = -4.0, 19.0, -29.0, -33.0
    step = (right - left) / (points - 1)
    path.moveTo(left, rim)
    for index in range(points):
        x = left + index * step
        tall = -48.0 if index == points // 2 else -44.0
        path.lineTo(x, tall)
        if index < points - 1:
            path.lineTo(x + step / 2, -37)
    path.lineTo(right, rim)
    path.closeSubpath()
    path.addRect(QRectF(left, rim + 1, right - left, base - rim - 1))
    for index in range(points):
        tall = -48.0 if index == points // 2 else -44.0
        path.addEllipse(QPointF(left + index * step, tall - 1), 1.7, 1.7)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _paint_joker(painter: QPainter, ink: str) -> None:
    for half in (0, 180):
        painter.save()
        painter.rotate(half)
        for index, letter in enumerate("JOKER"):
            box = QRectF(-46, -65 + index * 14.5, 13, 12)
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
        x = -20.0 + index * 10
        collar.moveTo(x - 5, 28)
        collar.lineTo(x + 5, 28)
        collar.lineTo(x, 42)
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
    lattice = QPainterPath()
    for offset in range(-240, 241, 10):
        lattice.moveTo(offset - 80, -80)
        lattice.lineTo(offset + 80, 80)
        lattice.moveTo(offset + 80, -80)
        lattice.lineTo(offset - 80, 80)
    outline(painter, lattice, colour("#FFFFFF", 0.34), 1.1)
    painter.restore()
    rim = QPainterPath()
    rim.addRoundedRect(field.adjusted(3, 3, -3, -3), 2, 2)
    outline(painter, rim, colour(CARD.paper, 0.85), 1.3)
    medal = QPainterPath()
    medal.addEllipse(QPointF(), 17, 17)
    fill(painter, medal, CARD.back)
    outline(painter, medal, CARD.paper, 1.4)
    for index, suit in enumerate("SHCD"):
        place = QTransform().rotate(index * 90 + 45).translate(0, -8).scale(8.5, 8.5)
        fill(painter, place.map(suit_path(suit)), CARD.paper)

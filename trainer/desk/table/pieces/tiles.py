"""Pai gow tiles: black bodies with white and red pips, upright, the higher end at the top."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QRadialGradient

from trainer.desk.style.theme import TILE, colour
from trainer.desk.table.pieces.ink import box_shadow, darker, fill, lighter, outline
from trainer.desk.table.pieces.stamp import stamp
from trainer.equipment.tiles import Tile

RATIO = 2.45
_BODY = QRectF(-20, -49, 40, 98)
_CORNER = 4.5
_COLUMN = 9.5

# Pips of an end within its half, from the outer edge of the tile towards the middle, as on Chinese dominoes.
_ENDS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.0, -25.0),),
    2: ((-_COLUMN, -40.0), (_COLUMN, -40.0)),
    3: ((-_COLUMN, -40.0), (0.0, -28.5), (_COLUMN, -17.0)),
    4: tuple((x, y) for y in (-40.0, -27.0) for x in (-_COLUMN, _COLUMN)),
    5: (*((x, y) for y in (-40.0, -17.0) for x in (-_COLUMN, _COLUMN)), (0.0, -28.5)),
    6: tuple((x, y) for y in (-40.0, -26.5, -13.0) for x in (-_COLUMN, _COLUMN)),
}


def draw_tile(
    painter: QPainter, centre: QPointF, width: float, tile: str, *, face_up: bool = True, turn: float = 0.0
) -> None:
    """Lay a tile on the cloth; one without text or face down shows its back."""
    shown = Tile.parse(tile) if tile and face_up else None
    reach = width * RATIO * 0.62 + width * 0.15
    bounds = QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(inner: QPainter) -> None:
        inner.rotate(turn)
        inner.scale(width / _BODY.width(), width / _BODY.width())
        paint_tile(inner, shown)

    stamp(painter, centre, ("tile", shown, round(width, 2), turn), bounds, paint)


def paint_tile(painter: QPainter, tile: Tile | None) -> None:
    """A tile in a box of 40 by 98 round the origin; none is a back."""
    _paint_body(painter)
    if tile is None:
        _paint_back(painter)
        return
    for end, half in ((tile.high, 0), (tile.low, 180)):
        painter.save()
        painter.rotate(half)
        for index, (x, y) in enumerate(_ENDS[end]):
            _paint_pip(painter, x, y, _pip_colour(tile, end, index), end)
        painter.restore()


def _pip_colour(tile: Tile, end: int, index: int) -> str:
    """Red as the set says; of a half-red six one column is red, the other white, crosswise at the two ends."""
    red = tile.red_pips(end)
    if red == len(_ENDS[end]):
        return TILE.red
    return TILE.red if red and index % 2 == 0 else TILE.white


def _paint_pip(painter: QPainter, x: float, y: float, ink: str, end: int) -> None:
    radius = 8.2 if end == 1 else 5.1
    hole = QPainterPath()
    hole.addEllipse(QPointF(x, y), radius, radius)
    dome = QRadialGradient(QPointF(x + radius * 0.2, y + radius * 0.25), radius * 1.2)
    dome.setColorAt(0, lighter(ink, 0.10))
    dome.setColorAt(0.7, QColor(ink))
    dome.setColorAt(1, darker(ink, 0.28))
    painter.fillPath(hole, dome)
    outline(painter, hole, colour("#000000", 0.55), 0.7)


def _paint_body(painter: QPainter) -> None:
    box_shadow(painter, _BODY, _CORNER, 7, strength=0.6)
    body = QPainterPath()
    body.addRoundedRect(_BODY, _CORNER, _CORNER)
    rim = QLinearGradient(_BODY.topLeft(), _BODY.bottomRight())
    rim.setColorAt(0, lighter(TILE.body, 0.36))
    rim.setColorAt(0.5, lighter(TILE.body, 0.10))
    rim.setColorAt(1, darker(TILE.body, 0.6))
    painter.fillPath(body, rim)
    face = QPainterPath()
    face.addRoundedRect(_BODY.adjusted(1.8, 1.8, -1.8, -1.8), _CORNER - 1.2, _CORNER - 1.2)
    sheen = QLinearGradient(_BODY.topLeft(), _BODY.bottomRight())
    sheen.setColorAt(0, lighter(TILE.body, 0.13))
    sheen.setColorAt(0.45, QColor(TILE.body))
    sheen.setColorAt(1, darker(TILE.body, 0.3))
    painter.fillPath(face, sheen)
    outline(painter, body, colour("#000000", 0.8), 0.6)


def _paint_back(painter: QPainter) -> None:
    frame = QPainterPath()
    frame.addRoundedRect(_BODY.adjusted(5, 5, -5, -5), 2.5, 2.5)
    outline(painter, frame, colour("#FFFFFF", 0.16), 0.8)
    for y in (-24, 0, 24):
        diamond = QPainterPath(QPointF(0, y - 9))
        for x, dy in ((6.5, 0), (0, 9), (-6.5, 0)):
            diamond.lineTo(x, y + dy)
        diamond.closeSubpath()
        fill(painter, diamond, colour("#FFFFFF", 0.10))
        outline(painter, diamond, colour("#FFFFFF", 0.20), 0.7)

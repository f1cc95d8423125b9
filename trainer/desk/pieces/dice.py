"""Dice: translucent red with white pips, as they lie after a throw."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath, QRadialGradient

from trainer.desk.look.theme import colour
from trainer.desk.pieces.ink import box_shadow, outline
from trainer.desk.pieces.stamp import stamp
from trainer.equipment.dice import Roll

_FAR = 0.54
_FACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-_FAR, -_FAR), (_FAR, _FAR)),
    3: ((-_FAR, -_FAR), (0, 0), (_FAR, _FAR)),
    4: tuple((x, y) for x in (-_FAR, _FAR) for y in (-_FAR, _FAR)),
    5: (*((x, y) for x in (-_FAR, _FAR) for y in (-_FAR, _FAR)), (0, 0)),
    6: tuple((x, y) for x in (-_FAR, _FAR) for y in (-_FAR, 0, _FAR)),
}
# Dice never lie square to the table; the angles are fixed so that a roll always looks the same.
_TURNS = (-9.0, 13.0, 4.0)


def draw_roll(painter: QPainter, centre: QPointF, edge: float, roll: str) -> None:
    """Lay the dice of a roll side by side; ``edge`` is the length of a die's edge."""
    faces = Roll.parse(roll).faces
    for index, face in enumerate(faces):
        along = (index - (len(faces) - 1) / 2) * edge * 1.34
        lift = edge * 0.07 * (-1 if index % 2 == 0 else 1)
        draw_die(painter, centre + QPointF(along, lift), edge, face, _TURNS[index % len(_TURNS)])


def draw_die(painter: QPainter, centre: QPointF, edge: float, face: int, turn: float = 0.0) -> None:
    """Lay one die, turned by so many degrees."""
    reach = edge * 0.95

    def paint(inner: QPainter) -> None:
        inner.scale(edge / 2, edge / 2)
        inner.rotate(turn)
        paint_die(inner, face)

    stamp(painter, centre, ("die", face, round(edge, 2), turn), QRectF(-reach, -reach, 2 * reach, 2 * reach), paint)


def paint_die(painter: QPainter, face: int) -> None:
    """A die's face in a box from -1 to 1."""
    body = QRectF(-1, -1, 2, 2)
    box_shadow(painter, body, 0.22, 0.42, strength=0.6)
    cube = QPainterPath()
    cube.addRoundedRect(body, 0.2, 0.2)
    glass = QLinearGradient(body.topLeft(), body.bottomRight())
    glass.setColorAt(0, colour("#EE4B4B"))
    glass.setColorAt(0.45, colour("#C81F27"))
    glass.setColorAt(1, colour("#8E0F17"))
    painter.fillPath(cube, glass)
    # Light that went through the die brightens its far corner.
    glow = QRadialGradient(QPointF(0.55, 0.6), 1.0)
    glow.setColorAt(0, colour("#FF8A80", 0.5))
    glow.setColorAt(1, colour("#FF8A80", 0.0))
    painter.fillPath(cube, glow)
    top = QPainterPath()
    top.addRoundedRect(body.adjusted(0.11, 0.11, -0.11, -0.11), 0.15, 0.15)
    outline(painter, top, colour("#FFFFFF", 0.20), 0.05)
    outline(painter, cube, colour("#4A060A", 0.85), 0.05)
    for x, y in _FACES[face]:
        pip = QPainterPath()
        pip.addEllipse(QPointF(x, y), 0.2, 0.2)
        painter.fillPath(pip, colour("#FFFDF7"))
        outline(painter, pip, colour("#5A0A0E", 0.45), 0.03)

"""Dice: translucent red with white pips, as they lie after a throw; also leaning, sliding or broken."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath, QPolygonF, QRadialGradient, QTransform

from trainer.desk.style.theme import colour
from trainer.desk.table.pieces.ink import box_shadow, outline
from trainer.desk.table.pieces.stamp import stamp
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
_LEANS = 24.0
_NEXT_TO = {1: 2, 2: 3, 3: 1, 4: 5, 5: 6, 6: 4}  # a face beside each: opposite ones make seven


STATES = ("", "leaning", "sliding", "broken")


def check_state(state: str) -> None:
    """Raise `ValueError` for a state that dice cannot be drawn in."""
    if state not in STATES:
        raise ValueError(f"dice are not {state!r}; they are {', '.join(filter(None, STATES))}, or lie as they should")


def draw_roll(painter: QPainter, centre: QPointF, edge: float, roll: str, state: str = "") -> None:
    """Lay the dice of a roll side by side; ``edge`` is the length of a die's edge."""
    faces = Roll.parse(roll).faces
    for index, face in enumerate(faces):
        along = (index - (len(faces) - 1) / 2) * edge * 1.34
        lift = edge * 0.07 * (-1 if index % 2 == 0 else 1)
        draw_die(painter, centre + QPointF(along, lift), edge, face, _TURNS[index % len(_TURNS)], state)


def draw_die(painter: QPainter, centre: QPointF, edge: float, face: int, turn: float = 0.0, state: str = "") -> None:
    """Lay one die, turned by so many degrees."""
    reach = edge * (1.6 if state == "sliding" else 0.95)

    def paint(inner: QPainter) -> None:
        inner.scale(edge / 2, edge / 2)
        if state == "sliding":
            _paint_streaks(inner)
        inner.rotate(_LEANS if state == "leaning" else turn)
        if state == "leaning":
            _paint_leaning(inner, face)
        else:
            paint_die(inner, face)
        if state == "broken":
            _paint_crack(inner)

    key = ("die", face, round(edge, 2), turn, state)
    stamp(painter, centre, key, QRectF(-reach, -reach, 2 * reach, 2 * reach), paint)


def _paint_leaning(painter: QPainter, face: int) -> None:
    """A die on its edge: two faces are seen, and neither is up."""
    whole = QPolygonF([QPointF(-1, -1), QPointF(1, -1), QPointF(1, 1), QPointF(-1, 1)])
    upper = QPolygonF([QPointF(-1, -1), QPointF(0.16, -1), QPointF(0.16, 1), QPointF(-1, 1)])
    lower = QPolygonF([QPointF(0.16, -1), QPointF(1.02, -0.82), QPointF(1.02, 0.82), QPointF(0.16, 1)])
    for part, seen in ((lower, _NEXT_TO[face]), (upper, face)):
        painter.save()
        painter.setTransform(quad_to_quad(whole, part), combine=True)
        paint_die(painter, seen)
        painter.restore()
    shade = QPainterPath()
    shade.addPolygon(lower)
    painter.fillPath(shade, colour("#000000", 0.3))


def quad_to_quad(one: QPolygonF, other: QPolygonF) -> QTransform:
    """The transform from one four-cornered shape to another."""
    found = QTransform()
    QTransform.quadToQuad(one, other, found)
    return found


def _paint_streaks(painter: QPainter) -> None:
    """What a die leaves on the cloth that slid and did not roll."""
    for across in (-0.6, 0.0, 0.6):
        streak = QPainterPath(QPointF(-1.2, across))
        streak.lineTo(-3.0, across * 1.1)
        outline(painter, streak, colour("#F2EAD3", 0.55), 0.16)


def _paint_crack(painter: QPainter) -> None:
    crack = QPainterPath(QPointF(-0.2, -1.0))
    for x, y in ((0.1, -0.5), (-0.15, -0.1), (0.3, 0.35), (0.05, 1.0)):
        crack.lineTo(x, y)
    outline(painter, crack, colour("#12181A", 0.95), 0.16)
    outline(painter, crack, colour("#FFFFFF", 0.5), 0.05)


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

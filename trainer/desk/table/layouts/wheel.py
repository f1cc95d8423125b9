"""The roulette wheel seen from above: bowl, ball track, pockets in their order, and the turret."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QConicalGradient, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.pieces.ink import darker, fill, fit_text, outline, soft_shadow
from trainer.equipment.wheel import WHEELS, Colour, Wheel, colour_of
from trainer.texts import Language, Message

# Radii of the wheel's rings, the outer edge of the bowl being 1.
_TRACK_OUT, _TRACK_IN = 0.90, 0.785
_NUMBERS_OUT, _NUMBERS_IN = 0.745, 0.615
_POCKETS_IN = 0.47
_CONE = 0.455
_INK = {Colour.RED: PRINT.red, Colour.BLACK: PRINT.black, Colour.GREEN: PRINT.green}


def pocket_angle(wheel: Wheel, number: str) -> float:
    """Degrees clockwise from the top; zero stands at the top."""
    return 360.0 * wheel.order.index(number) / len(wheel.order)


def pocket_centre(wheel: Wheel, number: str, centre: QPointF, radius: float) -> QPointF:
    """Where the ball lies in a pocket."""
    return _on_circle(centre, radius * (_NUMBERS_IN + _POCKETS_IN) / 2, pocket_angle(wheel, number))


def _on_circle(centre: QPointF, radius: float, angle: float) -> QPointF:
    turned = math.radians(angle - 90)
    return centre + QPointF(math.cos(turned) * radius, math.sin(turned) * radius)


def pocket_shape(wheel: Wheel, number: str, centre: QPointF, radius: float) -> QPainterPath:
    """A pocket with its number, from the rim of the disc to the cone."""
    half = 180.0 / len(wheel.order)
    return _sector(centre, radius * _POCKETS_IN, radius * _NUMBERS_OUT, pocket_angle(wheel, number), half)


def _sector(centre: QPointF, inner: float, outer: float, angle: float, half: float) -> QPainterPath:
    path = QPainterPath()
    start, span = 90 - angle + half, -2 * half
    outer_box = QRectF(centre.x() - outer, centre.y() - outer, 2 * outer, 2 * outer)
    inner_box = QRectF(centre.x() - inner, centre.y() - inner, 2 * inner, 2 * inner)
    path.arcMoveTo(outer_box, start)
    path.arcTo(outer_box, start, span)
    path.arcTo(inner_box, start + span, -span)
    path.closeSubpath()
    return path


def paint_wheel(painter: QPainter, wheel: Wheel, centre: QPointF, radius: float, shows_numbers: bool = True) -> None:
    """A whole wheel; balls are put on it as pieces."""
    soft_shadow(painter, centre + QPointF(radius * 0.05, radius * 0.07), radius * 1.12, radius * 1.12, 0.6)
    painter.save()
    painter.translate(centre)
    painter.scale(radius, radius)
    _paint_bowl(painter)
    _paint_pockets(painter, wheel, shows_numbers)
    _paint_cone(painter)
    _paint_turret(painter)
    painter.restore()


def _disc(radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(), radius, radius)
    return path


def _paint_bowl(painter: QPainter) -> None:
    wood = QConicalGradient(QPointF(), 130)
    for at, ink in ((0.0, "#8A5A36"), (0.2, "#5E3921"), (0.5, "#3A2113"), (0.75, "#5A361F"), (1.0, "#8A5A36")):
        wood.setColorAt(at, colour(ink))
    painter.fillPath(_disc(1.0), wood)
    outline(painter, _disc(0.993), colour("#1C0F08"), 0.012)
    outline(painter, _disc(0.972), colour("#FFE9C4", 0.22), 0.006)
    track = QRadialGradient(QPointF(), _TRACK_OUT)
    for at, ink in ((0.80, "#3B2416"), (0.90, "#A97648"), (0.965, "#C08A58"), (1.0, "#2B180D")):
        track.setColorAt(at, colour(ink))
    painter.fillPath(_disc(_TRACK_OUT), track)
    sheen = QLinearGradient(-0.7, -0.7, 0.7, 0.7)
    sheen.setColorAt(0, colour("#FFFFFF", 0.22))
    sheen.setColorAt(0.45, colour("#FFFFFF", 0.0))
    sheen.setColorAt(1, colour("#000000", 0.38))
    painter.fillPath(_disc(_TRACK_OUT), sheen)
    _brass_ring(painter, _TRACK_OUT, 0.012)
    for index in range(8):
        painter.save()
        painter.rotate(index * 45 + 22.5)
        painter.translate(0, -(_TRACK_OUT + _TRACK_IN) / 2 + 0.01)
        diamond = QPainterPath(QPointF(0, -0.042))
        for x, y in ((0.014, 0), (0, 0.042), (-0.014, 0)):
            diamond.lineTo(x, y)
        diamond.closeSubpath()
        if index % 2:
            painter.rotate(90)
        fill(painter, diamond, "#E9D6A0")
        outline(painter, diamond, colour("#3A2A08", 0.8), 0.004)
        painter.restore()
    _brass_ring(painter, _TRACK_IN, 0.016)
    fill(painter, _disc(_TRACK_IN - 0.012), "#120C08")


def _brass_ring(painter: QPainter, radius: float, width: float) -> None:
    brass = QConicalGradient(QPointF(), 135)
    inks = ("#FFF0C2", "#B8903E", "#6E5218", "#C9A24A", "#FFF0C2", "#8A6A24", "#5E4512", "#E3C377", "#FFF0C2")
    for index, ink in enumerate(inks):
        brass.setColorAt(index / (len(inks) - 1), colour(ink))
    painter.strokePath(_disc(radius), QPen(brass, width))


def _paint_pockets(painter: QPainter, wheel: Wheel, shows_numbers: bool) -> None:
    half = 180.0 / len(wheel.order)
    for number in wheel.order:
        angle = pocket_angle(wheel, number)
        ink = _INK[colour_of(number)]
        fill(painter, _sector(QPointF(), _NUMBERS_IN, _NUMBERS_OUT, angle, half + 0.1), ink)
        well = QRadialGradient(QPointF(), _NUMBERS_IN)
        well.setColorAt(_POCKETS_IN / _NUMBERS_IN, darker(ink, 0.68))
        well.setColorAt(0.97, darker(ink, 0.30))
        well.setColorAt(1.0, darker(ink, 0.55))
        painter.fillPath(_sector(QPointF(), _POCKETS_IN, _NUMBERS_IN, angle, half + 0.1), well)
        if not shows_numbers:
            continue
        painter.save()
        painter.rotate(angle)
        middle = -(_NUMBERS_OUT + _NUMBERS_IN) / 2
        room = 2 * math.pi * -middle / len(wheel.order)
        fill(painter, fit_text(number, QRectF(-room * 0.41, middle - 0.036, room * 0.82, 0.072)), "#FBF6E8")
        painter.restore()
    frets = QPainterPath()
    for index in range(len(wheel.order)):
        angle = (index + 0.5) * 360 / len(wheel.order)
        frets.moveTo(_on_circle(QPointF(), _POCKETS_IN, angle))
        frets.lineTo(_on_circle(QPointF(), _NUMBERS_OUT, angle))
    outline(painter, frets, colour("#000000", 0.45), 0.011)
    outline(painter, frets, "#D9C088", 0.0055)
    light = QLinearGradient(-0.5, -0.5, 0.5, 0.5)
    light.setColorAt(0, colour("#FFFFFF", 0.13))
    light.setColorAt(0.5, colour("#FFFFFF", 0.0))
    light.setColorAt(1, colour("#000000", 0.25))
    painter.fillPath(_disc(_NUMBERS_OUT), light)
    _brass_ring(painter, _NUMBERS_OUT, 0.014)
    _brass_ring(painter, _NUMBERS_IN, 0.008)


def _paint_cone(painter: QPainter) -> None:
    wood = QConicalGradient(QPointF(), 125)
    for at, ink in ((0.0, "#9C6B42"), (0.18, "#6A4226"), (0.5, "#3D2415"), (0.8, "#6A4226"), (1.0, "#9C6B42")):
        wood.setColorAt(at, colour(ink))
    painter.fillPath(_disc(_CONE + 0.012), wood)
    bowl = QRadialGradient(QPointF(-0.08, -0.1), _CONE)
    bowl.setColorAt(0, colour("#FFDCA8", 0.30))
    bowl.setColorAt(0.6, colour("#000000", 0.0))
    bowl.setColorAt(1, colour("#000000", 0.5))
    painter.fillPath(_disc(_CONE + 0.012), bowl)
    spokes = QPainterPath()
    for index in range(16):
        spokes.moveTo(_on_circle(QPointF(), 0.16, index * 22.5))
        spokes.lineTo(_on_circle(QPointF(), _CONE, index * 22.5))
    outline(painter, spokes, colour("#1C0F08", 0.30), 0.004)
    _brass_ring(painter, _CONE + 0.01, 0.014)
    _brass_ring(painter, 0.30, 0.006)


def _paint_turret(painter: QPainter) -> None:
    soft_shadow(painter, QPointF(0.03, 0.04), 0.21, 0.21, 0.6)
    for index in range(4):
        painter.save()
        painter.rotate(index * 90 + 45)
        arm = QLinearGradient(-0.02, 0, 0.02, 0)
        for at, ink in ((0, "#7A5C1E"), (0.35, "#FFF3CC"), (0.7, "#C9A24A"), (1, "#5E4512")):
            arm.setColorAt(at, colour(ink))
        bar = QPainterPath()
        bar.addRoundedRect(QRectF(-0.016, -0.235, 0.032, 0.235), 0.012, 0.012)
        painter.fillPath(bar, arm)
        outline(painter, bar, colour("#2E2106", 0.7), 0.004)
        painter.translate(0, -0.235)
        painter.fillPath(_disc(0.034), _brass_ball(0.034))
        outline(painter, _disc(0.034), colour("#2E2106", 0.7), 0.004)
        painter.restore()
    painter.fillPath(_disc(0.105), _brass_ball(0.105))
    outline(painter, _disc(0.105), colour("#2E2106", 0.7), 0.005)
    painter.fillPath(_disc(0.055), _brass_ball(0.055))
    outline(painter, _disc(0.055), colour("#2E2106", 0.5), 0.004)


def _brass_ball(radius: float) -> QRadialGradient:
    ball = QRadialGradient(QPointF(-radius * 0.35, -radius * 0.4), radius * 1.5)
    for at, ink in ((0, "#FFF8E0"), (0.35, "#E3C377"), (0.8, "#8A6A24"), (1, "#5E4512")):
        ball.setColorAt(at, colour(ink))
    return ball


def pocket_spots(felt: Felt, wheel: Wheel, centre: QPointF, radius: float) -> None:
    """Add a spot for every pocket of a wheel that is painted on a felt."""

    def geometry(number: str) -> SpotGeometry:
        at = pocket_centre(wheel, number, centre, radius)
        return SpotGeometry(at, pocket_shape(wheel, number, centre, radius), chip_radius=radius * 0.085)

    for number in wheel.order:
        felt.add(f"pocket:{number}", partial(geometry, number), Message("cloth.spot.pocket", {"number": number}))


class WheelFelt(Felt):
    """A wheel as large as the felt allows, with a spot for every pocket."""

    has_sides = False

    def __init__(self, felt_id: str, imprint: Imprint, wheel: Wheel) -> None:
        super().__init__(felt_id, QSizeF(1000, 1000), imprint)
        self.wheel = wheel
        self.centre, self.radius = QPointF(500, 500), 448.0
        pocket_spots(self, wheel, self.centre, self.radius)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        paint_wheel(painter, self.wheel, self.centre, self.radius)


def make(felt_id: str, imprint: Imprint) -> Felt:
    return WheelFelt(felt_id, imprint, WHEELS[felt_id.removeprefix("wheel-")])

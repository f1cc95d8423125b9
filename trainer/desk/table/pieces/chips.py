"""Chips: cash chips with their value, colour chips of roulette with their second mark, stacks of either, and badges.

A stack is seen slightly from above: its foot stands on the given point and every chip of it shows its edge.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QTransform

from trainer.desk.style.theme import CASH_COLOURS, CHIPS, DARK, PLAYER_CHIPS, ROULETTE_MARKS, ChipInk, Theme, colour
from trainer.desk.table.pieces.ink import darker, fill, fit_text, lighter, mixed, outline, soft_shadow
from trainer.desk.table.pieces.stamp import stamp
from trainer.equipment.chips import ChipSet
from trainer.equipment.money import parse_amount, print_amount

SQUASH = 0.9  # height of a chip's face over its width, as seen by the croupier
THICKNESS = 0.19  # of a chip, in radii
HIGHEST_STACK = 20
_SPOTS = 8
_SPOT_SPAN = 19.0  # degrees of an edge spot


class ChipFace(msgspec.Struct, frozen=True):
    """One chip by sight: a colour name, what is written on it, and its sign if it is a roulette player's."""

    colour: str
    label: str = ""
    mark: str = ""

    @property
    def ink(self) -> ChipInk:
        """The colours it is drawn in; a player's chip keeps apart from a cash chip of the same name."""
        return PLAYER_CHIPS[self.colour] if self.mark and self.colour in PLAYER_CHIPS else CHIPS[self.colour]


def chip_face(key: str, colours: Mapping[str, str] | None = None) -> ChipFace:
    """The chip a scene means: a value (``25``) is a cash chip, anything else the colour of a player.

    ``colours`` gives the house's colour of a value, written as in the scene; others follow the usual ones.
    """
    if key[:1].isdigit():
        named = (colours or {}).get(key) or CASH_COLOURS.get(key) or "grey"
        return ChipFace(named, short_value(key))
    if key not in CHIPS:
        raise ValueError(f"there is no chip {key!r}: name a value or one of {', '.join(CHIPS)}")
    return ChipFace(key, mark=ROULETTE_MARKS.get(key, ""))


def house_colours(chips: ChipSet) -> dict[str, str]:
    """A house's chips as `chip_face` takes them: value as text → colour."""
    return {print_amount(value): named for value, named in chips.colours}


@lru_cache(maxsize=256)
def short_value(value: str) -> str:
    """What stands on a cash chip: whole thousands from ten thousand up with a K, no zero before the point.

    >>> short_value("25000")
    '25K'
    >>> short_value("0.50")
    '.50'
    """
    amount = parse_amount(value)
    if amount >= 10_000 and amount % 1000 == 0:
        return f"{amount // 1000}K"
    return print_amount(amount).removeprefix("0") if amount < 1 else print_amount(amount)


def faces_of(counts: Mapping[str, int], colours: Mapping[str, str] | None = None) -> tuple[ChipFace, ...]:
    """The chips of a pile from the bottom up: high values lie below low ones."""
    keys = sorted(counts, key=lambda key: -parse_amount(key) if key[:1].isdigit() else Fraction(1))
    return tuple(chip_face(key, colours) for key in keys for _ in range(counts[key]))


def stack_bounds(radius: float, chips: int) -> QRectF:
    """The room a stack takes round its foot, its shadow included."""
    height = THICKNESS * radius * chips
    return QRectF(-radius * 1.25, -radius * 1.1 - height, radius * 2.7, radius * 2.45 + height)


def draw_stack(painter: QPainter, foot: QPointF, radius: float, faces: Sequence[ChipFace], ghost: bool = False) -> None:
    """Put a stack of up to twenty chips on the cloth; a ghost is faint."""
    faces = tuple(faces)
    key = ("stack", faces, round(radius, 2))
    before = painter.opacity()
    if ghost:
        painter.setOpacity(before * 0.38)
    stamp(painter, foot, key, stack_bounds(radius, len(faces)), lambda inner: paint_stack(inner, radius, faces))
    painter.setOpacity(before)


def paint_stack(painter: QPainter, radius: float, faces: Sequence[ChipFace]) -> None:
    """Paint a stack with its foot at the origin, uncached."""
    height = THICKNESS * radius * len(faces)
    reach = min(height, radius * 0.8)
    soft_shadow(painter, QPointF(radius * 0.14 + reach * 0.1, radius * 0.16), radius * 1.12 + reach * 0.08, radius)
    for level, face in enumerate(faces):
        base = -THICKNESS * radius * level
        # Chips in a stack are never aligned: each is turned and shifted a little, always the same way.
        turn = level * 11 % 17 - 8
        shift = math.sin(level * 2.4) * radius * 0.018
        painter.save()
        painter.translate(shift, base)
        _paint_edge(painter, radius, face.ink, turn)
        if level == len(faces) - 1:
            painter.translate(0, -THICKNESS * radius)
            painter.scale(1, SQUASH)
            paint_face(painter, radius, face, turn)
        painter.restore()


def _paint_edge(painter: QPainter, radius: float, ink: ChipInk, turn: float) -> None:
    """The side of one chip standing on the origin."""
    thick = THICKNESS * radius
    side = QPainterPath()
    lower = QRectF(-radius, -radius * SQUASH, 2 * radius, 2 * radius * SQUASH)
    side.arcMoveTo(lower, 180)
    side.arcTo(lower, 180, 180)
    side.lineTo(radius, -thick)
    side.arcTo(lower.translated(0, -thick), 0, -180)
    side.closeSubpath()
    shade = QLinearGradient(-radius, 0, radius, 0)
    for at, text in ((0.0, darker(ink.body, 0.30)), (0.28, darker(ink.body, 0.04)), (1.0, darker(ink.body, 0.52))):
        shade.setColorAt(at, text)
    painter.fillPath(side, shade)
    painter.save()
    painter.setClipPath(side)
    for spot in range(_SPOTS):
        middle = (turn + spot * 360 / _SPOTS) % 360
        if not -_SPOT_SPAN <= middle <= 180 + _SPOT_SPAN:
            continue
        left, right = (math.radians(middle + part * _SPOT_SPAN / 2) for part in (1, -1))
        quad = QPainterPath()
        points = [(left, 0.0), (right, 0.0), (right, -thick), (left, -thick)]
        for index, (angle, rise) in enumerate(points):
            point = QPointF(math.cos(angle) * radius, math.sin(angle) * radius * SQUASH + rise)
            quad.moveTo(point) if index == 0 else quad.lineTo(point)
        quad.closeSubpath()
        lit = 0.5 - 0.5 * math.cos(math.radians(middle))  # 0 at the right, 1 at the left
        fill(painter, quad, darker(ink.spots, 0.42 - 0.34 * lit))
    painter.restore()
    # A dark seam below and a light rim above keep the chips of a stack countable.
    seam = QPainterPath()
    seam.arcMoveTo(lower, 180)
    seam.arcTo(lower, 180, 180)
    outline(painter, seam, colour("#000000", 0.72), radius * 0.045)
    rim = QPainterPath()
    rim.arcMoveTo(lower.translated(0, -thick * 0.86), 190)
    rim.arcTo(lower.translated(0, -thick * 0.86), 190, 120)
    outline(painter, rim, colour("#FFFFFF", 0.30), radius * 0.03)


def paint_face(painter: QPainter, radius: float, face: ChipFace, turn: float = 0.0) -> None:
    """The top of a chip, seen straight from above and centred on the origin."""
    ink = face.ink
    disc = QPainterPath()
    disc.addEllipse(QPointF(), radius, radius)
    body = QLinearGradient(-radius, -radius, radius, radius)
    body.setColorAt(0, lighter(ink.body, 0.16))
    body.setColorAt(0.5, QColor(ink.body))
    body.setColorAt(1, darker(ink.body, 0.16))
    painter.fillPath(disc, body)
    inner = QPainterPath()
    inner.addEllipse(QPointF(), radius * 0.74, radius * 0.74)
    for spot in range(_SPOTS):
        wedge = QPainterPath()
        rect = QRectF(-radius, -radius, 2 * radius, 2 * radius)
        wedge.moveTo(0, 0)
        wedge.arcTo(rect, -(turn + spot * 360 / _SPOTS) - _SPOT_SPAN / 2, _SPOT_SPAN)
        wedge.closeSubpath()
        fill(painter, wedge.subtracted(inner), ink.spots)
    ring = QPainterPath()
    ring.addEllipse(QPointF(), radius * 0.70, radius * 0.70)
    outline(painter, ring, colour(ink.label, 0.55), radius * 0.035)
    inlay = QPainterPath()
    inlay.addEllipse(QPointF(), radius * 0.62, radius * 0.62)
    fill(painter, inlay, mixed(ink.body, ink.label, 0.07))
    if face.mark:
        _paint_mark(painter, radius * 0.36, face.mark, ink)
    elif face.label:
        height = radius * (0.72 if len(face.label) <= 2 else 0.62 if len(face.label) == 3 else 0.5)
        box = QRectF(-radius * 0.56, -height / 2, radius * 1.12, height)
        fill(painter, fit_text(face.label, box), ink.label)
    outline(painter, disc, colour("#000000", 0.45), radius * 0.03)
    rim = QPainterPath()
    rim.addEllipse(QPointF(), radius * 0.965, radius * 0.965)
    outline(painter, rim, colour("#FFFFFF", 0.22), radius * 0.03)


def _paint_mark(painter: QPainter, size: float, mark: str, ink: ChipInk) -> None:
    """The second mark of a player's colour, told apart without seeing the colour."""
    path = mark_path(mark)
    shape = QTransform().scale(size, size).map(path)
    if mark == "ring":
        outline(painter, shape, ink.label, size * 0.34)
    else:
        fill(painter, shape, ink.label)


def mark_path(mark: str) -> QPainterPath:
    """A player's sign within the unit circle."""
    path = QPainterPath()
    if mark in ("disc", "ring"):
        size = 0.86 if mark == "disc" else 0.74
        path.addEllipse(QPointF(), size, size)
    elif mark == "square":
        path.addRect(QRectF(-0.76, -0.76, 1.52, 1.52))
    elif mark == "cross":
        path.addRect(QRectF(-0.98, -0.3, 1.96, 0.6))
        path.addRect(QRectF(-0.3, -0.98, 0.6, 1.96))
        path.setFillRule(Qt.FillRule.WindingFill)
    else:
        points = {"triangle": 3, "diamond": 4, "star": 10}[mark]
        for index in range(points):
            reach = 0.46 if mark == "star" and index % 2 else 1.06
            angle = math.radians(360 * index / points - 90)
            lift = 0.14 if mark == "triangle" else 0.0
            point = QPointF(math.cos(angle) * reach, math.sin(angle) * reach + lift)
            path.moveTo(point) if index == 0 else path.lineTo(point)
        path.closeSubpath()
    return path


def badge_width(text: str, height: float) -> float:
    """How wide the badge of a text is."""
    return max(height, _badge_letters(text, height).boundingRect().width() + height * 0.7)


def _badge_letters(text: str, height: float) -> QPainterPath:
    return fit_text(text, QRectF(-1000, -height * 0.28, 2000, height * 0.56))


def draw_badge(
    painter: QPainter, centre: QPointF, text: str, height: float, theme: Theme, bright: bool = False
) -> None:
    """A count or value on a small dark plate, readable over anything; a seat's number on a ``bright`` one."""
    letters, width = _badge_letters(text, height), badge_width(text, height)
    plate = QPainterPath()
    plate.addRoundedRect(QRectF(-width / 2, -height / 2, width, height), height / 2, height / 2)
    painter.save()
    painter.translate(centre)
    fill(painter, plate, colour(DARK.accent) if bright else colour("#0E1114", 0.92))
    outline(painter, plate, colour("#0E1114") if bright else colour(theme.accent, 0.9), height * 0.05)
    fill(painter, letters, "#0E1114" if bright else "#FFFFFF")
    painter.restore()

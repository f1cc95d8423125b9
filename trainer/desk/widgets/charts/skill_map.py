"""The skill map: a row for each drill, a ring for each of its levels."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from trainer.desk.style.fitted_text import paint_whole
from trainer.desk.style.style import Style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.charts.ring import paint_ring

_NAME_SHARE = 0.36
_END_WIDTH = 60
_RING = 28
_TALLEST_ROW = 60


class Cell(msgspec.Struct, frozen=True):
    """A level of a drill: how well it is known (0 to 1) and how it stands."""

    key: str
    label: str
    value: float
    stand: str  # of `Stand`, or ``locked``
    spoken: str = ""


class Row(msgspec.Struct, frozen=True):
    """A drill and its levels; ``end`` is written after them."""

    name: str
    cells: tuple[Cell, ...]
    end: str = ""


class SkillMap(msgspec.Struct, frozen=True):
    """The drills of one table."""

    rows: tuple[Row, ...]

    def cell(self, key: str) -> Cell | None:
        return next((cell for row in self.rows for cell in row.cells if cell.key == key), None)

    @property
    def levels(self) -> int:
        return max((len(row.cells) for row in self.rows), default=1)


def row_room(room: QRectF, chart: SkillMap, row: int, style: Style) -> QRectF:
    """The strip of a row."""
    height = min(room.height() / max(1, len(chart.rows)), style.px(_TALLEST_ROW))
    return QRectF(room.left(), room.top() + row * height, room.width(), height)


def cell_room(room: QRectF, chart: SkillMap, row: int, column: int, style: Style) -> QRectF:
    """The room of one ring and what can be pressed around it."""
    strip = row_room(room, chart, row, style)
    first = strip.left() + strip.width() * _NAME_SHARE
    step = (strip.right() - style.px(_END_WIDTH) - first) / chart.levels
    return QRectF(first + column * step, strip.top(), step, strip.height())


def key_at(room: QRectF, chart: SkillMap, x: float, y: float, style: Style) -> str:
    """The key of the ring at a point; empty beside them."""
    for row_number, row in enumerate(chart.rows):
        for column, cell in enumerate(row.cells):
            if cell_room(room, chart, row_number, column, style).contains(x, y):
                return cell.key
    return ""


def next_key(chart: SkillMap, key: str, right: int, down: int) -> str:
    """The ring beside another one; the same at the edge of the map, the nearest in a shorter row."""
    for row_number, row in enumerate(chart.rows):
        for column, cell in enumerate(row.cells):
            if cell.key == key:
                other = chart.rows[min(max(0, row_number + down), len(chart.rows) - 1)]
                return other.cells[min(max(0, column + right), len(other.cells) - 1)].key
    return chart.rows[0].cells[0].key if chart.rows else ""


def paint_skill_map(
    painter: QPainter, room: QRectF, chart: SkillMap, style: Style, selected: str = "", pointed: str = ""
) -> None:
    """Names to the left, rings by level, how many are mastered to the right."""
    theme, px = style.theme, style.px
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for row_number, row in enumerate(chart.rows):
        strip = row_room(room, chart, row_number, style)
        is_here = any(cell.key == selected for cell in row.cells)
        painter.setPen(colour(theme.text))
        name_room = QRectF(strip.left(), strip.top(), strip.width() * _NAME_SHARE - px(12), strip.height())
        paint_whole(painter, name_room, row.name, style, bold=is_here)
        for column, cell in enumerate(row.cells):
            spot = cell_room(room, chart, row_number, column, style)
            side = min(px(_RING), spot.height() - px(6), spot.width() - px(6))
            ring = QRectF(0, 0, side, side)
            ring.moveCenter(spot.center())
            if cell.key in (selected, pointed):
                around = ring.adjusted(-px(5), -px(5), px(5), px(5)).intersected(spot.adjusted(1, 1, -1, -1))
                painter.setPen(QPen(colour(theme.accent), px(2)) if cell.key == selected else Qt.PenStyle.NoPen)
                painter.setBrush(colour(theme.raised))
                painter.drawRoundedRect(around, px(8), px(8))
            paint_ring(painter, ring, cell.value, style, cell.label, cell.stand)
        painter.setFont(style.font(STEPS.small))
        painter.setPen(colour(theme.quiet))
        painter.drawText(strip, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), row.end)
    painter.restore()

"""The score board of a baccarat table: bead plate at the left, big road at the right, on a dark display.

Spots are ``bead:COLUMN-ROW`` and ``road:COLUMN-ROW``, both counted from 0 at the upper left corner.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath

from trainer.desk.style.theme import PRINT, colour
from trainer.desk.table.base import Felt, SpotGeometry, rectangle
from trainer.desk.table.pieces.ink import box_shadow, fill, outline
from trainer.texts import Message

ROWS = 6


class ScoreBoard:
    """A display of a width and place; it adds its spots to a felt and paints its frame and grids."""

    def __init__(self, box: QRectF, bead_columns: int, road_columns: int) -> None:
        self.box = box
        self.bead_columns, self.road_columns = bead_columns, road_columns
        gap = 18.0
        self.cell = min((box.height() - 2 * gap) / ROWS, (box.width() - 3 * gap) / (bead_columns + road_columns))
        top = box.center().y() - self.cell * ROWS / 2
        width = (bead_columns + road_columns) * self.cell + gap
        left = box.center().x() - width / 2
        self.beads = QRectF(left, top, bead_columns * self.cell, ROWS * self.cell)
        self.road = QRectF(self.beads.right() + gap, top, road_columns * self.cell, ROWS * self.cell)

    def add_spots(self, felt: Felt) -> None:
        for name, grid, columns in (
            ("bead", self.beads, self.bead_columns),
            ("road", self.road, self.road_columns),
        ):
            for column in range(columns):
                for row in range(ROWS):
                    at = QPointF(grid.left() + (column + 0.5) * self.cell, grid.top() + (row + 0.5) * self.cell)
                    box = QRectF(at.x() - self.cell / 2, at.y() - self.cell / 2, self.cell, self.cell)
                    place = f"{column + 1}-{row + 1}"
                    spoken = Message(f"cloth.baccarat.{name}", {"place": place})
                    geometry = SpotGeometry(at, rectangle(box), chip_radius=self.cell / 2)
                    felt.add(f"{name}:{column}-{row}", geometry, spoken)

    def paint(self, painter: QPainter) -> None:
        box_shadow(painter, self.box, 14, 16, strength=0.6)
        frame = rectangle(self.box, 14)
        glass = QLinearGradient(self.box.topLeft(), self.box.bottomRight())
        glass.setColorAt(0, colour("#2A3138"))
        glass.setColorAt(0.5, colour("#14181C"))
        glass.setColorAt(1, colour("#0B0E10"))
        painter.fillPath(frame, glass)
        outline(painter, frame, colour(PRINT.gold, 0.7), 2.2)
        for grid, columns in ((self.beads, self.bead_columns), (self.road, self.road_columns)):
            fill(painter, rectangle(grid, 4), colour("#F4F1E8"))
            lines = QPainterPath()
            for column in range(columns + 1):
                x = grid.left() + column * self.cell
                lines.moveTo(x, grid.top())
                lines.lineTo(x, grid.bottom())
            for row in range(ROWS + 1):
                y = grid.top() + row * self.cell
                lines.moveTo(grid.left(), y)
                lines.lineTo(grid.right(), y)
            outline(painter, lines, colour("#8F8A7C", 0.55), 1.0)

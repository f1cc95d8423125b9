"""The path of a game, painted: pages are squares, drills are rings, and a line leads from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from trainer.desk.style.signs import paint_sign
from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.charts.ring import paint_ring

if TYPE_CHECKING:  # read after home was painted
    from trainer.desk.screens.home.path import GamePath, Step

_LARGEST_CELL = 100  # pixels at scale 1: largest distance of two steps
_LEAST_ARC = 0.08  # of a ring: a drill that was begun shows
_NODE = 0.56  # share of a cell


class PathView(Styled, QWidget):
    """``chosen`` emits the index of the step that was clicked."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.path: GamePath | None = None
        self._pointed = -1
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.path.steps if self.path else ()

    def show_path(self, path: GamePath | None) -> None:
        self.path = path
        self._pointed = -1
        done = sum(step.is_done for step in self.steps)
        spoken = current_style().text("front.path-spoken", done=done, steps=len(self.steps))
        self.setAccessibleName(spoken)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(current_style().px(360), current_style().px(220))

    def minimumSizeHint(self) -> QSize:
        return QSize(current_style().px(240), current_style().px(120))

    # ── places ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _cell(self) -> float:
        """Distance of two steps: the largest with which all of them have room."""
        style, count = current_style(), max(1, len(self.steps))
        for cell in range(style.px(_LARGEST_CELL), 8, -2):
            if (self.width() // cell) * (self.height() // cell) >= count:
                return cell
        return 8

    def node(self, index: int) -> QRectF:
        """The square around a step. The rows run to and fro, so that the line never jumps."""
        cell = self._cell()
        columns = max(1, int(self.width() // cell))
        row, column = divmod(index, columns)
        if row % 2:
            column = columns - 1 - column
        side = cell * _NODE
        left = (self.width() - columns * cell) / 2
        centre = QPointF(left + (column + 0.5) * cell, (row + 0.5) * cell)
        return QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)

    def step_at(self, point: QPointF) -> int:
        """Index of the step at a point; -1 if there is none."""
        reach = self._cell() * (1 - _NODE) / 2
        for index in range(len(self.steps)):
            if self.node(index).adjusted(-reach, -reach, reach, reach).contains(point):
                return index
        return -1

    # ── hands ────────────────────────────────────────────────────────────────────────────────────────────────────

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self.step_at(event.position())
        if index != self._pointed:
            self._pointed = index
            self.setCursor(Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor)
            QToolTip.showText(event.globalPosition().toPoint(), self.words(index) if index >= 0 else "", self)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.step_at(event.position())
        if index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)

    def words(self, index: int) -> str:
        """A step as a text: what it is and how it stands."""
        step, style = self.steps[index], current_style()
        if not step.drill:
            return style.text("front.page", number=step.number, title=step.title)
        stand = style.text(f"front.stand.{step.stand}")
        return style.text("front.drill", title=step.title, stand=stand)

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────────────

    def paintEvent(self, event: QPaintEvent) -> None:
        style, steps, place = current_style(), self.steps, self.path.place if self.path else -1
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in range(1, len(steps)):
            is_walked = place < 0 or index <= place
            painter.setPen(QPen(colour(style.theme.accent if is_walked else style.theme.line), style.px(3)))
            painter.drawLine(self.node(index - 1).center(), self.node(index).center())
        for index, step in enumerate(steps):
            self._paint_step(painter, index, step, index == place)

    def _paint_step(self, painter: QPainter, index: int, step: Step, is_next: bool) -> None:
        style, theme = current_style(), current_style().theme
        room = self.node(index)
        if is_next:
            grow = room.width() * 0.16
            room = room.adjusted(-grow, -grow, grow, grow)
        is_pointed = index == self._pointed
        body = QPainterPath()
        if step.drill:
            body.addEllipse(room)
        else:
            body.addRoundedRect(room, room.width() * 0.22, room.width() * 0.22)
        surface = theme.accent if is_next else theme.raised if is_pointed else theme.panel
        painter.fillPath(body, colour(surface))
        ink = theme.on_accent if is_next else theme.quiet
        if step.drill and step.stand not in ("new", "done"):
            paint_ring(painter, room, max(_LEAST_ARC, step.value), style, stand=step.stand)
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        edge = theme.accent if is_next or is_pointed or step.is_done else theme.line
        painter.setPen(QPen(colour(edge), style.px(2)))
        painter.drawPath(body)
        inset = room.width() * 0.22
        if step.is_done:
            paint_sign(painter, "right", room.adjusted(inset, inset, -inset, -inset), colour(theme.right), 0.14)
        elif not step.drill:
            painter.setFont(style.font(max(9, min(STEPS.large, room.width() * 0.5 / style.type_scale)), bold=True))
            painter.setPen(colour(ink))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), str(step.number))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(ink))
            painter.drawEllipse(room.center(), room.width() * 0.12, room.width() * 0.12)

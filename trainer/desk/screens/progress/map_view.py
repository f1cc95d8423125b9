"""The skill map as a widget: rings are chosen with the arrows or the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.widgets.charts.skill_map import SkillMap, key_at, next_key, paint_skill_map, row_room

_ARROWS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


_LEAST_ROW = 36  # pixels at scale 1: a ring that can be read and pressed; a map of more rows scrolls


class MapView(QWidget):
    """``chosen`` tells which level is looked at, by the key of its rung."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.chart = SkillMap(())
        self.selected = ""
        self._pointed = ""
        self._dress: Dress | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_map(self, chart: SkillMap, selected: str, dress: Dress) -> None:
        self.chart, self._dress = chart, dress
        self.selected = selected
        self.setMinimumHeight(dress.px(_LEAST_ROW) * len(chart.rows))
        self._speak()
        self.update()

    def row_of_selected(self) -> QRectF:
        """The strip of the level that is looked at."""
        for place, row in enumerate(self.chart.rows):
            if self._dress is not None and any(cell.key == self.selected for cell in row.cells):
                return row_room(QRectF(self.rect()), self.chart, place, self._dress)
        return QRectF()

    def choose(self, key: str) -> None:
        if key and key != self.selected:
            self.selected = key
            self._speak()
            self.update()
            self.chosen.emit(key)

    def _speak(self) -> None:
        cell = self.chart.cell(self.selected)
        self.setAccessibleName(cell.spoken if cell else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ARROWS and self.chart.rows:
            self.choose(next_key(self.chart, self.selected, *_ARROWS[event.key()]))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.choose(self._key_under(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._key_under(event))

    def leaveEvent(self, event: QEvent) -> None:
        self._point("")

    def _point(self, key: str) -> None:
        if key != self._pointed:
            self._pointed = key
            cell = self.chart.cell(key)
            self.setToolTip(cell.spoken if cell else "")
            self.setCursor(Qt.CursorShape.PointingHandCursor if cell else Qt.CursorShape.ArrowCursor)
            self.update()

    def _key_under(self, event: QMouseEvent) -> str:
        if self._dress is None:
            return ""
        at = event.position()
        return key_at(QRectF(self.rect()), self.chart, at.x(), at.y(), self._dress)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._dress is not None:
            painter = QPainter(self)
            paint_skill_map(painter, QRectF(self.rect()), self.chart, self._dress, self.selected, self._pointed)

"""The answers of a run as a strip of small squares: right, wrong, current, open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from trainer.desk.style.signs import paint_sign
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import colour

_CELL, _GAP = 22, 6


class ResultStrip(QWidget):
    """One square for each question, marked by colour and sign. With ``opens`` a square can be pressed by click, touch
    or arrows and Enter: ``chosen`` emits its index."""

    chosen = Signal(int)

    def __init__(self, columns: int = 10, cell: int = _CELL, opens: bool = False) -> None:
        super().__init__()
        self._columns = columns
        self._cell = cell
        self._opens = opens
        self._at = 0  # index of the focused square
        if opens:
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._results: tuple[bool, ...] = ()
        self._length = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_results(self, results: Sequence[bool], length: int) -> None:
        style = current_style()
        self._results, self._length = tuple(results), length
        words = ("result-wrong", "result-right")
        spoken = (style.say(f"runner.{words[right]}", number=place) for place, right in enumerate(self._results, 1))
        self.setAccessibleName(". ".join(spoken))
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        px = current_style().px
        rows = -(-self._length // self._columns)
        step = px(self._cell) + px(_GAP)
        return QSize(min(self._length, self._columns) * step - px(_GAP), max(1, rows) * step - px(_GAP))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, px = current_style().theme, current_style().px
        for index in range(self._length):
            cell = self._square(index)
            if index == self._at and self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour(theme.accent), px(2)))
                painter.drawRoundedRect(cell, px(4), px(4))
            if index < len(self._results):
                sign = "right" if self._results[index] else "wrong"
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour(getattr(theme, sign), 0.22))
                painter.drawRoundedRect(cell, px(4), px(4))
                paint_sign(
                    painter, sign, cell.adjusted(px(3), px(3), -px(3), -px(3)), colour(getattr(theme, sign)), 0.15
                )
                continue
            is_now = index == len(self._results)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(theme.accent if is_now else theme.line), px(2 if is_now else 1)))
            painter.drawRoundedRect(cell, px(4), px(4))

    # ── squares that open their question ─────────────────────────────────────────────────────────────────────────

    def _square(self, index: int) -> QRectF:
        style = current_style()
        row, column = divmod(index, self._columns)
        side = style.px(self._cell)
        step = side + style.px(_GAP)
        return QRectF(column * step, row * step, side, side).adjusted(1, 1, -1, -1)

    def square_point(self, index: int) -> QPointF:
        """The centre of a square."""
        return self._square(index).center()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._opens:
            for index in range(len(self._results)):
                if self._square(index).contains(event.position()):
                    self.chosen.emit(index)
                    return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self._columns,
            Qt.Key.Key_Down: self._columns,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is not None and self._results:
            self._at = max(0, min(self._at + step, len(self._results) - 1))
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._results:
            self.chosen.emit(self._at)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

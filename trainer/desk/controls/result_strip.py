"""The answers of a run as a strip of small squares: right, wrong, now, still to come."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from trainer.desk.look.dress import Dress
from trainer.desk.look.signs import paint_sign
from trainer.desk.look.theme import colour

_CELL, _GAP = 22, 6


class ResultStrip(QWidget):
    """One square a question, ten in a row; told by colour and sign."""

    def __init__(self, columns: int = 10) -> None:
        super().__init__()
        self._columns = columns
        self._results: tuple[bool, ...] = ()
        self._length = 0
        self._dress: Dress | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_results(self, results: Sequence[bool], length: int, dress: Dress) -> None:
        self._results, self._length, self._dress = tuple(results), length, dress
        words = ("result-wrong", "result-right")
        spoken = (dress.say(f"runner.{words[right]}", number=place) for place, right in enumerate(self._results, 1))
        self.setAccessibleName(". ".join(spoken))
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        if self._dress is None:
            return QSize(0, 0)
        px = self._dress.px
        rows = -(-self._length // self._columns)
        step = px(_CELL) + px(_GAP)
        return QSize(min(self._length, self._columns) * step - px(_GAP), max(1, rows) * step - px(_GAP))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._dress is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, px = self._dress.theme, self._dress.px
        step = px(_CELL) + px(_GAP)
        for index in range(self._length):
            row, column = divmod(index, self._columns)
            cell = QRectF(column * step, row * step, px(_CELL), px(_CELL)).adjusted(1, 1, -1, -1)
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

"""The widget that shows a chart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from trainer.desk.style.dress import Dress

Chart = TypeVar("Chart")
Paint = Callable[[QPainter, QRectF, Chart, Dress], None]


class ChartView(QWidget, Generic[Chart]):
    """Shows one chart in all available room, nothing without data. ``spoken`` is the text for screen readers."""

    def __init__(self, paint: Paint[Chart]) -> None:
        super().__init__()
        self.chart: Chart | None = None
        self._paint = paint
        self._dress: Dress | None = None

    def show_chart(self, chart: Chart | None, spoken: str, dress: Dress) -> None:
        self.chart, self._dress = chart, dress
        self.setAccessibleName(spoken)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.chart is None or self._dress is None:
            return
        painter = QPainter(self)
        self._paint(painter, QRectF(self.rect()), self.chart, self._dress)

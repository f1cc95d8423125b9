"""The widget that shows a chart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from trainer.desk.style.style import Style, current_style

Chart = TypeVar("Chart")
Paint = Callable[[QPainter, QRectF, Chart, Style], None]


class ChartView(QWidget, Generic[Chart]):
    """Shows one chart in all available room, nothing without data. ``spoken`` is the text for screen readers."""

    def __init__(self, paint: Paint[Chart]) -> None:
        super().__init__()
        self.chart: Chart | None = None
        self._paint = paint

    def show_chart(self, chart: Chart | None, spoken: str) -> None:
        self.chart = chart
        self.setAccessibleName(spoken)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.chart is None:
            return
        painter = QPainter(self)
        self._paint(painter, QRectF(self.rect()), self.chart, current_style())

"""The area of the felt: the full width of the window, with a panel over its right edge or, if that would shrink the
table, below it."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from trainer.desk.screens.run.side_panel import SidePanel
from trainer.desk.style.style import Style, Styled, current_style
from trainer.desk.table.view import FeltView
from trainer.desk.widgets.words import Words
from trainer.system.lazy_imports import lazily

with lazily():  # only for a class
    from trainer.desk.screens.run.projector import ProjectorPanel

_PROJECTED = 0.36  # share of the width that the projector's panel takes


class FeltArea(Styled, QWidget):
    """Places the panel and the texts in the corner so that they cover nothing the question is about."""

    def __init__(self, felt: FeltView, panel: SidePanel, below: QWidget) -> None:
        """``panel`` is the side panel; ``below`` is the widget it covers if there is no room at the edge."""
        super().__init__()
        self._below = below
        self._felt = felt
        self._panel = panel
        self._projector: ProjectorPanel | None = None
        self._covered = 0  # pixels covered at the right edge
        self._said: dict[Words, tuple[str, Style]] = {}  # texts shown in the corner
        self.why = Words("badge-quiet", parent=self)  # why this question was chosen, in the corner of the table
        self.why.hide()
        self.house = Words("badge-quiet", parent=self)  # house options that the answer depends on, below it
        self.house.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(felt)
        self.why.raise_()
        self.house.raise_()
        panel.shown.connect(self.make_way)

    @property
    def projector(self) -> ProjectorPanel:
        """The panel in which an instructor reveals the answer; created on first use."""
        if self._projector is None:
            self._projector = ProjectorPanel(self)
        return self._projector

    def show_projected(self) -> None:
        """Place the projector's panel and aim the camera past it."""
        width = round(self.width() * _PROJECTED)
        self.projector.setGeometry(self.width() - width, 0, width, self.height())
        self.projector.raise_()
        self.look_past(width if self.projector.revealed else 0)

    def restyle(self) -> None:
        self.place_panel()

    def say_why(self, why: str) -> None:
        """Say why this question was chosen; nothing if ``why`` is empty."""
        self._say(self.why, why)

    def say_house(self, lines: list[str]) -> None:
        """Say which house options the answer depends on."""
        self._say(self.house, "\n".join(lines))

    def _say(self, words: Words, text: str) -> None:
        style = current_style()
        if (text, style) == self._said.get(words):
            return
        self._said[words] = (text, style)
        words.setText(text)
        words.setVisible(bool(text))
        for each in (self.why, self.house):
            each.adjustSize()
        self.why.move(style.px(12), style.px(12))
        above = self.why.height() + style.px(8) if self.why.isVisibleTo(self) else 0
        self.house.move(style.px(12), style.px(12) + above)
        self.look_past(self._covered)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_panel()

    def place_panel(self) -> None:
        """Place the panel, in the coordinates of the screen."""
        edge = self.geometry()
        edge.setLeft(edge.right() + 1 - self._panel.beside)
        self._panel.setGeometry(self._below.geometry() if self._panel.is_below else edge)
        self._panel.raise_()
        if self._projector is not None and self._projector.revealed:
            self.show_projected()

    def has_room_beside(self) -> bool:
        """Whether the table keeps its size beside the panel."""
        return self._felt.keeps_its_size(self._panel.beside)

    def make_way(self, is_shown: bool) -> None:
        """Place the panel and aim the camera past it."""
        self.place_panel()
        self.look_past(self._panel.beside if is_shown and not self._panel.is_below else 0)

    def look_past(self, covered: int) -> None:
        """Show what the question is about beside ``covered`` pixels of the right edge and the texts in the corner."""
        self._covered = covered
        said = QRectF()
        for words in (self.why, self.house):
            if words.isVisibleTo(self):
                said |= QRectF(words.geometry())
        self._felt.make_way(covered, said)

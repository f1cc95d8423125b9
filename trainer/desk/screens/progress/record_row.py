"""A personal record: the figure, what it is, and when it was set."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.widgets.words import Words


class RecordRow(QWidget):
    """A large figure with its words beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.figure = Words("figure")
        self.name = Words("body", wrap=True)
        self.note = Words("small")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.name)
        words.addWidget(self.note)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.figure)
        self._layout.addLayout(words, stretch=1)

    def show_record(self, figure: str, name: str, note: str, dress: Dress) -> None:
        self._layout.setContentsMargins(0, dress.px(4), 0, dress.px(4))
        self._layout.setSpacing(dress.px(12))
        self.figure.set_role("figure" if figure else "ghost-figure")
        self.figure.setText(figure or "–")
        self.name.setText(name)
        self.note.setText(note)

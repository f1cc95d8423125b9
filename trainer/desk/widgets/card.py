"""A titled panel that other things stand on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.widgets.words import Words


class Card(QFrame):
    """A title, a quiet remark at the other end of its line, and below them whatever is added."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.title = Words("heading")
        self.remark = Words("small")
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addStretch()
        self._head.addWidget(self.remark, alignment=Qt.AlignmentFlag.AlignBottom)
        self._layout = QVBoxLayout(self)
        self._layout.addLayout(self._head)

    def add(self, part: QWidget | QLayout, stretch: int = 0) -> None:
        if isinstance(part, QLayout):
            self._layout.addLayout(part, stretch)
        else:
            self._layout.addWidget(part, stretch)

    def wear(self, dress: Dress, title: str, remark: str = "") -> None:
        self._layout.setContentsMargins(dress.px(20), dress.px(14), dress.px(20), dress.px(14))
        self._layout.setSpacing(dress.px(8))
        self.title.setText(title)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))

"""A named mistake: what it is, where it happens, how often, and an example to look at."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.study.progress import FrequentMistake


class MistakeRow(QWidget):
    """Its button (``see``) shows the last time it was made."""

    def __init__(self) -> None:
        super().__init__()
        self.name = Words("body", wrap=True)
        self.where = Words("small")
        self.count = Words("title")
        self.see = KeyButton(step=STEPS.body, height=40)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.name)
        words.addWidget(self.where)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.count, alignment=Qt.AlignmentFlag.AlignVCenter)
        self._layout.addLayout(words, stretch=1)
        self._layout.addWidget(self.see, alignment=Qt.AlignmentFlag.AlignVCenter)

    def show_mistake(self, mistake: FrequentMistake, where: str, key: str, dress: Dress) -> None:
        said = dress.text(mistake.mistake)
        self._layout.setContentsMargins(0, dress.px(2), 0, dress.px(2))
        self._layout.setSpacing(dress.px(12))
        self.count.setText(dress.text("progress.mistakes.times", count=mistake.count))
        self.count.setFixedWidth(dress.px(56))
        self.name.setText(said)
        self.where.setText(where)
        spoken = dress.text("progress.mistakes.see-spoken", mistake=said)
        self.see.say(dress.text("progress.mistakes.see"), key, spoken=spoken)
        self.see.wear(dress)

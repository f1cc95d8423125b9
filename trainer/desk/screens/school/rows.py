"""Rows of people in the instructor's room, and the button for what cannot be undone: the second press does it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.emptying import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words

_ASKED_FOR = 5_000  # milliseconds: a press long afterwards is another first one


class SureButton(KeyButton):
    """``sure`` is the second press of two that follow one another."""

    sure = Signal()

    def __init__(self, kind: str = "quiet", height: int = 36, step: int = STEPS.body) -> None:
        super().__init__(kind, height=height, step=step)
        self._is_asked = False
        self._words = ("", "")
        self._forgetting = QTimer(self)
        self._forgetting.setSingleShot(True)
        self._forgetting.setInterval(_ASKED_FOR)
        self._forgetting.timeout.connect(lambda: self._set_asked(False))
        self.clicked.connect(self._press)

    def _press(self) -> None:
        is_sure = self._is_asked
        self._set_asked(not is_sure)
        if is_sure:
            self.sure.emit()

    def _set_asked(self, is_asked: bool) -> None:
        self._is_asked = is_asked
        self.say(self._words[is_asked])
        if is_asked:
            self._forgetting.start()
        else:
            self._forgetting.stop()

    def ask(self, does: str, is_sure: str) -> None:
        """What it says first, and what after the first press."""
        self._words = (does, is_sure)
        self.say(self._words[self._is_asked])


class NamedRow(QWidget):
    """Somebody, with a button for each of some names; those that are to be pressed twice are in ``sure``; ``below``
    has room for more."""

    def __init__(self, name: str, buttons: Iterable[str], sure: Container[str] = ()) -> None:
        super().__init__()
        self.name, self.line = Words("strong"), Words("small")
        self.name.setText(name)
        self.buttons: dict[str, KeyButton] = {
            button: SureButton() if button in sure else KeyButton("quiet", height=36, step=STEPS.body)
            for button in buttons
        }
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.name)
        words.addWidget(self.line)
        head = QHBoxLayout()
        head.addLayout(words, stretch=1)
        for button in self.buttons.values():
            head.addWidget(button)
        self.below = QVBoxLayout(self)
        self.below.setContentsMargins(0, 0, 0, 0)
        self.below.addLayout(head)

    def write(self, line: str, labels: dict[str, str], dress: Dress) -> None:
        """The line below the name, and what the buttons say; one that says nothing is not shown."""
        self.line.setText(line)
        for name, button in self.buttons.items():
            label = labels.get(name, "")
            if isinstance(button, SureButton):
                button.ask(label, dress.text("school.class.end-sure"))
            else:
                button.say(label)
            button.setVisible(bool(labels.get(name)))
            button.wear(dress)


class RowList:
    """Rows below one another, in a part that scrolls."""

    def __init__(self) -> None:
        inside = QWidget()
        self._layout = QVBoxLayout(inside)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.area: QScrollArea = scrolling(inside)
        self._rows: Sequence[QWidget] = ()

    def show_rows(self, rows: Sequence[QWidget]) -> None:
        discard(*self._rows)
        self._rows = rows
        for row in rows:
            self._layout.addWidget(row)

    def wear(self, dress: Dress) -> None:
        self._layout.setSpacing(dress.px(6))

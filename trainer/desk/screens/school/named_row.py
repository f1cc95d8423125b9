"""A list of people on a page of the instructor's room: a name, a line below it, and what can be done about them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from trainer.desk.screens.school.sure_button import SureButton
from trainer.desk.style.dress import Dress
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.emptying import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words


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

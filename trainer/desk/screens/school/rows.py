"""Rows of people in the instructor's room, and a button for actions that cannot be undone."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words

_ASKED_FOR = 5_000  # milliseconds after which a press counts as a first one again


class ConfirmButton(KeyButton):
    """``sure`` is emitted by the second of two presses."""

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
        """Set the label before and after the first press."""
        self._words = (does, is_sure)
        self.say(self._words[self._is_asked])


class NamedRow(QWidget):
    """A person with a button for each action; actions in ``sure`` need two presses; ``below`` is a layout for more."""

    def __init__(self, name: str, buttons: Iterable[str], sure: Container[str] = ()) -> None:
        super().__init__()
        self.name, self.line = Words("strong", wrap=True), Words("small", wrap=True)
        for label in (self.name, self.line):
            label.setMinimumWidth(1)  # a long word is cut off; the buttons stay in sight
        self.name.setText(name)
        self.buttons: dict[str, KeyButton] = {
            button: ConfirmButton() if button in sure else KeyButton("quiet", height=36, step=STEPS.body)
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

    def write(self, line: str, labels: dict[str, str]) -> None:
        """Set the line below the name and the labels of the buttons; a button without a label is hidden."""
        style = current_style()
        self.line.setText(line)
        for name, button in self.buttons.items():
            label = labels.get(name, "")
            if isinstance(button, ConfirmButton):
                button.ask(label, style.text("school.class.end-sure"))
            else:
                button.say(label)
            button.setVisible(bool(labels.get(name)))


class RowList:
    """Scrolling list of rows."""

    def __init__(self) -> None:
        inside = QWidget()
        self._layout = QVBoxLayout(inside)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.area: QScrollArea = scrolling(inside)
        self._rows: Sequence[QWidget] = ()

    def show_rows(self, rows: Sequence[QWidget]) -> None:
        """Show these rows in this order; a row that is shown already stays as it is."""
        kept = set(rows)
        discard(*(row for row in self._rows if row not in kept))
        self._rows = rows
        for row in rows:
            self._layout.removeWidget(row)
            self._layout.addWidget(row)

    def restyle(self) -> None:
        style = current_style()
        self._layout.setSpacing(style.px(6))

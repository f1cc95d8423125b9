"""The head of home: program name or way back, the search, and its results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.texts import Message

if TYPE_CHECKING:  # the index is built while somebody types
    from trainer.desk.screens.home.search import Entry

_SEARCH_WIDTH = 340


class HomeHead(Styled, QWidget):
    """On the front page it has the program's name and the button for everything else; on the other pages the way back
    and the title of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.name = Words("title")
        self.leave = KeyButton("quiet", height=44, step=STEPS.body, sign="back")
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.everything = KeyButton("quiet", height=44, step=STEPS.body)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.leave)
        self._layout.addWidget(self.name, stretch=1)
        self._layout.addWidget(self.search)
        self._layout.addWidget(self.everything)
        self.leave.say(Message("front.leave"), Message("desk.key.escape"))
        self.show_title("")

    def show_title(self, title: str) -> None:
        """Show the title of a page with the way back; without a title, the head of the front page."""
        self.leave.setVisible(bool(title))
        self.everything.setVisible(not title)
        self.name.setText(title or current_style().text("desk.app.name"))

    def restyle(self) -> None:
        style = current_style()
        self._layout.setSpacing(style.px(12))
        self.search.setFixedSize(style.px(_SEARCH_WIDTH), style.target(44))
        self.search.setPlaceholderText(style.text("front.search.here"))
        self.search.setAccessibleName(style.text("front.search.here"))
        self.everything.say(style.text("front.all"), "I")
        self.everything.setToolTip(style.text("front.all-note"))


class SearchResults(Styled, QWidget):
    """``chosen`` emits the entry of a pressed result."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[KeyButton] = []
        self.nothing = Words("large-quiet", wrap=True)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.nothing)
        self._layout.addStretch()

    def show_entries(self, words: str, entries: list[Entry]) -> None:
        """Show what was found for the typed words, or that nothing was found."""
        discard(*self.buttons)
        self.buttons = []
        self.nothing.setVisible(bool(words) and not entries)
        self.nothing.setText(current_style().text("front.search.none", words=words))
        for entry in entries:
            button = KeyButton(height=56, step=STEPS.large, from_left=True, widest=900)
            button.say(entry.label, note=entry.note)
            button.clicked.connect(lambda _=False, entry=entry: self.chosen.emit(entry))
            self.buttons.append(button)
            self._layout.insertWidget(self._layout.count() - 1, button)

    def open_first(self) -> None:
        if self.buttons:
            self.buttons[0].click()

    def restyle(self) -> None:
        self._layout.setSpacing(current_style().px(8))

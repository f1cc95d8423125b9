"""A list to choose one entry from: the arrows select, Enter or a digit chooses."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.style.style import current_style
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS, digit_of, key_name
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.texts import Message, Param, say

_WIDEST = 860
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_PageUp: -8,
    Qt.Key.Key_End: 10_000,
    Qt.Key.Key_Home: -10_000,
}


class Row(msgspec.Struct, frozen=True):
    """A row of the list; ``then`` is called when it is chosen."""

    label: Param
    note: Param
    then: Callable[[], object]


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """The content of the list; ``letters`` are keys for further actions."""

    title: Message
    says: Message
    rows: tuple[Row, ...]
    none: Message
    back: Callable[[], None]
    letters: tuple[tuple[str, Message, Callable[[], None]], ...] = ()


class ChoosingScreen(Screen):
    """Shows a `Listing`; Escape leaves."""

    def __init__(self) -> None:
        super().__init__()
        self.listing: Listing | None = None
        self.rows: list[KeyButton] = []
        self.letters: list[KeyButton] = []
        self.bar = TitleBar()
        self.bar.leave.clicked.connect(self._leave)
        self.none = Words("large-quiet", wrap=True)
        inside = QWidget()
        inside.setProperty("surface", "window")
        self._list = QVBoxLayout(inside)
        self._list.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self._list.addWidget(self.none)
        self.area = scrolling(inside)
        self._foot = QHBoxLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.area, stretch=1)
        layout.addLayout(self._foot)
        self.bar.set_back(Message("exam-room.back"))

    def show_listing(self, listing: Listing) -> None:
        self.listing = listing
        discard(*self.rows, *self.letters)
        self.rows, self.letters = [], []
        for row in listing.rows:
            button = KeyButton(height=64, from_left=True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _=False, then=row.then: then())
            self.rows.append(button)
            self._list.addWidget(button)
        for _letter, _says, then in listing.letters:
            button = KeyButton(height=44)
            button.clicked.connect(lambda _=False, then=then: then())
            self.letters.append(button)
            self._foot.addWidget(button)
        self.restyle()

    def take_focus(self) -> None:
        (self.rows[0] if self.rows else self).setFocus()

    def _leave(self) -> None:
        if self.listing is not None:
            self.listing.back()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = digit_of(event)
        letter = chr(event.key()) if 0x41 <= event.key() <= 0x5A else ""
        keys = [key for key, _, _ in self.listing.letters] if self.listing else []
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() in _STEPS and self.rows:
            self._walk(_STEPS[Qt.Key(event.key())])
        elif event.key() in ENTER_KEYS:
            button = self.focused_button() or (self.rows[0] if self.rows else None)
            if button is not None:
                button.click()
        elif index is not None and index < len(self.rows):
            self.rows[index].click()
        elif letter in keys:
            self.letters[keys.index(letter)].click()
        else:
            super().keyPressEvent(event)

    def _walk(self, step: int) -> None:
        focused = [number for number, row in enumerate(self.rows) if row.hasFocus()]
        place = max(0, min(len(self.rows) - 1, focused[0] + step)) if focused else 0
        self.rows[place].setFocus(Qt.FocusReason.TabFocusReason)
        self.area.ensureWidgetVisible(self.rows[place])

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        listing = self.listing
        if listing is None:
            return
        language, px = style.language, style.px
        self.bar.title.setText(say(listing.title, language))
        self.bar.line.setText(say(listing.says, language))
        self._list.setContentsMargins(px(32), px(24), px(32), px(24))
        self._list.setSpacing(px(10))
        self._foot.setContentsMargins(px(32), 0, px(32), px(20))
        self._foot.setSpacing(px(12))
        self.none.setText(say(listing.none, language))
        self.none.setVisible(not listing.rows)
        for number, (button, row) in enumerate(zip(self.rows, listing.rows, strict=True)):
            button.say(say(row.label, language), key_name(number), note=say(row.note, language))
            button.setFixedWidth(px(_WIDEST))
            button.setFixedHeight(button.height_for(px(_WIDEST)))  # a long sentence takes more lines
        for button, (letter, says, _) in zip(self.letters, listing.letters, strict=True):
            button.say(say(says, language), letter)

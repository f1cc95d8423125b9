"""The screen that is shown when the program itself fails."""

from __future__ import annotations

import traceback

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from trainer.desk.style.dress import Dress
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import put_in_the_middle
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.words import Words
from trainer.texts import Message, say


class FaultScreen(Screen):
    """Says that the program failed, where the report is, and leads home; with a backup also back to that."""

    home = Signal()
    restore_wanted = Signal()

    def __init__(self, dress: Dress) -> None:
        super().__init__(dress)
        self._message: Message | str = ""
        self._error = ""
        self.title = Words("wrong")
        self.says = Words("large", wrap=True)
        self.error = Words("quiet", wrap=True)
        self.home_button = KeyButton("primary", height=56)
        self.home_button.clicked.connect(self.home)
        self.restore_button = KeyButton("quiet", height=44)
        self.restore_button.clicked.connect(self.restore_wanted)
        self.card = QFrame()
        self.card.setProperty("surface", "card")
        self._card = QVBoxLayout(self.card)
        for widget in (self.title, self.says, self.error):
            self._card.addWidget(widget)
        for button in (self.home_button, self.restore_button):
            self._card.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)
        put_in_the_middle(self.card, self)

    def show_fault(self, message: Message, error: BaseException, has_backup: bool = False) -> None:
        self._message = message
        self.restore_button.setVisible(has_backup)
        self._error = "".join(traceback.format_exception_only(error)).strip()
        self.wear(self.dress)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (*ENTER_KEYS, Qt.Key.Key_Escape):
            self.home.emit()
        else:
            super().keyPressEvent(event)

    def wear(self, dress: Dress) -> None:
        super().wear(dress)
        px = dress.px
        self.card.setFixedWidth(px(760))
        self._card.setContentsMargins(px(40), px(32), px(40), px(32))
        self._card.setSpacing(px(16))
        self.title.setText(dress.say("fault.title"))
        self.says.setText(say(self._message, dress.language))
        self.error.setText(self._error)
        self.home_button.say(dress.say("fault.home"), dress.say("key.enter"))
        self.home_button.wear(dress)
        self.restore_button.say(dress.say("fault.restore"), "")
        self.restore_button.wear(dress)

"""A bar above the screens that shows notices to the user."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.texts import Message, say


class NoticeBar(Styled, QFrame):
    """Shows notices one after another until each is dismissed."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "trouble")
        self.says = Words("body", wrap=True)
        self.away = KeyButton(height=36, step=STEPS.body)
        self.away.clicked.connect(self._put_away)
        self._waiting: list[Message] = []
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.says, stretch=1)
        self._layout.addWidget(self.away, alignment=Qt.AlignmentFlag.AlignVCenter)
        self.away.say(Message("desk.window.dismiss"))
        self.restyle()
        self.hide()

    def tell(self, message: Message, instead_of: str = "") -> None:
        """Queue a notice. With ``instead_of``, show it at once and drop the queued ones whose ids begin with that."""
        if instead_of:
            self._waiting = [one for one in self._waiting if not one.id.startswith(instead_of)]
            self._waiting.insert(0, message)
        elif message not in self._waiting:
            self._waiting.append(message)
        self._refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.away.hasFocus():
            self._put_away()
        else:
            super().keyPressEvent(event)

    def _put_away(self) -> None:
        self._waiting.pop(0)
        self._refresh()

    def _refresh(self) -> None:
        self.setVisible(bool(self._waiting))
        if self._waiting:
            self.says.setText(say(self._waiting[0], current_style().language))

    def restyle(self) -> None:
        style = current_style()
        self._layout.setContentsMargins(style.px(24), style.px(8), style.px(24), style.px(8))
        self._refresh()

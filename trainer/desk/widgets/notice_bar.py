"""A bar above the screens that shows notices to the user, and opens the file that a notice names."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.print_preview import print_file
from trainer.desk.widgets.system_files import open_file, show_in_folder
from trainer.desk.widgets.words import Words
from trainer.system.input_files import path_exists
from trainer.texts import Message, say


class NoticeBar(Styled, QFrame):
    """Shows notices one after another until each is dismissed."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "note")
        self.says = Words("body", wrap=True)
        self.away = KeyButton(height=36, step=STEPS.body)
        self.away.clicked.connect(self._put_away)
        self.open = KeyButton(height=36, step=STEPS.body)
        self.open.clicked.connect(lambda: open_file(Path(self._file())))
        self.show_folder = KeyButton(height=36, step=STEPS.body)
        self.show_folder.clicked.connect(lambda: show_in_folder(Path(self._file())))
        self.print = KeyButton(height=36, step=STEPS.body)
        self.print.clicked.connect(lambda: print_file(self, Path(self._file())))
        self._waiting: list[Message] = []
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.says, stretch=1)
        for button in (self.open, self.show_folder, self.print):
            self._layout.addWidget(button, alignment=Qt.AlignmentFlag.AlignVCenter)
        self._layout.addWidget(self.away, alignment=Qt.AlignmentFlag.AlignVCenter)
        self.open.say(Message("desk.window.open-file"))
        self.show_folder.say(Message("desk.window.show-in-folder"))
        self.print.say(Message("desk.window.print"))
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
        buttons = [button for button in (self.open, self.show_folder, self.print, self.away) if button.hasFocus()]
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and buttons:
            buttons[0].click()
        else:
            super().keyPressEvent(event)

    def _put_away(self) -> None:
        self._waiting.pop(0)
        self._refresh()

    def _file(self) -> str:
        """The existing file that the shown notice names, such as a printed course; empty if it names none."""
        path = str(self._waiting[0].params.get("path", "")) if self._waiting else ""
        return path if path and path_exists(Path(path)) else ""

    def _refresh(self) -> None:
        self.setVisible(bool(self._waiting))
        for button in (self.open, self.show_folder):
            button.setVisible(bool(self._file()))
        self.print.setVisible(self._file().endswith(".pdf"))
        if self._waiting:
            self.says.setText(say(self._waiting[0], current_style().language))

    def restyle(self) -> None:
        style = current_style()
        self._layout.setContentsMargins(style.px(24), style.px(8), style.px(24), style.px(8))
        self._refresh()

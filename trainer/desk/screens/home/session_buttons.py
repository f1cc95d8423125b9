"""The buttons for kinds of session."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from trainer.desk.screens.home.rows import row_button
from trainer.desk.style.style import current_style

KEYS = {
    "path": Qt.Key.Key_C,
    "mistakes": Qt.Key.Key_E,
    "challenge-60": Qt.Key.Key_R,
    "challenge-180": Qt.Key.Key_T,
    "class": Qt.Key.Key_G,
    "placement": Qt.Key.Key_N,
    "exams": Qt.Key.Key_X,
    "own": Qt.Key.Key_J,
}


class SessionButtons(QObject):
    """``wanted`` emits the kind of session. The panel puts the buttons into its pages."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons = {kind: row_button() for kind in KEYS}
        for kind, button in self.buttons.items():
            button.clicked.connect(lambda _=False, kind=kind: self.wanted.emit(kind))

    def write(self, mistakes: int) -> None:
        """``mistakes`` is the number of open mistakes."""
        style = current_style()
        for kind, button in self.buttons.items():
            label = style.text(f"sessions.small.{kind}")
            if kind == "mistakes" and mistakes:
                label = style.text("sessions.small.mistakes-count", count=mistakes)
            about = "exam-room.at-home" if kind == "exams" else f"study.session-about.{kind}"
            button.say(label, chr(KEYS[kind]), note=style.text(about))
            button.setEnabled(kind != "mistakes" or mistakes > 0)

    def press(self, key: int) -> bool:
        """Press the button of a key; tells whether there is an enabled one."""
        for kind, button in self.buttons.items():
            if KEYS[kind] == key and button.isEnabled():
                button.click()
                return True
        return False

"""The small buttons below home's large one: other kinds of session."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal

from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import Flow

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
GO_ON_KEY = Qt.Key.Key_O


class SessionRow(Flow):
    """``wanted`` emits the kind of session; ``go_on`` asks to resume the session or drill that was left."""

    wanted = Signal(str)
    go_on = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.buttons = {kind: KeyButton(step=STEPS.body, height=40) for kind in KEYS}
        self.last = KeyButton(step=STEPS.body, height=40)
        self.last.clicked.connect(self.go_on)
        for kind, button in self.buttons.items():
            button.clicked.connect(lambda _=False, kind=kind: self.wanted.emit(kind))
        self.hold(*self.buttons.values(), self.last)

    def show_row(self, mistakes: int, last: str) -> None:
        """``mistakes`` is the number of open mistakes, ``last`` the name of what can be resumed."""
        style = current_style()
        for kind, button in self.buttons.items():
            label = style.text(f"sessions.small.{kind}")
            if kind == "mistakes" and mistakes:
                label = style.text("sessions.small.mistakes-count", count=mistakes)
            button.say(label, chr(KEYS[kind]))
            about = "exam-room.at-home" if kind == "exams" else f"study.session-about.{kind}"
            button.setToolTip(style.text(about))
            button.setEnabled(kind != "mistakes" or mistakes > 0)
        self.last.setVisible(bool(last))
        self.last.say(style.text("sessions.small.go-on", family=last), chr(GO_ON_KEY))
        self.set_gap(style.px(8))

    def press(self, key: int) -> bool:
        """Press the button of a key; tells whether there is an enabled one."""
        if key == GO_ON_KEY and self.last.isVisible():
            self.last.click()
            return True
        for kind, button in self.buttons.items():
            if KEYS[kind] == key and button.isEnabled():
                button.click()
                return True
        return False

"""The bar at the top of home's panel: program name, buttons for other screens, language, appearance and full screen."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.texts import Message

SCREENS = {"school": Qt.Key.Key_A, "profiles": Qt.Key.Key_U, "progress": Qt.Key.Key_P, "settings": Qt.Key.Key_S}


class TopBar(Styled, QWidget):
    """``screen_wanted`` emits the name of a screen; the other signals ask to switch language, appearance or full
    screen."""

    screen_wanted = Signal(str)
    language_wanted = Signal()
    appearance_wanted = Signal()
    full_screen_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.leave = KeyButton("quiet", height=40, step=STEPS.body, sign="back")
        self.name = Words("title")
        self.tagline = Words("quiet", wrap=True)
        self.screens = {name: _small_button() for name in SCREENS}
        self.language, self.appearance, self.full_screen = _small_button(), _small_button(), _small_button()
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.leave)
        self._layout.addWidget(self.name)
        self._layout.addWidget(self.tagline, stretch=1)
        for button in (*self.screens.values(), self.language, self.appearance, self.full_screen):
            self._layout.addWidget(button)
        for screen, button in self.screens.items():
            button.clicked.connect(lambda _=False, screen=screen: self.screen_wanted.emit(screen))
        self.language.clicked.connect(self.language_wanted)
        self.appearance.clicked.connect(self.appearance_wanted)
        self.full_screen.clicked.connect(self.full_screen_wanted)
        self.name.say(Message("desk.app.name"))
        self.leave.say(Message("front.back"), Message("desk.key.escape"))
        self.tagline.say(Message("desk.app.tagline"))

    def press(self, key: int) -> bool:
        """Press the button of a letter."""
        for screen, letter in SCREENS.items():
            if key == letter:
                self.screen_wanted.emit(screen)
                return True
        return False

    def name_trainee(self, name: str) -> None:
        """Show the name of the current profile on the button that opens all profiles."""
        self.screens["profiles"].say(name, chr(SCREENS["profiles"]))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Hide the tagline if the buttons need its room."""
        shown = [self.name, self.tagline, *self.findChildren(KeyButton)]
        needed = sum(widget.sizeHint().width() + self._layout.spacing() for widget in shown)
        self.tagline.setVisible(needed <= self.width())

    def restyle(self) -> None:
        style = current_style()
        self._layout.setSpacing(style.px(12))
        other = "window.dark" if style.theme.name == "light" else "window.light"
        full = self.window().isFullScreen()
        for button, label, key in (
            (self.language, "window.other-language", "F2"),
            (self.appearance, other, "F3"),
            (self.full_screen, "window.leave-full-screen" if full else "window.full-screen", "F11"),
        ):
            button.say(style.say(label), key)
        for screen, button in self.screens.items():
            if screen != "profiles":
                button.say(style.text(f"sessions.small.{screen}"), chr(SCREENS[screen]))
        self._make_room()


def _small_button() -> KeyButton:
    return KeyButton("quiet", height=40, step=STEPS.body)

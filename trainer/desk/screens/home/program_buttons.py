"""The buttons of home's panel for other screens, language, appearance and full screen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from trainer.desk.screens.home.rows import row_button
from trainer.desk.style.style import current_style

SCREENS = {"school": Qt.Key.Key_A, "profiles": Qt.Key.Key_U, "progress": Qt.Key.Key_P, "settings": Qt.Key.Key_S}


class ProgramButtons(QObject):
    """``screen_wanted`` emits the name of a screen; the other signals ask to switch language, appearance or full
    screen. The panel puts the buttons into its pages."""

    screen_wanted = Signal(str)
    language_wanted = Signal()
    appearance_wanted = Signal()
    full_screen_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.screens = {name: row_button() for name in SCREENS}
        self.language, self.appearance, self.full_screen = row_button(), row_button(), row_button()
        for screen, button in self.screens.items():
            button.clicked.connect(lambda _=False, screen=screen: self.screen_wanted.emit(screen))
        self.language.clicked.connect(self.language_wanted)
        self.appearance.clicked.connect(self.appearance_wanted)
        self.full_screen.clicked.connect(self.full_screen_wanted)

    def press(self, key: int) -> bool:
        """Press the button of a letter; tells whether there is one."""
        for screen, letter in SCREENS.items():
            if key == letter:
                self.screen_wanted.emit(screen)
                return True
        return False

    def name_trainee(self, name: str) -> None:
        """Show the name of the current profile on the button that opens all profiles."""
        self.screens["profiles"].say(name, chr(SCREENS["profiles"]), note=current_style().text("front.profiles-note"))

    def write(self, is_full_screen: bool) -> None:
        style = current_style()
        other = "window.dark" if style.theme.name == "light" else "window.light"
        for button, label, key in (
            (self.language, "window.other-language", "F2"),
            (self.appearance, other, "F3"),
            (self.full_screen, "window.leave-full-screen" if is_full_screen else "window.full-screen", "F11"),
        ):
            button.say(style.say(label), key)
        for screen, button in self.screens.items():
            if screen != "profiles":
                note = style.text(f"front.{screen}-note")
                button.say(style.text(f"sessions.small.{screen}"), chr(SCREENS[screen]), note=note)

"""The buttons of home's panel: for other screens and the window, for kinds of session, for the selected table."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from trainer.course.lessons import has_lesson
from trainer.desk.screens.home.drill_list import REAL_TABLES
from trainer.desk.screens.home.front_page import LIVE_GAMES
from trainer.desk.screens.home.rows import row_button
from trainer.desk.style.style import current_style
from trainer.runs.offers import Offer
from trainer.texts import say

SCREENS = {"school": Qt.Key.Key_A, "profiles": Qt.Key.Key_U, "progress": Qt.Key.Key_P, "settings": Qt.Key.Key_S}
SESSIONS = {
    "path": Qt.Key.Key_C,
    "mistakes": Qt.Key.Key_E,
    "challenge-60": Qt.Key.Key_R,
    "challenge-180": Qt.Key.Key_T,
    "class": Qt.Key.Key_G,
    "placement": Qt.Key.Key_N,
    "exams": Qt.Key.Key_X,
    "own": Qt.Key.Key_J,
}


class ProgramButtons(QObject):
    """Buttons for other screens, language, appearance and full screen. The panel puts them into its pages.

    ``screen_wanted`` emits the name of a screen; the other signals ask to switch language, appearance or full screen.
    """

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


class SessionButtons(QObject):
    """Buttons for kinds of session. ``wanted`` emits the kind. The panel puts the buttons into its pages."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons = {kind: row_button() for kind in SESSIONS}
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
            button.say(label, chr(SESSIONS[kind]), note=style.text(about))
            button.setEnabled(kind != "mistakes" or mistakes > 0)

    def press(self, key: int) -> bool:
        """Press the button of a key; tells whether there is an enabled one."""
        for kind, button in self.buttons.items():
            if SESSIONS[kind] == key and button.isEnabled():
                button.click()
                return True
        return False


class TableButtons:
    """Buttons for the selected table. The panel connects them and puts them into a page."""

    def __init__(self) -> None:
        self.rulebook, self.variant = row_button(), row_button()
        self.lesson, self.live, self.house, self.sensors = row_button(), row_button(), row_button(), row_button()
        self.all = (self.rulebook, self.variant, self.lesson, self.live, self.house, self.sensors)

    def write(self, offer: Offer | None) -> None:
        """Write the texts for a table; without one, only the regulation can be changed."""
        style = current_style()
        for button in self.all:
            button.setVisible(button is self.rulebook)
        if offer is None:
            self.rulebook.say(style.say("home.regulation"))
            return
        rules, changed = offer.rules, len(offer.rules.changed)
        book, note = say(rules.info.names, style.language), say(rules.info.regulation, style.language)
        self.rulebook.say(style.text("front.rulebook", rulebook=book), note=note)
        name = say(rules.variants[rules.variant].names, style.language) if rules.variant in rules.variants else ""
        self.variant.say(style.text("front.variant", variant=name), note=style.text("front.variant-note"))
        self.lesson.say(style.text("sessions.small.lesson"), "L", note=style.text("front.lesson-note"))
        self.live.say(style.text("live.open"), "D", note=style.text("live.open-about"))
        house = style.text("house.open-changed", count=changed) if changed else style.text("house.open")
        self.house.say(house, "H", note=style.text("front.house-note"))
        self.sensors.say(style.text("sessions.small.sensors"), "M", note=style.text("front.sensors-note"))
        self.variant.setVisible(len(rules.variants) > 1)
        self.lesson.setVisible(has_lesson(rules.game, style.language))
        self.live.setVisible(rules.game in LIVE_GAMES)
        self.house.setVisible(bool(rules.options))
        self.sensors.setVisible(any((family.area, family.id) in REAL_TABLES for family in offer.families))

"""Input line for cards, dice or numbers that no device sends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from trainer.desk.style.style import current_style
from trainer.drills.dealt import DealtError, DealtKind
from trainer.texts import say

if TYPE_CHECKING:
    from trainer.desk.screens.run.screen import RunnerScreen

_HEIGHT = 72  # pixels at scale 1 of the area it lies in


class HandEntry(QLineEdit):
    """A line of the drill screen, shown while the run waits for input."""

    def __init__(self, screen: RunnerScreen) -> None:
        super().__init__()
        self._screen = screen
        self.setProperty("figure", "usual")
        self.returnPressed.connect(screen.press_enter)
        self.hide()

    def ask(self) -> None:
        """Say what the run waits for, and offer to type it if that is possible."""
        screen, style = self._screen, current_style()
        can_be_typed = screen.run.waits_for in list(DealtKind)
        screen.bar.question.ask(say(screen.run.waiting, style.language))
        self.setVisible(can_be_typed)
        self.clear()
        screen.tray_room.setFixedHeight(style.px(_HEIGHT))
        screen.bar.hint.hide()
        screen.bar.offer_unknown(False)
        screen.bar.offer_answer(style.say("runner.hand-over"))
        screen.bar.answer.setVisible(can_be_typed)
        screen.header.show_waiting(screen.run)
        (self if can_be_typed else screen).setFocus()

    def hand_over(self) -> None:
        """Hand what was typed to the run and show what follows, or say why it cannot be used."""
        typed, screen = self.text().strip(), self._screen
        if not typed:
            return
        try:
            screen.run.arrived(typed)
        except DealtError as error:
            screen.bar.tell(say(error.message, current_style().language))
        else:
            screen.show_what_follows()

"""A row of buttons, one of them pressed; a long row wraps."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import Flow


class Segments(Flow):
    """Chooses one of a few values; ``chosen`` emits the id of the one that was pressed."""

    chosen = Signal(str)

    def __init__(self, height: int = 40) -> None:
        super().__init__()
        self.buttons: dict[str, KeyButton] = {}
        self._height = height

    def show_choices(self, choices: Sequence[tuple[str, str]], current: str, keys: Sequence[str] = ()) -> None:
        """Show ids with their labels and press one; existing buttons are kept. ``keys`` are the names of the keys that
        press them, in the same order."""
        style = current_style()
        if list(self.buttons) != [choice for choice, _ in choices]:
            self._make(choices)
        for index, (choice, label) in enumerate(choices):
            button = self.buttons[choice]
            button.say(label, keys[index] if keys else "")
            button.setChecked(choice == current)
        self.set_gap(style.px(8))

    def _make(self, choices: Sequence[tuple[str, str]]) -> None:
        discard(*self.buttons.values())
        self.buttons = {}
        for choice, _ in choices:
            button = KeyButton(step=STEPS.body, height=self._height, widest=640)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, choice=choice: self._choose(choice))
            self.buttons[choice] = button
        self.hold(*self.buttons.values())

    def press(self, index: int) -> None:
        """Press the button at the index of a number key, if there is one."""
        if index < len(self.buttons):
            list(self.buttons.values())[index].click()

    def _choose(self, choice: str) -> None:
        for other, button in self.buttons.items():
            button.setChecked(other == choice)
        self.chosen.emit(choice)

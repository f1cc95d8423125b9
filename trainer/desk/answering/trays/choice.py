"""The tray for choices: one button each; a single choice answers at once, several are toggled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout

from trainer.desk.answering.trays.tray import USUAL_HEIGHT, Tray, choice_keys
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import digit_of, key_name
from trainer.desk.widgets.words import Words
from trainer.drills.forms import ChoiceForm
from trainer.texts import Language, say

_COLUMNS = {4: 4, 5: 3, 6: 3, 7: 4, 8: 4, 9: 3}
_MOST_IN_TWO_COLUMNS = 6
_CAPTION = 24
_GAP = 8
_LONG_LABEL = 24  # characters from which a choice takes half the width
_SENTENCE = 48  # characters from which one of few choices takes the full width

# Rows → button height at scale 1 and largest type size.
_SIZES = {1: (64, STEPS.large), 2: (44, STEPS.large), 3: (44, STEPS.body)}
_ALONE_IN_A_LOW_WINDOW = (112, STEPS.large)  # high enough for sentences side by side
_LETTERS = (STEPS.large, STEPS.body, STEPS.small, STEPS.small - 1, STEPS.small - 2)
_CLOSE_GAP = 4  # with three rows


class ChoiceTray(Tray[ChoiceForm]):
    """Choices by click or number key, or on the felt where they lie there: the second touch of a single one answers."""

    def __init__(self, form: ChoiceForm) -> None:
        super().__init__(form)
        self.caption = Words("quiet")
        self.buttons: dict[str, KeyButton] = {}
        self._longest = max(len(say(choice.label, language)) for choice in form.choices for language in Language)
        self._keys = choice_keys(form.choices)
        self._order: list[str] = []  # choices that are places of the felt, from left to right
        self._grid = QGridLayout()
        for choice in form.choices:
            button = KeyButton(from_left=self._columns() == 1)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, chosen=choice.id: self._choose(chosen))
            self.buttons[choice.id] = button
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addStretch()
        self._layout.addWidget(self.caption)
        self._layout.addLayout(self._grid)
        self._layout.addStretch()
        self.restyle()

    def follow_felt(self, parts: Sequence[str]) -> None:
        if self._order != list(parts):
            self._order = list(parts)
            self._lay_grid()

    def _in_order(self) -> list[KeyButton]:
        """The buttons as they are shown: choices that are seats run as on the felt, the others after them."""
        return [self.buttons[choice] for choice in dict.fromkeys((*self._order, *self.buttons))]

    def _lay_grid(self) -> None:
        """Arrange the buttons in as many rows as the window has room for."""
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, 1 if column < self._columns() else 0)
        for index, button in enumerate(self._in_order()):
            self._grid.removeWidget(button)
            self._grid.addWidget(button, *divmod(index, self._columns()))
            self._grid.setColumnStretch(index % self._columns(), 1)
            button.set_height(self._size()[0])

    def _columns(self) -> int:
        if self.is_low:
            return len(self.form.choices) if len(self.form.choices) <= 3 else -(-len(self.form.choices) // 2)
        if len(self.form.choices) <= 3:
            return 1 if self._longest > _SENTENCE else len(self.form.choices)
        if self._longest > _LONG_LABEL:
            return 2 if len(self.form.choices) <= _MOST_IN_TWO_COLUMNS else 3
        return _COLUMNS.get(len(self.form.choices), 5)

    def _rows(self) -> int:
        return -(-len(self.form.choices) // self._columns())

    def _size(self) -> tuple[int, int]:
        if self.is_low and self._rows() == 1:
            return _ALONE_IN_A_LOW_WINDOW
        return _SIZES.get(self._rows(), (40, STEPS.small))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._layout.activate()
        self._choose_size()

    def _choose_size(self) -> None:
        """Set all choices in the largest type size in which each fits with the sign of its verdict."""
        buttons = self.buttons.values()
        sizes = [
            step
            for step in (STEPS.large, STEPS.body, STEPS.small, STEPS.small - 1, STEPS.small - 2)
            if step <= self._size()[1]
        ]
        fitting = (step for step in sizes if all(button.fits(step, with_sign=True) for button in buttons))
        step = next(fitting, sizes[-1])
        for button in buttons:
            button.set_step(step)

    def wanted_height(self) -> int:
        rows = self._rows() * (self._size()[0] + self._gap()) - self._gap()
        return max(USUAL_HEIGHT, rows + (_CAPTION + self._gap() if self._has_caption() else 0))

    def _gap(self) -> int:
        return _GAP if self._rows() < 3 else _CLOSE_GAP

    def _has_caption(self) -> bool:
        """Whether there is room for a caption: not above three or more rows, nor in a low window."""
        return self._rows() < 3 and not self.is_low

    def answer(self) -> str:
        chosen = [choice for choice, button in self.buttons.items() if button.isChecked()]
        return " ".join(chosen) or ("-" if self.form.several else "")

    def put(self, answer: str) -> None:
        for choice, button in self.buttons.items():
            button.setChecked(choice in answer.split())
        self.changed.emit()

    def missing(self) -> str:
        return "" if self.answer() else current_style().say("tray.missing-choice")

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        return (("key.numbers", "keys.mark" if self.form.several else "keys.choose-at-once"),)

    def take_key(self, event: QKeyEvent) -> bool:
        index = digit_of(event)
        if not self.is_open or index is None or key_name(index) not in self._keys:
            return False
        if not event.isAutoRepeat():  # a held key chooses once, and not in the next question
            list(self.buttons.values())[self._keys.index(key_name(index))].click()
        return True

    def _choose(self, chosen: str) -> None:
        if not self.form.several:
            for choice, button in self.buttons.items():
                button.setChecked(choice == chosen)
        self.changed.emit()
        if not self.form.several:
            self.submitted.emit()

    def tap(self, spot: str) -> None:
        self._press(self.places.parts.get(spot, ""))

    untap = tap

    def movable(self) -> tuple[tuple[str, str], ...]:
        return self.places.pieces if self.is_open else ()

    def pick(self, spot: str, text: str) -> None:
        self._press(text)

    def chosen_pieces(self) -> tuple[tuple[str, str], ...]:
        return tuple((spot, card) for spot, card in self.places.pieces if self.buttons[card].isChecked())

    def marks(self) -> Mapping[str, str]:
        if not self.is_open:
            return {}
        return {spot: "selected" for spot, part in self.places.parts.items() if self.buttons[part].isChecked()}

    def _press(self, choice: str) -> None:
        """Choose what was touched on the felt; the second touch of a single choice answers, since the first may have
        been meant for counting."""
        if not self.is_open or choice not in self.buttons:
            return
        if self.form.several or self.buttons[choice].isChecked():
            self.buttons[choice].click()
        else:
            self.put(choice)

    def set_enabled(self, enabled: bool) -> None:
        super().set_enabled(enabled)
        for button in self.buttons.values():
            button.setEnabled(enabled)

    def show_solution(self, given: str, solution: str) -> None:
        super().show_solution(given, solution)
        right, chosen = solution.split(), given.split()
        for choice, button in self.buttons.items():
            if choice in right:
                was_missed = self.form.several and bool(given) and choice not in chosen
                button.set_verdict("missing" if was_missed else "right")
            elif choice in chosen:
                button.set_verdict("wrong")

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        self._lay_grid()
        self._layout.setSpacing(style.px(self._gap()))
        self._grid.setSpacing(style.px(self._gap()))
        self.caption.setVisible(self._has_caption())
        self.caption.setText(style.say("tray.all-that-apply" if self.form.several else "tray.choose-one"))
        for choice, key, button in zip(self.form.choices, self._keys, self.buttons.values(), strict=True):
            button.say(self.say(choice.label), key)
        self._choose_size()

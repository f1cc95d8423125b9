"""The tray for a call, composed part by part as it is spoken."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QStackedLayout, QVBoxLayout, QWidget

from trainer.desk.answering.trays.tray import HIGHEST, Tray
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import digit_of, key_name
from trainer.desk.widgets.words import Words
from trainer.drills.forms import CallForm, Choice

_MANY = 9  # a part with more choices than digit keys is typed
_COLUMNS_OF_MANY = 19


class CallTray(Tray[CallForm]):
    """The parts in a row; the current one shows its choices. Few choices have number keys, many are typed; choices
    that are places of the felt can be tapped there."""

    def __init__(self, form: CallForm) -> None:
        super().__init__(form)
        self.chosen: list[str] = [""] * len(form.parts)
        self.current = 0
        self._typed = ""
        self.parts: list[KeyButton] = []
        self.choices: list[dict[str, KeyButton]] = []
        self.captions = [Words("small", wrap=True) for _ in form.labels]
        self._row = QGridLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        self._pages = QStackedLayout()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addLayout(self._row)
        self._layout.addLayout(self._pages)  # before the pages, which would otherwise open as windows
        self._grids: list[QGridLayout] = []
        for index, part in enumerate(form.parts):
            button = KeyButton(height=44, widest=240)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, index=index: self._turn_to(index))
            self.parts.append(button)
            self._row.addWidget(button, 1, index)
            self._row.setColumnStretch(index, 1)
            self._pages.addWidget(self._make_page(index, part))
        for index, caption in enumerate(self.captions):
            self._row.addWidget(caption, 0, index, Qt.AlignmentFlag.AlignBottom)
        self.restyle()

    def _make_page(self, index: int, part: tuple[Choice, ...]) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        many = len(part) > _MANY
        columns = _COLUMNS_OF_MANY if many else len(part)
        buttons: dict[str, KeyButton] = {}
        for place, choice in enumerate(part):
            button = KeyButton(step=STEPS.body if many else STEPS.large, height=44 if many else 48)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, chosen=choice.id, index=index: self._choose(index, chosen))
            grid.addWidget(button, *divmod(place, columns))
            buttons[choice.id] = button
        self.choices.append(buttons)
        self._grids.append(grid)
        return page

    def answer(self) -> str:
        return " ".join(chosen for chosen in self.chosen if chosen)

    def put(self, answer: str) -> None:
        self.chosen = answer.split()
        self._turn_to(len(self.chosen) - 1)

    def missing(self) -> str:
        rest = self.chosen.count("")
        return current_style().say("tray.missing-parts", count=rest) if rest else ""

    def wanted_height(self) -> int:
        return HIGHEST

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        typed = any(len(part) > _MANY for part in self.form.parts)
        return (
            ("key.digits" if typed else "key.numbers", "keys.choose"),
            ("key.left-right", "keys.other-part"),
            ("key.backspace", "keys.undo"),
        )

    def take_key(self, event: QKeyEvent) -> bool:
        if not self.is_open:
            return False
        part = self.form.parts[self.current]
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = 1 if event.key() == Qt.Key.Key_Right else -1
            self._turn_to((self.current + step) % len(self.form.parts))
            return True
        if event.key() == Qt.Key.Key_Backspace:
            self._take_back()
            return True
        if event.key() == Qt.Key.Key_Delete:
            self._clear()
            return True
        if len(part) <= _MANY:
            index = digit_of(event)
            if index is not None and index < len(part):
                self._choose(self.current, part[index].id)
                return True
            return False
        if event.text().isalnum():
            self._type(event.text())
            return True
        if event.key() == Qt.Key.Key_Space and self._typed:
            self._accept_typed()
            return True
        return False

    def _type(self, character: str) -> None:
        """Filter the choices of a long part by what is typed; if one remains, choose it."""
        part = self.form.parts[self.current]
        for typed in (self._typed + character, character):
            fitting = [choice.id for choice in part if self.say(choice.label).casefold().startswith(typed.casefold())]
            if fitting:
                self._typed = typed
                if len(fitting) == 1:
                    self._accept_typed()
                else:
                    self.chosen[self.current] = fitting[0]
                    self._refresh()
                return

    def _accept_typed(self) -> None:
        part = self.form.parts[self.current]
        fitting = [c.id for c in part if self.say(c.label).casefold().startswith(self._typed.casefold())]
        self._choose(self.current, fitting[0])

    def _choose(self, index: int, chosen: str) -> None:
        if not self.is_open:
            return
        self.chosen[index] = chosen
        open_parts = [part for part in range(len(self.chosen)) if not self.chosen[part]]
        self._turn_to(min(index + 1, len(self.chosen) - 1) if not open_parts else open_parts[0])

    def tappable(self) -> tuple[str, ...]:
        here = {choice.id for choice in self.form.parts[self.current]}
        return tuple(spot for spot, choice in self.places.parts.items() if choice in here) if self.is_open else ()

    def tap(self, spot: str) -> None:
        if spot in self.tappable():
            self._choose(self.current, self.places.parts[spot])

    def untap(self, spot: str) -> None:
        if self.is_open:
            self._take_back()

    def marks(self) -> Mapping[str, str]:
        if not self.is_open:
            return {}
        return {spot: "selected" for spot, choice in self.places.parts.items() if choice in self.chosen}

    def _clear(self) -> None:
        """Take back every part of the call."""
        self.chosen = [""] * len(self.chosen)
        self._turn_to(0)

    def _take_back(self) -> None:
        if self._typed:
            self._typed = ""
            self.chosen[self.current] = ""
        elif not self.chosen[self.current] and self.current:
            self.current -= 1
            self.chosen[self.current] = ""
        else:
            self.chosen[self.current] = ""
        self._refresh()

    def _turn_to(self, index: int) -> None:
        self.current = index
        self._typed = ""
        self._refresh()

    def _refresh(self) -> None:
        self._pages.setCurrentIndex(self.current)
        for index, button in enumerate(self.parts):
            button.setChecked(index == self.current and self.is_open)
            chosen = self.chosen[index]
            label = next((c.label for c in self.form.parts[index] if c.id == chosen), "…")
            about = self.say(self.form.labels[index]) if self.form.labels else ""
            button.say(self.say(label), spoken=about or current_style().say("tray.part-spoken", number=index + 1))
            for choice, choice_button in self.choices[index].items():
                choice_button.setChecked(choice == chosen)
        self.changed.emit()

    def set_enabled(self, enabled: bool) -> None:
        super().set_enabled(enabled)
        for button in (*self.parts, *(button for part in self.choices for button in part.values())):
            button.setEnabled(enabled)

    def show_solution(self, given: str, solution: str) -> None:
        super().show_solution(given, solution)
        answers = given.split() or [""] * len(self.parts)
        wrong: list[int] = []
        for index, (mine, right) in enumerate(zip(answers, solution.split(), strict=True)):
            self.parts[index].set_verdict("right" if mine == right else "wrong")
            self.choices[index][right].set_verdict("right")
            if mine and mine != right:
                self.choices[index][mine].set_verdict("wrong")
                wrong.append(index)
        self._turn_to(wrong[0] if wrong else 0)

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        between = style.px(2 if self.is_low else 4)
        self._layout.setSpacing(between)
        self._row.setHorizontalSpacing(style.px(8))
        self._row.setVerticalSpacing(between)
        for caption, about in zip(self.captions, self.form.labels, strict=True):
            caption.setText(self.say(about))
            caption.setWordWrap(not self.is_low)  # a second line would take room from the felt
        for part, buttons in zip(self.form.parts, self.choices, strict=True):
            many = len(part) > _MANY
            for index, (choice, button) in enumerate(zip(part, buttons.values(), strict=True)):
                button.say(self.say(choice.label), "" if many else key_name(index))
        for part, grid in zip(self.form.parts, self._grids, strict=True):
            grid.setSpacing(style.px(4 if len(part) > _MANY else 8))
        with QSignalBlocker(self):  # the answer stays the same
            self._refresh()

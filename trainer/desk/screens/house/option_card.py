"""One house option: name, article, why there is a choice, and the choices."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout

from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.drills.wording import citation_words, option_value
from trainer.equipment.money import Rounding, RoundingWay, parse_amount, print_amount
from trainer.rulebooks import Option
from trainer.runs.house_options import typed_value
from trainer.texts import Language, Message, say

_WIDEST = 760
_FIELD_WIDTH = 220
_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)


class ChoiceButton(KeyButton):
    """A choice; leaves the arrow keys to the screen."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ARROWS:
            event.ignore()
        else:
            super().keyPressEvent(event)


class OptionCard(QFrame):
    """``chosen`` emits the new value of the option, ``refused`` why the typed text is not valid."""

    chosen = Signal(str, str)
    refused = Signal(object)

    def __init__(self, key: str, option: Option) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.key = key
        self.option = option
        self.value = option.default
        self._language = Language.ES
        self.name = Words("heading", wrap=True)
        self.why = Words("quiet", wrap=True)
        self.cite = Words("small")
        self.buttons: dict[str, KeyButton] = {}
        self.field = QLineEdit()  # for an amount, or the unit of a rounding
        self.field.setProperty("figure", "smallest")
        self.field.editingFinished.connect(self._take_typed)
        self._layout = QVBoxLayout(self)
        for words in (self.name, self.why, self.cite):
            self._layout.addWidget(words)
        for choice in self._choices():
            button = ChoiceButton(step=STEPS.body, height=40, widest=_WIDEST, from_left=True)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, choice=choice: self._choose(choice))
            self.buttons[choice] = button
            self._layout.addWidget(button)
        self._layout.addWidget(self.field)
        self.field.setVisible(option.kind != "choice")

    def _choices(self) -> list[str]:
        """The buttons: each choice, or each way of rounding; an amount is typed."""
        if self.option.kind == "rounding":
            return [way.value for way in RoundingWay]
        return list(self.option.choices)

    @property
    def pressed(self) -> str:
        """The name in ``buttons`` of the current value; empty if an amount is typed."""
        if self.option.kind == "rounding":
            return Rounding.parse(self.value).way.value
        return self.value if self.value in self.buttons else ""

    def show_value(self, value: str) -> None:
        """Show the current value and write all texts again."""
        style = current_style()
        self.value = value
        px, option, language = style.px, self.option, style.language
        self._language = language
        self._layout.setContentsMargins(px(20), px(14), px(20), px(16))
        self._layout.setSpacing(px(6))
        self.name.setText(say(option.names, language))
        self.why.setText(say(option.why, language))
        self.cite.setText(citation_words(option.cite, language))
        for choice, button in self.buttons.items():
            label = self._label(choice)
            if option.is_reading:
                label = style.text("house.read-so", choice=label)
            elif self._is_default(choice):
                label = style.text("house.default", choice=label)
            button.say(label, spoken=f"{self.name.text()}: {label}")
            button.setChecked(choice == self.pressed)
            button.setEnabled(not option.is_reading)
        self.field.setFixedSize(px(_FIELD_WIDTH), style.target(40))
        self.field.setText(self._typed())
        self.field.setEnabled(value != "exact")
        named = "house.amount" if option.kind == "amount" else "house.unit"
        if option.kind != "choice":
            default = parse_amount(option.default) if option.kind == "amount" else Rounding.parse(option.default).unit
            about = style.text(named, default=default)
            self.field.setAccessibleName(f"{self.name.text()}: {about}")
            self.field.setPlaceholderText(about)
            self.field.setToolTip(about)

    def _label(self, choice: str) -> str:
        style = current_style()
        if self.option.kind == "rounding":
            return style.text(f"house.rounding.{choice}")
        return say(option_value(self.option, choice), style.language)

    def _is_default(self, choice: str) -> bool:
        default = self.option.default
        return choice == (Rounding.parse(default).way.value if self.option.kind == "rounding" else default)

    def _typed(self) -> str:
        if self.option.kind == "rounding":
            rounding = Rounding.parse(self.value)
            return "" if rounding.way is RoundingWay.EXACT else say(rounding.unit, self._language)
        return say(parse_amount(self.value), self._language) if self.option.kind == "amount" else ""

    def _choose(self, choice: str) -> None:
        if self.option.kind == "rounding" and choice != "exact":
            units = [Rounding.parse(value).unit for value in (self.value, self.option.default)]
            unit = next((unit for unit in units if unit), Fraction(1))
            choice = f"{choice} to {print_amount(unit)}"
        self.chosen.emit(self.key, choice)

    def _take_typed(self) -> None:
        """Validate a typed amount or unit; accept it or say why not."""
        typed = self.field.text().strip()
        if not self.field.isModified() or typed == self._typed():
            return
        self.field.setModified(False)
        way = f"{self.pressed} to " if self.option.kind == "rounding" else ""
        found = typed_value(self.option, f"{way}{typed}", self._language)
        if isinstance(found, Message):
            self.refused.emit(found)
        else:
            self.chosen.emit(self.key, found)

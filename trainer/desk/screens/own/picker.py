"""Chooses the drills and levels of an own drill."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.style.style import LEAST_TARGET, Styled, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.drills.core import Family
from trainer.runs.offers import Offer
from trainer.study.skills import place_of, rung_key
from trainer.texts import say


class FamilyRow(Styled, QWidget):
    """A drill with its levels, any of which can be switched on."""

    toggled = Signal(int)

    def __init__(self, family: Family) -> None:
        super().__init__()
        self.family = family
        self.name = Words("body", wrap=True)
        self.levels = [KeyButton(step=STEPS.body, height=LEAST_TARGET) for _ in family.levels]
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.name, stretch=1)
        for number, button in enumerate(self.levels, 1):
            button.setCheckable(True)
            button.clicked.connect(partial(self._toggle, number))
            self._layout.addWidget(button)
        self.restyle()

    def _toggle(self, level: int) -> None:
        self.toggled.emit(level)

    def restyle(self) -> None:
        style = current_style()
        self._layout.setSpacing(style.px(4))
        name = say(self.family.name, style.language)
        self.name.setText(name)
        for number, button in enumerate(self.levels, 1):
            asks = say(self.family.level_name(number), style.language)
            button.say(str(number), spoken=style.say("home.level-spoken", family=name, level=number, name=asks))
            button.setToolTip(asks)
            button.setFixedWidth(style.target(LEAST_TARGET))


class LevelPicker(Styled, QWidget):
    """The drills of the shown table; ``changed`` is emitted when a level was added to or removed from ``chosen``."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[str] = []  # rungs of any table, in the order of choice
        self.rows: list[FamilyRow] = []
        self._offer: Offer | None = None
        self._list = QVBoxLayout(self)
        self._list.setContentsMargins(0, 0, 0, 0)

    def choose(self, rungs: list[str]) -> None:
        self.chosen = rungs
        self._press()

    def show_offer(self, offer: Offer | None) -> None:
        """Show the drills of a table; none if its rules cannot be read."""
        self._offer = offer
        discard(*self.rows)
        self.rows = []
        for family in offer.families if offer else ():
            row = FamilyRow(family)
            row.toggled.connect(partial(self._toggle, family.id))
            self.rows.append(row)
            self._list.addWidget(row)
        self.restyle()
        self._press()

    def _key(self, family: str, level: int) -> str:
        return rung_key(family, level, place_of(self._offer.rules)) if self._offer else ""

    def _toggle(self, family: str, level: int) -> None:
        key = self._key(family, level)
        self.chosen.remove(key) if key in self.chosen else self.chosen.append(key)
        self._press()
        self.changed.emit()

    def _press(self) -> None:
        for row in self.rows:
            for number, button in enumerate(row.levels, 1):
                button.setChecked(self._key(row.family.id, number) in self.chosen)

    def restyle(self) -> None:
        style = current_style()
        self._list.setSpacing(style.px(4))

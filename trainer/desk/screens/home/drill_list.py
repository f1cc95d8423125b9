"""The drills of one game as a list, and for each drill a page with its levels and how to practise."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from trainer.desk.screens.home.drill_row import DrillRow
from trainer.desk.screens.home.rows import Rows
from trainer.desk.style.style import current_style
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import key_name
from trainer.desk.widgets.words import Words
from trainer.rulebooks import GameRules
from trainer.runs.offers import Offer
from trainer.runs.plan import Plan, drill_plan
from trainer.study.behaviours import LEARN, PRACTISE, SPEED
from trainer.system.lazy_imports import lazily
from trainer.texts import say

with lazily():  # home is painted before the records are read
    from trainer.study.skills import place_of, rung_key

if TYPE_CHECKING:
    from trainer.desk.screens.home.study import Level

OFFERED = (LEARN, PRACTISE, SPEED)
# Drills, by area and id, that can be practised with a real shoe, wheel or dice, listed here to avoid an import.
REAL_TABLES = {
    ("baccarat", "next-card"),
    ("baccarat", "cagnotte"),
    ("blackjack", "dealer-hand"),
    ("roulette", "pay-the-layout"),
    ("craps", "whole-hand"),
}


class DrillList(QWidget):
    """``wanted`` emits the drill to start, ``opened`` the drill whose levels are shown."""

    wanted = Signal(Plan)
    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.behaviour = "learn"
        self.rows: list[DrillRow] = []
        self._levels: Mapping[str, Level] = {}  # how well each level is known, by rung
        self._shown: Offer | None = None
        self.mode = KeyButton("quiet", height=56, from_left=True, widest=900, sign="forward")
        self.mode.clicked.connect(self._next_behaviour)
        self.instead = Words("large-quiet", wrap=True)
        self.list: Rows | None = None
        inside = QWidget()
        self._pages = QStackedLayout(inside)
        self._pages.addWidget(self.instead)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.mode)
        self._column.addWidget(inside, stretch=1)

    def show_instead(self, sentence: str, is_trouble: bool) -> None:
        """Say why there are no drills, in their place."""
        self._shown = None
        self.instead.set_role("trouble" if is_trouble else "large-quiet")
        self.instead.setText(sentence)
        self.show_list()

    def show_offer(self, offer: Offer, last: Plan | None) -> None:
        """Show the drills of a game. A row starts at the level of ``last`` if it is that drill, else at the first
        level."""
        is_another = self._shown is None or [row.family for row in self.rows] != list(offer.families)
        self._shown = offer
        if is_another:
            self._make_rows(offer)
        for row in self.rows:
            row.level = 0
            if last is not None and (last.game, last.family) == (offer.rules.game, row.family.id):
                row.level = last.level
        self._write(offer.rules)
        if is_another:
            self.show_list()

    def show_list(self) -> None:
        """Show the drills of the game, or why there are none."""
        self.mode.hide()
        self._pages.setCurrentWidget(self.list if self._shown is not None and self.list is not None else self.instead)

    def show_levels_of(self, family: str) -> bool:
        """Show the levels of a drill; tells whether the game has it."""
        for row in self.rows:
            if row.family.id == family and self._shown is not None:
                self.mode.show()
                self._pages.setCurrentWidget(row.page)
                return True
        return False

    def name_of(self, family: str) -> str:
        names = (say(row.family.name, current_style().language) for row in self.rows if row.family.id == family)
        return next(names, "")

    def _make_rows(self, offer: Offer) -> None:
        discard(*(row.page for row in self.rows), *([self.list] if self.list is not None else []))
        self.rows = []
        for family in offer.families:
            row = DrillRow(family)
            row.wanted.connect(partial(self._start, family.id))
            row.opened.connect(partial(self.opened.emit, family.id))
            self.rows.append(row)
            self._pages.addWidget(row.page)
        self.list = Rows(row.start for row in self.rows)
        self._pages.addWidget(self.list)

    def show_levels(self, levels: Mapping[str, Level]) -> None:
        """Show how well each level is known."""
        self._levels = levels
        if self._shown is not None:
            self._write(self._shown.rules)

    def start_row(self, index: int) -> bool:
        """Start the drill of a number key; tells whether there is one."""
        if self._shown is None or index >= len(self.rows):
            return False
        self.rows[index].go()
        return True

    def _start(self, family: str, level: int) -> None:
        if self._shown is None:
            return
        rules = self._shown.rules
        variant = rules.variant if rules.variant != rules.default_variant else ""
        plan = drill_plan(rules.rulebook, rules.game, family, level, variant=variant, behaviour=self.behaviour)
        self.wanted.emit(structs.replace(plan, options=rules.changed))

    def choose_behaviour(self, index: int) -> None:
        """Choose the behaviour of a number key, if there is one."""
        if index < len(OFFERED):
            self.behaviour = OFFERED[index].id
            if self._shown is not None:
                self._write(self._shown.rules)

    def _next_behaviour(self) -> None:
        ids = [behaviour.id for behaviour in OFFERED]
        self.choose_behaviour((ids.index(self.behaviour) + 1) % len(ids) if self.behaviour in ids else 0)

    def _write(self, rules: GameRules) -> None:
        style = current_style()
        self._column.setSpacing(style.px(12))
        name = style.say(f"behaviour.{self.behaviour}")
        self.mode.say(
            style.text("front.mode", mode=name), "Ctrl 1–3", note=style.say(f"behaviour-about.{self.behaviour}")
        )
        for index, row in enumerate(self.rows):
            for number, button in enumerate(row.levels, 1):
                known = self._known(rules, row.family.id, number)
                button.show_mastery(known.value if known else None, known.stand if known else "")
            row.show_drill(key_name(index))

    def _known(self, rules: GameRules, family: str, level: int) -> Level | None:
        return self._levels.get(rung_key(family, level, place_of(rules))) if self._levels else None

"""The drills of one game: variant, behaviour, and a row for each drill with its levels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from trainer.course.lessons import has_lesson
from trainer.desk.screens.home.drill_row import DrillRow
from trainer.desk.screens.home.front_page import LIVE_GAMES
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.emptying import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import key_name
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.segments import Segments
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

_ABOUT_WIDTH = 170  # least width of a behaviour's description
OFFERED = (LEARN, PRACTISE, SPEED)
# Drills, by area and id, that can be practised with a real shoe, wheel or dice, listed here to avoid an import.
REAL_TABLES = {
    ("baccarat", "next-card"),
    ("baccarat", "cagnotte"),
    ("blackjack", "dealer-hand"),
    ("roulette", "pay-the-layout"),
    ("craps", "whole-hand"),
}


class DrillList(QFrame):
    """``wanted`` emits the drill to start, ``variant_chosen`` another variant of the game."""

    wanted = Signal(Plan)
    variant_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.behaviour = "learn"
        self.rows: list[DrillRow] = []
        self._levels: Mapping[str, Level] = {}  # how well each level is known, by rung
        self._shown: Offer | None = None
        self.title = Words("title", wrap=True)
        self.variants = Segments(height=36)
        self.house = KeyButton("quiet", height=36, step=STEPS.body)
        self.lesson = KeyButton("quiet", height=36, step=STEPS.body)
        self.sensors = KeyButton("quiet", height=36, step=STEPS.body)
        self.live = KeyButton(height=36, step=STEPS.body)
        self.behaviours = Segments(height=40)
        self.about = Words("quiet", wrap=True)
        self.instead = Words("large-quiet", wrap=True)
        self.variants.chosen.connect(self.variant_chosen)
        self.behaviours.chosen.connect(self._choose_behaviour)
        self._build()

    def _build(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.title, stretch=1)
        at_the_end = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        self._head.addWidget(self.live, alignment=at_the_end)
        self._head.addWidget(self.house, alignment=at_the_end)
        self._head.addWidget(self.lesson, alignment=at_the_end)
        self._head.addWidget(self.sensors, alignment=at_the_end)
        self._modes = QHBoxLayout()
        self._modes.addWidget(self.behaviours)
        self._modes.addWidget(self.about, stretch=1)
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.addWidget(self.variants)  # a game may have a dozen: they scroll with the drills
        self._list.addStretch()
        self.scroll_area = scrolling(inside)
        drills = QWidget()
        self._column = QVBoxLayout(drills)
        self._column.addLayout(self._head)
        self._column.addLayout(self._modes)
        self._column.addWidget(self.scroll_area, stretch=1)
        self.instead.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.pages = QStackedLayout(self)
        self.pages.addWidget(drills)
        self.pages.addWidget(self.instead)

    def show_instead(self, sentence: str, is_trouble: bool) -> None:
        """Say why there are no drills, in their place."""
        self._shown = None
        self._space()
        self.instead.set_role("trouble" if is_trouble else "large-quiet")
        self.instead.setText(sentence)
        self.pages.setCurrentIndex(1)

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
        self.pages.setCurrentIndex(0)

    def _make_rows(self, offer: Offer) -> None:
        discard(*self.rows)
        self.rows = []
        for family in offer.families:
            row = DrillRow(family)
            row.wanted.connect(partial(self._start, family.id))
            self.rows.append(row)
            self._list.insertWidget(self._list.count() - 1, row)

    def show_levels(self, levels: Mapping[str, Level]) -> None:
        """Show how well each level is known."""
        self._levels = levels
        if self._shown is not None:
            self._write(self._shown.rules)

    def start_row(self, index: int) -> bool:
        """Start the drill of a number key; tells whether there is one."""
        if self._shown is None or index >= len(self.rows):
            return False
        self.rows[index].start.click()
        return True

    def _start(self, family: str, level: int) -> None:
        if self._shown is None:
            return
        rules = self._shown.rules
        variant = rules.variant if rules.variant != rules.default_variant else ""
        plan = drill_plan(rules.rulebook, rules.game, family, level, variant=variant, behaviour=self.behaviour)
        self.wanted.emit(structs.replace(plan, options=rules.changed))

    def _choose_behaviour(self, behaviour: str) -> None:
        self.behaviour = behaviour
        if self._shown is not None:
            self._write(self._shown.rules)

    def _space(self) -> None:
        style = current_style()
        margin = style.px(16)
        self._column.setContentsMargins(margin, margin, margin, margin)
        self.instead.setContentsMargins(margin, margin, margin, margin)
        self._column.setSpacing(style.px(12))

    def _write(self, rules: GameRules) -> None:
        style = current_style()
        self._space()
        self._list.setSpacing(style.px(8))
        self._modes.setSpacing(style.px(12))
        self.about.setMinimumWidth(style.type_px(_ABOUT_WIDTH))
        self.title.setText(say(rules.names, style.language))
        variants = [(variant_id, say(variant.names, style.language)) for variant_id, variant in rules.variants.items()]
        self.variants.setVisible(len(variants) > 1)
        self.variants.show_choices(variants, rules.variant)
        changed = len(rules.changed)
        self.house.say(style.text("house.open-changed", count=changed) if changed else style.text("house.open"), "H")
        self.house.setVisible(bool(rules.options))
        self._head.setSpacing(style.px(12))
        self.lesson.say(style.text("sessions.small.lesson"), "L")
        self.lesson.setVisible(has_lesson(rules.game, style.language))
        self.live.say(style.text("live.open"), "D")
        self.live.setToolTip(style.text("live.open-about"))
        self.live.setVisible(rules.game in LIVE_GAMES)
        self.sensors.say(style.text("sessions.small.sensors"), "M")
        self.sensors.setVisible(any((row.family.area, row.family.id) in REAL_TABLES for row in self.rows))
        modes = [(behaviour.id, style.say(f"behaviour.{behaviour.id}")) for behaviour in OFFERED]
        self.behaviours.show_choices(modes, self.behaviour, ["Ctrl 1", "Ctrl 2", "Ctrl 3"])
        self.about.setText(style.say(f"behaviour-about.{self.behaviour}"))
        self.about.setVisible(style.scale >= max(1, style.text_size))  # otherwise there is room for the drills only
        for behaviour, button in self.behaviours.buttons.items():
            button.setToolTip(style.say(f"behaviour-about.{behaviour}"))
        for index, row in enumerate(self.rows):
            for number, button in enumerate(row.levels, 1):
                known = self._known(rules, row.family.id, number)
                button.show_mastery(known.value if known else None, known.stand if known else "")
            row.show_drill(key_name(index))

    def _known(self, rules: GameRules, family: str, level: int) -> Level | None:
        return self._levels.get(rung_key(family, level, place_of(rules))) if self._levels else None

"""A class session: everybody who types the same code gets the same questions.

A code depends on the drills of this version of the program. For laptops with other versions the instructor carries the
plan itself: as text, pasted instead of the code, or as a file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.system_files import choose_file
from trainer.desk.widgets.words import Words
from trainer.runs.class_plan import CLASS_LENGTH
from trainer.runs.offers import Offer
from trainer.runs.plan import Kind, Plan, PlanError, read_plan
from trainer.texts import Message, say

_LONGEST_PLAN = 100_000  # characters that can be pasted


class ClassCodeScreen(CardScreen):
    """``wanted`` emits the code and the highest level (0: all); ``carry_wanted`` asks for the plan of that code;
    ``plan_wanted`` emits the plan of another laptop."""

    wanted = Signal(str, int)
    carry_wanted = Signal(str, int)
    plan_wanted = Signal(Plan)

    def __init__(self) -> None:
        super().__init__()
        self.offer: Offer | None = None
        self.highest = 0
        self.place = Words("accent")
        self.code_caption = Words("small")
        self.code = QLineEdit()
        self.code.setMaxLength(_LONGEST_PLAN)
        self.code.setProperty("figure", "usual")
        self.levels_caption = Words("small")
        self.levels = Segments()
        self.carry = KeyButton(step=STEPS.body, height=40)
        self.open = KeyButton(step=STEPS.body, height=40)
        self._carrying = QHBoxLayout()
        for button in (self.carry, self.open):
            self._carrying.addWidget(button)
        for widget in (self.place, self.code_caption, self.code, self.levels_caption, self.levels):
            self.body.addWidget(widget)
        self.body.addLayout(self._carrying)
        self.carry.clicked.connect(self._carry)
        self.open.clicked.connect(self._choose_file)
        self.levels.chosen.connect(self._choose)
        self.main.clicked.connect(self._start)
        self._told = Message("sessions.class.missing")
        self.code.textChanged.connect(lambda: self.tell(""))
        self.title.say(Message("sessions.class.title"))
        self.says.say(Message("sessions.class.says"))
        self.code_caption.say(Message("sessions.class.code"))
        self.levels_caption.say(Message("sessions.class.levels"))
        self.main.say(Message("sessions.class.start", {"count": CLASS_LENGTH}), Message("desk.key.enter"))
        self.leave.say(Message("sessions.class.back"), Message("desk.key.escape"))
        self.carry.say(Message("sessions.class.carry"))
        self.open.say(Message("sessions.class.open"))

    def show_offer(self, offer: Offer) -> None:
        """Show the table of the class."""
        self.offer = offer
        self.tell("")
        self.restyle()

    def take_focus(self) -> None:
        self.code.setFocus()
        self.code.selectAll()

    def _choose(self, highest: str) -> None:
        self.highest = int(highest)
        self.take_focus()

    def _start(self) -> None:
        given = self.code.text().strip()
        if given.startswith("{"):
            self._take(lambda: Plan.parse(given))
        elif given:
            self.wanted.emit(given, self.highest)
        else:
            self._tell(Message("sessions.class.missing"))

    def open_file(self, path: Path) -> None:
        """Start the plan in a file."""
        self._take(lambda: read_plan(path))

    def _take(self, read: Callable[[], Plan]) -> None:
        try:
            plan = read()
        except PlanError as error:
            self._tell(error.message)
            return
        if plan.kind is Kind.CLASS:
            self.plan_wanted.emit(plan)
        else:
            self._tell(Message("sessions.class.other-kind"))

    def _carry(self) -> None:
        if self.code.text().strip():
            self.carry_wanted.emit(self.code.text(), self.highest)
        else:
            self._tell(Message("sessions.class.missing"))

    def carried(self, plan: Plan, outcome: Message, is_good: bool = False) -> None:
        """Copy the plan to the clipboard; ``outcome`` says where it was written as well, or why it was not."""
        QGuiApplication.clipboard().setText(str(plan))
        self._tell(outcome, is_good)

    def _choose_file(self) -> None:
        title, files = current_style().text("sessions.class.open"), current_style().text("sessions.class.files")
        path = choose_file(self, title, files)
        if path is not None:
            self.open_file(path)

    def _tell(self, message: Message, is_good: bool = False) -> None:
        self._told = message
        self.tell(say(message, current_style().language), is_good)

    def restyle(self) -> None:
        style = current_style()
        if self.offer is None:
            super().restyle()
            return
        rules = self.offer.rules
        self.place.setText(style.say("runner.place", game=rules.names, rulebook=rules.info.names))
        self.code.setAccessibleName(style.text("sessions.class.code"))
        self.code.setFixedHeight(style.target(56))
        most = max(len(family.levels) for family in self.offer.families)
        choices = [("0", style.text("sessions.class.level-all")), ("1", style.text("sessions.class.level-one"))]
        choices += [(str(n), style.text("sessions.class.level-up-to", level=n)) for n in range(2, min(most, 4))]
        self.levels.show_choices(choices, str(self.highest))
        self._carrying.setSpacing(style.px(8))
        if self.message.text():
            self.message.setText(say(self._told, style.language))
        super().restyle()

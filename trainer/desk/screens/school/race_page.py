"""Instructor's race page: set up (also in teams or as a relay), run and end a race; shows the question and the
standings on the projector.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from uuid import UUID, uuid4

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.screens.school.page import RoomPage
from trainer.desk.screens.school.texts import short_name
from trainer.desk.style.style import Style, current_style
from trainer.desk.table.imprint import table_of
from trainer.desk.table.view import FeltView
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import QuestionWords, Words
from trainer.runs.offers import Offers
from trainer.runs.plan import Plan
from trainer.school.protocol import Board, RaceLine, RaceOrder, RaceRules, RaceStandings
from trainer.school.race_run import race_plan, race_questions
from trainer.school.sheets.plan import choices_of
from trainer.study.skills import Rung
from trainer.texts import Message, say
from trainer.texts.messages import number

LENGTH = 10
_LONGEST_TEAM = 200  # characters of a team's name and its members
_FORMS = (("alone", 0), ("teams", 2), ("teams", 3), ("relay", 2), ("relay", 3))  # form of the race, and number of teams


class RacePage(RoomPage):
    """Opens a race, puts each question and ends it. ``plan`` is the paper chosen for assignments, ``plan_words`` its
    description."""

    def __init__(
        self,
        offers: Offers,
        plan: Callable[[], Plan | None],
        plan_words: Callable[[], str],
        share_rules: Callable[[Plan], str] = lambda plan: "",
    ) -> None:
        style = current_style()
        super().__init__()
        self._offers, self._plan, self._plan_words = offers, plan, plan_words
        self._share_rules = share_rules
        self.class_id: UUID | None = None
        self.rules: RaceRules | None = None
        self.standings: RaceStandings | None = None
        self.form = _FORMS[0]
        self._shown = 0  # number of the question on the projector
        self._people: dict[UUID, str] = {}  # who is connected
        self._questions: list[tuple[Rung, int]] = []
        self.says = Words("large-quiet", wrap=True)
        self.asks = Words("accent", wrap=True)
        self.forms = Segments()
        self.question = QuestionWords()
        self.choices = Words("large", wrap=True)
        self.answer = Words("heading", wrap=True)  # shown after the race, for discussion
        self.felt = FeltView(theme=style.theme)
        self.progress = Words("heading")
        self.open, self.next = KeyButton("primary", height=56), KeyButton("primary", height=56)
        self.end = KeyButton(height=56)
        self.card = Card()
        self.lines: list[KeyButton] = []
        self._build()
        self.forms.chosen.connect(self._choose)
        self.open.clicked.connect(self.open_race)
        self.next.clicked.connect(lambda: self._order("next"))
        self.end.clicked.connect(lambda: self._order("end"))
        self.says.say(Message("school.race.says"))
        self.open.say(Message("school.race.open", {"count": LENGTH}))
        self.next.say(Message("school.race.next"))
        self.end.say(Message("school.race.end"))

    def _build(self) -> None:
        inside = QWidget()
        self._lines = QVBoxLayout(inside)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.card.add(scrolling(inside), stretch=1)
        buttons = QHBoxLayout()
        for button in (self.open, self.next, self.end):
            buttons.addWidget(button)
        buttons.addStretch()
        left = QVBoxLayout()
        left.addWidget(self.says)
        left.addWidget(self.asks)
        left.addWidget(self.forms)
        left.addWidget(self.question)
        left.addWidget(self.choices)
        left.addWidget(self.answer)
        left.addWidget(self.felt, stretch=1)
        left.addWidget(self.progress)
        left.addLayout(buttons)
        left.addStretch(0)
        self._layout = QHBoxLayout(self)
        self._layout.addLayout(left, stretch=3)
        self._layout.addWidget(self.card, stretch=1)

    # ── the race ─────────────────────────────────────────────────────────────────────────────────────────────────

    def show_board(self, board: Board, now: object) -> None:
        self._people = {line.person: line.name for line in board.lines if line.is_in}
        self._write_progress()

    def open_race(self) -> None:
        """Call everybody who is connected to the start."""
        plan = self._plan()
        if plan is None or self.class_id is None:
            return
        plan = replace(plan, length=LENGTH, paced=True)
        form, count = self.form
        teams = self._teams(count)
        self.rules = RaceRules(
            id=uuid4(),
            class_id=self.class_id,
            plan=str(plan),
            length=LENGTH,
            teams=teams,
            is_relay=form == "relay",
            rules=self._share_rules(plan),
        )
        self.standings, self._shown = None, 0
        self._questions = race_questions(race_plan(self.rules), self._offers)
        self._order("open")

    def _teams(self, count: int) -> tuple[tuple[str, tuple[UUID, ...]], ...]:
        style = current_style()
        found = []
        for at in range(count):
            members = list(self._people)[at::count]
            names = [self._people[person].partition(" ")[0] for person in members]
            name = style.text("school.race.team", number=at + 1, names=names)
            found.append((name[:_LONGEST_TEAM], tuple(members)))
        return tuple(found)

    def _order(self, order: str) -> None:
        if self.rules is not None:
            self.asked.emit(RaceOrder(race=self.rules, order=order))

    def show_standings(self, standings: RaceStandings) -> None:
        """Show the standings that the service has computed."""
        if self.rules is None or standings.race != self.rules.id:
            return
        before = self.standings
        self.standings = standings
        if before is None or before.number != standings.number:
            self._shown = standings.number
        self.restyle()

    def show_question_again(self, number: int) -> None:
        """Show a question that most got wrong, to solve it together."""
        self._shown = number
        self._show()

    def _show(self) -> None:
        """Show the question in the current language."""
        style = current_style()
        if not 1 <= self._shown <= len(self._questions):
            return
        rung, seed = self._questions[self._shown - 1]
        question = rung.question(seed)
        self.felt.set_table(table_of(rung.rules))
        self.felt.show_scene(question.draft.scene, style.language)
        self.question.ask(say(question.draft.prompt, style.language))
        self.choices.setText(" · ".join(choices_of(question, style.language)))
        solution = question.draft.form.prose(question.draft.solution, style.language, rung.rules)
        is_over = self.standings is not None and self.standings.is_over
        self.answer.setText(style.text("school.race.answer", answer=solution) if is_over else "")

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def _choose(self, form: str) -> None:
        self.form = _FORMS[int(form)]

    def restyle(self) -> None:
        style = current_style()
        found = self.standings
        is_on = self.rules is not None and not (found is not None and found.is_over)
        self._layout.setContentsMargins(style.px(24), style.px(16), style.px(24), style.px(16))
        self._layout.setSpacing(style.px(24))
        self.says.setVisible(not is_on and found is None)
        self.asks.setText(style.text("school.race.asks", what=self._plan_words()))
        self.asks.setVisible(not is_on and self._plan() is not None)
        self.forms.setVisible(not is_on)
        forms = [(str(at), style.text(f"school.race.{form}", count=teams)) for at, (form, teams) in enumerate(_FORMS)]
        self.forms.show_choices(forms, str(_FORMS.index(self.form)))
        has_question = found is not None and bool(found.number)
        if has_question:
            self._show()
        self.question.setVisible(has_question)
        self.choices.setVisible(has_question and bool(self.choices.text()))
        self.answer.setVisible(has_question and bool(self.answer.text()))
        self.felt.setVisible(has_question)
        self.felt.set_theme(style.theme)
        self.open.setVisible(not is_on)
        self.open.setEnabled(self._plan() is not None and self.class_id is not None)
        self.next.setVisible(is_on)
        self.end.setVisible(is_on)
        self._write_progress()
        self.card.setMinimumWidth(style.px(370))
        self.card.set_title(
            style.text("school.race.over") if found and found.is_over else style.text("school.page.race")
        )
        self._write_lines()

    def _write_progress(self) -> None:
        style = current_style()
        found = self.standings
        words = style.text("school.race.start-line", count=len(self._people))
        if found is not None and found.number and not found.is_over:
            words = style.text(
                "school.race.question",
                number=found.number,
                length=LENGTH,
                answered=found.answered,
                runners=found.runners,
            )
        elif found is not None and found.is_over:
            words = style.text("school.race.over")
        self.progress.setText(words)

    def _write_lines(self) -> None:
        style = current_style()
        discard(*self.lines)
        self.lines = []
        found = self.standings
        if found is None:
            return
        for which, count in found.hardest[:3]:  # the hardest questions come before forty names
            words = style.text("school.race.hardest", number=which, count=count)
            button = self._add_line(words, "", False)
            button.clicked.connect(lambda _=False, which=which: self.show_question_again(which))
        for place, line in enumerate(found.teams or found.lines, start=1):
            words = style.text("school.race.line", place=place, name=short_name(line.name))
            self._add_line(words, _line_note(line, style), place == 1)
        self._lines.setSpacing(style.px(6))

    def _add_line(self, words: str, note: str, is_first: bool) -> KeyButton:
        button = KeyButton(height=56, widest=340, from_left=True)
        button.setCheckable(True)
        button.setChecked(is_first)
        button.say(words, note=note)
        self.lines.append(button)
        self._lines.addWidget(button)
        return button


def _line_note(line: RaceLine, style: Style) -> str:
    seconds = number(Fraction(round(line.milliseconds / 100), 10), style.language)
    return style.text("school.race.line-note", rights=line.rights, answers=line.answers, seconds=seconds)

"""A result seen again item by item on its felt; what may be done with it depends on who looks."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from trainer.desk.controls.key_button import KeyButton
from trainer.desk.controls.title_bar import TitleBar
from trainer.desk.controls.words import Words
from trainer.desk.felts import Side, make_felt
from trainer.desk.felts.view import FeltView
from trainer.desk.look.dress import Dress
from trainer.desk.look.theme import STEPS
from trainer.desk.run.column import WIDTH as COLUMN_WIDTH
from trainer.desk.run.table import table_of
from trainer.desk.run.verdict import VerdictPanel
from trainer.desk.screen import Screen
from trainer.desk.trays.tray import ENTER_KEYS
from trainer.drills.core import Mark
from trainer.exams.paper import Paper
from trainer.exams.questions import question_of, rules_in
from trainer.exams.result import ItemMark
from trainer.rulebooks import RulebookError
from trainer.runs.summary import Answered
from trainer.texts import Message, Param, say

_MILLION = 1_000_000


class Act(msgspec.Struct, frozen=True):
    """Something that can be done with what is shown, and the key for it; it gets the number of the item."""

    key: str
    label: Message
    then: Callable[[int], None]


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A paper to be walked through, with the marks of a result or, as a preview, without."""

    title: Param
    line: Param
    paper: Paper
    marks: tuple[ItemMark, ...] = ()
    acts: tuple[Act, ...] = ()
    back: Callable[[], None]


class ReviewScreen(Screen):
    """Left and right walk, the space bar turns between the question and its solution, Escape leaves."""

    def __init__(self, dress: Dress) -> None:
        super().__init__(dress)
        self.shown: Shown | None = None
        self.place = 0
        self.shows_after = True
        self.number = Words("quiet")
        self.before, self.after = KeyButton(height=44, step=STEPS.body), KeyButton(height=44, step=STEPS.body)
        self.bar = TitleBar(self.number, self.before, self.after)
        self.felt = FeltView(theme=dress.theme)
        self.felt.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.question = Words("question", wrap=True)
        self.state = Words("trouble", wrap=True)
        self.turn = KeyButton(height=44)
        self.acts: list[KeyButton] = []
        self.verdict = VerdictPanel()
        self._line = QHBoxLayout()
        self._line.addWidget(self.question, stretch=1)
        self._line.addWidget(self.turn)
        self._act_row = QHBoxLayout()
        self._act_row.addWidget(self.state, stretch=1)
        self._left = QVBoxLayout()
        self._left.addWidget(self.felt, stretch=1)
        self._left.addLayout(self._line)
        self._left.addLayout(self._act_row)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addLayout(self._left, stretch=1)
        below.addWidget(self.verdict)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(below, stretch=1)
        self.bar.leave.clicked.connect(self._leave)
        self.before.clicked.connect(lambda: self.go(-1))
        self.after.clicked.connect(lambda: self.go(1))
        self.turn.clicked.connect(self._turn)

    def show_paper(self, shown: Shown, place: int = 0) -> None:
        self.shown = shown
        self.place = min(place, len(shown.paper.items) - 1)
        self.shows_after = True
        for button in self.acts:
            self._act_row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.acts = []
        for act in shown.acts:
            button = KeyButton(height=44)
            button.clicked.connect(lambda _=False, act=act: act.then(self.place + 1))
            self.acts.append(button)
            self._act_row.addWidget(button)
        self.wear(self.dress)

    def tell(self, sentence: str) -> None:
        self.state.setText(sentence)

    def go(self, step: int) -> None:
        if self.shown is not None:
            self.place = min(max(0, self.place + step), len(self.shown.paper.items) - 1)
            self.shows_after = True
            self.wear(self.dress)

    def _turn(self) -> None:
        self.shows_after = not self.shows_after
        self.wear(self.dress)

    def _leave(self) -> None:
        if self.shown is not None:
            self.shown.back()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        letter = chr(event.key()) if 0x41 <= event.key() <= 0x5A else ""
        keys = [act.key for act in self.shown.acts] if self.shown else []
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() == Qt.Key.Key_Left:
            self.go(-1)
        elif event.key() == Qt.Key.Key_Right:
            self.go(1)
        elif event.key() == Qt.Key.Key_Space:
            self._turn()
        elif event.key() in ENTER_KEYS:
            button = self.focused_button()
            button.click() if button else self.go(1)
        elif letter and letter in keys:
            self.acts[keys.index(letter)].click()
        else:
            super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def wear(self, dress: Dress) -> None:
        super().wear(dress)
        shown = self.shown
        if shown is None:
            return
        px, language = dress.px, dress.language
        self.bar.wear(dress, dress.text("exam-room.back"))
        self.bar.title.setText(say(shown.title, language))
        self.bar.line.setText(say(shown.line, language))
        self._left.setContentsMargins(px(12), px(8), px(12), px(12))
        self._left.setSpacing(px(8))
        self._line.setContentsMargins(px(8), px(8), px(8), 0)
        self._act_row.setSpacing(px(8))
        self.verdict.setFixedWidth(px(COLUMN_WIDTH))
        count = len(shown.paper.items)
        self.number.setText(dress.text("exam-room.item-number", number=self.place + 1, count=count))
        self.before.say(dress.text("exam-room.item-before"), "←")
        self.after.say(dress.text("exam-room.item-after"), "→")
        for button in (self.before, self.after):
            button.wear(dress)
        for button, act in zip(self.acts, shown.acts, strict=True):
            button.say(say(act.label, language), act.key)
            button.wear(dress)
        self._show_item(shown, dress)

    def _show_item(self, shown: Shown, dress: Dress) -> None:
        item = shown.paper.items[self.place]
        try:
            rules = rules_in(shown.paper, item)
        except (RulebookError, KeyError):  # a paper of another time: its felt is gone, its words are not
            self.felt.hide()
            self.question.setText(say(item.prompt, dress.language))
            return
        question = question_of(item, rules)
        table = table_of(rules)
        draft = question.draft
        self.question.setText(say(draft.prompt, dress.language))
        self.felt.show()
        self.felt.reduce_motion = True
        self.felt.set_theme(dress.theme)
        self.felt.set_cloth(dress.cloth)
        self.felt.set_four_colour(dress.four_colours)
        self.felt.set_side(Side(dress.side))
        self.felt.set_imprint(table.imprint)
        self.felt.set_house_colours(table.chip_colours)
        after = draft.after if self.shows_after else None
        self.felt.show_scene(after or draft.scene, dress.language)
        other = "before" if self.shows_after else "after"
        self.turn.say(dress.text(f"progress.replay.{other}"), dress.say("key.space"))
        self.turn.setVisible(draft.after is not None)
        self.turn.wear(dress)
        marks = {mark.item: mark for mark in shown.marks}
        mark = marks.get(item.number)
        given = mark.given if mark else item.solution
        told = Mark(
            right=mark.right if mark else True,
            given=given,
            solution=item.solution,
            mistake=mark.mistake if mark else "",
        )
        answered = Answered(question, told, (mark.ms if mark else item.target_ms) * _MILLION, 0, "exam", True, rules)
        self.verdict.show_verdict(answered, "", make_felt(draft.scene.felt, table.imprint).spoken, dress)
        self.verdict.lesson.hide()
        self.tell(dress.text("exam-room.voided") if mark and mark.voided else "")

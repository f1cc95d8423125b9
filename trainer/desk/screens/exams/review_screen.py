"""Shows a paper or a result item by item, with the actions that the viewer may take.

An item whose rules no longer exist is shown by its question alone.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout

from trainer.desk.screens.run.past_question import PastQuestionScreen
from trainer.desk.style.style import current_style
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.drills.judge import Mark
from trainer.exams.paper import Paper
from trainer.exams.paper_items import question_of, rules_in
from trainer.exams.result import ItemMark, Regrade
from trainer.rulebooks import RulebookError
from trainer.runs.summary import Answered
from trainer.texts import Message, Param, say

_MILLION = 1_000_000


class Act(msgspec.Struct, frozen=True):
    """An action with its key; it is called with the number of the item."""

    key: str
    label: Message
    then: Callable[[int], None]


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A paper to show, with the marks of a result or, as a preview, without."""

    title: Param
    line: Param
    paper: Paper
    marks: tuple[ItemMark, ...] = ()
    regrade: Regrade | None = None
    acts: tuple[Act, ...] = ()
    back: Callable[[], None]


class ReviewScreen(PastQuestionScreen):
    """Goes through a paper item by item; the actions are below, and who voided an item and why."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: Shown | None = None
        self.state = Words("trouble", wrap=True)
        self.acts: list[KeyButton] = []
        self._act_row = QHBoxLayout()
        self._act_row.addWidget(self.state, stretch=1)
        self.left.addLayout(self._act_row)

    def show_paper(self, shown: Shown, place: int = 0) -> None:
        self.shown = shown
        self.place = min(place, len(shown.paper.items) - 1)
        self.shows_after = True
        discard(*self.acts)
        self.acts = []
        for act in shown.acts:
            button = KeyButton(height=44)
            button.clicked.connect(lambda _=False, act=act: act.then(self.place + 1))
            self.acts.append(button)
            self._act_row.addWidget(button)
        self.restyle()

    def tell(self, sentence: str) -> None:
        self.state.setText(sentence)

    def go(self, step: int) -> None:
        if self.shown is not None:
            self.place = min(max(0, self.place + step), len(self.shown.paper.items) - 1)
            self.shows_after = True
            self.restyle()

    def leave(self) -> None:
        if self.shown is not None:
            self.shown.back()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        letter = chr(event.key()) if 0x41 <= event.key() <= 0x5A else ""
        keys = [act.key for act in self.shown.acts] if self.shown else []
        if letter and letter in keys:
            self.acts[keys.index(letter)].click()
        else:
            super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        shown = self.shown
        if shown is None:
            return
        self.write_frame(
            style.text("exam-room.back"),
            style.text("exam-room.item-before"),
            style.text("exam-room.item-after"),
        )
        self.bar.title.setText(say(shown.title, style.language))
        self.bar.line.setText(say(shown.line, style.language))
        self._act_row.setSpacing(style.px(8))
        count = len(shown.paper.items)
        self.number.setText(style.text("exam-room.item-number", number=self.place + 1, count=count))
        for button, act in zip(self.acts, shown.acts, strict=True):
            button.say(say(act.label, style.language), act.key)
        self._show_item(shown)

    def _show_item(self, shown: Shown) -> None:
        style = current_style()
        item = shown.paper.items[self.place]
        mark = next((mark for mark in shown.marks if mark.item == item.number), None)
        regrade = shown.regrade if mark and mark.voided else None
        self.tell(style.text("exam-room.voided", by=regrade.by, reason=regrade.reason) if regrade else "")
        try:
            rules = rules_in(shown.paper, item)
        except (RulebookError, KeyError):  # the felt of an old paper may no longer exist; its texts do
            self.felt.hide()
            self.verdict.hide()
            self.question.setText(say(item.prompt, style.language))
            return
        self.felt.show()
        self.verdict.show()
        told = Mark(
            right=mark.right if mark else True,
            given=mark.given if mark else item.solution,
            solution=item.solution,
            mistake=mark.mistake if mark else "",
        )
        nanoseconds = (mark.ms if mark else item.target_ms) * _MILLION
        self.show_answered(Answered(question_of(item, rules), told, nanoseconds, 0, "exam", True, rules))
        self.verdict.lesson.hide()
        self._head_verdict(mark)

    def _head_verdict(self, mark: ItemMark | None) -> None:
        """The heading of an item's verdict; a preview has none, and a review speaks of somebody else."""
        style = current_style()
        for words in (self.verdict.sign, self.verdict.word, self.verdict.time):
            words.setVisible(mark is not None)
        self.verdict.given_caption.setText(style.text("exam-room.answer-given"))
        if mark is not None and not mark.given:
            self.verdict.word.setText(style.text("exam-room.not-answered"))

"""Replays a past answer: the question, the answer given, the verdict and its reasons.

It says whether the rules have changed since, and asks the question again under today's.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from trainer.desk.screens.progress.past_answer import Gone, PastAnswer, past_answer
from trainer.desk.screens.progress.texts import moment_words
from trainer.desk.screens.run.past_question import PastQuestionScreen
from trainer.desk.style.style import Style, current_style
from trainer.desk.table.imprint import table_of
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.drills.core import Question
from trainer.drills.replay import RulesArchive
from trainer.records.store import Attempt
from trainer.runs.offers import Offers
from trainer.texts import Message, say


class ReplayScreen(PastQuestionScreen):
    """``back`` leaves, ``asked_again`` emits the question to ask again, ``lesson_wanted`` the question whose lesson is
    wanted."""

    back = Signal()
    asked_again = Signal(Question)
    lesson_wanted = Signal(Question)

    def __init__(self, offers: Offers) -> None:
        super().__init__()
        self.offers = offers
        self.archive: RulesArchive = _nothing_archived
        self.attempts: Sequence[Attempt] = ()
        self.past: PastAnswer | Gone | None = None
        self.changed = Words("note", wrap=True)
        self.gone = Words("trouble", wrap=True)
        self.gone.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.again = KeyButton(height=44)
        self.changed_box = QFrame()
        self.changed_box.setProperty("surface", "note")
        self._changed = QVBoxLayout(self.changed_box)
        self._changed.addWidget(self.changed)
        self.line.addWidget(self.again)
        self.left.insertWidget(0, self.changed_box)
        self.left.insertWidget(1, self.gone, stretch=1)
        self.again.clicked.connect(self._ask_again)
        self.verdict.lesson.clicked.connect(self._read_lesson)
        self.again.say(Message("progress.replay.again"), "R")

    def show_attempts(self, attempts: Sequence[Attempt], place: int, archive: RulesArchive | None = None) -> None:
        """Show one of several attempts, newest first. ``archive`` returns the rules of their day."""
        self.attempts, self.place, self.archive = attempts, place, archive or self.archive
        self._remake()
        self.restyle()

    def go(self, step: int) -> None:
        """Go to another attempt; stays at either end."""
        place = min(max(0, self.place + step), len(self.attempts) - 1)
        if place != self.place:
            self.show_attempts(self.attempts, place)

    def _remake(self) -> None:
        self.past = past_answer(self.attempts[self.place], self.offers, self.archive)
        self.shows_after = True

    def leave(self) -> None:
        self.back.emit()

    def _ask_again(self) -> None:
        if isinstance(self.past, PastAnswer) and self.past.again is not None:
            self.asked_again.emit(self.past.again)

    def _read_lesson(self) -> bool:
        """Open the lesson of the answer; tells whether there is one."""
        if not isinstance(self.past, PastAnswer) or not self.verdict.lesson.isVisible():
            return False
        self.lesson_wanted.emit(self.past.answered.question)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F1 and self._read_lesson():
            return
        if event.key() == Qt.Key.Key_R:
            self._ask_again()
        else:
            super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        if self.past is None:
            return
        px = style.px
        self.write_frame(
            style.say("runner.leave"),
            style.text("progress.replay.newer"),
            style.text("progress.replay.older"),
        )
        self._changed.setContentsMargins(px(12), px(8), px(12), px(8))
        attempt = self.attempts[self.place]
        self.bar.title.setText(style.text("progress.replay.title", date=moment_words(attempt.at, style)))
        count = style.text("progress.replay.place", number=self.place + 1, count=len(self.attempts))
        self.number.setText(count if len(self.attempts) > 1 else "")
        self.before.setVisible(len(self.attempts) > 1)
        self.after.setVisible(len(self.attempts) > 1)
        self.before.setEnabled(self.place > 0)
        self.after.setEnabled(self.place < len(self.attempts) - 1)
        is_there = isinstance(self.past, PastAnswer)
        for widget in (self.felt, self.question, self.turn, self.again, self.verdict):
            widget.setVisible(is_there)
        self.gone.setVisible(not is_there)
        self.changed_box.setVisible(False)
        if isinstance(self.past, PastAnswer):
            self._show_past(self.past)
        else:
            self.bar.line.setText(attempt.item)
            self.gone.setText(style.text("progress.replay.gone", problem=say(self.past.why, style.language)))

    def _show_past(self, past: PastAnswer) -> None:
        style = current_style()
        question = past.answered.question
        table = table_of(past.answered.rules)
        family = say(question.family.name, style.language)
        level = style.say("runner.level", family=family, level=question.item.level)
        place = style.say("runner.place", game=table.game, rulebook=table.rulebook)
        self.bar.line.setText(f"{place} · {level}")
        self.again.setVisible(past.again is not None)
        self.changed.set_role("body")
        self.changed.setText(_changed_words(past, style) if past.is_changed else "")
        self.changed_box.setVisible(past.is_changed)
        self.show_answered(past.answered)


def _nothing_archived(digest: str) -> None:
    """No archived rules before the records were read."""


def _changed_words(past: PastAnswer, style: Style) -> str:
    words = []
    if past.version_now:
        words.append(style.text("progress.replay.rules-changed", then=past.version_then, now=past.version_now))
    else:
        words.append(style.text("progress.replay.rules-gone", then=past.version_then))
    words.append(style.text(f"progress.replay.rules-{past.then.value}"))
    if past.right_now is not None and past.right_now != past.answered.mark.right:
        verdict = style.text("progress.replay.would-be-right" if past.right_now else "progress.replay.would-be-wrong")
        words.append(style.text("progress.replay.verdict-changed", verdict=verdict))
    return " ".join(words)

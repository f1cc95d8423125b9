"""A past answer seen again: the question as it was asked, what was answered, the verdict and its reasons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from trainer.desk.controls.key_button import KeyButton
from trainer.desk.controls.title_bar import TitleBar
from trainer.desk.controls.words import Words
from trainer.desk.felts import Side, make_felt
from trainer.desk.felts.view import FeltView
from trainer.desk.look.dress import Dress
from trainer.desk.look.theme import STEPS
from trainer.desk.progress.past_answer import Gone, PastAnswer, past_answer
from trainer.desk.progress.words import moment_words
from trainer.desk.run.column import WIDTH as COLUMN_WIDTH
from trainer.desk.run.table import table_of
from trainer.desk.run.verdict import VerdictPanel
from trainer.desk.screen import Screen
from trainer.drills.core import Question
from trainer.drills.remaking import KeptRules
from trainer.records.store import Attempt
from trainer.runs.offers import Offers
from trainer.texts import say


class ReplayScreen(Screen):
    """``back`` leaves, ``asked_again`` asks for the question once more, ``lesson_wanted`` for its lesson."""

    back = Signal()
    asked_again = Signal(Question)
    lesson_wanted = Signal(Question)

    def __init__(self, dress: Dress, offers: Offers) -> None:
        super().__init__(dress)
        self.offers = offers
        self.kept: KeptRules = _nothing_kept
        self.attempts: Sequence[Attempt] = ()
        self.place = 0
        self.shows_after = True
        self.past: PastAnswer | Gone | None = None
        self.number = Words("quiet")
        self.newer = KeyButton(height=44, step=STEPS.body)
        self.older = KeyButton(height=44, step=STEPS.body)
        self.bar = TitleBar(self.number, self.newer, self.older)
        self.felt = FeltView(theme=dress.theme)
        self.felt.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.question = Words("question", wrap=True)
        self.changed = Words("note", wrap=True)
        self.gone = Words("trouble", wrap=True)
        self.stage = KeyButton(height=44)
        self.again = KeyButton(height=44)
        self.verdict = VerdictPanel()
        self._build()

    def _build(self) -> None:
        self.changed_box = QFrame()
        self.changed_box.setProperty("surface", "note")
        self._changed = QVBoxLayout(self.changed_box)
        self._changed.addWidget(self.changed)
        self._line = QHBoxLayout()
        self._line.addWidget(self.question, stretch=1)
        self._line.addWidget(self.stage)
        self._line.addWidget(self.again)
        self._left = QVBoxLayout()
        self._left.addWidget(self.changed_box)
        self._left.addWidget(self.gone, stretch=1)
        self._left.addWidget(self.felt, stretch=1)
        self._left.addLayout(self._line)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addLayout(self._left, stretch=1)
        below.addWidget(self.verdict)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(below, stretch=1)
        self.gone.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.bar.leave.clicked.connect(self.back)
        self.newer.clicked.connect(lambda: self.go(-1))
        self.older.clicked.connect(lambda: self.go(1))
        self.stage.clicked.connect(self._turn)
        self.again.clicked.connect(self._ask_again)
        self.verdict.lesson.clicked.connect(self._read_lesson)

    def show_attempts(self, attempts: Sequence[Attempt], place: int, kept: KeptRules | None = None) -> None:
        """One of some attempts, newest first; the others are reached from it. ``kept`` gives the rules of their day."""
        self.attempts, self.place, self.kept = attempts, place, kept or self.kept
        self._remake()
        self.wear(self.dress)

    def go(self, step: int) -> None:
        """To another of the attempts; at the end it stays where it is."""
        place = min(max(0, self.place + step), len(self.attempts) - 1)
        if place != self.place:
            self.show_attempts(self.attempts, place)

    def _remake(self) -> None:
        self.past = past_answer(self.attempts[self.place], self.offers, self.kept)
        self.shows_after = True

    def _turn(self) -> None:
        """From the felt as it was solved to the felt as it was asked, and back."""
        self.shows_after = not self.shows_after
        self.wear(self.dress)

    def _ask_again(self) -> None:
        if isinstance(self.past, PastAnswer) and self.past.again is not None:
            self.asked_again.emit(self.past.again)

    def _read_lesson(self) -> None:
        if isinstance(self.past, PastAnswer) and self.verdict.lesson.isVisible():
            self.lesson_wanted.emit(self.past.answered.question)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        elif event.key() == Qt.Key.Key_F1:
            self._read_lesson()
        elif event.key() == Qt.Key.Key_Left:
            self.go(-1)
        elif event.key() == Qt.Key.Key_Right:
            self.go(1)
        elif event.key() == Qt.Key.Key_R:
            self._ask_again()
        elif event.key() == Qt.Key.Key_Space:
            self._turn()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            button = self.focused_button()
            button.click() if button else self.go(1)
        else:
            super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def wear(self, dress: Dress) -> None:
        super().wear(dress)
        if self.past is None:
            return
        px = dress.px
        self.bar.wear(dress, dress.say("runner.leave"))
        self._left.setContentsMargins(px(12), px(8), px(12), px(16))
        self._left.setSpacing(px(8))
        self._line.setContentsMargins(px(8), px(8), px(8), 0)
        self._line.setSpacing(px(8))
        self._changed.setContentsMargins(px(12), px(8), px(12), px(8))
        self.verdict.setFixedWidth(px(COLUMN_WIDTH))
        attempt = self.attempts[self.place]
        self.bar.title.setText(dress.text("progress.replay.title", date=moment_words(attempt.at, dress)))
        count = dress.text("progress.replay.place", number=self.place + 1, count=len(self.attempts))
        self.number.setText(count if len(self.attempts) > 1 else "")
        buttons = (
            (self.newer, dress.text("progress.replay.newer"), "←"),
            (self.older, dress.text("progress.replay.older"), "→"),
            (self.again, dress.text("progress.replay.again"), "R"),
        )
        for button, label, key in buttons:
            button.say(label, key)
            button.wear(dress)
        self.newer.setVisible(len(self.attempts) > 1)
        self.older.setVisible(len(self.attempts) > 1)
        self.newer.setEnabled(self.place > 0)
        self.older.setEnabled(self.place < len(self.attempts) - 1)
        is_there = isinstance(self.past, PastAnswer)
        for widget in (self.felt, self.question, self.stage, self.again, self.verdict):
            widget.setVisible(is_there)
        self.gone.setVisible(not is_there)
        self.changed_box.setVisible(False)
        if isinstance(self.past, PastAnswer):
            self._show_past(self.past, dress)
        else:
            self.bar.line.setText(attempt.item)
            self.gone.setText(dress.text("progress.replay.gone", problem=say(self.past.why, dress.language)))

    def _show_past(self, past: PastAnswer, dress: Dress) -> None:
        question = past.answered.question
        table = table_of(past.answered.rules)
        family = say(question.family.name, dress.language)
        level = dress.say("runner.level", family=family, level=question.item.level)
        place = dress.say("runner.place", game=table.game, rulebook=table.rulebook)
        self.bar.line.setText(f"{place} · {level}")
        self.again.setVisible(past.again is not None)
        self.changed.set_role("body")
        self.changed.setText(_changed_words(past, dress) if past.is_changed else "")
        self.changed_box.setVisible(past.is_changed)
        self.question.setText(say(question.draft.prompt, dress.language))
        self.felt.reduce_motion = True
        self.felt.set_theme(dress.theme)
        self.felt.set_cloth(dress.cloth)
        self.felt.set_four_colour(dress.four_colours)
        self.felt.set_side(Side(dress.side))
        self.felt.set_imprint(table.imprint)
        self.felt.set_house_colours(table.chip_colours)
        other = "before" if self.shows_after else "after"
        self.stage.say(dress.text(f"progress.replay.{other}"), dress.say("key.space"))
        self.stage.wear(dress)
        self.stage.setVisible(question.draft.after is not None)
        after = question.draft.after if self.shows_after else None
        self.felt.show_scene(after or question.draft.scene, dress.language)
        names = make_felt(question.draft.scene.felt, table.imprint).spoken
        self.verdict.show_verdict(past.answered, "", names, dress)


def _nothing_kept(digest: str) -> None:
    """Until the records are known."""


def _changed_words(past: PastAnswer, dress: Dress) -> str:
    words = []
    if past.version_now:
        words.append(dress.text("progress.replay.rules-changed", then=past.version_then, now=past.version_now))
    else:
        words.append(dress.text("progress.replay.rules-gone", then=past.version_then))
    words.append(dress.text(f"progress.replay.rules-{past.then.value}"))
    if past.right_now is not None and past.right_now != past.answered.mark.right:
        verdict = dress.text("progress.replay.would-be-right" if past.right_now else "progress.replay.would-be-wrong")
        words.append(dress.text("progress.replay.verdict-changed", verdict=verdict))
    return " ".join(words)

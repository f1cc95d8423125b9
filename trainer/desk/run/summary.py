"""The end of a run: right and wrong, time against target, what went wrong, and what to do next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.controls.answer_words import answer_lines
from trainer.desk.controls.key_button import KeyButton
from trainer.desk.controls.layouts import put_in_the_middle
from trainer.desk.controls.result_strip import ResultStrip
from trainer.desk.controls.words import Words
from trainer.desk.felts import make_felt
from trainer.desk.felts.imprint import Imprint
from trainer.desk.look.dress import Dress
from trainer.desk.look.units import seconds_words
from trainer.desk.run.verdict import SignDisc
from trainer.desk.screen import Screen
from trainer.desk.trays.tray import ENTER_KEYS
from trainer.runs.plan import Kind
from trainer.runs.run import Run
from trainer.runs.summary import Answered, Tally, tally
from trainer.texts import Names, say, text

_CARD_WIDTH = 880
_MOST_MISTAKES = 4


class Figure(QWidget):
    """A large figure with its caption, and a sign before it if it has one."""

    def __init__(self, sign: str = "") -> None:
        super().__init__()
        self._sign = sign
        self.disc = SignDisc(32)
        self.figure = Words("answer")
        self.caption = Words("quiet")
        self._row = QHBoxLayout()
        if sign:
            self._row.addWidget(self.disc)
        self._row.addWidget(self.figure)
        self._row.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._row)
        layout.addWidget(self.caption)

    def show_figure(self, figure: str, caption: str, dress: Dress) -> None:
        self._row.setSpacing(dress.px(12))
        if self._sign:
            self.disc.show_sign(self._sign, dress)
        self.figure.setText(figure)
        self.caption.setText(caption)


class SummaryScreen(Screen):
    """Asks what comes next: ``again``, ``next_level``, ``replayed`` (that one question) or ``home``."""

    again = Signal()
    next_level = Signal()
    replayed = Signal(Answered)
    home = Signal()

    def __init__(self, dress: Dress) -> None:
        super().__init__(dress)
        self.run: Run | None = None
        self._names = (Names("", ""), Names("", ""))
        self._has_next = False
        self._is_mixed = False
        self.title = Words("figure")
        self.place = Words("quiet")
        self.right = Figure("right")
        self.wrong = Figure("wrong")
        self.time = Figure()
        self.strip = ResultStrip(columns=30)
        self.mistakes_title = Words("small")
        self.mistakes = Words("large", wrap=True)
        self.worst_title = Words("small")
        self.worst_prompt = Words("heading", wrap=True)
        self.worst_says = Words("body", wrap=True)
        self.replay_button = KeyButton(height=44)
        self.counted = Words("quiet")
        self.trouble = Words("trouble", wrap=True)
        self.save_button = KeyButton(height=44)
        self.again_button = KeyButton("primary", height=56)
        self.next_button = KeyButton(height=56)
        self.home_button = KeyButton(height=56)
        self.replay_button.clicked.connect(self._replay)
        self.save_button.clicked.connect(self._save)
        self.again_button.clicked.connect(self.again)
        self.next_button.clicked.connect(self.next_level)
        self.home_button.clicked.connect(self.home)
        self._build()

    def _build(self) -> None:
        self._figures = QHBoxLayout()
        for figure in (self.right, self.wrong, self.time):
            self._figures.addWidget(figure, stretch=1)
        left = QVBoxLayout()
        left.addWidget(self.mistakes_title)
        left.addWidget(self.mistakes)
        left.addStretch()
        self.worst_room = QWidget()
        right = QVBoxLayout(self.worst_room)
        right.setContentsMargins(0, 0, 0, 0)
        for widget in (self.worst_title, self.worst_prompt, self.worst_says):
            right.addWidget(widget)
        right.addWidget(self.replay_button, alignment=Qt.AlignmentFlag.AlignLeft)
        right.addStretch()
        self._details = QHBoxLayout()
        self._details.addLayout(left, stretch=1)
        self._details.addWidget(self.worst_room, stretch=1)
        self._trouble_row = QHBoxLayout()
        self._trouble_row.addWidget(self.trouble, stretch=1)
        self._trouble_row.addWidget(self.save_button)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self.again_button, stretch=2)
        self._buttons.addWidget(self.next_button, stretch=1)
        self._buttons.addWidget(self.home_button, stretch=1)
        self.card = QFrame()
        self.card.setProperty("surface", "card")
        self._card = QVBoxLayout(self.card)
        for part in (self.title, self.place, self._figures, self.strip, self._details, self.counted):
            self._card.addLayout(part) if isinstance(part, QHBoxLayout) else self._card.addWidget(part)
        self._card.addLayout(self._trouble_row)
        self._card.addLayout(self._buttons)
        put_in_the_middle(self.card, self)

    def show_run(self, run: Run) -> None:
        """Show a run with at least one verdict; one of mixed drills is named by its session alone."""
        self._is_mixed = run.plan.kind not in (Kind.DRILL, Kind.AGAIN)
        self.run = run
        rules, question = run.asked.rules, run.question
        self._names = (rules.names, rules.info.names)
        self._has_next = not self._is_mixed and question.item.level < len(question.family.levels)
        self.wear(self.dress)

    def _replay(self) -> None:
        worst = tally(self.run.answered).worst if self.run else None
        if worst is not None:
            self.replayed.emit(worst)

    def _save(self) -> None:
        if self.run is not None:
            self.run.save()
            self.wear(self.dress)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS:
            (self.focused_button() or self.again_button).click()
        elif event.key() == Qt.Key.Key_N and self._has_next:
            self.next_button.click()
        elif event.key() == Qt.Key.Key_R and self.worst_room.isVisible():
            self.replay_button.click()
        elif event.key() == Qt.Key.Key_Escape:
            self.home.emit()
        else:
            super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def wear(self, dress: Dress) -> None:
        super().wear(dress)
        if self.run is not None:
            self._write(self.run, dress)

    def _write(self, run: Run, dress: Dress) -> None:
        px = dress.px
        self.card.setFixedWidth(px(_CARD_WIDTH))
        self._card.setContentsMargins(px(40), px(32), px(40), px(32))
        self._card.setSpacing(px(16))
        self._figures.setSpacing(px(24))
        self._details.setSpacing(px(40))
        self._buttons.setSpacing(px(12))
        result, level = tally(run.answered), run.answered[0].question.item.level
        self._write_head(run, result, dress)
        self._write_details(result, dress)
        self._write_trouble(run, dress)
        buttons = (
            (self.again_button, dress.say("summary.again"), dress.say("key.enter")),
            (self.next_button, dress.say("summary.next-level", level=level + 1), "N"),
            (self.home_button, dress.say("summary.home"), dress.say("key.escape")),
            (self.replay_button, dress.say("summary.replay"), "R"),
            (self.save_button, dress.say("summary.save-again"), ""),
        )
        for button, label, key in buttons:
            button.say(label, key)
            button.wear(dress)
        self.next_button.setVisible(self._has_next)

    def _write_head(self, run: Run, result: Tally, dress: Dress) -> None:
        answered, first = len(run.answered), run.answered[0].question
        is_whole = run.summary().is_whole
        left = dress.say("summary.left-early", answered=answered, length=run.length)
        self.title.setText(dress.say("summary.title") if is_whole else left)
        game, rulebook = self._names
        family = say(first.family.name, dress.language)
        place = dress.say("runner.place", game=game, rulebook=rulebook)
        level = dress.say("runner.level", family=family, level=first.item.level)
        label = say(run.label, dress.language)
        self.place.setText(label if self._is_mixed else f"{place} · {level} · {label}")
        self.right.show_figure(str(result.right), dress.say("summary.right"), dress)
        self.wrong.show_figure(str(result.wrong), dress.say("summary.wrong"), dress)
        self.time.setVisible(bool(result.right))
        target = dress.say("summary.target", target=seconds_words(result.target_seconds, dress))
        self.time.show_figure(seconds_words(result.seconds, dress), f"{dress.say('summary.time')} · {target}", dress)
        self.strip.show_results([one.mark.right for one in run.answered], answered, dress)
        counts = any(one.counts for one in run.answered)
        self.counted.setText(dress.say("summary.does-not-count"))
        self.counted.setVisible(not counts)

    def _write_details(self, result: Tally, dress: Dress) -> None:
        self.mistakes_title.setText(dress.say("summary.mistakes"))
        self.mistakes_title.setVisible(bool(result.wrong))
        lines = [
            f"{text(mistake, dress.language)}  {dress.say('summary.times', count=count)}"
            for mistake, count in result.mistakes[:_MOST_MISTAKES]
        ]
        none = dress.say("summary.no-named-mistakes" if result.wrong else "summary.all-right")
        self.mistakes.setText("\n".join(lines) or none)
        self.worst_room.setVisible(result.worst is not None)
        if result.worst is not None:
            self.worst_title.setText(dress.say("summary.worst"))
            self.worst_prompt.setText(say(result.worst.question.draft.prompt, dress.language))
            self.worst_says.setText(_worst_words(result.worst, dress))

    def _write_trouble(self, run: Run, dress: Dress) -> None:
        unsaved = len(run.unrecorded)
        self.trouble.setVisible(bool(unsaved))
        self.save_button.setVisible(bool(unsaved))
        self.trouble.setText(dress.say("summary.unsaved", count=unsaved, problem=run.trouble))


def _worst_words(worst: Answered, dress: Dress) -> str:
    draft, mark = worst.question.draft, worst.mark
    if mark.right:
        seconds, target = seconds_words(worst.seconds, dress), seconds_words(worst.question.target_seconds, dress)
        return dress.say("summary.worst-slow", seconds=seconds, target=target)
    names = make_felt(draft.scene.felt, Imprint(worst.rules)).spoken
    solution = "; ".join(answer_lines(draft.form, mark.solution, dress, names))
    if not mark.given:
        return dress.say("summary.worst-unanswered", solution=solution)
    given = "; ".join(answer_lines(draft.form, mark.given, dress, names))
    return dress.say("summary.worst-wrong", solution=solution, given=given)

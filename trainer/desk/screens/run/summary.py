"""The summary of a run: right and wrong answers, time against target, mistakes, and what to do next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from trainer.course.lessons import has_lesson
from trainer.desk.answering.answer_text import answer_lines
from trainer.desk.answering.verdict import SignDisc
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.units import seconds_words
from trainer.desk.table import make_felt
from trainer.desk.table.imprint import Imprint
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import Flow, put_in_the_middle, scrolling
from trainer.desk.widgets.result_strip import ResultStrip
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.words import Words
from trainer.drills.core import Question
from trainer.runs.plan import Kind
from trainer.runs.run import Run
from trainer.runs.summary import Answered, Tally, tally
from trainer.texts import Names, say, text

_CARD_WIDTH = 880
_MOST_MISTAKES = 4
_LITTLE, _NEARLY_ALL = 0.5, 0.9  # shares of right answers
_ENOUGH = 5  # answers needed to judge the share


class Figure(QWidget):
    """A large figure with a caption and an optional sign before it."""

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

    def show_figure(self, figure: str, caption: str) -> None:
        style = current_style()
        self._row.setSpacing(style.px(12))
        if self._sign:
            self.disc.show_sign(self._sign)
        self.figure.setText(figure)
        self.caption.setText(caption)


class SummaryScreen(Screen):
    """Offers what to do next: ``again``, ``next_level``, ``easier``, ``resumed`` (a run that was left), ``lesson``,
    ``mistakes_wanted`` (all of this run), ``replayed`` (one question) or ``home``.

    What Enter does, and what is offered, depends on the result: few right answers do not lead up a level, nearly all
    right do not lead down. Answers that could not be saved can be saved again here.
    """

    again = Signal()
    next_level = Signal()
    easier = Signal()
    resumed = Signal()
    lesson = Signal(Question)
    mistakes_wanted = Signal(list)  # questions
    replayed = Signal(Answered)
    home = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.run: Run | None = None
        self._names = (Names("", ""), Names("", ""))
        self._has_next = False
        self._can_resume = False
        self._is_mixed = False
        self._names_a_level = False
        self.title = Words("figure")
        self.place = Words("quiet")
        self.right = Figure("right")
        self.wrong = Figure("wrong")
        self.time = Figure()
        self.strip = ResultStrip(columns=15, cell=44, opens=True)
        self.strip.chosen.connect(self._open)
        self.mistakes_title = Words("small")
        self.mistakes = Words("large", wrap=True)
        self.worst_title = Words("small")
        self.worst_prompt = Words("heading", wrap=True)
        self.worst_says = Words("body", wrap=True)
        self.replay_button = KeyButton(height=44)
        self.counted = Words("quiet")
        self.best = Words("heading", wrap=True)
        self._bests = (0, 0)
        self._leads_home, self._leads_on = True, False
        self.trouble = Words("trouble", wrap=True)
        self.save_button = KeyButton(height=44)
        self.again_button = KeyButton(height=56)
        self.next_button = KeyButton(height=56)
        self.easier_button = KeyButton(height=56)
        self.resume_button = KeyButton(height=56)
        self.lesson_button = KeyButton(height=56)
        self.mistakes_button = KeyButton(height=56)
        self.home_button = KeyButton(height=56)
        self.advised = self.again_button
        self.replay_button.clicked.connect(self._replay)
        self.save_button.clicked.connect(self._save)
        self.again_button.clicked.connect(self.again)
        self.next_button.clicked.connect(self.next_level)
        self.easier_button.clicked.connect(self.easier)
        self.resume_button.clicked.connect(self.resumed)
        self.lesson_button.clicked.connect(self._read)
        self.mistakes_button.clicked.connect(self._ask_mistakes)
        self.home_button.clicked.connect(self.home)
        self._build()

    def _build(self) -> None:
        self._figures = QHBoxLayout()
        for figure in (self.right, self.wrong, self.time):
            self._figures.addWidget(figure, stretch=1)
        self._named = QVBoxLayout()
        self._named.addWidget(self.mistakes_title)
        self._named.addWidget(self.mistakes)
        self._named.addStretch(1)
        self.worst_room = QWidget()
        right = QVBoxLayout(self.worst_room)
        right.setContentsMargins(0, 0, 0, 0)
        for widget in (self.worst_title, self.worst_prompt, self.worst_says):
            right.addWidget(widget)
        right.addWidget(self.replay_button, alignment=Qt.AlignmentFlag.AlignLeft)
        right.addStretch()
        self._details = QHBoxLayout()
        self._details.addLayout(self._named, stretch=1)
        self._details.addWidget(self.worst_room, stretch=1)
        self._trouble_row = QHBoxLayout()
        self._trouble_row.addWidget(self.trouble, stretch=1)
        self._trouble_row.addWidget(self.save_button)
        self._buttons = Flow()
        self._buttons.hold(
            self.resume_button,
            self.again_button,
            self.next_button,
            self.easier_button,
            self.lesson_button,
            self.mistakes_button,
            self.home_button,
        )
        self.card = QFrame()
        self.card.setProperty("surface", "card")
        self._card = QVBoxLayout(self.card)
        for part in (self.title, self.place, self._figures, self.best, self.strip, self._details, self.counted):
            self._card.addLayout(part) if isinstance(part, QHBoxLayout) else self._card.addWidget(part)
        self._card.addLayout(self._trouble_row)
        self._card.addWidget(self._buttons)
        put_in_the_middle(self.card, page := QWidget())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolling(page))

    def show_run(
        self, run: Run, bests: tuple[int, int] = (0, 0), leads_home: bool = True, leads_on: bool = False
    ) -> None:
        """Show a run with at least one verdict. A run of mixed drills is named by its session.

        ``bests`` are the best results of a challenge: the trainee's own and that of this laptop. ``leads_home`` says
        whether Escape leads home or back to what the run was opened from; ``leads_on``, whether that is a lesson, which
        goes on.
        """
        self._bests, self._leads_home, self._leads_on = bests, leads_home, leads_on
        self._is_mixed = run.plan.kind not in (Kind.DRILL, Kind.AGAIN)
        self.run = run
        rules, question = run.asked.rules, run.question
        self._names = (rules.names, rules.info.names)
        self._can_resume = run.plan.kind not in (Kind.AGAIN, Kind.CHALLENGE, Kind.PLACEMENT)
        self._names_a_level = not self._is_mixed and bool(run.plan.family)  # repeated questions have no level to name
        self._has_next = self._names_a_level and question.item.level < len(question.family.levels)
        self.restyle()

    def _replay(self) -> None:
        worst = tally(self.run.answered).worst if self.run else None
        if worst is not None:
            self.replayed.emit(worst)

    def _open(self, place: int) -> None:
        """Ask the question of a square again."""
        if self.run is not None:
            self.replayed.emit(self.run.answered[place])

    def _read(self) -> None:
        if self.run is not None:
            self.lesson.emit(self.run.answered[0].question)

    def _mistaken(self) -> list[Question]:
        return [one.question for one in self.run.answered if not one.mark.right] if self.run else []

    def _ask_mistakes(self) -> None:
        self.mistakes_wanted.emit(self._mistaken())

    def _advise(self, run: Run, result: Tally) -> KeyButton:
        """The button that Enter presses: the lesson or an easier level after few right answers, the next level after
        nearly all."""
        answered, level = result.right + result.wrong, run.answered[0].question.item.level
        share = result.right / answered
        if share < _LITTLE and answered >= _ENOUGH and self._names_a_level:
            read = self.home_button if self._leads_on else self.lesson_button
            return self.easier_button if level > 1 else read
        if not run.summary().is_whole and self._can_resume:
            return self.resume_button
        if self._leads_on:
            return self.home_button
        if share >= _NEARLY_ALL and answered >= _ENOUGH and self._has_next:
            return self.next_button
        return self.again_button

    def _save(self) -> None:
        if self.run is not None:
            self.run.save()
            self.restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS:
            (self.focused_button() or self.advised).click()
        elif (button := self._button_of(event.key())) is not None:
            button.click()
        elif event.key() == Qt.Key.Key_R and self.worst_room.isVisible():
            self.replay_button.click()
        elif event.key() == Qt.Key.Key_Escape:
            self.home.emit()
        else:
            super().keyPressEvent(event)

    def _button_of(self, key: int) -> KeyButton | None:
        keys = {
            Qt.Key.Key_O: self.again_button,
            Qt.Key.Key_N: self.next_button,
            Qt.Key.Key_B: self.easier_button,
            Qt.Key.Key_S: self.resume_button,
            Qt.Key.Key_L: self.lesson_button,
            Qt.Key.Key_F1: self.lesson_button,  # as on the drill screen
            Qt.Key.Key_M: self.mistakes_button,
        }
        button = keys.get(Qt.Key(key))
        return button if button is not None and not button.isHidden() else None

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        super().restyle()
        if self.run is not None:
            self._write(self.run)

    def _write(self, run: Run) -> None:
        style = current_style()
        px = style.px
        self.card.setFixedWidth(px(_CARD_WIDTH))
        self._card.setContentsMargins(px(40), px(32), px(40), px(32))
        self._card.setSpacing(px(16))
        self._figures.setSpacing(px(24))
        self._details.setSpacing(px(40))
        self._named.setSpacing(px(6))
        self._buttons.set_gap(px(12))
        result, level = tally(run.answered), run.answered[0].question.item.level
        share = result.right / (result.right + result.wrong)
        self._write_head(run, result)
        self._write_details(result)
        self._write_trouble(run)
        mistaken = len(self._mistaken())
        is_left = not run.summary().is_whole and self._can_resume
        self.next_button.setVisible(self._has_next and share >= _LITTLE)
        self.easier_button.setVisible(self._names_a_level and level > 1 and share < _NEARLY_ALL)
        self.resume_button.setVisible(is_left)
        is_taught = not self._is_mixed and has_lesson(run.question.item.game, style.language)
        self.lesson_button.setVisible(is_taught and not self._leads_on)  # else the way back leads to it
        self.mistakes_button.setVisible(mistaken > 0)
        self.advised = self._advise(run, result)
        if self.advised.isHidden():
            self.advised = self.again_button
        escape = style.say("key.escape")
        back = "desk.summary.home" if self._leads_home else "front.go-on" if self._leads_on else "lesson.back"
        buttons = (
            (self.resume_button, style.say("summary.resume"), "S"),
            (self.again_button, style.say("summary.again"), "O"),
            (self.next_button, style.say("summary.next-level", level=level + 1), "N"),
            (self.easier_button, style.say("summary.next-level", level=level - 1), "B"),
            (self.lesson_button, style.text("lesson.read"), "L"),
            (self.mistakes_button, style.say("summary.all-mistakes", count=mistaken), "M"),
            (self.home_button, style.text(back), escape),
            (self.replay_button, style.say("summary.replay"), "R"),
            (self.save_button, style.say("summary.save-again"), ""),
        )
        for button, label, key in buttons:
            button.kind = "primary" if button is self.advised else "plain"
            button.say(label, style.say("key.enter") if button is self.advised else key)
        self._buttons.updateGeometry()

    def _write_head(self, run: Run, result: Tally) -> None:
        style = current_style()
        answered, first = len(run.answered), run.answered[0].question
        is_whole = run.summary().is_whole
        left = style.say("summary.left-early", answered=answered, length=run.length)
        self.title.setText(style.say("summary.title") if is_whole else left)
        game, rulebook = self._names
        family = say(first.family.name, style.language)
        place = style.say("runner.place", game=game, rulebook=rulebook)
        level = style.say("runner.level", family=family, level=first.item.level)
        label = say(run.label, style.language)
        self.place.setText(label if self._is_mixed else f"{place} · {level} · {label}")
        self.right.show_figure(str(result.right), style.say("summary.right"))
        wrong = "summary.unknown" if any(one.is_given_up for one in run.answered) else "summary.wrong"
        self.wrong.show_figure(str(result.wrong), style.say(wrong))
        self.time.setVisible(bool(result.right))
        target = style.say("summary.target", target=seconds_words(result.target_seconds, style))
        self.time.show_figure(seconds_words(result.seconds, style), f"{style.say('summary.time')} · {target}")
        self.strip.show_results([one.mark.right for one in run.answered], answered)
        mine, of_all = self._bests
        self.best.setText(style.say("summary.bests", mine=mine, all=of_all))
        self.best.setVisible(of_all > 0)
        counts = any(one.counts for one in run.answered)
        self.counted.setText(style.say("summary.does-not-count"))
        self.counted.setVisible(not counts)

    def _write_details(self, result: Tally) -> None:
        style = current_style()
        self.mistakes_title.setText(style.say("summary.mistakes"))
        self.mistakes_title.setVisible(bool(result.wrong))
        lines = [
            f"{text(mistake, style.language)}  {style.say('summary.times', count=count)}"
            for mistake, count in result.mistakes[:_MOST_MISTAKES]
        ]
        none = style.say("summary.no-named-mistakes" if result.wrong else "summary.all-right")
        self.mistakes.setText("\n".join(lines) or none)
        self.worst_room.setVisible(result.worst is not None)
        if result.worst is not None:
            self.worst_title.setText(style.say("summary.worst"))
            self.worst_prompt.setText(say(result.worst.question.draft.prompt, style.language))
            self.worst_says.setText(_worst_words(result.worst, style))

    def _write_trouble(self, run: Run) -> None:
        style = current_style()
        unsaved = len(run.unrecorded)
        self.trouble.setVisible(bool(unsaved))
        self.save_button.setVisible(bool(unsaved))
        self.trouble.setText(style.say("summary.unsaved", count=unsaved, problem=run.trouble))


def _worst_words(worst: Answered, style: Style) -> str:
    draft, mark = worst.question.draft, worst.mark
    if mark.right:
        seconds, target = seconds_words(worst.seconds, style), seconds_words(worst.question.target_seconds, style)
        return style.say("summary.worst-slow", seconds=seconds, target=target)
    names = make_felt(draft.scene.felt, Imprint(worst.rules)).spoken
    solution = "; ".join(answer_lines(draft.form, mark.solution, style, names))
    if not mark.given:
        return style.say("summary.worst-unanswered", solution=solution)
    given = "; ".join(answer_lines(draft.form, mark.given, style, names))
    return style.say("summary.worst-wrong", solution=solution, given=given)

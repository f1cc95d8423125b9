"""The verdict: right or wrong, the right answer and its working, the given answer, the named mistake and the reasons.

It also shows the time, the change of mastery, whether the answer was recorded and counts, and leads to the lesson.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from trainer.course.lessons import has_lesson
from trainer.desk.answering.answer_text import answer_lines
from trainer.desk.answering.reasons import ReasonList
from trainer.desk.answering.trays.felt_tray import SpotNames
from trainer.desk.style.signs import paint_sign
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.style.units import seconds_words
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words
from trainer.drills.mental_arithmetic import in_chips, workings
from trainer.drills.terms import mistake_message
from trainer.runs.summary import Answered, Progressed
from trainer.texts import Message, say

_SHARES, _GIVEN = (0, 4, 3, 8), 1  # shares of the width below the felt: heading, given answer, right answer, reasons
_MANY_LINES, _MANY_LETTERS = 4, 120  # lines and characters from which an answer is set smaller


class SignDisc(QWidget):
    """A filled disc with the sign of a verdict."""

    def __init__(self, size: int = 40) -> None:
        super().__init__()
        self._size = size
        self.sign = ""

    def show_sign(self, sign: str) -> None:
        self.sign = sign
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        side = current_style().px(self._size)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.sign:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(getattr(current_style().theme, self.sign)))
        painter.drawEllipse(self.rect())
        inset = self.width() * 0.16
        square = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        paint_sign(painter, self.sign, square, colour(current_style().theme.on_signal), 0.14)


class VerdictPanel(QFrame):
    """The verdict panel; long explanations scroll. Beside the felt its parts are stacked, below the felt (``is_below``)
    they are side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.sign = SignDisc()
        self.word = Words("right")
        self.time = Words("quiet")
        self.progress = Words("quiet")  # the mastery of the level and how the answer changed it
        self.solution_caption = Words("small")
        self.solution = Words("figure", wrap=True)
        self.working = Words("quiet", wrap=True)  # how to work out the sum, and in which chips it is paid
        self.given_caption = Words("small")
        self.given = Words("ghost-figure", wrap=True)
        self.mistake = Words("strong", wrap=True)
        self.mistake_box = QWidget()
        self.trouble = Words("trouble", wrap=True)
        self.counted = Words("quiet", wrap=True)
        self.why = Words("small")
        self.reasons = ReasonList()
        self.reread = Words("note", wrap=True)
        self.lesson = KeyButton(height=40, step=STEPS.body)
        self.is_below = False
        self._build()

    def _build(self) -> None:
        box = QFrame()
        box.setProperty("surface", "note")
        self._box_layout = QVBoxLayout(box)
        self._box_layout.addWidget(self.mistake)
        self._mistake_layout = QVBoxLayout(self.mistake_box)
        self._mistake_layout.addWidget(box)
        self._head = QHBoxLayout()
        self._head.addWidget(self.sign)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.word)
        words.addWidget(self.time)
        words.addWidget(self.progress)
        self._head.addLayout(words, stretch=1)
        self._lesson_row = QHBoxLayout()
        self._lesson_row.addWidget(self.lesson)
        self._lesson_row.addStretch()
        body = QWidget()
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom, body)
        self._body.addLayout(_part(self._head, self.trouble))
        self._body.addLayout(_part(self.mistake_box, self.given_caption, self.given))
        self._body.addLayout(_part(self.solution_caption, self.solution, self.working))
        self._body.addLayout(_part(self.why, self.reasons, self.reread, self.counted, self._lesson_row))
        self._body.addStretch(1)
        self.scroll_area = scrolling(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.scroll_area)

    def lie_below(self, is_below: bool) -> None:
        """Lay the panel out for below the felt, or for beside it."""
        if is_below is self.is_below:
            return
        self.is_below = is_below
        ways = QBoxLayout.Direction
        self._body.setDirection(ways.LeftToRight if is_below else ways.TopToBottom)
        for place, share in enumerate(_SHARES):
            self._body.setStretch(place, share if is_below else 0)
        self._body.setStretch(len(_SHARES), int(not is_below))
        self.reasons.columns = 2 if is_below else 1

    def read_on(self, pages: float) -> None:
        """Scroll by ``pages`` of the visible height."""
        bar = self.scroll_area.verticalScrollBar()
        bar.setValue(bar.value() + round(pages * bar.pageStep()))

    def show_verdict(
        self,
        answered: Answered,
        trouble: Message | str,
        spot_name: SpotNames,
        progressed: Progressed | None = None,
    ) -> None:
        """Fill in everything; ``trouble`` says why the answer could not be recorded, ``progressed`` what it changed."""
        style = current_style()
        mark, question = answered.mark, answered.question
        draft = question.draft
        self._space_out()
        self._show_sign(answered)
        self._say_progress(progressed if answered.counts else None, mark.right)
        self.trouble.setText(style.say("verdict.unsaved", problem=trouble) if trouble else "")
        self.trouble.setVisible(bool(trouble))
        solution = answer_lines(draft.form, mark.solution, style, spot_name)
        _show_answer(self.solution, solution, "figure", self.is_below)
        self.solution_caption.setText(style.say("verdict.solution"))
        working = "\n".join(
            part for part in (*workings(question, style.language), in_chips(question, style.language)) if part
        )
        self.working.setText(working)
        self.working.setVisible(bool(working))
        self._show_given(answered, spot_name)
        self.why.setText(style.say("verdict.why"))
        self.why.setVisible(bool(draft.reasons))
        self.reasons.show_reasons(question.family, draft.reasons)
        unscored = "verdict.not-counted-dealt" if question.item.dealt else "verdict.not-counted"  # it never comes back
        self.counted.setText("" if answered.counts else style.say(unscored))
        self.reread.setText(style.text("study.lesson-first"))
        self.reread.setContentsMargins(0, style.px(16), 0, 0)
        self.reread.setVisible(answered.reads_lesson)
        self._lesson_row.setContentsMargins(0, style.px(16), 0, 0)
        self.lesson.say(style.text("lesson.read"), "F1")
        self.lesson.setVisible(has_lesson(question.item.game, style.language))
        self.scroll_area.verticalScrollBar().setValue(0)
        self.setAccessibleName(f"{self.word.text()}. {self.solution.text()}")

    def _show_sign(self, answered: Answered) -> None:
        """Show right or wrong, and the time."""
        style, mark = current_style(), answered.mark
        sign = "right" if mark.right else "note" if answered.is_given_up else "wrong"
        self.sign.show_sign(sign)
        self.word.set_role("note-figure" if sign == "note" else sign)
        word = "verdict.time-up" if not mark.given and sign == "wrong" else f"verdict.{sign}"
        self.word.setText(style.say(word))
        seconds = seconds_words(answered.seconds, style)
        target = seconds_words(answered.question.target_seconds, style)
        self.time.setText(style.say("verdict.time", seconds=seconds, target=target))

    def _show_given(self, answered: Answered, spot_name: SpotNames) -> None:
        """Show a wrong answer and its named mistake."""
        style, mark, question = current_style(), answered.mark, answered.question
        given = [] if mark.right or not mark.given else answer_lines(question.draft.form, mark.given, style, spot_name)
        # A long answer is shown in the tray or on the felt; here it would hide the reasons.
        shows_given = bool(given) and (self.is_below or not _is_long(given))
        self.given_caption.setVisible(shows_given)
        self.given.setVisible(shows_given)
        if shows_given:
            self.given_caption.setText(style.say("verdict.given"))
            _show_answer(self.given, given, "ghost-figure", self.is_below)
        self.mistake_box.setVisible(bool(mark.mistake))
        self._body.setStretch(_GIVEN, _SHARES[_GIVEN] if self.is_below and (shows_given or mark.mistake) else 0)
        self._box_layout.setContentsMargins(style.px(12), style.px(8), style.px(12), style.px(8))
        mistake = mistake_message(mark.mistake, question.rules) if mark.mistake else ""
        self.mistake.setText(say(mistake, style.language))

    def _space_out(self) -> None:
        """Set margins and distances for below or beside the felt."""
        style = current_style()
        high = style.px(10 if self.is_below else 20)
        self._body.setContentsMargins(style.px(20), high, style.px(16), high)
        self._body.setSpacing(style.px(28) if self.is_below else 0)
        above = 0 if self.is_below else style.px(16)
        for caption in (self.solution_caption, self.given_caption, self.why):
            caption.setContentsMargins(0, above, 0, style.px(2))
        for caption in (self.trouble, self.counted):
            caption.setContentsMargins(0, style.px(16), 0, style.px(2))
        self._mistake_layout.setContentsMargins(0, 0 if self.is_below else above, 0, style.px(4))
        self._head.setSpacing(style.px(12))

    def _say_progress(self, progressed: Progressed | None, is_right: bool) -> None:
        style = current_style()
        before, after = (round(100 * progressed.before), round(100 * progressed.after)) if progressed else (0, 0)
        self.progress.setVisible(after > 0 or before > 0)
        change = f"+{after - before}" if after > before else f"−{before - after}" if after < before else "="
        self.progress.setText(style.say("verdict.mastery", share=after, change=change))
        self.progress.set_role("small-correction" if is_right and after > before else "quiet")


def _part(*inside: QWidget | QLayout) -> QVBoxLayout:
    """A column of widgets."""
    lines = QVBoxLayout()
    lines.setSpacing(0)
    for each in inside:
        lines.addWidget(each) if isinstance(each, QWidget) else lines.addLayout(each)
    lines.addStretch()  # beside other columns it begins at the top
    return lines


def _is_long(lines: Sequence[str]) -> bool:
    return len(lines) > _MANY_LINES or len("".join(lines)) > _MANY_LETTERS


def _show_answer(words: Words, lines: Sequence[str], role: str, is_low: bool) -> None:
    """Show an answer: in large type if short, smaller if it has several lines or many characters, and on one line if
    there is little height."""
    together = (" · " if is_low and len(lines) >= _MANY_LINES else "\n").join(lines)
    if _is_long(lines):
        role = "strong"
    elif len(together) > 14:
        role = "heading" if role == "figure" else "quiet"
    words.set_role(role)
    words.setText(together)

"""Notes beside the felt while a question is asked: the run, the level, the hints shown and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from trainer.desk.answering.reasons import ReasonList
from trainer.desk.answering.trays import Tray
from trainer.desk.screens.run.keys import keys_of
from trainer.desk.style.style import current_style
from trainer.desk.widgets.key_list import KeyList
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.result_strip import ResultStrip
from trainer.desk.widgets.words import Words
from trainer.drills.forms import AnswerForm
from trainer.runs.run import Run, Stage
from trainer.texts import say

_MOST_SQUARES = 30  # for a run without a fixed length


class RunNotes(QFrame):
    """Scrolls if there is more than fits."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.run_title = Words("small")
        self.strip = ResultStrip()
        self.level = Words("strong", wrap=True)
        self.about = Words("quiet", wrap=True)
        self.why = Words("accent-small", wrap=True)
        self.hints_title = Words("small")
        self.first_hints = Words("body", wrap=True)
        self.hints = ReasonList()
        self.hints_note = Words("quiet", wrap=True)
        self.keys_title = Words("small")
        self.keys = KeyList()
        body = QWidget()
        self._layout = QVBoxLayout(body)
        shown = (self.run_title, self.strip, self.level, self.about, self.why)
        for widget in (*shown, self.hints_title, self.first_hints, self.hints, self.hints_note):
            self._layout.addWidget(widget)
        self._layout.addStretch()
        self._layout.addWidget(self.keys_title)
        self._layout.addWidget(self.keys)
        self.scroll_area = scrolling(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.scroll_area)

    def show_asking(self, run: Run, tray: Tray[AnswerForm] | None, first_hints: Sequence[str] = ()) -> None:
        """Show the state of the run, its hints and the keys that work now; ``first_hints`` come before the reasons."""
        style = current_style()
        margin = style.px(20)
        self._layout.setContentsMargins(margin, margin, margin, margin)
        self._layout.setSpacing(style.px(8))
        self.run_title.setText(style.say("runner.run-title"))
        self.keys_title.setText(style.say("runner.keys-title"))
        self.hints_title.setText(style.say("runner.hints-title"))
        self._show_results(run)
        keys = keys_of(run, tray) if tray else []
        self.keys.show_keys([(style.say(key), style.say(action)) for key, action in keys])
        is_asked = run.stage is not Stage.WAITING  # while waiting there is only a table, no question
        for words in (self.level, self.about):
            words.setVisible(is_asked)
        why = run.asked.why if is_asked else None
        self.why.setText(say(why, style.language) if why else "")
        self.why.setVisible(why is not None)
        self.level.setContentsMargins(0, style.px(16), 0, 0)
        self.hints_title.setContentsMargins(0, style.px(16), 0, 0)
        self.hints_title.setVisible(bool(run.hints) or bool(first_hints))
        self.first_hints.setText("\n\n".join(first_hints))
        self.first_hints.setVisible(bool(first_hints))
        self.hints.setVisible(bool(run.hints))
        self.hints_note.setText(style.say("runner.no-more-hints"))
        self.hints_note.setVisible(bool(run.hints) and len(run.hints) == len(run.question.draft.reasons))
        if is_asked:
            family = run.question.family
            self.level.setText(say(family.level_name(run.question.item.level), style.language))
            self.about.setText(say(family.about, style.language))
            self.hints.show_reasons(family, run.hints)
        if run.hints or first_hints:
            QTimer.singleShot(0, self, self._bring_last_hint_into_sight)  # after it was laid out

    def _bring_last_hint_into_sight(self) -> None:
        shown = (self.hints_note, self.hints, self.first_hints)
        last = next((hint for hint in shown if hint.isVisible()), self.hints)
        self.scroll_area.ensureVisible(0, last.geometry().bottom(), 0, self._layout.spacing())

    def _show_results(self, run: Run) -> None:
        results = [one.mark.right for one in run.answered]
        if run.seconds is None:
            self.strip.show_results(results, run.length)
        else:
            self.strip.show_results(results[-_MOST_SQUARES:], min(len(results) + 1, _MOST_SQUARES))

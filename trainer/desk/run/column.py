"""The panel over the right edge of the felt: the verdict; before it the hints, or the run and its keys if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from trainer.desk.controls.key_list import KeyList
from trainer.desk.controls.result_strip import ResultStrip
from trainer.desk.controls.words import Words
from trainer.desk.look.dress import Dress
from trainer.desk.run.reasons import ReasonList
from trainer.desk.trays.felt_tray import SpotNames
from trainer.lazily import lazily
from trainer.runs.run import Run
from trainer.runs.summary import Answered
from trainer.texts import Message, say

with lazily():  # not needed to ask
    from trainer.desk.look.motion import slide_in
    from trainer.desk.run.verdict import VerdictPanel

WIDTH = 344
SLIDE_MILLISECONDS = 150
_MOST_SQUARES = 30  # of a run without a fixed length
_SLIDE_FROM = 48  # near enough to be read from the first frame


class RunColumn(QWidget):
    """Hidden while there is nothing to say, so that the felt has all the room. ``shown`` tells when that changes."""

    lesson_wanted = Signal()
    shown = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.run_title = Words("small")
        self.strip = ResultStrip()
        self.level = Words("strong", wrap=True)
        self.about = Words("quiet", wrap=True)
        self.why = Words("accent-small", wrap=True)
        self.hints_title = Words("small")
        self.hints = ReasonList()
        self.hints_note = Words("quiet", wrap=True)
        self.keys_title = Words("small")
        self.keys = KeyList()
        self.is_wanted = False  # the user wants to read of the run while a question is asked
        self.asking = QFrame(self)
        self.asking.setProperty("surface", "panel")
        self._layout = QVBoxLayout(self.asking)
        shown = (self.run_title, self.strip, self.level, self.about, self.why)
        for widget in (*shown, self.hints_title, self.hints, self.hints_note):
            self._layout.addWidget(widget)
        self._layout.addStretch()
        self._layout.addWidget(self.keys_title)
        self._layout.addWidget(self.keys)

    @cached_property
    def verdict(self) -> VerdictPanel:
        """The panel that slides over the others; it is made while the first question is read."""
        panel = VerdictPanel(self)
        panel.hide()
        panel.resize(self.size())
        panel.lesson.clicked.connect(self.lesson_wanted)
        self._slide = slide_in(panel, SLIDE_MILLISECONDS)
        return panel

    @property
    def has_verdict(self) -> bool:
        return "verdict" in self.__dict__

    def wear(self, dress: Dress) -> None:
        self.setFixedWidth(dress.px(WIDTH))
        margin = dress.px(20)
        self._layout.setContentsMargins(margin, margin, margin, margin)
        self._layout.setSpacing(dress.px(8))
        self.run_title.setText(dress.say("runner.run-title"))
        self.keys_title.setText(dress.say("runner.keys-title"))
        self.hints_title.setText(dress.say("runner.hints-title"))

    def show_asking(self, run: Run, keys: Sequence[tuple[str, str]], dress: Dress) -> None:
        """The state of the run, the hints looked at, and the keys that work now."""
        if self.has_verdict:
            self._slide.stop()
            self.verdict.hide()
        is_shown = self.is_wanted or bool(run.hints)
        self.asking.setVisible(is_shown)
        self._show(is_shown)
        if is_shown:
            self._write(run, keys, dress)

    def _write(self, run: Run, keys: Sequence[tuple[str, str]], dress: Dress) -> None:
        self.show_run(run, dress)
        self.keys.show_keys([(dress.say(key), dress.say(action)) for key, action in keys], dress)
        family = run.question.family
        self.level.setText(say(family.level_name(run.question.item.level), dress.language))
        self.about.setText(say(family.about, dress.language))
        why = run.asked.why
        self.why.setText(say(why, dress.language) if why else "")
        self.why.setVisible(why is not None)
        self.level.setContentsMargins(0, dress.px(16), 0, 0)
        self.hints_title.setContentsMargins(0, dress.px(16), 0, 0)
        self.hints_title.setVisible(bool(run.hints))
        self.hints.setVisible(bool(run.hints))
        self.hints.show_reasons(family, run.hints, dress)
        all_seen = bool(run.hints) and len(run.hints) == len(run.question.draft.reasons)
        self.hints_note.setVisible(all_seen)
        self.hints_note.setText(dress.say("runner.no-more-hints"))

    def _show(self, is_shown: bool) -> None:
        if is_shown is self.isHidden():
            self.setVisible(is_shown)
            self.shown.emit(is_shown)

    def show_run(self, run: Run, dress: Dress) -> None:
        results = [one.mark.right for one in run.answered]
        if run.seconds is None:
            self.strip.show_results(results, run.length, dress)
        else:
            self.strip.show_results(results[-_MOST_SQUARES:], min(len(results) + 1, _MOST_SQUARES), dress)

    def show_verdict(
        self, answered: Answered, trouble: Message | str, spot_name: SpotNames, dress: Dress, slides: bool
    ) -> None:
        """The verdict, sliding in from the right unless motion is unwanted."""
        self.verdict.show_verdict(answered, trouble, spot_name, dress)
        self.asking.hide()  # what lies under the verdict need not be laid out
        self.verdict.show()
        self.verdict.raise_()
        self._show(True)
        self._slide.stop()
        if slides and dress.motion:
            self._slide.setStartValue(QPoint(dress.px(_SLIDE_FROM), 0))
            self._slide.setEndValue(QPoint(0, 0))
            self._slide.start()
        else:
            self.verdict.move(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.asking.resize(self.size())
        if self.has_verdict:
            self.verdict.resize(self.size())

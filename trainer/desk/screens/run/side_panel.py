"""The panel over the right edge of the felt or below it: the verdict; before the answer, hints or notes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from trainer.desk.answering.trays import Tray
from trainer.desk.answering.trays.felt_tray import SpotNames
from trainer.desk.style.style import Styled, current_style
from trainer.drills.forms import AnswerForm
from trainer.runs.run import Run
from trainer.runs.summary import Answered
from trainer.system.lazy_imports import lazily

with lazily():  # not needed to ask the first question
    from trainer.desk.answering.verdict import VerdictPanel
    from trainer.desk.screens.run.notes import RunNotes
    from trainer.desk.style.motion import slide_in

WIDTH = 344
SLIDE_MILLISECONDS = 150
_SLIDE_FROM = 48  # pixels: near enough to be read from the first frame


class SidePanel(Styled, QWidget):
    """Hidden while it is empty, so that the felt has the full width; ``shown`` is emitted when that changes.

    If the table would shrink beside it, the verdict lies below the felt, over the tray. It contains the given answer.
    """

    is_read_last = True  # Tab reaches the answer before it
    lesson_wanted = Signal()
    cite_wanted = Signal(object, object)  # a citation, and the reason it belongs to
    shown = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.is_below = False  # whether the verdict lies below the felt, over the tray
        self.beside = WIDTH  # its width in pixels at the right edge
        self._notes: RunNotes | None = None
        self._verdict: VerdictPanel | None = None
        self.is_wanted = False  # whether the user switched the notes on
        self.is_dismissed = False  # whether the user closed it after the last hint

    @property
    def notes(self) -> RunNotes:
        """The notes shown before the answer; created on first use."""
        if self._notes is None:
            self._notes = RunNotes(self)
            self._notes.resize(self.size())
        return self._notes

    @property
    def verdict(self) -> VerdictPanel:
        """The verdict, which slides over the notes; created while the first question is read."""
        if self._verdict is None:
            self._verdict = self._make_verdict()
        return self._verdict

    def _make_verdict(self) -> VerdictPanel:
        panel = VerdictPanel(self)
        panel.hide()
        panel.resize(self.size())
        panel.lesson.clicked.connect(self.lesson_wanted)
        panel.reasons.cite_wanted.connect(self.cite_wanted)
        self._slide = slide_in(panel, SLIDE_MILLISECONDS)
        return panel

    def open_citation(self) -> None:
        """Open the first citation of the verdict, if the verdict is visible; a class does not see it."""
        if self.has_verdict and self.verdict.isVisible():
            self.verdict.reasons.open_first()

    @property
    def has_verdict(self) -> bool:
        """Whether the panel of the verdict was created; it may be hidden."""
        return self._verdict is not None

    def restyle(self) -> None:
        style = current_style()
        self.beside = style.px(WIDTH)

    def show_asking(self, run: Run, tray: Tray[AnswerForm] | None, first_hints: Sequence[str] = ()) -> None:
        """Show notes and hints if the user wants them or has asked for hints; else hide the panel."""
        if self.has_verdict:
            self._slide.stop()
            self.verdict.hide()
        was_below, self.is_below = self.is_below, False
        is_shown = self.is_wanted or (bool(run.hints or first_hints) and not self.is_dismissed)
        if is_shown:
            self.notes.show_asking(run, tray, first_hints)
            self.notes.show()
        self._show(is_shown, moves=was_below)

    def _show(self, is_shown: bool, moves: bool = False) -> None:
        if moves or is_shown is self.isHidden():
            self.setVisible(is_shown)
            self.shown.emit(is_shown)

    def show_verdict(self, answered: Answered, run: Run, spot_name: SpotNames, slides: bool) -> None:
        """Show the verdict, sliding in from the right unless motion is reduced."""
        style = current_style()
        self.verdict.lie_below(self.is_below)
        self.verdict.show_verdict(answered, run.trouble, spot_name, run.progressed)
        if self._notes is not None:
            self._notes.hide()  # what is covered need not be laid out
        self.verdict.show()
        self.verdict.raise_()
        self._show(True)
        self._slide.stop()
        if slides and style.motion:
            self._slide.setStartValue(QPoint(style.px(_SLIDE_FROM), 0))
            self._slide.setEndValue(QPoint(0, 0))
            self._slide.start()
        else:
            self.verdict.move(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        for panel in (self._notes, self._verdict):
            if panel is not None:
                panel.resize(self.size())

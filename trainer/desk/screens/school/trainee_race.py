"""A race at the trainee's desk: the run waits for each question, and its time starts when it was painted."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from PySide6.QtCore import QEvent, QObject, QTimer

from trainer.desk.screens.run.screen import RunnerScreen
from trainer.runs.run import Run, Stage
from trainer.school.protocol import RaceAnswer, RaceQuestion

_MILLISECOND = 1_000_000  # nanoseconds
_LONGEST = 3_600_000  # milliseconds: the lid may be closed during a question


class TraineeRace(QObject):
    """One race from its start. ``answer`` is called with each answer for the service. ``clock`` returns milliseconds
    and runs on while the lid is closed, so that nobody gains by closing it."""

    def __init__(
        self,
        question: RaceQuestion,
        run: Run,
        runner: RunnerScreen,
        clock: Callable[[], int],
        answer: Callable[[RaceAnswer], None],
    ) -> None:
        super().__init__(runner)
        self.id = question.race.id
        self.teams = question.race.teams
        self.run = run
        self.number = 0
        self._runner = runner
        self._clock = clock
        self._answer = answer
        self._painted_at: int | None = None
        self._answered = 0  # number of answers sent
        self._told: RaceAnswer | None = None  # the last answer sent
        runner.felt.installEventFilter(self)
        runner.recorded.connect(self._recorded)

    def put(self, question: RaceQuestion, person: UUID) -> None:
        """Ask the next question, if it is this trainee's turn; an unanswered question is closed first.

        After a lost connection the same question comes again: it stays open, and an answer that may have been lost is
        sent again.
        """
        if question.number == self.number:
            if self._told is not None and self._told.number == self.number:
                self._answer(self._told)
            return
        self.number = question.number
        if person not in question.turn:
            return
        if self.run.stage is Stage.ASKING:
            self.run.close_unanswered()
        self._painted_at = None
        self._answered = self.run.answers
        self.run.arrived(str(question.number))
        if self.run.stage is Stage.JUDGED:
            self._runner.press_enter()
        else:
            self._runner.tick()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and self._painted_at is None and self.run.stage is Stage.ASKING:
            QTimer.singleShot(0, self, self._painted)  # after this paint event
        return False

    def _painted(self) -> None:
        if self._painted_at is None:
            self._painted_at = self._clock()

    def _recorded(self) -> None:
        if self.run.answers <= self._answered or not self.run.answered:
            return
        self._answered = self.run.answers
        last = self.run.answered[-1]
        painted = self._painted_at
        since = self._clock() - painted if painted is not None else last.nanoseconds // _MILLISECOND
        self._told = RaceAnswer(
            race=self.id,
            number=self.number,
            right=last.mark.right,
            painted_ms=min(max(0, since), _LONGEST),
            mistake=last.mark.mistake,
        )
        self._answer(self._told)

    def end(self) -> None:
        """End the race; the answers are kept."""
        self.stop()
        if self.run.stage is not Stage.FINISHED:
            self._runner.leave()

    def stop(self) -> None:
        """Follow the runner no longer; its run stays as it is."""
        self._runner.felt.removeEventFilter(self)
        self._runner.recorded.disconnect(self._recorded)
        self.deleteLater()

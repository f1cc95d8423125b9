"""A run of questions as a state machine without Qt: asking → judged → asking … → finished.

Where questions come from, the clock and the keeping of answers are passed in. An answer is handed to the recorder
before its judgement is returned; one that could not be kept stays in `Run.unrecorded` and is tried again with each
answer that follows, so that nothing is lost without a word.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from trainer.drills.core import Mark, Question
from trainer.games.core import Reason
from trainer.records.errors import RecordsError
from trainer.study.behaviours import Behaviour
from trainer.texts import Message

NANOSECONDS = 1_000_000_000

# What a disk or a database can do to an honest answer. Anything else is a fault of the program and is not caught.
RECORDING_FAILURES = (OSError, RecordsError)


class Stage(StrEnum):
    """Where a run stands."""

    ASKING = "asking"
    JUDGED = "judged"
    FINISHED = "finished"


class Answered(msgspec.Struct, frozen=True):
    """One question that was answered, or closed unanswered because its time was up (then ``mark.given`` is empty)."""

    question: Question
    mark: Mark
    nanoseconds: int  # from the question to the answer
    hints: int  # how many reasons were looked at before answering
    behaviour: str
    counts: bool
    reads_lesson: bool = False  # it was forgotten so often that its lesson should be read again

    @property
    def seconds(self) -> float:
        return self.nanoseconds / NANOSECONDS

    @property
    def in_time(self) -> bool:
        """Right and within the target time."""
        return self.mark.right and self.seconds <= self.question.target_seconds


class Remark(msgspec.Struct, frozen=True):
    """What a session says about a question besides itself."""

    counts: bool = True
    why: Message | None = None  # why it was chosen
    reads_lesson: bool = False  # forgotten so often that its lesson should be read again


def no_remark(question: Question) -> Remark:
    return Remark()


class Run:
    """Questions one after another under a behaviour.

    ``source`` gives the next question, or nothing when there are no more; ``clock`` counts nanoseconds; ``record``
    keeps an answer and raises one of `RECORDING_FAILURES` if it cannot. An empty source makes a run that is finished
    from the start. ``seconds`` is how long the whole run lasts: when they are over it is finished, whatever is asked.
    ``label`` names the run where that is not its behaviour.
    """

    def __init__(
        self,
        source: Callable[[], Question | None],
        behaviour: Behaviour,
        clock: Callable[[], int],
        record: Callable[[Answered], None],
        length: int | None = None,
        *,
        remark: Callable[[Question], Remark] = no_remark,
        label: Message | None = None,
        seconds: float | None = None,
    ) -> None:
        self.behaviour = behaviour
        self.label = label or Message(f"desk.behaviour.{behaviour.id}")
        self.seconds = seconds
        self.remark = Remark()
        self.length = length or behaviour.length
        self.answered: list[Answered] = []
        self.unrecorded: list[Answered] = []
        self.trouble: Message | str = ""  # why the answers in `unrecorded` could not be kept
        self.hints: tuple[Reason, ...] = ()  # what was looked at before answering
        self.stage = Stage.ASKING
        self._source = source
        self._clock = clock
        self._record = record
        self._remark = remark
        self._prepared: Question | None = None
        self._began = clock()
        self._ask()

    @property
    def question(self) -> Question:
        """The question that is asked or was just judged."""
        return self._question

    @property
    def number(self) -> int:
        """Which question of the run this is, from 1."""
        return len(self.answered) + (self.stage is Stage.ASKING)

    @property
    def streak(self) -> int:
        """Right answers in a row, up to now."""
        count = 0
        for answered in reversed(self.answered):
            if not answered.mark.right:
                break
            count += 1
        return count

    @property
    def elapsed_nanoseconds(self) -> int:
        """Time on the present question; what it took, once it is judged."""
        if self.stage is Stage.ASKING:
            return self._clock() - self._asked_at
        return self.answered[-1].nanoseconds if self.answered else 0

    @property
    def counts(self) -> bool:
        """Whether the present answer counts: never where the behaviour says so or a hint was looked at."""
        return self.behaviour.counts and self.remark.counts and not self.hints

    @property
    def seconds_left(self) -> float | None:
        """Of a run that is timed as a whole; `None` if it is not."""
        if self.seconds is None:
            return None
        return max(0.0, self.seconds - (self._clock() - self._began) / NANOSECONDS)

    @property
    def is_time_up(self) -> bool:
        closes_after = self.behaviour.closes_after
        if self.stage is not Stage.ASKING or closes_after is None:
            return False
        return self.elapsed_nanoseconds >= closes_after * self.question.target_seconds * NANOSECONDS

    def hint(self) -> Reason | None:
        """The next reason of the answer, or nothing if the behaviour gives none or all have been seen."""
        if self.stage is not Stage.ASKING or not self.behaviour.hints:
            return None
        reasons = self.question.draft.reasons
        if len(self.hints) == len(reasons):
            return None
        self.hints = reasons[: len(self.hints) + 1]
        return self.hints[-1]

    def answer(self, given: str) -> Answered:
        """Judge and record an answer; raises `AnswerError` with the cure if it is not one, and the question stands."""
        self._expect(Stage.ASKING)
        taken = self.elapsed_nanoseconds
        return self._judged(self.question.family.mark(self.question, given), taken)

    def close_unanswered(self) -> Answered:
        """The time is up: the question counts as wrong."""
        self._expect(Stage.ASKING)
        return self._judged(Mark(False, "", self.question.draft.solution), self.elapsed_nanoseconds)

    def prepare(self) -> None:
        """Make the next question ahead of time, while the verdict is being read."""
        if self.stage is Stage.JUDGED and self._prepared is None and len(self.answered) < self.length:
            self._prepared = self._source()

    def go_on(self) -> None:
        """To the next question, or to the end."""
        self._expect(Stage.JUDGED)
        self._ask()

    def leave(self) -> None:
        """End here; what was answered stays answered."""
        self.save()
        self.stage = Stage.FINISHED

    def save(self) -> None:
        """Record what is not recorded yet, in order; stops at the first failure and keeps the rest."""
        while self.unrecorded:
            try:
                self._record(self.unrecorded[0])
            except RECORDING_FAILURES as error:
                self.trouble = error.message if isinstance(error, RecordsError) else str(error)
                return
            self.unrecorded.pop(0)
        self.trouble = ""

    def _ask(self) -> None:
        question = self._prepared
        self._prepared = None
        if question is None and len(self.answered) < self.length:
            question = self._source()
        if question is None or self.seconds_left == 0:
            self.stage = Stage.FINISHED
            return
        self._question = question
        self.remark = self._remark(question)
        self.hints = ()
        self.stage = Stage.ASKING
        self._asked_at = self._clock()

    def _judged(self, mark: Mark, nanoseconds: int) -> Answered:
        answered = Answered(
            self.question,
            mark,
            nanoseconds,
            len(self.hints),
            self.behaviour.id,
            self.counts,
            self.remark.reads_lesson,
        )
        self.answered.append(answered)
        self.unrecorded.append(answered)
        self.stage = Stage.JUDGED
        self.save()
        return answered

    def _expect(self, stage: Stage) -> None:
        if self.stage is not stage:
            raise RuntimeError(f"the run is {self.stage.value}, not {stage.value}")


class Tally(msgspec.Struct, frozen=True):
    """The figures of a run for its summary."""

    right: int
    wrong: int
    seconds: float  # mean time of the right answers; 0 if there is none
    target_seconds: float  # mean target of the same
    mistakes: tuple[tuple[str, int], ...]  # named mistakes and how often, most frequent first
    worst: Answered | None  # what to see again first: a wrong answer, else the slowest beyond its target


def tally(answered: list[Answered]) -> Tally:
    """Add up a run."""
    right = [one for one in answered if one.mark.right]
    wrong = [one for one in answered if not one.mark.right]
    counts: dict[str, int] = {}
    for one in wrong:
        if one.mark.mistake:
            counts[one.mark.mistake] = counts.get(one.mark.mistake, 0) + 1
    slow = [one for one in right if not one.in_time]
    return Tally(
        right=len(right),
        wrong=len(wrong),
        seconds=sum(one.seconds for one in right) / len(right) if right else 0.0,
        target_seconds=sum(one.question.target_seconds for one in right) / len(right) if right else 0.0,
        mistakes=tuple(sorted(counts.items(), key=lambda pair: -pair[1])),
        worst=max(wrong or slow, key=lambda one: one.seconds / one.question.target_seconds, default=None),
    )

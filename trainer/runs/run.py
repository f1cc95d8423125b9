"""A run of questions as a state machine without Qt: (waiting →) asking → judged → asking … → finished.

The plan, the source of the questions, the keeper of the answers and the clock are passed in. An answer is stored before
its verdict is returned; one that could not be stored stays in `Run.unrecorded` and is tried again with each following
answer. Verdicts are given when the plan says so: at once, at the end or never; without a verdict to read, the next
question follows the answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from trainer.drills.core import Question
from trainer.drills.judge import Mark
from trainer.games.core import Reason
from trainer.records.errors import RecordsError
from trainer.rulebooks import GameRules
from trainer.runs.plan import Kind, Plan, Verdicts
from trainer.runs.summary import NANOSECONDS, Answered, Placed, Progressed, Summary, tally
from trainer.study.behaviours import Behaviour, behaviour_of
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

_log = logging.getLogger(__name__)

# Errors of the disk or the database. Anything else is a bug and is not caught.
RECORDING_FAILURES = (OSError, RecordsError)


def problem_of(error: RecordsError | OSError) -> Message:
    """The message for one of `RECORDING_FAILURES`."""
    return error.message if isinstance(error, RecordsError) else system_problem(error)


class Stage(StrEnum):
    """The state of a run."""

    WAITING = "waiting"  # for input from outside
    ASKING = "asking"
    JUDGED = "judged"
    FINISHED = "finished"


class Asked(msgspec.Struct, frozen=True):
    """A question, the rules of its table, and what is shown beside it."""

    question: Question
    rules: GameRules
    counts: bool = True
    why: Message | None = None  # why it was chosen
    reads_lesson: bool = False  # forgotten so often that its lesson should be read again


class Waiting(msgspec.Struct, frozen=True):
    """The next question needs input first, by its id: ``cards``, ``number``, ``dice``, ``invigilator``."""

    what: str


class Source(Protocol):
    """Where the questions of a run come from."""

    def next_asked(self) -> Asked | Waiting | None:
        """The next question, what it waits for, or `None` when there are no more."""

    def arrived(self, what: str) -> None:
        """The awaited input has arrived, in the notation of the equipment."""

    def placed(self) -> Placed | None:
        """The result of a placement test; `None` for any other run."""


class Keeper(Protocol):
    """Stores the answers of a run. Both methods raise one of `RECORDING_FAILURES` if they cannot."""

    def get_ready(self) -> None:
        """Open the records."""

    def keep(self, answered: Answered) -> Progressed | None:
        """Store an answer; when this returns it is on the disk. Returns what the answer changed, if that is known."""


class Run:
    """Questions one after another, as the plan says.

    ``clock`` counts nanoseconds. A run whose source has no questions is finished from the start. ``earlier`` are the
    answers of a resumed run.
    """

    def __init__(
        self,
        plan: Plan,
        source: Source,
        keeper: Keeper,
        clock: Callable[[], int],
        *,
        behaviour: Behaviour | None = None,
        earlier: Sequence[Answered] = (),
    ) -> None:
        self.plan = plan
        self.behaviour = behaviour or behaviour_of(plan.behaviour)
        self.length = plan.length or self.behaviour.length
        self.seconds: int | None = plan.seconds or None
        self.unrecorded: list[Answered] = []
        self.progressed: Progressed | None = None  # what the last answer changed
        self.trouble: Message | str = ""  # why the answers in `unrecorded` could not be stored
        self.hints: tuple[Reason, ...] = ()  # reasons shown before the answer
        self.stage = Stage.WAITING
        self.waits_for = ""  # what the run waits for, while it waits
        self._source = source
        self._keeper = keeper
        self._clock = clock
        self._answered = list(earlier)
        self._not_final: list[Answered] = []
        self._prepared: Asked | None = None
        self._asked: Asked | None = None
        self._asked_at = 0
        self._has_looked_up = False  # whether the lesson was read before the answer
        self._began: int | None = None  # set with the first question
        self._ask()

    # ── the current question ─────────────────────────────────────────────────────────────────────────────────────

    @property
    def label(self) -> Message:
        """The name of the run: that of its kind; a drill is named by its behaviour."""
        if self.plan.kind in (Kind.DRILL, Kind.AGAIN):
            return Message(f"desk.behaviour.{self.behaviour.id}")
        if self.plan.name:
            return Message("study.session.own-named", {"name": self.plan.name})
        return Message(f"study.session.{self.plan.session_kind}")

    @property
    def waiting(self) -> Message:
        """What the next question needs first, and how it is typed by hand."""
        known = self.waits_for in ("number", "dice", "cards", "race", "relay")
        return Message(f"sessions.waits.{self.waits_for if known else 'other'}")

    @property
    def asked(self) -> Asked:
        """The question that is asked or was just judged."""
        if self._asked is None:
            raise RuntimeError("nothing has been asked yet")
        return self._asked

    @property
    def question(self) -> Question:
        return self.asked.question

    @property
    def number(self) -> int:
        """Which question of the run this is, from 1."""
        return len(self._answered) + (self.stage is Stage.ASKING)

    @property
    def answers(self) -> int:
        """The number of answered questions, whether or not their verdicts were given."""
        return len(self._answered)

    @property
    def answered(self) -> list[Answered]:
        """The answers whose verdicts have been given."""
        if self.plan.verdicts is Verdicts.AT_ONCE:
            return self._answered
        is_due = self.plan.verdicts is Verdicts.AT_END and self.stage is Stage.FINISHED
        return self._answered if is_due else []

    @property
    def streak(self) -> int:
        """Number of right answers in a row up to now."""
        count = 0
        for answered in reversed(self.answered):
            if not answered.mark.right:
                break
            count += 1
        return count

    @property
    def counts(self) -> bool:
        """Whether the present answer counts: not if the behaviour says so, nor after a hint or the lesson."""
        return self.behaviour.counts and self.asked.counts and not self.hints and not self._has_looked_up

    @property
    def is_last(self) -> bool:
        """Whether nothing is asked after the present question."""
        return len(self._answered) + (self.stage is Stage.ASKING) >= self.length or self.seconds_left == 0

    # ── time ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def elapsed_nanoseconds(self) -> int:
        """Time spent on the present question; the time it took, once it is judged."""
        if self.stage is Stage.ASKING:
            return self._clock() - self._asked_at
        return self._answered[-1].nanoseconds if self._answered else 0

    @property
    def seconds_left(self) -> float | None:
        """Seconds left of a timed run; `None` if it is not timed."""
        if self.seconds is None:
            return None
        began = self._clock() if self._began is None else self._began
        return max(0.0, self.seconds - (self._clock() - began) / NANOSECONDS)

    @property
    def is_time_up(self) -> bool:
        closes_after = self.behaviour.closes_after
        if self.stage is not Stage.ASKING or closes_after is None:
            return False
        return self.elapsed_nanoseconds >= closes_after * self.question.target_seconds * NANOSECONDS

    # ── answering ────────────────────────────────────────────────────────────────────────────────────────────────

    def hint(self) -> Reason | None:
        """The next reason of the answer; `None` if the behaviour gives no hints or all have been shown.

        Reasons without an article (headings with a total) give the figure away, so they come last.
        """
        reasons, seen = self.question.draft.reasons, len(self.hints)
        if self.stage is not Stage.ASKING or not self.behaviour.hints or seen == len(reasons):
            return None
        order = sorted(range(len(reasons)), key=lambda place: not reasons[place].cite)
        self.hints = tuple(reasons[place] for place in sorted(order[: seen + 1]))
        return reasons[order[seen]]

    def look_up(self) -> bool:
        """Open the lesson of the question; returns whether that is allowed now.

        Before the answer, reading the lesson makes the answer not count; in timed runs and papers it is allowed only
        after the verdict.
        """
        if self.stage is Stage.JUDGED:
            return True
        is_free = (
            self.seconds is None and self.plan.verdicts is Verdicts.AT_ONCE and self.behaviour.closes_after is None
        )
        if self.stage is not Stage.ASKING or not is_free or self.plan.kind is Kind.PLACEMENT:
            return False
        self._has_looked_up = True
        return True

    def answer(self, given: str, *, is_final: bool = True) -> Answered | None:
        """Judge and record an answer; returns the verdict if the plan gives it at once.

        An answer that is not final can be taken back until the next one that is, or `save`, stores it.

        Raises `AnswerError` with a hint if the text is not an answer; the question then stays open.
        """
        self._expect(Stage.ASKING)
        taken = self.elapsed_nanoseconds
        return self._judged(self.question.family.mark(self.question, given), taken, is_final=is_final)

    def take_back(self, is_void: Callable[[Answered], bool]) -> None:
        """Forget answers that are not final and that turn out to be none."""
        void = [answered for answered in self._not_final if is_void(answered)]
        for kept in (self.unrecorded, self._answered):
            kept[:] = [answered for answered in kept if not any(answered is each for each in void)]

    @property
    def can_be_shown(self) -> bool:
        """Whether an instructor may show the answer: not in tests, and not if verdicts come later."""
        return self.plan.kind in (Kind.DRILL, Kind.AGAIN, Kind.CLASS) and self.plan.verdicts is Verdicts.AT_ONCE

    def show_answer(self) -> None:
        """An instructor shows the answer: nothing is recorded, and the run goes on."""
        self._expect(Stage.ASKING)
        self.stage = Stage.JUDGED

    def close_unanswered(self) -> Answered | None:
        """The time is up: the question counts as wrong."""
        self._expect(Stage.ASKING)
        return self._judged(Mark(False, "", self.question.draft.solution), self.elapsed_nanoseconds)

    def go_on(self) -> None:
        """Go to the next question, or to the end."""
        self._expect(Stage.JUDGED)
        self._ask()

    def arrived(self, what: str) -> None:
        """Input from outside has arrived: a card of the shoe, a number of the wheel, the invigilator's word.

        It may come before the run waits for it; the source stores it until it is needed.
        """
        if self.stage is Stage.FINISHED:
            return
        self._source.arrived(what)
        if self.stage is Stage.WAITING:
            self._ask()

    def withdraw(self) -> None:
        """Drop the present question without recording it: its input was wrong (a misread card)."""
        self._expect(Stage.ASKING)
        self._ask()

    def leave(self) -> None:
        """End the run here; given answers stay recorded."""
        self.save()
        self._finish()

    def summary(self) -> Summary:
        """The summary of a finished run; totals only if the plan gives verdicts."""
        return Summary(
            plan=self.plan,
            answers=len(self._answered),
            is_whole=len(self._answered) >= self.length or self.seconds is not None or self.plan.paced,
            tally=tally(self.answered) if self.answered else None,
            counts=any(one.counts for one in self._answered),
            placed=self._source.placed() if self._answered else None,
        )

    # ── keeping ──────────────────────────────────────────────────────────────────────────────────────────────────

    def get_ready(self) -> None:
        """Open the records before the first answer; errors are reported when there is something to store."""
        try:
            self._keeper.get_ready()
        except RECORDING_FAILURES:
            return

    def prepare(self) -> None:
        """Make the next question ahead of time, while the verdict is being read."""
        if self.stage is Stage.JUDGED and self._prepared is None and len(self._answered) < self.length:
            upcoming = self._source.next_asked()
            self._prepared = upcoming if isinstance(upcoming, Asked) else None

    def save(self) -> None:
        """Store what is not stored yet, in order; stops at the first failure and keeps the rest for later."""
        self._not_final.clear()
        while self.unrecorded:
            try:
                self.progressed = self._keeper.keep(self.unrecorded[0])
            except RECORDING_FAILURES as error:
                if not self.trouble:
                    _log.warning("an answer could not be stored", exc_info=True)
                self.trouble = problem_of(error)
                self.progressed = None
                return
            self.unrecorded.pop(0)
        self.trouble = ""

    def _ask(self) -> None:
        upcoming: Asked | Waiting | None = self._prepared
        self._prepared = None
        if upcoming is None and len(self._answered) < self.length:
            upcoming = self._source.next_asked()
        self.waits_for = upcoming.what if isinstance(upcoming, Waiting) else ""
        if isinstance(upcoming, Waiting):
            self.stage = Stage.WAITING
            return
        if upcoming is None or self.seconds_left == 0:
            self._finish()
            return
        self._asked = upcoming
        self.hints = ()
        self._has_looked_up = False
        self.stage = Stage.ASKING
        self._asked_at = self._clock()
        if self._began is None:
            self._began = self._asked_at
            _log.info("session began: %s, %s/%s", self.plan.kind.value, self.plan.rulebook, self.plan.game)

    def _finish(self) -> None:
        if self._began is not None and self.stage is not Stage.FINISHED:
            _log.info("session ended: %s, answers: %d", self.plan.kind.value, len(self._answered))
        self.stage = Stage.FINISHED

    def _judged(self, mark: Mark, nanoseconds: int, *, is_final: bool = True) -> Answered | None:
        answered = Answered(
            self.question,
            mark,
            nanoseconds,
            len(self.hints),
            self.behaviour.id,
            self.counts,
            self.asked.rules,
            self.asked.reads_lesson,
        )
        self._answered.append(answered)
        self.unrecorded.append(answered)
        self.stage = Stage.JUDGED
        if is_final:
            self.save()
        else:
            self._not_final.append(answered)
        if self.plan.verdicts is Verdicts.AT_ONCE:
            return answered
        self._ask()
        return None

    def _expect(self, stage: Stage) -> None:
        if self.stage is not stage:
            raise RuntimeError(f"the run is {self.stage.value}, not {stage.value}")

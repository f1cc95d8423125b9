"""A real table in the hands of a trainee: events come in, questions are asked or acts judged, all through one run.

*Asked*: before each act the run asks what comes next, after each round what it pays. *Watched*: nothing is asked; what
the dealer does is his answer, and only a wrong one is told. Either way an attempt is kept with what was dealt.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable

from msgspec import structs

from trainer.drills.core import Question
from trainer.drills.dealt import DealtError
from trainer.drills.scene import Scene
from trainer.rulebooks import GameRules
from trainer.runs.offers import Offers
from trainer.runs.plan import MOST_QUESTIONS, Plan, rung_name
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Asked, Run, Stage, Waiting
from trainer.runs.run_factory import DrillSession
from trainer.runs.summary import Answered, Placed
from trainer.sensors.events import Event
from trainer.sensors.following.core import Finding
from trainer.sensors.following.pace import Pace, Target, target_of
from trainer.sensors.manual_input import typed_event
from trainer.sensors.profile import Gives
from trainer.texts import Message

_MILLISECOND = 1_000_000  # nanoseconds
_ROUNDS_FOR_A_PACE = 2


class Session(ABC):
    """What all real tables share: the run, the pace, what was wrong last. ``hear`` takes what comes."""

    main = ""  # the drill whose name and records the session goes under
    level = 1
    waits_for = ""
    needs: frozenset[Gives] = frozenset()  # one of these must be told, or nothing can be followed

    def __init__(
        self,
        plan: Plan,
        offers: Offers,
        recording: RecordsFile,
        clock: Callable[[], int],
        rng: random.Random,
        *,
        watched: bool = False,
    ) -> None:
        named = structs.replace(plan, rungs=(rung_name(self.main, self.level),), dealt=True, length=MOST_QUESTIONS)
        self.watched = watched
        self.offer = offers.offer(plan.rulebook, plan.game, plan.variant, plan.options)
        self.rules: GameRules = self.offer.rules
        self.pace = Pace()
        self.finding: Finding | None = None  # until somebody goes on
        self.judged: Answered | None = None  # an act that was wrong
        self.corrections = 0
        self._clock = clock
        self._rng = rng
        self._coming: deque[Question] = deque()
        keeper = DrillSession(named, offers, recording, rng)
        self.run = Run(keeper.plan, self, keeper, clock)

    # ── what the run asks of its source ──────────────────────────────────────────────────────────────────────────

    def next_asked(self) -> Asked | Waiting | None:
        return Asked(self._coming.popleft(), self.rules) if self._coming else Waiting(self.waits_for)

    def arrived(self, what: str) -> None:
        """Something typed."""
        if what:
            self.take(typed_event(what, self.waits_for), by_hand=True)

    def placed(self) -> Placed | None:
        return None

    # ── what comes ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> int:
        """Milliseconds of the run's own clock."""
        return self._clock() // _MILLISECOND

    @property
    def target(self) -> Target | None:
        """Rounds an hour that are usual at this game."""
        return target_of(self.rules.game, self.rules.family)

    def hear(self, event: Event, by_hand: bool = False) -> Finding | None:
        """Take what came and go on with the run; gives what was wrong. A right answer's verdict has been seen when the
        next thing comes."""
        if self.run.stage is Stage.JUDGED and self.judged is None and self.run.answered[-1].mark.right:
            self.run.go_on()
        self.take(event, by_hand=by_hand)
        if self.run.stage is Stage.WAITING:
            self.run.arrived("")
        return self.finding

    @abstractmethod
    def take(self, event: Event, *, by_hand: bool = False) -> None:
        """Follow an event: questions that arise are put into the queue."""

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """The table as it lies."""

    @property
    @abstractmethod
    def can_correct(self) -> bool:
        """Whether what was read last can still be taken back."""

    @abstractmethod
    def take_back(self, event: Event) -> Event:
        """Follow the table as it lay before what was read last; gives the event in the place of the one taken back."""

    def correct(self, event: Event) -> None:
        """Put something else in the place of what was read last; what was asked about it is withdrawn."""
        if not self.can_correct:
            return
        self.finding = self.judged = None
        self.corrections += 1
        replacing = self.take_back(event)
        if self.run.stage is Stage.JUDGED:  # what was judged rested on it
            self.run.go_on()
        self._withdraw()
        self.hear(replacing, by_hand=True)

    def go_on(self) -> None:
        """After something wrong, to the next round."""
        self.finding = self.judged = None
        if self.run.stage is Stage.JUDGED:
            self.run.go_on()

    def _ask(self, family: str, level: int, dealt: str) -> None:
        """Put a question about what was dealt into the queue, where there is one."""
        try:
            drill = self.offer.family(family)
        except KeyError:
            return
        seeded = drill.takes_dealt is not None and drill.takes_dealt.seeded
        try:
            self._coming.append(drill.make_dealt(self.rules, level, dealt, self._rng.getrandbits(31) if seeded else 0))
        except DealtError:
            return

    def _ask_fact(self, family: str, level: int, number: int) -> None:
        """Put a fact into the queue, where there is a drill of it: no seed is drawn for it."""
        try:
            drill = self.offer.family(family)
        except KeyError:
            return
        self._coming.append(drill.make(self.rules, level, number))

    def _answered_by(self, act: str) -> None:
        """The dealer has done what was asked: that is the answer. A right one passes without a word."""
        run = self.run
        if run.stage is not Stage.ASKING or run.question.item.family != self.main:
            self._coming = deque(question for question in self._coming if question.item.family != self.main)
            return
        answered = run.answer(act)
        if answered is not None and answered.mark.right:
            run.go_on()
        else:
            self.judged = answered

    def _withdraw(self) -> None:
        """What is asked rests on something that was not so, or that was broken off: it is asked no more."""
        self._coming = deque(question for question in self._coming if not self._rests_on_last(question))
        if self.run.stage is Stage.ASKING and self._rests_on_last(self.run.question):
            self.run.withdraw()

    def _rests_on_last(self, question: Question) -> bool:
        """Whether a question is about what came last: at a shoe those on the coup before are not."""
        return question.item.family == self.main

    def _found(self, finding: Finding | None) -> None:
        if finding is not None:
            self.finding = finding


def pace_words(session: Session) -> Message | None:
    """How quickly it goes, beside what is usual."""
    rate, target = session.pace.an_hour, session.target
    if rate is None or session.pace.rounds < _ROUNDS_FOR_A_PACE:
        return None
    params = {"rounds": round(rate), "target": target.rounds if target else 0}
    return Message("sensors.pace.beside-target" if target else "sensors.pace.alone", params)

"""A session: questions one after another of one kind, each answer recorded before its verdict is shown.

The desk asks `Session.next_question` and, when it was answered, `Session.record`. Clock, random source and store are
passed in; the kinds differ only in where the next question comes from (`sources`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random

from trainer.drills.core import Mark, Question
from trainer.records.attempts import Attempt
from trainer.study.behaviours import PLACEMENT, Behaviour
from trainer.study.choosing import Choice, Chooser
from trainer.study.placement import Estimate
from trainer.study.skills import Rung
from trainer.study.sources import (
    SECONDS,
    Placement,
    SessionKind,
    Source,
    from_challenge,
    from_class,
    from_mistakes,
    from_path,
    from_skill,
)
from trainer.study.trainee import Trainee

__all__ = ["Session", "SessionKind"]


class Session:
    """One session of one kind. ``rungs`` are what it is about, where that is not the trainee's whole path.

    `choice` tells why a question was chosen, and `counts` whether its answer will count.
    """

    def __init__(
        self,
        trainee: Trainee,
        kind: SessionKind,
        behaviour: Behaviour,
        random: Random,
        *,
        rungs: Sequence[Rung] = (),
        class_seed: int = 0,
    ) -> None:
        self.trainee = trainee
        self.kind = kind
        self.behaviour = PLACEMENT if kind is SessionKind.PLACEMENT else behaviour
        self.rungs = tuple(rungs) or trainee.standing.rungs
        is_class = kind is SessionKind.CLASS
        self.row = trainee.store.add_session(trainee.profile, kind.value, "")
        self.began = self.row.began
        # The questions of a class are the same for everybody and every time: who sits it again has seen the answers.
        self._seen = trainee.store.items_answered(trainee.profile, kind.value) if is_class else set()
        self._random = Random(class_seed) if is_class else random
        self._chooser = Chooser(trainee.standing, trainee.settings, self._random)
        self._source = self._source_of(kind)
        self._choices: dict[str, Choice] = {}

    def next_question(self) -> Question | None:
        """The next question; nothing when the session is over."""
        if self.is_time_up:
            return None
        choice = self._source(self.trainee.now())
        if choice is None:
            return None
        self._chooser.asked(choice)
        question = choice.rung.question(choice.seed)
        self._choices[str(question.item)] = choice
        return question

    def record(self, question: Question, mark: Mark, milliseconds: int, *, hinted: bool = False) -> Attempt:
        """Keep the answer to a question; when this returns it is on the disk, and its verdict may be shown."""
        counts = self.counts(question) and not hinted
        return self.trainee.record(question, mark, milliseconds, self.behaviour.id, counts, self.row)

    def choice(self, question: Question) -> Choice | None:
        """Why a question of this session was chosen; `None` if it came from elsewhere."""
        return self._choices.get(str(question.item))

    def counts(self, question: Question) -> bool:
        """Whether an answer without hints will count; a fact counts each time it is remembered."""
        choice = self.choice(question)
        is_known = str(question.item) in self._seen and question.family.build_fact is None
        return self.behaviour.counts and not is_known and (choice is None or choice.counts)

    @property
    def seconds_left(self) -> float | None:
        """Of a timed session; `None` if it is not timed."""
        if self.kind not in SECONDS:
            return None
        end = self.began + timedelta(seconds=SECONDS[self.kind])
        return max(0.0, (end - self.trainee.store.clock()).total_seconds())

    @property
    def is_time_up(self) -> bool:
        return self.seconds_left == 0

    @property
    def placed(self) -> Estimate | None:
        """What a placement test has found so far."""
        return self._source.estimate if isinstance(self._source, Placement) else None

    def _source_of(self, kind: SessionKind) -> Source:
        match kind:
            case SessionKind.TODAY:
                return self._chooser.today
            case SessionKind.PATH:
                return from_path(self._chooser)
            case SessionKind.SKILL:
                return from_skill(self._chooser, self.rungs)
            case SessionKind.MISTAKES:
                return from_mistakes(self.trainee.standing)
            case SessionKind.CHALLENGE_60 | SessionKind.CHALLENGE_180:
                return from_challenge(self._chooser, self._random)
            case SessionKind.CLASS:
                return from_class(self._chooser, self.rungs, self._random)
            case SessionKind.PLACEMENT:
                return Placement(self._chooser, self.rungs, self._random, self.row.id.hex)

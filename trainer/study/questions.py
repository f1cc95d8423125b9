"""Questions of a session: what the trainee's records say should be asked next, and why.

Recording and timing belong to a run (`trainer.runs`). Kinds of session differ only in their source (`sources`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from trainer.drills.core import Question
from trainer.study.placement import Estimate
from trainer.study.run_kinds import Kind
from trainer.study.selection import Choice, Chooser
from trainer.study.skills import Rung
from trainer.study.sources import Placement, Source, from_challenge, from_class, from_mistakes, from_path, from_skill
from trainer.study.trainee import Trainee


class Questions:
    """Questions of one kind of session.

    ``rungs`` restricts them, otherwise they come from the trainee's whole path. ``paper`` makes them depend on a class
    plan instead of the trainee. ``seen`` are items whose answers the trainee has seen; ``session`` is the session of
    the answers.
    """

    def __init__(
        self,
        trainee: Trainee,
        kind: Kind,
        random: Random,
        *,
        rungs: Sequence[Rung] = (),
        paper: Iterable[tuple[Rung, int]] = (),
        seen: Iterable[str] = (),
        session: str = "",
    ) -> None:
        self.trainee = trainee
        self.kind = kind
        self.rungs = tuple(rungs) or trainee.standing.rungs
        self._paper = paper
        self._seen = frozenset(seen)
        self.session = session
        self._random = random
        self._chooser = Chooser(trainee.standing, trainee.settings, random)
        self._source = self._source_of(kind)

    def next_choice(self) -> Choice | None:
        """The next question and why it was chosen; None when there are no more."""
        choice = self._source(self.trainee.now())
        if choice is not None:
            self._chooser.asked(choice)
        return choice

    def counts(self, choice: Choice, question: Question) -> bool:
        """Whether an answer without hints counts: not if its solution was seen before; facts always count."""
        is_known = str(question.item) in self._seen and question.family.build_fact is None
        return choice.counts and not is_known

    @property
    def placed(self) -> Estimate | None:
        """Result of the placement test so far."""
        return self._source.estimate if isinstance(self._source, Placement) else None

    def _source_of(self, kind: Kind) -> Source:
        match kind:
            case Kind.TODAY:
                return self._chooser.today
            case Kind.PATH:
                return from_path(self._chooser)
            case Kind.DRILL | Kind.OWN:
                return from_skill(self._chooser, self.rungs)
            case Kind.MISTAKES:
                return from_mistakes(self._chooser, self.trainee.now())
            case Kind.CHALLENGE:
                return from_challenge(self._chooser, self._random)
            case Kind.CLASS:
                return from_class(self._paper)
            case Kind.PLACEMENT:
                return Placement(self._chooser, self.rungs, self._random, self.session)
            case Kind.AGAIN:
                return lambda now: None  # the plan names the items

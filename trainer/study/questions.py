"""The questions of a session, one after another: what the trainee's records say should be asked next, and why.

Nothing is recorded here and no time is measured; that is the part of a run (`trainer.runs`). The kinds differ only in
where the next question comes from (`sources`).
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
    """Questions of one kind. ``rungs`` are what they are about, where that is not the trainee's whole path.

    ``paper`` are those of a class: nothing of the trainee goes into the choice. ``seen`` are items whose answers the
    trainee has seen; ``session`` is the session to which the answers will belong.
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
        """What to ask next, and why; nothing when there is no more."""
        choice = self._source(self.trainee.now())
        if choice is not None:
            self._chooser.asked(choice)
        return choice

    def counts(self, choice: Choice, question: Question) -> bool:
        """Whether an answer without hints may count: not where it was seen before; a fact counts each time it is
        remembered."""
        is_known = str(question.item) in self._seen and question.family.build_fact is None
        return choice.counts and not is_known

    @property
    def placed(self) -> Estimate | None:
        """What a placement test has found so far."""
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
                return from_mistakes(self.trainee.standing)
            case Kind.CHALLENGE:
                return from_challenge(self._chooser, self._random)
            case Kind.CLASS:
                return from_class(self._paper)
            case Kind.PLACEMENT:
                return Placement(self._chooser, self.rungs, self._random, self.session)
            case Kind.AGAIN:
                return lambda now: None  # they are named by their plan, not chosen

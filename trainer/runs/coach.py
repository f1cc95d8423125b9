"""Where the questions of a run come from and where its answers go.

The first question is a fresh one, so that it can be asked at once; while it is read the trainee's records are opened,
and from then on the session of `trainer.study` chooses. If the records cannot be opened, questions stay fresh ones and
each answer says why it could not be kept.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from trainer.drills.core import Question
from trainer.records.errors import RecordsError
from trainer.runs.offers import Offer
from trainer.runs.recording import Recording
from trainer.runs.run import Answered
from trainer.study.behaviours import Behaviour

if TYPE_CHECKING:
    from trainer.study.session import Session


class Coach:
    """Questions of one drill and level under a behaviour, recorded for a trainee."""

    def __init__(
        self, recording: Recording, offer: Offer, family: str, level: int, behaviour: Behaviour, rng: random.Random
    ) -> None:
        self._recording = recording
        self._offer = offer
        self._family = offer.family(family)
        self._level = level
        self._behaviour = behaviour
        self._rng = rng
        self._session: Session | None = None
        self._last_of_series: int | None = None

    def next_question(self) -> Question:
        # The questions of a series follow one another, whatever the study would rather ask.
        question = self._session.next_question() if self._session and self._family.series == 1 else None
        return question or self._fresh_question()

    def keep(self, answered: Answered) -> None:
        """Commit an answer; raises `RecordsError` or `OSError` if that is impossible."""
        session = self._open()
        session.trainee.record(
            answered.question,
            answered.mark,
            round(answered.seconds * 1000),
            answered.behaviour,
            answered.counts,
            session.row,
        )

    def get_ready(self) -> None:
        """Open the records ahead of the first answer; trouble is told when there is something to keep."""
        try:
            self._open()
        except (RecordsError, OSError):
            return

    def _fresh_question(self) -> Question:
        rules, family = self._offer.rules, self._family
        if family.series > 1:
            return family.make(rules, self._level, self._next_of_series())
        if family.facts is None:
            return family.make(rules, self._level, self._rng.getrandbits(31))
        return family.make(rules, self._level, self._rng.randrange(family.facts(rules, self._level)))

    def _next_of_series(self) -> int:
        last = self._last_of_series
        following = self._family.following(last) if last is not None else None
        seed = following if following is not None else self._family.first_of_series(self._rng.getrandbits(31))
        self._last_of_series = seed
        return seed

    def _open(self) -> Session:
        if self._session is None:
            from trainer.study.session import Session, SessionKind  # noqa: PLC0415 (off the start path)
            from trainer.study.skills import path  # noqa: PLC0415
            from trainer.study.trainee import Trainee  # noqa: PLC0415

            store, profile = self._recording.open()
            rungs = path(self._offer.rules, self._offer.families)
            here = [rung for rung in rungs if (rung.family.id, rung.level) == (self._family.id, self._level)]
            trainee = Trainee(store, profile, rungs)
            self._session = Session(trainee, SessionKind.SKILL, self._behaviour, self._rng, rungs=here)
        return self._session

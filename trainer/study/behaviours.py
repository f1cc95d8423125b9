"""Behaviours of a run as data: what is shown, what is allowed, what counts. Independent of the question."""

from __future__ import annotations

import msgspec


class Behaviour(msgspec.Struct, frozen=True):
    """A policy over questions. Texts: ``desk.behaviour.ID`` (its name) and ``desk.behaviour-about.ID``."""

    id: str
    counts: bool  # whether answers count towards ratings, cards and mastery
    hints: bool  # whether the reasons can be revealed one by one before answering
    shows_time: bool  # whether the time is shown while answering
    closes_after: float | None = None  # close the question unanswered after this multiple of its target time
    goes_on_after_seconds: float | None = None  # pause after a right answer; None: wait for the trainee
    length: int = 20  # questions in a run


LEARN = Behaviour("learn", counts=False, hints=True, shows_time=False, length=10)
PRACTISE = Behaviour("practise", counts=True, hints=False, shows_time=True)
SPEED = Behaviour(
    "speed", counts=True, hints=False, shows_time=True, closes_after=1.5, goes_on_after_seconds=0.6, length=30
)
# Placement tests always use this one.
PLACEMENT = Behaviour("placement", counts=True, hints=False, shows_time=False)
# A challenge goes on without waiting; a wrong answer costs the time of reading the explanation.
CHALLENGE = Behaviour("challenge", counts=True, hints=False, shows_time=False, goes_on_after_seconds=0.4, length=1000)
BEHAVIOURS: dict[str, Behaviour] = {behaviour.id: behaviour for behaviour in (LEARN, PRACTISE, SPEED)}
"""Those a trainee chooses from."""
_ALL = {**BEHAVIOURS, PLACEMENT.id: PLACEMENT, CHALLENGE.id: CHALLENGE}


def behaviour_of(behaviour_id: str) -> Behaviour:
    """Behaviour by id, including those of tests and challenges; raises `KeyError`."""
    return _ALL[behaviour_id]


def is_behaviour(behaviour_id: str) -> bool:
    """Whether a behaviour has this id."""
    return behaviour_id in _ALL

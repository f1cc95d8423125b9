"""Small questions for the tests of the desk: what is seven plus so many?"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from functools import cache

from trainer.drills.core import Draft, Family, Item, Level, Question
from trainer.drills.forms import AmountForm
from trainer.drills.scene import Scene
from trainer.games.core import Reason
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, shipped_library
from trainer.runs.plan import Plan
from trainer.runs.run import Asked, Run, Waiting
from trainer.runs.summary import NANOSECONDS, Answered, Placed
from trainer.study.behaviours import PRACTISE, Behaviour
from trainer.texts import Names

SUMS = Family("sums", "samples", (Level(4.0),), build=lambda rules, level, rng: sum_question(rng.randrange(9)).draft)


def sum_question(number: int, target_seconds: float = 4.0) -> Question:
    """Seven plus a number; taking it away instead is a mistake with a name, and there are two reasons."""
    draft = Draft(
        prompt=Names(f"Siete más {number}", f"Seven plus {number}"),
        scene=Scene(felt="plain"),
        form=AmountForm(),
        solution=str(7 + number),
        reasons=(Reason("first", {}, Citation.parse("1.1 L1")), Reason("second")),
        mistakes=(("paid-as-corner", str(7 - number)),),
    )
    return Question(Item("sums", 1, "book", "game", "1", number), SUMS, draft, target_seconds)


@cache
def any_rules() -> GameRules:
    return load_rules(shipped_library(), "baleares", "roulette-french")


class Questions:
    """Hands out questions one by one, then nothing; a text among them is something to wait for."""

    def __init__(self, questions: Iterable[Question | str]) -> None:
        self.rest = iter(questions)
        self.waiting = ""
        self.came: list[str] = []

    def next_asked(self) -> Asked | Waiting | None:
        upcoming = self.waiting or next(self.rest, None)
        if isinstance(upcoming, str):
            self.waiting = upcoming
            return Waiting(upcoming)
        return Asked(upcoming, any_rules()) if upcoming else None

    def arrived(self, what: str) -> None:
        self.came.append(what)
        self.waiting = ""

    def placed(self) -> Placed | None:
        return None


def run_of(
    questions: Iterable[Question | str],
    clock: Clock | None = None,
    recorder: Recorder | None = None,
    behaviour: Behaviour = PRACTISE,
    **plan: object,
) -> Run:
    """A run of certain questions."""
    whole = Plan(rulebook="book", game="game", **plan)
    return Run(whole, Questions(questions), recorder or Recorder(), clock or Clock(), behaviour=behaviour)


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += int(seconds * NANOSECONDS)


class Recorder:
    """Keeps answers, or fails as often as it is told to."""

    def __init__(self, failures: int = 0, error: Exception | None = None) -> None:
        self.kept: list[Answered] = []
        self.failures = failures
        self.error = error or OSError(errno.ENOSPC, "No space left on device")

    def get_ready(self) -> None:
        pass

    def keep(self, answered: Answered) -> None:
        if self.failures:
            self.failures -= 1
            raise self.error
        self.kept.append(answered)

"""Small questions for the tests of the desk: what is seven plus so many?"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from trainer.drills.core import Draft, Family, Item, Level, Question
from trainer.drills.forms import AmountForm
from trainer.drills.scene import Scene
from trainer.games.core import Reason
from trainer.rulebooks import Citation
from trainer.runs.run import NANOSECONDS, Answered
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


def source_of(questions: Iterable[Question]) -> Callable[[], Question | None]:
    """Hand out questions one by one, then nothing."""
    rest = iter(questions)
    return lambda: next(rest, None)


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
        self.error = error or OSError("No space left on device")

    def __call__(self, answered: Answered) -> None:
        if self.failures:
            self.failures -= 1
            raise self.error
        self.kept.append(answered)

"""The random source of a drill: the same numbers as Python's, and an end to its patience.

Many drills draw until what was drawn can be asked. Under the rules of a school there may be nothing that can: a table
minimum that no chips can pay. The source then gives up, so that the drill is told and not waited for.
"""

from __future__ import annotations

import random

MOST_DRAWS = 100_000  # for one question; those of the shipped rules need some hundred, a shuffled shoe included


class EndlessError(ValueError):
    """A drill drew and drew, and no question came of it."""


class Chance(random.Random):
    """Raises `EndlessError` instead of a draw too many."""

    _left = MOST_DRAWS

    def random(self) -> float:
        self._count()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self._count()
        return super().getrandbits(k)

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise EndlessError(f"no question came of {MOST_DRAWS} draws: the rules leave nothing to ask")

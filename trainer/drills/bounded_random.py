"""The random source of a drill: the same numbers as Python's, and an end to its patience.

Many drills draw until what was drawn can be asked. Under the rules of a school there may be nothing that can: a table
minimum that no chips can pay. The source then gives up, so that the drill is told and not waited for.
"""

from __future__ import annotations

import random
from typing import NoReturn

MOST_DRAWS = 100_000  # for one question; those of the shipped rules need some hundred, a shuffled shoe included


class DrawLimitError(ValueError):
    """A drill drew and drew, and no question came of it."""


class BoundedRandom(random.Random):
    """Raises `DrawLimitError` instead of a draw too many."""

    _left = MOST_DRAWS

    def random(self) -> float:
        self._left -= 1
        return super().random() if self._left >= 0 else self._give_up()

    def getrandbits(self, k: int, /) -> int:
        self._left -= 1
        return super().getrandbits(k) if self._left >= 0 else self._give_up()

    def _randbelow(self, n: int) -> int:
        """The source of every choice, shuffle and sample, as Python has it but without a call of ours for every draw:
        drills draw card by card."""
        draw, bits = super().getrandbits, n.bit_length()
        found = draw(bits)
        self._left -= 1
        while found >= n:
            found = draw(bits)
            self._left -= 1
        return found if self._left >= 0 else self._give_up()

    def _give_up(self) -> NoReturn:
        raise DrawLimitError(f"no question came of {MOST_DRAWS} draws: the rules leave nothing to ask")

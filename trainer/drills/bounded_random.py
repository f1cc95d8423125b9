"""A random source that raises an error after `MOST_DRAWS` numbers for one question.

Many drills draw until the result can be asked about. Under a school's own rules nothing may be suitable, for example if
no chips make up the table minimum. The error then names the drill that is impossible; without it, the loop would never
end.
"""

from __future__ import annotations

import random
from typing import NoReturn

MOST_DRAWS = 100_000  # for one question; the shipped rules need a few hundred, including a shuffled shoe
_random_bits = random.Random.getrandbits


class DrawLimitError(ValueError):
    """A drill used up its draws without finding a question."""


class BoundedRandom(random.Random):
    """`random.Random` that raises `DrawLimitError` after `MOST_DRAWS` draws."""

    _left = MOST_DRAWS

    def random(self) -> float:
        self._left -= 1
        return super().random() if self._left >= 0 else self._give_up()

    def getrandbits(self, k: int, /) -> int:
        self._left -= 1
        return super().getrandbits(k) if self._left >= 0 else self._give_up()

    def _randbelow(self, n: int) -> int:
        """The source of every choice, shuffle and sample.

        Gives the same numbers as Python's own, without calling `getrandbits` of this class for every draw, which is
        slow.
        """
        bits, left = n.bit_length(), self._left - 1
        found = _random_bits(self, bits)
        while found >= n:
            found = _random_bits(self, bits)
            left -= 1
        self._left = left
        return found if left >= 0 else self._give_up()

    def _give_up(self) -> NoReturn:
        raise DrawLimitError(f"no question came of {MOST_DRAWS} draws: the rules leave nothing to ask")

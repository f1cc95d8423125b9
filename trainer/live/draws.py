"""Random choices of a shift. Each is a hash of seed, seat, round, kind and number, so an added choice changes no other.

Results are integers, so that a shift is the same on every machine; only the probability given to `happens` is a float.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

# Thirty-two equally likely values of a log-normal time with median 1000 and sigma 0.5.
_TIMES = (
    341, 433, 492, 541, 583, 623, 660, 696, 731, 766, 800, 835, 870, 906, 943, 981, 1020, 1061, 1104, 1149, 1197, 1249,
    1306, 1368, 1437, 1515, 1605, 1714, 1850, 2032, 2312, 2936,
)  # fmt: skip
QUICKEST, SLOWEST = 600, 6000


class Draws:
    """The source of every choice of a shift."""

    def __init__(self, seed: int) -> None:
        self._start = blake2b(digest_size=8, key=seed.to_bytes(16, "big", signed=True))

    def bits(self, seat: int, round_number: int, kind: str, n: int = 0) -> int:
        """A number of 64 bits for the n-th choice of a kind that a seat makes in a round; seat 0 is the table."""
        source = self._start.copy()
        source.update(b"%d %d %s %d" % (seat, round_number, kind.encode(), n))
        return int.from_bytes(source.digest(), "big")

    def below(self, stop: int, seat: int, round_number: int, kind: str, n: int = 0) -> int:
        """A number from 0 up to, but not including, ``stop``."""
        return self.bits(seat, round_number, kind, n) * stop >> 64

    def between(self, span: Sequence[int], seat: int, round_number: int, kind: str, n: int = 0) -> int:
        """A number of a span; both ends belong to it."""
        return span[0] + self.below(span[1] - span[0] + 1, seat, round_number, kind, n)

    def pick(self, choices: Sequence[T], seat: int, round_number: int, kind: str, n: int = 0) -> T:
        return choices[self.below(len(choices), seat, round_number, kind, n)]

    def happens(self, share: float, seat: int, round_number: int, kind: str, n: int = 0) -> bool:
        """True with probability ``share``."""
        return self.bits(seat, round_number, kind, n) < int(share * (1 << 32)) << 32

    def reaction(self, median: int, seat: int, round_number: int, kind: str, n: int = 0) -> int:
        """A log-normal reaction time in milliseconds, from `QUICKEST` to `SLOWEST`."""
        time = median * _TIMES[self.bits(seat, round_number, kind, n) >> 59] // 1000
        return min(max(time, QUICKEST), SLOWEST)

    def shuffled(self, items: Sequence[T], round_number: int, kind: str, n: int = 0) -> list[T]:
        """The items shuffled by a generator that is seeded with the round, the kind and the number."""
        left = list(items)
        state = self.bits(0, round_number, kind, n) | 1
        for place in range(len(left) - 1, 0, -1):
            state = state * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
            other = (state >> 32) * (place + 1) >> 32
            left[place], left[other] = left[other], left[place]
        return left

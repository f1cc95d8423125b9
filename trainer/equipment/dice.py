"""Dice: the faces of a roll, written with hyphens."""

from __future__ import annotations

import random
from itertools import product

import msgspec

from trainer.equipment import NotReadableError


class Roll(msgspec.Struct, frozen=True):
    """The faces of one or more dice: ``3-4``, ``6-6``, ``1-5-2``.

    >>> Roll.parse("6-6").total
    12
    """

    faces: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Roll:
        words = text.strip().split("-")
        if not all(len(word) == 1 and word in "123456" for word in words):
            raise NotReadableError("roll", text)
        return cls(tuple(int(word) for word in words))

    @classmethod
    def thrown(cls, rng: random.Random, dice: int = 2) -> Roll:
        """A random roll."""
        return cls(tuple(rng.randint(1, 6) for _ in range(dice)))

    def __str__(self) -> str:
        return "-".join(str(face) for face in self.faces)

    @property
    def total(self) -> int:
        return sum(self.faces)

    @property
    def is_double(self) -> bool:
        return len(self.faces) == 2 and self.faces[0] == self.faces[1]


ALL_ROLLS: tuple[Roll, ...] = tuple(Roll((first, second)) for first, second in product(range(1, 7), repeat=2))

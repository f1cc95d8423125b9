"""How often a paper of a scheme asks one question, counted once for all games and levels that ask it.

“Who burns the cards?” may be a fact of two card games. A scheme with both games can ask it from either, so that both
rungs together must not ask it in too many papers.
"""

from __future__ import annotations

from collections.abc import Sequence

from trainer.exams.pool import PoolRung
from trainer.exams.question_groups import group_names

MOST_EXPOSURE = 0.5  # share of the papers of a scheme that may ask one question
PLANNED_EXPOSURE = 0.4  # what a draw aims at: chance, and questions that exclude each other, ask some more often
_NOTHING = 1e-9  # what may be left of a count that was added and taken back


class Exposure:
    """Number of questions that a paper takes from each rung, on average, and what follows for each question."""

    def __init__(self) -> None:
        self._asked: dict[str, dict[str, tuple[PoolRung, float]]] = {}  # drill → rung key → rung and its questions

    def add(self, rung: PoolRung, count: float = 1.0) -> None:
        """Count more questions of a rung; a negative count takes some back."""
        rungs = self._asked.setdefault(rung.family.id, {})
        rungs[rung.key] = (rung, self.asked(rung) + count)

    def asked(self, rung: PoolRung) -> float:
        """Questions that a paper takes from a rung, on average."""
        _, count = self._asked.get(rung.family.id, {}).get(rung.key, (rung, 0.0))
        return count

    def shares(self, rung: PoolRung) -> list[float]:
        """Share of the papers that ask each question of a rung; empty if the rung has no limited set of questions.

        A question that other rungs ask is not asked from this one as well, so questions that only this rung has are
        used first.
        """
        if not group_names(rung):
            return []
        asked = self._asked.get(rung.family.id, {}).values()
        there = [(group_names(other), count) for other, count in asked if count > _NOTHING]
        shares = dict.fromkeys(group_names(rung), 0.0)
        for names, count in sorted(there, key=lambda one: len(one[0])):
            _fill(shares, names, count)
        return [shares[name] for name in group_names(rung)]

    def has_room(self, rung: PoolRung) -> bool:
        """Whether one more question can be taken from a rung without exposing any of them too often."""
        if not group_names(rung):
            return True
        self.add(rung)
        shares = self.shares(rung)
        self.add(rung, -1)
        return max(shares) <= PLANNED_EXPOSURE + _NOTHING

    def has_room_for(self, rungs: Sequence[PoolRung], count: float) -> bool:
        """Whether so many more questions can be taken from some rungs alike without exposing any of them too often."""
        after = self._copy()
        for rung in rungs:
            after.add(rung, count / len(rungs))
        highest = max((max(after.shares(rung), default=0.0) for rung in rungs), default=0.0)
        return highest <= PLANNED_EXPOSURE + _NOTHING

    def room(self, rungs: Sequence[PoolRung], most: int) -> dict[str, int]:
        """How many more questions each of some rungs of a drill can give, at most ``most``, taken from them in turn."""
        after = self._copy()
        found = {rung.key: 0 if group_names(rung) else most for rung in rungs}
        open_rungs = [rung for rung in rungs if group_names(rung)]
        while open_rungs:
            open_rungs = [rung for rung in open_rungs if found[rung.key] < most and after.has_room(rung)]
            for rung in open_rungs:
                if after.has_room(rung):
                    after.add(rung)
                    found[rung.key] += 1
        return found

    def _copy(self) -> Exposure:
        copied = Exposure()
        copied._asked = {drill: dict(asked) for drill, asked in self._asked.items()}
        return copied


def _fill(shares: dict[str, float], names: Sequence[str], count: float) -> None:
    """Add a number of questions to the shares of some, so that the lowest rise first and all to the same height."""
    lowest = sorted(names, key=lambda name: shares.get(name, 0.0))
    height = total = 0.0
    for place, name in enumerate(lowest, start=1):
        total += shares.get(name, 0.0)
        height = (total + count) / place
        if place < len(lowest) and height <= shares.get(lowest[place], 0.0):
            break
    for name in names:
        shares[name] = max(shares.get(name, 0.0), height)

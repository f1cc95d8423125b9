"""What could be asked now, each with its expected gain a second; computed once a day and then kept up to date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from trainer.study import gain
from trainer.study.parameters import A_DAY, WANTED_RETENTION
from trainer.study.repetition import Card
from trainer.study.skills import Rung
from trainer.study.standing import Standing

_ALL_AFTER = 10  # questions after which all rungs are looked at again: answers on one rung say something about others

Fact = tuple[str, int]
"""Key of a rung and seed."""


class Prospects:
    """Generated rungs, rungs with new facts, facts in the learning steps, and learned facts."""

    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._day = -1
        self._since = 0  # questions since all rungs were looked at
        self._asked: list[Fact] = []
        self._generated: dict[str, float] = {}
        self._new: dict[str, float] = {}
        self._learning: dict[Fact, Rung] = {}
        self._reviews: dict[Fact, float] = {}
        self._needed_by = Counter(key for rung in standing.rungs for key in rung.needs)

    def asked(self, rung: Rung, seed: int) -> None:
        """A question was asked; its answer changes what is worth asking."""
        self._asked.append((rung.key, seed))

    def generated(self, now: int) -> dict[str, float]:
        """Gain a second of each generated rung that may be practised, by key."""
        self._turn_to(now)
        return self._generated

    def new(self, now: int) -> dict[str, float]:
        """Gain a second of a new fact of each rung, by key."""
        self._turn_to(now)
        return self._new

    def reviews(self, now: int) -> dict[Fact, float]:
        """Gain a second of each learned fact that is due, or that fades and was not asked today.

        It need not be due: FSRS has an average memory, and this trainee's may be shorter.
        """
        self._turn_to(now)
        return self._reviews

    def learning(self, now: int) -> Iterable[tuple[Rung, int, Card]]:
        """Facts in the learning steps."""
        self._turn_to(now)
        for (_, seed), rung in self._learning.items():
            yield rung, seed, self._standing.deck(rung)[seed]

    def number_learning(self, now: int) -> int:
        self._turn_to(now)
        return len(self._learning)

    def _turn_to(self, now: int) -> None:
        standing = self._standing
        day = standing.ledger.day_of(now)
        if day != self._day:
            self._day = day
            self._learning.clear()
            self._reviews.clear()
            for rung in standing.rungs:
                for seed in standing.deck(rung):
                    self._sort(rung, seed, now)
            changed: Iterable[Rung] = standing.rungs
        elif self._asked:
            self._since += len(self._asked)
            rungs = {key: standing.by_key[key] for key, _ in self._asked}
            for key, seed in self._asked:
                if rungs[key].facts:
                    self._sort(rungs[key], seed, now)
            changed = rungs.values() if self._since < _ALL_AFTER else standing.rungs
        else:
            return
        self._asked.clear()
        if changed is standing.rungs:
            self._since = 0
        for rung in changed:
            self._look_at(rung, now)

    def _look_at(self, rung: Rung, now: int) -> None:
        standing, opens = self._standing, self._needed_by[rung.key]
        gains = self._new if rung.facts else self._generated
        gains.pop(rung.key, None)
        if not standing.is_unlocked(rung, now):
            return
        if rung.facts:
            if len(standing.deck(rung)) < rung.facts:
                gains[rung.key] = gain.of_new(standing, rung, now, opens)
            return
        tally = standing.ledger.rungs.get(rung.key)
        if tally is None or tally.day != self._day or tally.day_answers < A_DAY:
            gains[rung.key] = gain.of_generated(standing, rung, now, opens)

    def _sort(self, rung: Rung, seed: int, now: int) -> None:
        """Put a fact where it belongs."""
        fact = (rung.key, seed)
        self._learning.pop(fact, None)
        self._reviews.pop(fact, None)
        card = self._standing.deck(rung).get(seed)
        if card is None:
            return
        if not card.is_learned:
            self._learning[fact] = rung
        elif card.is_due(now) or self._fades(rung, card, now):
            self._reviews[fact] = gain.of_card(self._standing, rung, card, now)

    def _fades(self, rung: Rung, card: Card, now: int) -> bool:
        """Whether a fact that was not asked today is less well remembered than wanted."""
        if self._standing.ledger.day_of(card.last) == self._day:
            return False
        return self._standing.recall(rung, card, now) < WANTED_RETENTION

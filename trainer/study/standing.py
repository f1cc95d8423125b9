"""Standing of a trainee on a path: mastery, unlocked rungs, chance of being right."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.study import glicko
from trainer.study.glicko import Rating
from trainer.study.ledger import Ledger
from trainer.study.mastery import UNTOUCHED, Mastery, Stand, mastery
from trainer.study.repetition import DAY_MS, Card
from trainer.study.settings import UNLOCKS_AT, Settings
from trainer.study.skills import Rung
from trainer.study.tallies import prior_rating

_PLACED_ABOVE = 0.8  # placement skips a rung from this chance of being right


class Standing:
    """View of a ledger along some rungs; caches values until the ledger changes."""

    def __init__(self, rungs: Sequence[Rung], ledger: Ledger, settings: Settings) -> None:
        self.rungs = tuple(rungs)
        self.ledger = ledger
        self.by_key = {rung.key: rung for rung in rungs}
        self._unlocks_at = UNLOCKS_AT[settings.unlocking]
        self._remembered: dict[str, tuple[int, int, Mastery]] = {}

    def turn_to(self, ledger: Ledger) -> None:
        """Switch to a reloaded ledger of the same trainee."""
        self.ledger = ledger
        self._remembered.clear()

    def mastery(self, rung: Rung, now: int) -> Mastery:
        """Mastery of a rung at a moment; forgetting is computed by whole days."""
        tally = self.ledger.rungs.get(rung.key)
        if tally is None:
            return UNTOUCHED
        day = (now - tally.last) // DAY_MS
        answers, on_day, known = self._remembered.get(rung.key, (-1, 0, UNTOUCHED))
        if answers == tally.answers and on_day == day:
            return known
        if rung.facts:
            deck = self.deck(rung).values()
            kept = sum(card.retention(now) for card in deck) / max(1, len(deck))
            known = mastery(tally.window, kept, sum(card.is_learned for card in deck), rung.facts)
        else:
            known = mastery(tally.window, tally.retention(now))
        self._remembered[rung.key] = (tally.answers, day, known)
        return known

    def is_mastered(self, rung: Rung, now: int) -> bool:
        return self.mastery(rung, now).stand is Stand.MASTERED

    def is_unlocked(self, rung: Rung, now: int) -> bool:
        """Whether a rung may be drilled: begun, or its dependencies are advanced enough or skipped by placement."""
        if rung.key in self.ledger.rungs:
            return True
        needed = (self.by_key[key] for key in rung.needs if key in self.by_key)
        return all(self.mastery(need, now).skill >= self._unlocks_at or self._spared(need) for need in needed)

    def deck(self, rung: Rung) -> dict[int, Card]:
        """Cards of a rung, by seed."""
        return self.ledger.cards.get(rung.key, {})

    def chance(self, rung: Rung) -> float:
        """Probability that the next answer on a generated rung is right."""
        skill = self.ledger.skills.get(rung.skill) or self.ledger.starting_rating(rung.place)
        return glicko.chance(skill.ahead(), self.difficulty(rung))

    def difficulty(self, rung: Rung) -> Rating:
        tally = self.ledger.rungs.get(rung.key)
        return tally.rating.ahead() if tally else Rating(prior_rating(rung.level), 0.0)

    def _spared(self, rung: Rung) -> bool:
        if rung.place not in self.ledger.placements:
            return False
        placed = self.ledger.starting_rating(rung.place)
        return glicko.chance(placed, Rating(prior_rating(rung.level), 0.0)) >= _PLACED_ABOVE

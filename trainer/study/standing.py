"""Standing of a trainee on a path: estimated accuracy, mastery, unlocked rungs."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from trainer.study import ability
from trainer.study.ledger import FACTS, SKILLS, Ledger
from trainer.study.mastery import UNTOUCHED, Estimate, Mastery, Stand, mastery_of, pace
from trainer.study.parameters import (
    FACTS_LEARNED,
    FACTS_SURE,
    FADED,
    FINISHED_AT,
    KNOWN_UNSEEN,
    LEAST_ANSWERS,
    OPENS_WITH_ANSWERS,
    SURE,
)
from trainer.study.repetition import DAY_MS, Card
from trainer.study.settings import UNLOCKS_AT, Settings
from trainer.study.skills import Rung
from trainer.study.tallies import RungTally

_HOUR_MS = 3_600_000


class Outlook(NamedTuple):
    """What is expected of the next answer on a generated rung."""

    chance: float  # that it is right
    unknown: float  # probability that the rung was not known before its first answer here, or is no longer known
    begun: float  # chance of a right answer in that case


class Standing:
    """View of a ledger along some rungs; caches values until the ledger changes."""

    def __init__(self, rungs: Sequence[Rung], ledger: Ledger, settings: Settings) -> None:
        self.rungs = tuple(rungs)
        self.ledger = ledger
        self.by_key = {rung.key: rung for rung in rungs}
        self._unlocks_at = UNLOCKS_AT[settings.unlocking]
        self._masteries: dict[str, tuple[int, int, Mastery]] = {}

    def turn_to(self, ledger: Ledger) -> None:
        """Switch to a reloaded ledger of the same trainee."""
        self.ledger = ledger
        self._masteries.clear()

    def chance(self, rung: Rung, now: int, seed: int | None = None) -> float:
        """Probability that the next answer is right: to a generated question, to a fact, or to a new fact."""
        card = self.deck(rung).get(seed) if rung.facts and seed is not None else None
        if card is not None:
            return self.recall(rung, card, now)
        return self._calibrated(rung, self._mixed(rung, ability.chance(*self._ability(rung, now)), now), now)

    def outlook(self, rung: Rung, now: int) -> Outlook:
        """What is expected of the next answer on a generated rung."""
        tally = self.ledger.rungs.get(rung.key)
        chance = ability.chance(*self._ability(rung, now))
        begun = self._calibrated(rung, chance, now)
        if tally is None:
            return Outlook(begun, 1.0, begun)
        if not tally.undecided:
            return Outlook(begun, 1.0 - tally.known_before if self.is_done(rung, begun) else 1.0, begun)
        return Outlook(self._calibrated(rung, self._mixed(rung, chance, now), now), 1.0 - tally.undecided, begun)

    def recall(self, rung: Rung, card: Card, now: int) -> float:
        """Probability that a fact that was asked before is remembered."""
        return self.recall_of(rung, card.retention(now), card.days_since(now), card.reviews)

    def recall_of(self, rung: Rung, retention: float, days: float, reviews: int) -> float:
        """Probability that a fact of a rung is remembered some days after so many reviews, given what FSRS says."""
        tally = self.ledger.rungs.get(rung.key)
        recall = tally.recall if tally else ability.new_recall()
        return self.ledger.calibrations[FACTS].chance(retention, days / (1.0 + reviews), recall)

    def estimate(self, rung: Rung, now: int) -> Estimate:
        """Estimated accuracy on a rung at a moment with its range; for facts, over all facts of the rung."""
        return self._of_facts(rung, now) if rung.facts else self._of_generated(rung, now)

    def mastery(self, rung: Rung, now: int) -> Mastery:
        """Mastery of a rung at a moment, to the hour."""
        tally = self.ledger.rungs.get(rung.key)
        if tally is None:
            return UNTOUCHED
        hour = now // _HOUR_MS
        answers, at, known = self._masteries.get(rung.key, (-1, 0, UNTOUCHED))
        if answers != tally.practised or at != hour:
            known = mastery_of(
                tally, rung.facts, len(self.deck(rung)), self.estimate(rung, now), self.estimate(rung, tally.last)
            )
            self._masteries[rung.key] = (tally.practised, hour, known)
        return known

    def is_mastered(self, rung: Rung, now: int) -> bool:
        return self.mastery(rung, now).stand is Stand.MASTERED

    def is_finished(self, rung: Rung, now: int) -> bool:
        """Whether a rung needs no more practice than its reviews: by estimated accuracy, not by speed."""
        if rung.facts:
            return len(self.deck(rung)) >= rung.facts and self.learned_share(rung) >= FACTS_LEARNED
        return self.is_done(rung, self.chance(rung, now))

    def is_done(self, rung: Rung, chance: float) -> bool:
        """The same of a generated rung with this chance of a right answer, after enough answers or if it was surely
        known before."""
        tally = self.ledger.rungs.get(rung.key)
        if tally is None or (tally.practised < LEAST_ANSWERS and tally.known_before < FINISHED_AT):
            return False
        return chance >= FINISHED_AT

    def fades(self, rung: Rung, now: int) -> bool:
        """Whether the accuracy on a generated rung is less than after its last answer."""
        tally = self.ledger.rungs.get(rung.key)
        return tally is not None and self.chance(rung, tally.last) - self.chance(rung, now) >= FADED

    def is_slow(self, rung: Rung) -> bool:
        """Whether right answers on a rung usually take longer than the target time."""
        tally = self.ledger.rungs.get(rung.key)
        return tally is not None and 0.0 < pace(tally.window) < 1.0

    def is_unlocked(self, rung: Rung, now: int) -> bool:
        """Whether a rung may be drilled: what it needs is known well enough, or practised enough, or it is itself."""
        if not rung.needs or not self._unlocks_at:
            return True
        tally = self.ledger.rungs.get(rung.key)
        if tally and tally.practised >= LEAST_ANSWERS and self._is_enough(rung, tally):
            return True
        return all(self._opens(self.by_key[key]) for key in rung.needs if key in self.by_key)

    def is_probably_known(self, rung: Rung) -> bool:
        """Whether a generated rung without an answer is more likely known than not."""
        mean, variance = self._ability(rung, 0)
        return ability.known_before(mean, variance, ability.new_rung(rung.level).mean) >= 0.5

    def deck(self, rung: Rung) -> dict[int, Card]:
        """Cards of a rung, by seed."""
        return self.ledger.cards.get(rung.key, {})

    def learned_share(self, rung: Rung) -> float:
        """Share of the facts of a rung that have left the learning steps."""
        tally = self.ledger.rungs.get(rung.key)
        return tally.learned / rung.facts if tally else 0.0

    def _opens(self, need: Rung) -> bool:
        """Whether a rung is known or practised enough to open those that need it."""
        tally = self.ledger.rungs.get(need.key)
        if tally is not None and tally.practised >= LEAST_ANSWERS:
            return self._is_enough(need, tally)
        # By the answers elsewhere, such as those of a placement test; a few answers may show that it was known before.
        expected = ability.chance(*self._ability(need, 0))
        return self._mixed(need, expected, tally.last if tally else 0) >= KNOWN_UNSEEN

    def _is_enough(self, rung: Rung, tally: RungTally) -> bool:
        if self._unlocks_at >= 1.0:
            return self.mastery(rung, tally.last).stand is Stand.MASTERED
        if not rung.facts and tally.practised >= OPENS_WITH_ANSWERS:
            return True
        known = self.chance(rung, tally.last)
        if rung.facts:
            share = tally.learned / rung.facts
            known = share + (1.0 - share) * known if len(self.deck(rung)) < rung.facts else share
        return known >= self._unlocks_at

    def _ability(self, rung: Rung, now: int) -> tuple[float, float]:
        """Mean and variance of the ability on a rung at a moment; for facts, on those that were never asked."""
        ledger = self.ledger
        skill, place = ledger.ability(rung.skill), ledger.ability(rung.place)
        tally = ledger.rungs.get(rung.key)
        own = tally.ability if tally else ability.new_rung(rung.level)
        mean, variance = own.mean + skill.mean + place.mean, own.variance + skill.variance + place.variance
        if tally and not rung.facts and now > tally.last:
            days = (now - tally.last) / DAY_MS
            mean -= ability.forgotten(days, tally.practice_days)
            variance += ability.drifted(days)
        return mean, variance

    def _mixed(self, rung: Rung, chance: float, now: int) -> float:
        """The chance on a rung, given the one for the case that it was not known before the first answer."""
        tally = self.ledger.rungs.get(rung.key)
        before = tally.undecided if tally else 0.0
        if tally is None or not before:
            return chance
        lost = ability.forgotten((now - tally.last) / DAY_MS, tally.practice_days)
        return before * ability.known_chance(lost) + (1.0 - before) * chance

    def _calibrated(self, rung: Rung, chance: float, now: int) -> float:
        """A chance on generated questions or new facts, corrected by what the trainee really answers."""
        tally = self.ledger.rungs.get(rung.key)
        if tally is None or rung.facts:
            return chance
        return self.ledger.calibrations[SKILLS].chance(chance, max(0, now - tally.last) / DAY_MS)

    def _of_generated(self, rung: Rung, now: int) -> Estimate:
        """The calibration moves the range, but does not narrow it: that other rungs are predicted well enough by their
        mean says nothing about this one."""
        mean, variance = self._ability(rung, now)
        width = SURE * sqrt(variance)
        middle, low, high = (
            self._mixed(rung, chance, now)
            for chance in (
                ability.chance(mean, variance),
                ability.chance(mean - width, 0.0),
                ability.chance(mean + width, 0.0),
            )
        )
        accuracy = self._calibrated(rung, middle, now)
        moved = accuracy - middle
        return Estimate(accuracy, max(0.0, low + moved), min(1.0, high + moved))

    def _of_facts(self, rung: Rung, now: int) -> Estimate:
        deck = self.deck(rung)
        chances = [self.recall(rung, card, now) for card in deck.values()]
        unseen = max(0, rung.facts - len(deck))
        known = self.chance(rung, now) if unseen else 0.0
        mean = (sum(chances) + unseen * known) / rung.facts
        spread = sum(p * (1.0 - p) for p in chances) + unseen * known * (1.0 - known)
        width = FACTS_SURE * sqrt(spread) / rung.facts
        return Estimate(mean, max(0.0, mean - width), min(1.0, mean + width))

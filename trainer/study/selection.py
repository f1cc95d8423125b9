"""Choose questions for study sessions.

`Chooser.today` takes the question with the largest expected gain for each second (`gain`): generated questions, reviews
and new facts compete on one scale. A missed fact that is due again comes before other facts; for one that was forgotten
repeatedly, an easier question is asked half of the time. The same rung is not asked twice in a row if there is another,
and only so often a day; new facts come few at once. A rung is unlocked and completed by accuracy; speed is practised
afterwards.
The other methods serve the other sessions: mistakes, challenges, classes and the placement test.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from enum import StrEnum
from heapq import nlargest
from random import Random
from typing import Any, NamedTuple

import msgspec

from trainer.study import gain
from trainer.study.parameters import IN_FOCUS, LEARNING_AT_ONCE, NOT_AGAIN_WITHIN
from trainer.study.prospects import Prospects
from trainer.study.repetition import Card
from trainer.study.settings import Settings
from trainer.study.skills import Rung
from trainer.study.standing import Standing
from trainer.texts import Message

SEED_BITS = 31


class Why(StrEnum):
    """Reason for choosing a question; shown to the trainee (``study.why.ID``)."""

    AGAIN = "again"  # a fact in the learning steps
    REVIEW = "review"  # a fact that is due for review
    NEW = "new"  # a new fact
    BEGIN = "begin"  # a generated skill that was never asked
    FOCUS = "focus"  # a generated skill in focus
    FADING = "fading"  # a generated skill that was not practised for long
    SPEED = "speed"  # known, but not within the target time yet
    PATH = "path"  # of the first rung that is not finished
    MIXED = "mixed"  # nothing is needed now
    KEPT = "kept"  # known and quick: asked so that it stays so
    MISTAKE = "mistake"
    CHALLENGE = "challenge"
    CLASS = "class"
    PLACEMENT = "placement"
    SMALLER = "smaller"  # an easier rung below a leech


class Candidate(NamedTuple):
    """A question that could be asked next, with its expected gain a second; without a seed, a generated one."""

    gain: float
    rung: Rung
    why: Why = Why.FOCUS  # of generated questions found out when one is asked
    seed: int = -1


class Choice(msgspec.Struct, frozen=True):
    """A question to ask, and the reason."""

    rung: Rung
    seed: int
    why: Why
    lesson: bool = False  # suggest reading the lesson
    counts: bool = True  # False if the answer was seen before
    chance: float | None = None  # estimated chance of a right answer, if it is part of the reason
    days: int = 0  # since the last answer, if it is part of the reason

    @property
    def reason(self) -> Message:
        """Why this question now, as a sentence."""
        params: dict[str, Any] = {}
        if self.chance is not None:
            params = {"percent": round(100 * self.chance), "days": self.days}
        name = "again-later" if self.why is Why.AGAIN and self.days else self.why.value
        return Message(f"study.why.{name}", params)


class Chooser:
    """Chooses the questions of one session; remembers what was asked."""

    def __init__(self, standing: Standing, settings: Settings, random: Random) -> None:
        self.standing = standing
        self._settings = settings
        self._random = random
        self._recent: deque[tuple[str, int]] = deque(maxlen=NOT_AGAIN_WITHIN)
        self._times: Counter[str] = Counter()  # how often each rung was asked
        self._series: dict[str, int] = {}  # last seed of each rung whose questions form a series
        self._prospects = Prospects(standing)

    def asked(self, choice: Choice) -> None:
        """Note a question that was asked, so that it does not return at once."""
        self._recent.append((choice.rung.key, choice.seed))
        self._times[choice.rung.key] += 1
        self._prospects.asked(choice.rung, choice.seed)
        if choice.rung.family.series > 1:
            self._series[choice.rung.key] = choice.seed

    # ── today's session ──────────────────────────────────────────────────────────────────────────────────────────

    def today(self, now: int) -> Choice | None:
        """The question with the largest expected gain a second."""
        return self._best_of((*self.skills(now), *self.facts(now)), now) or self.extra(now)

    def focus(self, now: int) -> list[Rung]:
        """Unlocked generated rungs that are not finished, the most useful first."""
        gains = self._prospects.generated(now)
        found = [self.standing.by_key[key] for key in nlargest(2 * IN_FOCUS, gains, key=gains.__getitem__)]
        return [rung for rung in found if not self.standing.is_finished(rung, now)][:IN_FOCUS]

    def skills(self, now: int) -> Iterator[Candidate]:
        """The most useful generated rung, not the same as the last one if there is another."""
        gains = self._prospects.generated(now)
        key = max(gains, key=gains.__getitem__, default=None)
        if key == self._last:
            key = max((key for key in gains if key != self._last), key=gains.__getitem__, default=key)
        if key is not None:
            yield Candidate(gains[key], self.standing.by_key[key])

    def facts(self, now: int) -> Iterator[Candidate]:
        """A missed fact, which is worth as much as a new one; else the most useful review and new fact."""
        missed = self._missed(now)
        if missed is None:
            yield from self._review(now)
            yield from self._new(now)
        else:
            rung, seed = missed
            yield Candidate(gain.of_new(self.standing, rung, now), rung, Why.AGAIN, seed)

    def again(self, now: int) -> Choice | None:
        """A fact that was missed and is due again, longest waiting first."""
        missed = self._missed(now)
        if missed is None:
            return None
        rung, seed = missed
        return self._careful(rung, seed, self.standing.deck(rung)[seed], Why.AGAIN, now)

    def extra(self, now: int) -> Choice | None:
        """A question for a trainee who continues though nothing is needed: a new fact that is probably known, else of
        the begun rung that was asked least in this session, the weakest first."""
        standing = self.standing
        begun = [rung for rung in standing.rungs if rung.key in standing.ledger.rungs]
        if not begun:
            return self._first(now)
        least = min(begun, key=lambda rung: (self._times[rung.key], standing.chance(rung, now)))
        return self.known_of(least, Why.MIXED)

    # ── one rung ─────────────────────────────────────────────────────────────────────────────────────────────────

    def next_on_path(self, now: int) -> Choice | None:
        """A question of the first rung of the path that is unlocked and not finished."""
        standing = self.standing
        for rung in standing.rungs:
            if standing.is_unlocked(rung, now) and not standing.is_finished(rung, now):
                choice = self.of_rung(rung, now)
                if choice:
                    is_old = choice.why in (Why.AGAIN, Why.REVIEW)
                    return choice if is_old else msgspec.structs.replace(choice, why=Why.PATH)
        return None

    def of_rung(self, rung: Rung, now: int) -> Choice | None:
        """A useful question of a rung; None if the daily limit of new facts is reached and no fact is due."""
        if not rung.facts:
            return self._explained(rung, self.new_seed(rung), Why.FOCUS, now)
        deck = self.standing.deck(rung)
        waiting = [
            (card.is_learned, card.due, seed)
            for seed, card in deck.items()
            if (card.is_due(now) or not card.is_learned) and (rung.key, seed) not in self._recent
        ]
        learning = sum(not card.is_learned for card in deck.values())
        if learning < LEARNING_AT_ONCE and len(deck) < rung.facts and self._may_introduce(now):
            return self._new_of(rung)
        if not waiting:
            return None
        seed = min(waiting)[2]
        return self._remembered(rung, seed, deck[seed], Why.REVIEW if deck[seed].is_learned else Why.AGAIN, now)

    def any_of(self, rung: Rung, why: Why) -> Choice:
        """Any question of this rung."""
        seed = self._random.randrange(rung.facts) if rung.facts else self.new_seed(rung)
        return Choice(rung, seed, why)

    def known_of(self, rung: Rung, why: Why) -> Choice:
        """Any question of this rung, for facts one that was asked before."""
        seen = list(self.standing.deck(rung))
        return Choice(rung, self._random.choice(seen), why) if seen else self.any_of(rung, why)

    def new_seed(self, rung: Rung) -> int:
        """A seed that was not asked before: the next of a series that was begun, or a random one."""
        family = rung.family
        following = family.following(self._series[rung.key]) if rung.key in self._series else None
        return following if following is not None else family.first_of_series(self._random.getrandbits(SEED_BITS))

    # ── candidates ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _last(self) -> str:
        """Rung that was asked last."""
        return self._recent[-1][0] if self._recent else ""

    def _best_of(self, found: Iterable[Candidate], now: int) -> Choice | None:
        """The candidate with the largest gain, but not of the rung that was asked last."""
        best = max(found, key=lambda one: (one.rung.key != self._last, one.gain), default=None)
        if best is None:
            return None
        if not best.rung.facts:
            return self._explained(best.rung, self.new_seed(best.rung), self._why(best.rung, now), now)
        if best.why is Why.NEW:
            return self._new_of(best.rung)
        return self._careful(best.rung, best.seed, self.standing.deck(best.rung)[best.seed], best.why, now)

    def _missed(self, now: int) -> tuple[Rung, int] | None:
        """The fact in the learning steps that is due for the longest time."""
        waiting = (
            (card.due, rung, seed)
            for rung, seed, card in self._prospects.learning(now)
            if card.is_due(now) and (rung.key, seed) not in self._recent
        )
        found = min(waiting, key=lambda found: found[0], default=None)
        return found[1:] if found else None

    def _why(self, rung: Rung, now: int) -> Why:
        standing = self.standing
        if rung.key not in standing.ledger.rungs:
            return Why.BEGIN
        if standing.fades(rung, now):
            return Why.FADING
        if not standing.is_finished(rung, now):
            return Why.FOCUS
        return Why.SPEED if standing.is_slow(rung) else Why.KEPT

    def _review(self, now: int) -> Iterator[Candidate]:
        """The learned fact with the largest expected gain a second, up to the daily limit of reviews."""
        if self.standing.ledger.today(now).reviewed >= self._settings.reviews_a_day:
            return
        gains = self._prospects.reviews(now)
        fact = max(gains, key=gains.__getitem__, default=None)
        if fact in self._recent:
            fact = max((fact for fact in gains if fact not in self._recent), key=gains.__getitem__, default=None)
        if fact is not None:
            yield Candidate(gains[fact], self.standing.by_key[fact[0]], Why.REVIEW, fact[1])

    def _new(self, now: int) -> Iterator[Candidate]:
        """A new fact of the rung that gains most from one; none while several are still being learned."""
        if not self._may_introduce(now) or self._prospects.number_learning(now) >= LEARNING_AT_ONCE:
            return
        gains = self._prospects.new(now)
        if gains:
            key = max(gains, key=gains.__getitem__)
            yield Candidate(gains[key], self.standing.by_key[key], Why.NEW)

    def _may_introduce(self, now: int) -> bool:
        return self.standing.ledger.today(now).introduced < self._settings.new_facts_a_day

    def _new_of(self, rung: Rung) -> Choice:
        deck = self.standing.deck(rung)
        return Choice(rung, self._random.choice([seed for seed in range(rung.facts) if seed not in deck]), Why.NEW)

    def _first(self, now: int) -> Choice | None:
        for rung in self.standing.rungs:
            if self.standing.is_unlocked(rung, now):
                return self.any_of(rung, Why.MIXED)
        return None

    def _explained(self, rung: Rung, seed: int, why: Why, now: int) -> Choice:
        """A choice with the estimates that its reason quotes."""
        standing = self.standing
        tally = standing.ledger.rungs.get(rung.key)
        days = standing.ledger.day_of(now) - tally.day if tally else 0
        return Choice(rung, seed, why, chance=standing.chance(rung, now, seed), days=days)

    def _careful(self, rung: Rung, seed: int, card: Card, why: Why, now: int) -> Choice:
        """The fact or, for a leech half of the time, first an easier question below it."""
        if card.is_leech and rung.level > 1 and self._random.random() < 0.5:
            below = [other for other in self.standing.rungs if other.skill == rung.skill and other.level < rung.level]
            easier = max(below, key=lambda other: other.level, default=None)
            if easier is not None and easier.key != self._last:
                return self.known_of(easier, Why.SMALLER)
        return self._remembered(rung, seed, card, why, now)

    def _remembered(self, rung: Rung, seed: int, card: Card, why: Why, now: int) -> Choice:
        """A fact that was asked before, with the estimates that its reason quotes."""
        days = self.standing.ledger.day_of(now) - self.standing.ledger.day_of(card.last)
        return Choice(rung, seed, why, card.is_leech, chance=self.standing.recall(rung, card, now), days=days)

"""What to ask next: due reviews, the focus of the day, and a little of everything else.

The focus is the first rung of the path that is unlocked, not mastered, and has something to ask. It stays until it is
mastered or has nothing more to ask today, so that practice does not hop about. Generated questions are asked where the
trainee is right about three times in four.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from enum import StrEnum
from random import Random

import msgspec

from trainer.study.mastery import Stand
from trainer.study.repetition import Card
from trainer.study.settings import Settings
from trainer.study.skills import Rung
from trainer.study.standing import Standing

WANTED_CHANCE = 0.775
TOO_HARD = 0.5  # chance below which a rung is left for an easier one for a while
LEARNING_AT_ONCE = 5  # facts in their first steps before another new one is brought in
REVIEW_BELOW = 0.9  # a generated rung remembered less than this is reviewed
NOT_AGAIN_WITHIN = 3  # questions before the same fact may return
SEED_BITS = 31


class Why(StrEnum):
    """Why a question was chosen; the trainee can read it (``study.why.ID``)."""

    AGAIN = "again"  # a fact that was just missed, in its first steps
    REVIEW = "review"  # due by spacing
    NEW = "new"  # a fact not seen before
    FOCUS = "focus"
    MIXED = "mixed"  # something else, so that what was learned stays apart
    MISTAKE = "mistake"
    CHALLENGE = "challenge"
    CLASS = "class"
    PLACEMENT = "placement"
    SMALLER = "smaller"  # an easier rung under a fact that will not stick


class Choice(msgspec.Struct, frozen=True):
    """A question to ask, and why."""

    rung: Rung
    seed: int
    why: Why
    lesson: bool = False  # the rule behind it should be read again
    counts: bool = True  # a question that is known already does not


SHARES: dict[Why, float] = {Why.FOCUS: 0.6, Why.REVIEW: 0.25, Why.MIXED: 0.15}


class Chooser:
    """Chooses for one session; it remembers the focus and what was asked."""

    def __init__(self, standing: Standing, settings: Settings, random: Random) -> None:
        self.standing = standing
        self.focus: Rung | None = None
        self._settings = settings
        self._random = random
        self._asked: dict[Why, int] = dict.fromkeys(SHARES, 0)
        self._recent: deque[tuple[str, int]] = deque(maxlen=NOT_AGAIN_WITHIN)
        self._series: dict[str, int] = {}  # the last seed of each rung whose questions follow one another

    def asked(self, choice: Choice) -> None:
        """Must be told what was asked, so that it does not come back at once."""
        self._recent.append((choice.rung.key, choice.seed))
        if choice.rung.family.series > 1:
            self._series[choice.rung.key] = choice.seed

    def today(self, now: int) -> Choice | None:
        """The next question by need; when nothing is needed any more, something that was begun."""
        again = self.again(now)
        if again:
            return again
        streams: dict[Why, Callable[[int], Choice | None]] = {
            Why.FOCUS: self.from_focus,
            Why.REVIEW: self._from_reviews,
            Why.MIXED: self._from_the_rest,
        }
        total = sum(self._asked.values()) + 1
        behind = sorted(SHARES, key=lambda why: self._asked[why] - SHARES[why] * total)
        for why in behind:
            choice = streams[why](now)
            if choice:
                self._asked[why] += 1
                return choice
        return self.extra(now)

    def from_focus(self, now: int) -> Choice | None:
        """Something of the focus; if it has nothing to ask today, of the next rung that is open."""
        if self.focus and self.standing.is_mastered(self.focus, now):
            self.focus = None
        for rung in self._open_rungs(now):
            choice = self.of_rung(rung, now)
            if choice:
                self.focus = rung
                return choice
        return None

    def extra(self, now: int) -> Choice | None:
        """For whoever wants to go on though nothing is due: the rung that is known least of those begun."""
        begun = [rung for rung in self.standing.rungs if rung.key in self.standing.ledger.rungs]
        if not begun:
            return None
        return self.known_of(min(begun, key=lambda rung: self.standing.mastery(rung, now).value), Why.MIXED)

    def of_rung(self, rung: Rung, now: int) -> Choice | None:
        """A question of a rung; nothing if it would not help: the day's new facts are used up and no other is due."""
        return self._fact_of(rung, now) if rung.facts else self._generated_near(rung, now)

    def any_of(self, rung: Rung, why: Why) -> Choice:
        """Any question of exactly this rung."""
        seed = self._random.randrange(rung.facts) if rung.facts else self.new_seed(rung)
        return Choice(rung, seed, why)

    def known_of(self, rung: Rung, why: Why) -> Choice:
        """Any question of this rung that is nothing new: of facts, one that was asked before."""
        seen = list(self.standing.deck(rung))
        return Choice(rung, self._random.choice(seen), why) if seen else self.any_of(rung, why)

    def new_seed(self, rung: Rung) -> int:
        """A seed not asked before: the next of the series that was begun, or any."""
        family = rung.family
        following = family.following(self._series[rung.key]) if rung.key in self._series else None
        return following if following is not None else family.first_of_series(self._random.getrandbits(SEED_BITS))

    def _open_rungs(self, now: int) -> Iterator[Rung]:
        """The focus, then what else could be: unlocked and not mastered, in the order of the path."""
        standing = self.standing
        if self.focus:
            yield self.focus
        for rung in standing.rungs:
            if rung is not self.focus and not standing.is_mastered(rung, now) and standing.is_unlocked(rung, now):
                yield rung

    def _fact_of(self, rung: Rung, now: int) -> Choice | None:
        deck = self.standing.deck(rung)
        learning = [(card.due, seed) for seed, card in deck.items() if not card.is_learned]
        today = self.standing.ledger.today(now)
        if (
            len(learning) < LEARNING_AT_ONCE
            and len(deck) < rung.facts
            and today.introduced < self._settings.new_facts_a_day
        ):
            unseen = [seed for seed in range(rung.facts) if seed not in deck]
            return Choice(rung, self._random.choice(unseen), Why.NEW)
        due = [(card.due, seed) for seed, card in deck.items() if card.is_learned and card.is_due(now)]
        for _, seed in sorted(learning) + sorted(due):
            if (rung.key, seed) not in self._recent:
                return Choice(rung, seed, Why.FOCUS, deck[seed].is_leech)
        return None

    def _generated_near(self, rung: Rung, now: int) -> Choice:
        """The rung itself, or an easier level of it that is not mastered and nearer to the wanted chance.

        Levels that are mastered only help out while the rung is too hard.
        """
        standing = self.standing
        too_hard = standing.chance(rung) < TOO_HARD
        levels = [rung] + [
            other
            for other in standing.rungs
            if other.skill == rung.skill
            and other.level < rung.level
            and standing.is_unlocked(other, now)
            and (too_hard or not standing.is_mastered(other, now))
        ]
        nearest = min(levels, key=lambda other: abs(standing.chance(other) - WANTED_CHANCE))
        return Choice(nearest, self.new_seed(nearest), Why.FOCUS)

    def again(self, now: int) -> Choice | None:
        """A fact in its first steps whose time has come, the longest waiting first."""
        waiting = [
            (card.due, rung, seed)
            for rung in self.standing.rungs
            for seed, card in self.standing.deck(rung).items()
            if not card.is_learned and card.is_due(now) and (rung.key, seed) not in self._recent
        ]
        if not waiting:
            return None
        _, rung, seed = min(waiting, key=lambda found: found[0])
        return self._careful(rung, seed, self.standing.deck(rung)[seed], Why.AGAIN)

    def _from_reviews(self, now: int) -> Choice | None:
        """What is most overdue for its interval, as long as the day's share of reviews lasts."""
        standing = self.standing
        if standing.ledger.today(now).reviewed >= self._settings.reviews_a_day:
            return None
        due = [
            (card.overdueness(now), rung, seed)
            for rung in standing.rungs
            for seed, card in standing.deck(rung).items()
            if card.is_learned and card.is_due(now) and (rung.key, seed) not in self._recent
        ]
        if due:
            _, rung, seed = max(due, key=lambda found: found[0])
            return self._careful(rung, seed, standing.deck(rung)[seed], Why.REVIEW)
        fading = [
            (kept, rung)
            for rung in standing.rungs
            if not rung.facts
            and rung.key in standing.ledger.rungs
            and (kept := standing.mastery(rung, now).retention) < REVIEW_BELOW
        ]
        if not fading:
            return None
        return self.any_of(min(fading, key=lambda found: found[0])[1], Why.REVIEW)

    def _from_the_rest(self, now: int) -> Choice | None:
        """Any rung that was mastered before, by chance."""
        known = [
            rung
            for rung in self.standing.rungs
            if rung is not self.focus and self.standing.mastery(rung, now).stand in (Stand.MASTERED, Stand.FADING)
        ]
        return self.known_of(self._random.choice(known), Why.MIXED) if known else None

    def _careful(self, rung: Rung, seed: int, card: Card, why: Why) -> Choice:
        """The fact itself; for one that will not stick, every other time something smaller under it."""
        if card.is_leech and rung.level > 1 and self._random.random() < 0.5:
            below = [other for other in self.standing.rungs if other.skill == rung.skill and other.level < rung.level]
            if below:
                return self.known_of(max(below, key=lambda other: other.level), Why.SMALLER)
        return Choice(rung, seed, why, card.is_leech)

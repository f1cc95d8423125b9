"""Choose the next question: due reviews, the focus of the day, and some of everything else.

The focus is the first rung of the path that is unlocked, not mastered, and has something to ask. It stays until it is
mastered or has nothing more to ask today. Generated questions are chosen so that the trainee is right about three times
out of four.
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
TOO_HARD = 0.5  # below this chance an easier rung is asked instead
LEARNING_AT_ONCE = 5  # most facts in the learning steps at the same time
REVIEW_BELOW = 0.9  # generated rungs below this retention are reviewed
NOT_AGAIN_WITHIN = 3  # number of questions before the same fact may return
SEED_BITS = 31


class Why(StrEnum):
    """Reason for choosing a question; shown to the trainee (``study.why.ID``)."""

    AGAIN = "again"  # a fact in the learning steps
    REVIEW = "review"  # due for review
    NEW = "new"  # a new fact
    FOCUS = "focus"
    MIXED = "mixed"  # a different topic, for interleaving
    MISTAKE = "mistake"
    CHALLENGE = "challenge"
    CLASS = "class"
    PLACEMENT = "placement"
    SMALLER = "smaller"  # an easier rung below a leech


class Choice(msgspec.Struct, frozen=True):
    """A question to ask, and the reason."""

    rung: Rung
    seed: int
    why: Why
    lesson: bool = False  # suggest reading the lesson
    counts: bool = True  # False if the answer was seen before


SHARES: dict[Why, float] = {Why.FOCUS: 0.6, Why.REVIEW: 0.25, Why.MIXED: 0.15}


class Chooser:
    """Chooses the questions of one session; remembers the focus and what was asked."""

    def __init__(self, standing: Standing, settings: Settings, random: Random) -> None:
        self.standing = standing
        self.focus: Rung | None = None
        self._settings = settings
        self._random = random
        self._asked: dict[Why, int] = dict.fromkeys(SHARES, 0)
        self._recent: deque[tuple[str, int]] = deque(maxlen=NOT_AGAIN_WITHIN)
        self._series: dict[str, int] = {}  # last seed of each rung whose questions form a series

    def asked(self, choice: Choice) -> None:
        """Note a question that was asked, so that it does not return at once."""
        self._recent.append((choice.rung.key, choice.seed))
        if choice.rung.family.series > 1:
            self._series[choice.rung.key] = choice.seed

    def today(self, now: int) -> Choice | None:
        """The next question by need; without need, one of a rung that was begun."""
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
        """A question of the focus or, if it has none today, of the next open rung."""
        if self.focus and self.standing.is_mastered(self.focus, now):
            self.focus = None
        for rung in self._open_rungs(now):
            choice = self.of_rung(rung, now)
            if choice:
                self.focus = rung
                return choice
        return None

    def extra(self, now: int) -> Choice | None:
        """A question for a trainee who continues though nothing is due: of the begun rung with the lowest mastery."""
        begun = [rung for rung in self.standing.rungs if rung.key in self.standing.ledger.rungs]
        if not begun:
            return None
        return self.known_of(min(begun, key=lambda rung: self.standing.mastery(rung, now).value), Why.MIXED)

    def of_rung(self, rung: Rung, now: int) -> Choice | None:
        """A useful question of a rung; None if the daily limit of new facts is reached and no fact is due."""
        return self._fact_of(rung, now) if rung.facts else self._generated_near(rung, now)

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

    def _open_rungs(self, now: int) -> Iterator[Rung]:
        """The focus, then the other unlocked rungs that are not mastered, in path order."""
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
        """The rung, or an easier level closer to the wanted chance; mastered levels are only used while the rung is too
        hard."""
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
        """A fact in the learning steps that is due, longest waiting first."""
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
        """The most overdue fact, up to the daily limit of reviews."""
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
        """A random rung that was mastered before."""
        known = [
            rung
            for rung in self.standing.rungs
            if rung is not self.focus and self.standing.mastery(rung, now).stand in (Stand.MASTERED, Stand.FADING)
        ]
        return self.known_of(self._random.choice(known), Why.MIXED) if known else None

    def _careful(self, rung: Rung, seed: int, card: Card, why: Why) -> Choice:
        """The fact or, for a leech every other time, an easier question below it."""
        if card.is_leech and rung.level > 1 and self._random.random() < 0.5:
            below = [other for other in self.standing.rungs if other.skill == rung.skill and other.level < rung.level]
            if below:
                return self.known_of(max(below, key=lambda other: other.level), Why.SMALLER)
        return Choice(rung, seed, why, card.is_leech)

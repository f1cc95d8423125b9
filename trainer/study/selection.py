"""Choose the next question of today's session by sharing its seconds.

About half of the time goes to generated skills in focus, three tenths to facts, a fifth to reviews; what one stream
does not need goes to the others. Within a stream the question with the largest expected gain for each second is asked.
Several rungs are in focus at once and are asked in turn, each only so often a day. Accuracy opens and finishes rungs;
speed is practised afterwards.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from enum import StrEnum
from heapq import nlargest
from random import Random
from typing import Any

import msgspec

from trainer.study.mastery import pace
from trainer.study.parameters import (
    A_DAY,
    FACT_SHARE,
    FINISHED_AT,
    IN_FOCUS,
    LEARNING_AT_ONCE,
    REVIEW_SHARE,
    SKILL_SHARE,
    TIRES_EVER,
    TIRES_TODAY,
    WORTH_REVIEWING,
)
from trainer.study.repetition import Card
from trainer.study.settings import Settings
from trainer.study.skills import Rung
from trainer.study.standing import Standing
from trainer.texts import Message

NOT_AGAIN_WITHIN = 3  # number of questions before the same fact may return
SEED_BITS = 31
_BEST = 0.97  # the highest accuracy to be expected
_FAVOURS_WEAK = 2.0  # above 1: rungs that are nearly known wait for the others
_OPENS_WORTH = 0.5  # what a fact adds to its worth for each rung that waits for its rung


class Why(StrEnum):
    """Reason for choosing a question; shown to the trainee (``study.why.ID``)."""

    AGAIN = "again"  # a fact in the learning steps
    REVIEW = "review"  # a fact that is due for review
    NEW = "new"  # a new fact
    FOCUS = "focus"  # a generated skill in focus
    FADING = "fading"  # a generated skill that was not practised for long
    SPEED = "speed"  # known, but not within the target time yet
    MIXED = "mixed"  # nothing is needed now
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
    chance: float | None = None  # estimated chance of a right answer, if it is part of the reason
    days: int = 0  # since the last answer, if it is part of the reason

    @property
    def reason(self) -> Message:
        """Why this question now, as a sentence."""
        params: dict[str, Any] = {}
        if self.chance is not None:
            params = {"percent": round(100 * self.chance), "days": self.days}
        return Message(f"study.why.{self.why.value}", params)


class Stream(StrEnum):
    """What the seconds of a session are shared between."""

    SKILLS = "skills"
    FACTS = "facts"
    REVIEW = "review"


SHARES: dict[Stream, float] = {
    Stream.SKILLS: SKILL_SHARE,
    Stream.FACTS: FACT_SHARE,
    Stream.REVIEW: REVIEW_SHARE,
}


class Chooser:
    """Chooses the questions of one session; remembers what was asked."""

    def __init__(self, standing: Standing, settings: Settings, random: Random) -> None:
        self.standing = standing
        self._settings = settings
        self._random = random
        self._spent: dict[Stream, float] = dict.fromkeys(SHARES, 0.0)
        self._recent: deque[tuple[str, int]] = deque(maxlen=NOT_AGAIN_WITHIN)
        self._times: Counter[str] = Counter()  # how often each rung was asked
        self._series: dict[str, int] = {}  # last seed of each rung whose questions form a series
        self._waiting = _Waiting(standing)
        self._generated = tuple(rung for rung in standing.rungs if not rung.facts)
        self._factual = tuple(rung for rung in standing.rungs if rung.facts)
        self._needed_by: dict[str, int] = {}
        for rung in standing.rungs:
            for need in rung.needs:
                self._needed_by[need] = self._needed_by.get(need, 0) + 1

    def asked(self, choice: Choice) -> None:
        """Note a question that was asked, so that it does not return at once."""
        self._recent.append((choice.rung.key, choice.seed))
        self._times[choice.rung.key] += 1
        self._waiting.asked(choice.rung, choice.seed)
        if choice.rung.family.series > 1:
            self._series[choice.rung.key] = choice.seed

    # ── today's session ──────────────────────────────────────────────────────────────────────────────────────────

    def today(self, now: int) -> Choice | None:
        """The next question of the stream that is furthest behind its share; without need, one of a begun rung."""
        streams: dict[Stream, Callable[[int], Choice | None]] = {
            Stream.SKILLS: self.from_skills,
            Stream.FACTS: self.from_facts,
            Stream.REVIEW: self._from_reviews,
        }
        total = sum(self._spent.values()) + 1.0
        last = self._recent[-1][0] if self._recent else ""
        same: tuple[Stream, Choice] | None = None  # the last rung again, if there is nothing else
        for stream in sorted(SHARES, key=lambda stream: self._spent[stream] / total - SHARES[stream]):
            choice = streams[stream](now)
            if choice is None:
                continue
            if choice.rung.key != last:
                self._spent[stream] += self._seconds(choice.rung)
                return choice
            same = same or (stream, choice)
        if same is None:
            return self.extra(now)
        self._spent[same[0]] += self._seconds(same[1].rung)
        return same[1]

    def focus(self, now: int) -> list[Rung]:
        """Generated rungs in focus, the most useful first."""
        found = [(self._worth(rung, now), rung) for rung in self._generated if self._may_be_practised(rung, now)]
        return [rung for worth, rung in nlargest(IN_FOCUS, found, key=lambda one: one[0]) if worth > 0.0]

    def from_skills(self, now: int) -> Choice | None:
        """A question of a generated rung in focus, not the same as the last one if there is another."""
        last = self._recent[-1][0] if self._recent else ""
        rungs = self.focus(now)
        for rung in rungs:
            if rung.key != last:
                return self._explained(rung, self.new_seed(rung), Why.FOCUS, now)
        return self._explained(rungs[0], self.new_seed(rungs[0]), Why.FOCUS, now) if rungs else None

    def from_facts(self, now: int) -> Choice | None:
        """A fact in the learning steps, else a due one, else a new one."""
        return self.again(now) or self._due(now) or self._new(now)

    def again(self, now: int) -> Choice | None:
        """A fact that was missed and is due again, longest waiting first."""
        found = min(
            (
                (card.due, rung, seed)
                for rung, seed, card in self._waiting.learning(now)
                if card.is_due(now) and (rung.key, seed) not in self._recent
            ),
            key=lambda found: found[0],
            default=None,
        )
        if found is None:
            return None
        _, rung, seed = found
        return self._careful(rung, seed, self.standing.deck(rung)[seed], Why.AGAIN, now)

    def extra(self, now: int) -> Choice | None:
        """A question for a trainee who continues though nothing is needed: a new fact that is probably known, else of
        the begun rung that was asked least in this session, the weakest first."""
        standing = self.standing
        new = self._new(now, up_to=1.0)
        if new:
            return new
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
                    return choice
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
        return Choice(rung, seed, Why.REVIEW if deck[seed].is_learned else Why.AGAIN, deck[seed].is_leech)

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

    # ── what is worth asking ─────────────────────────────────────────────────────────────────────────────────────

    def _worth(self, rung: Rung, now: int) -> float:
        """Expected gain of an answer on a generated rung for each second: what is missing to the best accuracy, less
        after many answers today or in all."""
        standing = self.standing
        tally = standing.ledger.rungs.get(rung.key)
        gain: float = max(0.0, _BEST - standing.chance(rung, now)) ** _FAVOURS_WEAK
        if tally is not None:
            day = standing.ledger.day_of(now)
            gain /= (1.0 + self._today(rung, day) / TIRES_TODAY) * (1.0 + tally.practised / TIRES_EVER)
        return gain / self._seconds(rung)

    def _may_be_practised(self, rung: Rung, now: int) -> bool:
        standing = self.standing
        if self._today(rung, standing.ledger.day_of(now)) >= A_DAY:
            return False
        return standing.is_unlocked(rung, now) and not standing.is_finished(rung, now)

    def _today(self, rung: Rung, day: int) -> int:
        """Answers on a rung today."""
        tally = self.standing.ledger.rungs.get(rung.key)
        return tally.day_answers if tally is not None and tally.day == day else 0

    def _seconds(self, rung: Rung) -> float:
        return self.standing.ledger.tempo.seconds(rung.target_seconds)

    def _due(self, now: int) -> Choice | None:
        """The due fact with the largest predicted loss for each second, up to the daily limit of reviews."""
        if self.standing.ledger.today(now).reviewed >= self._settings.reviews_a_day:
            return None
        found = self._waiting.most_urgent(now, self._recent, self._seconds)
        if found is None:
            return None
        rung, seed = found
        return self._careful(rung, seed, self.standing.deck(rung)[seed], Why.REVIEW, now)

    def _new(self, now: int, up_to: float = FINISHED_AT) -> Choice | None:
        """A new fact of the rung where it is worth most, few at once; not of a rung whose facts are probably known."""
        if not self._may_introduce(now) or self._waiting.number_learning(now) >= LEARNING_AT_ONCE:
            return None
        standing = self.standing
        open_rungs = [
            rung for rung in self._factual if len(standing.deck(rung)) < rung.facts and standing.is_unlocked(rung, now)
        ]
        return self._new_of(max(open_rungs, key=lambda rung: self._worth_of_new(rung, now))) if open_rungs else None

    def _worth_of_new(self, rung: Rung, now: int) -> float:
        """A fact of a small rung is a larger part of it, and worth more if other rungs wait for this one."""
        opens = 1.0 + _OPENS_WORTH * self._needed_by.get(rung.key, 0)
        return (1.0 - self.standing.chance(rung, now)) * opens / rung.facts / self._seconds(rung)

    def _may_introduce(self, now: int) -> bool:
        return self.standing.ledger.today(now).introduced < self._settings.new_facts_a_day

    def _new_of(self, rung: Rung) -> Choice:
        deck = self.standing.deck(rung)
        return Choice(rung, self._random.choice([seed for seed in range(rung.facts) if seed not in deck]), Why.NEW)

    def _from_reviews(self, now: int) -> Choice | None:
        """The finished generated rung with the largest predicted loss for each second, else one that is slow."""
        standing = self.standing
        day = standing.ledger.day_of(now)
        best, chosen, why = 0.0, None, Why.FADING
        for rung in self._generated:
            tally = standing.ledger.rungs.get(rung.key)
            if tally is None or self._today(rung, day) >= A_DAY:
                continue
            loss = standing.chance(rung, tally.last) - standing.chance(rung, now)
            if loss < WORTH_REVIEWING:
                if not standing.is_finished(rung, now) or not 0.0 < (quick := pace(tally.window)) < 1.0:
                    continue
                loss, reason = (1.0 - quick) * WORTH_REVIEWING / (1.0 + self._times[rung.key]), Why.SPEED
            else:
                reason = Why.FADING
            worth = loss / self._seconds(rung)
            if worth > best:
                best, chosen, why = worth, rung, reason
        return self._explained(chosen, self.new_seed(chosen), why, now) if chosen else None

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
        """The fact or, for a leech every other time, an easier question below it."""
        if card.is_leech and rung.level > 1 and self._random.random() < 0.5:
            below = [other for other in self.standing.rungs if other.skill == rung.skill and other.level < rung.level]
            if below:
                return self.known_of(max(below, key=lambda other: other.level), Why.SMALLER)
        days = self.standing.ledger.day_of(now) - self.standing.ledger.day_of(card.last)
        return Choice(rung, seed, why, card.is_leech, chance=self.standing.recall(card, now), days=days)


class _Waiting:
    """Facts in the learning steps and due facts, read from all decks once a day and then kept up to date."""

    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._day = -1
        self._learning: dict[tuple[str, int], Rung] = {}
        self._due: dict[tuple[str, int], tuple[float, Rung]] = {}
        self._asked: set[tuple[str, int]] = set()

    def asked(self, rung: Rung, seed: int) -> None:
        if rung.facts:
            self._asked.add((rung.key, seed))

    def learning(self, now: int) -> Iterable[tuple[Rung, int, Card]]:
        """Facts in the learning steps."""
        self._turn_to(now)
        for (_, seed), rung in self._learning.items():
            yield rung, seed, self._standing.deck(rung)[seed]

    def number_learning(self, now: int) -> int:
        self._turn_to(now)
        return len(self._learning)

    def most_urgent(
        self, now: int, recent: Iterable[tuple[str, int]], seconds: Callable[[Rung], float]
    ) -> tuple[Rung, int] | None:
        """The due fact with the largest predicted loss for each second and each fact of its rung."""
        self._turn_to(now)
        best, found = -1.0, None
        for fact, (loss, rung) in self._due.items():
            worth = loss / seconds(rung) / rung.facts
            if worth > best and fact not in recent:
                best, found = worth, (rung, fact[1])
        return found

    def _turn_to(self, now: int) -> None:
        standing = self._standing
        day = standing.ledger.day_of(now)
        if day != self._day:
            self._day = day
            self._learning.clear()
            self._due.clear()
            self._asked.clear()
            for rung in standing.rungs:
                for seed, card in standing.deck(rung).items():
                    self._sort(rung, seed, card, now)
        for key, seed in self._asked:
            rung = standing.by_key[key]
            self._learning.pop((key, seed), None)
            self._due.pop((key, seed), None)
            if seed in standing.deck(rung):
                self._sort(rung, seed, standing.deck(rung)[seed], now)
        self._asked.clear()

    def _sort(self, rung: Rung, seed: int, card: Card, now: int) -> None:
        if not card.is_learned:
            self._learning[rung.key, seed] = rung
        elif card.is_due(now):
            self._due[rung.key, seed] = (1.0 - self._standing.recall(card, now), rung)

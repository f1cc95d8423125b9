"""The ledger of a trainee: everything derived from attempts, updated one attempt at a time.

It depends only on the attempts and their order, so it can be rebuilt at any time. `Ledger.add` runs a million times in
a rebuild and is one plain function for speed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from trainer.records.sessions import SIMULATED
from trainer.records.store import LogEntry
from trainer.study import ability, calibration, repetition
from trainer.study.ability import Ability
from trainer.study.days import QUARTER_HOUR_MS, DayOf, day_name
from trainer.study.mastery import WINDOW, WRONG, wanted_accuracy
from trainer.study.parameters import BROUGHT_ALONG, HIGHEST, KNOWN_BEFORE, UNCOUNTED
from trainer.study.repetition import DAY_MS, Card
from trainer.study.scoring import Grade, grade
from trainer.study.skills import rung_key, skill_key
from trainer.study.tallies import (
    Best,
    Bests,
    DayTally,
    MistakeTally,
    OpenMistake,
    PlacementTally,
    RungDay,
    RungTally,
    Tempo,
    difficulty,
    new_tally,
)

IsFact = Callable[[str, str], bool]
"""Whether a family (by id) of a game (by id) asks facts, which are cards, or makes questions, which are rated."""

FACTS, SKILLS = "facts", "skills"  # the two calibrations
OPEN_MISTAKES = 100  # wrong answers queued to be asked again; the oldest are dropped
TREND_DAYS = 12
_QUARTERS_A_DAY = 100  # and some more, for days on which the clocks change
_SLOWEST_PERCENT = 999

Value = TypeVar("Value")


class OnDemand(dict[str, Value]):
    """Mapping that loads or creates a value when it is first asked for."""

    def __init__(self, get: Callable[[str], Value]) -> None:
        super().__init__()
        self._get = get

    def __missing__(self, key: str) -> Value:
        self[key] = value = self._get(key)
        return value


@dataclass(slots=True)
class Kind:
    """Facts about an item that do not depend on its level and seed."""

    family: str
    place: str
    skill: str
    is_fact: bool
    rungs: dict[int, str] = field(default_factory=dict)

    def rung(self, level: int) -> str:
        if level not in self.rungs:
            self.rungs[level] = rung_key(self.family, level, self.place)
        return self.rungs[level]


def _new_ability(key: str) -> Ability:
    """Prior of a skill, whose key has a space, or of a table."""
    return ability.new_skill() if " " in key else ability.new_place()


def day_key(rung: str, day: int) -> str:
    return f"{rung} {day_name(day)}"


def day_of_rung(tally: RungTally) -> RungDay:
    """Last day of practice of a rung."""
    return RungDay(tally.day_answers, tally.day_right, tally.day_percent)


class Ledger:
    """Everything derived from the attempts of one profile."""

    def __init__(self, day_of: DayOf, is_fact: IsFact) -> None:
        self.rungs: dict[str, RungTally] = {}
        self.abilities: OnDemand[Ability] = OnDemand(_new_ability)  # of tables and of skills
        self.calibrations = {FACTS: calibration.of_facts(), SKILLS: calibration.of_skills()}
        self.tempo = Tempo()
        self.cards: dict[str, dict[int, Card]] = {}  # by rung, then by seed
        self.days: OnDemand[DayTally] = OnDemand(lambda day: DayTally())
        self.rung_days: OnDemand[RungDay] = OnDemand(lambda key: RungDay())  # past days
        self.mistakes: dict[str, MistakeTally] = {}
        self.open: dict[tuple[str, int], OpenMistake] = {}  # queued wrong answers by rung and seed, oldest first
        self.closed: list[tuple[str, int]] = []  # removed from `open` since the last time it was stored
        self.changed_mistakes: list[tuple[str, int]] = []  # changed in `open` since then
        self.placements: dict[str, PlacementTally] = {}
        self.bests = Bests()
        self.is_whole = False  # just rebuilt from all attempts, so nothing has to be loaded from the store
        self.was_older = False  # just rebuilt because the program now measures in another way
        self.folded = b""  # id of the last added attempt
        self.kinds: OnDemand[Kind] = OnDemand(self._kind)
        self.day_of = day_of
        self._is_fact = is_fact
        self._quarter = -1
        self._day = 0
        self._day_began = 0
        self._today = DayTally()

    def add(self, entry: LogEntry) -> None:
        """Add an attempt; attempts must come in the order of their ids."""
        # fmt: off
        (attempt_id, kind_text, level, seed, dealt, right, _, taken, target, _, counts, session,
         session_kind, at) = entry
        # fmt: on
        self.folded = attempt_id
        if session_kind == SIMULATED:
            return  # simulated devices say nothing about the trainee, nor about the day
        if at // QUARTER_HOUR_MS != self._quarter:
            self._turn_to(at)
        today = self._today
        today.answers += 1
        today.right += right
        today.milliseconds += taken
        if session != self.bests.session:
            self.bests.session, self.bests.session_right = session, 0
        kind = self.kinds[kind_text]
        rung = kind.rungs.get(level) or kind.rung(level)
        if not dealt:
            self.tempo.add(taken, target, at, session)
        if right and not dealt:
            self._correct(kind, rung, seed, bool(counts))
        if not right:
            self._bring_back(kind, rung, entry)
        if dealt and not counts:
            return  # the cards may be others than those on the table
        tally = self.rungs.get(rung) or self.rungs.setdefault(rung, new_tally(level))
        if tally.day != self._day:
            self._begin_day(rung, tally, kind.is_fact)
        if counts:
            today.counted += 1
            self._add_counted(kind, rung, tally, entry)
        if kind.is_fact:
            card = self.cards.get(rung, {}).get(seed)
            # Slow is judged by the trainee's own pace: who is slow everywhere has not forgotten everything.
            graded = grade(right, taken, round(target * max(1.0, self.tempo.pace))) if counts else None
            if card is None:
                is_known = bool(graded and right) and self._knows_such_facts(kind, tally)
                today.introduced += not is_known
                if graded is Grade.RIGHT and is_known:
                    graded = Grade.FAST
                self._meet(kind, tally, right, 1.0 if counts else UNCOUNTED)
            elif counts and card.last < self._day_began:
                self.calibrations[FACTS].add(card.retention(at), card.days_a_review(at), right, tally.recall)
            self._review(rung, tally, seed, card, graded, right, at)
        else:
            self._practise(kind, tally, right, at, 1.0 if counts else UNCOUNTED)
        tally.practised += 1
        tally.last = at

    def _add_counted(self, kind: Kind, rung: str, tally: RungTally, entry: LogEntry) -> None:
        """The tallies of an answer that counts."""
        _, _, level, seed, _, right, _, taken, target, behaviour, _, session, session_kind, at = entry
        tally.answers += 1
        window = tally.window
        if right:
            percent = min(_SLOWEST_PERCENT, 100 * taken // (target or 1))
            window.append(percent)
            tally.day_answers += 1
            tally.day_right += 1
            tally.day_percent += percent
            self._add_right(tally, taken, session_kind, at)
        # Not knowing a fact at the first encounter says nothing about learning it.
        elif not kind.is_fact or seed in self.cards.get(rung, ()):
            window.append(WRONG)
            tally.day_answers += 1
        if len(window) > WINDOW:
            del window[0]
        if behaviour == "placement":
            self._add_placement(kind.place, session, level, bool(right))

    def _meet(self, kind: Kind, tally: RungTally, right: int, weight: float) -> None:
        """Update the abilities by an answer to a new fact, which says what the trainee knew before.

        The fact is learned by itself and does not make the other new ones better known.
        """
        terms = (tally.ability, self.abilities[kind.skill], self.abilities[kind.place])
        mean, variance = sum(term.mean for term in terms), sum(term.variance for term in terms)
        gradient, curvature = ability.evidence(mean, variance, right)
        for term in terms:
            term.move(weight * gradient, weight * curvature)

    def _practise(self, kind: Kind, tally: RungTally, right: int, at: int, weight: float) -> None:
        """Update the abilities by an answer to a generated question.

        A rung either was known before its first answer here, or begins with the ability of a beginner. The first
        answers say which, so they also move the ability at the table; only as far as the rung was not known they say
        what was learned. After them one ability with the same mean and variance stands for both cases.
        """
        own, skill, place = tally.ability, self.abilities[kind.skill], self.abilities[kind.place]
        days, lost = 0.0, 0.0
        if tally.practised:
            days = (at - tally.last) / DAY_MS
            lost = ability.forgotten(days, tally.practice_days)
            own.mean -= lost
            own.variance += ability.drifted(days)
        else:
            self._begin(tally, skill, place, right, weight)
        mean, variance = own.mean + skill.mean + place.mean, own.variance + skill.variance + place.variance
        known, begun = ability.known_chance(lost), ability.chance(mean, variance)
        before = after = tally.undecided
        predicted = before * known + (1.0 - before) * begun
        if weight == 1.0 and tally.practised:
            self.calibrations[SKILLS].add(predicted, max(0.0, days), right)
        if before:
            after = before * (known / predicted if right else (1.0 - known) / (1.0 - predicted))
            tally.known_before = before + weight * (after - before)
        gradient, curvature = ability.evidence(mean, variance, right)
        weight *= 1.0 - after
        own.move(weight * gradient, weight * curvature)
        if tally.practised:
            skill.move(weight * gradient, weight * curvature)
            if tally.practised < BROUGHT_ALONG:
                place.move(weight * gradient, weight * curvature)
        own.mean = min(own.mean + ability.learned(tally.practised), HIGHEST - skill.mean - place.mean)
        own.variance += ability.wandered()
        if tally.practised + 1 == BROUGHT_ALONG and tally.known_before:
            own.mix(ability.known(skill.mean + place.mean, skill.variance + place.variance), tally.known_before)

    def _begin(self, tally: RungTally, skill: Ability, place: Ability, right: int, weight: float) -> None:
        """The first answer on a generated rung: split what is expected into known before, and an ability to learn."""
        own = tally.ability
        mean, variance = own.mean + skill.mean + place.mean, own.variance + skill.variance + place.variance
        begins = min(mean, own.mean)
        tally.known_before = ability.known_before(mean, variance, begins)
        gradient, curvature = ability.evidence(mean, variance, right)
        for term in (skill, place):
            term.move(weight * gradient, weight * curvature)
        own.mean = begins - skill.mean - place.mean

    def _knows_such_facts(self, kind: Kind, tally: RungTally) -> bool:
        """Whether most facts of a rung were right at first sight, so that another one was hardly guessed."""
        terms = (tally.ability, self.abilities[kind.skill], self.abilities[kind.place])
        mean, variance = sum(term.mean for term in terms), sum(term.variance for term in terms)
        return ability.chance(mean, variance) >= KNOWN_BEFORE

    def _review(
        self, rung: str, tally: RungTally, seed: int, card: Card | None, grade: Grade | None, right: int, at: int
    ) -> None:
        """Update the card of a fact; without a grade, by an answer that does not count."""
        if card is not None and grade is not None and card.due <= at and card.is_learned:
            self._today.reviewed += 1
        if grade is None:
            after = repetition.meet(card, right, at)
        else:
            after = repetition.review(card, grade, at, self._day_began)
        tally.learned += after.is_learned - (card is not None and card.is_learned)
        self.cards.setdefault(rung, {})[seed] = after

    def _add_placement(self, place: str, session: str, level: int, right: bool) -> None:
        """Add an answer of a placement test; a new test replaces the earlier one."""
        if place not in self.placements or self.placements[place].session != session:
            self.placements[place] = PlacementTally(session, [])
        self.placements[place].answers.append((difficulty(level), right))

    def ability(self, key: str) -> Ability:
        """Ability at a table or of a skill (by key), for reading: it is not stored if nothing was answered."""
        return self.abilities.get(key) or _new_ability(key)

    def today(self, now: int) -> DayTally:
        """Tally of the day of a moment."""
        return self.days[day_name(self.day_of(now))]

    def _kind(self, text: str) -> Kind:
        word, _, rest = text.partition(" ")
        family = word.partition("~")[0]  # all revisions of a family are one skill
        place = rest.partition("@")[0]
        game = place.partition("/")[2].partition(":")[0]
        return Kind(family, place, skill_key(family, place), self._is_fact(family, game))

    def _turn_to(self, at: int) -> None:
        """Look up the day when a new quarter of an hour begins."""
        self._quarter = at // QUARTER_HOUR_MS
        day = self.day_of(at)
        if day == self._day:
            return
        self._day = day
        self._day_began = self._beginning(at)
        self._today = self.days[day_name(day)]
        bests = self.bests
        if day != bests.day:
            bests.day_run = bests.day_run + 1 if day == bests.day + 1 else 1
            bests.day = day
            bests.longest_day_run.raise_to(bests.day_run, at)

    def _beginning(self, at: int) -> int:
        """Moment when the day of a moment began, to the quarter of an hour."""
        day, low, high = self._day, at // QUARTER_HOUR_MS - _QUARTERS_A_DAY, at // QUARTER_HOUR_MS
        while high - low > 1:
            middle = (low + high) // 2
            if self.day_of(middle * QUARTER_HOUR_MS) < day:
                low = middle
            else:
                high = middle
        return high * QUARTER_HOUR_MS

    def _begin_day(self, rung: str, tally: RungTally, is_fact: bool) -> None:
        """First answer of a day on a rung."""
        tally.practice_days += 1
        if tally.day_answers:
            self.rung_days[day_key(rung, tally.day)] = day_of_rung(tally)
            tally.trend.append(tally.nearness(wanted_accuracy(is_fact)))
            del tally.trend[:-TREND_DAYS]
        tally.day = self._day
        # The day may exist already if the clock was set back or the time zone changed.
        earlier = self.rung_days[day_key(rung, tally.day)]
        tally.day_answers, tally.day_right, tally.day_percent = earlier.answers, earlier.right, earlier.percent

    def _add_right(self, tally: RungTally, taken: int, session_kind: str, at: int) -> None:
        tally.right += 1
        if taken < tally.best or not tally.best:
            tally.best = taken
        bests = self.bests
        bests.streak += 1
        if bests.streak > bests.longest_streak.value:
            bests.longest_streak.raise_to(bests.streak, at)
        if self._today.right > bests.most_right_in_a_day.value:
            bests.most_right_in_a_day.raise_to(self._today.right, at)
        if session_kind.startswith("challenge"):
            bests.session_right += 1
            bests.challenges.setdefault(session_kind, Best()).raise_to(bests.session_right, at)

    def due_mistakes(self, now: int) -> list[tuple[str, int]]:
        """Rung and seed of the queued wrong answers, oldest first, without those that were corrected today."""
        today = self.day_of(now)
        return [key for key, one in self.open.items() if one.corrected != today]

    def _wait(self, kind: Kind, rung: str, seed: int, one: OpenMistake) -> None:
        """Queue a wrong answer to be asked again. Of a generated rung only the last answer with the same mistake is
        queued, because any fresh question corrects it."""
        self.open.pop((rung, seed), None)
        if not kind.is_fact:
            for key in [key for key, old in self.open.items() if key[0] == rung and old.name == one.name]:
                self._close(key)
        self.open[rung, seed] = one
        if len(self.open) > OPEN_MISTAKES:
            self._close(next(iter(self.open)))

    def _correct(self, kind: Kind, rung: str, seed: int, counts: bool) -> None:
        """Count a right answer towards a queued mistake. One answer closes a fact; a mistake in a generated question
        needs two fresh questions on different days."""
        if kind.is_fact:
            if (rung, seed) in self.open:
                self._close((rung, seed))
            return
        if not counts or (rung, seed) in self.open:
            return  # the trainee was helped, or has seen the answer
        for key, one in reversed(self.open.items()):
            if key[0] == rung and one.corrected != self._day:
                if one.corrected >= 0:
                    self._close(key)
                else:
                    one.corrected = self._day
                    self.changed_mistakes.append(key)
                return

    def _close(self, key: tuple[str, int]) -> None:
        del self.open[key]
        self.closed.append(key)

    def _bring_back(self, kind: Kind, rung: str, entry: LogEntry) -> None:
        """Count the mistake of a wrong answer and queue it, unless it was given at a table and cannot be repeated."""
        attempt_id, _, _, seed, dealt, _, mistake, _, _, _, counts, _, _, at = entry
        if counts:
            self.bests.streak = 0
        if not dealt:
            self._wait(kind, rung, seed, OpenMistake(attempt_id.hex(), mistake))
        if mistake:
            tally = self.mistakes.setdefault(f"{mistake} {kind.skill}", MistakeTally())
            tally.count += 1
            tally.weight = 1.0 + tally.weight_at(at)
            tally.last = at
            tally.example = attempt_id.hex()

"""Data of the progress and home screens, computed from the ledger without reading attempts.

The cost does not grow with the number of attempts, only with days and rungs. Personal records are in `Ledger.bests`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from uuid import UUID

import msgspec

from trainer.records.store import Store
from trainer.study.days import day_name, day_number
from trainer.study.ledger import Ledger
from trainer.study.mastery import WRONG, Mastery, Stand, sessions_to_target, wanted_accuracy
from trainer.study.skills import LIVE, Rung, is_live
from trainer.study.standing import Standing
from trainer.study.tallies import Bests, DayTally, RungDay

CURVE_DAYS = 60  # days of practice in a curve
CALENDAR_DAYS = 53 * 7
THEME_ANSWERS = 6  # answers needed to call a skill weak or strong,
THEME_EACH_WAY = 2  # including at least this many right and wrong ones
WEAK_BELOW = 0.75
STRONG_FROM = 0.85


class RungStanding(msgspec.Struct, frozen=True):
    """A rung on the skill map."""

    rung: Rung
    mastery: Mastery
    unlocked: bool
    last: int  # last practice in milliseconds since 1970; 0 if never

    @property
    def stand(self) -> Stand:
        return self.mastery.stand


class CurvePoint(msgspec.Struct, frozen=True):
    """A day of practice on a rung."""

    day: int
    answers: int
    accuracy: float
    pace: float | None  # mean time of right answers as a share of the target; None if none was right


class Theme(msgspec.Struct, frozen=True):
    """A skill with enough answers to be called weak or strong."""

    skill: str
    answers: int
    right: int

    @property
    def accuracy(self) -> float:
        return self.right / self.answers


class Themes(msgspec.Struct, frozen=True):
    """Weakest and strongest skills; most are neither."""

    weak: tuple[Theme, ...]
    strong: tuple[Theme, ...]


class FrequentMistake(msgspec.Struct, frozen=True):
    """A named mistake that was made recently, with an attempt to replay."""

    mistake: str  # message id
    skill: str
    count: int  # in all
    weight: float  # 1 for a mistake made now, halves in a month
    example: UUID


class Home(msgspec.Struct, frozen=True):
    """What the trainee can do today."""

    due: int  # facts to review
    new: int  # new facts available today
    mistakes: int  # wrong answers to be asked again
    answered: int  # today
    minutes: float  # today
    day_run: int  # consecutive days of practice; today counts after the first answer
    mastered: int
    rungs: int


def home(standing: Standing, now: int, new_facts_a_day: int) -> Home:
    """Data of the home screen."""
    ledger = standing.ledger
    today = ledger.today(now)
    due = unseen = mastered = 0
    for rung in standing.rungs:
        deck = standing.deck(rung)
        due += sum(card.is_due(now) for card in deck.values())
        if rung.facts and len(deck) < rung.facts and standing.is_unlocked(rung, now):
            unseen += rung.facts - len(deck)
        mastered += standing.is_mastered(rung, now)
    recent = ledger.bests.day >= ledger.day_of(now) - 1
    return Home(
        due=due,
        new=min(unseen, max(0, new_facts_a_day - today.introduced)),
        mistakes=sum(rung in standing.by_key for rung, _ in ledger.due_mistakes(now)),
        answered=today.answers,
        minutes=today.milliseconds / 60_000,
        day_run=ledger.bests.day_run if recent else 0,
        mastered=mastered,
        rungs=len(standing.rungs),
    )


def challenge_bests(store: Store, profile: UUID, kind: str) -> tuple[int, int]:
    """Most right answers in a challenge: the trainee's own, and the best of everybody on this computer."""
    found: dict[UUID, int] = {}
    for person in store.profiles():
        for _, value in store.derived(person.id, "bests"):
            best = msgspec.json.decode(value, type=Bests).challenges.get(kind)
            found[person.id] = best.value if best else 0
    return found.get(profile, 0), max(found.values(), default=0)


def skill_map(standing: Standing, now: int) -> Mapping[str, tuple[RungStanding, ...]]:
    """All rungs of the path with their mastery, by table."""
    tables: dict[str, list[RungStanding]] = defaultdict(list)
    for rung in standing.rungs:
        tally = standing.ledger.rungs.get(rung.key)
        known, unlocked = standing.mastery(rung, now), standing.is_unlocked(rung, now)
        tables[rung.place].append(RungStanding(rung, known, unlocked, tally.last if tally else 0))
    return {place: tuple(rungs) for place, rungs in tables.items()}


def curve(store: Store, profile: UUID, rung: str, days: int = CURVE_DAYS) -> tuple[CurvePoint, ...]:
    """Accuracy and speed on a rung (by key) on its last days of practice, oldest first."""
    points = []
    for key, value in store.latest_derived(profile, "rung-day", f"{rung} ", days):
        tally = msgspec.json.decode(value, type=RungDay)
        if tally.answers:
            pace = tally.percent / tally.right / 100 if tally.right else None
            day = day_number(key.rpartition(" ")[2])
            points.append(CurvePoint(day, tally.answers, tally.right / tally.answers, pace))
    return tuple(points)


def forecast(ledger: Ledger, rung: Rung) -> int | None:
    """Estimated days of practice until a rung reaches its target; None if unknown."""
    tally = ledger.rungs.get(rung.key)
    if tally is None:
        return None
    today = tally.nearness(wanted_accuracy(bool(rung.facts)))
    return sessions_to_target([percent / 100 for percent in (*tally.trend, today)])


def calendar(store: Store, profile: UUID, today: int, days: int = CALENDAR_DAYS) -> dict[int, DayTally]:
    """Days of practice of the last year."""
    first, after = day_name(today - days + 1), day_name(today + 1)
    found = store.derived(profile, "day", low=first, high=after)
    return {day_number(name): msgspec.json.decode(value, type=DayTally) for name, value in found}


def themes(ledger: Ledger, most: int = 5) -> Themes:
    """Weak and strong skills that can be drilled, by the last answers on their rungs, if there are enough."""
    answers: dict[str, list[int]] = defaultdict(list)
    for key, tally in ledger.rungs.items():
        if is_live(key):
            continue
        name, _, place = key.partition(" ")
        answers[f"{name.rpartition('/')[0]} {place}"] += tally.window
    found = [Theme(skill, len(window), sum(time != WRONG for time in window)) for skill, window in answers.items()]
    judged = [
        theme
        for theme in found
        if theme.answers >= THEME_ANSWERS
        and theme.right >= THEME_EACH_WAY
        and theme.answers - theme.right >= THEME_EACH_WAY
    ]
    judged.sort(key=lambda theme: theme.accuracy)
    weak = [theme for theme in judged if theme.accuracy < WEAK_BELOW]
    strong = [theme for theme in reversed(judged) if theme.accuracy >= STRONG_FROM]
    return Themes(tuple(weak[:most]), tuple(strong[:most]))


def live_skills(ledger: Ledger, place: str) -> tuple[Theme, ...]:
    """The skills shown at the live table of a place, by the last rounds of every level, weakest first.

    ``skill`` of a theme is the part after ``live-``: payout, order, calls, signals, incidents, pace.
    """
    rounds: dict[str, list[int]] = defaultdict(list)
    for key, tally in ledger.rungs.items():
        name, _, where = key.partition(" ")
        if is_live(key) and where == place:
            rounds[name.rpartition("/")[0].removeprefix(LIVE)] += tally.window
    found = [Theme(skill, len(window), sum(time != WRONG for time in window)) for skill, window in rounds.items()]
    return tuple(sorted((theme for theme in found if theme.answers), key=lambda theme: theme.accuracy))


def frequent_mistakes(ledger: Ledger, now: int, most: int = 10) -> tuple[FrequentMistake, ...]:
    """Most frequent named mistakes, recent ones first."""
    seen = []
    for key, tally in ledger.mistakes.items():
        mistake, _, skill = key.partition(" ")
        seen.append(FrequentMistake(mistake, skill, tally.count, tally.weight_at(now), UUID(hex=tally.example)))
    return tuple(sorted(seen, key=lambda one: -one.weight)[:most])

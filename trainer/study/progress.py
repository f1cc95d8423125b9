"""What the progress and home screens show, as plain data: no attempt is read for it, only what is derived.

Every question costs the same however many attempts there are: days and rungs are bounded, attempts are not.
Personal records stand in the ledger (`Ledger.bests`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from uuid import UUID

import msgspec

from trainer.records.store import Store
from trainer.study.days import day_name, day_number
from trainer.study.glicko import Rating
from trainer.study.ledger import Ledger
from trainer.study.mastery import ACCURACY, FACT_ACCURACY, WRONG, Mastery, Stand, sessions_to_target
from trainer.study.skills import Rung
from trainer.study.standing import Standing
from trainer.study.tallies import Bests, DayTally, RungDay

CURVE_DAYS = 60  # days of practice in a curve
CALENDAR_DAYS = 53 * 7
THEME_ANSWERS = 6  # a theme is judged from so many answers,
THEME_EACH_WAY = 2  # of which so many right and so many wrong
WEAK_BELOW = 0.75
STRONG_FROM = 0.85


class RungStanding(msgspec.Struct, frozen=True):
    """A rung of the skill map."""

    rung: Rung
    mastery: Mastery
    unlocked: bool
    last: int  # when it was last practised, in milliseconds since 1970; 0 if never

    @property
    def stand(self) -> Stand:
        return self.mastery.stand


class CurvePoint(msgspec.Struct, frozen=True):
    """A day of practice on a rung."""

    day: int
    answers: int
    accuracy: float
    pace: float | None  # mean time of right answers as a share of the target; nothing if none was right


class Theme(msgspec.Struct, frozen=True):
    """A skill with enough answers to be called weak or strong."""

    skill: str
    answers: int
    right: int

    @property
    def accuracy(self) -> float:
        return self.right / self.answers


class Themes(msgspec.Struct, frozen=True):
    """Weakest first and strongest first; most skills are neither."""

    weak: tuple[Theme, ...]
    strong: tuple[Theme, ...]


class FrequentMistake(msgspec.Struct, frozen=True):
    """A named mistake of late, with an attempt that shows it, to be replayed."""

    mistake: str  # message id
    skill: str
    count: int  # in all
    weight: float  # of late: 1 is one just now, and halves in a month
    example: UUID


class Home(msgspec.Struct, frozen=True):
    """What waits for the trainee today."""

    due: int  # facts to review
    new: int  # facts that could be brought in today
    mistakes: int  # wrong answers that wait to be put right
    answered: int  # today
    minutes: float  # today
    day_run: int  # days of practice in a row, today's counted once something was answered
    focus: Rung | None
    mastered: int
    rungs: int


def home(standing: Standing, now: int, new_facts_a_day: int) -> Home:
    """The figures of the home screen."""
    ledger = standing.ledger
    today = ledger.today(now)
    due = unseen = mastered = 0
    focus = None
    for rung in standing.rungs:
        deck = standing.deck(rung)
        due += sum(card.is_due(now) for card in deck.values())
        is_mastered, is_unlocked = standing.is_mastered(rung, now), standing.is_unlocked(rung, now)
        if rung.facts and is_unlocked:
            unseen += max(0, rung.facts - len(deck))
        mastered += is_mastered
        if focus is None and is_unlocked and not is_mastered:
            focus = rung
    recent = ledger.bests.day >= ledger.day_of(now) - 1
    return Home(
        due=due,
        new=min(unseen, max(0, new_facts_a_day - today.introduced)),
        mistakes=sum(rung in standing.by_key for rung, _ in ledger.open),
        answered=today.answers,
        minutes=today.milliseconds / 60_000,
        day_run=ledger.bests.day_run if recent else 0,
        focus=focus,
        mastered=mastered,
        rungs=len(standing.rungs),
    )


def challenge_bests(store: Store, profile: UUID, kind: str) -> tuple[int, int]:
    """The most right answers within the time of a challenge: one's own, and of everybody who practises here."""
    found: dict[UUID, int] = {}
    for person in store.profiles():
        for _, value in store.derived(person.id, "bests"):
            best = msgspec.json.decode(value, type=Bests).challenges.get(kind)
            found[person.id] = best.value if best else 0
    return found.get(profile, 0), max(found.values(), default=0)


def skill_map(standing: Standing, now: int) -> Mapping[str, tuple[RungStanding, ...]]:
    """Every rung of the path with its mastery, by table."""
    tables: dict[str, list[RungStanding]] = defaultdict(list)
    for rung in standing.rungs:
        tally = standing.ledger.rungs.get(rung.key)
        known, unlocked = standing.mastery(rung, now), standing.is_unlocked(rung, now)
        tables[rung.place].append(RungStanding(rung, known, unlocked, tally.last if tally else 0))
    return {place: tuple(rungs) for place, rungs in tables.items()}


def curve(store: Store, profile: UUID, rung: str, days: int = CURVE_DAYS) -> tuple[CurvePoint, ...]:
    """Accuracy and speed on a rung (by its key) on its last days of practice, oldest first."""
    points = []
    for key, value in store.latest_derived(profile, "rung-day", f"{rung} ", days):
        tally = msgspec.json.decode(value, type=RungDay)
        if tally.answers:
            pace = tally.percent / tally.right / 100 if tally.right else None
            day = day_number(key.rpartition(" ")[2])
            points.append(CurvePoint(day, tally.answers, tally.right / tally.answers, pace))
    return tuple(points)


def forecast(ledger: Ledger, rung: Rung) -> int | None:
    """About how many more days of practice until a rung is at its target; `None` while nothing can be said."""
    tally = ledger.rungs.get(rung.key)
    if tally is None:
        return None
    today = tally.nearness(FACT_ACCURACY if rung.facts else ACCURACY)
    return sessions_to_target([percent / 100 for percent in (*tally.trend, today)])


def calendar(store: Store, profile: UUID, today: int, days: int = CALENDAR_DAYS) -> dict[int, DayTally]:
    """The days of practice of about the last year."""
    first, after = day_name(today - days + 1), day_name(today + 1)
    found = store.derived(profile, "day", low=first, high=after)
    return {day_number(name): msgspec.json.decode(value, type=DayTally) for name, value in found}


def themes(ledger: Ledger, most: int = 5) -> Themes:
    """Weak and strong skills by the last answers on each of their rungs, if there are enough of both kinds."""
    answers: dict[str, list[int]] = defaultdict(list)
    for key, tally in ledger.rungs.items():
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


def frequent_mistakes(ledger: Ledger, now: int, most: int = 10) -> tuple[FrequentMistake, ...]:
    """The named mistakes made most of late."""
    seen = []
    for key, tally in ledger.mistakes.items():
        mistake, _, skill = key.partition(" ")
        seen.append(FrequentMistake(mistake, skill, tally.count, tally.weight_at(now), UUID(hex=tally.example)))
    return tuple(sorted(seen, key=lambda one: -one.weight)[:most])


def ratings(ledger: Ledger) -> dict[str, Rating]:
    """The rating of each generated skill, as it stands now."""
    return {skill: rating.ahead() for skill, rating in ledger.skills.items()}

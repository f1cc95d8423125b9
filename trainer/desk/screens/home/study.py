"""Data of home about the trainee: today's session and answers, the unfinished session, due reviews, and how well each
game is known.
"""

from __future__ import annotations

import msgspec

from trainer.desk.style.style import Style
from trainer.records.attempts import to_milliseconds
from trainer.runs.offers import Offers
from trainer.runs.plan import Kind
from trainer.runs.study_session import last_left
from trainer.runs.trainee_records import TraineeRecords, learned_rungs
from trainer.study.day_plan import Plan, plan_today
from trainer.study.days import day_name
from trainer.study.progress import home as home_figures
from trainer.study.settings import Settings
from trainer.texts import Message, say

_WEEK = 7  # days


class Left(msgspec.Struct, frozen=True):
    """A session that can be resumed: its name and how far it came."""

    name: Message
    answered: int
    length: int


class Level(msgspec.Struct, frozen=True):
    """How well a level of a drill is known, from 0 to 1, its standing, and how many answers were given."""

    value: float
    stand: str
    answers: int = 0


class HomeStudy(msgspec.Struct, frozen=True):
    """The figures of home. Without answers there is no plan, and home suggests the first drill."""

    name: str  # name of the profile
    plan: Plan | None = None
    answered: int = 0  # answers of today
    minutes: int = 0
    day_run: int = 0
    mistakes: int = 0
    mastery: dict[str, float] = {}  # by game, of the games begun under the regulation
    levels: dict[str, Level] = {}  # by rung, of the levels begun
    due: dict[str, int] = {}  # due reviews by game
    has_old_reviews: bool = False  # whether something is due that was not asked today
    left: Left | None = None
    settings: Settings = Settings()
    week: tuple[int, int] = (0, 0)  # answers of the last seven days, and how many of them were right


def read_home(reading: TraineeRecords, offers: Offers, rulebook: str, game: str) -> HomeStudy:
    """Read the trainee's state for a regulation and the selected game."""
    name = reading.profile.name
    left = _left(reading, offers)
    if reading.is_empty:
        return HomeStudy(
            name, mistakes=len(reading.ledger.due_mistakes(reading.now)), left=left, settings=reading.settings
        )
    rungs = learned_rungs(reading, offers, rulebook, game)
    standing = reading.standing(rungs)
    figures = home_figures(standing, reading.now, reading.settings.new_facts_a_day)
    known: dict[str, list[float]] = {}
    levels: dict[str, Level] = {}
    due: dict[str, int] = {}
    has_old_reviews = False
    for rung in rungs:
        found = standing.mastery(rung, reading.now)
        known.setdefault(rung.rules.game, []).append(found.value)
        if found.answers:
            levels[rung.key] = Level(found.value, found.stand.value, found.answers)
        if waiting := [card for card in standing.deck(rung).values() if card.is_due(reading.now)]:
            due[rung.rules.game] = due.get(rung.rules.game, 0) + len(waiting)
            has_old_reviews |= any(reading.ledger.day_of(card.last) != reading.today for card in waiting)
    mastery = {game: sum(values) / len(values) for game, values in known.items() if any(values)}
    return HomeStudy(
        name,
        plan_today(standing, reading.now, reading.settings) if rungs else None,
        figures.answered,
        round(figures.minutes),
        figures.day_run,
        len(reading.ledger.due_mistakes(reading.now)),
        mastery,
        levels,
        due,
        has_old_reviews,
        left,
        reading.settings,
        _week(reading),
    )


def _week(reading: TraineeRecords) -> tuple[int, int]:
    days = [reading.ledger.days[day_name(day)] for day in range(reading.today - _WEEK + 1, reading.today + 1)]
    return sum(day.answers for day in days), sum(day.right for day in days)


def _left(reading: TraineeRecords, offers: Offers) -> Left | None:
    """The session that was left last, if it can be resumed: papers and tests at any time, others on the same day."""
    found = last_left(reading.store, reading.profile.id)
    if found is None or found.answers == 0 or found.plan.kind is Kind.AGAIN:
        return None
    is_paper = found.plan.kind in (Kind.CLASS, Kind.PLACEMENT)
    if not is_paper and reading.ledger.day_of(to_milliseconds(found.session.began)) != reading.today:
        return None
    name = Message(f"study.session.{found.plan.session_kind}")
    if found.plan.name:
        name = Message("study.session.own-named", {"name": found.plan.name})
    if found.plan.kind is Kind.DRILL:
        if not offers.can_ask(found.plan):
            return None
        plan = found.plan
        name = offers.offer(plan.rulebook, plan.game, plan.variant, plan.options).family(plan.family).name
    return Left(name, found.answers, found.plan.length)


def plan_words(plan: Plan, style: Style) -> tuple[str, str]:
    """Label and note of the button for today's session."""
    label = style.text("sessions.today.start", minutes=plan.minutes)
    if plan.minutes == 1:
        label = style.text("sessions.today.start-one")
    notes = []
    for count, key in ((plan.due, "due"), (plan.new, "new")):
        if count:
            notes.append(
                style.text(f"sessions.today.{key}-one" if count == 1 else f"sessions.today.{key}", count=count)
            )
    if plan.away:
        notes.insert(0, style.text("sessions.today.away", days=plan.away))
    if plan.later:
        notes.append(style.text("sessions.today.later", count=plan.later))
    if plan.focus is not None:
        family = say(plan.focus.family.name, style.language)
        family = family[:1].lower() + family[1:]
        notes.append(style.text("sessions.today.focus", family=family, level=plan.focus.level))
    return label, " · ".join(notes)

"""What home says of a trainee: today's session, what waits, and how well each game is known."""

from __future__ import annotations

import msgspec

from trainer.desk.style.dress import Dress
from trainer.records.attempts import to_milliseconds
from trainer.runs.offers import Offers
from trainer.runs.plan import Kind
from trainer.runs.study_session import last_left
from trainer.runs.trainee_records import TraineeRecords, learned_rungs
from trainer.study.day_plan import Plan, plan_today
from trainer.study.progress import home as home_figures
from trainer.study.settings import Settings
from trainer.texts import Message, say


class Left(msgspec.Struct, frozen=True):
    """A session that was left before its end and can be gone on with: its name, and how far it came."""

    name: Message
    answered: int
    length: int


class Level(msgspec.Struct, frozen=True):
    """How well a level of a drill is known, from 0 to 1, and where the trainee stands on it."""

    value: float
    stand: str


class HomeStudy(msgspec.Struct, frozen=True):
    """The figures of home. Without data there is no plan: the first drill is offered instead."""

    name: str  # of the profile
    plan: Plan | None = None
    answered: int = 0  # today
    minutes: int = 0
    day_run: int = 0
    mistakes: int = 0
    mastery: dict[str, float] = {}  # by game, of those begun under the regulation
    levels: dict[str, Level] = {}  # by rung, of those begun
    due: dict[str, int] = {}  # by game: facts whose review is due
    left: Left | None = None
    settings: Settings = Settings()


def read_home(reading: TraineeRecords, offers: Offers, rulebook: str, game: str) -> HomeStudy:
    """Home for a trainee under a regulation, with the game that is chosen there."""
    name = reading.profile.name
    left = _left(reading, offers)
    if reading.is_empty:
        return HomeStudy(name, mistakes=len(reading.ledger.open), left=left, settings=reading.settings)
    rungs = learned_rungs(reading, offers, rulebook, game)
    standing = reading.standing(rungs)
    figures = home_figures(standing, reading.now, reading.settings.new_facts_a_day)
    known: dict[str, list[float]] = {}
    levels: dict[str, Level] = {}
    due: dict[str, int] = {}
    for rung in rungs:
        found = standing.mastery(rung, reading.now)
        known.setdefault(rung.rules.game, []).append(found.value)
        if found.answers:
            levels[rung.key] = Level(found.value, found.stand.value)
        if waiting := sum(card.is_due(reading.now) for card in standing.deck(rung).values()):
            due[rung.rules.game] = due.get(rung.rules.game, 0) + waiting
    mastery = {game: sum(values) / len(values) for game, values in known.items() if any(values)}
    return HomeStudy(
        name,
        plan_today(standing, reading.now, reading.settings) if rungs else None,
        figures.answered,
        round(figures.minutes),
        figures.day_run,
        len(reading.ledger.open),
        mastery,
        levels,
        due,
        left,
        reading.settings,
    )


def _left(reading: TraineeRecords, offers: Offers) -> Left | None:
    """What was left last, if going on with it makes sense: a paper and a test at any time, anything else on its day."""
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
        if not offers.stands(found.plan):
            return None
        plan = found.plan
        name = offers.offer(plan.rulebook, plan.game, plan.variant, plan.options).family(plan.family).name
    return Left(name, found.answers, found.plan.length)


def plan_words(plan: Plan, dress: Dress) -> tuple[str, str]:
    """Today's session as the label and the note of a button."""
    label = dress.text("sessions.today.start", minutes=plan.minutes)
    if plan.minutes == 1:
        label = dress.text("sessions.today.start-one")
    notes = []
    for count, key in ((plan.due, "due"), (plan.new, "new")):
        if count:
            notes.append(
                dress.text(f"sessions.today.{key}-one" if count == 1 else f"sessions.today.{key}", count=count)
            )
    if plan.focus is not None:
        family = say(plan.focus.family.name, dress.language)
        family = family[:1].lower() + family[1:]
        notes.append(dress.text("sessions.today.focus", family=family, level=plan.focus.level))
    return label, " · ".join(notes)

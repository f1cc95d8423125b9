"""A session with a trainee's records: the study chooses the questions, and the answers are stored.

Importing this imports study and records, which the first question of a drill does not need (`run_factory`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from uuid import UUID

import msgspec
from msgspec import structs

from trainer.drills.core import Item, Question
from trainer.drills.judge import Mark
from trainer.drills.replay import remake
from trainer.records.attempts import Attempt
from trainer.records.errors import DamagedError
from trainer.records.store import Session, Store
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offers
from trainer.runs.plan import Kind, Plan, PlanError
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Asked, Waiting
from trainer.runs.summary import NANOSECONDS, Answered, Placed, Progressed, Start
from trainer.runs.trainee_records import TraineeRecords, learned_rungs, offer_at, read_records, rungs_of
from trainer.study.behaviours import behaviour_of
from trainer.study.day_plan import plan_today
from trainer.study.placement import AT_MOST, is_over
from trainer.study.questions import Questions
from trainer.study.selection import SEED_BITS, Choice
from trainer.study.settings import Settings
from trainer.study.skills import Rung, path, paths, place_of, rung_key
from trainer.study.tallies import difficulty
from trainer.study.trainee import Trainee
from trainer.system.digests import sha256
from trainer.texts import Message

_TRIES = 200  # seeds tried to find a question within the limits of an own drill


def rungs_for(plan: Plan, reading: TraineeRecords, offers: Offers) -> tuple[Rung, ...]:
    """The levels a plan is about.

    These are the levels it names; else one table for a placement test, the chosen game for a challenge, everything
    practised for mistakes, and otherwise what is learned under the regulation.
    """
    match plan.kind:
        case Kind.DRILL | Kind.CLASS | Kind.AGAIN:
            return tuple(named_rungs(plan, offers).values())
        case Kind.OWN:
            return tuple(own_rungs(plan, reading.settings, offers).values())
        case Kind.PLACEMENT:
            offer = offer_at(offers, plan.place, reading.settings)
            return rungs_of(offer) if offer else ()
        case Kind.MISTAKES:
            found = [offer for place in reading.places() if (offer := offer_at(offers, place, reading.settings))]
            return paths((offer.rules, offer.families) for offer in found)
        case Kind.CHALLENGE:
            learned = learned_rungs(reading, offers, plan.rulebook, plan.game)
            return tuple(rung for rung in learned if not plan.game or rung.rules.game == plan.game)
    return learned_rungs(reading, offers, plan.rulebook, plan.game)


def named_rungs(plan: Plan, offers: Offers) -> dict[str, Rung]:
    """The existing levels that a plan names, by their names in the plan."""
    offer = offers.offer_of(plan)
    found: dict[str, Rung] = {}
    for family_id in dict.fromkeys(name.partition("/")[0] for name in plan.rungs):
        try:
            family = offer.family(family_id)
        except KeyError:
            continue
        found |= {f"{family_id}/{rung.level}": rung for rung in path(offer.rules, (family,))}
    return {name: found[name] for name in plan.rungs if name in found}


def own_rungs(plan: Plan, settings: Settings, offers: Offers) -> dict[str, Rung]:
    """The existing levels of an own drill, at any tables, each under the trainee's house options."""
    found: dict[str, Rung] = {}
    for place in dict.fromkeys(name.partition(" ")[2] or plan.place for name in plan.rungs):
        offer = offer_at(offers, place, settings)
        found |= {rung.key: rung for rung in rungs_of(offer)} if offer else {}
    keys = {name: name if " " in name else f"{name} {plan.place}" for name in plan.rungs}
    return {name: found[key] for name, key in keys.items() if key in found}


def paper(plan: Plan, rungs: Mapping[str, Rung]) -> Iterator[tuple[Rung, int]]:
    """The questions of a class paper.

    Each is drawn from the plan's seed and its place in the paper, so that nothing but the plan matters; a level that no
    longer exists leaves its place empty and moves no other.
    """
    last: dict[str, int] = {}
    for place in range(plan.length if plan.rungs else 0):
        drawn = int.from_bytes(sha256(f"{plan.seed}/{place}".encode()).digest()[:8], "big")
        drawn, which = divmod(drawn, len(plan.rungs))
        rung = rungs.get(plan.rungs[which])
        if rung is None:
            continue
        family = rung.family
        following = family.following(last[rung.key]) if rung.key in last else None
        fresh = drawn % rung.facts if rung.facts else family.first_of_series(drawn % 2**31)
        last[rung.key] = seed = fresh if following is None else following
        yield rung, seed


class LeftSession(msgspec.Struct, frozen=True):
    """A session that was left before its end, with its plan and the number of answers."""

    plan: Plan
    session: Session
    answers: int


def last_left(store: Store, profile: UUID) -> LeftSession | None:
    """The trainee's last session, if it was left before its end and can be resumed.

    Timed runs and races cannot. Sessions that asked questions again afterwards are skipped. Raises `RecordsError` or
    `OSError`.
    """
    for session in store.newest_sessions(profile):
        try:
            plan = Plan.parse(session.plan)
        except PlanError:
            return None
        answers = len(answers_in(store, session))
        if not plan.seconds and not plan.paced and answers < plan.length:
            return LeftSession(plan, session, answers)
        if plan.kind is not Kind.AGAIN:
            return None
    return None


def answers_in(store: Store, session: Session) -> list[Attempt]:
    """The attempts of a session, in order. Reads from the newest backwards and stops at the session's start."""
    found: list[Attempt] = []
    for attempt in store.attempts(session.profile, newest_first=True):
        if attempt.id < session.id:
            break
        if attempt.session == session.id:
            found.append(attempt)
    return found[::-1]


def _answered(attempt: Attempt, offers: Offers, store: Store) -> Answered | None:
    """An answer as it was given in its run; nothing if its question cannot be made any more."""
    item = Item.parse(attempt.item)
    try:
        offer = offers.offer(item.rulebook, item.game, item.variant, item.options)
        remade = remake(item, offers.library, offer.family(item.family), store.rules)
    except (RulebookError, KeyError, ValueError):
        return None
    question = remade.question
    mark = Mark(attempt.right, attempt.answer, question.draft.solution, attempt.mistake)
    taken = attempt.milliseconds * NANOSECONDS // 1000
    return Answered(question, mark, taken, 0, attempt.behaviour, attempt.counts, remade.rules)


class StudySession:
    """The source and keeper of a run that needs the records.

    The records complete the plan, for example with the length of today's session. ``resumed`` is a session that was
    left, whose answers are then in ``earlier``; without it a new session begins. Raises `RecordsError` or `OSError`.
    """

    def __init__(
        self, plan: Plan, offers: Offers, recording: RecordsFile, random: Random, resumed: Session | None = None
    ) -> None:
        self._recording = recording
        self._random = random
        reading = read_records(recording)
        store, profile = reading.store, reading.profile.id
        self.rungs = rungs_for(plan, reading, offers)
        self.trainee = Trainee(store, profile, self.rungs, ledger=reading.ledger)
        self.plan = self._completed(plan)
        before = answers_in(store, resumed) if resumed else []
        self.session = resumed or store.add_session(profile, plan.session_kind, str(self.plan))
        self.earlier = tuple(again for attempt in before if (again := _answered(attempt, offers, store)))
        self._asked_before = frozenset(attempt.item for attempt in before)
        is_class, is_own = plan.kind is Kind.CLASS, plan.kind is Kind.OWN
        there = named_rungs(plan, offers) if is_class else {}
        there |= own_rungs(plan, reading.settings, offers) if is_own else {}
        if gone := [name for name in plan.rungs if name not in there] if is_class or is_own else []:
            recording.notices.append(Message("sessions.plan.left-out", {"drills": gone}))
        questions = list(paper(self.plan, there)) if is_class else []
        self._questions = Questions(
            self.trainee,
            plan.kind,
            random,
            rungs=self.rungs,
            paper=questions[len(before) :],
            # Questions that the trainee has seen in an earlier class do not count.
            seen=store.items_answered(profile, "class") if is_class else (),
            session=self.session.id.hex,
        )

    def next_asked(self) -> Asked | Waiting | None:
        while choice := self._questions.next_choice() if self.rungs else None:
            choice, question = self._within(choice)
            if self.plan.kind is not Kind.MISTAKES or str(question.item) not in self._asked_before:
                break
        else:
            return None
        counts = self._questions.counts(choice, question)
        why = None if self.plan.kind in (Kind.DRILL, Kind.OWN) else choice.reason
        return Asked(question, choice.rung.rules, counts, why, choice.lesson)

    def _within(self, choice: Choice) -> tuple[Choice, Question]:
        """The question of a choice; in an own drill, another seed if the first is outside its limits.

        If no seed is within the limits after some tries, the nearest question is asked.
        """
        question = choice.rung.question(choice.seed)
        missed = 0 if self.plan.only.is_open else self.plan.only.distance(question.draft.scene)
        if not missed or choice.rung.facts or choice.rung.family.series > 1:
            return choice, question
        for _ in range(_TRIES):
            seed = self._random.getrandbits(SEED_BITS)
            other = choice.rung.question(seed)
            misses = self.plan.only.distance(other.draft.scene)
            if misses < missed:
                missed, choice, question = misses, structs.replace(choice, seed=seed), other
            if not missed:
                break
        return choice, question

    def arrived(self, what: str) -> None:
        raise RuntimeError(f"nothing was waited for, and {what!r} came")

    def get_ready(self) -> None:
        """The records are open already."""

    def keep(self, answered: Answered) -> Progressed | None:
        """Store an answer; damaged records are repaired first. Raises `RecordsError` or `OSError` if that fails."""
        before = self._mastery(answered)
        try:
            self._keep(answered)
        except DamagedError:
            self._recording.repair()
            reading = read_records(self._recording)
            reading.store.resume_session(self.session)
            self.trainee.turn_to(reading.store, reading.ledger)
            self._keep(answered)
        after = self._mastery(answered)
        if before is None or after is None or (before == after and not answered.counts):
            return None
        return Progressed(before, after)

    def _mastery(self, answered: Answered) -> float | None:
        """The mastery of an answer's level; `None` if it is not a level of this session."""
        item = answered.question.item
        rung = self.trainee.standing.by_key.get(rung_key(item.family, item.level, place_of(answered.rules)))
        return self.trainee.standing.mastery(rung, self.trainee.now()).value if rung is not None else None

    def _keep(self, answered: Answered) -> None:
        self.trainee.record(
            answered.question,
            answered.mark,
            round(answered.seconds * 1000),
            answered.behaviour,
            answered.counts,
            self.session,
        )

    def placed(self) -> Placed | None:
        """The result of a placement test: the levels that are unlocked now."""
        found = self._questions.placed
        if found is None:
            return None
        standing, now = self.trainee.standing, self.trainee.now()
        answers = standing.ledger.placements[self.rungs[0].place].answers
        is_open = {rung.key: standing.is_unlocked(rung, now) for rung in self.rungs}
        highest: dict[str, Start] = {}
        for rung in self.rungs:
            before = highest.get(rung.family.id, Start(rung.family, 0))
            highest[rung.family.id] = Start(rung.family, rung.level) if is_open[rung.key] else before
        return Placed(
            answers=len(answers),
            right=sum(right for _, right in answers),
            is_sure=is_over(answers, found),
            open_levels=sum(is_open.values()),
            levels=len(self.rungs),
            starts=tuple(highest.values()),
            accuracy=found.accuracy_range([difficulty(rung.level) for rung in self.rungs]),
        )

    def _completed(self, plan: Plan) -> Plan:
        """The plan with its length, if the records decide it."""
        if plan.length:
            return plan
        standing, now = self.trainee.standing, self.trainee.now()
        match plan.kind:
            case Kind.TODAY:
                length = plan_today(standing, now, self.trainee.settings).questions
            case Kind.MISTAKES:
                length = sum(rung in standing.by_key for rung, _ in standing.ledger.due_mistakes(now))
            case Kind.PLACEMENT:
                length = AT_MOST
            case _:
                length = behaviour_of(plan.behaviour).length
        return structs.replace(plan, length=length)

"""How long today's session will be."""

from __future__ import annotations

from tests.records.support import HandClock
from tests.study.support import practise, rung, trainee
from tests.study.test_pathologies import START, Practice, family, mostly
from trainer.records.store import Store
from trainer.study.day_plan import LONGEST, SHORTEST, plan_today
from trainer.study.settings import Settings


def test_who_begins_gets_a_session_of_the_first_rungs(store: Store) -> None:
    who = trainee(store)
    plan = plan_today(who.standing, who.now(), Settings())
    assert plan.focus == rung("other/1")
    assert (plan.due, plan.later, plan.away) == (0, 0, 0)
    assert 0 < plan.new <= Settings().new_facts_a_day
    assert SHORTEST <= plan.questions <= LONGEST


def test_the_minutes_follow_the_pace_of_the_trainee(store: Store, clock: HandClock) -> None:
    plans = []
    for name, seconds in (("Ana", 2.0), ("Bruno", 30.0)):
        who = trainee(store, name)
        practise(who, clock, "other/1", 60, right=False, seconds=seconds)
        clock.move(days=1)
        plans.append(plan_today(who.standing, who.now(), Settings()))
    quick, slow = plans
    assert quick.questions > slow.questions
    assert slow.minutes / slow.questions > 2 * quick.minutes / quick.questions


def test_facts_that_are_asked_more_quickly_than_skills_make_room_for_more_questions() -> None:
    place = "arica/roulette-american"
    skills = family("pay", place, 2, seconds=20.0)
    facts = family("facts-many", place, 1, facts=90, seconds=4.0)
    seconds = []
    for rungs in (skills, [*skills, *facts]):
        plan = plan_today(Practice(rungs, mostly(1.0)).standing, START, Settings())
        seconds.append(60 * plan.minutes / plan.questions)
    assert seconds[1] < 0.7 * seconds[0]


def test_what_is_due_and_what_can_wait_after_an_absence(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", 8, seconds=1)
    clock.move(days=1)
    assert plan_today(who.standing, who.now(), Settings()).away == 0
    clock.move(days=29)
    plan = plan_today(who.standing, who.now(), Settings())
    assert (plan.due, plan.later, plan.away) == (8, 0, 30)
    limited = plan_today(who.standing, who.now(), Settings(reviews_a_day=2))
    assert (limited.due, limited.later) == (2, 6)
    assert plan_today(who.standing, who.now(), Settings(new_facts_a_day=0)).new == 0
    assert SHORTEST <= plan.questions <= LONGEST

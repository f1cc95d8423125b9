"""How long today's session will be."""

from __future__ import annotations

from tests.records.support import HandClock
from tests.study.support import practise, rung, trainee
from trainer.records.store import Store
from trainer.study.day_plan import LONGEST, MEETINGS, SHORTEST, plan_today
from trainer.study.settings import Settings


def test_who_begins_gets_a_short_session_of_the_first_rung(store: Store) -> None:
    who = trainee(store)
    plan = plan_today(who.standing, who.now(), Settings())
    assert plan.focus == rung("other/1")
    assert (plan.due, plan.new, plan.questions) == (0, 0, SHORTEST)
    assert plan.minutes == 2  # fifteen questions of five seconds and a look at each verdict


def test_what_is_due_and_what_is_new_make_it_longer_up_to_a_limit(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 24)
    practise(who, clock, "facts/1", 4, seconds=1)
    clock.move(days=30)
    plan = plan_today(who.standing, who.now(), Settings())
    assert plan.due == 4
    assert plan.questions >= 4 + MEETINGS * plan.new
    assert SHORTEST <= plan.questions <= LONGEST
    assert plan_today(who.standing, who.now(), Settings(reviews_a_day=2)).due == 2
    assert plan_today(who.standing, who.now(), Settings(new_facts_a_day=0)).new == 0

"""What the home and progress screens are told."""

from itertools import pairwise

from tests.records.support import HandClock
from tests.study.support import FACTS_A_LEVEL, answer, practise, questions, rung, rungs, trainee
from trainer.records.store import Store
from trainer.study.mastery import Stand
from trainer.study.progress import (
    Themes,
    calendar,
    curve,
    forecast,
    frequent_mistakes,
    home,
    skill_map,
    themes,
)
from trainer.study.run_kinds import Kind

TABLE = "baleares/roulette-french"


def test_home_tells_what_waits_today(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    before = home(who.standing, who.now(), 5)
    assert (before.due, before.new, before.mistakes, before.answered, before.day_run) == (0, 5, 0, 0, 0)
    practise(who, clock, "other/1", 24)
    clock.move(days=1)
    practise(who, clock, "other/1", 24)
    practise(who, clock, "facts/1", 3, seconds=1)
    practise(who, clock, "sums/1", 2, right=False)
    after = home(who.standing, who.now(), 5)
    # Only the first of the three facts counts as new; after it the trainee was expected to know the others.
    assert (after.new, after.mistakes, after.answered, after.day_run) == (4, 1, 29, 2)
    assert (after.mastered, after.rungs) == (1, len(rungs()))
    clock.move(days=20)
    later = home(who.standing, who.now(), 100)
    assert (later.due, later.answered, later.day_run) == (3, 0, 0)
    assert later.new == 2 * FACTS_A_LEVEL - 3  # three of three at first sight have opened the next level


def test_the_skill_map_shows_every_rung_by_table(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for _ in range(2):
        practise(who, clock, "other/1", 24)
        clock.move(days=1)
    shown = skill_map(who.standing, who.now())
    assert list(shown) == [TABLE]
    stands = {one.rung.key.partition(" ")[0]: (one.stand, one.unlocked, one.last > 0) for one in shown[TABLE]}
    assert stands["other/1"] == (Stand.MASTERED, True, True)
    assert stands["facts/1"] == (Stand.NEW, True, False)
    assert stands["sums/3"] == (Stand.NEW, False, False)


def test_curves_follow_accuracy_and_speed_day_by_day(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for day in range(4):
        practise(who, clock, "sums/1", 6 + day, seconds=10 - day)
        practise(who, clock, "sums/1", 4 - day, right=False)
        practise(who, clock, "sums/2", 2)
        clock.move(days=2)
    points = curve(store, who.profile, rung("sums/1").key)
    assert [point.answers for point in points] == [10] * 4
    assert [point.accuracy for point in points] == [0.6, 0.7, 0.8, 0.9]
    assert [point.pace for point in points] == [2.0, 1.8, 1.6, 1.4]
    assert [later.day - earlier.day for earlier, later in pairwise(points)] == [2, 2, 2]
    assert len(curve(store, who.profile, rung("sums/1").key, days=2)) == 2
    practise(who, clock, "other/1", 3, right=False)
    assert curve(store, who.profile, rung("other/1").key)[0].pace is None


def test_a_forecast_needs_days_and_growth(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    assert forecast(who.ledger, rung("sums/1")) is None
    for day in range(3):
        practise(who, clock, "sums/1", 5 + day, seconds=2)
        practise(who, clock, "sums/1", 5 - day, right=False)
        clock.move(days=1)
    assert forecast(who.ledger, rung("sums/1")) == 2
    practise(who, clock, "sums/1", 10, seconds=2)
    assert forecast(who.ledger, rung("sums/1")) == 0


def test_the_calendar_shows_about_a_year(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for pause in (400, 3, 0):
        practise(who, clock, "sums/1", 2 + pause % 5)
        clock.move(days=pause)
    today = who.ledger.day_of(who.now())
    shown = calendar(store, who.profile, today)
    assert {today - day: tally.answers for day, tally in shown.items()} == {3: 5, 0: 2}


def test_themes_are_judged_only_with_enough_answers_of_both_kinds(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for name, right, wrong in (("other/1", 18, 1), ("sums/1", 1, 5), ("facts/1", 2, 0)):
        practise(who, clock, name, right)
        practise(who, clock, name, wrong, right=False)
    assert themes(who.ledger) == Themes((), ())
    practise(who, clock, "other/1", 1, right=False)
    practise(who, clock, "sums/2", 1)  # a theme is a skill, whatever the level
    found = themes(who.ledger)
    assert [(theme.skill, theme.answers, theme.right) for theme in found.weak] == [(f"sums {TABLE}", 7, 2)]
    assert [(theme.skill, theme.answers, theme.right) for theme in found.strong] == [(f"other {TABLE}", 20, 18)]
    practise(who, clock, "sums/1", 20)
    assert themes(who.ledger).weak == ()


def test_frequent_mistakes_come_with_an_attempt_to_replay(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 3, right=False)
    clock.move(days=90)
    practise(who, clock, "sums/2", 2, right=False)
    first, second = frequent_mistakes(who.ledger, who.now())
    assert (first.mistake, first.skill, first.count) == ("sums.mistake.forgot-the-second", f"sums {TABLE}", 2)
    assert (second.skill, second.count) == (f"other {TABLE}", 3)
    assert first.weight > second.weight
    shown = store.attempt(who.profile, first.example)
    assert shown is not None
    assert (shown.mistake, shown.item.partition(" ")[0]) == (first.mistake, "sums/2")
    assert len(frequent_mistakes(who.ledger, who.now(), most=1)) == 1


def test_records_of_challenges_are_there(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    run = questions(who, Kind.CHALLENGE)
    assert all(answer(run, clock, seconds=5) for _ in range(12))
    assert who.ledger.bests.challenges["challenge-60"].value == 12

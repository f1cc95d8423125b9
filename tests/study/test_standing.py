"""What is unlocked, and how likely the next answer is right."""

import pytest

from tests.records.support import HandClock
from tests.study.support import FACTS_A_LEVEL, answer, entry, is_fact, practise, questions, rung, rungs, trainee
from trainer.records.attempts import to_milliseconds
from trainer.records.store import Store
from trainer.study.calibration import Calibration
from trainer.study.ledger import SKILLS, Ledger
from trainer.study.mastery import Stand
from trainer.study.parameters import OPENS_WITH_ANSWERS
from trainer.study.run_kinds import Kind
from trainer.study.settings import Settings, Unlocking, keep_settings, settings_of
from trainer.study.standing import Standing
from trainer.study.trainee import Trainee


def unlocked(who: Trainee, unlocking: Unlocking) -> list[str]:
    standing = Standing(rungs(), who.ledger, Settings(unlocking=unlocking))
    return [one.key.partition(" ")[0] for one in rungs() if standing.is_unlocked(one, who.now())]


def test_strictness_decides_when_the_next_rung_opens(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    assert unlocked(who, Unlocking.NORMAL) == unlocked(who, Unlocking.STRICT) == ["other/1", "facts/1"]
    assert len(unlocked(who, Unlocking.OPEN)) == len(rungs())
    practise(who, clock, "facts/1", FACTS_A_LEVEL)
    assert unlocked(who, Unlocking.NORMAL) == ["other/1", "facts/1", "sums/1", "facts/2"]
    assert unlocked(who, Unlocking.STRICT) == ["other/1", "facts/1"]
    clock.move(days=2)
    practise(who, clock, "facts/1", FACTS_A_LEVEL)
    assert unlocked(who, Unlocking.STRICT) == ["other/1", "facts/1", "sums/1", "facts/2"]


def test_one_wrong_answer_opens_nothing(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "sums/3", 1, right=False)
    assert "sums/3" not in unlocked(who, Unlocking.NORMAL)


def test_half_right_does_not_open_the_next_level(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for _ in range(10):
        practise(who, clock, "sums/1", 1)
        practise(who, clock, "sums/1", 1, right=False)
    assert "sums/2" not in unlocked(who, Unlocking.NORMAL)


def test_what_is_known_is_open_whatever_lies_below(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "sums/3", 10)
    assert "sums/3" in unlocked(who, Unlocking.NORMAL)


def test_nobody_is_stuck_below_a_rung_that_does_not_improve(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for _ in range(OPENS_WITH_ANSWERS // 2):
        practise(who, clock, "sums/1", 1)
        practise(who, clock, "sums/1", 1, right=False)
    assert "sums/2" in unlocked(who, Unlocking.NORMAL)


def test_slow_answers_open_and_master_as_quick_ones_do(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for _ in range(3):
        practise(who, clock, "other/1", 12, seconds=6)
        practise(who, clock, "facts/1", FACTS_A_LEVEL, seconds=20)
        clock.move(days=1)
    for name in ("other/1", "facts/1"):
        known = who.standing.mastery(rung(name), who.now())
        assert (known.stand, known.is_quick) == (Stand.MASTERED, False)
    assert "sums/1" in unlocked(who, Unlocking.STRICT)


def test_mastery_fades_with_the_days_and_comes_back_with_practice(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for name in ("other/1", "facts/1"):
        for _ in range(2):
            practise(who, clock, name, 24, seconds=2)
            clock.move(days=1)
        assert who.standing.mastery(rung(name), who.now()).stand is Stand.MASTERED
    clock.move(days=400)
    for name in ("other/1", "facts/1"):
        known = who.standing.mastery(rung(name), who.now())
        assert known.stand is Stand.FADING
        assert known.now.accuracy < known.then.accuracy and known.value < 1
    for _ in range(3):
        clock.move(days=3)
        for name in ("other/1", "facts/1"):
            practise(who, clock, name, 24, seconds=2)
    clock.move(days=1)
    for name in ("other/1", "facts/1"):
        assert who.standing.mastery(rung(name), who.now()).stand is Stand.MASTERED


def test_learning_is_seen_but_masters_nothing(store: Store, clock: HandClock) -> None:
    """Two hundred right answers while learning once left a rung new at 0 %."""
    ledger = Ledger(lambda milliseconds: 719_163 + milliseconds // 86_400_000, is_fact)
    standing = Standing(rungs(), ledger, Settings())
    for number in range(200):
        clock.move(seconds=5)
        for name in ("other/1", "facts/1"):
            ledger.add(entry(clock, name, number % FACTS_A_LEVEL, counts=0, behaviour="learn"))
    for name in ("other/1", "facts/1"):
        known = standing.mastery(rung(name), to_milliseconds(clock()))
        assert known.stand is Stand.LEARNING
        assert known.now.accuracy > 0.7
    assert standing.mastery(rung("facts/1"), to_milliseconds(clock())).value > 0


def test_the_chance_of_being_right_follows_the_answers(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    chances = [who.standing.chance(rung(f"sums/{level}"), who.now()) for level in (1, 2, 3)]
    assert chances == sorted(chances, reverse=True)
    practise(who, clock, "sums/2", 10, right=False)
    assert who.standing.chance(rung("sums/2"), who.now()) < chances[1] - 0.15
    practise(who, clock, "sums/2", 40, right=True)
    assert who.standing.chance(rung("sums/2"), who.now()) > chances[1] + 0.3


def test_the_range_of_an_estimate_narrows_with_answers(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    widths = []
    for number in (1, 9, 40):
        practise(who, clock, "other/1", number)
        found = who.standing.estimate(rung("other/1"), who.now())
        assert found.low < found.accuracy < found.high
        widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)


def test_a_calibration_that_levels_the_estimates_does_not_narrow_their_ranges(store: Store, clock: HandClock) -> None:
    """Where every rung is answered about as well, the calibration predicts the mean; once all were called mastered."""
    who = trainee(store)
    practise(who, clock, "other/1", 14)
    before = who.standing.estimate(rung("other/1"), who.now())
    who.ledger.calibrations[SKILLS] = Calibration((2.5, 0.05, 0.0), (0.0,) * 6)
    after = who.standing.estimate(rung("other/1"), who.now())
    assert after.accuracy > 0.9
    assert after.accuracy - after.low == pytest.approx(before.accuracy - before.low, abs=0.08)
    assert after.low < 0.9


def test_placement_spares_the_rungs_below_an_ability(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    run = questions(who, Kind.PLACEMENT, rungs=[one for one in rungs() if one.skill.startswith("sums")])
    while answer(run, clock):
        pass
    assert run.placed is not None
    assert run.placed.ability > 1
    assert who.standing.is_unlocked(rung("facts/2"), who.now())


def test_a_placement_test_without_a_mistake_opens_everything(store: Store, clock: HandClock) -> None:
    """A rung that was known at its only answers opens the next one; before, that took five answers."""
    who = trainee(store)
    run = questions(who, Kind.PLACEMENT, rungs=list(rungs()))
    while answer(run, clock):
        pass
    assert len(unlocked(who, Unlocking.NORMAL)) == len(rungs())


def test_settings_are_kept_with_the_profile_and_nonsense_is_ignored(store: Store) -> None:
    who = trainee(store)
    assert settings_of(store, who.profile) == Settings()
    strict = Settings(unlocking=Unlocking.STRICT, new_facts_a_day=5)
    keep_settings(store, who.profile, strict)
    assert settings_of(store, who.profile) == strict
    for nonsense in ("", "[]", '{"unlocking": "sideways"}', "not json"):
        store.set_settings(who.profile, nonsense)
        assert settings_of(store, who.profile) == Settings()

"""What is unlocked, and how likely the next answer is right."""

import pytest

from tests.records.support import HandClock
from tests.study.support import answer, practise, questions, rung, rungs, trainee
from trainer.records.store import Store
from trainer.study.mastery import Stand
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
    practise(who, clock, "facts/1", 5, seconds=2)
    assert who.standing.mastery(rung("facts/1"), who.now()).skill == pytest.approx(5 / 8)
    assert unlocked(who, Unlocking.NORMAL) == ["other/1", "facts/1", "sums/1", "facts/2"]
    assert unlocked(who, Unlocking.STRICT) == ["other/1", "facts/1"]
    practise(who, clock, "facts/1", 3, seconds=2)
    assert unlocked(who, Unlocking.STRICT) == ["other/1", "facts/1", "sums/1", "facts/2"]


def test_what_was_begun_stays_open(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "sums/3", 1)
    assert "sums/3" in unlocked(who, Unlocking.STRICT)


def test_mastery_fades_with_the_days_and_comes_back_with_practice(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for name in ("other/1", "facts/1"):
        practise(who, clock, name, 24, seconds=2)
        assert who.standing.mastery(rung(name), who.now()).stand is Stand.MASTERED
    clock.move(days=400)
    for name in ("other/1", "facts/1"):
        known = who.standing.mastery(rung(name), who.now())
        assert known.stand is Stand.FADING
        assert known.value < known.skill == 1
    for _ in range(3):
        clock.move(days=3)
        for name in ("other/1", "facts/1"):
            practise(who, clock, name, 24, seconds=2)
    clock.move(days=3)
    for name in ("other/1", "facts/1"):
        assert who.standing.mastery(rung(name), who.now()).stand is Stand.MASTERED


def test_the_chance_of_being_right_follows_the_answers(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    chances = [who.standing.chance(rung(f"sums/{level}")) for level in (1, 2, 3)]
    assert chances == sorted(chances, reverse=True)
    practise(who, clock, "sums/2", 10, right=False)
    assert who.standing.chance(rung("sums/2")) < chances[1] - 0.2
    practise(who, clock, "sums/2", 40, right=True)
    assert who.standing.chance(rung("sums/2")) > chances[1] + 0.2


def test_placement_spares_the_rungs_below_an_ability(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    run = questions(who, Kind.PLACEMENT, rungs=[one for one in rungs() if one.skill.startswith("sums")])
    while answer(run, clock):
        pass
    assert run.placed is not None
    assert run.placed.ability > 1
    assert who.standing.is_unlocked(rung("facts/2"), who.now())


def test_settings_are_kept_with_the_profile_and_nonsense_is_ignored(store: Store) -> None:
    who = trainee(store)
    assert settings_of(store, who.profile) == Settings()
    strict = Settings(unlocking=Unlocking.STRICT, new_facts_a_day=5)
    keep_settings(store, who.profile, strict)
    assert settings_of(store, who.profile) == strict
    for nonsense in ("", "[]", '{"unlocking": "sideways"}', "not json"):
        store.set_settings(who.profile, nonsense)
        assert settings_of(store, who.profile) == Settings()

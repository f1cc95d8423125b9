"""The placement test finds abilities that are known, within the error it states."""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.study.test_pathologies import Practice, family
from trainer.study.ability import chance
from trainer.study.parameters import GUESS, PLACED_AT_MOST, SLIP
from trainer.study.placement import AT_MOST, PRECISE_ENOUGH, Estimate, estimate, is_over, most_telling
from trainer.study.selection import Chooser
from trainer.study.settings import Settings
from trainer.study.sources import Placement
from trainer.study.tallies import difficulty

answers = st.lists(st.tuples(st.floats(-3, 3), st.booleans()), max_size=20)


def test_without_answers_nothing_is_known_but_the_spread_of_people() -> None:
    found = estimate([])
    assert (found.ability, found.error) == (0, pytest.approx(1.5, abs=0.01))


@given(answers, st.floats(-3, 3))
def test_a_right_answer_never_lowers_the_ability_and_a_wrong_one_never_raises_it(
    given_answers: list[tuple[float, bool]], difficulty: float
) -> None:
    before = estimate(given_answers).ability
    assert estimate([*given_answers, (difficulty, False)]).ability < before
    assert estimate([*given_answers, (difficulty, True)]).ability > before


@given(answers)
def test_the_order_of_answers_does_not_matter(given_answers: list[tuple[float, bool]]) -> None:
    there, back = estimate(given_answers), estimate(given_answers[::-1])
    assert there.ability == pytest.approx(back.ability, abs=1e-9)
    assert there.error == pytest.approx(back.error, abs=1e-9)


def test_an_estimate_agrees_with_integration_by_another_method() -> None:
    """Simpson's rule on a fine grid instead of a sum on a coarse one."""
    given_answers = [(-0.5, True), (0.4, True), (1.2, False), (0.9, True), (1.5, False)]
    steps = 4000
    width = 12 / steps

    def weight(ability: float) -> float:
        density = exp(-((ability / 1.5) ** 2) / 2)
        for hard, right in given_answers:
            p = GUESS + (1 - GUESS - SLIP) / (1 + exp(hard - ability))
            density *= p if right else 1 - p
        return density

    sums = [0.0, 0.0, 0.0]
    for step in range(steps + 1):
        ability = -6 + step * width
        factor = 1 if step in (0, steps) else 4 if step % 2 else 2
        for power in range(3):
            sums[power] += factor * weight(ability) * ability**power
    average = sums[1] / sums[0]
    found = estimate(given_answers)
    assert found.ability == pytest.approx(average, abs=0.005)
    assert found.error == pytest.approx(sqrt(sums[2] / sums[0] - average**2), abs=0.005)


def test_the_most_telling_question_is_near_the_ability_and_not_always_the_same() -> None:
    difficulties = [-2.0, -1.0, 0.0, 0.05, 1.0, 2.0]
    chosen = {most_telling(difficulties, [0] * 6, 0.0, Random(seed)) for seed in range(20)}
    assert chosen == {2, 3}
    assert most_telling(difficulties, [0, 0, 9, 9, 0, 0], 0.0, Random(1)) in (1, 4)


def test_the_test_ends_when_it_is_precise_enough_or_long_enough() -> None:
    assert not is_over([], Estimate(0, 1.5))
    assert is_over([], Estimate(0, PRECISE_ENOUGH))
    assert is_over([(0.0, True)] * AT_MOST, Estimate(0, 0.5))


def test_the_test_can_end_before_its_last_question() -> None:
    """The stop rule once asked for a precision that no test of its length could reach."""
    lengths = []
    for seed in range(40):
        source, given_answers = Random(seed), list[tuple[float, bool]]()
        difficulties = [difficulty(level) for level in range(1, 6)]
        found = estimate(given_answers)
        while not is_over(given_answers, found):
            index = most_telling(difficulties, [0] * 5, found.ability, source)
            given_answers.append((difficulties[index], source.random() < chance(1.0 - difficulties[index], 0.0)))
            found = estimate(given_answers)
        lengths.append(len(given_answers))
    assert min(lengths) < AT_MOST


@pytest.mark.parametrize("knows", [True, False])
def test_who_knows_most_is_asked_once_about_each_skill_that_is_probably_known(knows: bool) -> None:
    place = "arica/roulette-american"
    rungs = [rung for name in ("pay", "zero", "limits", "order", "calls", "stacks") for rung in family(name, place, 4)]
    practice = Practice(rungs, lambda rung, number: knows)
    placement = Placement(Chooser(practice.standing, Settings(), Random(1)), rungs, Random(1), session="placement")
    while (choice := placement(practice.now)) is not None:
        practice.answer(choice.rung, choice.seed, "placement", "placement")
    if knows:
        assert set(practice.asked) == {rung.key for rung in rungs}
    else:
        assert practice.number <= PLACED_AT_MOST
    assert practice.number <= AT_MOST


def test_it_says_how_sure_it_is() -> None:
    difficulties = [difficulty(level) for level in (1, 2, 3)]
    sure, unsure = (Estimate(1.0, error).accuracy_range(difficulties) for error in (0.3, 1.2))
    assert unsure[0] < sure[0] < sure[1] < unsure[1]


def test_known_abilities_are_recovered_within_the_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    """300 simulated trainees; nineteen in twenty should lie within two standard errors, two in three within one."""
    difficulties = [difficulty(level) for level in range(1, 8) for _ in range(3)]
    within_one, within_two, errors, lengths, misses = 0, 0, [], [], []
    number = 300
    for seed in range(number):
        source = Random(seed)
        ability = source.gauss(0, 1.2)
        given_answers: list[tuple[float, bool]] = []
        asked = [0] * len(difficulties)
        found = estimate(given_answers)
        while not is_over(given_answers, found):
            index = most_telling(difficulties, asked, found.ability, source)
            asked[index] += 1
            right = source.random() < chance(ability - difficulties[index], 0.0)
            given_answers.append((difficulties[index], right))
            found = estimate(given_answers)
        off = abs(found.ability - ability)
        within_one += off <= found.error
        within_two += off <= 2 * found.error
        errors.append(found.error)
        lengths.append(len(given_answers))
        misses.append(off**2)
    with capsys.disabled():
        print(
            f"\nplacement of {number}: {within_one / number:.0%} within one standard error, "
            f"{within_two / number:.0%} within two; mean error stated {mean(errors):.2f}, "
            f"found {sqrt(mean(misses)):.2f}, {mean(lengths):.1f} questions"
        )
    assert 0.6 < within_one / number < 0.78
    assert within_two / number > 0.92
    assert sqrt(mean(misses)) == pytest.approx(mean(errors), rel=0.15)

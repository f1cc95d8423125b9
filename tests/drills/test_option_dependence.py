"""The house options on which an answer depends are found by asking again under every other choice."""

from __future__ import annotations

from itertools import pairwise

import pytest

from trainer.drills import family
from trainer.drills.option_dependence import OptionDependence, option_words
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, say


@pytest.fixture(scope="module")
def depends_on() -> OptionDependence:
    return OptionDependence(shipped_library())


@pytest.mark.parametrize(
    ("table", "drill", "level", "option"),
    [
        (("baleares", "roulette-french"), "limits", 1, "limit-level"),
        (("arica", "blackjack"), "may-they", 3, "surrender"),
        (("puerto-rico", "craps"), "odds-maximum", 1, "odds-multiple"),
    ],
)
def test_an_answer_that_another_choice_makes_wrong_hangs_on_the_option(
    table: tuple[str, str], drill: str, level: int, option: str, depends_on: OptionDependence
) -> None:
    rules = load_rules(shipped_library(), *table)
    assert option in depends_on.options(family(table[1], drill).make(rules, level, 0))


def test_an_answer_that_every_house_gives_hangs_on_nothing(depends_on: OptionDependence) -> None:
    rules = load_rules(shipped_library(), "baleares", "roulette-french")
    assert depends_on.options(family("roulette-french", "pay-tables").make(rules, 1, 0)) == ()


def test_it_is_said_with_the_choice_in_force(depends_on: OptionDependence) -> None:
    rules = load_rules(shipped_library(), "baleares", "roulette-french", options={"limit-level": "3"})
    question = family("roulette-french", "limits").make(rules, 1, 0)
    told = option_words(question, depends_on.options(question))
    assert [say(message, Language.EN) for message in told] == ["This house: Authorised level of maxima: Third (triple)"]


def test_the_first_steps_of_looking_are_as_short_as_a_question(depends_on: OptionDependence) -> None:
    rules = load_rules(shipped_library(), "arica", "blackjack")
    question = family("blackjack", "may-they").make(rules, 3, 1)
    steps = list(OptionDependence(shipped_library()).steps(question))
    assert len(steps) >= len(rules.options) - 1
    assert all(set(one) <= set(after) for one, after in pairwise(steps))

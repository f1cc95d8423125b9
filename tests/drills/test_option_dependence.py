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
def test_an_answer_depends_on_an_option_that_changes_it(
    table: tuple[str, str], drill: str, level: int, option: str, depends_on: OptionDependence
) -> None:
    rules = load_rules(shipped_library(), *table)
    assert option in depends_on.options(family(table[1], drill).make(rules, level, 0))


def test_an_answer_of_every_house_depends_on_no_option(depends_on: OptionDependence) -> None:
    rules = load_rules(shipped_library(), "baleares", "roulette-french")
    assert depends_on.options(family("roulette-french", "pay-tables").make(rules, 1, 0)) == ()


def test_the_words_name_the_present_choice(depends_on: OptionDependence) -> None:
    rules = load_rules(shipped_library(), "baleares", "roulette-french", options={"limit-level": "3"})
    question = family("roulette-french", "limits").make(rules, 1, 0)
    told = option_words(question, depends_on.options(question))
    assert [say(message, Language.EN) for message in told] == ["This house: Authorised level of maxima: Third (triple)"]


def test_a_step_of_the_search_is_as_short_as_a_question(depends_on: OptionDependence) -> None:
    rules = load_rules(shipped_library(), "arica", "blackjack")
    question = family("blackjack", "may-they").make(rules, 3, 1)
    steps = list(OptionDependence(shipped_library()).steps(question))
    assert len(steps) >= len(rules.options) - 1
    assert all(set(one) <= set(after) for one, after in pairwise(steps))

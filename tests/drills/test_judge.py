"""The one judge of answers, whatever the drill."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY
from trainer.drills import family
from trainer.drills.forms import AmountForm, Choice, OrderForm
from trainer.drills.judge import is_one_of, judge
from trainer.games.rules import load_rules


@pytest.mark.parametrize(
    ("book", "game", "drill", "named"),
    [
        ("puerto-rico", "pai-gow-poker", "steps-in-order", "pai-gow.mistake.first-two-exchanged"),
        ("arica", "punto-banco", "procedure", "baccarat.mistake.swapped-two-steps"),
    ],
)
def test_two_steps_are_called_exchanged_only_where_just_these_two_were(
    book: str, game: str, drill: str, named: str
) -> None:
    asked = family(game, drill)
    question = asked.make(load_rules(LIBRARY, book, game), len(asked.levels), 1)
    first, second, *rest = question.draft.solution.replace("|", " ").split()
    assert asked.mark(question, " ".join([second, first, *rest])).mistake == named
    assert asked.mark(question, " ".join([second, first, *reversed(rest)])).mistake == ""
    assert asked.mark(question, " ".join([*rest, first, second])).mistake == ""


def test_a_mistake_is_named_only_when_it_is_the_only_one_that_fits() -> None:
    form = AmountForm()
    mistakes = [("a.mistake.stake", "12"), ("a.mistake.other-row", "12"), ("a.mistake.double", "20")]
    assert judge(form, "10", mistakes, "10").right
    assert judge(form, "10", mistakes, "20").mistake == "a.mistake.double"
    assert judge(form, "10", mistakes, "12").mistake == ""
    assert judge(form, "10", mistakes, "11").mistake == ""


def test_how_far_off_an_answer_is_may_be_said_beside_other_mistakes() -> None:
    mistakes = [("a.mistake.one-off", "12"), ("a.mistake.stake", "12")]
    assert judge(AmountForm(), "10", mistakes, "12").mistake == "a.mistake.one-off"


def test_a_mistake_that_leads_to_the_solution_is_never_named() -> None:
    form = OrderForm((Choice("a", "A"), Choice("b", "B"), Choice("c", "C")))
    assert judge(form, "a | b c", [("x.mistake.swapped", "a c b")], "a c b").mistake == ""
    assert judge(form, "a | b c", [("x.mistake.swapped", "b a c")], "b c a").mistake == ""


def test_a_corrected_order_accepts_that_order_alone() -> None:
    form = OrderForm((Choice("a", "A"), Choice("b", "B"), Choice("c", "C")))
    assert is_one_of(form, "b a c", ["b a c"])
    assert not is_one_of(form, "c a b", ["b a c"])
    assert is_one_of(form, "c a b", ["b a c", "c a b"])

"""Bingo: every family, level and regulation makes sound questions."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY, at_every_level, check_level, check_texts
from tests.loops import loop_over
from trainer.drills import families, family
from trainer.drills.core import Family
from trainer.drills.forms import ChoiceForm
from trainer.drills.scene import Marker
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules

BOOKS = ("puerto-rico", "bolivia")


@at_every_level(("bingo",))
def test_questions_are_sound(rules: GameRules, one: Family, level: int) -> None:
    check_level(rules, one, level)


@loop_over("one", families("bingo"), ids=lambda one: one.id)
def test_texts(one: Family) -> None:
    check_texts(one)


@pytest.mark.parametrize("book", BOOKS)
def test_a_card_with_a_missing_number_is_fully_marked(book: str) -> None:
    """Whoever trusts the marks is caught: the missing number carries a dab and lies on no ball of the board."""
    rules, good = load_rules(LIBRARY, book, "bingo"), family("bingo", "good-card")
    seen = 0
    for seed in range(60):
        draft = good.make(rules, 1, seed).draft
        markers = [piece for piece in draft.scene.pieces if isinstance(piece, Marker)]
        balls = {piece.label for piece in markers if piece.spot.startswith("ball:")}
        dabbed = {piece.label for piece in markers if piece.kind == "bingo-mark"}
        assert (draft.solution == "missing") == bool(dabbed - balls)
        seen += draft.solution == "missing"
    assert seen > 10


@pytest.mark.parametrize(
    ("book", "fitting"), [("puerto-rico", {"letter", "said-now"}), ("bolivia", {"said-now", "sale"})]
)
def test_each_regulation_has_its_own_drills(book: str, fitting: set[str]) -> None:
    rules = load_rules(LIBRARY, book, "bingo")
    own = {one.id for one in families("bingo") if one.fits(rules)}
    assert own & {"letter", "said-now", "sale"} == fitting


@pytest.mark.parametrize("book", ["puerto-rico", "bolivia"])
def test_every_fault_of_a_card_is_asked_about(book: str) -> None:
    """A choice that is never right would only be noise."""
    rules = load_rules(LIBRARY, book, "bingo")
    formed = family("bingo", "well-formed")
    drafts = [formed.make(rules, 1, seed).draft for seed in range(60)]
    assert isinstance(drafts[0].form, ChoiceForm)
    assert {draft.solution for draft in drafts} == {choice.id for choice in drafts[0].form.choices}


@pytest.mark.parametrize(("letters", "said"), [("letter-and-number", "N-45"), ("number-only", "45")])
def test_puerto_rico_27_5_b_a_ball_is_called_as_the_house_calls_it(letters: str, said: str) -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "bingo", options={"call-letters": letters})
    draft = family("bingo", "said-now").make(rules, 1, 8).draft
    assert draft.solution == said
    assert isinstance(draft.form, ChoiceForm) and len(draft.form.choices) == 4

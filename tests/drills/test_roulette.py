"""Roulette: every family, level and regulation makes sound questions, and the known keys come out right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drills.checks import LIBRARY, at_every_level, check_level, check_texts
from tests.loops import loop_over
from trainer.drills import families, family
from trainer.drills.forms import AnswerError
from trainer.drills.roulette.picture_bets import Picture, piles_of
from trainer.drills.roulette.piles import settled
from trainer.games.rules import load_rules
from trainer.rulebooks import Library
from trainer.rulebooks.library import SHIPPED
from trainer.texts import Language

GAMES = ("roulette-french", "roulette-american")


@at_every_level(GAMES)
def test_questions_are_sound(rules, family, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, family, level)


@loop_over("one", families("roulette-french"), ids=lambda one: one.id)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)


def _pays(rules, picture: Picture) -> int:  # type: ignore[no-untyped-def]
    return int(settled(rules, picture.number, piles_of(rules, picture, "blue")).total_payout)


COMPLETE = ("straight-up", "split", "corner", "street", "six-line")


@pytest.mark.parametrize(
    ("number", "pays"),
    [("17", 392), ("20", 392), ("16", 294), ("18", 294), ("2", 396)],
)
def test_maximum_completes_have_the_trades_keys(number: str, pays: int) -> None:
    rules = load_rules(LIBRARY, "baleares", "roulette-american")
    assert _pays(rules, Picture(number, COMPLETE, maximum=True)) == pays


def test_key_of_135_round_a_number_of_the_middle_column() -> None:
    rules = load_rules(LIBRARY, "arica", "roulette-american")
    assert _pays(rules, Picture("17", ("straight-up", "split", "corner"))) == 135


def test_common_mistakes_are_named() -> None:
    """A stake added to the payout is called by its name."""
    rules = load_rules(LIBRARY, "arica", "roulette-american")
    pay = family("roulette-american", "pay-the-layout")
    question = pay.make(rules, 3, 3)
    wrong = dict(question.draft.mistakes)["added-the-stake"]
    assert pay.mark(question, wrong).mistake == "roulette.mistake.added-the-stake"


def test_no_mistake_is_named_if_several_fit() -> None:
    """One chip on a straight-up pays 35; 36 is the stake added, and another bet misread just as well."""
    rules = load_rules(LIBRARY, "arica", "roulette-american")
    pay = family("roulette-american", "pay-the-layout")
    question = pay.make(rules, 1, 3)
    wrong = dict(question.draft.mistakes)["added-the-stake"]
    assert len({mistake for mistake, answer in question.draft.mistakes if answer == wrong}) > 1
    assert pay.mark(question, wrong).mistake == ""


def test_text_that_is_not_an_answer_is_refused_with_a_hint() -> None:
    rules = load_rules(LIBRARY, "arica", "roulette-american")
    pay = family("roulette-american", "pay-the-layout")
    with pytest.raises(AnswerError, match="not a figure"):
        pay.mark(pay.make(rules, 1, 3), "twelve")


def test_announced_bets_are_drilled_only_where_they_are_taken() -> None:
    fits = family("roulette-american", "announced-bets").fits
    assert fits(load_rules(LIBRARY, "baleares", "roulette-american"))
    assert not fits(load_rules(LIBRARY, "arica", "roulette-american"))
    assert fits(load_rules(LIBRARY, "arica", "roulette-american", options={"sector-bets": "on"}))


def test_a_schools_own_sector_is_drilled_and_explained_like_any_other(tmp_path: Path) -> None:
    """An overlay may add a call the program has never heard of."""
    overlay = tmp_path / "own" / "roulette-american.toml"
    overlay.parent.mkdir()
    overlay.write_text(
        'extends = "baleares/roulette-american"\n[rules.announced.sets.jeu-zero]\n'
        'names = { es = "Juego del cero", en = "Jeu zéro" }\ncite = "Circular 3"\n'
        'chips = { "straight-up:26" = 1, "split:0-3" = 1, "split:12-15" = 1, "split:32-35" = 1 }\n'
    )
    rules = load_rules(Library([SHIPPED, tmp_path]), "own", "roulette-american")
    announced = family("roulette-american", "announced-bets")
    said = {
        announced.explain(reason, Language.EN)
        for seed in range(40)
        for reason in announced.make(rules, 2, seed).draft.reasons
    }
    assert "Jeu zéro takes 4 chips: 1 on Straight up 26, 1 on Split 0-3, 1 on Split 12-15, 1 on Split 32-35." in said

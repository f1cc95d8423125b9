"""Graded hints: where to look, which rule, the method, the figure; no hint gives the answer away."""

from __future__ import annotations

from functools import cache

import pytest

from trainer.drills import families
from trainer.drills.core import Family, Question
from trainer.drills.forms import AmountForm, ChipsForm, OrderForm, SpotsForm
from trainer.drills.hints import first_hints, spots_to_look_at
from trainer.drills.terms import in_terms
from trainer.drills.wording import spot_words
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.texts import Language, Message, say


@cache
def asked() -> list[Question]:
    """A question of the first and of the last level of every drill, at the first table that has it."""
    offers, found = Offers(shipped_library()), {}
    for rulebook in offers.rulebooks():
        for game in offers.games(rulebook):
            offer = offers.offer(rulebook, game)
            for family in offer.families:
                if (family.area, family.id) not in found:
                    levels = dict.fromkeys((1, len(family.levels)))
                    found[family.area, family.id] = [family.make(offer.rules, level, 3) for level in levels]
    return [question for questions in found.values() for question in questions]


RULINGS = (
    "irregularities",
    "misdeal-or-play-on",
    "same-accident",
    "throw-rules",
    "valid-throw",
)  # accidents told in words


def said(question: Question, language: Language) -> list[str]:
    return [
        hint.says for hint in first_hints(question, language, lambda spot: spot_words(question.rules, spot, language))
    ]


@pytest.mark.parametrize("language", Language)
def test_every_drill_has_hints_for_rule_and_method(language: Language) -> None:
    for question in asked():
        drill = f"{question.family.area}.{question.family.id}"
        rule, method = (
            say(in_terms(Message(f"hints.{step}.{drill}"), question.rules), language) for step in ("rule", "method")
        )
        steps = said(question, language)
        assert rule in steps[-2] and steps[-1] == method, drill
        reasons = [question.family.explain(reason, language) for reason in question.draft.reasons]
        assert len({*steps, *reasons}) >= 3, f"{drill}: rule, method, figure"
        assert not any(character.isdigit() for character in rule + method), f"{drill}: figures stand in the rules"


def test_the_first_hint_points_at_the_felt() -> None:
    for question in asked():
        draft, family = question.draft, question.family
        lying = {piece.spot for piece in draft.scene.pieces} - {"rack"}  # where the sign of the table lies
        is_told = family.asked_in_words or isinstance(draft.form, OrderForm) or family.id in RULINGS
        is_about_the_wheel = isinstance(draft.form, SpotsForm) and draft.form.asks_for_numbers
        if is_about_the_wheel:
            assert not spots_to_look_at(question), "the felt only takes the answer"
            continue
        if 0 < len(lying) <= 6 and lying != set(draft.solution.split()) and not is_told:
            assert spots_to_look_at(question), question.item
            assert len(said(question, Language.ES)) == 3, question.item


def test_no_hint_points_at_the_answer() -> None:
    for question in asked():
        draft = question.draft
        if not isinstance(draft.form, AmountForm | ChipsForm):
            spots = spots_to_look_at(question)
            lit = {*draft.scene.glow, *(piece.spot for piece in draft.scene.pieces)}
            assert set(spots) <= lit, question.item
            assert set(spots) != {word.partition("=")[0] for word in draft.solution.split()} or not spots, question.item


def test_the_seat_that_wins_is_not_the_first_hint() -> None:
    rules = load_rules(shipped_library(), "puerto-rico", "texas-holdem")
    family: Family = next(each for each in families("texas-holdem") if each.id == "who-wins")
    for seed in range(4):
        question = family.make(rules, 1, seed)
        assert question.draft.after is not None and question.draft.after.glow
        assert spots_to_look_at(question) != question.draft.after.glow


def question_of(rulebook: str, game: str, drill: str, level: int = 1, seed: int = 3) -> Question:
    family: Family = next(each for each in families(game) if each.id == drill)
    return family.make(load_rules(shipped_library(), rulebook, game), level, seed)


def test_hints_ignore_the_scene_of_a_question_in_words() -> None:
    for drill in ("what-is-said", "in-this-book", "in-order"):
        assert not spots_to_look_at(question_of("arica", "blackjack", drill)), drill
    assert not spots_to_look_at(question_of("bolivia", "texas-holdem", "same-accident"))


def test_hints_point_at_the_glowing_irregularity() -> None:
    question = question_of("arica", "caribbean-stud", "irregularities")
    assert spots_to_look_at(question) == question.draft.scene.glow != ()


def test_hints_point_at_cards_and_not_at_the_score() -> None:
    assert spots_to_look_at(question_of("arica", "punto-banco", "running-shoe")) == (
        "cards:player",
        "cards:banker",
        "next",
    )


def test_hints_point_at_the_rows_and_not_at_the_winning_boxes() -> None:
    question = question_of("baleares", "trente-et-quarante", "count-rows", level=3)
    assert spots_to_look_at(question) == ("row:black", "row:red")


@pytest.mark.parametrize(
    ("rulebook", "game", "drill", "word"),
    [
        ("puerto-rico", "blackjack", "dealer-hand", "el croupier"),
        ("arica", "blackjack", "dealer-hand", "la banca"),
        ("baleares", "synthetic-poker", "split-the-pot", "del bote"),
        ("puerto-rico", "texas-holdem", "split-the-pot", "del pote"),
        ("baleares", "craps", "odds-maximum", "apuesta asociada"),
    ],
)
def test_hints_speak_in_the_terms_of_the_regulation(rulebook: str, game: str, drill: str, word: str) -> None:
    assert word in " ".join(said(question_of(rulebook, game, drill), Language.ES))


def test_an_article_that_several_reasons_cite_is_named_once() -> None:
    decided = said(question_of("arica", "punto-banco", "commission"), Language.ES)[-2]
    assert decided.endswith("(Sec. III.2.5, III.2.7).")


def test_spots_have_names_in_the_language_of_the_trainee() -> None:
    assert said(question_of("arica", "general-rules", "read-a-stack"), Language.ES)[0] == "Mire aquí: Pila 2."

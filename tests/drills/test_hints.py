"""The ladder of hints: where to look, which rule, the method, the figure; none of them is the answer too early."""

from __future__ import annotations

import pytest

from trainer.drills import families
from trainer.drills.core import Family, Question
from trainer.drills.forms import AmountForm, ChipsForm
from trainer.drills.hints import first_hints, spots_to_look_at
from trainer.drills.wording import spot_words
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.texts import Language, text


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


QUESTIONS = asked()


def said(question: Question, language: Language) -> list[str]:
    return [
        hint.says for hint in first_hints(question, language, lambda spot: spot_words(question.rules, spot, language))
    ]


@pytest.mark.parametrize("language", Language)
def test_every_drill_says_which_rule_decides_and_how_one_goes_about_it(language: Language) -> None:
    for question in QUESTIONS:
        drill = f"{question.family.area}.{question.family.id}"
        rule, method = text(f"hints.rule.{drill}", language), text(f"hints.method.{drill}", language)
        steps = said(question, language)
        assert rule in steps[-2] and steps[-1] == method, drill
        reasons = [question.family.explain(reason, language) for reason in question.draft.reasons]
        assert len({*steps, *reasons}) >= 3, f"{drill}: rule, method, figure"
        assert not any(character.isdigit() for character in rule + method), f"{drill}: figures stand in the rules"


def test_where_to_look_comes_first_wherever_something_lies_on_the_felt() -> None:
    for question in QUESTIONS:
        lying = {piece.spot for piece in question.draft.scene.pieces}
        if 0 < len(lying) <= 6 and lying != set(question.draft.solution.split()):
            assert spots_to_look_at(question.draft), question.item
            assert len(said(question, Language.ES)) == 3, question.item


def test_no_hint_lights_up_the_answer() -> None:
    for question in QUESTIONS:
        draft = question.draft
        if not isinstance(draft.form, AmountForm | ChipsForm):
            spots = spots_to_look_at(draft)
            assert not spots or set(spots) <= {piece.spot for piece in draft.scene.pieces}, question.item
            assert set(spots) != {word.partition("=")[0] for word in draft.solution.split()} or not spots, question.item


def test_the_seat_that_wins_is_not_the_first_hint() -> None:
    rules = load_rules(shipped_library(), "puerto-rico", "texas-holdem")
    family: Family = next(each for each in families("texas-holdem") if each.id == "who-wins")
    for seed in range(4):
        question = family.make(rules, 1, seed)
        assert question.draft.after is not None and question.draft.after.glow
        assert spots_to_look_at(question.draft) != question.draft.after.glow

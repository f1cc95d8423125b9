"""Drills on the words of a rule: the missing figure, and whether a sentence is the rule."""

from __future__ import annotations

import re

import msgspec
import pytest

from tests.drills.reviewed_cases import asked_tables
from trainer.drills.core import Question
from trainer.drills.forms import ChoiceForm
from trainer.drills.rule_words import IS_THIS_THE_RULE, MISSING_FIGURE, altered, exchanges, figures
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, Names, say

TABLES = asked_tables()


def test_a_figure_is_left_out_in_both_languages_and_is_the_answer() -> None:
    found = [each for rules in TABLES for each in figures(rules)]
    assert len(found) > 700
    for each in found:
        for shown, said, words in (
            (each.shown.es, each.asked.es, each.words.es),
            (each.shown.en, each.asked.en, each.words.en),
        ):
            assert shown.count("(…)") == 1 and words.lower() in said.lower()
            assert shown.lower().replace("(…)", words) == said.lower()
        assert each.asked.es in each.says.es and each.asked.en in each.says.en


def test_only_a_figure_that_counts_something_is_left_out() -> None:
    """Not “between two straights the higher wins”, the units of “seventy-five balls” or “bet number 2”."""
    for each in (each for rules in TABLES for each in figures(rules)):
        assert not re.search(r"(?i)\bentre \(…\)|\w+enta y \(…\)|número \(…\)", each.shown.es), each.shown.es
        assert not re.search(r"(?i)\bbetween \(…\)|-\(…\)|number \(…\)", each.shown.en), each.shown.en


def test_a_changed_sentence_differs_in_both_languages() -> None:
    found = [each for rules in TABLES for each in altered(rules)]
    assert len(found) > 1000
    for each in found:
        assert each.shown.es != each.says.es and each.shown.en != each.says.en, each
        assert not each.cite.is_house_standard


@pytest.mark.parametrize("table", [("arica", "craps"), ("puerto-rico", "pai-gow-poker"), ("bolivia", "bingo")])
def test_half_of_the_sentences_are_the_rule(table: tuple[str, str]) -> None:
    rules = load_rules(shipped_library(), *table)
    asked = [IS_THIS_THE_RULE.make(rules, 1, number) for number in range(len(altered(rules)))]
    right = sum(question.draft.solution == "yes" for question in asked)
    assert abs(right - len(asked) / 2) <= 1
    for question, each in zip(asked, altered(rules), strict=True):
        shown = each.asked if question.draft.solution == "yes" else each.shown
        assert isinstance(question.draft.form, ChoiceForm)
        assert say(shown, Language.ES) in _prompt(question, Language.ES)
        assert say(shown, Language.EN) in _prompt(question, Language.EN)


def _prompt(question: Question, language: Language) -> str:
    return say(question.draft.prompt, language)


def test_the_answer_to_a_missing_figure_is_a_number() -> None:
    rules = load_rules(shipped_library(), "arica", "blackjack")
    for number, each in enumerate(figures(rules)):
        question = MISSING_FIGURE.make(rules, 1, number)
        assert question.draft.solution.isdigit()
        assert MISSING_FIGURE.mark(question, question.draft.solution).right
        assert not MISSING_FIGURE.mark(question, str(int(question.draft.solution) + 1)).right
        assert "(…)" in _prompt(question, Language.ES), each


def test_every_exchange_of_the_file_has_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that was renamed or reworded would be passed over in silence; long sentences are looked at too."""
    monkeypatch.setattr("trainer.drills.rule_words._LONGEST", 10_000)
    monkeypatch.setattr("trainer.drills.rule_words._cache", {})
    asked = {(each.entry, each.words) for rules in TABLES for each in altered(rules)}
    for place, given in exchanges().items():
        for each in given:
            assert (place.partition("@")[0], each.words) in asked, f"{place}: {each.words.es}"


def test_sentences_are_those_of_the_rules_in_hand_and_not_of_others_with_their_digest() -> None:
    rules = load_rules(shipped_library(), "puerto-rico", "big-six")
    fact = msgspec.structs.replace(next(iter(rules.conduct.values())), says=Names("Paga 45 a 1.", "It pays 45 to 1."))
    longer = msgspec.structs.replace(rules, conduct={**rules.conduct, "logo": fact})
    assert "conduct.logo" in [each.entry for each in figures(longer)]
    assert "conduct.logo" not in [each.entry for each in figures(rules)]

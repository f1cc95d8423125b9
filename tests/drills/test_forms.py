"""Answers can be typed by number, label or id in every form; the terminal shows labels only."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY
from tests.drills.level_measures import questions, rungs
from tests.drills.revisions import tables
from trainer.drills.core import Question
from trainer.drills.forms import (
    MOST_NUMBERED,
    AnswerError,
    AnswerForm,
    CallForm,
    Choice,
    ChoiceForm,
    HandsForm,
    OrderForm,
    Slot,
    SpotsForm,
    are_numbers,
)
from trainer.drills.wording import spot_words
from trainer.games.rules import load_rules
from trainer.texts import Language, say


def ways_to_type(question: Question, language: Language) -> list[str]:
    """The solution as it can be typed."""
    form, solution = question.draft.form, question.draft.solution
    words = solution.replace("|", " ").split()
    if words == ["-"]:
        return ["-"]
    match form:
        case ChoiceForm(choices=choices) | OrderForm(steps=choices):
            return [solution, ", ".join(_labels(words, choices, language)), _numbers(words, choices)]
        case CallForm(parts=parts):
            pairs = list(zip(words, parts, strict=True))
            labels = [_labels([word], part, language)[0] for word, part in pairs]
            return [solution, ", ".join(labels), " ".join(_numbers([word], part) for word, part in pairs)]
        case SpotsForm(spots=spots):
            named = ", ".join(spot_words(question.rules, word, language) for word in words)
            numbered = " ".join(str(spots.index(word) + 1) for word in words)
            return [solution, named, *([numbered] if len(spots) <= MOST_NUMBERED else [])]
        case HandsForm(slots=slots):
            order = {slot.id: str(place) for place, slot in enumerate(slots, start=1)}
            hands = [word.partition("=") for word in words]
            return [solution, " ".join(f"{order[hand]}={pieces}" for hand, _, pieces in hands)]
    return []


def _labels(words: list[str], choices: tuple[Choice, ...], language: Language) -> list[str]:
    labels = {choice.id: say(choice.label, language) for choice in choices}
    # Where two labels are the same, or one has a comma in it, nobody can mean it by its label.
    clear = len(set(labels.values())) == len(labels) and not any(sign in "".join(labels.values()) for sign in ",;·|")
    return [labels[word] if clear else word for word in words]


def _numbers(words: list[str], choices: tuple[Choice, ...]) -> str:
    ids = [choice.id for choice in choices]
    return " ".join(word if are_numbers(choices) else str(ids.index(word) + 1) for word in words)


@pytest.mark.parametrize(("rulebook", "game"), tables())
def test_a_choice_is_typed_by_number_label_or_id(rulebook: str, game: str) -> None:
    rules = load_rules(LIBRARY, rulebook, game)
    for family, level in rungs(rules):
        for question in questions(rules, family, level, 2):
            form = question.draft.form
            for language in Language:
                for line in ways_to_type(question, language):
                    given = form.canonical(form.parse_typed(line, language, rules))
                    assert form.same(given, question.draft.solution), (str(question.item), line, given)


def test_no_english_id_is_shown_in_spanish() -> None:
    for game in ("blackjack", "roulette-american", "craps"):
        rules = load_rules(LIBRARY, "puerto-rico", game)
        for family, level in rungs(rules):
            for question in questions(rules, family, level, 2):
                shown = " ".join(question.draft.form.input_help(Language.ES, rules)).casefold()
                ids = [choice.id for choice in getattr(question.draft.form, "choices", ())]
                labels = [say(choice.label, Language.ES) for choice in getattr(question.draft.form, "choices", ())]
                for name in ids:
                    if "-" in name and name not in " ".join(labels).casefold():
                        assert name not in shown, question.item


def test_an_unknown_choice_is_refused_with_the_numbers_to_type() -> None:
    yes_no = (Choice("yes", "Sí"), Choice("no", "No"), Choice("house", "Lo decide la casa"))
    slots = (Slot("low", "Mano menor", 2), Slot("high", "Mano mayor", 5))
    refused: dict[str, tuple[AnswerForm, str]] = {
        "«4» no está entre: 1, 2, 3": (ChoiceForm(yes_no), "4"),
        "«quizá» no está entre: 1, 2, 3": (CallForm((yes_no, yes_no)), "sí, quizá"),
        "«9» no está entre: 17, 18": (ChoiceForm((Choice("17", "17"), Choice("18", "18"))), "9"),
        "ponga cada paso una vez: 1, 2, 3": (OrderForm(yes_no), "1 2 2"),
        "no hay mano «3»; hay: 1, 2": (HandsForm(("AS", "KD"), slots), "3=AS,KD"),
    }
    for says, (form, line) in refused.items():
        with pytest.raises(AnswerError) as error:
            form.parse_typed(line, Language.ES)
        assert say(error.value.message, Language.ES) == says
    assert ChoiceForm(yes_no, several=True).parse_typed("-", Language.ES) == "-"

"""Wording of questions, reasons and mistakes in both languages and under every regulation."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY
from tests.drills.level_measures import questions, rungs
from tests.drills.question_texts import Own, faults, lines, own_of, told_by_ids
from tests.drills.revisions import tables
from tests.loops import loop_over
from trainer.drills import family
from trainer.drills.core import Question
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules
from trainer.texts import Language

SEEDS = 2  # of every level; `benchmarks/test_fairness.py` reads the texts of more
# Where other regulations are told in their own words.
OTHERS_SPEAK = {("in-this-book", "label"), ("two-rulebooks", "reason")}
NOTHING_OWN = Own({language: frozenset() for language in Language}, {Language.ES: ("seisena",)})


@pytest.mark.parametrize(("rulebook", "game"), tables())
def test_the_texts_of_questions_have_no_problems(rulebook: str, game: str) -> None:
    check_question_texts(load_rules(LIBRARY, rulebook, game), SEEDS)


def check_question_texts(rules: GameRules, seeds: int) -> None:
    own = own_of(rules)
    wrong: dict[str, str] = {}
    heard: set[tuple[Language, str, str]] = set()  # most is said again and again
    for each, level in rungs(rules):
        for question in questions(rules, each, level, seeds):
            wrong |= {f"on the felt an id is told: {words}": str(question.item) for words in told_by_ids(question)}
            for language in Language:
                for kind, words in lines(question, language):
                    if (each.id, kind) in OTHERS_SPEAK:
                        continue
                    if (language, kind, words) in heard:
                        continue
                    heard.add((language, kind, words))
                    for fault in faults(kind, words, language, own):
                        wrong.setdefault(f"{language} {kind}: {fault}: {words}", str(question.item))
    assert not wrong, "\n".join(f"{said}   ({item})" for said, item in wrong.items())


@loop_over(
    ("said", "language", "fault"),
    [
        ("Se queman 1 cartas.", Language.ES, "one of several"),
        ("1 cards are burned.", Language.EN, "one of several"),
        ("Se quema 1 carta.", Language.ES, ""),
        ("21 cartas", Language.ES, ""),
        ("Desde el último 7: .", Language.ES, "empty list"),
        ("Se olvidó una {@six-line}.", Language.ES, "placeholder"),
        ("Pierde  todo.", Language.ES, "two spaces"),
        ("¿Algún bingo más?. Antes de terminar.", Language.ES, "two stops"),
        ("Se pagan 35.: 25 ÷ 5 × 7 = 35", Language.ES, "two stops"),
        ("deal|count|pay", Language.ES, "as the program writes it"),
        ("La mejor mano: TS TD.", Language.ES, "notation"),
        ("La mejor mano: 10♠, 10♦.", Language.ES, ""),
        ("Cite: house standard", Language.ES, "words of the other language"),
        ("The banca wins.", Language.EN, "words of the other language"),
        ("Se olvidó una seisena.", Language.ES, "another regulation"),
        ("Se olvidó una línea: 35 a 1.", Language.ES, ""),
    ],
)
def test_problems_of_a_text_are_found(said: str, language: Language, fault: str) -> None:
    found = list(faults("reason", said, language, NOTHING_OWN))
    assert bool(found) == bool(fault) and all(fault in each for each in found[:1])


def mistake_words(question: Question, mistake: str) -> str:
    wrong = [answer for name, answer in question.draft.mistakes if name == mistake]
    assert wrong
    spoken = [words for kind, words in lines(question, Language.ES) if kind == "mistake"]
    return " ".join(spoken)


@pytest.mark.parametrize(
    ("rulebook", "game", "term", "other"),
    [
        ("arica", "roulette-american", "línea", "seisena"),
        ("baleares", "roulette-american", "seisena", "línea"),
        ("puerto-rico", "roulette-american", "línea", "seisena"),
    ],
)
def test_mistakes_use_the_terms_of_the_regulation(rulebook: str, game: str, term: str, other: str) -> None:
    rules = load_rules(LIBRARY, rulebook, game)
    for seed in range(200):
        question = family(game, "pay-the-layout").make(rules, 7, seed)
        if any(name == "forgot-six-line" for name, _ in question.draft.mistakes):
            said = mistake_words(question, "forgot-six-line")
            assert f"Se olvidó una {term}." in said and f"una {other}" not in said
            return
    raise AssertionError("no such question came")


def test_puerto_rico_breaks_pairs_and_calls_the_surrender_rendimiento() -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "blackjack")
    said = {
        words
        for seed in range(30)
        for level in (2, 3)
        for _, words in lines(family("blackjack", "may-they").make(rules, level, seed), Language.ES)
    }
    assert "¿Puede el jugador romper?" in said and "En esta mesa no hay rendimiento." in said
    assert not any("separar" in words or "retiro" in words for words in said)


@pytest.mark.parametrize("game", ["blackjack", "caribbean-stud", "free-bet-blackjack", "three-card-poker"])
def test_puerto_rico_calls_the_dealers_hand_the_croupiers(game: str) -> None:
    """Its banca is the money behind the tables (4.12); elsewhere *banca* is the hand that is played against."""
    rules = load_rules(LIBRARY, "puerto-rico", game)
    for each, level in rungs(rules):
        for question in questions(rules, each, level, 2):
            for kind, words in lines(question, Language.ES):
                is_own = (each.id, kind) not in OTHERS_SPEAK
                assert not is_own or "la banca" not in words.casefold() or "dólares" in words, (question.item, words)


def test_words_of_a_call_are_labelled_by_their_part() -> None:
    """Thirds and winner are both called *player*: each is said by the label of its own part."""
    rules = load_rules(LIBRARY, "arica", "punto-banco")
    asked = [family("punto-banco", "third-card").make(rules, 3, seed) for seed in range(60)]
    made = next(question.draft for question in asked if question.draft.solution.startswith("player banker"))
    assert made.form.words(made.solution, Language.ES, None).startswith("Solo el punto · Gana banca")


@pytest.mark.parametrize(
    ("rulebook", "game", "said"),
    [
        ("puerto-rico", "texas-holdem", "casa llena"),
        ("bolivia", "texas-holdem", "dos pares"),
        ("baleares", "synthetic-poker", "doble pareja"),
    ],
)
def test_a_card_room_calls_a_hand_as_its_regulation_does(rulebook: str, game: str, said: str) -> None:
    rules, best = load_rules(LIBRARY, rulebook, game), family(game, "who-wins")
    words = [line for seed in range(40) for _, line in lines(best.make(rules, 4, seed), Language.ES)]
    assert any(f": {said}, " in line for line in words)


@pytest.mark.parametrize(
    ("rulebook", "own", "others"), [("puerto-rico", "croupier", "banca"), ("arica", "banca", "croupier")]
)
def test_another_regulation_keeps_its_own_terms(rulebook: str, own: str, others: str) -> None:
    """Puerto Rico's croupier stands beside Arica's bank, whichever of them asks."""
    rules, compared = load_rules(LIBRARY, rulebook, "blackjack"), family("blackjack", "two-rulebooks")
    told: dict[str, set[str]] = {}
    for seed in range(60):
        book = ""
        question = compared.make(rules, 1, seed)
        for words, cite in question.family.explain_all(question.draft.reasons, Language.ES):
            book = book if cite else words.rstrip(": ")
            told.setdefault(book, set()).update(words.lower().split())
    assert own in told[str(rules.info.names.es)] and others not in told[str(rules.info.names.es)]
    there = "Arica" if rulebook == "puerto-rico" else "Puerto Rico"
    assert others in told[there] and own not in told[there]

"""Cases that a rule of the table decides."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tests.drills.level_measures import MOST
from tests.drills.question_texts import faults, lines, own_of
from tests.drills.reviewed_cases import asked_tables, kept, pairs
from tests.loops import loop_over
from trainer.drills.option_dependence import OptionDependence
from trainer.drills.table_conduct import CASES
from trainer.drills.table_rules import AT_THIS_TABLE, all_cases, cases
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.rulebooks.library import GENERAL
from trainer.texts import Language

TABLES = [rules for rules in asked_tables() if AT_THIS_TABLE.fits(rules)]


def rules_of(rulebook: str, game: str) -> GameRules:
    return load_rules(shipped_library(), rulebook, game)


def answer(rules: GameRules, words: str) -> str:
    """The answer to the case that says these words."""
    (found,) = [case.answer for case in cases(rules) if words in case.happens.es]
    return found


def test_every_case_was_reviewed_with_its_rule() -> None:
    assert {line for line, _ in pairs()} == kept()


def test_every_case_is_asked_at_some_table() -> None:
    asked = {(case.answer, case.happens) for rules in asked_tables() for case in cases(rules)}
    told = {(verdict, words) for each in all_cases().values() for verdict, words in each.items()}
    assert told == asked


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules.rulebook}/{rules.game}")
def test_every_case_is_well_said_and_rests_on_its_rule(rules: GameRules) -> None:
    own = own_of(rules)
    answers: Counter[str] = Counter()
    for number, case in enumerate(cases(rules)):
        question = AT_THIS_TABLE.make(rules, 1, number)
        part, _, key = case.entry.partition(".")
        assert [reason.cite for reason in question.draft.reasons] == [getattr(rules, part)[key].cite]
        answers[question.draft.solution] += 1
        for language in Language:
            for kind, words in lines(question, language):
                assert not list(faults(kind, words, language, own)), words
    assert max(answers.values()) <= MOST * answers.total()


@loop_over(
    ("rulebook", "game", "words", "right"),
    [
        ("arica", "craps", "se lleva los dados bajo la mesa", "no"),  # IV.1.6
        ("puerto-rico", "craps", "frota los dados", "no"),  # 3.5(B)
        ("puerto-rico", "texas-holdem", "deja sus billetes", "no"),  # 15.2(L)
        ("puerto-rico", "omaha", "tiene billetes sobre la mesa", "yes"),  # 25.2
        ("bolivia", "chemin-de-fer", "Hay cuatro jugadores", "yes"),  # 2.2.5.1
        ("bolivia", "punto-banco", "Llega el primer jugador", "yes"),
        ("baleares", "punto-banco", "Un cliente de pie", "house"),  # 07.IV
        ("baleares", "caribbean-stud", "Dos barajas se alternan", "house"),  # 11.II: as the gaming director sees fit
        ("arica", "caribbean-stud", "dos barajas de dorso distinto", "no"),  # III.3.4
        ("arica", "blackjack", "Acabado el pase, un jugador siente curiosidad", "no"),  # III.1.5.1
        ("arica", "caribbean-stud", "A medio pase faltan dos cartas", "no"),  # III.3.5
        ("puerto-rico", "pai-gow-poker", "mínimo de 25 y un máximo de 500", "yes"),  # 10.16(B): twenty times
        ("puerto-rico", "pai-gow-tiles", "mínimo de 25 y un máximo de 500", "no"),  # 11.11(B): forty times
        ("puerto-rico", "mini-baccarat", "Se juega con seis barajas", "house"),  # 6.7: six or eight, at its discretion
        ("puerto-rico", "three-card-poker", "Se reparte de la mano", "house"),  # 13.4(C)
        ("bolivia", "caribbean-stud", "retira parte de su apuesta", "no"),  # 2.3.6.3
        ("bolivia", "go-poker", "un jugador sube sus apuestas", "no"),  # 2.3.5.3: here they may be taken back
    ],
)
def test_regulations_differ_in_what_is_in_order(rulebook: str, game: str, words: str, right: str) -> None:
    assert answer(rules_of(rulebook, game), words) == right


def test_house_options_change_no_case() -> None:
    """07.IV: that this house lets them in would give the answer away."""
    rules = rules_of("baleares", "punto-banco")
    refused = load_rules(shipped_library(), "baleares", "punto-banco", options={"standing-players": "refused"})
    assert cases(refused) == cases(rules)
    (number,) = [number for number, case in enumerate(cases(rules)) if case.answer == "house"]
    assert OptionDependence(shipped_library()).options(AT_THIS_TABLE.make(rules, 1, number)) == ()


def test_house_standards_are_not_asked() -> None:
    """No regulation gives the answer: the boxes of this table stand where a house puts them."""
    rules = rules_of("puerto-rico", "omaha")
    assert rules.equipment["boxes"].cite.is_house_standard
    assert not [case for case in cases(rules) if case.entry == "equipment.boxes"]


def test_a_reworded_rule_is_not_asked() -> None:
    """Nobody has looked whether the case still has the same answer."""
    rules = rules_of("arica", "craps")
    rule = rules.conduct["dice-in-sight"]
    own = msgspec.structs.replace(
        rules,
        rulebook="mi-escuela",
        conduct={**rules.conduct, "dice-in-sight": msgspec.structs.replace(rule, data={"own": True})},
    )
    dropped = {case.entry for case in cases(rules)} - {case.entry for case in cases(own)}
    assert dropped == {"conduct.dice-in-sight"}


@pytest.mark.parametrize(
    "book", [book for book in shipped_library().rulebooks() if shipped_library().has(book, GENERAL)]
)
def test_cases_of_the_general_rules_are_asked_once(book: str) -> None:
    """Of its two drills on conduct each has its own rules, and no game of the regulation asks the same case again."""
    general = rules_of(book, GENERAL)
    happens = {case.happens for case in cases(general)}
    wanted = {f"conduct.{rule}" for rule, _ in CASES.values()}
    assert not wanted & {case.entry for case in cases(general)}
    for game in shipped_library().games(book):
        assert not happens & {case.happens for case in cases(rules_of(book, game))}

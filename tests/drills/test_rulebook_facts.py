"""Calls, duties and rules of one regulation only, asked of every game."""

from __future__ import annotations

import pytest

from tests.loops import loop_over
from trainer.catalogue import DRILLED
from trainer.drills.rulebook_facts import FAMILIES, IN_THIS_BOOK, WHAT_IS_SAID, WHO_DOES_IT
from trainer.drills.scene import Chips
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, say

GAMES = [
    (rulebook, game)
    for rulebook in shipped_library().rulebooks()
    for game in shipped_library().games(rulebook)
    if game in DRILLED
]


@loop_over(("rulebook", "game"), GAMES)
def test_every_choice_is_another_sentence_and_the_reason_cites_the_regulation(rulebook: str, game: str) -> None:
    rules = load_rules(shipped_library(), rulebook, game)
    for family in FAMILIES:
        if not family.fits(rules):
            continue
        for seed in range(family.facts(rules, 1)):
            draft = family.make(rules, 1, seed).draft
            labels = [say(choice.label, Language.ES) for choice in draft.form.choices]
            assert len(labels) == len(set(labels)) > 1
            assert draft.solution in {choice.id for choice in draft.form.choices}
            assert draft.reasons[0].cite is not None
            laid = draft.scene.pieces
            assert all(isinstance(each, Chips) or each.spot.startswith("card:") for each in laid), (
                "nothing has come yet"
            )


def test_the_call_and_the_role_are_those_of_the_rules() -> None:
    rules = load_rules(shipped_library(), "arica", "craps")
    said = WHAT_IS_SAID.make(rules, 1, list(rules.calls).index("no-more-bets")).draft
    assert said.solution == "no-more-bets"
    who = WHO_DOES_IT.make(rules, 1, list(rules.staff).index("tallador")).draft
    assert who.solution == "tallador"


@pytest.mark.parametrize(
    ("rulebook", "game", "nobody"),
    [
        ("arica", "craps", "croupier"),  # IV.1.4: what he does elsewhere, tallador and pagador do here
        ("arica", "craps", "supervisor"),
        ("baleares", "lototrot", "jefe-de-mesa"),  # 14: there is no table
        ("baleares", "synthetic-poker", "jefe-de-mesa"),  # 12.III: the person in charge answers for the game
    ],
)
def test_roles_whose_work_others_do_are_not_asked(rulebook: str, game: str, nobody: str) -> None:
    rules = load_rules(shipped_library(), rulebook, game)
    drafts = [WHO_DOES_IT.make(rules, 1, number).draft for number in range(WHO_DOES_IT.facts(rules, 1))]
    assert nobody not in {draft.solution for draft in drafts}


def test_iv_1_a_die_on_a_chip_counts_in_one_regulation_and_not_in_another() -> None:
    """The same throw is judged otherwise elsewhere: the drill offers the other book's ruling as the wrong one."""
    rules = load_rules(shipped_library(), "arica", "craps")
    drafts = [IN_THIS_BOOK.make(rules, 1, seed).draft for seed in range(IN_THIS_BOOK.facts(rules, 1))]
    solutions = {draft.solution for draft in drafts}
    assert len(solutions) > 1  # the name of an answer does not tell whose it is


@loop_over(("rulebook", "game"), GAMES)
def test_only_rules_of_one_regulation_are_asked_as_its_own(rulebook: str, game: str) -> None:
    """“No bet after the close” is true everywhere; and what a house does by custom no regulation says."""
    rules = load_rules(shipped_library(), rulebook, game)
    if not IN_THIS_BOOK.fits(rules):
        return
    for seed in range(IN_THIS_BOOK.facts(rules, 1)):
        draft = IN_THIS_BOOK.make(rules, 1, seed).draft
        labels = [say(choice.label, Language.ES).rstrip(".") for choice in draft.form.choices]
        assert not any(one != other and one in other for one in labels for other in labels)
        assert not any(label.startswith("Este epígrafe calla") for label in labels)
        assert draft.reasons[0].cite is not None and not draft.reasons[0].cite.is_house_standard


def test_a_second_call_for_the_same_moment_is_not_a_wrong_answer() -> None:
    """Bolivia 2.2.5.1 L785: “sabot pasa” or “corre sabot”."""
    rules = load_rules(shipped_library(), "bolivia", "punto-banco")
    asked = [WHAT_IS_SAID.make(rules, 1, seed).draft for seed in range(WHAT_IS_SAID.facts(rules, 1))]
    offered = [{choice.id for choice in draft.form.choices} for draft in asked]
    assert any("shoe-runs" in choices for choices in offered)
    assert not any({"shoe-passes", "shoe-runs"} <= choices for choices in offered)

"""Blackjack drills: every family, level and regulation makes sound questions with the trade's answers."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY, check_level, check_texts, levels_of
from trainer.drills import families, family
from trainer.drills.blackjack import FAMILIES
from trainer.drills.blackjack.shoe import facts
from trainer.drills.blackjack.timing import decision
from trainer.equipment.cards import parse_cards
from trainer.texts import Language, say

GAMES = ("blackjack", "blackjack-switch", "free-bet-blackjack", "challenge-21")
LEVELS = levels_of(GAMES)


@pytest.mark.parametrize(
    ("rules", "family", "level"), LEVELS, ids=[f"{r.rulebook}-{r.game}-{r.variant}-{f.id}-{n}" for r, f, n in LEVELS]
)
def test_questions_are_sound(rules, family, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, family, level, range(8))


@pytest.mark.parametrize("one", FAMILIES, ids=lambda one: one.id)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)


def test_every_family_fits_some_table() -> None:
    fitting = {f.id for rules, f, _ in LEVELS if f.fits(rules)}
    assert fitting == {f.id for f in FAMILIES}


@pytest.mark.parametrize("rulebook", ("arica", "coquimbo", "bolivia", "puerto-rico", "baleares"))
def test_choices_can_be_said_in_both_languages(rulebook: str) -> None:
    rules = LIBRARY.load(rulebook, "blackjack")
    for one in families("blackjack"):
        if one.fits(rules):
            for level in range(1, len(one.levels) + 1):
                form = one.make(rules, level, 1).draft.form
                options = [*getattr(form, "choices", ()), *getattr(form, "steps", ())]
                options += [choice for part in getattr(form, "parts", ()) for choice in part]
                assert all(say(choice.label, language) for choice in options for language in Language)


def test_soft_17_is_drawn_to_at_arica_and_not_at_coquimbo() -> None:
    for rulebook, act in (("arica", "draw"), ("coquimbo", "stand")):
        rules = LIBRARY.load(rulebook, "blackjack")
        dealer = family("blackjack", "dealer-hand")
        seen = set()
        for seed in range(200):
            draft = dealer.make(rules, 3, seed).draft
            if any(reason.rule.startswith("soft-17") for reason in draft.reasons):
                seen.add(draft.solution)
        assert seen == {act}


@pytest.mark.parametrize(
    ("rulebook", "up", "what"),
    [
        ("coquimbo", "6H", "pay-now"),
        ("coquimbo", "KH", "wait"),
        ("coquimbo", "AH", "offer-even-money"),
        ("puerto-rico", "AH", "wait"),
        ("baleares", "6H", "wait"),
        ("baleares", "AH", "offer-even-money"),
    ],
)
def test_what_is_done_with_a_blackjack(rulebook: str, up: str, what: str) -> None:
    rules = LIBRARY.load(rulebook, "blackjack")
    assert decision(rules, parse_cards("AC KD"), parse_cards(up)[0])[0] == what


def test_shoe_facts_are_the_rulebooks() -> None:
    arica = {key: figure for key, figure, _ in facts(LIBRARY.load("arica", "blackjack"))}
    assert (arica["burn"], arica["relief"], arica["behind-most"], arica["places"], arica["seats"]) == (5, 3, 160, 4, 6)
    bolivia = {key: figure for key, figure, _ in facts(LIBRARY.load("bolivia", "challenge-21"))}
    assert (bolivia["decks"], bolivia["cards"], bolivia["seats"], bolivia["burn"]) == (8, 416, 6, 1)


def test_named_mistakes_are_told() -> None:
    rules = LIBRARY.load("puerto-rico", "blackjack")
    pay = family("blackjack", "three-to-two")
    question = pay.make(rules, 1, 3)
    wrong = dict(question.draft.mistakes)["paid-2-to-1"]
    assert pay.mark(question, wrong).mistake == "blackjack.mistake.paid-2-to-1"

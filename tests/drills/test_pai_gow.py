"""Pai gow: every family and level makes sound questions with right answers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.drills.checks import LIBRARY, at_every_level, check_level, check_texts
from tests.loops import loop_over
from trainer.drills import families, family
from trainer.drills.forms import HandsForm
from trainer.drills.pai_gow.hands import complete_hand, hand_of_shape, is_complete, is_disputed
from trainer.drills.pai_gow.house_way import answer, pieces_for_level
from trainer.games.pai_gow.deal import Deal, Shape
from trainer.games.pai_gow.figures import hand_ranks
from trainer.games.pai_gow.setting import set_hand
from trainer.games.poker import cards
from trainer.games.rules import load_rules
from trainer.texts.messages import messages

ROOT = Path(__file__).parents[2]
GAMES = ("pai-gow-poker", "pai-gow-tiles")
POKER, TILES = (load_rules(LIBRARY, "puerto-rico", game) for game in GAMES)


@at_every_level(GAMES)
def test_questions_are_sound(rules, family, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, family, level)


@loop_over("one", {f.id: f for game in GAMES for f in families(game)}.values(), ids=lambda one: one.id)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)


@pytest.mark.parametrize("house_way", ["traditional"])
def test_another_house_way_is_drilled_as_well(house_way: str) -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "pai-gow-tiles", options={"house-way": house_way})
    for name in ("set-the-tiles", "which-rule", "find-the-mis-set-hand", "two-ways", "lawful-or-house"):
        check_level(rules, family(rules.game, name), 1, range(12))


@loop_over("shape", Shape)
def test_hands_have_the_shape_that_was_asked_for(shape: Shape) -> None:
    rng = random.Random(1)
    for _ in range(40):
        hand = hand_of_shape(rng, shape)
        numbers = cards.numbers(hand)
        assert len(set(numbers)) == 7
        assert Deal(numbers, hand_ranks(POKER)).view.shape is shape


def test_hidden_straights_and_flushes_are_there() -> None:
    rng = random.Random(1)
    assert all(is_complete(POKER, complete_hand(rng)) for _ in range(300))


def test_the_level_with_the_joker_always_has_it() -> None:
    rng = random.Random(1)
    assert all("JK" in pieces_for_level(POKER, 5, rng) for _ in range(40))


def test_equal_settings_are_right_and_a_foul_is_named() -> None:
    """Which of two nines goes in front does not matter; a foul is told as one."""
    drill = family("pai-gow-poker", "set-the-cards")
    for seed in range(60):
        question = drill.make(POKER, 3, seed)
        form = question.draft.form
        assert isinstance(form, HandsForm)
        for equal in form.equal:
            assert drill.mark(question, equal).right
        foul = next((wrong for name, wrong in question.draft.mistakes if name == "foul"), None)
        if foul:
            assert drill.mark(question, foul).mistake == "pai-gow.mistake.foul"


def test_the_printed_answer_is_the_house_setting() -> None:
    drill = family("pai-gow-tiles", "set-the-tiles")
    question = drill.make(TILES, 4, 5)
    form = question.draft.form
    assert isinstance(form, HandsForm)
    assert question.draft.solution == answer(set_hand(TILES, form.pieces).printed)


def test_families_of_one_game_are_not_offered_in_the_other() -> None:
    def fitting(rules) -> set[str]:  # type: ignore[no-untyped-def]
        return {each.id for each in families(rules.game) if each.fits(rules)}

    assert "foul-or-not" in fitting(POKER) - fitting(TILES)
    assert "tile-recognition" in fitting(TILES) - fitting(POKER)
    assert "two-ways" in fitting(TILES) & fitting(POKER)
    assert "starting-position-bank" in fitting(POKER) - fitting(TILES)


def test_disputed_rules_are_not_asked() -> None:
    """6-6 with 4-4 against another gong, and a flush with its ace and the joker."""
    assert is_disputed(TILES, (["6-6", "4-4"], ["6-6", "2-6"]))
    assert not is_disputed(TILES, (["6-6", "4-4"], ["6-6", "3-6"]))
    flush = ["JK", "AS", "9S", "6S", "5S"]
    assert is_disputed(POKER, (flush, ["KS", "KD", "9H", "6C", "5D"]))
    assert not is_disputed(POKER, (["JK", "KS", "9S", "6S", "5S"],))
    duel = family("pai-gow-tiles", "higher-hand")
    for seed in range(150):
        pieces = [piece.tile for piece in duel.make(TILES, 2, seed).draft.scene.pieces]  # type: ignore[union-attr]
        assert not is_disputed(TILES, (pieces[:2], pieces[2:]))


@pytest.mark.parametrize("rules", [POKER, TILES], ids=GAMES)
def test_choices_contain_only_one_ruling_of_a_kind(rules) -> None:  # type: ignore[no-untyped-def]
    """“All hands void, reshuffle” and “reshuffle” would both be right."""
    drill = family(rules.game, "irregularities")
    for index in range(len(rules.irregularities)):
        draft = drill.make(rules, 2, index).draft
        kinds = [
            rules.irregularities[choice.id].data["action"].partition("-")[0]
            for choice in draft.form.choices  # type: ignore[union-attr]
        ]
        own = rules.irregularities[draft.solution].data["action"].partition("-")[0]
        assert kinds.count(own) == 1 and len(kinds) >= 4


def test_a_zero_that_was_let_win_is_not_called_a_copy() -> None:
    drill = family("pai-gow-tiles", "compare")
    zeros = 0
    for seed in range(400):
        question = drill.make(TILES, 1, seed)
        if any(reason.rule == "zero-never-wins" for reason in question.draft.reasons):
            wrong = {"push": "win", "lose": "push"}[question.draft.solution]
            if not any(reason.rule.endswith("-copy") for reason in question.draft.reasons):
                assert drill.mark(question, wrong).mistake == "pai-gow.mistake.zero-counted"
                zeros += 1
    assert zeros


def test_wins_without_a_fraction_are_not_rounded_down() -> None:
    drill = family("pai-gow-poker", "commission")
    for index in range(10):
        draft = drill.make(POKER, 1, index).draft
        assert "rounded-down" not in dict(draft.mistakes)


def test_every_prompt_and_mistake_that_is_written_is_used() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "trainer").rglob("*.py"))
    for key in messages("pai-gow"):
        kind, _, name = key.partition(".")
        if kind == "mistake":
            assert f'"{name}"' in code, key
        elif kind == "prompt":
            assert f'"pai-gow.{key}"' in code, key


def test_a_house_way_prints_the_text_of_its_rule() -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "pai-gow-poker")
    for way in rules.house_ways:
        reason = set_hand(rules, ("5H", "QS", "4C", "6C", "6D", "4S", "2C"), way).reason
        assert reason.params["says"] != reason.params["name"]

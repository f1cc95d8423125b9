"""What is still to be done at a seat that gave up: bets that live on without it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.worked_cases import answered

CARDS = ["4S", "QH", "4D", "9C", "4H", "4C"]  # player, croupier, in turn


def next_act(places: dict[str, Any], *acts: str, **options: str) -> dict[str, Any]:
    asked = {"case": "next-act", "places": places, "cards": CARDS, "answers": ["fold"], "acts": list(acts)}
    return answered({"rulebook": "puerto-rico", "game": "three-card-poker", "options": options, "decide": asked})


def test_l1867_a_hand_without_other_bets_is_picked_up() -> None:
    assert next_act({"1": {"ante": 10}})["act"] == "take-fold"
    assert next_act({"1": {"ante": 10}}, "take-fold")["act"] == "pick-up"


def test_l1906_the_croupier_shows_his_cards_for_a_six_card_bonus_though_everybody_gave_up() -> None:
    places = {"1": {"ante": 10, "six-card-bonus": 1}}
    assert next_act(places, "take-fold")["act"] == "turn-dealer"
    settled = next_act(places, "take-fold", "turn-dealer")
    assert settled["act"] == "settle" and settled["seat"] == 1
    assert [(bet["bet"], bet["result"], bet["pays"]) for bet in settled["bets"]] == [("six-card-bonus", "win", 100)]


def test_l1867_a_pair_plus_is_settled_without_the_croupiers_cards() -> None:
    settled = next_act({"1": {"ante": 10, "pair-plus": 10}}, "take-fold")
    assert [(bet["bet"], bet["result"], bet["pays"]) for bet in settled["bets"]] == [("pair-plus", "win", 300)]


@pytest.mark.parametrize(("choice", "act"), [("live", "settle"), ("lost", "pick-up")])
def test_a_pair_plus_that_the_house_takes_with_the_ante_is_not_settled_again(choice: str, act: str) -> None:
    options = {"pair-plus-after-fold": choice}
    assert next_act({"1": {"ante": 10, "pair-plus": 10}}, "take-fold", **options)["act"] == act

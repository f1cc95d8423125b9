"""Minimum and maximum of a bet: the drill and the engine agree."""

from __future__ import annotations

from typing import Any

import pytest

from trainer.drills.bet_limits import BET_LIMITS
from trainer.drills.core import Draft
from trainer.equipment.money import parse_amount
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import GameRules, shipped_library
from trainer.texts import Language, Message, say

SEEDS = 25
COMPARED = [
    ("arica", "caribbean-stud"),
    ("baleares", "caribbean-stud"),
    ("baleares", "craps"),
    ("baleares", "trente-et-quarante"),
    ("bolivia", "draw-poker"),
    ("puerto-rico", "caribbean-stud"),
    ("puerto-rico", "craps"),
    ("puerto-rico", "three-card-poker"),
    ("puerto-rico", "triple-shot"),
    ("puerto-rico", "ultimate-texas-holdem"),
]


def rules_of(rulebook: str, game: str, variant: str = "") -> GameRules:
    return load_rules(shipped_library(), rulebook, game, variant)


def asked(rules: GameRules, draft: Draft) -> tuple[str, dict[str, Any]]:
    """The bet a question is about, and the table it tells, as the engine takes it."""
    table = draft.prompt.params["table"]
    assert isinstance(table, Message)
    keys = {rule.names: key for key, rule in rules.bets.items()}
    key = keys[draft.prompt.params["bet"]]
    stake = int(table.params.get("stake", 2 * table.params["minimum"]))
    limits_of = (rules.bets[key].minimum, rules.bets[key].maximum)
    others = {limit.of for limit in limits_of if limit is not None and limit.of in rules.bets}
    bets = [*({"bet": other, "stake": stake} for other in others), {"bet": key}]
    limits = {"minimum": int(table.params["minimum"])}
    if "minimum-sign" not in table.id:
        limits["maximum"] = int(table.params["maximum"])
    side = draft.prompt.id.removeprefix("by-heart.prompt.").removesuffix("-of-a-bet")
    return side.replace("stake", "maximum"), {"bets": bets, **limits}


@pytest.mark.parametrize(("rulebook", "game"), COMPARED)
def test_the_engine_allows_the_same(rulebook: str, game: str) -> None:
    rules = rules_of(rulebook, game)
    for seed in range(SEEDS):
        draft = BET_LIMITS.make(rules, 1, seed).draft
        side, wish = asked(rules, draft)
        found = solve({"rulebook": rulebook, "game": game, "limit": wish}, shipped_library())
        assert found["bets"][-1][side] == parse_amount(draft.solution), say(draft.prompt, Language.ES)


@pytest.mark.parametrize("variant", ["blazing-7s", "lucky-lucky", "21-plus-3"])
def test_only_side_bets_of_this_layout_are_asked(variant: str) -> None:
    rules = rules_of("puerto-rico", "blackjack", variant)
    names = {BET_LIMITS.make(rules, 1, seed).draft.prompt.params["bet"] for seed in range(SEEDS)}
    others = {"blazing-7s", "lucky-lucky", "kings-bounty", "royal-match", "bet-the-set", "21-plus-3"} - {variant}
    assert rules.bets[variant].names in names
    assert not names & {rules.bets[other].names for other in others}


@pytest.mark.parametrize(("rulebook", "game"), [("arica", "craps"), ("arica", "punto-banco"), ("baleares", "boule")])
def test_no_drill_if_the_sign_shows_every_limit_or_another_drill_asks(rulebook: str, game: str) -> None:
    assert not BET_LIMITS.fits(rules_of(rulebook, game))


@pytest.mark.parametrize(("rulebook", "game"), [("baleares", "let-it-ride"), ("arica", "progressive-jackpot")])
def test_limits_chosen_by_the_house_are_not_asked(rulebook: str, game: str) -> None:
    """Ten, twenty or twenty-five times the minimum: the sign of the table does not say which."""
    assert not BET_LIMITS.fits(rules_of(rulebook, game))


def test_a_maximum_chosen_by_the_house_is_left_out() -> None:
    rules = rules_of("baleares", "caribbean-stud")
    drafts = [BET_LIMITS.make(rules, 1, seed).draft for seed in range(100)]
    asked_for = {(draft.prompt.params["bet"], draft.prompt.id) for draft in drafts}
    assert (rules.bets["insurance"].names, "by-heart.prompt.maximum-of-a-bet") in asked_for  # 11.V: half the minimum
    assert (rules.bets["ante"].names, "by-heart.prompt.maximum-of-a-bet") not in asked_for
    assert rules.bets["progressive"].names not in {bet for bet, _ in asked_for}  # no article says what it costs


@pytest.mark.parametrize(("rulebook", "game"), [("bolivia", "progressive-jackpot"), ("puerto-rico", "let-it-ride")])
def test_a_limit_without_an_article_is_not_asked(rulebook: str, game: str) -> None:
    """What is left here is on the sign."""
    rules = rules_of(rulebook, game)
    assert any((rule.limit_cite or rule.cite).is_house_standard for rule in rules.bets.values())
    assert not BET_LIMITS.fits(rules)


def test_a_single_allowed_stake_is_explained() -> None:
    rules = rules_of("bolivia", "draw-poker")
    drafts = [BET_LIMITS.make(rules, 1, seed).draft for seed in range(SEEDS)]
    said = {
        BET_LIMITS.explain_all(draft.reasons, Language.ES)[0][0]
        for draft in drafts
        if draft.prompt.id.endswith("stake-of-a-bet")
    }
    assert said and all("exactamente" in words for words in said)

"""The rules that hold at every table: the articles, and that no list of games shows them."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.cli.games import listing
from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.games.solving import schema, solve
from trainer.rulebooks import shipped_library
from trainer.rulebooks.library import GENERAL

LIBRARY = shipped_library()
BOOKS = ("arica", "baleares", "bolivia", "puerto-rico")


def ask(rulebook: str, kind: str, request: dict[str, Any], game: str = GENERAL) -> dict[str, Any]:
    answer = solve({"rulebook": rulebook, "game": game, kind: request}, LIBRARY)
    found: dict[str, Any] = json.loads(msgspec.json.encode(answer), parse_float=Decimal)
    return found


# ── articles ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(stake=st.integers(1, 2000), outcome=st.sampled_from(["win", "lose", "push"]))
def test_arica_4_2_over_the_maximum_only_the_maximum_plays(stake: int, outcome: str) -> None:
    round_ = {"bets": [{"bet": "main", "stake": stake}], "maximum": 500, "odds": "3 to 2", "outcome": outcome}
    (bet,) = ask("arica", "settle", round_)["bets"]
    plays = min(stake, 500)
    assert bet["pays"] == (Fraction(3, 2) * plays if outcome == "win" else 0)
    assert bet["loses"] == (plays if outcome == "lose" else 0)
    assert bet["loses"] + bet["returned"] == stake
    assert ("notify_first" in bet) == (stake > 500)


def test_arica_3_1_a_house_with_the_municipalitys_leave_takes_vouchers_but_no_cash() -> None:
    def may(stake_form: str, **options: str) -> bool:
        request = {"rulebook": "arica", "game": GENERAL, "options": options}
        return bool(solve({**request, "limit": {"action": "bet", "stake_form": stake_form}}, LIBRARY)["allowed"])

    leave = {"promotional-instruments": "on"}
    assert [may("voucher"), may("voucher", **leave), may("cash", **leave)] == [False, True, False]


def test_bolivia_1_2_1_1_under_the_minimum_that_loses_is_taken_as_it_lies() -> None:
    round_ = {"bets": [{"bet": "main", "stake": 10}], "minimum": 25, "outcome": "lose"}
    (bet,) = ask("bolivia", "settle", round_)["bets"]
    assert (bet["result"], bet["loses"], bet["authorised_by"]) == ("lose", 10, "jefe-de-sala")


def test_puerto_rico_a_house_may_void_what_is_outside_the_limits() -> None:
    request = {
        "rulebook": "puerto-rico",
        "game": "roulette-american",
        "options": {"off-limit-bet": "void"},
        "settle": {"winning_number": "17", "maximum": 25, "bets": [{"bet": "straight-up", "on": ["17"], "stake": 26}]},
    }
    (bet,) = solve(request, LIBRARY)["bets"]
    assert (bet["result"], bet["pays"], bet["returned"]) == ("void", 0, 26)


@pytest.mark.parametrize(("age", "allowed"), [(17, False), (18, True)])
def test_bolivia_1_2_2_2_players_are_eighteen(age: int, allowed: bool) -> None:
    assert ask("bolivia", "limit", {"action": "play", "age": age})["allowed"] is allowed


@pytest.mark.parametrize(
    ("rulebook", "stake_form", "allowed"),
    [
        ("arica", "chips", True),
        ("arica", "word", False),
        ("arica", "voucher", False),
        ("bolivia", "chips", True),
        ("bolivia", "cash", False),
        ("bolivia", "shares", False),
    ],
)
def test_what_a_bet_is_made_with(rulebook: str, stake_form: str, allowed: bool) -> None:
    answer = ask(rulebook, "limit", {"action": "bet", "stake_form": stake_form})
    assert answer["allowed"] is allowed
    assert answer["reasons"][0]["cite"]


@pytest.mark.parametrize("rulebook", ["arica", "bolivia"])
@pytest.mark.parametrize(
    "action", ["collude", "partner-to-raise", "ask-player-for-chips", "influence-player", "foreign-objects"]
)
def test_prohibitions_of_players(rulebook: str, action: str) -> None:
    assert ask(rulebook, "limit", {"action": action})["allowed"] is False


@pytest.mark.parametrize("rulebook", ["arica", "bolivia"])
def test_a_first_breach_is_a_warning_and_the_next_an_exclusion(rulebook: str) -> None:
    acts = [ask(rulebook, "decide", {"case": "player-breach", "breaches": n})["action"] for n in (1, 2, 3)]
    assert acts == ["warning", "exclusion", "exclusion"]


@pytest.mark.parametrize(
    ("change", "allowed"),
    [
        ({"type": "raise", "notice_minutes": 14}, False),
        ({"type": "raise", "notice_minutes": 15, "players_present": True}, True),
        ({"type": "lower", "players_present": True, "notice_minutes": 60}, False),
        ({"type": "lower", "players_present": False}, True),
    ],
)
def test_puerto_rico_2_5_limits_change_with_notice_or_at_an_empty_table(change: dict[str, Any], allowed: bool) -> None:
    answer = ask("puerto-rico", "decide", {"case": "limit-change", "changes": [change]}, "craps")
    assert answer["allowed"] == [allowed]


@pytest.mark.parametrize(
    ("rulebook", "kind", "request_", "field"),
    [
        ("arica", "settle", {"bets": [{"bet": "main", "stake": 0}], "outcome": "win", "odds": "1 to 1"}, "stake"),
        ("arica", "settle", {"bets": [{"bet": "main", "stake": 5}], "outcome": "win"}, "odds"),
        ("arica", "settle", {"bets": [{"bet": "main", "stake": 5}], "outcome": "tie"}, "outcome"),
        ("arica", "limit", {"action": "play", "age": 17}, "action"),
        ("bolivia", "limit", {"action": "play"}, "age"),
        ("bolivia", "limit", {"action": "bet", "stake_form": "seashells"}, "stake_form"),
        ("bolivia", "limit", {"action": "dance"}, "action"),
        ("bolivia", "decide", {"case": "player-breach", "breaches": 0}, "breaches"),
        ("bolivia", "decide", {"case": "conduct", "rule": "dancing"}, "rule"),
        ("bolivia", "decide", {"case": "limit-change"}, "case"),
    ],
)
def test_what_cannot_be_answered_names_its_field(
    rulebook: str, kind: str, request_: dict[str, Any], field: str
) -> None:
    with pytest.raises(RequestError) as error:
        ask(rulebook, kind, request_)
    assert error.value.field_path.endswith(field)


# ── they are no game ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_list_of_games_shows_them() -> None:
    assert GENERAL not in {game["game"] for game in listing(LIBRARY)}


def test_every_example_of_the_schema_is_answered_somewhere() -> None:
    shown = schema(GENERAL, LIBRARY)
    assert [len(shown[kind]["examples"]) for kind in ("settle", "decide", "limit")] == [1, 4, 3]


@pytest.mark.parametrize("rulebook", BOOKS)
def test_every_rule_of_conduct_can_be_asked_of_every_game_with_a_table(rulebook: str) -> None:
    """Tickets and machines have neither cards nor a table manager."""
    general = load_rules(LIBRARY, rulebook, GENERAL)
    at_tables = [
        rules for game in LIBRARY.games(rulebook) if (rules := load_rules(LIBRARY, rulebook, game)).family != "counter"
    ]
    assert at_tables
    for rules in at_tables:
        assert all(rules.conduct.get(rule) for rule in general.conduct), rules.game

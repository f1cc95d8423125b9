"""What a request to the card room may not say, and what it need not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.card_room.test_rules import ask, played
from trainer.games.core import RequestError

BOARD = ["2H", "5H", "9H", "JC", "KD"]


@pytest.mark.parametrize(
    ("book", "game", "end", "field"),
    [
        ("bolivia", "texas-holdem", {"paid": {str(seat): 10 for seat in range(1, 13)}, "winners": [1]}, "paid.11"),
        ("bolivia", "texas-holdem", {"pots": [100], "winners": [11], "button": 1}, "winners"),
        ("bolivia", "texas-holdem", {"pots": [100], "winners": [1], "button": 85}, "button"),
        ("baleares", "synthetic-poker", {"pots": [100], "best_first": [[3], [24]]}, "best_first"),
        ("bolivia", "omaha", {"pots": [10] * 8, "winners": [1]}, "pots"),
        ("bolivia", "texas-holdem", {"pots": [100], "before": [200], "winners": [1], "reached": "river"}, "before"),
        ("bolivia", "texas-holdem", {"pots": [100, 60], "before": [50], "winners": [1], "reached": "river"}, "before"),
        (
            "bolivia",
            "texas-holdem",
            {"paid": {"1": 20, "2": 60, "3": 60}, "board": BOARD, "hands": {"1": ["AH", "3H"]}},
            "hands",
        ),
    ],
)
def test_a_table_has_its_seats_and_a_pot_what_lies_in_it(book: str, game: str, end: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as refused:
        ask(book, game, "settle", end, "sin-limites" if "before" in end else "")
    assert str(refused.value).startswith(f"settle.{field}")


def test_who_shows_no_cards_has_given_his_hand_up() -> None:
    hands = {"1": ["AH", "3H"], "2": ["KC", "KS"]}
    end = {"paid": {"1": 60, "2": 60, "3": 60}, "button": 1, "board": BOARD, "hands": hands}
    told = ask("bolivia", "texas-holdem", "settle", end)
    assert (told["given_up"], told["won"]) == ([3], {"1": 171})
    assert told["reasons"][-1]["rule"] == "closed-cards-lose"


@pytest.mark.parametrize(
    ("book", "game"), [("bolivia", "omaha"), ("bolivia", "five-card-stud"), ("baleares", "synthetic-poker")]
)
def test_no_hand_begins_with_fewer_players_than_the_game_has(book: str, game: str) -> None:
    with pytest.raises(RequestError, match="from 4 to"):
        played(book, game, [], {"1": 400, "2": 400, "3": 400}, button=1)
    with pytest.raises(RequestError, match="4 to"):
        ask(book, game, "decide", {"case": "positions", "seats": [1, 2, 3], "button": 1})


def test_a_fixed_size_need_not_be_said() -> None:
    hand = played("bolivia", "texas-holdem", ["raise", "raise", "raise", "raise"], button=1, minimum=20)
    assert (hand["to_call"], hand["raises_made"], hand["no_raise"]) == (60, 4, "cap")
    with pytest.raises(RequestError, match="40 up to"):
        played("bolivia", "texas-holdem", ["raise"], button=1, minimum=20, variant="sin-limites")


def test_while_they_bet_the_pots_are_what_was_collected() -> None:
    begun = played("bolivia", "texas-holdem", [], button=1, minimum=20)
    assert begun["pot"] == 30 and "pots" not in begun
    flop = played("bolivia", "texas-holdem", ["call", "call", "call", "check", "bet"], button=1, minimum=20)
    assert (flop["bets"], flop["pots"]) == ({"2": 20}, [{"amount": 80, "eligible": [1, 2, 3, 4]}])


def test_after_the_last_round_comes_the_showdown() -> None:
    acts = ["call", "call", "call", *["check"] * 13]
    end = played("bolivia", "texas-holdem", acts, button=1, minimum=20)
    assert (end["phase"], end["dealer_does"][0]) == ("showdown", "ask-to-show")


def test_puerto_rico_16_2_e_who_completes_the_forced_bet_stays_within_the_limits() -> None:
    cards = {"1": ["2C", "KD", "4D"], "2": ["3C", "QD", "8C"], "3": ["5C", "JD", "9H"]}
    stacks = {"1": 400, "2": 400, "3": 400}
    hand = played("puerto-rico", "seven-card-stud", [], stacks, cards=cards, minimum=10, maximum=20)
    assert (hand["to_call"], hand["least"], hand["most"]) == (3, 10, 20)


# ── purchases and seats ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("amount", "allowed"), [(19, False), (20, True), (400, True), (401, False)])
def test_baleares_12_v_a_player_buys_again_five_to_a_hundred_table_bets(amount: int, allowed: bool) -> None:
    request = {"case": "buy-in", "minimum": 4, "chips": 10, "amount": amount}
    assert ask("baleares", "synthetic-poker", "limit", request)["allowed"] is allowed


@pytest.mark.parametrize(("amount", "allowed"), [(349, False), (350, True), (600, False), (1000, True)])
def test_bolivia_l1799_a_stud_player_buys_what_is_missing_or_the_whole_amount(amount: int, allowed: bool) -> None:
    request = {"case": "buy-in", "buy_in": 1000, "chips": 650, "amount": amount}
    assert ask("bolivia", "seven-card-stud", "limit", request)["allowed"] is allowed


def test_puerto_rico_25_1_the_house_fills_ten_seats_unless_it_says_eleven() -> None:
    tenth = {"case": "players", "players_seated": 10}
    refused = ask("puerto-rico", "omaha", "limit", tenth)
    assert refused["allowed"] is False
    told = [(reason["params"]["most"], reason["cite"]) for reason in refused["reasons"]]
    assert told == [(11, "25.1 L2591"), (10, "house standard")]  # eleven is the article's, ten the house's
    assert ask("puerto-rico", "omaha", "limit", tenth, most_seats="eleven")["allowed"] is True


# ── accidents ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("event", "pushed"), [("too-few-chips-to-call", 25), ("large-chip-without-word", 5)])
def test_chips_that_are_no_accident_are_refused(event: str, pushed: int) -> None:
    request = {"case": "irregularity", "event": event, "to_call": 10, "pushed": pushed}
    with pytest.raises(RequestError, match="pushed"):
        ask("baleares", "synthetic-poker", "decide", request)

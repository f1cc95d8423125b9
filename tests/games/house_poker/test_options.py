"""What a house chooses is what is done, paid and taken at its table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.worked_cases import answered


@pytest.mark.parametrize(
    ("book", "game", "option", "choice", "event", "fact"),
    [
        ("bolivia", "draw-poker", "void-hand", "stay", "dealer-wrong-card-count", {"stakes": "stay"}),
        ("bolivia", "go-poker", "void-hand", "stay", "player-wrong-card-count", {"stakes": "stay"}),
        ("bolivia", "three-card-poker", "void-hand", "stay", "player-absent", {"stakes": "stay"}),
        ("bolivia", "caribbean-stud", "void-bets", "stay", "dealer-cards-seen", {"stakes": "stay"}),
        ("arica", "caribbean-stud", "annulled-bets", "stay", "misdeal", {"stakes": "stay"}),
        ("bolivia", "draw-poker", "pack-runs-out", "burn-all", "pack-runs-short", {"action": "burn-all-cards"}),
        ("bolivia", "go-poker", "community-cards", "continue", "dealer-cards-seen", {"round": "continues"}),
        ("bolivia", "go-poker", "other-withdrawals", "warning", "bet-taken-back", {"warning": True}),
        ("bolivia", "caribbean-stud", "stuck-cards", "top-card", "stuck-cards", {"chosen_by": "croupier"}),
        ("puerto-rico", "three-card-poker", "cancelled-bets", "stay", "wrong-number-of-cards", {"bets": "stay"}),
        ("puerto-rico", "triple-shot", "too-many-cards", "one-discard", "too-many-cards", {"keeps": 6}),
    ],
)
def test_what_is_done_is_what_the_house_chose(
    book: str, game: str, option: str, choice: str, event: str, fact: dict[str, Any]
) -> None:
    asked = {"rulebook": book, "game": game, "decide": {"case": "irregularity", "event": event}}
    usual, chosen = answered(asked), answered({**asked, "options": {option: choice}})
    assert {key: chosen[key] for key in fact} == fact
    assert {key: usual.get(key) for key in fact} != fact


def settled(book: str, game: str, options: dict[str, str], **round_: Any) -> list[tuple[str, Any]]:
    answer = answered({"rulebook": book, "game": game, "options": options, "settle": round_})
    return [(bet["result"], bet["pays"]) for bet in answer["bets"]]


@pytest.mark.parametrize(
    ("book", "option"),
    [("arica", "bet-when-not-open"), ("bolivia", "bet-when-not-open"), ("baleares", "second-bet-when-not-playing")],
)
def test_a_second_bet_is_paid_where_the_house_reads_it_so(book: str, option: str) -> None:
    told = {
        "player": ["9S", "9D", "9C", "4H", "4S"],
        "dealer": ["KD", "QC", "8H", "6S", "4C"],
        "bets": [{"bet": "ante", "stake": 10}, {"bet": "bet", "stake": 20}],
    }
    assert settled(book, "caribbean-stud", {}, **told) == [("win", 10), ("push", 0)]
    assert settled(book, "caribbean-stud", {option: "even-money"}, **told) == [("win", 10), ("win", 20)]


@pytest.mark.parametrize(
    ("book", "game", "option", "second", "player", "dealer"),
    [
        ("bolivia", "three-card-poker", "same-hand", "bet", "4H 4S 4D", "QC KD AH"),
        ("puerto-rico", "three-card-poker", "same-hand", "play", "4H 4S 4D", "QC KD AH"),
        ("bolivia", "draw-poker", "same-hand", "bet", "4H 4S 4D 4C 2S", "TC JC QC KD AH"),
        ("bolivia", "caribbean-stud", "comparison", "bet", "4H 4S 4D 4C 2S", "TC JC QC KD AH"),
    ],
)
def test_how_equal_hands_are_parted_parts_no_others(
    book: str, game: str, option: str, second: str, player: str, dealer: str
) -> None:
    """A straight was higher than three or four of a kind where its highest card was."""
    stakes = [{"bet": "ante", "stake": 10}, {"bet": second, "stake": 10 if book == "puerto-rico" else 20}]
    told = {"player": player.split(), "dealer": dealer.split(), "bets": stakes}
    for options in ({}, {option: "highest-card"}):
        assert [result for result, _ in settled(book, game, options, **told)] == ["win", "win"]


def test_a_progressive_bet_lives_on_after_a_fold_where_the_house_says_so() -> None:
    told = {
        "player": ["9S", "9D", "9C", "4H", "4S"],
        "action": "fold",
        "meter": 20_000,
        "bets": [{"bet": "ante", "stake": 10}, {"bet": "progressive", "stake": 1}],
    }
    assert settled("puerto-rico", "caribbean-stud", {}, **told)[1] == ("lose", 0)
    assert settled("puerto-rico", "caribbean-stud", {"progressive-on-fold": "live"}, **told)[1] == ("win", 100)


def test_an_unlit_bet_is_taken_where_the_house_says_so() -> None:
    told = {"rank": "flush", "light_on": False, "bets": [{"bet": "progressive", "stake": 1}]}
    assert settled("arica", "progressive-jackpot", {}, **told) == [("void", 0)]
    assert settled("arica", "progressive-jackpot", {"unlit-bet": "lost"}, **told) == [("lose", 0)]


def test_a_bet_put_down_before_the_deal_is_lost_with_the_hand() -> None:
    told = {"action": "fold", "bets": [{"bet": "ante", "stake": 10}, {"bet": "bet", "stake": 20}]}
    assert settled("bolivia", "draw-poker", {"bet-placed": "before-the-deal"}, **told) == [("lose", 0), ("lose", 0)]


@pytest.mark.parametrize(("later", "allowed"), [("no", False), ("yes", True)])
def test_l1358_a_bet_that_went_is_taken_back_later_only_where_the_house_says_so(later: str, allowed: bool) -> None:
    asked = {"withdraw": "bet-1", "community_open": 1}
    answer = answered(
        {"rulebook": "bolivia", "game": "go-poker", "options": {"take-back-later": later}, "limit": asked}
    )
    assert answer["allowed"] is allowed

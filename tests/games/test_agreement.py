"""`limit`, `decide` and `settle` say the same: situations named after their articles, and random rounds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.agreement import disagreements
from trainer.games.core import RequestError
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

FIVE_BOOKS = ("arica", "baleares", "bolivia", "coquimbo", "puerto-rico")


def ask(rulebook: str, game: str, kind: str, /, options: dict[str, str] | None = None, **body: Any) -> dict[str, Any]:
    return solve({"rulebook": rulebook, "game": game, "options": options or {}, kind: body}, shipped_library())


def bets(**stakes: Any) -> list[dict[str, Any]]:
    return [{"bet": name.replace("_", "-"), "stake": stake} for name, stake in stakes.items()]


def test_no_random_round_finds_limit_and_settle_of_two_minds() -> None:
    assert [(name, found) for name, found, _ in disagreements(740, "suite")] == []


# ── a card on 21 ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rulebook", FIVE_BOOKS)
def test_l350_only_puerto_rico_lets_a_player_draw_on_21(rulebook: str) -> None:
    is_allowed = rulebook == "puerto-rico"
    decided = ask(rulebook, "blackjack", "decide", case="player-draw", player=["6H", "5D", "TS"])
    assert decided["may_draw"] is is_allowed
    told: dict[str, Any] = {"player": ["6H", "5D", "TS", "4C"], "dealer": ["TC", "7D"], "bets": bets(main=20)}
    if is_allowed:
        assert ask(rulebook, "blackjack", "settle", **told)["bets"][0]["result"] == "lose"
    else:
        with pytest.raises(RequestError):
            ask(rulebook, "blackjack", "settle", **told)


def test_l350_a_blackjack_takes_no_card() -> None:
    decided = ask("puerto-rico", "blackjack", "decide", case="player-draw", player=["AH", "KD"])
    assert (decided["may_draw"], decided["reasons"][0]["rule"]) == (False, "no-card-on-blackjack")


def test_l1985_the_sixth_card_may_come_on_21() -> None:
    cards = ["2S", "3D", "4H", "5C", "7H"]  # 21 in five cards
    places: dict[str, Any] = {
        "places": {"1": 10},
        "cards": [cards[0], "9S", cards[1], "8S", *cards[2:]],
        "answers": ["card"] * 3,
    }
    assert ask("puerto-rico", "triple-shot", "decide", case="next-act", **places)["act"] == "ask"
    told: dict[str, Any] = {"player": [*cards, "AC"], "dealer": ["9S", "8S"], "bets": bets(blackjack=10)}
    with pytest.raises(RequestError, match="no card is drawn on 22"):
        ask("puerto-rico", "triple-shot", "settle", **{**told, "player": [*cards[:4], "8H", "AC"]})
    assert ask("puerto-rico", "triple-shot", "settle", **told)["bets"][0]["result"] == "lose"  # 22


# ── what follows its main bet ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("choice", "pays"), [("return-excess", 100), ("void", 0), ("pay-as-placed", 150)])
def test_l2988_a_free_double_is_worth_the_original_bet_as_it_stands(choice: str, pays: int) -> None:
    free = [*bets(main=150), {"bet": "free-double", "marker": 150}]
    told: dict[str, Any] = {"player": ["6H", "5D", "9S"], "dealer": ["TC", "7D"], "bets": free, "maximum": 100}
    answer = ask("puerto-rico", "free-bet-blackjack", "settle", {"off-limit-bet": choice}, **told)
    assert [bet["pays"] for bet in answer["bets"]] == [pays, pays]


@pytest.mark.parametrize("rulebook", [book for book in FIVE_BOOKS if book != "coquimbo"])
def test_l291_an_insurance_is_cut_with_its_main_bet(rulebook: str) -> None:
    told: dict[str, Any] = {
        "player": ["TH", "9D"],
        "dealer": ["AC", "KD"],
        "bets": bets(main=700, insurance=350),
        "maximum": 500,
    }
    main, insurance = ask(rulebook, "blackjack", "settle", **told)["bets"]
    assert (main["loses"], insurance["pays"], insurance["returned"]) == (500, 500, 350)


def test_l371_an_insurance_is_void_with_its_main_bet() -> None:
    told: dict[str, Any] = {
        "player": ["TH", "9D"],
        "dealer": ["AC", "KD"],
        "bets": bets(main=700, insurance=350),
        "maximum": 500,
    }
    results = ask("puerto-rico", "blackjack", "settle", {"off-limit-bet": "void"}, **told)["bets"]
    assert [bet["result"] for bet in results] == ["void", "void"]


def test_challenge_21_cuts_each_insurance_with_the_bet_of_its_round() -> None:
    laid = [{"bet": "main", "stake": stake, "on": on} for on, stake in ((1, 700), (2, 400))]
    laid += [{"bet": "insurance", "stake": stake, "on": on} for on, stake in ((1, 350), (2, 200))]
    told: dict[str, Any] = {
        "player": ["TH", "9D"],
        "base_card": "AC",
        "rounds": [["KD"], ["KS"]],
        "bets": laid,
        "maximum": 500,
    }
    results = ask("bolivia", "challenge-21", "settle", **told)["bets"]
    assert [bet["pays"] for bet in results[2:]] == [500, 400]


def test_l331_a_double_over_the_maximum_is_cut_as_limit_refuses_it() -> None:
    told: dict[str, Any] = {"player": ["6H", "5D", "9S"], "bets": bets(main=80, double=80), "maximum": 100}
    every = {"max-applies-to": "every-bet"}
    limited: dict[str, Any] = {**told, "player": ["6H", "5D"], "case": "double"}
    assert ask("puerto-rico", "blackjack", "limit", every, **limited)["allowed"] is False
    settled = ask("puerto-rico", "blackjack", "settle", every, **told, dealer=["TC", "7D"])
    assert [bet["pays"] for bet in settled["bets"]] == [80, 20]
    assert ask("puerto-rico", "blackjack", "limit", **limited)["allowed"] is True
    settled = ask("puerto-rico", "blackjack", "settle", **told, dealer=["TC", "7D"])
    assert [bet["pays"] for bet in settled["bets"]] == [80, 80]


def test_l2462_play_stays_the_same_multiple_of_a_cut_ante() -> None:
    told: dict[str, Any] = {"player": ["AS", "KD"], "dealer": ["9C", "7H"], "community": ["9H", "7C", "AD", "4S", "2S"]}
    laid = bets(ante=250, blind=250, play=250)
    answer = ask("puerto-rico", "ultimate-texas-holdem", "settle", **told, bets=laid, minimum=10, maximum=100)
    assert [bet["stake_in_play"] for bet in answer["bets"]] == [100, 100, 100]


# ── compulsory bets, counts, acts ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rulebook", "game", "laid"),
    [
        ("puerto-rico", "triple-shot", {"war": 10, "blackjack": 10, "poker": 10}),
        ("puerto-rico", "let-it-ride", {"bet_1": 10, "bet_2": 10, "bet_3": 10}),
        ("baleares", "let-it-ride", {"bet_1": 10, "bet_2": 10, "bet_3": 10}),
        ("bolivia", "go-poker", {"bet_1": 10, "bet_2": 10, "bet_3": 10}),
    ],
)
def test_l1962_l927_l1693_l1346_all_three_equal_bets_are_compulsory(
    rulebook: str, game: str, laid: dict[str, int]
) -> None:
    assert ask(rulebook, game, "limit", bets=bets(**laid))["allowed"] is True
    for name in laid:
        rest = {key: stake for key, stake in laid.items() if key != name}
        assert ask(rulebook, game, "limit", bets=bets(**rest))["allowed"] is False


@pytest.mark.parametrize(
    ("game", "event", "count", "is_possible"),
    [
        ("triple-shot", "cards-face-up", 1, False),
        ("triple-shot", "cards-face-up", 2, True),
        ("triple-shot", "one-card-face-up", 2, False),
        ("three-card-poker", "one-card-face-up", 1, True),
        ("three-card-poker", "face-up-cards-in-deck", 0, False),
        ("omaha", "cards-face-up-in-deck", 1, False),
        ("omaha", "one-card-face-up-in-deck", 2, False),
        ("seven-card-stud", "cards-face-up-in-deck", 2, True),
    ],
)
def test_a_count_fits_the_irregularity_that_is_named(game: str, event: str, count: int, is_possible: bool) -> None:
    told: dict[str, Any] = {"case": "irregularity", "event": event, "count": count}
    if is_possible:
        assert ask("puerto-rico", game, "decide", **told)["irregularity"] == event
    else:
        with pytest.raises(RequestError, match="count"):
            ask("puerto-rico", game, "decide", **told)


def test_l1679_the_opener_of_a_stud_round_may_not_fold() -> None:
    told: dict[str, Any] = {"case": "act", "act": "fold", "street": "fourth"}
    assert ask("bolivia", "seven-card-stud", "limit", **told)["allowed"] is False
    assert ask("bolivia", "seven-card-stud", "limit", **told, opens=False)["allowed"] is True
    assert ask("bolivia", "seven-card-stud", "limit", **told, bet=20)["allowed"] is True


@pytest.mark.parametrize(("choice", "allowed"), [("may-raise", True), ("closed", False)])
def test_l1447_only_the_houses_option_lets_the_big_blind_check(choice: str, allowed: bool) -> None:
    told: dict[str, Any] = {"case": "act", "act": "check", "street": "pocket", "bet": 10, "own_bet": 10, "minimum": 10}
    answer = ask("bolivia", "texas-holdem", "limit", {"big-blind-option": choice}, **told)
    assert answer["allowed"] is allowed
    assert ("house standard" in answer["reasons"][0]["cite"]) is allowed


def test_no_maximum_follows_from_a_minimum_that_nobody_named() -> None:
    for game in ("caribbean-stud", "roulette-american", "big-six", "craps", "caribbean-easy-roll"):
        assert "lowest_allowed_maximum" not in ask("puerto-rico", game, "limit")
        assert "lowest_allowed_maximum" in ask("puerto-rico", game, "limit", minimum=10)


def test_the_deduction_of_a_player_bank_is_rounded_as_the_option_says() -> None:
    told: dict[str, Any] = {
        "bank": 33.33,
        "player_total": 6,
        "banker_total": 7,
        "bets": [{"bet": "player", "stake": 33.33, "seat": 4}],
    }
    exact = ask("baleares", "chemin-de-fer", "settle", **told)
    assert float(exact["deduction"]) == 1.67  # the banker keeps 31.66: the fraction of a cent is not paid
    told |= {"bets": [{"bet": "player", "stake": 33, "seat": 4}]}
    whole = ask("baleares", "chemin-de-fer", "settle", {"rounding": "down to 1"}, **told)
    assert whole["deduction"] == 2
    punto = ask("baleares", "punto-banco", "settle", player=["2S", "4D"], banker=["2H", "6D"], bets=bets(banker=33.33))
    assert float(punto["bets"][0]["commission"]) == 1.67


# ── a bet that lacks another, and one that came too late ─────────────────────────────────────────────────────────────


def test_l2461_an_ultimate_ante_lies_only_beside_its_blind() -> None:
    told: dict[str, Any] = {"player": ["AS", "KD"], "dealer": ["9C", "7H"], "community": ["9H", "7C", "AD", "4S", "2S"]}
    alone, both = bets(ante=10), bets(ante=10, blind=10)
    assert ask("puerto-rico", "ultimate-texas-holdem", "limit", bets=alone)["allowed"] is False
    assert ask("puerto-rico", "ultimate-texas-holdem", "limit", bets=both)["allowed"] is True
    with pytest.raises(RequestError, match="blind is missing"):
        ask("puerto-rico", "ultimate-texas-holdem", "settle", **told, bets=bets(ante=10, play=40))
    with pytest.raises(RequestError, match="blind: is missing"):
        ask("puerto-rico", "ultimate-texas-holdem", "decide", case="next-act", places={"1": {"ante": 10}}, cards=[])


@pytest.mark.parametrize(("previous", "allowed"), [(7, True), (8, False)])
def test_l287_bonus_craps_is_taken_only_after_a_seven(previous: int, allowed: bool) -> None:
    told: dict[str, Any] = {"minimum": 5, "maximum": 500, "previous_roll": previous, "bets": bets(all_small=5)}
    assert ask("puerto-rico", "craps", "limit", **told)["allowed"] is allowed


@pytest.mark.parametrize(("choice", "plays"), [("return-excess", 500), ("void", 0)])
def test_a_main_bet_over_the_maximum_is_marked_before_it_is_settled(choice: str, plays: int) -> None:
    told: dict[str, Any] = {"player": ["8S", "7H"], "dealer_up": "6C", "moment": "before-first-players-third-card"}
    laid = bets(main=600, lucky_lucky=1)
    answer = ask("puerto-rico", "blackjack", "settle", {"off-limit-bet": choice}, **told, bets=laid, maximum=500)
    assert answer["bets"][0]["stake_in_play"] == plays
    assert answer["bets"][1]["pays"] == (30 if plays else 0)


# ── sizes that another bet allows ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("play", "allowed"), [(20, True), (40, True), (50, False), (70, False), (80, True)])
def test_l2524_a_play_bet_is_one_two_three_or_four_times_the_ante(play: int, allowed: bool) -> None:
    laid = bets(ante=20, blind=20, play=play)
    told: dict[str, Any] = {"player": ["9S", "8D"], "dealer": ["KS", "2D"], "community": ["KC", "7H", "6C", "5S", "2C"]}
    assert ask("puerto-rico", "ultimate-texas-holdem", "limit", bets=laid)["allowed"] is allowed
    if allowed:
        assert ask("puerto-rico", "ultimate-texas-holdem", "settle", **told, bets=laid)["bets"]
    else:
        with pytest.raises(RequestError, match="must be one of 20, 40, 60, 80"):
            ask("puerto-rico", "ultimate-texas-holdem", "settle", **told, bets=laid)


@pytest.mark.parametrize("rulebook", FIVE_BOOKS)
@pytest.mark.parametrize("bet", ["insurance", "double"])
def test_l371_an_added_stake_is_measured_by_its_main_bet_among_other_bets_too(rulebook: str, bet: str) -> None:
    most = 20 if bet == "insurance" else 40
    assert ask(rulebook, "blackjack", "limit", case="bets", bets=bets(main=40, **{bet: most}))["allowed"] is True
    assert ask(rulebook, "blackjack", "limit", case="bets", bets=bets(main=40, **{bet: 80}))["allowed"] is False


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "seven-card-stud"])
def test_l2059_a_raise_after_others_is_between_the_first_bet_and_the_tables_maximum(game: str) -> None:
    """After a bet of 10 and two raises of 10 the highest bet is 30, and the next raise adds 10 to 20 again."""
    street = "fourth" if game == "seven-card-stud" else "flop"
    told: dict[str, Any] = {"case": "act", "act": "raise", "street": street, "bet": 30, "minimum": 10, "maximum": 20}
    found = ask("puerto-rico", game, "limit", **told, raises_made=2)
    assert (found["minimum"], found["maximum"]) == (10, 20)
    assert ask("puerto-rico", game, "limit", **told, raises_made=1, opened_for=10)["minimum"] == 10


# ── circumstances that are not those of the irregularity ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rulebook", "game", "event", "wrong"),
    [
        ("bolivia", "draw-poker", "dealer-cards-seen", {"count": 1}),  # L1828
        ("bolivia", "three-card-poker", "dealer-cards-seen", {"count": 1}),
        ("bolivia", "go-poker", "dealer-cards-seen", {"count": 1}),
        ("arica", "caribbean-stud", "two-player-cards-seen", {"count": 1}),  # L1437
        ("baleares", "synthetic-poker", "several-common-cards-turned", {"count": 1}),  # L1573
        ("puerto-rico", "seven-card-stud", "hole-card-exposed", {"which": 3}),  # L2190
        ("puerto-rico", "seven-card-stud", "two-of-first-three-exposed", {"count": 1}),
        ("puerto-rico", "pai-gow-tiles", "player-tile-exposed", {"owner": "dealer"}),  # L1685
        ("puerto-rico", "pai-gow-tiles", "dealer-tile-exposed", {"owner": 3}),  # L1686
        ("puerto-rico", "pai-gow-poker", "player-card-exposed", {"owner": "dealer"}),
        ("puerto-rico", "pai-gow-tiles", "dice-added-wrongly", {"dice": [6, 5, 4], "announced": 15}),  # L1684
    ],
)
def test_a_circumstance_of_another_irregularity_is_refused(
    rulebook: str, game: str, event: str, wrong: dict[str, Any]
) -> None:
    assert ask(rulebook, game, "decide", case="irregularity", event=event)
    with pytest.raises(RequestError, match="which is not"):
        ask(rulebook, game, "decide", case="irregularity", event=event, **wrong)


def test_l1437_more_than_one_player_card_seen_annuls_the_round() -> None:
    told = {"case": "irregularity", "event": "one-player-card-seen"}
    assert ask("arica", "caribbean-stud", "decide", **told, count=1)["round"] == "continues"
    assert ask("arica", "caribbean-stud", "decide", **told, count=2)["round"] == "annulled"


def test_l664_the_most_of_a_side_bet_is_whole_coins() -> None:
    """80 % of a minimum of 187 pesos is 149.60, and there are no centavos."""
    told: dict[str, Any] = {"case": "side-bet", "bet": "perfect-pairs", "minimum": 187, "maximum": 1870}
    assert ask("arica", "blackjack", "limit", **told)["maximum"] == 149

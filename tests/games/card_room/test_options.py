"""House options of the card room and the bingo hall: what is a choice changes something, and more than its name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.drills.checks import LIBRARY, rules_of
from tests.games.card_room.test_rules import ask, played
from tests.loops import loop_over
from trainer.games.card_room.game import GAMES
from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import GameRules

TABLES = rules_of((*GAMES, "bingo"))
OF_THE_ROOM = [
    (rules, key)
    for rules in TABLES
    for key, option in rules.options.items()
    if option.kind == "choice" and not option.is_reading and key != "off-limit-bet"  # of the general rules
]
# Read by the engine from what was chosen; their effect is shown below and in the rules of the games.
BY_NAME = {"ante"}


@loop_over(("rules", "key"), OF_THE_ROOM, ids=[f"{r.rulebook}-{r.game}-{r.variant}-{key}" for r, key in OF_THE_ROOM])
def test_an_option_has_choices_and_each_changes_the_rules(rules: GameRules, key: str) -> None:
    option = rules.options[key]
    places = {place: getattr(rules, place) for place in ("rules", "bets", "irregularities", "conduct", "procedure")}
    other = [choice for choice in option.choices if choice != option.default]
    for choice in other:
        chosen = load_rules(LIBRARY, rules.rulebook, rules.game, rules.variant, {key: choice})
        changed = [place for place, was in places.items() if getattr(chosen, place) != was]
        assert changed or key in BY_NAME or _has_no_room(rules, key), choice


def _has_no_room(rules: GameRules, key: str) -> bool:
    """A variant may have settled what another leaves open."""
    return (rules.variant, key) in (("sin-limites", "limit-size"), ("con-limites", "raise-units"))


_RULING = ("action", "void", "stakes", "hand", "round")


@pytest.mark.parametrize("rules", TABLES, ids=[f"{r.rulebook}-{r.game}-{r.variant}" for r in TABLES])
def test_a_choice_that_changes_a_ruling_changes_its_words(rules: GameRules) -> None:
    for key, option in rules.options.items():
        for choice in option.choices:
            chosen = load_rules(LIBRARY, rules.rulebook, rules.game, rules.variant, {key: choice})
            for name, entry in chosen.irregularities.items():
                was = rules.irregularities.get(name)
                if was is not None and any(entry.data.get(part) != was.data.get(part) for part in _RULING):
                    assert entry.action != was.action, (key, choice, name)


def irregular(book: str, game: str, event: str, told: dict[str, Any] | None = None, **options: str) -> dict[str, Any]:
    return ask(book, game, "decide", {"case": "irregularity", "event": event, **(told or {})}, **options)


def test_bolivia_l1780_a_shown_card_may_be_taken_as_a_fold() -> None:
    first = {"occurrence": 1}
    assert irregular("bolivia", "omaha", "player-exposes-cards", first)["action"] == "warn-player"
    folded = irregular("bolivia", "omaha", "player-exposes-cards", first, own_card_exposed="folded")
    assert (folded["action"], folded["stakes"]) == ("player-loses-hand", "stay-in-the-pot")
    assert "pot" in folded["ruling"]["en"]


def test_bolivia_l1824_a_house_may_void_the_play_for_one_closed_card() -> None:
    seen = irregular("bolivia", "seven-card-stud", "player-card-seen", {"count": 1}, seven_stud_exposed="void")
    assert (seen["void"], seen["stakes"], "third_card" in seen) == ("whole-play", "returned", False)


def test_puerto_rico_15_4_h_a_house_may_annul_one_hand_only() -> None:
    card = irregular("puerto-rico", "texas-holdem", "card-off-table", annulled_hand="one-hand")
    assert (card["action"], card["void"], "stakes" in card) == ("void-that-hand", "that-hand", False)


def test_bolivia_l1839_a_button_found_out_of_place_after_the_blind_voids_nothing() -> None:
    assert irregular("bolivia", "texas-holdem", "button-misplaced")["void"] == "whole-play"
    late = irregular("bolivia", "texas-holdem", "button-misplaced", {"blind_made": True})
    assert (late["action"], "void" in late) == ("continue", False)


def test_puerto_rico_16_4_a_hole_card_seen_and_the_third_card_up_kill_the_hand() -> None:
    assert irregular("puerto-rico", "seven-card-stud", "hole-card-exposed")["hand"] == "live"
    dead = irregular("puerto-rico", "seven-card-stud", "hole-card-exposed", {"third_card_up": True})
    assert (dead["hand"], dead["action"]) == ("dead", "hand-dead-ante-back")


def test_bolivia_l1685_equal_cards_in_sight_at_the_seventh_open_from_the_right_whatever_the_house_does_before() -> None:
    up = {"case": "opener", "up": {"2": ["AH", "QC", "9D", "7C"], "5": ["AD", "QD", "9H", "7H"]}}
    sixth, seventh = {**up, "street": "sixth"}, {**up, "street": "seventh"}
    usual = [ask("bolivia", "seven-card-stud", "decide", each)["opener"] for each in (sixth, seventh)]
    left = [ask("bolivia", "seven-card-stud", "decide", each, sight_tie="left")["opener"] for each in (sixth, seventh)]
    assert (usual, left) == ([5, 5], [2, 5])


def test_bolivia_l1263_equal_first_cards_open_from_the_left_whatever_the_house_does_later() -> None:
    first = {"case": "opener", "up": {"2": ["KD"], "3": ["KS"]}}
    second = {"case": "opener", "up": {"2": ["KD", "8S"], "3": ["KS", "8C"]}}
    usual = [ask("bolivia", "five-card-stud", "decide", each)["opener"] for each in (first, second)]
    right = [ask("bolivia", "five-card-stud", "decide", each, sight_tie="right")["opener"] for each in (first, second)]
    assert (usual, right) == ([2, 2], [2, 3])


def test_bolivia_l1829_an_absent_player_s_bet_may_stay_in_the_pot() -> None:
    told = {"saw_his_cards": False}
    assert irregular("bolivia", "texas-holdem", "absent-player", told)["stakes"] == "returned"
    kept = irregular("bolivia", "texas-holdem", "absent-player", told, absent_bets="stays-in-pot")
    assert (kept["stakes"], kept["hand"]) == ("stay-in-the-pot", "void")


def test_bolivia_l1308_what_beaten_in_sight_means_is_the_house_s() -> None:
    told = {"reraised": False}
    for choice in ("whatever-is-closed", "open-cards"):
        found = irregular("bolivia", "five-card-stud", "calls-while-beaten-in-sight", told, beaten_in_sight=choice)
        assert (found["compared"], found["last_bet_returned"]) == (choice, True)


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "five-card-stud", "seven-card-stud"])
def test_bolivia_raises_are_made_in_one_motion(game: str) -> None:
    assert irregular("bolivia", game, "string-bet")["action"] == "only-the-call-stands"


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "five-card-stud", "seven-card-stud", "bingo", "lottery"])
def test_bolivia_1_2_1_1_is_of_bets_against_the_house(game: str) -> None:
    with pytest.raises(RequestError, match="event"):
        irregular("bolivia", game, "under-minimum")


# ── what the choices do ──────────────────────────────────────────────────────────────────────────────────────────────


def test_bolivia_l1330_the_house_takes_nothing_of_a_pot_below_its_threshold() -> None:
    pots = {"pots": [200, 90], "winners": [1]}
    assert ask("bolivia", "five-card-stud", "settle", pots)["rakes"] == [10, 4]
    told = ask("bolivia", "five-card-stud", "settle", pots, rake_threshold="100")
    assert told["rakes"] == [10, 0]
    assert [reason["rule"] for reason in told["reasons"][:2]] == ["rake-each-pot", "rake-below-threshold"]
    below = ask("bolivia", "five-card-stud", "settle", pots, rake_threshold="500")
    assert (below["rake"], below["reasons"][0]["rule"]) == (0, "rake-below-threshold")


def test_bolivia_l1579_a_no_limit_hand_that_ends_on_the_flop_may_pay_commission() -> None:
    pots = {"pots": [200], "winners": [1], "reached": "flop"}
    request = {"rulebook": "bolivia", "game": "texas-holdem", "variant": "sin-limites", "settle": pots}
    rakes = [
        solve({**request, "options": {"flop-commission": choice}}, LIBRARY)["rake"] for choice in ("free", "charged")
    ]
    assert rakes == [0, 10]


def test_bolivia_l1047_omaha_may_charge_a_hand_that_ends_before_the_flop() -> None:
    pots = {"pots": [200], "winners": [1], "reached": "pocket"}
    assert ask("bolivia", "omaha", "settle", pots)["rake"] == 0
    assert ask("bolivia", "omaha", "settle", pots, omaha_commission="every-hand")["rake"] == 10


def test_bolivia_l1441_the_big_blind_is_even_or_the_small_one_rounded_down() -> None:
    table = {"button": 1, "minimum": 25, "smallest_chip": 5}
    with pytest.raises(RequestError, match="whole number of chips"):
        played("bolivia", "texas-holdem", [], **table)
    hand = played("bolivia", "texas-holdem", [], **table, options={"odd_big_blind": "down-to-chip"})
    assert hand["bets"] == {"2": 10, "3": 25}


def test_bolivia_l1432_one_card_each_draws_the_seats() -> None:
    drawn = {"case": "seat-draw", "cards": ["9C", "KD", "9S", "2H"]}
    assert ask("bolivia", "texas-holdem", "decide", drawn)["seats"] == [2, 1, 3, 4]
    assert ask("bolivia", "texas-holdem", "decide", drawn, seat_draw="lowest-first")["seats"] == [2, 4, 3, 1]


def test_bolivia_l1735_omaha_may_have_the_blinds_of_texas() -> None:
    seats = {"case": "positions", "seats": [1, 2, 3, 4], "button": 1}
    assert ask("bolivia", "omaha", "decide", seats)["blind_seat"] == 2
    two = ask("bolivia", "omaha", "decide", seats, omaha_blinds="two-before")
    assert (two["small_blind_seat"], two["big_blind_seat"], two["first_to_act"]) == (2, 3, 4)
    steps = {"case": "procedure", "steps": ["post-blinds", "deal-pocket"]}
    assert ask("bolivia", "omaha", "decide", steps)["order"] == ["deal-pocket", "post-blinds"]
    assert ask("bolivia", "omaha", "decide", steps, omaha_blinds="two-before")["order"] == [
        "post-blinds",
        "deal-pocket",
    ]


CARDS = {
    "1": ["2C", "9D", "TD", "JD", "3S"],
    "2": ["2S", "AC", "KD", "8S", "4S"],
    "3": ["2D", "3H", "3C", "5S", "6S"],
    "4": ["2H", "7H", "8H", "QC", "6C"],
}


def test_bolivia_l1294_straights_and_flushes_of_three_may_count_in_sight() -> None:
    up = {seat: own[1:4] for seat, own in CARDS.items()}
    assert ask("bolivia", "five-card-stud", "decide", {"case": "opener", "up": up})["opener"] == 3
    counted = {"case": "opener", "up": up}
    assert ask("bolivia", "five-card-stud", "decide", counted, sight_combinations="count")["opener"] == 1


def test_bolivia_l1298_the_best_hand_in_sight_may_win_when_all_check() -> None:
    acts = ["call", "call", "call", "check", *["check"] * 12]
    told = {"button": 4, "cards": CARDS, "minimum": 10}
    shown = played("bolivia", "five-card-stud", acts, **told)
    assert (shown["phase"], shown["dealer_does"][0]) == ("showdown", "ask-to-show")
    best = played("bolivia", "five-card-stud", acts, **told, options={"nobody_pays_to_see": "best-in-sight"})
    assert (best["winner"], "ask-to-show" in best["dealer_does"]) == (3, False)


def test_bolivia_l1280_the_opener_may_pass_over_the_blind_and_it_comes_back_to_him() -> None:
    told = {"button": 4, "cards": CARDS, "minimum": 10}  # seat 1 is the blind, seat 2 has the ace
    free = {**told, "options": {"round_1_check": "may-check"}}
    assert "check" not in played("bolivia", "five-card-stud", [], **told)["acts"]
    assert "check" in played("bolivia", "five-card-stud", [], **free)["acts"]
    assert "check" not in played("bolivia", "five-card-stud", ["check"], **free)["acts"]
    back = played("bolivia", "five-card-stud", ["check", "call", "call", "check"], **free)
    assert (back["next_to_act"], back["to_call"], back["acts"]) == (2, 10, ["fold", "call"])
    raised = played("bolivia", "five-card-stud", ["check", ("raise", 30), "call", "call"], **free)
    assert (raised["next_to_act"], raised["to_call"]) == (2, 30)
    done = played("bolivia", "five-card-stud", ["check", "call", "call", "check", "call"], **free)
    assert (done["phase"], done["pot"]) == ("round-over", 40)


def test_bolivia_l1679_the_opener_may_be_held_for_the_whole_round() -> None:
    cards = {
        "1": ["2C", "KD", "4D", "AD"],
        "2": ["3C", "QD", "8C", "9C"],
        "3": ["5C", "JD", "6H", "7H"],
        "4": ["6C", "TD", "9S", "2S"],
    }
    acts = [("bet", 10), "call", "call", "call", "check", ("bet", 10), "call", "call"]
    held = {"cards": cards, "minimum": 10}
    assert "fold" in played("bolivia", "seven-card-stud", acts, **held)["acts"]
    whole = played("bolivia", "seven-card-stud", acts, **held, options={"opener_abandons": "whole-round"})
    assert (whole["next_to_act"], whole["acts"][0]) == (1, "call")


@pytest.mark.parametrize(("book", "minimum"), [("bolivia", 10), ("puerto-rico", 10)])
def test_the_odd_chip_of_stud_may_go_to_the_dealers_right(book: str, minimum: int) -> None:
    end = {"pots": [205], "winners": [2, 5], "smallest_chip": 5, "rake_percent": 5}
    first = ask(book, "seven-card-stud", "settle", {**end, "minimum": minimum})["pots"][0]
    last = ask(book, "seven-card-stud", "settle", {**end, "minimum": minimum}, odd_chip="last-seat")["pots"][0]
    assert (first["odd_chip_to"], last["odd_chip_to"]) == ([2], [5])


def test_baleares_12_v_equal_pairs_may_split() -> None:
    hands = {"1": ["JS", "9D"], "2": ["TS", "9C"]}
    aces = {"case": "showdown", "board": ["AS", "AD", "KC", "QH", "8D"], "hands": hands}
    assert ask("baleares", "synthetic-poker", "decide", aces)["winners"] == [1]
    assert ask("baleares", "synthetic-poker", "decide", aces, pair_tie="split")["winners"] == [1, 2]


def test_baleares_12_v_three_raises_an_interval_if_the_house_says_so() -> None:
    acts = [("bet", 10), ("raise", 20), ("raise", 30), ("raise", 40)]
    table = {"button": 1, "minimum": 5}
    assert "raise" in played("baleares", "synthetic-poker", acts, **table)["acts"]
    capped = played("baleares", "synthetic-poker", acts, **table, options={"raise_limit": "three"})
    assert capped["no_raise"] == "cap"


def test_baleares_l1519_after_a_round_without_a_bet_the_mano_opens_or_who_opened_before() -> None:
    acts = ["check", ("bet", 10), "call", "call", "call", *["check"] * 5]
    table = {"button": 2, "minimum": 5}
    mano = played("baleares", "synthetic-poker", acts, **table)
    same = played("baleares", "synthetic-poker", acts, **table, options={"all_passed": "same-opener"})
    assert (mano["street"], mano["next_to_act"], same["next_to_act"]) == ("third", 3, 4)


def test_bolivia_l1463_a_limit_bet_may_be_a_least_only() -> None:
    bet = {"case": "act", "act": "bet", "street": "flop", "amount": 60, "minimum": 20}
    assert ask("bolivia", "texas-holdem", "limit", bet)["allowed"] is False
    assert ask("bolivia", "texas-holdem", "limit", bet, limit_size="at-least")["allowed"] is True

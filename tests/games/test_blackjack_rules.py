"""Single rules, named after the articles they stand in, and the house options that change them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.equipment.cards import DECK, Card, parse_cards
from trainer.games.blackjack.dealer import DealerHand
from trainer.games.blackjack.game import GAME, check
from trainer.games.blackjack.hands import Hand, is_blackjack, points
from trainer.games.blackjack.round import open_round
from trainer.games.blackjack.step_effects import perform
from trainer.games.blackjack.steps import next_step
from trainer.games.blackjack.table import Do, Phase, PlaceBets, Table, open_table
from trainer.games.blackjack.verdict import verdict
from trainer.games.core import Outcome, RequestError
from trainer.games.example_requests import examples_of
from trainer.games.round import Act
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import GameRules, RulebookError, shipped_library

LIBRARY = shipped_library()
BOOKS = ("arica", "baleares", "bolivia", "coquimbo", "puerto-rico")
GAMES = [(book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book) if game in GAME.ids]


def ask(rulebook: str, kind: str, body: dict[str, Any], game: str = "blackjack", **options: str) -> dict[str, Any]:
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return solve({"rulebook": rulebook, "game": game, "options": chosen, kind: body}, LIBRARY)


def settled(rulebook: str, player: str, dealer: str, stake: Any = 20, **rest: Any) -> dict[str, Any]:
    options = rest.pop("options", {})
    body = {"player": player.split(), "dealer": dealer.split(), "bets": [{"bet": "main", "stake": stake}], **rest}
    answer = ask(rulebook, "settle", body, **options)
    return answer["bets"][0]


# ── rule data ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_the_engine_can_use_every_variant_and_every_option(rulebook: str, game: str) -> None:
    base = load_rules(LIBRARY, rulebook, game)
    for variant in base.variants or [""]:
        assert list(check(load_rules(LIBRARY, rulebook, game, variant))) == []
    for option, entry in base.options.items():
        for choice in entry.choices:
            assert list(check(load_rules(LIBRARY, rulebook, game, "", {option: choice}))) == [], (option, choice)


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_every_choice_of_an_option_changes_the_rules(rulebook: str, game: str) -> None:
    """An option that changes nothing would be a promise the engine does not keep."""
    base = load_rules(LIBRARY, rulebook, game)
    for option, entry in base.options.items():
        for choice in entry.choices:
            if choice != entry.default:
                assert load_rules(LIBRARY, rulebook, game, "", {option: choice}).digest != base.digest, (option, choice)


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_every_example_of_the_schema_can_be_answered_somewhere(rulebook: str, game: str) -> None:
    for kind, examples in examples_of(GAME).items():
        for example in examples:
            try:
                assert solve({"rulebook": rulebook, "game": game, kind: example}, LIBRARY)["reasons"] is not None
            except RequestError as error:
                assert error.problem


# ── naturals ─────────────────────────────────────────────────────────────────────────────────────────────────────────

ACES = [Card("A", suit) for suit in "SH"]
TENS = [Card(rank, "D") for rank in "TJQK"]
TWO_CARDS = [
    (one, two) for one in (*ACES, *TENS, Card("9", "C"), Card("5", "H")) for two in (*ACES, *TENS, Card("6", "C"))
]


@pytest.mark.parametrize("rulebook", BOOKS)
def test_every_two_card_natural_case(rulebook: str) -> None:
    """Blackjack against blackjack pushes, beats everything else at 3 to 2, and a dealer's blackjack takes the rest."""
    rules = load_rules(LIBRARY, rulebook, "blackjack", "", {"promotional-prizes": "off"} if rulebook == "arica" else {})
    for player, dealer in product(TWO_CARDS, TWO_CARDS):
        found = verdict(rules, Hand(player), DealerHand(tuple(dealer), True))
        mine, his = is_blackjack(player), is_blackjack(dealer)
        if mine:
            assert found.outcome is (Outcome.PUSH if his else Outcome.WIN)
            assert found.row == ("" if his else "blackjack")
        elif his:
            assert found.outcome is Outcome.LOSE
        assert (found.row == "blackjack") == (mine and not his)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_blackjack_waits_only_where_the_dealer_may_still_tie(rulebook: str) -> None:
    for card in "23456789TJQKA":
        result = settled(rulebook, "AH QD", f"{card}S")
        waits = rulebook == "baleares" or card in "TJQKA"
        assert result["result"] == ("stand" if waits else "win")


def test_bolivia_637_and_638_a_blackjack_against_the_croupiers_is_a_push_or_collected() -> None:
    assert settled("bolivia", "AH QD", "AS KS")["result"] == "push"
    assert settled("bolivia", "AH QD", "AS KS", options={"blackjack-tie": "collected"})["result"] == "lose"


def test_bolivia_445_the_first_card_is_burned_also_with_a_machine() -> None:
    machine = ask("bolivia", "decide", {"case": "shoe"}, shuffling_machine="continuous")
    assert (machine["burn"], machine["continuous"]) == (1, True)
    assert "behind_cut_card_minimum" not in machine


def test_bolivia_473_waits_only_against_an_ace_by_house_option() -> None:
    assert settled("bolivia", "AH QD", "KS")["result"] == "stand"
    assert settled("bolivia", "AH QD", "KS", options={"natural-wait": "ace-only"})["pays"] == 30


@pytest.mark.parametrize("rulebook", BOOKS)
def test_two_card_21_after_a_split_is_no_blackjack(rulebook: str) -> None:
    body = {
        "hands": [{"cards": ["AH", "KD"], "from_split": True}, {"cards": ["AC", "5D"], "from_split": True}],
        "dealer": ["TS", "8C"],
        "bets": [{"bet": "main", "stake": 20, "hand": 1}, {"bet": "split", "stake": 20, "hand": 2}],
    }
    first, second = ask(rulebook, "settle", body)["bets"]
    assert (first["pays"], second["result"]) == (20, "lose")


@pytest.mark.parametrize("rulebook", ("arica", "bolivia", "coquimbo"))
def test_dealer_21_of_three_cards_does_not_stop_a_blackjack(rulebook: str) -> None:
    assert settled(rulebook, "AH KD", "TS 5C 6D")["pays"] == 30
    assert settled(rulebook, "AH KD", "TS 5C 6D", options={"dealer-21": "push"})["result"] == "push"


@pytest.mark.parametrize("rulebook", ("arica", "baleares", "bolivia", "coquimbo"))
def test_a_dealers_blackjack_against_21_is_a_house_option(rulebook: str) -> None:
    assert settled(rulebook, "7H 7D 7S", "KS AD")["result"] == "lose"
    assert settled(rulebook, "7H 7D 7S", "KS AD", options={"blackjack-beats-21": "no"})["result"] == "push"


@pytest.mark.parametrize(
    ("rulebook", "option", "choice"),
    [
        ("arica", "no-hole-card-loss", "original-only"),
        ("baleares", "lose-all-to-bj", "original-stake-only"),
        ("puerto-rico", "natural-takes", "original-only"),
    ],
)
def test_only_the_original_bet_is_lost_to_a_blackjack_by_house_option(rulebook: str, option: str, choice: str) -> None:
    body = {
        "player": ["6H", "5D", "9C"],
        "dealer": ["KS", "AC"],
        "bets": [{"bet": "main", "stake": 30}, {"bet": "double", "stake": 30}],
    }
    main, double = ask(rulebook, "settle", body)["bets"]
    assert (main["result"], double["result"]) == ("lose", "lose")
    main, double = ask(rulebook, "settle", body, **{option: choice})["bets"]
    assert (main["result"], double["result"], double["returned"]) == ("lose", "push", 30)


def test_baleares_356_blackjack_against_blackjack_always_paid_to_the_letter() -> None:
    assert settled("baleares", "AH KD", "AS QC", options={"bj-v-bj": "paid"})["pays"] == 30


# ── even money, insurance, surrender ─────────────────────────────────────────────────────────────────────────────────


def test_even_money_is_offered_everywhere_but_in_puerto_rico() -> None:
    for rulebook in BOOKS:
        offers = ask(rulebook, "decide", {"case": "offers", "player": ["AH", "KD"], "dealer": ["AS"]})
        assert offers["offer_even_money"] is (rulebook != "puerto-rico")
        assert offers["offer_insurance"] is True


def test_the_offers_against_an_ace_are_made_in_the_order_of_the_house() -> None:
    seen = {"case": "offers", "player": ["AH", "KD"], "dealer": ["AS"]}
    assert ask("arica", "decide", seen)["offer_order"] == ["even-money", "insurance", "surrender"]
    turned = ask("coquimbo", "decide", seen, **{"ace-offers-order": "insurance-first"})
    assert turned["offer_order"] == ["insurance", "even-money"]


def test_a_blackjack_is_not_doubled_by_the_article_that_says_so() -> None:
    for rulebook, cite in (("arica", "III.1.5.1 L610, L698"), ("coquimbo", "I.1.5.1 L282")):
        asked = {"case": "player-draw", "player": ["AS", "KH"], "dealer": ["5D"]}
        reasons = ask(rulebook, "decide", asked)["reasons"]
        assert [each["cite"] for each in reasons if each["rule"] == "no-double-on-blackjack"] == [cite]


def test_whether_a_double_may_pass_the_maximum_cites_what_says_so() -> None:
    """Arica says it (L696); where the text only speaks of a maximum the house chooses, and the trade lets it pass."""
    bets = [{"bet": "main", "stake": 20}, {"bet": "double", "stake": 20}]
    body = {"case": "double", "player": ["6H", "5D"], "bets": bets, "maximum": 30}
    found: dict[str, list[tuple[bool, str]]] = {}
    for rulebook in ("arica", "baleares", "bolivia", "coquimbo", "puerto-rico"):
        choices: list[dict[str, str]] = [{}] if rulebook == "arica" else [{}, {"max_applies_to": "every-bet"}]
        answers = [ask(rulebook, "limit", body, **options) for options in choices]
        found[rulebook] = [(answer["allowed"], answer["reasons"][-1]["cite"]) for answer in answers]
    assert found == {
        "arica": [(True, "III.1.5.1 L696")],
        "baleares": [(True, "house standard"), (False, "03.V.2 L394-396")],
        "bolivia": [(True, "house standard"), (False, "1.2.1.1 L289")],
        "coquimbo": [(True, "house standard"), (False, "house standard")],
        "puerto-rico": [(True, "house standard"), (False, "4.3 L331")],
    }


def test_a_blackjack_that_is_paid_at_once_is_not_asked_whether_it_surrenders() -> None:
    seen = {"case": "offers", "player": ["AH", "KD"], "dealer": ["5S"]}
    for rulebook in ("coquimbo", "bolivia"):
        answer = ask(rulebook, "decide", seen)
        assert (answer["pay_now"], answer["offer_surrender"]) == (True, False), rulebook


def test_coquimbo_l290_surrender_is_asked_in_a_players_turn_when_a_blackjack_before_him_is_paid() -> None:
    steps = {"case": "procedure", "steps": ["ask-hands", "surrender", "pay-blackjack", "perfect-pairs"]}
    order = ["perfect-pairs", "pay-blackjack", "surrender", "ask-hands"]
    assert ask("coquimbo", "decide", steps)["order"] == order
    places = [{"seat": 1, "stakes": [2000]}, {"seat": 2, "stakes": [2000]}]
    seen = {"case": "next-act", "places": places, "cards": ["AS", "TH", "9D", "KC", "6D"]}
    assert ask("coquimbo", "decide", seen)["act"] == "pay-blackjack"


def test_baleares_l392_limits_are_changed_as_at_roulette() -> None:
    """It was said that the regulation says nothing of it."""
    answer = ask("baleares", "decide", {"case": "limit-change", "changes": [{"type": "raise"}, {"type": "lower"}]})
    assert (answer["allowed"], answer["last_rounds_announced"]) == ([True, True], 3)
    assert answer["reasons"][0]["cite"] == "01.IV.2, 03.V.2 L176-178, L392"


def test_arica_1_8_5_insurance_against_a_ten_pays_five_to_one() -> None:
    body = {
        "player": ["TH", "9D"],
        "dealer": ["KS", "AC"],
        "bets": [{"bet": "main", "stake": 4000}, {"bet": "insurance-ten", "stake": 2000}],
    }
    assert ask("arica", "settle", body)["bets"][1]["pays"] == 10000
    with pytest.raises(RequestError, match="not a bet of this table"):
        ask("coquimbo", "settle", body)
    limit = {"case": "insurance", "dealer": ["KS"], "bets": body["bets"], "minimum": 2000}
    answer = ask("arica", "limit", limit)
    assert (answer["allowed"], answer["minimum"], answer["maximum"]) == (True, 1000, 2000)
    assert ask("arica", "limit", limit, insurance_ten_stake="half-minimum")["allowed"] is False


@pytest.mark.parametrize("rulebook", BOOKS)
def test_surrender_against_each_card(rulebook: str) -> None:
    for card in "23456789TA":
        answer = ask(rulebook, "limit", {"case": "surrender", "player": ["TH", "6D"], "dealer": [f"{card}S"]})
        wanted = {"arica": card == "A", "puerto-rico": False}.get(rulebook, card != "A")
        assert answer["allowed"] is wanted, card


def test_puerto_rico_4_11_d_surrender_where_announced() -> None:
    question = {"case": "surrender", "player": ["TH", "6D"], "dealer": ["TS"]}
    assert ask("puerto-rico", "limit", question, surrender="yes")["allowed"] is True
    assert ask("puerto-rico", "limit", question | {"dealer": ["AS"]}, surrender="yes")["allowed"] is False
    assert ask("puerto-rico", "limit", question | {"third_card_given": True}, surrender="yes")["allowed"] is False


def test_coquimbo_290_surrender_is_asked_at_the_players_own_turn() -> None:
    late = {"case": "surrender", "player": ["TH", "6D"], "dealer": ["TS"], "third_card_given": True}
    assert ask("coquimbo", "limit", late)["allowed"] is True
    assert ask("bolivia", "limit", late)["allowed"] is False


def test_a_surrender_that_is_not_allowed_cannot_be_settled() -> None:
    with pytest.raises(RequestError, match="surrender is not allowed"):
        settled("coquimbo", "TH 6D", "AS", choice="surrender")


def test_odd_amounts_follow_the_rounding_of_the_house_and_say_so() -> None:
    """25 at 3 to 2 is 37.50: exact in Puerto Rico, whole pesos at Arica, as the house option says elsewhere."""
    exact = settled("puerto-rico", "AH KD", "9S", 25)
    assert bytes(exact["pays"]) == b"37.50" and not any(reason["rule"] == "rounded" for reason in exact["reasons"])
    down = settled("arica", "AH KD", "9S", 2501)
    assert down["pays"] == 3751
    assert any(reason["rule"] == "rounded" for reason in down["reasons"])
    up = settled("bolivia", "AH KD", "9S", 25, options={"rounding": "up to 1"})
    assert up["pays"] == 38
    half = settled("arica", "TH 6D", "AS", 2501, choice="surrender")
    assert (half["returned"], half["loses"]) == (1250, 1251)


# ── splits and doubles ───────────────────────────────────────────────────────────────────────────────────────────────


def may(rulebook: str, what: str, cards: str, **rest: Any) -> bool:
    options = rest.pop("options", {})
    return bool(ask(rulebook, "limit", {"case": what, "player": cards.split(), **rest}, **options)["allowed"])


@pytest.mark.parametrize("rulebook", BOOKS)
def test_any_two_ten_values_may_be_split(rulebook: str) -> None:
    assert may(rulebook, "split", "KH QD")
    assert not may(rulebook, "split", "KH 9D")


@pytest.mark.parametrize(
    ("rulebook", "most"), [("arica", 4), ("baleares", None), ("bolivia", 4), ("coquimbo", 4), ("puerto-rico", 5)]
)
def test_how_many_hands_a_pair_may_become(rulebook: str, most: int | None) -> None:
    for hands in range(1, 8):
        assert may(rulebook, "split", "8H 8D", hands_now=hands) is (most is None or hands < most)


@pytest.mark.parametrize(
    ("rulebook", "again"),
    [("arica", True), ("baleares", True), ("bolivia", False), ("coquimbo", False), ("puerto-rico", True)],
)
def test_split_aces_take_one_card_and_may_or_may_not_be_split_again(rulebook: str, again: bool) -> None:
    assert may(rulebook, "split", "AH AD", hands_now=2) is again
    answer = ask(rulebook, "decide", {"case": "player-draw", "player": ["AH", "5D"], "from_split": True})
    assert (answer["may_draw"], answer["may_double"]) == (False, False)


TWO_CARD_HANDS = [(one, two) for one in DECK[:13] for two in DECK[:13]]


@pytest.mark.parametrize("rulebook", BOOKS)
def test_which_two_cards_may_be_doubled(rulebook: str) -> None:
    for cards in TWO_CARD_HANDS:
        low = sum(card.pips for card in cards)
        ace = any(card.rank == "A" for card in cards)
        natural = is_blackjack(cards)
        wanted = {
            "arica": not natural,
            "coquimbo": not natural,
            "baleares": not natural and not all(card.rank == "A" for card in cards),
            "bolivia": 9 <= low <= 11 and not ace,
            "puerto-rico": 9 <= low <= 11 and not natural,
        }[rulebook]
        assert may(rulebook, "double", " ".join(map(str, cards))) is wanted, cards


def test_puerto_rico_4_7_a_split_ten_with_an_ace_may_count_it_as_one() -> None:
    split_ten = {"case": "player-draw", "player": ["TH", "AD"], "from_split": True}
    answer = ask("puerto-rico", "decide", split_ten)
    assert (answer["may_draw"], answer["may_double"]) == (True, True)
    assert ask("bolivia", "decide", split_ten)["may_draw"] is False


def test_puerto_rico_4_11_a_the_double_card_is_dealt_face_down() -> None:
    bets = [{"bet": "main", "stake": 20}, {"bet": "double", "stake": 20}]
    body = {"case": "double", "player": ["6H", "5D"], "bets": bets, "maximum": 30}
    assert ask("puerto-rico", "limit", body)["card"] == "face-down"
    assert ask("puerto-rico", "limit", body)["allowed"] is True
    assert ask("puerto-rico", "limit", body, max_applies_to="every-bet")["allowed"] is False
    assert ask("arica", "limit", body)["card"] == "face-up"


def test_arica_542_scale_of_a_player_on_several_places() -> None:
    stakes = [2000, 6000, 14000, 100000]
    body = {"case": "places", "stakes": stakes, "maximum": 100000}
    assert ask("arica", "limit", body)["allowed"] is True
    assert ask("arica", "limit", body | {"stakes": [2000, 5000]})["allowed"] is False
    assert ask("arica", "limit", body | {"stakes": [2000, 8000]})["allowed"] is True
    assert ask("arica", "limit", body | {"stakes": [2000, 8000]}, multi_spot="exact")["allowed"] is False
    assert ask("arica", "limit", body | {"stakes": [*stakes, 1]})["allowed"] is False


# ── promotions ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("AS JS", 8000),
        ("AH JS", 3000),
        ("7H 7H 7H", 14000),
        ("8C 6C 7C", 10000),
        ("2S 2H 2D 3C 3D 4H 5S", 2000),
        ("7H 7H 7D", 2000),
    ],
)
def test_arica_1_8_promotional_prizes(cards: str, pays: int) -> None:
    """Each prize replaces the normal payment and is paid whatever the dealer has; 2,000 staked."""
    assert settled("arica", cards, "TS 8D", 2000)["pays"] == pays
    if pays not in (3000, 2000):
        assert settled("arica", cards, "AD KD", 2000)["pays"] == pays
        added = settled("arica", cards, "TS 8D", 2000, options={"promotional-prizes": "added"})
        assert added["pays"] == pays + (3000 if cards == "AS JS" else 2000)


# ── limits and moments ───────────────────────────────────────────────────────────────────────────────────────────────


def test_arica_4_2_a_bet_over_the_maximum_plays_up_to_it() -> None:
    won = settled("arica", "TH QD", "TS 7D", 120000, maximum=100000)
    assert (won["pays"], won["returned"], won["excess_returned"]) == (100000, 120000, 20000)
    lost = settled("arica", "TH 6D", "TS 7D", 120000, maximum=100000)
    assert (lost["loses"], lost["returned"]) == (100000, 20000)


def test_puerto_rico_4_9_the_joker_ends_the_pack_after_the_hands_in_play() -> None:
    answer = ask("puerto-rico", "decide", {"case": "end-of-round"})
    assert (answer["act"], answer["approval"], answer["extra_rounds"]) == ("finish-round", "supervisor", 0)
    assert ask("arica", "decide", {"case": "end-of-round", "mid_round": False})["act"] == "shuffle"
    assert ask("arica", "decide", {"case": "end-of-round", "cut_card_out": False})["act"] == "next-round"


def test_lucky_lucky_2320_best_prize_within_three_table_maxima() -> None:
    question = {"case": "side-bet", "bet": "lucky-lucky", "main": 100, "maximum": 1000}
    assert ask("puerto-rico", "limit", question)["maximum"] == 15
    assert ask("puerto-rico", "limit", question | {"maximum": 60, "main": 50})["maximum"] == 0


def test_bolivia_467_each_dealer_hand_with_a_first_card_of_its_own_by_house_option() -> None:
    body = {
        "player": ["TC", "9D"],
        "base_card": "7S",
        "rounds": [["TH"], ["8D", "9C"], ["TH", "KD"]],
        "bets": [{"bet": "main", "on": on, "stake": 10} for on in (1, 2, 3)],
    }
    answer = ask("bolivia", "settle", body, "challenge-21", base_card="own")
    assert answer["dealer_totals"] == [17, 17, 20]


def test_coquimbo_413_canal_21_kept_lets_a_card_on_soft_17_play() -> None:
    event = {"case": "irregularity", "event": "dealer-overdraw", "dealer": ["AS", "6D"], "extra_card": "4C"}
    assert ask("coquimbo", "decide", event)["card"] == "burn"
    assert ask("coquimbo", "decide", event, canal_21="kept")["card"] == "plays"
    assert ask("arica", "decide", event)["card"] == "plays"


def test_an_overdrawn_dealer_is_no_round_that_can_be_settled() -> None:
    with pytest.raises(RequestError, match="does not draw on 17"):
        settled("coquimbo", "TH QD", "TS 7D 4C")


# ── the round as a machine ───────────────────────────────────────────────────────────────────────────────────────────


def table_of(
    rulebook: str, stakes: dict[int, int], cards: str, game: str = "blackjack", **options: str
) -> tuple[GameRules, Table]:
    """A table after the deal, with the cards in the order they came out of the shoe."""
    rules = load_rules(LIBRARY, rulebook, game, "", {key.replace("_", "-"): value for key, value in options.items()})
    table = open_table(rules, [PlaceBets(seat, (Fraction(stake),)) for seat, stake in stakes.items()])
    shoe = list(parse_cards(cards))
    while shoe or next_step(rules, table).do is Do.CLOSE_BETS:
        step = next_step(rules, table)
        table = perform(rules, table, card=shoe.pop(0) if step.takes_card() else None, step=step)
    return rules, table


def doing(rules: GameRules, table: Table) -> tuple[str, int | None]:
    step = next_step(rules, table)
    return step.do.value, step.seat


def test_offers_against_an_ace_come_in_the_rulebooks_order() -> None:
    rules, table = table_of("arica", {1: 2000, 2: 2000}, "AH 5C AS KD 6C")
    acts = []
    for answer in ("wait", "decline", "decline", "", "play"):
        step = next_step(rules, table)
        acts.append((step.do.value, step.seat))
        table = perform(rules, table, answer, step=step)
    assert acts == [
        ("offer-even-money", 1),
        ("offer-insurance", 1),
        ("offer-insurance", 2),
        ("close-insurance", None),
        ("ask-surrender", 2),
    ]
    assert doing(rules, table) == ("ask", 2)


def test_a_blackjack_is_paid_when_its_turn_comes_and_its_cards_go() -> None:
    rules, table = table_of("coquimbo", {1: 2000, 2: 2000}, "5H AC 6S 6D KC")
    assert doing(rules, table) == ("ask", 1)
    table = perform(rules, table, "stand")
    assert doing(rules, table) == ("pay-blackjack", 2)
    table = perform(rules, table)
    assert table.results[0].pays == 3000 and (2, 1) in table.gone
    assert doing(rules, table) == ("draw", None)


def test_a_bust_is_collected_before_the_next_hand_is_asked() -> None:
    rules, table = table_of("bolivia", {1: 50, 2: 50}, "TH 5C 6S 6D KC")
    table = perform(rules, table, "play")
    table = perform(rules, table, "play")
    table = perform(rules, table, "draw", Card("K", "D"))
    assert doing(rules, table) == ("collect-bust", 1)
    assert doing(rules, perform(rules, table)) == ("ask", 2)


def test_split_eights_are_dealt_and_asked_one_hand_at_a_time() -> None:
    rules, table = table_of("puerto-rico", {4: 25}, "8H 6S 8D")
    table = perform(rules, table, "split")
    assert [hand.cards for hand in table.hands] == [parse_cards("8H"), parse_cards("8D")]
    step = next_step(rules, table)
    assert (step.do, step.hand) == (Do.DEAL, 1)
    table = perform(rules, table, card=Card("3", "C"))
    assert set(next_step(rules, table).answers) == {"stand", "draw", "double"}
    table = perform(rules, table, "double", Card("T", "C"))
    step = next_step(rules, table)
    assert (step.do, step.hand) == (Do.DEAL, 2)


def test_an_answer_that_is_not_legal_is_refused_with_those_that_are() -> None:
    rules, table = table_of("bolivia", {1: 50}, "TH 6S 6D")
    table = perform(rules, table, "play")
    with pytest.raises(RequestError, match="stand, draw"):
        perform(rules, table, "double", Card("2", "C"))
    with pytest.raises(RequestError, match="card"):
        perform(rules, table, "draw")


def test_a_dealer_with_a_reader_ends_the_round_before_the_players_act() -> None:
    rules, table = table_of("puerto-rico", {1: 25}, "TH AS 6D KC", hole_card="face-down", peek="with-scanner")
    table = perform(rules, table, "decline")
    table = perform(rules, table)
    assert doing(rules, table) == ("look", None)
    table = perform(rules, table)
    assert doing(rules, table) == ("show-hole", None)


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=12))
def test_points_are_the_best_count_that_does_not_pass_21(cards: list[Card]) -> None:
    total, soft = points(cards)
    low = sum(card.pips for card in cards)
    assert total in (low, low + 10) and (total > 21) == (low > 21)
    assert soft == (total == low + 10) and (not soft or any(card.rank == "A" for card in cards))
    if any(card.rank == "A" for card in cards) and low + 10 <= 21:
        assert total == low + 10


@given(
    st.sampled_from(BOOKS),
    st.lists(st.sampled_from(DECK), min_size=2, max_size=5),
    st.lists(st.sampled_from(DECK), min_size=2, max_size=5),
    st.integers(min_value=1, max_value=100_000),
)
def test_a_stake_is_always_accounted_for(rulebook: str, player: list[Card], dealer: list[Card], stake: int) -> None:
    body = {
        "player": [str(card) for card in player],
        "dealer": [str(dealer[0])],
        "next_cards": [str(card) for card in dealer[1:]],
        "bets": [{"bet": "main", "stake": stake}],
    }
    try:
        result = ask(rulebook, "settle", body)["bets"][0]
    except RequestError as error:  # a card on 21, or more of a card than the shoe has
        assert any(said in error.problem for said in ("cannot have been", "decks"))
        return
    assert result["loses"] + result["returned"] + result.get("stays", 0) == stake


def test_next_act_replays_cards_and_answers() -> None:
    """Seat 3 splits its eights: the first of them gets its second card next."""
    places = [{"seat": 1, "stakes": [20]}, {"seat": 3, "stakes": [10]}]
    cards = ["KS", "8H", "6D", "9C", "8D"]
    body = {"case": "next-act", "places": places, "cards": cards, "answers": ["stand", "split"]}
    answer = ask("puerto-rico", "decide", body)
    assert (answer["act"], answer["seat"], answer["hand"]) == ("deal", 3, 1)
    with pytest.raises(RequestError, match="nothing is asked"):
        ask("puerto-rico", "decide", body | {"answers": ["stand", "split", "draw"]})


@pytest.mark.parametrize("variant", ["lucky-lucky", "kings-bounty", "royal-match", "bet-the-set"])
def test_the_bonus_tables_are_dealt_from_six_or_eight_decks(variant: str) -> None:
    """Puerto Rico L2318, L2386, L2410, L2432."""
    rules = load_rules(shipped_library(), "puerto-rico", "blackjack", variant)
    assert set(rules.options["decks"].choices) == {"6", "8"}
    with pytest.raises(RulebookError):
        load_rules(shipped_library(), "puerto-rico", "blackjack", variant, {"decks": "2"})


@pytest.mark.parametrize("steps", ["players dealer players", "dealer players players", "players players dealer"])
def test_the_live_round_deals_in_the_order_of_the_rulebook(steps: str) -> None:
    """The judged round and the lawful steps name the same receiver of every card of the deal."""
    rules = load_rules(LIBRARY, "arica", "blackjack")
    order = msgspec.structs.replace(rules.orders["deal"], steps=[[step] for step in steps.split()])
    rules = msgspec.structs.replace(rules, orders={**rules.orders, "deal": order})
    judged, felt = open_round(rules), open_table(rules, [PlaceBets(seat, (Fraction(5000),)) for seat in (1, 3)])
    state = judged.start({}, ())
    for seat in (1, 3):
        state = judged.perform(state, Act("bets", "player", seat, bet="main", amount=5000))
    state = judged.perform(state, Act("close", facts={"say": True}))
    felt = perform(rules, felt)
    for card in parse_cards("2C 3C 4C 5C 6C"):
        step = next_step(rules, felt)
        [due] = [act for each in judged.due(state) for act in each.acts if act.do == "deal"]
        assert due.topic == (step.seat or "dealer")
        felt = perform(rules, felt, card=card, step=step)
        state = judged.perform(state, Act("deal", topic=due.topic, facts={"card": str(card), "face": "up"}))
    assert not state.dealing and next_step(rules, felt).phase is not Phase.DEAL

"""Every row of every pay table, settled; each test is named after its section."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.loops import loop_over
from trainer.equipment.cards import parse_cards
from trainer.games.core import Bet, BetResult, Outcome, Settlement
from trainer.games.house_poker.described_round import HouseRound
from trainer.games.house_poker.settle import settle
from trainer.games.house_poker.triple_described import TripleRound
from trainer.games.house_poker.triple_settle import settle as settle_triple
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library


def rules_of(book: str, game: str) -> GameRules:
    return load_rules(shipped_library(), book, game)


def settled(
    rules: GameRules, stakes: dict[str, int], player: str, dealer: str = "", community: str = "", meter: int = 0
) -> Settlement:
    bets = tuple(Bet(bet=bet, stake=Fraction(stake)) for bet, stake in stakes.items())
    told = HouseRound(
        bets=bets,
        player=parse_cards(player),
        dealer=parse_cards(dealer),
        community=parse_cards(community),
        meter=Fraction(meter) if meter else None,
    )
    return settle(rules, told)


def pays(found: Settlement, bet: str) -> Fraction | int:
    """What a bet brings: its pay, or minus its loss."""
    result: BetResult = next(each for each in found.bets if each.bet.bet == bet)
    return result.pays if result.result is Outcome.WIN else -result.loses


THREE = {
    "straight-flush": "5S 6S 7S",
    "three-of-a-kind": "4H 4S 4D",
    "straight": "AH 2S 3D",
    "flush": "2H 7H 9H",
    "pair": "2D 2C 7D",
    "high-card": "AD 9H 4C",
}
FIVE = {
    "royal-flush": "TS JS QS KS AS",
    "straight-flush": "5H 6H 7H 8H 9H",
    "four-of-a-kind": "6S 6H 6D 6C JS",
    "full-house": "KS KH KD 4C 4D",
    "flush": "2C 7C 9C JC KC",
    "straight": "AD 2C 3H 4S 5D",
    "three-of-a-kind": "9S 9H 9D KC 2S",
    "two-pair": "JD JC 5H 5D 2D",
    "pair": "QD QC 5H 4S 2D",
    "high-card": "AD KC 9H 5S 3D",
}


@pytest.mark.parametrize(
    ("hand", "odds"),
    [("straight-flush", 40), ("three-of-a-kind", 30), ("straight", 6), ("flush", 3), ("pair", 1), ("high-card", -1)],
)
def test_seccion_13_6_pair_plus(hand: str, odds: int) -> None:
    found = settled(
        rules_of("puerto-rico", "three-card-poker"), {"ante": 10, "pair-plus": 10, "play": 10}, THREE[hand], "QC TD 8S"
    )
    assert pays(found, "pair-plus") == 10 * odds


@loop_over(
    ("hand", "bonus"),
    [("straight-flush", 50), ("three-of-a-kind", 40), ("straight", 10), ("flush", 0), ("pair", 0), ("high-card", 0)],
)
@loop_over("dealer", ["QC TD 8S", "JC TD 8S", "KC KD KS"])
def test_seccion_13_6_ante_bonus_whatever_the_dealer_holds(hand: str, bonus: int, dealer: str) -> None:
    found = settled(rules_of("puerto-rico", "three-card-poker"), {"ante": 10, "play": 10}, THREE[hand], dealer)
    assert sum(each["pays"] for each in found.facts.get("bonus", ())) == bonus


@pytest.mark.parametrize(
    ("player", "dealer", "odds"),
    [
        ("TS JS QS", "AS KS 2D", 1000),
        ("5H 6H 7H", "8H 9H KD", 200),
        ("9S 9D 9C", "9H 4D 2S", 100),
        ("KS KD 4C", "KH 4D 7S", 20),
        ("AD 9D 4D", "QD 7D 7C", 15),
        ("5S 6D 9C", "7H 8D KS", 9),
        ("5S 5D 9C", "5H 8D KS", 8),
        ("KS KD 4C", "QH 4D 7S", -1),
        ("KS KD 3C", "QH 4D 7S", -1),
    ],
)
def test_seccion_13_9_six_card_bonus(player: str, dealer: str, odds: int) -> None:
    found = settled(rules_of("puerto-rico", "three-card-poker"), {"six-card-bonus": 2}, player, dealer)
    assert pays(found, "six-card-bonus") == 2 * odds


@pytest.mark.parametrize(
    ("cards", "prize"),
    [
        ("AS KS QS", 4250),
        ("AH KH QH", 500),
        ("7C 8C 9C", 70),
        ("4C 4D 4H", 60),
        ("AC KD QH", 6),
        ("2C 7C 9C", -1),
        ("AC AD 2C", -1),
    ],
)
def test_seccion_13_10_progressive(cards: str, prize: int) -> None:
    found = settled(rules_of("puerto-rico", "three-card-poker"), {"progressive": 1}, cards, meter=4250)
    assert pays(found, "progressive") == prize
    assert found.bets[0].returned == 0  # the acceptor takes the chip


@pytest.mark.parametrize(
    ("hand", "odds"),
    [("high-card", 1), ("pair", 1), ("flush", 4), ("straight", 6), ("three-of-a-kind", 25), ("straight-flush", 40)],
)
def test_seccion_2_3_7_1_5_three_card_bet(hand: str, odds: int) -> None:
    found = settled(rules_of("bolivia", "three-card-poker"), {"ante": 10, "bet": 20}, THREE[hand], "QC TD 8S")
    assert (pays(found, "ante"), pays(found, "bet")) == (10, 20 * odds)


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("pair", 1),
        ("two-pair", 1),
        ("three-of-a-kind", 2),
        ("straight", 3),
        ("flush", 5),
        ("full-house", 7),
        ("four-of-a-kind", 20),
        ("straight-flush", 50),
        ("royal-flush", 100),
    ],
)
def test_seccion_2_3_7_1_1_draw_bet(hand: str, odds: int) -> None:
    found = settled(rules_of("bolivia", "draw-poker"), {"ante": 10, "bet": 20}, FIVE[hand], "8D 8C AH TD 3C")
    assert (pays(found, "ante"), pays(found, "bet")) == (10, 20 * odds)


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("high-card", -1),
        ("pair", 1),
        ("two-pair", 2),
        ("three-of-a-kind", 3),
        ("straight", 5),
        ("flush", 8),
        ("full-house", 11),
        ("four-of-a-kind", 50),
        ("straight-flush", 100),
        ("royal-flush", 200),
    ],
)
def test_seccion_2_3_7_1_4_go_poker(hand: str, odds: int) -> None:
    cards = FIVE[hand].split()
    stakes = dict.fromkeys(("bet-1", "bet-2", "bet-3"), 5)
    found = settled(rules_of("bolivia", "go-poker"), stakes, " ".join(cards[:3]), community=" ".join(cards[3:]))
    assert [pays(found, bet) for bet in stakes] == [5 * odds] * 3


@loop_over("rank", "23456789TJQKA")
def test_seccion_2_3_7_1_4_go_poker_pays_pairs_from_tens_up(rank: str) -> None:
    others = [each for each in "3579J" if each != rank][:3]
    found = settled(
        rules_of("bolivia", "go-poker"),
        dict.fromkeys(("bet-1", "bet-2", "bet-3"), 5),
        f"{rank}H {rank}C {others[0]}D",
        community=f"{others[1]}S {others[2]}D",
    )
    assert pays(found, "bet-3") == (5 if rank in "TJQKA" else -5)


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("royal-flush", 100),
        ("straight-flush", 30),
        ("four-of-a-kind", 15),
        ("full-house", 7),
        ("flush", 5),
        ("straight", 4),
        ("three-of-a-kind", 3),
        ("two-pair", 2),
        ("pair", 1),
        ("high-card", -1),
    ],
)
def test_seccion_14_5_triple_shot_poker(hand: str, odds: int) -> None:
    cards = parse_cards(f"{FIVE[hand]} 8C")
    told = TripleRound(bets=(Bet(bet="poker", stake=Fraction(10)),), cards=cards)
    assert pays(settle_triple(rules_of("puerto-rico", "triple-shot"), told), "poker") == 10 * odds


ULTIMATE = {
    "royal-flush": ("TS JS", "QS KS AS 2D 3C", 50, 500),
    "straight-flush": ("5H 6H", "7H 8H 9H 2D KC", 40, 50),
    "four-of-a-kind": ("6S 6H", "6D 6C JS 2D 3C", 30, 10),
    "full-house": ("KS KH", "KD 4C 4D 2H 7C", 8, 3),
    "flush": ("2C 7C", "9C JC KC 3D 4H", 7, Fraction(3, 2)),
    "straight": ("9D TC", "JH QS 8D 2C 3H", 4, 1),
    "three-of-a-kind": ("9S 9H", "9D KC 2S 4D 7C", 3, 0),
    "two-pair": ("JD JC", "5H 5D 2D 8S 9C", -1, 0),
    "pair": ("QD QC", "5H 4S 2D 8C 9H", -1, 0),
}


@pytest.mark.parametrize("hand", ULTIMATE)
def test_seccion_24_7_trips_and_blind(hand: str) -> None:
    player, board, trips, blind = ULTIMATE[hand]
    stakes = {"ante": 10, "blind": 10, "play": 40, "trips": 10}
    found = settled(rules_of("puerto-rico", "ultimate-texas-holdem"), stakes, player, "3S TH", board)
    assert pays(found, "trips") == 10 * trips
    assert (pays(found, "blind"), pays(found, "play")) == (10 * blind, 40)

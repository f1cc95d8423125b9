"""Random tables of each game keep the books and agree with a second opinion; `benchmarks` plays ten thousand."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.games.house_poker import second_opinion as other
from trainer.equipment.cards import DECK, Card
from trainer.games.core import Bet, Settlement
from trainer.games.house_poker.described_round import HouseRound, SeatHand
from trainer.games.house_poker.settle import settle
from trainer.games.house_poker.triple_described import TripleHand, TripleRound
from trainer.games.house_poker.triple_settle import settle as settle_triple
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

TABLES = 400
Money = Fraction | int
Expected = dict[tuple[int, str], Money]


def rules_of(book: str, game: str) -> GameRules:
    return load_rules(shipped_library(), book, game)


def brings(settled: Settlement) -> Expected:
    """What every bet of every seat brings, once the books are right."""
    for result in settled.bets:
        assert result.loses + result.returned + result.stays == result.bet.stake
        assert result.pays >= 0 and result.reasons
    return {(result.bet.seat or 0, result.bet.bet): result.pays - result.loses for result in settled.bets}


def bets_of(stakes: dict[int, dict[str, int]]) -> tuple[Bet, ...]:
    return tuple(
        Bet(bet=bet, stake=Fraction(stake), seat=seat) for seat, laid in stakes.items() for bet, stake in laid.items()
    )


def three_card(rng: random.Random, rules: GameRules) -> tuple[Settlement, Expected]:
    pack = rng.sample(DECK, 9)
    dealer, hands = tuple(pack[:3]), {1: tuple(pack[3:6]), 2: tuple(pack[6:9])}
    stakes: dict[int, dict[str, int]] = {}
    expected: Expected = {}
    bonus: dict[int, Money] = {}
    folded = {seat for seat in hands if rng.random() < 0.2}
    for seat, cards in hands.items():
        ante = rng.randint(1, 90)
        second, times = ("play", 1) if rules.rulebook == "puerto-rico" else ("bet", 2)
        table = None if times == 1 else other.BOLIVIA_THREE
        first, later = other.three_card_round(cards, dealer, ante, times, table)
        stakes[seat] = {"ante": ante} if seat in folded else {"ante": ante, second: ante * times}
        expected[seat, "ante"] = -ante if seat in folded else first
        if seat not in folded:
            expected[seat, second] = later
        if times == 1:
            name, (_, six) = other.three(cards)[1], other.rank((*cards, *dealer))
            stakes[seat] |= {"pair-plus": ante, "six-card-bonus": 1}
            expected[seat, "pair-plus"] = ante * other.PAIR_PLUS.get(name, -1)
            expected[seat, "six-card-bonus"] = other.SIX_CARD_BONUS.get(six, -1)
            if seat not in folded and name in other.ANTE_BONUS:
                bonus[seat] = ante * other.ANTE_BONUS[name]
    seats = tuple(SeatHand(seat=seat, cards=cards, folded=seat in folded) for seat, cards in hands.items())
    settled = settle(rules, HouseRound(bets=bets_of(stakes), hands=seats, dealer=dealer))
    assert {each["seat"]: each["pays"] for each in settled.facts.get("bonus", ())} == bonus
    return settled, expected


def draw(rng: random.Random, rules: GameRules) -> tuple[Settlement, Expected]:
    pack = rng.sample(DECK, 10)
    player, dealer = tuple(pack[:5]), _better(rng, pack[5:])
    if set(player) & set(dealer):
        dealer = tuple(pack[5:])
    ante = rng.randint(1, 90)
    first, later = other.draw_round(player, dealer, ante)
    told = HouseRound(bets=bets_of({1: {"ante": ante, "bet": 2 * ante}}), player=player, dealer=dealer)
    return settle(rules, told), {(1, "ante"): first, (1, "bet"): later}


def _better(rng: random.Random, cards: list[Card]) -> tuple[Card, ...]:
    """A hand that is often a pair or more."""
    if rng.random() < 0.6:
        suit = rng.choice([each for each in "SHDC" if each != cards[0].suit])
        twin = Card(cards[0].rank, suit)
        if twin not in cards:
            return (cards[0], twin, *cards[2:])
    return tuple(cards)


def go(rng: random.Random, rules: GameRules) -> tuple[Settlement, Expected]:
    pack = rng.sample(DECK, 8)
    community, hands = tuple(pack[:2]), {1: tuple(pack[2:5]), 2: tuple(pack[5:8])}
    stakes: dict[int, dict[str, int]] = {}
    expected: Expected = {}
    for seat, cards in hands.items():
        stake = rng.randint(1, 90)
        left = [bet for bet in ("bet-1", "bet-2") if rng.random() < 0.5]
        stakes[seat] = dict.fromkeys([*left, "bet-3"], stake)
        expected |= {(seat, bet): other.go_bet((*cards, *community), stake) for bet in stakes[seat]}
    seats = tuple(SeatHand(seat=seat, cards=cards) for seat, cards in hands.items())
    return settle(rules, HouseRound(bets=bets_of(stakes), hands=seats, community=community)), expected


def ultimate(rng: random.Random, rules: GameRules) -> tuple[Settlement, Expected]:
    pack = rng.sample(DECK, 9)
    player, dealer, board = tuple(pack[:2]), tuple(pack[2:4]), tuple(pack[4:])
    ante = rng.randint(1, 90)
    play, trips = ante * rng.randint(1, 4), rng.randint(1, ante)
    names = ("ante", "blind", "play", "trips")
    stakes = dict(zip(names, (ante, ante, play, trips), strict=True))
    found = other.ultimate_round(player, dealer, board, ante, play, trips)
    told = HouseRound(bets=bets_of({1: stakes}), player=player, dealer=dealer, community=board)
    return settle(rules, told), {(1, name): value for name, value in zip(names, found, strict=True)}


def triple(rng: random.Random, rules: GameRules) -> tuple[Settlement, Expected]:
    pack = rng.sample(DECK, 16)
    six, rest = tuple(pack[:6]), pack[6:]
    wanted = rng.randint(2, 6)
    natural = other_total(list(six[:2])) == 21
    held = 2 if natural else next((n for n in range(2, wanted) if other_total(list(six[:n])) > 21), wanted)
    dealer = rest[:2]
    while other_total(dealer) < 17:
        dealer.append(rest[len(dealer)])
    stake = rng.randint(1, 90)
    mine, his = six[0].order, dealer[0].order
    total, theirs = other_total(list(six[:held])), other_total(dealer)
    natural, his_natural = held == 2 and total == 21, len(dealer) == 2 and theirs == 21
    if total > 21:
        second: Money = -stake
    elif held == 6:
        second = stake
    elif natural or his_natural:
        second = 0 if natural and his_natural else Fraction(3 * stake, 2) if natural else -stake
    elif theirs > 21 or total > theirs:
        second = stake
    else:
        second = 0 if total == theirs else -stake
    _, name = other.rank(six)
    pairs = [card.order for card in six if sum(card.rank == each.rank for each in six) == 2]
    third = other.TRIPLE_POKER.get(name, 1 if name == "pair" and max(pairs) >= 12 else -1)
    expected: Expected = {
        (1, "war"): stake if mine > his else -stake if mine < his else -Fraction(stake, 2),
        (1, "blackjack"): second,
        (1, "poker"): stake * third,
    }
    bets = bets_of({1: dict.fromkeys(("war", "blackjack", "poker"), stake)})
    hand = TripleHand(seat=1, player=six[:held], cards=six)
    return settle_triple(rules, TripleRound(bets=bets, hands=(hand,), dealer=tuple(dealer))), expected


def other_total(cards: list[Card]) -> int:
    low = sum(1 if card.rank == "A" else min(10, card.order) for card in cards)
    return low + 10 if low <= 11 and any(card.rank == "A" for card in cards) else low


Table = Callable[[random.Random, GameRules], tuple[Settlement, Expected]]
GAMES: list[tuple[str, str, Table]] = [
    ("puerto-rico", "three-card-poker", three_card),
    ("bolivia", "three-card-poker", three_card),
    ("bolivia", "draw-poker", draw),
    ("bolivia", "go-poker", go),
    ("puerto-rico", "ultimate-texas-holdem", ultimate),
    ("puerto-rico", "triple-shot", triple),
]


def check_tables(book: str, game: str, table: Table, count: int) -> None:
    """Play so many tables."""
    rules, rng = rules_of(book, game), random.Random(20)
    for _ in range(count):
        settled, expected = table(rng, rules)
        assert brings(settled) == expected, settled


@pytest.mark.parametrize(("book", "game", "table"), GAMES, ids=[f"{book}-{game}" for book, game, _ in GAMES])
def test_random_tables_agree_with_a_second_opinion(book: str, game: str, table: Table) -> None:
    check_tables(book, game, table, TABLES)

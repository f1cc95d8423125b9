"""Ten thousand random tables of each game: the books are kept, and an oracle that knows none of our code agrees.

The oracle ranks hands with eval7 and pays from the literal tables below; only cards and stakes are shared.
"""

from __future__ import annotations

import random
import warnings
from fractions import Fraction
from typing import Any

import pytest

from trainer.equipment.cards import DECK, Card
from trainer.games.core import Bet, Outcome, Settlement
from trainer.games.house_poker.described_round import HouseRound, SeatHand
from trainer.games.house_poker.settle import settle
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of a parser it loads
    import eval7

LIBRARY = shipped_library()
NAMES = (
    "High Card",
    "Pair",
    "Two Pair",
    "Trips",
    "Straight",
    "Flush",
    "Full House",
    "Quads",
    "Straight Flush",
    "Royal",
)
TABLES = {
    "arica": dict(zip(NAMES, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True)),
    "puerto-rico": dict(zip(NAMES, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True)),
    "baleares": dict(zip(NAMES, (1, 1, 2, 3, 4, 5, 7, 20, 25, 100), strict=True)),
    "bolivia": dict(zip(NAMES, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True)),
}
INSURANCE = {"Full House": 100, "Quads": 300, "Straight Flush": 1000, "Royal": 2000}
RIDES = {
    "puerto-rico": ("TJQKA", (1, 2, 3, 5, 8, 11, 50, 200, 1000)),
    "baleares": ("JQKA", (1, 2, 3, 5, 8, 11, 50, 200, 500)),
}
TIMES = 1_000  # `benchmarks` plays ten thousand tables of each game


def named(cards: tuple[Card, ...]) -> tuple[int, str]:
    """Value and name of five cards by eval7."""
    value = eval7.evaluate([eval7.Card(card.rank + card.suit.lower()) for card in cards])
    name = str(eval7.handtype(value))
    ranks = {card.rank for card in cards}
    return value, "Royal" if name == "Straight Flush" and ranks >= {"A", "K"} else name


def books_are_kept(answer: Settlement) -> None:
    for result in answer.bets:
        assert result.loses + result.returned + result.stays == result.bet.stake
        assert result.pays >= 0 and (result.pays == 0 or result.result is Outcome.WIN)


def check_caribbean_stud(book: str, times: int) -> None:
    rules, rng = load_rules(LIBRARY, book, "caribbean-stud"), random.Random(book)
    for _ in range(times):
        cards = rng.sample(DECK, 25)
        dealer, seats = tuple(cards[:5]), rng.sample(range(1, 7), rng.randint(1, 4))
        bets: list[Bet] = []
        hands: list[SeatHand] = []
        wanted: list[tuple[Fraction, Fraction]] = []
        dealer_value, dealer_name = named(dealer)
        opens = dealer_name != "High Card" or {card.rank for card in dealer} >= {"A", "K"}
        for place, seat in enumerate(seats, start=1):
            own = tuple(cards[5 * place : 5 * place + 5])
            ante, folds = Fraction(rng.randint(1, 400)), rng.random() < 0.15
            value, name = named(own)
            hands.append(SeatHand(seat=seat, cards=own, folded=folds))
            bets.append(Bet(bet="ante", stake=ante, seat=seat))
            if folds:
                wanted.append((Fraction(0), ante))
            else:
                bets.append(Bet(bet="bet", stake=2 * ante, seat=seat))
                won = 2 * ante * TABLES[book][name]
                won = min(won, Fraction(5000)) if book == "puerto-rico" else won
                wins, loses = opens and value > dealer_value, opens and value < dealer_value
                wanted.append((ante if wins or not opens else Fraction(0), ante if loses else Fraction(0)))
                wanted.append((won if wins else Fraction(0), 2 * ante if loses else Fraction(0)))
            if book == "baleares" and rng.random() < 0.5:
                bets.append(Bet(bet="insurance", stake=Fraction(5), seat=seat))
                prize = 0 if folds else INSURANCE.get(name, 0)
                wanted.append((Fraction(5 * prize), Fraction(5)))
        answer = settle(rules, HouseRound(bets=tuple(bets), hands=tuple(hands), dealer=dealer))
        books_are_kept(answer)
        assert [(result.pays, result.loses) for result in answer.bets] == wanted
        assert answer.facts["dealer_qualifies"] is opens


def check_let_it_ride(book: str, times: int) -> None:
    rules, rng = load_rules(LIBRARY, book, "let-it-ride"), random.Random(book)
    paying, table = RIDES[book]
    odds = dict(zip(NAMES[1:], table, strict=True))
    for _ in range(times):
        cards = rng.sample(DECK, 23)
        middle, seats = tuple(cards[:2]), rng.sample(range(1, 8), rng.randint(1, 4))
        bets: list[Bet] = []
        hands: list[SeatHand] = []
        wanted: list[tuple[Fraction, Fraction]] = []
        for place, seat in enumerate(seats):
            own = tuple(cards[2 + 3 * place : 5 + 3 * place])
            _, name = named((*own, *middle))
            held = [card.rank for card in (*own, *middle)]
            good = any(held.count(rank) == 2 for rank in paying)
            times = odds.get(name, 0) if name != "Pair" or good else 0
            stake = Fraction(rng.randint(1, 10))  # small enough for the cap of a hand
            riding = [bet for bet in ("bet-1", "bet-2") if rng.random() < 0.5] + ["bet-3"]
            hands.append(SeatHand(seat=seat, cards=own))
            for bet in riding:
                bets.append(Bet(bet=bet, stake=stake, seat=seat))
                wanted.append((stake * times, Fraction(0) if times else stake))
        answer = settle(rules, HouseRound(bets=tuple(bets), hands=tuple(hands), community=middle))
        books_are_kept(answer)
        assert [(result.pays, result.loses) for result in answer.bets] == wanted


FIXED: dict[str, dict[str, int]] = {
    "arica": {"straight": 20_000, "flush": 25_000, "full-house": 40_000, "four-of-a-kind": 100_000},
    "bolivia": {"flush": 50, "full-house": 100, "four-of-a-kind": 500},
}


def jackpot_oracle(book: str, pot: int, hands: dict[int, tuple[str, int]]) -> tuple[dict[int, int], int]:
    """Prizes by seat and what is left, by the articles read once more: fixed first, then a tenth, then all."""
    prizes = {seat: FIXED[book].get(row, 0) * stake for seat, (row, stake) in hands.items()}
    left = max(0, pot - sum(prizes.values()))
    for row, share in (("straight-flush", 10), ("royal-flush", 100)):
        winners = sorted(seat for seat, (held, _) in hands.items() if held == row)
        if not winners:
            continue
        whole = left * share // 100
        each, over = divmod(whole, len(winners))
        for place, seat in enumerate(winners):
            prize = each + (over if place == 0 else 0)
            if book == "bolivia" and row == "straight-flush":
                prize = min(prize, 5000 * hands[seat][1])
            prizes[seat] = prize
        left -= sum(prizes[seat] for seat in winners)
    return prizes, left


def check_progressive_jackpots(book: str, times: int) -> None:
    rules, rng = load_rules(LIBRARY, book, "progressive-jackpot"), random.Random(book)
    rows = ["pair", "straight", "flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush"]
    for _ in range(times):
        seats = rng.sample(range(1, 7), rng.randint(1, 6))
        held: dict[int, tuple[str, Any]] = {seat: (rng.choice(rows), rng.randint(1, 5)) for seat in seats}
        pot = rng.randint(0, 10_000_000)
        told = HouseRound(
            bets=tuple(Bet(bet="progressive", stake=Fraction(stake), seat=seat) for seat, (_, stake) in held.items()),
            hands=tuple(SeatHand(seat=seat, rank=row) for seat, (row, _) in held.items()),
            pot=Fraction(pot),
        )
        answer = settle(rules, told)
        books_are_kept(answer)
        prizes, left = jackpot_oracle(book, pot, held)
        assert {result.bet.seat: result.pays for result in answer.bets} == prizes
        assert answer.facts.get("meter_left", pot) == left


@pytest.mark.parametrize("book", list(TABLES))
def test_caribbean_stud_agrees_with_an_oracle(book: str) -> None:
    check_caribbean_stud(book, TIMES // len(TABLES))


@pytest.mark.parametrize("book", list(RIDES))
def test_let_it_ride_agrees_with_an_oracle(book: str) -> None:
    check_let_it_ride(book, TIMES // len(RIDES))


@pytest.mark.parametrize("book", list(FIXED))
def test_progressive_jackpots_agree_with_an_oracle(book: str) -> None:
    check_progressive_jackpots(book, TIMES // len(FIXED))

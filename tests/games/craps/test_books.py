"""The books of a craps table balance at every throw, through random hands of fifty throws.

The suite plays a hundred hands; ``benchmarks/test_craps.py`` plays a thousand.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from trainer.equipment.dice import Roll
from trainer.games.craps.layout import CrapsBet, selections
from trainer.games.craps.limits import may_change
from trainer.games.craps.table import Table, commission_due, play
from trainer.games.craps.throw import commission_of
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

BOOKS = ("arica", "puerto-rico", "baleares", "bolivia")
HANDS_EACH, THROWS = 25, 50


def new_bet(rules: GameRules, rng: random.Random, table: Table) -> CrapsBet | None:
    """A bet the rules allow on this table now, or nothing."""
    bet = rng.choice(list(rules.bets))
    placed = CrapsBet(
        bet=bet,
        on=rng.choice(selections(rules, bet)),
        stake=Fraction(rng.randint(1, 60)) * rules.info.chips.smallest,
        seat=rng.randint(1, 8),
    )
    allowed, _ = may_change(rules, placed, "new-bet", table.point, table.previous, table.bets)
    return placed if allowed else None


def total(bets: tuple[CrapsBet, ...]) -> Fraction:
    return sum((bet.stake for bet in bets), Fraction(0))


@pytest.mark.parametrize("book", BOOKS)
def test_chips_in_are_chips_out(book: str) -> None:
    check_books(book, HANDS_EACH)


def check_books(book: str, hands: int) -> None:
    """Players' money, chips on the layout and the bank add up to the same sum after every throw."""
    rules = load_rules(shipped_library(), book, "craps")
    rng = random.Random(book)
    for _ in range(hands):
        table, players, bank = Table(), Fraction(10_000_000), Fraction(10_000_000)
        whole = players + bank
        for _ in range(THROWS):
            bet = new_bet(rules, rng, table)
            if bet is not None:
                table = table.with_bets(bet)
                commission = commission_of(rules, bet)
                players -= bet.stake + commission
                bank += commission
            before = total(table.bets)
            settlement, table = play(rules, table, Roll.thrown(rng))
            for result in settlement.bets:
                assert result.loses + result.returned + result.stays == result.bet.stake
                again = commission_due(rules, result)
                players += result.pays + result.returned - again
                bank += result.loses - result.pays + again
            taken = sum((result.loses + result.returned for result in settlement.bets), Fraction(0))
            assert total(table.bets) == before - taken
            assert players + total(table.bets) + bank == whole


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_rides_on_the_point_after_a_seven(book: str) -> None:
    """After a seven-out only bets that have no number yet can still lie."""
    rules = load_rules(shipped_library(), book, "craps")
    rng = random.Random(7)
    sevens = 0
    for _ in range(60):
        table = Table()
        for _ in range(THROWS):
            bet = new_bet(rules, rng, table)
            table = table.with_bets(bet) if bet is not None else table
            had_point = table.point
            settlement, table = play(rules, table, Roll.thrown(rng))
            if settlement.facts["total"] == 7:
                sevens += 1
                assert table.point is None and table.marked == frozenset()
                kinds = {bet.bet for bet in table.bets}
                # Place bets to lose and lays win on the seven and stay up; hardways of arica rest on a come-out.
                resting = {"hardway"} if had_point is None and book == "arica" else set()
                assert kinds <= {"place-lose", "lay"} | resting
    assert sevens > 100

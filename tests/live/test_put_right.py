"""What was done wrong and put right leaves everybody with the money he is due, whatever the gesture was."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from tests.live.shifts import opened, step_until
from trainer.games.round import Act
from trainer.live.perfect import Dealer
from trainer.live.table import LiveTable

NAME = "arica/roulette-american"


def played(acts: Sequence[Act]) -> tuple[LiveTable, list[tuple[str, bool]]]:
    """A round in which the first payment is replaced by some acts; then what is due is done."""
    table = opened(NAME, rounds=1, level=1, seed=5)
    if acts:
        step_until(table, "pay")
    for act in acts:
        table.perform(act)
    Dealer(table).play_round()
    return table, [(found.fault.value, found.corrected) for found in table.log[0].all_findings]


@cache
def right() -> tuple[dict[Any, Any], Act, Act]:
    """The purses after a round without a fault; its first payment, and the taking of a bet that it pays."""
    table = opened(NAME, rounds=1, level=1, seed=5)
    pay = step_until(table, "pay")
    pairs = zip(table.state.bets, table.state.dues, strict=True)
    bet = next(bet for bet, due in pairs if due is not None and due.pays and bet.seat == pay.seat)
    Dealer(table).play_round()
    return dict(table.books.purses), pay, Act("take", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake)


def acts_of(case: str) -> tuple[list[Act], str]:
    _, pay, take = right()
    table = opened(NAME, rounds=1, level=1, seed=5)
    step_until(table, "pay")
    undo = Act("correct", facts={"act": table.state.count})
    amount = pay.amount or 0
    more, less = replace(pay, amount=amount + 7), replace(pay, amount=amount - 7)
    return {
        "overpaid, corrected": ([more, undo], "overpaid"),
        "overpaid, corrected and paid in full": ([more, undo, pay], "overpaid"),
        "overpaid, the excess taken back": ([more, Act("take", seat=pay.seat, amount=7)], "overpaid"),
        "underpaid, corrected and paid in full": ([less, undo, pay], "underpaid"),
        "underpaid, the rest paid": ([less, replace(pay, amount=7)], "underpaid"),
        "winner taken, corrected": ([take, undo], "took-winner"),
        "winner taken, put back": ([take, replace(take, do="give-back")], "took-winner"),
    }[case]


@pytest.mark.parametrize(
    "case",
    [
        "overpaid, corrected",
        "overpaid, corrected and paid in full",
        "overpaid, the excess taken back",
        "underpaid, corrected and paid in full",
        "underpaid, the rest paid",
        "winner taken, corrected",
        "winner taken, put back",
    ],
)
def test_what_was_put_right_is_one_fault_and_costs_nobody_anything(case: str) -> None:
    acts, fault = acts_of(case)
    table, found = played(acts)
    assert found == [(fault, True)]
    assert table.books.purses == right()[0]


def test_a_correction_is_booked_to_the_player_it_concerns() -> None:
    table = opened(NAME, rounds=1, level=1, seed=5)
    step_until(table, "close")
    bet = table.state.bets[0]
    before = dict(table.books.purses)
    table.perform(Act("give-back", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake, facts={"reason": "late"}))
    table.perform(Act("correct", facts={"act": table.state.count - 1}))
    assert table.books.purses == before

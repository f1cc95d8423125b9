"""How the guide and the debrief work out a payment, and why a bet wins or loses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.live.shifts import ONE_OF_EACH, opened, step_until
from trainer.desk.screens.live.working import payment_working, why
from trainer.desk.style.style import current_style
from trainer.games.round import Act
from trainer.live.keys import Keyboard
from trainer.live.spelling import as_typed


@pytest.mark.parametrize("name", [*ONE_OF_EACH, "baleares/roulette-french", "puerto-rico/three-card-poker"])
def test_a_payment_is_worked_out_and_explained(name: str) -> None:
    table = opened(name, level=1, rounds=9)
    act = as_typed(Keyboard(table.rules, 9), step_until(table, "pay"), table.state)
    assert payment_working(table, act, current_style())
    assert why(table, act, current_style())


def test_several_bets_at_roulette_are_counted_in_the_chips_of_the_player() -> None:
    table = opened("arica/roulette-american", level=1, rounds=30)
    for _ in range(200):
        act = step_until(table, "pay")
        said = payment_working(table, act, current_style())
        if "+" in said:
            break
        table.perform(act)
    terms, _, total = said.partition(" = ")
    pieces = sum(int(count) * int(odds) for count, odds in (term.split(" × ") for term in terms.split(" + ")))
    unit = table.guests[act.seat or 0].unit
    assert total == f"{pieces} {'ficha' if pieces == 1 else 'fichas'} de {unit:,}".replace(",", ".")
    assert pieces * unit == act.amount


def test_a_wrong_amount_has_no_working() -> None:
    table = opened("arica/blackjack", level=1, rounds=9)
    act = step_until(table, "pay")
    assert payment_working(table, replace(act, amount=(act.amount or 0) + 500), current_style()) == ""


def test_before_the_result_there_is_nothing_to_explain() -> None:
    table = opened("arica/craps", level=1)
    assert why(table, Act("take", seat=1), current_style()) == []

"""Whole shifts of dealers who leave an act out, put it off or do another: exactly that is found, at every game."""

from __future__ import annotations

import pytest

from tests.live.shifts import ONE_OF_EACH, TABLES, opened
from trainer.games.round import Fault
from trainer.live.forgetful import LAPSES, ForgetfulDealer

ROUNDS = 6
# How many of the lapses each game gives an occasion for.
MADE_AT = {
    "arica/roulette-american": 6,
    "arica/blackjack": 8,
    "baleares/punto-banco": 9,
    "arica/craps": 7,
    "puerto-rico/pai-gow-poker": 11,
    "puerto-rico/caribbean-stud": 9,
}


def shift_of(name: str, fault: Fault, seed: int, rounds: int = ROUNDS) -> int:
    """How many lapses a shift had; every one of them was found, and nothing else."""
    table = opened(name, rounds=rounds, level=1, seed=seed)
    dealer = ForgetfulDealer(table, fault)
    while not table.over:
        dealer.play_round()
    for each in table.log:
        found = [one.fault for one in each.all_findings]
        assert found == ([fault] if each.number in dealer.planted else []), (seed, each.number, fault)
    return len(dealer.planted)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_lapse_is_found_and_nothing_else(name: str) -> None:
    made = [fault for fault in LAPSES if sum(shift_of(name, fault, seed) for seed in (0, 1))]
    assert len(made) >= MADE_AT[name], made


@pytest.mark.parametrize("name", TABLES)
def test_a_forgotten_payment_is_found_at_every_table(name: str) -> None:
    assert shift_of(name, Fault.UNPAID, 4)


def test_a_payment_to_the_wrong_player_is_one_fault_even_out_of_order() -> None:
    """Pair plus of a player who gave up, paid to another before his turn."""
    assert shift_of("puerto-rico/three-card-poker", Fault.WRONG_PERSON, 0)


@pytest.mark.parametrize("name", ["arica/punto-banco", "baleares/punto-banco", "puerto-rico/mini-baccarat"])
def test_cards_that_were_never_turned_are_a_step_left_out(name: str) -> None:
    table = opened(name, rounds=2, level=1)
    dealer = ForgetfulDealer(table, Fault.SKIPPED)
    while not table.over:
        dealer.play_round()
    assert dealer.planted[2].due.do == "turn"
    assert [(one.fault, one.at) for one in table.log[1].findings] == [(Fault.SKIPPED, None)]

"""Whole shifts of dealers who make one kind of mistake: exactly that is found, where it was made, at every game."""

from __future__ import annotations

import pytest

from tests.live.shifts import ONE_OF_EACH, TABLES, faulty, opened
from trainer.games.round import Fault
from trainer.live.faulty_dealer import FAULTS, IGNORES

# How many kinds of mistakes each game gives an occasion for within a few rounds.
MADE_AT = {
    "arica/roulette-american": 24,
    "arica/blackjack": 29,
    "arica/punto-banco": 26,
    "arica/craps": 20,
    "puerto-rico/pai-gow-poker": 26,
    "puerto-rico/caribbean-stud": 24,
}
ABOUT_INCIDENTS = (Fault.INCIDENT_MISSED, Fault.RULED_ALONE)


def shift_of(name: str, fault: Fault, seed: int, rounds: int = 6) -> int:
    """How many mistakes a shift had; every one of them was found at its place, and nothing else."""
    events = sorted(opened(name).company.stageable()) if fault in ABOUT_INCIDENTS else ()
    table, dealer = faulty(name, fault, rounds, seed, events)
    for each in table.log:
        found = [(one.fault, one.at) for one in each.all_findings]
        where = (name, fault, seed, each.number)
        if each.number not in dealer.planted:
            assert found == [], where
        elif fault in IGNORES:
            assert {one for one, _ in found} == {fault}, where
        else:
            at = dealer.planted[each.number][0]
            assert [one for one, _ in found] == [fault], where
            assert at is None or found[0][1] == at, where
    return len(dealer.planted)


@pytest.mark.parametrize("name", MADE_AT)
def test_every_mistake_is_found_and_nothing_else(name: str) -> None:
    made = [fault.value for fault in sorted(FAULTS) if shift_of(name, fault, seed=1, rounds=4)]
    assert len(made) >= MADE_AT[name], sorted(set(FAULTS) - set(made))


def test_there_is_a_dealer_for_every_finding_but_the_pace() -> None:
    assert frozenset(Fault) - {Fault.SLOW} == FAULTS


@pytest.mark.parametrize("name", TABLES)
def test_a_forgotten_payment_is_found_at_every_table(name: str) -> None:
    assert shift_of(name, Fault.UNPAID, 4)


@pytest.mark.parametrize("name", [*ONE_OF_EACH, "puerto-rico/roulette-american", "arica/caribbean-stud"])
def test_an_irregularity_that_nobody_sees_is_one_fault_whatever_it_leads_to(name: str) -> None:
    found = set()
    for event in opened(name).company.stageable():
        table, dealer = faulty(name, Fault.INCIDENT_MISSED, rounds=2, seed=3, events=(event,))
        for each in table.log:
            wanted = [Fault.INCIDENT_MISSED] if each.number in dealer.planted else []
            assert [one.fault for one in each.all_findings] == wanted, event
            found |= set(wanted)
    assert found


def test_the_inspector_who_comes_for_a_large_win_does_not_annul_a_misdeal_that_nobody_told() -> None:
    assert shift_of("puerto-rico/caribbean-stud", Fault.INCIDENT_MISSED, 7000, rounds=1)


def test_a_payment_to_the_wrong_player_is_one_fault_even_out_of_order() -> None:
    """Pair plus of a player who gave up, paid to another before his turn."""
    assert shift_of("puerto-rico/three-card-poker", Fault.WRONG_PERSON, 0)


@pytest.mark.parametrize("name", ["baleares/roulette-french", "coquimbo/blackjack"])
def test_a_half_that_goes_back_wrongly_is_found(name: str) -> None:
    """After a zero, or when a player surrenders; neither happens often."""
    assert sum(shift_of(name, Fault.RETURNED_WRONG, seed, rounds=25) for seed in (1, 2, 3))


@pytest.mark.parametrize("name", ["arica/punto-banco", "baleares/punto-banco", "puerto-rico/mini-baccarat"])
def test_cards_that_were_never_turned_are_a_step_left_out(name: str) -> None:
    table, dealer = faulty(name, Fault.SKIPPED, rounds=2, seed=3)
    done = [act.do for _, act in table.log[1].acts if act.by == "dealer"]
    assert 2 in dealer.planted and done.count("turn") == 1
    assert [(one.fault, one.at) for one in table.log[1].findings] == [(Fault.SKIPPED, None)]

"""A finished shift in the records: attempts of skills that the study of the other drills is not disturbed by."""

from __future__ import annotations

from pathlib import Path

from tests.live.shifts import opened, played
from trainer.drills.core import Item
from trainer.games.round import Fault
from trainer.live.faulty_dealer import FaultyDealer
from trainer.live.shift import read_shift_code
from trainer.live.shift_records import attempts_of, store_shift
from trainer.records.store import Store
from trainer.study.days import days_in
from trainer.study.ledger_storage import open_ledger
from trainer.study.trainee import asks_facts


def test_acts_become_attempts_of_skills(tmp_path: Path) -> None:
    table = opened("arica/blackjack", rounds=4, level=2)
    dealer = FaultyDealer(table, Fault.OVERPAID)
    while not table.over:
        dealer.play_round()
    with Store(tmp_path / "records.db") as store:
        profile = store.add_profile("Ana").id
        session = store_shift(store, profile, table)
        assert session.kind == "live" and read_shift_code(session.plan) == table.shift
        attempts = list(store.attempts(profile))
        ledger = open_ledger(store, profile, days_in(None), asks_facts)
    wrong = {Item.parse(each.item).dealt for each in attempts if not each.right}
    assert wrong == {str(number) for number in dealer.planted}
    assert {each.answer for each in attempts if not each.right} == {"overpaid"}
    assert all(each.counts for each in attempts)
    skills = {Item.parse(each.item).family for each in attempts}
    assert {"live-payout", "live-order", "live-calls", "live-signals", "live-pace"} <= skills
    assert not ledger.open  # a round of a shift is never asked again by a drill


def test_a_simulated_shift_never_counts(tmp_path: Path) -> None:
    table = played("arica/craps", rounds=2)
    with Store(tmp_path / "records.db") as store:
        profile = store.add_profile("Ana").id
        store_shift(store, profile, table, simulated=True)
        assert not any(each.counts for each in store.attempts(profile))


def test_a_round_slower_than_the_target_misses_its_pace() -> None:
    table = played("arica/craps", rounds=1, level=2)
    assert ("pace", True, "") in attempts_of(table, table.log[0])
    table.log[0].ended += 600_000
    assert ("pace", False, "slow") in attempts_of(table, table.log[0])

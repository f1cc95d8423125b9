"""A finished shift in the records: attempts of skills that the study of the other drills is not disturbed by."""

from __future__ import annotations

from pathlib import Path

from tests.live.shifts import opened, played
from trainer.drills.core import Item
from trainer.games.round import Fault
from trainer.live.faulty_dealer import FaultyDealer
from trainer.live.shift import read_shift_code
from trainer.live.shift_records import Comparison, attempts_of, compare, store_shift
from trainer.live.table import LiveTable
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
        assert session is not None and session.kind == "live" and read_shift_code(session.plan) == table.shift
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


def test_a_guided_shift_is_stored_without_counting(tmp_path: Path) -> None:
    table = played("arica/craps", rounds=2, level=1)
    with Store(tmp_path / "records.db") as store:
        profile = store.add_profile("Ana").id
        store_shift(store, profile, table)
        attempts = list(store.attempts(profile))
    assert attempts and not any(each.counts for each in attempts)


def test_a_day_is_as_long_as_its_rounds(tmp_path: Path) -> None:
    table = played("arica/blackjack", rounds=3, level=2)
    with Store(tmp_path / "records.db") as store:
        profile = store.add_profile("Ana").id
        store_shift(store, profile, table)
        stored = list(store.attempts(profile))
    dealt = sum(each.ended - each.began - each.idle for each in table.log if each.ended >= 0)
    assert dealt - len(stored) < sum(each.milliseconds for each in stored) <= dealt


def test_nothing_is_stored_of_a_shift_without_a_finished_round(tmp_path: Path) -> None:
    table = opened("arica/blackjack", rounds=2)
    with Store(tmp_path / "records.db") as store:
        profile = store.add_profile("Ana").id
        assert store_shift(store, profile, table) is None
        assert not store.has_attempts()


def test_a_shift_is_compared_with_itself_and_with_others_at_the_table(tmp_path: Path) -> None:
    def faulty(seed: int, fault: Fault) -> LiveTable:
        table = opened("arica/blackjack", rounds=2, level=2, seed=seed)
        dealer = FaultyDealer(table, fault)
        while not table.over:
            dealer.play_round()
        return table

    with Store(tmp_path / "records.db") as store:
        profile = store.add_profile("Ana").id
        clean = played("arica/blackjack", rounds=2, level=2, seed=1)
        first = store_shift(store, profile, faulty(1, Fault.OVERPAID))
        other = store_shift(store, profile, played("arica/blackjack", rounds=2, level=2, seed=2))
        store_shift(store, profile, played("arica/blackjack", rounds=2, level=3, seed=1))
        last = store_shift(store, profile, clean)
        assert first is not None and other is not None and last is not None
        share = round(100 * store.session_totals(first)[1] / store.session_totals(first)[0])
        assert share < 100
        assert compare(store, profile, clean, last) == Comparison(100, before=(100,), same=(share,))

"""A long proof of the live table: shifts of a perfect dealer, or of dealers with one kind of fault.

uv run python -m benchmarks.live_shifts --game blackjack --from 0 --to 10000
uv run python -m benchmarks.live_shifts --game blackjack --fault unpaid --from 0 --to 1000
uv run python -m benchmarks.live_shifts --game blackjack --fault all --from 0 --to 1000

A perfect dealer must meet no finding and no dead end, and the books must balance at every act. Of a faulty dealer
exactly the planted faults must be found, where they were planted. Shifts are numbered: the number is the seed, and
chooses the table among those of the game and the level. The same numbers give the same shifts, so a proof can be run
in parts: every line names the shifts that are done, and a proof that was interrupted goes on with ``--from``. The exit
status is 1 if a shift failed; each failure is printed with the command that repeats it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from dataclasses import dataclass

from tests.live.shifts import TABLES, opened
from tests.live.test_faulty_dealers import shift_of
from trainer.games.round import Fault
from trainer.live.faulty_dealer import FAULTS
from trainer.live.perfect import Dealer

ROUNDS = 60


@dataclass
class Tally:
    """What the shifts of a slice came to."""

    rounds: int = 0
    acts: int = 0
    planted: int = 0
    failed: int = 0


def tables_of(game: str) -> tuple[str, ...]:
    """The tables whose name contains a text: ``roulette``, ``arica/``, ``puerto-rico/pai-gow-poker``."""
    return tuple(name for name in TABLES if game in name)


def perfect_shift(name: str, seed: int, level: int, rounds: int) -> Tally:
    """A shift of a perfect dealer; raises `AssertionError` if anything is found."""
    table = opened(name, rounds=rounds, seed=seed, level=level)
    dealer = Dealer(table)
    while not table.over:
        dealer.play_round()
    found = [(each.number, one.fault.value, one.at) for each in table.log for one in each.all_findings]
    assert found == [], found
    return Tally(len(table.log), sum(len(each.acts) for each in table.log))


def one_shift(tables: tuple[str, ...], fault: str, seed: int, rounds: int) -> Tally:
    """The shift of a number; its failure is printed and counted."""
    name, level = tables[seed % len(tables)], 1 + seed // len(tables) % 5
    try:
        if fault == "perfect":
            return perfect_shift(name, seed, level, rounds)
        return Tally(rounds, planted=shift_of(name, Fault(fault), seed, rounds))
    except Exception:  # a failure of one shift hides none of the others
        print(f"FAILED {name}, level {level}: --fault {fault} --from {seed} --to {seed + 1} --rounds {rounds}")
        traceback.print_exc(limit=-3, file=sys.stdout)
        return Tally(failed=1)


def run_slice(tables: tuple[str, ...], fault: str, seeds: range, rounds: int) -> Tally:
    """Some shifts, and a line about them."""
    began, total = time.process_time(), Tally()
    for seed in seeds:
        each = one_shift(tables, fault, seed, rounds)
        total.rounds += each.rounds
        total.acts += each.acts
        total.planted += each.planted
        total.failed += each.failed
    seconds = time.process_time() - began
    told = f"{total.acts} acts" if fault == "perfect" else f"{total.planted} planted and found"
    print(
        f"{fault}: shifts {seeds.start}-{seeds.stop - 1} done, {total.rounds} rounds, {told}, "
        f"{total.rounds / seconds:,.0f} rounds/s, {total.failed} failed",
        flush=True,
    )
    return total


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="", help="part of the tables' names, such as blackjack (default: all)")
    faults = ", ".join(sorted(fault.value for fault in FAULTS))
    parser.add_argument("--fault", default="perfect", help=f"perfect, all, or one of: {faults}")
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first shift")
    parser.add_argument("--to", type=int, default=100, dest="end", help="number after the last shift")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of a shift")
    parser.add_argument("--slice", type=int, default=50, help="shifts a line")
    given = parser.parse_args(arguments)
    tables = tables_of(given.game)
    kinds = sorted(fault.value for fault in FAULTS) if given.fault == "all" else [given.fault]
    if not tables or not set(kinds) <= {"perfect", *(fault.value for fault in FAULTS)}:
        parser.error("no such game or fault")
    os.nice(10)
    print(f"{given.game or 'all games'}: {len(tables)} tables, shifts {given.first}-{given.end - 1}", flush=True)
    failed = rounds = planted = 0
    for fault in kinds:
        for first in range(given.first, given.end, given.slice):
            total = run_slice(tables, fault, range(first, min(first + given.slice, given.end)), given.rounds)
            failed, rounds, planted = failed + total.failed, rounds + total.rounds, planted + total.planted
    print(f"{rounds} rounds, {planted} planted and found, {failed} shifts failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

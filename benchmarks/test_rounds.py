"""Rounds a second, act by act with findings, against the bare settling of the same bets in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.sizes import IS_SMOKE
from tests.live.tables import play, table, world


def _per_second(work: Callable[[], object], least: float = 0.5) -> float:
    done, start = 0, time.process_time()
    while time.process_time() - start < least:
        work()
        done += 1
    return done / (time.process_time() - start)


@pytest.mark.parametrize(
    ("name", "least", "most_ratio"),
    [("coquimbo/blackjack", 1000, 25), ("arica/roulette-american", 500, 6)],
)
def test_rounds_with_findings(name: str, least: int, most_ratio: float) -> None:
    """A seven-box blackjack table plays at least 1,000 rounds a second on one core."""
    acts = [act for act, _ in play(table(name), table(name).start({}, ()), world(name, 3))]

    def judge() -> Any:
        state = table(name).start({}, ())
        for act in acts:
            state = table(name).perform(state, act)
        return state

    state = judge()
    assert state.over and not state.findings
    rounds = max(_per_second(judge) for _ in range(3))
    bare = max(_per_second(lambda: table(name).settlement(state)) for _ in range(3))
    print(f"\n{name}: {rounds:,.0f} rounds/s of {len(acts)} acts, {1e6 / rounds / len(acts):.1f} µs an act; ", end="")
    print(f"settling alone {bare:,.0f}/s, ratio {bare / rounds:.1f}")
    assert IS_SMOKE or rounds >= least
    assert IS_SMOKE or bare / rounds <= most_ratio

"""The home and progress screens themselves, painted, with a million answers beside ten thousand.

uv run pytest benchmarks/test_progress.py -n 0 -s
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from benchmarks.practice import START_MS, fill
from benchmarks.sizes import IS_SMOKE, sized
from trainer.cli.places import Places
from trainer.desk.shell.application import open_window
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import prepare
from trainer.records.attempts import from_milliseconds

FEW, MANY, DAYS = sized(10_000, 200), sized(1_000_000, 400), 400
ROUNDS = sized(15, 1)
NOW: datetime = from_milliseconds(START_MS).astimezone(UTC) + timedelta(days=DAYS)


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory, qapp: Any) -> tuple[MainWindow, MainWindow]:
    opened = []
    for number in (FEW, MANY):
        folder: Path = tmp_path_factory.mktemp(f"desk-{number}")
        fill(folder / "progress.db", number, DAYS)
        window = open_window(prepare(Places(folder, folder, folder), time.monotonic_ns, lambda: NOW))
        window.resize(1280, 720)
        window.show()
        window.home.work.finish()  # computes what is derived, once
        opened.append(window)
    return opened[0], opened[1]


def _seconds(window: MainWindow, page: str) -> float:
    began = time.perf_counter()
    if page == "home":
        window.show_home()
        window.home.work.finish()
    else:
        window.study.show_progress()
        window.study.progress.choose_page(page)
    window.grab()
    return time.perf_counter() - began


@pytest.mark.parametrize("page", ["home", "map", "themes", "answers"])
def test_opening_costs_the_same_with_very_many_answers(windows: tuple[MainWindow, MainWindow], page: str) -> None:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for kept, window in zip(times, windows, strict=True):
            kept.append(_seconds(window, page))
    few, many = median(times[0]), median(times[1])
    print(f"\n{page}: {many / few:.2f} × with {MANY:,} answers as with {FEW:,} (at most 1.20); {many * 1e3:.0f} ms")
    assert IS_SMOKE or many <= 1.2 * few

"""Four thousand questions at every table, as the desk asks them: what stays in memory, and what stays open.

The figures are the process's own, printed as it goes; the first hundred questions fill what is filled once.
"""

from __future__ import annotations

import gc
import os
import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent

from benchmarks.sizes import IS_SMOKE, sized
from trainer.cli.places import Places
from trainer.desk.app import open_window
from trainer.desk.start.pictures_apart import keep_pictures_apart
from trainer.desk.window import MainWindow
from trainer.desk.workplace import prepare
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offers
from trainer.runs.plan import Plan, drill_plan
from trainer.runs.run import Stage

QUESTIONS = sized(4000, 6)
WARM = sized(100, 3)
MOST_MIB = 40
A_RUN = 3

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for the figures")


def memory_mib() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def handles() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def plans(offers: Offers, rng: random.Random) -> Iterator[Plan]:
    """Every drill and level of every table, again and again in another order."""
    found: list[Plan] = []
    for book in offers.rulebooks()[: sized(100, 1)]:
        for game in offers.games(book)[: sized(100, 2)]:
            try:
                families = offers.offer(book, game).families
            except RulebookError:
                continue
            found += [
                drill_plan(book, game, family.id, level)
                for family in families
                for level in range(1, len(family.levels) + 1)
            ]
    while True:
        rng.shuffle(found)
        yield from found


def answer_some(window: MainWindow, plan: Plan) -> int:
    """Answer the first questions of a run, each painted before and after."""
    done = 0
    if not window.open_plan(plan):
        return 0
    run = window.runner.run
    while done < A_RUN and run.stage is Stage.ASKING:
        window.grab()
        window.runner._answered(run.answer(run.question.draft.solution))
        window.grab()
        done += 1
        if run.stage is Stage.JUDGED and done < A_RUN:
            window.runner.press_enter()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as the loop of the program does
    QCoreApplication.processEvents()
    return done


def test_memory_over_four_thousand_questions(qapp: Any, tmp_path: Path, capsys: Any) -> None:
    places = Places(tmp_path / "data", tmp_path / "config", tmp_path / "cache")
    window = open_window(prepare(places, time.monotonic_ns, lambda: datetime.now(UTC)))
    window.resize(1280, 720)
    window.show()
    keep_pictures_apart()  # as the program does once it has started
    done, marks = 0, [WARM, *range(sized(500, 6), QUESTIONS + 1, sized(500, 6))]
    seen: list[tuple[float, int]] = []
    for plan in plans(window.workplace.offers, random.Random(1)):
        done += answer_some(window, plan)
        if done >= marks[len(seen)]:
            gc.collect()
            seen.append((memory_mib(), handles()))
            with capsys.disabled():
                print(f"\n{done} questions: {seen[-1][0]:.0f} MiB, {seen[-1][1]} handles", end="", flush=True)
        if len(seen) == len(marks):
            break
    shiboken6.delete(window)  # whole, in Qt's own order
    grown = seen[-1][0] - seen[0][0]
    with capsys.disabled():
        print(f"\nmemory over {QUESTIONS} questions at every table: grown by {grown:.0f} MiB (at most {MOST_MIB})")
    assert IS_SMOKE or grown < MOST_MIB
    assert IS_SMOKE or seen[-1][1] <= seen[0][1] + 2

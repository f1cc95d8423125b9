"""A long day at the desk in one process: 4,000 questions, 1,200 lesson pages, 400 changes of screen.

Memory and open file handles are read from the process itself and printed as the day goes on. They are compared with
those after a warm-up that shows every screen and every table once: screens, fonts, rules and felts are loaded once.
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
from trainer.desk.shell.application import open_window
from trainer.desk.shell.start.heap import give_holes_back, keep_pictures_apart
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import prepare
from trainer.rulebooks import GameRules, RulebookError
from trainer.runs.offers import Offers
from trainer.runs.plan import Plan, drill_plan
from trainer.runs.run import Stage

QUESTIONS, PAGES, CHANGES = sized(4000, 6), sized(1200, 8), sized(400, 10)
PARTS = sized(8, 1)  # of the day: after each the figures are read
MOST_MIB = 40
A_RUN = 3
TURNED = 4  # pages after which another game's course is opened
SCREENS = ("progress", "profiles", "settings", "sensors", "house", "class", "exams", "school", "own", "lesson")

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for the figures")


def memory_mib() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def handles() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def settle() -> None:
    """Paint and delete as the event loop of the program does."""
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def tables(offers: Offers) -> list[tuple[str, str]]:
    books = offers.rulebooks()[: sized(100, 1)]
    return [(book, game) for book in books for game in offers.games(book)[: sized(100, 2)]]


def plans(offers: Offers, rng: random.Random) -> Iterator[Plan]:
    """Every drill and level of every table, again and again in another order."""
    found: list[Plan] = []
    for book, game in tables(offers):
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


def courses(offers: Offers, rng: random.Random) -> Iterator[GameRules]:
    """The rules of every table, again and again in another order."""
    found = tables(offers)
    while True:
        rng.shuffle(found)
        for book, game in found:
            yield offers.offer(book, game).rules


def answer_some(window: MainWindow, plan: Plan) -> int:
    """Answer the first questions of a run, each painted before and after, and leave it."""
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
        settle()
    window.show_home()
    settle()
    return done


def read_some(window: MainWindow, rules: GameRules, rng: random.Random) -> int:
    """Read some pages of a course with their pictures, and go back."""
    reader = window.study.lessons.screen
    window.study.lessons.show(rules)
    for _ in range(TURNED):
        reader.open(rng.choice(reader.headings).id)
        reader.pictures.draw_all()
        window.grab()
        settle()
    window.show_home()
    settle()
    return TURNED


def change_screen(window: MainWindow, name: str) -> None:
    window.open_screen(name)
    window.grab()
    settle()
    window.show_home()
    settle()


class Day:
    """The same day at every run."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        offers, rng = window.workplace.offers, random.Random(1)
        self._plans, self._courses, self._rng = plans(offers, rng), courses(offers, rng), rng
        self.questions = self.pages = self.changes = 0

    def warm_up(self) -> None:
        """Show every screen, a drill of every table and a page of every course."""
        offers = self.window.workplace.offers
        for name in SCREENS:
            change_screen(self.window, name)
        for book, game in tables(offers):
            offer = offers.offer(book, game)
            if offer.families:
                answer_some(self.window, drill_plan(book, game, offer.families[0].id))
            read_some(self.window, offer.rules, self._rng)

    def go_on(self, questions: int, pages: int, changes: int) -> None:
        while self.questions < questions:
            self.questions += answer_some(self.window, next(self._plans))
        while self.pages < pages:
            self.pages += read_some(self.window, next(self._courses), self._rng)
        while self.changes < changes:
            change_screen(self.window, SCREENS[self.changes % len(SCREENS)])
            self.changes += 1


def test_memory_over_a_long_day(qapp: Any, tmp_path: Path, capsys: Any) -> None:
    places = Places(tmp_path / "data", tmp_path / "config", tmp_path / "cache")
    window = open_window(prepare(places, time.monotonic_ns, lambda: datetime.now(UTC)))
    window.resize(1280, 720)
    window.show()
    keep_pictures_apart()  # as the program does once it has started
    day = Day(window)
    seen: list[tuple[float, int]] = []
    for part in range(PARTS + 1):
        if part == 0:
            day.warm_up()
        else:
            day.go_on(QUESTIONS * part // PARTS, PAGES * part // PARTS, CHANGES * part // PARTS)
        gc.collect()
        give_holes_back()  # as the program does whenever a run begins
        seen.append((memory_mib(), handles()))
        with capsys.disabled():
            print(
                f"\n{day.questions} questions, {day.pages} pages, {day.changes} screens: "
                f"{seen[-1][0]:.0f} MiB, {seen[-1][1]} handles",
                end="",
                flush=True,
            )
    shiboken6.delete(window)  # whole, in Qt's own order
    grown = seen[-1][0] - seen[0][0]
    with capsys.disabled():
        print(f"\nmemory over a long day at the desk: grown by {grown:.0f} MiB (at most {MOST_MIB})")
    assert IS_SMOKE or grown < MOST_MIB
    assert IS_SMOKE or seen[-1][1] <= seen[0][1] + 2

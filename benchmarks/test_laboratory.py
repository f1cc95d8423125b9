"""Damage by the thousand: how many requests and school rulebooks were tried, and what came of them."""

from __future__ import annotations

import random
import time
from pathlib import Path

import msgspec

from tests.laboratory.requests import damaged_line
from tests.laboratory.visit import visit
from trainer.games.solving import answer_line
from trainer.rulebooks import shipped_library

SCHOOLS = 1_000
LINES = 100_000
LONGEST_SECONDS = 5.0  # for one line, on a busy machine


def test_a_thousand_damaged_schools(tmp_path: Path) -> None:
    visits = [visit(tmp_path / str(seed), seed) for seed in range(10_000, 10_000 + SCHOOLS)]
    usable = sum(each.is_usable for each in visits)
    unforeseen = sum(each.unforeseen for each in visits)
    lines = sum(each.lines for each in visits)
    figures = f"{usable} usable, {SCHOOLS - usable} faulty, {unforeseen} unforeseen, {lines} lines answered"
    print(f"\n{SCHOOLS} schools: {figures}")
    assert unforeseen == 0


def test_a_hundred_thousand_damaged_lines() -> None:
    library = shipped_library()
    answered, longest = 0, 0.0
    for seed in range(LINES):
        line = damaged_line(random.Random(seed))
        began = time.monotonic()
        answer = answer_line(line, seed, library)
        assert msgspec.json.encode(answer)
        answered += "error" not in answer
        longest = max(longest, time.monotonic() - began)
    print(f"\n{LINES} lines: {answered} answered, {LINES - answered} errors; the longest took {longest:.2f} s")
    assert longest < LONGEST_SECONDS

"""Chips that cannot be counted because something covers them: every table, family and level, from both sides, in both
window sizes. None is expected.

One table is one test, so that the whole can be run in pieces: ``pytest benchmarks/test_covered_chips.py -k craps``.
"""

from __future__ import annotations

import pytest

from benchmarks.sizes import sized
from tests.desk.table.covered import covered_chips, every_level
from trainer.desk.table.base import Side
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers

SEEDS = sized(300, 1)
OFFERS = Offers(shipped_library())
TABLES = [(book, game) for book in OFFERS.rulebooks() for game in OFFERS.games(book)]


@pytest.mark.parametrize(("book", "game"), TABLES)
def test_no_chip_is_covered(book: str, game: str, qapp) -> None:
    found = covered_chips(every_level(book, game, range(1, SEEDS + 1)), list(Side))
    print(f"{book}/{game}: {len(found)} covered", *found[:3], sep="\n")
    assert not found

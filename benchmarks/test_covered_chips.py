"""Chips that cannot be counted because something covers them: every table, family and level, both window sizes.

Printed as a count for each table; none is expected.
"""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtWidgets import QWidget

from benchmarks.sizes import sized
from tests.desk.table.covered import covered_chips, every_level
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers

SEEDS = sized(300, 1)


@pytest.mark.parametrize("size", [(1366, 768), (1024, 600)])
def test_no_chip_is_covered(size: tuple[int, int], qapp) -> None:
    offers = Offers(shipped_library())
    widgets: list[QWidget] = []
    covered: dict[str, int] = {}
    for book in offers.rulebooks():
        for game in offers.games(book):
            found = covered_chips(every_level(book, game, range(1, SEEDS + 1)), size, widgets.append)
            covered[f"{book}/{game}"] = len(found)
            print(f"{size[0]}×{size[1]} {book}/{game}: {len(found)} covered", *found[:3])
    for widget in widgets:
        shiboken6.delete(widget)
    assert not any(covered.values()), covered

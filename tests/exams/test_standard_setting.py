"""Pass marks from judges' estimates."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.exams.support import SMALL, Room, offers
from trainer.exams.errors import RefusedError
from trainer.exams.scheme import Judge, exact
from trainer.exams.scheme_checks import check_scheme
from trainer.exams.scheme_files import Schemes, scheme_text
from trainer.exams.standard_setting import evaluate_judges, facilities, with_standard
from trainer.texts import Names

WHY = Names("La media de los jueces.", "The judges' mean.")
JUDGES = [
    Judge(name="Ada", first=(70, 50), second=(70, 60)),
    Judge(name="Ben", first=(90, 60), second=(80, 60)),
    Judge(name="Cleo", first=(80, 70), second=(75, 65)),
]


def test_the_whole_counts_parts_by_weight_and_the_cut_by_items() -> None:
    """Two parts of 3 and 2 items that weigh 40 and 60: the judges' sums are 3.3, 3.6 and 3.55 of 5 items."""
    found = evaluate_judges(SMALL, JUDGES)
    assert [float(each) for each in found.cut.sums] == [3.3, 3.6, 3.55]
    assert found.percent * 3 == (28 + 36) + (32 + 36) + (30 + 39)
    assert found.pass_mark() == 67
    assert found.alone.error > found.cut.error
    lowered = exact(found.pass_mark(lowered=True))
    assert abs(float(lowered) * 100 - (67 - found.percent_error)) < 0.01


def test_a_scheme_keeps_what_its_pass_mark_came_from(tmp_path: Path) -> None:
    made = with_standard(SMALL, JUDGES, "2026-11-16", WHY)
    assert made.standard is not None and made.standard.judges == tuple(JUDGES)
    assert (made.revision, made.history[-1].why, made.pass_mark) == (SMALL.revision + 1, WHY, 67)
    assert check_scheme(made, "mine", offers()) == []
    path = tmp_path / "small.toml"
    path.write_text(scheme_text(made), encoding="utf-8")
    assert Schemes([tmp_path]).read(path, SMALL.id) == made
    thirds = with_standard(SMALL, [*JUDGES[:2], Judge(name="C", first=(1, 1), second=(1, 1))], "2026-11-16", WHY)
    assert isinstance(thirds.pass_mark, str) and "/" in thirds.pass_mark and 0 < exact(thirds.pass_mark) < 1
    assert check_scheme(thirds, "mine", offers()) == []


def test_too_few_or_incomplete_estimates_set_no_standard() -> None:
    with pytest.raises(RefusedError):
        evaluate_judges(SMALL, JUDGES[:1])
    for first in ((70,), (70, 101), (-1, 50)):
        with pytest.raises(RefusedError, match="Dora"):
            evaluate_judges(SMALL, [*JUDGES, Judge(name="Dora", first=first, second=(50, 50))])


def test_judges_hear_what_candidates_got_right(tmp_path: Path) -> None:
    assert facilities(SMALL, []) == (None, None)
    results = [Room(tmp_path / str(right)).sat(right) for right in (2, 5)]
    assert facilities(SMALL, results) == (83, 50)
    other = msgspec.structs.replace(SMALL, id="another")
    assert facilities(other, results) == (None, None)

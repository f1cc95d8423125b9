"""Psychometrics compared with worked examples, and thresholds below which nothing is reported."""

from __future__ import annotations

import csv
from itertools import permutations
from pathlib import Path

import msgspec
import openpyxl
import pytest

from tests.exams.support import AGREED, EXAMINER, NOW, Room, keys, small_paper
from trainer.cli.main import main
from trainer.exams.keys import KeyRole
from trainer.exams.psychometrics import (
    correlation_or_none,
    correlation_upper_bound,
    huynh,
    livingston_lewis,
    reliability,
    subkoviak,
    top_minus_bottom,
    wilson,
)
from trainer.exams.result import SealedResult, to_bytes
from trainer.exams.seals import regraded, sealed
from trainer.exams.standard_setting import angoff, borderline
from trainer.exams.statistics import (
    countable_results,
    difficulties,
    exposures,
    item_figures,
    rung_of,
    scheme_figures,
    sitting_flags,
    too_exposed,
    write_statistics,
)
from trainer.texts import Language

ROWS = """1111111111 1111111110 1111111100 1111110111 1111101100 1111110100 1110111000 1111010000 1101100000 1110001000
1100010000 1000100000""".split()
MATRIX = [[int(letter) for letter in row] for row in ROWS]
TOTALS = [sum(row) for row in MATRIX]


def test_reliability_as_worked_by_hand() -> None:
    found = reliability(MATRIX)
    assert (round(found.mean, 4), round(found.variance, 4)) == (6.1667, 6.1389)
    assert found.kr20 is not None and found.kr21 is not None and found.error is not None
    assert (round(found.kr20, 4), round(found.kr21, 4), round(found.error, 3)) == (0.7994, 0.6833, 1.110)
    assert round(found.error_at(6), 3) == 1.633
    assert found.low is not None and found.high is not None
    assert (round(found.low, 3), round(found.high, 3)) == (0.574, 0.932)


@pytest.mark.parametrize(
    ("item", "facility", "with_total", "with_rest", "top"),
    [(8, 0.5, 0.8745, 0.8111, 1), (7, 0.5, 0.4709, 0.2917, 0.333), (1, 1, None, None, 0)],
)
def test_items_as_worked_by_hand(
    item: int, facility: float, with_total: float | None, with_rest: float | None, top: float
) -> None:
    right = [row[item - 1] for row in MATRIX]
    assert sum(right) / 12 == facility
    found = correlation_or_none(right, TOTALS)
    rest = correlation_or_none(right, [total - one for total, one in zip(TOTALS, right, strict=True)])
    assert (found and round(found, 4)) == with_total  # a dash where nobody missed it, not 0
    assert (rest and round(rest, 4)) == with_rest
    assert round(top_minus_bottom(right, TOTALS), 3) == top


def test_decision_consistency_as_worked_by_hand() -> None:
    first = subkoviak(TOTALS, 10, 6, 0.7994)
    assert (round(first.agreement, 4), round(first.kappa, 4)) == (0.7729, 0.5245)
    second = huynh(10, 6.1667, 0.6833, 6)
    assert (round(second.agreement, 4), round(second.kappa, 3)) == (0.7673, 0.506)
    assert second.accuracy is not None and second.false_pass is not None and second.false_fail is not None
    assert abs(second.accuracy - 0.820) < 0.001
    assert abs(second.false_pass - 0.121) < 0.001 and abs(second.false_fail - 0.059) < 0.001
    third = livingston_lewis(10, 6.1667, 6.1389, 0.7994, 6)
    assert third.accuracy is not None
    assert abs(third.agreement - 0.8145) < 0.001 and abs(third.accuracy - 0.861) < 0.001


def test_angoff_and_borderline_as_worked_by_hand() -> None:
    judges = [
        [80, 70, 60, 90, 75, 65, 55, 85],
        [75, 65, 60, 85, 70, 60, 50, 80],
        [85, 75, 65, 95, 80, 70, 60, 90],
        [70, 70, 55, 80, 75, 55, 50, 80],
        [80, 60, 70, 90, 65, 70, 60, 85],
    ]
    found = angoff([6, 6, 4, 6, 6, 4, 4, 4], judges)
    assert [float(total) for total in found.sums] == [29.5, 27.7, 31.5, 27.3, 29.1]
    assert (found.cut_text, found.lowest_pass, round(found.deviation, 4)) == ("29.02", 30, 1.6649)
    assert (round(found.low, 2), round(found.high, 2)) == (26.95, 31.09)
    assert [round(value, 3) for value in (found.icc_single, found.icc_mean, found.icc_consistent)] == [
        0.803,
        0.953,
        0.977,
    ]
    assert [round(value, 3) for value in found.judge_rest] == [0.993, 0.995, 0.993, 0.890, 0.790]
    assert found.warnings == ()
    assert "few-judges" in angoff([6, 6], [[50, 60], [70, 80]]).warnings
    rated = [(1, 19), (1, 22), (2, 26), (2, 27), (2, 29), (2, 31), (3, 30), (3, 33), (3, 35), (3, 32), (4, 36), (4, 38)]
    line = borderline(rated, 2)
    assert (line.mean, line.median, round(line.regression, 2), round(line.regression_error, 2)) == (
        28.25,
        28,
        27.2,
        0.68,
    )


def test_bounds_of_shares_and_correlations() -> None:
    for tries, half in ((20, 0.17), (50, 0.11), (100, 0.08)):
        low, high = wilson(tries * 4 // 5, tries)
        assert abs((high - low) / 2 - half) < 0.01
    assert correlation_upper_bound(0.05, 200) < 0.20 < correlation_upper_bound(0.05, 100)


@pytest.fixture(scope="module")
def class_of(tmp_path_factory: pytest.TempPathFactory) -> list[SealedResult]:
    """120 sittings of one paper; item 3 is answered right by chance only."""
    found = []
    sat = {right: Room(tmp_path_factory.mktemp(f"r{right}")).sat(right) for right in range(6)}
    for number in range(120):
        result = sat[number % 6].result
        header = msgspec.structs.replace(result.header, sitting=f"s{number}")
        items = list(result.marks.items)
        items[2] = msgspec.structs.replace(items[2], right=number // 6 % 2 == 0, mistake="m" if number % 4 == 0 else "")
        marks = msgspec.structs.replace(result.marks, items=tuple(items))
        changed = msgspec.structs.replace(result, header=header, marks=marks)
        found.append(SealedResult(result=changed, seals=()))
    return found


def test_items_of_a_class(class_of: list[SealedResult]) -> None:
    assert len(countable_results(class_of)) == 120
    assert {item.tries for item in item_figures(class_of)} == {120}  # five facts, each by itself
    found = {item.key: item for item in item_figures(class_of, rung_of)}
    assert {item.tries for item in found.values()} == {360, 240}  # three of one rung, two of another
    speed = found["pay-tables/1 baleares/roulette-french"]
    assert speed.facility == pytest.approx(0.25) and speed.discrimination is not None and speed.discrimination > 0.2
    assert "very-hard" in speed.flags and speed.exposure == 1
    assert set(difficulties(list(found.values()))) == set(found)
    announced = found["announce/1 baleares/roulette-french"]
    assert announced.mistakes == (("m", 30),)


def test_a_scheme_and_its_sittings(class_of: list[SealedResult]) -> None:
    (figures,) = scheme_figures(class_of)
    assert figures.sittings == 120 and figures.reliability is not None and figures.subkoviak is not None
    assert figures.overlap == 5  # all have the same five questions
    assert len(too_exposed(class_of)) == 5 and set(exposures(class_of).values()) == {1.0}
    few = scheme_figures(class_of[:10])[0]
    assert few.reliability is None and few.kr21 is None and few.huynh is None
    assert all(item.discrimination is None and not item.flags for item in item_figures(class_of[:10]))


def test_answers_too_quick_to_be_read_ask_for_a_look(class_of: list[SealedResult]) -> None:
    hasty = class_of[5].result
    marks = msgspec.structs.replace(
        hasty.marks, items=tuple(msgspec.structs.replace(mark, ms=200) for mark in hasty.marks.items)
    )
    changed = SealedResult(result=msgspec.structs.replace(hasty, marks=marks), seals=())
    flags = sitting_flags([changed, *class_of[6:]])
    assert "little-effort" in flags[0].flags and flags[0].effort == 0
    assert all(not each.flags for each in flags[1:])


def test_rehearsals_retakes_and_replaced_results_do_not_count(class_of: list[SealedResult]) -> None:
    first = class_of[0].result
    rehearsal = msgspec.structs.replace(first, paper=msgspec.structs.replace(first.paper, rehearsal=True))
    retake = msgspec.structs.replace(first, header=msgspec.structs.replace(first.header, attempt=2))
    others = [sealed(each, keys()[KeyRole.STATION], NOW) for each in (rehearsal, retake)]
    assert countable_results(others) == []
    assert len(countable_results(others, with_rehearsals=True)) == 1


def test_of_regrades_of_regrades_the_last_counts_in_whatever_order_they_lie(small_result: SealedResult) -> None:
    line = [small_result]
    for item in (1, 2):
        line.append(
            regraded(
                line[-1],
                EXAMINER,
                "ambiguous",
                keys()[KeyRole.STATION],
                NOW,
                voided=[item],
                **AGREED,
            )
        )
    for order in permutations(line):
        assert countable_results(order) == [line[-1]]


def test_a_spreadsheet_takes_no_cell_for_a_formula(class_of: list[SealedResult], tmp_path: Path) -> None:
    result = class_of[0].result
    hostile = msgspec.structs.replace(result.paper.items[0], item="=HYPERLINK(1)/1 baleares/roulette-french@1 #1")
    paper = msgspec.structs.replace(result.paper, items=(hostile, *result.paper.items[1:]))
    changed = SealedResult(result=msgspec.structs.replace(result, paper=paper), seals=())
    write_statistics([changed], tmp_path / "figures.csv", Language.EN)
    with (tmp_path / "figures.csv").open(encoding="utf-8-sig", newline="") as lines:
        cells = [row["key"] for row in csv.DictReader(lines)]
    assert "'=HYPERLINK(1)/1 baleares/roulette-french #1" in cells


def test_figures_go_into_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))
    files = []
    for number in range(3):
        files.append(tmp_path / f"{number}.json")
        files[-1].write_bytes(to_bytes(Room(tmp_path / str(number), sitting=f"s{number}").sat()))
    book, table = tmp_path / "figures.xlsx", tmp_path / "figures.csv"
    for out in (book, table):
        assert main(["exam", "statistics", *map(str, files), "--out", str(out)]) == 0
    with table.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["tries"] for row in rows] == ["3"] * 5
    assert {row["discrimination"] for row in rows} == {"–"}
    sheets = openpyxl.load_workbook(book)
    assert sheets.sheetnames == ["Preguntas", "Exámenes", "Sesiones"]
    assert sheets["Exámenes"]["A2"].value == small_paper().scheme.id

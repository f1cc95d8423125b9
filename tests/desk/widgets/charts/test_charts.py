"""Where things lie on a chart, and that something is painted there."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import msgspec
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.desk.conftest import ENGLISH, SPANISH
from trainer.desk.style.style import Style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.charts import bars, calendar, curve, ring, skill_map
from trainer.desk.widgets.charts.bars import Bar
from trainer.desk.widgets.charts.calendar import Calendar
from trainer.desk.widgets.charts.curve import Curve, Point
from trainer.desk.widgets.charts.skill_map import Cell, Row, SkillMap

ROOM = QRectF(0, 0, 600, 300)
TODAY = date(2026, 1, 1).toordinal()
MAP = SkillMap(
    (
        Row("first", tuple(Cell(f"first/{n}", str(n), n / 4, "learning") for n in range(1, 5))),
        Row("second", (Cell("second/1", "1", 1.0, "mastered"), Cell("second/2", "2", 0.0, "locked"))),
    )
)


def a_curve(*values: float, target: float = 0.9) -> Curve:
    return Curve(
        points=tuple(Point(TODAY + 2 * day, value, 10) for day, value in enumerate(values)),
        low=0.0,
        high=1.0,
        target=target,
        is_good_above=True,
        low_label="0 %",
        high_label="100 %",
        target_label="objetivo 90 %",
        last_label="95 %",
        first_day="1 ene",
        last_day="hoy",
    )


def painted(paint, style: Style) -> QImage:
    image = QImage(600, 300, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(colour(style.theme.panel))
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return image


def colours(image: QImage) -> set[str]:
    return {QColor(image.pixel(x, y)).name() for x in range(0, 600, 2) for y in range(0, 300, 2)}


# ── curves ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_points_of_a_curve_lie_by_day_and_value() -> None:
    chart = a_curve(0.0, 0.5, 1.0)
    plot = curve.plot_room(ROOM, chart, SPANISH)
    places = [curve.place(point, chart, plot) for point in chart.points]
    assert places[0] == plot.bottomLeft()
    assert (places[2].x(), places[2].y()) == (plot.right(), plot.top())
    assert places[1] == plot.center()
    assert curve.place(Point(TODAY, 7.0), chart, plot).y() == plot.top(), "a value beyond the axis lies on its end"


def test_a_single_day_stands_at_the_end_of_its_curve() -> None:
    chart = a_curve(0.5)
    plot = curve.plot_room(ROOM, chart, SPANISH)
    assert curve.place(chart.points[0], chart, plot).x() == plot.right()


def test_days_with_few_answers_move_the_line_little() -> None:
    line = curve.smooth([Point(1, 1.0, 30), Point(2, 0.0, 1), Point(3, 1.0, 30)])
    assert line[1].value > 0.95


@pytest.mark.parametrize("style", [SPANISH, ENGLISH])
@pytest.mark.parametrize("values", [(0.2, 0.6, 0.95), (0.9, 0.9), (1.0,), (0.0, 0.02)])
def test_a_curve_is_painted_inside_its_room(style: Style, values: tuple[float, ...], qapp: QApplication) -> None:
    image = painted(lambda painter: curve.paint_curve(painter, ROOM, a_curve(*values), style), style)
    assert style.theme.accent.lower() in colours(image)


@pytest.mark.parametrize("text_size", [0.9, 1.3, 1.6])
def test_what_stands_beside_a_curve_has_its_room(text_size: float, qapp: QApplication) -> None:
    style = msgspec.structs.replace(SPANISH, text_size=text_size)
    chart = a_curve(0.5)
    plot, small = curve.plot_room(ROOM, chart, style), QFontMetricsF(style.font(STEPS.small))
    assert small.horizontalAdvance(chart.high_label) <= plot.left() - ROOM.left()
    assert small.horizontalAdvance(chart.target_label) <= ROOM.right() - plot.right()


# ── the skill map ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_ring_is_found_where_it_is_painted() -> None:
    for number, row in enumerate(MAP.rows):
        for column, cell in enumerate(row.cells):
            middle = skill_map.cell_room(ROOM, MAP, number, column, SPANISH).center()
            assert skill_map.key_at(ROOM, MAP, middle.x(), middle.y(), SPANISH) == cell.key
    assert skill_map.key_at(ROOM, MAP, 2, 2, SPANISH) == ""


def test_the_arrows_go_from_ring_to_ring_and_stop_at_the_edge() -> None:
    assert skill_map.next_key(MAP, "first/1", 1, 0) == "first/2"
    assert skill_map.next_key(MAP, "first/4", 1, 0) == "first/4"
    assert skill_map.next_key(MAP, "first/4", 0, 1) == "second/2"
    assert skill_map.next_key(MAP, "second/1", 0, -1) == "first/1"
    assert skill_map.next_key(MAP, "gone", 0, 0) == "first/1"


def test_what_is_mastered_is_told_by_form_and_colour(qapp: QApplication) -> None:
    def image_of(stand: str, value: float) -> QImage:
        return painted(lambda painter: ring.paint_ring(painter, ROOM, value, SPANISH, "1", stand), SPANISH)

    stands = [image_of(stand, 1.0) for stand in ("new", "learning", "mastered", "fading", "locked")]
    assert all(one != other for one, other in pairwise(stands))
    assert SPANISH.theme.right.lower() in colours(stands[2])
    assert image_of("learning", 0.2) != image_of("learning", 0.8)


# ── the calendar ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_day_of_the_calendar_has_its_square() -> None:
    room = QRectF(0, 0, 760, 120)
    first = calendar.first_day(TODAY)
    assert date.fromordinal(first).weekday() == 0
    assert 52 * 7 <= TODAY - first < 53 * 7
    for day in range(first, TODAY + 1):
        square = calendar.day_room(room, day, TODAY, SPANISH)
        assert room.contains(square)
        middle = square.center()
        assert calendar.day_at(room, middle.x(), middle.y(), TODAY, SPANISH) == day
    tomorrow = calendar.day_room(room, TODAY + 1, TODAY, SPANISH).center()
    assert calendar.day_at(room, tomorrow.x(), tomorrow.y(), TODAY, SPANISH) is None


def test_more_answers_make_a_stronger_square(qapp: QApplication) -> None:
    def image_of(answers: dict[int, int]) -> QImage:
        chart = Calendar(answers=answers, today=TODAY, months=tuple("abcdefghijkl"), weekdays=tuple("LMXJVSD"))
        return painted(lambda painter: calendar.paint_calendar(painter, ROOM, chart, SPANISH), SPANISH)

    pictures = [image_of({TODAY - 3: answers}) for answers in (0, 5, 15, 40, 90)]
    assert all(one != other for one, other in pairwise(pictures))


def test_bars_that_have_no_room_are_left_out(qapp: QApplication) -> None:
    some = tuple(Bar(f"drill {n}", 0.5, "50 %") for n in range(6))
    room = QRectF(0, 0, 600, 2 * bars.ROW_HEIGHT)
    two = painted(lambda painter: bars.paint_bars(painter, room, some[:2], SPANISH), SPANISH)
    assert painted(lambda painter: bars.paint_bars(painter, room, some, SPANISH), SPANISH) == two

"""Who must count, sees each chip: large enough at 1280×720, and stacks cut into fives by pointer, tap and key."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.desk.table.cloths import make_felt
from trainer.desk.shots.pictures import drill_shots
from trainer.desk.shots.samples import sample_questions
from trainer.desk.table.arrangement import StackPlace, arrange
from trainer.desk.table.cut_stacks import FIVE, parts, stack_at
from trainer.desk.table.layouts.roulette_base import foot_name, wide_name
from trainer.drills.scene import Chips, Scene

LEAST = 28  # pixels across
FULLEST = "drill-craps-seven-out-5"  # a full craps table: some of its boxes are smaller than such a chip
FULL = (  # the fullest table of each other kind
    FULLEST,
    "drill-blackjack-settle-the-table-5",
    "drill-caribbean-stud-settle-the-table-3",
    "drill-caribbean-stud-spot-the-mistake-2",
    "drill-pai-gow-poker-settle-with-commission-3",
    "drill-texas-holdem-side-pots-3",
    "drill-texas-holdem-whose-action-3",
    "drill-punto-banco-settle-boxes-4",
)


class Asking:
    """What a shot of a drill needs of a desk."""

    def __init__(self, window) -> None:
        self._window = window

    def ask(self, question) -> None:
        self._window.ask([question], "practise")


def test_a_chip_that_must_be_counted_is_28_pixels_across(open_window) -> None:
    window = open_window()
    looked_at = 0
    shots = list(drill_shots())
    full = [shot for shot in shots if shot.name in FULL]
    assert len(full) == len(FULL)
    for shot in [*shots[3::7], *full]:
        shot.prepare(Asking(window))
        QApplication.processEvents()
        felt = window.runner.felt
        stacks = [place for place in felt._places if isinstance(place, StackPlace)]
        looked_at += bool(stacks)
        for stack in stacks:
            assert 2 * stack.radius * felt._scale() >= LEAST - 0.01, shot.name
    assert looked_at > 10


def test_chips_grow_only_as_far_as_their_neighbours_leave_room() -> None:
    felt = make_felt("roulette-american")
    pieces = tuple(Chips(spot=spot, counts={"5": 3}) for spot in ("split:14-17", "straight-up:17"))
    usual, grown = (arrange(felt, Scene(felt=felt.id, pieces=pieces), least_radius=least) for least in (0.0, 200.0))
    for one, other in zip(usual, grown, strict=True):
        assert one.radius <= other.radius < 60


@pytest.mark.parametrize("felt_id", ["roulette-american", "roulette-double-zero", "roulette-french"])
def test_no_chip_reaches_the_name_of_an_outside_bet(felt_id: str) -> None:
    felt = make_felt(felt_id)
    names = ("low", "even", "red", "dozen:1", "column:2")
    pieces = tuple(Chips(spot=name, counts={"5": 1}) for name in names)
    for pile in arrange(felt, Scene(felt=felt.id, pieces=pieces), least_radius=200.0):
        box = felt.spot(pile.spot).shape.boundingRect()
        if pile.spot == "dozen:1" and felt_id == "roulette-french":
            box.setTop(box.bottom() - felt.spot(pile.spot).room.height())  # the lower of its two boxes
        name = foot_name(box) if felt.spot(pile.spot).name_in_middle is False else wide_name(box)
        chip = QRectF(pile.at.x() - pile.radius, pile.at.y() - pile.radius, 2 * pile.radius, 2 * pile.radius)
        assert not chip.intersects(name.adjusted(1, 1, -1, -1)), pile.spot
        assert box.adjusted(-1, -1, 1, 1).contains(chip), pile.spot


def test_piles_that_are_pushed_apart_stay_near_their_places_and_are_tapped_where_they_lie(open_window) -> None:
    window = open_window()
    next(shot for shot in drill_shots() if shot.name == FULLEST).prepare(Asking(window))
    QApplication.processEvents()
    felt = window.runner.felt
    piles = [place for place in felt._places if isinstance(place, StackPlace)]
    homes = {place.spot: felt._shown_felt().spot(place.spot).centre for place in piles}
    away = {place.spot: place.at - homes[place.spot] for place in piles}
    assert any(way.manhattanLength() > 1 for way in away.values())
    assert all(way.manhattanLength() <= 3 * pile.radius for pile, way in zip(piles, away.values(), strict=True))
    pile = max(piles, key=lambda place: away[place.spot].manhattanLength())
    QTest.mouseClick(
        felt, Qt.MouseButton.LeftButton, pos=felt.to_widget(pile.at + QPointF(0, pile.radius / 2)).toPoint()
    )
    assert window.runner.tray.answer() == pile.spot


def test_a_stack_is_cut_into_fives_and_a_rest() -> None:
    felt = make_felt("roulette-american")
    (stack,) = arrange(felt, Scene(felt=felt.id, pieces=(Chips(spot="red", counts={"5": 13}),)))
    table = QRectF(QPointF(), felt.size)
    cut = parts(stack, table)
    assert [len(part.faces) for part in cut] == [FIVE, FIVE, 1, 1, 1]
    across = [part.at.x() for part in cut]
    steps = [(b - a) / stack.radius for a, b in pairwise(across)]
    assert all(step > 2 for step in steps[:2])
    assert all(0.8 < step < 1 for step in steps[2:])
    assert stack_at([stack], stack.top) is stack and stack_at([stack], stack.at + QPointF(0, 90)) is None


def test_a_stack_looked_at_closely_is_larger_and_stays_on_the_table() -> None:
    felt = make_felt("craps-arica")
    spots = [name for name in felt.spots() if name.startswith("pass-line@")]
    table = QRectF(QPointF(), felt.size)
    for spot in spots:
        (stack,) = arrange(felt, Scene(felt=felt.id, pieces=(Chips(spot=spot, counts={"1000": 20}),)))
        for part in parts(stack, table, 3 * stack.radius):
            assert part.radius == 3 * stack.radius
            reach = QPointF(part.radius, part.radius)
            assert table.contains(QRectF(part.top - reach, part.at + reach)), spot


def test_pointer_tap_and_key_cut_a_stack_and_only_learning_tells_the_count(open_window) -> None:
    window = open_window()
    window.ask([sample_questions()["amount"]] * 2, "practise")
    felt = window.runner.felt
    stack = next(place for place in felt._places if place.spot == "dozen:2")
    at = felt.to_widget(stack.at).toPoint()
    pictures = [felt.grab().toImage()]
    QTest.mouseClick(felt, Qt.MouseButton.LeftButton, pos=at)
    assert felt._cut == {"dozen:2"}
    pictures.append(felt.grab().toImage())
    QTest.mouseClick(felt, Qt.MouseButton.LeftButton, pos=at)
    assert felt._cut == set() and not felt.shows_counts
    QTest.keyClick(window.runner, Qt.Key.Key_F8)
    assert felt._cuts_all
    assert pictures[0] != pictures[1]
    window.ask([sample_questions()["amount"]] * 2, "learn")
    assert felt.shows_counts and not felt._cuts_all, "another question begins with whole stacks"

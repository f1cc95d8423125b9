"""Felts of craps and the small wheels: every bet of every rulebook has its place, and places tell players apart."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.desk.table.cloths import make_felt
from trainer.desk import table
from trainer.desk.table.layouts.craps_table import SEATS, SIZE
from trainer.desk.table.pieces.chips import THICKNESS
from trainer.games.craps.figures import craps
from trainer.games.craps.layout import every_spot
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()
BOOKS = ("arica", "puerto-rico", "baleares", "bolivia")


@pytest.fixture(autouse=True)
def application(qapp):
    return qapp


@pytest.mark.parametrize("book", BOOKS)
def test_every_craps_bet_has_a_place_for_each_of_eight_players(book):
    """Under every choice of every house option too."""
    rules = load_rules(LIBRARY, book, "craps")
    choices = [(key, choice) for key, option in rules.options.items() for choice in option.choices]
    for options in ({}, *({key: choice} for key, choice in choices)):
        changed = load_rules(LIBRARY, book, "craps", options=options)
        felt = table.make_felt(craps(changed).felt, table.Imprint(changed))
        wanted = {f"{name}@{seat}" for name in every_spot(changed) for seat in SEATS}
        assert wanted <= set(felt.spots()), options


@pytest.mark.parametrize("book", BOOKS)
def test_a_players_bets_lie_at_his_end_of_the_table(book):
    felt = make_felt(f"craps-{book}")
    for name in felt.spots():
        bet, _, seat = name.partition("@")
        if seat.isdigit() and not bet.startswith(("hardway", "any", "craps", "eleven", "horn", "hop", "under", "over")):
            if bet in ("all-small", "all-tall", "make-em-all"):
                continue
            assert (felt.spot(name).centre.x() < SIZE.width() / 2) == (int(seat) <= 4), name


def test_place_bets_stand_astride_the_line_by_the_players_position():
    """06.IV.1 L654: before or behind the number, according to where the player stands."""
    felt = make_felt("craps-baleares")
    behind = {felt.spot(f"place:6@{seat}").centre.y() for seat in (1, 2, 7, 8)}
    before = {felt.spot(f"place:6@{seat}").centre.y() for seat in (3, 4, 5, 6)}
    assert len(behind) == len(before) == 1 and max(behind) < min(before)


def test_odds_lie_outside_the_line_and_wrong_bets_in_the_rear_box():
    felt = make_felt("craps-arica")
    for seat in (3, 4, 5, 6):
        assert felt.spot(f"pass-odds@{seat}").centre.y() > felt.spot(f"pass-line@{seat}").centre.y()
    for number in (4, 5, 6, 8, 9, 10):
        rear = felt.spot(f"place-lose:{number}@3").centre.y()
        assert rear < felt.spot(f"come-point:{number}@3").centre.y() < felt.spot(f"place:{number}@3").centre.y()


def test_the_five_has_the_box_in_the_middle():
    """04.II L424."""
    felt = make_felt("boule")
    xs = {number: felt.spot(f"number:{number}").centre.x() for number in range(1, 10)}
    assert max(xs[n] for n in (1, 2, 3, 4)) < xs[5] < min(xs[n] for n in (6, 7, 8, 9))


def test_a_chip_on_a_number_of_boule_lies_within_its_box():
    felt = make_felt("boule")
    for number in range(1, 10):
        spot = felt.spot(f"number:{number}")
        reach = QPointF(spot.chip_radius, spot.chip_radius)
        assert spot.shape.boundingRect().contains(QRectF(spot.centre - reach, spot.centre + reach)), number
        high = QPointF(0, 10 * THICKNESS * spot.chip_radius)  # of a usual stack, as either side sees it
        assert number == 5 or spot.shape.boundingRect().contains(spot.centre - high)
        assert number == 5 or spot.shape.boundingRect().contains(spot.centre + high)


@pytest.mark.parametrize("book", ["baleares", "puerto-rico"])
def test_the_wheel_of_fortune_has_54_cells_and_as_many_pins(book):
    felt = make_felt(f"big-six-{book}")
    names = felt.spots()
    assert sum(name.startswith("cell:") for name in names) == sum(name.startswith("pin:") for name in names) == 54


@pytest.mark.parametrize("book", ["baleares", "puerto-rico"])
def test_the_highest_pile_hides_no_word_of_its_box(book):
    felt = make_felt(f"big-six-{book}")
    for symbol in felt.symbols:
        box, spot = felt.box(symbol), felt.spot(f"symbol:{symbol}")
        assert spot.centre.x() - spot.chip_radius > felt.words_room(box).right(), symbol
        assert box.contains(QRectF(spot.centre.x() - 23, spot.centre.y() - 23, 46, 46)), symbol

"""The table of the card room: seats run as the rules number them, and every place can be seen and tapped."""

from __future__ import annotations

from itertools import combinations, pairwise

import msgspec
import pytest
from PySide6.QtCore import QPointF, QRectF

from trainer.desk.shots.imprints import imprint_for
from trainer.desk.table import Felt, Imprint
from trainer.desk.table.camera import subject
from trainer.desk.table.layouts.card_room import POTS, make
from trainer.drills import family
from trainer.games.card_room.figures import card_room
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, say

TABLES = [
    *(f"card-room-{seats}" for seats in (7, 9, 10, 11)),
    *(f"card-room-omaha-{seats}" for seats in (7, 11)),
    *(f"card-room-stud-{seats}" for seats in (7, 8)),
]


def table(felt_id: str, first_seat: str = "left") -> Felt:
    rules = msgspec.structs.replace(imprint_for("boule").rules, first_seat=first_seat)
    return make(felt_id, Imprint(rules))


def seats(felt: Felt) -> list[int]:
    return [int(name[5:]) for name in felt.spots() if name.startswith("seat:") and "/" not in name]


@pytest.mark.parametrize("felt_id", TABLES)
def test_there_are_as_many_seats_as_the_felt_says(felt_id: str, qapp: object) -> None:
    assert seats(table(felt_id)) == list(range(1, int(felt_id.rsplit("-", 1)[1]) + 1))


@pytest.mark.parametrize(("first_seat", "side"), [("left", -1), ("right", 1)])
@pytest.mark.parametrize("felt_id", TABLES)
def test_seat_1_is_beside_the_dealer_and_seats_go_round(felt_id: str, first_seat: str, side: int, qapp: object) -> None:
    felt = table(felt_id, first_seat)
    middle = QPointF(felt.size.width() / 2, felt.size.height() / 2)
    places = [felt.spot(f"seat:{seat}/cards").centre - middle for seat in sorted(seats(felt))]
    assert places[0].x() * side > 0 and places[0].y() > 0
    assert places[-1].x() * side < 0 and places[-1].y() > 0
    for one, other in pairwise(places):  # the way from each to the next turns to the same side round the middle
        assert (one.x() * other.y() - one.y() * other.x()) * -side > 0


@pytest.mark.parametrize("felt_id", TABLES)
def test_a_tap_in_the_middle_of_a_spot_is_a_tap_on_it(felt_id: str, qapp: object) -> None:
    felt = table(felt_id)
    assert {name: felt.spot_at(felt.spot(name).centre) for name in felt.spots()} == {
        name: name for name in felt.spots()
    }


@pytest.mark.parametrize("felt_id", TABLES)
def test_places_lie_on_the_cloth_and_not_on_each_other(felt_id: str, qapp: object) -> None:
    felt = table(felt_id)
    own = [[f"seat:{seat}", f"seat:{seat}/cards", f"seat:{seat}/bet", f"button:{seat}"] for seat in seats(felt)]
    middle = ["board", *(f"pot:{pot}" for pot in POTS), "burn", "muck", "deck", "rake", "rack", "call"]
    for name in felt.spots():
        assert felt.cloth_outline().contains(felt.spot(name).shape), name
    for group, other in combinations([*own, *([name] for name in middle)], 2):
        for one in group:
            for two in other:
                assert not felt.spot(one).shape.intersects(felt.spot(two).shape), (one, two)


@pytest.mark.parametrize("felt_id", TABLES)
def test_the_number_of_a_seat_stands_on_the_rail_where_no_pile_and_no_value_covers_it(
    felt_id: str, qapp: object
) -> None:
    felt = table(felt_id)
    assert list(felt.seat_numbers) == [str(seat) for seat in seats(felt)]
    for seat, room in felt.seat_numbers.items():
        assert felt.outline().contains(room.center()) and not felt.cloth_outline().contains(room.center())
        nearest = min(seats(felt), key=lambda one: _way(room.center(), felt.spot(f"seat:{one}/cards").centre))
        assert str(nearest) == seat
        for part in ("seat:{}", "seat:{}/cards", "seat:{}/bet", "button:{}"):  # and is seen with all that lies there
            assert subject(felt, (), [part.format(seat)]).contains(room)
    assert subject(felt, (), ["pot:1"]) == felt.spot("pot:1").shape.boundingRect()


def _way(one: QPointF, other: QPointF) -> float:
    return (one - other).manhattanLength()


@pytest.mark.parametrize("felt_id", TABLES)
def test_a_full_hand_has_its_room(felt_id: str, qapp: object) -> None:
    felt = table(felt_id)
    most = {"omaha": 4, "stud": 7}.get(felt_id.split("-")[2], 2)
    spot = felt.spot("seat:1/cards")
    width = spot.card_width * (1 + spot.card_step * (most - 1))
    assert width <= spot.shape.boundingRect().width()
    assert spot.card_width * spot.card_step >= 26, "the index of a card under another must be seen"


@pytest.mark.parametrize(
    ("book", "game", "pot", "rake"),
    [
        ("bolivia", "texas-holdem", "Pozo", "Comisión"),
        ("puerto-rico", "omaha", "Pote", "Comisión"),
        ("baleares", "synthetic-poker", "Bote", "Cagnotte"),
    ],
)
def test_the_cloth_calls_a_pot_as_the_regulation_does(book: str, game: str, pot: str, rake: str, qapp: object) -> None:
    """In the Balearic text *pozo* is the slot of the house, not what the players play for."""
    rules = load_rules(shipped_library(), book, game)
    felt = make(card_room(rules).felt, Imprint(rules))
    assert (felt.spoken("pot:1", Language.ES), felt.spoken("rake", Language.ES)) == (pot, rake)
    assert felt.spoken("pot:3", Language.ES) == f"{pot.lower()} adicional 2"
    said = say(family(game, "split-the-pot").make(rules, 1, 1).draft.prompt, Language.ES)
    assert pot.lower() in said


def test_spots_are_spoken_of(qapp: object) -> None:
    felt = table("card-room-10")
    assert felt.spoken("seat:3/bet", Language.ES) == "apuesta, puesto 3"
    assert felt.spoken("pot:2", Language.EN) == "side pot 1"
    assert QRectF(QPointF(), felt.size).contains(felt.spot("pot:6").shape.boundingRect())

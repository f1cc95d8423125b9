"""Tables of house poker, and blackjack tables: what lies at a seat lies beside everything else, and its number and the
names of its bets are always in sight."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from tests.desk.table.cloths import HOUSE_POKER
from tests.drills.checks import rules_of
from tests.loops import loop_over
from trainer.desk.table import Imprint, make_felt
from trainer.desk.table.base import Felt, Side
from trainer.desk.table.labels import words_on
from trainer.desk.table.layouts.house_poker import HouseTable
from trainer.rulebooks import GameRules
from trainer.texts import Language

RULES = rules_of(HOUSE_POKER)
BLACKJACK = rules_of(("blackjack", "blackjack-switch", "free-bet-blackjack", "challenge-21"))
MARGIN = 6.0  # of a printed place around the cards in it


def name(rules: GameRules) -> str:
    return f"{rules.rulebook}-{rules.game}-{rules.variant}"


def table(rules: GameRules) -> HouseTable:
    felt = make_felt(rules.rules["felt"], Imprint(rules), Side.PLAYERS)
    assert isinstance(felt, HouseTable)
    return felt


def cards(felt: Felt) -> dict[str, QRectF]:
    """The room of the cards at each seat."""
    rooms = {spot: felt.spot(spot).shape.boundingRect() for spot in felt.spots() if spot.startswith("hand:")}
    return {spot: room.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN) for spot, room in rooms.items()}


@loop_over("rules", RULES, ids=name)
def test_cards_cover_no_box_no_pay_table_and_no_other_cards(rules: GameRules) -> None:
    felt = table(rules)
    boxes = {spot: felt.spot(spot).shape for spot in felt.spots() if spot.partition(":")[0] in felt.boxes}
    for spot, room in cards(felt).items():
        assert felt.cloth_outline().contains(room), spot
        assert not [box for box, shape in boxes.items() if shape.intersects(room)], spot
        apart = [table.adjusted(-6, 0, 6, 0) for table in felt._printed_tables().values()]
        fixed = [*apart, felt.shoe_box, felt.discard_box, felt.rack_box]
        fixed += [
            felt.spot(middle).shape.boundingRect() for middle in ("dealer", "community") if middle in felt.spots()
        ]
        assert not any(room.intersects(other) for other in fixed), spot
    for one, other in combinations(cards(felt).values(), 2):
        shared = one.intersected(other)
        assert min(shared.width(), shared.height()) <= MARGIN


@loop_over("rules", RULES, ids=name)
def test_a_seat_is_all_that_lies_there(rules: GameRules) -> None:
    felt = table(rules)
    for seat in felt.seat_numbers:
        place = felt.spot(f"seat:{seat}").shape
        assert all(place.contains(felt.spot(f"{bet}:{seat}").centre) for bet in felt.boxes)
        assert place.contains(felt.spot(f"hand:{seat}").centre)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("rules", [*RULES, *BLACKJACK], ids=name)
def test_the_number_of_a_seat_stands_on_the_rail_where_nothing_covers_it(rules: GameRules, side: Side) -> None:
    felt = make_felt(rules.rules["felt"], Imprint(rules), side)
    assert len(felt.seat_numbers) == len({spot for spot in felt.spots() if spot.startswith("paid:")})
    for seat, room in felt.seat_numbers.items():
        assert felt.outline().contains(room.center()) and not felt.cloth_outline().contains(room.center())
        ink = QRectF(room.center().x() - 8, room.center().y() - 10, 16, 20)
        assert not [spot for spot in felt.spots() if felt.spot(spot).shape.intersects(ink)], seat


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("rules", [*RULES, *BLACKJACK], ids=name)
def test_the_name_of_a_bet_reaches_into_no_box(rules: GameRules, side: Side) -> None:
    """At the ends of the table, where one box stands below another."""
    felt = make_felt(rules.rules["felt"], Imprint(rules), side)
    bets = {spot: felt.spot(spot).shape for spot in felt.spots() if spot.partition(":")[0] in {"bet", *rules.bets}}
    boxes = [shape for spot, shape in bets.items() if spot.count(":") == 1 and not spot.startswith("insurance")]
    for language in Language:
        words = words_on(felt, language)
        assert words and not [word for word in words for box in boxes if box.intersects(word)], language

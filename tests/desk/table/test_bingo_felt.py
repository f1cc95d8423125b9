"""The bingo hall and the counter: every place is where a tap finds it, and nothing lies on anything else."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.desk.table.cloths import make_felt
from trainer.texts import Language


@pytest.mark.parametrize("felt_id", ["bingo-75", "bingo-90", "bingo-ball", "counter-races"])
def test_a_tap_in_the_middle_of_a_spot_is_a_tap_on_it(felt_id: str, qapp: object) -> None:
    felt = make_felt(felt_id)
    assert {name: felt.spot_at(felt.spot(name).centre) for name in felt.spots()} == {
        name: name for name in felt.spots()
    }
    assert all(felt.cloth_outline().contains(felt.spot(name).shape) for name in felt.spots())


@pytest.mark.parametrize(("felt_id", "balls", "places"), [("bingo-75", 75, 25), ("bingo-90", 90, 27)])
def test_board_and_card_have_as_many_places_as_the_rules_say(
    felt_id: str, balls: int, places: int, qapp: object
) -> None:
    felt = make_felt(felt_id)
    board = [name for name in felt.spots() if name.startswith("ball:")]
    card = [name for name in felt.spots() if name.startswith("card:")]
    assert (len(board), len(card)) == (balls, places)
    for group in (board, card):
        for one, other in combinations(group, 2):
            shared = felt.spot(one).shape.intersected(felt.spot(other).shape).boundingRect()
            assert shared.width() < 1 or shared.height() < 1, (one, other)


def test_prizes_are_those_of_the_rules(qapp: object) -> None:
    prizes = {
        felt_id: [n[6:] for n in make_felt(felt_id).spots() if n.startswith("prize:")]
        for felt_id in ("bingo-75", "bingo-90")
    }
    assert prizes == {"bingo-75": ["bingo", "progressive"], "bingo-90": ["line", "bingo", "progressive"]}
    assert make_felt("bingo-90").spoken("card:2/9", Language.ES) == "cartón, fila 2, columna 9"

"""Tables from the dealer's side and from the players': tray near, print upright, seats where the rulebook has them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from tests.loops import loop_over
from trainer.catalogue import felt_modules
from trainer.desk.shots.imprints import imprint_for, usual_rules
from trainer.desk.table import Felt, Side, make_felt
from trainer.desk.table.arrangement import arrange
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.parts import print_arc_text, print_text
from trainer.drills.scene import CardPiece, Scene
from trainer.rulebooks import shipped_library

WITH_SIDES = [felt_id for felt_id in felt_modules() if make_felt(felt_id, imprint_for(felt_id)).has_sides]


def seat_spots(felt: Felt) -> dict[int, QPointF]:
    """The middle of each seat's first spot: those of which a number is the last part of the name or the one before."""
    for kind in ("bet", "ante", "bet-1", "war", "place", "stack", "player"):
        found = {
            int(name.split(":")[1]): felt.spot(name).centre
            for name in felt.spots()
            if name.startswith(f"{kind}:") and name.count(":") == 1 and name.split(":")[1].isdigit()
        }
        if len(found) > 2:
            return found
    return {}


@loop_over("felt_id", WITH_SIDES)
def test_the_dealer_has_the_tray_at_hand_and_the_players_see_it_opposite(felt_id: str, qapp) -> None:
    for side, is_near in ((Side.DEALER, True), (Side.PLAYERS, False)):
        felt = make_felt(felt_id, imprint_for(felt_id), side)
        if "rack" in felt.spots():
            assert (felt.spot("rack").centre.y() > felt.size.height() / 2) is is_near


@pytest.mark.parametrize("felt_id", WITH_SIDES)
def test_both_sides_have_the_same_spots_on_the_table(felt_id: str, qapp) -> None:
    dealers = make_felt(felt_id, imprint_for(felt_id), Side.DEALER)
    players = make_felt(felt_id, imprint_for(felt_id), Side.PLAYERS)
    assert dealers.spots() == players.spots()
    table = QRectF(QPointF(), dealers.size)
    for name in dealers.spots():
        one, other = (felt.spot(name).shape.boundingRect() for felt in (dealers, players))
        assert table.contains(one)
        assert (one.center() + other.center() - QPointF(table.width(), table.height())).manhattanLength() < 0.01


def test_seat_one_is_on_the_side_of_the_dealer_that_the_rulebook_says(qapp) -> None:
    looked_at = 0
    for rules in usual_rules(shipped_library()):
        felt = make_felt(rules.rules["felt"], Imprint(rules), Side.DEALER)
        seats = seat_spots(felt)
        if rules.first_seat is None or not seats or not felt.has_sides:
            continue
        looked_at += 1
        is_left = seats[1].x() < seats[max(seats)].x()
        assert is_left is (rules.first_seat == "left"), (rules.rulebook, rules.game, felt.id)
    assert looked_at > 30


def test_words_stand_upright_on_a_table_that_is_turned_round(qapp) -> None:
    def ink(turned: bool) -> QImage:
        image = QImage(200, 100, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        if turned:
            painter.translate(200, 100)
            painter.rotate(180)
        print_text(painter, "7", QRectF(50, 20, 100, 60), height=50)
        painter.end()
        return image

    assert ink(turned=True) == ink(turned=False)


def test_words_on_an_arc_turn_their_heads_with_the_table(qapp) -> None:
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(400, 400)
    painter.rotate(180)
    print_arc_text(painter, "LL", QPointF(200, 200), 150, 180, height=60)
    painter.end()
    rows = [sum(image.pixelColor(x, y).lightness() > 60 for x in range(400)) for y in range(400)]
    written = [count for count in rows if count]
    # The foot of an L is its widest part, and it is at the bottom.
    assert max(written[-len(written) // 3 :]) > 2 * max(written[: len(written) // 3])


@pytest.mark.parametrize("felt_id", ["trente-et-quarante", "challenge-21"])
def test_rows_are_read_from_left_to_right_from_both_sides(felt_id: str, qapp) -> None:
    spot = {"trente-et-quarante": "row:red", "challenge-21": "dealer:1"}[felt_id]
    for side in Side:
        felt = make_felt(felt_id, imprint_for(felt_id), side)
        cards = tuple(CardPiece(spot=spot, card=card) for card in ("2S", "3S", "4S"))
        places = arrange(felt, Scene(felt=felt_id, pieces=cards))
        across = [place.at.x() for place in places]
        assert across == sorted(across)
        bounds = felt.spot(spot).shape.boundingRect()
        assert all(bounds.contains(place.at) for place in places)

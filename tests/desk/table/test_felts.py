"""Felts: every bet has its spot, spots are hit where they are, and the view answers to mouse and keys."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.desk.table.cloths import make_felt, render_scene, show
from tests.loops import loop_over
from trainer.catalogue import felt_modules
from trainer.desk import table
from trainer.desk.shots.imprints import imprint_for
from trainer.desk.style.theme import DARK, LIGHT, ROULETTE_COLOURS
from trainer.desk.table import Imprint, Side, UnknownSpotError, cloth
from trainer.desk.table.arrangement import StackPlace, arrange, cluster
from trainer.desk.table.base import Felt, SpotGeometry
from trainer.desk.table.drawing import Look, fitted
from trainer.desk.table.layouts import baccarat
from trainer.desk.table.layouts.half_round import CurvedFelt, seats_on_arc
from trainer.desk.table.layouts.roulette_base import RouletteFelt
from trainer.desk.table.parts import tile_row
from trainer.desk.table.pieces import chips
from trainer.desk.table.view import FeltView
from trainer.drills import family
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, Scene, TilePiece
from trainer.equipment.wheel import WHEELS
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, Names

ROULETTES = ("roulette-french", "roulette-american", "roulette-double-zero")


@pytest.fixture(autouse=True)
def application(qapp):
    return qapp


def inside_bets() -> set[str]:
    """Every bet on the 36 numbers, found from the distances of numbers on the cloth alone."""
    numbers = range(1, 37)
    bets = {f"straight-up:{n}" for n in numbers}
    bets |= {f"split:{a}-{b}" for a in numbers for b in numbers if b == a + 3 or (b == a + 1 and a % 3)}
    bets |= {f"corner:{a}-{a + 1}-{a + 3}-{a + 4}" for a in numbers if a % 3 and a <= 32}
    streets = [tuple(range(first, first + 3)) for first in range(1, 37, 3)]
    bets |= {"street:" + "-".join(map(str, street)) for street in streets}
    return bets | {"six-line:" + "-".join(map(str, one + two)) for one, two in pairwise(streets)}


def outside_bets() -> set[str]:
    bets = {"red", "black", "even", "odd", "low", "high"}
    bets |= {f"prison:{bet}" for bet in bets}
    bets |= {f"{kind}:{index}" for kind in ("column", "dozen") for index in (1, 2, 3)}
    return bets | {f"double-{kind}:{pair}" for kind in ("column", "dozen") for pair in ("1-2", "2-3")}


ZERO_BETS = {
    "single-zero": "straight-up:0 split:0-1 split:0-2 split:0-3 street:0-1-2 street:0-2-3 corner:0-1-2-3",
    "double-zero": (
        "straight-up:0 straight-up:00 split:0-00 split:0-1 split:0-2 split:00-2 split:00-3 "
        "street:0-1-2 street:0-00-2 street:00-2-3 five-number"
    ),
}


@pytest.mark.parametrize("felt_id", ROULETTES)
@pytest.mark.parametrize("owners", [2])
def test_piles_of_several_players_stay_inside_an_outside_bet(felt_id, owners):
    felt = make_felt(felt_id)
    for name in ("red", "even", "dozen:1", "column:2"):
        piles = tuple(Chips(spot=name, counts={"blue": 5}, owner=str(owner)) for owner in range(1, owners + 1))
        box = felt.spot(name).shape.boundingRect()
        places = arrange(felt, Scene(felt=felt_id, pieces=piles))
        assert len(places) == owners
        assert min(place.at.x() - place.radius for place in places) >= box.left(), name
        assert max(place.at.x() + place.radius for place in places) <= box.right(), name


@pytest.mark.parametrize("felt_id", ROULETTES)
def test_piles_of_two_players_leave_the_name_of_an_even_chance_between_them(felt_id):
    felt = make_felt(felt_id)
    for name in ("red", "odd", "high"):
        piles = tuple(Chips(spot=name, counts={"blue": 1}, owner=owner) for owner in "12")
        scene = Scene(felt=felt_id, pieces=piles)
        left, right = sorted(place.at.x() for place in arrange(felt, scene))
        box = felt.spot(name).shape.boundingRect()
        assert left < box.left() + box.width() * 0.25
        assert right > box.left() + box.width() * 0.75


@pytest.mark.parametrize("felt_id", ROULETTES)
def test_a_chip_on_no_bet_lies_on_its_number_away_from_every_bet(felt_id):
    felt = make_felt(felt_id)
    at = felt.spot("beside:17").centre
    assert felt.spot("straight-up:17").shape.contains(at)
    for name in ("straight-up:17", "split:16-17", "split:17-20", "corner:16-17-19-20"):
        away = at - felt.spot(name).centre
        assert math.hypot(away.x(), away.y()) > felt.spot(name).chip_radius, name


@pytest.mark.parametrize("felt_id", ROULETTES)
def test_every_roulette_bet_has_its_spot_and_no_other(felt_id):
    wheel = WHEELS["double-zero" if felt_id == "roulette-double-zero" else "single-zero"]
    wanted = inside_bets() | outside_bets() | set(ZERO_BETS[wheel.name].split())
    wanted |= {f"pocket:{number}" for number in wheel.order}
    wanted |= {"rack", "wheel"} | {f"board:{colour}" for colour in ROULETTE_COLOURS}
    wanted |= {f"beside:{number}" for number in range(1, 37)}  # a chip on no bet
    assert {name for name in make_felt(felt_id).spots() if not name.startswith(("neighbours", "sector"))} == wanted


@pytest.mark.parametrize(
    ("book", "game", "options", "sectors"),
    [
        ("baleares", "roulette-french", {}, None),
        ("bolivia", "roulette-french", {}, {"serie-grande", "tercio", "huerfanos"}),
        ("bolivia", "roulette-french", {"sector-bets": "none"}, None),
        ("baleares", "roulette-american", {}, {"serie-grande", "tercio", "huerfanos"}),
        ("arica", "roulette-american", {"sector-bets": "on"}, None),  # two zeros: another order of the numbers
    ],
)
def test_a_racetrack_is_printed_where_its_bets_are_taken(book, game, options, sectors):
    rules = load_rules(shipped_library(), book, game, "", options)
    spots = table.make_felt(rules.rules["felt"], Imprint(rules)).spots()
    neighbours = {f"neighbours:{number}" for number in WHEELS["single-zero"].order} if sectors is not None else set()
    assert {name for name in spots if name.startswith("neighbours:")} == neighbours
    assert {name for name in spots if name.startswith("sector:")} == {f"sector:{name}" for name in sectors or ()}


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_question_about_the_order_of_the_wheel_is_asked_on_a_felt_that_does_not_show_it(level):
    rules = load_rules(shipped_library(), "bolivia", "roulette-french")
    asked_on = family("roulette-french", "wheel-order").make(rules, level, 1).draft.scene.felt
    usual, bare = (table.make_felt(felt_id, Imprint(rules)).drawn for felt_id in (rules.rules["felt"], asked_on))
    assert usual.racetrack and not bare.racetrack
    assert white_pixels_on_the_numbers(usual) > 200 and white_pixels_on_the_numbers(bare) == 0


def white_pixels_on_the_numbers(felt: RouletteFelt) -> int:
    """On the ring of the wheel that has the numbers, painted twice as large as the felt is."""
    size = round(4 * felt.wheel_radius)
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(2, 2)
    painter.translate(QPointF(felt.wheel_radius, felt.wheel_radius) - felt.wheel_centre)
    felt.paint(painter, DARK, Language.ES)
    painter.end()
    white = 0
    for x in range(size):
        for y in range(size):
            if 0.63 < math.hypot(x - size / 2, y - size / 2) / (size / 2) < 0.73:
                white += QColor(image.pixel(x, y)).blue() > 205  # the brass is yellower
    return white


def test_the_counts_of_inside_bets_are_the_trade_s():
    """36 numbers, 57 splits, 12 streets, 22 corners, 11 six-lines, zero not counted."""
    kinds = [bet.partition(":")[0] for bet in inside_bets()]
    counts = {kind: kinds.count(kind) for kind in set(kinds)}
    assert counts == {"straight-up": 36, "split": 57, "street": 12, "corner": 22, "six-line": 11}


@pytest.mark.parametrize("felt_id", ["wheel-single-zero", "wheel-double-zero"])
def test_a_wheel_has_a_spot_for_every_pocket(felt_id):
    wheel = WHEELS[felt_id.removeprefix("wheel-")]
    assert make_felt(felt_id).spots() == tuple(f"pocket:{number}" for number in wheel.order)


@pytest.mark.parametrize("felt_id", felt_modules())
def test_the_middle_of_every_spot_is_that_spot(felt_id):
    felt = make_felt(felt_id)
    missed = {name: felt.spot_at(felt.spot(name).centre) for name in felt.spots()}
    assert {name: hit for name, hit in missed.items() if hit != name} == {}


@loop_over("felt_id", felt_modules())
def test_no_two_spots_share_their_middle(felt_id):
    felt = make_felt(felt_id)
    middles = {(round(felt.spot(n).centre.x(), 1), round(felt.spot(n).centre.y(), 1)) for n in felt.spots()}
    assert len(middles) == len(felt.spots())


@loop_over("felt_id", felt_modules())
def test_every_spot_lies_on_the_table_and_has_a_name_in_both_languages(felt_id):
    felt = make_felt(felt_id)
    table = QRectF(QPointF(), felt.size)
    for name in felt.spots():
        assert table.contains(felt.spot(name).shape.boundingRect()), name
        assert all(felt.spoken(name, language) for language in Language)


@pytest.mark.parametrize("felt_id", ROULETTES)
def test_a_bet_lies_on_the_numbers_it_covers(felt_id):
    """The chip of a split or corner stands within a chip's width of each of its numbers' boxes."""
    felt = make_felt(felt_id)
    for name in felt.spots():
        bet, _, numbers = name.partition(":")
        if bet not in ("split", "corner"):
            continue
        at = felt.spot(name).centre
        near = QRectF(at.x() - 2, at.y() - 2, 4, 4)
        for number in numbers.split("-"):
            if name != "corner:0-1-2-3":
                assert felt.spot(f"straight-up:{number}").shape.intersects(near), (name, number)


def test_french_even_chances_stand_on_both_sides():
    felt = make_felt("roulette-french")
    below = [felt.spot(name).centre.y() for name in ("high", "even", "black", "column:1")]
    above = [felt.spot(name).centre.y() for name in ("low", "odd", "red", "column:3")]
    assert min(below) > max(above)
    assert felt.spot("prison:high").centre.y() > felt.spot("high").centre.y()
    assert felt.spot("prison:red").centre.y() < felt.spot("red").centre.y()


def test_american_even_chances_stand_on_one_side():
    felt = make_felt("roulette-american")
    assert len({felt.spot(name).centre.y() for name in ("low", "even", "red", "black", "odd", "high")}) == 1


def test_the_many_bets_of_a_craps_layout_are_made_when_first_used():
    table.make_felt.cache_clear()
    felt = make_felt("craps-arica")
    ready = [name for name, geometry in felt._spots.items() if isinstance(geometry, SpotGeometry)]
    assert len(felt.spots()) > 500
    assert len(ready) < 50


def test_unknown_felts_and_spots_are_named_with_a_cure():
    with pytest.raises(KeyError, match="there is no felt 'ludo'"):
        make_felt("ludo")
    with pytest.raises(UnknownSpotError, match="did you mean split:14-17"):
        make_felt("roulette-american").spot("split:14-71")
    with pytest.raises(UnknownSpotError, match="no spot 'seat:9'"):
        render_scene(Scene(felt="roulette-american", glow=("seat:9",)), Language.ES, (320, 180))


def test_two_spots_of_one_name_are_refused():
    felt = Felt("twice", make_felt("roulette-french").size, make_felt("roulette-french").imprint)
    spot = make_felt("roulette-french").spot("red")
    felt.add("red", spot, Names("rojo", "red"))
    with pytest.raises(ValueError, match="two spots 'red'"):
        felt.add("red", spot)


# Arrangement


@pytest.mark.parametrize("count", range(1, 13))
def test_piles_on_one_spot_stand_apart(count):
    places = cluster(count, QPointF(1, 0))
    assert len(places) == count
    for index, one in enumerate(places):
        for other in places[index + 1 :]:
            assert (one - other).manhattanLength() >= 1.7


def test_high_piles_are_cut_into_stacks_of_twenty():
    scene = Scene(felt="roulette-american", pieces=(Chips(spot="red", counts={"5": 47}),))
    stacks = [place for place in arrange(make_felt(scene.felt), scene) if isinstance(place, StackPlace)]
    assert sorted(len(stack.faces) for stack in stacks) == [7, 20, 20]
    assert [stack.leads for stack in stacks].count(True) == 1


def test_five_stacks_of_a_value_lie_in_their_place_with_every_top_in_sight():
    felt = make_felt("apron")
    scene = Scene(felt="apron", pieces=(Chips(spot="pile:2", counts={"25": 87}),))
    stacks = [place for place in arrange(felt, scene) if isinstance(place, StackPlace)]
    assert [len(place.faces) for place in stacks] == [20, 20, 20, 20, 7]  # what is over lies in front
    place = felt.spot("pile:2").shape.boundingRect()
    for stack in stacks:
        reach = QPointF(stack.radius, stack.radius * chips.SQUASH)
        assert place.contains(QRectF(stack.top - reach, stack.at + reach))
    assert len({(round(stack.top.x()), round(stack.top.y())) for stack in stacks}) == 5


def test_a_rack_keeps_denominations_apart_and_a_bet_does_not():
    felt = make_felt("roulette-american")
    counts = {"25": 3, "5": 2}
    rack = arrange(felt, Scene(felt=felt.id, pieces=(Chips(spot="rack", counts=counts),)))
    bet = arrange(felt, Scene(felt=felt.id, pieces=(Chips(spot="red", counts=counts),)))
    assert (len(rack), len(bet)) == (2, 1)


@pytest.mark.parametrize(
    "piece",
    [
        CardPiece(spot="rack", card="1S"),
        TilePiece(spot="rack", tile="7-7"),
        DicePiece(spot="rack", roll="0-7"),
        Marker(spot="rack", kind="hat"),
        Chips(spot="rack", counts={"plaid": 1}),
    ],
)
def test_pieces_that_cannot_be_are_refused_before_anything_is_painted(piece):
    with pytest.raises(ValueError, match=r"is not readable as|is not a|there is no"):
        render_scene(Scene(felt="roulette-american", pieces=(piece,)), Language.ES, (320, 180))


def test_cards_of_a_row_follow_their_offsets_or_their_order():
    felt = make_felt("roulette-american")
    in_order = arrange(
        felt, Scene(felt=felt.id, pieces=tuple(CardPiece(spot="rack", card=card) for card in ("AS", "KD", "3C")))
    )
    xs = [place.at.x() for place in in_order]
    assert xs == sorted(xs)
    assert sum(xs) / 3 == pytest.approx(felt.spot("rack").centre.x())
    by_offset = arrange(
        felt,
        Scene(felt=felt.id, pieces=(CardPiece(spot="rack", card="AS", offset=2), CardPiece(spot="rack", card="KD"))),
    )
    assert by_offset[0].at.x() > by_offset[1].at.x()


def test_a_marker_stands_beside_the_chips_of_its_spot():
    felt = make_felt("roulette-american")
    pieces = (Chips(spot="red", counts={"5": 3}), Marker(spot="red", kind="lammer"))
    stack, marker = sorted(arrange(felt, Scene(felt=felt.id, pieces=pieces)), key=lambda place: place.at.x())
    assert marker.at.x() - stack.at.x() >= stack.radius * 1.5


def test_a_row_of_tiles_holds_its_tiles():
    row = tile_row(QPointF(400, 300), 2, tile_width=60)
    felt = Felt("tiles", QSizeF(800, 600), make_felt("boule").imprint)
    felt.add("high", row)
    pieces = (TilePiece(spot="high", tile="6-6"), TilePiece(spot="high", tile="1-1"))
    for place in arrange(felt, Scene(felt=felt.id, pieces=pieces)):
        assert place.size == pytest.approx(60)
        assert row.shape.contains(QRectF(place.at.x() - 30, place.at.y() - 73, 60, 146))


@pytest.mark.parametrize("seats", [1, 5, 7])
def test_seats_run_from_the_croupier_s_left_round_the_arc(seats):
    places = seats_on_arc(QPointF(800, 60), 560, seats, 128)
    assert [seat.number for seat in places] == list(range(1, seats + 1))
    assert all(one.at.x() > two.at.x() for one, two in pairwise(places))
    assert all((seat.towards_croupier(560) - QPointF(800, 60)).manhattanLength() < 0.01 for seat in places)


def test_a_curved_cloth_lies_inside_its_table():
    felt = CurvedFelt("curved", QSizeF(1600, 860), make_felt("boule").imprint)
    assert felt.outline().contains(felt.cloth_outline())


# Pictures


def everything() -> Scene:
    """A crowded layout: 40 piles of all colours, and one of every other piece."""
    bets = sorted(inside_bets())[::4][:40]
    piles = [
        Chips(spot=bet, counts={ROULETTE_COLOURS[index % 7]: 1 + index % 20}, owner=str(index % 7))
        for index, bet in enumerate(bets)
    ]
    others = (
        CardPiece(spot="rack", card="AS"),
        TilePiece(spot="wheel", tile="6-6"),
        DicePiece(spot="column:1", roll="3-4"),
        Marker(spot="straight-up:17", kind="dolly"),
        Note(spot="straight-up:0", says=Names("cero", "zero")),
        Chips(spot="red", counts={"100": 2}, value=Fraction(200)),
        Chips(spot="black", counts={"100": 2}, ghost=True),
    )
    return Scene(felt="roulette-american", pieces=(*piles, *others), glow=("straight-up:17", "dozen:2"))


def test_rendering_is_the_same_each_time():
    assert render_scene(everything(), Language.ES, (960, 540)) == render_scene(everything(), Language.ES, (960, 540))


@pytest.mark.parametrize("felt_id", felt_modules())
def test_every_felt_prints_in_both_languages_and_themes(felt_id):
    scene = Scene(felt=felt_id)
    spanish = render_scene(scene, Language.ES, (320, 180))
    assert spanish.size().toTuple() == (320, 180)
    assert spanish != render_scene(scene, Language.ES, (320, 180), LIGHT)
    assert spanish != render_scene(scene, Language.ES, (320, 180), look=Look(DARK, Language.ES, cloth="blue"))
    if not felt_id.startswith(("wheel", "apron")):  # which print no words
        assert spanish != render_scene(scene, Language.EN, (320, 180))


def test_every_piece_changes_the_picture():
    scene = everything()
    whole = render_scene(scene, Language.ES, (960, 540))
    for index, piece in enumerate(scene.pieces):
        rest = scene.pieces[:index] + scene.pieces[index + 1 :]
        assert render_scene(Scene(felt=scene.felt, pieces=rest, glow=scene.glow), Language.ES, (960, 540)) != whole, (
            piece
        )


def test_glow_changes_the_picture():
    scene = Scene(felt="roulette-american")
    glowing = Scene(felt="roulette-american", glow=("straight-up:17",))
    assert render_scene(scene, Language.ES, (640, 360)) != render_scene(glowing, Language.ES, (640, 360))


def test_device_pixels_follow_the_ratio():
    image = render_scene(everything(), Language.ES, (640, 360), dpr=2.0)
    assert (image.width(), image.height(), image.devicePixelRatio()) == (1280, 720, 2.0)


@pytest.mark.parametrize("room", [(1280, 720), (500, 900), (1600, 300)])
def test_the_felt_stays_whole_in_any_room(room):
    felt = make_felt("roulette-french")
    box = fitted(felt, QRectF(0, 0, *room))
    assert QRectF(0, 0, *room).contains(box)
    assert box.width() / box.height() == pytest.approx(felt.size.width() / felt.size.height(), rel=0.01)


# The view


@pytest.fixture
def view(qtbot) -> FeltView:
    shown = FeltView()
    qtbot.addWidget(shown)
    shown.resize(1000, 600)
    show(shown, Scene(felt="roulette-american"), Language.ES)
    shown.show()
    qtbot.waitExposed(shown)
    return shown


def click(qtbot, view: FeltView, spot: str, button=Qt.MouseButton.LeftButton) -> None:
    qtbot.mouseClick(view, button, pos=view.spot_point(spot).toPoint())


def test_a_click_taps_the_spot(view, qtbot):
    spots = (
        "straight-up:17",
        "split:14-17",
        "corner:13-14-16-17",
        "red",
        "prison:red",
        "street:0-1-2",
    )
    view.set_tappable(spots)
    for spot in spots:
        with qtbot.waitSignal(view.tapped) as signal:
            click(qtbot, view, spot)
        assert signal.args == [spot]


def test_every_spot_can_be_tapped_at_the_smallest_size(view, qtbot):
    view.resize(900, 484)
    spots = [name for name in view._shown_felt().spots() if not name.startswith("pocket:")]
    view.set_tappable(spots)
    tapped = []
    view.tapped.connect(tapped.append)
    for spot in spots:
        click(qtbot, view, spot)
    assert tapped == spots


def test_a_table_is_turned_round_though_the_rules_of_the_next_one_are_there_already(view):
    before = view.spot_point("straight-up:1")
    view.set_imprint(imprint_for("blackjack-7"))
    view.set_side(Side.PLAYERS)
    assert view.spot_point("straight-up:1") != before
    view.show_scene(Scene(felt="blackjack-7"), Language.ES)
    assert view.spot_point("rack").y() < view.spot_point("bet:4").y()


def test_a_right_click_takes_back(view, qtbot):
    view.set_tappable(["red"])
    with qtbot.waitSignal(view.untapped) as signal:
        click(qtbot, view, "red", Qt.MouseButton.RightButton)
    assert signal.args == ["red"]


def test_what_cannot_be_tapped_does_not_answer(view, qtbot):
    view.set_tappable(["red"])
    with qtbot.assertNotEmitted(view.tapped):
        click(qtbot, view, "black")


def test_where_only_numbers_can_be_tapped_their_edges_count_for_them(view, qtbot):
    view.set_tappable(["straight-up:17"])
    with qtbot.waitSignal(view.tapped) as signal:
        edge = view.spot_point("split:14-17") - QPointF(2, 0)
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=edge.toPoint())
    assert signal.args == ["straight-up:17"]


@pytest.mark.parametrize("side", Side)
def test_arrows_walk_over_the_numbers_as_they_are_seen(side, view, qtbot):
    view.set_side(side)
    turned = {
        Qt.Key.Key_Right: Qt.Key.Key_Left,
        Qt.Key.Key_Left: Qt.Key.Key_Right,
        Qt.Key.Key_Up: Qt.Key.Key_Down,
        Qt.Key.Key_Down: Qt.Key.Key_Up,
    }
    view.set_tappable([f"straight-up:{number}" for number in range(1, 37)])
    view.setFocus(Qt.FocusReason.TabFocusReason)
    view._focus("straight-up:17")
    for key, number in (
        (Qt.Key.Key_Right, 20),
        (Qt.Key.Key_Up, 21),
        (Qt.Key.Key_Left, 18),
        (Qt.Key.Key_Down, 17),
        (Qt.Key.Key_Home, 1),
        (Qt.Key.Key_Left, 1),
        (Qt.Key.Key_End, 36),
        (Qt.Key.Key_Up, 36),
    ):
        qtbot.keyClick(view, turned.get(key, key) if side is Side.DEALER else key)
        assert view.focused_spot() == f"straight-up:{number}"


@pytest.mark.parametrize("felt_id", [felt_id for felt_id in felt_modules() if felt_id.startswith("roulette")])
def test_arrows_reach_every_spot(view, felt_id):
    show(view, Scene(felt=felt_id), Language.ES)
    spots = [name for name in make_felt(felt_id).spots() if not name.startswith(("pocket:", "beside:"))]
    view.set_tappable(spots)
    reached, waiting = {spots[0]}, [spots[0]]
    while waiting:
        view._focused = waiting.pop()
        for direction in (QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)):
            found = view._next(direction)
            if found not in reached:
                reached.add(found)
                waiting.append(found)
    assert set(spots) - reached == set()


def test_no_spot_looks_like_an_answer_before_a_key_chose_it(view, qtbot):
    view.setFocus(Qt.FocusReason.OtherFocusReason)
    view.set_tappable(["red", "black"])
    assert view.focused_spot() is None
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.focused_spot() == "red"


def test_enter_taps_and_delete_takes_back(view, qtbot):
    view.set_tappable(["red", "black"])
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.sendEvent(view, _focus_by_tab())
    assert view.focused_spot() == "red"
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        with qtbot.waitSignal(view.tapped) as signal:
            qtbot.keyClick(view, key)
        assert signal.args == ["red"]
    with qtbot.waitSignal(view.untapped):
        qtbot.keyClick(view, Qt.Key.Key_Backspace)


def _focus_by_tab():
    return QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason)


def test_the_focused_spot_is_spoken_in_the_language(view):
    view.set_tappable(["split:14-17"])
    view._focus("split:14-17")
    assert view.accessibleName() == "caballo 14-17"
    view.set_language(Language.EN)
    assert view.accessibleName() == "split 14-17"


def test_hover_lights_the_spot(view, qtbot):
    view.set_tappable(["straight-up:17"])
    before = view.grab().toImage()
    qtbot.mouseMove(view, view.spot_point("straight-up:17").toPoint())
    qtbot.waitUntil(lambda: view.cursor().shape() == Qt.CursorShape.PointingHandCursor)
    assert view.grab().toImage() != before
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert view.grab().toImage() == before


def test_pointing_at_a_pile_tells_its_count(view, qtbot):
    show(view, Scene(felt="roulette-american", pieces=(Chips(spot="red", counts={"5": 13}),)), Language.ES)
    before = view.grab().toImage()
    qtbot.mouseMove(view, view.spot_point("red").toPoint())
    qtbot.waitUntil(lambda: view._pointed == "red")
    assert view.grab().toImage() != before


def test_marks_are_drawn_each_in_its_own_way(view):
    pictures: list[QImage] = [view.grab().toImage()]
    for mark in ("selected", "right", "wrong", "missing"):
        view.set_marks({"red": mark})
        pictures.append(view.grab().toImage())
    assert all(one != other for index, one in enumerate(pictures) for other in pictures[index + 1 :])
    view.set_marks({})
    assert view.grab().toImage() == pictures[0]


def test_wrong_marks_and_spots_are_refused(view):
    with pytest.raises(ValueError, match="'blue' is not a mark"):
        view.set_marks({"red": "blue"})
    for call in (view.set_tappable, lambda spots: view.set_marks(dict.fromkeys(spots, "right"))):
        with pytest.raises(UnknownSpotError):
            call(["nowhere"])


def test_placed_chips_are_shown_with_their_count(view):
    empty = view.grab().toImage()
    view.set_counts({"split:14-17": 1})
    one = view.grab().toImage()
    view.set_counts({"split:14-17": 3}, chip="blue")
    three = view.grab().toImage()
    assert empty != one
    assert one != three
    view.set_counts({"split:14-17": 0})
    assert view.grab().toImage() == empty


def test_another_felt_drops_answers_and_the_same_felt_keeps_them(view):
    view.set_tappable(["red"])
    show(view, Scene(felt="roulette-american", glow=("red",)), Language.EN)
    assert view._tappable == ("red",)
    show(view, Scene(felt="wheel-single-zero"), Language.EN)
    assert view._tappable == ()


def test_spots_need_a_scene_first(qtbot):
    empty = FeltView()
    qtbot.addWidget(empty)
    empty.resize(300, 200)
    empty.grab()
    with pytest.raises(RuntimeError, match="show a scene first"):
        empty.set_tappable(["red"])


def test_a_new_pile_slides_from_the_rack_and_ends_in_its_place(view, qtbot):
    scene = Scene(felt="roulette-american", pieces=(Chips(spot="red", counts={"5": 3}),))
    show(view, scene, Language.ES, animate=True)
    assert view._sliding()
    rack = make_felt(scene.felt, Side.DEALER).spot("rack").centre
    assert view._places[0].at + view._on_way.away(0, 0.0) == rack
    qtbot.waitUntil(lambda: not view._sliding())
    moved = view.grab().toImage()
    show(view, scene, Language.ES)
    assert view.grab().toImage() == moved


def test_what_lies_there_does_not_come_again_however_many_tables_were_made_meanwhile(view):
    scene = Scene(felt="roulette-american", pieces=(Chips(spot="red", counts={"5": 3}),))
    paid = Scene(felt="roulette-american", pieces=(*scene.pieces, Chips(spot="odd", counts={"5": 1})))
    show(view, scene, Language.ES)
    table.make_felt.cache_clear()
    show(view, paid, Language.ES, animate=True)
    coming = [place.spot for index, place in enumerate(view._places) if view._on_way.away(index, 0.0)]
    assert coming == ["odd"]


def test_a_pile_that_moves_slides_from_where_it_lay(view):
    first = Scene(
        felt="roulette-american", pieces=(Chips(spot="red", counts={"5": 3}), Chips(spot="odd", counts={"5": 1}))
    )
    second = Scene(
        felt="roulette-american", pieces=(Chips(spot="black", counts={"5": 3}), Chips(spot="odd", counts={"5": 1}))
    )
    show(view, first, Language.ES)
    show(view, second, Language.ES, animate=True)
    felt = make_felt(first.felt, Side.DEALER)
    black = next(index for index, place in enumerate(view._places) if place.spot == "black")
    assert view._on_way.away(black, 0.0) == felt.spot("red").centre - felt.spot("black").centre
    assert not view._on_way.leaving


def test_what_loses_is_taken_before_anything_is_paid_and_payments_come_in_order(view):
    lying = tuple(Chips(spot=spot, counts={"5": 2}) for spot in ("red", "odd", "low"))
    paid = tuple(Chips(spot=spot, counts={"25": count}) for count, spot in enumerate(("black", "even", "high"), 1))
    show(view, Scene(felt="roulette-american", pieces=lying), Language.ES)
    show(view, Scene(felt="roulette-american", pieces=(lying[0], *paid)), Language.ES, animate=True)
    sliding = view._on_way
    assert sorted(place.spot for place, _ in sliding.leaving) == ["low", "odd"]
    comes = {place.spot: index for index, place in enumerate(view._places) if place.spot != "red"}
    whole = {spot: sliding.away(index, 0.0) for spot, index in comes.items()}
    first = [spot for spot in whole if sliding.away(comes[spot], 0.4) != whole[spot]]
    assert first == ["black"] and sliding.gone(0.4) == 1
    assert all(sliding.away(index, 1.0) is None for index in comes.values())


def test_with_a_question_the_bets_lie_there_and_dice_tumble_until_they_rest(view):
    bet = Chips(spot="red", counts={"5": 2})
    scene = Scene(felt="roulette-american", pieces=(bet, Marker(spot="straight-up:7", kind="dolly")))
    show(view, scene, Language.ES, animate=True, about=(scene,))
    moving = [place.spot for index, place in enumerate(view._places) if view._on_way.away(index, 0.0)]
    assert moving == ["straight-up:7"]
    craps = Scene(felt="craps-arica", pieces=(DicePiece(spot="dice", roll="3-4"),))
    show(view, craps, Language.ES, animate=True, about=(craps,))
    flying = [view._on_way.as_it_flies(view._places[0], time).piece.roll for time in (0.0, 0.5, 1.0)]
    assert flying[-1] == "3-4" and len(set(flying)) == 3


def test_reduced_motion_shows_the_end_at_once(view):
    view.reduce_motion = True
    show(view, everything(), Language.ES, animate=True)
    assert not view._sliding()


def test_a_full_layout_is_painted_from_kept_pictures(view, monkeypatch):
    """Once shown, no piece and no table is drawn anew: a repaint only puts pictures down."""
    show(view, everything(), Language.ES)
    first = view.grab().toImage()
    painted = []
    monkeypatch.setattr(chips, "paint_stack", lambda *args: painted.append(args))
    monkeypatch.setattr(cloth, "paint_table", lambda *args: painted.append(args))
    assert view.grab().toImage() == first
    assert painted == []


def test_the_banks_marker_lies_on_nothing_that_stands_on_the_table() -> None:
    felt = make_felt("pai-gow-poker")
    seats = [str(seat) for seat in range(1, 7)]
    standing = ["shoe", "discard", "generator", "shaker", "high:dealer", "low:dealer"]
    standing += [f"{part}:{seat}" for part in ("bet", "pay", "side", "high", "low") for seat in seats]
    for seat in seats:
        marker = felt.spot(f"chung:{seat}").shape
        assert felt.cloth_outline().contains(marker)
        assert [each for each in standing if felt.spot(each).shape.intersects(marker)] == []


@pytest.mark.parametrize("spot", ["high:dealer", "high:3"])
def test_pai_gow_cards_that_are_not_set_lie_in_their_own_place(spot: str) -> None:
    felt = make_felt("pai-gow-poker")
    place = felt.spot(spot)
    cards = tuple(CardPiece(spot=spot, card=card, offset=at) for at, card in enumerate("2C 8C TS 7D 2H AC 8H".split()))
    middles = [piece.at.x() for piece in arrange(felt, Scene(felt=felt.id, pieces=cards))]
    assert len(middles) == 7
    assert place.shape.boundingRect().left() <= min(middles) - place.card_width / 2
    assert max(middles) + place.card_width / 2 <= place.shape.boundingRect().right()


def test_the_bowl_covers_no_name_of_a_side_bet() -> None:
    felt = make_felt("pai-gow-poker")
    bowl = felt.spot("shaker").shape
    for seat in range(1, 7):
        circle = felt.spot(f"side:{seat}").shape.boundingRect()
        assert not bowl.intersects(circle.adjusted(0, -22, 0, 0)), seat  # its name is printed below it


@pytest.mark.parametrize(
    "felt_id", ["punto-banco-9", "punto-banco-14", "ez-baccarat-14", "punto-banco-mini-9", "commission-free-baccarat-9"]
)
def test_the_names_of_the_innermost_boxes_stand_all_within_them_or_all_below(felt_id: str) -> None:
    felt = baccarat.make(felt_id, imprint_for(felt_id))
    bet = felt.rings[-1][0]
    inside = [
        felt.spot(f"{bet}:{seat}").shape.contains(felt._rooms[f"{bet}:{seat}"][0]) for seat in range(1, felt.seats + 1)
    ]
    assert set(inside) == {"mini" in felt_id or felt_id.startswith("commission-free")}

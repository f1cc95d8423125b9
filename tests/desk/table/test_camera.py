"""The camera over the felt: it goes near what a question is about, never loses it, and comes back with one key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from trainer.desk.shots.imprints import imprint_for
from trainer.desk.table import Imprint, Side, camera, make_felt
from trainer.desk.table.arrangement import arrange
from trainer.desk.table.base import Felt
from trainer.desk.table.drawing import fitted
from trainer.desk.table.labels import words_on
from trainer.desk.table.view import FeltView
from trainer.drills import family
from trainer.drills.scene import CardPiece, Chips, Marker, Note, Scene
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language

ROOM = QRectF(0, 0, 1280, 470)
WIDE = ("straight-up:0", "straight-up:26")  # wider than the room beside a panel, but not all of it
ONE_BET = Scene(felt="roulette-french", pieces=(Chips(spot="straight-up:17", counts={"5": 3}),))


@pytest.fixture
def felt(qapp: QApplication) -> Felt:
    return make_felt("roulette-french", imprint_for("roulette-french"))


@pytest.fixture
def view(qtbot: QtBot) -> FeltView:
    shown = FeltView()
    qtbot.addWidget(shown)
    shown.reduce_motion = True
    shown.looking.follows = True
    shown.resize(1280, 470)
    shown.set_imprint(imprint_for("roulette-french"))
    shown.show()
    return shown


def looked_at(felt: Felt, scene: Scene) -> QRectF:
    return camera.subject(felt, arrange(felt, scene))


def test_what_is_looked_at_fills_the_room_and_is_all_in_sight(felt: Felt) -> None:
    whole = fitted(felt, ROOM)
    box = camera.near(felt, whole, ROOM, looked_at(felt, ONE_BET))
    scale = box.width() / felt.size.width()
    seen = QRectF((ROOM.topLeft() - box.topLeft()) / scale, ROOM.size() / scale)
    assert seen.contains(looked_at(felt, ONE_BET))
    assert box.width() > 1.5 * whole.width()


def test_a_chip_that_is_counted_is_28_pixels_across(felt: Felt) -> None:
    box = camera.near(felt, fitted(felt, ROOM), ROOM, looked_at(felt, ONE_BET))
    radius = felt.spot("straight-up:17").chip_radius
    assert 2 * radius * box.width() / felt.size.width() >= 28


def test_no_room_is_left_empty_where_there_is_table_to_fill_it(felt: Felt) -> None:
    for corner in (QRectF(0, 0, 60, 60), QRectF(felt.size.width() - 60, felt.size.height() - 60, 60, 60)):
        assert camera.near(felt, fitted(felt, ROOM), ROOM, corner).contains(ROOM)


@pytest.mark.parametrize("felt_id", ["caribbean-stud-near", "pai-gow-tiles-near", "baccarat-cards"])
def test_a_close_up_of_a_hand_is_seen_whole_so_that_no_name_is_cut(felt_id: str, qapp: QApplication) -> None:
    felt = make_felt(felt_id, imprint_for(felt_id))
    whole = fitted(felt, ROOM)
    assert camera.near(felt, whole, ROOM, QRectF(400, 300, 200, 100)) == whole


def test_a_near_look_at_a_row_of_trente_et_quarante_sees_its_name(qapp: QApplication) -> None:
    felt = make_felt("trente-et-quarante", imprint_for("trente-et-quarante"), Side.PLAYERS)
    card = CardPiece(spot="row:red", card="7h")
    assert camera.subject(felt, arrange(felt, Scene(felt=felt.id, pieces=(card,)))).left() <= 80


def test_a_small_gain_or_nothing_to_look_at_leaves_the_whole_table(felt: Felt) -> None:
    whole = fitted(felt, ROOM)
    assert camera.near(felt, whole, ROOM, QRectF()) == whole
    assert camera.near(felt, whole, ROOM, QRectF(QPointF(), felt.size)) == whole


def test_a_marker_that_stays_where_it_was_is_looked_at(qapp: QApplication) -> None:
    """A question and its answer show the same ball: it stands in one place, not in two."""
    ball = make_felt("bingo-ball", imprint_for("bingo-ball"))
    place = arrange(ball, Scene(felt="bingo-ball", pieces=(Marker(spot="last", kind="bingo-last", label="6"),)))
    assert camera.subject(ball, [*place, *place]) == camera.subject(ball, place)
    assert not camera.subject(ball, place).isEmpty()


def test_a_puck_on_both_sides_does_not_keep_the_camera_away(qapp: QApplication) -> None:
    craps = make_felt("craps-arica", imprint_for("craps-arica"))
    names = [name for name in craps.spots() if name.startswith("puck")][:2]
    assert len(names) == 2
    pucks = tuple(Marker(spot=name, kind="puck-on") for name in names)
    assert camera.subject(craps, arrange(craps, Scene(felt="craps-arica", pieces=pucks))).isEmpty()
    assert not camera.subject(craps, arrange(craps, Scene(felt="craps-arica", pieces=pucks[:1]))).isEmpty()


def test_the_point_under_the_pointer_stays_where_it_is(felt: Felt) -> None:
    whole = fitted(felt, ROOM)
    at = ROOM.center() + QPointF(60, -20)
    box = camera.nearer(felt, whole, ROOM, whole, at, 1.8)
    before = (at - whole.topLeft()) / (whole.width() / felt.size.width())
    after = (at - box.topLeft()) / (box.width() / felt.size.width())
    assert (before - after).manhattanLength() < 0.5
    assert camera.nearer(felt, whole, ROOM, box, at, 0.01) == whole


def test_a_view_goes_near_and_taps_still_hit_their_spots(view: FeltView) -> None:
    view.show_scene(ONE_BET, Language.ES, about=(ONE_BET,))
    view.set_tappable(("straight-up:17", "straight-up:20"))
    tapped: list[str] = []
    view.tapped.connect(tapped.append)
    assert view.felt_box().width() > view.width()
    assert view.rect().contains(view.spot_point("straight-up:17").toPoint())
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.spot_point("straight-up:20").toPoint())
    assert tapped == ["straight-up:20"]


def test_the_whole_table_is_one_step_away_and_back(view: FeltView) -> None:
    view.show_scene(ONE_BET, Language.ES, about=(ONE_BET,))
    near = view.felt_box()
    view.switch_whole()
    assert view.rect().contains(view.felt_box().toAlignedRect())
    view.switch_whole()
    assert view.felt_box() == near


def test_the_wheel_goes_nearer_until_the_next_question(view: FeltView) -> None:
    view.show_scene(ONE_BET, Language.ES, about=(Scene(felt="roulette-french"),))
    before = view.felt_box()
    at = QPointF(view.rect().center())
    turned = QWheelEvent(
        at,
        view.mapToGlobal(at),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, turned)
    assert view.felt_box().width() > before.width()
    view.show_scene(ONE_BET, Language.ES, about=(ONE_BET,))
    view.show_scene(ONE_BET, Language.ES, about=(Scene(felt="roulette-french"),))
    assert view.felt_box() == before


def test_the_near_cloth_becomes_sharp_after_the_first_frame(view: FeltView, qtbot: QtBot) -> None:
    view.show_scene(ONE_BET, Language.ES, about=(ONE_BET,))
    assert not view.looking.is_sharp
    soft = view.grab().toImage()
    qtbot.waitUntil(lambda: view.looking.is_sharp)
    assert view.grab().toImage() != soft


def test_a_view_that_does_not_follow_always_shows_the_whole_table(view: FeltView) -> None:
    view.looking.follows = False
    view.show_scene(ONE_BET, Language.ES, about=(ONE_BET,))
    assert QSizeF(view.size()).width() >= view.felt_box().width()


def test_what_lay_beyond_the_edge_of_this_table_leaves_the_whole_of_it(felt: Felt) -> None:
    whole = fitted(felt, ROOM)
    beyond = QRectF(felt.size.width() + 200, felt.size.height() + 200, 50, 50)
    assert camera.near(felt, whole, ROOM, beyond) == whole


def test_words_beside_a_spot_stay_in_sight(qapp) -> None:
    felt = make_felt("roulette-french", imprint_for("roulette-french"))
    note = Note(spot="wheel", says="Cae una ficha u otro objeto en el cilindro mientras corre la bola.")
    places = arrange(felt, Scene(felt=felt.id, pieces=(note,)))
    seen = camera.subject(felt, places)
    spot = camera.subject(felt, (), ["wheel"])
    assert seen.width() > spot.width() + 200 and QRectF(QPointF(), felt.size).contains(seen)


def test_a_place_of_a_card_is_seen_with_all_of_the_card(qapp: QApplication) -> None:
    felt = make_felt("bingo-90", imprint_for("bingo-90"))
    assert camera.subject(felt, (), ["card:1/2"]).contains(felt.spot("card").shape.boundingRect())


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("covered", [0, 300])
def test_words_in_the_corner_and_the_panel_lie_over_nothing_that_is_asked(
    covered: int, side: Side, view: FeltView
) -> None:
    """A full table of the card room under what this house plays."""
    rules = load_rules(shipped_library(), "puerto-rico", "omaha")
    scene = family("omaha", "pot-limit").make(rules, 2, 5).draft.scene
    view.set_side(side)
    view.set_imprint(Imprint(rules))
    view.show_scene(scene, Language.ES, about=(scene,))
    said = QRectF(12, 12, 500, 30)
    before = view.felt_box()
    view.make_way(covered, said)
    box = view.felt_box()
    scale = box.width() / view._felt.size.width()
    asked = camera.subject(view._felt, view._places)
    seen = QRectF(box.topLeft() + asked.topLeft() * scale, asked.size() * scale)
    assert QRectF(0, 0, 1280 - covered, 470).contains(seen) and not seen.intersects(said)
    view.make_way(0, QRectF())
    assert view.felt_box() == before
    view.make_way(0, QRectF(0, 0, 20, 20))  # nothing lies there
    assert view.felt_box() == before


def test_what_is_asked_stands_clear_of_the_panel(view: FeltView) -> None:
    view.resize(1024, 370)
    rules = load_rules(shipped_library(), "baleares", "lototrot")
    question = family("lototrot", "irregularities").make(rules, 1, 4)
    view.set_imprint(Imprint(rules))
    view.show_scene(question.draft.scene, Language.ES, about=(question.draft.scene,))
    ticket = view._shown_felt().spot("ticket").shape.boundingRect().right()
    for covered in range(0, 300, 4):
        view.make_way(covered, QRectF())
        right = view.to_widget(QPointF(ticket, 0)).x()
        assert right <= 1024 - covered - 12 or not covered


def test_a_table_that_makes_way_moves_aside_before_it_shrinks(view: FeltView) -> None:
    """What lies at the right is moved past the panel at the size it had; only what is wider than the room shrinks."""
    at_the_right = Scene(felt="roulette-french", pieces=(Chips(spot="straight-up:0", counts={"5": 3}),))
    view.show_scene(at_the_right, Language.ES, about=(at_the_right,))
    before = view.felt_box()
    view.make_way(344, QRectF())
    after = view.felt_box()
    assert after.width() == before.width() and after.left() < before.left()
    wider = Scene(felt="roulette-french", pieces=tuple(Chips(spot=spot, counts={"5": 1}) for spot in WIDE))
    view.show_scene(wider, Language.ES, about=(wider,))
    scale = view.looking.scale(view._shown_felt())
    subject = camera.subject(view._shown_felt(), view._places)
    assert scale * (subject.width() + 2 * camera.AROUND) == pytest.approx(1280 - 344, abs=1)


@pytest.mark.parametrize("covered", [0, 344])
def test_a_table_that_makes_way_is_not_cut_for_a_small_gain(covered: int, view: FeltView) -> None:
    """A full table of blackjack under words in the corner: its first and last seats stay whole."""
    rules = load_rules(shipped_library(), "puerto-rico", "blackjack")
    scene = family("blackjack", "settle-the-table").make(rules, 5, 5).draft.scene
    view.set_imprint(Imprint(rules))
    view.show_scene(scene, Language.ES, about=(scene,))
    view.make_way(covered, QRectF(12, 12, 500, 30))
    assert QRectF(0, 0, 1280 - covered, 470).contains(view.felt_box())


@pytest.mark.parametrize("side", Side)
def test_a_bet_that_is_asked_for_is_seen_with_its_name(side: Side, qapp: QApplication) -> None:
    felt = make_felt("craps-arica", imprint_for("craps-arica"), side)
    named = camera.subject(felt, (), ["hardway:6@1"])
    printed = [room for room in words_on(felt, Language.ES) if felt.spot("hardway:6@1").box.contains(room.center())]
    assert printed and all(named.contains(room) for room in printed)

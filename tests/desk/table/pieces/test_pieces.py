"""Every piece paints, differs from every other, and looks the same each time."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from trainer.desk.style import theme
from trainer.desk.table.pieces import stamp
from trainer.desk.table.pieces.cards import draw_card, ink_of
from trainer.desk.table.pieces.chips import (
    ChipFace,
    chip_face,
    draw_badge,
    draw_stack,
    faces_of,
    house_colours,
    mark_path,
    short_value,
)
from trainer.desk.table.pieces.dice import draw_die, draw_roll
from trainer.desk.table.pieces.ink import fit_text
from trainer.desk.table.pieces.markers import KINDS, draw_marker
from trainer.desk.table.pieces.tiles import draw_tile
from trainer.equipment.cards import DECK_WITH_JOKER, Card
from trainer.equipment.chips import ChipSet
from trainer.equipment.tiles import TILE_COUNTS

SIZE = 120
MIDDLE = QPointF(SIZE / 2, SIZE / 2)


@pytest.fixture(autouse=True)
def application(qapp):
    return qapp


def picture(draw, *, size: int = SIZE, ratio: float = 1.0) -> QImage:
    image = QImage(round(size * ratio), round(size * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    try:
        draw(painter)
    finally:
        painter.end()
    return image


def red_pixels(image: QImage) -> int:
    def is_red(ink: QColor) -> bool:
        return ink.alpha() == 255 and ink.red() > 140 and ink.green() < 90

    return sum(is_red(image.pixelColor(x, y)) for x in range(image.width()) for y in range(image.height()))


def all_distinct(images: dict[str, QImage]) -> None:
    blank = picture(lambda painter: None)
    for name, image in images.items():
        assert image != blank, f"{name} is blank"
    for (one, first), (two, second) in combinations(images.items(), 2):
        assert first != second, f"{one} and {two} look the same"


def test_all_53_cards_and_the_back_are_distinct():
    cards = {
        str(card): picture(lambda painter, card=card: draw_card(painter, MIDDLE, 60, str(card)))
        for card in DECK_WITH_JOKER
    }
    cards["back"] = picture(lambda painter: draw_card(painter, MIDDLE, 60, "AS", face_up=False))
    assert len(cards) == 54
    all_distinct(cards)


def test_a_card_whose_face_is_not_known_shows_its_back():
    unknown = picture(lambda painter: draw_card(painter, MIDDLE, 60, ""))
    assert unknown == picture(lambda painter: draw_card(painter, MIDDLE, 60, "KH", face_up=False))


@pytest.mark.parametrize("card", ["AS", "TH", "7D", "KC"])
def test_a_card_reads_the_same_from_both_sides(card):
    """Indices stand in both corners: a card turned round has the same ink where it had it before."""
    ink = QColor(ink_of(Card.parse(card)))

    def inked(turn: float) -> set[tuple[int, int]]:
        face = picture(lambda painter: draw_card(painter, QPointF(100, 100), 120, card, turn=turn), size=200)
        corner = [(x, y) for x in range(44, 66) for y in range(22, 76)]
        return {point for point in corner if abs(face.pixelColor(*point).green() - ink.green()) < 60}

    upright, turned = inked(0), inked(180)
    assert len(upright) > 150
    assert len(upright ^ turned) < len(upright) * 0.2


def test_the_four_colour_deck_changes_diamonds_and_clubs_only():
    for suit in "SHDC":
        plain = picture(lambda painter, suit=suit: draw_card(painter, MIDDLE, 60, f"9{suit}"))
        four = picture(lambda painter, suit=suit: draw_card(painter, MIDDLE, 60, f"9{suit}", four_colour=True))
        assert (plain != four) == (suit in "DC")


def test_a_turned_card_lies_across():
    across = picture(lambda painter: draw_card(painter, MIDDLE, 60, "9H", turn=90))
    assert across.pixelColor(22, 60).alpha() == 255
    assert across.pixelColor(60, 22).alpha() < 255


def test_all_tiles_and_the_back_are_distinct():
    tiles = {
        str(tile): picture(lambda painter, tile=tile: draw_tile(painter, MIDDLE, 40, str(tile))) for tile in TILE_COUNTS
    }
    tiles["back"] = picture(lambda painter: draw_tile(painter, MIDDLE, 40, ""))
    assert len(tiles) == 22
    all_distinct(tiles)


@pytest.mark.parametrize("tile", sorted(TILE_COUNTS))
def test_red_pips_are_on_the_tiles_that_have_them(tile):
    image = picture(lambda painter: draw_tile(painter, MIDDLE, 40, str(tile)))
    has_red = any(tile.red_pips(end) for end in (tile.high, tile.low))
    assert (red_pixels(image) > 20) == has_red


def test_more_red_pips_are_more_red():
    reds = {
        text: red_pixels(picture(lambda painter, text=text: draw_tile(painter, MIDDLE, 40, text)))
        for text in ("4-4", "6-6", "4-6")
    }
    assert reds["4-4"] > reds["6-6"] > reds["4-6"] > 0


def test_faces_of_a_die_are_distinct():
    all_distinct(
        {str(face): picture(lambda painter, face=face: draw_die(painter, MIDDLE, 50, face)) for face in range(1, 7)}
    )


def test_a_roll_shows_its_dice_in_order():
    assert picture(lambda p: draw_roll(p, MIDDLE, 30, "3-4")) != picture(lambda p: draw_roll(p, MIDDLE, 30, "4-3"))


def test_markers_are_distinct():
    all_distinct({kind: picture(lambda painter, kind=kind: draw_marker(painter, MIDDLE, 16, kind)) for kind in KINDS})


def test_the_puck_turns_on_and_off():
    on = picture(lambda painter: draw_marker(painter, MIDDLE, 16, "puck", "on"))
    off = picture(lambda painter: draw_marker(painter, MIDDLE, 16, "puck", "off"))
    assert on == picture(lambda painter: draw_marker(painter, MIDDLE, 16, "puck-on"))
    assert on != off


def test_an_unknown_marker_is_named():
    with pytest.raises(ValueError, match="no marker 'hat'"):
        picture(lambda painter: draw_marker(painter, MIDDLE, 16, "hat"))


def test_cash_chips_are_distinct():
    all_distinct(
        {
            value: picture(lambda p, value=value: draw_stack(p, MIDDLE, 40, [chip_face(value)]))
            for value in theme.CASH_COLOURS
        }
    )


def test_players_chips_differ_by_their_mark_even_in_one_colour():
    marks = {
        mark: picture(lambda p, mark=mark: draw_stack(p, MIDDLE, 40, [ChipFace("grey", mark=mark)]))
        for mark in theme.ROULETTE_MARKS.values()
    }
    assert len(marks) == 7
    all_distinct(marks)
    assert all(not mark_path(mark).isEmpty() for mark in marks)


def test_every_chip_of_a_stack_is_seen_up_to_twenty():
    room = 300
    heights = []
    for count in range(1, 21):
        stack = picture(
            lambda p, count=count: draw_stack(p, QPointF(150, 220), 40, [chip_face("5")] * count), size=room
        )
        heights.append(next(y for y in range(room) if stack.pixelColor(150, y).alpha() > 200))
    assert all(lower - higher >= 6 for lower, higher in pairwise(heights))


def test_high_values_lie_at_the_bottom():
    assert [face.label for face in faces_of({"5": 1, "100": 2, "25": 1})] == ["100", "100", "25", "5"]


def test_the_house_gives_chips_their_colours():
    colours = house_colours(ChipSet.parse("100000 orange, 500 white"))
    assert chip_face("500", colours).colour == "white"
    assert chip_face("100000", colours) == ChipFace("orange", "100K")
    assert chip_face("5", colours).colour == "red"


def test_an_unknown_chip_is_named():
    with pytest.raises(ValueError, match="no chip 'plaid'"):
        chip_face("plaid")


@pytest.mark.parametrize(
    ("value", "written"), [("0.25", ".25"), ("2.50", "2.50"), ("1000", "1000"), ("12500", "12500")]
)
def test_short_values(value, written):
    assert short_value(value) == written


def test_a_ghost_is_fainter():
    solid = picture(lambda p: draw_stack(p, MIDDLE, 40, [chip_face("5")]))
    ghost = picture(lambda p: draw_stack(p, MIDDLE, 40, [chip_face("5")], ghost=True))
    assert 0 < ghost.pixelColor(60, 50).alpha() < solid.pixelColor(60, 50).alpha()


def test_badges_grow_with_their_text():
    short = picture(lambda p: draw_badge(p, MIDDLE, "3", 24, theme.DARK))
    long = picture(lambda p: draw_badge(p, MIDDLE, "12.500", 24, theme.DARK))
    assert short.pixelColor(30, 60).alpha() == 0
    assert long.pixelColor(32, 60).alpha() > 0


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_pieces_are_drawn_again_for_each_pixel_density_and_kept(ratio):
    stamp.forget_all()

    def draw(painter):
        draw_card(painter, MIDDLE, 60, "AS")

    first = picture(draw, ratio=ratio)
    kept = dict(stamp._kept)
    assert picture(draw, ratio=ratio) == first
    assert len(kept) == 1
    assert stamp._kept == kept
    (pixmap,) = kept.values()
    assert pixmap.width() >= 60 * ratio


def test_the_store_of_pictures_is_bounded(monkeypatch):
    stamp.forget_all()
    monkeypatch.setattr(stamp, "_KEPT_BYTES", 400_000)
    for width in range(40, 100, 2):
        picture(lambda painter, width=width: draw_card(painter, MIDDLE, width, "AS"))
    assert stamp._kept_bytes <= 400_000
    assert 0 < len(stamp._kept) < 30


def test_pictures_that_a_screen_did_not_draw_are_dropped_when_the_next_is_shown():
    stamp.forget_all()
    for width in (60, 70):
        picture(lambda painter, width=width: draw_card(painter, MIDDLE, width, "AS"))
    stamp.forget_unused()
    assert len(stamp._kept) == 2
    picture(lambda painter: draw_card(painter, MIDDLE, 70, "AS"))
    stamp.forget_unused()
    (pixmap,) = stamp._kept.values()
    assert pixmap.width() >= 70
    assert stamp._kept_bytes == pixmap.width() * pixmap.height() * 4


def test_words_stay_in_their_box_and_share_a_baseline():
    box = QRectF(0, 0, 80, 20)
    for words in ("PAR", "1ª DOCENA", "VOISINS DU ZÉRO", "36"):
        bounds = fit_text(words, box).boundingRect()
        assert bounds.left() >= -0.5
        assert bounds.right() <= 80.5
    plain, accented = (fit_text(word, QRectF(0, 0, 300, 20)).boundingRect().bottom() for word in ("ZERO", "ZÉRO"))
    assert abs(plain - accented) < 0.01

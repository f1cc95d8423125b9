"""No chip that must be counted is covered: each shows enough of its edge, at every table and in the smallest window.

`benchmarks/test_covered_chips.py` looks at 300 questions of every family and level.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.desk.table.covered import FELT_SHARE, SIZES, covered_chips, every_level, seen_places
from trainer.desk.shots.imprints import imprint_for
from trainer.desk.style.theme import DARK, ROULETTE_MARKS
from trainer.desk.table import Imprint, Side, make_felt
from trainer.desk.table.arrangement import StackPlace, arrange
from trainer.desk.table.base import Felt
from trainer.desk.table.covering import parted, shown_edges
from trainer.desk.table.labels import draw_words, note_room
from trainer.desk.table.layouts.roulette_base import foot_name
from trainer.desk.table.painted_felt import COUNTABLE
from trainer.desk.table.pieces.chips import ChipFace
from trainer.desk.table.pieces.ink import Reader
from trainer.desk.table.view import FeltView
from trainer.drills import family
from trainer.drills.scene import Chips, Marker, Note, Scene
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language

TABLES = [
    ("baleares", "roulette-french"),
    ("puerto-rico", "roulette-american"),
    ("puerto-rico", "craps"),
    ("arica", "craps"),
    ("puerto-rico", "blackjack"),
    ("baleares", "punto-banco"),
    ("arica", "general-rules"),
]


def stack(x: float, y: float, chips: int, spot: str) -> StackPlace:
    piece = Chips(spot=spot, counts={"5": chips})
    return StackPlace(piece, spot, QPointF(x, y), 20.0, (ChipFace("red", "5"),) * chips, True)


@pytest.mark.parametrize(("book", "game"), TABLES)
def test_every_chip_shows_its_edge(book: str, game: str) -> None:
    assert covered_chips(every_level(book, game, seeds=range(1, 3))) == []


def test_eight_bets_at_two_zeros_are_counted_in_the_smallest_window(qapp) -> None:
    rules = load_rules(shipped_library(), "puerto-rico", "roulette-american")
    question = family("roulette-american", "pay-the-layout").make(rules, 7, 95)
    assert covered_chips([question], list(Side)) == []


def test_a_felt_shows_the_places_that_are_checked(owned) -> None:
    rules = load_rules(shipped_library(), "puerto-rico", "craps")
    view = FeltView()
    owned(view)
    view.looking.follows = view.reduce_motion = True
    view.set_imprint(Imprint(rules))
    looked_at = 0
    for question in every_level("puerto-rico", "craps", seeds=[1]):
        draft = question.draft
        about = (draft.scene, draft.after) if draft.after else (draft.scene,)
        for size in SIZES:
            view.resize(size[0], round(size[1] * FELT_SHARE))
            view.show_scene(draft.scene, Language.ES, about=about)
            assert seen_places(view.felt, draft.scene, about, [size]) == [view._places]
            looked_at += any(isinstance(piece, Chips) for piece in draft.scene.pieces)
    assert looked_at > 20


def test_a_high_stack_in_front_hides_one_behind_it_until_they_part() -> None:
    behind, before = stack(100, 100, 3, "split:1-4"), stack(100, 130, 20, "split:4-7")
    assert min(share for _, _, share in shown_edges([behind, before])) == 0
    apart = parted([behind, before], gives_way=False)
    assert min(share for _, _, share in shown_edges(apart)) >= 0.4
    moved = [abs(now.at.x() - 100) for now in apart]
    assert max(moved) <= 0.42 * 20 + 1e-9, "each still touches its line"


@pytest.mark.parametrize("owners", range(2, 8))
@pytest.mark.parametrize("spot", ["red", "low", "dozen:1", "column:1"])
def test_piles_of_many_players_stay_in_the_box_of_their_bet(spot: str, owners: int) -> None:
    felt = make_felt("roulette-double-zero", Imprint(load_rules(shipped_library(), "arica", "roulette-american")))
    colours = list(ROULETTE_MARKS)[:owners]
    piles = tuple(Chips(spot=spot, counts={colour: 3 + 2 * n}, owner=colour) for n, colour in enumerate(colours))
    places = arrange(felt, Scene(felt=felt.id, pieces=piles))
    box = felt.spot(spot).room.adjusted(-1, -1, 1, 1)
    for place in places:
        assert box.contains(QRectF(place.at.x() - place.radius, place.at.y() - 1, 2 * place.radius, 2)), place.at
    assert min(share for _, _, share in shown_edges(places)) >= 0.4


def test_stacks_that_hide_nothing_stay_where_they_are() -> None:
    stacks = [stack(100, 100, 5, "straight-up:1"), stack(160, 110, 20, "straight-up:4")]
    assert parted(stacks, gives_way=False) == stacks


@pytest.mark.parametrize("piles", [1, 2])
@pytest.mark.parametrize("felt_id", ["roulette-french", "roulette-american", "roulette-double-zero"])
def test_chips_at_the_foot_of_the_columns_leave_the_name_of_the_bet_free(felt_id, piles):
    """The chip of a dozen on the French cloth lay on its name, and one on two columns on their odds."""
    felt = make_felt(felt_id, imprint_for(felt_id), Side.PLAYERS)
    spots = [f"column:{column}" for column in (1, 2, 3)]
    spots += ["double-column:1-2", "double-column:2-3"]
    if felt_id == "roulette-french":
        spots += [f"dozen:{dozen}" for dozen in (1, 2, 3)] + ["double-dozen:1-2", "double-dozen:2-3"]
    if piles > 1:  # two piles in every box leave no room for two more on every line between them
        spots = [spot for spot in spots if not spot.startswith("double")]
    pieces = tuple(Chips(spot=spot, counts={"5": 4}) for spot in spots for _ in range(piles))
    boxes = [felt.spot(spot).shape.boundingRect() for spot in spots if not spot.startswith("double")]
    names = [foot_name(box) for box in boxes]
    stacks = [place for place in arrange(felt, Scene(felt=felt_id, pieces=pieces)) if isinstance(place, StackPlace)]
    assert len(stacks) == len(pieces)
    for stack in stacks:
        reach = QPointF(stack.radius, stack.radius)
        covered = QRectF(stack.top - reach, stack.at + reach)
        assert not any(covered.intersects(name) for name in names), (stack.spot, covered)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("bets", [(), ("split:13-16",), ("split:13-16", "corner:13-14-16-17", "straight-up:17")])
def test_a_dolly_stands_on_its_number_and_hides_no_chip_where_a_corner_is_free(
    side: Side, bets: tuple[str, ...]
) -> None:
    felt = make_felt("roulette-french", imprint_for("roulette-french"), side)
    chips = (Chips(spot=spot, counts={"5": 4}) for spot in bets)
    places = arrange(felt, Scene(felt=felt.id, pieces=(*chips, Marker(spot="straight-up:16", kind="dolly"))))
    [dolly] = [place for place in places if place.spot == "straight-up:16"]
    foot = QRectF(dolly.at.x() - 0.82 * dolly.size, dolly.at.y() - dolly.size, 1.64 * dolly.size, 1.6 * dolly.size)
    assert felt.spot("straight-up:16").shape.boundingRect().contains(foot)
    assert not dolly.is_behind
    others = [place for place in places if place is not dolly]
    assert list(shown_edges([*others, dolly])) == list(shown_edges(others))


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("number", ["17", "0"])
def test_a_number_below_chips_is_printed_again_beside_them_where_nothing_else_lies(number: str, side: Side) -> None:
    felt = make_felt("roulette-french", imprint_for("roulette-french"), side)
    piles = [Chips(spot=f"straight-up:{number}", counts={"5": 4})]
    assert len(printed := drawn_words(felt, piles)) == 1
    [stack] = arrange(felt, Scene(felt=felt.id, pieces=tuple(piles)))
    assert not printed[0].intersects(
        QRectF(stack.top, stack.at).adjusted(-stack.radius, -stack.radius, stack.radius, 0)
    )
    assert felt.spot(f"straight-up:{number}").shape.contains(printed[0])
    piles += [Chips(spot=f"corner:{on}", counts={"5": 4}) for on in ("13-14-16-17", "14-15-17-18")]
    piles += [Chips(spot=f"corner:{on}", counts={"5": 4}) for on in ("16-17-19-20", "17-18-20-21")]
    assert len(drawn_words(felt, piles)) == 1  # at the middle of a side, where all corners are taken
    piles += [Chips(spot=f"split:{on}", counts={"5": 4}) for on in ("14-17", "16-17", "17-18", "17-20")]
    assert len(drawn_words(felt, piles)) == (0 if number == "17" else 1)


@pytest.mark.parametrize("side", Side)
def test_a_number_below_chips_is_printed_again_so_large_that_it_can_be_read_in_a_small_window(side: Side) -> None:
    felt = make_felt("roulette-double-zero", imprint_for("roulette-double-zero"), side)
    piles = (Chips(spot="straight-up:27", counts={"25": 7}), Chips(spot="split:27-30", counts={"100": 1}))
    scale = 0.46  # pixels to a felt unit in a window of 1024×600
    places = arrange(felt, Scene(felt=felt.id, pieces=piles), None, COUNTABLE / 2 / scale)
    reader = Reader()
    reader.scale(scale, scale)
    draw_words(reader, felt, places, DARK, Language.ES)
    reader.end()
    [printed] = reader.words
    assert printed.height() >= 9.5  # a transformed painter: pixels


@pytest.mark.parametrize("scale", [0.34, 0.375])
def test_a_number_as_small_as_its_chip_is_printed_again_over_the_edge_of_the_chip(scale: float) -> None:
    felt = make_felt("roulette-french-numbers", imprint_for("roulette-french"), Side.DEALER)
    piles = (Chips(spot="straight-up:17", counts={"blue": 1}),)
    places = arrange(felt, Scene(felt=felt.id, pieces=piles), None, COUNTABLE / 2 / scale)
    reader = Reader()
    reader.scale(scale, scale)
    draw_words(reader, felt, places, DARK, Language.ES)
    reader.end()
    [printed] = reader.words
    assert printed.height() >= 7.5  # pixels
    [chip] = [QRectF(place.at * scale, place.at * scale).adjusted(-8, -8, 8, 8) for place in places]
    assert not printed.intersects(chip.adjusted(2, 2, -2, -2))  # what is written on it


@pytest.mark.parametrize("seat", ["7", "11"])
def test_a_note_stands_beside_the_chips_of_its_seat(seat: str) -> None:
    felt = make_felt("card-room-omaha-11", imprint_for("card-room-omaha-11"), Side.DEALER)
    said = Note(spot=f"seat:{seat}", says="raises to 30")
    pieces = (said, Chips(spot=f"seat:{seat}/bet", counts={"5": 6}, value="30"))
    places = arrange(felt, Scene(felt=felt.id, pieces=pieces), None, 24.0)
    [stack] = [place for place in places if isinstance(place, StackPlace)]
    [note] = [place for place in places if not isinstance(place, StackPlace)]
    reach = QPointF(stack.radius, stack.radius)
    chips = QRectF(stack.top - reach, stack.at + reach)
    assert note_room(felt, note, Language.EN).intersects(chips)
    assert not note_room(felt, note, Language.EN, [chips]).intersects(chips)


def drawn_words(felt: Felt, piles: list[Chips]) -> list[QRectF]:
    """Where words stand that are drawn with the pieces."""
    reader = Reader()
    draw_words(reader, felt, arrange(felt, Scene(felt=felt.id, pieces=tuple(piles))), DARK, Language.ES)
    reader.end()
    return reader.words

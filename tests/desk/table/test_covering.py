"""No chip that must be counted is covered: each shows enough of its edge, at every table and in the smallest window.

`benchmarks/test_covered_chips.py` looks at 300 questions of every family and level.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.desk.table.covered import FELT_SHARE, SIZES, covered_chips, every_level, seen_places
from trainer.desk.style.theme import ROULETTE_MARKS
from trainer.desk.table import Imprint, make_felt
from trainer.desk.table.arrangement import StackPlace, arrange
from trainer.desk.table.covering import parted, shown_edges
from trainer.desk.table.pieces.chips import ChipFace
from trainer.desk.table.view import FeltView
from trainer.drills.scene import Chips, Scene
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

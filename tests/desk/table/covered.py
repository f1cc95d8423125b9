"""Looks for chips that cannot be counted because something covers them, at the size a felt has on the drill screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs
from PySide6.QtCore import QRectF

from trainer.desk.table import make_felt
from trainer.desk.table.arrangement import arrange
from trainer.desk.table.base import Felt, Side
from trainer.desk.table.camera import near, subject
from trainer.desk.table.covering import LEAST_SHOWN, shown_edges
from trainer.desk.table.drawing import fitted
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.painted_felt import least_radius
from trainer.desk.table.pieces.chips import HIGHEST_STACK
from trainer.desk.table.places import Place, StackPlace
from trainer.drills.core import Question
from trainer.drills.scene import CardPiece, Chips, Scene, TilePiece
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers

FELT_SHARE = 0.7  # of the window's height
SIZES = ((1366, 768), (1024, 600))
_offers = Offers(shipped_library())


def every_level(book: str, game: str, seeds: Iterable[int]) -> Iterator[Question]:
    """Questions of every family and level of a table."""
    offer = _offers.offer(book, game)
    for family in offer.families:
        for level in range(1, len(family.levels) + 1):
            for seed in seeds:
                yield family.make(offer.rules, level, seed)


def seen_places(
    felt: Felt, scene: Scene, about: Iterable[Scene], sizes: Iterable[tuple[int, int]]
) -> list[list[Place]]:
    """The places of a scene's pieces as a felt shows them in windows of these sizes, without a window."""
    about = [each for each in about if each.felt == felt.id]
    places = {id(each): arrange(felt, each) for each in (scene, *about)}
    looked_at = subject(
        felt, [place for each in about for place in places[id(each)]], [name for each in about for name in each.glow]
    )
    radii = {0.0: places[id(scene)]}
    found = []
    for width, height in sizes:
        room = QRectF(0, 0, width, round(height * FELT_SHARE))
        scale = near(felt, fitted(felt, room), room, looked_at).width() / felt.size.width()
        least = least_radius(felt, scene, scale)
        if least not in radii:
            radii[least] = arrange(felt, scene, None, least)
        found.append(radii[least])
    return found


def covered_chips(questions: Iterable[Question], sides: Iterable[Side] = (Side.DEALER,)) -> list[str]:
    """What is covered, in words: window, side, question, spot, and the share of the edge that is seen. Scenes that
    differ only in their cards are looked at once."""
    found = []
    seen: set[int] = set()
    for question in questions:
        draft = question.draft
        if not any(isinstance(piece, Chips) for piece in draft.scene.pieces):
            continue
        about = (draft.scene, draft.after) if draft.after else (draft.scene,)
        pieces = hash(repr([_faceless(scene) for scene in about]))
        if pieces in seen:
            continue
        seen.add(pieces)
        imprint = Imprint(_offers.offer(question.item.rulebook, question.item.game).rules)
        for side in sides:
            felt = make_felt(draft.scene.felt, imprint, side)
            for size, places in zip(SIZES, seen_places(felt, draft.scene, about, SIZES), strict=True):
                least = {
                    stack.spot: share
                    for stack, _, share in shown_edges(places)
                    if share < LEAST_SHOWN and not _is_whole_in_a_row(felt, stack)
                }
                found += [f"{size} {side}: {question.item} {spot}: {share:.2f}" for spot, share in least.items()]
    return found


def _faceless(scene: Scene) -> Scene:
    """A scene with all cards and tiles alike: they lie below the chips, whatever they show."""
    pieces = tuple(
        structs.replace(piece, card="") if isinstance(piece, CardPiece)
        else structs.replace(piece, tile="") if isinstance(piece, TilePiece)
        else piece
        for piece in scene.pieces
    )  # fmt: skip
    return structs.replace(scene, pieces=pieces)


def _is_whole_in_a_row(felt: Felt, stack: StackPlace) -> bool:
    """Whether a stack is a full twenty of a sorted float, which is known by its top; the rest stands in front."""
    return len(stack.faces) == HIGHEST_STACK and felt.spot(stack.spot).sorted_piles

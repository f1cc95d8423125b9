"""Looks for chips that cannot be counted because something covers them, at the size a felt has on the drill screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtWidgets import QWidget

from trainer.desk.table.base import Side
from trainer.desk.table.covering import LEAST_SHOWN, shown_edges
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.pieces.chips import HIGHEST_STACK
from trainer.desk.table.places import StackPlace
from trainer.desk.table.view import FeltView
from trainer.drills.core import Question
from trainer.drills.scene import Chips
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.texts import Language

_FELT_SHARE = 0.7  # of the window's height
_offers = Offers(shipped_library())


def every_level(book: str, game: str, seeds: Iterable[int]) -> Iterator[Question]:
    """Questions of every family and level of a table."""
    offer = _offers.offer(book, game)
    for family in offer.families:
        for level in range(1, len(family.levels) + 1):
            for seed in seeds:
                yield family.make(offer.rules, level, seed)


def covered_chips(
    questions: Iterable[Question],
    size: tuple[int, int],
    owned: Callable[[QWidget], None],
    side: Side = Side.DEALER,
) -> list[str]:
    """What is covered, in words: the question, the spot, and the share of the edge that is seen. Scenes that come again
    are looked at once."""
    found = []
    view = None
    seen: set[int] = set()
    for question in questions:
        if not any(isinstance(piece, Chips) for piece in question.draft.scene.pieces):
            continue
        scenes = hash(repr((question.draft.scene, question.draft.after)))
        if scenes in seen:
            continue
        seen.add(scenes)
        if view is None:
            view = FeltView()
            owned(view)
            view.looking.follows = view.reduce_motion = True
            view.resize(size[0], round(size[1] * _FELT_SHARE))
            item = question.item
            view.set_imprint(Imprint(_offers.offer(item.rulebook, item.game).rules))
            view.set_side(side)
        draft = question.draft
        about = (draft.scene, draft.after) if draft.after else (draft.scene,)
        view.show_scene(draft.scene, Language.ES, about=about)
        least = {
            stack.spot: share
            for stack, _, share in shown_edges(view._places)
            if share < LEAST_SHOWN and not _is_whole_in_a_row(view, stack)
        }
        found += [f"{question.item} {spot}: {share:.2f}" for spot, share in least.items()]
    return found


def _is_whole_in_a_row(view: FeltView, stack: StackPlace) -> bool:
    """Whether a stack is a full twenty of a sorted float, which is known by its top; the rest stands in front."""
    return len(stack.faces) == HIGHEST_STACK and view._felt.spot(stack.spot).sorted_piles

"""Felts: the printed cloths of the games, the pieces on them, and the widget that shows them.

`make_felt` finds a felt by its id in `trainer.catalogue` and loads its module when first asked for. `FeltView` shows a
scene in a window, `render_scene` draws one into an image.

How a felt is made
------------------
A felt is **geometry plus print from the rules**. The scene names the felt, the table's rules give the print as an
`Imprint`; the felt has no word, no name of a bet and no odds of its own. It is a module with
``make(felt_id, imprint) -> Felt`` and its line in
`trainer.catalogue`::

    class TwoBoxes(Felt):
        def __init__(self, felt_id: str, imprint: Imprint) -> None:
            super().__init__(felt_id, QSizeF(1600, 900), imprint)
            self.boxes = {"ante": QRectF(350, 420, 300, 180), "trips": QRectF(950, 420, 300, 180)}
            for bet, box in self.boxes.items():
                self.add(bet, box_spot(box), imprint.name(bet))
            self.add("cards", card_row(QPointF(800, 260), cards=5), Message("cloth.spot.hand"))
            self.add("rack", rack_spot(QRectF(530, 50, 540, 110)), Message("cloth.spot.rack"))

        def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
            for bet, box in self.boxes.items():
                print_box(painter, self.spot(bet).shape)
                print_words(painter, self.imprint.label(bet), language, box, height=28)
            print_pay_table(painter, self.imprint.pay_table("trips"), language, QRectF(1290, 420, 250, 180))
            paint_rack(painter, QRectF(530, 50, 540, 110))

* `Imprint` has what the rules say: `name` (spoken), `label` (printed), `sign` (a few letters for a small box), `odds`,
  `pay_table`, `offers`; figures and house options are read with the engine's own function, as
  ``blackjack(imprint.rules)``. A bet that the house does not take has no box.
* What no regulation names (rack, seat, a condition of the game) is a message of ``cloth.toml``, with figures of the
  rules as its parameters: ``Message("cloth.blackjack.soft.draw", {"total": 17})`` is wrong, ``dealer.stands_on`` right.
* `parts` has boxes, circles, rows of cards, words in a box or along an arc, lines of words, pay tables; `furniture` has
  rack, shoe and discard rack; `layouts.half_round` has `CurvedFelt` and seats on an arc; `curves` parts a curved
  side into seats.
* Cloth, rail and all pieces are drawn by `drawing`; `paint` draws only what is printed. Pieces on a spot lie along its
  ``spread``; several piles stand side by side. Numbers that name a place (17 of a wheel, the point 6) are geometry.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from trainer import catalogue
from trainer.desk.table.base import Felt, Side, SpotGeometry, UnknownSpotError
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.sides import TurnedFelt


@lru_cache(maxsize=32)  # home shows all tables of a regulation at once; each holds its lines and letters
def make_felt(felt_id: str, imprint: Imprint, side: Side = Side.DEALER) -> Felt:
    """The felt of an id, printed by the rules of its table, as it is seen from a side; `KeyError` names the felts there
    are."""
    felt = _drawn_felt(felt_id, imprint)
    return TurnedFelt(felt) if felt.has_sides and side is not felt.drawn_from else felt


def _drawn_felt(felt_id: str, imprint: Imprint) -> Felt:
    modules = catalogue.felt_modules()
    if felt_id not in modules:
        raise KeyError(f"there is no felt {felt_id!r}; there are: {', '.join(modules)}")
    felt: Felt = import_module(modules[felt_id]).make(felt_id, imprint)
    return felt


__all__ = ["Felt", "Imprint", "Side", "SpotGeometry", "UnknownSpotError", "make_felt"]

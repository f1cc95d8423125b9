"""The croupier's working place from near by: both hands large, the shoe and what comes out of it, and the score board.

``baccarat-cards`` is for drills in which only the cards matter; ``baccarat-shoe`` has the score board above them.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from trainer.desk.style.theme import Theme, colour
from trainer.desk.table.base import Felt
from trainer.desk.table.furniture import paint_discard, paint_shoe
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.layouts.baccarat_parts import TINTS, call_spot, cards_of, hand_spot, hand_width, label
from trainer.desk.table.layouts.score_board import ScoreBoard
from trainer.desk.table.parts import (
    box_spot,
    card_row,
    discard_spot,
    print_lines,
    print_words,
)
from trainer.desk.table.pieces.ink import fill
from trainer.drills.baccarat.shoe import BEAD_COLUMNS, ROAD_COLUMNS
from trainer.texts import Language, Message

_CARD = 150.0


class CardsFelt(Felt):
    """Two hands side by side; with a board they lie below it."""

    has_sides = False
    is_close_up = True

    def __init__(self, felt_id: str, imprint: Imprint, board: bool) -> None:
        above = 246.0 if board else 0.0
        super().__init__(felt_id, QSizeF(1600, 600 + above), imprint)
        self.board = ScoreBoard(QRectF(50, 46, 1500, 240), BEAD_COLUMNS, ROAD_COLUMNS) if board else None
        if self.board:
            self.board.add_spots(self)
        middle = 306.0 + above
        for side, left in (("player", 50.0), ("banker", 88.0 + hand_width(_CARD))):
            self.add(f"cards:{side}", hand_spot(left, middle, _CARD), cards_of(imprint, side))
        self.shoe_box = QRectF(1360, middle - 196, 190, 116)
        self.discard_box = QRectF(1290, middle - 184, 62, 86)
        self.add(
            "shoe",
            box_spot(self.shoe_box, 10, marker=QPointF(1416, middle - 138), chip_radius=24),
            Message("cloth.spot.shoe"),
        )
        self.add("discard", discard_spot(self.discard_box), Message("cloth.spot.discard"))
        following = card_row(QPointF(1366, middle + 66), 2, card_width=108, card_step=1.12, centred=False)
        self.add("next", following, Message("cloth.spot.next"))
        self.add("call", call_spot(QPointF(640, middle + 200), 600), Message("cloth.spot.call"))

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        for side in ("player", "banker"):
            shape = self.spot(f"cards:{side}").shape
            bounds = shape.boundingRect()
            fill(painter, shape, colour(TINTS[side], 0.66))
            print_lines(painter, shape)
            words = QRectF(bounds.left(), bounds.top() - 50, bounds.width(), 42)
            print_words(painter, label(self.imprint, side), language, words, height=34, spacing=10)
        following = self.spot("next").shape
        fill(painter, following, colour("#04301F", 0.38))
        print_lines(painter, following, width=2.0)
        room = following.boundingRect()
        below = QRectF(room.left(), room.bottom() + 8, room.width(), 22)
        print_words(painter, Message("cloth.spot.next"), language, below, height=17)
        if self.board:
            self.board.paint(painter)
        paint_shoe(painter, self.shoe_box)
        paint_discard(painter, self.discard_box)


def make(felt_id: str, imprint: Imprint) -> Felt:
    return CardsFelt(felt_id, imprint, board=felt_id == "baccarat-shoe")

"""Sales counter of lotteries and gaming machines: name of the game, ticket or receipt, and a board with its rules."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QLinearGradient, QPainter

from trainer.desk.style.theme import Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, rectangle
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.ornament import print_frame, print_rosette, print_title
from trainer.desk.table.parts import print_box, print_lines_of_words
from trainer.desk.table.pieces.ink import box_shadow, fill, outline
from trainer.games.counter.figures import counter
from trainer.texts import Language, Message


class CounterFelt(Felt):
    """One counter for all of them; the rules say what stands on its board."""

    has_sides = False

    ticket = QRectF(560, 250, 480, 230)
    board = QRectF(400, 560, 800, 130)

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 780), imprint)
        middle = self.ticket.center()
        spot = SpotGeometry(middle, rectangle(self.ticket, 10), note=middle)
        self.add("ticket", spot, Message("cloth.counter.ticket"))
        words = QRectF(560, 500, 480, 40)
        self.add(
            "call", SpotGeometry(words.center(), rectangle(words, 8), note=words.center()), Message("cloth.spot.call")
        )

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        print_frame(painter, self)
        for side in (-1, 1):
            print_rosette(painter, QPointF(800 + side * 480, 365), 320)
        print_title(painter, self.imprint.rules.names, language, QRectF(200, 104, 1200, 60), 40)
        box_shadow(painter, self.ticket, 8, 12, strength=0.45)
        paper = QLinearGradient(self.ticket.topLeft(), self.ticket.bottomRight())
        paper.setColorAt(0, colour("#FFFDF4"))
        paper.setColorAt(1, colour("#E9E1C8"))
        painter.fillPath(rectangle(self.ticket, 10), paper)
        outline(painter, rectangle(self.ticket, 10), colour("#B9A878"), 2)
        for line in range(4):  # the lines of print that every ticket has
            row = QRectF(self.ticket.left() + 36, self.ticket.bottom() - 30 - line * 16, 120 + 60 * (line % 2), 5)
            fill(painter, rectangle(row, 2), colour("#7A705A", 0.35))
        print_box(painter, rectangle(self.board, 12), tint="#000000")
        print_lines_of_words(painter, self._said(), language, self.board, height=22, step=40)

    def _said(self) -> list[Message]:
        """What the rules have a house show: the price, the share in prizes, the term."""
        ours = counter(self.imprint.rules)
        lines = []
        if ours.price is not None:
            prices = {"minimum": ours.price.minimum, "maximum": ours.price.maximum}
            lines.append(Message("cloth.counter.price", prices))
        if ours.share is not None:
            lines.append(Message("cloth.counter.share", {"percent": ours.share.percent}))
        if ours.term is not None:
            days = {"days": ours.term.days or 0}
            lines.append(
                Message("cloth.counter.term", days) if ours.term.days else Message("cloth.counter.printed-term")
            )
        return lines


def make(felt_id: str, imprint: Imprint) -> Felt:
    return CounterFelt(felt_id, imprint)

"""Sales counter of lotteries and gaming machines: name of the game, ticket or receipt, and a board with its rules."""

from __future__ import annotations

from itertools import cycle

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QLinearGradient, QPainter

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, circle, rectangle
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.ornament import print_frame, print_rosette, print_title
from trainer.desk.table.parts import print_box, print_lines_of_words, print_words
from trainer.desk.table.pieces.ink import box_shadow, fill, outline
from trainer.games.counter.figures import counter
from trainer.texts import Language, Message

_STUB, _BAND = 104.0, 46.0  # width of a ticket's stub; height of the band with the game's name
_BARS = (3, 6, 2, 4, 9, 3, 2, 7)  # of its bar code


class CounterFelt(Felt):
    """One counter for all of them; the rules say what stands on its board."""

    has_sides = False

    ticket = QRectF(560, 250, 480, 230)
    board = QRectF(400, 560, 800, 130)

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 780), imprint)
        middle = self.ticket.center() - QPointF(_STUB / 2, 0)
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
        self._paint_ticket(painter, language)
        print_box(painter, rectangle(self.board, 12), tint="#000000")
        print_lines_of_words(painter, self._said(), language, self.board, height=22, step=40)

    def _paint_ticket(self, painter: QPainter, language: Language) -> None:
        """A ticket: the game's name in a band, a stub with a bar code behind a perforation, lines of small print. Its
        middle stays free for what a question writes on it."""
        ticket, tear = self.ticket, self.ticket.right() - _STUB
        box_shadow(painter, ticket, 8, 12, strength=0.45)
        sheet = rectangle(ticket, 10)
        for y in (ticket.top(), ticket.bottom()):
            sheet = sheet.subtracted(circle(QPointF(tear, y), 9))
        paper = QLinearGradient(ticket.topLeft(), ticket.bottomRight())
        paper.setColorAt(0, colour("#FFFDF4"))
        paper.setColorAt(1, colour("#E9E1C8"))
        painter.fillPath(sheet, paper)
        band = QRectF(ticket.left(), ticket.top(), ticket.width() - _STUB, _BAND)
        fill(painter, sheet.intersected(rectangle(band)), colour(PRINT.green))
        print_words(painter, self.imprint.rules.names, language, band.adjusted(16, 0, -22, 0), height=18, spacing=2)
        print_rosette(painter, QPointF((ticket.left() + tear) / 2, (band.bottom() + ticket.bottom()) / 2), 150)
        for hole in range(int(ticket.top()) + 20, int(ticket.bottom()) - 12, 13):
            fill(painter, circle(QPointF(tear, hole), 2.2), colour("#7A705A", 0.55))
        code = QRectF(tear + 26, ticket.top() + 24, _STUB - 52, ticket.height() - 48)
        y = code.top()
        for thick in cycle(_BARS):  # a bar and the gap after it
            if y + thick > code.bottom():
                break
            fill(painter, rectangle(QRectF(code.left(), y, code.width(), thick)), colour("#2A261C", 0.85))
            y += thick + 3
        for line in range(3):
            row = QRectF(ticket.left() + 28, ticket.bottom() - 26 - line * 13, 60 + 26 * (line % 2), 4)
            fill(painter, rectangle(row, 2), colour("#7A705A", 0.35))
        outline(painter, sheet, colour("#B9A878"), 2)

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

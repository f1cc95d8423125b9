"""The bingo hall as its caller sees it: the board of balls, a card that was called, and the prizes; or a ball alone.

Spots: ``ball:1`` to the highest ball on the board, ``card:2/3`` a place of the card (row and column from 1), ``card``
the card as a whole, ``row:2`` a row of it, ``last`` the ball that came last, ``prize:line`` … for each prize of the
rules, and ``call``. Numbers of a card are pieces: every player has another one.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QLinearGradient, QPainter, QRadialGradient

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, circle, rectangle
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.ornament import print_frame, print_title
from trainer.desk.table.parts import box_spot, print_box, print_lines, print_text, print_words
from trainer.desk.table.pieces.ink import box_shadow, fill, outline
from trainer.games.bingo.figures import bingo
from trainer.texts import Language, Message

_PAPER, _PAPER_EDGE = "#F7F2E3", "#B9A878"
_HEAD = "#7A1F26"


class BingoFelt(Felt):
    """Board at the left, card at the right, prizes and the last ball below."""

    has_sides = False

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 840), imprint)
        ours = bingo(imprint.rules)
        self.form, self.highest, self.letters = ours.card, ours.balls.highest, ours.balls.letters
        # Balls with letters lie in a row for each letter, others in tens.
        self.across = self.highest // len(self.letters) if self.letters else 10
        down = -(-self.highest // self.across)
        self.board = QRectF(70, 124, 800 if self.letters else 560, 503 if self.letters else 468)
        self.cell = QSizeF(self.board.width() / (self.across + bool(self.letters)), self.board.height() / down)
        self.place = 98.0 if self.letters else 88.0
        self.card = self._card_box()
        self._add_board()
        self._add_card()
        self.last = QPointF(150, 718)
        self.add("last", SpotGeometry(self.last, circle(self.last, 70), chip_radius=58), Message("cloth.bingo.last"))
        words = QRectF(250, 676, 620, 64)
        self.add(
            "call", SpotGeometry(words.center(), rectangle(words, 10), note=words.center()), Message("cloth.spot.call")
        )
        left = self.card.center().x() - (len(imprint.rules.bets) * 196 - 12) / 2
        for index, prize in enumerate(imprint.rules.bets):
            box = QRectF(left + index * 196, 706, 184, 84)
            head = QRectF(box.left() + 8, box.top() + 30, box.width() - 16, 50)
            self.add(f"prize:{prize}", box_spot(box, note_box=head), imprint.name(prize))

    def _card_box(self) -> QRectF:
        width, height = self.form.columns * self.place, self.form.rows * self.place
        middle = QPointF(1245, 378) if self.letters else QPointF(1118, 358)
        return QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)

    def _add_board(self) -> None:
        for number in range(1, self.highest + 1):
            box = self._board_cell(number)
            self.add(
                f"ball:{number}",
                box_spot(box, 6, min(*self.cell.toTuple()) * 0.42),
                Message("cloth.bingo.ball", {"number": number}),
            )

    def _board_cell(self, number: int) -> QRectF:
        row, column = divmod(number - 1, self.across)
        left = self.board.left() + (column + bool(self.letters)) * self.cell.width()
        return QRectF(QPointF(left, self.board.top() + row * self.cell.height()), self.cell).adjusted(2, 2, -2, -2)

    def _add_card(self) -> None:
        corner = QPointF(self.card.left() - 12, self.card.center().y())
        whole = self.card.adjusted(-22, -22 - self._head(), 22, 22)
        self.add(
            "card",
            SpotGeometry(corner, rectangle(whole, 16), note=QPointF(whole.center().x(), whole.bottom() + 22)),
            Message("cloth.bingo.card"),
        )
        for row in range(self.form.rows):
            box = QRectF(self.card.right() + 1, self.card.top() + row * self.place, 20, self.place)
            line = QRectF(self.card.left(), box.top(), self.card.width(), self.place)
            spot = SpotGeometry(box.center(), rectangle(line.united(box)), area=rectangle(line))
            self.add(f"row:{row + 1}", spot, Message("cloth.bingo.row", {"row": row + 1}))
            for column in range(self.form.columns):
                cell = QRectF(self.card.left() + column * self.place, box.top(), self.place, self.place)
                said = Message("cloth.bingo.place", {"row": row + 1, "column": column + 1})
                self.add(f"card:{row + 1}/{column + 1}", box_spot(cell, 4, self.place * 0.36), said)

    # Print

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        title = QRectF(self.board.left(), 66, self.board.width(), 34)
        print_words(painter, self.imprint.rules.names, language, title, height=26, ink=PRINT.gold, spacing=4)
        self._print_board(painter)
        self._print_card(painter)
        for prize in self.imprint.rules.bets:
            shape = self.spot(f"prize:{prize}").shape
            print_box(painter, shape, tint="#000000")
            box = shape.boundingRect()
            head = QRectF(box.left() + 4, box.top() + 7, box.width() - 8, 22)
            print_words(painter, self.imprint.label(prize), language, head, height=18, ink=PRINT.gold)
        ring = circle(self.last, 70)
        fill(painter, ring, colour("#000000", 0.25))
        print_lines(painter, ring, PRINT.gold)

    def _print_board(self, painter: QPainter) -> None:
        frame = rectangle(self.board.adjusted(-14, -10, 14, 10), 14)
        fill(painter, frame, colour("#0C1418", 0.72))
        outline(painter, frame, colour(PRINT.gold, 0.8), 2.4)
        for number in range(1, self.highest + 1):
            print_text(painter, str(number), self._board_cell(number), height=24, ink=colour(PRINT.ivory, 0.34))
        for row, letter in enumerate(self.letters):
            box = QRectF(self.board.left(), self.board.top() + row * self.cell.height(), *self.cell.toTuple())
            print_text(painter, letter, box, height=34, ink=PRINT.gold)

    def _head(self) -> float:
        """The height of the letters above a card that has any."""
        return 46.0 if self.letters else 0.0

    def _print_card(self, painter: QPainter) -> None:
        head = self._head()
        sheet = self.card.adjusted(-14, -14 - head, 14, 14)
        box_shadow(painter, sheet, 10, 14, strength=0.5)
        paper = QLinearGradient(sheet.topLeft(), sheet.bottomRight())
        paper.setColorAt(0, colour("#FFFDF4"))
        paper.setColorAt(1, colour(_PAPER))
        painter.fillPath(rectangle(sheet, 10), paper)
        outline(painter, rectangle(sheet, 10), colour(_PAPER_EDGE), 2)
        for column, letter in enumerate(self.letters):
            box = QRectF(self.card.left() + column * self.place, self.card.top() - head - 4, self.place, head)
            print_text(painter, letter, box, height=34, ink=_HEAD)
        for row in range(self.form.rows):
            for column in range(self.form.columns):
                cell = QRectF(
                    self.card.left() + column * self.place, self.card.top() + row * self.place, self.place, self.place
                )
                outline(painter, rectangle(cell), colour("#5B5340", 0.75), 1.8)
        if self.form.free_centre:
            middle = self.spot(f"card:{self.form.rows // 2 + 1}/{self.form.columns // 2 + 1}").shape
            fill(painter, middle, colour(_HEAD, 0.16))


class BallFelt(Felt):
    """The ball in the caller's hand, without the board beside which it could be read off: ``last`` and ``call``."""

    has_sides = False

    last = QPointF(800, 432)

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 840), imprint)
        ball = SpotGeometry(self.last, circle(self.last, 190), chip_radius=160)
        self.add("last", ball, Message("cloth.bingo.last"))
        words = QRectF(500, 724, 600, 60)
        call = SpotGeometry(words.center(), rectangle(words, 10), note=words.center())
        self.add("call", call, Message("cloth.spot.call"))

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        print_frame(painter, self)
        print_title(painter, self.imprint.rules.names, language, QRectF(300, 92, 1000, 50), 34)
        for radius, strength in ((276.0, 0.2), (262.0, 0.24)):  # the dark of the blower behind the ball
            fill(painter, circle(self.last, radius), colour("#000000", strength))
        glass = QRadialGradient(self.last - QPointF(90, 110), 320)
        glass.setColorAt(0, colour("#FFFFFF", 0.16))
        glass.setColorAt(0.6, colour("#FFFFFF", 0.03))
        glass.setColorAt(1, colour("#000000", 0.30))
        painter.fillPath(circle(self.last, 262), glass)
        for radius, width in ((262.0, 5.0), (190.0, 2.0)):
            print_lines(painter, circle(self.last, radius), PRINT.gold, width)
        for number in range(12):  # small balls round the rim
            turn = math.tau * number / 12
            at = self.last + QPointF(math.cos(turn), math.sin(turn)) * 226
            fill(painter, circle(at, 15), colour(PRINT.gold, 0.75))
            fill(painter, circle(at - QPointF(4, 5), 6), colour("#FFFFFF", 0.45))


def make(felt_id: str, imprint: Imprint) -> Felt:
    return BallFelt(felt_id, imprint) if felt_id == "bingo-ball" else BingoFelt(felt_id, imprint)

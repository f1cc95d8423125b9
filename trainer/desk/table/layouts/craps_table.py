"""Where things are on a craps table: two ends that mirror each other and a centre, eight players round them.

Seats 1 and 2 stand at the left short side, 3 and 4 before the left end, 5 and 6 before the right one, 7 and 8 at the
right short side; the base dealers and the boxman stand at the top, the stick at the bottom. All in felt units.
"""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath

SIZE = QSizeF(2000, 760)  # as long as a window is wide: a table of twelve feet has room for its centre
NUMBERS = (4, 5, 6, 8, 9, 10)
SEATS = tuple(range(1, 9))
CENTRE = QRectF(714, 132, 572, 448)
RACK = QRectF(866, 48, 268, 66)
BOWL = QPointF(1190, 80)  # of the dice that wait, beside the rack
CHIP = 18.0
SMALL_CHIP = 16.0

TOP, REAR, FRONT = 92.0, 164.0, 300.0  # of the number boxes: rear strip, then the box with its place lines
COME_TOP, COME_BOTTOM = 328.0, 424.0
FIELD_BOTTOM = 524.0
BIG_WIDTH, BIG_NAME = 60.0, 45.0  # of the boxes of big 6 and big 8, and how much of their height their name takes
DONT_BOTTOM = 582.0
PASS_BOTTOM = 644.0
ODDS_Y = 676.0
OUTER, PASS_INNER, DONT_INNER = 90.0, 142.0, 192.0  # of the lines along the short side
NUMBERS_LEFT, INNER = 222.0, 702.0  # from the don't come box to the centre
_SIDE_SEATS_Y = (374.0, 486.0)
_FRONT_SEATS_X = (276.0, 618.0)
_ASIDE = 46.0  # of a place in the come or field box: two lie at each end of it, the name stands between them


class End(msgspec.Struct, frozen=True):
    """One end of the table; the right one mirrors the left, but its numbers read the same way."""

    right: bool

    @property
    def name(self) -> str:
        return "right" if self.right else "left"

    @property
    def seats(self) -> tuple[int, int, int, int]:
        """The two players of the short side, then the two before the end, each pair from the left."""
        return (7, 8, 5, 6) if self.right else (1, 2, 3, 4)

    def x(self, left_x: float) -> float:
        return SIZE.width() - left_x if self.right else left_x

    def box(self, left: float, top: float, right: float, bottom: float) -> QRectF:
        """A box given as on the left end."""
        return QRectF(QPointF(self.x(left), top), QPointF(self.x(right), bottom)).normalized()

    # Boxes

    def number_box(self, number: int) -> QRectF:
        """The whole column of a number: rear strip, box and front strip."""
        row = self.box(NUMBERS_LEFT, TOP, INNER, COME_TOP)
        width = row.width() / len(NUMBERS)
        return QRectF(row.left() + NUMBERS.index(number) * width, TOP, width, COME_TOP - TOP)

    def dont_come_box(self) -> QRectF:
        return self.box(PASS_INNER + 8, TOP, NUMBERS_LEFT, COME_TOP)

    def come_box(self) -> QRectF:
        return self.box(DONT_INNER, COME_TOP, INNER, COME_BOTTOM)

    def big_box(self, index: int) -> QRectF:
        """Big 6 and big 8, in the corner beside the field."""
        left = DONT_INNER + index * BIG_WIDTH
        return self.box(left, COME_BOTTOM, left + BIG_WIDTH, FIELD_BOTTOM)

    def field_box(self, with_big: bool) -> QRectF:
        return self.box(DONT_INNER + (2 * BIG_WIDTH if with_big else 0), COME_BOTTOM, INNER, FIELD_BOTTOM)

    def band(self, outer: QPointF, inner: QPointF, start: float, corners: tuple[float, float]) -> QPainterPath:
        """A line of bets round the corner: down the short side from ``start``, then along the front to the centre.

        ``outer`` and ``inner`` are its two corners, as on the left end, and ``corners`` how round they are.
        """
        wide, narrow = corners
        path = QPainterPath(QPointF(self.x(outer.x()), start))
        path.lineTo(self.x(outer.x()), outer.y() - wide)
        path.quadTo(self.x(outer.x()), outer.y(), self.x(outer.x() + wide), outer.y())
        path.lineTo(self.x(INNER), outer.y())
        path.lineTo(self.x(INNER), inner.y())
        path.lineTo(self.x(inner.x() + narrow), inner.y())
        path.quadTo(self.x(inner.x()), inner.y(), self.x(inner.x()), inner.y() - narrow)
        path.lineTo(self.x(inner.x()), start)
        path.closeSubpath()
        return path

    def pass_band(self) -> QPainterPath:
        return self.band(QPointF(OUTER, PASS_BOTTOM), QPointF(PASS_INNER, DONT_BOTTOM), TOP, (92, 46))

    def dont_band(self) -> QPainterPath:
        return self.band(QPointF(PASS_INNER, DONT_BOTTOM), QPointF(DONT_INNER, FIELD_BOTTOM), COME_TOP, (46, 0.01))

    def seat_number(self, seat: int) -> QPointF:
        """Where a player's number stands: on the rail before him, beside what his chips can cover."""
        return self.line_place(seat, 17, SIZE.height() - 17, 0 if self._is_side(seat) else 52)

    # Places of one player's chips

    def _is_side(self, seat: int) -> bool:
        return self.seats.index(seat) < 2

    def line_place(self, seat: int, side_x: float, front_y: float, shift: float = 0.0) -> QPointF:
        """A place along one of the lines; ``shift`` moves it along the line and away from its name, for odds beside a
        bet."""
        index = self.seats.index(seat)
        if self._is_side(seat):
            # Seats 7 and 8 go up the right side, 1 and 2 down the left one.
            y = _SIDE_SEATS_Y[1 - index if self.right else index]
            return QPointF(self.x(side_x), y + shift)
        x = _FRONT_SEATS_X[index - 2] if not self.right else SIZE.width() - _FRONT_SEATS_X[3 - index]
        return QPointF(x + (shift if x > self.box(OUTER, 0, INNER, 1).center().x() else -shift), front_y)

    def loose_place(self, box: QRectF, seat: int) -> QPointF:
        """A place in the come or field box, in the order of the players, away from the name in its middle."""
        index = sorted(self.seats).index(seat)
        x = box.left() + (index + 0.5) * _ASIDE if index < 2 else box.right() - (3.5 - index) * _ASIDE
        return QPointF(x, box.center().y())

    @staticmethod
    def between_places(box: QRectF) -> QRectF:
        """The middle of the come or field box, where no chips lie."""
        return box.adjusted(2 * _ASIDE + 6, 0, -2 * _ASIDE - 6, 0)

    def cell(self, box: QRectF, seat: int, column: float, row: float) -> QPointF:
        """A point in a seat's quarter of a box; ``column`` and ``row`` run from 0 to 1 within the quarter.

        Players of the short side have the upper quarters, those before the end the lower ones.
        """
        index = self.seats.index(seat)
        width, height = box.width() / 2, box.height() / 2
        left = box.left() + (index % 2) * width
        top = box.top() + (index // 2) * height
        return QPointF(left + column * width, top + row * height)

    def place_point(self, number: int, seat: int) -> QPointF:
        """Astride the line behind the number for the short side, before it for the others."""
        box, index = self.number_box(number), self.seats.index(seat)
        x = box.left() + box.width() * (0.26 if index % 2 == 0 else 0.74)
        return QPointF(x, REAR if index < 2 else FRONT)


ENDS = (End(right=False), End(right=True))


def end_of(seat: int) -> End:
    return ENDS[0] if seat <= 4 else ENDS[1]

"""The centre of a craps table: the stick's bets in boxes, a name and eight players' places in each.

Stacks rise towards the head of the picture, from whichever side the table is seen. So names stand in columns of their
own, above one another, and chips beside them: no stack ever reaches a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from PySide6.QtCore import QPointF, QRectF

from trainer.desk.table.imprint import Imprint
from trainer.desk.table.layouts.craps_table import CENTRE, SEATS
from trainer.games.craps.figures import bet_data

BONUS = ("all-small", "make-em-all", "all-tall")
BONUS_NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
CENTRE_CHIP = 15.0
# In the order of the boxes: two side by side, those of the first line and of bonus craps alone.
_FIRST = "any-seven"
_PAIRS = (
    *("hardway:6", "hardway:10", "hardway:8", "hardway:4"),
    *("craps-2", "craps-12", "craps-3", "eleven"),
    *("horn", "any-craps", "craps-eleven", "under-7", "over-7"),
)
_CIRCLES_HEIGHT = 56.0
_HOPS_IN_A_ROW = 3
_HOP_WIDTH = 76.0
_NAMES = 0.46  # of the width; the rest is for chips


class CentreBox(msgspec.Struct, frozen=True):
    """A box with the room of its name; chips lie beside it, on both sides where it stands in the middle."""

    box: QRectF
    name: QRectF

    def chips(self, seat: int) -> QRectF:
        """Where a player's chips lie in the box."""
        left = QRectF(self.box.topLeft(), QPointF(self.name.left(), self.box.bottom()))
        right = QRectF(QPointF(self.name.right(), self.box.top()), self.box.bottomRight())
        if self._has_two_sides:
            return left if seat <= len(SEATS) // 2 else right
        return max(left, right, key=QRectF.width)

    def place(self, seat: int) -> QPointF:
        """A player's place among the others, in the order of the seats."""
        room, sharing = self.chips(seat), len(SEATS) // 2 if self._has_two_sides else len(SEATS)
        columns = 2 if self._has_two_sides or room.width() < room.height() else 4
        line, column = divmod((seat - 1) % sharing, columns)
        across, down = (room.width() - 2 * CENTRE_CHIP) / (columns - 1), room.height() * columns / sharing
        return room.topLeft() + QPointF(CENTRE_CHIP + column * across, (line + 0.5) * down)

    @property
    def _has_two_sides(self) -> bool:
        return abs(self.box.center().x() - self.name.center().x()) < 1


class Centre(msgspec.Struct, frozen=True):
    """The boxes by bet, the circles of the bonus numbers, and beside which chips the dice lie."""

    boxes: dict[str, CentreBox]
    circles: dict[int, QPointF]
    middle: float


def make_centre(imprint: Imprint) -> Centre:
    """The boxes that this table takes bets in; hops lie beside the others."""
    hops = [str(pair) for pair in bet_data(imprint.rules, "hop").pairs] if imprint.offers("hop") else []
    beside = QRectF(CENTRE.topLeft(), CENTRE.bottomLeft())
    beside.setWidth(_HOPS_IN_A_ROW * _HOP_WIDTH if hops else 0)
    main = CENTRE.adjusted(beside.width(), 0, 0, 0)
    names = QRectF(0, main.top(), main.width() * _NAMES, main.height())
    names.moveCenter(main.center())
    has_bonus = all(imprint.offers(bet) for bet in BONUS)
    taken = [bet for bet in (_FIRST, *_PAIRS) if imprint.offers(bet.partition(":")[0])]
    rows = [[bet] for bet in taken if bet == _FIRST]
    rows += _in_groups([bet for bet in taken if bet != _FIRST], 2)
    below = [[bet] for bet in BONUS] if has_bonus else []
    height = (main.height() - (_CIRCLES_HEIGHT if has_bonus else 0)) / (len(rows) + len(below))
    foot = main.top() + height * len(rows)
    boxes = dict(_in_rows(rows, main, main.top(), height, names))
    circles: dict[int, QPointF] = {}
    if has_bonus:
        boxes |= _in_rows(below, main, foot + _CIRCLES_HEIGHT, height, names)
        for index, number in enumerate(BONUS_NUMBERS):
            line, column = divmod(index, len(BONUS_NUMBERS) // 2)
            across = names.width() / (len(BONUS_NUMBERS) // 2)
            circles[number] = QPointF(names.left() + (column + 0.5) * across, foot + (line + 0.5) * _CIRCLES_HEIGHT / 2)
    lines = _in_groups([str(pair) for pair in hops], _HOPS_IN_A_ROW)
    for line, pairs in enumerate(lines):
        top, high = beside.top() + line * beside.height() / len(lines), beside.height() / len(lines)
        for column, pair in enumerate(pairs):
            box = QRectF(beside.left() + column * _HOP_WIDTH, top, _HOP_WIDTH, high)
            boxes[f"hop:{pair}"] = CentreBox(box, QRectF(box.left(), top, _HOP_WIDTH * _NAMES, high))
    return Centre(boxes, circles, main.center().x())


def _in_groups(bets: Sequence[str], count: int) -> list[list[str]]:
    return [list(bets[start : start + count]) for start in range(0, len(bets), count)]


def _in_rows(
    rows: Sequence[Sequence[str]], room: QRectF, top: float, height: float, names: QRectF
) -> Iterator[tuple[str, CentreBox]]:
    """The boxes of some rows from the top of a room, their names where those of all others are."""
    for line, row in enumerate(rows):
        width = room.width() / len(row)
        for column, bet in enumerate(row):
            box = QRectF(room.left() + column * width, top + line * height, width, height)
            yield bet, CentreBox(box, box & names)

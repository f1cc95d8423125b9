"""The felt of a live shift: clicks, strokes over an area, chips dragged from and to the rack, and the right button."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import floor
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from trainer.desk.style.theme import STEPS, colour, font
from trainer.desk.table.cut_stacks import stack_at
from trainer.desk.table.drawing import draw_place
from trainer.desk.table.labels import draw_words
from trainer.desk.table.picture_cache import PictureCache
from trainer.desk.table.view import FeltView
from trainer.drills.scene import Note
from trainer.live.pointing import seat_of_spot

RACK = "rack"
_STROKE = 14  # pixels that the pointer moves before a press is a stroke
_NOT_POINTED = (
    "beside",
    "board",
    "paid",
    "pay",
    "commission",
    "call",
    "next",
    "meter",
    "inventory",
    "centre",
    "position",
)

_MONEY_AT = 0.066  # of the height of the view: before the players, above what is printed
_NOTE = QRectF(-54, -21, 108, 42)

Target = tuple[str, int | None]  # a spot, and the player whose chips lie under the pointer


class LiveFelt(FeltView):
    """``pointed`` emits a spot and the owner of the chips hit; ``refused`` the same for the right button; ``stroked``
    every target that a stroke crossed, in order; ``dragged`` where chips were picked up and put down, and how many
    notches the wheel was turned meanwhile."""

    pointed = Signal(str, object)
    refused = Signal(str, object)
    stroked = Signal(list)
    dragged = Signal(tuple, tuple, int)

    def __init__(self, parent: QWidget | None = None, kept: PictureCache | None = None) -> None:
        super().__init__(parent, kept=kept)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys belong to the screen
        self.looking.follows = False  # the whole table stays in sight
        self._pressed: QPointF | None = None
        self._crossed: list[Target] = []
        self._notches = 0
        self._at = QPointF()
        self._money: dict[float, str] = {}
        self._rested: tuple[tuple[Any, ...], QPixmap] | None = None  # what it shows, and the picture

    def show_money(self, money: Mapping[float, str]) -> None:
        """Lay money on the cloth in front of players who buy in: the sum, by the middle of the player from the left."""
        if money != self._money:
            self._money = dict(money)
            self.update()

    def point_at_all(self) -> None:
        """Let every spot be pointed at: none is lit because it is the right one."""
        spots = self._shown_felt().spots()
        self.set_tappable([name for name in spots if name.split(":")[0] not in _NOT_POINTED])

    def seats_from_left(self, seats: Iterable[int]) -> list[int]:
        """Seats as they lie round the cloth from left to right; in their own order where the cloth has none.

        Of two seats at one end, as at craps, the one nearer to the dealer is the outer one.
        """
        felt = self._shown_felt()
        middle, places = felt.size.width() / 2, dict[int, tuple[float, float]]()
        for name in felt.spots():
            seat = seat_of_spot(name)
            if seat is not None and name.split(":")[0].split("@")[0] != "commission":
                centre = felt.spot(name).centre
                places.setdefault(seat, (round(centre.x()), -centre.y() if centre.x() < middle else centre.y()))
        return sorted(seats, key=lambda seat: (*places.get(seat, (0, 0.0)), seat))

    def target_at(self, position: QPointF) -> Target | None:
        """The spot under a point of the widget, and whose chips were hit."""
        point = self.to_felt(position)
        stack = stack_at(self._places, point)
        spot = self._spot_under(point)
        if spot is None:
            return None
        if spot.count(":") == 2 and all(place.spot != spot for place in self._places):
            spot = spot.rpartition(":")[0]  # a hand that was not split lies on the spot of the seat
        owner = stack.piece.owner if stack is not None else ""
        return spot, int(owner) if owner.isdigit() else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        target = self.target_at(event.position()) if self._felt is not None else None
        if event.button() == Qt.MouseButton.RightButton:
            if target is not None:
                self.refused.emit(*target)
            return
        self._pressed, self._notches = event.position(), 0
        self._crossed = [target] if target is not None else []

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._at = event.position()
        if self._pressed is None:
            return
        target = self.target_at(event.position())
        if target is not None and target not in self._crossed:
            self._crossed.append(target)
        if self._is_carried():
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, crossed, self._pressed = self._pressed, self._crossed, None
        self.update()
        if pressed is None or not crossed:
            return
        end = self.target_at(event.position())
        if (event.position() - pressed).manhattanLength() < _STROKE:
            self.pointed.emit(*crossed[0])
        elif end is not None and RACK in (crossed[0][0], end[0]) and crossed[0] != end:
            self.dragged.emit(crossed[0], end, self._notches)
        else:
            self.stroked.emit(crossed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Add a chip to the dragged stack, or put one back."""
        if self._is_carried():
            self._notches = max(0, self._notches + (1 if event.angleDelta().y() > 0 else -1))
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def _is_carried(self) -> bool:
        return self._pressed is not None and bool(self._crossed) and self._crossed[0][0] == RACK

    def _paint_pieces(self, painter: QPainter) -> None:
        """Paint what rests as one picture that is kept between frames, and what moves above it.

        A frame then costs the same however much lies there, and the values on the board stay while pieces slide.
        """
        sliding = self._on_way
        if self.looking.is_on_its_way:
            super()._paint_pieces(painter)
            return
        time = float(self._slide.currentValue() or 0.0) if sliding is not None else 0.0
        ways = [None if sliding is None else sliding.away(index, time) for index in range(len(self._places))]
        self._paint_resting(painter, tuple(index for index, way in enumerate(ways) if way is None))
        if sliding is None:
            return
        for place, way in sliding.leaving:
            draw_place(painter, place, self._look, way * sliding.gone(time))
        for place, away in zip(self._places, ways, strict=True):
            if away is not None:
                draw_place(painter, sliding.as_it_flies(place, time), self._look, away)

    def _paint_resting(self, painter: QPainter, resting: tuple[int, ...]) -> None:
        box, scale, ratio = self.felt_box(), self._scale(), self.devicePixelRatioF()
        corner = QPointF(floor(box.left()), floor(box.top()))
        key = (self._places, resting, self._on_way is None, box, scale, ratio, self._look)
        if self._rested is None or self._rested[0][0] is not self._places or self._rested[0][1:] != key[1:]:
            picture = QPixmap((box.size() * ratio).toSize() + QSize(2, 2))
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(picture)
            inner.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            inner.translate(box.topLeft() - corner)
            inner.scale(scale, scale)
            places = [self._places[index] for index in resting]
            for place in places:
                draw_place(inner, place, self._look)
            told = places if self._on_way is None else [each for each in places if isinstance(each.piece, Note)]
            draw_words(inner, self._shown_felt(), told, self._look.theme, self._look.language)
            inner.end()
            self._rested = (key, picture)
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        painter.translate(corner - box.topLeft())
        painter.drawPixmap(QPointF(), self._rested[1])
        painter.restore()

    def paint_over(self, painter: QPainter) -> None:
        super().paint_over(painter)
        for middle, amount in self._money.items():
            _paint_money(painter, self.to_felt(QPointF(middle, self.height() * _MONEY_AT)), amount)
        if self._is_carried():
            at = self.to_felt(self._at)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("#14181C", 0.85))
            box = QRectF(at.x() + 14, at.y() - 52, 96, 40)
            painter.drawRoundedRect(box, 12, 12)
            painter.setFont(font(STEPS.title, bold=True))
            painter.setPen(colour("#F2EAD3"))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), f"× {self._notches}" if self._notches else "…")


def _paint_money(painter: QPainter, at: QPointF, amount: str) -> None:
    """Two banknotes, one on the other, with the sum."""
    painter.save()
    painter.translate(at)
    for turn, paper in ((-7, "#A9BE9A"), (3, "#C9DAB8")):
        painter.save()
        painter.rotate(turn)
        painter.setPen(QPen(colour("#2F4A33"), 2))
        painter.setBrush(colour(paper))
        painter.drawRoundedRect(_NOTE, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(_NOTE.adjusted(5, 5, -5, -5), 3, 3)
        painter.restore()
    painter.setFont(font(STEPS.large, bold=True))
    painter.setPen(colour("#1B2E1E"))
    painter.drawText(_NOTE, int(Qt.AlignmentFlag.AlignCenter), amount)
    painter.restore()

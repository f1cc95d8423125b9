"""The felt of a live shift.

It reports clicks, strokes over an area, chips dragged from and to the rack, and the right button, by mouse or touch.
Above the usual scene it paints the chip rack, the money and the hand signals of players, and the numbers of cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPixmap, QTouchEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from trainer.desk.screens.live.felt_drawing import (
    NOTE,
    paint_carried,
    paint_chips,
    paint_hand,
    paint_money,
    paint_number,
)
from trainer.desk.table.animation import Sliding
from trainer.desk.table.arrangement import PiecePlace, Place, StackPlace, stacks
from trainer.desk.table.base import Felt
from trainer.desk.table.cut_stacks import stack_at
from trainer.desk.table.drawing import draw_place
from trainer.desk.table.labels import draw_words
from trainer.desk.table.picture_cache import PictureCache
from trainer.desk.table.view import FeltView
from trainer.drills.scene import CardPiece, Chips, Note
from trainer.live.pointing import ENDS, RACKS, STARTS, seat_of_spot
from trainer.texts import say

_STROKE = 14  # pixels that the pointer moves before a press is a stroke
_NOT_POINTED = ("beside", "board", "paid", "pay", "commission", "call", "next", "meter", "centre", "position")
_MOST_PLACES = 7  # in the strip of players, taken or free
_MONEY_AT = 0.066  # share of the view's height: before the players, above the print
_CARD_SHAPE = 1.4  # height of a card by its width
_MONEY_INSIDE = 0.08  # of the width of the table: so far from its ends
_HAND, _HAND_AWAY = 112, 100  # diameter of a shown hand, and how far from the box of the bet it is, in felt units
_HAND_TURNS = (0, 30, -30, 60, -60, 80)  # degrees from the line between dealer and box

Target = tuple[str, int | None]  # a spot, and the player whose chips lie under the pointer


def _owner(stack: StackPlace) -> int | None:
    """The player whose a stack is."""
    owner = stack.piece.owner
    return int(owner) if owner.isdigit() else None


class LiveFelt(FeltView):
    """``pointed`` emits a spot and the owner of the chips hit; ``refused`` the same for the right button; ``stroked``
    every target that a stroke crossed, in order, ``cleared`` the same for two fingers; ``dragged`` where something was
    picked up and put down; ``paid`` where chips of the rack were put down, the value of one and how many the wheel made
    of it; ``chip_pressed`` the value of a chip of the rack that was clicked."""

    pointed = Signal(str, object)
    refused = Signal(str, object)
    stroked = Signal(list)
    cleared = Signal(list)
    dragged = Signal(tuple, tuple)
    paid = Signal(tuple, object, int)
    chip_pressed = Signal(object)
    carried_away = Signal(QPointF, tuple, object, int)  # off the felt, where on the screen; from where, chip and count

    def __init__(self, parent: QWidget | None = None, pictures: PictureCache | None = None) -> None:
        super().__init__(parent, pictures=pictures)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys belong to the screen
        self.looking.follows = False  # the whole table stays in sight
        self.counted_whole = 1
        self.enlarges_chips = True  # so that they can be counted; on a small cloth they would cover each other
        self._pressed: QPointF | None = None
        self._crossed: list[Target] = []
        self._carried: Fraction | None = None  # value of a chip that was taken from the rack
        self._chips = 1  # so many of them
        self._rack_chips: tuple[Fraction, ...] = ()
        self._at = QPointF()
        self._fingers = 0  # most fingers of the touch
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.ungrabGesture(Qt.GestureType.PinchGesture)  # the camera does not move
        self._money: dict[float, str] = {}
        self._signals: dict[int, str] = {}
        self._payout: tuple[Chips, float] | None = None  # chips for a player, and his middle from the left
        self._to_players: dict[int, float] = {}
        self._counted: frozenset[Target] = frozenset()  # whose stacks are looked at closely
        self._numbered = ""  # the spot whose cards are numbered
        self._rested: tuple[tuple[Any, ...], QPixmap] | None = None  # what it shows, and the picture

    def forget(self) -> None:
        """Stacks stay cut while the scene changes: the screen puts them together again when the round is over."""

    def show_money(self, money: Mapping[float, str]) -> None:
        """Lay money on the cloth in front of players who buy in: the sum, by the middle of the player from the left."""
        if money != self._money:
            self._money = dict(money)
            self.update()

    def show_signals(self, signals: Mapping[int, str]) -> None:
        """Show the hands of players, by seat, each over the rail beside his box."""
        if signals != self._signals:
            self._signals = dict(signals)
            self.update()

    def hand_box(self, seat: int) -> QRectF:
        """Where on the felt a player's hand is: from his box to the rail, away from the dealer; beside the box where
        that is out of sight."""
        felt = self._shown_felt()
        box, dealer = felt.spot(f"bet:{seat}").centre, QPointF(felt.size.width() / 2, felt.spot("rack").centre.y())
        away = QLineF(dealer, box)
        away.setLength(away.length() + _HAND_AWAY)
        out, sight = (
            QLineF(box, away.p2()),
            QRectF(self.to_felt(QPointF()), self.to_felt(QRectF(self.rect()).bottomRight())),
        )
        hands = []
        for turn in _HAND_TURNS:
            out.setAngle(away.angle() + turn)
            hands.append(QRectF(out.x2() - _HAND / 2, out.y2() - _HAND / 2, _HAND, _HAND))
        return next((hand for hand in hands if sight.contains(hand)), hands[-1])

    def money_place(self, middle: float) -> QPointF:
        """Where on the felt money lies before a player, who may stand beyond the end of the table or where the rail
        curves towards the dealer."""
        at, felt = self.to_felt(QPointF(middle, self.height() * _MONEY_AT)), self._shown_felt()
        size, cloth = felt.size, felt.cloth_outline()
        x = min(max(at.x(), size.width() * _MONEY_INSIDE), size.width() * (1 - _MONEY_INSIDE))
        note = NOTE.translated(x, at.y())
        while not cloth.contains(note) and note.center().y() < size.height() / 2:
            note.translate(0, note.height() / 4)
        return note.center()

    def look_at(self, stacks: Collection[Target]) -> None:
        """Show stacks of chips, by spot and owner, as large as those under the pointer."""
        if self._counted != frozenset(stacks):
            self._counted = frozenset(stacks)
            self.update()

    def stacks(self) -> set[Target]:
        """The stacks on the cloth, by spot and owner."""
        return {(each.spot, _owner(each)) for each in self._places if isinstance(each, StackPlace)}

    def _is_near(self, place: StackPlace) -> bool:
        return super()._is_near(place) or (place.spot, _owner(place)) in self._counted

    def number_cards(self, spot: str) -> None:
        """Write its number below each card of a spot, for who picks cards by number; below none if it is empty."""
        if spot != self._numbered:
            self._numbered = spot
            self.update()

    def let_chips_go(self, seats: Mapping[int, float]) -> None:
        """Let chips that leave with the next scene go to their owners, by the middle of each from the left; an empty
        mapping sends them to the rack."""
        self._to_players = dict(seats)

    def pay_out(self, chips: Chips, middle: float) -> None:
        """Let chips go from the rack to a player with the next scene: nothing of them stays on the cloth."""
        self._payout = None if self.reduce_motion else (chips, middle)

    def _set_out(self, felt: Felt, before: list[Place], is_question: bool) -> None:
        super()._set_out(felt, before, is_question)
        payout, self._payout = self._payout, None
        sliding = self._on_way
        if payout is not None and self._scene is not None:
            sliding = sliding or Sliding(felt, before, self._places, self._scene)
            chips, middle = payout
            places = stacks(chips.spot, felt.spot(chips.spot), [chips], self._look.house_colours)
            player = self.to_felt(QPointF(middle, 0))
            sliding.leaving += [(place, player - place.at) for place in places]
            self._go(sliding)
        elif sliding is not None and self._to_players:
            sliding.leaving = [
                (place, self._way_home(place) if isinstance(place, StackPlace) else way)
                for place, way in sliding.leaving
            ]

    def _way_home(self, place: Place) -> QPointF:
        """From a pile to the player whose it is, opposite the dealer."""
        owner = getattr(place.piece, "owner", "")
        seat = int(owner) if owner.isdigit() else seat_of_spot(place.spot)
        middle = self._to_players.get(seat or 0, self.to_widget(place.at).x())
        return self.to_felt(QPointF(middle, 0)) - place.at

    def point_at_all(self) -> None:
        """Make all spots for bets, cards and chips tappable, so that no highlight gives the right one away."""
        spots = self._shown_felt().spots()
        self.set_tappable([name for name in spots if name.split(":")[0] not in _NOT_POINTED])

    def places_from_left(self, seats: Iterable[int]) -> list[int]:
        """All places round the cloth from left to right, taken or free; only ``seats`` where the cloth has no places
        or so many that each would be too narrow to read.

        Of two places at one end, as at craps, the one nearer to the dealer is the outer one.
        """
        felt = self._shown_felt()
        middle, places = felt.size.width() / 2, dict[int, tuple[float, float]]()
        for name in felt.spots():
            seat = seat_of_spot(name)
            if seat is not None and name.split(":")[0].split("@")[0] != "commission":
                centre = felt.spot(name).centre
                places.setdefault(seat, (round(centre.x()), -centre.y() if centre.x() < middle else centre.y()))
        shown = {*seats, *places} if len(places) <= _MOST_PLACES else set(seats)
        return sorted(shown, key=lambda seat: (*places.get(seat, (0, 0.0)), seat))

    def target_at(self, position: QPointF) -> Target | None:
        """The spot under a point of the widget, and whose chips were hit; `None` beside all spots."""
        point = self.to_felt(position)
        stack = stack_at(self._places, point)
        spot = self._spot_under(point)
        if spot is None:
            return None
        if spot.count(":") == 2 and all(place.spot != spot for place in self._places):
            spot = spot.rpartition(":")[0]  # a hand that was not split lies on the spot of the seat
        return spot, _owner(stack) if stack is not None else None

    def cards_of_table(self) -> QRectF:
        """The box, in widget pixels, of the cards that belong to no player: the dealer's, or those of punto banco."""
        box = QRectF()
        for place in self._places:
            is_of_table = seat_of_spot(place.spot) is None and place.spot not in ENDS
            if isinstance(place, PiecePlace) and isinstance(place.piece, CardPiece) and is_of_table:
                size = QSizeF(place.size, place.size * _CARD_SHAPE)
                corner = place.at - QPointF(size.width(), size.height()) / 2
                box |= QRectF(self.to_widget(corner), size * self._scale())
        return box

    def is_counted(self) -> bool:
        return self.enlarges_chips

    # ── the rack ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def fill_rack(self, values: Sequence[Fraction]) -> None:
        """Give each value of chips a column of the rack."""
        self._rack_chips = tuple(values)
        self._rested = None
        self.update()

    def _rack_box(self) -> QRectF | None:
        spots = self._shown_felt().spots() if self._felt is not None else ()
        name = next((name for name in RACKS if name in spots), None)
        return self._shown_felt().spot(name).shape.boundingRect() if name is not None else None

    def column(self, index: int) -> QRectF:
        """The column of a value of chips, on the felt."""
        box = self._rack_box() or QRectF()
        width = box.width() / max(1, len(self._rack_chips))
        return QRectF(box.left() + index * width, box.top(), width, box.height())

    def _chip_at(self, position: QPointF) -> Fraction | None:
        """The value of the chips of the rack under a point of the widget."""
        if self._rack_box() is None:
            return None
        point = self.to_felt(position)
        return next(
            (value for index, value in enumerate(self._rack_chips) if self.column(index).contains(point)),
            None,
        )

    # ── mouse and fingers ────────────────────────────────────────────────────────────────────────────────────────────

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            target = self.target_at(event.position()) if self._felt is not None else None
            if target is not None:
                self.refused.emit(*target)
            return
        self._press(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._move(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._release(event.position())

    def event(self, event: QEvent) -> bool:
        """A finger does what the mouse does; two fingers clear what they cross."""
        if isinstance(event, QTouchEvent):
            points = event.points()
            at = points[0].position()
            if event.type() == QEvent.Type.TouchBegin:
                self._fingers = 0
                self._press(at)
            elif event.type() == QEvent.Type.TouchUpdate:
                self._move(at)
            self._fingers = max(self._fingers, len(points))
            if event.type() == QEvent.Type.TouchEnd:
                self._release(at, is_clearing=self._fingers > 1)
            elif event.type() == QEvent.Type.TouchCancel:
                self._pressed = self._carried = None
            return True
        return super().event(event)

    def _press(self, at: QPointF) -> None:
        target = self.target_at(at) if self._felt is not None else None
        self._pressed, self._at = at, at
        self._crossed = [target] if target is not None else []
        self._carried, self._chips = self._chip_at(at), 1

    def _move(self, at: QPointF) -> None:
        self._at = at
        if self._pressed is None:
            return
        target = self.target_at(at)
        if target is not None and target not in self._crossed:
            self._crossed.append(target)
        if self._carried is not None:
            self.update()

    def _release(self, at: QPointF, is_clearing: bool = False) -> None:
        pressed, crossed, self._pressed = self._pressed, self._crossed, None
        carried, self._carried = self._carried, None
        self.update()
        if pressed is None or not crossed:
            return
        start, end = crossed[0], self.target_at(at)
        if (at - pressed).manhattanLength() < _STROKE:
            if carried is not None:
                self.chip_pressed.emit(carried)
            else:
                self.pointed.emit(*start)
        elif is_clearing:
            self.cleared.emit(crossed)
        elif (carried is not None or start[0] in STARTS) and not QRectF(self.rect()).contains(at):
            self.carried_away.emit(self.mapToGlobal(at), start, carried, self._chips)
        elif end is None or end == start:
            self.stroked.emit(crossed)
        elif carried is not None:
            self.paid.emit(end, carried, self._chips)
        elif start[0] in STARTS or end[0] in ENDS:
            self.dragged.emit(start, end)
        else:
            self.stroked.emit(crossed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Add a chip to the dragged stack, or put one back."""
        if self._carried is not None:
            self._chips = max(1, self._chips + (1 if event.angleDelta().y() > 0 else -1))
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

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
            self._paint_rack(inner)
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
        for seat, signal in self._signals.items():
            paint_hand(painter, self.hand_box(seat), signal)
        for middle, amount in self._money.items():
            paint_money(painter, self.money_place(middle), amount)
        for place in self._places:
            if isinstance(place, PiecePlace) and isinstance(place.piece, CardPiece) and place.spot == self._numbered:
                paint_number(painter, place.at + QPointF(0, place.size * _CARD_SHAPE / 2), place.piece.offset + 1)
        if self._carried is not None:
            words = f"{self._chips} × {say(self._carried, self._look.language)}"
            paint_carried(painter, self.to_felt(self._at), words)

    def _paint_rack(self, painter: QPainter) -> None:
        box = self._rack_box()
        if box is not None and self._rack_chips:
            columns = [self.column(index) for index in range(len(self._rack_chips))]
            paint_chips(painter, box, columns, self._rack_chips, self._look, self._scale())

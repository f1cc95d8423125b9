"""The felt widget with input: taps by mouse, touch and keyboard, zoom and pan.

It also paints what input changes: hover, focus, picked pieces and stacks cut into fives. With `takes_strokes` a drag
taps every spot that it crosses.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QNativeGestureEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QGestureEvent, QPinchGesture, QWidget

from trainer.desk.style.theme import DARK, PRINT, Theme, colour
from trainer.desk.table.arrangement import PiecePlace, StackPlace
from trainer.desk.table.base import Side
from trainer.desk.table.marks import draw_focus
from trainer.desk.table.painted_felt import COUNTABLE, PaintedFelt
from trainer.desk.table.picture_cache import PictureCache
from trainer.desk.table.pieces.chips import draw_badge
from trainer.desk.table.pieces.ink import fill, outline
from trainer.drills.scene import Marker
from trainer.system.lazy_imports import lazily

with lazily():  # loaded when the first stack is cut or piece picked up
    from trainer.desk.table.cut_stacks import draw_cut, draw_cut_out, stack_at
    from trainer.desk.table.held_pieces import Held, PieceId, outline_piece, piece_at, piece_id, stacks_on

FIVE = 5  # chips in a part of a stack that is cut for counting
CLOSE_UP = 56.0  # pixels: diameter of a chip that is looked at closely
FINGER = 44  # pixels that a finger covers
_A_NOTCH = 1.2  # zoom factor of a notch of the wheel
_ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}


class FeltView(PaintedFelt):
    """A felt whose spots answer to taps.

    ``tapped`` is a left click, touch, Enter or space on a tappable spot; ``untapped`` a right click, Delete or
    Backspace. ``swept`` is a bet whose chips were dragged away. A card, tile or marker that can be picked up is
    ``picked`` by a tap and ``dropped`` on a spot, or beside all spots (empty), by dragging. `set_tappable` comes after
    `show_scene`.
    """

    tapped = Signal(str)
    untapped = Signal(str)
    swept = Signal(str)
    picked = Signal(str, str)  # the spot and the text of the piece
    dropped = Signal(str, str, str)  # and the spot it was dropped on

    def __init__(
        self, parent: QWidget | None = None, theme: Theme = DARK, pictures: PictureCache | None = None
    ) -> None:
        self._tappable: tuple[str, ...] = ()
        self._focused: str | None = None
        self._hovered: str | None = None
        self._pointed: str | None = None  # the spot of the stack under the pointer
        self._cut: set[str] = set()  # spots whose stacks were tapped and are cut into fives
        self._cuts_all = False
        self._movable: frozenset[PieceId] = frozenset()  # pieces that can be picked up
        self._chosen: frozenset[PieceId] = frozenset()  # pieces that were picked, outlined
        self._sweepable: frozenset[str] = frozenset()  # spots whose chips can be dragged away
        self._cut_out: dict[str, int] = {}  # chips of a payout at the dealer's edge
        self._numbers: dict[str, int] = {}  # spots that were put in order
        self._held: Held | None = None  # what the pointer holds
        self._stroked: set[str] | None = None  # spots that the stroke in progress has tapped
        self.taps_cut = False  # whether a tap on a tappable spot also cuts its stack
        self.takes_strokes = False  # whether a stroke taps every spot that it passes
        super().__init__(parent, theme, pictures)
        self.screen_keys: tuple[Qt.Key, ...] = ()  # keys that are left to the screen
        self.shows_counts = False  # whether a cut stack shows its number of chips
        self.counted_whole = FIVE  # chips of a stack that is not cut when all are
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.grabGesture(Qt.GestureType.PinchGesture)

    # Tappable spots, movable pieces, numbers

    def forget(self) -> None:
        self._cut, self._cuts_all = set(), False

    def set_side(self, side: Side) -> None:
        self._hovered = self._pointed = None
        super().set_side(side)

    def _change_look(self, **changes: object) -> None:
        super()._change_look(**changes)
        self._say_focus()

    def set_tappable(self, spots: Sequence[str]) -> None:
        """Set the spots that can be tapped, in the order of Home and End."""
        felt = self._shown_felt()
        for name in spots:
            felt.spot(name)
        self._tappable = tuple(spots)
        if self._focused not in self._tappable:
            self._focused = None  # an arrow key chooses the first: before that no spot looks like an answer
        self._hovered = None
        self._say_focus()
        self.update()

    def set_pieces(self, movable: Collection[PieceId], chosen: Collection[PieceId], sweepable: Collection[str]) -> None:
        """Set which cards, tiles and markers can be picked up, which of them were picked, and from which spots chips
        can be dragged away."""
        self._movable, self._chosen, self._sweepable = frozenset(movable), frozenset(chosen), frozenset(sweepable)
        self.update()

    def set_numbers(self, numbers: Mapping[str, int]) -> None:
        """Show a number at each spot that the trainee has put in order."""
        self._numbers = dict(numbers)
        self.update()

    def set_cut_out(self, counts: Mapping[str, int]) -> None:
        """Show the chips of a payout in stacks of twenty in front of the dealer."""
        self._cut_out = dict(counts)
        self.update()

    def _drop_answers(self) -> None:
        super()._drop_answers()
        self._cut_out, self._numbers = {}, {}
        self._movable = self._chosen = frozenset()
        self._sweepable, self._held = frozenset(), None
        self._tappable = ()
        self._focused = self._hovered = self._pointed = None

    def focused_spot(self) -> str | None:
        return self._focused

    # Painting

    def paint_under(self, painter: QPainter) -> None:
        self._paint_hover(painter)

    def paint_over(self, painter: QPainter) -> None:
        for place in self._places if self._chosen else ():
            if piece_id(place) in self._chosen:
                outline_piece(painter, place)
        self._paint_focus(painter)
        if self._cut_out:
            edge = QRectF(self.to_felt(QPointF()), QSizeF(self.size()) / self._scale())
            draw_cut_out(painter, self._cut_out, edge, self._places, self._look, COUNTABLE / self._scale())
        if self._held is not None and self._held.is_moving:
            self._held.paint(painter, self._look)
        else:
            self._paint_cut(painter)
        for place in self._places if self._numbers else ():
            if isinstance(place, StackPlace) and place.leads and place.spot in self._numbers:
                corner = place.top + QPointF(place.radius, -place.radius) * 0.8
                draw_badge(painter, corner, str(self._numbers[place.spot]), place.radius * 1.5, self._look.theme)

    def _paint_hover(self, painter: QPainter) -> None:
        if self._hovered:
            spot = self._shown_felt().spot(self._hovered)
            fill(painter, spot.lit_area, colour("#FFFFFF", 0.16))
            outline(painter, spot.shape, colour(PRINT.ivory, 0.9), 2.5)

    def _paint_focus(self, painter: QPainter) -> None:
        if self._focused and self.hasFocus():
            draw_focus(painter, self._shown_felt().spot(self._focused).shape)

    def _paint_cut(self, painter: QPainter) -> None:
        """Paint stacks cut into fives: all, or tapped ones and, as large as through a lens, the one under the
        pointer."""
        table = QRectF(QPointF(), self._shown_felt().size)
        near = [place for place in self._places if isinstance(place, StackPlace) and self._is_near(place)]
        for place in self._places:
            if not isinstance(place, StackPlace) or len(place.faces) == 1 or place in near:
                continue
            if place.spot in self._cut or (self._cuts_all and len(place.faces) > self.counted_whole):
                draw_cut(painter, place, table, self._look, self.shows_counts)
        for place in near:
            draw_cut(painter, place, table, self._look, self.shows_counts, CLOSE_UP / 2 / self._scale())

    def _is_near(self, place: StackPlace) -> bool:
        """Whether a stack is looked at closely."""
        return place.spot == self._pointed and len(place.faces) > 1

    def switch_cut(self, is_cut: bool | None = None) -> None:
        """Cut all stacks into fives, or put them together again if they are cut already."""
        self._cuts_all = not self._cuts_all if is_cut is None else is_cut
        self._cut.clear()
        self.update()

    # Mouse, touch and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._felt is None:
            return
        point = self.to_felt(event.position())
        if self._held is not None:
            self._move_held(event.position())
            return
        hovered = self._spot_under(point)
        if self._stroked is not None and self.takes_strokes and hovered and hovered not in self._stroked:
            self._stroked.add(hovered)
            self.tapped.emit(hovered)
        stack = stack_at(self._places, point)
        pointed = stack.spot if stack else None
        is_hand = hovered is not None or self._piece_under(point) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_hand else Qt.CursorShape.ArrowCursor)
        if (hovered, pointed) != (self._hovered, self._pointed):
            self._hovered, self._pointed = hovered, pointed
            self.update()

    def _move_held(self, at: QPointF) -> None:
        """Let the held pieces follow the pointer, once it has moved farther than a tap does."""
        held = self._held
        if held is None:
            return
        if not held.is_moving:
            if (at - held.start).manhattanLength() < QApplication.startDragDistance():
                return
            held.is_moving = True
            self._places = [place for place in self._places if place not in held.places]
            self._hovered = self._pointed = None
        held.away = (at - held.start) / self._scale()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        held, self._held, self._stroked = self._held, None, None
        if held is None or event.button() != Qt.MouseButton.LeftButton:
            return
        spot, text = held.what
        if not held.is_moving:
            self._tap_held(held, event.position())
            return
        self._arrange()  # puts the held pieces back until the answer moves them
        self.update()
        target = self.spot_near(event.position()) or ""
        if text:
            self.dropped.emit(spot, text, target)
        elif target != spot:
            self.swept.emit(spot)

    def _tap_held(self, held: Held, at: QPointF) -> None:
        """Handle a press without movement as a tap: on a piece, or on the spot of a marker."""
        spot, text = held.what
        point = self.to_felt(at)
        if text and not isinstance(held.places[0].piece, Marker):
            self.picked.emit(spot, text)
        elif meant := self._spot_under(point):
            self._tap(meant, point)

    def _tap(self, spot: str, point: QPointF) -> None:
        if self.taps_cut:
            self._tap_stack(point)
        self.tapped.emit(spot)

    def spot_near(self, at: QPointF) -> str | None:
        """The tappable spot at a point of the widget."""
        return self._spot_under(self.to_felt(at)) if self._felt is not None else None

    def _spot_under(self, point: QPointF) -> str | None:
        """The tappable spot under a point: that of a stack there, even if it was moved aside, else that of the cloth,
        else the nearest one within a finger's width."""
        if not self._tappable:
            return None
        felt, stack = self._shown_felt(), stack_at(self._places, point)
        if stack is not None and stack.spot in self._tappable:
            return stack.spot
        spot = felt.spot_at(point, self._tappable)
        if spot is not None or stack is not None:
            return spot
        away = {name: _distance(point, felt.spot(name).shape.boundingRect()) for name in self._tappable}
        nearest = min(self._tappable, key=lambda name: away[name])
        return nearest if away[nearest] * self._scale() <= FINGER / 2 else None

    def _piece_under(self, point: QPointF) -> PiecePlace | None:
        """The piece under a point that can be picked up."""
        return piece_at(self._places, point, self._movable) if self._movable else None

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = self._pointed = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._felt is None:
            return
        point = self.to_felt(event.position())
        is_left = event.button() == Qt.MouseButton.LeftButton
        piece = self._piece_under(point)
        if piece is not None and is_left:
            self._held = Held(piece_id(piece), event.position(), [piece])
            return
        spot = self._spot_under(point)
        if spot is None:
            self._tap_stack(point)
            return
        if spot in self._sweepable and is_left:
            self._held = Held((spot, ""), event.position(), stacks_on(self._places, spot))
        elif is_left:
            self._focus(spot)
            self._stroked = {spot}
            self._tap(spot, point)
        elif event.button() == Qt.MouseButton.RightButton:
            self._focus(spot)
            self.untapped.emit(spot)

    def _tap_stack(self, point: QPointF) -> None:
        """Cut a tapped stack, or put it together again."""
        stack = stack_at(self._places, point)
        if stack is not None:
            self.cut_spot(stack.spot)

    def cut_spot(self, spot: str) -> bool:
        """Cut the stacks of a spot, or put them together again; returns whether there are any."""
        has_chips = any(isinstance(place, StackPlace) and place.spot == spot for place in self._places)
        if has_chips:
            self._cut ^= {spot}
            self.update()
        return has_chips

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # Two quick taps place two chips.
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with the wheel, if the camera may move."""
        if self._felt is None or not self.looking.follows:
            super().wheelEvent(event)
            return
        self.looking.approach(self._felt, event.position(), _A_NOTCH ** (event.angleDelta().y() / 120))

    def event(self, event: QEvent) -> bool:
        """Zoom and pan with two fingers on a touchpad or touch screen."""
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture) and self._felt is not None and self.looking.follows:
                at = QPointF(self.mapFromGlobal(pinch.centerPoint().toPoint()))
                pulled = pinch.centerPoint() - pinch.lastCenterPoint()
                self.looking.approach(self._felt, at, pinch.scaleFactor(), pulled)
            return True
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            if self._felt is not None and self.looking.follows:
                self.looking.approach(self._felt, event.position(), 1 + event.value())
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in self.screen_keys:
            super().keyPressEvent(event)
        elif key in _ARROWS and self._tappable:
            self._focus(self._next(_ARROWS[key]))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._tappable:
            self._focus(self._tappable[0 if key == Qt.Key.Key_Home else -1])
        elif self._focused and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.tapped.emit(self._focused)
        elif self._focused and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.untapped.emit(self._focused)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_key and self._focused is None and self._tappable:
            self._focus(self._tappable[0])
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _next(self, direction: QPointF) -> str:
        """The nearest tappable spot in a direction; the focused one if there is none."""
        if self._focused is None:
            return self._tappable[0]
        felt = self._shown_felt()
        start = felt.spot(self._focused).centre

        def cost(name: str) -> float:
            way = felt.spot(name).centre - start
            along = QPointF.dotProduct(way, direction)
            aside = abs(way.x() * direction.y() - way.y() * direction.x())
            return along + 2.2 * aside if along > 0.5 and aside <= along * 2.5 else math.inf

        best = min(self._tappable, key=cost)
        return best if cost(best) < math.inf else self._focused

    def _focus(self, spot: str) -> None:
        self._focused = spot
        self._say_focus()
        self.update()

    def _say_focus(self) -> None:
        if self._felt is None:
            return
        name = self._felt.spoken(self._focused, self._look.language) if self._focused else ""
        if name != self.accessibleName():
            self.setAccessibleName(name)  # notifies the screen reader


def _distance(point: QPointF, box: QRectF) -> float:
    """The distance from a point to a box; 0 inside."""
    aside = max(box.left() - point.x(), point.x() - box.right(), 0.0)
    above = max(box.top() - point.y(), point.y() - box.bottom(), 0.0)
    return math.hypot(aside, above)

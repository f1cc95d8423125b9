"""Where a view of the table looks: at all of it, or at what a question is about; aimed by program or hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer, Signal
from PySide6.QtWidgets import QWidget

from trainer.desk.table.arrangement import PiecePlace, Place, StackPlace
from trainer.desk.table.base import Felt
from trainer.desk.table.drawing import fitted
from trainer.desk.table.labels import note_room
from trainer.drills.scene import Marker, Note
from trainer.system.lazy_imports import lazily
from trainer.texts import Language

with lazily():  # the first look does not move
    from trainer.desk.style.motion import slide


if TYPE_CHECKING:
    from PySide6.QtCore import QVariantAnimation


AROUND = 70.0  # felt units of cloth shown around what is looked at
NEAREST = 2.6  # times the size at which the whole table is seen; nearer, one would not know where one is
WORTH_MOVING = 1.12  # a smaller gain is not worth losing sight of the whole table


def subject(felt: Felt, places: Sequence[Place], spots: Iterable[str] = (), language: Language = Language.ES) -> QRectF:
    """The part of the cloth that contains these pieces and spots; empty if there are none.

    A marker that lies in several places, such as the puck on both sides of a craps table, is ignored, and so is the
    table's sign at the rack: it concerns the whole table.
    """
    standing = {(_sign(place.piece), place.spot) for place in places if isinstance(place.piece, Marker)}
    markers = Counter(sign for sign, _ in standing)
    box = QRectF()
    for place in places:
        if isinstance(place.piece, Marker) and markers[_sign(place.piece)] > 1:
            continue
        if isinstance(place.piece, Note) and place.spot == "rack":
            continue
        box |= _room_of(place)
        if isinstance(place, PiecePlace):
            box |= note_room(felt, place, language) | (felt.spot(place.spot).box or QRectF())
        box |= _spot_room(felt, place.spot)
    for name in spots:  # an empty spot counts too: its print names the bet
        box |= _spot_room(felt, name) | (felt.spot(name).box or QRectF())
    return box


def _spot_room(felt: Felt, name: str) -> QRectF:
    """The area of a spot, the number of its seat, and what the spot is a part of: for a number of a bingo card, the
    card."""
    kind, _, seat = name.partition("/")[0].partition(":")
    room = felt.spot(name).shape.boundingRect()
    if kind != "pot":  # pots have numbers of their own
        room |= felt.seat_numbers.get(seat, QRectF())
    return room | felt.spot(kind).shape.boundingRect() if kind in felt.spots() else room


def _sign(marker: Marker) -> tuple[str, str]:
    return marker.kind, marker.label


def _room_of(place: Place) -> QRectF:
    half = QPointF(place.radius, place.radius) if isinstance(place, StackPlace) else QPointF(place.size, place.size)
    room = QRectF(place.at - half, place.at + half)
    if isinstance(place, StackPlace):
        room |= QRectF(place.top - half, place.top + half)
    elif place.room is not None:
        room |= place.room
    return room


def near(felt: Felt, whole: QRectF, room: QRectF, looked_at: QRectF) -> QRectF:
    """The box of the felt to show so that the part that is looked at fills the room; ``whole`` is the box of the whole
    felt.

    Returns ``whole`` if the gain would be small, the felt is a close-up, or there is nothing on it to look at.
    """
    if felt.is_close_up:
        return whole
    wanted = looked_at.adjusted(-AROUND, -AROUND, AROUND, AROUND) & QRectF(QPointF(), felt.size)
    if looked_at.isEmpty() or wanted.isEmpty():
        return whole
    usual = whole.width() / felt.size.width()
    scale = min(room.width() / wanted.width(), room.height() / wanted.height(), usual * NEAREST)
    if scale < usual * WORTH_MOVING:
        return whole
    return _placed(felt, room, scale, wanted.center())


def beside(felt: Felt, whole: QRectF, room: QRectF, most: float, looked_at: QRectF) -> QRectF:
    """The box of the felt in which a part of it lies in the room, at the scale ``most`` or only as much smaller as it
    takes: a table that makes way moves aside before it shrinks. Where hardly more than the part would fit, that is
    ``whole``, in which all of it does."""
    wanted = looked_at.adjusted(-AROUND, -AROUND, AROUND, AROUND) & QRectF(QPointF(), felt.size)
    scale = min(most, room.width() / wanted.width(), room.height() / wanted.height())
    if scale < WORTH_MOVING * whole.width() / felt.size.width():
        return whole
    box = _placed(felt, room, scale, wanted.center())
    # At the end of a table the room shows more than what is looked at; the latter must still stay in view.
    seen = QRectF(box.topLeft() + wanted.topLeft() * scale, wanted.size() * scale)
    aside = max(0.0, room.left() - seen.left()) or min(0.0, room.right() - seen.right())
    down = max(0.0, room.top() - seen.top()) or min(0.0, room.bottom() - seen.bottom())
    return box.translated(aside, down)


def nearer(felt: Felt, whole: QRectF, room: QRectF, now: QRectF, at: QPointF, times: float) -> QRectF:
    """The box after going nearer by a factor (below 1: away) with a point of the widget staying where it is."""
    scale = now.width() / felt.size.width()
    least = whole.width() / felt.size.width()
    wanted = min(max(scale * times, least), least * NEAREST)
    if wanted <= least:
        return whole
    point = (at - now.topLeft()) / scale  # in felt units
    middle = point + (room.center() - at) / wanted
    return _placed(felt, room, wanted, middle)


def between(start: QRectF, end: QRectF, way: float) -> QRectF:
    """The box on the way from one to another, from 0 to 1."""
    return QRectF(
        start.topLeft() + (end.topLeft() - start.topLeft()) * way,
        start.size() + (end.size() - start.size()) * way,
    )


def _placed(felt: Felt, room: QRectF, scale: float, middle: QPointF) -> QRectF:
    """The felt at a scale with a point of it in the middle of the room, as far as there is table to fill the room."""
    size = felt.size * scale
    box = QRectF(room.center() - middle * scale, size)
    if size.width() >= room.width():
        box.moveLeft(min(max(box.left(), room.right() - size.width()), room.left()))
    else:
        box.moveLeft(room.center().x() - size.width() / 2)
    if size.height() >= room.height():
        box.moveTop(min(max(box.top(), room.bottom() - size.height()), room.top()))
    else:
        box.moveTop(room.center().y() - size.height() / 2)
    return box


MOVE_MILLISECONDS = 260
_STILL = QPointF()
_BESIDE = 16  # pixels of cloth between the subject of a question and a panel over the right edge
_AS_LARGE = 0.95  # of its size: hardly anybody sees that it was larger
SHARP_AFTER_MILLISECONDS = 30  # the enlarged cloth is painted after the question is on the screen


class Looking(QObject):
    """Where a view looks now. ``moved`` asks for painting.

    While it moves, and for a moment after it was aimed, the cloth is the picture of the whole table drawn larger: that
    costs no time, so neither a start nor a key waits for it. `is_sharp` tells when it may be painted in full.
    """

    moved = Signal()

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self.follows = False  # whether it goes near by itself
        self.sees_whole = False  # the user wants the whole table
        self._subject = QRectF()  # what it is aimed at, in felt units
        self._covered = 0  # pixels at the right edge that something lies over
        self._said = QRectF()  # what words in the upper left corner lie over
        self._by_hand: tuple[float, QPointF] | None = None  # times as near as the whole, and the point in the middle
        self._aimed: tuple[object, ...] = ()  # from what the target was found last
        self._found = QRectF()
        self._start: QRectF | None = None
        self._sharp = False
        self._sharpening = QTimer(self, singleShot=True, interval=SHARP_AFTER_MILLISECONDS)
        self._sharpening.timeout.connect(self.sharpen)
        self._move: QVariantAnimation | None = None  # made for the first move

    # ── position ─────────────────────────────────────────────────────────────────────────────────────────────────

    def picture(self, felt: Felt) -> QRectF:
        """The box of the picture that is kept of the table: all of it, in all of the widget."""
        return fitted(felt, QRectF(self._view.rect()), self._view.devicePixelRatioF())

    def _room(self) -> QRectF:
        return QRectF(self._view.rect()).adjusted(0, self._said.bottom(), -self._covered, 0)

    def _whole(self, felt: Felt) -> QRectF:
        return fitted(felt, self._room(), self._view.devicePixelRatioF())

    def scale(self, felt: Felt) -> float:
        """Pixels to a felt unit where it looks, or will once it has moved there."""
        return self._target(felt).width() / felt.size.width()

    def box(self, felt: Felt) -> QRectF:
        """The box of the felt in the widget at this moment."""
        target = self._target(felt)
        if self._start is None or self._move is None or not self.is_moving:
            return target
        return between(self._start, target, float(self._move.currentValue()))

    def is_near(self, felt: Felt) -> bool:
        """Whether only a part of the table is seen, or on the way from there."""
        return self.is_moving or self._target(felt) != self.picture(felt)

    @property
    def is_moving(self) -> bool:
        return self._move is not None and self._move.state() == self._move.State.Running

    @property
    def is_on_its_way(self) -> bool:
        """Whether the next frame will look elsewhere: it moves, or is being led by hand."""
        return self.is_moving or (self._by_hand is not None and not self._sharp)

    @property
    def is_sharp(self) -> bool:
        return self._sharp and not self.is_moving

    def _target(self, felt: Felt) -> QRectF:
        """The box to show at the end of the movement; computed again only if something it depends on has changed."""
        led = (self.follows, self.sees_whole, self._subject, self._covered, self._said, self._by_hand)
        aimed = (felt, self._view.rect(), self._view.devicePixelRatioF(), *led)
        if aimed != self._aimed:
            self._aimed, self._found = aimed, self._find_target(felt)
        return self._found

    def _find_target(self, felt: Felt) -> QRectF:
        whole, room = self._whole(felt), self._room()
        if self.sees_whole:
            return whole
        if self._by_hand is not None:
            times, middle = self._by_hand
            at_middle = QRectF(whole)
            at_middle.translate(room.center() - (whole.topLeft() + middle * (whole.width() / felt.size.width())))
            return nearer(felt, whole, room, at_middle, room.center(), times)
        if not self.follows:
            return whole
        is_here = self._subject.intersects(QRectF(QPointF(), felt.size))  # it may be of a table shown before
        if is_here and (self._covered or not self._said.isEmpty()):
            uncovered = near(felt, self.picture(felt), QRectF(self._view.rect()), self._subject)
            scale = uncovered.width() / felt.size.width()
            seen = QRectF(uncovered.topLeft() + self._subject.topLeft() * scale, self._subject.size() * scale)
            is_clear = seen.right() + _BESIDE <= room.right() and not seen.intersects(self._said)
            if not is_clear:
                return beside(felt, whole, room, scale, self._subject)
            # Nothing of it is covered: the table moves only into room that was empty.
            hidden = min(uncovered.right() - room.right(), uncovered.left())
            return uncovered.translated(-max(0.0, hidden), 0)
        return near(felt, whole, room, self._subject)

    # ── movement ─────────────────────────────────────────────────────────────────────────────────────────────────

    def aim(self, felt: Felt, subject: QRectF, animate: bool) -> None:
        """Look at a part of the table, given in felt units; an empty one is the whole."""
        if subject == self._subject and self._by_hand is None:
            return
        before = self.box(felt) if animate else None
        self._subject, self._by_hand = subject, None
        self._go(felt, before)

    def switch_whole(self, felt: Felt, animate: bool) -> None:
        """To the whole table, or back to where it was aimed."""
        before = self.box(felt) if animate else None
        self.sees_whole = not self.sees_whole
        self._go(felt, before)

    def can_switch_whole(self, felt: Felt) -> bool:
        """Whether it looks at a part of the table, or would without the wish for the whole."""
        return self.sees_whole or self._target(felt) != self._whole(felt)

    def is_past(self, covered: int, said: QRectF) -> bool:
        """Whether it looks past just that already."""
        return covered == self._covered and said == self._said

    def keeps_its_size(self, felt: Felt, covered: int) -> bool:
        """Whether the table need not become smaller to look past so many pixels at the right edge."""
        was, widths = self._covered, []
        for self._covered in (0, covered):
            widths.append(self._find_target(felt).width())
        self._covered = was
        return widths[1] >= widths[0] * _AS_LARGE

    def make_way(self, felt: Felt, covered: int, said: QRectF, animate: bool) -> None:
        """Look past something that lies over so many pixels at the right edge, and words in the upper left corner."""
        before = self.box(felt) if animate else None
        was = self._target(felt)
        self._covered, self._said = covered, said
        if self._target(felt) != was:
            self._go(felt, before)

    def approach(self, felt: Felt, at: QPointF, times: float, pulled: QPointF = _STILL) -> None:
        """Nearer by hand, or away with a factor below 1; the point under the pointer stays under it, also where two
        fingers pulled it there."""
        whole, room = self._whole(felt), self._room()
        box = nearer(felt, whole, room, self.box(felt).translated(pulled), at, times)
        scale = box.width() / felt.size.width()
        self.sees_whole = False
        self._by_hand = (box.width() / whole.width(), (room.center() - box.topLeft()) / scale)
        self._go(felt, None)

    def _go(self, felt: Felt, before: QRectF | None) -> None:
        self._sharp = False
        if before is not None and before != self._target(felt):
            self._start = before
            if self._move is None:
                self._move = self._make_move()
            self._move.stop()
            self._move.start()
        else:
            self._start = None
            if self._move is not None:
                self._move.stop()
            self._sharpening.start()
        self.moved.emit()

    def sharpen(self) -> None:
        """From now on the cloth is painted in full."""
        self._sharp = True
        self.moved.emit()

    def _make_move(self) -> QVariantAnimation:
        animation = slide(MOVE_MILLISECONDS, self)
        animation.valueChanged.connect(self.moved)
        animation.finished.connect(self._sharpening.start)
        return animation

"""Where a view looks: at the whole table, or nearer at what a question is about.

A camera only says in which box of the widget the whole felt would lie; the view paints and taps by that box, so nothing
else knows whether it is near or far. All of it is geometry on values: widget pixels for rooms and boxes, felt units for
what is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF

from trainer.desk.table.arrangement import PiecePlace, Place, StackPlace
from trainer.desk.table.base import Felt
from trainer.desk.table.plates import note_room
from trainer.drills.scene import Marker, Note
from trainer.texts import Language

AROUND = 70.0  # felt units of cloth left around what is looked at, so that it is seen where it lies
NEAREST = 2.6  # times the size at which the whole table is seen; nearer, one would not know where one is
WORTH_MOVING = 1.12  # a smaller gain is not worth losing sight of the whole table


def subject(felt: Felt, places: Sequence[Place], spots: Iterable[str] = (), language: Language = Language.ES) -> QRectF:
    """The part of the cloth that holds these pieces and these spots; empty if there are none.

    A marker that stands in several places, such as the puck on both sides of a craps table, need not be seen in each;
    and the sign of a table at its rack is about all of the table.
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
            box |= note_room(felt, place, language)
        box |= _spot_room(felt, place.spot)
    for name in spots:  # nothing need lie there: what is printed tells which bet it is
        box |= _spot_room(felt, name) | (felt.spot(name).box or QRectF())
    return box


def _spot_room(felt: Felt, name: str) -> QRectF:
    """A spot with the number of its seat, without which one would not know whose it is, and with what it is a place
    of: a number of a bingo card with all of the card."""
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
    """The box of the felt in which a part of it fills the room; ``whole`` is the box in which all of it is seen.

    Where the gain would be small, or nothing is looked at, or something beside the table (it lay on a larger one
    that was shown before), that is ``whole`` itself.
    """
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
    # At the end of a table there is more to fill the room than what is looked at, which must not leave it for that.
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

"""Labels over the pieces: value and owner of a stack, and notes; placed where they cover nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import DARK, PRINT, Theme, colour
from trainer.desk.table.arrangement import PiecePlace, Place, StackPlace
from trainer.desk.table.base import Felt, SpotGeometry, rectangle
from trainer.desk.table.pieces.chips import badge_width, draw_badge
from trainer.desk.table.pieces.ink import Reader, fill, fill_words, fit_text, outline
from trainer.drills.scene import CardPiece, DicePiece, Marker, Note
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, say

with lazily():  # words that need more than a line
    from textwrap import wrap

_LINE_LETTERS = 64  # of a note, before it goes on in another line
_VALUE_HEIGHT = 24.0  # of the badge that tells the value of a pile
_READABLE = 15.0  # pixels that it has at least, however far away the table is
_PLATE_COUNTS = 3  # times as much as a chip: two plates on one another can neither be read
_WAYS_AROUND = 24  # directions for a plate that finds no room at the foot of its pile
_REACHES = (1.0, 1.25, 1.5, 2.0, 2.5, 3.2, 4.0, 5.0)  # radii from the pile to such a plate, the nearest first
_FARTHEST = 240.0  # felt units that a plate may be away from its preferred place
_JOINED = 0.8  # how much of the plate of an owner shows beside that of the value
_AGAIN_HEIGHT = 15.0  # of a number printed again, in felt units
_AGAIN_READABLE = (10.0, 8.0)  # pixels that it has at least, and where no corner is free for that
_AGAIN_HIDES, _AGAIN_NARROW = 8.0, 2.6  # pixels that it may reach over a chip in a spot of so few of its radii
_AGAIN_REACH, _AGAIN_MARGINS = QPointF(48, 56), (8.0, 3.0)  # at most so far from the middle, and off its box's lines
_AGAIN_WAYS = ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (0, 1), (-1, 0), (1, 0))  # corners first
_NOTE_WAYS = (  # of a note from its place to one where it covers no chips: rather sideways than over cards
    QPointF(),
    *(QPointF(side * step, 0) for step in range(10, 50, 10) for side in (1, -1)),
    *(QPointF(0, side * step) for step in range(10, 80, 10) for side in (-1, 1)),
)
_OWNER_HEIGHT = 27.0  # and of the one that tells whose it is


def draw_words(painter: QPainter, felt: Felt, places: Iterable[Place], theme: Theme, language: Language) -> None:
    """Values of piles and notes, above all pieces, where they cover nothing that must be read."""
    places = list(places)
    larger = max(1.0, _READABLE / _VALUE_HEIGHT / (painter.worldTransform().m11() or 1.0))
    seats = {name for name in felt.spots() if name.startswith("seat:")}
    taken: list[QRectF] = []
    if any(_is_told(place, seats) for place in places):  # finding the printed words takes a moment
        taken = [room for place in places if not (room := _read_room(place)).isEmpty()]
        taken += words_on(felt, language)
    stacks = [_whole_room(place) for place in places if isinstance(place, StackPlace)]
    for place in places:
        if isinstance(place, PiecePlace) and not (room := note_room(felt, place, language, stacks)).isEmpty():
            taken += [room] * _PLATE_COUNTS
    for place in places:
        if isinstance(place, StackPlace):
            if place.leads and place.piece.value is not None:
                value = say(Fraction(place.piece.value), language)
                owner = place.piece.owner if f"seat:{place.piece.owner}" in seats else ""
                _draw_value(painter, place, owner, value, theme, taken, _VALUE_HEIGHT * larger)
        elif isinstance(place.piece, Note) and place.tag:
            _draw_tag(painter, place.at, say(place.piece.says, language), taken)
        elif isinstance(place.piece, Note) and place.room:
            letters = fit_text(say(place.piece.says, language), place.room, height=place.room.height() * 0.52)
            fill(painter, letters, PRINT.ivory)
        elif isinstance(place.piece, Note):
            _draw_note(painter, felt, place.at, say(place.piece.says, language), stacks)
    for place in places:
        if isinstance(place, StackPlace) and place.piece.value is None and _is_told(place, seats):
            _draw_owner(painter, place, theme, taken)
    _print_again(painter, felt, places)


def _print_again(painter: QPainter, felt: Felt, places: list[Place]) -> None:
    """What is printed below chips, once more where nothing lies on its spot, in a corner if one is free; in a spot as
    small as its chips, over their edge."""
    stacks = {place.spot: place.radius for place in places if isinstance(place, StackPlace)}
    hidden = [(spot, radius) for name, radius in sorted(stacks.items()) if (spot := felt.spot(name)).printed]
    pixel = 1 / (painter.worldTransform().m11() or 1.0)
    for spot, radius in hidden:
        heights = (max(_AGAIN_HEIGHT, readable * pixel) for readable in _AGAIN_READABLE)
        written = [letters for high in heights for letters in _again(spot, high)]
        shown = min(written, key=lambda letters: _reach_over(letters.boundingRect(), places), default=None)
        room = spot.shape.boundingRect()
        is_narrow = min(room.width(), room.height()) < _AGAIN_NARROW * radius
        if shown is None or (hides := _reach_over(shown.boundingRect(), places)) > is_narrow * _AGAIN_HIDES * pixel:
            continue
        if hides:
            outline(painter, shown, PRINT.black, 3 * pixel)
        fill_words(painter, shown, PRINT.ivory)


def _again(spot: SpotGeometry, high: float) -> Iterator[QPainterPath]:
    """What is printed on a spot, in letters of a height, at each place beside its middle where the spot has room."""
    letters = fit_text(spot.printed, QRectF(-50, -50, 100, 100), height=high)
    size, room = letters.boundingRect().size(), spot.shape.boundingRect()
    across = min(_AGAIN_REACH.x(), room.width() / 2) - size.width() / 2
    down = min(_AGAIN_REACH.y(), room.height() / 2) - size.height() / 2
    for margin in _AGAIN_MARGINS:
        for x, y in _AGAIN_WAYS:
            placed = letters.translated(spot.centre + QPointF(x * (across - margin), y * (down - margin)))
            if spot.shape.contains(placed.boundingRect()):
                yield placed


def _reach_over(words: QRectF, places: Iterable[Place]) -> float:
    """How far words reach over the edge of a stack or a marker; 0 if they cover none."""
    return max((_depth_in(words, place) for place in places), default=0.0)


def _depth_in(words: QRectF, place: Place) -> float:
    if isinstance(place, StackPlace):
        top, radius = place.top.y(), place.radius
    elif isinstance(place.piece, Marker):
        top, radius = place.at.y() - 0.6 * place.size, 0.8 * place.size
    else:
        return 0.0
    aside = max(words.left() - place.at.x(), 0.0, place.at.x() - words.right())
    along = max(words.top() - place.at.y(), 0.0, top - words.bottom())
    return max(0.0, radius - math.hypot(aside, along))


def _whole_room(stack: StackPlace) -> QRectF:
    reach = QPointF(stack.radius, stack.radius)
    return QRectF(stack.top - reach, stack.at + reach)


def _is_told(place: Place, seats: set[str]) -> bool:
    """Whether a plate tells something of a piece."""
    if isinstance(place, PiecePlace):
        return place.tag
    return place.leads and (place.piece.value is not None or f"seat:{place.piece.owner}" in seats)


@lru_cache(maxsize=4)
def words_on(felt: Felt, language: Language) -> tuple[QRectF, ...]:
    """Where words, numbers and pictures of bets are printed on a cloth."""
    reader = Reader()
    felt.paint(reader, DARK, language)
    reader.end()
    return tuple(reader.words)


def _read_room(place: Place) -> QRectF:
    """What must be read of a piece, and no words may cover: dice, the chips of a stack, the index of a card."""
    if isinstance(place, StackPlace):
        half = place.radius * 0.75
        high = place.at.y() - place.top.y()
        return QRectF(place.top.x() - half, place.top.y() - half, 2 * half, 2 * half + high)
    if isinstance(place.piece, DicePiece):
        return QRectF(place.at.x() - 3 * place.size, place.at.y() - 2 * place.size, 6 * place.size, 4 * place.size)
    if isinstance(place.piece, CardPiece) and place.piece.face_up and not place.piece.across:
        corner = place.at - QPointF(place.size / 2, place.size * 0.7)
        return QRectF(corner, QSizeF(place.size * 0.32, place.size * 0.55))
    return QRectF()


def _draw_owner(painter: QPainter, place: StackPlace, theme: Theme, taken: list[QRectF]) -> None:
    """Draw the seat number of a pile's owner beside the pile."""
    owner, high = place.piece.owner, max(_OWNER_HEIGHT, place.radius * 0.85)
    size = QSizeF(badge_width(owner, high), high)
    shoulder = place.top + QPointF(-place.radius, -place.radius * 0.7)
    down, across = place.radius, 2 * place.radius
    ways = [QPointF(x, y * down) for y in (0, 0.6, -0.6, 1.2, -1.2) for x in (0.0, across)]
    ways += [QPointF(x, y * down) for y in (0, 1, -1) for x in (-high, across + high)]
    found = free_place(shoulder, size, chain(ways, _around(place, size, shoulder)), taken)
    draw_badge(painter, found, owner, high, theme, bright=True)


def _draw_value(
    painter: QPainter, place: StackPlace, owner: str, value: str, theme: Theme, taken: list[QRectF], high: float
) -> None:
    """The value of a pile with the seat of its owner, at its foot or where it can be read beside those of the piles
    around it."""
    worth = badge_width(value, high)
    whose = badge_width(owner, high) * _JOINED if owner else 0.0
    size = QSizeF(worth + whose, high)
    foot = QPointF(place.at.x(), place.at.y() + place.radius * 1.42)
    top = place.top - place.at
    aside, beside = size.width() / 2, size.width() / 2 + place.radius * 1.05
    ways = [QPointF(), *(QPointF(x, 0) for x in (-aside * 0.5, aside * 0.5))]
    ways += [QPointF(x, -place.radius * up) for up in (1.2, 0.6, 1.8) for x in (beside, -beside)]
    ways += [QPointF(x, y) for y in (high, -high, top.y() - 2 * place.radius) for x in (0.0, -aside, aside)]
    at = free_place(foot, size, chain(ways, _around(place, size, foot)), taken)
    draw_badge(painter, at + QPointF(whose / 2, 0), value, high, theme)
    if owner:
        draw_badge(
            painter, at - QPointF((size.width() - badge_width(owner, high)) / 2, 0), owner, high, theme, bright=True
        )


def _around(place: StackPlace, size: QSizeF, start: QPointF) -> Iterator[QPointF]:
    """Ways from a point to all sides of a stack, for a plate that finds no room at its foot or shoulder."""
    middle, half = (place.at + place.top) / 2 - start, (place.at.y() - place.top.y()) / 2
    for reach in _REACHES:
        wide = place.radius * reach + size.width() / 2
        high = place.radius * reach + half + size.height() / 2
        for step in range(_WAYS_AROUND):
            turn = 2 * math.pi * step / _WAYS_AROUND
            yield middle + QPointF(math.sin(turn) * wide, math.cos(turn) * high)


def free_place(at: QPointF, size: QSizeF, ways: Iterable[QPointF], taken: list[QRectF]) -> QPointF:
    """The first of several ways from a point on which a plate covers nothing of what is ``taken``, else the one on
    which it covers least; what it takes itself is added."""
    corner = at - QPointF(size.width(), size.height()) / 2
    reach = QRectF(corner, size).adjusted(-_FARTHEST, -_FARTHEST, _FARTHEST, _FARTHEST)
    near = [room for room in taken if room.intersects(reach)]
    box, least = QRectF(corner, size), math.inf
    for away in ways:
        plate = QRectF(corner + away, size)
        covered = sum(part.width() * part.height() for part in map(plate.intersected, near))
        if covered < least:
            box, least = plate, covered
        if not covered:
            break
    taken += [box] * _PLATE_COUNTS
    return box.center()


def _draw_note(painter: QPainter, felt: Felt, wanted: QPointF, words: str, stacks: Sequence[QRectF]) -> None:
    """Words on a quiet plate beside their spot, clear of the stacks."""
    plate, letters = _note_plate(felt, wanted, words, stacks)
    _draw_plate(painter, plate.center(), letters, plate.size(), 0.82)


def note_room(felt: Felt, place: PiecePlace, language: Language, stacks: Sequence[QRectF] = ()) -> QRectF:
    """Where the words of a note stand that has no printed place, clear of stacks; empty for anything else."""
    if not isinstance(place.piece, Note) or place.tag or place.room is not None:
        return QRectF()
    return _note_plate(felt, place.at, say(place.piece.says, language), stacks)[0]


def _note_plate(felt: Felt, wanted: QPointF, words: str, stacks: Sequence[QRectF]) -> tuple[QRectF, QPainterPath]:
    """The plate of a note, in lines of a readable length, on the table and clear of stacks, and its letters round
    its middle."""
    lines = wrap(words, _LINE_LETTERS) or [""]
    letters = QPainterPath()
    for index, line in enumerate(lines):
        middle = (index - (len(lines) - 1) / 2) * 26
        letters.addPath(fit_text(line, QRectF(-800, middle - 7.5, 1600, 15), condensed=False))
    size = QSizeF(letters.boundingRect().width() + 24, 26 * len(lines) + 6)
    inset = felt.rail_width + 6
    left, right = inset + size.width() / 2, felt.size.width() - inset - size.width() / 2
    top, bottom = inset + size.height() / 2, felt.size.height() - inset - size.height() / 2
    at = QPointF(min(max(wanted.x(), left), right), min(max(wanted.y(), top), bottom))
    at = free_place(at, size, _NOTE_WAYS, list(stacks))
    return QRectF(at - QPointF(size.width(), size.height()) / 2, size), letters


def _draw_tag(painter: QPainter, at: QPointF, words: str, taken: list[QRectF]) -> None:
    """A few letters at the foot of a pile, moved a little where another tag stands already."""
    letters = fit_text(words, QRectF(-400, -7, 800, 14))
    size = QSizeF(letters.boundingRect().width() + 10, 21)
    ways = [QPointF(x, y) for y in (0, 9, -9, 18, 27) for x in (0, -9, 9, -30, 30)]
    _draw_plate(painter, free_place(at, size, ways, taken), letters, size, 0.9)


def _draw_plate(painter: QPainter, at: QPointF, letters: QPainterPath, size: QSizeF, opacity: float) -> None:
    plate = rectangle(QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height()), 7)
    painter.save()
    painter.translate(at)
    fill(painter, plate, colour("#0E1114", opacity))
    fill(painter, letters, "#FBF7EA")
    painter.restore()

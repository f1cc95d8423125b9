"""Scenes drawn: the kept picture of the table, glowing spots, and every piece in its place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap

from trainer.desk.felts import make_felt
from trainer.desk.felts.arrangement import PiecePlace, Place, StackPlace, arrange
from trainer.desk.felts.base import Felt, Side, rectangle
from trainer.desk.felts.imprint import Imprint
from trainer.desk.felts.kept import KeptTables, Print
from trainer.desk.look.theme import DARK, PRINT, THEMES, Theme, colour
from trainer.desk.pieces.chips import badge_width, draw_badge, draw_stack
from trainer.desk.pieces.ink import fill, fit_text, outline
from trainer.desk.pieces.markers import draw_marker
from trainer.drills.scene import CardPiece, DicePiece, Marker, Note, Scene, TilePiece
from trainer.lazily import lazily
from trainer.texts import Language, say

with lazily():  # the cloth where no picture of it is kept, each kind of piece with its first
    from textwrap import wrap

    from trainer.desk.felts.cloth import paint_table
    from trainer.desk.pieces.cards import draw_card
    from trainer.desk.pieces.dice import draw_roll
    from trainer.desk.pieces.tiles import draw_tile

_GLOW_STEPS = 14
_LINE_LETTERS = 64  # of a note, before it goes on in another line
_VALUE_HEIGHT = 24.0  # of the badge that tells the value of a pile
_READABLE = 15.0  # pixels that it has at least, however far away the table is
_PLATE_COUNTS = 3  # times as much as a chip: two plates on one another can neither be read
_OWNER_HEIGHT = 27.0  # and of the one that tells whose it is


class Look(msgspec.Struct, frozen=True):
    """How a felt is shown, apart from what lies on it."""

    theme: Theme = DARK
    language: Language = Language.ES
    cloth: str = ""  # the felt's own if empty
    four_colour: bool = False
    house_colours: Mapping[str, str] = {}  # colour of a cash chip by its value
    side: Side = Side.DEALER


def fitted(felt: Felt, room: QRectF, ratio: float = 1.0) -> QRectF:
    """The largest box of the felt's proportions in a room, centred, on whole device pixels of so many to a unit."""
    scale = min(room.width() / felt.size.width(), room.height() / felt.size.height())
    width, height = (math.floor(side * scale * ratio) / ratio for side in (felt.size.width(), felt.size.height()))
    left = room.left() + (room.width() - width) / 2
    top = room.top() + (room.height() - height) / 2
    return QRectF(round(left * ratio) / ratio, round(top * ratio) / ratio, width, height)


@lru_cache(maxsize=3)
def _empty_table(felt: Felt, wanted: Print, kept: KeptTables | None = None) -> QPixmap:
    picture = kept.find(wanted) if kept else None
    return picture or _painted_table(felt, wanted)


def _painted_table(felt: Felt, wanted: Print) -> QPixmap:
    picture = QPixmap(wanted.width, wanted.height)
    picture.fill(Qt.GlobalColor.transparent)
    painter = _painter_on(picture, felt)
    paint_table(painter, felt, THEMES[wanted.theme], wanted.cloth or felt.cloth)
    felt.paint(painter, THEMES[wanted.theme], wanted.language)
    painter.end()
    return picture


@lru_cache(maxsize=2)
def _glowing_table(felt: Felt, wanted: Print, glow: tuple[str, ...], kept: KeptTables | None) -> QPixmap:
    picture = _empty_table(felt, wanted, kept).copy()
    painter = _painter_on(picture, felt)
    for name in glow:
        _paint_glow(painter, felt.spot(name).shape)
    painter.end()
    return picture


def _painter_on(picture: QPixmap, felt: Felt) -> QPainter:
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(picture.width() / felt.size.width(), picture.width() / felt.size.width())
    return painter


def _paint_glow(painter: QPainter, shape: QPainterPath) -> None:
    """A soft brass light on a spot the eye is drawn to."""
    reach = min(30.0, 12.0 + min(shape.boundingRect().width(), shape.boundingRect().height()) / 5)
    for step in range(1, _GLOW_STEPS + 1):
        outline(painter, shape, colour(PRINT.gold, 0.075), reach * (step / _GLOW_STEPS) ** 1.6)
    _paint_quick_glow(painter, shape)


def _paint_quick_glow(painter: QPainter, shape: QPainterPath) -> None:
    """The light without its soft edge, which takes many strokes."""
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Screen)
    fill(painter, shape, colour(PRINT.gold, 0.30))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    outline(painter, shape, colour("#FFF3CF", 0.95), 2.6)


def draw_table(
    painter: QPainter,
    felt: Felt,
    box: QRectF,
    look: Look,
    glow: tuple[str, ...] = (),
    kept: KeptTables | None = None,
) -> None:
    """The table without pieces in a box of its own proportions, in the painter's own units; kept as a picture."""
    wanted = _print(felt, box, look, painter.deviceTransform().m11())
    picture = _glowing_table(felt, wanted, glow, kept) if glow else _empty_table(felt, wanted, kept)
    painter.drawPixmap(box, picture, QRectF(picture.rect()))


class Part(msgspec.Struct, frozen=True):
    """The part of a large picture of a table that is seen, in device pixels."""

    left: int
    top: int
    width: int
    height: int


@lru_cache(maxsize=2)
def _near_table(felt: Felt, wanted: Print, part: Part, glow: tuple[str, ...]) -> QPixmap:
    picture = QPixmap(part.width, part.height)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-part.left, -part.top)
    painter.scale(wanted.width / felt.size.width(), wanted.width / felt.size.width())
    paint_table(painter, felt, THEMES[wanted.theme], wanted.cloth or felt.cloth)
    felt.paint(painter, THEMES[wanted.theme], wanted.language)
    for name in glow:
        _paint_glow(painter, felt.spot(name).shape)
    painter.end()
    return picture


def draw_near_table(
    painter: QPainter, felt: Felt, box: QRectF, room: QRectF, look: Look, glow: tuple[str, ...] = ()
) -> None:
    """The part of a table that is seen in a room, where all of it would fill a larger box; painted in full."""
    ratio = painter.deviceTransform().m11()
    part = Part(
        round((room.left() - box.left()) * ratio),
        round((room.top() - box.top()) * ratio),
        round(room.width() * ratio),
        round(room.height() * ratio),
    )
    picture = _near_table(felt, _print(felt, box, look, ratio), part, glow)
    painter.drawPixmap(room, picture, QRectF(picture.rect()))


def draw_enlarged_table(
    painter: QPainter,
    felt: Felt,
    box: QRectF,
    whole: QRectF,
    look: Look,
    glow: tuple[str, ...] = (),
    kept: KeptTables | None = None,
) -> None:
    """The picture of the ``whole`` table drawn larger, with a hint of its glow: not quite sharp, and at once.

    A moment later it is painted in full.
    """
    picture = _empty_table(felt, _print(felt, whole, look, painter.deviceTransform().m11()), kept)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawPixmap(box, picture, QRectF(picture.rect()))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / felt.size.width(), box.width() / felt.size.width())
    for name in glow:
        _paint_quick_glow(painter, felt.spot(name).shape)
    painter.restore()


def keep_table(felt: Felt, box: QRectF, look: Look, ratio: float, kept: KeptTables) -> None:
    """Keep the picture of a table for the next start; ``ratio`` is device pixels to a unit of the box."""
    wanted = _print(felt, box, look, ratio)
    kept.keep(wanted, _empty_table(felt, wanted, kept))


def _print(felt: Felt, box: QRectF, look: Look, ratio: float) -> Print:
    width, height = round(box.width() * ratio), round(box.height() * ratio)
    return Print(felt.id, width, height, look.theme.name, look.language, look.cloth, felt.imprint.key, look.side)


def draw_place(painter: QPainter, place: Place, look: Look, moved: QPointF | None = None) -> None:
    """One piece in its place, or moved from it."""
    at = place.at + moved if moved else place.at
    if isinstance(place, StackPlace):
        draw_stack(painter, at, place.radius, place.faces, place.piece.ghost)
        return
    piece = place.piece
    if isinstance(piece, CardPiece):
        draw_card(
            painter,
            at,
            place.size,
            piece.card,
            face_up=piece.face_up,
            turn=place.turn,
            four_colour=look.four_colour,
        )
    elif isinstance(piece, TilePiece):
        draw_tile(painter, at, place.size, piece.tile, face_up=piece.face_up, turn=place.turn)
    elif isinstance(piece, DicePiece):
        draw_roll(painter, at, place.size * 2.1, piece.roll)
    elif isinstance(piece, Marker):
        draw_marker(painter, at, place.size, piece.kind, piece.label, turn=place.turn)


def draw_words(painter: QPainter, felt: Felt, places: Iterable[Place], look: Look) -> None:
    """Values of piles and notes, above all pieces, where they cover nothing that must be read."""
    places = list(places)
    larger = max(1.0, _READABLE / _VALUE_HEIGHT / (painter.worldTransform().m11() or 1.0))
    seats = {name for name in felt.spots() if name.startswith("seat:")}
    taken = [room for place in places if not (room := _read_room(place)).isEmpty()]
    for place in places:
        if isinstance(place, PiecePlace) and not (room := note_room(felt, place, look.language)).isEmpty():
            taken += [room] * _PLATE_COUNTS
    for place in places:
        if isinstance(place, StackPlace):
            if place.leads and place.piece.value is not None:
                value = say(Fraction(place.piece.value), look.language)
                _draw_value(painter, place, value, look.theme, taken, _VALUE_HEIGHT * larger)
        elif isinstance(place.piece, Note) and place.tag:
            _draw_tag(painter, place.at, say(place.piece.says, look.language), taken)
        elif isinstance(place.piece, Note) and place.room:
            letters = fit_text(say(place.piece.says, look.language), place.room, height=place.room.height() * 0.52)
            fill(painter, letters, PRINT.ivory)
        elif isinstance(place.piece, Note):
            _draw_note(painter, felt, place.at, say(place.piece.says, look.language))
    for place in places:
        if isinstance(place, StackPlace) and place.leads and f"seat:{place.piece.owner}" in seats:
            _draw_owner(painter, place, look.theme, taken)


def _read_room(place: Place) -> QRectF:
    """What must be read of a piece, and no words may cover: dice, the face of the chip on top, the index of a card."""
    if isinstance(place, StackPlace):
        half = place.radius * 0.75
        return QRectF(place.top.x() - half, place.top.y() - half, 2 * half, 2 * half)
    if isinstance(place.piece, DicePiece):
        return QRectF(place.at.x() - 3 * place.size, place.at.y() - 2 * place.size, 6 * place.size, 4 * place.size)
    if isinstance(place.piece, CardPiece) and place.piece.face_up and not place.piece.across:
        corner = place.at - QPointF(place.size / 2, place.size * 0.7)
        return QRectF(corner, QSizeF(place.size * 0.32, place.size * 0.55))
    return QRectF()


def _draw_owner(painter: QPainter, place: StackPlace, theme: Theme, taken: list[QRectF]) -> None:
    """The seat of whoever's pile it is, at its shoulder."""
    owner, high = place.piece.owner, max(_OWNER_HEIGHT, place.radius * 0.85)
    size = QSizeF(badge_width(owner, high), high)
    shoulder = place.top + QPointF(-place.radius, -place.radius * 0.7)
    down, across = place.radius, 2 * place.radius
    ways = [QPointF(x, y * down) for y in (0, 0.6, -0.6, 1.2, -1.2) for x in (0.0, across)]
    ways += [QPointF(x, y * down) for y in (0, 1, -1) for x in (-high, across + high)]
    draw_badge(painter, free_place(shoulder, size, ways, taken), owner, high, theme, bright=True)


def _draw_value(
    painter: QPainter, place: StackPlace, value: str, theme: Theme, taken: list[QRectF], high: float
) -> None:
    """The value of a pile, at its foot or where it can be read beside those of the piles around it."""
    size = QSizeF(badge_width(value, high), high)
    foot = QPointF(place.at.x(), place.at.y() + place.radius * 1.42)
    top = place.top - place.at
    aside, beside = size.width() / 2, size.width() / 2 + place.radius * 1.05
    ways = [QPointF(), *(QPointF(x, 0) for x in (-aside * 0.5, aside * 0.5))]
    ways += [QPointF(x, -place.radius * up) for up in (1.2, 0.6, 1.8) for x in (beside, -beside)]
    ways += [QPointF(x, y) for y in (high, -high, top.y() - 2 * place.radius) for x in (0.0, -aside, aside)]
    draw_badge(painter, free_place(foot, size, ways, taken), value, high, theme)


def free_place(at: QPointF, size: QSizeF, ways: Iterable[QPointF], taken: list[QRectF]) -> QPointF:
    """The first of several ways from a point on which a plate covers least of those ``taken``, to which it is added."""

    corner = at - QPointF(size.width(), size.height()) / 2
    plates = [QRectF(corner + away, size) for away in ways]
    reach = reduce(QRectF.united, plates)
    near = [room for room in taken if room.intersects(reach)]

    def overlap(plate: QRectF) -> float:
        return sum(part.width() * part.height() for part in map(plate.intersected, near))

    box = min(plates, key=overlap)
    taken += [box] * _PLATE_COUNTS
    return box.center()


def _draw_note(painter: QPainter, felt: Felt, wanted: QPointF, words: str) -> None:
    """Words on a quiet plate beside their spot."""
    plate, letters = _note_plate(felt, wanted, words)
    _draw_plate(painter, plate.center(), letters, plate.size(), 0.82)


def note_room(felt: Felt, place: PiecePlace, language: Language) -> QRectF:
    """Where the words of a note stand that has no printed place; empty for anything else."""
    if not isinstance(place.piece, Note) or place.tag or place.room is not None:
        return QRectF()
    return _note_plate(felt, place.at, say(place.piece.says, language))[0]


def _note_plate(felt: Felt, wanted: QPointF, words: str) -> tuple[QRectF, QPainterPath]:
    """The plate of a note, in lines of a readable length and always on the table, and its letters round its middle."""
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
    return QRectF(at - QPointF(size.width(), size.height()) / 2, size), letters


def _draw_tag(painter: QPainter, at: QPointF, words: str, taken: list[QRectF]) -> None:
    """A few letters at the foot of a pile, moved a little where another tag stands already."""
    letters = fit_text(words, QRectF(-400, -7, 800, 14))
    size = QSizeF(letters.boundingRect().width() + 10, 21)
    ways = [QPointF(x, y) for y in (0, 9, -9, 18) for x in (0, -9, 9)]
    _draw_plate(painter, free_place(at, size, ways, taken), letters, size, 0.9)


def _draw_plate(painter: QPainter, at: QPointF, letters: QPainterPath, size: QSizeF, opacity: float) -> None:
    plate = rectangle(QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height()), 7)
    painter.save()
    painter.translate(at)
    fill(painter, plate, colour("#0E1114", opacity))
    fill(painter, letters, "#FBF7EA")
    painter.restore()


def draw_pieces(painter: QPainter, felt: Felt, places: Iterable[Place], look: Look) -> None:
    """Every piece where it lies, then the words."""
    places = list(places)
    for place in places:
        draw_place(painter, place, look)
    draw_words(painter, felt, places, look)


def render_scene(
    scene: Scene,
    imprint: Imprint,
    language: Language,
    size: QSize | tuple[int, int],
    theme: Theme = DARK,
    *,
    dpr: float = 1.0,
    look: Look | None = None,
    side: Side = Side.DEALER,
) -> QImage:
    """A scene as an image of so many logical pixels times ``dpr``, the felt centred on the theme's window colour."""
    room = QSize(*size) if isinstance(size, tuple) else size
    look = look or Look(theme, language, side=side)
    felt = make_felt(scene.felt, imprint, look.side)
    places = arrange(felt, scene, look.house_colours)
    image = QImage(round(room.width() * dpr), round(room.height() * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(colour(theme.window))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    margin = min(room.width(), room.height()) * 0.02
    box = fitted(felt, QRectF(QPointF(), QSizeF(room)).adjusted(margin, margin, -margin, -margin), dpr)
    draw_table(painter, felt, box, look, scene.glow)
    painter.translate(box.topLeft())
    painter.scale(box.width() / felt.size.width(), box.width() / felt.size.width())
    draw_pieces(painter, felt, places, look)
    painter.end()
    return image

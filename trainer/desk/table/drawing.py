"""Draws a scene: the cached picture of the table, highlighted spots and pieces; also zoomed in, or as an image."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap

from trainer.desk.style.theme import DARK, PRINT, THEMES, Theme, colour
from trainer.desk.table import make_felt
from trainer.desk.table.arrangement import Place, StackPlace, arrange
from trainer.desk.table.base import Felt, Side
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.labels import draw_words
from trainer.desk.table.picture_cache import PictureCache, Print
from trainer.desk.table.pieces.chips import draw_stack
from trainer.desk.table.pieces.ink import fill, outline
from trainer.desk.table.pieces.markers import draw_marker
from trainer.drills.scene import CardPiece, DicePiece, Marker, Scene, TilePiece
from trainer.system.lazy_imports import lazily
from trainer.texts import Language

with lazily():  # the cloth if no picture of it is stored; each kind of piece when it first appears
    from trainer.desk.table.cloth import paint_table
    from trainer.desk.table.pieces.cards import draw_card
    from trainer.desk.table.pieces.dice import draw_roll
    from trainer.desk.table.pieces.tiles import draw_tile

_FAINT = 0.85  # opacity of a marker behind chips
_GLOW_STEPS = 14


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
def _empty_table(felt: Felt, wanted: Print, pictures: PictureCache | None = None) -> QPixmap:
    picture = pictures.find(wanted) if pictures else None
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
def _glowing_table(felt: Felt, wanted: Print, glow: tuple[str, ...], pictures: PictureCache | None) -> QPixmap:
    picture = _empty_table(felt, wanted, pictures).copy()
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
    pictures: PictureCache | None = None,
) -> None:
    """The table without pieces in a box of its own proportions, in the painter's own units; kept as a picture."""
    wanted = _print(felt, box, look, painter.deviceTransform().m11())
    picture = _glowing_table(felt, wanted, glow, pictures) if glow else _empty_table(felt, wanted, pictures)
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
    pictures: PictureCache | None = None,
) -> None:
    """The picture of the ``whole`` table drawn larger, with a hint of its glow: not quite sharp, and at once.

    A moment later it is painted in full.
    """
    picture = _empty_table(felt, _print(felt, whole, look, painter.deviceTransform().m11()), pictures)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawPixmap(box, picture, QRectF(picture.rect()))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / felt.size.width(), box.width() / felt.size.width())
    for name in glow:
        _paint_quick_glow(painter, felt.spot(name).shape)
    painter.restore()


def keep_table(felt: Felt, box: QRectF, look: Look, ratio: float, pictures: PictureCache) -> None:
    """Keep the picture of a table for the next start; ``ratio`` is device pixels to a unit of the box."""
    wanted = _print(felt, box, look, ratio)
    pictures.keep(wanted, _empty_table(felt, wanted, pictures))


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
        draw_roll(painter, at, place.size * 2.1, piece.roll, piece.state)
    elif isinstance(piece, Marker):
        before = painter.opacity()
        painter.setOpacity(before * (_FAINT if place.is_behind else 1))
        draw_marker(painter, at, place.size, piece.kind, piece.label, turn=place.turn)
        painter.setOpacity(before)


def draw_pieces(painter: QPainter, felt: Felt, places: Iterable[Place], look: Look) -> None:
    """Every piece where it lies, then the words."""
    places = list(places)
    for place in places:
        draw_place(painter, place, look)
    draw_words(painter, felt, places, look.theme, look.language)


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

"""Scenes drawn: the kept picture of the table, glowing spots, and every piece in its place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap

from trainer.desk.felts import make_felt
from trainer.desk.felts.arrangement import PiecePlace, Place, StackPlace, arrange
from trainer.desk.felts.base import Felt
from trainer.desk.felts.cloth import paint_table
from trainer.desk.pieces.cards import draw_card
from trainer.desk.pieces.chips import draw_badge, draw_stack
from trainer.desk.pieces.dice import draw_roll
from trainer.desk.pieces.ink import fill, fit_text, outline
from trainer.desk.pieces.markers import draw_marker
from trainer.desk.pieces.tiles import draw_tile
from trainer.desk.theme import DARK, PRINT, THEMES, Theme, colour
from trainer.drills.scene import CardPiece, DicePiece, Marker, Note, Scene, TilePiece
from trainer.texts import Language, say


@dataclass(frozen=True, slots=True)
class Look:
    """How a felt is shown, apart from what lies on it."""

    theme: Theme = DARK
    language: Language = Language.ES
    cloth: str = ""  # the felt's own if empty
    four_colour: bool = False
    house_colours: Mapping[str, str] = field(default_factory=dict)  # colour of a cash chip by its value


def fitted(felt: Felt, room: QRectF, ratio: float = 1.0) -> QRectF:
    """The largest box of the felt's proportions in a room, centred, on whole device pixels of so many to a unit."""
    scale = min(room.width() / felt.size.width(), room.height() / felt.size.height())
    width, height = (math.floor(side * scale * ratio) / ratio for side in (felt.size.width(), felt.size.height()))
    left = room.left() + (room.width() - width) / 2
    top = room.top() + (room.height() - height) / 2
    return QRectF(round(left * ratio) / ratio, round(top * ratio) / ratio, width, height)


@lru_cache(maxsize=6)
def table_picture(felt_id: str, size: tuple[int, int], theme: str, language: Language, cloth: str) -> QPixmap:
    """The empty table in device pixels, kept for the sizes last shown."""
    felt = make_felt(felt_id)
    width, height = size
    picture = QPixmap(width, height)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(width / felt.size.width(), width / felt.size.width())
    paint_table(painter, felt, THEMES[theme], cloth or felt.cloth)
    felt.paint(painter, THEMES[theme], language)
    painter.end()
    return picture


def draw_table(painter: QPainter, felt: Felt, box: QRectF, look: Look) -> None:
    """The empty table in a box of its own proportions, in the painter's own units."""
    ratio = painter.deviceTransform().m11()
    size = round(box.width() * ratio), round(box.height() * ratio)
    picture = table_picture(felt.id, size, look.theme.name, look.language, look.cloth)
    painter.drawPixmap(box, picture, QRectF(picture.rect()))


def draw_glow(painter: QPainter, felt: Felt, spots: Iterable[str], theme: Theme) -> None:
    """A soft brass light on the spots the eye is drawn to, under the pieces."""
    for name in spots:
        shape = felt.spot(name).shape
        reach = 1.0 + min(shape.boundingRect().width(), shape.boundingRect().height()) / 90
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Screen)
        fill(painter, shape, colour(PRINT.gold, 0.30))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        for width, strength in ((22, 0.07), (15, 0.10), (9, 0.16), (5, 0.3)):
            outline(painter, shape, colour(PRINT.gold, strength), width * min(1.4, reach))
        outline(painter, shape, colour("#FFF3CF", 0.95), 2.6)


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


def draw_words(painter: QPainter, places: Iterable[Place], look: Look) -> None:
    """Values of piles and notes, above all pieces."""
    for place in places:
        if isinstance(place, StackPlace):
            if place.leads and place.piece.value is not None:
                below = QPointF(place.at.x(), place.at.y() + place.radius * 1.42)
                draw_badge(painter, below, say(Fraction(place.piece.value), look.language), 24, look.theme)
        elif isinstance(place.piece, Note):
            draw_note(painter, place, look)


def draw_note(painter: QPainter, place: PiecePlace, look: Look) -> None:
    """Words on a quiet plate beside their spot."""
    words = say(place.piece.says, look.language)
    letters = fit_text(words, QRectF(-800, -7.5, 1600, 15), condensed=False)
    width = letters.boundingRect().width() + 24
    plate = QPainterPath()
    plate.addRoundedRect(QRectF(-width / 2, -15, width, 30), 8, 8)
    painter.save()
    painter.translate(place.at)
    fill(painter, plate, colour("#0E1114", 0.78))
    fill(painter, letters, "#F6F2E6")
    painter.restore()


def draw_pieces(painter: QPainter, places: Iterable[Place], look: Look) -> None:
    """Every piece where it lies, then the words."""
    places = list(places)
    for place in places:
        draw_place(painter, place, look)
    draw_words(painter, places, look)


def render_scene(
    scene: Scene,
    language: Language,
    size: QSize | tuple[int, int],
    theme: Theme = DARK,
    *,
    dpr: float = 1.0,
    look: Look | None = None,
) -> QImage:
    """A scene as an image of so many logical pixels times ``dpr``, the felt centred on the theme's window colour."""
    room = QSize(*size) if isinstance(size, tuple) else size
    look = look or Look(theme, language)
    felt = make_felt(scene.felt)
    image = QImage(round(room.width() * dpr), round(room.height() * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(colour(theme.window))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    margin = min(room.width(), room.height()) * 0.02
    box = fitted(felt, QRectF(QPointF(), QSizeF(room)).adjusted(margin, margin, -margin, -margin), dpr)
    draw_table(painter, felt, box, look)
    painter.translate(box.topLeft())
    painter.scale(box.width() / felt.size.width(), box.width() / felt.size.width())
    draw_glow(painter, felt, scene.glow, theme)
    draw_pieces(painter, arrange(felt, scene, look.house_colours), look)
    painter.end()
    return image

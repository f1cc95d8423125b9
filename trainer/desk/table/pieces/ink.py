"""Drawing helpers shared by cloth and pieces: lettering as paths, upright on a turned table, shadows, mixed colours.

`Reader` is a painter that only notes where words stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QRadialGradient, QTransform

from trainer.desk.style.theme import colour, font

_GLYPH_SIZE = 200
_SPACES = str.maketrans("\u00a0\u202f\u2009", "   ")  # the condensed type lacks them: Qt would change the type there


@lru_cache(maxsize=512)
def lettering(text: str, bold: bool = True, condensed: bool = True, spacing: float = 0.0) -> QPainterPath:
    """Text as a path with its baseline from the origin, at a type size of 200; ``spacing`` in hundredths of it."""
    face = font(_GLYPH_SIZE, bold=bold, condensed=condensed)
    if spacing:
        face.setLetterSpacing(face.SpacingType.AbsoluteSpacing, spacing * _GLYPH_SIZE / 100)
    path = QPainterPath()
    path.addText(0, 0, face, text.translate(_SPACES))
    return path


@lru_cache(maxsize=8)
def _capital_height(bold: bool, condensed: bool) -> float:
    return lettering("H", bold, condensed).boundingRect().height()


def fit_text(
    text: str,
    rect: QRectF,
    *,
    bold: bool = True,
    condensed: bool = True,
    spacing: float = 0.0,
    height: float | None = None,
    narrowest: float = 1.0,
) -> QPainterPath:
    """Lettering centred in a box, its capitals as high as the box (or ``height``) without leaving it.

    Words too wide are first squeezed down to ``narrowest`` of their width, then made smaller.
    """
    path = lettering(text, bold, condensed, spacing)
    bounds = path.boundingRect()
    if bounds.isEmpty():
        return QPainterPath()
    capital = _capital_height(bold, condensed)
    wanted = min(rect.height(), height if height is not None else rect.height())
    scale = min(wanted / capital, rect.width() / (bounds.width() * narrowest))
    squeeze = min(1.0, rect.width() / (bounds.width() * scale))
    # Centred by the height of capitals and not by its own ink, so that words with accents keep one baseline.
    place = QTransform().translate(rect.center().x(), rect.center().y() + capital * scale / 2)
    place.scale(scale * squeeze, scale).translate(-bounds.center().x(), 0)
    return place.map(path)


def fill(painter: QPainter, path: QPainterPath, ink: QColor | str) -> None:
    """Fill a path with no outline."""
    painter.fillPath(path, colour(ink) if isinstance(ink, str) else ink)


class Reader(QPainter):
    """A painter that paints nothing and notes where words are lettered."""

    def __init__(self) -> None:
        device = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        super().__init__(device)
        self._device = device  # which must outlive it
        self.words: list[QRectF] = []

    def fillPath(self, *_: object) -> None:
        pass

    def strokePath(self, *_: object) -> None:
        pass


def fill_words(painter: QPainter, path: QPainterPath, ink: QColor | str) -> None:
    """Fill lettering, or a picture that is printed on a cloth in place of a name."""
    if isinstance(painter, Reader):
        painter.words.append(painter.transform().mapRect(path.boundingRect()))
    fill(painter, path, ink)


def is_turned(painter: QPainter) -> bool:
    """Whether the painter draws upside down, as it does for a table that is seen from the other side."""
    return painter.combinedTransform().m11() < -1e-9


@contextmanager
def upright(painter: QPainter, middle: QPointF) -> Iterator[None]:
    """Paint something of several parts so that it can be read: round its middle where it would stand on its head."""
    painter.save()
    if is_turned(painter):
        painter.setTransform(QTransform(-1, 0, 0, -1, 2 * middle.x(), 2 * middle.y()), combine=True)
    yield
    painter.restore()


def fill_upright(painter: QPainter, path: QPainterPath, middle: QPointF, ink: QColor | str) -> None:
    """Fill lettering so that it can be read: round its middle where it would stand on its head."""
    if is_turned(painter):
        path = QTransform(-1, 0, 0, -1, 2 * middle.x(), 2 * middle.y()).map(path)
    fill_words(painter, path, ink)


def outline(painter: QPainter, path: QPainterPath, ink: QColor | str, width: float) -> None:
    """Draw a path's line with rounded joins."""
    pen = QPen(colour(ink) if isinstance(ink, str) else ink, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.strokePath(path, pen)


def soft_shadow(painter: QPainter, centre: QPointF, width: float, height: float, strength: float = 0.45) -> None:
    """An elliptical shadow that fades to its edge; width and height are half axes."""
    painter.save()
    painter.translate(centre)
    painter.scale(width, height)
    fade = QRadialGradient(QPointF(0, 0), 1)
    fade.setColorAt(0.0, QColor.fromRgbF(0, 0, 0, strength))
    fade.setColorAt(0.62, QColor.fromRgbF(0, 0, 0, strength * 0.75))
    fade.setColorAt(1.0, QColor.fromRgbF(0, 0, 0, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fade)
    painter.drawEllipse(QPointF(0, 0), 1, 1)
    painter.restore()


def box_shadow(
    painter: QPainter, rect: QRectF, radius: float, blur: float, *, strength: float = 0.4, away: QPointF | None = None
) -> None:
    """A soft shadow of a box, thrown to the lower right or ``away`` from the light."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    steps = 6
    away = away if away is not None else QPointF(blur * 0.35, blur * 0.5)
    thrown = rect.translated(-away if is_turned(painter) else away)
    for step in range(steps):
        grow = blur * (1 - 2 * step / (steps - 1)) * 0.5
        layer = thrown.adjusted(-grow, -grow, grow, grow)
        painter.setBrush(QColor.fromRgbF(0, 0, 0, strength / steps))
        painter.drawRoundedRect(layer, radius + grow, radius + grow)
    painter.restore()


def lighter(text: str, amount: float) -> QColor:
    """A colour mixed with white, from 0 (itself) to 1 (white)."""
    return mixed(text, "#FFFFFF", amount)


def darker(text: str, amount: float) -> QColor:
    """A colour mixed with black, from 0 (itself) to 1 (black)."""
    return mixed(text, "#000000", amount)


def mixed(first: str, second: str, amount: float) -> QColor:
    """Two colours mixed: 0 is the first, 1 the second."""
    one, two = QColor(first), QColor(second)
    return QColor.fromRgbF(
        one.redF() + (two.redF() - one.redF()) * amount,
        one.greenF() + (two.greenF() - one.greenF()) * amount,
        one.blueF() + (two.blueF() - one.blueF()) * amount,
    )

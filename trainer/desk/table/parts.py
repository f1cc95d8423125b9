"""Parts that felts are put together from: lines and words, also along an arc; boxes, circles, rows of cards or tiles.

Functions named ``print_…`` draw; the others give a `SpotGeometry` or plain geometry. All in felt units.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict, Unpack

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

from trainer.desk.style.theme import PRINT, colour
from trainer.desk.table.base import CARD_WIDTH, CHIP_RADIUS, TILE_OF_CARD, SpotGeometry, circle, rectangle
from trainer.desk.table.imprint import Words, in_print
from trainer.desk.table.pieces.ink import (
    fill,
    fill_upright,
    fill_words,
    fit_text,
    is_turned,
    lettering,
    outline,
    upright,
)
from trainer.equipment.odds import Odds
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Names

with lazily():  # tables with several lines in a box
    from textwrap import wrap

with lazily():  # tables with cards or tiles
    from trainer.desk.table.pieces import cards as card_pieces
    from trainer.desk.table.pieces import tiles as tile_pieces

Ink = str | QColor

LINE = 3.6  # width of printed lines
_AWAY = 4.0  # from a box to the name below or beside it
_LEADING = 1.34  # from line to line, in heights of a capital


# Print


def print_lines(painter: QPainter, path: QPainterPath, ink: Ink = PRINT.ivory, width: float = LINE) -> None:
    """Printed lines, with rounded joins."""
    outline(painter, path, ink, width)


def print_text(
    painter: QPainter,
    text: str,
    box: QRectF,
    *,
    height: float = 24.0,
    ink: Ink = PRINT.ivory,
    spacing: float = 0.0,
    turn: float = 0.0,
) -> None:
    """Words or numerals centred in a box, their capitals so high, smaller where the box is too narrow."""
    room = box.adjusted(box.width() * 0.06, 0, -box.width() * 0.06, 0)
    if turn:
        painter.save()
        painter.translate(box.center())
        painter.rotate(turn)
        letters = fit_text(text, room.translated(-box.center()), height=height, spacing=spacing)
        fill_upright(painter, letters, QPointF(), ink)
        painter.restore()
        return
    fill_upright(painter, fit_text(text, room, height=height, spacing=spacing), room.center(), ink)


def print_words(
    painter: QPainter,
    words: Words,
    language: Language,
    box: QRectF,
    *,
    height: float = 24.0,
    ink: Ink = PRINT.ivory,
    spacing: float = 0.0,
    turn: float = 0.0,
) -> None:
    """Words of rules or texts in capitals, centred in a box as `print_text` does."""
    print_text(painter, in_print(words, language), box, height=height, ink=ink, spacing=spacing, turn=turn)


def print_below(
    painter: QPainter, words: Words, language: Language, box: QRectF, size: QSizeF, *, ink: Ink = PRINT.ivory
) -> None:
    """The name of a box below it as it is seen from either side, where no pile in it covers the name: piles grow
    upwards."""
    away = QPointF(0, (box.height() + size.height()) / 2 + _AWAY)
    _print_away(painter, in_print(words, language), box, away, size, ink)


def print_beside(
    painter: QPainter,
    words: Words,
    language: Language,
    box: QRectF,
    size: QSizeF,
    *,
    ink: Ink = PRINT.ivory,
    is_left: bool = False,
) -> None:
    """The name of a box at its right, or left, as it is seen from either side, where something lies below it."""
    away = QPointF((box.width() + size.width()) / 2 + _AWAY, 0)
    _print_away(painter, in_print(words, language), box, -away if is_left else away, size, ink)


def _print_away(painter: QPainter, text: str, box: QRectF, away: QPointF, size: QSizeF, ink: Ink) -> None:
    middle = box.center() + (-away if is_turned(painter) else away)
    room = QRectF(middle - QPointF(size.width(), size.height()) / 2, size)
    fill_upright(painter, fit_text(text, room, narrowest=0.85), middle, ink)


def print_lines_of_words(
    painter: QPainter, lines: Sequence[Words], language: Language, box: QRectF, *, height: float, step: float
) -> None:
    """Several lines of words one below the other, centred in a box: a name and what it pays, a condition."""
    with upright(painter, box.center()):
        for index, line in enumerate(lines):
            middle = box.center().y() + (index - (len(lines) - 1) / 2) * step
            room = QRectF(box.left(), middle - step / 2, box.width(), step)
            print_words(painter, line, language, room, height=height)


def print_in_box(painter: QPainter, text: str, box: QRectF, *, height: float, ink: Ink = PRINT.ivory) -> None:
    """Words in a box, in as many lines as make them largest, their capitals at most so high."""
    best = max((_in_box(lines, box, height) for lines in _ways_to_wrap(text)), key=lambda found: found[0])
    _print_wrapped(painter, *best, box, ink)


def _print_wrapped(painter: QPainter, size: float, lines: list[str], box: QRectF, ink: Ink) -> None:
    step = size * _LEADING
    rooms = [
        QRectF(box.left(), box.center().y() + (index - len(lines) / 2) * step, box.width(), step)
        for index in range(len(lines))
    ]
    with upright(painter, box.center()):
        for line, room in zip(lines, rooms, strict=True):
            fill_words(painter, fit_text(line, room, height=size), ink)


def _ways_to_wrap(text: str) -> list[list[str]]:
    """A text in one line, two, three …; words are kept whole.

    >>> _ways_to_wrap("BUY A CARD")
    [['BUY A CARD'], ['BUY A', 'CARD'], ['BUY', 'A', 'CARD']]
    """
    longest = max(map(len, text.split()), default=1)
    ways: list[list[str]] = []
    for letters in range(len(text), longest - 1, -1):
        lines = wrap(text, letters, break_long_words=False, break_on_hyphens=False)
        if lines not in ways:
            ways.append(lines)
    return ways or [[text]]


def _in_box(lines: list[str], box: QRectF, height: float) -> tuple[float, list[str]]:
    """The height of capitals at which all lines are inside a box, at most ``height``."""
    capital = lettering("H").boundingRect().height()
    widest = max(lettering(line).boundingRect().width() for line in lines) / capital
    return min(height, box.width() / widest, box.height() / (len(lines) * _LEADING)), lines


def print_pay_table(
    painter: QPainter,
    lines: Sequence[tuple[Names, Odds]],
    language: Language,
    box: QRectF,
    *,
    step: float = 20.0,
    name: Words | None = None,
) -> None:
    """A pay table as cloths have it: what must come at the left, what it pays at the right, from the top of a box; in
    its first line the name of the bet, if given."""
    above = 0 if name is None else 1
    with upright(painter, QPointF(box.center().x(), box.top() + (len(lines) + above) * step / 2)):
        if name is not None:
            head = QRectF(box.left(), box.top(), box.width(), step)
            fill_words(painter, fit_text(in_print(name, language), head, height=step * 0.66), PRINT.gold)
            rule = QPainterPath(QPointF(box.left(), head.bottom() - 1))
            rule.lineTo(box.right(), head.bottom() - 1)
            print_lines(painter, rule, colour(PRINT.gold, 0.7), 1.6)
        for index, (what, odds) in enumerate(lines, above):
            row = QRectF(box.left(), box.top() + index * step, box.width(), step)
            pays = fit_text(in_print(odds, language), row, height=step * 0.62)
            pays.translate(row.right() - pays.boundingRect().right(), 0)
            room = QRectF(row.topLeft(), QPointF(pays.boundingRect().left() - step / 2, row.bottom()))
            named = fit_text(in_print(what, language), room, height=step * 0.62, narrowest=0.8)
            named.translate(room.left() - named.boundingRect().left(), 0)
            fill_words(painter, named, PRINT.ivory)
            fill_words(painter, pays, PRINT.gold)


def print_arc_text(
    painter: QPainter,
    text: str,
    centre: QPointF,
    radius: float,
    angle: float,
    *,
    height: float = 30.0,
    ink: Ink = PRINT.ivory,
    spacing: float = 0.14,
    longest: float = math.inf,
    reads_from_inside: bool = True,
) -> None:
    """Words along a circle, their middle at an angle (degrees clockwise from the top of the circle).

    ``reads_from_inside`` is for words below the centre (a table's lower arc), whose letters stand with their heads
    towards the centre; otherwise heads point away from it. ``spacing`` is in heights. Words longer than ``longest``
    are made smaller.
    """
    if is_turned(painter):  # the arc is seen from the other side: its words turn their heads
        reads_from_inside = not reads_from_inside
    capital = lettering("H").boundingRect().height()
    length = sum(_advance(letter) / capital + spacing for letter in text)
    height = min(height, longest / length)
    scale = height / capital
    letters = [lettering(letter) for letter in text]
    widths = [_advance(letter) * scale + spacing * height for letter in text]
    along = -sum(widths) / 2
    way = -1 if reads_from_inside else 1
    for letter, width in zip(letters, widths, strict=True):
        middle = along + width / 2
        turned = angle + way * math.degrees(middle / radius)
        painter.save()
        painter.translate(centre)
        painter.rotate(turned)
        painter.translate(0, -radius)
        if reads_from_inside:
            painter.rotate(180)
        place = QTransform().translate(-width / 2 + spacing * height / 2, height / 2).scale(scale, scale)
        fill_words(painter, place.map(letter), ink)
        painter.restore()
        along += width


def _advance(letter: str) -> float:
    """The width of a letter with its side bearings, at the size of `lettering`."""
    pair = lettering(f"H{letter}H").boundingRect().width()
    return pair - lettering("HH").boundingRect().width()


def print_box(
    painter: QPainter,
    shape: QPainterPath,
    text: str = "",
    *,
    height: float = 24.0,
    tint: str = "",
    spacing: float = 4.0,
) -> None:
    """An outlined box or circle with words in it, tinted if wanted."""
    if tint:
        fill(painter, shape, colour(tint, 0.55))
    print_lines(painter, shape)
    if text:
        print_text(painter, text, shape.boundingRect(), height=height, spacing=spacing)


# Spots


class SpotFields(TypedDict, total=False):
    """Fields of a `SpotGeometry` that a box or a circle may set beside its shape."""

    spread: QPointF
    turn: float
    crowding: float
    sorted_piles: bool
    marker: QPointF | None
    note: QPointF | None
    note_box: QRectF | None


def box_spot(
    box: QRectF, radius: float = 12.0, chip_radius: float = CHIP_RADIUS, **fields: Unpack[SpotFields]
) -> SpotGeometry:
    """A betting box."""
    return SpotGeometry(box.center(), rectangle(box, radius), chip_radius=chip_radius, **fields)


def circle_spot(
    centre: QPointF, radius: float, chip_radius: float = CHIP_RADIUS, **fields: Unpack[SpotFields]
) -> SpotGeometry:
    """A betting circle."""
    return SpotGeometry(centre, circle(centre, radius), chip_radius=chip_radius, **fields)


def card_row(
    centre: QPointF,
    cards: int,
    *,
    card_width: float = CARD_WIDTH,
    card_step: float = 1.06,
    spread: QPointF | None = None,
    turn: float = 0.0,
    centred: bool = True,
    most_cards: int = 0,
) -> SpotGeometry:
    """A place for a row of so many cards; ``card_step`` below 1 makes them overlap."""
    spread = spread or QPointF(1, 0)
    length = card_width * (1 + card_step * (cards - 1)) + 12
    box = QRectF(-length / 2, -card_width * card_pieces.RATIO / 2 - 6, length, card_width * card_pieces.RATIO + 12)
    if not centred:
        box.moveLeft(-card_width / 2 - 6)
    along = math.degrees(math.atan2(spread.y(), spread.x()))
    shape = QTransform().translate(centre.x(), centre.y()).rotate(along).map(rectangle(box, 10))
    return SpotGeometry(
        centre,
        shape,
        spread=spread,
        turn=turn,
        card_width=card_width,
        card_step=card_step,
        centred=centred,
        most_cards=most_cards,
    )


def tile_row(centre: QPointF, tiles: int, tile_width: float = 60.0) -> SpotGeometry:
    """A place for a row of so many pai gow tiles, upright side by side."""
    step = 1.12
    length = tile_width * (1 + step * (tiles - 1)) + 12
    height = tile_width * tile_pieces.RATIO + 12
    box = QRectF(centre.x() - length / 2, centre.y() - height / 2, length, height)
    return SpotGeometry(centre, rectangle(box, 10), card_width=tile_width / TILE_OF_CARD, card_step=step)


def rack_spot(box: QRectF, chip_radius: float = CHIP_RADIUS) -> SpotGeometry:
    """The croupier's chips: piles lie side by side by denomination. The sign of the table stands on it."""
    at = QPointF(box.center().x(), box.bottom() - chip_radius * 1.1)
    return SpotGeometry(at, rectangle(box, 12), chip_radius=chip_radius, sorted_piles=True, note=box.center())


def discard_spot(box: QRectF) -> SpotGeometry:
    """The discards: cards lie on a heap in their rack."""
    note = QPointF(box.center().x(), box.bottom() + 22)
    return SpotGeometry(
        box.center(),
        rectangle(box, 8),
        card_width=min(box.width(), box.height() / 1.4) * 0.86,
        card_step=0.05,
        note=note,
    )

"""Shares as thin horizontal bars. Above each stand its name at the left and its remark and figure at the right."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from trainer.desk.style.fitted_text import paint_whole
from trainer.desk.style.style import Style
from trainer.desk.style.theme import STEPS, colour

ROW_HEIGHT = 46
_BAR_HEIGHT, _BAR_TOP = 6, 28


class Bar(msgspec.Struct, frozen=True):
    """A share from 0 to 1 with its name, its figure, and a small remark left of the figure."""

    name: str
    value: float
    figure: str
    note: str = ""
    tone: str = "accent"  # a colour role of the theme


def bar_room(room: QRectF, index: int, style: Style) -> QRectF:
    """The strip of one bar with its words."""
    return QRectF(room.left(), room.top() + index * style.px(ROW_HEIGHT), room.width(), style.px(ROW_HEIGHT))


def paint_bars(painter: QPainter, room: QRectF, bars: tuple[Bar, ...], style: Style) -> None:
    """As many bars as have room, in the order given."""
    theme, px = style.theme, style.px
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for index, bar in enumerate(bars):
        strip = bar_room(room, index, style)
        if strip.bottom() > room.bottom() + 1:
            break
        _paint_words(painter, strip, bar, style)
        track = QRectF(strip.left(), strip.top() + px(_BAR_TOP), strip.width(), px(_BAR_HEIGHT))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(theme.line, 0.6))
        painter.drawRoundedRect(track, px(3), px(3))
        painter.setBrush(colour(getattr(theme, bar.tone)))
        painter.drawRoundedRect(
            QRectF(track.left(), track.top(), max(px(_BAR_HEIGHT), track.width() * bar.value), track.height()),
            px(3),
            px(3),
        )
    painter.restore()


def _paint_words(painter: QPainter, strip: QRectF, bar: Bar, style: Style) -> None:
    theme, px = style.theme, style.px
    words = QRectF(strip.left(), strip.top(), strip.width(), px(_BAR_TOP))
    bold, small = style.font(STEPS.body, bold=True), style.font(STEPS.small)
    painter.setFont(bold)
    painter.setPen(colour(getattr(theme, bar.tone)))
    painter.drawText(words, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), bar.figure)
    words.setRight(words.right() - QFontMetricsF(bold).horizontalAdvance(bar.figure) - px(10))
    if bar.note:
        painter.setFont(small)
        painter.setPen(colour(theme.quiet))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), bar.note)
        words.setRight(words.right() - QFontMetricsF(small).horizontalAdvance(bar.note) - px(10))
    painter.setPen(colour(theme.text))
    paint_whole(painter, words, bar.name, style)

"""The players opposite the dealer: seat, name, mood, chips, and what each says or shows now."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from trainer.desk.screens.live.signals import KNOWN, draw_signal
from trainer.desk.style.fitted_text import font_for, paint_whole
from trainer.desk.style.style import Style, Styled, current_style
from trainer.desk.style.theme import ROULETTE_MARKS, STEPS, colour
from trainer.desk.table.pieces.chips import ChipFace, paint_face
from trainer.live.guests import HINTS, Bubble
from trainer.live.scene import handed
from trainer.live.table import LiveTable
from trainer.texts import say

HEIGHT = 64
_WIDENS = 16  # pixels
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
_MOUTHS = {"angry": -1.0, "sour": -0.5, "calm": 0.0, "glad": 0.6, "elated": 1.0}


class SeatWords(msgspec.Struct, frozen=True):
    """What is shown of a seat."""

    seat: int
    name: str
    mood: str
    hint: str
    chip: str = ""  # colour of his chips, at roulette
    bubble: str = ""
    signal: str = ""


def seats_of(table: LiveTable, style: Style, now: int, order: Sequence[int] = ()) -> list[SeatWords]:
    """Every player of a table at a moment, in an order of seats."""
    is_roulette = "roulette" in table.rules.game
    found = []
    paid = handed(table.rules, [act for _, act in table.record.acts])
    for guest in sorted(
        table.guests.values(), key=lambda each: order.index(each.seat) if each.seat in order else each.seat
    ):
        bubble: Bubble | None = guest.shows(now)
        words = bubble.says if bubble else table.affairs.wish(guest.seat)  # who waits for an answer goes on asking
        found.append(
            SeatWords(
                seat=guest.seat,
                name=guest.name,
                mood=guest.mood,
                hint=style.text("live.seat.paid", amount=paid[guest.seat])
                if guest.seat in paid
                else say(HINTS[guest.hint], style.language),
                chip=guest.colour if is_roulette and guest.colour in ROULETTE_MARKS else "",
                bubble=say(words, style.language) if words else "",
                signal=bubble.signal if bubble and bubble.signal in KNOWN else "",
            )
        )
    return found


class SeatStrip(Styled, QWidget):
    """One cell for each player, above his place on the cloth; ``pressed`` emits a seat."""

    pressed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._seats: list[SeatWords] = []
        self._places: list[int] = []  # seats from left to right, taken or free
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.restyle()

    def show_seats(self, seats: Sequence[SeatWords], places: Sequence[int] = ()) -> None:
        """Show the players. ``places`` are all seats from left to right: a free one leaves a gap, so that a player
        stands above his box."""
        taken = [one.seat for one in seats]
        shown = list(places) if set(taken) <= set(places) else taken
        if (list(seats), shown) == (self._seats, self._places):
            return
        self._seats, self._places = list(seats), shown
        self.setAccessibleName(
            ". ".join(f"{one.seat} {one.name}: {one.bubble or one.hint}" for one in self._seats),
        )
        self.update()

    def restyle(self) -> None:
        style = current_style()
        self.setFixedHeight(style.target(HEIGHT))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(600, HEIGHT)

    def cell(self, index: int) -> QRectF:
        """Where a player is painted."""
        width = self.width() / max(1, len(self._places))
        return QRectF(self._places.index(self._seats[index].seat) * width, 0, width, self.height())

    def middle(self, seat: int) -> float:
        """Where a player is, from the left of the strip."""
        return next((self.cell(index).center().x() for index, one in enumerate(self._seats) if one.seat == seat), 0.0)

    def seat_at(self, at: QPointF) -> int | None:
        """The player at a point of the strip."""
        return next((one.seat for index, one in enumerate(self._seats) if self.cell(index).contains(at)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        seat = self.seat_at(event.position())
        if seat is not None:
            self.pressed.emit(seat)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        style = current_style()
        for index, one in sorted(enumerate(self._seats), key=lambda each: bool(each[1].bubble)):
            box = self.cell(index).adjusted(3, 3, -3, -3)
            self._paint_seat(painter, self.widened(box, one.bubble, style) if one.bubble else box, one, style)
        painter.end()

    def widened(self, box: QRectF, bubble: str, style: Style) -> QRectF:
        """The cell of a player who speaks: as wide as his words need, over his neighbours if need be."""
        metrics, line = QFontMetrics(style.font(STEPS.small)), QFontMetrics(style.font(STEPS.body, bold=True)).height()
        room = QRectF(self.rect()).adjusted(3, 0, -3, 0)
        width = box.width()
        while width < room.width():
            words = self._words_box(QRectF(0, box.top(), width, box.height())).adjusted(0, line, 0, 0).toRect()
            needed = metrics.boundingRect(words, _WRAP, bubble)
            if needed.height() <= words.height() and needed.width() <= words.width():
                break
            width = min(room.width(), width + _WIDENS)
        left = min(max(room.left(), box.center().x() - width / 2), room.right() - width)
        return QRectF(left, box.top(), width, box.height())

    @staticmethod
    def _words_box(box: QRectF) -> QRectF:
        """The room right of the badge or the signal."""
        return box.adjusted(box.height() + 4, 2, -4, -2)

    def _paint_seat(self, painter: QPainter, box: QRectF, one: SeatWords, style: Style) -> None:
        theme = style.theme
        painter.setPen(QPen(colour(theme.accent if one.bubble else theme.line), 2 if one.bubble else 1))
        painter.setBrush(colour(theme.raised if one.bubble else theme.panel))
        painter.drawRoundedRect(box, style.px(8), style.px(8))
        side = box.height() - 8
        icon = QRectF(box.left() + 6, box.top() + 4, side, side)
        if one.signal:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("#F2EAD3"))
            painter.drawRoundedRect(icon, 6, 6)
            draw_signal(painter, icon.adjusted(2, 2, -2, -2), one.signal)
        else:
            self._paint_badge(painter, icon, one, style)
        words = self._words_box(box)
        line = QFontMetrics(style.font(STEPS.body, bold=True)).height()
        painter.setPen(colour(theme.text))
        title = f"{one.seat} {one.name}" if one.signal else one.name
        is_narrow = QFontMetrics(style.font(STEPS.body, bold=True)).horizontalAdvance(title) > words.width()
        painter.setFont(style.font(STEPS.small if is_narrow else STEPS.body, bold=True, condensed=is_narrow))
        painter.drawText(QRectF(words.left(), words.top(), words.width(), line), int(Qt.AlignmentFlag.AlignLeft), title)
        rest = words.adjusted(0, line, 0, 0)
        painter.setFont(style.font(STEPS.small))
        painter.setPen(colour(theme.text if one.bubble else theme.quiet))
        if one.bubble:
            painter.drawText(rest, _WRAP, one.bubble)
            return
        size = style.px(16)
        face = QRectF(rest.left(), rest.center().y() - size / 2, size, size)
        _paint_face(painter, face, one.mood, style)
        said = rest.adjusted(style.px(22), 0, 0, 0)
        if font_for(one.hint, said, style, STEPS.small) is not None:  # the face says enough where there is no room
            paint_whole(painter, said, one.hint, style, STEPS.small)

    def _paint_badge(self, painter: QPainter, box: QRectF, one: SeatWords, style: Style) -> None:
        """The number of the seat; at roulette on a chip of the player's colour."""
        radius = box.height() / 2 - 2
        painter.save()
        painter.translate(box.center())
        if one.chip:
            paint_face(painter, radius, ChipFace(one.chip, mark=ROULETTE_MARKS[one.chip]))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("#14181C"))
            painter.drawEllipse(QPointF(radius * 0.62, radius * 0.62), radius * 0.48, radius * 0.48)
            painter.translate(radius * 0.62, radius * 0.62)
            painter.setPen(colour("#FFFFFF"))
        else:
            painter.setPen(QPen(colour(style.theme.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(), radius * 0.8, radius * 0.8)
            painter.setPen(colour(style.theme.text))
        painter.setFont(style.font(STEPS.body if one.chip else STEPS.title, bold=True))
        painter.drawText(QRectF(-20, -20, 40, 40), int(Qt.AlignmentFlag.AlignCenter), str(one.seat))
        painter.restore()


def _paint_face(painter: QPainter, box: QRectF, mood: str, style: Style) -> None:
    """A mood as a small face: the mouth says it, the brows where somebody is angry."""
    painter.save()
    painter.setPen(QPen(colour(style.theme.text), 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(box)
    middle, wide = box.center(), box.width()
    for side in (-1, 1):
        painter.drawPoint(QPointF(middle.x() + side * wide * 0.18, middle.y() - wide * 0.12))
    bend = _MOUTHS.get(mood, 0.0)
    mouth = QRectF(middle.x() - wide * 0.24, middle.y() + wide * (0.1 if bend >= 0 else 0.14), wide * 0.48, wide * 0.24)
    if bend == 0:
        painter.drawLine(QPointF(mouth.left(), mouth.center().y()), QPointF(mouth.right(), mouth.center().y()))
    elif bend > 0:
        painter.drawArc(mouth.translated(0, -wide * 0.1 * bend), 180 * 16, 180 * 16)
    else:
        painter.drawArc(mouth, 0, 180 * 16)
    if mood == "angry":
        painter.drawLine(middle + QPointF(-wide * 0.3, -wide * 0.3), middle + QPointF(-wide * 0.08, -wide * 0.2))
        painter.drawLine(middle + QPointF(wide * 0.3, -wide * 0.3), middle + QPointF(wide * 0.08, -wide * 0.2))
    painter.restore()

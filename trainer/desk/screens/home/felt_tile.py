"""A button that shows a game as a small felt, with its mastery and due reviews."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from trainer.desk.style.fitted_text import paint_whole
from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.charts.ring import paint_ring

WIDTH, PICTURE_HEIGHT, NAME_HEIGHT = 372, 200, 44
_INSET = 4
_RING = 20
_BADGE = 24


class FeltTile(Styled, QAbstractButton):
    """Name and picture of a game. The picture is painted later; an error is shown in its place."""

    def __init__(self, game: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.trouble = ""
        self.mastery: float | None = None
        self.due = 0
        self._picture: QImage | None = None
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.restyle()

    def say(self, name: str, trouble: str = "") -> None:
        self.setText(name)
        self.setAccessibleName(f"{name}. {trouble}" if trouble else name)
        self.trouble = trouble
        self.update()

    def show_picture(self, picture: QImage | None) -> None:
        self._picture = picture
        self.update()

    def show_mastery(self, mastery: float | None, due: int = 0) -> None:
        """Show the mastery of the game (0 to 1; `None` if it was not begun) as a ring, and how many reviews are due."""
        self.mastery, self.due = mastery, due
        spoken = current_style().say("home.due-spoken", count=due) if due else ""
        self.setToolTip(self.trouble or spoken)
        self.setAccessibleDescription(spoken)
        self.update()

    def picture_size(self) -> QSize:
        style = current_style()
        inset = style.px(_INSET)
        return QSize(style.px(WIDTH) - 2 * inset, style.px(PICTURE_HEIGHT) - inset)

    def restyle(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        px = current_style().px
        return QSize(px(WIDTH), px(PICTURE_HEIGHT + NAME_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        theme, px = style.theme, style.px
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        body = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        shape = QPainterPath()
        shape.addRoundedRect(body, px(10), px(10))
        pointed = self.underMouse() and self.isEnabled()
        painter.fillPath(shape, colour(theme.raised if pointed or self.isChecked() else theme.panel))
        self._paint_picture(painter)
        edge, width = (theme.accent, 2) if self.isChecked() or self.hasFocus() else (theme.line, 1)
        painter.setPen(QPen(colour(edge), px(width)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)
        if self.hasFocus():
            painter.setPen(QPen(colour(theme.accent), px(1)))
            painter.drawRoundedRect(body.adjusted(px(4), px(4), -px(4), -px(4)), px(7), px(7))
        room = QRectF(px(14), px(PICTURE_HEIGHT), self.width() - px(28), px(NAME_HEIGHT))
        if self.mastery is not None:
            ring = QRectF(room.right() - px(_RING), room.center().y() - px(_RING) / 2, px(_RING), px(_RING))
            paint_ring(painter, ring, self.mastery, style)
            room.setRight(ring.left() - px(8))
        if self.due:
            self._paint_due(painter)
        painter.setPen(colour(theme.text))
        paint_whole(painter, room, self.text(), style, bold=True)

    def _paint_due(self, painter: QPainter) -> None:
        """Paint the number of due reviews into the corner of the picture."""
        style = current_style()
        painter.setFont(style.font(STEPS.small, bold=True))
        words = str(self.due)
        high = style.px(_BADGE)
        wide = max(high, QFontMetrics(painter.font()).horizontalAdvance(words) + style.px(12))
        badge = QRectF(self.width() - wide - style.px(10), style.px(10), wide, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(style.theme.accent))
        painter.drawRoundedRect(badge, high / 2, high / 2)
        painter.setPen(colour(style.theme.on_accent))
        painter.drawText(badge, int(Qt.AlignmentFlag.AlignCenter), words)

    def _paint_picture(self, painter: QPainter) -> None:
        style = current_style()
        size, inset = self.picture_size(), style.px(_INSET)
        room = QRectF(inset, inset, size.width(), size.height())
        if self._picture is not None:
            clip = QPainterPath()
            clip.addRoundedRect(room, style.px(7), style.px(7))
            painter.save()
            painter.setClipPath(clip)
            painter.drawImage(room, self._picture)
            painter.restore()
        elif self.trouble:
            painter.setPen(colour(style.theme.wrong))
            painter.setFont(style.font(STEPS.small))
            inner = room.adjusted(style.px(10), style.px(10), -style.px(10), -style.px(10))
            painter.drawText(inner, int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter), self.trouble)
        else:
            waiting = QPainterPath()
            waiting.addRoundedRect(room, style.px(7), style.px(7))
            painter.fillPath(waiting, colour(style.theme.line, 0.5))

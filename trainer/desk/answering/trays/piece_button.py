"""A button for a card or tile that can be pressed and dragged, with its key below it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from trainer.desk.style.signs import paint_sign
from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import colour
from trainer.desk.table.pieces import cards, tiles
from trainer.desk.widgets.key_button import HEIGHT, paint_keycap

FOOT = 24  # pixels at scale 1 below the piece, for its key
_MARGIN = 4
_SIGN = 18  # diameter of the verdict's sign in pixels at scale 1


def is_tile(piece: str) -> bool:
    """Whether a piece is a tile: tiles are written with a dash."""
    return "-" in piece


class PieceButton(Styled, QAbstractButton):
    """A card or tile by its text form; its owner places and sizes it."""

    def __init__(self, piece: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.piece = piece
        self.verdict = ""
        self._key = ""
        self.setText(piece)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def say(self, spoken: str, key: str) -> None:
        self._key = key
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(key)
        self.update()

    def set_verdict(self, verdict: str) -> None:
        self.verdict = verdict
        self.update()

    def restyle(self) -> None:
        self.update()

    def ratio(self) -> float:
        """Height over width."""
        return tiles.RATIO if is_tile(self.piece) else cards.RATIO

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        margin = style.px(_MARGIN)
        room = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin - style.px(FOOT))
        width = min(room.width(), room.height() / self.ratio())
        lift = -style.px(2) if self.underMouse() and self.isEnabled() and not self.isDown() else 0
        centre = room.center() + QPointF(0, lift)
        draw = tiles.draw_tile if is_tile(self.piece) else cards.draw_card
        draw(painter, centre, width, self.piece)
        edge = {"right": style.theme.right, "wrong": style.theme.wrong}.get(self.verdict)
        if self.hasFocus():
            edge = style.theme.accent
        if edge:
            outline = QRectF(0, 0, width, width * self.ratio()).adjusted(-2, -2, 2, 2)
            outline.moveCenter(centre)
            painter.setPen(QPen(colour(edge), style.px(3)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(outline, width * 0.08, width * 0.08)
        if self.verdict:
            self._paint_verdict(painter, centre + QPointF(width, width * self.ratio()) / 2)
        if self._key:
            cap = QRectF(0, 0, style.px(HEIGHT), style.px(HEIGHT))
            cap.moveCenter(QPointF(room.center().x(), self.height() - style.px(FOOT) / 2))
            paint_keycap(painter, cap, self._key, style)

    def _paint_verdict(self, painter: QPainter, corner: QPointF) -> None:
        """Paint the sign of right or wrong in the corner, for people who do not distinguish the edge colours."""
        style = current_style()
        side = style.px(_SIGN)
        disc = QRectF(corner.x() - side, corner.y() - side, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(getattr(style.theme, self.verdict)))
        painter.drawEllipse(disc)
        inset = side * 0.2
        paint_sign(
            painter, self.verdict, disc.adjusted(inset, inset, -inset, -inset), colour(style.theme.on_signal), 0.16
        )

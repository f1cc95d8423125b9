"""A button for a chip of the rack: its face, its key, and how many were taken."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.table.pieces.chips import ChipFace, paint_face
from trainer.desk.widgets.key_button import HEIGHT, paint_keycap

_SIDE = 76


class ChipButton(Styled, QAbstractButton):
    """A click takes a chip (``taken``), a right click puts one back (``put_back``); with Control five at a time."""

    taken = Signal(int)
    put_back = Signal(int)

    def __init__(self, face: ChipFace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face = face
        self.count = 0
        self._key = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.restyle()
        self.clicked.connect(lambda: self.taken.emit(1))

    def say(self, spoken: str, key: str) -> None:
        self._key = key
        self.setText(spoken)
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(key)
        self.update()

    def set_count(self, count: int) -> None:
        self.count = count
        self.update()

    def restyle(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        scale = current_style().scale
        return QSize(round(_SIDE * scale), round((_SIDE + 26) * scale))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = 5 if event.modifiers() & Qt.KeyboardModifier.ControlModifier else 1
        if event.button() == Qt.MouseButton.RightButton:
            self.put_back.emit(number)
        elif event.button() == Qt.MouseButton.LeftButton and number > 1:
            self.taken.emit(number)
        else:
            super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.isEnabled():
            painter.setOpacity(0.55)
        side = style.px(_SIDE)
        radius = side / 2 - style.px(6)
        lift = 1.0 if self.isDown() else 1.04 if self.underMouse() and self.isEnabled() else 1.0
        painter.save()
        painter.translate(side / 2, side / 2 + (style.px(1) if self.isDown() else 0))
        painter.scale(lift, lift)
        paint_face(painter, radius, self.face)
        painter.restore()
        if self.hasFocus():
            painter.setPen(QPen(colour(style.theme.accent), style.px(2)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(side / 2, side / 2), radius + style.px(3), radius + style.px(3))
        self._paint_foot(painter, side)

    def _paint_foot(self, painter: QPainter, side: int) -> None:
        """Paint key and count on one line below the chip."""
        style = current_style()
        foot = QRectF(0, side + style.px(2), side, style.px(22))
        if self._key:
            cap = QRectF(foot.left() + style.px(10), foot.top() + style.px(1), style.px(HEIGHT), style.px(HEIGHT))
            if not self.count:
                cap.moveCenter(QPointF(foot.center().x(), cap.center().y()))
            paint_keycap(painter, cap, self._key, style)
        if self.count:
            painter.setFont(style.font(STEPS.large, bold=True))
            painter.setPen(colour(style.theme.accent))
            room = foot.adjusted(style.px(34) if self._key else 0, 0, -style.px(6), 0)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), f"× {self.count}")

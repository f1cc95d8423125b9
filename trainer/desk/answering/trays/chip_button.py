"""A button for a chip of the rack: its face, its key, and how many were taken."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.table.pieces.chips import ChipFace, paint_face
from trainer.desk.widgets.key_button import HEIGHT, paint_keycap

_SIDE = 76


class ChipButton(QAbstractButton):
    """A click takes a chip (``taken``), a right click puts one back (``put_back``); with Control five at a time."""

    taken = Signal(int)
    put_back = Signal(int)

    def __init__(self, face: ChipFace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face = face
        self.count = 0
        self._key = ""
        self._dress: Dress | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
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

    def wear(self, dress: Dress) -> None:
        self._dress = dress
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        scale = self._dress.scale if self._dress else 1.0
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
        dress = self._dress
        if dress is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.isEnabled():
            painter.setOpacity(0.55)
        side = dress.px(_SIDE)
        radius = side / 2 - dress.px(6)
        lift = 1.0 if self.isDown() else 1.04 if self.underMouse() and self.isEnabled() else 1.0
        painter.save()
        painter.translate(side / 2, side / 2 + (dress.px(1) if self.isDown() else 0))
        painter.scale(lift, lift)
        paint_face(painter, radius, self.face)
        painter.restore()
        if self.hasFocus():
            painter.setPen(QPen(colour(dress.theme.accent), dress.px(2)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(side / 2, side / 2), radius + dress.px(3), radius + dress.px(3))
        self._paint_foot(painter, dress, side)

    def _paint_foot(self, painter: QPainter, dress: Dress, side: int) -> None:
        """Paint key and count on one line below the chip."""
        foot = QRectF(0, side + dress.px(2), side, dress.px(22))
        if self._key:
            cap = QRectF(foot.left() + dress.px(10), foot.top() + dress.px(1), dress.px(HEIGHT), dress.px(HEIGHT))
            if not self.count:
                cap.moveCenter(QPointF(foot.center().x(), cap.center().y()))
            paint_keycap(painter, cap, self._key, dress)
        if self.count:
            painter.setFont(dress.font(STEPS.large, bold=True))
            painter.setPen(colour(dress.theme.accent))
            room = foot.adjusted(dress.px(34) if self._key else 0, 0, -dress.px(6), 0)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), f"× {self.count}")

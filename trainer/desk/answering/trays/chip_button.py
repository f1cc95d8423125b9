"""A button for a chip of the rack: its face, its key, and how many were taken."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QSizePolicy, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.table.pieces.chips import ChipFace, paint_face
from trainer.desk.widgets.key_button import HEIGHT, paint_keycap

_SIDE = 76
_FOOT = 26  # pixels at scale 1 for key and count


class ChipButton(Styled, QAbstractButton):
    """A click takes a chip (``taken``), a right click puts one back (``put_back``); with Control five at a time.
    ``dropped`` has the point of the screen where a dragged chip was released."""

    taken = Signal(int)
    put_back = Signal(int)
    dropped = Signal(QPoint)

    def __init__(self, face: ChipFace, parent: QWidget | None = None, side: int = 0) -> None:
        """``side`` makes a smaller chip without a foot, in pixels at scale 1."""
        super().__init__(parent)
        self._side = side or _SIDE
        self._has_foot = not side
        self._pressed: QPoint | None = None  # where a drag may begin, on the screen
        self._flying: QLabel | None = None  # the chip that follows the pointer
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
        style = current_style()
        if not self._has_foot:
            return QSize(style.target(self._side), style.target(self._side))
        return QSize(round(_SIDE * style.scale), round((_SIDE + _FOOT) * style.scale))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = 5 if event.modifiers() & Qt.KeyboardModifier.ControlModifier else 1
        if event.button() == Qt.MouseButton.RightButton:
            self.put_back.emit(number)
        elif event.button() == Qt.MouseButton.LeftButton and number > 1:
            self.taken.emit(number)
        else:
            self._pressed = event.globalPosition().toPoint()
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = event.globalPosition().toPoint()
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        if self._flying is None and (here - self._pressed).manhattanLength() >= QApplication.startDragDistance():
            self.setDown(False)
            self._flying = self._take_off()
        if self._flying is not None:
            self._flying.move(self.window().mapFromGlobal(here) - self._flying.rect().center())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        flying, self._flying, self._pressed = self._flying, None, None
        if flying is None:
            super().mouseReleaseEvent(event)
            return
        flying.deleteLater()
        self.dropped.emit(event.globalPosition().toPoint())

    def _take_off(self) -> QLabel:
        """The picture of the chip that follows the pointer over the whole window."""
        ratio = self.devicePixelRatioF()
        side = min(self.width(), self.height())
        picture = QPixmap(QSize(side, side) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(side / 2, side / 2)
        paint_face(painter, side / 2 - 2, self.face)
        painter.end()
        flying = QLabel(self.window())
        flying.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        flying.setPixmap(picture)
        flying.adjustSize()
        flying.show()
        flying.raise_()
        return flying

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.isEnabled():
            painter.setOpacity(0.55)
        side = style.px(_SIDE) if self._has_foot else self.width()
        radius = side / 2 - style.px(6 if self._has_foot else 3)
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
        if self._has_foot:
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

"""The running wheel: a close view of the rim with the ball, as the dealer sees it beside the layout."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPixmap, QRadialGradient
from PySide6.QtWidgets import QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import colour
from trainer.desk.table.layouts.wheel import paint_wheel, pocket_angle
from trainer.equipment.wheel import WHEELS, Wheel
from trainer.games.round import Act

_TRACK, _POCKET = 0.845, 0.54  # radii at which the ball runs and rests, of the bowl's
_WHEEL_TURNS = 14.0  # degrees a second of the wheel
_BALL_TURNS = 300.0  # degrees a second of the ball when it is thrown
_SLOWEST = 90.0
_SHOWN = 1.55  # radius of the drawn wheel over the height of the view
WIDTH, HEIGHT = 240, 92


class RunningWheel:
    """Angles of wheel and ball at a time of the shift (milliseconds), in degrees clockwise.

    The view follows the ball once it lies in a pocket.
    """

    def __init__(self, wheel: Wheel) -> None:
        self.wheel = wheel
        self.turns = 0  # 1 clockwise, -1 counter-clockwise, 0 at rest
        self.ball_turns = 0
        self.began = 0
        self.number = ""
        self.stopped: int | None = None  # when the wheel stopped by itself
        self.hung: int | None = None  # when the ball came to rest on the rim

    def follow(self, now: int, act: Act) -> None:
        """Show what an act of the dealer or the table does to wheel and ball."""
        if act.do == "spin":
            self.spin(now, str(act.facts["wheel"]), str(act.facts["ball"]))
        elif act.do == "ball-falls":
            self.fall(str(act.facts["number"]))
        elif act.do == "wheel-stops":
            self.stopped = now
        elif act.do == "ball-hangs":
            self.hung = now
        elif act.do in ("ball-leaves-wheel", "void") or (act.do, act.topic) == ("call", "no-spin"):
            self.clear()

    def spin(self, now: int, wheel: str, ball: str) -> None:
        """The dealer spins the wheel and throws the ball."""
        self.turns = 1 if wheel == "clockwise" else -1
        self.ball_turns = 1 if ball == "clockwise" else -1
        self.began, self.number = now, ""
        self.stopped = self.hung = None

    def fall(self, number: str) -> None:
        """The ball comes to rest in a pocket."""
        self.number, self.ball_turns = number, 0

    def clear(self) -> None:
        """The ball is taken out for the next spin."""
        self.ball_turns = 0
        self.number = ""

    @property
    def is_running(self) -> bool:
        return self.ball_turns != 0

    def wheel_angle(self, now: int) -> float:
        seconds = ((now if self.stopped is None else self.stopped) - self.began) / 1000
        if self.number:
            return -pocket_angle(self.wheel, self.number)  # the pocket of the ball is in the middle of the view
        return self.turns * _WHEEL_TURNS * seconds

    def ball_angle(self, now: int) -> float | None:
        """Where the ball is; `None` if there is none on the wheel."""
        if self.number:
            return 0.0
        if not self.is_running:
            return None
        seconds = ((now if self.hung is None else self.hung) - self.began) / 1000
        slowed = _BALL_TURNS * seconds - 6.0 * seconds * seconds
        peak = (_BALL_TURNS - _SLOWEST) / 12.0
        if seconds > peak:
            slowed = _BALL_TURNS * peak - 6.0 * peak * peak + _SLOWEST * (seconds - peak)
        return self.ball_turns * slowed


class WheelView(Styled, QWidget):
    """Paints the upper rim of the wheel in a low, wide box; ``pressed`` is emitted when it is clicked."""

    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.running: RunningWheel | None = None
        self.now = 0
        self._picture: QPixmap | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.restyle()

    def show_wheel(self, name: str) -> RunningWheel:
        """Show another wheel by its name, at rest."""
        self.running = RunningWheel(WHEELS[name])
        self._picture = None
        self.update()
        return self.running

    def show_time(self, now: int) -> None:
        self.now = now
        self.update()

    def restyle(self) -> None:
        style = current_style()
        self._picture = None
        self.setFixedWidth(style.px(WIDTH))
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.running is None:
            return
        radius = self.height() * _SHOWN
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.height() != round(2 * radius * ratio):
            self._picture = _wheel_picture(self.running.wheel, radius, ratio)
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        frame, corner = QPainterPath(), current_style().px(10)
        frame.addRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), corner, corner)
        painter.fillPath(frame, colour("#20120A"))
        painter.setClipPath(frame)
        centre = QPointF(self.width() / 2, radius * 1.0 + 2)
        painter.save()
        painter.translate(centre)
        painter.rotate(self.running.wheel_angle(self.now))
        painter.drawPixmap(
            QRectF(-radius, -radius, 2 * radius, 2 * radius), self._picture, QRectF(self._picture.rect())
        )
        painter.restore()
        angle = self.running.ball_angle(self.now)
        if angle is not None:
            away = radius * (_POCKET if self.running.number else _TRACK)
            turned = math.radians(angle - 90)
            _paint_ball(painter, centre + QPointF(math.cos(turned), math.sin(turned)) * away, radius * 0.052)
        painter.end()


def _wheel_picture(wheel: Wheel, radius: float, ratio: float) -> QPixmap:
    picture = QPixmap(round(2 * radius * ratio), round(2 * radius * ratio))
    picture.fill(QColor(0, 0, 0, 0))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_wheel(painter, wheel, QPointF(radius * ratio, radius * ratio), radius * ratio)
    painter.end()
    return picture


def _paint_ball(painter: QPainter, at: QPointF, radius: float) -> None:
    shine = QRadialGradient(at - QPointF(radius * 0.3, radius * 0.4), radius * 1.4)
    shine.setColorAt(0, colour("#FFFFFF"))
    shine.setColorAt(1, colour("#B9B4A6"))
    painter.setPen(colour("#000000", 0.5))
    painter.setBrush(shine)
    painter.drawEllipse(at, radius, radius)

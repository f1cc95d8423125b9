"""The front page of home: what to do now, today's goal, the path of the chosen game, live table and mock exam.

With the head of home, at most seven things can be pressed; its search and "everything else" lead to the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from trainer.desk.screens.home.path_view import PathView
from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.charts.ring import paint_ring
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.texts.numbers import in_percent

if TYPE_CHECKING:  # read after home was painted
    from trainer.desk.screens.home.path import GamePath

_PICTURE_HEIGHT, _PICTURE_SHAPE = 230, 0.55  # pixels at scale 1; height by width
# Games that can be dealt at the live table, listed here to avoid an import.
LIVE_GAMES = frozenset(
    {
        "roulette-french",
        "roulette-american",
        "blackjack",
        "punto-banco",
        "mini-baccarat",
        "craps",
        "pai-gow-poker",
        "three-card-poker",
        "caribbean-stud",
    }
)
DRILL_LENGTH = 10  # questions of a drill that is a step of the path
_LOW = 640  # pixels at scale 1: a lower window has no room for the legend


class GoalButton(Styled, QAbstractButton):
    """Today's answers as a ring that closes at the goal, the streak of days and the results of the last seven days."""

    def __init__(self) -> None:
        super().__init__()
        self.share = 0.0
        self.lines = ("", "")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.restyle()

    def show_day(self, answers: int, goal: int, days: int, week: tuple[int, int] = (0, 0)) -> None:
        """Show today's answers, the goal, how many days in a row there was practice, and of the last seven days how
        many answers there were and how many of them right."""
        style = current_style()
        self.share = min(1.0, answers / goal)
        key = "reached" if answers >= goal else "left"
        run = "streak" if days > 1 else "first-day" if days and answers else "no-streak"
        streak = style.text(f"front.goal.{run}", days=days)
        given, right = week
        if given > answers:  # the week says more than today does
            share = in_percent(round(100 * right / given), style.language)
            streak = f"{streak} · {style.text('front.goal.week', answers=given, share=share)}"
        self.lines = (style.text(f"front.goal.{key}", answers=answers, goal=goal), streak)
        self.setAccessibleName(". ".join(self.lines))
        self.setToolTip(style.text("front.goal.off"))
        self.updateGeometry()
        self.update()

    def restyle(self) -> None:
        self.setFixedHeight(current_style().target(64))

    def sizeHint(self) -> QSize:
        style = current_style()
        wide = QFontMetrics(style.font(STEPS.large, bold=True)).horizontalAdvance(self.lines[0])
        other = QFontMetrics(style.font(STEPS.body)).horizontalAdvance(self.lines[1])
        return QSize(max(wide, other) + style.px(64 + 24), style.target(64))

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = style.px(48)
        ring = QRectF(style.px(2), (self.height() - side) / 2, side, side)
        paint_ring(painter, ring, self.share, style, stand="mastered" if self.share >= 1 else "learning")
        left = ring.right() + style.px(16)
        half = self.height() / 2
        painter.setFont(style.font(STEPS.large, bold=True))
        painter.setPen(colour(style.theme.accent if self.underMouse() else style.theme.text))
        bottom = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        painter.drawText(QRectF(left, 0, self.width() - left, half), bottom, self.lines[0])
        painter.setFont(style.font(STEPS.body))
        painter.setPen(colour(style.theme.quiet))
        top = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        painter.drawText(QRectF(left, half + style.px(2), self.width() - left, half), top, self.lines[1])
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(style.theme.accent), style.px(2)))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), style.px(8), style.px(8))


class FeltPicture(Styled, QWidget):
    """The felt of the chosen game; grey until it is painted."""

    def __init__(self) -> None:
        super().__init__()
        self._picture: QImage | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_picture(self, picture: QImage | None) -> None:
        self._picture = picture
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(current_style().px(360), current_style().px(180))

    def minimumSizeHint(self) -> QSize:
        return QSize(current_style().px(160), current_style().px(60))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMaximumHeight(current_style().px(_PICTURE_HEIGHT))

    def picture_size(self) -> QSize:
        high = min(self.height(), round(self.width() * _PICTURE_SHAPE))
        return QSize(round(high / _PICTURE_SHAPE), high)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        room = QRectF(0, 0, self.picture_size().width(), self.picture_size().height())
        shape = QPainterPath()
        shape.addRoundedRect(room, current_style().px(10), current_style().px(10))
        painter.setClipPath(shape)
        if self._picture is None:
            painter.fillPath(shape, colour(current_style().theme.line, 0.4))
        else:
            painter.drawImage(room, self._picture)


class FrontPage(Styled, QWidget):
    """What to do now, on the left, and the path of the game, on the right."""

    def __init__(self) -> None:
        super().__init__()
        self.welcome = Words("figure", wrap=True)
        self.game = KeyButton("quiet", height=60, step=STEPS.large, widest=560, from_left=True, sign="forward")
        self.start = KeyButton("primary", step=STEPS.title, height=104, widest=560)
        self.goal = GoalButton()
        self.picture = FeltPicture()
        self.next = Words("body", wrap=True)
        self.keys = Words("small")
        self.path_title, self.path_says, self.legend = Words("heading"), Words("quiet"), Words("small")
        self.path = PathView()
        self.live = KeyButton(height=64, step=STEPS.large, widest=320)
        self.mock = KeyButton(height=64, step=STEPS.large, widest=320)
        self._build()

    def _build(self) -> None:
        self._now = QVBoxLayout()
        self._now.addStretch(2)
        for widget in (self.welcome, self.picture, self.game, self.start, self.goal):
            self._now.addWidget(widget)
        self._now.addStretch(3)
        self._now.addWidget(self.keys)
        self.map = QFrame()
        self.map.setProperty("surface", "card")
        self._map = QVBoxLayout(self.map)
        title = QHBoxLayout()
        title.addWidget(self.path_title)
        title.addStretch()
        title.addWidget(self.path_says)
        self._map.addLayout(title)
        self._map.addWidget(self.path, stretch=1)
        self._map.addWidget(self.next)
        self._map.addWidget(self.legend)
        self._ends = QHBoxLayout()
        self._ends.addWidget(self.live, stretch=1)
        self._ends.addWidget(self.mock, stretch=1)
        self._map.addLayout(self._ends)
        self._middle = QHBoxLayout()
        self._middle.addLayout(self._now, stretch=5)
        self._middle.addWidget(self.map, stretch=6)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addLayout(self._middle, stretch=1)

    def put_first(self, strip: QWidget) -> None:
        """Insert a widget above everything else."""
        self._layout.insertWidget(0, strip)

    # ── the path ─────────────────────────────────────────────────────────────────────────────────────────────────

    def show_path(self, path: GamePath | None) -> None:
        style = current_style()
        self.path.show_path(path)
        self.legend.setVisible(bool(path) and self.window().height() >= _LOW * style.type_scale)
        if path is None:
            self.path_says.setText("")
            self.next.setText("")
            return
        self.next.setText(style.text("front.next", step=self.path.words(path.place)) if path.place >= 0 else "")
        drills = [step for step in path.steps if step.drill]
        self.path_says.setText(
            style.text(
                "front.path-says",
                page=sum(step.is_done for step in path.steps if not step.drill),
                pages=path.pages,
                drills=sum(step.is_done for step in drills),
                all=len(drills),
            )
        )

    def restyle(self) -> None:
        style = current_style()
        self._layout.setSpacing(style.px(12))
        self._middle.setSpacing(style.px(32))
        self._now.setSpacing(style.px(14))
        self._ends.setSpacing(style.px(12))
        self._map.setContentsMargins(style.px(20), style.px(16), style.px(20), style.px(16))
        self._map.setSpacing(style.px(10))
        self.keys.setText(style.text("front.keys"))
        self.path_title.setText(style.text("front.path"))
        self.legend.setText(style.text("front.legend"))
        self.live.say(style.text("front.live"), "D", note=style.text("front.live-note"))
        self.mock.say(style.text("front.mock"), "Y", note=style.text("front.mock-note"))

"""The heat map: recent accuracy of each trainee in each skill; grey if there are too few answers."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from html import escape
from uuid import UUID

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from trainer.desk.screens.progress.texts import percent_words
from trainer.desk.screens.school.page import RoomPage
from trainer.desk.style.fitted_text import paint_whole
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words
from trainer.school.protocol import Board, Heat
from trainer.school.skill_names import skill_names
from trainer.study.progress import STRONG_FROM
from trainer.texts import Message

_NAMES = 190  # width of the names at scale 1
_HEAD = 72
_ROW = 36
_WORST = 0.4  # accuracy at which the colour is fully red


def shade(cell: Heat, style: Style) -> QColor:
    """A colour from red through blue-grey to green. The percentage is written on it, so that nobody depends on the
    colour."""
    accuracy = cell.rights / cell.answers if cell.answers else 0.0
    if not cell.is_enough:
        return colour(style.theme.raised)
    good = min(1.0, max(0.0, (accuracy - _WORST) / (STRONG_FROM - _WORST)))
    wrong, right = QColor(style.theme.wrong), QColor(style.theme.right)
    pairs = ((wrong.red(), right.red()), (wrong.green(), right.green()), (wrong.blue(), right.blue()))
    found = QColor(*(round(one + (other - one) * good) for one, other in pairs))
    found.setAlphaF(0.30 + 0.45 * abs(good - 0.5))
    return found


class HeatView(QWidget):
    """A row for each trainee, a column for each skill."""

    def __init__(self) -> None:
        super().__init__()
        self.people: dict[UUID, str] = {}
        self.skills: list[str] = []
        self.cells: dict[tuple[UUID, str], Heat] = {}
        self._names: dict[str, str] = {}  # of the skills

    def show_board(self, board: Board) -> None:
        self.people = {line.person: line.name for line in board.lines}
        self.cells = {(cell.person, cell.skill): cell for cell in board.heat}
        rights, answers = Counter[str](), Counter[str]()
        for cell in board.heat:
            rights[cell.skill] += cell.rights
            answers[cell.skill] += cell.answers
        # The weakest skills first: that is what to teach.
        self.skills = sorted(answers, key=lambda skill: rights[skill] / max(1, answers[skill]))
        self._names = skill_names(self.skills, current_style().language)
        self.setMinimumHeight(self.sizeHint().height())
        self.setAccessibleName("; ".join(self.words(person, skill) for person, skill in self.cells))
        self.update()

    def sizeHint(self) -> QSize:
        px = current_style().px
        return QSize(px(800), px(_HEAD) + px(_ROW) * len(self.people))

    def words(self, person: UUID, skill: str) -> str:
        """A square as a text."""
        style, cell = current_style(), self.cells.get((person, skill))
        if cell is None:
            return ""
        said: dict[str, str | int] = {
            "name": self.people.get(person, ""),
            "skill": self._names[skill],
            "answers": cell.answers,
        }
        if not cell.is_enough:
            return style.text("school.heat.cell-few", **said)
        return style.text("school.heat.cell", percent=percent_words(cell.rights / cell.answers, style), **said)

    def _column(self) -> float:
        style = current_style()
        return min(style.px(140), (self.width() - style.px(_NAMES)) / max(1, len(self.skills)))

    def event(self, event: object) -> bool:
        if isinstance(event, QHelpEvent) and self.skills:
            style = current_style()
            row = int((event.pos().y() - style.px(_HEAD)) // style.px(_ROW))
            column = int((event.pos().x() - style.px(_NAMES)) // self._column())
            if 0 <= row < len(self.people) and 0 <= column < len(self.skills):
                words = self.words(list(self.people)[row], self.skills[column])
                QToolTip.showText(event.globalPos(), escape(words), self)  # a name is no markup
            return True
        return super().event(event)  # type: ignore[arg-type]

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, left, row = self._column(), style.px(_NAMES), style.px(_ROW)
        wrapped = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.setFont(style.font(STEPS.small))
        painter.setPen(colour(style.theme.quiet))
        for index, skill in enumerate(self.skills):
            room = QRectF(left + index * width + 2, 0, width - 4, style.px(_HEAD - 6))
            painter.drawText(room, wrapped, self._names[skill])
        for line, (person, name) in enumerate(self.people.items()):
            top = style.px(_HEAD) + line * row
            if not event.rect().intersects(QRect(0, top, self.width(), row)):
                continue
            painter.setPen(colour(style.theme.text))
            paint_whole(painter, QRectF(0, top, left - style.px(12), row), name, style, bold=True)
            for index, skill in enumerate(self.skills):
                square = QRectF(left + index * width + 2, top + 2, width - 4, row - 4)
                self._paint_cell(painter, self.cells.get((person, skill)), square)

    @staticmethod
    def _paint_cell(painter: QPainter, cell: Heat | None, square: QRectF) -> None:
        style = current_style()
        painter.setPen(Qt.PenStyle.NoPen if cell else colour(style.theme.line))
        painter.setBrush(shade(cell, style) if cell else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(square, style.px(4), style.px(4))
        if cell is None:
            return
        painter.setPen(colour(style.theme.text if cell.is_enough else style.theme.quiet))
        painter.setFont(style.font(STEPS.body, bold=cell.is_enough))
        words = percent_words(cell.rights / max(1, cell.answers), style) if cell.is_enough else f"({cell.answers})"
        painter.drawText(square, int(Qt.AlignmentFlag.AlignCenter), words)


def _names(board: Board) -> list[tuple[UUID, str]]:
    return [(line.person, line.name) for line in board.lines]


class HeatPage(RoomPage):
    """The map, and a note on what grey means."""

    def __init__(self) -> None:
        super().__init__()
        self.view = HeatView()
        self.few = Words("small")
        self.nobody = Words("large-quiet", wrap=True)
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.nobody)
        self._layout.addWidget(scrolling(self.view), stretch=1)
        self._layout.addWidget(self.few)
        self._board: Board | None = None
        self.few.say(Message("school.heat.few"))
        self.nobody.say(Message("school.board.nobody"))

    def show_board(self, board: Board, now: datetime) -> None:
        before, self._board = self._board, board
        # What people do changes every second, the map seldom.
        if before is None or before.heat != board.heat or _names(before) != _names(board):
            self.restyle()

    def restyle(self) -> None:
        style = current_style()
        self._layout.setContentsMargins(style.px(24), style.px(16), style.px(24), style.px(16))
        has_any = self._board is not None and bool(self._board.heat)
        self.nobody.setVisible(not has_any)
        self.few.setVisible(has_any)
        if self._board is not None:
            self.view.show_board(self._board)

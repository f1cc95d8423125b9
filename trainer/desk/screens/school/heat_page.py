"""The heat map: recent accuracy of each trainee in each skill; grey if there are too few answers."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from trainer.desk.screens.progress.texts import percent_words
from trainer.desk.screens.school.page import RoomPage
from trainer.desk.screens.school.texts import skill_words
from trainer.desk.style.dress import Dress
from trainer.desk.style.fitted_text import paint_whole
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words
from trainer.school.protocol import Board, Heat
from trainer.study.progress import STRONG_FROM

_NAMES = 190  # width of the names at scale 1
_HEAD = 72
_ROW = 36
_WORST = 0.4  # accuracy at which the colour is fully red


def shade(cell: Heat, dress: Dress) -> QColor:
    """A colour from red through blue-grey to green. The percentage is written on it, so that nobody depends on the
    colour."""
    accuracy = cell.rights / cell.answers if cell.answers else 0.0
    if not cell.is_enough:
        return colour(dress.theme.raised)
    good = min(1.0, max(0.0, (accuracy - _WORST) / (STRONG_FROM - _WORST)))
    wrong, right = QColor(dress.theme.wrong), QColor(dress.theme.right)
    pairs = ((wrong.red(), right.red()), (wrong.green(), right.green()), (wrong.blue(), right.blue()))
    found = QColor(*(round(one + (other - one) * good) for one, other in pairs))
    found.setAlphaF(0.30 + 0.45 * abs(good - 0.5))
    return found


class HeatView(QWidget):
    """A row for each trainee, a column for each skill."""

    def __init__(self) -> None:
        super().__init__()
        self._dress: Dress | None = None
        self.people: list[tuple[UUID, str]] = []
        self.skills: list[str] = []
        self.cells: dict[tuple[UUID, str], Heat] = {}

    def show_board(self, board: Board, dress: Dress) -> None:
        self._dress = dress
        self.people = [(line.person, line.name) for line in board.lines]
        self.cells = {(cell.person, cell.skill): cell for cell in board.heat}
        # The weakest skills first: that is what to teach.
        self.skills = sorted({cell.skill for cell in board.heat}, key=self._accuracy)
        self.setMinimumHeight(self.sizeHint().height())
        self.setAccessibleName("; ".join(self.words(person, skill) for person, skill in self.cells))
        self.update()

    def _accuracy(self, skill: str) -> float:
        cells = [cell for (_, name), cell in self.cells.items() if name == skill]
        return sum(cell.rights for cell in cells) / max(1, sum(cell.answers for cell in cells))

    def sizeHint(self) -> QSize:
        px = self._dress.px if self._dress else round
        return QSize(px(800), px(_HEAD) + px(_ROW) * len(self.people))

    def words(self, person: UUID, skill: str) -> str:
        """A square as a text."""
        dress, cell = self._dress, self.cells.get((person, skill))
        if dress is None or cell is None:
            return ""
        said: dict[str, str | int] = {
            "name": dict(self.people).get(person, ""),
            "skill": skill_words(skill, dress),
            "answers": cell.answers,
        }
        if not cell.is_enough:
            return dress.text("school.heat.cell-few", **said)
        return dress.text("school.heat.cell", percent=percent_words(cell.rights / cell.answers, dress), **said)

    def _column(self, dress: Dress) -> float:
        return min(dress.px(140), (self.width() - dress.px(_NAMES)) / max(1, len(self.skills)))

    def event(self, event: object) -> bool:
        if isinstance(event, QHelpEvent) and self._dress is not None and self.skills:
            dress = self._dress
            row = int((event.pos().y() - dress.px(_HEAD)) // dress.px(_ROW))
            column = int((event.pos().x() - dress.px(_NAMES)) // self._column(dress))
            if 0 <= row < len(self.people) and 0 <= column < len(self.skills):
                QToolTip.showText(event.globalPos(), self.words(self.people[row][0], self.skills[column]), self)
            return True
        return super().event(event)  # type: ignore[arg-type]

    def paintEvent(self, event: QPaintEvent) -> None:
        dress = self._dress
        if dress is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, left, row = self._column(dress), dress.px(_NAMES), dress.px(_ROW)
        wrapped = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.setFont(dress.font(STEPS.small))
        painter.setPen(colour(dress.theme.quiet))
        for index, skill in enumerate(self.skills):
            room = QRectF(left + index * width + 2, 0, width - 4, dress.px(_HEAD - 6))
            painter.drawText(room, wrapped, skill_words(skill, dress))
        for line, (person, name) in enumerate(self.people):
            top = dress.px(_HEAD) + line * row
            painter.setPen(colour(dress.theme.text))
            paint_whole(painter, QRectF(0, top, left - dress.px(12), row), name, dress, bold=True)
            for index, skill in enumerate(self.skills):
                square = QRectF(left + index * width + 2, top + 2, width - 4, row - 4)
                self._paint_cell(painter, self.cells.get((person, skill)), square, dress)

    @staticmethod
    def _paint_cell(painter: QPainter, cell: Heat | None, square: QRectF, dress: Dress) -> None:
        painter.setPen(Qt.PenStyle.NoPen if cell else colour(dress.theme.line))
        painter.setBrush(shade(cell, dress) if cell else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(square, dress.px(4), dress.px(4))
        if cell is None:
            return
        painter.setPen(colour(dress.theme.text if cell.is_enough else dress.theme.quiet))
        painter.setFont(dress.font(STEPS.body, bold=cell.is_enough))
        words = percent_words(cell.rights / max(1, cell.answers), dress) if cell.is_enough else f"({cell.answers})"
        painter.drawText(square, int(Qt.AlignmentFlag.AlignCenter), words)


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
        self._dress: Dress | None = None

    def show_board(self, board: Board, now: datetime) -> None:
        self._board = board
        if self._dress is not None:
            self.wear(self._dress)

    def wear(self, dress: Dress) -> None:
        self._dress = dress
        self._layout.setContentsMargins(dress.px(24), dress.px(16), dress.px(24), dress.px(16))
        self.few.setText(dress.text("school.heat.few"))
        self.nobody.setText(dress.text("school.board.nobody"))
        has_any = self._board is not None and bool(self._board.heat)
        self.nobody.setVisible(not has_any)
        self.few.setVisible(has_any)
        if self._board is not None:
            self.view.show_board(self._board, dress)

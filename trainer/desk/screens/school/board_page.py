"""The live board: who is connected, what they do, how far they are, who is stuck; and the mistakes of the class.

From here a trainee's history is opened, a mistake projected, and a guest or an incident sent to a live table.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from trainer.desk.screens.school.page import RoomPage
from trainer.desk.screens.school.texts import mistake_words, skill_words, when_words
from trainer.desk.style.fitted_text import paint_whole
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words
from trainer.live.guest_orders import ORDERS
from trainer.school.protocol import Board, BoardLine, Doing, MistakeLine, TableOrder
from trainer.school.skill_names import skill_names
from trainer.texts import Message

_ROW = 44
_HEAD = 32
# Left edges of the columns, as shares of the width.
_COLUMNS = {"name": 0.0, "doing": 0.27, "how-far": 0.53, "today": 0.70, "synced": 0.82}
_MOST_MISTAKES = 5


class BoardView(QWidget):
    """The trainees as rows; ``chosen`` emits the one whose history is wanted, ``troubled`` a connected one and what
    is to happen at his live table."""

    chosen = Signal(UUID)
    troubled = Signal(UUID, str)

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[BoardLine, ...] = ()
        self._now = datetime.now().astimezone()
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_lines(self, lines: tuple[BoardLine, ...], now: datetime) -> None:
        """Show trainees: stuck ones first, then connected ones, then the others."""
        self.lines = tuple(sorted(lines, key=lambda line: (not line.is_stuck, not line.is_in, line.name.casefold())))
        self._now = now
        self.setMinimumHeight(self.sizeHint().height())
        self.setAccessibleName("; ".join(f"{line.name}: {self._doing(line)}" for line in self.lines))
        self.update()

    def sizeHint(self) -> QSize:
        px = current_style().px
        return QSize(px(600), px(_HEAD + _ROW * max(1, len(self.lines))))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self._line_at(event.position().y())
        if line is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(line.person)

    def _line_at(self, high: float) -> BoardLine | None:
        index = int((high - current_style().px(_HEAD)) // current_style().px(_ROW))
        return self.lines[index] if 0 <= index < len(self.lines) else None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The right button, a long touch or the menu key: a guest or an incident for the trainee's live table."""
        line = self._line_at(event.pos().y())
        if line is not None and line.is_in:
            self.menu_for(line).popup(event.globalPos())

    def menu_for(self, line: BoardLine) -> QMenu:
        """What an instructor can let happen at a trainee's live table."""
        style, menu = current_style(), QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSection(style.text("school.board.table-of", name=line.name))
        for order in ORDERS:
            chosen = menu.addAction(style.text(f"school.board.order-{order}"))
            chosen.triggered.connect(lambda _=False, what=order: self.troubled.emit(line.person, what))
        return menu

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        style, theme = current_style(), current_style().theme
        painter.setFont(style.font(STEPS.small))
        painter.setPen(colour(theme.quiet))
        for column in _COLUMNS:
            room = self._room(column, 0, style.px(_HEAD))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), style.text(f"school.board.{column}"))
        for index, line in enumerate(self.lines):
            top = style.px(_HEAD) + index * style.px(_ROW)
            if event.rect().intersects(QRect(0, top, self.width(), style.px(_ROW))):
                self._paint_line(painter, line, top)

    def _paint_line(self, painter: QPainter, line: BoardLine, top: float) -> None:
        style = current_style()
        theme, height = style.theme, style.px(_ROW)
        painter.setPen(colour(theme.line))
        painter.drawLine(0, round(top), self.width(), round(top))
        if line.is_stuck:
            painter.fillRect(QRectF(0, top + 1, self.width(), height - 1), colour(theme.wrong, 0.16))
        ink = colour(theme.text if line.is_in else theme.quiet)
        dot = style.px(10)
        painter.setPen(Qt.PenStyle.NoPen)
        place = QRectF(style.px(6), top + (height - dot) / 2, dot, dot)
        if line.is_stuck or line.is_in:
            painter.setBrush(colour(theme.wrong if line.is_stuck else theme.right))
        else:  # a ring, for people who do not distinguish the colours
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(theme.quiet), style.px(2)))
        painter.drawEllipse(place.adjusted(1, 1, -1, -1))
        self._say(painter, "name", top, line.name, ink, bold=True, indent=style.px(26))
        self._say(painter, "doing", top, self._doing(line), ink)
        if line.status.length and line.is_in:
            self._paint_bar(painter, line, top)
        today = style.text("school.board.figures", rights=line.rights, answers=line.answers) if line.answers else "–"
        self._say(painter, "today", top, today, ink)
        when = when_words(line.synced, self._now, style) if line.synced else style.text("school.board.never")
        if line.waiting:
            when = style.text("school.board.waits", when=when, count=line.waiting)
        self._say(painter, "synced", top, when, colour(theme.quiet))

    def _paint_bar(self, painter: QPainter, line: BoardLine, top: float) -> None:
        style = current_style()
        room = self._room("how-far", top, style.px(_ROW))
        bar = QRectF(room.left(), top + style.px(_ROW) * 0.62, room.width() * 0.85, style.px(6))
        share = min(1.0, line.status.answered / line.status.length)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(style.theme.raised))
        painter.drawRoundedRect(bar, 3, 3)
        bar.setWidth(max(bar.height(), bar.width() * share))
        painter.setBrush(colour(style.theme.accent))
        painter.drawRoundedRect(bar, 3, 3)
        words = style.text("school.assigned.progress", answers=line.status.answered, length=line.status.length)
        painter.setPen(colour(style.theme.quiet))
        painter.setFont(style.font(STEPS.small))
        painter.drawText(QRectF(room.left(), top + style.px(6), room.width(), style.px(20)), 0, words)

    def _say(
        self, painter: QPainter, column: str, top: float, words: str, ink: QColor, bold: bool = False, indent: int = 0
    ) -> None:
        style = current_style()
        room = self._room(column, top, style.px(_ROW)).adjusted(indent, 0, -style.px(8), 0)
        painter.setPen(ink)
        paint_whole(painter, room, words, style, bold=bold)

    def _room(self, column: str, top: float, height: float) -> QRectF:
        begins = list(_COLUMNS.values())
        at = _COLUMNS[column]
        ends = next((begin for begin in begins if begin > at), 1.0)
        return QRectF(at * self.width(), top, (ends - at) * self.width(), height)

    @staticmethod
    def _doing(line: BoardLine) -> str:
        style = current_style()
        if not line.is_in:
            return style.text("school.board.out")
        if line.is_in and line.status.problem is not None:
            return style.text("school.board.cannot", problem=line.status.problem)
        doing = style.text(f"school.board.at-{line.status.doing.value}")
        if line.status.doing is not Doing.HOME and line.status.skill:
            doing = skill_words(line.status.skill, style)
        return f"{doing} · {style.text('school.board.stuck')}" if line.is_stuck else doing


class BoardPage(RoomPage):
    """``chosen`` emits the trainee whose history is wanted, ``projected`` the mistake whose question to project."""

    chosen = Signal(UUID)
    projected = Signal(MistakeLine)

    def __init__(self) -> None:
        super().__init__()
        self.view = BoardView()
        self.view.chosen.connect(self.chosen)
        self.view.troubled.connect(self._trouble)
        self.nobody = Words("large-quiet", wrap=True)
        self.card = Card()
        self.no_mistakes = Words("quiet", wrap=True)
        self.buttons: list[KeyButton] = []
        self.captions: list[Words] = []
        self.project = Words("small", wrap=True)
        self._buttons = QVBoxLayout()
        self.card.add(self.no_mistakes)
        self.card.add(self.project)
        self.card.add(self._buttons)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.nobody)
        column.addWidget(self.view)
        column.addStretch()
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(scrolling(inside), stretch=5)
        self._layout.addWidget(self.card, stretch=2, alignment=Qt.AlignmentFlag.AlignTop)
        self._board: Board | None = None
        self._now = datetime.now().astimezone()
        self.nobody.say(Message("school.board.nobody"))
        self.no_mistakes.say(Message("school.board.no-mistakes"))
        self.project.say(Message("school.board.project"))
        self.card.set_title(Message("school.board.mistakes"))

    def _trouble(self, person: UUID, order: str) -> None:
        if self._board is not None:
            self.asked.emit(TableOrder(class_id=self._board.class_id, person=person, order=order))

    def show_board(self, board: Board, now: datetime) -> None:
        self._board, self._now = board, now
        self.restyle()

    def restyle(self) -> None:
        style = current_style()
        board = self._board
        self._layout.setContentsMargins(style.px(24), style.px(16), style.px(24), style.px(16))
        self._layout.setSpacing(style.px(24))
        self.nobody.setVisible(board is None or not board.lines)
        self.view.show_lines(board.lines if board else (), self._now)
        self.card.setMinimumWidth(style.px(330))
        mistakes = board.mistakes[:_MOST_MISTAKES] if board else ()
        self.no_mistakes.setVisible(not mistakes)
        discard(*self.buttons, *self.captions)
        self.buttons, self.captions = [], []
        skills = skill_names({mistake.skill for mistake in mistakes}, style.language)
        for mistake in mistakes:
            caption = Words("small", wrap=True)
            skill = skills[mistake.skill]
            caption.setText(
                style.text("school.board.mistake-note", times=mistake.times, people=mistake.people, skill=skill)
            )
            button = KeyButton(height=68, step=STEPS.body, widest=300, from_left=True)
            name = mistake_words(mistake.mistake, style)
            button.say(name, spoken=f"{caption.text()}: {name}")
            button.clicked.connect(lambda _=False, mistake=mistake: self.projected.emit(mistake))
            self.captions.append(caption)
            self.buttons.append(button)
            self._buttons.addWidget(caption)
            self._buttons.addWidget(button)
        self._buttons.setSpacing(style.px(4))
        self.project.setVisible(bool(mistakes))

"""Third page of progress: the latest answers, each of which can be replayed."""

from __future__ import annotations

from uuid import UUID

import msgspec
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from trainer.desk.screens.progress.page import Page
from trainer.desk.screens.progress.texts import moment_words
from trainer.desk.style.fitted_text import paint_whole
from trainer.desk.style.signs import paint_sign
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.style.units import seconds_words
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.touch import follow_a_finger
from trainer.desk.widgets.words import Words
from trainer.drills.core import Item
from trainer.records.store import Attempt
from trainer.runs.offers import Offers
from trainer.runs.trainee_records import TraineeRecords, offer_at
from trainer.study.behaviours import LEARN
from trainer.texts import say

SHOWN = 200
FILTER_KEYS = {"all": Qt.Key.Key_T, "wrong": Qt.Key.Key_F}
_WALKING_KEYS = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
)
_ROW_HEIGHT = 40


class AnswerLine(msgspec.Struct, frozen=True):
    """The texts of one line."""

    id: UUID
    right: bool
    verdict: str
    drill: str
    table: str
    seconds: str
    when: str
    counted: str


class AnswersPage(Page):
    """``replayed`` emits the ids of all listed answers and the index of the chosen one."""

    replayed = Signal(list, int)

    def __init__(self) -> None:
        super().__init__()
        self.card = Card()
        self.filter = Segments(height=36)
        self.filter.chosen.connect(self._choose)
        self.none = Words("large-quiet")
        self.list = _AnswerList()
        self._delegate = _LineDelegate(self.list)
        self.list.setItemDelegate(self._delegate)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        follow_a_finger(self.list)
        self.list.clicked.connect(lambda index: self._replay(index.row()))
        self.shown = "all"
        self.lines: list[AnswerLine] = []
        self._attempts: list[Attempt] = []
        row = QHBoxLayout()
        row.addWidget(self.filter)
        row.addStretch()
        self.card.add(row)
        self.card.add(self.none)
        self.card.add(self.list, stretch=1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.card)

    def show_reading(self, reading: TraineeRecords, offers: Offers) -> None:
        style = current_style()
        self._offers = offers
        self._attempts = list(reading.store.attempts(reading.profile.id, newest_first=True, limit=SHOWN))
        self.card.set_title(style.text("progress.answers.title"))
        choices = [(name, style.text(f"progress.answers.{name}")) for name in ("all", "wrong")]
        self.filter.show_choices(choices, self.shown, keys=[chr(key) for key in FILTER_KEYS.values()])
        self._fill()

    def _choose(self, shown: str) -> None:
        self.shown = shown
        self._fill()
        self.take_focus()

    def _fill(self) -> None:
        style = current_style()
        row = max(0, self.list.currentRow())
        wanted = [attempt for attempt in self._attempts if self.shown == "all" or not attempt.right]
        self.lines = [_line(attempt, self._offers, style) for attempt in wanted]
        self.list.clear()
        for line in self.lines:
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, line)
            spoken = f"{line.verdict}. {line.drill}. {line.table}. {line.seconds}. {line.when}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            self.list.addItem(item)
        self.list.setAccessibleName(style.text("progress.answers.title"))
        self.list.setCurrentRow(min(row, len(self.lines) - 1))
        self.none.setText(style.text("progress.answers.none"))
        self.none.setVisible(not self.lines)
        self.list.setVisible(bool(self.lines))

    def _replay(self, row: int) -> None:
        if 0 <= row < len(self.lines):
            self.replayed.emit([line.id for line in self.lines], row)

    def take_focus(self) -> None:
        self.list.setFocus(Qt.FocusReason.TabFocusReason)

    def take_key(self, event: QKeyEvent) -> bool:
        if event.key() in ENTER_KEYS:
            self._replay(self.list.currentRow())
            return True
        for shown, key in FILTER_KEYS.items():
            if event.key() == key:
                self.filter.buttons[shown].click()
                return True
        return False


class _AnswerList(QListWidget):
    """A list that uses the arrows and leaves all other keys to the page."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _WALKING_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()


class _LineDelegate(QStyledItemDelegate):
    """Paints a line: sign, drill and table, duration, time."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, current_style().px(_ROW_HEIGHT))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        style, line = current_style(), index.data(Qt.ItemDataRole.UserRole)
        if line is None:
            return
        theme, px = style.theme, style.px
        room = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_here = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_here or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(theme.accent, 0.18) if is_here else colour(theme.raised))
            painter.drawRoundedRect(room.adjusted(0, 1, -px(4), -1), px(6), px(6))
        tone = "right" if line.right else "wrong"
        sign = QRectF(room.left() + px(10), room.center().y() - px(9), px(18), px(18))
        paint_sign(painter, tone, sign, colour(getattr(theme, tone)), 0.14)
        columns = (
            (0.11, line.verdict, False, tone),
            (0.33, line.drill, True, "text"),
            (0.27, line.table, False, "quiet"),
            (0.09, line.counted, False, "quiet"),
            (0.07, line.seconds, False, "text"),
        )
        left = room.left() + px(44)
        width = room.width() - px(44) - px(16)
        for share, words, bold, ink in columns:
            _write(painter, QRectF(left, room.top(), width * share, room.height()), words, bold, ink, style)
            left += width * share
        last = QRectF(left, room.top(), room.right() - px(16) - left, room.height())
        painter.setFont(style.font(STEPS.body))
        painter.setPen(colour(theme.quiet))
        painter.drawText(last, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), line.when)
        painter.restore()


def _write(painter: QPainter, room: QRectF, words: str, bold: bool, ink: str, style: Style) -> None:
    painter.setPen(colour(getattr(style.theme, ink)))
    paint_whole(painter, room.adjusted(0, 0, -style.px(10), 0), words, style, bold=bold)


def _line(attempt: Attempt, offers: Offers, style: Style) -> AnswerLine:
    item = Item.parse(attempt.item)
    variant = f":{item.variant}" if item.variant else ""
    offer = offer_at(offers, f"{item.rulebook}/{item.game}{variant}")
    names = [family.name for family in offer.families if family.id == item.family] if offer else []
    family = say(names[0], style.language) if names else item.family
    table = f"{item.rulebook}/{item.game}"
    if offer:
        table = style.text("progress.table", game=offer.rules.names, rulebook=offer.rules.info.names)
    learned = attempt.behaviour == LEARN.id
    verdict = "right-one" if attempt.right else "wrong-one" if attempt.answer else "unanswered-one"
    return AnswerLine(
        attempt.id,
        attempt.right,
        style.text(f"progress.answers.{verdict}"),
        style.text("progress.rung.level", family=family, level=item.level),
        table,
        seconds_words(attempt.milliseconds / 1000, style),
        moment_words(attempt.at, style),
        "" if attempt.counts else style.text("progress.answers.learning" if learned else "desk.counts.no"),
    )

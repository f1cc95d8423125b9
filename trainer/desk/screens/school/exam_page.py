"""The invigilator's page: hand out a sealed paper to all; pause, continue and end the exam for all or one; see
incidents.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from uuid import UUID

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout

from trainer.desk.screens.school.page import RoomPage
from trainer.desk.screens.school.rows import ConfirmButton, NamedRow, RowList
from trainer.desk.screens.school.texts import when_words
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words
from trainer.exams.errors import RefusedError
from trainer.exams.locked_paper import read_locked
from trainer.school.entries import LARGEST_BODY
from trainer.school.protocol import Board, BoardLine, ExamRoomOrder, Incident
from trainer.system.input_files import read_input_file
from trainer.texts import Message, Names, say
from trainer.texts.system_errors import system_problem

_ORDERS = ("pause", "go-on", "end")
# Kinds of incidents that have a text; others are shown by their id.
_INCIDENTS = (
    "not-in-front",
    "screen-added",
    "screen-removed",
    "screen-changed",
    "session-ends",
    "clipboard",
    "no-keys",
    "wrong-clock",
)
_MOST_INCIDENTS = 30


class CandidateRow(NamedRow):
    """A candidate in the exam."""

    def __init__(self, line: BoardLine) -> None:
        super().__init__(line.name, _ORDERS, sure=("end",))
        self.of = line

    def show_line(self, line: BoardLine) -> None:
        self.of = line
        self.name.setText(line.name)

    def show_last(self, last: str) -> None:
        style = current_style()
        words = [style.text("school.exam.here" if self.of.is_in else "school.board.out")]
        if last:
            words.append(style.text(f"school.exam.was-{last}"))
        self.write(" · ".join(words), {order: style.text(f"school.exam.{order}") for order in _ORDERS})


class ExamPage(RoomPage):
    """The exam of a class."""

    def __init__(self) -> None:
        super().__init__()
        self.class_id: UUID | None = None
        self.papers: Path | None = None  # folder of the papers drawn on this machine
        self.paper, self.paper_id = b"", ""
        self.paper_names: Names | None = None
        self.rows: list[CandidateRow] = []
        self.orders: dict[UUID, str] = {}  # the last order to each candidate
        self.incidents: list[Incident] = []
        self._lines: tuple[BoardLine, ...] = ()
        self._now = datetime.now().astimezone()
        self.card, self.incident_card = Card(), Card()
        self.says = Words("quiet", wrap=True)
        self.choose = KeyButton(height=44)
        self.begin = KeyButton("primary", height=44)
        self.all: dict[str, KeyButton] = {order: KeyButton(height=44) for order in _ORDERS}
        self.end_all = self.all["end"] = ConfirmButton("plain", height=44, step=STEPS.large)
        self.incident_words = Words("body", wrap=True)
        self._build()
        self.choose.clicked.connect(self._choose_file)
        self.begin.clicked.connect(lambda: self.order("begin"))
        self.end_all.sure.connect(lambda: self.order("end"))
        for order in ("pause", "go-on"):
            self.all[order].clicked.connect(lambda _=False, order=order: self.order(order))
        self.says.say(Message("school.exam.says"))
        self.choose.say(Message("school.exam.choose"))
        self.begin.say(Message("school.exam.begin"))
        self.incident_card.set_title(Message("school.exam.incidents"))

    def _build(self) -> None:
        line = QHBoxLayout()
        for button in (self.choose, self.begin, *self.all.values()):
            line.addWidget(button)
        line.addStretch()
        self._list = RowList()
        self.card.add(self.says)
        self.card.add(line)
        self.card.add(self._list.area, stretch=1)
        self.incident_words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.incident_card.add(scrolling(self.incident_words), stretch=1)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.card, stretch=3)
        self._layout.addWidget(self.incident_card, stretch=1)

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def order(self, order: str, person: UUID | None = None) -> None:
        """Send an order to all or to one. Papers are sent locked; the invigilator's sheet has the code."""
        if self.class_id is None or not self.paper_id:
            return
        paper = self.paper if order == "begin" else b""
        self.asked.emit(
            ExamRoomOrder(
                class_id=self.class_id, order=order, sitting=UUID(hex=self.paper_id), person=person, paper=paper
            )
        )
        for line in self._lines:
            if person in (None, line.person):
                self.orders[line.person] = order
        self.restyle()

    def _choose_file(self) -> None:
        text = current_style().text
        path = self.choose_file(text("school.exam.choose"), text("school.exam.files"), self.papers)
        if path is not None:
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Choose the sealed paper to hand out."""
        try:
            data = read_input_file(path, LARGEST_BODY)
            locked = read_locked(data)
        except RefusedError as error:
            self.failed.emit(error.message)
            return
        except OSError as error:
            self.failed.emit(system_problem(error))
            return
        self.paper, self.paper_id, self.paper_names = data, locked.commitment.paper, locked.names
        self.restyle()

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_board(self, board: Board, now: datetime) -> None:
        self._now = now
        if self._lines == board.lines:
            return
        self._lines = board.lines
        # The board changes every second: existing rows are kept, because somebody may be pressing one of their buttons.
        if [row.of.person for row in self.rows] != [line.person for line in board.lines]:
            self.rows = [self._row(line) for line in board.lines]
            self._list.show_rows(self.rows)
        for row, line in zip(self.rows, board.lines, strict=True):
            row.show_line(line)
        self.restyle()

    def _row(self, line: BoardLine) -> CandidateRow:
        row = CandidateRow(line)
        for order, button in row.buttons.items():
            pressed = button.sure if isinstance(button, ConfirmButton) else button.clicked
            pressed.connect(lambda _=False, order=order: self.order(order, line.person))
        return row

    def show_incident(self, incident: Incident) -> None:
        self.incidents = [incident, *self.incidents][:_MOST_INCIDENTS]
        self.restyle()

    def restyle(self) -> None:
        style = current_style()
        self._layout.setContentsMargins(style.px(24), style.px(16), style.px(24), style.px(16))
        self._layout.setSpacing(style.px(24))
        names = say(self.paper_names, style.language) if self.paper_names else style.text("school.exam.no-paper")
        self.card.set_title(style.text("school.page.exam"), names)
        for order in ("pause", "go-on"):
            self.all[order].say(style.text(f"school.exam.{order}-all"))
        self.end_all.ask(style.text("school.exam.end-all"), style.text("school.class.end-sure"))
        for button in (
            self.begin,
            *self.all.values(),
            *(button for row in self.rows for button in row.buttons.values()),
        ):
            button.setEnabled(bool(self.paper_id))
        self._list.restyle()
        for row in self.rows:
            row.show_last(self.orders.get(row.of.person, ""))
        people = {line.person: line.name for line in self._lines}
        self.incident_card.setMinimumWidth(style.px(280))
        lines = [
            f"{when_words(one.at, self._now, style)} {people.get(one.person, '?')}: {_incident_words(one.kind, style)}"
            for one in self.incidents
            if one.person is not None
        ]
        self.incident_words.setText("\n".join(lines) or style.text("school.exam.no-incidents"))


def _incident_words(kind: str, style: Style) -> str:
    return style.text(f"school.incident.{kind}") if kind in _INCIDENTS else kind

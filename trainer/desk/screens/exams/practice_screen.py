"""The screen before the clock starts: the result of the machine check, and a practice item that does not count."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.answering.asked_table import AskedTable
from trainer.desk.style.style import current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import close_lines
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.words import Words
from trainer.drills.core import Question
from trainer.drills.forms import AnswerError
from trainer.exams.paper_items import question_of, rules_in
from trainer.exams.sitting import Machine, Sitting
from trainer.texts import Message, say


class PracticeScreen(Screen):
    """``practised`` emits an answer, ``started`` that the candidate is ready."""

    practised = Signal(str)
    started = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._sitting: Sitting | None = None
        self._machine: Machine | None = None
        self._is_measuring = False
        self._who = ""
        self.table = AskedTable(self)
        self.table.submitted.connect(self._practise)
        self.title, self.says = Words("heading"), Words("quiet")
        self.machine = Words("small", wrap=True)
        self.machine.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.start_button = KeyButton("primary", height=44)
        self.start_button.clicked.connect(self.started)
        self.start_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.header = QWidget()
        self.header.setProperty("surface", "panel")
        self.header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._head = QHBoxLayout(self.header)
        self._head.addLayout(close_lines(self.title, self.says), stretch=3)
        self._head.addWidget(self.machine, stretch=2)
        self._head.addWidget(self.start_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.table, stretch=1)
        self.start_button.say(Message("exam-room.start"), "F10")

    def measure(self, sitting: Sitting) -> None:
        """Show the practice item while the machine is measured."""
        self._sitting, self._machine, self._is_measuring = sitting, None, True
        self._ask()

    def show_practice(self, sitting: Sitting, machine: Machine | None, who: str) -> None:
        """Show the practice item, the result of the machine check and the candidate's name for the certificate."""
        self._sitting, self._machine, self._is_measuring, self._who = sitting, machine, False, who
        self._ask()
        self.take_focus()

    def _ask(self) -> None:
        question = self.question
        if question is not None:
            self.table.ask(question)
        self.restyle()

    @property
    def question(self) -> Question | None:
        """The practice item; `None` if the paper has none."""
        if self._sitting is None or not self._sitting.paper.practice:
            return None
        item = self._sitting.paper.practice[0]
        return question_of(item, rules_in(self._sitting.paper, item))

    def _practise(self) -> None:
        question = self.question
        if question is None or self._is_measuring:
            return
        try:
            mark = question.family.mark(question, self.table.answer())
        except AnswerError as error:
            self.table.bar.tell(say(error.message, current_style().language))
            return
        self.practised.emit(self.table.answer())
        self.table.tray.show_solution(mark.given, mark.solution)
        self.table.bar.tell(current_style().text(f"exam-room.practice-{'right' if mark.right else 'wrong'}"))

    def take_focus(self) -> None:
        self.table.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F10 and not self._is_measuring:
            self.started.emit()
        elif not self.table.take_key(event):
            super().keyPressEvent(event)

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        self.header.setFixedHeight(style.px(64))
        self._head.setContentsMargins(style.px(20), 0, style.px(24), 0)
        self._head.setSpacing(style.px(16))
        state = "measuring" if self._is_measuring else "practice"
        self.title.setText(style.text(f"exam-room.{state}-title", who=self._who))
        self.says.setText(style.text(f"exam-room.{state}-says"))
        machine = self._machine
        if machine is not None:
            told = style.text(
                "exam-room.machine",
                screen=machine.screen,
                frame=machine.frame_ms,
                latency=machine.latency_ms,
                free=machine.free_mb // 1000,
            )
            self.machine.setText(told)
        self.machine.setVisible(machine is not None)
        self.start_button.setEnabled(not self._is_measuring)
        self.start_button.setMinimumWidth(self.start_button.sizeHint().width())

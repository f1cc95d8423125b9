"""The exam screen: felt, question, remaining time, flag and overview; no hints and no lessons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from trainer.desk.answering.asked_table import AskedTable
from trainer.desk.screens.exams.overview_screen import Overview
from trainer.desk.screens.exams.stray_keys import HeldKeys
from trainer.desk.style.style import current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import close_lines
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.words import Words
from trainer.drills.forms import AnswerError
from trainer.exams.errors import RefusedError
from trainer.exams.sitting import Machine, Sitting
from trainer.exams.sitting_state import Phase
from trainer.texts import Message, say

_TICK_MILLISECONDS = 100
_SECOND = 1000
_STALL_MILLISECONDS = 100
_HURRY_MILLISECONDS = 60_000  # below this the remaining time is shown in the warning colour
_FORBIDDEN = (Qt.Key.Key_F1, Qt.Key.Key_F4)


class SittingScreen(Screen):
    """Shows a `Sitting`. ``ended`` is emitted when it was handed in, ``invigilator_wanted`` when the invigilator is
    called."""

    ended = Signal()
    invigilator_wanted = Signal()

    def __init__(self, clock: Callable[[], int]) -> None:
        """``clock`` returns monotonic nanoseconds."""
        super().__init__()
        self._clock = clock
        self._sitting: Sitting | None = None
        self._machine: Machine | None = None
        self._shown: tuple[str, str, int] = ("", "", 0)  # phase, part and item
        self._last_beat = 0
        self._last_tick = 0
        self._stalled = 0
        self.table = AskedTable(self)
        self.table.submitted.connect(self._answer)
        self.overview = Overview(self._turn_to, self.close_overview, self._finish)
        self.place, self.title = Words("heading"), Words("quiet")
        self.time, self.time_caption = Words("figure"), Words("small")
        self.flag = KeyButton(height=44)
        self.list = KeyButton(height=44)
        self.help = KeyButton("quiet", height=44)
        self.flag.clicked.connect(self.switch_flag)
        self.list.clicked.connect(self.open_overview)
        self.help.clicked.connect(self.invigilator_wanted)
        for button in (self.flag, self.list, self.help):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.overview)
        self._held = HeldKeys()
        self._ticking = QTimer(self)
        self._ticking.setInterval(_TICK_MILLISECONDS)
        self._ticking.timeout.connect(self.tick)
        self._build()

    def _build(self) -> None:
        self.header = QWidget()
        self.header.setProperty("surface", "panel")
        self.header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._head = QHBoxLayout(self.header)
        self._head.addLayout(close_lines(self.place, self.title))
        self._head.addStretch()
        for button in (self.help, self.list, self.flag):
            self._head.addWidget(button)
        for words in (self.time, self.time_caption):
            words.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._head.addLayout(close_lines(self.time, self.time_caption))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.pages, stretch=1)

    # ── the sitting ──────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def sitting(self) -> Sitting:
        if self._sitting is None:
            raise RuntimeError("no sitting is shown")
        return self._sitting

    def start(self, sitting: Sitting, machine: Machine | None) -> None:
        """Show a running sitting; ``machine`` is the result of the machine check."""
        self._sitting, self._machine = sitting, machine
        self._shown = ("", "", 0)
        self._last_beat = self._last_tick = self._clock()
        self._follow()
        self._held.begin()
        self._ticking.start()

    def stop(self) -> None:
        """Release the sitting: it was handed in or paused, or the program ends."""
        self._ticking.stop()
        self._held.end()

    def _follow(self) -> None:
        """Show the state of the sitting, which may have changed by itself when a time was up."""
        state = self.sitting.state
        stands = (self.sitting.phase, state.part.id if state.part else "", state.item)
        if state.phase is Phase.HANDED_IN:
            self.stop()
            self.ended.emit()
            return
        if stands == self._shown:
            return
        self._shown = stands
        self._stalled = 0
        if state.item:
            given = state.answers.get(state.item)
            self.pages.setCurrentWidget(self.table)
            self.table.ask(self.sitting.question, given.answer if given else "")
            if self.isVisible():
                self.take_focus()
        else:
            self.open_overview()
        self._write()

    def tick(self) -> None:
        """Update the time on the screen ten times a second, and in the log every second."""
        now = self._clock()
        gap = (now - self._last_beat) // 1_000_000 - _TICK_MILLISECONDS
        self._last_beat = now
        if gap > _STALL_MILLISECONDS:
            self._stalled += gap
        if (now - self._last_tick) // 1_000_000 >= _SECOND:
            self._last_tick = now
            self._do(self.sitting.tick)
        self._show_time()

    def _answer(self) -> None:
        machine = self._machine
        frame, latency = (machine.frame_ms, machine.latency_ms) if machine else (0, 0)
        was_forward = self.sitting.state.is_forward
        try:
            self.sitting.answer(self.table.answer(), frame_ms=frame, latency_ms=latency, stall_ms=self._stalled)
        except AnswerError as error:
            self.table.bar.tell(say(error.message, current_style().language))
            return
        except RefusedError as error:
            self._tell(error.message)
            self._follow()
            return
        except OSError as error:
            self.table.bar.tell(current_style().text("exam-room.not-kept", problem=str(error.strerror)))
            return
        if not was_forward and self.sitting.state.item:
            if self.sitting.state.next_open:
                self._do(self.sitting.skip)
            else:
                self.open_overview()
        self._follow()

    def _do(self, act: Callable[[], object]) -> None:
        """Run an action that may be refused; the reason is shown below the question."""
        try:
            act()
        except RefusedError as error:
            self._tell(error.message)
        except OSError as error:
            self.table.bar.tell(current_style().text("exam-room.not-kept", problem=str(error.strerror)))
        self._follow()

    def _tell(self, message: Message) -> None:
        self.table.bar.tell(say(message, current_style().language))

    def _turn_to(self, number: int) -> None:
        if number == self.sitting.item:
            self.close_overview()
        else:
            self._do(lambda: self.sitting.show(number))

    def _step(self, step: int) -> None:
        """Go to the item before or after, if the part allows it."""
        numbers = [item.number for item in self.sitting.state.items]
        if not self.sitting.state.is_forward and self.sitting.item in numbers:
            place = numbers.index(self.sitting.item) + step
            if 0 <= place < len(numbers):
                self._turn_to(numbers[place])

    def switch_flag(self) -> None:
        """Set or remove the flag of the item."""
        number = self.sitting.item
        if number and not self.sitting.state.is_forward:
            self._do(lambda: self.sitting.flag(number, number not in self.sitting.state.flags))
            self._write()

    def open_overview(self) -> None:
        self.pages.setCurrentWidget(self.overview)
        self.overview.show_sitting(self.sitting)
        if self.isVisible():
            self.overview.take_focus()

    def close_overview(self) -> None:
        if self.sitting.item:
            self.pages.setCurrentWidget(self.table)
            self.take_focus()

    def _finish(self) -> None:
        if self.sitting.state.is_last_part:
            self._do(lambda: self.sitting.hand_in(confirmed=True))
        else:
            self._do(self.sitting.finish_part)

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def take_focus(self) -> None:
        if self.pages.currentWidget() is self.table:
            self.table.take_focus()
        else:
            self.overview.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_F7:
                self.switch_flag()
            case Qt.Key.Key_F8:
                self.open_overview()
            case Qt.Key.Key_F9:
                self.invigilator_wanted.emit()
            case Qt.Key.Key_PageUp:
                self._step(-1)
            case Qt.Key.Key_PageDown:
                self._step(1)
            case Qt.Key.Key_Escape | Qt.Key.Key_F11:
                self.table.bar.tell(current_style().text("exam-room.no-leaving"))
            case key if key in _FORBIDDEN:
                self.table.bar.tell(current_style().text("exam-room.no-help"))
            case _ if self.pages.currentWidget() is self.table and self.table.take_key(event):
                pass
            case _:
                super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        self.header.setFixedHeight(style.px(64))
        self._head.setContentsMargins(style.px(20), 0, style.px(24), 0)
        self._head.setSpacing(style.px(12))
        if self._sitting is not None:
            self._write()

    def _write(self) -> None:
        style, state = current_style(), self.sitting.state
        if state.known_paper is None or state.part is None:
            return
        numbers = [item.number for item in state.items]
        self.place.setText(say(state.part.names, style.language))
        at = numbers.index(state.item) + 1 if state.item in numbers else 0
        scheme = say(self.sitting.paper.scheme.names, style.language)
        self.title.setText(
            style.text("exam-room.item-of", number=at, count=len(numbers), scheme=scheme) if at else scheme
        )
        is_flagged = state.item in state.flags
        self.flag.say(style.text("exam-room.unflag" if is_flagged else "exam-room.flag"), "F7")
        self.list.say(style.text("exam-room.overview"), "F8")
        self.help.say(style.text("exam-room.call"), "F9")
        self.flag.setVisible(not state.is_forward)
        self._show_time()

    def _show_time(self) -> None:
        if self._sitting is None or self.sitting.phase != Phase.RUNNING.value:
            return
        part, item = self.sitting.part_left_ms, self.sitting.item_left_ms
        left = min(value for value in (part, item) if value is not None) if (part, item) != (None, None) else None
        caption = "time-left-item" if item is not None and left == item else "time-left"
        if left is None:
            self.time.setText("–")
        else:
            minutes, seconds = divmod(-(-left // _SECOND), 60)
            self.time.setText(f"{minutes}:{seconds:02d}")
        self.time.set_role("wrong" if left is not None and left < _HURRY_MILLISECONDS else "figure")
        self.time_caption.setText(current_style().text(f"exam-room.{caption}"))
        self.time.setAccessibleName(f"{self.time_caption.text()} {self.time.text()}")

"""The school's strip at the top of home: who has joined, the next open assignment, the state of the connection."""

from __future__ import annotations

from datetime import datetime
from textwrap import shorten

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from trainer.desk.screens.school.texts import state_words, when_words
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.records.attempts import to_milliseconds
from trainer.school.assignments import Assignment, What, Work
from trainer.school.laptop.sync_client import State, SyncClient

_LONGEST_NAME = 40  # letters


class SchoolStrip(QWidget):
    """``wanted`` emits the assignment to start; ``school_wanted`` asks for the school's screen."""

    wanted = Signal(object)
    school_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "note")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.buttons: list[KeyButton] = []
        self.status = KeyButton("quiet", height=56, step=STEPS.body, widest=420)
        self.status.clicked.connect(self.school_wanted)
        self.who = Words("quiet", wrap=True)  # several people may share the laptop
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.who, stretch=1)
        self._layout.addWidget(self.status)

    def show_school(self, core: SyncClient, now: datetime) -> None:
        style = current_style()
        discard(*self.buttons)
        self.buttons = []
        waiting = core.unfinished_work()
        for assignment, work in waiting[:1]:
            button = KeyButton("primary", height=56, widest=680)
            button.say(
                style.text("school.assigned.do", title=assignment.title), note=note_words(assignment, work, now, style)
            )
            button.clicked.connect(lambda _=False, assignment=assignment: self.wanted.emit(assignment))
            self.buttons.append(button)
            self._layout.insertWidget(0, button)
        sentence, line = state_words(core, now, style)
        name = shorten(core.link.name, _LONGEST_NAME, placeholder="…")
        self.who.setText(name if waiting else f"{name} · {sentence}")
        more = style.text("school.assigned.more", count=len(waiting) - 1) if len(waiting) > 1 else ""
        away = sentence.partition(".")[0] if waiting and (core.state is State.AWAY or core.trouble) else ""
        self.status.say(
            more or away or line, note=line if more or away else "", spoken=f"{core.link.name}: {sentence} {line}"
        )
        self.status.setToolTip(f"{sentence} {line}")
        self._layout.setContentsMargins(style.px(12), style.px(4), style.px(8), style.px(4))
        self._layout.setSpacing(style.px(8))


def note_words(assignment: Assignment, work: Work | None, now: datetime, style: Style) -> str:
    """Somebody's progress in an assignment, and its deadline."""
    notes = []
    if assignment.what is What.LESSON:
        notes.append(style.text("school.assigned.lesson"))
    elif assignment.what is What.EXAM:
        notes.append(style.text("school.assigned.exam"))
    else:
        answers = work.answers if work else 0
        notes.append(style.text("school.assigned.progress", answers=answers, length=assignment.length))
    if assignment.deadline and to_milliseconds(now) > assignment.deadline:
        notes.append(style.text("school.assigned.late"))
    elif assignment.deadline:
        notes.append(style.text("school.assigned.due", when=when_words(assignment.deadline, now, style)))
    return " · ".join(notes)

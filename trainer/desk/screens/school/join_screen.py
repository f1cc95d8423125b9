"""Join a class and then see the connection, the open assignments and the installer that the school hands out; or, as an
instructor, open a class or sign in.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from trainer.desk.screens.school.home_strip import note_words
from trainer.desk.screens.school.installer_line import InstallerLine
from trainer.desk.screens.school.texts import state_words
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words
from trainer.school.laptop.sync_client import State, SyncClient
from trainer.school.protocol import NameLine
from trainer.texts import Message, say

_LIST_HEIGHT = 300
_MOST_WORK = 5


class Step(StrEnum):
    """What the screen asks for or shows."""

    CODE = "code"
    NAME = "name"
    PASSWORD = "password"
    IN = "in"
    TEACH = "teach"


class JoinScreen(CardScreen):
    """``code_given`` emits the code and the address (may be empty), ``name_given`` the person and the password;
    ``sync_wanted`` and ``leave_wanted`` are for a laptop that has joined.

    An instructor opens a class here (``teach_wanted``) or signs in at a school: ``login_given`` emits code, address,
    name and password.
    """

    code_given = Signal(str, str)
    name_given = Signal(bytes, str)
    sync_wanted = Signal()
    address_given = Signal(str)  # where a school that has moved is now
    leave_wanted = Signal()
    teach_wanted = Signal()
    login_given = Signal(str, str, str, str)
    work_wanted = Signal(object)  # an assignment

    def __init__(self) -> None:
        super().__init__()
        self.step = Step.CODE
        self.names: tuple[NameLine, ...] = ()
        self.chosen: NameLine | None = None
        self.rows: list[KeyButton] = []
        self._core: SyncClient | None = None
        self._now = datetime.now().astimezone()
        self._place = ("", "")
        self._trouble: Message | None = None
        self._is_leaving = False  # asked once whether to leave the school
        self.code_caption, self.address_caption, self.password_caption = (Words("small") for _ in range(3))
        self.code, self.address, self.password = QLineEdit(), QLineEdit(), QLineEdit()
        self.code.setProperty("figure", "large")
        self.code.setMaxLength(20)
        self.address.setMaxLength(100)
        self.password.setMaxLength(200)
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.who = Words("heading")
        self.synced = Words("large-quiet", wrap=True)
        self.installer = InstallerLine()
        self.leave_school = KeyButton("quiet", height=44, step=STEPS.body)
        self.teach = KeyButton("quiet", height=44, step=STEPS.body)
        self.login_caption, self.login = Words("small"), QLineEdit()
        self.login.setMaxLength(200)
        self.sign_in = KeyButton(height=48)
        self.work = QWidget()
        self._work = QVBoxLayout(self.work)
        self._work.setContentsMargins(0, 0, 0, 0)
        self.work_rows: list[KeyButton] = []
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list = scrolling(inside)
        for widget in (
            *(
                self.who,
                self.synced,
                self.work,
                self.installer,
                self.code_caption,
                self.code,
                self.address_caption,
                self.address,
                self.list,
            ),
            *(self.login_caption, self.login, self.password_caption, self.password, self.sign_in),
        ):
            self.body.addWidget(widget)
        for button in (self.leave_school, self.teach):
            self.body.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)
        self.main.clicked.connect(self._do)
        self.leave_school.clicked.connect(self._leave)
        self.teach.clicked.connect(lambda: self.show_step(Step.TEACH))
        self.sign_in.clicked.connect(self._sign_in)
        for field in (self.code, self.address, self.password, self.login):
            field.textChanged.connect(lambda: self.say_trouble(None))
        self.teach.say(Message("school.join.teach"))
        self.sign_in.say(Message("school.join.sign-in"))

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_step(self, step: Step) -> None:
        self.step = step
        self._is_leaving = False
        self.say_trouble(None)
        self.password.clear()
        self.restyle()
        self.take_focus()

    def show_names(self, names: tuple[NameLine, ...], school: str, class_name: str) -> None:
        """Show the names to choose from."""
        self.names, self._place = names, (school, class_name)
        discard(*self.rows)
        self.rows = []
        for line in names:
            row = KeyButton(height=56, widest=560, from_left=True)
            row.clicked.connect(lambda _=False, line=line: self._choose(line))
            self.rows.append(row)
            self._list.addWidget(row)
        self.show_step(Step.NAME)

    def show_link(self, core: SyncClient | None, now: datetime) -> None:
        """Show the state of the connection; without a link, ask for the code."""
        self._core, self._now = core, now
        if core is None and self.step is Step.IN:
            self.show_step(Step.CODE)
        elif core is not None and self.step is not Step.IN:
            self.show_step(Step.IN)
        else:
            self.restyle()

    def say_trouble(self, trouble: Message | None) -> None:
        self._trouble = trouble
        is_search = trouble is not None and trouble.id == "school.join.looking"
        self.message.set_role("quiet" if is_search else "trouble")
        self.tell(say(trouble, current_style().language) if trouble else "")

    def take_focus(self) -> None:
        fields = {Step.CODE: self.code, Step.PASSWORD: self.password}
        fields.get(self.step, self).setFocus()

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _choose(self, line: NameLine) -> None:
        self.chosen = line
        self.show_step(Step.PASSWORD)

    def _do(self) -> None:
        match self.step:
            case Step.CODE:
                self.say_trouble(Message("school.join.looking"))
                self.code_given.emit(self.code.text(), self.address.text())
            case Step.PASSWORD if self.chosen is not None:
                self.name_given.emit(self.chosen.id, self.password.text())
            case Step.IN if self.address.isVisibleTo(self) and self.address.text().strip():
                self.address_given.emit(self.address.text().strip())
            case Step.IN:
                self.sync_wanted.emit()
            case Step.TEACH:
                self.teach_wanted.emit()

    def _leave(self) -> None:
        """Leave the school at the second press; the first says what that means."""
        if self._is_leaving:
            self._is_leaving = False
            self.leave_wanted.emit()
        elif self._core is not None:
            self._is_leaving = True
            self.say_trouble(Message("school.join.leave-says", {"name": self._core.link.name}))
            self.restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter in a field is for the field, not for the large button below.
        if self.step is Step.TEACH and event.key() in ENTER_KEYS and isinstance(self.focusWidget(), QLineEdit):
            self._sign_in()
        else:
            super().keyPressEvent(event)

    def _sign_in(self) -> None:
        self.say_trouble(Message("school.join.looking"))
        self.login_given.emit(self.code.text(), self.address.text(), self.login.text(), self.password.text())

    def go_back(self) -> None:
        before = {Step.NAME: Step.CODE, Step.PASSWORD: Step.NAME, Step.TEACH: Step.CODE}
        if self.step in before:
            self.show_step(before[self.step])
        else:
            self.back.emit()

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        step, core = self.step, self._core
        titles = {Step.NAME: "who", Step.TEACH: "teach-title"}
        self.title.setText(style.text(f"school.join.{titles.get(step, 'title')}"))
        school, class_name = self._place
        says = {
            Step.CODE: style.text("school.join.says"),
            Step.TEACH: style.text("school.join.teach-says"),
            Step.NAME: style.text("school.join.who-says", school=school, class_name=class_name),
            Step.PASSWORD: style.text("school.join.who-says", school=school, class_name=class_name),
        }
        self.says.setText(says.get(step, ""))
        away = {Step.IN} if core is not None and core.state is State.AWAY else set()  # it may have moved
        for widget, steps in (
            (self.code_caption, {Step.CODE, Step.TEACH}),
            (self.code, {Step.CODE, Step.TEACH}),
            (self.address_caption, {Step.CODE, Step.TEACH, *away}),
            (self.address, {Step.CODE, Step.TEACH, *away}),
            (self.teach, {Step.CODE}),
            (self.login_caption, {Step.TEACH}),
            (self.login, {Step.TEACH}),
            (self.sign_in, {Step.TEACH}),
            (self.list, {Step.NAME}),
            (self.password_caption, {Step.PASSWORD, Step.TEACH}),
            (self.password, {Step.PASSWORD, Step.TEACH}),
            (self.who, {Step.IN}),
            (self.synced, {Step.IN}),
            (self.work, {Step.IN}),
            (self.leave_school, {Step.IN}),
            (self.main, {Step.CODE, Step.PASSWORD, Step.IN, Step.TEACH}),
        ):
            widget.setVisible(step in steps)
        self._write_fields()
        if core is not None and step is Step.IN:
            sentence, line = state_words(core, self._now, style)
            self.who.setText(style.text("school.join.in", name=core.link.name, class_name=core.link.class_name))
            trouble = f" {say(core.trouble, style.language)}" if core.trouble and not core.is_accepted else ""
            self.synced.setText(f"{sentence}{trouble}\n{line}")
            self._write_work(core)
        self.leave_school.say(Message("school.join.leave-sure" if self._is_leaving else "school.join.leave"))
        mains = {Step.IN: "now", Step.TEACH: "here"}
        self.main.say(style.text(f"school.join.{mains.get(step, 'go')}"), style.say("key.enter"))
        is_out = step in (Step.CODE, Step.IN)
        self.leave.say(style.text("school.join.back" if is_out else "school.join.cancel"), style.say("key.escape"))
        self.message.setText(say(self._trouble, style.language) if self._trouble else "")
        super().restyle()

    def _write_work(self, core: SyncClient) -> None:
        """Show the open assignments, by deadline."""
        style = current_style()
        discard(*self.work_rows)
        self.work_rows = []
        for assignment, work in core.unfinished_work()[:_MOST_WORK]:
            row = KeyButton(height=56, widest=600)
            row.say(assignment.title, note=note_words(assignment, work, self._now, style))
            row.clicked.connect(lambda _=False, assignment=assignment: self.work_wanted.emit(assignment))
            self.work_rows.append(row)
            self._work.addWidget(row)
        self._work.setSpacing(style.px(8))

    def _write_fields(self) -> None:
        style = current_style()
        self.code_caption.setText(style.text("school.join.code"))
        self.address_caption.setText(style.text("school.join.address"))
        self.login_caption.setText(style.text("school.join.login"))
        self.code.setProperty("figure", "large" if self.step is Step.CODE else "small")
        if self.step is Step.TEACH:
            self.password_caption.setText(style.text("school.join.login-password"))
        elif self.chosen is not None:
            name = self.chosen.name
            is_taken = self.chosen.is_taken
            password = style.text("school.join.password", name=name) if is_taken else ""
            self.password_caption.setText(password or f"{name}: {style.text('school.join.choose-password')}")
        high = 72 if self.step is Step.CODE else 44
        for field, caption, height in (
            (self.code, self.code_caption, high),
            (self.address, self.address_caption, 44),
            (self.login, self.login_caption, 44),
            (self.password, self.password_caption, 44),
        ):
            field.setAccessibleName(caption.text())
            field.setFixedHeight(style.target(height))
        self.list.setFixedHeight(min(style.px(_LIST_HEIGHT), max(1, len(self.rows)) * style.px(64)))
        self._list.setSpacing(style.px(8))
        for line, row in zip(self.names, self.rows, strict=True):
            row.say(line.name, note=style.text("school.join.taken") if line.is_taken else "")

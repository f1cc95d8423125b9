"""The code for the projector, and the roster, where people are added, changed and removed, and laptops withdrawn.

A person gets a code for another laptop here. Only an administrator can change the class or erase somebody.
"""

from __future__ import annotations

import csv
import io
from datetime import datetime
from pathlib import Path
from uuid import UUID

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from trainer.desk.screens.school.class_card import ClassCard
from trainer.desk.screens.school.page import RoomPage
from trainer.desk.screens.school.rows import ConfirmButton, NamedRow, RowList
from trainer.desk.screens.school.texts import when_words
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.records.attempts import from_milliseconds, to_milliseconds
from trainer.school.errors import SchoolError
from trainer.school.protocol import (
    AddTrainees,
    ChangePerson,
    CodeOpened,
    OpenCode,
    ResetPassword,
    Roster,
    RosterPerson,
    WithdrawLaptop,
)
from trainer.school.roster import read_roster
from trainer.school.storage.people import LONGEST_NAME, Role
from trainer.system.people_names import distinct_names
from trainer.texts import Message, say
from trainer.texts.system_errors import system_problem

_BUTTONS = ("spare", "withdraw", "more")


class PersonRow(NamedRow):
    """A person of the class with actions on their laptops; one button opens actions on the person. ``changed`` emits an
    order with a name."""

    changed = Signal(str, str)

    def __init__(self, person: RosterPerson, name: str) -> None:
        super().__init__(name, _BUTTONS, sure=("withdraw",))
        self.person = person
        self.new_name = QLineEdit(person.name)
        self.new_name.setMaxLength(LONGEST_NAME)
        self.rename, self.take_out = (KeyButton("quiet", height=36, step=STEPS.body) for _ in range(2))
        self.erase = ConfirmButton()
        self.more = QWidget()
        lines = QVBoxLayout(self.more)
        lines.setContentsMargins(0, 0, 0, 0)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.new_name, stretch=1)
        first.addWidget(self.rename)
        second.addStretch()
        second.addWidget(self.take_out)
        second.addWidget(self.erase)
        lines.addLayout(first)
        lines.addLayout(second)
        self.more.hide()
        self.below.addWidget(self.more)
        self.buttons["more"].clicked.connect(lambda: self.more.setVisible(self.more.isHidden()))
        self.rename.clicked.connect(lambda: self.changed.emit("rename", self.new_name.text()))
        self.take_out.clicked.connect(lambda: self.changed.emit("take-out", ""))
        self.erase.sure.connect(lambda: self.changed.emit("erase", ""))

    def set_person(self, person: RosterPerson, name: str) -> None:
        """Take over what the service says of the person now."""
        if self.new_name.text() == self.person.name:
            self.new_name.setText(person.name)
        self.person = person
        self.name.setText(name)

    def show_person(self, now: datetime, may_erase: bool) -> None:
        style = current_style()
        laptops = [
            style.text("school.people.laptop", name=name, when=when_words(seen, now, style))
            for _, name, seen in self.person.laptops
        ]
        count = len(self.person.laptops)
        labels = {name: style.text(f"school.people.{name}", count=count) for name in _BUTTONS}
        if not self.person.laptops:
            labels["withdraw"] = ""
        self.write("; ".join(laptops) or style.text("school.people.no-laptop"), labels)
        self.new_name.setAccessibleName(style.text("school.people.rename"))
        self.new_name.setFixedHeight(style.target(36))
        self.rename.say(style.text("school.people.rename"))
        self.take_out.say(style.text("school.people.take-out"))
        self.erase.ask(style.text("school.people.erase"), style.text("school.people.erase-sure"))
        self.erase.setVisible(may_erase)


class PeoplePage(RoomPage):
    """On the left, in large type, what laptops need to join; on the right, the trainees of the class."""

    def __init__(self) -> None:
        super().__init__()
        self.class_id: UUID | None = None
        self.addresses = ""
        self.roster: Roster | None = None
        self.code_card, self.roster_card = Card(), Card()
        self.code = Words("code")
        self.until, self.address = Words("quiet"), Words("large-quiet", wrap=True)
        self.new_code = KeyButton(height=44)
        self.personal = Words("accent", wrap=True)
        self.names = QLineEdit()
        self.names.setMaxLength(4_000)
        self.add, self.open = KeyButton("primary", height=44), KeyButton(height=44)
        self.empty = Words("quiet", wrap=True)
        self.rows: list[PersonRow] = []
        self.class_card = ClassCard()
        self.role = Role.INSTRUCTOR  # of the signed-in user
        self._opened: CodeOpened | None = None
        self._personal: tuple[str, CodeOpened] | None = None
        self._now = datetime.now().astimezone()
        self._build()
        self.new_code.clicked.connect(self.ask_code)
        self.add.clicked.connect(self._add_names)
        self.names.returnPressed.connect(self._add_names)
        self.open.clicked.connect(self._choose_file)
        self.class_card.asked.connect(self.asked)
        self.new_code.say(Message("school.people.new-code"))
        self.add.say(Message("school.people.add"))
        self.open.say(Message("school.people.import"))
        self.empty.say(Message("school.people.empty"))
        self.code_card.set_title(Message("school.people.code"))

    def _build(self) -> None:
        for part in (self.code, self.until, self.address, self.new_code, self.personal):
            self.code_card.add(part)
        line = QHBoxLayout()
        line.addWidget(self.names, stretch=1)
        line.addWidget(self.add)
        line.addWidget(self.open)
        self._list = RowList()
        self.roster_card.add(line)
        self.roster_card.add(self.empty)
        self.roster_card.add(self._list.area, stretch=1)
        self._left = QVBoxLayout()
        self._left.addWidget(self.code_card)
        self._left.addWidget(self.class_card)
        self._left.addStretch()
        self._layout = QHBoxLayout(self)
        self._layout.addLayout(self._left, stretch=2)
        self._layout.addWidget(self.roster_card, stretch=3)

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_class(self, class_id: UUID, name: str, addresses: str, role: Role) -> None:
        if class_id != self.class_id:  # nothing is done to the people of the last class in the name of this one
            self.roster, self.rows = None, []
            self._list.show_rows([])
        self.class_id, self.addresses, self.role = class_id, addresses, role
        self.class_card.show_class(class_id, name)

    def is_code_over(self, now: datetime) -> bool:
        """Whether the code that is shown has ended, so that nobody can join."""
        return self._opened is not None and self._opened.ends <= to_milliseconds(now)

    def show_code(self, opened: CodeOpened) -> None:
        self._opened = opened
        self.restyle()

    def show_personal(self, name: str, opened: CodeOpened) -> None:
        self._personal = name, opened
        self.restyle()

    def show_roster(self, roster: Roster, now: datetime) -> None:
        trainees = [one for one in roster.people if one.role is Role.TRAINEE]
        self.roster, self._now = roster, now
        names = distinct_names([(one.name, one.login) for one in trainees])
        before = self.rows
        rows = {row.person.person: row for row in before}  # keep what somebody is typing into them
        self.rows = [rows.get(one.person) or self._row(one, name) for one, name in zip(trainees, names, strict=True)]
        for row, person, name in zip(self.rows, trainees, names, strict=True):
            row.set_person(person, name)
        if self.rows != before:
            self._list.show_rows(self.rows)
        self.restyle()

    def _row(self, person: RosterPerson, name: str) -> PersonRow:
        row = PersonRow(person, name)
        row.buttons["spare"].clicked.connect(lambda: self._spare(row.person))
        if isinstance(withdraw := row.buttons["withdraw"], ConfirmButton):
            withdraw.sure.connect(lambda: self._withdraw(row.person))
        row.changed.connect(lambda order, name: self._change(row.person, order, name))
        return row

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def ask_code(self) -> None:
        if self.class_id is not None:
            self.asked.emit(OpenCode(class_id=self.class_id))

    def _spare(self, person: RosterPerson) -> None:
        if self.class_id is not None:
            self.asked.emit(OpenCode(class_id=self.class_id, person=person.person))

    def _withdraw(self, person: RosterPerson) -> None:
        """Withdraw all laptops of a person and reset the password."""
        for number, _, _ in person.laptops:
            self.asked.emit(WithdrawLaptop(laptop=number))
        self.asked.emit(ResetPassword(person=person.person))

    def _change(self, person: RosterPerson, order: str, name: str) -> None:
        if self.class_id is not None:
            self.asked.emit(ChangePerson(person=person.person, class_id=self.class_id, order=order, name=name))

    def _add_names(self) -> None:
        names = [name.strip() for name in self.names.text().replace("\n", ",").replace(";", ",").split(",")]
        self._send([(name, "") for name in names if name])
        self.names.clear()

    def _send(self, people: list[tuple[str, str]]) -> None:
        """Ask for people to be added, by names and ids."""
        if people and self.class_id is not None:
            written = io.StringIO()
            csv.writer(written, delimiter=";", lineterminator="\n").writerows([("name", "id"), *people])
            self.asked.emit(AddTrainees(class_id=self.class_id, roster=written.getvalue()))

    def _choose_file(self) -> None:
        text = current_style().text
        path = self.choose_file(text("school.people.import"), text("school.people.files"))
        if path is not None:
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Add the trainees of a roster file to this class; ``failed`` emits an error in the file, or that it has people
        of several classes."""
        try:
            lines = read_roster(path)
            classes = {line.class_name.casefold(): line.class_name for line in lines if line.class_name}
            if len(classes) > 1:
                names = ", ".join(sorted(classes.values())[:5])
                self.failed.emit(Message("school.people.several-classes", {"names": names}))
            else:
                self._send([(line.name, line.login) for line in lines])
        except SchoolError as error:
            self.failed.emit(error.message)
        except OSError as error:
            self.failed.emit(system_problem(error))

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        self._layout.setContentsMargins(style.px(24), style.px(16), style.px(24), style.px(16))
        self._layout.setSpacing(style.px(24))
        self.code.setText(self._opened.code if self._opened else "…")
        ends = f"{from_milliseconds(self._opened.ends).astimezone():%H:%M}" if self._opened else ""
        self.until.setText(style.text("school.people.until", time=ends) if ends else "")
        self.address.setText(style.text("school.room.at", address=self.addresses))
        self.personal.setVisible(self._personal is not None)
        if self._personal is not None:
            name, opened = self._personal
            self.personal.setText(say(_personal_words(name, opened), style.language))
        trainees = len(self.rows)
        self.roster_card.set_title(style.text("school.people.roster", count=trainees))
        self.names.setPlaceholderText(style.text("school.people.add-says"))
        self.names.setAccessibleName(style.text("school.people.add-says"))
        self.names.setFixedHeight(style.target(44))
        self.empty.setVisible(not trainees)
        self._list.restyle()
        self._left.setSpacing(style.px(16))
        is_administrator = self.role is Role.ADMINISTRATOR
        self.class_card.setVisible(is_administrator)
        self.class_card.write()
        for row in self.rows:
            row.show_person(self._now, is_administrator)


def _personal_words(name: str, opened: CodeOpened) -> Message:
    return Message("school.people.spare-code", {"name": name, "code": opened.code})

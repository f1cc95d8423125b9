"""The code for the projector, and the roster: who is in the class, with which laptops."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from pathlib import Path
from uuid import UUID

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from trainer.desk.controls.card import Card
from trainer.desk.controls.emptying import discard
from trainer.desk.controls.key_button import KeyButton
from trainer.desk.controls.layouts import scrolling
from trainer.desk.controls.words import Words
from trainer.desk.look.dress import Dress
from trainer.desk.look.theme import STEPS
from trainer.desk.school.page import RoomPage
from trainer.desk.school.words import when_words
from trainer.records.attempts import from_milliseconds
from trainer.school.errors import SchoolError
from trainer.school.protocol import (
    AddTrainees,
    CodeOpened,
    OpenCode,
    ResetPassword,
    Roster,
    RosterPerson,
    WithdrawLaptop,
)
from trainer.school.roster import LARGEST, read_roster
from trainer.school.storage.people import Role
from trainer.texts import Message, say
from trainer.texts.system import system_problem


class PersonRow(QWidget):
    """Somebody of the class, with what can be done about his laptops."""

    def __init__(self, person: RosterPerson) -> None:
        super().__init__()
        self.person = person
        self.name = Words("strong")
        self.line = Words("small")
        self.spare = KeyButton("quiet", height=36, step=STEPS.body)
        self.withdraw = KeyButton("quiet", height=36, step=STEPS.body)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self.name)
        names.addWidget(self.line)
        layout.addLayout(names, stretch=1)
        layout.addWidget(self.spare)
        layout.addWidget(self.withdraw)

    def wear(self, dress: Dress, now: datetime) -> None:
        self.name.setText(self.person.name)
        laptops = [
            dress.text("school.people.laptop", name=name, when=when_words(seen, now, dress))
            for _, name, seen in self.person.laptops
        ]
        self.line.setText("; ".join(laptops) or dress.text("school.people.no-laptop"))
        self.spare.say(dress.text("school.people.spare"))
        self.withdraw.say(dress.text("school.people.withdraw"))
        self.spare.setVisible(self.person.role is Role.TRAINEE)
        self.withdraw.setVisible(bool(self.person.laptops))
        for button in (self.spare, self.withdraw):
            button.wear(dress)


class PeoplePage(RoomPage):
    """Large on the left what laptops need, on the right who is there. ``failed`` is something that cannot be read."""

    failed = Signal(Message)

    def __init__(self) -> None:
        super().__init__()
        self.class_id: UUID | None = None
        self.addresses = ""
        self.roster: Roster | None = None
        self.code_card, self.roster_card = Card(), Card()
        self.code = Words("answer")
        self.until, self.address = Words("quiet"), Words("large-quiet", wrap=True)
        self.new_code = KeyButton(height=44)
        self.personal = Words("accent", wrap=True)
        self.names = QLineEdit()
        self.names.setMaxLength(4_000)
        self.add, self.open = KeyButton("primary", height=44), KeyButton(height=44)
        self.empty = Words("quiet", wrap=True)
        self.rows: list[PersonRow] = []
        self._opened: CodeOpened | None = None
        self._personal: tuple[str, CodeOpened] | None = None
        self._now = datetime.now().astimezone()
        self._dress: Dress | None = None
        self._build()
        self.new_code.clicked.connect(self.ask_code)
        self.add.clicked.connect(self._add_names)
        self.names.returnPressed.connect(self._add_names)
        self.open.clicked.connect(self._choose_file)

    def _build(self) -> None:
        for part in (self.code, self.until, self.address, self.new_code, self.personal):
            self.code_card.add(part)
        line = QHBoxLayout()
        line.addWidget(self.names, stretch=1)
        line.addWidget(self.add)
        line.addWidget(self.open)
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.roster_card.add(line)
        self.roster_card.add(self.empty)
        self.roster_card.add(scrolling(inside), stretch=1)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.code_card, stretch=2, alignment=Qt.AlignmentFlag.AlignTop)
        self._layout.addWidget(self.roster_card, stretch=3)

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────

    def show_class(self, class_id: UUID, addresses: str) -> None:
        self.class_id, self.addresses = class_id, addresses

    def show_code(self, opened: CodeOpened) -> None:
        self._opened = opened
        self._rewrite()

    def show_personal(self, name: str, opened: CodeOpened) -> None:
        self._personal = name, opened
        self._rewrite()

    def show_roster(self, roster: Roster, now: datetime) -> None:
        self.roster, self._now = roster, now
        discard(*self.rows)
        self.rows = []
        for person in (one for one in roster.people if one.role is Role.TRAINEE):
            row = PersonRow(person)
            row.spare.clicked.connect(lambda _=False, person=person: self._spare(person))
            row.withdraw.clicked.connect(lambda _=False, person=person: self._withdraw(person))
            self.rows.append(row)
            self._list.addWidget(row)
        self._rewrite()

    # ── what is done ─────────────────────────────────────────────────────────────────────────────────────────────

    def ask_code(self) -> None:
        if self.class_id is not None:
            self.asked.emit(OpenCode(class_id=self.class_id))

    def _spare(self, person: RosterPerson) -> None:
        if self.class_id is not None:
            self.asked.emit(OpenCode(class_id=self.class_id, person=person.person))

    def _withdraw(self, person: RosterPerson) -> None:
        for number, _, _ in person.laptops:
            self.asked.emit(WithdrawLaptop(laptop=number))
        self.asked.emit(ResetPassword(person=person.person))

    def _add_names(self) -> None:
        names = [name.strip() for name in self.names.text().replace("\n", ",").replace(";", ",").split(",")]
        self._send([name for name in names if name])
        self.names.clear()

    def _send(self, names: list[str]) -> None:
        if names and self.class_id is not None:
            written = io.StringIO()
            csv.writer(written, lineterminator="\n").writerows([["name"], *([name] for name in names)])
            self.asked.emit(AddTrainees(class_id=self.class_id, roster=written.getvalue()))

    def _choose_file(self) -> None:
        if self._dress is None:
            return
        title, files = self._dress.text("school.people.import"), self._dress.text("school.people.files")
        name, _ = QFileDialog.getOpenFileName(self, title, "", files)
        if name:
            self.open_file(Path(name))

    def open_file(self, path: Path) -> None:
        """Add the trainees of a roster."""
        try:
            self._send([line.name for line in read_roster(path)][:LARGEST])
        except SchoolError as error:
            self.failed.emit(error.message)
        except OSError as error:
            self.failed.emit(system_problem(error))

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def _rewrite(self) -> None:
        if self._dress is not None:
            self.wear(self._dress)

    def wear(self, dress: Dress) -> None:
        self._dress = dress
        self._layout.setContentsMargins(dress.px(24), dress.px(16), dress.px(24), dress.px(16))
        self._layout.setSpacing(dress.px(24))
        self.code_card.wear(dress, dress.text("school.people.code"))
        self.code.setText(self._opened.code if self._opened else "…")
        ends = f"{from_milliseconds(self._opened.ends).astimezone():%H:%M}" if self._opened else ""
        self.until.setText(dress.text("school.people.until", time=ends) if ends else "")
        self.address.setText(dress.text("school.room.at", address=self.addresses))
        self.new_code.say(dress.text("school.people.new-code"))
        self.personal.setVisible(self._personal is not None)
        if self._personal is not None:
            name, opened = self._personal
            self.personal.setText(say(_personal_words(name, opened), dress.language))
        trainees = len(self.rows)
        self.roster_card.wear(dress, dress.text("school.people.roster", count=trainees))
        self.names.setPlaceholderText(dress.text("school.people.add-says"))
        self.names.setAccessibleName(dress.text("school.people.add-says"))
        self.names.setFixedHeight(dress.target(44))
        self.add.say(dress.text("school.people.add"))
        self.open.say(dress.text("school.people.import"))
        self.empty.setText(dress.text("school.people.empty"))
        self.empty.setVisible(not trainees)
        self._list.setSpacing(dress.px(6))
        for row in self.rows:
            row.wear(dress, self._now)
        for button in (self.new_code, self.add, self.open):
            button.wear(dress)


def _personal_words(name: str, opened: CodeOpened) -> Message:
    return Message("school.people.spare-code", {"name": name, "code": opened.code})

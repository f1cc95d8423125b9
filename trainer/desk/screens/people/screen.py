"""The profiles: choose one, add one, change one's own name or PIN."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QVBoxLayout, QWidget

from trainer.desk.screens.progress.texts import day_words
from trainer.desk.style.style import Style, current_style
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import digit_of, key_name
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words
from trainer.records.errors import RecordsError
from trainer.records.profiles import Profile
from trainer.records.store import Store
from trainer.texts import Message, say

_PIN_LENGTH = 8
_NAME_LENGTH = 40
_LIST_HEIGHT = 300
_KEYS_IN_A_ROW = 6


class Step(StrEnum):
    """What the screen asks for."""

    CHOOSE = "choose"
    PIN = "pin"  # of the chosen profile
    ADD = "add"
    EDIT = "edit"


class _Shown(msgspec.Struct):
    """What the screen shows: the profiles of a store, the current one, and the one that is asked for a PIN."""

    store: Store
    current: Profile
    asked: Profile


class ProfilesScreen(CardScreen):
    """``chosen`` emits the profile to switch to."""

    chosen = Signal(Profile)

    def __init__(self) -> None:
        super().__init__()
        self.step = Step.CHOOSE
        self.is_locked = False
        self.people: list[Profile] = []
        self.rows: list[KeyButton] = []
        self._shown: _Shown | None = None
        self._trouble: Message | None = None
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list = scrolling(inside)
        self.name_caption, self.pin_caption = Words("small"), Words("small")
        self.name, self.pin = QLineEdit(), QLineEdit()
        self.name.setMaxLength(_NAME_LENGTH)
        self.pin.setMaxLength(_PIN_LENGTH)
        self.pin.setEchoMode(QLineEdit.EchoMode.Password)
        self.edit = KeyButton("quiet", height=44)
        self.keypad = self._make_keypad()
        for widget in (self.list, self.name_caption, self.name, self.pin_caption, self.pin, self.keypad):
            self.body.addWidget(widget)
        self.body.addWidget(self.edit, alignment=Qt.AlignmentFlag.AlignLeft)
        self.edit.clicked.connect(lambda: self.go(Step.ADD if self.is_locked else Step.EDIT))
        self.main.clicked.connect(self._do)
        for field in (self.name, self.pin):
            field.textChanged.connect(lambda: self._say_trouble(None))

    def _make_keypad(self) -> QWidget:
        """A keypad for touch screens."""
        room = QWidget()
        self._keypad = QGridLayout(room)
        self._keypad.setContentsMargins(0, 0, 0, 0)
        self.keys: dict[str, KeyButton] = {}
        for place, name in enumerate((*"12345", "erase", *"67890")):
            key = KeyButton(height=44, sign="erase" if name == "erase" else "")
            key.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            key.clicked.connect(lambda _=False, name=name: self._press(name))
            self.keys[name] = key
            self._keypad.addWidget(key, *divmod(place, _KEYS_IN_A_ROW))
        return room

    def _press(self, name: str) -> None:
        self.pin.setFocus()
        self.pin.backspace() if name == "erase" else self.pin.insert(name)

    def show_people(self, store: Store, current: Profile, is_locked: bool = False) -> None:
        """Show the profiles; ``current`` is the one in use. If locked, a profile must be chosen first."""
        self._shown, self.is_locked = _Shown(store, current, asked=current), is_locked
        self.people = store.profiles()
        discard(*self.rows)
        self.rows = []
        for person in self.people:
            row = KeyButton(height=60, widest=560)
            row.setCheckable(True)
            row.clicked.connect(lambda _=False, person=person: self.choose(person))
            self.rows.append(row)
            self._list.addWidget(row)
        # Somebody who is locked out types the PIN at once; among the names a digit would choose a profile.
        self.go(Step.PIN if is_locked else Step.CHOOSE)

    def go(self, step: Step) -> None:
        self.step = step
        self._trouble = None
        self.name.setText(self._shown.current.name if self._shown and step is Step.EDIT else "")
        self.pin.clear()
        self.restyle()
        self.take_focus()

    def go_back(self) -> None:
        if self.step is not Step.CHOOSE:
            self.go(Step.CHOOSE)
        elif not self.is_locked:
            self.back.emit()

    def take_focus(self) -> None:
        fields = {Step.ADD: self.name, Step.EDIT: self.name, Step.PIN: self.pin}
        fields.get(self.step, self).setFocus()

    def choose(self, person: Profile) -> None:
        """Choose a profile; asks for its PIN first if it has one."""
        if person.has_pin and self._shown:
            self._shown.asked = person
            self.go(Step.PIN)
        else:
            self.chosen.emit(person)

    def _do(self) -> None:
        """Do what the main button says."""
        if self._shown is None:
            return
        store, current = self._shown.store, self._shown.current
        try:
            match self.step:
                case Step.CHOOSE if self.is_locked:
                    self.choose(current)
                case Step.CHOOSE:
                    self.go(Step.ADD)
                case Step.PIN:
                    self._open(store, self._shown.asked)
                case Step.ADD:
                    self.chosen.emit(store.add_profile(self.name.text(), self.pin.text()))
                case Step.EDIT:
                    store.rename_profile(current.id, self.name.text())
                    self.chosen.emit(store.set_pin(current.id, self.pin.text()))
        except RecordsError as error:
            self._say_trouble(error.message)

    def _open(self, store: Store, asked: Profile) -> None:
        if store.check_pin(asked.id, self.pin.text()):
            self.chosen.emit(asked)
        else:
            self.pin.selectAll()
            self._say_trouble(Message("profiles.wrong-pin", {"name": asked.name}))

    def _say_trouble(self, trouble: Message | None) -> None:
        self._trouble = trouble
        self.tell(say(trouble, current_style().language) if trouble else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = digit_of(event)
        if self.step is Step.CHOOSE and index is not None and index < len(self.rows):
            self.rows[index].click()
        elif self.edit.isVisible() and event.key() == (Qt.Key.Key_N if self.is_locked else Qt.Key.Key_E):
            self.edit.click()
        else:
            super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        if self._shown is not None:
            self._write(self._shown)
        super().restyle()

    def _write(self, shown: _Shown) -> None:
        style = current_style()
        step = self.step
        titles = {Step.ADD: "add-title", Step.EDIT: "edit-title"}
        self.title.setText(style.text(f"profiles.{titles.get(step, 'title')}"))
        self.says.setText(style.text("profiles.edit-says" if step is Step.EDIT else "profiles.says"))
        self._write_people(shown)
        self._write_fields(shown)
        self.edit.setVisible(step is Step.CHOOSE)
        self.leave.setVisible(step is not Step.CHOOSE or not self.is_locked)
        new, is_home = style.text("profiles.new"), step is Step.CHOOSE
        self.edit.say(*((new, "N") if self.is_locked else (style.text("profiles.edit", name=shown.current.name), "E")))
        mains = {Step.CHOOSE: "new", Step.PIN: "open", Step.ADD: "add", Step.EDIT: "keep"}
        main = style.text(f"profiles.{mains[step]}")
        if is_home and self.is_locked:
            main = style.text("profiles.open-as", name=shown.current.name)
        self.main.kind = "plain" if is_home and not self.is_locked else "primary"
        self.main.say(main, style.say("key.enter"))
        leave = "back" if is_home else "somebody-else" if self.is_locked and step is Step.PIN else "cancel"
        self.leave.say(style.text(f"profiles.{leave}"), style.say("key.escape"))
        self.message.setText(say(self._trouble, style.language) if self._trouble else "")

    def _write_people(self, shown: _Shown) -> None:
        style = current_style()
        self.list.setVisible(self.step is Step.CHOOSE)
        self.list.setFixedHeight(min(style.px(_LIST_HEIGHT), len(self.rows) * style.px(68)))
        self._list.setSpacing(style.px(8))
        today = shown.store.clock().astimezone().toordinal()
        for index, (person, row) in enumerate(zip(self.people, self.rows, strict=True)):
            is_here = person.id == shown.current.id
            row.say(person.name, key_name(index), note=_note(person, is_here and not self.is_locked, today, style))
            row.setChecked(is_here)

    def _write_fields(self, shown: _Shown) -> None:
        style = current_style()
        step = self.step
        has_name = step in (Step.ADD, Step.EDIT)
        self.name_caption.setVisible(has_name)
        self.name.setVisible(has_name)
        self.pin_caption.setVisible(step is not Step.CHOOSE)
        self.pin.setVisible(step is not Step.CHOOSE)
        self.keypad.setVisible(step is not Step.CHOOSE)
        self._keypad.setSpacing(style.px(6))
        for name, key in self.keys.items():
            key.say("", spoken=style.say("key.erase")) if name == "erase" else key.say(name)
        self.name_caption.setText(style.text("profiles.name"))
        pin = style.text("profiles.pin")
        if step is Step.PIN:
            pin = style.text("profiles.pin-of", name=shown.asked.name)
        self.pin_caption.setText(pin)
        self.name.setAccessibleName(style.text("profiles.name"))
        self.pin.setAccessibleName(pin)
        for field in (self.name, self.pin):
            field.setFixedHeight(style.target(48))


def _note(person: Profile, is_here: bool, today: int, style: Style) -> str:
    date = day_words(person.created.astimezone().toordinal(), today, style)
    notes = [style.text("profiles.since", date=date)]
    if person.has_pin:
        notes.append(style.text("profiles.with-pin"))
    if is_here:
        notes.append(style.text("profiles.here"))
    return " · ".join(notes)

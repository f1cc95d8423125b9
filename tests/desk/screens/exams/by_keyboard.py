"""Exams by keyboard alone: what is typed to found a school, to prepare a paper and to sit it."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from trainer.desk.shell.window import MainWindow
from trainer.desk.widgets.form import AGAIN
from trainer.drills.forms import AmountForm, CallForm
from trainer.exams.keys import KeyRole
from trainer.exams.roles import Role
from trainer.exams.sitting_state import Phase
from trainer.exams.staff_admin import StaffAdmin
from trainer.texts import Language, say

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
ROOT = "the root key"


class Keys:
    """Types into whatever has the keys."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot = qtbot
        self.window = window

    def __call__(self, *keys: Qt.Key | str) -> None:
        for key in keys:
            target: QWidget = QApplication.focusWidget() or self.window
            if isinstance(key, str):
                self._qtbot.keyClicks(target, key)
            else:
                self._qtbot.keyClick(target, key)
            QApplication.processEvents()

    def fill(self, **fields: str) -> None:
        """Type into the fields of the card in their order, with Enter after each."""
        form = self.window.exams.form
        for name, words in fields.items():
            for field in (name, name + AGAIN):  # a new secret is typed twice
                if field in form.fields:
                    assert form.fields[field].hasFocus(), field
                    self(words, Qt.Key.Key_Return)


def type_a_school(keys: Keys) -> None:
    keys(Qt.Key.Key_X)
    keys.fill(
        **{
            "school": "Escuela",
            "root": ROOT,
            "examiner-name": "Elena",
            "examiner-password": "elena elena",
            "invigilator-name": "Vera",
            "invigilator-password": "vera vera",
            "certifier-name": "Carlos",
            "certifier-password": "carlos carlos",
        }
    )


def prepare(keys: Keys) -> str:
    room = keys.window.exams
    choose(keys, "Prepare an exam")
    keys.fill(password="elena elena")
    keys(Qt.Key.Key_Return)
    keys.fill(seat="1")
    keys(Qt.Key.Key_Return)
    code = room.form.shown.text()
    assert len(code) == 14
    keys(Qt.Key.Key_Return, Qt.Key.Key_Escape)  # too many: the code would be gone for ever
    assert room.form.shown.text() == code and "F10" in room.form.message.text()
    keys(Qt.Key.Key_F10)
    return code


def choose(keys: Keys, label: str) -> None:
    """Walk to a row of the list with the arrow and press Enter."""
    rows = keys.window.exams.choosing.rows
    place = [row.label for row in rows].index(label)
    keys(*[Qt.Key.Key_Down] * place, Qt.Key.Key_Return)


def unlock(keys: Keys, qtbot: QtBot, code: str) -> None:
    room = keys.window.exams
    choose(keys, "Sit an exam")
    keys.fill(password="vera vera")
    keys(Qt.Key.Key_Return)
    keys.fill(name="Ana Roja", number="12.345.678-5")
    assert room.form.fields["code"].hasFocus()
    keys("WRONG", Qt.Key.Key_Return)
    assert room.form.message.text() and not room.office.register.of_kind("began")
    for name, words in (("name", "Ana Rojas"), ("code", code)):  # until the code is right all can be put right
        field = room.form.fields[name]
        assert isinstance(field, QLineEdit)
        field.setFocus()
        field.clear()
        keys(words)
    keys(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: room.sitting.sitting.phase == Phase.CHECKED.value, timeout=30_000)


def give(keys: Keys) -> None:
    """Answer the item that is shown right, with the keys of its tray."""
    screen = keys.window.exams.sitting.screen
    draft = screen.sitting.question.draft
    form, solution = draft.form, draft.solution
    if isinstance(form, CallForm):
        for part, said in zip(form.parts, solution.split(), strict=True):
            place = [choice.id for choice in part].index(said)
            if len(part) <= 10:
                keys("1234567890"[place])
            else:
                keys(say(part[place].label, Language.EN), Qt.Key.Key_Space)
    else:
        assert isinstance(form, AmountForm)
        keys(solution)
    keys(Qt.Key.Key_Return)


def found_school(keys: Keys) -> None:
    """The school that `type_a_school` types, without the typing."""
    office = keys.window.exams.office
    office.keys.found("Escuela", ROOT)
    for key, holder in ((KeyRole.STATION, "elena-examiner"), (KeyRole.CERTIFIER, "carlos-certifier")):
        office.keys.make(key, f"{holder.partition('-')[0]} {holder.partition('-')[0]}", ROOT, holder)
    staffing = StaffAdmin(office, ROOT)
    for role, name in ((Role.EXAMINER, "Elena"), (Role.INVIGILATOR, "Vera"), (Role.CERTIFIER, "Carlos")):
        colleague = "carlos carlos" if role is Role.CERTIFIER else "elena elena"
        staffing.take_on(name, role, f"{name.lower()} {name.lower()}", colleague)
    keys(Qt.Key.Key_X)

"""The staff of the exams after the school was founded, by keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from tests.desk.screens.exams.by_keyboard import NOW, ROOT, Keys, choose, found_school
from trainer.desk.screens.exams.controller import ExamController
from trainer.exams.keys import KeyRole
from trainer.exams.roles import Role
from trainer.exams.trust import KeyStanding


def test_somebody_is_taken_on_changed_and_let_go(room: ExamController, keys: Keys) -> None:
    found_school(keys)
    choose(keys, "Staff and keys")
    keys.fill(root="not the root key")
    assert "passphrase" in room.form.message.text()
    keys(Qt.Key.Key_Escape)
    choose(keys, "Staff and keys")
    keys.fill(root=ROOT)
    assert [row.label for row in room.choosing.rows[:3]] == ["Elena", "Vera", "Carlos"]
    keys(Qt.Key.Key_N)
    keys.fill(name="Nora", password="nora nora")
    assert "None of these passwords" in room.form.message.text()
    colleague = room.form.fields["colleague"]
    assert isinstance(colleague, QLineEdit)
    colleague.setFocus()
    keys("elena elena", Qt.Key.Key_Return)
    staff = room.office.staff
    assert staff.sign_in("nora-invigilator", "nora nora").role is Role.INVIGILATOR
    choose(keys, "Vera")
    choose(keys, "Change role or password")
    room.form.chosen["role"] = Role.CERTIFIER.value
    room.form.fields["colleague"].setText("carlos carlos")  # type: ignore[union-attr]
    keys.fill(password="vera anew")
    assert staff.sign_in("vera-invigilator", "vera anew").role is Role.CERTIFIER
    choose(keys, "Nora")
    choose(keys, "Let go")
    keys(Qt.Key.Key_Return)
    assert "last one in this role" in room.form.message.text()
    keys(Qt.Key.Key_Escape, Qt.Key.Key_Escape)
    choose(keys, "Carlos")
    choose(keys, "Let go")
    keys(Qt.Key.Key_Return)
    assert [person.name for person in staff.active()] == ["Elena", "Nora", "Vera"]


def test_a_key_is_replaced_and_its_people_get_passwords_anew(room: ExamController, keys: Keys) -> None:
    found_school(keys)
    old = room.office.keys.trust.current(KeyRole.CERTIFIER, room.office.clock.wall())
    choose(keys, "Staff and keys")
    keys.fill(root=ROOT)
    choose(keys, "Key (Certifier)")
    assert "Carlos" in room.form.says.text() and "Vera" not in room.form.says.text()
    keys(Qt.Key.Key_Return)
    new = room.office.keys.trust.current(KeyRole.CERTIFIER, room.office.clock.wall())
    assert new is not None and old is not None and new != old
    choose(keys, "Carlos")
    choose(keys, "Change role or password")
    keys.fill(password="carlos anew")
    assert room.office.keys.unlock(KeyRole.CERTIFIER, "carlos anew").public == new


def test_of_a_stolen_key_counts_what_the_register_knew(room: ExamController, keys: Keys) -> None:
    found_school(keys)
    stolen = room.office.keys.trust.keys(KeyRole.STATION)[0]
    choose(keys, "Staff and keys")
    keys.fill(root=ROOT)
    choose(keys, "Key (Station)")
    keys.fill(stolen="yesterday")
    assert "yesterday" in room.form.message.text()
    room.form.fields["stolen"].clear()  # type: ignore[union-attr]
    keys("2026-11-16", Qt.Key.Key_Return)
    trust, now = room.office.keys.trust, room.office.clock.wall()
    assert trust.judge(stolen, KeyRole.STATION, NOW) is not KeyStanding.GOOD
    new = trust.current(KeyRole.STATION, now)
    assert new is not None and trust.follows(new, stolen)

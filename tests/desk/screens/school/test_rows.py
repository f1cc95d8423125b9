"""Rows of people on the instructor's desk."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from trainer.desk.screens.school.people_page import PeoplePage, PersonRow
from trainer.desk.screens.school.rows import NamedRow
from trainer.school.protocol import Roster, RosterPerson
from trainer.school.storage.people import Role


def test_a_long_name_leaves_the_buttons_in_sight(qtbot: QtBot) -> None:
    rows = [NamedRow(name, ("spare",)) for name in ("Ana", "E" * 120)]
    for row in rows:
        qtbot.addWidget(row)
    short, long = (row.minimumSizeHint().width() for row in rows)
    assert short == long


def test_a_changed_class_keeps_the_rows_of_everybody_who_stays(qtbot: QtBot) -> None:
    page = PeoplePage()
    qtbot.addWidget(page)
    page.show_class(uuid4(), "Lunes", "", Role.INSTRUCTOR)

    def shown(*people: RosterPerson) -> dict[str, PersonRow]:
        page.show_roster(Roster(class_id=uuid4(), people=people), datetime.now(UTC))
        places = sorted(page.rows, key=page._list._layout.indexOf)
        assert places == page.rows
        return {row.name.text(): row for row in page.rows}

    ana, bea, eva = (
        RosterPerson(person=uuid4(), name=name, login="", role=Role.TRAINEE, has_password=False)
        for name in ("Ana", "Bea", "Eva")
    )
    before = shown(ana, eva)
    before["Eva"].new_name.setText("Eva R")  # somebody is typing
    after = shown(ana, bea, eva)
    assert [after[name] is before[name] for name in before] == [True, True] and list(after) == ["Ana", "Bea", "Eva"]
    last = shown(bea, replace(eva, name="Alba"), replace(ana, name="Zoe"))
    assert list(last) == ["Bea", "Alba", "Zoe"] and last["Alba"] is before["Eva"]
    assert [last[name].new_name.text() for name in last] == ["Bea", "Eva R", "Zoe"]
    assert list(shown(bea)) == ["Bea"]

"""Rows of people on the instructor's desk, also of a thousand."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from tests.school.people import an_assignment
from trainer.desk.screens.school.assign_page import AssignPage
from trainer.desk.screens.school.heat_page import HeatView
from trainer.desk.screens.school.people_page import PeoplePage, PersonRow
from trainer.desk.screens.school.room_screen import RoomScreen
from trainer.desk.screens.school.rows import NamedRow
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.school.assignments import Assignment, Work
from trainer.school.protocol import (
    Assigned,
    Board,
    BoardChanges,
    BoardLine,
    Heat,
    ResetPassword,
    Roster,
    RosterPerson,
    Status,
    WithdrawLaptop,
)
from trainer.school.storage.people import Class, Role


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


def test_only_the_page_in_sight_is_written_and_the_map_only_if_it_changes(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = RoomScreen(Offers(shipped_library()), lambda: None, lambda _: (), lambda: datetime.now(UTC))
    qtbot.addWidget(room)
    written: list[Board] = []
    monkeypatch.setattr(HeatView, "show_board", lambda view, board: written.append(board))
    room.class_id = uuid4()
    figures = {"answers": 8, "rights": 7, "synced": 1, "waiting": 0, "ahead": 0}
    line = BoardLine(person=uuid4(), name="Ana", is_in=True, is_stuck=False, status=Status(), **figures)
    heat = Heat(person=line.person, skill="a b/c", answers=8, rights=7, is_enough=True)
    board = Board(class_id=room.class_id, now=1, lines=(line,), heat=(heat,))
    room.show_reply(board)
    room.show_page("board")
    assert room.board.view.lines == (line,) and not room.exam.rows and not written
    room.show_page("heat")
    before = len(written)
    changed = replace(line, answers=9)
    room._noticed(BoardChanges(class_id=room.class_id, now=2, lines=(changed,)))
    assert before and len(written) == before
    room.show_reply(replace(board, heat=()))
    assert len(written) == before + 1
    room._noticed(BoardChanges(class_id=room.class_id, now=3, lines=(changed,)))
    room.show_page("exam")
    assert [row.of for row in room.exam.rows] == [changed]
    room.class_id = uuid4()  # of another class no board has arrived yet
    room.show_page("board")
    assert room.board.view.lines == (line,)


def test_progress_that_was_opened_stays_open_while_the_class_answers(qtbot: QtBot) -> None:
    page = AssignPage(lambda: None, lambda _: (), lambda: datetime.now(UTC))
    qtbot.addWidget(page)
    ana, group = uuid4(), Class(id=uuid4(), name="Lunes")
    first, second, third = (replace(an_assignment(group), id=uuid4(), title=title) for title in "ABC")

    def shown(*assignments: Assignment, answers: int = 0) -> list[str]:
        work = Work(person=ana, assignment=first.id, answers=answers, rights=0, milliseconds=0, began=1, last=2)
        page.show_work(Assigned(assignments=assignments, work=(work,)), {ana: "Ana"})
        return [row.title.text() for row in page.rows]

    assert shown(first, second) == ["A", "B"]
    row = page.rows[0]
    row.each.click()
    assert row.people.text().startswith("Ana: 0 ")
    assert shown(third, first, answers=7) == ["C", "A"] and page.rows[1] is row
    assert row.people.isVisibleTo(page) and row.people.text().startswith("Ana: 7 ")
    row.each.click()
    assert row.people.isHidden()
    assert shown() == []


def test_laptops_are_withdrawn_by_the_second_press(qtbot: QtBot) -> None:
    page = PeoplePage()
    qtbot.addWidget(page)
    page.show_class(uuid4(), "Lunes", "", Role.INSTRUCTOR)
    laptops = ((uuid4(), "one", 1), (uuid4(), "two", 2))
    ana = RosterPerson(person=uuid4(), name="Ana", login="", role=Role.TRAINEE, has_password=True, laptops=laptops)
    page.show_roster(Roster(class_id=uuid4(), people=(ana,)), datetime.now(UTC))
    asked: list[object] = []
    page.asked.connect(asked.append)
    button = page.rows[0].buttons["withdraw"]
    assert button.label == "Dar de baja los portátiles"
    button.click()
    assert not asked and "Seguro" in button.label
    button.click()
    assert asked == [*(WithdrawLaptop(laptop=number) for number, *_ in laptops), ResetPassword(person=ana.person)]


def test_another_class_shows_nobody_of_the_last_one(qtbot: QtBot) -> None:
    """Otherwise somebody of the last class is renamed, taken out or erased in the name of this one."""
    room = RoomScreen(Offers(shipped_library()), lambda: None, lambda _: (), lambda: datetime.now(UTC))
    qtbot.addWidget(room)
    ana, bea = (
        RosterPerson(person=uuid4(), name=name, login="", role=Role.TRAINEE, has_password=False)
        for name in ("Ana", "Bea")
    )
    monday, tuesday = (Roster(class_id=uuid4(), people=(one,)) for one in (ana, bea))
    room._names = {monday.class_id.hex: "Lunes", tuesday.class_id.hex: "Martes"}
    shown = []
    for class_id, reply in ((monday.class_id, monday), (tuesday.class_id, monday), (tuesday.class_id, tuesday)):
        room.choose_class(class_id.hex)
        before = [row.name.text() for row in room.people.rows]
        room.show_reply(reply)
        shown.append((before, [row.name.text() for row in room.people.rows]))
    assert shown == [([], ["Ana"]), ([], []), ([], ["Bea"])]

"""How much instructors can store, and what a large class's board and progress leave out: nothing that is not told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from uuid import UUID, uuid4

import msgspec
import pytest

from tests.school.people import a_laptop, an_assignment
from tests.school.scenes import Scene
from trainer.desk.screens.school.assign_page import AssignPage
from trainer.desk.screens.school.people_page import PeoplePage
from trainer.desk.screens.school.room_screen import RoomScreen
from trainer.runs.plan import Plan
from trainer.school import protocol
from trainer.school.errors import FullError, UnknownError
from trainer.school.rights import Actor
from trainer.school.roster import parse_roster
from trainer.school.service import boards, storage_requests
from trainer.school.service.boards import read_board
from trainer.school.service.storage_requests import carry_out, read_reply
from trainer.school.storage import classroom
from trainer.school.storage.people import Class, Role
from trainer.school.storage.school_storage import Storage
from trainer.school.storage.totals import WEEK_MS
from trainer.texts import Message


def set_some(storage: Storage, group: Class, count: int) -> list[UUID]:
    found = [msgspec.structs.replace(an_assignment(group), id=uuid4()) for _ in range(count)]
    for one in found:
        storage.add_assignment(one)
    return [one.id for one in found]


def test_rules_that_a_person_shares_are_bounded(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classroom, "_MOST_SHARED", 1_000)
    storage, other = scene.storage, scene.storage.add_person("Eva", Role.INSTRUCTOR)
    storage.share_rules("1" * 32, bytes(600), scene.teacher.id)
    storage.share_rules("1" * 32, bytes(600), scene.teacher.id)  # stored once, counted once
    with pytest.raises(FullError, match="your space at the school is full"):
        storage.share_rules("2" * 32, bytes(600), scene.teacher.id)
    assert storage.shared_rules("2" * 32) == b""
    storage.share_rules("2" * 32, bytes(600), other.id)
    scene.school.close()


def test_assignments_of_a_class_are_bounded(either: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classroom, "MOST_ASSIGNMENTS", 2)
    group, other = either.add_class("Lunes"), either.add_class("Martes")
    first, _ = set_some(either, group, 2)
    set_some(either, other, 2)
    with pytest.raises(FullError, match="at most 2 assignments"):
        set_some(either, group, 1)
    either.withdraw_assignment(first)
    set_some(either, group, 1)
    either.withdraw_assignment(either.assignments([group.id])[0].id)
    monkeypatch.setattr(classroom, "_MOST_SET", 3 * len(msgspec.json.encode(an_assignment(group))))
    with pytest.raises(FullError, match="the space of this class"):
        set_some(either, group, 1)
    assert len(either.assignments([group.id])) == 1


def test_a_desk_gets_the_progress_on_every_assignment(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MOST_WORK", 7)  # of a class of three: two assignments a message
    storage, group = scene.storage, scene.mine.id
    work = {(person.id, one) for one in set_some(storage, scene.mine, 5) for person in (scene.ana, scene.bea)}
    with storage.engine.writing() as writer:
        writer.change_many(
            "INSERT INTO work (person, session, assignment, answers, rights, milliseconds, began, last) "
            "VALUES (?, ?, ?, 3, 2, 900, 1, 2)",
            [(person.bytes, uuid4().bytes, one.bytes) for person, one in work],
        )
    actor = Actor(role=Role.INSTRUCTOR, person=scene.teacher.id)
    asked: list[int] = []

    def ask(request: protocol.Request, answered: Callable[[protocol.Reply], None]) -> None:
        assert isinstance(request, protocol.AskWork)
        asked.append(request.after)
        reply = read_reply(storage, actor, request)
        assert isinstance(reply, protocol.Assigned) and len(reply.work) <= 7
        answered(reply)

    shown: list[protocol.Assigned] = []
    room = SimpleNamespace(link=SimpleNamespace(ask=ask), class_id=group, show_reply=shown.append)
    room._ask_work = lambda *values: RoomScreen._ask_work(room, *values)
    room._ask_work(group)
    assert asked == [0, 2, 4] and [{(one.person, one.assignment) for one in found.work} for found in shown] == [work]
    scene.school.close()


def test_the_heat_map_of_a_large_class_keeps_what_each_has_answered_most(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "_MOST_CELLS", 5)
    week = scene.storage.now() // WEEK_MS
    with scene.storage.engine.writing() as writer:
        writer.change_many(
            "INSERT INTO skills (person, skill, week, answers, rights, milliseconds, target) "
            "VALUES (?, ?, ?, ?, 0, 0, 0)",
            [
                (one.id.bytes, f"a{number} b/c", week, number)
                for one in (scene.ana, scene.bea)
                for number in range(1, 9)
            ],
        )
    cells = {(cell.person, cell.answers) for cell in read_board(scene.storage, scene.mine.id).heat}
    assert cells == {(one.id, answers) for one in (scene.ana, scene.bea) for answers in (7, 8)}
    scene.school.close()


def test_the_roster_of_a_large_class_shows_the_laptops_that_were_seen_last(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_requests, "_MOST_LAPTOPS", 6)  # of a class of three: two each
    first, _, third = (a_laptop(scene.storage, scene.ana)[0].id for _ in range(3))
    for laptop in (third, first):
        scene.clock.go_on(minutes=1)
        scene.storage.note_laptop_seen(laptop, 0)
    actor = Actor(role=Role.INSTRUCTOR, person=scene.teacher.id)
    reply = read_reply(scene.storage, actor, protocol.AskRoster(class_id=scene.mine.id))
    assert isinstance(reply, protocol.Roster)
    shown = {one.person: [number for number, *_ in one.laptops] for one in reply.people}
    assert shown[scene.ana.id] == [first, third]
    scene.school.close()


def test_an_assignment_without_its_rules_is_refused(scene: Scene) -> None:
    assignment = msgspec.structs.replace(an_assignment(scene.mine), rules="ab" * 16)
    actor = Actor(role=Role.INSTRUCTOR, person=scene.teacher.id)
    with pytest.raises(UnknownError, match="those rules"):
        carry_out(scene.storage, actor, protocol.SetAssignment(assignment=assignment))
    assert not scene.storage.assignments([scene.mine.id])
    scene.school.close()


def test_the_desk_tells_of_two_houses_of_one_name(scene: Scene) -> None:
    first = msgspec.structs.replace(an_assignment(scene.mine), rules="ab" * 16)
    page = SimpleNamespace(assigned=protocol.Assigned(assignments=(first,)))
    plan = Plan.parse(first.plan)
    told = [AssignPage._are_others(page, plan, rules) for rules in ("cd" * 16, "ab" * 16, "")]
    assert told == [True, False, False]
    assert not AssignPage._are_others(page, msgspec.structs.replace(plan, rulebook="casa"), "cd" * 16)
    scene.school.close()


def test_an_assignment_that_is_set_between_two_parts_is_shown_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "MOST_WORK", 7)
    storage, actor = scene.storage, Actor(role=Role.INSTRUCTOR, person=scene.teacher.id)
    wanted = set_some(storage, scene.mine, 5)

    def ask(request: protocol.AskWork, answered: Callable[[protocol.Reply], None]) -> None:
        reply = read_reply(storage, actor, request)
        if len(wanted) == 5:
            scene.clock.go_on(seconds=1)
            wanted.extend(set_some(storage, scene.mine, 1))
            with storage.engine.writing() as writer:
                writer.change_many(
                    "INSERT INTO work (person, session, assignment, answers, rights, milliseconds, began, last) "
                    "VALUES (?, ?, ?, 3, 2, 900, 1, 2)",
                    [(scene.ana.id.bytes, uuid4().bytes, one.bytes) for one in wanted],
                )
        assert reply is not None
        answered(reply)

    shown: list[protocol.Assigned] = []
    room = SimpleNamespace(link=SimpleNamespace(ask=ask), class_id=scene.mine.id, show_reply=shown.append)
    room._ask_work = lambda *values: RoomScreen._ask_work(room, *values)
    room._ask_work(scene.mine.id)
    (found,) = shown
    assert sorted(one.assignment for one in found.work) == sorted(wanted)
    assert {one.id for one in found.assignments} == set(wanted)
    scene.school.close()


def test_a_desk_sends_names_as_they_are_written() -> None:
    sent: list[protocol.AddTrainees] = []
    page = SimpleNamespace(class_id=uuid4(), asked=SimpleNamespace(emit=sent.append))
    names = ["Ríos; Ana", 'Eva "la Jefa"', "O'Neil, Pat", "=1+1"]
    PeoplePage._send(page, [(name, "Nº 7") for name in names])
    assert [(line.name, line.login) for line in parse_roster(sent[0].roster)] == [(name, "Nº 7") for name in names]


def test_a_desk_adds_a_list_of_one_class_with_its_ids(scene: Scene, tmp_path: Path) -> None:
    path, told = tmp_path / "list.csv", list[Message]()
    boss = Actor(role=Role.ADMINISTRATOR, person=scene.storage.add_person("Boss", Role.ADMINISTRATOR).id)

    def opened(text: str, actor: Actor) -> dict[str, str]:
        path.write_text(text, encoding="utf-8")
        carried = SimpleNamespace(emit=lambda request: carry_out(scene.storage, actor, request))
        page = SimpleNamespace(class_id=scene.mine.id, asked=carried, failed=SimpleNamespace(emit=told.append))
        page._send = lambda people: PeoplePage._send(page, people)  # type: ignore[arg-type]
        PeoplePage.open_file(page, path)  # type: ignore[arg-type]
        return {one.name: one.login for one in scene.storage.members(scene.mine.id, Role.TRAINEE)}

    assert opened("name;id;class\nEva;7;Otra\nGil;;\n", boss) == {"Ana": "", "Bea": "", "Eva": "7", "Gil": ""}
    assert opened("name;id\nBea;8\n", boss)["Bea"] == "8"
    teacher = Actor(role=Role.INSTRUCTOR, person=scene.teacher.id)  # ids are of the whole school
    assert opened("name;id\nAna;9\n", teacher)["Ana"] == ""
    assert not told
    assert "Zoe" not in opened("name;class\nZoe;Lunes\nTom;Martes\n", boss)
    assert told == [Message("school.people.several-classes", {"names": "Lunes, Martes"})]
    assert "Leo" in opened("name;class\nLeo;Lunes\nIda;LUNES\n", boss)
    twice = "name;id\nRut;5\nRut;6\nRut;5\nRUT;5\n"  # the ids tell that they are two, also if they are not stored
    for _ in range(2):
        opened(twice, teacher)
        assert [one.name.casefold() for one in scene.storage.members(scene.mine.id)].count("rut") == 2
    scene.school.close()

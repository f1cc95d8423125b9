"""Situations of a school day, each on both stores: shared names, wrong clocks, moved people, replaced certificates,
large classes, services that restart. Each is a function that ends with what was expected before it was tried.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from tests.school.laptops import FINGERPRINT, Laptop, joined
from tests.school.people import a_laptop, a_plan, an_assignment
from tests.school.scenes import Scene
from tests.school.test_attack_table import (
    a_board,
    an_attempt,
    at_laptop,
    fresh_entries,
    heard,
    joining,
    opened,
    push,
    refused,
    staff,
)
from trainer.records.errors import DiskFullError
from trainer.school import protocol
from trainer.school.entries import Entry, attempt_entry
from trainer.school.errors import (
    BadRosterError,
    ClassFullError,
    FullError,
    SchoolError,
    StorageError,
    TakenError,
    UnknownError,
)
from trainer.school.laptop.sync_client import State
from trainer.school.rights import Actor
from trainer.school.roster import import_roster, parse_roster
from trainer.school.service import storage_requests
from trainer.school.service.app import School
from trainer.school.service.hub import Connection
from trainer.school.service.storage_requests import carry_out, read_reply
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.people import ERASED, Class, Person, Role

Situation = Callable[[Scene], Awaitable[None]]
SITUATIONS: list[Situation] = []


def situation(function: Situation) -> Situation:
    SITUATIONS.append(function)
    return function


def restarted(scene: Scene) -> Scene:
    """The same school at a service that has just started."""
    scene.school.close()
    scene.school = School(scene.storage, FINGERPRINT, "Escuela")
    return scene


async def entered(scene: Scene, connection: Connection) -> Connection:
    scene.school.hub.add(connection)
    return connection


async def laptop_of(scene: Scene, person: Person) -> Laptop:
    """A joined laptop that is connected and in step."""
    found = Laptop(await joined(scene.school, scene.code, person), scene.clock)
    await found.meet(scene.school)
    return found


def rules_of_race(group: Class, length: int = 3) -> protocol.RaceRules:
    return protocol.RaceRules(id=uuid4(), class_id=group.id, plan=str(a_plan(length)), length=length)


def answer_to(race: protocol.RaceRules, number: int) -> protocol.RaceAnswer:
    return protocol.RaceAnswer(race=race.id, number=number, right=True, painted_ms=900)


async def order(scene: Scene, desk: Connection, race: protocol.RaceRules, *orders: str) -> None:
    for one in orders:
        await scene.ask(desk, protocol.RaceOrder(race=race, order=one))


def told(connection: Connection, kind: type) -> list[object]:
    return [one for one in heard(connection) if isinstance(one, kind)]


# Rights that change while a desk is open


@situation
async def a_desk_that_only_listens_loses_the_board_with_the_role(scene: Scene) -> None:
    desk = await entered(scene, await scene.desk())
    await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id, is_live=True))
    assert scene.school.hub.watchers(scene.mine.id) == [desk]
    scene.storage.set_role(scene.teacher.id, Role.TRAINEE)
    scene.clock.go_on(seconds=31)
    await scene.ask(desk, protocol.Ping(sent=0))
    assert scene.school.hub.watchers(scene.mine.id) == []


@situation
async def an_instructor_who_became_an_examiner_sees_and_no_longer_assigns(scene: Scene) -> None:
    desk = await scene.desk()
    scene.storage.set_role(scene.teacher.id, Role.EXAMINER)
    assert isinstance(await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id)), protocol.Board)
    assert await refused(scene, desk, protocol.SetAssignment(assignment=an_assignment(scene.mine))) == "not-allowed"


@situation
async def an_administrator_who_became_an_instructor_sees_only_the_own_class(scene: Scene) -> None:
    desk, person = await staff(scene, Role.ADMINISTRATOR)
    assert isinstance(await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id)), protocol.Board)
    scene.storage.set_role(person.id, Role.INSTRUCTOR)
    assert await refused(scene, desk, protocol.AskBoard(class_id=scene.mine.id)) == "not-allowed"
    assert isinstance(await scene.ask(desk, protocol.AskBoard(class_id=scene.other.id)), protocol.Board)


@situation
async def an_instructor_taken_out_while_watching_hears_nothing_more(scene: Scene) -> None:
    desk = await entered(scene, await scene.desk())
    await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id, is_live=True))
    scene.storage.remove_member(scene.mine.id, scene.teacher.id)  # at the command line
    scene.clock.go_on(seconds=31)
    await scene.ask(desk, protocol.Ping(sent=0))
    assert scene.school.hub.watchers(scene.mine.id) == []


@situation
async def a_sixth_desk_of_one_login_closes_the_oldest(scene: Scene) -> None:
    desks = []
    for _ in range(7):
        desks.append(await entered(scene, await scene.desk()))
        scene.clock.go_on(seconds=1)
    assert [one.is_closed for one in desks] == [True] * 2 + [False] * 5


@situation
async def an_examiner_changes_no_roster_and_sets_nothing(scene: Scene) -> None:
    desk, _ = await staff(scene, Role.EXAMINER, scene.mine.id)
    for request in (
        protocol.AddTrainees(class_id=scene.mine.id, roster="name\nEva\n"),
        protocol.SetAssignment(assignment=an_assignment(scene.mine)),
        protocol.ShareRules(class_id=scene.mine.id, data=b"x"),
        protocol.RaceOrder(race=rules_of_race(scene.mine), order="open"),
    ):
        assert await refused(scene, desk, request) == "not-allowed"


# Names that are shared


@situation
async def a_class_name_in_other_letters_is_the_same_name(scene: Scene) -> None:
    name = f"Mañana {scene.mine.id.hex[:6]}"
    scene.storage.add_class(name)
    for other in (name.upper(), f"  {name}  ", unicodedata.normalize("NFD", name), name.replace(" ", "\u3000")):
        with pytest.raises(TakenError):
            scene.storage.add_class(other)


@situation
async def namesakes_of_two_classes_are_never_mixed(scene: Scene) -> None:
    other = scene.storage.add_person("Ana", Role.TRAINEE)
    scene.storage.add_members(scene.other.id, [other.id])
    code, _ = scene.school.admission.open_code(scene.other.id, None, None)
    hers = await laptop_of(scene, scene.ana)
    theirs = Laptop(await joined(scene.school, code, other), scene.clock)
    await theirs.meet(scene.school)
    await hers.record(fresh_entries(scene, 3))
    await theirs.record(fresh_entries(scene, 5))
    assert [scene.storage.person(one.id).stored for one in (scene.ana, other)] == [4, 6]
    assert {line.name: line.answers for line in (await a_board(scene)).lines} == {"Ana": 3, "Bea": 0}
    assert isinstance(await joining(scene, scene.code, other.id), protocol.Refused)


@situation
async def a_race_answer_counts_in_its_own_race_only(scene: Scene) -> None:
    scene.storage.add_members(scene.other.id, [scene.ana.id, scene.teacher.id])
    ana, _ = await at_laptop(scene, scene.ana)
    desk = await entered(scene, await scene.desk())
    mine, other = rules_of_race(scene.mine), rules_of_race(scene.other)
    await order(scene, desk, mine, "open", "next")
    await order(scene, desk, other, "open", "next")
    await scene.ask(ana, answer_to(mine, 1))
    counts = [len(state.answers) for group in (scene.mine, scene.other) if (state := scene.storage.race(group.id))]
    assert counts == [1, 0]


# Races while things change


@situation
async def a_race_goes_on_at_a_service_that_has_just_started(scene: Scene) -> None:
    (ana, _), (bea, _) = await at_laptop(scene, scene.ana), await at_laptop(scene, scene.bea)
    race = rules_of_race(scene.mine)
    await order(scene, await scene.desk(), race, "open", "next")
    await scene.ask(ana, answer_to(race, 1))
    restarted(scene)
    (ana, _), (bea, _) = await at_laptop(scene, scene.ana), await at_laptop(scene, scene.bea)
    (question,) = told(bea, protocol.RaceQuestion)
    assert question.number == 1 and question.race == race  # type: ignore[attr-defined]
    await scene.ask(ana, answer_to(race, 1))  # its laptop did not hear that it was counted
    await scene.ask(bea, answer_to(race, 1))
    await order(scene, await scene.desk(), race, "next")
    await scene.ask(ana, answer_to(race, 2))
    state = scene.storage.race(scene.mine.id)
    assert state is not None and state.number == 2
    assert sorted((number, person) for number, person, _ in state.answers) == sorted(
        [(1, scene.ana.id), (1, scene.bea.id), (2, scene.ana.id)]
    )


@situation
async def two_desks_that_press_next_at_once_move_a_race_once(scene: Scene) -> None:
    await at_laptop(scene, scene.ana)
    race = rules_of_race(scene.mine)
    one, two = await scene.desk(), await scene.desk()
    await order(scene, one, race, "open")
    scene.storage.move_race(scene.mine.id, race.id, 0, 1, is_over=False)
    scene.storage.move_race(scene.mine.id, race.id, 0, 1, is_over=False)
    state = scene.storage.race(scene.mine.id)
    assert two is not one and state is not None and state.number == 1


@situation
async def a_runner_who_is_erased_leaves_the_race_and_the_others_run_on(scene: Scene) -> None:
    (ana, _), (bea, _) = await at_laptop(scene, scene.ana), await at_laptop(scene, scene.bea)
    race = rules_of_race(scene.mine)
    desk = await entered(scene, await scene.desk())
    await order(scene, desk, race, "open", "next")
    await scene.ask(ana, answer_to(race, 1))
    scene.storage.erase(scene.ana.id)
    await scene.ask(bea, answer_to(race, 1))
    standings = told(desk, protocol.RaceStandings)[-1]
    assert [line.name for line in standings.lines] == ["Bea"]  # type: ignore[attr-defined]
    assert standings.runners == 1  # type: ignore[attr-defined]


@situation
async def a_race_of_an_ended_class_asks_nobody(scene: Scene) -> None:
    race = rules_of_race(scene.mine)
    await at_laptop(scene, scene.ana)
    await order(scene, await scene.desk(), race, "open", "next")
    scene.storage.end_class(scene.mine.id)
    restarted(scene)
    ana, _ = await at_laptop(scene, scene.ana)
    assert told(ana, protocol.RaceQuestion) == []


@situation
async def yesterdays_race_is_not_asked_today(scene: Scene) -> None:
    race = rules_of_race(scene.mine)
    await at_laptop(scene, scene.ana)
    await order(scene, await scene.desk(), race, "open", "next")
    scene.clock.go_on(hours=25)
    ana, _ = await at_laptop(scene, scene.ana)
    assert told(ana, protocol.RaceQuestion) == []


# Clocks


@situation
async def a_laptop_a_day_ahead_counts_today_and_only_today(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    scene.clock.go_on(days=1)
    entries = fresh_entries(scene, 4)
    scene.clock.go_on(days=-1)
    reply = await push(scene, connection, key, entries)
    assert len(reply.kept) == 5
    assert scene.storage.today([scene.ana.id])[scene.ana.id].answers == 4
    scene.clock.go_on(days=1)
    assert scene.ana.id not in scene.storage.today([scene.ana.id])


@situation
async def a_connected_laptop_a_day_behind_counts_today(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    for _ in range(4):
        scene.clock.go_on(seconds=31)
        await scene.ask(connection, protocol.Ping(sent=0, ahead=-86_400_000))
    scene.clock.go_on(days=-1)
    entries = fresh_entries(scene, 4)
    scene.clock.go_on(days=1)
    await push(scene, connection, key, entries)
    assert scene.storage.today([scene.ana.id])[scene.ana.id].answers == 4


@situation
async def a_service_whose_clock_went_back_a_day_locks_nobody_out(scene: Scene) -> None:
    ana, desk = await laptop_of(scene, scene.ana), await scene.desk()
    scene.clock.go_on(days=-1)
    restarted(scene)
    await ana.meet(scene.school)
    await ana.record(fresh_entries(scene, 2))
    assert ana.core.state is State.IN_STEP and scene.storage.person(scene.ana.id).stored == 3
    assert isinstance(await joining(scene, scene.code, scene.bea.id), protocol.Joined)
    token = protocol.encoded(protocol.SignIn(token=desk.token))
    assert (await scene.school.admit(token, bytes(32)))[0].actor.person == scene.teacher.id


@situation
async def a_service_whose_clock_went_on_a_day_locks_nobody_out(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    scene.clock.go_on(days=1)
    restarted(scene)
    await ana.meet(scene.school)
    assert ana.core.state is State.IN_STEP
    desk = await scene.desk()  # with the password, without a code
    reply = await scene.ask(desk, protocol.OpenCode(class_id=scene.mine.id))
    assert isinstance(reply, protocol.CodeOpened)
    assert isinstance(await joining(scene, reply.code, scene.bea.id), protocol.Joined)


@situation
async def a_brake_set_by_a_wrong_clock_ends_within_minutes(scene: Scene) -> None:
    scene.clock.go_on(days=1)
    for _ in range(8):
        scene.storage.count_wrong(scene.login)
    scene.clock.go_on(days=-1)
    assert scene.storage.wait_of(scene.login) <= 300_000


@situation
async def a_clock_a_century_off_makes_no_board_unreadable(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    for ahead in (100 * 366 * 86_400_000, -100 * 366 * 86_400_000):
        scene.clock.go_on(seconds=31)
        await scene.ask(connection, protocol.Ping(sent=0, ahead=ahead))
        assert protocol.read_from_service(protocol.encoded(await a_board(scene)))


# Three days of service


@situation
async def after_three_days_of_service_everybody_gets_in(scene: Scene) -> None:
    ana, desk = await laptop_of(scene, scene.ana), await scene.desk()
    for _ in range(3):
        scene.clock.go_on(hours=2)  # a lunch
        await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id))
        scene.clock.go_on(hours=9)
        await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id))
        scene.clock.go_on(hours=11, minutes=30)
        await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id))
        ana.cut()
        await ana.meet(scene.school)
        await ana.record(fresh_entries(scene, 2))
    reply = await scene.ask(desk, protocol.OpenCode(class_id=scene.mine.id))
    assert isinstance(reply, protocol.CodeOpened)
    assert isinstance(await joining(scene, reply.code, scene.bea.id), protocol.Joined)
    assert scene.storage.person(scene.ana.id).stored == 9


@situation
async def a_desk_left_over_night_signs_in_again_without_a_code(scene: Scene) -> None:
    desk = await scene.desk()
    scene.clock.go_on(hours=13)
    assert await refused(scene, desk, protocol.AskRoster(class_id=scene.mine.id)) == "session-over"
    assert isinstance(await scene.ask(await scene.desk(), protocol.AskRoster(class_id=scene.mine.id)), protocol.Roster)


# Full disks and certificates


@situation
async def a_laptop_that_is_full_loses_nothing_and_goes_on_when_there_is_room(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    mark_known = ana.book.mark_known

    def fail(*_: object) -> None:
        raise DiskFullError(path="schools.db")

    ana.book.mark_known = fail  # type: ignore[method-assign,assignment]
    with pytest.raises(DiskFullError):  # the transports tell it and connect again
        await ana.record(fresh_entries(scene, 3))
    assert scene.storage.person(scene.ana.id).stored == 4
    ana.book.mark_known = mark_known  # type: ignore[method-assign]
    ana.cut()
    await ana.meet(scene.school)
    await ana.record(fresh_entries(scene, 1))
    assert ana.core.state is State.IN_STEP and ana.core.waiting == 0
    assert scene.storage.person(scene.ana.id).stored == 6


@situation
async def another_certificate_gets_nothing_and_the_right_one_everything(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    ana.cut()
    ana.local.add(fresh_entries(scene, 3))
    sent: list[bytes] = []
    ana.core.send = sent.append
    with pytest.raises(SchoolError):
        ana.core.connected(bytes(32))
    ana.core.tick()
    assert sent == [] and ana.core.waiting == 4
    ana.core.disconnected()
    await ana.meet(scene.school)
    assert ana.core.state is State.IN_STEP and scene.storage.person(scene.ana.id).stored == 4


@situation
async def a_service_with_another_certificate_does_not_admit_the_old_proof(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    scene.school.close()
    scene.school = School(scene.storage, bytes(32), "Escuela")
    with pytest.raises(AssertionError):  # the laptop is refused before it is in step
        await ana.meet(scene.school)
        assert ana.core.state is State.IN_STEP
    assert scene.storage.codes() == []
    scene.school.close()
    scene.school = School(scene.storage, FINGERPRINT, "Escuela")


# Rosters


def roster(scene: Scene, text: str) -> tuple[int, int]:
    done = import_roster(scene.storage, parse_roster(text), scene.mine.name)
    return done.added, done.known


@situation
async def five_hundred_with_namesakes_are_told_apart(scene: Scene) -> None:
    mark = scene.mine.id.hex
    lines = [f"Trainee {number % 480};{mark}-{number}" for number in range(500)]
    text = "\n".join(["nombre;id", *lines])
    assert roster(scene, text) == (500, 0)
    assert roster(scene, text) == (0, 500)
    people = scene.storage.members(scene.mine.id, Role.TRAINEE)
    assert len(people) == 502
    laptop = Laptop(await joined(scene.school, scene.code, people[0]), scene.clock)
    await laptop.meet(scene.school)
    board = await a_board(scene)
    assert len(protocol.read_from_service(protocol.encoded(board)).lines) == 502  # type: ignore[union-attr]


@situation
async def ids_that_come_later_belong_to_the_people_who_are_there(scene: Scene) -> None:
    mark = scene.mine.id.hex
    assert roster(scene, "nombre\nCarlos Díaz\nEva Gil\n") == (2, 0)
    before = {one.name: one.id for one in scene.storage.members(scene.mine.id, Role.TRAINEE)}
    assert roster(scene, f"nombre,id\nCarlos Díaz,{mark}-1\nEva Gil,{mark}-2\n") == (0, 2)
    after = {one.name: (one.id, one.login) for one in scene.storage.members(scene.mine.id, Role.TRAINEE)}
    assert {name: number for name, (number, _) in after.items()} == before
    assert after["Eva Gil"][1] == f"{mark}-2"
    assert roster(scene, f"nombre,id\nCarlos Díaz,{mark}-1\nEva Gil,{mark}-2\n") == (0, 2)
    assert roster(scene, "nombre\nEva Gil\n") == (0, 1)


@situation
async def an_id_for_two_names_imports_nobody(scene: Scene) -> None:
    mark = scene.mine.id.hex
    with pytest.raises(BadRosterError):
        roster(scene, f"nombre,id\nCarlos,{mark}\nEva,{mark}\n")
    assert len(scene.storage.members(scene.mine.id, Role.TRAINEE)) == 2


@situation
async def cells_that_are_too_long_are_told_with_their_line(scene: Scene) -> None:
    for line in (f"{'x' * 121};1;", f"Eva;{'1' * 300};", f"Eva;1;{'c' * 121}"):
        with pytest.raises(BadRosterError) as error:
            roster(scene, f"nombre;id;clase\nGil;2;\n{line}\n")
        assert "line 3, a name, an id or a class has more than 120 letters" in str(error.value)
    assert len(scene.storage.members(scene.mine.id, Role.TRAINEE)) == 2


@situation
async def a_school_is_not_imported_into_one_class(scene: Scene) -> None:
    with pytest.raises(ClassFullError, match="more than 1,000 people"):
        roster(scene, "nombre\n" + "".join(f"Trainee {number}\n" for number in range(999)))
    assert len(scene.storage.members(scene.mine.id, Role.TRAINEE)) == 2


@situation
async def a_returning_trainee_finds_no_room_in_a_full_class(scene: Scene) -> None:
    mark = scene.mine.id.hex
    roster(scene, "nombre,id\n" + "".join(f"Trainee {number},{mark}-{number}\n" for number in range(997)))
    gone = scene.storage.by_login(f"{mark}-7")
    assert gone is not None
    scene.storage.deactivate(gone.id)
    assert roster(scene, "nombre\nEva\n") == (1, 0)
    with pytest.raises(ClassFullError, match="more than 1,000 people"):
        roster(scene, f"nombre,id\nTrainee 7,{mark}-7\n")
    assert scene.storage.person(gone.id).is_gone


@situation
async def namesakes_with_and_without_an_id_are_two(scene: Scene) -> None:
    mark = scene.mine.id.hex
    for name, lines in (("Eva", (f"Eva,{mark}-1", "Eva,")), ("Gil", ("Gil,", f"Gil,{mark}-2"))):
        assert roster(scene, "nombre,id\n" + next(line for line in lines if mark in line)) == (1, 0)
        assert roster(scene, "nombre,id\n" + "\n".join(lines)) == (1, 1)
        assert roster(scene, "nombre,id\n" + "\n".join(lines)) == (0, 2)
        assert [one.name for one in scene.storage.members(scene.mine.id)].count(name) == 2


@situation
async def the_id_of_an_instructor_is_not_put_on_a_roster(scene: Scene) -> None:
    with pytest.raises(BadRosterError):
        roster(scene, f"nombre,id\nDora,{scene.login}\n")
    assert scene.storage.person(scene.teacher.id).role is Role.INSTRUCTOR


@situation
async def a_roster_that_is_too_long_imports_nobody(scene: Scene) -> None:
    with pytest.raises(BadRosterError):
        parse_roster("nombre\n" + "Eva\n" * 20_001)
    for text in ("", "\n", "edad\n33\n", "nombre\n" + "x" * 200, 'nombre\n"Eva'):
        with pytest.raises(SchoolError):
            roster(scene, text)
            roster(scene, "edad\n1\n")
    assert len(scene.storage.members(scene.mine.id, Role.TRAINEE)) == 2


@situation
async def somebody_who_left_and_is_on_the_roster_again_is_the_same_person(scene: Scene) -> None:
    mark = scene.mine.id.hex
    roster(scene, f"nombre,id\nEva Gil,{mark}\n")
    eva = scene.storage.by_login(mark)
    assert eva is not None
    laptop, _ = a_laptop(scene.storage, eva)
    scene.storage.keep([Incoming(eva.id, None, fresh_entries(scene, 3))])
    scene.storage.deactivate(eva.id)
    assert roster(scene, f"nombre,id\nEva Gil,{mark}\n") == (0, 1)
    assert not scene.storage.person(eva.id).is_gone and scene.storage.person(eva.id).stored == 4
    assert scene.storage.laptop(laptop.id).is_withdrawn


@situation
async def a_name_that_was_erased_starts_anew(scene: Scene) -> None:
    mark = scene.mine.id.hex
    roster(scene, f"nombre,id\nEva Gil,{mark}\n")
    eva = scene.storage.by_login(mark)
    assert eva is not None
    scene.storage.keep([Incoming(eva.id, None, fresh_entries(scene, 3))])
    scene.storage.erase(eva.id)
    assert roster(scene, f"nombre,id\nEva Gil,{mark}\n") == (1, 0)
    again = scene.storage.by_login(mark)
    assert again is not None and again.id != eva.id and again.stored == 0


# Large classes


@situation
async def a_desk_can_read_the_work_of_a_class_with_many_assignments(scene: Scene) -> None:
    numbers = [scene.storage.new_id() for _ in range(30)]
    people = [scene.storage.new_id() for _ in range(30)]
    with scene.storage.engine.writing() as writer:  # as laptops would send it over a year
        writer.change_many(
            "INSERT INTO people (id, role, name, created, checksum) VALUES (?, 'trainee', ?, 0, ?)",
            [(one.bytes, f"T {number}", bytes(16)) for number, one in enumerate(people)],
        )
        writer.change_many(
            "INSERT INTO members (class, person) VALUES (?, ?)", [(scene.mine.id.bytes, one.bytes) for one in people]
        )
        writer.change_many(
            "INSERT INTO work (person, session, assignment, answers, rights, milliseconds, began, last) "
            "VALUES (?, ?, ?, 1, 1, 1, 0, 0)",
            [(person.bytes, scene.storage.new_id().bytes, one.bytes) for person in people for one in numbers],
        )
    for number in numbers:
        scene.storage.add_assignment(msgspec.structs.replace(an_assignment(scene.mine), id=number))
    reply = await scene.ask(await scene.desk(), protocol.AskWork(class_id=scene.mine.id))
    found = protocol.read_from_service(protocol.encoded(reply))  # type: ignore[arg-type]
    assert isinstance(found, protocol.Assigned) and len(found.work) == 900


@situation
async def a_desk_can_read_a_board_whatever_a_laptop_sent(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    session, attempt = an_attempt(scene)
    long = "x" * 190
    wrong = [
        msgspec.structs.replace(attempt, id=uuid4(), right=False, mistake=mistake, item=item, answer=answer)
        for mistake, item, answer in (
            (f"roulette.mistake.{long}", f"{long}/1 {long}/{long}@1+ab12cd34 #1", "9" * 9_000),
            ("x" * 5_000, attempt.item, "1"),
            ("roulette.mistake.a", f"pay-the-layout/1 {'b' * 1_900}/r@1+ab12cd34 #1", "\ud7ff\u202e"),
        )
    ]
    await push(scene, connection, key, [session, *map(attempt_entry, wrong)])
    assert protocol.read_from_service(protocol.encoded(await a_board(scene)))


@situation
async def a_class_without_trainees_has_an_empty_board(scene: Scene) -> None:
    for person in (scene.ana, scene.bea):
        scene.storage.remove_member(scene.mine.id, person.id)
    board = await a_board(scene)
    assert (board.lines, board.heat, board.mistakes) == ((), (), ())


@situation
async def laptops_join_a_school_whatever_its_name_is(scene: Scene) -> None:
    for name in ("x" * 300, "Escuela\x1b[31m\n\u202e", " ", ""):
        scene.school.close()
        scene.school = School(scene.storage, FINGERPRINT, name)
        code, _ = scene.school.admission.open_code(scene.mine.id, scene.ana.id, None)
        found = Laptop(await joined(scene.school, code, scene.ana), scene.clock)
        await found.meet(scene.school)
        assert found.core.state is State.IN_STEP and found.core.welcome is not None
        assert 1 <= len(found.core.welcome.school) <= 120 and found.core.welcome.school.isprintable()


# Programs of other versions


def of_tomorrow(message: msgspec.Struct) -> bytes:
    """A message with a field that this version cannot read."""
    plain = msgspec.msgpack.decode(protocol.encoded(message))
    return msgspec.msgpack.encode({key: value if key == "type" else {"new": 1} for key, value in plain.items()})


@situation
async def a_laptop_goes_on_when_the_school_sends_something_newer(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    closed: list[bool] = []
    ana.core.close = lambda: closed.append(True)
    for data in (
        of_tomorrow(protocol.Assigned(assignments=())),
        of_tomorrow(protocol.RaceStandings(race=uuid4(), number=1, answered=0, runners=0, lines=())),
        msgspec.msgpack.encode({"type": "Holiday", "until": 5}),
    ):
        ana.core.received(data)
        assert ana.core.trouble is not None and not closed
    await ana.record(fresh_entries(scene, 2))
    assert ana.core.state is State.IN_STEP and scene.storage.person(scene.ana.id).stored == 3
    for data in (b"", b"\xc1", b"GET / HTTP/1.1", of_tomorrow(protocol.Stored(number=1, kept=()))):
        ana.core.received(data)
    assert len(closed) == 4


# People who leave, laptops that are copied


@situation
async def a_class_that_ends_leaves_its_laptops_joined(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    scene.storage.add_assignment(an_assignment(scene.mine))
    scene.storage.end_class(scene.mine.id)
    ana.cut()
    await ana.meet(scene.school)
    await ana.record(fresh_entries(scene, 2))
    assert ana.core.state is State.IN_STEP and ana.core.assigned.assignments == ()
    assert scene.storage.person(scene.ana.id).stored == 3


@situation
async def somebody_let_go_is_out_within_half_a_minute(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    scene.storage.deactivate(scene.ana.id)
    with pytest.raises(SchoolError):
        await push(scene, connection, key, fresh_entries(scene, 1))
    scene.clock.go_on(seconds=31)
    assert await refused(scene, connection, protocol.Ping(sent=0)) == "not-joined"
    assert scene.storage.person(scene.ana.id).stored == 0


@situation
async def both_copies_of_a_withdrawn_laptop_are_out(scene: Scene) -> None:
    link = await joined(scene.school, scene.code, scene.ana)
    one, two = Laptop(link, scene.clock), Laptop(link, scene.clock)
    await one.meet(scene.school)
    await two.meet(scene.school)
    await one.record(fresh_entries(scene, 2))
    await two.record(fresh_entries(scene, 3))
    assert scene.storage.person(scene.ana.id).stored == 7
    desk = await scene.desk()
    await scene.ask(desk, protocol.WithdrawLaptop(laptop=UUID(bytes=link.laptop)))
    for copy in (one, two):
        copy.local.add(fresh_entries(scene, 1))
        copy.cut()
        await copy.connect(scene.school)
        assert copy.core.state is State.REFUSED
    assert scene.storage.person(scene.ana.id).stored == 7


@situation
async def an_older_image_of_a_laptop_gets_back_what_it_forgot(scene: Scene) -> None:
    link = await joined(scene.school, scene.code, scene.ana)
    laptop = Laptop(link, scene.clock)
    await laptop.meet(scene.school)
    await laptop.record(fresh_entries(scene, 2))
    image = dict(laptop.local.found)
    await laptop.record(fresh_entries(scene, 4))
    laptop.cut()
    old = Laptop(link, scene.clock, image.values())
    await old.meet(scene.school)
    await old.record(fresh_entries(scene, 1))
    assert old.core.state is State.IN_STEP
    assert len(old.local.found) == scene.storage.person(scene.ana.id).stored == 10


@situation
async def a_personal_code_lets_in_nobody_else_and_once(scene: Scene) -> None:
    code, _ = scene.school.admission.open_code(scene.mine.id, scene.ana.id, None)
    assert isinstance(await joining(scene, code, scene.bea.id), protocol.Refused)
    assert isinstance(await joining(scene, code, scene.ana.id), protocol.Joined)
    assert isinstance(await joining(scene, code, scene.ana.id), protocol.Refused)


@situation
async def a_reset_password_is_chosen_by_nobody_who_has_only_the_class_code(scene: Scene) -> None:
    await joined(scene.school, scene.code, scene.ana, "1234")
    await scene.ask(await scene.desk(), protocol.ResetPassword(person=scene.ana.id))
    assert isinstance(await joining(scene, scene.code, scene.ana.id, password="9999"), protocol.Refused)
    assert len(scene.storage.laptops(scene.ana.id)) == 1


@situation
async def a_new_code_does_not_disturb_laptops_that_have_joined(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    scene.school.admission.open_code(scene.mine.id, None, None)
    await ana.record(fresh_entries(scene, 2))
    assert ana.core.state is State.IN_STEP


# Messages that are wrong


@situation
async def a_trainee_is_refused_every_request_of_a_desk(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    group, person = scene.mine.id, scene.bea.id
    for request in (
        protocol.AskBoard(class_id=group, is_live=True),
        protocol.AskRoster(class_id=group),
        protocol.AskWork(class_id=group),
        protocol.AskRecords(person=person),
        protocol.OpenCode(class_id=group),
        protocol.ShareRules(class_id=group, data=b"x"),
        protocol.SetAssignment(assignment=an_assignment(scene.mine)),
        protocol.WithdrawLaptop(laptop=uuid4()),
        protocol.ResetPassword(person=person),
        protocol.AddTrainees(class_id=group, roster="name\nEva"),
        protocol.AddClass(name="Mine"),
        protocol.ChangeClass(class_id=group, order="end"),
        protocol.ChangePerson(person=person, class_id=group, order="rename", name="x"),
        protocol.RaceOrder(race=rules_of_race(scene.mine), order="open"),
        protocol.ExamRoomOrder(class_id=group, order="begin", sitting=uuid4()),
        protocol.TableOrder(class_id=group, person=person, order="abuse"),
    ):
        assert await refused(scene, connection, request) == "not-allowed", request


@situation
async def an_instructor_of_another_class_is_refused_everything_in_this_one(scene: Scene) -> None:
    desk, _ = await staff(scene)
    laptop, _ = a_laptop(scene.storage, scene.ana)
    assignment = an_assignment(scene.mine)
    scene.storage.add_assignment(msgspec.structs.replace(assignment, id=uuid4()))
    (known,) = scene.storage.assignments([scene.mine.id])
    before = len(scene.storage.audit())
    group, person = scene.mine.id, scene.ana.id
    for request in (
        protocol.AskBoard(class_id=group),
        protocol.AskRoster(class_id=group),
        protocol.AskWork(class_id=group),
        protocol.AskRecords(person=person),
        protocol.OpenCode(class_id=group),
        protocol.OpenCode(class_id=scene.other.id, person=person),
        protocol.ShareRules(class_id=group, data=b"x"),
        protocol.SetAssignment(assignment=assignment),
        protocol.WithdrawAssignment(assignment=known.id),
        protocol.WithdrawLaptop(laptop=laptop.id),
        protocol.ResetPassword(person=person),
        protocol.AddTrainees(class_id=group, roster="name\nEva"),
        protocol.ChangePerson(person=person, class_id=scene.other.id, order="take-out"),
        protocol.RaceOrder(race=rules_of_race(scene.mine), order="open"),
        protocol.TableOrder(class_id=group, person=person, order="abuse"),
    ):
        assert await refused(scene, desk, request) == "not-allowed", request
    assert len(scene.storage.audit()) == before


@situation
async def a_pull_beyond_the_end_is_an_empty_page(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    await push(scene, connection, key, fresh_entries(scene, 2))
    for after in (3, 10**12):
        page = await scene.ask(connection, protocol.Pull(after=after))
        assert isinstance(page, protocol.Pulled) and page.entries == () and page.stored == 3


@situation
async def an_entry_of_an_unknown_sort_is_refused_as_a_message(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    await push(scene, connection, key, fresh_entries(scene, 1))
    raw = protocol.encoded(
        protocol.Push(number=2, batch=protocol.Batch(laptop=bytes(16), entries=(), signature=bytes(64)))
    )
    for data in (raw[:-3], b"", b"\xc1", b"\x91" * 5_000, raw + b"\0", b"\xdd\xff\xff\xff\xff"):
        with pytest.raises(SchoolError):
            await scene.school.answer(connection, data)
    assert scene.storage.person(scene.ana.id).stored == 2


@situation
async def three_hundred_greetings_of_a_stranger_leave_no_row(scene: Scene) -> None:
    tables = ("used_nonces", "brakes", "codes")
    before = [scene.storage.engine.rows(f"SELECT count(*) FROM {table}") for table in tables]
    for _ in range(300):
        reply = await opened(scene, protocol.Hello(nonce=bytes(32)))
        assert isinstance(reply, protocol.HelloBack)
    assert [scene.storage.engine.rows(f"SELECT count(*) FROM {table}") for table in tables] == before


@situation
async def an_exam_order_reaches_no_other_class(scene: Scene) -> None:
    desk, _ = await staff(scene, Role.EXAMINER)
    carla, _ = await at_laptop(scene, scene.carla)
    ana, _ = await at_laptop(scene, scene.ana)
    heard(ana)
    refusal = protocol.ExamRoomOrder(class_id=scene.other.id, order="pause", sitting=uuid4(), person=scene.ana.id)
    assert await refused(scene, desk, refusal) == "unknown"
    sitting = uuid4()
    await scene.ask(desk, protocol.ExamRoomOrder(class_id=scene.other.id, order="pause", sitting=sitting))
    assert told(ana, protocol.ExamOrder) == [] and len(told(carla, protocol.ExamOrder)) == 1


@situation
async def a_withdrawn_laptop_copies_no_sitting(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    assert connection.actor.laptop is not None
    scene.storage.withdraw_laptop(connection.actor.laptop)
    scene.clock.go_on(seconds=31)
    copy = protocol.SittingCopy(sitting="0" * 32, name="header.json", data=b"{}")
    assert await refused(scene, connection, copy) == "not-joined"


@situation
async def an_assignment_of_unshared_rules_is_told_to_be_missing(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    told_rules: list[str] = []
    ana.core.on_rules = told_rules.append
    scene.storage.add_assignment(msgspec.structs.replace(an_assignment(scene.mine), id=uuid4(), rules="ab" * 16))
    ana.cut()
    await ana.meet(scene.school)
    assert told_rules == ["ab" * 16] and ana.book.rules("ab" * 16) == b""


@situation
async def rules_under_a_wrong_digest_are_not_kept_by_a_laptop(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    ana.core.received(protocol.encoded(protocol.SharedRules(digest="ab" * 16, data=b"other rules")))
    assert ana.book.rules("ab" * 16) == b""


@situation
async def a_database_that_is_gone_for_a_moment_loses_no_answer(scene: Scene) -> None:
    ana = await laptop_of(scene, scene.ana)
    keep = scene.storage.keep

    def fail(incoming: object) -> object:
        raise StorageError(where="x", problem=protocol.Said(id="x"))

    scene.storage.keep = fail  # type: ignore[method-assign,assignment]
    await ana.record(fresh_entries(scene, 2))
    scene.storage.keep = keep  # type: ignore[method-assign]
    for _ in range(8):
        ana.core.tick()
        await ana.talk()
    assert ana.core.state is State.IN_STEP and scene.storage.person(scene.ana.id).stored == 3


@situation
async def answers_that_overtake_their_session_are_sent_again(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    session, *attempts = fresh_entries(scene, 3)
    entries: list[Entry] = list(attempts)
    reply = await push(scene, connection, key, entries)
    assert reply.kept == () and len(reply.refused) == 3
    reply = await push(scene, connection, key, [session, *attempts])
    assert len(reply.kept) == 4


# Two things at the same moment


def meanwhile(scene: Scene, name: str, act: Callable[[], None]) -> None:
    """Let something happen just before a method of the storage does its work."""
    work = getattr(scene.storage, name)

    def after_that(*values: Any, **named: Any) -> object:
        setattr(scene.storage, name, work)
        act()
        return work(*values, **named)

    setattr(scene.storage, name, after_that)


def add_zoe(scene: Scene, act: Callable[[], None]) -> None:
    """Import a roster into a class to which something happens just before."""
    work = storage_requests.import_roster

    def after_that(*values: Any, **named: Any) -> object:
        act()
        return work(*values, **named)

    actor = Actor(role=Role.INSTRUCTOR, person=scene.teacher.id)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage_requests, "import_roster", after_that)
        carry_out(scene.storage, actor, protocol.AddTrainees(class_id=scene.mine.id, roster="name\nZoe"))


@situation
async def a_roster_goes_into_its_class_though_that_is_renamed_meanwhile(scene: Scene) -> None:
    storage, name = scene.storage, scene.mine.name
    add_zoe(scene, lambda: storage.rename_class(scene.mine.id, f"{name} nuevo"))
    assert storage.class_by_name(name) is None
    assert "Zoe" in {one.name for one in storage.members(scene.mine.id)}


@situation
async def a_roster_makes_no_class_out_of_one_that_ends_meanwhile(scene: Scene) -> None:
    storage, name = scene.storage, scene.mine.name
    before = len(storage.people())
    with pytest.raises(UnknownError):
        add_zoe(scene, lambda: storage.end_class(scene.mine.id))
    assert storage.class_by_name(name) is None and len(storage.people()) == before


@situation
async def a_trainee_who_is_erased_while_joining_leaves_nothing(scene: Scene) -> None:
    meanwhile(scene, "set_first_password", lambda: scene.storage.erase(scene.ana.id))
    assert isinstance(await joining(scene, scene.code, scene.ana.id), protocol.Refused)
    assert scene.storage.password(scene.ana.id) is None and scene.storage.laptops(scene.ana.id) == []


@situation
async def a_trainee_who_is_let_go_while_joining_gets_no_laptop(scene: Scene) -> None:
    meanwhile(scene, "add_laptop", lambda: scene.storage.deactivate(scene.ana.id))
    assert isinstance(await joining(scene, scene.code, scene.ana.id), protocol.Refused)
    assert scene.storage.laptops(scene.ana.id) == []


@situation
async def nobody_names_or_takes_back_somebody_who_was_erased(scene: Scene) -> None:
    storage, bea = scene.storage, scene.bea.id
    storage.erase(bea)
    changes: list[Callable[[], None]] = [
        lambda: storage.rename(bea, "Bea"),
        lambda: storage.readmit(bea),
        lambda: storage.set_password(bea, "a long password"),
        lambda: storage.set_role(bea, Role.ADMINISTRATOR),
    ]
    for change in changes:
        with pytest.raises(UnknownError):
            change()
    assert storage.person(bea).name == ERASED and storage.person(bea).is_gone


@situation
async def a_class_is_added_with_its_instructor_or_not_at_all(scene: Scene) -> None:
    storage, name = scene.storage, f"Nueva {uuid4()}"

    def fail(*values: object) -> None:
        raise StorageError(where="x", problem="full")

    actor = Actor(role=Role.ADMINISTRATOR, person=scene.teacher.id)
    write = storage._add_member
    storage._add_member = fail  # type: ignore[method-assign,assignment]
    with pytest.raises(StorageError):
        carry_out(storage, actor, protocol.AddClass(name=name))
    assert storage.class_by_name(name) is None
    storage._add_member = write  # type: ignore[method-assign]
    carry_out(storage, actor, protocol.AddClass(name=name))
    found = storage.class_by_name(name)
    assert found is not None and [one.id for one in storage.members(found.id)] == [scene.teacher.id]


# Instructors who set very much


def set_in(scene: Scene, group: Class, count: int, **more: Any) -> list[UUID]:
    found = []
    for _ in range(count):
        assignment = msgspec.structs.replace(an_assignment(group), id=uuid4(), **more)
        scene.storage.add_assignment(assignment)
        found.append(assignment.id)
    scene.clock.go_on(seconds=1)
    return found


def mine_of(scene: Scene) -> list[UUID]:
    actor = Actor(role=Role.TRAINEE, person=scene.ana.id)
    reply = read_reply(scene.storage, actor, protocol.AskAssignments())
    assert isinstance(reply, protocol.Assigned)
    protocol.read_from_service(protocol.encoded(reply))
    return [one.id for one in reply.assignments]


@situation
async def the_assignments_of_one_class_do_not_crowd_out_those_of_another(scene: Scene) -> None:
    scene.storage.add_members(scene.other.id, [scene.ana.id])
    (first,) = set_in(scene, scene.mine, 1)
    others = set_in(scene, scene.other, 500)
    found = mine_of(scene)
    assert len(found) == 500 and found[-1] == first and set(found) <= {first, *others}


@situation
async def very_long_assignments_cut_nobody_off(scene: Scene) -> None:
    scene.storage.add_members(scene.other.id, [scene.ana.id])
    rungs = tuple(f"pay-the-layout-{number}/1" for number in range(8_000))
    plan = str(msgspec.structs.replace(a_plan(), rungs=rungs))
    (first,) = set_in(scene, scene.mine, 1)
    for group in (scene.other, scene.mine):
        with pytest.raises(FullError, match="the space of this class"):
            set_in(scene, group, 500, plan=plan, people=(*(uuid4() for _ in range(900)), scene.ana.id))
        assert (first in mine_of(scene)) == (group is scene.other)  # only work of its own class takes its place
    desk = await scene.desk()
    reply = await scene.ask(desk, protocol.AskWork(class_id=scene.mine.id))
    assert reply is not None
    protocol.read_from_service(protocol.encoded(reply))
    laptop = await laptop_of(scene, scene.ana)
    assert laptop.core.state is State.IN_STEP


@pytest.mark.parametrize("what", SITUATIONS, ids=lambda one: one.__name__)
def test_a_situation_ends_as_expected(what: Situation, attacked: Scene) -> None:
    async def play() -> None:
        await what(attacked)

    asyncio.run(play())

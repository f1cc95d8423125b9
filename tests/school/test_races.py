"""Races and exam rooms: who is asked, what counts, the standings, and who may give orders."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from uuid import UUID, uuid4

import msgspec
import pytest

from tests.exams.support import CODE, INVIGILATOR, Room, candidate
from tests.school.laptops import FINGERPRINT, Laptop, joined
from tests.school.people import Clock, a_class, a_plan
from tests.school.scenes import Scene
from trainer.desk.screens.school.controller import SchoolController
from trainer.exams.keys import PrivateKey
from trainer.exams.people import People
from trainer.exams.result import SealedResult, to_bytes
from trainer.exams.roles import Role as ExamRole
from trainer.exams.sitting import Sitting
from trainer.exams.staff import SignedIn
from trainer.school import protocol
from trainer.school.entries import Sort, sealed_entry
from trainer.school.errors import MalformedError, NotAllowedError, UnknownError
from trainer.school.laptop.sync_client import State
from trainer.school.protocol import RaceAnswer, RaceLine, RaceRules, RaceStandings
from trainer.school.rights import Actor
from trainer.school.sealed_documents import result_id
from trainer.school.service.app import School
from trainer.school.service.hub import Connection
from trainer.school.service.races import Race
from trainer.school.service_identity import ServiceIdentity
from trainer.school.sitting_copies import FOLDER, SittingCopies
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.exam_rooms import RecordedOrder
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import Storage
from trainer.texts import Message

ANA, BEA, EVA, LUZ = (UUID(int=number) for number in range(1, 5))
NAMES = {ANA: "Ana", BEA: "Bea", EVA: "Eva", LUZ: "Luz"}


def rules(class_id: UUID | None = None, **more: object) -> RaceRules:
    return RaceRules(id=uuid4(), class_id=class_id or uuid4(), plan=str(a_plan(3)), length=3, **more)  # type: ignore[arg-type]


def answer(race: Race, person: UUID, right: bool, painted_ms: int) -> bool:
    told = RaceAnswer(race=race.rules.id, number=race.number, right=right, painted_ms=painted_ms)
    return race.answer(person, told)


def test_accuracy_decides_and_then_the_time_of_right_answers() -> None:
    race = Race(rules(), NAMES)
    for _ in range(2):
        race.go_on()
        answer(race, ANA, True, 3_000)
        answer(race, BEA, True, 2_000)
        answer(race, EVA, race.number == 1, 100)
        answer(race, LUZ, False, 10)
    assert [line.name for line in race.standings().lines] == ["Bea", "Ana", "Eva", "Luz"]
    assert [(line.rights, line.milliseconds) for line in race.standings().lines[2:]] == [(1, 100), (0, 0)]


def test_only_the_first_answer_of_a_participant_counts() -> None:
    race = Race(rules(), {ANA: "Ana"})
    assert not answer(race, ANA, True, 1)  # at the start line
    race.go_on()
    assert answer(race, ANA, False, 1)
    assert not answer(race, ANA, True, 1)
    assert not answer(race, BEA, True, 1)
    assert race.all_answered
    race.go_on()
    assert not race.answer(ANA, RaceAnswer(race=race.rules.id, number=1, right=True, painted_ms=1))
    race.end()
    assert not answer(race, ANA, True, 1)
    assert race.standings().lines[0].rights == 0


def test_a_relay_asks_one_of_each_team_in_turn() -> None:
    race = Race(rules(teams=(("Uno", (ANA, BEA)), ("Dos", (EVA, LUZ))), is_relay=True), NAMES)
    assert race.turn == ()
    turns = []
    for _ in range(3):
        race.go_on()
        turns.append(set(race.turn))
        for person in (ANA, BEA, EVA, LUZ):
            answer(race, person, person in (EVA, LUZ), 500)
    assert turns == [{ANA, EVA}, {BEA, LUZ}, {ANA, EVA}]
    assert [(line.name, line.rights, line.answers) for line in race.standings().teams] == [("Dos", 3, 3), ("Uno", 0, 3)]
    assert race.standings().lines == ()


def test_a_relay_asks_nobody_who_has_left() -> None:
    told = rules(teams=(("Uno", (ANA, BEA)), ("Dos", (EVA, LUZ)), ("Tres", (UUID(int=9),))), is_relay=True)
    race = Race(told, {ANA: "Ana", EVA: "Eva", LUZ: "Luz"})
    turns = []
    for _ in range(3):
        race.go_on()
        turns.append(race.turn)
    assert turns == [(ANA, EVA), (ANA, LUZ), (ANA, EVA)]


def test_the_last_question_ends_the_race_and_shows_the_hardest() -> None:
    race = Race(rules(), NAMES)
    for number in range(1, 4):
        race.go_on()
        for place, person in enumerate(NAMES):
            answer(race, person, place >= number, 500)
    assert race.standings().hardest == ()
    race.go_on()
    assert race.is_over and race.standings().hardest == ((3, 3), (2, 2), (1, 1))


async def a_room(storage: Storage, clock: Clock) -> tuple[School, Laptop, dict[Role, Connection], UUID]:
    group, (ana, _) = a_class(storage)
    school = School(storage, FINGERPRINT)
    code, _ = school.admission.open_code(group.id, None, None)
    laptop = Laptop(await joined(school, code, ana), clock)
    await laptop.meet(school)
    desks = {}
    for role in (Role.INSTRUCTOR, Role.EXAMINER):
        person = storage.add_person(role.value, role, role.value)
        storage.add_members(group.id, [person.id])
        desks[role] = Connection(Actor(role=role, person=person.id), [group.id], storage.now())
        school.hub.add(desks[role])
    return school, laptop, desks, group.id


def told(connection: Connection, kind: type) -> list[object]:
    found = []
    while not connection.outgoing.empty():
        data = connection.outgoing.get_nowait()
        if data is not None:
            found.append(protocol.read_from_service(data))
    return [message for message in found if isinstance(message, kind)]


def test_laptops_get_the_race_and_the_desk_its_standings(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, laptop, desks, class_id = await a_room(storage, clock)
        desk, race = desks[Role.INSTRUCTOR], rules(class_id)
        for order in ("open", "next"):
            await school.requests.answer(desk, protocol.RaceOrder(race=race, order=order))
        await laptop.talk()
        questions = [one for one in laptop.notices if isinstance(one, protocol.RaceQuestion)]
        assert [(one.number, len(one.turn)) for one in questions] == [(0, 0), (1, 1)]
        told(desk, object)
        laptop.core.send_message(RaceAnswer(race=race.id, number=1, right=True, painted_ms=900))
        await laptop.talk()
        (standings,) = told(desk, protocol.RaceStandings)
        assert isinstance(standings, protocol.RaceStandings)
        assert (standings.answered, standings.lines[0].name, standings.lines[0].milliseconds) == (1, "Ana", 900)
        await school.requests.answer(desk, protocol.RaceOrder(race=race, order="end"))
        state = storage.race(class_id)
        assert state is not None and state.is_over
        with pytest.raises(NotAllowedError):
            await school.requests.answer(desks[Role.EXAMINER], protocol.RaceOrder(race=race, order="open"))
        school.close()

    asyncio.run(scene())


def test_an_invigilator_gives_orders_to_all_or_one_and_sees_incidents(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, laptop, desks, class_id = await a_room(storage, clock)
        desk, sitting = desks[Role.EXAMINER], uuid4()
        order = protocol.ExamRoomOrder(class_id=class_id, order="begin", sitting=sitting, paper=b"sealed")
        with pytest.raises(NotAllowedError):
            await school.requests.answer(desks[Role.INSTRUCTOR], order)
        await school.requests.answer(desk, order)
        await laptop.talk()
        (begun,) = [one for one in laptop.notices if isinstance(one, protocol.ExamOrder)]
        assert (begun.order, begun.paper, begun.sitting) == ("begin", b"sealed", sitting)
        other = next(one.id for one in storage.members(class_id, Role.TRAINEE) if one.name == "Bea")
        await school.requests.answer(
            desk, protocol.ExamRoomOrder(class_id=class_id, order="pause", sitting=sitting, person=other)
        )
        await laptop.talk()
        assert len([one for one in laptop.notices if isinstance(one, protocol.ExamOrder)]) == 1
        told(desk, object)
        laptop.core.send_message(protocol.Incident(sitting=sitting, kind="not-in-front", at=storage.now()))
        await laptop.talk()
        (incident,) = told(desk, protocol.Incident)
        assert isinstance(incident, protocol.Incident) and incident.kind == "not-in-front"
        assert [line.action for line in storage.audit(2)] == ["invigilate", "invigilate"]
        # A laptop breaks: the candidate's next laptop gets the last order when it connects.
        laptop.cut()
        laptop.notices.clear()
        await laptop.meet(school)
        assert [one.order for one in laptop.notices if isinstance(one, protocol.ExamOrder)] == ["begin"]
        school.close()

    asyncio.run(scene())


def test_a_reconnecting_laptop_gets_the_last_order_of_each_exam(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, laptop, desks, class_id = await a_room(storage, clock)
        morning, noon = uuid4(), uuid4()

        async def say(order: str, sitting: UUID) -> None:
            paper = b"sealed" if order == "begin" else b""
            request = protocol.ExamRoomOrder(class_id=class_id, order=order, sitting=sitting, paper=paper)
            await school.requests.answer(desks[Role.EXAMINER], request)
            clock.go_on(seconds=1)

        async def from_wire() -> list[tuple[str, UUID, bytes]]:
            laptop.cut()
            laptop.notices.clear()
            await laptop.meet(school)
            found = [one for one in laptop.notices if isinstance(one, protocol.ExamOrder)]
            return [(one.order, one.sitting, one.paper) for one in found]

        await say("begin", morning)
        await say("pause", morning)
        assert await from_wire() == [("begin", morning, b"sealed"), ("pause", morning, b"")]
        await say("go-on", morning)  # it was offline and would wait for ever
        assert await from_wire() == [("begin", morning, b"sealed"), ("go-on", morning, b"")]
        await say("end", morning)
        await say("begin", noon)
        assert await from_wire() == [("end", morning, b""), ("begin", noon, b"sealed")]
        clock.go_on(hours=25)
        assert await from_wire() == []
        school.close()

    asyncio.run(scene())


def test_a_race_can_be_ended_after_a_restart(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, laptop, desks, class_id = await a_room(storage, clock)
        desk, race, other = desks[Role.INSTRUCTOR], rules(class_id), rules(class_id)
        with pytest.raises(UnknownError):
            await school.requests.answer(desk, protocol.RaceOrder(race=race, order="next"))
        await school.requests.answer(desk, protocol.RaceOrder(race=other, order="open"))
        told(desk, object)
        await school.requests.answer(desk, protocol.RaceOrder(race=race, order="end"))
        (standings,) = told(desk, protocol.RaceStandings)
        assert isinstance(standings, protocol.RaceStandings) and standings.is_over and standings.race == race.id
        await laptop.talk()
        assert [one for one in laptop.notices if isinstance(one, protocol.RaceStandings) and one.race == race.id]
        state = storage.race(class_id)
        assert state is not None and state.id == other.id and not state.is_over  # the other race continues
        school.close()

    asyncio.run(scene())


def test_a_sitting_continues_on_another_laptop(storage: Storage, clock: Clock, tmp_path: Path) -> None:
    number = uuid4().hex
    room = Room(tmp_path / "unused", sitting=number)
    room.sitting.close()
    header, locked, mark = room.sitting.header, room.sitting.locked, tmp_path / "one" / "counters" / number
    room.sitting = Sitting.begin(tmp_path / "one" / "sittings" / number, mark, header, locked, room.clock)

    async def scene() -> None:
        school, laptop, desks, class_id = await a_room(storage, clock)
        here, there = SittingCopies(tmp_path / "one"), SittingCopies(tmp_path / "two")

        async def send() -> int:
            copies = list(here.changed(number))
            for copy in copies:
                laptop.core.send_message(copy)
            await laptop.talk()
            return len(copies)

        await send()
        assert storage.engine.rows("SELECT count(*) FROM sitting_copies") == [(0,)]  # nobody has begun an exam
        assert laptop.core.state is State.IN_STEP
        here.resend_all()
        order = protocol.ExamRoomOrder(class_id=class_id, order="begin", sitting=uuid4(), paper=locked.to_bytes())
        await school.requests.answer(desks[Role.EXAMINER], order)
        People(tmp_path / "one" / "people").keep(candidate())
        assert await send() == 5
        room.started()
        room.answer_right()
        school.requests.identity = ServiceIdentity(tmp_path / "service", datetime.now(UTC))
        room.sitting.sign_with(SignedIn("vera", ExamRole.INVIGILATOR, signer=PrivateKey.new()))
        room.sitting.checkpoint()
        assert (await send(), await send()) == (2, 0)  # the log and the counter; then nothing has changed
        (signed,) = [one for one in laptop.notices if isinstance(one, protocol.CounterSigned)]
        room.sitting.countersigned(signed.checkpoint, signed.hash, signed.at, signed.certificate, signed.signature)
        assert await send() == 2 and [one.action for one in storage.audit()].count("countersign") == 1  # not again
        laptop.cut()
        laptop.notices.clear()
        await laptop.meet(school)
        assert not [one for one in laptop.notices if isinstance(one, protocol.SittingCopy)]  # it has its own
        ana = next(one for one in storage.members(class_id, Role.TRAINEE) if one.name == "Ana")
        code, _ = school.admission.open_code(class_id, ana.id, None)
        other = Laptop(await joined(school, code, ana), clock)
        await other.meet(school)
        assert [one.order for one in other.notices if isinstance(one, protocol.ExamOrder)] == ["begin"]
        for copy in other.notices:
            if isinstance(copy, protocol.SittingCopy):
                there.store(copy)
        school.close()

    asyncio.run(scene())
    room.sitting.close()
    laid = tmp_path / "two" / FOLDER
    again = Sitting.reopen(laid / "sittings" / number, laid / "counters" / number, room.clock)
    again.resume(INVIGILATOR, CODE)
    assert list(again.state.answers) == [1]
    again.close()
    assert People(laid / "people").find(candidate().reference) == candidate()  # the candidate is identified


@pytest.mark.parametrize(
    "changes", [{"sitting": "../../x"}, {"sitting": "A" * 32}, {"name": "../key.pem"}, {"name": "header.json/x"}]
)
def test_copies_of_sittings_cannot_escape_their_folder(changes: dict[str, str]) -> None:
    named = {"sitting": "0" * 32, "name": "counter"} | changes
    forged = {"type": "SittingCopy", "data": b"", **named}
    with pytest.raises(MalformedError):
        protocol.read_from_service(msgspec.msgpack.encode(forged))
    assert protocol.read_from_service(msgspec.msgpack.encode(forged | {"sitting": "0" * 32, "name": "counter"}))


@pytest.mark.parametrize(("name", "place"), [("Eva (7)", 2), ("Eva", 2)])
def test_a_namesake_hears_the_own_place(name: str, place: int) -> None:
    me = uuid4()
    told: list[Message] = []
    race = SimpleNamespace(run=None, end=lambda: None, teams=())
    shell = SimpleNamespace(return_to=lambda run: True, tell=lambda message, kind: told.append(message))
    link = SimpleNamespace(core=SimpleNamespace(link=SimpleNamespace(person=me.bytes, name="Eva")))
    first = RaceLine(name="Eva (6)", person=uuid4(), rights=3, answers=3, milliseconds=9)
    # A service of an earlier version does not say whose line it is.
    mine = RaceLine(name=name, person=me if name != "Eva" else None, rights=1, answers=3, milliseconds=9)
    standings = RaceStandings(race=uuid4(), number=3, answered=2, runners=2, lines=(first, mine), is_over=True)
    SchoolController._end_race(SimpleNamespace(race=race, link=link, _shell=shell), standings)  # type: ignore[arg-type]
    assert [(one.params["place"], one.params["all"]) for one in told] == [(place, 2)]


def test_a_result_that_a_killed_service_did_not_file_is_filed_at_the_next_start(
    either: Storage, clock: Clock, small_result: SealedResult
) -> None:
    scene, filed = Scene(either, clock), list[bytes]()
    entry = sealed_entry(result_id(to_bytes(small_result)), Sort.SITTING, to_bytes(small_result))
    order = RecordedOrder(sitting=uuid4(), said="end", paper=b"paper", by="e")
    either.record_exam_order([scene.ana.id], order, scene.mine.id)
    assert either.keep([Incoming(scene.ana.id, None, [entry])])[0].kept == (entry.id,)  # and then it was killed
    scene.school.requests.accept_result = lambda document, candidate, log: filed.append(document)
    asyncio.run(scene.school.finish())
    assert filed == [to_bytes(small_result)]
    scene.school.close()

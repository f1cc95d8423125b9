"""Several services of one school on one PostgreSQL: a laptop or desk may use any of them, and any of them may end."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from threading import Thread
from uuid import uuid4

import pytest

from tests.school.conftest import fresh_address
from tests.school.laptops import FINGERPRINT, Laptop, asked, joined
from tests.school.people import Clock, a_class, a_laptop, an_assignment, some_entries
from trainer.cli.school import print_codes
from trainer.school import protocol
from trainer.school.credentials import code_key
from trainer.school.entries import AttemptBody
from trainer.school.errors import (
    SchoolError,
    SlowDownError,
    StaleJoinError,
    TakenError,
    UnknownError,
    WrongPasswordError,
)
from trainer.school.laptop.join_client import JoinClient
from trainer.school.laptop.sync_client import State
from trainer.school.refusals import refusal
from trainer.school.rights import Actor
from trainer.school.roster import import_roster, parse_roster
from trainer.school.service import app, requests
from trainer.school.service.announcements import (
    Announcement,
    ClassesChanged,
    ForStaff,
    LinesChanged,
    changed_lines,
    read_announcements,
    write_announcements,
)
from trainer.school.service.app import School
from trainer.school.service.hub import Connection
from trainer.school.service.peers import GONE_SECONDS
from trainer.school.storage import postgresql_engine
from trainer.school.storage.engine import LONGEST_ANNOUNCEMENT
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.exam_rooms import CANDIDATE, LOG, RecordedOrder
from trainer.school.storage.marking import mark_some
from trainer.school.storage.people import ERASED, Class, Person, Role
from trainer.school.storage.school_storage import Storage, open_storage
from trainer.texts import Language


class Chain:
    """A school with two services, a class, its instructor and its examiner."""

    def __init__(self, stores: list[Storage], clock: Clock) -> None:
        self.storage, self.clock = stores[0], clock
        self.group: Class
        self.group, (self.ana, self.bea) = a_class(self.storage)
        self.staff: dict[Role, Person] = {}
        for role in (Role.INSTRUCTOR, Role.EXAMINER):
            self.staff[role] = self.storage.add_person(role.value, role, role.value, "a long password")
            self.storage.add_members(self.group.id, [self.staff[role].id])
        self.one, self.two = (School(store, FINGERPRINT, "Cadena") for store in stores)
        self.code, _ = self.one.admission.open_code(self.group.id, None, None)

    def desk(self, school: School, role: Role = Role.INSTRUCTOR) -> Connection:
        actor = Actor(role=role, person=self.staff[role].id)
        connection = Connection(actor, [self.group.id], self.storage.now())
        school.hub.add(connection)
        return connection

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Both services exchange what happens."""
        self._tasks = {school: asyncio.create_task(school.exchange()) for school in (self.one, self.two)}
        try:
            await until(lambda: bool(self.one.peers.others and self.two.peers.others))
            yield
        finally:
            for school in (self.one, self.two):
                await self.end(school)

    async def end(self, school: School) -> None:
        """End a service in good order."""
        self._tasks[school].cancel()
        await asyncio.gather(self._tasks[school], return_exceptions=True)
        school.close()


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; fails after half a minute."""
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.02)


def messages(connection: Connection) -> list[object]:
    found: list[object] = []
    while not connection.outgoing.empty():
        data = connection.outgoing.get_nowait()
        found.append(protocol.read_from_service(data) if data is not None else None)
    return found


class Heard(list[object]):
    """The messages that a connection has received so far."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self.connection = connection

    def of(self, kind: type) -> list[object]:
        self += messages(self.connection)
        return [one for one in self if isinstance(one, kind)]


@pytest.fixture
def chain(postgresql: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Chain]:
    monkeypatch.setattr(app, "REPORT_SECONDS", 0.02)
    monkeypatch.setattr(requests, "PUSH_SECONDS", 0.02)
    monkeypatch.setattr(postgresql_engine, "_LISTEN_SECONDS", 0.02)
    address = fresh_address(postgresql)
    with open_storage(address, clock) as first, open_storage(address, clock) as second:
        found = Chain([first, second], clock)
        yield found
        found.one.close()
        found.two.close()


def test_a_laptop_joins_at_several_services_and_no_nonce_counts_twice(chain: Chain) -> None:
    async def play() -> None:
        talk = JoinClient(chain.code, "school.local", "laptop")
        talk.hello_back(await asked(chain.one, protocol.Hello, talk.hello()), FINGERPRINT)
        request = talk.ask_names()
        talk.names(await asked(chain.two, protocol.AskNames, request), FINGERPRINT)
        again = protocol.read_answer(await asked(chain.one, protocol.AskNames, request))
        assert again == refusal(StaleJoinError())
        joining = talk.join(chain.ana.id.bytes, "1234")
        link = talk.joined(await asked(chain.one, protocol.Join, joining), FINGERPRINT)
        again = protocol.read_answer(await asked(chain.two, protocol.Join, joining))
        assert again == refusal(StaleJoinError())
        laptop = Laptop(link, chain.clock, some_entries(3))
        for school in (chain.two, chain.one):
            await laptop.meet(school)
            assert laptop.core.state is State.IN_STEP
            laptop.cut()
        assert chain.storage.person(chain.ana.id).stored == 4

    asyncio.run(play())


def test_wrong_passwords_count_at_every_service(chain: Chain) -> None:
    async def play() -> None:
        wrong = protocol.encoded(protocol.Login(login="instructor", password="a guess"))
        right = protocol.encoded(protocol.Login(login="instructor", password="a long password"))
        for number in range(5):
            school = (chain.one, chain.two)[number % 2]
            assert protocol.read_answer(await asked(school, protocol.Login, wrong)) == refusal(WrongPasswordError())
        for school in (chain.one, chain.two):
            reply = protocol.read_answer(await asked(school, protocol.Login, right))
            assert isinstance(reply, protocol.Refused) and reply.why == SlowDownError.id
            elsewhere = protocol.read_answer(await asked(school, protocol.Login, right, "10.0.0.8"))
            assert isinstance(elsewhere, protocol.LoggedIn)
        chain.clock.go_on(seconds=2)
        reply = protocol.read_answer(await asked(chain.two, protocol.Login, right))
        assert isinstance(reply, protocol.LoggedIn)
        (await chain.one.admit(protocol.encoded(protocol.SignIn(token=reply.token)), bytes(32)))

    asyncio.run(play())


def test_of_two_laptops_that_join_in_one_name_one_chooses_the_password(either: Storage) -> None:
    _, (ana, _) = a_class(either)
    assert either.set_first_password(ana.id, "1234")
    assert not either.set_first_password(ana.id, "5678")
    assert [line.action for line in either.audit(1)] == ["set-password"]


def test_a_board_shows_laptops_of_every_service(chain: Chain) -> None:
    async def play() -> None:
        laptop = Laptop(await joined(chain.one, chain.code, chain.ana), chain.clock)
        await laptop.meet(chain.one)
        async with chain.running():
            desk = chain.desk(chain.two)
            ask = protocol.AskBoard(class_id=chain.group.id, is_live=True)
            heard = Heard(desk)

            def ana(lines: tuple[protocol.BoardLine, ...]) -> protocol.BoardLine:
                return next((line for line in lines if line.person == chain.ana.id), lines[0])

            async def on_board() -> protocol.BoardLine:
                board = await chain.two.requests.answer(desk, ask)
                assert isinstance(board, protocol.Board)
                return ana(board.lines)

            def pushed() -> protocol.BoardLine | None:
                changes = [one for one in heard.of(protocol.BoardChanges) if isinstance(one, protocol.BoardChanges)]
                return ana(changes[-1].lines) if changes else None

            while not (await on_board()).is_in:
                await asyncio.sleep(0.02)
            laptop.core.report(protocol.Status(doing=protocol.Doing.RUN, skill="roulette", answered=3, length=20))
            await laptop.record(some_entries(5))
            await until(lambda: (line := pushed()) is not None and (line.answers, line.status.answered) == (5, 3))
            await chain.end(chain.one)  # the service ends, and the laptop is not connected to the other one yet
            await until(lambda: (line := pushed()) is not None and not line.is_in)
            await laptop.meet(chain.two)
            await until(lambda: (line := pushed()) is not None and line.is_in)

    asyncio.run(play())


def test_a_service_that_was_killed_is_noticed(chain: Chain) -> None:
    async def play() -> None:
        now = [0.0]
        chain.two.peers._clock = lambda: now[0]
        laptop = Laptop(await joined(chain.one, chain.code, chain.ana), chain.clock)
        await laptop.meet(chain.one)
        for school in (chain.one, chain.two, chain.one, chain.one):
            await school.peers.report()
        people = [chain.ana.id]
        assert chain.two.peers.elsewhere(people)[chain.ana.id].waiting == 0
        assert not await chain.two.peers.report()
        first = chain.one if chain.one.peers.is_first else chain.two
        assert first.peers.is_first and (chain.one.peers.is_first != chain.two.peers.is_first)
        now[0] += GONE_SECONDS  # the first service reports nothing any more
        assert await chain.two.peers.report()
        assert not chain.two.peers.others and chain.two.peers.is_first
        assert not chain.two.peers.elsewhere(people)
        # It was only slow, and comes back with everybody who is connected to it.
        await chain.one.peers.report()
        await chain.two.peers.report()
        await chain.one.peers.report()
        assert chain.ana.id in chain.two.peers.elsewhere(people)

    asyncio.run(play())


def test_what_an_instructor_does_at_one_service_reaches_laptops_of_another(chain: Chain) -> None:
    async def play() -> None:
        laptop = Laptop(await joined(chain.one, chain.code, chain.ana), chain.clock)
        await laptop.meet(chain.one)
        connection = chain.one.hub.laptops_of(chain.ana.id)[0]
        async with chain.running():
            desk, invigilator = chain.desk(chain.two), chain.desk(chain.two, Role.EXAMINER)
            ask = chain.two.requests.answer
            heard = Heard(connection)
            await ask(desk, protocol.SetAssignment(assignment=an_assignment(chain.group)))
            await until(lambda: protocol.Changed(what="assignments") in heard.of(protocol.Changed))

            await until(lambda: bool(chain.two.peers.elsewhere([chain.ana.id])))
            race = protocol.RaceRules(id=uuid4(), class_id=chain.group.id, plan="x" * 20_000, length=3)
            for order in ("open", "next"):
                await ask(desk, protocol.RaceOrder(race=race, order=order))
            await until(lambda: len(heard.of(protocol.RaceQuestion)) == 2)
            question = heard.of(protocol.RaceQuestion)[-1]
            assert isinstance(question, protocol.RaceQuestion)
            assert question.turn == (chain.ana.id,) and question.number == 1
            answer = protocol.RaceAnswer(race=race.id, number=1, right=True, painted_ms=900)
            at_desk = Heard(desk)
            await chain.one.requests.answer(connection, answer)
            await until(lambda: any(one.answered == 1 for one in at_desk.of(protocol.RaceStandings)))  # type: ignore[attr-defined]
            await ask(desk, protocol.RaceOrder(race=race, order="end"))
            await until(lambda: any(one.is_over for one in heard.of(protocol.RaceStandings)))  # type: ignore[attr-defined]

            sitting, paper = uuid4(), bytes(50_000)
            begin = protocol.ExamRoomOrder(class_id=chain.group.id, order="begin", sitting=sitting, paper=paper)
            await ask(invigilator, begin)
            await until(lambda: bool(heard.of(protocol.ExamOrder)))
            begun = heard.of(protocol.ExamOrder)[0]
            assert isinstance(begun, protocol.ExamOrder) and begun.paper == paper and begun.by == "examiner"
            seen = Heard(invigilator)
            incident = protocol.Incident(sitting=sitting, kind="clipboard", at=0)
            await chain.one.requests.answer(connection, incident)
            await until(lambda: bool(seen.of(protocol.Incident)))

            assert connection.actor.laptop is not None
            await ask(desk, protocol.WithdrawLaptop(laptop=connection.actor.laptop))
            await until(lambda: connection.is_closed)

    asyncio.run(play())


def test_what_was_missed_is_caught_up(chain: Chain) -> None:
    """Between the loss of the connection to PostgreSQL and its reopening no announcement is heard."""

    async def play() -> None:
        laptop = Laptop(await joined(chain.one, chain.code, chain.ana), chain.clock)
        await laptop.meet(chain.one)
        connection = chain.one.hub.laptops_of(chain.ana.id)[0]
        messages(connection)
        connection.told.clear()
        desk, invigilator = chain.desk(chain.two), chain.desk(chain.two, Role.EXAMINER)
        race = protocol.RaceRules(id=uuid4(), class_id=chain.group.id, plan="{}", length=3)
        order = protocol.ExamRoomOrder(class_id=chain.group.id, order="begin", sitting=uuid4(), paper=b"sealed")
        await chain.two.requests.answer(desk, protocol.SetAssignment(assignment=an_assignment(chain.group)))
        await chain.two.requests.answer(desk, protocol.RaceOrder(race=race, order="open"))
        await chain.two.requests.answer(invigilator, order)
        assert messages(connection) == []
        await chain.one.requests.catch_up()
        kinds = {type(one) for one in messages(connection)}
        assert kinds >= {protocol.Changed, protocol.RaceQuestion, protocol.ExamOrder}
        # Somebody who was taken out of the class meanwhile hears nothing of it any more.
        chain.storage.remove_member(chain.group.id, chain.ana.id)
        await chain.one.requests.catch_up()
        assert chain.one.hub.of_class(chain.group.id) == []

    asyncio.run(play())


def test_a_race_continues_after_a_restart(either: Storage, clock: Clock) -> None:
    async def play() -> None:
        group, (ana, _) = a_class(either)
        actor = Actor(role=Role.ADMINISTRATOR, person=either.add_person("Dora", Role.ADMINISTRATOR).id)
        race = protocol.RaceRules(id=uuid4(), class_id=group.id, plan="{}", length=2)
        before, after = School(either, FINGERPRINT), School(either, FINGERPRINT)
        code, _ = before.admission.open_code(group.id, None, None)
        laptop = Laptop(await joined(before, code, ana), clock)
        await laptop.meet(before)
        answer = protocol.RaceAnswer(race=race.id, number=1, right=True, painted_ms=700)
        for number, school in enumerate((before, after)):
            desk = Connection(actor, [group.id], either.now())
            school.hub.add(desk)
            await laptop.meet(school)
            for order in ("next",) if number else ("open", "next"):
                await school.requests.answer(desk, protocol.RaceOrder(race=race, order=order))
            laptop.core.send_message(answer)  # the second time it is an answer to an earlier question
            await laptop.talk()
            laptop.cut()
        await after.requests.answer(desk, protocol.RaceOrder(race=race, order="next"))
        last = [one for one in messages(desk) if isinstance(one, protocol.RaceStandings)][-1]
        assert last.is_over and [(line.name, line.rights, line.answers) for line in last.lines] == [("Ana", 1, 1)]
        before.close()
        after.close()

    asyncio.run(play())


def test_announcements_fit_and_those_of_others_are_ignored() -> None:
    own, other, class_id = uuid4(), uuid4(), uuid4()
    people = {uuid4() for _ in range(2_000)}
    said: list[Announcement] = [*changed_lines({class_id: people}), ClassesChanged(), ForStaff(class_id, bytes(500))]
    texts = list(write_announcements(other, said))
    assert all(len(text) <= LONGEST_ANNOUNCEMENT for text in texts)
    heard = [one for text in texts for one in read_announcements(text, own)]
    assert heard == said
    assert {person for one in heard if isinstance(one, LinesChanged) for person in one.people} == people
    assert all(read_announcements(text, other) == () for text in texts)
    assert read_announcements("somebody else's", own) == () and read_announcements("AAAA", own) == ()


@pytest.fixture
def two(where: str, clock: Clock) -> Iterator[tuple[Storage, Storage]]:
    """Two services' views of one storage."""
    with open_storage(where, clock) as one, open_storage(where, clock) as other:
        yield one, other


def at_once(*works: Callable[[], object]) -> list[SchoolError]:
    """Do several things in threads of their own; returns the errors."""
    errors: list[SchoolError] = []

    def tried(work: Callable[[], object]) -> None:
        try:
            work()
        except SchoolError as error:
            errors.append(error)

    threads = [Thread(target=tried, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def test_a_class_that_two_services_add_at_once_is_one_class(two: tuple[Storage, Storage]) -> None:
    one, other = two
    roster = parse_roster("name;class\nAna;LUNES 9\n")
    for number in range(9):
        errors = at_once(
            lambda name=f"Lunes {number}": one.add_class(name), lambda name=f"lunes {number}": other.add_class(name)
        )
        assert [type(error) for error in errors] == [TakenError]
    at_once(
        lambda: one.add_class("Lunes 9", None, [one.people()[0].id] if one.people() else ()),
        lambda: import_roster(other, roster),
    )
    names = [group.name.casefold() for group in one.classes()]
    assert sorted(names) == [f"lunes {number}" for number in range(10)]


def test_of_two_codes_that_are_opened_at_once_one_counts(two: tuple[Storage, Storage]) -> None:
    one, other = two
    group, _ = a_class(one)
    for _ in range(9):
        assert not at_once(lambda: one.add_code(group.id, b"1" * 32), lambda: other.add_code(group.id, b"2" * 32))
        assert len(one.codes()) == 1


def test_services_that_start_at_once_print_one_code_for_each_class(
    two: tuple[Storage, Storage], capsys: pytest.CaptureFixture[str]
) -> None:
    """The code of the first would no longer count when the second opens another."""
    for name in ("Lunes", "Martes", "Jueves"):
        two[0].add_class(name)
    schools = [School(storage, FINGERPRINT, "Cadena") for storage in two]
    assert not at_once(*(partial(print_codes, school, Language.EN) for school in schools))
    printed = set(re.findall(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b", capsys.readouterr().out))
    assert {code_key(code, FINGERPRINT) for code in printed} == {code.secret for code in two[0].codes()}
    assert len(printed) == 3
    for school in schools:
        school.close()


def test_a_statement_of_any_size_is_sent_whole(two: tuple[Storage, Storage]) -> None:
    """The driver left a part of it unsent and waited for the answer forever."""
    one, other = two
    group, (ana, _) = a_class(one)
    for size in (100_000, 900_000, 1_800_000):
        data = random.Random(size).randbytes(size)
        one.copy_sitting(ana.id, uuid4(), "ab" * 16, LOG, data)
        assert one.copied_file(ana.id, "ab" * 16, LOG) == data
        one.open_race(group.id, uuid4(), data)
        state = other.race(group.id)
        assert state is not None and state.body == data


def test_a_race_that_two_services_open_at_once_is_one_race(two: tuple[Storage, Storage]) -> None:
    one, other = two
    group = one.add_class("Lunes")
    races = [uuid4(), uuid4()]
    for _ in range(9):
        works = [partial(store.open_race, group.id, race, b"x") for store, race in zip(two, races, strict=True)]
        assert at_once(*works) == []
        state = other.race(group.id)
        assert state is not None and state.id in races


def test_no_answer_to_the_last_race_counts_in_the_next(two: tuple[Storage, Storage]) -> None:
    one, other = two
    group, people = a_class(one, "Lunes", ("Ana", "Bea", "Eva", "Luz"))
    for _ in range(9):
        first, second = uuid4(), uuid4()
        one.open_race(group.id, first, b"x")
        one.move_race(group.id, first, 0, 1, is_over=False)
        answering = [partial(other.add_race_answer, group.id, first, 1, person.id, b"a") for person in people]
        at_once(*answering, partial(one.open_race, group.id, second, b"y"))
        state = one.race(group.id)
        assert state is not None and (state.id, state.answers) == (second, ())


def test_one_session_at_two_services_is_stored_for_one_person(two: tuple[Storage, Storage]) -> None:
    _, (ana, bea) = a_class(two[0])
    for number in range(1, 9):
        entries = some_entries(3, number)
        works = [
            partial(store.keep, [Incoming(person.id, None, entries)])
            for store, person in zip(two, (ana, bea), strict=True)
        ]
        assert at_once(*works) == []
    assert sum(two[0].person(person.id).stored for person in (ana, bea)) == 8 * 4


def test_a_person_taken_out_and_put_back_at_once_stays_one_person(two: tuple[Storage, Storage]) -> None:
    one, other = two
    group, (ana, _) = a_class(one)
    roster = parse_roster("name\nAna\n")
    putting = [partial(import_roster, store, roster, group.name) for store in two]
    for _ in range(5):
        one.remove_member(group.id, ana.id)
        assert at_once(*putting) == []
        assert at_once(partial(one.remove_member, group.id, ana.id), putting[1]) == []
        assert {person.id for person in one.members(group.id) if person.name == "Ana"} <= {ana.id}
        other.add_members(group.id, [ana.id])


def test_of_two_people_with_one_login_one_is_added(two: tuple[Storage, Storage]) -> None:
    for number in range(8):
        works = [partial(store.add_person, "Eva", Role.INSTRUCTOR, f"eva{number}") for store in two]
        assert [type(error) for error in at_once(*works)] == [TakenError]


def test_somebody_erased_at_one_service_is_not_named_again_at_another(two: tuple[Storage, Storage]) -> None:
    one, other = two
    for number in range(5):
        ana = one.add_person(f"Zenobia {number}", Role.TRAINEE)
        naming = [partial(other.rename, ana.id, f"Zenobia {number} {again}") for again in range(4)]
        laptop = partial(other.add_laptop, ana.id, secrets.token_bytes(32), "laptop")
        at_once(*naming, laptop, partial(one.erase, ana.id))
        assert one.person(ana.id).name == ERASED and one.laptops(ana.id) == []


def test_nothing_is_stored_for_somebody_erased_at_another_service(two: tuple[Storage, Storage]) -> None:
    """Who was erased was still there when the other service looked."""
    one, other = two
    group, (ana, bea) = a_class(one)
    laptop, _ = a_laptop(one, ana)
    one.open_race(group.id, uuid4(), b"")
    state = one.race(group.id)
    assert state is not None
    one.erase(ana.id)
    other.note_contact(laptop.id, ana.id)
    other.recount([ana.id])
    order = RecordedOrder(sitting=uuid4(), said="begin", paper=b"sealed", by="Gil")
    other.record_exam_order([ana.id, bea.id], order, group.id)
    other.copy_sitting(ana.id, uuid4(), "ab" * 16, CANDIDATE, b"Ana")
    assert not other.add_race_answer(group.id, state.id, 0, ana.id, b"")
    works: list[Callable[[], object]] = [
        lambda: other.keep([Incoming(ana.id, None, some_entries(1))]),
        lambda: other.add_members(group.id, [ana.id]),
        lambda: other.add_code(group.id, bytes(32), ana.id),
        lambda: other.add_login(ana.id, b"token"),
    ]
    for work in works:
        with pytest.raises(UnknownError):
            work()
    assert len(one.exam_orders(bea.id)) == 1
    assert rows_of(one, ana) == []


def rows_of(storage: Storage, person: Person) -> list[str]:
    """The tables that have something of a person."""
    tables = (
        *("codes", "laptops", "logins", "entries", "skills", "mistakes", "hours", "work", "exam_orders", "members"),
        *("sitting_copies", "sizes", "contacts", "corrections", "marking", "race_answers"),
    )
    return [
        name for name in tables if storage.engine.rows(f"SELECT 1 FROM {name} WHERE person = ?", (person.id.bytes,))
    ]


def test_no_marks_are_stored_for_somebody_erased_while_marking(two: tuple[Storage, Storage]) -> None:
    one, other = two
    _, (ana, _) = a_class(one)
    one.keep([Incoming(ana.id, None, some_entries(9))])

    def mark(body: AttemptBody) -> bool:
        if one.person(ana.id).name != ERASED:
            one.erase(ana.id)
        return not body.right

    mark_some(other, 20, mark)
    assert rows_of(one, ana) == [] and all(line.action != "mark-again" for line in one.audit())


@pytest.mark.parametrize("work", ["roster", "class"])
def test_people_are_locked_in_one_order(work: str, postgresql: str, clock: Clock) -> None:
    """Otherwise a service that stores answers of several people and another one wait for each other."""
    where = fresh_address(postgresql)
    with open_storage(where, clock) as one, open_storage(where, clock) as other:
        group, _ = a_class(one, trainees=tuple(f"T {number}" for number in range(9)))
        members = sorted(one.members(group.id), key=lambda person: person.id)
        people = [person.id for person in members]
        logins = "".join(f"{person.name};{number}\n" for number, person in enumerate(reversed(members)))
        works: dict[str, Callable[[], object]] = {
            "roster": partial(import_roster, one, parse_roster(f"name;id\n{logins}"), "Lunes"),
            "class": partial(one.add_class, "Martes", None, list(reversed(people))),
        }
        with other.engine.writing() as writer:
            locking = "SELECT 1 FROM people WHERE id = ? FOR UPDATE"
            writer.rows(locking, (people[0].bytes,))
            thread = Thread(target=works[work])
            thread.start()
            thread.join(0.5)
            assert thread.is_alive()  # it waits for the first person, and so it must have locked nobody else
            for person in people[1:]:
                assert writer.rows(f"{locking} SKIP LOCKED", (person.bytes,))
        thread.join()


def test_marks_wait_for_who_is_storing_answers_of_a_person(postgresql: str, clock: Clock) -> None:
    """Both write the person's totals; in orders of their own they would wait for each other."""
    where = fresh_address(postgresql)
    with open_storage(where, clock) as one, open_storage(where, clock) as other:
        _, (ana, _) = a_class(one)
        one.keep([Incoming(ana.id, None, some_entries(9))])
        with other.engine.writing() as writer:
            writer.rows("SELECT 1 FROM people WHERE id = ? FOR UPDATE", (ana.id.bytes,))
            thread = Thread(target=mark_some, args=(one, 20, lambda body: not body.right))
            thread.start()
            thread.join(0.5)
            assert thread.is_alive()
        thread.join()
        assert len(one.corrected_marks(ana.id)) == 9

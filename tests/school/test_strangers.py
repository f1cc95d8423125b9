"""Attacks by a stranger on the network or a trainee with a modified program, and careless input."""

from __future__ import annotations

import asyncio
import gzip
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from uuid import uuid4

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.school.laptops import FINGERPRINT, Laptop, asked, joined
from tests.school.people import Clock, a_class, a_laptop, an_assignment, some_entries
from tests.school.scenes import Scene
from trainer.school import bundles, protocol
from trainer.school.credentials import LaptopKey
from trainer.school.errors import (
    EmptyNameError,
    MalformedError,
    NotABackupError,
    NotABundleError,
    NotJoinedError,
    SchoolError,
)
from trainer.school.laptop.join_client import JoinClient
from trainer.school.laptop.pinned_https import unverified_context
from trainer.school.laptop.sync_client import State
from trainer.school.roster import import_roster, parse_roster
from trainer.school.service import app
from trainer.school.service.hub import Connection
from trainer.school.service.server import SchoolServer
from trainer.school.signed_batches import make_batch
from trainer.school.storage.backup import back_up, restore
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.people import Role, clean_name
from trainer.school.storage.school_storage import Storage, open_storage


def from_wire(connection: Connection) -> list[object]:
    found: list[object] = []
    while not connection.outgoing.empty():
        data = connection.outgoing.get_nowait()
        if data is not None:
            found.append(protocol.read_from_service(data))
    return found


# Other classes


def test_a_class_gets_no_notices_of_another(scene: Scene) -> None:
    async def play() -> None:
        storage, hub = scene.storage, scene.school.hub
        eva = storage.add_person("Eva", Role.INSTRUCTOR, "eva", "a long password")
        inge = storage.add_person("Inge", Role.EXAMINER, "inge", "a long password")
        storage.add_members(scene.other.id, [eva.id, inge.id])
        ana, _ = await scene.connection(scene.ana)
        dora = await scene.desk()
        carla, key = await scene.connection(scene.carla)
        there = [await scene.desk("eva"), await scene.desk("inge")]
        for one in (ana, dora, carla, *there):
            hub.add(one)
        for one in (ana, dora, carla, *there):
            from_wire(one)
            one.told.clear()
        race = protocol.RaceRules(id=uuid4(), class_id=scene.other.id, plan="{}", length=3)
        sitting = uuid4()
        paper = protocol.ExamRoomOrder(class_id=scene.other.id, order="begin", sitting=sitting, paper=b"sealed")
        assert carla.actor.laptop is not None
        batch = make_batch(carla.actor.laptop.bytes, key, some_entries(3))
        assignment = an_assignment(scene.other)
        for who, request in (
            (there[0], protocol.SetAssignment(assignment=assignment)),
            (there[0], protocol.WithdrawAssignment(assignment=assignment.id)),
            (there[0], protocol.AddTrainees(class_id=scene.other.id, roster="name\nZoe")),
            (there[0], protocol.RaceOrder(race=race, order="open")),
            (there[0], protocol.RaceOrder(race=race, order="next")),
            (carla, protocol.RaceAnswer(race=race.id, number=1, right=True, painted_ms=5)),
            (there[0], protocol.RaceOrder(race=race, order="end")),
            (there[1], paper),
            (there[0], protocol.TableOrder(class_id=scene.other.id, person=scene.carla.id, order="claim")),
            (carla, protocol.Incident(sitting=sitting, kind="clipboard", at=0)),
            (carla, protocol.Status(skill="x")),
            (carla, protocol.Push(number=1, batch=batch)),
            (carla, protocol.Ping(sent=0)),
        ):
            await scene.ask(who, request)
        assert from_wire(ana) == [] and from_wire(dora) == []
        assert len(from_wire(there[0])) > 5 and len(from_wire(carla)) > 3
        # Somebody who answers in the race of another class does not take part.
        await scene.ask(there[0], protocol.RaceOrder(race=race, order="open"))
        await scene.ask(there[0], protocol.RaceOrder(race=race, order="next"))
        await scene.ask(ana, protocol.RaceAnswer(race=race.id, number=1, right=True, painted_ms=0))
        state = storage.race(scene.other.id)
        assert state is not None and state.answers == ()

    asyncio.run(play())


def test_only_the_instructor_of_a_class_troubles_the_tables_of_its_trainees(scene: Scene) -> None:
    async def play() -> None:
        ana, _ = await scene.connection(scene.ana)
        desk = await scene.desk()
        scene.school.hub.add(ana)
        from_wire(ana)
        order = protocol.TableOrder(class_id=scene.mine.id, person=scene.ana.id, order="abuse", seat=3)
        assert await scene.ask(desk, order) == protocol.Done()
        assert from_wire(ana) == [protocol.TableEvent(order="abuse", seat=3)]
        for who, wrong in (
            (ana, order),  # no trainee orders anything
            (desk, msgspec.structs.replace(order, class_id=scene.other.id)),  # not the instructor's class
            (desk, msgspec.structs.replace(order, person=scene.carla.id)),  # nobody of the class
        ):
            with pytest.raises(SchoolError):
                await scene.ask(who, wrong)
        assert protocol.TableEvent(order="abuse", seat=3) not in from_wire(ana)

    asyncio.run(play())


def test_an_incident_names_its_sender(scene: Scene) -> None:
    async def play() -> None:
        ana, _ = await scene.connection(scene.ana)
        desk = await scene.desk()
        scene.school.hub.add(desk)
        from_wire(desk)
        forged = protocol.Incident(sitting=uuid4(), kind="clipboard", at=0, person=scene.bea.id)
        await scene.ask(ana, forged)
        (told,) = [one for one in from_wire(desk) if isinstance(one, protocol.Incident)]
        assert told.person == scene.ana.id

    asyncio.run(play())


# Keys and laptops


def test_two_laptops_with_one_key_are_one_laptop(scene: Scene) -> None:
    """A home folder was copied to a second laptop."""

    async def play() -> None:
        link = await joined(scene.school, scene.code, scene.ana)
        one, two = Laptop(link, scene.clock, some_entries(5)), Laptop(link, scene.clock, some_entries(4, 2))
        for laptop in (one, two, one):
            await laptop.meet(scene.school)
        assert set(one.local.found) == set(two.local.found) and len(one.local.found) == 11
        assert one.core.state is State.IN_STEP and scene.storage.person(scene.ana.id).stored == 11
        scene.storage.withdraw_laptop(scene.storage.laptops(scene.ana.id)[0].id)
        for laptop in (one, two):
            laptop.cut()
            await laptop.meet(scene.school)
            assert laptop.core.state is State.REFUSED

    asyncio.run(play())


def test_a_laptop_withdrawn_by_another_process_is_refused(scene: Scene) -> None:
    async def play() -> None:
        ana, key = await scene.connection(scene.ana)
        assert ana.actor.laptop is not None
        batch = make_batch(ana.actor.laptop.bytes, key, some_entries(2))
        await scene.ask(ana, protocol.Push(number=1, batch=batch))
        scene.storage.withdraw_laptop(ana.actor.laptop)
        scene.clock.go_on(seconds=30)
        for request in (
            protocol.Push(number=2, batch=batch),  # a replayed message
            protocol.Push(number=3, batch=make_batch(ana.actor.laptop.bytes, key, some_entries(2, 2))),
            protocol.Ping(sent=0),
        ):
            with pytest.raises(NotJoinedError):
                await scene.ask(ana, request)
        assert scene.storage.person(scene.ana.id).stored == 3

    asyncio.run(play())


def test_a_laptop_of_another_school_sends_nothing_to_the_first(scene: Scene, clock: Clock, tmp_path: Path) -> None:
    async def play() -> None:
        link = await joined(scene.school, scene.code, scene.ana)
        with open_storage(None, clock) as other:
            elsewhere = Scene(other, clock)
            laptop = Laptop(link, clock, some_entries(3))
            await laptop.connect(elsewhere.school)  # its key is known only at the first school
            assert laptop.core.state is State.REFUSED and other.person(elsewhere.ana.id).stored == 0
            there = await joined(elsewhere.school, elsewhere.code, elsewhere.ana)
            again = msgspec.structs.replace(there, profile=link.profile, fingerprint=bytes(32))
            laptop.book.store_link(link)
            laptop.book.mark_known(link.profile, [(bytes(16), bytes(16))], 5)
            laptop.book.store_link(again)
            assert laptop.book.known(link.profile) == {} and laptop.book.position(link.profile)[0] == 0

    asyncio.run(play())


def test_two_services_on_one_database_keep_everything_once(where: str, clock: Clock) -> None:
    with open_storage(where, clock) as one, open_storage(where, clock) as two:
        _, people = a_class(one, trainees=[f"Trainee {number}" for number in range(12)])
        failures: list[BaseException] = []

        def write(storage: Storage, order: int) -> None:
            try:
                for number in range(6):
                    batches = [
                        Incoming(each.id, None, some_entries(3, 100 * people.index(each) + number + 1))
                        for each in people[::order]
                    ]
                    storage.keep(batches)
            except SchoolError as error:
                failures.append(error)

        threads = [Thread(target=write, args=given) for given in ((one, 1), (two, -1), (one, -1), (two, 1))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        for each in people:
            stored = list(one.all_entries(each.id))
            assert [entry.number for entry in stored] == list(range(1, 25))
            assert one.person(each.id).stored == two.person(each.id).stored == 24
        ids = [each.id for each in people]
        shown = one.heat_map(ids), one.common_mistakes(ids)
        two.recount()
        assert (one.heat_map(ids), one.common_mistakes(ids)) == shown


# Clocks, names, files


def test_answers_of_a_fast_clock_do_not_stay_recent(either: Storage, clock: Clock) -> None:
    _, (ana, _) = a_class(either)
    ahead = Clock()
    ahead.go_on(days=4_000)
    either.keep([Incoming(ana.id, None, some_entries(30, at=ahead()))])
    assert [cell.answers for cell in either.heat_map([ana.id])] == [30]  # counted as given now
    assert either.today([ana.id])[ana.id].answers == 30
    clock.go_on(days=100)
    assert either.heat_map([ana.id]) == [] == either.common_mistakes([ana.id])
    either.recount()
    assert either.heat_map([ana.id]) == []
    assert {one.entry.id for one in either.all_entries(ana.id)} == {
        entry.id for entry in some_entries(30, at=ahead())
    }  # no record is changed


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Jose\u0301", "Jos\u00e9"),  # as two characters and as one
        ("Ana\u202egnp.exe", "Anagnp.exe"),  # a character that reverses the rest
        ("A\u200bna\ufeff", "Ana"),
        ("Ana\tMaría\r\nRíos", "Ana María Ríos"),
        ("  Ana \u00a0 Ríos ", "Ana Ríos"),
        ("Ana\x00\x1b[31m", "Ana[31m"),
        ("Ana\ud800", "Ana"),
        ("=HYPERLINK(1)", "=HYPERLINK(1)"),  # kept as a name; exports escape formulas
    ],
)
def test_names_are_stored_without_invisible_characters(written: str, kept: str) -> None:
    assert clean_name(written) == kept


@pytest.mark.parametrize("written", ["", " ", "\u200b\u202e", "\x00", "a" * 500])
def test_invalid_names_are_refused(written: str) -> None:
    with pytest.raises(EmptyNameError):
        clean_name(written)


def test_equal_names_in_other_unicode_forms_are_not_duplicated(storage: Storage) -> None:
    import_roster(storage, parse_roster("nombre\nJos\u00e9 Ruiz\n"), "Lunes")
    for name in ("Jose\u0301 Ruiz", "JOSE\u0301 RUIZ"):
        result = import_roster(storage, parse_roster(f"nombre\n{name}\n"), "Lunes")
        assert (result.added, result.known) == (0, 1)


def test_decompression_bombs_and_false_sizes_are_refused(tmp_path: Path, storage: Storage) -> None:
    bomb = tmp_path / "bomb.school"
    with gzip.open(bomb, "wb") as file:
        for _ in range(30):
            file.write(bytes(1_000_000))
    assert bomb.stat().st_size < 100_000
    deep = tmp_path / "deep.school"
    deep.write_bytes(gzip.compress(b"[" * 1_000_000 + b"\n"))
    rows = tmp_path / "rows.school"
    head = b'{"format":"croupier-trainer school","version":1,"made":0}\n'
    rows.write_bytes(gzip.compress(head + b'["audit",1,null,"a","b"]\n' * 3))
    table = tmp_path / "table.school"
    table.write_bytes(gzip.compress(head + b'["sqlite_master",1]\n'))
    for path in (bomb, deep, rows, table, tmp_path / "nowhere.school", tmp_path):
        with pytest.raises(NotABackupError):
            restore(storage, path)
    assert storage.people() == []
    for frames in (b"", b"\xff\xff\xff\xff", (2**31).to_bytes(4, "big") + b"x", (5).to_bytes(4, "big") + b"abc"):
        bundle = tmp_path / "bundle"
        bundle.write_bytes(bundles.MAGIC + frames)
        with pytest.raises(NotABundleError):
            bundles.import_laptop_bundle(storage, bundle)


def test_an_older_backup_does_not_bring_back_a_login_or_a_code(scene: Scene, tmp_path: Path, clock: Clock) -> None:
    scene.storage.add_login(scene.teacher.id, b"token")
    back_up(scene.storage, tmp_path / "a.school")
    with open_storage(None, clock) as again:
        restore(again, tmp_path / "a.school")
        assert again.login_of(b"token") is None and again.codes() == []


# The network


def test_a_flood_of_nonces_displaces_nobody(scene: Scene) -> None:
    async def play() -> None:
        talk = JoinClient(scene.code, "school.local", "laptop")
        talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello(), "10.0.0.7"), FINGERPRINT)
        hello = protocol.encoded(protocol.Hello(nonce=bytes(32)))
        for number in range(3_000):  # also from the same address: a class is behind one router
            await asked(scene.school, protocol.Hello, hello, ("10.0.0.7", "10.6.6.1")[number % 2])
        names = talk.ask_names()
        # Nor is a nonce valid for another address.
        stranger = protocol.read_answer(await asked(scene.school, protocol.AskNames, names, "10.6.6.1"))
        assert isinstance(stranger, protocol.Refused) and stranger.why == "stale-join"
        talk.names(await asked(scene.school, protocol.AskNames, names, "10.0.0.7"), FINGERPRINT)
        again = protocol.read_answer(await asked(scene.school, protocol.AskNames, names, "10.0.0.7"))
        assert isinstance(again, protocol.Refused) and again.why == "stale-join", "a nonce is good once"

    asyncio.run(play())


@contextmanager
def served(storage: Storage, folder: Path) -> Iterator[SchoolServer]:
    serving = SchoolServer(storage, folder, host="127.0.0.1", port=0)
    serving.in_background(announces=False)
    try:
        yield serving
    finally:
        serving.stop()


async def live(port: int) -> ClientConnection:
    address = f"wss://127.0.0.1:{port}{protocol.PATHS['live']}"
    return await connect(address, ssl=unverified_context(), proxy=None, compression=None)


async def entered(port: int, serving: SchoolServer, laptop: bytes, key: LaptopKey) -> ClientConnection:
    found = await live(port)
    challenge = protocol.read_from_service(await found.recv())
    assert isinstance(challenge, protocol.Challenge)
    signature = key.sign(b"school connect", challenge.nonce + serving.identity.fingerprint + laptop)
    await found.send(protocol.encoded(protocol.Prove(laptop=laptop, signature=signature)))
    assert isinstance(protocol.read_from_service(await found.recv()), protocol.Welcome)
    return found


def test_unidentified_connections_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_MOST_ENTERING", 3)

    async def knock(port: int) -> None:
        silent = [await live(port) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            await live(port)
        await silent[0].send(bytes(3_000_000))  # larger than a message may be
        with pytest.raises(ConnectionClosed):
            while True:
                await silent[0].recv()
        await silent[1].send("text, where bytes are spoken")
        with pytest.raises(ConnectionClosed):
            while True:
                await silent[1].recv()
        await (await live(port)).close()
        for one in silent:
            await one.close()

    with open_storage(None) as storage, served(storage, tmp_path) as serving:
        asyncio.run(asyncio.wait_for(knock(serving.port), 30))
        asyncio.run(asyncio.wait_for(nobody_left(serving), 30))


async def nobody_left(serving: SchoolServer) -> None:
    """Wait until the service has noticed that all connections are gone."""
    while sum(serving.school.entering.values()):
        await asyncio.sleep(0.01)


def test_a_flooding_laptop_is_slowed_and_delays_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_A_SECOND", 20)

    async def flood(serving: SchoolServer, storage: Storage) -> int:
        _, (ana, bea) = a_class(storage)
        (one, key), (two, other) = a_laptop(storage, ana), a_laptop(storage, bea)
        loud = await entered(serving.port, serving, one.id.bytes, key)
        quiet = await entered(serving.port, serving, two.id.bytes, other)
        for _ in range(500):
            await loud.send(protocol.encoded(protocol.Pull(after=0)))
        await quiet.send(protocol.encoded(protocol.Ping(sent=7)))
        while not isinstance(protocol.read_from_service(await quiet.recv()), protocol.Pong):
            pass
        answered = 0
        try:
            while True:
                await asyncio.wait_for(loud.recv(), 0.5)
                answered += 1
        except (TimeoutError, ConnectionClosed):
            pass
        await quiet.close()
        loud.transport.abort()  # a regular close would be handled only after all earlier messages
        return answered

    with open_storage(None) as storage, served(storage, tmp_path) as serving:
        assert asyncio.run(asyncio.wait_for(flood(serving, storage), 60)) < 500


def test_replayed_proofs_are_refused(tmp_path: Path) -> None:
    async def play(serving: SchoolServer, storage: Storage) -> None:
        _, (ana, _) = a_class(storage)
        laptop, key = a_laptop(storage, ana)
        first = await live(serving.port)
        challenge = protocol.read_from_service(await first.recv())
        assert isinstance(challenge, protocol.Challenge)
        message = challenge.nonce + serving.identity.fingerprint + laptop.id.bytes
        prove = protocol.encoded(protocol.Prove(laptop=laptop.id.bytes, signature=key.sign(b"school connect", message)))
        await first.send(prove)
        assert isinstance(protocol.read_from_service(await first.recv()), protocol.Welcome)
        for said in (prove, protocol.encoded(protocol.SignIn(token=secrets.token_bytes(32))), b"", b"\xc1" * 100):
            again = await live(serving.port)
            await again.recv()
            await again.send(said)
            refused = protocol.read_from_service(await again.recv())
            assert isinstance(refused, protocol.Refused) and refused.why in ("not-joined", "session-over", "malformed")
            await again.close()
        await first.close()

    with open_storage(None) as storage, served(storage, tmp_path) as serving:
        asyncio.run(asyncio.wait_for(play(serving, storage), 30))


def test_messages_are_accepted_only_where_they_belong(scene: Scene) -> None:
    """Login messages are not accepted on a connection, nor requests as login messages."""

    async def play() -> None:
        ana, _ = await scene.connection(scene.ana)
        for message in (
            protocol.Hello(nonce=bytes(32)),
            protocol.Login(login="dora", password="x"),
            protocol.SignIn(token=bytes(32)),
            protocol.Welcome(
                person=bytes(16),
                name="",
                role=Role.TRAINEE,
                school="",
                classes=(),
                stored=0,
                checksum=bytes(16),
                now=0,
            ),
            protocol.Stored(number=1, kept=(), refused=(), stored=0, checksum=bytes(16)),
        ):
            with pytest.raises(MalformedError):
                await scene.ask(ana, message)
        for kind in (protocol.Hello, protocol.AskNames, protocol.Join, protocol.Login):
            with pytest.raises(MalformedError):
                await scene.school.opening(kind, protocol.encoded(protocol.Pull(after=0)), "10.0.0.1")

    asyncio.run(play())

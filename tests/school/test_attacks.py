"""Attacks by strangers, classmates and damaged machines, and what they must not get."""

from __future__ import annotations

import asyncio
import random
import secrets
from uuid import UUID, uuid4

import msgspec
import pytest

from tests.school.laptops import FINGERPRINT, Laptop, asked, joined
from tests.school.people import a_laptop, an_assignment, some_entries
from tests.school.scenes import Scene
from trainer.school import protocol
from trainer.school.credentials import (
    CODE_LETTERS,
    JOIN,
    LaptopKey,
    code_key,
    laptop_proof,
    new_code,
    read_code,
    service_proof,
)
from trainer.school.entries import Entry, Sort
from trainer.school.errors import (
    MalformedError,
    NotAllowedError,
    NotJoinedError,
    SchoolError,
    SessionOverError,
    TamperedError,
    WrongCodeError,
)
from trainer.school.laptop.join_client import JoinClient, RefusedError
from trainer.school.signed_batches import make_batch
from trainer.school.storage.people import Role


def refused(data: bytes) -> str:
    answer = protocol.read_answer(data)
    return answer.why if isinstance(answer, protocol.Refused) else ""


# Codes


def test_a_laptop_with_a_wrong_code_reveals_nothing(scene: Scene) -> None:
    async def play() -> None:
        talk = JoinClient(new_code(), "school.local", "laptop")
        answer = await asked(scene.school, protocol.Hello, talk.hello())
        with pytest.raises(WrongCodeError):
            talk.hello_back(answer, FINGERPRINT)

    asyncio.run(play())


def test_guessing_codes_is_throttled(scene: Scene) -> None:
    async def play() -> None:
        answers = []
        for _ in range(40):
            hello = await asked(scene.school, protocol.Hello, protocol.encoded(protocol.Hello(nonce=bytes(32))))
            answer = protocol.read_answer(hello)
            if not isinstance(answer, protocol.HelloBack):
                answers.append(refused(hello))
                continue
            guess = protocol.AskNames(nonce=answer.nonce, proof=secrets.token_bytes(32))
            answers.append(refused(await asked(scene.school, protocol.AskNames, protocol.encoded(guess))))
        assert answers[:5] == ["wrong-code"] * 5
        assert set(answers[5:]) == {"slow-down"}
        # Whoever has the code does not have to wait, not even at the same address: a class is behind one router.
        talk = JoinClient(scene.code, "school.local", "laptop")
        talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello()), FINGERPRINT)
        assert talk.names(await asked(scene.school, protocol.AskNames, talk.ask_names()), FINGERPRINT)
        # So only its length protects a code from being guessed.
        assert len(CODE_LETTERS) ** len(read_code(scene.code)) >= 2**60

    asyncio.run(play())


def test_a_man_in_the_middle_is_detected(scene: Scene) -> None:
    """A man in the middle forwards everything but has his own certificate."""

    async def play() -> None:
        talk = JoinClient(scene.code, "school.local", "laptop")
        answer = await asked(scene.school, protocol.Hello, talk.hello())
        with pytest.raises(WrongCodeError):
            talk.hello_back(answer, bytes(reversed(FINGERPRINT)))

    asyncio.run(play())


def test_a_join_cannot_be_replayed(scene: Scene) -> None:
    async def play() -> None:
        talk = JoinClient(scene.code, "school.local", "laptop")
        talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello()), FINGERPRINT)
        names = talk.ask_names()
        talk.names(await asked(scene.school, protocol.AskNames, names), FINGERPRINT)
        assert refused(await asked(scene.school, protocol.AskNames, names)) == "stale-join"
        join = talk.join(scene.ana.id.bytes, "1234")
        talk.joined(await asked(scene.school, protocol.Join, join), FINGERPRINT, uuid4())
        assert refused(await asked(scene.school, protocol.Join, join)) == "stale-join"
        assert len(scene.storage.laptops(scene.ana.id)) == 1
        # A nonce expires.
        talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello()), FINGERPRINT)
        scene.clock.go_on(minutes=11)
        assert refused(await asked(scene.school, protocol.AskNames, talk.ask_names())) == "stale-join"

    asyncio.run(play())


def test_a_join_with_a_changed_key_or_person_is_refused(scene: Scene) -> None:
    async def play() -> None:
        stretched = code_key(scene.code, FINGERPRINT)
        for spoil in ("person", "key", "signature"):
            address = f"10.1.0.{len(spoil)}"
            hello = protocol.read_answer(
                await asked(scene.school, protocol.Hello, protocol.encoded(protocol.Hello(nonce=bytes(32))), address)
            )
            assert isinstance(hello, protocol.HelloBack)
            key, other = LaptopKey(), LaptopKey()
            proof = laptop_proof(stretched, hello.nonce, key.public, scene.ana.id.bytes)
            good = protocol.Join(
                nonce=hello.nonce,
                proof=proof,
                person=scene.ana.id.bytes,
                key=key.public,
                signature=key.sign(JOIN, hello.nonce + proof + FINGERPRINT),
                laptop_name="x",
                password="1234",
            )
            changed = {
                "person": {"person": scene.bea.id.bytes},
                "key": {"key": other.public},
                "signature": {"signature": other.sign(JOIN, hello.nonce + proof + FINGERPRINT)},
            }[spoil]
            bad = protocol.encoded(msgspec.structs.replace(good, **changed))
            assert refused(await asked(scene.school, protocol.Join, bad, address)) in (
                "wrong-code",
                "not-joined",
            )
        assert scene.storage.laptops() == []

    asyncio.run(play())


def test_a_second_laptop_needs_the_password_and_guessing_is_throttled(scene: Scene) -> None:
    async def play() -> None:
        await joined(scene.school, scene.code, scene.ana, "1234")
        for guess in ("0000", "1111", "2222", "3333", "4444"):
            with pytest.raises(RefusedError, match="wrong-password"):
                await joined(scene.school, scene.code, scene.ana, guess)
        with pytest.raises(RefusedError, match="slow-down"):
            await joined(scene.school, scene.code, scene.ana, "1234")
        scene.clock.go_on(minutes=6)
        await joined(scene.school, scene.code, scene.ana, "1234")
        with pytest.raises(RefusedError, match="weak-password"):
            await joined(scene.school, scene.code, scene.bea, "1")

    asyncio.run(play())


def test_a_code_admits_to_its_class_and_a_personal_one_one_person(scene: Scene) -> None:
    async def play() -> None:
        talk = JoinClient(scene.code, "school.local", "laptop")
        talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello()), FINGERPRINT)
        names = talk.names(await asked(scene.school, protocol.AskNames, talk.ask_names()), FINGERPRINT)
        assert {line.name for line in names} == {"Ana", "Bea"}  # nobody of another class, and no staff
        join = talk.join(scene.carla.id.bytes, "1234")
        assert refused(await asked(scene.school, protocol.Join, join)) == "not-allowed"
        await joined(scene.school, scene.code, scene.bea, "1234")
        personal, _ = scene.school.admission.open_code(scene.mine.id, scene.bea.id, None)
        talk = JoinClient(personal, "school.local", "spare")
        talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello()), FINGERPRINT)
        names = talk.names(await asked(scene.school, protocol.AskNames, talk.ask_names()), FINGERPRINT)
        assert [(line.name, line.is_taken) for line in names] == [("Bea", False)]
        # A broken laptop: its replacement joins with a personal code, without the password, once.
        talk.joined(await asked(scene.school, protocol.Join, talk.join(scene.bea.id.bytes, "")), FINGERPRINT, uuid4())
        again = JoinClient(personal, "school.local", "thief")
        answer = await asked(scene.school, protocol.Hello, again.hello())
        with pytest.raises(WrongCodeError):
            again.hello_back(answer, FINGERPRINT)

    asyncio.run(play())


def test_codes_are_read_as_people_type_them() -> None:
    assert read_code("k7qm-4trb-9xyz") == read_code(" K7QM 4TRB9XYZ ") == "K7QM4TRB9XYZ"
    for typed in ("", "K7QM4TRB", "K7QM4TRB9XYZ1", "K7QM-4TRB-9XY!", "ÄÄÄÄÄÄÄÄÄÄÄÄ"):
        with pytest.raises(WrongCodeError):
            read_code(typed)
    assert service_proof(bytes(32), bytes(32)) != laptop_proof(bytes(32), bytes(32), bytes(32), bytes(16))


# Writing as somebody else, and reading another class


def test_a_laptop_cannot_send_as_somebody_else(scene: Scene) -> None:
    async def play() -> None:
        ana, key = await scene.connection(scene.ana)
        _, other_key = await scene.connection(scene.bea)
        assert ana.actor.laptop is not None
        (theirs,) = scene.storage.laptops(scene.bea.id)
        for batch in (
            make_batch(theirs.id.bytes, key, some_entries(1)),  # signed with our key, claimed to be theirs
            make_batch(theirs.id.bytes, other_key, some_entries(1)),  # theirs, sent by us
        ):
            with pytest.raises(NotAllowedError):
                await scene.ask(ana, protocol.Push(number=1, batch=batch))
        with pytest.raises(TamperedError):
            await scene.ask(
                ana, protocol.Push(number=1, batch=make_batch(ana.actor.laptop.bytes, other_key, some_entries(1)))
            )
        assert scene.storage.person(scene.bea.id).stored == scene.storage.person(scene.ana.id).stored == 0

    asyncio.run(play())


def test_a_tampered_batch_is_refused_as_a_whole(scene: Scene) -> None:
    async def play() -> None:
        ana, key = await scene.connection(scene.ana)
        assert ana.actor.laptop is not None
        batch = make_batch(ana.actor.laptop.bytes, key, some_entries(3))
        entries = list(batch.entries)
        entries[2] = Entry(entries[2].id, Sort.ATTEMPT, entries[2].body.replace(b"practise", b"practice"))
        for spoilt in (entries, entries[:-1], entries[::-1], [*entries, entries[0]]):
            with pytest.raises(TamperedError):
                await scene.ask(
                    ana, protocol.Push(number=1, batch=msgspec.structs.replace(batch, entries=tuple(spoilt)))
                )
        assert scene.storage.person(scene.ana.id).stored == 0

    asyncio.run(play())


def test_a_laptop_reads_only_its_owners_records(scene: Scene) -> None:
    async def play() -> None:
        ana, _ = await scene.connection(scene.ana)
        assignment = an_assignment(scene.mine)
        requests = [
            protocol.AskBoard(class_id=scene.mine.id),
            protocol.AskRoster(class_id=scene.mine.id),
            protocol.AskWork(class_id=scene.mine.id),
            protocol.AskRecords(person=scene.bea.id),
            protocol.AskRecords(person=scene.ana.id),
            protocol.OpenCode(class_id=scene.mine.id),
            protocol.ShareRules(class_id=scene.mine.id, data=b"rules"),
            protocol.SetAssignment(assignment=assignment),
            protocol.WithdrawAssignment(assignment=assignment.id),
            protocol.WithdrawLaptop(laptop=uuid4()),
            protocol.ResetPassword(person=scene.bea.id),
            protocol.AddTrainees(class_id=scene.mine.id, roster="name\nEva"),
            protocol.AddClass(name="Noche"),
            protocol.ChangeClass(class_id=scene.mine.id, order="end"),
            protocol.ChangePerson(person=scene.bea.id, class_id=scene.mine.id, order="take-out"),
            protocol.RaceOrder(race=a_race(scene), order="open"),
            protocol.ExamRoomOrder(class_id=scene.mine.id, order="end", sitting=uuid4()),
            protocol.TableOrder(class_id=scene.mine.id, person=scene.bea.id, order="abuse"),
        ]
        assert {type(request) for request in requests} == set(protocol.FromDesk.__args__)
        for request in requests:
            with pytest.raises(NotAllowedError):
                await scene.ask(ana, request)

    asyncio.run(play())


def a_race(scene: Scene, class_id: UUID | None = None) -> protocol.RaceRules:
    return protocol.RaceRules(id=uuid4(), class_id=class_id or scene.mine.id, plan="{}", length=3)


def test_an_instructor_has_no_access_to_another_class(scene: Scene) -> None:
    async def play() -> None:
        desk = await scene.desk()
        (theirs, _) = a_laptop(scene.storage, scene.carla)
        assignment = an_assignment(scene.other)
        scene.storage.add_assignment(assignment)
        for request in (
            protocol.AskBoard(class_id=scene.other.id),
            protocol.AskRoster(class_id=scene.other.id),
            protocol.AskWork(class_id=scene.other.id),
            protocol.AskRecords(person=scene.carla.id),
            protocol.OpenCode(class_id=scene.other.id),
            protocol.OpenCode(class_id=scene.mine.id, person=scene.carla.id),
            protocol.SetAssignment(assignment=an_assignment(scene.other)),
            protocol.WithdrawAssignment(assignment=assignment.id),
            protocol.WithdrawLaptop(laptop=theirs.id),
            protocol.ResetPassword(person=scene.carla.id),
            protocol.AddTrainees(class_id=scene.other.id, roster="name\nEva"),
            protocol.ChangePerson(person=scene.carla.id, class_id=scene.mine.id, order="rename", name="x"),
            protocol.ChangePerson(person=scene.carla.id, class_id=scene.other.id, order="take-out"),
            protocol.RaceOrder(race=a_race(scene, scene.other.id), order="open"),
            protocol.ExamRoomOrder(
                class_id=scene.mine.id, order="begin", sitting=uuid4()
            ),  # only examiners may do this
        ):
            with pytest.raises(NotAllowedError):
                await scene.ask(desk, request)
        assert isinstance(await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id)), protocol.Board)
        # A roster that names another class, or somebody else's login, changes neither.
        await scene.ask(desk, protocol.AddTrainees(class_id=scene.mine.id, roster="name,class,id\nEva,Martes,dora"))
        assert [one.name for one in scene.storage.members(scene.other.id)] == ["Carla"]
        assert "Eva" in [one.name for one in scene.storage.members(scene.mine.id, Role.TRAINEE)]

    asyncio.run(play())


def test_an_ended_login_is_refused(scene: Scene) -> None:
    async def play() -> None:
        desk = await scene.desk()
        scene.clock.go_on(hours=13)
        with pytest.raises(SessionOverError):
            await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id))
        with pytest.raises(SessionOverError):
            await scene.school.admit(protocol.encoded(protocol.SignIn(token=bytes(32))), bytes(32))

    asyncio.run(play())


def test_wrong_staff_passwords_are_throttled_and_trainees_cannot_log_in(scene: Scene) -> None:
    async def play() -> None:
        await joined(scene.school, scene.code, scene.ana, "1234")
        wrong = protocol.encoded(protocol.Login(login="dora", password="guess"))
        told = [refused(await asked(scene.school, protocol.Login, wrong)) for _ in range(7)]
        assert told == ["wrong-password"] * 5 + ["slow-down"] * 2
        nobody = protocol.encoded(protocol.Login(login="nobody", password="guess"))
        assert refused(await asked(scene.school, protocol.Login, nobody, "10.9.9.9")) == "wrong-password"
        trainee = scene.storage.add_person("Eva", Role.TRAINEE, "eva", "a long password")
        login = protocol.encoded(protocol.Login(login=trainee.login, password="a long password"))
        assert refused(await asked(scene.school, protocol.Login, login, "10.9.9.8")) == "wrong-password"

    asyncio.run(play())


def test_a_signature_is_valid_for_one_purpose_and_challenge(scene: Scene) -> None:
    async def play() -> None:
        laptop, key = a_laptop(scene.storage, scene.ana)
        challenge = secrets.token_bytes(32)
        message = challenge + FINGERPRINT + laptop.id.bytes
        for signature in (
            key.sign(b"school join", message),
            key.sign(b"school connect", bytes(32) + FINGERPRINT + laptop.id.bytes),  # for another challenge
            key.sign(b"school connect", challenge + bytes(32) + laptop.id.bytes),  # for another service
            LaptopKey().sign(b"school connect", message),
        ):
            with pytest.raises(NotJoinedError):
                prove = protocol.Prove(laptop=laptop.id.bytes, signature=signature)
                await scene.school.admit(protocol.encoded(prove), challenge)

    asyncio.run(play())


# Malformed and oversized messages


def samples(scene: Scene) -> list[bytes]:
    """One well-formed message of each kind that a service reads."""
    key = LaptopKey()
    batch = make_batch(bytes(16), key, some_entries(5))
    order = protocol.ExamRoomOrder(class_id=scene.mine.id, order="begin", sitting=uuid4(), paper=b"paper")
    messages = [
        protocol.Hello(nonce=bytes(32)),
        protocol.Login(login="dora", password="x"),
        protocol.Prove(laptop=bytes(16), signature=bytes(64)),
        protocol.Push(number=1, batch=batch),
        protocol.Pull(after=3),
        protocol.Ping(sent=1),
        protocol.Status(skill="x"),
        protocol.SetAssignment(assignment=an_assignment(scene.mine)),
        protocol.RaceAnswer(race=uuid4(), number=1, right=True, painted_ms=5),
        protocol.AddTrainees(class_id=scene.mine.id, roster="name\nEva"),
        order,
    ]
    return [protocol.encoded(message) for message in messages]


def mangled(rng: random.Random, data: bytes) -> bytes:
    """A message with changed bytes, parts removed or repeated, or random bytes."""
    match rng.randrange(5):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            return data[: rng.randrange(len(data))]
        case 2:
            at = rng.randrange(len(data))
            return data[:at] + data[at:] * 2
        case _:
            spoilt = bytearray(data)
            for _ in range(rng.randrange(1, 6)):
                spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
            return bytes(spoilt)


async def fuzz(scene: Scene, count: int, seed: int) -> int:
    """Send mangled messages everywhere; returns how many were refused. Anything but a refusal fails."""
    rng = random.Random(seed)
    ana, _ = await scene.connection(scene.ana)
    desk = await scene.desk()
    good = samples(scene)
    turned_away = 0
    for number in range(count):
        data = mangled(rng, rng.choice(good))
        try:
            match number % 4:
                case 0:
                    await scene.school.opening(protocol.Hello, data, f"10.0.{number % 250}.{number // 250 % 250}")
                case 1:
                    await scene.school.admit(data, bytes(32))
                case 2:
                    await scene.school.answer(ana, data)
                case _:
                    await scene.school.answer(desk, data)
        except SchoolError:
            turned_away += 1
    return turned_away


def test_mangled_messages_are_refused_and_change_nothing(scene: Scene) -> None:
    assert asyncio.run(fuzz(scene, 1_500, 5)) > 1_000
    assert [scene.storage.person(one.id).stored for one in (scene.ana, scene.bea, scene.carla)] == [0, 0, 0]


def test_too_large_or_deep_messages_are_refused_undecoded() -> None:
    entries = tuple(Entry(bytes(16), Sort.ATTEMPT, b"") for _ in range(protocol.MOST_ENTRIES + 1))
    batch = protocol.Batch(laptop=bytes(16), entries=entries, signature=bytes(64))
    for data in (
        bytes(protocol.MOST_BYTES + 1),
        protocol.encoded(protocol.Push(number=1, batch=batch)),
        b"\x91" * 100_000,
        b"\xdd\xff\xff\xff\xff",  # claims that four billion elements follow
        b"\xc6\xff\xff\xff\xff",
        protocol.encoded(protocol.Status(skill="x" * 5_000)),
        b"",
    ):
        with pytest.raises(MalformedError):
            protocol.read_request(data)
    with pytest.raises(MalformedError):
        protocol.read_opening(protocol.encoded(protocol.Login(login="x", password="y")) + bytes(5_000))


def test_a_connection_that_does_not_read_is_closed(scene: Scene) -> None:
    async def play() -> None:
        ana, _ = await scene.connection(scene.ana)
        for _ in range(1_000):
            ana.send(protocol.Changed(what="board"))
        assert ana.outgoing.qsize() <= 200

    asyncio.run(play())


def test_a_laptop_disconnects_from_a_service_that_sends_nonsense(scene: Scene) -> None:
    async def play() -> None:
        laptop = Laptop(await joined(scene.school, scene.code, scene.ana), scene.clock, some_entries(2))
        await laptop.connect(scene.school)
        laptop.core.received(b"\xff nonsense")
        assert laptop.core.trouble is not None and laptop.core.waiting == 3

    asyncio.run(play())

"""Attacks by a joined laptop: weak keys, another's result, work set to others, floods."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest

from tests.school.laptops import FINGERPRINT, asked
from tests.school.people import a_class, an_assignment, some_entries
from tests.school.scenes import Scene
from trainer.exams.result import SealedResult, to_bytes
from trainer.school import protocol
from trainer.school.credentials import LaptopKey, code_key, is_signed, laptop_proof
from trainer.school.entries import Sort, sealed_entry
from trainer.school.errors import BadRosterError
from trainer.school.laptop.join_client import JoinClient
from trainer.school.roster import import_roster, parse_roster
from trainer.school.sealed_documents import result_id
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.school_storage import Storage

_ONE = b"\x01" + bytes(31)  # the neutral element: with it one signature fits every message
SMALL_ORDER = (
    *(bytes(32), _ONE, b"\xec" + b"\xff" * 30 + b"\x7f", b"\xed" + b"\xff" * 30 + b"\x7f"),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
)


@pytest.mark.parametrize("key", SMALL_ORDER)
def test_a_laptop_cannot_join_with_a_key_of_small_order(scene: Scene, key: bytes) -> None:
    async def play() -> None:
        for signature in (_ONE + bytes(32), key + bytes(32)):
            talk = JoinClient(scene.code, "school.local", "laptop")
            talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello()), FINGERPRINT)
            names = protocol.read_answer(await asked(scene.school, protocol.AskNames, talk.ask_names()))
            assert isinstance(names, protocol.Names)
            nonce = names.nonce
            join = protocol.Join(
                nonce=nonce,
                proof=laptop_proof(code_key(scene.code, FINGERPRINT), nonce, key, scene.ana.id.bytes),
                person=scene.ana.id.bytes,
                key=key,
                signature=signature,
                laptop_name="laptop",
                password="1234",
            )
            answer = protocol.read_answer(await asked(scene.school, protocol.Join, protocol.encoded(join)))
            assert isinstance(answer, protocol.Refused) and answer.why == "not-joined"
        assert scene.storage.laptops() == []

    asyncio.run(play())


def test_a_signature_covers_the_message_the_purpose_and_the_key() -> None:
    key = LaptopKey()
    signature = key.sign(b"join", b"message")
    assert is_signed(key.public, b"join", b"message", signature)
    for public, purpose, message in (
        (LaptopKey().public, b"join", b"message"),
        (key.public, b"connect", b"message"),
        (key.public, b"join", b"messagf"),
        (bytes(5), b"join", b"message"),
    ):
        assert not is_signed(public, purpose, message, signature)


def test_a_sealed_result_belongs_to_one_person(either: Storage, small_result: SealedResult) -> None:
    _, (ana, bea) = a_class(either)
    document = to_bytes(small_result)
    entry = sealed_entry(result_id(document), Sort.SITTING, document)
    # At once, and later: copying a stick is not sitting an exam.
    first, second = either.keep([Incoming(ana.id, None, [entry]), Incoming(bea.id, None, [entry])])
    (third,) = either.keep([Incoming(bea.id, None, [*some_entries(2), entry])])
    (again,) = either.keep([Incoming(ana.id, None, [entry])])
    assert first.kept == again.kept == (entry.id,)
    assert [why.id for _, why in (*second.refused, *third.refused)] == ["school.why.anothers"] * 2
    assert third.added == 3 and either.person(ana.id).stored == 1


def test_work_on_another_classs_assignment_does_not_count(scene: Scene) -> None:
    async def play() -> None:
        assignment = an_assignment(scene.mine, length=3)
        scene.storage.add_assignment(assignment)
        for person in (scene.ana, scene.carla):
            done = some_entries(3, plan=str(assignment.plan_for(person.id)))
            scene.storage.keep([Incoming(person.id, None, done)])
        reply = await scene.ask(await scene.desk(), protocol.AskWork(class_id=scene.mine.id))
        assert isinstance(reply, protocol.Assigned) and [one.person for one in reply.work] == [scene.ana.id]

    asyncio.run(play())


def test_a_flood_of_incidents_does_not_hide_others(scene: Scene) -> None:
    async def play() -> None:
        desk = await scene.desk()
        (ana, _), (bea, _) = await scene.connection(scene.ana), await scene.connection(scene.bea)
        for connection in (desk, ana, bea):
            scene.school.hub.add(connection)
        for _ in range(500):
            await scene.ask(ana, protocol.Incident(sitting=uuid4(), kind="clipboard", at=0))
        await scene.ask(bea, protocol.Incident(sitting=uuid4(), kind="clipboard", at=0))
        scene.clock.go_on(minutes=2)
        await scene.ask(ana, protocol.Incident(sitting=uuid4(), kind="clipboard", at=0))
        heard = []
        while not desk.outgoing.empty():
            data = desk.outgoing.get_nowait()
            assert data is not None  # nobody was disconnected
            heard.append(protocol.read_from_service(data))
        told = [one.person for one in heard if isinstance(one, protocol.Incident)]
        assert told == [scene.ana.id] * 20 + [scene.bea.id, scene.ana.id]

    asyncio.run(play())


def test_a_roster_with_one_id_for_two_people_imports_nobody(storage: Storage) -> None:
    with pytest.raises(BadRosterError) as told:
        import_roster(storage, parse_roster("name,id\nEva,77\nMara,77\n"), "Lunes")
    assert told.value.message.params["line"] == "3" and storage.people() == []
    import_roster(
        storage, parse_roster("name,id,class\nEva,77,Lunes\nEva,77,Martes\n")
    )  # one person may be in two classes
    assert len(storage.people()) == 1

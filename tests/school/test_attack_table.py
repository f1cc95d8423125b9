"""Attacks on a school, each on both stores: by a stranger on the network, a trainee, an instructor of another class,
somebody with a withdrawn laptop, and somebody with a copied laptop or token.

Each attack is a function that ends with what must not have happened. They share a storage and have a scene each.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from uuid import UUID, uuid4

import msgspec
import pytest

from tests.school.laptops import FINGERPRINT, asked, joined
from tests.school.people import a_laptop, a_session, an_assignment, answers, some_entries
from tests.school.scenes import Scene
from trainer.records.attempts import Attempt
from trainer.records.sessions import Session
from trainer.school import bundles, protocol
from trainer.school.credentials import CONNECT, JOIN, LaptopKey, code_key, laptop_proof
from trainer.school.entries import Entry, Sort, attempt_entry, rules_entry, rules_id, sealed_entry, session_entry
from trainer.school.errors import SchoolError
from trainer.school.laptop.join_client import JoinClient, RefusedError
from trainer.school.laptop.links import Link
from trainer.school.service.hub import Connection
from trainer.school.signed_batches import make_batch
from trainer.school.storage.exam_rooms import LOG
from trainer.school.storage.people import Person, Role
from trainer.texts import Names

ROSTER = "name\nEva\n"
Attack = Callable[[Scene], Awaitable[None]]
ATTACKS: list[Attack] = []


def attack(function: Attack) -> Attack:
    ATTACKS.append(function)
    return function


_numbers = count(1)


# What attackers do


async def at_laptop(scene: Scene, person: Person) -> tuple[Connection, LaptopKey]:
    connection, key = await scene.connection(person)
    scene.school.hub.add(connection)
    return connection, key


async def staff(scene: Scene, role: Role = Role.INSTRUCTOR, class_id: UUID | None = None) -> tuple[Connection, Person]:
    """A desk of somebody new, in the other class unless told otherwise."""
    login = secrets.token_hex(8)
    person = scene.storage.add_person("Eva", role, login, "a long password")
    scene.storage.add_members(class_id or scene.other.id, [person.id])
    desk = await scene.desk(login)
    scene.school.hub.add(desk)
    return desk, person


async def refused(scene: Scene, connection: Connection, request: msgspec.Struct) -> str:
    """The id of the error with which a request is refused."""
    with pytest.raises(SchoolError) as error:
        await scene.ask(connection, request)
    return error.value.id


async def push(scene: Scene, connection: Connection, key: LaptopKey, entries: list[Entry]) -> protocol.Stored:
    assert connection.actor.laptop is not None
    batch = make_batch(connection.actor.laptop.bytes, key, entries)
    reply = await scene.ask(connection, protocol.Push(number=1, batch=batch))
    assert isinstance(reply, protocol.Stored)
    return reply


async def opened(scene: Scene, request: msgspec.Struct, address: str = "") -> protocol.Answer:
    """The reply to a request from an address, or from one that only this scene uses: wrong proofs slow an address."""
    address = address or scene.mine.id.hex
    return protocol.read_answer(await asked(scene.school, type(request), protocol.encoded(request), address))


async def guess(scene: Scene, login: str, address: str, password: str = "a guess") -> str:
    """The id of the refusal of a login, or empty."""
    reply = await opened(scene, protocol.Login(login=login, password=password), address)
    return reply.why if isinstance(reply, protocol.Refused) else ""


async def a_nonce(scene: Scene, address: str = "") -> bytes:
    hello = await opened(scene, protocol.Hello(nonce=bytes(32)), address)
    assert isinstance(hello, protocol.HelloBack)
    return hello.nonce


async def joining(scene: Scene, code: str, person: UUID, **changes: object) -> protocol.Answer:
    """A join that is right but for some changes."""
    nonce, key, secret = await a_nonce(scene), LaptopKey(), code_key(code, FINGERPRINT)
    proof = laptop_proof(secret, nonce, key.public, person.bytes)
    good = protocol.Join(
        nonce=nonce,
        proof=proof,
        person=person.bytes,
        key=key.public,
        signature=key.sign(JOIN, nonce + proof + FINGERPRINT),
        laptop_name="laptop",
        password="1234",
    )
    return await opened(scene, msgspec.structs.replace(good, **changes))


def fresh_session(scene: Scene) -> Session:
    """A session with an id of its own."""
    return a_session(next(_numbers), at=scene.clock())


def an_attempt(scene: Scene) -> tuple[Entry, Attempt]:
    """A session and an attempt in it."""
    session = fresh_session(scene)
    (found,) = answers(session, 1)
    return session_entry(session), found


def fresh_entries(scene: Scene, length: int) -> list[Entry]:
    """A session and some attempts, with ids of their own."""
    return some_entries(length, next(_numbers), at=scene.clock())


def heard(connection: Connection) -> list[object]:
    found: list[object] = []
    while not connection.outgoing.empty():
        data = connection.outgoing.get_nowait()
        found.append(protocol.read_from_service(data) if data is not None else None)
    return found


async def a_board(scene: Scene) -> protocol.Board:
    desk = await scene.desk()
    scene.school.hub.add(desk)
    board = await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id, is_live=True))
    assert isinstance(board, protocol.Board)
    return board


# A stranger on the network


@attack
async def spaces_around_a_login_are_no_new_login(scene: Scene) -> None:
    told = [await guess(scene, " " * number + scene.login, "10.2.0.1") for number in range(8)]
    assert told.count("wrong-password") == 5 and told[5:] == ["slow-down"] * 3


@attack
async def capitals_in_a_login_are_no_new_login(scene: Scene) -> None:
    told = [await guess(scene, name, "10.2.0.2") for name in (scene.login.upper(), scene.login) * 4]
    assert told[5:] == ["slow-down"] * 3


@attack
async def spaces_are_no_new_login_with_a_proved_code_either(scene: Scene) -> None:
    told = []
    for number in range(7):
        talk = JoinClient(scene.code, "school.local", "laptop")
        talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello()), FINGERPRINT)
        reply = protocol.read_answer(
            await asked(scene.school, protocol.Login, talk.log_in(scene.login + " " * number, "guess"))
        )
        assert isinstance(reply, protocol.Refused)
        told.append(reply.why)
    assert told == ["wrong-password"] * 5 + ["slow-down"] * 2


@attack
async def many_names_from_one_address_are_slowed_together(scene: Scene) -> None:
    told = [await guess(scene, f"admin{number}", "10.2.0.3") for number in range(24)]
    assert told[:20] == ["wrong-password"] * 20 and "slow-down" in told[20:]


@attack
async def ones_own_right_password_does_not_clear_guesses_at_anothers(scene: Scene) -> None:
    """Four guesses at a colleague's password and one's own login, again and again."""
    _, eva = await staff(scene)
    told = []
    for _ in range(6):
        told += [await guess(scene, scene.login, "10.2.0.4") for _ in range(4)]
        await guess(scene, eva.login, "10.2.0.4", "a long password")
    assert told.count("wrong-password") == 5


@attack
async def a_login_with_a_null_byte_finds_nobody(scene: Scene) -> None:
    assert await guess(scene, f"{scene.login}\0", "10.2.0.5", "a long password") in ("malformed", "wrong-password")


@attack
async def a_login_with_wildcards_finds_nobody(scene: Scene) -> None:
    for name in (f"{scene.login[:4]}%", "_" * len(scene.login), "' OR '1'='1", 'x"; DROP TABLE people; --'):
        assert await guess(scene, name, "10.2.0.6", "a long password") == "wrong-password"
    assert scene.storage.person(scene.teacher.id).name == "Dora"


@attack
async def an_empty_password_opens_nothing(scene: Scene) -> None:
    scene.storage.set_password(scene.teacher.id, "")
    assert await guess(scene, scene.login, "10.2.0.7", "") == "wrong-password"


@attack
async def a_trainees_pin_is_no_login_of_staff(scene: Scene) -> None:
    await joined(scene.school, scene.code, scene.ana, "1234")
    assert await guess(scene, "Ana", "10.2.0.8", "1234") == "wrong-password"
    assert await guess(scene, str(scene.ana.id), "10.2.0.8", "1234") == "wrong-password"


@attack
async def a_nonce_of_ones_own_making_is_refused(scene: Scene) -> None:
    stamp = (scene.storage.now() + 500_000).to_bytes(8, "big") + bytes(8)
    nonce = stamp + bytes(16)
    proof = laptop_proof(code_key(scene.code, FINGERPRINT), nonce, bytes(32), bytes(16))
    reply = await opened(scene, protocol.AskNames(nonce=nonce, proof=proof))
    assert isinstance(reply, protocol.Refused) and reply.why == "stale-join"


@attack
async def the_nonce_of_another_address_is_refused(scene: Scene) -> None:
    nonce = await a_nonce(scene, "10.0.0.20")
    proof = laptop_proof(code_key(scene.code, FINGERPRINT), nonce, bytes(32), bytes(16))
    reply = await opened(scene, protocol.AskNames(nonce=nonce, proof=proof), "10.0.0.21")
    assert isinstance(reply, protocol.Refused) and reply.why == "stale-join"


@attack
async def a_nonce_whose_end_was_put_off_is_refused(scene: Scene) -> None:
    nonce = await a_nonce(scene)
    later = (int.from_bytes(nonce[:8], "big") + 10**9).to_bytes(8, "big") + nonce[8:]
    proof = laptop_proof(code_key(scene.code, FINGERPRINT), later, bytes(32), bytes(16))
    reply = await opened(scene, protocol.AskNames(nonce=later, proof=proof))
    assert isinstance(reply, protocol.Refused) and reply.why == "stale-join"


@attack
async def a_nonce_is_spent_by_a_restart_too(scene: Scene) -> None:
    nonce = await a_nonce(scene)
    proof = laptop_proof(code_key(scene.code, FINGERPRINT), nonce, bytes(32), bytes(16))
    request = protocol.AskNames(nonce=nonce, proof=proof)
    assert isinstance(await opened(scene, request), protocol.Names)
    again = Scene(scene.storage, scene.clock, f" again {uuid4().hex}")
    reply = await opened(again, request, scene.mine.id.hex)
    again.school.close()
    assert isinstance(reply, protocol.Refused) and reply.why == "stale-join"


@attack
async def the_proof_for_names_is_no_proof_for_joining(scene: Scene) -> None:
    nonce, key = await a_nonce(scene), LaptopKey()
    proof = laptop_proof(code_key(scene.code, FINGERPRINT), nonce, bytes(32), bytes(16))
    join = protocol.Join(
        nonce=nonce,
        proof=proof,
        person=scene.ana.id.bytes,
        key=key.public,
        signature=key.sign(JOIN, nonce + proof + FINGERPRINT),
        laptop_name="x",
        password="1234",
    )
    reply = await opened(scene, join)
    assert isinstance(reply, protocol.Refused) and not scene.storage.laptops(scene.ana.id)


@attack
async def the_service_proof_is_no_laptop_proof(scene: Scene) -> None:
    hello = await opened(scene, protocol.Hello(nonce=bytes(32)))
    assert isinstance(hello, protocol.HelloBack)
    for proof in hello.proofs[:3]:
        reply = await opened(scene, protocol.AskNames(nonce=await a_nonce(scene), proof=proof))
        assert isinstance(reply, protocol.Refused)


@attack
async def the_code_of_an_ended_class_admits_nobody(scene: Scene) -> None:
    scene.storage.end_class(scene.mine.id)
    reply = await joining(scene, scene.code, scene.ana.id)
    assert isinstance(reply, protocol.Refused) and not scene.storage.laptops(scene.ana.id)


@attack
async def the_last_code_ends_when_another_is_opened(scene: Scene) -> None:
    scene.school.admission.open_code(scene.mine.id, None, None)
    reply = await joining(scene, scene.code, scene.ana.id)
    assert isinstance(reply, protocol.Refused) and reply.why == "wrong-code"


@attack
async def a_code_ends_after_eight_hours(scene: Scene) -> None:
    scene.clock.go_on(hours=8)
    reply = await joining(scene, scene.code, scene.ana.id)
    assert isinstance(reply, protocol.Refused) and reply.why == "wrong-code"


@attack
async def somebody_who_left_is_not_joined_as(scene: Scene) -> None:
    scene.storage.deactivate(scene.ana.id)
    reply = await joining(scene, scene.code, scene.ana.id)
    assert isinstance(reply, protocol.Refused) and not scene.storage.laptops(scene.ana.id)


@attack
async def staff_are_not_joined_as(scene: Scene) -> None:
    for person in (scene.teacher.id, uuid4(), UUID(int=0)):
        reply = await joining(scene, scene.code, person)
        assert isinstance(reply, protocol.Refused) and reply.why == "not-allowed"


@attack
async def a_personal_code_is_not_used_twice_at_the_same_moment(scene: Scene) -> None:
    await joined(scene.school, scene.code, scene.bea, "1234")
    code, _ = scene.school.admission.open_code(scene.mine.id, scene.bea.id, None)
    replies = await asyncio.gather(*(joining(scene, code, scene.bea.id, password="") for _ in range(4)))
    assert [type(reply) for reply in replies].count(protocol.Joined) == 1
    assert len(scene.storage.laptops(scene.bea.id)) == 2


@attack
async def two_who_join_in_one_name_at_once_do_not_both_choose_the_pin(scene: Scene) -> None:
    replies = await asyncio.gather(
        *(joining(scene, scene.code, scene.ana.id, password=f"{number}111") for number in range(4))
    )
    assert [type(reply) for reply in replies].count(protocol.Joined) == 1
    assert len(scene.storage.laptops(scene.ana.id)) == 1


@attack
async def a_laptop_name_of_invisible_letters_locks_nobody_out(scene: Scene) -> None:
    for person, name in ((scene.ana, "\u200b\u202e"), (scene.bea, "x" * 200)):
        assert isinstance(await joining(scene, scene.code, person.id, laptop_name=name), protocol.Joined)
        (laptop,) = scene.storage.laptops(person.id)
        assert 1 <= len(laptop.name) <= 120 and laptop.name.isprintable()


@attack
async def a_key_that_is_joined_already_is_not_joined_for_another_person(scene: Scene) -> None:
    key = LaptopKey()
    await joined(scene.school, scene.code, scene.ana, key=key)
    with pytest.raises(RefusedError):
        await joined(scene.school, scene.code, scene.bea, key=key)
    assert not scene.storage.laptops(scene.bea.id)


@attack
async def many_personal_codes_do_not_displace_the_code_of_a_class(scene: Scene) -> None:
    now, ids = scene.storage.now(), [(uuid4().bytes, scene.other.id.bytes, bytes([at]) * 32) for at in range(230)]
    with scene.storage.engine.writing() as writer:  # as so many calls of `add_code` would
        writer.change_many(
            "INSERT INTO codes (id, class, person, secret, created, ends) VALUES (?, ?, ?, ?, ?, ?)",
            [(number, group, scene.carla.id.bytes, secret, now, now + 10_000) for number, group, secret in ids],
        )
    hello = await opened(scene, protocol.Hello(nonce=bytes(32)))
    assert isinstance(hello, protocol.HelloBack)
    talk = JoinClient(scene.code, "school.local", "laptop")
    talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello()), FINGERPRINT)
    scene.storage.add_code(scene.other.id, bytes(32), scene.carla.id)  # replaces hers


@attack
async def a_made_up_token_opens_no_desk(scene: Scene) -> None:
    for token in (bytes(32), secrets.token_bytes(32)):
        with pytest.raises(SchoolError):
            await scene.school.admit(protocol.encoded(protocol.SignIn(token=token)), bytes(32))


@attack
async def a_laptop_that_does_not_exist_is_not_admitted(scene: Scene) -> None:
    key = LaptopKey()
    signature = key.sign(CONNECT, bytes(32) + FINGERPRINT + bytes(16))
    with pytest.raises(SchoolError):
        await scene.school.admit(protocol.encoded(protocol.Prove(laptop=bytes(16), signature=signature)), bytes(32))


# A trainee


@attack
async def invented_skills_do_not_make_a_board_too_large(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    session = fresh_session(scene)
    made = [
        attempt_entry(
            msgspec.structs.replace(found, item=f"{'x' * (number % 2 * 3_000)}skill-{number}/1 b/r@1+ab12cd34 #1")
        )
        for number, found in enumerate(answers(session, 400))
    ]
    await push(scene, connection, key, [session_entry(session)])
    for at in range(0, 400, 100):
        await push(scene, connection, key, made[at : at + 100])
    board = await a_board(scene)
    assert len(protocol.encoded(board)) < 200_000 and len(board.heat) <= 300


@attack
async def a_long_problem_does_not_reach_the_board(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    long = protocol.encoded(protocol.Status(problem=Names("x", "x"))).replace(b"\xa1x", b"\xd9\x80" + b"x" * 128)
    assert await scene.school.answer(connection, long) is None
    fields = {"type": "Status", "problem": {"es": "x" * 900_000, "en": "x"}}
    with pytest.raises(SchoolError):
        await scene.school.answer(connection, msgspec.msgpack.encode(fields))
    assert len(protocol.encoded(await a_board(scene))) < 10_000


@attack
async def an_incident_contains_no_markup(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    for kind in ("<img src='x'>", "<b>ok</b>", "x\ny", "", "a" * 41, "Ñandú"):
        fields = {"type": "Incident", "sitting": str(uuid4()), "kind": kind, "at": 0}
        with pytest.raises(SchoolError):
            await scene.school.answer(connection, msgspec.msgpack.encode(fields))


@attack
async def an_incident_outside_an_exam_names_its_sender(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    desk, _ = await staff(scene, Role.EXAMINER, scene.mine.id)
    heard(desk)
    await scene.ask(connection, protocol.Incident(sitting=uuid4(), kind="clipboard", at=0, person=scene.bea.id))
    (told,) = [one for one in heard(desk) if isinstance(one, protocol.Incident)]
    assert told.person == scene.ana.id


@attack
async def a_copy_of_another_sitting_does_not_remove_the_log_of_this_one(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    examiner, _ = await staff(scene, Role.EXAMINER, scene.mine.id)
    order = protocol.ExamRoomOrder(class_id=scene.mine.id, order="begin", sitting=uuid4(), paper=b"sealed")
    await scene.ask(examiner, order)
    sitting, other = uuid4().hex, uuid4().hex
    log = b'{"left the window"}\n'
    await scene.ask(connection, protocol.SittingCopy(sitting=sitting, name=LOG, data=log))
    await scene.ask(connection, protocol.SittingCopy(sitting=other, name="counter", data=b"1"))
    await scene.ask(connection, protocol.SittingCopy(sitting=sitting, name=LOG, data=b'{"nothing"}\n'))
    assert scene.storage.copied_file(scene.ana.id, sitting, LOG) == log


@attack
async def copies_of_very_many_sittings_are_not_kept(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    examiner, _ = await staff(scene, Role.EXAMINER, scene.mine.id)
    order = protocol.ExamRoomOrder(class_id=scene.mine.id, order="begin", sitting=uuid4(), paper=b"sealed")
    await scene.ask(examiner, order)
    for _ in range(30):
        await scene.ask(connection, protocol.SittingCopy(sitting=uuid4().hex, name="counter", data=bytes(1000)))
    rows = scene.storage.engine.rows("SELECT count(*) FROM sitting_copies WHERE person = ?", (scene.ana.id.bytes,))
    assert rows[0][0] <= 10


@attack
async def a_copy_without_an_exam_is_not_kept(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    await scene.ask(connection, protocol.SittingCopy(sitting=uuid4().hex, name=LOG, data=b"{}\n"))
    assert not scene.storage.engine.rows("SELECT 1 FROM sitting_copies WHERE person = ?", (scene.ana.id.bytes,))


@attack
async def the_largest_entries_are_read_a_few_at_a_time(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    for number in range(6):
        await push(scene, connection, key, [rules_entry(f"digest-{number}", bytes(900_000))])
    page = await scene.ask(connection, protocol.Pull(after=0))
    assert isinstance(page, protocol.Pulled) and len(protocol.encoded(page)) < 2_000_000
    assert [one.number for one in scene.storage.all_entries(scene.ana.id)] == [1, 2, 3, 4, 5, 6]


@attack
async def an_answer_is_not_stored_in_two_versions(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    session, attempt = an_attempt(scene)
    wrong = attempt_entry(msgspec.structs.replace(attempt, right=not attempt.right))
    reply = await push(scene, connection, key, [session, attempt_entry(attempt), wrong])
    assert len(reply.kept) == 2 and [number for number, _ in reply.refused] == [wrong.id]


@attack
async def an_attempt_is_not_its_own_session(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    _, attempt = an_attempt(scene)
    own = msgspec.structs.replace(attempt, session=attempt.id)
    reply = await push(scene, connection, key, [attempt_entry(own)])
    assert not reply.kept


@attack
async def an_attempt_does_not_join_anothers_session(scene: Scene) -> None:
    bea, bea_key = await at_laptop(scene, scene.bea)
    session, attempt = an_attempt(scene)
    await push(scene, bea, bea_key, [session])
    ana, ana_key = await at_laptop(scene, scene.ana)
    reply = await push(scene, ana, ana_key, [attempt_entry(attempt)])
    assert not reply.kept and scene.storage.person(scene.bea.id).stored == 1


@attack
async def anothers_entry_is_not_ones_own(scene: Scene) -> None:
    bea, bea_key = await at_laptop(scene, scene.bea)
    entries = fresh_entries(scene, 3)
    await push(scene, bea, bea_key, entries)
    ana, ana_key = await at_laptop(scene, scene.ana)
    reply = await push(scene, ana, ana_key, entries)
    assert not reply.kept and scene.storage.person(scene.ana.id).stored == 0


@attack
async def rules_under_the_name_of_others_are_refused(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    forged = Entry(rules_id("other"), Sort.RULES, rules_entry("digest", b"data").body)
    reply = await push(scene, connection, key, [forged])
    assert not reply.kept


@attack
async def a_made_up_result_is_refused(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    filed: list[bytes] = []
    scene.school.requests.accept_result = lambda document, candidate, log: filed.append(document)
    for document in (b"", b"{}", b"\xff" * 100, b'{"result": {}, "seal": ""}'):
        reply = await push(scene, connection, key, [sealed_entry(uuid4(), Sort.SITTING, document)])
        assert not reply.kept
    assert not filed


@attack
async def a_made_up_certificate_is_refused(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    for document in (b"", b"{}", b"%PDF-1.7"):
        reply = await push(scene, connection, key, [sealed_entry(uuid4(), Sort.CERTIFICATE, document)])
        assert not reply.kept


@attack
async def an_answer_from_the_far_future_is_refused(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    session, attempt = an_attempt(scene)
    entry = attempt_entry(attempt)
    late = Entry(b"\xff" * 6 + entry.id[6:], entry.sort, entry.body)
    reply = await push(scene, connection, key, [session, late])
    assert reply.kept == (session.id,)


@attack
async def an_entry_with_a_null_byte_spoils_no_batch(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    session, attempt = an_attempt(scene)
    spoilt = attempt_entry(msgspec.structs.replace(attempt, mistake="a\0b", right=False))
    reply = await push(scene, connection, key, [session, spoilt])
    assert reply.kept == (session.id,) and scene.storage.person(scene.ana.id).stored == 1


@attack
async def an_answer_that_took_an_age_does_not_overflow_the_totals(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    session = fresh_session(scene)
    many = [
        attempt_entry(msgspec.structs.replace(one, milliseconds=2**53, target_ms=2**53, right=True))
        for one in answers(session, 50)
    ]
    await push(scene, connection, key, [session_entry(session), *many])
    assert scene.storage.today([scene.ana.id])[scene.ana.id].milliseconds <= 50 * 24 * 3_600_000


@attack
async def work_for_an_assignment_of_somebody_else_does_not_count(scene: Scene) -> None:
    assignment = msgspec.structs.replace(an_assignment(scene.mine), id=uuid4(), people=(scene.bea.id,))
    scene.storage.add_assignment(assignment)
    connection, _ = await at_laptop(scene, scene.ana)
    reply = await scene.ask(connection, protocol.AskAssignments())
    assert isinstance(reply, protocol.Assigned) and not reply.assignments


@attack
async def rules_of_others_are_not_found_by_guessing(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    scene.storage.share_rules("ab" * 16, b"house rules of another class")
    for digest in ("", "00" * 16, "ba" * 16):
        reply = await scene.ask(connection, protocol.AskRules(digest=digest))
        assert isinstance(reply, protocol.SharedRules) and not reply.data


@attack
async def orders_of_an_instructor_are_refused_on_a_laptop(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    assert connection.actor.laptop is not None
    race = protocol.RaceRules(id=uuid4(), class_id=scene.mine.id, plan="{}", length=1)
    for request in (
        protocol.RaceOrder(race=race, order="open"),
        protocol.ExamRoomOrder(class_id=scene.mine.id, order="end", sitting=uuid4()),
        protocol.OpenCode(class_id=scene.mine.id),
        protocol.ShareRules(class_id=scene.mine.id, data=b"x"),
        protocol.ChangePerson(person=scene.bea.id, class_id=scene.mine.id, order="erase"),
        protocol.AskBoard(class_id=scene.mine.id, is_live=True),
    ):
        assert await refused(scene, connection, request) == "not-allowed"
    assert connection.watching is None


@attack
async def a_race_answer_counts_once_and_only_for_the_question_that_is_asked(scene: Scene) -> None:
    ana, _ = await at_laptop(scene, scene.ana)
    desk = await scene.desk()
    race = protocol.RaceRules(id=uuid4(), class_id=scene.mine.id, plan="{}", length=3)
    for order in ("open", "next"):
        await scene.ask(desk, protocol.RaceOrder(race=race, order=order))
    for number in (0, 2, 3, 1, 1, 2**40):
        await scene.ask(ana, protocol.RaceAnswer(race=race.id, number=number, right=True, painted_ms=0))
    state = scene.storage.race(scene.mine.id)
    assert state is not None and [(number, person) for number, person, _ in state.answers] == [(1, scene.ana.id)]


@attack
async def somebody_who_came_after_the_start_does_not_race(scene: Scene) -> None:
    desk = await scene.desk()
    race = protocol.RaceRules(id=uuid4(), class_id=scene.mine.id, plan="{}", length=3)
    for order in ("open", "next"):
        await scene.ask(desk, protocol.RaceOrder(race=race, order=order))
    ana, _ = await at_laptop(scene, scene.ana)
    await scene.ask(ana, protocol.RaceAnswer(race=race.id, number=1, right=True, painted_ms=0))
    state = scene.storage.race(scene.mine.id)
    assert state is not None and not state.answers


@attack
async def an_answer_after_the_end_of_a_race_does_not_count(scene: Scene) -> None:
    ana, _ = await at_laptop(scene, scene.ana)
    desk = await scene.desk()
    race = protocol.RaceRules(id=uuid4(), class_id=scene.mine.id, plan="{}", length=3)
    for order in ("open", "next", "end"):
        await scene.ask(desk, protocol.RaceOrder(race=race, order=order))
    await scene.ask(ana, protocol.RaceAnswer(race=race.id, number=1, right=True, painted_ms=0))
    state = scene.storage.race(scene.mine.id)
    assert state is not None and state.is_over and not state.answers


@attack
async def a_batch_signed_for_one_laptop_is_refused_from_ones_other_laptop(scene: Scene) -> None:
    first, key = await at_laptop(scene, scene.ana)
    second, _ = await at_laptop(scene, scene.ana)
    assert first.actor.laptop is not None
    batch = make_batch(first.actor.laptop.bytes, key, fresh_entries(scene, 2))
    assert await refused(scene, second, protocol.Push(number=1, batch=batch)) == "not-allowed"


@attack
async def numbers_out_of_range_are_refused(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    for fields in (
        {"type": "Pull", "after": -1},
        {"type": "Pull", "after": 2**63},
        {"type": "Ping", "sent": 2**60},
        {"type": "Ping", "sent": 0, "waiting": -5},
        {"type": "Status", "answered": 2**62},
    ):
        with pytest.raises(SchoolError):
            await scene.school.answer(connection, msgspec.msgpack.encode(fields))


# An instructor of another class


@attack
async def a_race_with_the_id_of_anothers_race_leaves_it_alone(scene: Scene) -> None:
    ana, _ = await at_laptop(scene, scene.ana)
    desk, (eva, _) = await scene.desk(), await staff(scene)
    race = protocol.RaceRules(id=uuid4(), class_id=scene.mine.id, plan="{}", length=3)
    for order in ("open", "next"):
        await scene.ask(desk, protocol.RaceOrder(race=race, order=order))
    await scene.ask(ana, protocol.RaceAnswer(race=race.id, number=1, right=True, painted_ms=5))
    theirs = msgspec.structs.replace(race, class_id=scene.other.id)
    for order in ("open", "next", "next", "end"):
        await scene.ask(eva, protocol.RaceOrder(race=theirs, order=order))
    state = scene.storage.race(scene.mine.id)
    assert state is not None and state.number == 1 and not state.is_over and len(state.answers) == 1


@attack
async def a_race_of_another_class_is_not_ended(scene: Scene) -> None:
    desk, (eva, _) = await scene.desk(), await staff(scene)
    race = protocol.RaceRules(id=uuid4(), class_id=scene.mine.id, plan="{}", length=3)
    await scene.ask(desk, protocol.RaceOrder(race=race, order="open"))
    for order in ("open", "next", "end"):
        assert await refused(scene, eva, protocol.RaceOrder(race=race, order=order)) == "not-allowed"
    state = scene.storage.race(scene.mine.id)
    assert state is not None and not state.is_over


@attack
async def an_assignment_is_not_replaced_by_one_with_its_id(scene: Scene) -> None:
    assignment = msgspec.structs.replace(an_assignment(scene.mine), id=uuid4())
    scene.storage.add_assignment(assignment)
    eva, _ = await staff(scene)
    forged = msgspec.structs.replace(assignment, class_id=scene.other.id, title="Nada")
    assert await refused(scene, eva, protocol.SetAssignment(assignment=forged)) == "conflict"
    assert scene.storage.assignment(assignment.id).title == assignment.title


@attack
async def a_title_does_not_act_on_the_terminal_of_the_audit(scene: Scene) -> None:
    eva, _ = await staff(scene)
    title = "Plenos\x1b[2J\x1b]0;x\x07\r\n"
    assignment = msgspec.structs.replace(an_assignment(scene.other), id=uuid4(), title=title)
    await scene.ask(eva, protocol.SetAssignment(assignment=assignment))
    assert all(line.details.isprintable() for line in scene.storage.audit(5))


@attack
async def a_trainee_of_another_class_is_not_made_ones_own(scene: Scene) -> None:
    """By a roster with the login of a trainee elsewhere."""
    scene.storage.engine.rows("SELECT 1")
    eva, _ = await staff(scene)
    mine = scene.storage.add_person("Fina", Role.TRAINEE, f"fina-{uuid4().hex}")
    scene.storage.add_members(scene.mine.id, [mine.id])
    roster = f"name,id,class\nFina,{mine.login},{scene.mine.name}\n"
    await scene.ask(eva, protocol.AddTrainees(class_id=scene.other.id, roster=roster))
    assert scene.storage.class_ids(mine.id) == {scene.mine.id}


@attack
async def a_roster_adds_no_staff_and_no_class(scene: Scene) -> None:
    eva, _ = await staff(scene)
    before = len(scene.storage.classes())
    roster = "name,role,class\nGil,administrator,Nueva\n"
    await scene.ask(eva, protocol.AddTrainees(class_id=scene.other.id, roster=roster))
    assert len(scene.storage.classes()) == before
    (gil,) = [one for one in scene.storage.members(scene.other.id) if one.name == "Gil"]
    assert gil.role is Role.TRAINEE


@attack
async def a_code_for_a_person_of_another_class_is_not_opened(scene: Scene) -> None:
    eva, person = await staff(scene)
    for class_id, whom in (
        (scene.other.id, scene.ana.id),
        (scene.mine.id, scene.ana.id),
        (scene.other.id, scene.teacher.id),
        (scene.other.id, person.id),
    ):
        assert await refused(scene, eva, protocol.OpenCode(class_id=class_id, person=whom)) in (
            "not-allowed",
            "unknown",
        )


@attack
async def nobody_is_taken_out_of_another_class(scene: Scene) -> None:
    eva, _ = await staff(scene)
    scene.storage.add_members(scene.other.id, [scene.ana.id])  # in both classes
    order = protocol.ChangePerson(person=scene.ana.id, class_id=scene.mine.id, order="take-out")
    assert await refused(scene, eva, order) == "not-allowed"
    assert scene.mine.id in scene.storage.class_ids(scene.ana.id)


@attack
async def the_password_of_staff_is_not_reset(scene: Scene) -> None:
    eva, person = await staff(scene)
    scene.storage.add_members(scene.other.id, [scene.teacher.id])
    for whom in (scene.teacher.id, person.id):
        assert await refused(scene, eva, protocol.ResetPassword(person=whom)) == "not-allowed"
    assert scene.storage.password(scene.teacher.id) is not None


@attack
async def an_exam_of_another_class_gets_no_orders(scene: Scene) -> None:
    ana, _ = await at_laptop(scene, scene.ana)
    examiner, _ = await staff(scene, Role.EXAMINER)
    heard(ana)
    sitting = uuid4()
    for class_id, person in ((scene.mine.id, None), (scene.mine.id, scene.ana.id), (scene.other.id, scene.ana.id)):
        order = protocol.ExamRoomOrder(class_id=class_id, order="end", sitting=sitting, person=person)
        assert await refused(scene, examiner, order) in ("not-allowed", "unknown")
    assert not heard(ana) and not scene.storage.exam_orders(scene.ana.id)


@attack
async def a_paper_under_the_id_of_another_classes_sitting_stays_there(scene: Scene) -> None:
    ana, _ = await at_laptop(scene, scene.ana)
    (mine, _), (theirs, _) = await staff(scene, Role.EXAMINER, scene.mine.id), await staff(scene, Role.EXAMINER)
    sitting = uuid4()
    for desk, class_id, paper in ((theirs, scene.other.id, b"forged"), (mine, scene.mine.id, b"sealed")):
        await scene.ask(desk, protocol.ExamRoomOrder(class_id=class_id, order="begin", sitting=sitting, paper=paper))
        scene.clock.go_on(seconds=1)
    await scene.ask(
        theirs, protocol.ExamRoomOrder(class_id=scene.other.id, order="begin", sitting=sitting, paper=b"forged")
    )
    orders = [one for one in heard(ana) if isinstance(one, protocol.ExamOrder)]
    assert [one.paper for one in orders] == [b"sealed"]
    assert [one.paper for one in scene.storage.exam_orders(scene.ana.id)] == [b"sealed"]


@attack
async def an_instructor_who_was_taken_out_sees_the_board_no_longer(scene: Scene) -> None:
    """By the command line, which no running service hears of."""
    desk = await scene.desk()
    scene.school.hub.add(desk)
    await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id, is_live=True))
    scene.storage.remove_member(scene.mine.id, scene.teacher.id)
    scene.clock.go_on(seconds=31)
    await scene.ask(desk, protocol.Ping(sent=0))
    assert not scene.school.hub.watchers(scene.mine.id)
    assert await refused(scene, desk, protocol.AskBoard(class_id=scene.mine.id)) == "not-allowed"


@attack
async def an_instructor_who_became_a_trainee_gives_no_orders(scene: Scene) -> None:
    desk = await scene.desk()
    scene.storage.set_role(scene.teacher.id, Role.TRAINEE)
    for request in (
        protocol.OpenCode(class_id=scene.mine.id),
        protocol.AskBoard(class_id=scene.mine.id),
        protocol.AddTrainees(class_id=scene.mine.id, roster=ROSTER),
    ):
        assert await refused(scene, desk, request) == "not-allowed"


@attack
async def an_instructor_makes_no_class_and_ends_none(scene: Scene) -> None:
    eva, _ = await staff(scene)
    for request in (
        protocol.AddClass(name=f"Nueva {uuid4().hex}"),
        protocol.ChangeClass(class_id=scene.other.id, order="end"),
        protocol.ChangeClass(class_id=scene.mine.id, order="rename", name="Mía"),
        protocol.ChangePerson(person=scene.carla.id, class_id=scene.other.id, order="erase"),
    ):
        assert await refused(scene, eva, request) == "not-allowed"


@attack
async def records_of_another_class_are_not_read_through_a_shared_name(scene: Scene) -> None:
    eva, _ = await staff(scene)
    namesake = scene.storage.add_person("Ana", Role.TRAINEE)
    scene.storage.add_members(scene.other.id, [namesake.id])
    assert await refused(scene, eva, protocol.AskRecords(person=scene.ana.id, after=0)) == "not-allowed"
    reply = await scene.ask(eva, protocol.AskRecords(person=namesake.id, after=0))
    assert isinstance(reply, protocol.Pulled) and not reply.entries


# A withdrawn laptop


@attack
async def a_withdrawn_laptop_that_never_pings_is_noticed(scene: Scene) -> None:
    """It was withdrawn by the command line, and only reads."""
    connection, key = await at_laptop(scene, scene.ana)
    await push(scene, connection, key, fresh_entries(scene, 3))
    assert connection.actor.laptop is not None
    scene.storage.withdraw_laptop(connection.actor.laptop)
    scene.clock.go_on(seconds=31)
    for request in (protocol.Pull(after=0), protocol.AskAssignments(), protocol.Status(skill="x")):
        connection.checked = 0
        assert await refused(scene, connection, request) == "not-joined"


@attack
async def the_laptop_of_somebody_who_was_erased_is_noticed(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    scene.storage.erase(scene.ana.id)
    scene.clock.go_on(seconds=31)
    assert await refused(scene, connection, protocol.Pull(after=0)) == "not-joined"


@attack
async def a_withdrawn_laptop_sends_nothing_even_at_once(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    assert connection.actor.laptop is not None
    scene.storage.withdraw_laptop(connection.actor.laptop)
    batch = make_batch(connection.actor.laptop.bytes, key, fresh_entries(scene, 2))
    assert await refused(scene, connection, protocol.Push(number=1, batch=batch)) == "not-joined"
    assert scene.storage.person(scene.ana.id).stored == 0


@attack
async def a_withdrawn_key_does_not_join_again(scene: Scene) -> None:
    key = LaptopKey()
    link = await joined(scene.school, scene.code, scene.ana, key=key)
    scene.storage.withdraw_laptop(UUID(bytes=link.laptop))
    with pytest.raises(RefusedError):
        await joined(scene.school, scene.code, scene.ana, key=key)


@attack
async def a_withdrawn_laptop_is_closed_by_the_instructors_order(scene: Scene) -> None:
    connection, _ = await at_laptop(scene, scene.ana)
    assert connection.actor.laptop is not None
    await scene.ask(await scene.desk(), protocol.WithdrawLaptop(laptop=connection.actor.laptop))
    assert connection.is_closed


@attack
async def the_bundle_of_a_withdrawn_laptop_is_refused(scene: Scene) -> None:
    laptop, key = a_laptop(scene.storage, scene.ana)
    batch = make_batch(laptop.id.bytes, key, fresh_entries(scene, 2))
    scene.storage.withdraw_laptop(laptop.id)
    path = Path(tempfile.gettempdir()) / f"{uuid4().hex}.bundle"
    frames = [bundles.LaptopBundleHead(person=scene.ana.id.bytes, batches=1), batch]
    bundles._write(path, [msgspec.msgpack.encode(frame) for frame in frames])
    try:
        with pytest.raises(SchoolError):
            bundles.import_laptop_bundle(scene.storage, path)
    finally:
        path.unlink()
    assert scene.storage.person(scene.ana.id).stored == 0


# Somebody with a copied laptop or token


@attack
async def a_copied_link_with_another_persons_id_sends_as_its_owner_only(scene: Scene) -> None:
    link: Link = await joined(scene.school, scene.code, scene.ana)
    forged = msgspec.structs.replace(link, person=scene.bea.id.bytes)
    key = LaptopKey(forged.key)
    challenge = secrets.token_bytes(32)
    prove = protocol.Prove(laptop=forged.laptop, signature=key.sign(CONNECT, challenge + FINGERPRINT + forged.laptop))
    connection, welcome = await scene.school.admit(protocol.encoded(prove), challenge)
    assert connection.actor.person == scene.ana.id and welcome.person == scene.ana.id.bytes


@attack
async def a_recorded_proof_does_not_fit_another_challenge(scene: Scene) -> None:
    laptop, key = a_laptop(scene.storage, scene.ana)
    recorded = secrets.token_bytes(32)
    signature = key.sign(CONNECT, recorded + FINGERPRINT + laptop.id.bytes)
    prove = protocol.encoded(protocol.Prove(laptop=laptop.id.bytes, signature=signature))
    with pytest.raises(SchoolError):
        await scene.school.admit(prove, secrets.token_bytes(32))


@attack
async def a_copied_laptop_repeats_nothing(scene: Scene) -> None:
    connection, key = await at_laptop(scene, scene.ana)
    entries = fresh_entries(scene, 4)
    for _ in range(3):
        reply = await push(scene, connection, key, entries)
        assert len(reply.kept) == 5
    assert scene.storage.person(scene.ana.id).stored == 5
    assert scene.storage.today([scene.ana.id])[scene.ana.id].answers == 4


@attack
async def copies_of_a_laptop_do_not_crowd_out_others(scene: Scene) -> None:
    bea, _ = await at_laptop(scene, scene.bea)
    laptop, key = a_laptop(scene.storage, scene.ana)
    for _ in range(6):
        challenge = secrets.token_bytes(32)
        signature = key.sign(CONNECT, challenge + FINGERPRINT + laptop.id.bytes)
        prove = protocol.encoded(protocol.Prove(laptop=laptop.id.bytes, signature=signature))
        scene.school.hub.add((await scene.school.admit(prove, challenge))[0])
        scene.clock.go_on(seconds=1)
    assert sum(not one.is_closed for one in scene.school.hub.laptops_of(scene.ana.id)) == 2 and not bea.is_closed


@attack
async def a_stolen_token_ends_with_the_password(scene: Scene) -> None:
    desk = await scene.desk()
    scene.storage.set_password(scene.teacher.id, "another long password")
    assert await refused(scene, desk, protocol.AskRoster(class_id=scene.mine.id)) == "session-over"


@attack
async def a_stolen_token_ends_when_its_owner_leaves(scene: Scene) -> None:
    desk = await scene.desk()
    scene.storage.deactivate(scene.teacher.id)
    assert await refused(scene, desk, protocol.AskRoster(class_id=scene.mine.id)) == "session-over"


@attack
async def the_database_contains_no_token_and_no_password(scene: Scene) -> None:
    desk = await scene.desk()
    rows = scene.storage.engine.rows("SELECT token FROM logins WHERE person = ?", (scene.teacher.id.bytes,))
    assert desk.token not in [bytes(row[0]) for row in rows]
    stored = scene.storage.password(scene.teacher.id)
    assert stored is not None and b"a long password" not in stored


@attack
async def a_bundle_for_another_laptop_is_refused_there(scene: Scene) -> None:
    """A laptop's own batch under another person's name."""
    laptop, key = a_laptop(scene.storage, scene.ana)
    batch = make_batch(laptop.id.bytes, key, fresh_entries(scene, 2))
    path = Path(tempfile.gettempdir()) / f"{uuid4().hex}.bundle"
    frames = [bundles.LaptopBundleHead(person=scene.bea.id.bytes, batches=1), batch]
    bundles._write(path, [msgspec.msgpack.encode(frame) for frame in frames])
    try:
        with pytest.raises(SchoolError):
            bundles.import_laptop_bundle(scene.storage, path)
    finally:
        path.unlink()
    assert scene.storage.person(scene.bea.id).stored == scene.storage.person(scene.ana.id).stored == 0


@pytest.mark.parametrize("attempt", ATTACKS, ids=[function.__name__ for function in ATTACKS])
def test_an_attack_changes_nothing(attempt: Attack, attacked: Scene) -> None:
    async def play() -> None:
        await attempt(attacked)

    asyncio.run(play())

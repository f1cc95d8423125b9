"""What one person can take, and whom wrong attempts delay."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests.school.laptops import FINGERPRINT, Laptop, asked, joined
from tests.school.people import Clock, some_entries
from tests.school.scenes import Scene
from trainer.school import protocol
from trainer.school.laptop.join_client import JoinClient
from trainer.school.rights import Actor
from trainer.school.service.hub import ENOUGH_UNSENT_BYTES, Connection, Hub
from trainer.school.storage.laptops import IDLE_MS, LOGIN_MS
from trainer.school.storage.people import Role


@pytest.fixture(autouse=True)
def _closed(scene: Scene) -> Iterator[None]:
    yield
    scene.school.close()


def login(scene: Scene, password: str, address: str, talk: JoinClient | None = None) -> str:
    """The reply to a login: a refusal's reason, or nothing."""
    data = (
        talk.log_in("dora", password)
        if talk is not None
        else protocol.encoded(protocol.Login(login="dora", password=password))
    )
    reply = protocol.read_answer(asyncio.run(asked(scene.school, protocol.Login, data, address)))
    return reply.why if isinstance(reply, protocol.Refused) else ""


def proved(scene: Scene, address: str) -> JoinClient:
    talk = JoinClient(scene.code, "school.local", "desk")
    talk.hello_back(asyncio.run(asked(scene.school, protocol.Hello, talk.hello(), address)), FINGERPRINT)
    return talk


def test_wrong_passwords_from_elsewhere_do_not_lock_an_instructor_out(scene: Scene) -> None:
    for number in range(60):
        assert login(scene, "guess", f"10.6.{number % 7}.1") in ("wrong-password", "slow-down")
    assert login(scene, "guess", "10.6.0.1") == "slow-down"
    assert login(scene, "a long password", "10.0.0.1") == ""


def test_who_has_the_code_is_not_delayed_by_strangers_behind_the_same_router(scene: Scene) -> None:
    for _ in range(8):
        login(scene, "guess", "10.0.0.1")
    assert login(scene, "a long password", "10.0.0.1") == "slow-down"
    for _ in range(30):
        wrong = protocol.AskNames(nonce=bytes(32), proof=bytes(32))
        asyncio.run(asked(scene.school, protocol.AskNames, protocol.encoded(wrong), "10.0.0.1"))
    assert login(scene, "a long password", "10.0.0.1", proved(scene, "10.0.0.1")) == ""
    # Who has the code and guesses is delayed as well.
    assert [login(scene, "guess", "10.0.0.1", proved(scene, "10.0.0.1")) for _ in range(7)][-1] == "slow-down"


def test_a_classmate_cannot_keep_somebody_from_joining_elsewhere(scene: Scene) -> None:
    async def play() -> None:
        await joined(scene.school, scene.code, scene.ana)
        talk = None
        for _ in range(8):
            talk = JoinClient(scene.code, "school.local", "laptop")
            talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello(), "10.6.6.6"), FINGERPRINT)
            talk.names(await asked(scene.school, protocol.AskNames, talk.ask_names(), "10.6.6.6"), FINGERPRINT)
            answer = await asked(scene.school, protocol.Join, talk.join(scene.ana.id.bytes, "9999"), "10.6.6.6")
        refused = protocol.read_answer(answer)
        assert isinstance(refused, protocol.Refused) and refused.why == "slow-down"
        await joined(scene.school, scene.code, scene.ana)

    asyncio.run(play())


def test_a_login_outlives_a_lunch_and_a_night_of_use_but_not_a_week(scene: Scene, clock: Clock) -> None:
    async def play() -> None:
        desk = await scene.desk()
        clock.go_on(hours=2)
        await scene.ask(desk, protocol.AskRoster(class_id=scene.mine.id))
        for _ in range(10):
            clock.go_on(hours=6)
            await scene.ask(desk, protocol.AskRoster(class_id=scene.mine.id))
        # The instructor opens a new code, long after the first has ended.
        opened = await scene.ask(desk, protocol.OpenCode(class_id=scene.mine.id))
        assert isinstance(opened, protocol.CodeOpened)
        await joined(scene.school, opened.code, scene.ana)

    asyncio.run(play())
    assert timedelta(milliseconds=IDLE_MS) > timedelta(hours=2) and LOGIN_MS < 8 * 24 * 3_600_000


def test_unread_replies_hold_further_requests_back_and_end_a_connection(scene: Scene) -> None:
    async def play() -> None:
        connection = Connection(Actor(role=Role.TRAINEE), (), 0)
        large = protocol.SchoolKeys(public=bytes(900_000))
        connection.send(large)
        await asyncio.wait_for(connection.until_read(), 1)
        connection.send(large)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(connection.until_read(), 0.01)
        await connection.next_message()
        await asyncio.wait_for(connection.until_read(), 1)
        assert 0 < connection.unsent < ENOUGH_UNSENT_BYTES
        while not connection.is_closed:
            connection.send(large)
            assert connection.unsent < 20_000_000
        assert await connection.next_message() is None

    asyncio.run(play())


def test_a_laptop_has_two_connections_at_most(scene: Scene, clock: Clock) -> None:
    async def play() -> None:
        link = await joined(scene.school, scene.code, scene.ana)
        laptops = [Laptop(link, clock) for _ in range(5)]
        for laptop in laptops:
            clock.go_on(seconds=1)
            await laptop.connect(scene.school)
        open_now = [one for one in scene.school.hub.laptops_of(scene.ana.id) if not one.is_closed]
        assert len(open_now) == 2 and max(one.since for one in open_now) == scene.storage.now()

    asyncio.run(play())


class OneThread(set[Any]):
    """A set that may be used in one thread only."""

    def __init__(self) -> None:
        super().__init__()
        self._thread = threading.get_ident()

    def __iter__(self) -> Iterator[Any]:
        assert threading.get_ident() == self._thread, "another thread reads the hub"
        return super().__iter__()


def test_the_hub_is_used_in_one_thread_while_laptops_come_and_go(scene: Scene, clock: Clock) -> None:
    async def play() -> None:
        hub = scene.school.hub
        hub.connections = OneThread()
        desk = await scene.desk()
        hub.add(desk)
        hub._of_class[scene.mine.id], hub._of_person[scene.ana.id] = OneThread(), OneThread()
        hub._of_class[scene.mine.id].add(desk)
        laptops = [Laptop(await joined(scene.school, scene.code, one), clock) for one in (scene.ana, scene.bea)]

        async def come_and_go(laptop: Laptop) -> None:
            for number in range(20):
                await laptop.connect(scene.school)
                await laptop.record(some_entries(1, 1000 * number + laptops.index(laptop), at=clock()))
                laptop.cut()

        async def look() -> None:
            for request in [protocol.AskBoard, protocol.AskRoster, protocol.AskWork] * 20:
                await scene.ask(desk, request(class_id=scene.mine.id))

        await asyncio.gather(*(come_and_go(laptop) for laptop in laptops), look(), look())

    asyncio.run(play())


def test_the_cost_of_a_class_does_not_grow_with_the_school(scene: Scene) -> None:
    """Nobody outside a class is looked at for its board, its notices or its roster."""

    async def play() -> None:
        mine, _ = await scene.connection(scene.ana)
        others = [(await scene.connection(scene.carla))[0] for _ in range(3)]
        hub: Hub = scene.school.hub
        for one in (mine, *others):
            hub.add(one)
        hub.connections = OneThread()  # empty: whoever still reads it finds nobody
        board = await scene.school.requests.board(scene.mine.id)
        assert [line.is_in for line in board.lines] == [True, False]
        hub.notify_class(scene.mine.id, protocol.Changed(what="assignments"))
        sent = [one.outgoing.qsize() for one in (mine, *others)]
        hub.notify_class(scene.mine.id, protocol.Changed(what="assignments"))
        assert [one.outgoing.qsize() for one in (mine, *others)] == [sent[0] + 1, *sent[1:]]

    asyncio.run(play())

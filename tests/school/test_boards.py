"""Live boards: changes are pushed to the desks that show a board, and only of its class."""

from __future__ import annotations

import asyncio

import pytest

from tests.school.laptops import Laptop, joined
from tests.school.people import Clock, some_entries
from tests.school.scenes import Scene
from trainer.school import protocol
from trainer.school.service import requests
from trainer.school.service.hub import Connection


def received(desk: Connection) -> list[object]:
    found = []
    while not desk.outgoing.empty():
        data = desk.outgoing.get_nowait()
        assert data is not None
        found.append(protocol.read_from_service(data))
    return found


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "PUSH_SECONDS", 0.01)


async def pushed(scene: Scene) -> None:
    """Wait until all changes have been sent."""
    while tasks := [task for task in scene.school.requests._pushing.values() if not task.done()]:
        await asyncio.gather(*tasks)


def test_a_desk_hears_only_the_lines_that_changed(scene: Scene, clock: Clock) -> None:
    async def play() -> None:
        desk = await scene.desk()
        scene.school.hub.add(desk)
        ana = Laptop(await joined(scene.school, scene.code, scene.ana), clock)
        board = await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id, is_live=True))
        assert isinstance(board, protocol.Board) and [line.is_in for line in board.lines] == [False, False]
        received(desk)
        await ana.meet(scene.school)
        await ana.record(some_entries(4, at=clock()))
        await pushed(scene)
        *_, last = received(desk)
        assert isinstance(last, protocol.BoardChanges) and last.class_id == scene.mine.id
        assert [(line.name, line.is_in, line.answers) for line in last.lines] == [("Ana", True, 4)]
        # The desk turns to another class, or an earlier program that asks again by itself.
        await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id))
        ana.core.report(protocol.Status(doing=protocol.Doing.RUN, answered=1, length=9))
        await ana.talk()
        await pushed(scene)
        assert received(desk) == [protocol.Changed(what="board")]

    asyncio.run(play())
    scene.school.close()


def test_a_trainee_of_another_class_is_not_pushed(scene: Scene, clock: Clock) -> None:
    async def play() -> None:
        desk = await scene.desk()
        scene.school.hub.add(desk)
        await scene.ask(desk, protocol.AskBoard(class_id=scene.mine.id, is_live=True))
        received(desk)
        carla, _ = await scene.connection(scene.carla)
        scene.school.hub.add(carla)
        await pushed(scene)
        assert received(desk) == []

    asyncio.run(play())
    scene.school.close()

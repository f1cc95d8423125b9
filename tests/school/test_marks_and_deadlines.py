"""A laptop's own marks and dates are not believed where the service knows better."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from uuid import UUID

import msgspec
import pytest

from tests.school.laptops import Laptop, joined
from tests.school.people import START, Clock, a_class, a_session, an_assignment, answers, some_entries
from tests.school.scenes import Scene
from trainer.drills import family
from trainer.games.rules import load_rules
from trainer.records.attempts import to_milliseconds
from trainer.rulebooks import shipped_library
from trainer.school import exports
from trainer.school.entries import AttemptBody, Entry, attempt_entry, body_of, session_entry
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.marking import mark_some, shipped_mark
from trainer.school.storage.school_storage import Storage

RULES = load_rules(shipped_library(), "baleares", "roulette-french")
PAY = family("roulette-french", "pay-the-layout")


def real_answers(cheats: int, honest: int) -> list[Entry]:
    """A session of real questions: some answered wrong and sent as right, some answered right."""
    session = a_session()
    made = answers(session, cheats + honest)
    found = []
    for seed, one in enumerate(made):
        question = PAY.make(RULES, 1, seed)
        right = question.draft.solution
        given = right if seed >= cheats else str(int(right) + 1)
        found.append(msgspec.structs.replace(one, item=str(question.item), answer=given, right=True, mistake=""))
    return [session_entry(session), *map(attempt_entry, found)]


def rights(storage: Storage, person: UUID) -> tuple[int, int, int]:
    (cell,) = storage.heat_map([person])
    return cell.answers, cell.rights, storage.today([person])[person].rights


def test_a_wrong_answer_that_was_sent_as_right_counts_as_wrong(either: Storage) -> None:
    group, (ana, _) = a_class(either)
    either.keep([Incoming(ana.id, None, real_answers(3, 5))])
    assert rights(either, ana.id) == (8, 8, 8)
    while mark_some(either, 3):
        pass
    assert rights(either, ana.id) == (8, 5, 5)
    assert len(either.corrected_marks(ana.id)) == 3 and not any(either.corrected_marks(ana.id).values())
    assert [row[8] for row in exports.attempts_table(either, group.id)][1:] == [0, 0, 0, 1, 1, 1, 1, 1]
    either.recount()
    assert rights(either, ana.id) == (8, 5, 5)
    assert [line.details for line in either.audit() if line.action == "mark-again"] == ["1", "2"]
    # The entries stay as they were sent, so that laptops and service agree on them.
    assert all(body.right for one in either.all_entries(ana.id) if isinstance(body := body_of(one.entry), AttemptBody))


@pytest.mark.parametrize(
    "item", ["", "x", "pay-the-layout/1 baleares/roulette-french@1+ab12cd34 #3", "no-such/1 a/b@1+00 #1", "\0 /1 #"]
)
def test_what_cannot_be_made_again_stays_as_it_was_sent(item: str) -> None:
    body = body_of(some_entries(1)[1])
    assert isinstance(body, AttemptBody)
    assert shipped_mark(msgspec.structs.replace(body, item=item)) is None


def test_answers_count_for_a_deadline_when_they_arrive_unless_the_laptop_was_away(
    either: Storage, clock: Clock
) -> None:
    scene = Scene(either, clock)
    deadline = to_milliseconds(START) + 3_600_000
    assignment = an_assignment(scene.mine, 3, deadline=deadline)
    either.add_assignment(assignment)
    plan = str(assignment.plan_for(scene.ana.id))

    async def stay_connected(laptop: Laptop, minutes: int) -> None:
        await laptop.meet(scene.school)
        for _ in range(6 * minutes):
            clock.go_on(seconds=10)
            laptop.core.tick()
            await laptop.talk()

    async def play() -> None:
        # Ana's laptop is connected all the time, and after the deadline sends answers dated before it.
        ana = Laptop(await joined(scene.school, scene.code, scene.ana), clock)
        # Bea's laptop is away from the beginning and comes back after the deadline.
        bea = Laptop(await joined(scene.school, scene.code, scene.bea), clock)
        await bea.meet(scene.school)
        bea.cut()
        await stay_connected(ana, 90)
        early = START + timedelta(minutes=30)
        await ana.record(some_entries(3, 1, plan, early))
        bea.local.add(some_entries(3, 2, plan, early))
        await bea.meet(scene.school)

    asyncio.run(play())

    def late() -> dict[UUID, bool]:
        return {work.person: work.is_late(assignment) for work in either.work([assignment.id])}

    assert late() == {scene.ana.id: True, scene.bea.id: False}
    either.recount()
    assert late() == {scene.ana.id: True, scene.bea.id: False}
    scene.school.close()


def test_an_answer_that_is_sent_at_once_is_in_time(storage: Storage, clock: Clock) -> None:
    scene = Scene(storage, clock)
    assignment = an_assignment(scene.mine, 3, deadline=to_milliseconds(START) + 3_600_000)
    storage.add_assignment(assignment)
    plan = str(assignment.plan_for(scene.ana.id))

    async def play() -> None:
        ana = Laptop(await joined(scene.school, scene.code, scene.ana), clock)
        await ana.meet(scene.school)
        for number in range(120):
            clock.go_on(seconds=20)
            if number == 100:
                await ana.record(some_entries(3, 1, plan, clock()))
            ana.core.tick()
            await ana.talk()

    asyncio.run(play())
    assert [work.is_late(assignment) for work in storage.work([assignment.id])] == [False]
    scene.school.close()

"""Synchronising: nothing is lost or duplicated, whatever happens to the network and either side."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from tests.school.laptops import FINGERPRINT, Laptop, joined
from tests.school.people import START, Clock, a_class, a_plan, an_assignment, ids, some_entries
from tests.school.sealed import CARD
from trainer.records.attempts import to_milliseconds
from trainer.records.store import Store
from trainer.school import protocol
from trainer.school.assignments import What
from trainer.school.entries import LARGEST_BODY, NOBODY, Entry, Sort, attempt_entry, sealed_entry
from trainer.school.errors import OtherCertificateError
from trainer.school.laptop.links import LinkBook
from trainer.school.laptop.local_entries import LESSON_SESSION, RecordsEntries
from trainer.school.laptop.sync_client import State
from trainer.school.sealed_documents import certificate_id
from trainer.school.service.app import School
from trainer.school.storage.backup import back_up, restore
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.people import Person
from trainer.school.storage.school_storage import Storage, open_storage


def opened(storage: Storage, clock: Clock, trainees: tuple[str, ...] = ("Ana",)) -> tuple[School, str, list[Person]]:
    group, people = a_class(storage, trainees=trainees)
    school = School(storage, FINGERPRINT, "Escuela")
    code, _ = school.admission.open_code(group.id, None, None)
    return school, code, people


def stored(storage: Storage, person: Person) -> set[object]:
    return ids([one.entry for one in storage.all_entries(person.id)])  # type: ignore[return-value]


def test_a_laptop_that_joins_sends_what_it_has_and_shows_it(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        laptop = Laptop(await joined(school, code, ana), clock, some_entries(450))
        assert (laptop.core.waiting, laptop.core.synced, laptop.core.state) == (451, 0, State.AWAY)
        await laptop.meet(school)
        assert stored(storage, ana) == ids(list(laptop.local.found.values()))
        assert (laptop.core.waiting, laptop.core.state) == (0, State.IN_STEP)
        assert laptop.core.synced == to_milliseconds(START)
        (line,) = (await school.requests.board(storage.classes()[0].id)).lines
        assert line.is_in and line.waiting == 0 and line.answers == 450 and line.synced == to_milliseconds(START)
        school.close()

    asyncio.run(scene())


def test_two_laptops_of_one_trainee_and_the_service_end_with_the_same(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        first = Laptop(await joined(school, code, ana), clock, some_entries(30, 1))
        second = Laptop(await joined(school, code, ana), clock, some_entries(20, 2))
        certificate = sealed_entry(certificate_id(CARD), Sort.CERTIFICATE, CARD)
        second.local.add([certificate])
        for laptop in (first, second, first):
            await laptop.meet(school)
            laptop.cut()
        assert len(first.local.found) == 31 + 21 + 1
        assert first.local.found == second.local.found
        assert stored(storage, ana) == ids(list(first.local.found.values()))
        # Both are connected: entries of one reach the other at its next connection or pull.
        for laptop in (first, second):
            await laptop.meet(school)
        await first.record(some_entries(5, 3))
        await second.record(some_entries(5, 4))
        assert len(second.local.found) == 53 + 12
        school.close()

    asyncio.run(scene())


def test_the_network_is_cut_at_every_message_and_nothing_is_lost_or_doubled(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        laptop = Laptop(await joined(school, code, ana), clock, some_entries(900))
        rng = random.Random(4)
        for round_number in range(60):
            laptop.local.add(some_entries(3, 100 + round_number))
            await laptop.connect(school)
            await laptop.talk(loses_after=rng.randrange(6))
            laptop.cut()
        await laptop.meet(school)
        numbers = [one.number for one in storage.all_entries(ana.id)]
        assert numbers == list(range(1, len(laptop.local.found) + 1))
        assert stored(storage, ana) == ids(list(laptop.local.found.values()))
        assert laptop.core.state is State.IN_STEP and laptop.core.waiting == 0
        school.close()

    asyncio.run(scene())


def test_a_restored_service_is_sent_what_it_lacks(storage: Storage, clock: Clock, tmp_path: Path) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        link = await joined(school, code, ana)
        laptop = Laptop(link, clock, some_entries(10, 1))
        await laptop.meet(school)
        back_up(storage, tmp_path / "copy.school")
        await laptop.record(some_entries(10, 2))
        laptop.cut()
        school.close()
        with open_storage(None, clock) as restored:
            restore(restored, tmp_path / "copy.school")
            again = School(restored, FINGERPRINT)
            await laptop.meet(again)
            assert stored(restored, ana) == ids(list(laptop.local.found.values()))
            again.close()

    asyncio.run(scene())


def test_a_laptop_that_lost_its_links_duplicates_nothing(storage: Storage, clock: Clock, tmp_path: Path) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        link = await joined(school, code, ana)
        laptop = Laptop(link, clock, some_entries(25, 1), LinkBook(tmp_path / "links.db"))
        await laptop.meet(school)
        laptop.cut()
        laptop.book.store_link(link)
        laptop.book.close()
        reopened = LinkBook(tmp_path / "links.db")
        assert reopened.link(link.profile) == link
        again = Laptop(link, clock, laptop.local.found.values(), reopened)
        assert again.core.waiting == 0 and again.core.synced  # remembered after a restart
        forgetful = Laptop(link, clock, laptop.local.found.values())
        assert forgetful.core.waiting == 26
        await forgetful.meet(school)
        assert forgetful.core.waiting == 0 and storage.person(ana.id).stored == 26
        reopened.close()
        school.close()

    asyncio.run(scene())


def test_a_damaged_file_of_links_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "schools.db"
    path.write_bytes(b"no database at all" * 100)
    book = LinkBook(path)
    assert book.link(uuid4()) is None
    book.close()
    assert len(list(tmp_path.glob("schools.damaged-*.db"))) == 1


def test_a_refused_entry_does_not_hold_up_the_rest(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        entries = some_entries(3)
        lost = some_entries(2, 9)[1:]  # answers without their session
        laptop = Laptop(await joined(school, code, ana), clock, [*lost, *entries])
        await laptop.meet(school)
        assert stored(storage, ana) == ids(entries)
        assert {why.id for why in laptop.core.refused.values()} == {"school.why.session"}
        assert laptop.core.waiting == 0 and laptop.core.state is State.IN_STEP
        school.close()

    asyncio.run(scene())


def test_one_entry_that_no_message_can_hold_does_not_hold_up_the_rest(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        entries = some_entries(60)
        large = Entry(uuid4().bytes, Sort.CERTIFICATE, bytes(LARGEST_BODY + 1))
        strange = Entry(entries[30].id, Sort.ATTEMPT, entries[30].body)
        laptop = Laptop(await joined(school, code, ana), clock, [large, *entries])
        laptop.local.found[bytes(3)] = Entry(bytes(3), strange.sort, strange.body)  # an invalid id
        for _ in range(20):
            await laptop.meet(school)
            if laptop.core.state is State.IN_STEP:
                break
            laptop.cut()
        assert stored(storage, ana) == ids(entries)
        whys = {number: why.id for number, why in laptop.core.refused.items()}
        assert whys == {large.id: "school.why.size", bytes(3): "school.error.malformed"}
        school.close()

    asyncio.run(scene())


def test_assignments_come_by_themselves_and_stay_without_a_network(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        laptop = Laptop(await joined(school, code, ana), clock)
        await laptop.meet(school)
        group = storage.classes()[0]
        assignment = an_assignment(group, 3)
        storage.add_assignment(assignment)
        school.hub.notify_changed("assignments", group.id)
        await laptop.talk()
        assert laptop.core.assigned.assignments == (assignment,)
        await laptop.record(some_entries(3, 5, str(assignment.plan_for(ana.id))))
        laptop.cut()
        await laptop.meet(school)
        assert laptop.core.assigned.work[0].is_done(assignment)
        laptop.cut()
        offline = Laptop(laptop.link, clock, book=laptop.book)
        assert offline.core.assigned.assignments == (assignment,)
        assert offline.core.unfinished_work() == []
        school.close()

    asyncio.run(scene())


def test_clocks_that_differ_are_measured_and_no_record_is_changed(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        fast = Clock()
        fast.go_on(minutes=7)
        entries = some_entries(2)
        laptop = Laptop(await joined(school, code, ana), fast, entries)
        await laptop.meet(school)
        assert laptop.core.ahead == 7 * 60_000
        laptop.core.tick()
        fast.go_on(seconds=11)
        laptop.core.tick()
        await laptop.talk()
        (line,) = (await school.requests.board(storage.classes()[0].id)).lines
        assert line.ahead == 7 * 60_000
        assert [one.entry for one in storage.all_entries(ana.id)] == entries
        school.close()

    asyncio.run(scene())


def test_a_dead_connection_is_closed_after_sleep(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        laptop = Laptop(await joined(school, code, ana), clock)
        await laptop.meet(school)
        clock.go_on(hours=2)
        laptop.core.tick()
        assert laptop.core.state is State.AWAY
        laptop.local.add(some_entries(2))
        laptop.core.tick()
        assert laptop.core.waiting == 3
        await laptop.meet(school)
        assert laptop.core.waiting == 0
        school.close()

    asyncio.run(scene())


def test_a_withdrawn_laptop_is_disconnected_at_once(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        laptop = Laptop(await joined(school, code, ana), clock, some_entries(2))
        await laptop.meet(school)
        (known,) = storage.laptops(ana.id)
        storage.withdraw_laptop(known.id)
        await laptop.record(some_entries(2, 2))
        assert laptop.core.state is State.REFUSED and storage.person(ana.id).stored == 3
        await laptop.connect(school)
        assert laptop.core.trouble is not None and laptop.core.trouble.id == "school.error.not-joined"
        assert laptop.core.waiting == 3  # recorded entries stay on the laptop
        school.close()

    asyncio.run(scene())


def test_nothing_is_sent_to_another_certificate(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        laptop = Laptop(await joined(school, code, ana), clock, some_entries(2))
        with pytest.raises(OtherCertificateError):
            await laptop.connect(school, bytes(32))
        assert laptop.core.state is State.AWAY and laptop.core.waiting == 3
        school.close()

    asyncio.run(scene())


def test_records_are_the_same_after_synchronising_back(tmp_path: Path) -> None:
    plan = '{"rulebook":"arica","game":"craps"}'
    with Store(tmp_path / "one.db") as one, Store(tmp_path / "two.db") as two:
        ana, other = one.add_profile("Ana"), two.add_profile("Ana")
        session = one.add_session(ana.id, "drill", plan)
        one.archive_rules("ab12cd34", b"rules")
        item = "pay-the-layout/1 baleares/roulette-french@1+ab12cd34 #7"
        for number in range(5):
            attempt = one.new_attempt(
                profile=ana.id,
                item=item,
                answer=str(number),
                right=True,
                milliseconds=1000,
                target_ms=4000,
                behaviour="practise",
                counts=True,
                session=session.id,
            )
            one.record(attempt)
        source, target = RecordsEntries(lambda: one, ana.id), RecordsEntries(lambda: two, other.id)
        found = source.entries(list(source.ids()))
        assert [entry.sort for entry in found[:2]] == [Sort.RULES, Sort.SESSION] and len(found) == 7
        assert list(source.fresh()) == []
        assert target.keep(found) == 5
        assert target.keep(found) == 0
        assert target.entries(list(target.ids())) == found
        assert [one.answer for one in two.attempts(other.id)] == ["0", "1", "2", "3", "4"]
        assert two.session(other.id, session.id).plan == plan  # type: ignore[union-attr]
        one.record(
            one.new_attempt(
                profile=ana.id,
                item=item,
                answer="6",
                right=True,
                milliseconds=1000,
                target_ms=4000,
                behaviour="practise",
                counts=True,
                session=session.id,
            )
        )
        fresh = source.entries(list(source.fresh()))
        assert [entry.sort for entry in fresh] == [Sort.ATTEMPT]
        assert fresh[0] == attempt_entry(list(one.attempts(ana.id))[-1])
        assert NOBODY.bytes not in {entry.id for entry in fresh}


def test_progress_on_an_assignment_is_known_offline(storage: Storage, tmp_path: Path) -> None:
    group, (ana, _) = a_class(storage)
    drill, reading = an_assignment(group, 3), msgspec.structs.replace(an_assignment(group, 3), what=What.LESSON)
    with Store(tmp_path / "one.db") as store:
        profile = store.add_profile("Ana")
        local = RecordsEntries(lambda: store, profile.id)
        for plan, count in ((str(drill.plan_for(ana.id)), 2), (str(drill.plan_for(ana.id)), 3), (str(a_plan()), 5)):
            session = store.add_session(profile.id, "class", plan)
            for number in range(count):
                attempt = store.new_attempt(
                    profile=profile.id,
                    item="pay-the-layout/1 baleares/roulette-french@1+ab12cd34 #7",
                    answer="1",
                    right=number == 0,
                    milliseconds=1000,
                    target_ms=4000,
                    behaviour="practise",
                    counts=True,
                    session=session.id,
                )
                store.record(attempt)
        found = local.work(ana.id, [drill.id, reading.id])
        assert sorted((work.answers, work.rights, work.milliseconds) for work in found) == [(2, 1, 2000), (3, 1, 3000)]
        assert any(work.is_done(drill) for work in found)
        assert local.work(ana.id, [reading.id]) == []
        list(local.ids())
        opened_lesson = store.record_session(profile.id, LESSON_SESSION, str(reading.plan_for(ana.id)))
        assert [work.is_done(reading) for work in local.work(ana.id, [reading.id])] == [True]
        (entry,) = local.entries(list(local.fresh()))  # synchronised although it has no answers
        assert entry.id == opened_lesson.id.bytes
        storage.add_assignment(reading)
        storage.keep([Incoming(ana.id, None, [entry])])
        assert [work.is_done(reading) for work in storage.work([reading.id])] == [True]


def test_a_group_in_which_one_laptop_is_withdrawn_keeps_the_others(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, _, (ana, bea) = opened(storage, clock, ("Ana", "Bea"))
        laptop = storage.add_laptop(ana.id, bytes(32), "lost")
        storage.withdraw_laptop(laptop.id)
        kept = await asyncio.gather(
            school.requests.writer.keep(Incoming(ana.id, laptop.id, some_entries())),
            school.requests.writer.keep(Incoming(bea.id, None, some_entries())),
            return_exceptions=True,
        )
        assert isinstance(kept[0], Exception)
        assert not isinstance(kept[1], BaseException) and kept[1].added == 11
        school.close()

    asyncio.run(scene())


def test_a_status_shows_who_is_stuck(storage: Storage, clock: Clock) -> None:
    async def scene() -> None:
        school, code, (ana,) = opened(storage, clock)
        laptop = Laptop(await joined(school, code, ana), clock)
        await laptop.meet(school)
        status = protocol.Status(doing=protocol.Doing.RUN, skill="x", answered=3, length=10, target_ms=4000)
        laptop.core.report(status)
        await laptop.talk()
        class_id = storage.classes()[0].id
        (line,) = (await school.requests.board(class_id)).lines
        assert line.status == status and not line.is_stuck
        clock.go_on(seconds=25)
        assert (await school.requests.board(class_id)).lines[0].is_stuck
        school.close()

    asyncio.run(scene())

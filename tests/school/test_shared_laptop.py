"""One laptop that several people use: nobody's records arrive in another's name."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from tests.school.laptops import FINGERPRINT, Laptop, joined
from tests.school.people import Clock, a_class, a_laptop, ids, some_entries
from tests.school.scenes import Scene
from trainer.records.store import Store
from trainer.school.entries import NOBODY, Sort, rules_entry
from trainer.school.errors import AnotherPersonError
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.shared_laptop import OwnDocuments, with_profile
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.mixed_records import find_mixed, separate
from trainer.school.storage.people import Person
from trainer.school.storage.school_storage import Storage, open_storage


def a_link(person: Person, profile: UUID = NOBODY, school: bytes = FINGERPRINT) -> Link:
    return Link(
        profile=profile,
        school="Escuela",
        address="school.local",
        fingerprint=school,
        laptop=bytes(16),
        key=bytes(range(32)),
        person=person.id.bytes,
        name=person.name,
        class_name="Lunes",
    )


def test_each_person_gets_a_profile_of_their_own(storage: Storage, clock: Clock, tmp_path: Path) -> None:
    _, (ana, bea) = a_class(storage)
    with Store(tmp_path / "progress.db", clock) as store:
        book = LinkBook(tmp_path / "schools.db")
        first = store.add_profile("Portátil 7")
        mine = with_profile(store, book, first.id, a_link(ana))
        book.store_link(mine)
        hers = with_profile(store, book, first.id, a_link(bea))
        assert mine.profile == first.id != hers.profile and store.profile(hers.profile).name == "Bea"
        book.store_link(hers)
        with pytest.raises(AnotherPersonError):
            book.store_link(a_link(bea, first.id))
        # Leaving does not free the profile, and whoever comes back finds their own.
        book.remove_link(first.id)
        with pytest.raises(AnotherPersonError):
            book.store_link(a_link(bea, first.id))
        assert with_profile(store, book, first.id, a_link(bea)).profile == hers.profile
        assert with_profile(store, book, hers.profile, a_link(ana)).profile == first.id
        book.close()
        book = LinkBook(tmp_path / "schools.db")
        assert with_profile(store, book, first.id, a_link(bea)).profile == hers.profile
        book.close()


def test_a_profile_without_a_name_is_named_after_who_joins(storage: Storage, clock: Clock, tmp_path: Path) -> None:
    _, (ana, bea) = a_class(storage)
    with Store(tmp_path / "progress.db", clock) as store:
        book = LinkBook(None)
        first = store.add_profile("Croupier")  # as the program names it at its first start
        book.store_link(with_profile(store, book, first.id, a_link(ana)))
        assert store.profile(first.id).name == "Ana"
        store.rename_profile(first.id, "Anita")
        assert with_profile(store, book, first.id, a_link(ana)).profile == first.id
        assert [one.name for one in store.profiles()] == ["Anita"]
        store.add_profile("Bea")
        own = store.add_profile("Croupier")
        assert store.profile(with_profile(store, book, own.id, a_link(bea)).profile).name == "Bea 2"


def test_a_link_from_before_owners_were_noted_counts(storage: Storage, tmp_path: Path) -> None:
    _, (ana, bea) = a_class(storage)
    profile = uuid4()
    book = LinkBook(tmp_path / "schools.db")
    book.store_link(a_link(ana, profile))
    book._connection.execute("DELETE FROM owners")
    book.close()
    book = LinkBook(tmp_path / "schools.db")
    assert not book.may_join(profile, FINGERPRINT, bea.id.bytes, "Bea")
    book.close()


def test_at_another_school_the_name_decides(storage: Storage) -> None:
    _, (ana, bea) = a_class(storage)
    _, (later, namesake) = a_class(storage, "Martes", ("ANA", "Ana"))
    book, profile = LinkBook(None), uuid4()
    book.store_link(a_link(ana, profile))
    other = bytes(32)
    assert book.may_join(profile, other, later.id.bytes, later.name)
    assert not book.may_join(profile, other, bea.id.bytes, bea.name)
    assert not book.may_join(profile, FINGERPRINT, namesake.id.bytes, namesake.name)


class Folder:
    """Exam documents in memory."""

    def __init__(self) -> None:
        self.found: dict[UUID, bytes] = {}

    def documents(self) -> list[UUID]:
        return list(self.found)

    def document(self, number: UUID) -> bytes | None:
        return self.found.get(number)

    def keep_document(self, number: UUID, document: bytes) -> None:
        self.found[number] = document


def test_exam_documents_belong_to_the_profile_that_was_joined_first() -> None:
    folder, book, ana, bea = Folder(), LinkBook(None), uuid4(), uuid4()
    one, two, three = uuid4(), uuid4(), uuid4()
    folder.found[one] = b"one"
    assert list(OwnDocuments(folder, book, ana).documents()) == [one]
    folder.found[two] = b"two"
    hers = OwnDocuments(folder, book, bea)
    assert list(hers.documents()) == [two]
    hers.keep_document(three, b"three")
    assert list(OwnDocuments(folder, book, ana).documents()) == [one]
    assert list(OwnDocuments(folder, book, bea).documents()) == [two, three]


def test_the_service_stores_an_entry_for_one_person_only(where: str, clock: Clock) -> None:
    with open_storage(where, clock) as storage:
        scene = Scene(storage, clock)
        entries = [*some_entries(5), rules_entry("ab12", b"rules")]

        async def morning() -> tuple[Laptop, Laptop]:
            ana = Laptop(await joined(scene.school, scene.code, scene.ana), clock, entries)
            await ana.meet(scene.school)
            bea = Laptop(await joined(scene.school, scene.code, scene.bea), clock, entries)
            await bea.meet(scene.school)
            return ana, bea

        ana, bea = asyncio.run(morning())
        assert not ana.core.refused and storage.person(scene.ana.id).stored == 7
        (rules,) = [one.entry for one in storage.all_entries(scene.bea.id)]  # rules are everybody's
        assert rules.sort is Sort.RULES
        assert {why.id for why in bea.core.refused.values()} == {"school.why.anothers"}
        assert {UUID(bytes=number) for number in bea.core.refused} == ids(entries[:-1])
        scene.school.close()


def mixed_school(storage: Storage, clock: Clock) -> tuple[Person, Person]:
    """Ana and then Bea joined one laptop, and Ana's answers were stored for both, as older versions did."""
    _, (ana, bea) = a_class(storage)
    first, _ = a_laptop(storage, ana)
    clock.go_on(minutes=1)
    hers = some_entries(8, 1, at=clock())
    storage.keep([Incoming(ana.id, first.id, hers)])
    clock.go_on(minutes=10)
    second, _ = a_laptop(storage, bea)
    clock.go_on(minutes=1)
    own = some_entries(6, 2, at=clock())
    storage.keep([Incoming(bea.id, second.id, own)])
    storage.keep([Incoming(ana.id, first.id, [])])
    with storage.engine.writing() as writer:  # the service refuses such copies today
        writer.change(
            "INSERT INTO entries (person, id, number, sort, laptop, received, body) "
            "SELECT ?, id, number + 100, sort, ?, ?, body FROM entries WHERE person = ?",
            (bea.id.bytes, second.id.bytes, storage.now(), ana.id.bytes),
        )
        writer.change(
            "INSERT INTO entries (person, id, number, sort, laptop, received, body) "
            "SELECT ?, id, number + 100, sort, ?, ?, body FROM entries WHERE person = ? AND number < 100",
            (ana.id.bytes, first.id.bytes, storage.now(), bea.id.bytes),
        )
    storage.recount()
    return ana, bea


def test_mixed_records_go_back_to_their_owners(either: Storage, clock: Clock) -> None:
    ana, bea = mixed_school(either, clock)
    assert [one[:2] for one in find_mixed(either)] == [(ana.id, bea.id), (bea.id, ana.id)]
    assert [one.entries for one in separate(either)] == [9, 7]
    assert [either.person(one.id).stored for one in (ana, bea)] == [9, 7]
    assert [one.number for one in either.all_entries(bea.id)] == list(range(1, 8))
    assert {one.answers for one in either.today([ana.id]).values()} == {8}
    assert {one.answers for one in either.today([bea.id]).values()} == {6}
    assert find_mixed(either) == [] == separate(either)


def test_after_the_repair_laptops_come_into_step_again(storage: Storage, clock: Clock) -> None:
    scene = Scene(storage, clock)
    entries = some_entries(5)

    async def morning() -> Laptop:
        link = await joined(scene.school, scene.code, scene.bea)
        bea = Laptop(link, clock, some_entries(3, 2))
        await bea.meet(scene.school)
        bea.cut()
        clock.go_on(minutes=1)
        first, _ = a_laptop(storage, scene.ana)
        storage.keep([Incoming(scene.ana.id, first.id, entries)])
        with storage.engine.writing() as writer:
            writer.change(
                "INSERT INTO entries (person, id, number, sort, laptop, received, body) "
                "SELECT ?, id, number + 4, sort, ?, ?, body FROM entries WHERE person = ?",
                (scene.bea.id.bytes, first.id.bytes, storage.now(), scene.ana.id.bytes),
            )
        storage.recount()
        await bea.meet(scene.school)
        bea.cut()
        assert len(bea.local.found) == 10
        separate(storage)
        await bea.meet(scene.school)
        return bea

    bea = asyncio.run(morning())
    assert bea.core.state.value == "in-step" and len(bea.core.refused) == 6
    assert storage.person(scene.bea.id).stored + storage.person(scene.ana.id).stored == 10
    scene.school.close()


def test_a_person_cannot_fill_the_disk(either: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    _, (ana, bea) = a_class(either)
    entries = some_entries(20)
    monkeypatch.setattr("trainer.school.storage.entry_book.MOST_STORED", sum(len(one.body) for one in entries[:11]))
    (kept,) = either.keep([Incoming(ana.id, None, entries[:8])])
    assert not kept.refused
    (kept,) = either.keep([Incoming(ana.id, None, entries[8:])])
    assert len(kept.kept) == 3 and {why.id for _, why in kept.refused} == {"school.why.full"}
    either.recount()
    (kept, hers) = either.keep([Incoming(ana.id, None, entries), Incoming(bea.id, None, some_entries(3, 2))])
    assert len(kept.kept) == 11 and not hers.refused


def test_a_link_is_not_stored_without_its_profile(storage: Storage, clock: Clock) -> None:
    _, (ana, _) = a_class(storage)
    with Store(None, clock) as store:
        link = with_profile(store, LinkBook(None), None, a_link(ana))
        assert store.profile(link.profile).name == "Ana" and replace(link, profile=NOBODY) == a_link(ana)

"""What is left of somebody who was erased: in titles, classes, laptops, exam orders, the audit log and the files."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from tests.school.people import Clock, a_class, a_laptop, an_assignment, some_entries
from trainer.school.credentials import LaptopKey
from trainer.school.errors import EmptyNameError
from trainer.school.roster import import_roster, parse_roster
from trainer.school.storage.backup import back_up, restore
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.exam_rooms import RecordedOrder
from trainer.school.storage.people import ERASED, LONGEST_NAME, Role
from trainer.school.storage.revocations import RevocationList
from trainer.school.storage.school_storage import Storage, open_storage


def title_after_erasing(storage: Storage, name: str, title: str) -> str:
    group, _ = a_class(storage, "Lunes", ("Bea",))
    person = storage.add_person(name, Role.TRAINEE)
    storage.add_assignment(msgspec.structs.replace(an_assignment(group), title=title))
    storage.erase(person.id)
    return storage.assignments([group.id])[0].title


@pytest.mark.parametrize("space", ["  ", "\N{NO-BREAK SPACE}", "\n", "\t", "\N{ZERO WIDTH SPACE} "])
def test_a_name_is_erased_whatever_spaces_a_title_has(space: str, storage: Storage) -> None:
    assert title_after_erasing(storage, "Ana Ríos", f"Para ANA{space}RÍOS hoy") == f"Para {ERASED} hoy"


@pytest.mark.parametrize(("name", "title"), [("Eva Strauß", "EVA STRAUSS"), ("EVA STRAUSS", "Eva Strauß")])
def test_a_name_is_erased_in_either_spelling_of_a_sharp_s(name: str, title: str, storage: Storage) -> None:
    assert title_after_erasing(storage, name, f"Para {title}") == f"Para {ERASED}"


@pytest.mark.parametrize("title", ["_Ana Ríos_", "Ana Ríos_2", "Examen_Ana_Ríos", "Ana\ufe0f Ríos\u2800"])
def test_a_name_is_erased_between_underscores(title: str, storage: Storage) -> None:
    assert title_after_erasing(storage, "Ana Ríos", title) == re.sub("Ana.+Ríos\u2800?", ERASED, title)


def test_a_name_that_was_stored_with_a_blank_letter_is_erased(storage: Storage) -> None:
    person = storage.add_person("Ana", Role.TRAINEE)
    other = storage.add_person("Bea", Role.TRAINEE)
    with storage.engine.writing() as writer:  # as an earlier version did
        writer.change("UPDATE people SET name = ? WHERE id = ?", ("Ana Ríos\u3164", person.id.bytes))
        writer.change("UPDATE people SET name = ? WHERE id = ?", ("\u3164", other.id.bytes))
    group = storage.add_class("Clase de Ana Ríos\ufe0f")
    storage.erase(person.id)
    storage.erase(other.id)
    assert storage.class_by_id(group.id).name == f"Clase de {ERASED}"


@pytest.mark.parametrize("name", ["\u2800", "\u3164\u3164", "\ufe0f", "\U000e0100"])
def test_a_name_that_cannot_be_seen_is_none(name: str, storage: Storage) -> None:
    with pytest.raises(EmptyNameError):
        storage.add_person(name, Role.TRAINEE)
    assert storage.add_person(f"Ana{name}", Role.TRAINEE).name == "Ana"


def test_a_title_without_the_name_stays_as_it_was_written(storage: Storage) -> None:
    title = "Jose\N{COMBINING ACUTE ACCENT}\N{NO-BREAK SPACE}y Anabel"
    assert title_after_erasing(storage, "Ana", title) == title


def test_classes_named_after_people_keep_different_names(either: Storage) -> None:
    """A class is the only one of its name, so the second erasure would fail."""
    groups = [either.add_class(name) for name in ("Clase de Ana", "Clase de Bea", "Clase de Carla")]
    either.end_class(groups[0].id)
    for name in ("Ana", "Bea", "Carla"):
        either.erase(either.add_person(name, Role.TRAINEE).id)
    rows = {name for (name,) in either.engine.rows("SELECT name FROM classes")}
    assert rows == {f"Clase de {ERASED}", f"Clase de {ERASED} 2", f"Clase de {ERASED} 3"}


def test_a_class_keeps_a_name_of_the_usual_length(either: Storage) -> None:
    for name in "AB":
        either.add_class(f"{name} {'y' * (LONGEST_NAME - 2)}")
        either.erase(either.add_person(name, Role.TRAINEE).id)
    names = [one.name for one in either.classes()]
    assert len(set(names)) == 2 and all(len(name) <= LONGEST_NAME for name in names)


def test_the_name_of_a_laptop_that_somebody_else_has_joined_with_is_erased(either: Storage) -> None:
    _, (ana, bea) = a_class(either, trainees=("Ana Ríos", "Bea"))
    either.add_laptop(bea.id, LaptopKey().public, "MacBook de Ana Ríos")
    either.erase(ana.id)
    assert [one.name for one in either.laptops(bea.id)] == [f"MacBook de {ERASED}"]


def test_the_login_of_an_examiner_is_erased_from_exam_orders(either: Storage) -> None:
    group, (ana, _) = a_class(either)
    gil = either.add_person("Gil", Role.EXAMINER, "q-19")
    for login in ("q-19", "q-190"):
        order = RecordedOrder(sitting=uuid4(), said="begin", paper=b"sealed", by=login)
        either.record_exam_order([ana.id], order, group.id, gil.id)
    either.erase(gil.id)
    assert sorted(told.by for told in either.exam_orders(ana.id)) == ["q-190", ERASED]


def test_a_trainee_is_put_back_after_the_instructor_who_took_her_out_was_erased(either: Storage) -> None:
    group, (ana, _) = a_class(either)
    dora = either.add_person("Dora", Role.INSTRUCTOR, "dora")
    either.remove_member(group.id, ana.id, dora.id)
    either.erase(dora.id)
    assert import_roster(either, parse_roster("name\nAna\nBea\n"), "Lunes").added == 0
    either.remove_member(group.id, ana.id, dora.id)
    with either.engine.writing() as writer:  # as an earlier version erased an instructor
        writer.change("UPDATE audit SET details = '' WHERE who = ?", (dora.id.bytes,))
    assert import_roster(either, parse_roster("name\nAna\n"), "Lunes").added == 1


def test_former_names_are_erased_after_the_instructor_who_gave_them(either: Storage) -> None:
    group, _ = a_class(either, trainees=("Bea",))
    dora = either.add_person("Dora", Role.INSTRUCTOR, "dora")
    ana = either.add_person("Ana Antigua", Role.TRAINEE, who=dora.id)
    either.rename(ana.id, "Ana Media", dora.id)
    either.rename(ana.id, "Ana Nueva")
    either.add_assignment(msgspec.structs.replace(an_assignment(group), title="Ana Antigua, Ana Media"))
    either.erase(dora.id)
    either.erase(ana.id)
    assert either.assignments([group.id])[0].title == f"{ERASED}, {ERASED}"


def test_nobody_has_the_name_of_somebody_erased(either: Storage) -> None:
    lines = parse_roster(f"name;id;class\nEva;{ERASED};Lunes\nGil;{ERASED};\n")
    assert [(line.name, line.login) for line in lines] == [("Eva", ""), ("Gil", "")]
    import_roster(either, lines, "Lunes")
    assert sorted(one.name for one in either.people()) == ["Eva", "Gil"]


def test_somebody_who_had_that_name_in_an_earlier_version_is_erased_from_backups(
    either: Storage, clock: Clock, tmp_path: Path
) -> None:
    either.revocations = RevocationList(tmp_path)
    _, (ana, _) = a_class(either)
    laptop, _ = a_laptop(either, ana)
    either.keep([Incoming(ana.id, laptop.id, some_entries(3))])
    with either.engine.writing() as writer:
        writer.change("UPDATE people SET name = ? WHERE id = ?", (ERASED, ana.id.bytes))
    back_up(either, tmp_path / "copy.school")
    either.erase(ana.id)
    with open_storage(tmp_path / "new.db", clock, folder=tmp_path) as restored:
        restore(restored, tmp_path / "copy.school")
        assert restored.person(ana.id).is_gone and not restored.entries(ana.id)


def test_an_erasure_that_was_killed_during_another_is_finished(
    either: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cleaning after the first erasure ends when the second one is in the audit log, but came before it."""
    _, (ana, bea) = a_class(either)
    scrub, scrubbed = either.engine.scrub, list[int]()

    def kill(_: object) -> None:
        raise KeyboardInterrupt

    def and_erase_another(tables: tuple[str, ...]) -> None:
        scrub(tables)
        scrubbed.append(len(scrubbed))
        if len(scrubbed) == 1:
            with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
                patch.setattr(either.engine, "scrub", kill)
                either.erase(bea.id)

    monkeypatch.setattr(either.engine, "scrub", and_erase_another)
    either.erase(ana.id)
    for _ in range(2):
        either.finish_erasures()
    assert len(scrubbed) == 2

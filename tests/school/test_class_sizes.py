"""A class has a largest size, whoever adds to it and however many do at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.school.people import Clock, a_class
from trainer.cli.main import main
from trainer.school.errors import ClassFullError, SchoolError
from trainer.school.roster import import_roster, parse_roster
from trainer.school.storage import people
from trainer.school.storage.people import Class, Person, Role
from trainer.school.storage.school_storage import Storage, open_storage

MOST = 5


@pytest.fixture(autouse=True)
def small_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_MEMBERS", MOST)


def full_class(storage: Storage, name: str = "Lunes") -> tuple[Class, list[Person]]:
    return a_class(storage, name, [f"Trainee {number}" for number in range(MOST)])


def take_in(storage: Storage, roster: str, group: str = "Lunes") -> None:
    import_roster(storage, parse_roster(roster), group)


def refused(*works: Callable[[], None]) -> int:
    """How many of these are refused if all are done at once."""

    def is_refused(work: Callable[[], None]) -> bool:
        try:
            work()
        except SchoolError as error:
            assert isinstance(error, ClassFullError)
            return True
        return False

    with ThreadPoolExecutor(len(works)) as executor:
        return sum(executor.map(is_refused, works))


def test_nobody_enters_a_full_class(either: Storage) -> None:
    group, trainees = full_class(either)
    either.add_members(group.id, [trainees[0].id])  # is in already
    other = either.add_person("Otra", Role.TRAINEE)
    with pytest.raises(ClassFullError, match=f"Lunes would have more than {MOST} people"):
        either.add_members(group.id, [other.id])
    either.deactivate(trainees[0].id)
    either.add_members(group.id, [other.id])
    with pytest.raises(ClassFullError):
        either.readmit(trainees[0].id)
    assert len(either.members(group.id)) == MOST


def test_a_full_class_that_has_ended_keeps_nobody_away(storage: Storage) -> None:
    take_in(storage, "nombre;id\n" + "".join(f"Ana;{number}\n" for number in range(MOST)))
    ana = storage.by_login("0")
    old = storage.class_by_name("Lunes")
    assert ana is not None and old is not None
    storage.deactivate(ana.id)
    take_in(storage, "nombre\nOtra\n")
    storage.end_class(old.id)
    take_in(storage, "nombre;id\nAna;0\n", "Martes")
    assert not storage.person(ana.id).is_gone


def test_two_services_never_pass_the_limit(where: str, clock: Clock) -> None:
    with open_storage(where, clock) as one, open_storage(where, clock) as other:
        group, _ = a_class(one, "Lunes", ["Ana", "Bea", "Eva"])
        new = [one.add_person(f"Otra {number}", Role.TRAINEE).id for number in range(6)]
        adding = [
            lambda by=by, person=person: by.add_members(group.id, [person])
            for by, person in zip([one, other] * 3, new, strict=True)
        ]
        assert refused(*adding) == 4
        assert len(one.members(group.id)) == MOST


def test_a_roster_imported_by_two_services_at_once_adds_each_person_once(where: str, clock: Clock) -> None:
    with open_storage(where, clock) as one, open_storage(where, clock) as other:
        assert refused(*(lambda by=by: take_in(by, "nombre;id\nAna;\nAna;7\nBea;8\n") for by in (one, other))) == 0
        assert [found.name for found in one.people()] == ["Ana", "Ana", "Bea"]


def test_the_password_of_staff_is_printed_though_their_class_is_full(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_storage(tmp_path / "school.db") as storage:
        full_class(storage)
    arguments = ["school", "--folder", str(tmp_path), "staff", "instructor", "Dora", "dora", "--class", "Lunes"]
    assert main(arguments) == 1
    said = capsys.readouterr()
    assert "dora" in said.out and "Lunes" in said.err

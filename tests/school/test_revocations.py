"""A restored backup does not bring back what was withdrawn, let go or erased after it was made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.school.conftest import fresh_address
from tests.school.people import Clock, a_class, a_laptop, some_entries
from trainer.cli.main import main
from trainer.school.errors import StorageError
from trainer.school.roster import import_roster, parse_roster
from trainer.school.storage.backup import back_up, restore
from trainer.school.storage.engine import Writer
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.people import ERASED, Role
from trainer.school.storage.revocations import FILE, Revocation
from trainer.school.storage.school_storage import open_storage


@pytest.fixture
def another(where: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a second empty storage of the same kind."""
    if where.startswith("postgresql"):
        return fresh_address(request.getfixturevalue("postgresql"))
    return str(tmp_path / "other.db")


def test_withdrawals_and_erasures_survive_a_restore(where: str, another: str, clock: Clock, tmp_path: Path) -> None:
    folder, copy = tmp_path / "school", tmp_path / "copy.school"
    with open_storage(where, clock, folder) as storage:
        _, (ana, bea, carla, dora) = a_class(storage, trainees=("Ana", "Bea Inconfundible", "Carla", "Dora"))
        (lost, _), (kept, _), (hers, _) = a_laptop(storage, ana), a_laptop(storage, ana), a_laptop(storage, carla)
        storage.keep([Incoming(bea.id, None, some_entries(3))])
        back_up(storage, copy)
        storage.withdraw_laptop(lost.id)
        storage.erase(bea.id)
        storage.deactivate(carla.id)
        storage.deactivate(dora.id)
        storage.readmit(dora.id)
    with open_storage(another, clock, folder) as storage:
        restore(storage, copy)
        assert {one.id: one.is_withdrawn for one in storage.laptops()} == {lost.id: True, kept.id: False, hers.id: True}
        assert storage.person(carla.id).is_gone
        assert not storage.person(dora.id).is_gone
        assert storage.person(bea.id).name == ERASED
        assert list(storage.all_entries(bea.id)) == []
        assert "nconfundible" not in str(storage.audit())
        actions = [line.action for line in storage.audit()]
        assert [actions.count(one) for one in ("withdraw-laptop", "let-go", "erase")] == [2, 1, 1]
    assert b"nconfundible" not in (folder / FILE).read_bytes()


def test_a_changed_role_or_password_does_not_return(where: str, another: str, clock: Clock, tmp_path: Path) -> None:
    with open_storage(where, clock, tmp_path) as storage:
        _, (ana, bea) = a_class(storage)
        eva, gil = (storage.add_person(name, Role.INSTRUCTOR, name, "a long password") for name in ("Eva", "Gil"))
        storage.set_first_password(bea.id, "2222")
        back_up(storage, tmp_path / "copy.school")
        storage.set_role(eva.id, Role.TRAINEE)
        storage.set_password(gil.id, "another password")
        storage.set_password(ana.id, "1111")
        back_up(storage, tmp_path / "later.school")
    for address, copy, has_password in ((another, "copy", [False, True, True, False]), (None, "later", [True] * 4)):
        with open_storage(address, clock, tmp_path) as storage:
            restore(storage, tmp_path / f"{copy}.school")
            found = [storage.person(one.id) for one in (ana, bea, eva, gil)]
            assert [one.has_password for one in found] == has_password
            assert [one.role.value for one in found] == ["trainee", "trainee", "trainee", "instructor"]
    assert b"argon2" not in (tmp_path / FILE).read_bytes()


def test_somebody_whom_a_roster_took_back_stays(where: str, another: str, clock: Clock, tmp_path: Path) -> None:
    lines = parse_roster("nombre;id\nAna;7\n")
    with open_storage(where, clock, tmp_path) as storage:
        import_roster(storage, lines, "Lunes")
        (ana,) = storage.people()
        storage.deactivate(ana.id)
        import_roster(storage, lines, "Lunes")
        back_up(storage, tmp_path / "copy.school")
    with open_storage(another, clock, tmp_path) as storage:
        restore(storage, tmp_path / "copy.school")
        assert [one.id for one in storage.people()] == [ana.id]


def test_a_person_erased_after_a_return_stays_erased(where: str, another: str, clock: Clock, tmp_path: Path) -> None:
    with open_storage(where, clock, tmp_path) as storage:
        _, (ana, _) = a_class(storage)
        back_up(storage, tmp_path / "copy.school")
        storage.erase(ana.id)
        storage.revocations.add(Revocation.BACK, [ana.id])  # by an earlier version
    with open_storage(another, clock, tmp_path) as storage:
        restore(storage, tmp_path / "copy.school")
        assert storage.person(ana.id).name == ERASED


def test_nothing_is_withdrawn_that_cannot_be_listed(where: str, clock: Clock, tmp_path: Path) -> None:
    folder = tmp_path / "school"
    (folder / FILE).mkdir(parents=True)
    with open_storage(where, clock, folder) as storage:
        _, (ana, _) = a_class(storage)
        laptop, _ = a_laptop(storage, ana)
        with pytest.raises(StorageError):
            storage.withdraw_laptop(laptop.id)
        with pytest.raises(StorageError):
            storage.erase(ana.id)
        assert not storage.laptop(laptop.id).is_withdrawn
        assert storage.person(ana.id).name == "Ana"


def test_a_damaged_line_hides_no_other(clock: Clock, tmp_path: Path) -> None:
    with open_storage(None, clock, tmp_path) as storage:
        _, (ana, _) = a_class(storage)
        (one, _), (two, _) = a_laptop(storage, ana), a_laptop(storage, ana)
        back_up(storage, tmp_path / "copy.school")
        storage.withdraw_laptop(one.id)
        with (tmp_path / FILE).open("ab") as file:
            file.write(b"lapt\xff")  # the power failed here
        storage.withdraw_laptop(two.id)
    with open_storage(None, clock, tmp_path) as storage:
        restore(storage, tmp_path / "copy.school")
        assert not storage.has_laptops()


def test_the_commands_keep_a_laptop_withdrawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def school(*arguments: object) -> None:
        assert main(["school", "--folder", str(tmp_path), *map(str, arguments)]) == 0

    with open_storage(tmp_path / "school.db") as storage:
        _, (ana, _) = a_class(storage)
        laptop, _ = a_laptop(storage, ana)
    school("backup", tmp_path / "copy.school")
    school("withdraw", laptop.id)
    school("--store", tmp_path / "other.db", "restore", tmp_path / "copy.school")
    assert "0 portátiles pueden conectarse" in capsys.readouterr().out


def test_nobody_is_listed_as_returned_whose_return_was_not_stored(where: str, clock: Clock, tmp_path: Path) -> None:
    lines = parse_roster("nombre;id\nAna;7\n")
    with open_storage(where, clock, tmp_path) as storage:
        import_roster(storage, lines, "Lunes")
        (ana,) = storage.people()
        storage.deactivate(ana.id)
        writing = storage.engine.writing

        @contextmanager
        def failing() -> Iterator[Writer]:
            with writing() as writer:
                yield writer
                raise StorageError(where="x", problem="full")

        storage.engine.writing = failing  # type: ignore[method-assign]
        for returning in (lambda: import_roster(storage, lines, "Lunes"), lambda: storage.readmit(ana.id)):
            with pytest.raises(StorageError):
                returning()
        assert [one.kind for one in storage.revocations.read()] == [Revocation.GONE]

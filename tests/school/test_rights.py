"""The table of rights, cell by cell: for every role and action, what is one's own, in one's class, and beyond."""

from __future__ import annotations

import pytest

from tests.school.people import a_class
from trainer.school.errors import NotAllowedError
from trainer.school.rights import RIGHTS, Action, Actor, Scope, check
from trainer.school.storage.people import Class, Person, Role
from trainer.school.storage.school_storage import Storage, open_storage

# Written down a second time, by hand and the other way round: what each role may, and how far.
ALLOWED = {
    Role.LAPTOP: {Scope.OWN: {"join"}},
    Role.TRAINEE: {
        Scope.OWN: {
            *("send-records", "read-records", "carry-records", "read-assignments", "race", "sit-exam"),
            "withdraw-laptop",
        }
    },
    Role.INSTRUCTOR: {
        Scope.OWN: {"send-records", "race"},
        Scope.CLASS: {
            *("read-records", "carry-records", "read-assignments", "see-board", "assign", "run-race", "open-code"),
            *("manage-roster", "reset-password", "withdraw-laptop", "export"),
        },
    },
    Role.EXAMINER: {
        Scope.OWN: {"send-records", "race"},
        Scope.CLASS: {
            *("read-records", "read-assignments", "see-board", "invigilate", "open-code", "withdraw-laptop", "export"),
        },
    },
    Role.ADMINISTRATOR: {
        Scope.OWN: {"send-records", "race"},
        Scope.SCHOOL: {
            *("read-records", "carry-records", "read-assignments", "see-board", "assign", "run-race", "invigilate"),
            *("open-code", "manage-roster", "reset-password", "withdraw-laptop", "export", "manage-classes"),
            *("erase", "manage-staff", "see-audit", "back-up", "restore"),
        },
    },
}
CELLS = [(role, action) for role in Role for action in Action]


class World:
    """Two classes; everybody is in the first, and there are strangers in the second."""

    def __init__(self) -> None:
        self.storage: Storage = open_storage(None)
        self.mine, (self.ana, self.bea) = a_class(self.storage)
        self.other, (self.stranger, _) = a_class(self.storage, "Martes", ("Carla", "Dina"))
        self.staff = {
            role: self.storage.add_person(role.value, role, role.value)
            for role in (Role.INSTRUCTOR, Role.EXAMINER, Role.ADMINISTRATOR)
        }
        self.colleague = self.storage.add_person("Colleague", Role.INSTRUCTOR, "colleague")
        self.storage.add_members(self.mine.id, [one.id for one in (*self.staff.values(), self.colleague)])

    def actor(self, role: Role) -> Actor:
        if role is Role.LAPTOP:
            return Actor(role=role)
        person = self.ana if role is Role.TRAINEE else self.staff[role]
        return Actor(role=role, person=person.id)

    def may(self, role: Role, action: Action, person: Person | None = None, group: Class | None = None) -> bool:
        try:
            check(
                self.storage,
                self.actor(role),
                action,
                person=person.id if person else None,
                class_id=group.id if group else None,
            )
        except NotAllowedError:
            return False
        return True


@pytest.fixture(scope="module")
def world() -> World:
    return World()


def scope(role: Role, action: Action) -> Scope:
    return next((scope for scope, actions in ALLOWED[role].items() if action.value in actions), Scope.NONE)


def test_the_table_has_every_cell() -> None:
    assert RIGHTS.keys() == set(CELLS)
    assert {(role, action): scope(role, action) for role, action in CELLS} == RIGHTS


@pytest.mark.parametrize(("role", "action"), CELLS)
def test_a_cell(world: World, role: Role, action: Action) -> None:
    far = scope(role, action)
    in_class, everywhere = far in (Scope.CLASS, Scope.SCHOOL), far is Scope.SCHOOL
    if role is Role.LAPTOP:
        assert world.may(role, action) == (far is Scope.OWN)
        assert not world.may(role, action, world.ana) and not world.may(role, action, group=world.mine)
        return
    himself = world.ana if role is Role.TRAINEE else world.staff[role]
    assert world.may(role, action, himself) == (far is not Scope.NONE)
    assert world.may(role, action, world.bea) == in_class  # another trainee of the class
    assert world.may(role, action, world.bea, world.mine) == in_class
    assert world.may(role, action, world.stranger) == everywhere  # a trainee of another class
    assert world.may(role, action, world.stranger, world.mine) == everywhere
    assert world.may(role, action, world.bea, world.other) == everywhere
    assert world.may(role, action, world.colleague) == everywhere  # staff is nobody's
    assert world.may(role, action, group=world.mine) == (far is not Scope.NONE)
    assert world.may(role, action, group=world.other) == everywhere
    assert world.may(role, action) == everywhere  # the whole school


def test_nobody_sends_records_in_anothers_name() -> None:
    assert {RIGHTS[role, Action.SEND_RECORDS] for role in Role} == {Scope.OWN, Scope.NONE}

"""The permission table, cell by cell: for every role and action, one's own data, one's class, and beyond."""

from __future__ import annotations

import pytest

from tests.school.people import a_class
from trainer.school.errors import NotAllowedError
from trainer.school.rights import RIGHTS, Action, Actor, Scope, check
from trainer.school.storage.people import Class, Person, Role
from trainer.school.storage.school_storage import Storage, open_storage

# Written a second time, by role: what each role may do, and how far.
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
    """Two classes: everybody is in the first; strangers are in the second."""

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


@pytest.fixture
def world() -> World:
    return World()


def scope(role: Role, action: Action) -> Scope:
    return next((scope for scope, actions in ALLOWED[role].items() if action.value in actions), Scope.NONE)


def test_the_table_has_every_cell() -> None:
    assert RIGHTS.keys() == set(CELLS)
    assert {(role, action): scope(role, action) for role, action in CELLS} == RIGHTS


def test_every_cell_is_enforced(world: World) -> None:
    for role, action in CELLS:
        far = scope(role, action)
        in_class, everywhere = far in (Scope.CLASS, Scope.SCHOOL), far is Scope.SCHOOL
        if role is Role.LAPTOP:
            expected = {(None, None): far is Scope.OWN, (world.ana, None): False, (None, world.mine): False}
        else:
            actor = world.ana if role is Role.TRAINEE else world.staff[role]
            expected = {
                (actor, None): far is not Scope.NONE,
                (world.bea, None): in_class,
                (world.bea, world.mine): in_class,
                (world.stranger, None): everywhere,
                (world.stranger, world.mine): everywhere,
                (world.bea, world.other): everywhere,
                (world.colleague, None): everywhere,  # staff belong to no class
                (None, world.mine): far is not Scope.NONE,
                (None, world.other): everywhere,
                (None, None): everywhere,  # the whole school
            }
        found = {about: world.may(role, action, *about) for about in expected}
        assert found == expected, f"{role.value} {action.value}"


def test_nobody_sends_records_in_anothers_name() -> None:
    assert {RIGHTS[role, Action.SEND_RECORDS] for role in Role} == {Scope.OWN, Scope.NONE}

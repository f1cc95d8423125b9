"""Controller of the exam staff of a school: hire, change role or password, retire; and replace keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from trainer.desk.widgets.choice_list import Listing, Row
from trainer.desk.widgets.form import Field, Question
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.roles import Role
from trainer.exams.staff import Person
from trainer.exams.staff_admin import KEY_OF, StaffAdmin
from trainer.exams.trust import is_day, parse_time
from trainer.texts import Message

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController

_REPLACED_HERE = (KeyRole.STATION, KeyRole.CERTIFIER)


class StaffController:
    """The list of staff and its actions, for the owner of the root key, who enters its passphrase each time."""

    def __init__(self, room: ExamController) -> None:
        self._room = room
        self._office = room.office

    def begin(self) -> None:
        self._room.ask(
            Question(
                title=Message("exam-room.staff-title"),
                says=Message("exam-room.staff-root"),
                fields=(Field("root", Message("exam-room.root-passphrase"), secret=True),),
                main=Message("exam-room.sign-in"),
                then=lambda given: self.show(StaffAdmin(self._office, given["root"])),
                back=self._room.show_lobby,
            )
        )

    def show(self, staffing: StaffAdmin) -> None:
        people = self._office.staff.active()
        self._room.choose(
            Listing(
                title=Message("exam-room.staff-title"),
                says=Message("exam-room.staff-says"),
                rows=(
                    *(self._person_row(person, staffing) for person in people),
                    *(self._key_row(role, staffing) for role in _REPLACED_HERE),
                ),
                none=Message("exam-room.nothing"),
                back=self._room.show_lobby,
                letters=(("N", Message("exam-room.staff-new"), lambda: self._ask_new(staffing)),),
            )
        )

    def _person_row(self, person: Person, staffing: StaffAdmin) -> Row:
        note = {"role": _role(person.role), "day": person.since[:10]}
        return Row(person.name, Message("exam-room.staff-note", note), partial(self._ask_what, person, staffing))

    def _key_row(self, role: KeyRole, staffing: StaffAdmin) -> Row:
        key = self._office.keys.trust.current(role, self._office.clock.wall())
        note = {"kid": key.kid, "day": f"{self._office.keys.trust.began(key):%Y-%m-%d}"} if key else {}
        return Row(
            Message("exam-room.key-row", {"role": _key(role)}),
            Message("exam-room.key-note" if key else "exam-room.key-none", note),
            partial(self._ask_replace, role, staffing),
        )

    # ── people ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _ask_new(self, staffing: StaffAdmin) -> None:
        def take_on(given: dict[str, str]) -> None:
            staffing.take_on(given["name"], Role(given["role"]), given["password"], given["colleague"])
            self.show(staffing)

        self._room.ask(
            Question(
                title=Message("exam-room.staff-new"),
                says=Message("exam-room.staff-new-says"),
                fields=(Field("name", Message("exam-room.name")), *_fields(Role.INVIGILATOR)),
                main=Message("exam-room.staff-take-on"),
                then=take_on,
                back=lambda: self.show(staffing),
            )
        )

    def _ask_what(self, person: Person, staffing: StaffAdmin) -> None:
        self._room.choose(
            Listing(
                title=Message("exam-room.staff-person", {"name": person.name}),
                says=Message("exam-room.staff-note", {"role": _role(person.role), "day": person.since[:10]}),
                rows=(
                    Row(
                        Message("exam-room.staff-change"),
                        Message("exam-room.staff-change-about"),
                        lambda: self._ask_change(person, staffing),
                    ),
                    Row(
                        Message("exam-room.staff-retire"),
                        Message("exam-room.staff-retire-about"),
                        lambda: self._ask_retire(person, staffing),
                    ),
                ),
                none=Message("exam-room.nothing"),
                back=lambda: self.show(staffing),
            )
        )

    def _ask_change(self, person: Person, staffing: StaffAdmin) -> None:
        def change(given: dict[str, str]) -> None:
            staffing.change(person.id, Role(given["role"]), given["password"], given["colleague"])
            self.show(staffing)

        self._room.ask(
            Question(
                title=Message("exam-room.staff-person", {"name": person.name}),
                says=Message("exam-room.staff-change-says"),
                fields=_fields(person.role),
                main=Message("exam-room.staff-change"),
                then=change,
                back=lambda: self._ask_what(person, staffing),
            )
        )

    def _ask_retire(self, person: Person, staffing: StaffAdmin) -> None:
        def retire(_: dict[str, str]) -> None:
            staffing.retire(person.id)
            self.show(staffing)

        self._room.ask(
            Question(
                title=Message("exam-room.staff-person", {"name": person.name}),
                says=Message("exam-room.staff-retire-says"),
                main=Message("exam-room.staff-retire"),
                then=retire,
                back=lambda: self._ask_what(person, staffing),
            )
        )

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _ask_replace(self, role: KeyRole, staffing: StaffAdmin) -> None:
        def replace(given: dict[str, str]) -> None:
            stolen = given["stolen"].strip()
            if stolen and not is_day(stolen):
                raise RefusedError(Message("exams.refused.no-day", {"day": stolen}))
            staffing.replace_key(role, parse_time(f"{stolen}T00:00:00Z") if stolen else None)
            self.show(staffing)

        locked_out = [person.name for person in self._office.staff.active() if KEY_OF[person.role] is role]
        self._room.ask(
            Question(
                title=Message("exam-room.key-row", {"role": _key(role)}),
                says=Message("exam-room.key-replace-says", {"people": ", ".join(locked_out)}),
                fields=(Field("stolen", Message("exam-room.key-stolen"), optional=True),),
                main=Message("exam-room.key-replace"),
                then=replace,
                back=lambda: self.show(staffing),
            )
        )


def _fields(role: Role) -> tuple[Field, ...]:
    choices = tuple((each.value, _role(each)) for each in KEY_OF)
    return (
        Field("role", Message("exam-room.staff-role"), choices=choices, value=role.value),
        Field("password", Message("exam-room.staff-password"), secret=True, is_new=True),
        Field("colleague", Message("exam-room.staff-colleague"), secret=True, optional=True),
    )


def _role(role: Role) -> Message:
    return Message(f"exams.role.{role.value}")


def _key(role: KeyRole) -> Message:
    return Message(f"certificates.role.{role.value}")

"""Requests that only read or write the storage, each if the permission table allows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from uuid import UUID

from trainer.school import protocol
from trainer.school.assignments import Assignment
from trainer.school.errors import UnknownError
from trainer.school.protocol import Reply, RosterPerson
from trainer.school.rights import Action, Actor, check, not_allowed
from trainer.school.roster import import_roster, parse_roster
from trainer.school.service.announcements import (
    Announcement,
    ClassChanged,
    ClassesChanged,
    Disconnected,
    MembersChanged,
)
from trainer.school.shared_rules import digest_of_rules
from trainer.school.storage.classroom import MOST_ASSIGNMENTS
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import Storage
from trainer.texts import Message

_MOST_LAPTOPS = 12_000  # in the roster of a class; of each person those that were seen last
_MOST_BYTES = 4_000_000  # of the assignments in one message, beside the progress on them


def read_reply(storage: Storage, actor: Actor, request: protocol.Request) -> Reply | None:
    """The reply to a request that reads; None for other requests."""
    match request:
        case protocol.Pull():
            if actor.person is None:
                raise not_allowed(Action.READ_RECORDS)
            return _pulled(storage, actor.person, request.after)
        case protocol.AskRecords():
            check(storage, actor, Action.READ_RECORDS, person=request.person)
            return _pulled(storage, request.person, request.after)
        case protocol.AskAssignments():
            if actor.person is None:
                raise not_allowed(Action.READ_ASSIGNMENTS)
            found = storage.assignments(storage.class_ids(actor.person))
            mine = _newest(one for one in found if one.is_for(actor.person))
            work = storage.work([one.id for one in mine], actor.person)
            return protocol.Assigned(assignments=mine, work=tuple(work))
        case protocol.AskWork():
            check(storage, actor, Action.SEE_BOARD, class_id=request.class_id)
            return _work(storage, request)
        case protocol.AskRules():
            return protocol.SharedRules(digest=request.digest, data=storage.shared_rules(request.digest))
        case protocol.AskRoster():
            check(storage, actor, Action.SEE_BOARD, class_id=request.class_id)
            return _roster(storage, request.class_id)
    return None


def _newest(assignments: Iterable[Assignment]) -> tuple[Assignment, ...]:
    """As many of some assignments, given newest first, as a message has room for: the newest of each class, so that no
    class crowds out another."""
    ranked, of_class = [], Counter[UUID]()
    for at, one in enumerate(assignments):
        of_class[one.class_id] += 1
        ranked.append((of_class[one.class_id], at, one))
    chosen, size = [], 0
    for _, at, one in sorted(ranked, key=lambda rank: rank[:2])[:MOST_ASSIGNMENTS]:
        size += len(protocol.encoded(one))
        if size <= _MOST_BYTES:
            chosen.append((at, one))
    return tuple(one for _, one in sorted(chosen, key=lambda pair: pair[0]))


def _work(storage: Storage, request: protocol.AskWork) -> protocol.Assigned:
    """The assignments of a class, and the progress on as many of them as one message has room for."""
    all_set = _newest(storage.assignments([request.class_id]))
    members = {one.id for one in storage.members(request.class_id)}
    end = request.after + max(1, protocol.MOST_WORK // max(1, len(members)))
    work = storage.work([one.id for one in all_set[request.after : end]])
    return protocol.Assigned(
        assignments=all_set,
        work=tuple(one for one in work if one.person in members),
        next=end if end < len(all_set) else 0,
    )


def _pulled(storage: Storage, person: UUID, after: int) -> protocol.Pulled:
    """A page of a person's entries."""
    found = storage.person(person)
    page = storage.entries(person, after, protocol.MOST_ENTRIES)
    return protocol.Pulled(
        entries=tuple(one.entry for one in page),
        last=page[-1].number if page else after,
        stored=found.stored,
        checksum=found.checksum,
    )


def _roster(storage: Storage, class_id: UUID) -> protocol.Roster:
    people = storage.members(class_id)
    most = min(100, _MOST_LAPTOPS // max(1, len(people)))
    laptops: dict[UUID, list[tuple[UUID, str, int]]] = {}
    for laptop in storage.laptops_of(person.id for person in people):
        if not laptop.is_withdrawn:
            laptops.setdefault(laptop.person, []).append((laptop.id, laptop.name, laptop.seen))
    return protocol.Roster(
        class_id=class_id,
        people=tuple(
            RosterPerson(
                person=one.id,
                name=one.name,
                login=one.login,
                role=one.role,
                has_password=one.has_password,
                laptops=tuple(sorted(laptops.get(one.id, ()), key=lambda laptop: -laptop[2])[:most]),
            )
            for one in people
        ),
    )


def current_members(storage: Storage, class_id: UUID) -> set[UUID]:
    """The members of a class; empty if the class has ended."""
    is_on = any(group.id == class_id for group in storage.classes())
    return {one.id for one in storage.members(class_id)} if is_on else set()


def carry_out(storage: Storage, actor: Actor, request: protocol.Request) -> list[Announcement]:
    """Carry out a request that writes; returns what to announce."""
    found: list[Announcement] = []
    for what, class_id in _change(storage, actor, request):
        found += [MembersChanged(class_id)] if what == "roster" else []
        found.append(ClassChanged(what, class_id))
    match request:
        case protocol.AddClass() | protocol.ChangeClass():
            found.append(ClassesChanged())
        case protocol.ChangePerson(order="erase") | protocol.ResetPassword():
            found.append(Disconnected(request.person))
        case protocol.WithdrawLaptop():
            found.append(Disconnected(storage.laptop(request.laptop).person, request.laptop))
    return found


def _change(storage: Storage, actor: Actor, request: protocol.Request) -> list[tuple[str, UUID]]:
    """Carry out a request that writes; returns what changed for which class."""
    match request:
        case protocol.SetAssignment():
            check(storage, actor, Action.ASSIGN, class_id=request.assignment.class_id)
            storage.check_rules(request.assignment.rules)
            storage.add_assignment(request.assignment, actor.person)
            return [("assignments", request.assignment.class_id)]
        case protocol.ShareRules():
            check(storage, actor, Action.ASSIGN, class_id=request.class_id)
            storage.share_rules(digest_of_rules(request.data), request.data, actor.person)
            return []
        case protocol.WithdrawAssignment():
            assignment = storage.assignment(request.assignment)
            check(storage, actor, Action.ASSIGN, class_id=assignment.class_id)
            storage.withdraw_assignment(request.assignment, actor.person)
            return [("assignments", assignment.class_id)]
        case protocol.WithdrawLaptop():
            owner = storage.laptop(request.laptop).person
            check(storage, actor, Action.WITHDRAW_LAPTOP, person=owner)
            storage.withdraw_laptop(request.laptop, actor.person)
            return [("roster", class_id) for class_id in storage.class_ids(owner)]
        case protocol.ResetPassword():
            check(storage, actor, Action.RESET_PASSWORD, person=request.person)
            if storage.person(request.person).role is not Role.TRAINEE:
                check(storage, actor, Action.MANAGE_STAFF)
            storage.set_password(request.person, "", actor.person)
            return [("roster", class_id) for class_id in storage.class_ids(request.person)]
        case protocol.AddTrainees():
            check(storage, actor, Action.MANAGE_ROSTER, class_id=request.class_id)
            lines = parse_roster(request.roster)
            if actor.role is not Role.ADMINISTRATOR:  # an id names somebody of the whole school
                different = {(line.name.casefold(), line.login or line.number): line for line in lines}
                lines = [line._replace(login="") for line in different.values()]
            import_roster(storage, lines, who=actor.person, only_class=request.class_id)
            return [("roster", request.class_id)]
        case protocol.AddClass():
            check(storage, actor, Action.MANAGE_CLASSES)
            group = storage.add_class(request.name, actor.person, [actor.person] if actor.person else ())
            return [("roster", group.id)]
        case protocol.ChangeClass():
            check(storage, actor, Action.MANAGE_CLASSES)
            if request.order == "rename":
                storage.rename_class(request.class_id, request.name, actor.person)
            else:
                storage.end_class(request.class_id, actor.person)
            return [("roster", request.class_id), ("assignments", request.class_id)]
        case protocol.ChangePerson():
            return _change_person(storage, actor, request)
    raise UnknownError(what=Message("school.thing.request"))


def _change_person(storage: Storage, actor: Actor, request: protocol.ChangePerson) -> list[tuple[str, UUID]]:
    person = request.person
    classes = storage.class_ids(person)
    action = Action.ERASE if request.order == "erase" else Action.MANAGE_ROSTER
    check(storage, actor, action, person=person, class_id=request.class_id)
    if storage.person(person).role is not Role.TRAINEE:
        check(storage, actor, Action.MANAGE_STAFF)
    if request.order == "rename":
        storage.rename(person, request.name, actor.person)
    elif request.order == "take-out":
        storage.remove_member(request.class_id, person, actor.person)
    else:
        storage.erase(person, actor.person)
        return [(what, class_id) for class_id in classes for what in ("roster", "assignments")]
    return [("roster", class_id) for class_id in classes]

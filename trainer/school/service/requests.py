"""Handles each request of a connection, if the permission table allows it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from trainer.school import protocol
from trainer.school.entries import Entry, SealedBody, Sort, body_of
from trainer.school.errors import NotJoinedError, StorageError, UnknownError
from trainer.school.protocol import Board, Done, Reply, RosterPerson
from trainer.school.refusals import to_wire
from trainer.school.rights import Action, Actor, check, check_role, not_allowed
from trainer.school.roster import import_roster, parse_roster
from trainer.school.service.admission import Admission
from trainer.school.service.boards import BoardTotals, read_board, read_lines
from trainer.school.service.group_writer import GroupWriter
from trainer.school.service.hub import Connection, Hub
from trainer.school.service.races import Race
from trainer.school.shared_rules import digest_of_rules
from trainer.school.signed_batches import check_batch
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.exam_rooms import LOG, RecordedOrder, extends_log
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import Storage
from trainer.texts import Language, Message, Names, say

_log = logging.getLogger(__name__)

# The kind of change that each request asks about.
_ANSWERS: dict[type, str] = {
    protocol.AskRoster: "roster",
    protocol.AskAssignments: "assignments",
    protocol.AskWork: "assignments",
}
_SEEN_EVERY = 30_000  # milliseconds between updates of when a laptop was last seen
_SETTLED_MS = 60_000  # milliseconds in which a connected laptop sends everything it has
PUSH_SECONDS = 1.0  # between two messages with the changes of a board
_LONGEST_PROBLEM = 400  # characters
_MINUTE = 60_000  # milliseconds
_INCIDENTS_A_MINUTE = 20  # per laptop, so that one laptop cannot hide the incidents of others
Result = TypeVar("Result")


class Requests:
    """Answers the requests of all connections."""

    def __init__(self, storage: Storage, hub: Hub, admission: Admission, school_name: str = "") -> None:
        self.storage = storage
        self.school_name = school_name
        self.hub = hub
        self.admission = admission
        self._executor = ThreadPoolExecutor(4, "school")
        self.writer = GroupWriter(storage, self._executor)
        self.trouble: StorageError | None = None  # why the storage cannot write at the moment
        self.on_storage_problem: Callable[[StorageError | None], None] = lambda trouble: None
        # Returns the exam keys to lend to a laptop; the argument is whether it has an exam to sit.
        self.keys_to_lend: Callable[[bool], protocol.SchoolKeys | None] = lambda for_exam: None
        # Called with each sealed result that arrives and the candidate's record.
        self.accept_result: Callable[[bytes, bytes, bytes], None] = lambda document, candidate, log: None
        self._pushing: dict[UUID, asyncio.Task[None]] = {}  # class → task that sends the changes of its board
        hub.on_board_change = self._push_soon
        self._lent: set[tuple[UUID, protocol.SchoolKeys]] = set()
        self._stored_again = 0  # when the storage could write again
        self._keys: dict[UUID, bytes] = {}
        self._seen: dict[UUID, int] = {}

    def close(self) -> None:
        for task in self._pushing.values():
            with suppress(RuntimeError):  # its event loop has ended already
                task.cancel()
        self._executor.shutdown()

    async def in_thread(self, work: Callable[..., Result], *values: Any) -> Result:
        """Run storage work in a thread, so that the event loop continues."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, *values)

    async def answer(self, connection: Connection, request: protocol.Request) -> Reply | None:
        """Handle a request; raises `SchoolError` with the reason if it is refused."""
        match request:
            case protocol.Push():
                return await self._push(connection, request)
            case protocol.Ping():
                return await self._ping(connection, request)
            case protocol.Status():
                self._status(connection, request)
                return None
            case protocol.RaceAnswer():
                self._race_answer(connection, request)
                return None
            case protocol.Incident():
                self._incident(connection, request)
                return None
            case protocol.SittingCopy():
                await self.in_thread(self._copy_sitting, connection, request)
                return None
            case protocol.RaceOrder():
                return await self._race_order(connection, request)
            case protocol.ExamRoomOrder():
                return await self._exam_order(connection, request)
            case protocol.OpenCode():
                return await self.in_thread(self._open_code, connection, request)
            case protocol.AskBoard():
                connection.told.discard("board")
                board = await self._ask_board(connection, request.class_id)
                connection.watching = request.class_id if request.is_live else None
                return board
        connection.told.discard(_ANSWERS.get(type(request), ""))
        reply = await self.in_thread(self._read, connection, request)
        if reply is not None:
            return reply
        for what, class_id in await self.in_thread(self._change, connection, request):
            if what == "roster":
                self.hub.update_members(class_id, await self.in_thread(self._members, class_id))
            self.hub.notify_changed(what, class_id)
        if isinstance(request, protocol.AddClass | protocol.ChangeClass):
            await self._welcome_staff()
        if isinstance(request, protocol.ChangePerson) and request.order == "erase":
            self.hub.disconnect_person(request.person)
        if isinstance(request, protocol.WithdrawLaptop):
            owner = (await self.in_thread(self.storage.laptop, request.laptop)).person
            self.hub.disconnect_laptop(request.laptop, owner)
        if isinstance(request, protocol.ResetPassword):
            self.hub.disconnect_person(request.person)
        return Done()

    # Laptops

    async def _push(self, connection: Connection, request: protocol.Push) -> Reply:
        """Store a batch of entries."""
        actor = connection.actor
        if actor.person is None or actor.laptop is None or request.batch.laptop != actor.laptop.bytes:
            raise not_allowed(Action.SEND_RECORDS)
        if actor.laptop not in self._keys:
            self._keys[actor.laptop] = (await self.in_thread(self.storage.laptop, actor.laptop)).key
        check_batch(request.batch, self._keys[actor.laptop])
        try:
            kept = await self.writer.keep(Incoming(actor.person, actor.laptop, request.batch.entries))
        except StorageError as error:
            self._report_storage(error)
            raise
        self._report_storage(None)
        for entry in request.batch.entries:
            if entry.sort is Sort.SITTING and entry.id in kept.kept:
                await self.in_thread(self._file_result, actor.person, entry)
        self.hub.synced(actor.person)
        connection.waiting = request.waiting
        self.hub.board_changed(connection)
        return protocol.Stored(
            number=request.number,
            kept=kept.kept,
            refused=tuple((number, to_wire(why)) for number, why in kept.refused),
            stored=kept.stored,
            checksum=kept.checksum,
        )

    def _file_result(self, person: UUID, entry: Entry) -> None:
        """Pass a stored sitting on for review."""
        body = body_of(entry)
        if isinstance(body, SealedBody):
            self.accept_result(body.document, self.storage.copied_candidate(person), self.storage.copied_log(person))

    def _report_storage(self, trouble: StorageError | None) -> None:
        """Report once that nothing can be stored, and once that it can again."""
        before, self.trouble = self.trouble, trouble
        if before is not None and trouble is None:
            self._stored_again = self.storage.now()
        if (before is None) != (trouble is None):
            _log.warning("the storage cannot write" if trouble else "the storage can write again")
            self.on_storage_problem(trouble)

    async def _ping(self, connection: Connection, request: protocol.Ping) -> Reply:
        """Note a laptop's clock and queue, and reply."""
        connection.waiting, connection.ahead = request.waiting, request.ahead
        laptop, now = connection.actor.laptop, self.storage.now()
        if laptop is not None and self._seen.get(laptop, 0) + _SEEN_EVERY <= now:
            self._seen[laptop] = now
            settled = max(connection.since, self._stored_again) + _SETTLED_MS
            owner = connection.actor.person if self.trouble is None and settled <= now else None
            await self.in_thread(self._note_seen, laptop, request.ahead, owner)
        if connection.actor.person is not None and not request.waiting:
            self.hub.synced(connection.actor.person)
        return protocol.Pong(sent=request.sent, now=self.storage.now())

    def _note_seen(self, laptop: UUID, ahead: int, settled: UUID | None) -> None:
        """Note that a laptop was seen and, if ``settled`` names its owner, that it could have sent everything by now;
        raises `NotJoinedError` if it was withdrawn."""
        if self.storage.laptop(laptop).is_withdrawn:  # perhaps by another process
            raise NotJoinedError
        with suppress(StorageError):  # a failed update is no reason to disconnect
            self.storage.note_laptop_seen(laptop, ahead)
            if settled is not None:
                self.storage.note_contact(laptop, settled)

    def _status(self, connection: Connection, request: protocol.Status) -> None:
        """Note what a trainee is doing, and notify the boards."""
        connection.status, connection.status_at = request, self.storage.now()
        self.hub.board_changed(connection)

    # Requests that only read or write the storage

    def _read(self, connection: Connection, request: protocol.Request) -> Reply | None:
        """The reply to a request that reads; None for other requests."""
        storage, actor = self.storage, connection.actor
        match request:
            case protocol.Pull():
                if actor.person is None:
                    raise not_allowed(Action.READ_RECORDS)
                return self._pulled(actor.person, request.after)
            case protocol.AskRecords():
                check(storage, actor, Action.READ_RECORDS, person=request.person)
                return self._pulled(request.person, request.after)
            case protocol.AskAssignments():
                if actor.person is None:
                    raise not_allowed(Action.READ_ASSIGNMENTS)
                found = storage.assignments(storage.class_ids(actor.person))
                mine = tuple(one for one in found if one.is_for(actor.person))[:500]
                work = storage.work([one.id for one in mine], actor.person)
                return protocol.Assigned(assignments=mine, work=tuple(work))
            case protocol.AskWork():
                check(storage, actor, Action.SEE_BOARD, class_id=request.class_id)
                all_set = tuple(storage.assignments([request.class_id]))[:500]
                members = {one.id for one in storage.members(request.class_id)}
                work = [one for one in storage.work([each.id for each in all_set]) if one.person in members]
                return protocol.Assigned(assignments=all_set, work=tuple(work))
            case protocol.AskRules():
                return protocol.SharedRules(digest=request.digest, data=storage.shared_rules(request.digest))
            case protocol.AskRoster():
                check(storage, actor, Action.SEE_BOARD, class_id=request.class_id)
                return self._roster(request.class_id)
        return None

    def _change(self, connection: Connection, request: protocol.Request) -> list[tuple[str, UUID]]:
        """Carry out a request that writes; returns what changed for which class."""
        storage, actor = self.storage, connection.actor
        match request:
            case protocol.SetAssignment():
                check(storage, actor, Action.ASSIGN, class_id=request.assignment.class_id)
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
                group = storage.class_by_id(request.class_id)
                # Class and login in the file are ignored: an instructor adds to the class of the request.
                lines = [line._replace(class_name="", login="") for line in parse_roster(request.roster)]
                import_roster(storage, lines, group.name, actor.person)
                return [("roster", request.class_id)]
            case protocol.AddClass():
                check(storage, actor, Action.MANAGE_CLASSES)
                group = storage.add_class(request.name, actor.person)
                storage.add_members(group.id, [actor.person] if actor.person else [], actor.person)
                return [("roster", group.id)]
            case protocol.ChangeClass():
                check(storage, actor, Action.MANAGE_CLASSES)
                if request.order == "rename":
                    storage.rename_class(request.class_id, request.name, actor.person)
                else:
                    storage.end_class(request.class_id, actor.person)
                return [("roster", request.class_id), ("assignments", request.class_id)]
            case protocol.ChangePerson():
                return self._change_person(actor, request)
        raise UnknownError(what=Message("school.thing.request"))

    def _change_person(self, actor: Actor, request: protocol.ChangePerson) -> list[tuple[str, UUID]]:
        storage, person = self.storage, request.person
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

    def _members(self, class_id: UUID) -> set[UUID]:
        """The members of a class; empty if the class has ended."""
        is_on = any(group.id == class_id for group in self.storage.classes())
        return {one.id for one in self.storage.members(class_id)} if is_on else set()

    async def _welcome_staff(self) -> None:
        """Send every desk its current list of classes."""
        for connection in [one for one in self.hub.connections if one.token]:
            connection.send(await self.in_thread(self.welcome, connection.actor.person))

    def welcome(self, number: UUID | None) -> protocol.Welcome:
        """The first message to an identified connection."""
        if number is None:
            raise NotJoinedError
        person, classes = self.storage.person(number), self.storage.classes(number)
        return protocol.Welcome(
            person=person.id.bytes,
            name=person.name,
            role=person.role,
            school=self.school_name,
            classes=tuple((one.id.bytes, one.name) for one in classes)[:500],
            stored=person.stored,
            checksum=person.checksum,
            now=self.storage.now(),
        )

    def _pulled(self, person: UUID, after: int) -> protocol.Pulled:
        """A page of a person's entries."""
        found = self.storage.person(person)
        page = self.storage.entries(person, after, protocol.MOST_ENTRIES)
        return protocol.Pulled(
            entries=tuple(one.entry for one in page),
            last=page[-1].number if page else after,
            stored=found.stored,
            checksum=found.checksum,
        )

    async def _ask_board(self, connection: Connection, class_id: UUID) -> Board:
        """The live board: totals from the storage, and who is connected from the hub."""
        totals = await self.in_thread(self._board_totals, connection.actor, class_id)
        return self._board(class_id, totals)

    async def board(self, class_id: UUID) -> Board:
        """The live board of a class, without asking whether somebody may see it."""
        return self._board(class_id, await self.in_thread(read_board, self.storage, class_id))

    def _push_soon(self, class_id: UUID) -> None:
        """Send the changes of a board within a second, together with those that happen meanwhile."""
        task = self._pushing.get(class_id)
        if task is None or task.done():
            self._pushing[class_id] = asyncio.create_task(self._push_changes(class_id))

    async def _push_changes(self, class_id: UUID) -> None:
        await asyncio.sleep(PUSH_SECONDS)
        people = self.hub.take_changed(class_id)
        try:
            totals = await self.in_thread(read_lines, self.storage, class_id, people)
        except (StorageError, RuntimeError):  # the desks ask for the whole board from time to time anyway
            return
        lines = tuple(self.hub.board_line(*line) for line in totals)
        changes = protocol.encoded(protocol.BoardChanges(class_id=class_id, now=self.storage.now(), lines=lines))
        for desk in self.hub.watchers(class_id):
            desk.send_encoded(changes)

    def _board_totals(self, actor: Actor, class_id: UUID) -> BoardTotals:
        check(self.storage, actor, Action.SEE_BOARD, class_id=class_id)
        return read_board(self.storage, class_id)

    def _board(self, class_id: UUID, totals: BoardTotals) -> Board:
        return Board(
            class_id=class_id,
            now=self.storage.now(),
            lines=tuple(self.hub.board_line(*line) for line in totals.lines),
            heat=totals.heat,
            mistakes=totals.mistakes,
            trouble=_in_both_languages(self.trouble),
        )

    def _roster(self, class_id: UUID) -> protocol.Roster:
        people = self.storage.members(class_id)
        laptops = [one for one in self.storage.laptops_of(person.id for person in people) if not one.is_withdrawn]
        return protocol.Roster(
            class_id=class_id,
            people=tuple(
                RosterPerson(
                    person=one.id,
                    name=one.name,
                    login=one.login,
                    role=one.role,
                    has_password=one.has_password,
                    laptops=tuple(
                        (laptop.id, laptop.name, laptop.seen) for laptop in laptops if laptop.person == one.id
                    )[:100],
                )
                for one in people
            ),
        )

    def _open_code(self, connection: Connection, request: protocol.OpenCode) -> Reply:
        check(self.storage, connection.actor, Action.OPEN_CODE, class_id=request.class_id, person=request.person)
        code, ends = self.admission.open_code(request.class_id, request.person, connection.actor.person)
        return protocol.CodeOpened(code=code, ends=ends)

    # Races and exam rooms

    async def _race_order(self, connection: Connection, request: protocol.RaceOrder) -> Reply:
        class_id = request.race.class_id
        await self.in_thread(self._check_class, connection, Action.RUN_RACE, class_id)
        race = self.hub.races.get(class_id)
        if request.order == "open":
            people = await self.in_thread(self.storage.members, class_id, Role.TRAINEE)
            here = {one.id: one.name for one in people if self.hub.laptops_of(one.id)}
            race = self.hub.races[class_id] = Race(request.race, here)
        elif race is None or race.rules.id != request.race.id:
            if request.order != "end":
                raise UnknownError(what=Message("school.thing.race"))
            race = Race(
                request.race, {}
            )  # the service was restarted during the race: end it for laptops that still wait
            race.end()
        elif request.order == "next":
            race.go_on()
        else:
            race.end()
        if not race.is_over:
            self.hub.notify_class(class_id, race.question)
        self.hub.notify_class(class_id, race.standings())
        if race.is_over and self.hub.races.get(class_id) is race:
            self.hub.races.pop(class_id)
        return Done()

    def _check_class(self, connection: Connection, action: Action, class_id: UUID) -> None:
        check(self.storage, connection.actor, action, class_id=class_id)

    def _race_answer(self, connection: Connection, request: protocol.RaceAnswer) -> None:
        check_role(connection.actor, Action.RACE)
        person = connection.actor.person
        for class_id in connection.classes:
            race = self.hub.races.get(class_id)
            if race is not None and person is not None and race.rules.id == request.race:
                if race.answer(person, request):
                    self.hub.notify_class(class_id, race.standings(), only_staff=not race.all_answered)
                return

    async def _exam_order(self, connection: Connection, request: protocol.ExamRoomOrder) -> Reply:
        class_id = request.class_id
        await self.in_thread(self._check_class, connection, Action.INVIGILATE, class_id)
        people = await self.in_thread(self.storage.members, class_id, Role.TRAINEE)
        wanted = [one.id for one in people if request.person in (None, one.id)]
        if not wanted:
            raise UnknownError(what=Message("school.thing.person"))
        who = await self.in_thread(self.storage.person, connection.actor.person) if connection.actor.person else None
        by = (who.login or who.name) if who else ""
        order = protocol.ExamOrder(sitting=request.sitting, order=request.order, paper=request.paper, by=by)
        told = RecordedOrder(sitting=request.sitting, said=request.order, paper=request.paper, by=by)
        about = str(request.person or class_id)
        await self.in_thread(self.storage.record_exam_order, wanted, told, class_id, connection.actor.person, about)
        for laptop in [one for person in wanted for one in self.hub.laptops_of(person)]:
            if request.order == "begin" and (keys := await self.in_thread(self.keys_for, laptop)):
                laptop.send(keys)
            laptop.send(order)
        return Done()

    def keys_for(self, connection: Connection) -> protocol.SchoolKeys | None:
        """The exam keys for a laptop; the locked ones only while its owner has a paper that is not finished.

        Each lending is logged once per start of the service.
        """
        person, laptop = connection.actor.person, connection.actor.laptop
        if person is None or laptop is None:
            return None
        keys = self.keys_to_lend(any(told.said != "end" for told in self.storage.exam_orders(person)))
        if keys is not None and (laptop, keys) not in self._lent:
            self._lent.add((laptop, keys))
            with suppress(StorageError):  # an exam can begin even if the disk is full
                self.storage.log(person, "lend-keys", str(laptop), "station" if keys.station else "public")
        return keys

    def _copy_sitting(self, connection: Connection, request: protocol.SittingCopy) -> None:
        check_role(connection.actor, Action.SIT_EXAM)
        person, laptop = connection.actor.person, connection.actor.laptop
        if person is None or laptop is None or all(told.said == "end" for told in self.storage.exam_orders(person)):
            return  # not an exam of the school; nobody will ask for it
        if request.name == LOG and not extends_log(request.data, self.storage.copied_log(person, request.sitting)):
            _log.warning("a laptop sent a log that does not continue the one the school has: the older one is kept")
            return
        self.storage.copy_sitting(person, laptop, request.sitting, request.name, request.data)

    def _incident(self, connection: Connection, request: protocol.Incident) -> None:
        check_role(connection.actor, Action.SIT_EXAM)
        now = self.storage.now()
        connection.incidents = [at for at in connection.incidents if 0 <= now - at < _MINUTE]
        if len(connection.incidents) >= _INCIDENTS_A_MINUTE:  # incidents are recorded in the sitting as well
            return
        connection.incidents.append(now)
        told = msgspec.structs.replace(request, person=connection.actor.person)
        for class_id in connection.classes:
            self.hub.notify_class(class_id, told, only_staff=True)


def _in_both_languages(trouble: StorageError | None) -> Names | None:
    """The storage's problem in both languages, for the instructor's desk."""
    if trouble is None:
        return None
    problem = trouble.message.params["problem"]
    return Names(*(say(problem, language)[:_LONGEST_PROBLEM] for language in (Language.ES, Language.EN)))

"""Handles the requests of connections, and sends what they change to the connections that it concerns.

Requests that only read or write the storage are in `storage_requests`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from trainer.school import protocol
from trainer.school.entries import Entry, SealedBody, Sort, body_of
from trainer.school.errors import NotJoinedError, StorageError, UnknownError
from trainer.school.protocol import Board, Done, Reply
from trainer.school.refusals import to_wire
from trainer.school.rights import Action, Actor, check, check_role, not_allowed
from trainer.school.service.admission import Admission
from trainer.school.service.announcements import (
    Announcement,
    ClassChanged,
    ClassesChanged,
    Disconnected,
    ExamOrdered,
    ForPerson,
    ForStaff,
    LinesChanged,
    MembersChanged,
    RaceGone,
    RaceMoved,
)
from trainer.school.service.boards import BoardTotals, LineTotals, read_board, read_lines
from trainer.school.service.group_writer import GroupWriter
from trainer.school.service.hub import Connection, Hub, Presence
from trainer.school.service.installer_turns import InstallerTurns
from trainer.school.service.peers import Peers
from trainer.school.service.races import Race
from trainer.school.service.storage_requests import carry_out, current_members, read_reply
from trainer.school.service_identity import ServiceIdentity
from trainer.school.signed_batches import check_batch
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.exam_rooms import CANDIDATE, LOG, RecordedOrder, extends_log
from trainer.school.storage.people import Role, names_of
from trainer.school.storage.school_storage import Storage
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Message, Names, say

with lazily():  # slow, and needed only for exams
    from trainer.school.sealed_documents import sitting_of
    from trainer.school.sitting_copies import countersigned

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

    def __init__(
        self, storage: Storage, hub: Hub, admission: Admission, school_name: str = "", peers: Peers | None = None
    ) -> None:
        self.storage = storage
        self.school_name = school_name
        self.hub = hub
        self.admission = admission
        self.peers = peers or Peers(storage, hub)
        self._executor = ThreadPoolExecutor(4, "school")
        self.writer = GroupWriter(storage, self._executor)
        self.trouble: StorageError | None = None  # why the storage cannot write at the moment
        self.on_storage_problem: Callable[[StorageError | None], None] = lambda trouble: None
        # Returns the exam keys to lend to a laptop; the argument is whether it has an exam to sit.
        self.keys_to_lend: Callable[[bool], protocol.SchoolKeys | None] = lambda for_exam: None
        # Called with each sealed result that arrives and the candidate's record.
        self.accept_result: Callable[[bytes, bytes, bytes], None] = lambda document, candidate, log: None
        self.identity: ServiceIdentity | None = None  # signs checkpoints of exams
        self.installers = InstallerTurns()  # the installers that are handed out to laptops
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
                await self._race_answer(connection, request)
                return None
            case protocol.Incident():
                await self._incident(connection, request)
                return None
            case protocol.SittingCopy():
                signed = await self.in_thread(self._copy_sitting, connection, request)
                if signed is not None:
                    connection.send(signed)
                return None
            case protocol.RaceOrder():
                return await self._race_order(connection, request)
            case protocol.ExamRoomOrder():
                return await self._exam_order(connection, request)
            case protocol.TableOrder():
                return await self._table_order(connection, request)
            case protocol.OpenCode():
                return await self.in_thread(self._open_code, connection, request)
            case protocol.AskRelease():
                return await self.in_thread(self.installers.release_list)
            case protocol.AskPiece():
                owner = connection.actor.laptop or connection.actor.person
                if owner is None:
                    raise NotJoinedError
                return await self.in_thread(self.installers.piece, owner, request)
            case protocol.AskBoard():
                connection.told.discard("board")
                board = await self._ask_board(connection, request.class_id)
                connection.watching = request.class_id if request.is_live else None
                return board
        connection.told.discard(_ANSWERS.get(type(request), ""))
        reply = await self.in_thread(read_reply, self.storage, connection.actor, request)
        if reply is not None:
            return reply
        await self.announce(*await self.in_thread(carry_out, self.storage, connection.actor, request))
        return Done()

    # Announcements

    async def announce(self, *announcements: Announcement) -> None:
        """Send what has changed to the connections that it concerns, at this service and at the others."""
        for one in announcements:
            await self.deliver(one)
        if self.peers.is_shared and announcements:
            await self.in_thread(self.peers.announce, announcements)

    async def deliver(self, announcement: Announcement) -> None:
        """Send what has changed to the connections of this service that it concerns."""
        match announcement:
            case ClassChanged(what, class_id):
                self.hub.notify_changed(what, class_id)
            case MembersChanged(class_id):
                self.hub.update_members(class_id, await self.in_thread(current_members, self.storage, class_id))
            case ClassesChanged():
                await self._welcome_staff()
            case Disconnected(person, laptop):
                self.hub.disconnect(person, laptop)
            case LinesChanged(class_id, people):
                self.hub.lines_changed(class_id, people)
            case ForStaff(class_id, notice):
                self.hub.send_class(class_id, notice, only_staff=True)
            case ForPerson(class_id, person, notice):
                for one in self.hub.of_class(class_id):
                    if one.actor.laptop is not None and one.actor.person == person:
                        one.send_encoded(notice)
            case RaceGone(class_id, race):
                over = protocol.RaceStandings(race=race, number=0, answered=0, runners=0, lines=(), is_over=True)
                self.hub.notify_class(class_id, over)
            case RaceMoved():
                await self._send_race(announcement)
            case ExamOrdered():
                await self._send_exam_order(announcement)

    async def catch_up(self) -> None:
        """Send every connection what it may have missed while announcements of other services were not heard."""
        for class_id in self.hub.class_ids():
            await self.deliver(MembersChanged(class_id))
            for what in ("assignments", "roster"):
                await self.deliver(ClassChanged(what, class_id))
        for connection in list(self.hub.connections):
            await self.in_thread(self.prepare_greeting, connection)
            self.hub.greet(connection)
        await self.deliver(ClassesChanged())
        self.hub.all_boards_changed()

    def prepare_greeting(self, connection: Connection) -> None:
        """Read what is going on for a connection: races, and for a laptop keys, exam orders and a sitting."""
        person, laptop = connection.actor.person, connection.actor.laptop
        races = [self._race(class_id) for class_id in connection.classes]
        connection.races = [race.question for race in races if race is not None and not race.is_over]
        if person is not None and laptop is not None:
            connection.exams = self.storage.exam_orders(person)
            connection.keys = self.keys_for(connection)
            if connection.exams:
                connection.sitting = self.storage.copied_sitting(person, laptop)

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
            sitting = sitting_of(body.document)
            files = [self.storage.copied_file(person, sitting, name) for name in (CANDIDATE, LOG)]
            self.accept_result(body.document, *files)

    def file_missed_results(self) -> None:
        """File the results of recent exams again: a service that was killed, or a full disk, may have left some unfiled
        that are stored. Those that are filed stay as they are."""
        for person in self.storage.examined():
            for entry in self.storage.entries_of_sort(person, Sort.SITTING):
                self._file_result(person, entry)

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
        """Note that a laptop was seen and, if ``settled`` names its owner, that it could have sent all it had."""
        with suppress(StorageError):  # a failed update is no reason to disconnect
            self.storage.note_laptop_seen(laptop, ahead)
            if settled is not None:
                self.storage.note_contact(laptop, settled)

    def _status(self, connection: Connection, request: protocol.Status) -> None:
        """Note what a trainee is doing, and notify the boards."""
        connection.status, connection.status_at = request, self.storage.now()
        self.hub.board_changed(connection)

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
            installer=self.installers.version(),
        )

    async def _ask_board(self, connection: Connection, class_id: UUID) -> Board:
        """The live board: totals from the storage, and who is connected from the hub."""
        return self._board(class_id, *await self.in_thread(self._board_totals, connection.actor, class_id))

    async def board(self, class_id: UUID) -> Board:
        """The live board of a class, without asking whether somebody may see it."""
        return self._board(class_id, *await self.in_thread(self._board_totals, None, class_id))

    def _push_soon(self, class_id: UUID) -> None:
        """Send the changes of a board within a second, together with those that happen meanwhile."""
        task = self._pushing.get(class_id)
        if task is None or task.done():
            self._pushing[class_id] = asyncio.create_task(self._push_changes(class_id))

    async def _push_changes(self, class_id: UUID) -> None:
        await asyncio.sleep(PUSH_SECONDS)
        people = self.hub.take_changed(class_id)
        try:
            totals, elsewhere = await self.in_thread(self._line_totals, class_id, people)
        except (StorageError, RuntimeError):  # the desks ask for the whole board from time to time anyway
            return
        lines = tuple(self.hub.board_line(line, elsewhere.get(line.person)) for line in totals)
        changes = protocol.encoded(protocol.BoardChanges(class_id=class_id, now=self.storage.now(), lines=lines))
        for desk in self.hub.watchers(class_id):
            desk.send_encoded(changes)

    def _line_totals(self, class_id: UUID, people: set[UUID] | None) -> tuple[list[LineTotals], dict[UUID, Presence]]:
        lines = read_lines(self.storage, class_id, people)
        return lines, self.peers.elsewhere([line.person for line in lines])

    def _board_totals(self, actor: Actor | None, class_id: UUID) -> tuple[BoardTotals, dict[UUID, Presence]]:
        if actor is not None:
            check(self.storage, actor, Action.SEE_BOARD, class_id=class_id)
        totals = read_board(self.storage, class_id)
        return totals, self.peers.elsewhere([line.person for line in totals.lines])

    def _board(self, class_id: UUID, totals: BoardTotals, elsewhere: Mapping[UUID, Presence]) -> Board:
        return Board(
            class_id=class_id,
            now=self.storage.now(),
            lines=tuple(self.hub.board_line(line, elsewhere.get(line.person)) for line in totals.lines),
            heat=totals.heat,
            mistakes=totals.mistakes,
            trouble=_in_both_languages(self.trouble),
        )

    def _open_code(self, connection: Connection, request: protocol.OpenCode) -> Reply:
        check(self.storage, connection.actor, Action.OPEN_CODE, class_id=request.class_id, person=request.person)
        code, ends = self.admission.open_code(request.class_id, request.person, connection.actor.person)
        return protocol.CodeOpened(code=code, ends=ends)

    # Races and exam rooms

    def _race(self, class_id: UUID) -> Race | None:
        """The last race of a class."""
        state = self.storage.race(class_id)
        if state is None:
            return None
        return Race.restored(state, names_of(self.storage.members(class_id, Role.TRAINEE)))

    async def _table_order(self, connection: Connection, request: protocol.TableOrder) -> Reply:
        """Send a guest or an incident to a trainee's laptops; whoever is not at a table ignores it."""
        await self.in_thread(self._check_table_order, connection.actor, request)
        event = protocol.TableEvent(order=request.order, seat=request.seat)
        await self.announce(ForPerson(request.class_id, request.person, protocol.encoded(event)))
        return Done()

    def _check_table_order(self, actor: Actor, request: protocol.TableOrder) -> None:
        check(self.storage, actor, Action.RUN_RACE, class_id=request.class_id)
        if request.person not in {one.id for one in self.storage.members(request.class_id, Role.TRAINEE)}:
            raise UnknownError(what=Message("school.thing.person"))

    async def _race_order(self, connection: Connection, request: protocol.RaceOrder) -> Reply:
        connected = {one.actor.person for one in self.hub.of_class(request.race.class_id) if one.actor.laptop}
        await self.announce(await self.in_thread(self._move_race, connection.actor, request, connected))
        return Done()

    def _move_race(self, actor: Actor, request: protocol.RaceOrder, connected: set[UUID | None]) -> Announcement:
        """Open, continue or end a race; ``connected`` are the people who are connected to this service."""
        class_id = request.race.class_id
        check(self.storage, actor, Action.RUN_RACE, class_id=class_id)
        if request.order == "open":
            self.storage.check_rules(request.race.rules)
            people = names_of(self.storage.members(class_id, Role.TRAINEE))
            here = connected | self.peers.elsewhere(list(people)).keys()
            race = Race(request.race, {person: name for person, name in people.items() if person in here})
            self.storage.open_race(class_id, request.race.id, race.stored())
            return RaceMoved(class_id, has_question=True)
        found = self._race(class_id)
        if found is None or found.rules.id != request.race.id:
            if request.order != "end":
                raise UnknownError(what=Message("school.thing.race"))
            return RaceGone(class_id, request.race.id)  # laptops may still wait for it
        before = found.number
        if request.order == "next":
            found.go_on()
        else:
            found.end()
        self.storage.move_race(class_id, found.rules.id, before, found.number, is_over=found.is_over)
        return RaceMoved(class_id, has_question=not found.is_over)

    async def _race_answer(self, connection: Connection, request: protocol.RaceAnswer) -> None:
        check_role(connection.actor, Action.RACE)
        person = connection.actor.person
        if person is not None:
            await self.announce(*await self.in_thread(self._count_race_answer, connection, person, request))

    def _count_race_answer(
        self, connection: Connection, person: UUID, request: protocol.RaceAnswer
    ) -> list[Announcement]:
        for class_id in tuple(connection.classes):
            race = self._race(class_id)
            if race is None or race.rules.id != request.race:
                continue
            answer = msgspec.msgpack.encode(request)
            if race.answer(person, request) and self.storage.add_race_answer(
                class_id, race.rules.id, request.number, person, answer
            ):
                now = self._race(class_id)  # others may have answered meanwhile
                return [RaceMoved(class_id, has_question=False, only_staff=not (now and now.all_answered))]
            break
        return []

    async def _send_race(self, moved: RaceMoved) -> None:
        """Send the question or the standings of a class's race."""
        race = await self.in_thread(self._race, moved.class_id)
        if race is not None:
            if moved.has_question and not race.is_over:
                self.hub.notify_class(moved.class_id, race.question)
            self.hub.notify_class(moved.class_id, race.standings(), only_staff=moved.only_staff)

    async def _exam_order(self, connection: Connection, request: protocol.ExamRoomOrder) -> Reply:
        await self.announce(await self.in_thread(self._record_exam_order, connection.actor, request))
        return Done()

    def _record_exam_order(self, actor: Actor, request: protocol.ExamRoomOrder) -> Announcement:
        class_id = request.class_id
        check(self.storage, actor, Action.INVIGILATE, class_id=class_id)
        people = self.storage.members(class_id, Role.TRAINEE)
        wanted = [one.id for one in people if request.person in (None, one.id)]
        if not wanted:
            raise UnknownError(what=Message("school.thing.person"))
        who = self.storage.person(actor.person) if actor.person else None
        by = (who.login or who.name) if who else ""
        told = RecordedOrder(sitting=request.sitting, said=request.order, paper=request.paper, by=by)
        about = str(request.person or class_id)
        self.storage.record_exam_order(wanted, told, class_id, actor.person, about)
        return ExamOrdered(class_id, request.sitting, request.person, request.order, by)

    async def _send_exam_order(self, ordered: ExamOrdered) -> None:
        """Send an order to the laptops of a class, or of one person in it; with the first, the paper and the keys."""
        laptops = [
            one
            for one in self.hub.of_class(ordered.class_id)
            if one.actor.laptop is not None and ordered.person in (None, one.actor.person)
        ]
        is_begin = ordered.order == "begin"
        paper = b""
        if laptops and is_begin:
            paper = await self.in_thread(self.storage.exam_paper, ordered.class_id, ordered.sitting)
        order = protocol.ExamOrder(sitting=ordered.sitting, order=ordered.order, paper=paper, by=ordered.by)
        for laptop in laptops:
            if is_begin and (keys := await self.in_thread(self.keys_for, laptop)):
                laptop.send(keys)
            laptop.send(order)

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

    def _copy_sitting(self, connection: Connection, request: protocol.SittingCopy) -> protocol.CounterSigned | None:
        """Store a file of a running sitting; returns the service's signature on the newest checkpoint of a log."""
        check_role(connection.actor, Action.SIT_EXAM)
        person, laptop = connection.actor.person, connection.actor.laptop
        if person is None or laptop is None or all(told.said == "end" for told in self.storage.exam_orders(person)):
            return None  # not an exam of the school; nobody will ask for it
        known = self.storage.copied_file(person, request.sitting, LOG) if request.name == LOG else b""
        if not extends_log(request.data, known):
            _log.warning("a laptop sent a log that does not continue the one the school has: the older one is kept")
            return None
        self.storage.copy_sitting(person, laptop, request.sitting, request.name, request.data)
        if self.identity is None or request.name != LOG or not request.countersigned:
            return None
        signed = countersigned(self.identity, request.sitting, request.data, self.storage.now())
        if signed is not None:
            self.storage.log(person, "countersign", request.sitting, f"{signed.checkpoint} {signed.hash}")
        return signed

    async def _incident(self, connection: Connection, request: protocol.Incident) -> None:
        check_role(connection.actor, Action.SIT_EXAM)
        now = self.storage.now()
        connection.incidents = [at for at in connection.incidents if 0 <= now - at < _MINUTE]
        if len(connection.incidents) >= _INCIDENTS_A_MINUTE:  # incidents are recorded in the sitting as well
            return
        connection.incidents.append(now)
        notice = protocol.encoded(msgspec.structs.replace(request, person=connection.actor.person))
        await self.announce(*(ForStaff(class_id, notice) for class_id in connection.classes))


def _in_both_languages(trouble: StorageError | None) -> Names | None:
    """The storage's problem in both languages, for the instructor's desk."""
    if trouble is None:
        return None
    problem = trouble.message.params["problem"]
    return Names(*(say(problem, language)[:_LONGEST_PROBLEM] for language in (Language.ES, Language.EN)))

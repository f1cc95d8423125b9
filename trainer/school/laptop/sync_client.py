"""Synchronising with the service, as a state machine without a network: bytes in, bytes out.

It sends and fetches answers, fetches assignments, shared rules and installers, and reports what the trainee is doing.

A laptop records first and sends later; no answer ever waits for the network. A transport (Qt at the desk, asyncio in
tests and on the command line) calls `connected`, `received`, `disconnected` and regularly `tick`, and sends what is
passed to `send`. After an interruption, sleep or a restart of either side the client starts over by itself: the service
says what it has, and the client sends the rest.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from enum import StrEnum
from uuid import UUID

import msgspec

from trainer.school import protocol
from trainer.school.assignments import Assignment, Work
from trainer.school.credentials import CONNECT, LaptopKey
from trainer.school.entries import LARGEST_BODY, digest_of
from trainer.school.errors import MalformedError, OtherCertificateError
from trainer.school.installers.download import InstallerDownload
from trainer.school.laptop.address_search import AddressSearch
from trainer.school.laptop.links import Link, LinkBook, checksum_of
from trainer.school.laptop.local_entries import LocalEntries
from trainer.school.refusals import from_wire, refusal_message
from trainer.school.shared_rules import digest_of_rules
from trainer.school.signed_batches import make_batch, split_entries
from trainer.texts import Message

_log = logging.getLogger(__name__)

PING_MS = 10_000
SILENCE_MS = 35_000  # a connection without messages for this long is considered dead
_BATCH_SIZE = 200
_BATCH_ERRORS = ("malformed", "tampered")
_NEEDED = ("Challenge", "Welcome", "Stored", "Pulled", "Refused")  # messages without which nothing is synchronised
_PAUSE_TICKS = 5  # ticks before asking again a service that could not store anything


class State(StrEnum):
    """The state of synchronising. Texts: ``school.state.ID``."""

    AWAY = "away"  # no connection
    ENTERING = "entering"
    SYNCING = "syncing"
    IN_STEP = "in-step"  # nothing waits on either side
    REFUSED = "refused"  # the service does not accept this laptop (any more)


class SyncClient:
    """The link of one profile to its school. ``now`` returns milliseconds since 1970 by this laptop's clock."""

    def __init__(self, link: Link, book: LinkBook, local: LocalEntries, now: Callable[[], int]) -> None:
        self.link = link
        self.search = AddressSearch(link.address)
        self.state = State.AWAY
        self.trouble: Message | None = None
        self.ahead = 0  # milliseconds by which our clock is ahead of the service's, for display
        self.refused: dict[bytes, Message] = {}  # entries that the service refuses, with the reason
        self.assigned = _read_assigned(book.assigned(link.profile))
        self.welcome: protocol.Welcome | None = None
        self.send: Callable[[bytes], None] = lambda data: None
        self.close: Callable[[], None] = lambda: None
        self.on_change: Callable[[], None] = lambda: None
        self.on_notice: Callable[[protocol.Notice], None] = lambda notice: None
        self.on_rules: Callable[[str], None] = lambda digest: None  # shared rules have arrived, or do not exist
        self.can_store: Callable[[], bool] = lambda: (
            True
        )  # False while a question is open, because the records are in use
        self.installer = InstallerDownload(self.send_message, now)
        self._book = book
        self._local = local
        self._now = now
        self._key = LaptopKey(link.key)
        self._known = book.known(link.profile)
        self._checksum = checksum_of(self._known)
        self._pulled, self.synced = book.position(link.profile)
        self._waiting: deque[bytes] = deque()
        self._queued: set[bytes] = set()
        self._sent: dict[bytes, bytes] = {}  # the batch being sent: id → digest
        self._number = 0
        self._batch_size = _BATCH_SIZE
        self._is_pulling = False
        self._has_compared_everything = False
        self._must_pull = False  # pull as soon as `can_store` allows it
        self._pause_ticks = 0  # ticks during which nothing is sent
        self._last_heard = self._last_ping = 0
        self._enqueue(self._local.ids())

    # For display

    @property
    def waiting(self) -> int:
        """The number of entries that the service does not have yet."""
        return len(self._waiting) + len(self._sent)

    def unfinished_work(self) -> list[tuple[Assignment, Work | None]]:
        """The unfinished assignments, earliest deadline first, with the progress on each according to the service or
        this laptop, whichever is further."""
        here = self._local.work(UUID(bytes=self.link.person), [one.id for one in self.assigned.assignments])
        best: dict[UUID, Work] = {}
        for work in (*self.assigned.work, *here):
            if work.assignment not in best or work.answers > best[work.assignment].answers:
                best[work.assignment] = work
        found = []
        for assignment in self.assigned.assignments:
            mine = best.get(assignment.id)
            if not (mine and mine.is_done(assignment)):
                found.append((assignment, mine))
        return sorted(found, key=lambda pair: (pair[0].deadline == 0, pair[0].deadline, pair[0].made))

    # Called by the transport

    def connected(self, fingerprint: bytes) -> None:
        """A connection is open; raises `OtherCertificateError` if the certificate is not the pinned one."""
        if fingerprint != self.link.fingerprint:
            raise OtherCertificateError
        self._reset_exchange()
        _log.info("connected to the school")
        self.state = State.ENTERING
        self._last_heard = self._now()

    def disconnected(self) -> None:
        """The connection is lost; entries that were being sent wait again."""
        self._reset_exchange()
        self.installer.disconnected()
        if not self.is_accepted:
            self.search.failed()
        if self.state is not State.REFUSED:
            self.state = State.AWAY
        _log.info("disconnected from the school, entries waiting: %d", self.waiting)
        self.on_change()

    def _reset_exchange(self) -> None:
        """Put the entries that were being sent back into the queue, and reset the exchange."""
        self._waiting.extendleft(reversed(self._sent))
        self._queued |= self._sent.keys()
        self._sent = {}
        self._is_pulling = False
        self._has_compared_everything = False
        self._pause_ticks = 0

    def received(self, data: bytes) -> None:
        """Handle a message of the service. One that cannot be decoded ends the connection if the exchange needs it; any
        other may be from a later version, and answers are still sent."""
        try:
            message = protocol.read_from_service(data)
        except MalformedError as error:
            kind = protocol.kind_of(data)
            _log.warning("the school's message cannot be read: %r", kind[:40])
            self.trouble = error.message
            if not kind or kind in _NEEDED:
                self.close()
            return
        self._last_heard = self._now()
        match message:
            case protocol.Challenge():
                signature = self._key.sign(CONNECT, message.nonce + self.link.fingerprint + self.link.laptop)
                self._send_message(protocol.Prove(laptop=self.link.laptop, signature=signature))
            case protocol.Welcome():
                self._welcomed(message)
            case protocol.Stored():
                self._batch_confirmed(message)
            case protocol.Pulled():
                self._store_pulled(message)
            case protocol.Pong():
                # The service read its clock about half way between our sending and receiving.
                self.ahead = (message.sent + self._now()) // 2 - message.now
            case protocol.Assigned():
                self.assigned = message
                self._book.store_assigned(self.link.profile, protocol.encoded(message))
                for digest in {one.rules for one in message.assignments if one.rules}:
                    self.ask_rules(digest)
            case protocol.SharedRules():
                if message.data and digest_of_rules(message.data) == message.digest:
                    self._book.store_rules(message.digest, message.data)
                self.on_rules(message.digest)
            case protocol.Refused():
                self._handle_refusal(message)
            case protocol.Changed(what="assignments"):
                self._send_message(protocol.AskAssignments())
            case (
                protocol.RaceQuestion()
                | protocol.RaceStandings()
                | protocol.ExamOrder()
                | protocol.TableEvent()
                | protocol.SchoolKeys()
                | protocol.SittingCopy()
                | protocol.CounterSigned()
            ):
                self.on_notice(message)
            case protocol.ReleaseList() | protocol.Piece():
                self.installer.received(message)
                return
            case _:
                return
        self.on_change()

    def tick(self) -> None:
        """Queue new records, ping, and detect a dead connection. To be called about once a second."""
        self._enqueue(self._local.fresh())
        if self.state not in (State.SYNCING, State.IN_STEP):
            if self.state is State.ENTERING and self._now() - self._last_heard > SILENCE_MS:
                self.close()
            return
        now = self._now()
        if now - self._last_heard > SILENCE_MS or now < self._last_heard - PING_MS:  # slept, or clock set
            self.close()
            return
        if now - self._last_ping >= PING_MS:
            self._ping()
        self.installer.tick()
        self._pause_ticks = max(0, self._pause_ticks - 1)
        if self._must_pull and not self._pause_ticks and self.can_store() and not (self._is_pulling or self._sent):
            self._pull()
        self._send_next()

    def report(self, status: protocol.Status) -> None:
        """Send what the trainee is doing, for the live board."""
        if self.state in (State.SYNCING, State.IN_STEP):
            self._send_message(status)

    def ask_rules(self, digest: str) -> None:
        """Ask for shared rules that are not here yet."""
        if self.is_accepted and not self._book.rules(digest):
            self._send_message(protocol.AskRules(digest=digest))

    @property
    def is_accepted(self) -> bool:
        """Whether the service has accepted this connection."""
        return self.state in (State.SYNCING, State.IN_STEP)

    def send_message(self, message: protocol.Request) -> None:
        """Send a message that is not part of synchronising, such as a race answer or an incident, if connected."""
        if self.is_accepted:
            self._send_message(message)

    # Synchronising

    def _welcomed(self, message: protocol.Welcome) -> None:
        """Start synchronising, from what the service says it has."""
        self.welcome = message
        self.trouble = None
        if self.search.reached():
            _log.info("the school has another address")
            self.link = msgspec.structs.replace(self.link, address=self.search.last)
            self._book.store_link(self.link)
        self.state = State.SYNCING
        self._ping()
        self._send_message(protocol.AskAssignments())
        self._enqueue(self._local.ids())
        if message.stored < self._pulled:  # the service was restored from a backup and has fewer entries
            self._compare_everything()
        elif message.stored > self._pulled:
            self._pull()
        else:
            self._verify_checksum(message.stored, message.checksum)
        self._send_next()
        self.installer.welcomed(message.installer)

    def _ping(self) -> None:
        self._last_ping = self._now()
        self._send_message(protocol.Ping(sent=self._last_ping, ahead=self.ahead, waiting=self.waiting))

    def _enqueue(self, ids: Iterable[bytes]) -> None:
        """Queue the ids that the service is not known to have."""
        for number in ids:
            if not (number in self._known or number in self._queued or number in self._sent or number in self.refused):
                self._waiting.append(number)
                self._queued.add(number)

    def _send_next(self) -> None:
        """Send the next batch unless one is being sent. If nothing waits, everything is synchronised."""
        if self._is_pulling or self._sent or self._pause_ticks:
            return
        while self._waiting and not self._sent:
            ids = [self._waiting.popleft() for _ in range(min(self._batch_size, len(self._waiting)))]
            self._queued.difference_update(ids)
            found = self._local.entries([number for number in ids if number not in self._known])
            too_large = [entry.id for entry in found if len(entry.body) > LARGEST_BODY]
            self.refused.update(dict.fromkeys(too_large, Message("school.why.size")))
            found = [entry for entry in found if entry.id not in self.refused]
            groups = list(split_entries(found))
            for group in reversed(groups[1:]):
                self._waiting.extendleft(entry.id for entry in reversed(group))
                self._queued.update(entry.id for entry in group)
            if groups:
                self._sent = {entry.id: digest_of(entry) for entry in groups[0]}
                self._number += 1
                batch = make_batch(self.link.laptop, self._key, groups[0])
                self._send_message(protocol.Push(number=self._number, batch=batch, waiting=len(self._waiting)))
                self.state = State.SYNCING
        if not self._sent and not self._must_pull:
            if self.state is not State.IN_STEP:
                _log.info("synchronised, entries: %d, refused: %d", len(self._known), len(self.refused))
            self.state = State.IN_STEP
            self.synced = self._now()
            self._book.set_synced(self.link.profile, self.synced)

    def _batch_confirmed(self, message: protocol.Stored) -> None:
        """Handle the confirmation of a batch."""
        if message.number != self._number:
            return
        sent, self._sent = self._sent, {}
        self._batch_size = _BATCH_SIZE
        self.trouble = None
        kept = [(number, sent[number]) for number in message.kept if number in sent]
        self.refused.update({number: from_wire(why) for number, why in message.refused if number in sent})
        fresh = [one for one in kept if one[0] not in self._known]
        # If only our entries were added, everything up to the last is known; otherwise pull what came in between.
        only_ours = message.stored == self._pulled + len(fresh)
        self._mark_known(fresh, message.stored if only_ours else self._pulled)
        if only_ours:
            self._verify_checksum(message.stored, message.checksum)
        else:
            self._pull()
        self._send_next()

    def _pull(self) -> None:
        """Ask for the entries after the last known number, as soon as they may be stored."""
        self._must_pull = not self.can_store()
        if self._must_pull:
            return
        self._is_pulling = True
        self._send_message(protocol.Pull(after=self._pulled))

    def _store_pulled(self, message: protocol.Pulled) -> None:
        """Store the entries that were pulled."""
        self._is_pulling = False
        self._must_pull = not self.can_store() and any(entry.id not in self._known for entry in message.entries)
        if self._must_pull:
            self._send_next()
            return
        fresh = [(entry.id, digest_of(entry)) for entry in message.entries if entry.id not in self._known]
        self._local.keep([entry for entry in message.entries if entry.id not in self._known])
        self._mark_known(fresh, message.last)
        if message.entries and message.last < message.stored:
            self._pull()
        elif message.last >= message.stored:
            self._verify_checksum(message.stored, message.checksum)
        self._send_next()

    def _mark_known(self, fresh: list[tuple[bytes, bytes]], pulled: int) -> None:
        """Note that the service has these entries."""
        self._book.mark_known(self.link.profile, fresh, pulled)
        self._known.update(fresh)
        self._checksum = checksum_of(dict([*fresh, (b"", self._checksum)]))
        self._pulled = pulled

    def _verify_checksum(self, stored: int, checksum: bytes) -> None:
        """If count or checksum differ from the service's, compare all entries again, once per connection."""
        if self._sent or self._is_pulling or self._must_pull:
            return
        if (stored, checksum) != (len(self._known), self._checksum) and not self._has_compared_everything:
            self._compare_everything()

    def _compare_everything(self) -> None:
        """Forget what the service has, and compare everything."""
        _log.warning("laptop and school differ: comparing all entries")
        self._has_compared_everything = True
        self._book.forget_known(self.link.profile)
        self._known.clear()
        self._checksum = checksum_of({})
        self._pulled = 0
        self._waiting.clear()
        self._queued.clear()
        self._enqueue(self._local.ids())
        self._pull()

    def _handle_refusal(self, message: protocol.Refused) -> None:
        """Handle a refusal: wait, split the batch, or stop."""
        _log.warning("the school refused a request: %s", message.why)
        self.trouble = refusal_message(message)
        if message.why == protocol.NOT_STORED and self.is_accepted:
            # The service cannot store anything: stay connected, keep everything and ask again later.
            self._must_pull = self._must_pull or self._is_pulling
            self._reset_exchange()
            self.state, self._pause_ticks = State.SYNCING, _PAUSE_TICKS
            return
        if message.why in ("not-joined", "session-over"):
            self.state = State.REFUSED
        elif self._sent and message.why in _BATCH_ERRORS:
            # Send smaller batches until the entry that is refused is alone and the others get through.
            if len(self._sent) == 1:
                self.refused.update(dict.fromkeys(self._sent, self.trouble))
                self._sent = {}
            self._batch_size = max(1, len(self._sent) // 4)
        self.close()  # and reconnect after a while

    def _send_message(self, message: protocol.Request | protocol.Prove) -> None:
        self.send(protocol.encoded(message))


def _read_assigned(data: bytes) -> protocol.Assigned:
    """The stored list of assignments; empty if it cannot be decoded."""
    try:
        found = protocol.read_from_service(data) if data else None
    except MalformedError:
        found = None
    return found if isinstance(found, protocol.Assigned) else protocol.Assigned(assignments=())

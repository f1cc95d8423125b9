"""Events of a sitting and the hash chain of its log.

Every event has its number ``n``, the monotonic clock ``ms`` (which also runs during sleep), the exam time ``used`` so
far, the wall clock and the boot id. Exam time runs only while the candidate works. Staff appear as ids, never by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.keys import Domain, PublicKey, parse_hex
from trainer.exams.result import ChainedEvent, SittingHeader
from trainer.system.digests import sha256
from trainer.texts import Message
from trainer.texts.parse_errors import parser_problem

LONGEST_ANSWER = 4000  # characters; the longest real answer has a few hundred
LONGEST_NOTE = 500


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Fields of every event. Times are milliseconds; ``wall`` counts from 1970 in UTC."""

    n: int
    ms: int
    used: int
    wall: int
    boot: str


class Committed(Event, frozen=True, tag="committed"):
    """The sitting exists. The hash fixes its paper before anybody has seen it."""

    seed: str
    paper: str


class Identified(Event, frozen=True, tag="identified"):
    """The invigilator compared the candidate with a document; no picture is stored."""

    by: str
    document: str  # what kind of document


class Unlocked(Event, frozen=True, tag="unlocked"):
    """The invigilator opened the paper with its code."""

    by: str


class MachineChecked(Event, frozen=True, tag="machine-checked"):
    """Measurements of the machine before the exam; timed parts depend on them."""

    screen: str
    screens: int
    frame_ms: int
    latency_ms: int
    free_mb: int
    readers: tuple[str, ...]  # screen readers and magnifiers, which may take the focus
    timed_parts: bool  # whether the machine is fast enough for them


class Practised(Event, frozen=True, tag="practised"):
    """An answer to the practice item."""

    answer: str


class Started(Event, frozen=True, tag="started"):
    """The candidate begins and the time runs."""


class PartStarted(Event, frozen=True, tag="part-started"):
    """A part begins."""

    part: str


class Shown(Event, frozen=True, tag="shown"):
    """An item is shown."""

    item: int


class Given(Event, frozen=True, tag="answer"):
    """An answer, on disk before anything else is shown.

    ``raw`` is the time on the item. The frame in which the item appeared, the input latency and stalls of the machine
    are subtracted from it.
    """

    item: int
    answer: str
    raw: int
    frame: int
    latency: int
    stalls: int

    @property
    def corrected(self) -> int:
        """Answer time in milliseconds after the corrections."""
        return max(0, self.raw - self.frame - self.latency - self.stalls)


class Flagged(Event, frozen=True, tag="flagged"):
    """The candidate set or removed a flag."""

    item: int
    on: bool


class ItemClosed(Event, frozen=True, tag="item-closed"):
    """The time of an item ran out."""

    item: int


class PartFinished(Event, frozen=True, tag="part-finished"):
    """A part is closed for good."""

    part: str
    why: str  # ``candidate`` or ``time``


class Paused(Event, frozen=True, tag="paused"):
    """The invigilator paused the sitting; exam time stops."""

    by: str
    why: str


class Continued(Event, frozen=True, tag="continued"):
    """The invigilator ended a pause."""

    by: str


class Resumed(Event, frozen=True, tag="resumed"):
    """The sitting goes on after the program ended unexpectedly: same item, same time left, opened with the paper's
    code."""

    by: str
    torn: int  # bytes of an incomplete last line that were dropped
    away: int  # milliseconds by the wall clock


class ExtraTime(Event, frozen=True, tag="extra-time"):
    """The invigilator added time to the current part."""

    by: str
    added: int
    why: str


class Incident(Event, frozen=True, tag="incident"):
    """Something a person should look at. It records what was seen, without a judgement."""

    what: str
    detail: str
    lasted: int


INCIDENTS = (
    "moved",
    "clock-changed",
    "clock-doubtful",
    "register-behind",
    "gap",
    "restarted",
    "second-screen",
    "screen-added",
    "screen-removed",
    "not-in-front",
    "screen-changed",
    "clipboard",
    "clipboard-used",
    "session-locked",
    "session-ends",
    "program-closed",
    "sensor-lost",
    "stall",
)


def incident_message(what: str) -> Message:
    """Text of an incident; unknown kinds are shown by their id."""
    return Message(f"exams.incident.{what}") if what in INCIDENTS else Message("exams.incident.other", {"what": what})


class WrongCode(Event, frozen=True, tag="wrong-code"):
    """A wrong code or password was given."""

    role: str
    tries: int


class Checkpoint(Event, frozen=True, tag="checkpoint"):
    """The invigilator's own key signs the log so far, see `checkpoint_bytes`: nothing before it can be rewritten with
    the station's key alone."""

    by: str
    key: str  # public key of the invigilator
    signature: str


class CounterSigned(Event, frozen=True, tag="counter-signed"):
    """The school's service signed a checkpoint with its own key and clock, see `countersignature`."""

    checkpoint: int  # number of that event
    hash: str
    at: str  # by the service's clock
    certificate: str  # of the service, DER in hexadecimal
    signature: str


class HandedIn(Event, frozen=True, tag="handed-in"):
    """The sitting is over."""

    why: str  # ``candidate``, ``time`` or ``invigilator``
    by: str = ""  # the invigilator who ended it
    note: str = ""  # the invigilator's reason


AnyEvent = (
    Committed
    | Identified
    | Unlocked
    | MachineChecked
    | Practised
    | Started
    | PartStarted
    | Shown
    | Given
    | Flagged
    | ItemClosed
    | PartFinished
    | Paused
    | Continued
    | Resumed
    | ExtraTime
    | Incident
    | WrongCode
    | Checkpoint
    | CounterSigned
    | HandedIn
)


def read_event(plain: dict[str, Any]) -> AnyEvent:
    """Parse an event; raises `RefusedError` with its number."""
    try:
        event: AnyEvent = msgspec.convert(plain, AnyEvent)
        return event
    except msgspec.ValidationError as error:
        number = plain.get("n", "?") if isinstance(plain, dict) else "?"
        params = {"event": str(number), "reason": parser_problem(error)}
        raise RefusedError(Message("exams.refused.unknown-event", params)) from None


# ── the chain ────────────────────────────────────────────────────────────────────────────────────────────────────────


def first_hash(header: SittingHeader | dict[str, Any]) -> str:
    """First hash of the chain, over the header that binds the sitting to its paper, candidate and station.

    >>> start = first_hash({"paper": "p1", "sitting": "s1", "station": "k1"})
    >>> next_hash(start, {"kind": "start", "ms": 0, "n": 0})
    '27eca37ce4ceb6e208bd1d7899e7af3cc28f4361f2ad3c07a4c347f04fd7f71f'
    """
    plain = header if isinstance(header, dict) else msgspec.to_builtins(header)
    return sha256(b"ct-sitting-v1\0" + canonical(plain)).hexdigest()


def next_hash(before: str, event: dict[str, Any]) -> str:
    """Hash over the previous hash and the next event."""
    return sha256(b"ct-event-v1\0" + bytes.fromhex(before) + canonical(event)).hexdigest()


def chained(before: str, event: AnyEvent) -> ChainedEvent:
    """Event with its hash, ready for the log."""
    plain = msgspec.to_builtins(event)
    return ChainedEvent(event=plain, hash=next_hash(before, plain))


def checkpoint_bytes(sitting: str, number: int, before: str) -> bytes:
    """What a checkpoint signs: the sitting, the checkpoint's number and the hash of the event before it."""
    return canonical({"after": before, "n": number, "sitting": sitting})


def check_checkpoints(header: SittingHeader, events: Sequence[ChainedEvent]) -> None:
    """Raise `RefusedError` at the first checkpoint that its key did not sign; `provenance` checks whose key it is."""
    for place, each in enumerate(events):
        if each.event.get("kind") != "checkpoint" or not place:
            continue
        event = read_event(each.event)
        assert isinstance(event, Checkpoint)
        try:
            covered = checkpoint_bytes(header.sitting, place, events[place - 1].hash)
            holds = PublicKey.from_text(event.key).signed(Domain.CHECKPOINT, covered, parse_hex(event.signature))
        except (RefusedError, ValueError):
            holds = False
        if not holds:
            raise RefusedError(Message("exams.refused.checkpoint", {"event": place}))


def check_chain(header: SittingHeader, events: tuple[ChainedEvent, ...] | list[ChainedEvent]) -> None:
    """Raise `RefusedError` at the first event that was changed, dropped, added or moved."""
    before = first_hash(header)
    seen: set[int] = set()
    for place, each in enumerate(events):
        number = each.event.get("n")
        expected = next_hash(before, each.event)
        if number != place:
            raise RefusedError(_out_of_place(place, number, seen))
        if each.hash != expected:
            raise RefusedError(Message("exams.refused.event-changed", {"event": place}))
        seen.add(place)
        before = expected


def _out_of_place(place: int, number: Any, seen: set[int]) -> Message:
    """Refusal for an event whose number is not its position."""
    if not isinstance(number, int) or isinstance(number, bool):
        return Message("exams.refused.event-changed", {"event": place})
    if number in seen:
        return Message("exams.refused.event-doubled", {"event": number, "place": place})
    return Message("exams.refused.event-missing", {"event": place, "found": number})

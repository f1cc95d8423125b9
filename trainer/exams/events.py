"""What can happen in a sitting, as records of a chained log.

Every event has its number ``n``, the machine's running clock ``ms`` (which goes on while the lid is closed), the exam
time ``used`` so far, the wall clock and the boot. ``used`` runs only while the candidate works. Staff are ids, without
names.
"""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.result import ChainedEvent, SittingHeader
from trainer.system.digests import sha256
from trainer.texts import Message
from trainer.texts.parse_errors import parser_problem

LONGEST_ANSWER = 4000  # characters: the longest real one, all cells of a layout, has some hundreds
LONGEST_NOTE = 500


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Anything that happened; times in milliseconds, the wall clock since 1970 in UTC."""

    n: int
    ms: int
    used: int
    wall: int
    boot: str


class Committed(Event, frozen=True, tag="committed"):
    """The sitting exists; which paper it will be is fixed by its hash, before anybody has seen it."""

    seed: str
    paper: str


class Identified(Event, frozen=True, tag="identified"):
    """The invigilator looked at the candidate and a document; no picture is kept."""

    by: str
    document: str  # what kind of document


class Unlocked(Event, frozen=True, tag="unlocked"):
    by: str


class MachineChecked(Event, frozen=True, tag="machine-checked"):
    """The equipment before the exam: the calibration that timed parts rest on."""

    screen: str
    screens: int
    frame_ms: int
    latency_ms: int
    free_mb: int
    readers: tuple[str, ...]  # screen readers and magnifiers, which take the focus and may
    timed_parts: bool  # whether the machine is quick enough for them


class Practised(Event, frozen=True, tag="practised"):
    answer: str


class Started(Event, frozen=True, tag="started"):
    """The candidate may work: the time runs."""


class PartStarted(Event, frozen=True, tag="part-started"):
    part: str


class Shown(Event, frozen=True, tag="shown"):
    item: int


class Given(Event, frozen=True, tag="answer"):
    """An answer, on disk before anything else is shown. ``raw`` is the time on the item; the others are taken off it:
    the frame it appeared in, the device's latency, and stalls of the machine."""

    item: int
    answer: str
    raw: int
    frame: int
    latency: int
    stalls: int

    @property
    def corrected(self) -> int:
        return max(0, self.raw - self.frame - self.latency - self.stalls)


class Flagged(Event, frozen=True, tag="flagged"):
    item: int
    on: bool


class ItemClosed(Event, frozen=True, tag="item-closed"):
    """The time of the item was up."""

    item: int


class PartFinished(Event, frozen=True, tag="part-finished"):
    part: str
    why: str  # ``candidate`` or ``time``


class Paused(Event, frozen=True, tag="paused"):
    by: str
    why: str


class Continued(Event, frozen=True, tag="continued"):
    by: str


class Resumed(Event, frozen=True, tag="resumed"):
    """After the program ended in the midst: by the invigilator's code, at the same item with the same time left."""

    by: str
    torn: int  # bytes of a last line that was not whole and was set aside
    away: int  # milliseconds by the wall clock


class ExtraTime(Event, frozen=True, tag="extra-time"):
    by: str
    added: int
    why: str


class Incident(Event, frozen=True, tag="incident"):
    """Something that a person should look at. It says what was seen, never why."""

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
    """An incident in words; one that no list knows by its id."""
    return Message(f"exams.incident.{what}") if what in INCIDENTS else Message("exams.incident.other", {"what": what})


class WrongCode(Event, frozen=True, tag="wrong-code"):
    role: str
    tries: int


class HandedIn(Event, frozen=True, tag="handed-in"):
    why: str  # ``candidate``, ``time`` or ``invigilator``
    by: str = ""  # the invigilator who ended it
    note: str = ""  # and what for


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
    | HandedIn
)


def read_event(plain: dict[str, Any]) -> AnyEvent:
    """An event from its plain form; raises `RefusedError` that names it."""
    try:
        event: AnyEvent = msgspec.convert(plain, AnyEvent)
        return event
    except msgspec.ValidationError as error:
        number = plain.get("n", "?") if isinstance(plain, dict) else "?"
        params = {"event": str(number), "reason": parser_problem(error)}
        raise RefusedError(Message("exams.refused.unknown-event", params)) from None


# ── the chain ────────────────────────────────────────────────────────────────────────────────────────────────────────


def first_hash(header: SittingHeader | dict[str, Any]) -> str:
    """The hash that the chain begins with: over all that the sitting is bound to.

    >>> start = first_hash({"paper": "p1", "sitting": "s1", "station": "k1"})
    >>> next_hash(start, {"kind": "start", "ms": 0, "n": 0})
    '27eca37ce4ceb6e208bd1d7899e7af3cc28f4361f2ad3c07a4c347f04fd7f71f'
    """
    plain = header if isinstance(header, dict) else msgspec.to_builtins(header)
    return sha256(b"ct-sitting-v1\0" + canonical(plain)).hexdigest()


def next_hash(before: str, event: dict[str, Any]) -> str:
    """The hash over an event and all before it."""
    return sha256(b"ct-event-v1\0" + bytes.fromhex(before) + canonical(event)).hexdigest()


def chained(before: str, event: AnyEvent) -> ChainedEvent:
    plain = msgspec.to_builtins(event)
    return ChainedEvent(event=plain, hash=next_hash(before, plain))


def check_chain(header: SittingHeader, events: tuple[ChainedEvent, ...] | list[ChainedEvent]) -> None:
    """Raise `RefusedError` that names the first event that was changed, dropped, added or moved."""
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
    """What happened to the log where another event stands than should."""
    if not isinstance(number, int) or isinstance(number, bool):
        return Message("exams.refused.event-changed", {"event": place})
    if number in seen:
        return Message("exams.refused.event-doubled", {"event": number, "place": place})
    return Message("exams.refused.event-missing", {"event": place, "found": number})

"""Messages of a class: boards, people, assignments and their rules, races, live tables and exam rooms."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.school.assignments import Assignment, RulesDigest
from trainer.school.entries import LARGEST_BODY, Count, Moment, Text
from trainer.school.protocol.limits import Name
from trainer.school.protocol.sync import Status
from trainer.school.storage.people import Role
from trainer.texts import Names

# The instructor's desk


class Changed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something changed at the service; ask for it again."""

    what: Annotated[str, Meta(pattern="^(assignments|board|roster)$")]


class AskBoard(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for the live board of a class."""

    class_id: UUID
    is_live: bool = False  # also send `BoardChanges` from now on, instead of a notice to ask again


class BoardLine(msgspec.Struct, frozen=True, kw_only=True):
    """A trainee on the live board."""

    person: UUID
    name: Name
    is_in: bool  # whether one of the trainee's laptops is connected
    status: Status
    is_stuck: bool
    answers: Count  # today
    rights: Count  # today
    synced: Moment  # when an entry last arrived; 0 for never
    waiting: Count  # entries that wait on the laptop
    ahead: Moment  # milliseconds by which the laptop's clock is ahead


class Heat(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of the heat map."""

    person: UUID
    skill: Text
    answers: Count
    rights: Count
    is_enough: bool


class MistakeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A named mistake of the class, with a question that shows it."""

    mistake: Text
    skill: Text
    times: Count
    people: Count
    item: Text  # for the projector
    answer: Annotated[str, Meta(max_length=100_000)]


class Board(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The live board with heat map and mistakes."""

    class_id: UUID
    now: Moment
    lines: Annotated[tuple[BoardLine, ...], Meta(max_length=2_000)]
    heat: Annotated[tuple[Heat, ...], Meta(max_length=100_000)] = ()
    mistakes: Annotated[tuple[MistakeLine, ...], Meta(max_length=100)] = ()
    trouble: Names | None = None  # why the service cannot store anything at the moment


class BoardChanges(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The lines of a live board that have changed."""

    class_id: UUID
    now: Moment
    lines: Annotated[tuple[BoardLine, ...], Meta(max_length=2_000)]


class AskRoster(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for the people of a class."""

    class_id: UUID


class RosterPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a class."""

    person: UUID
    name: Name
    login: Name
    role: Role
    has_password: bool
    laptops: Annotated[tuple[tuple[UUID, Name, Moment], ...], Meta(max_length=100)] = ()  # id, name, last seen


class Roster(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The people of a class."""

    class_id: UUID
    people: Annotated[tuple[RosterPerson, ...], Meta(max_length=2_000)]


class AskWork(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for the assignments of a class and everybody's progress on those after the first ones."""

    class_id: UUID
    after: Count = 0  # assignments whose progress has arrived already


class AskRecords(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for a trainee's entries after a number, for the history."""

    person: UUID
    after: Count = 0


class OpenCode(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Opens a join code for a class, or for one person who changes laptops."""

    class_id: UUID
    person: UUID | None = None


class CodeOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The new code and when it ends."""

    code: Name
    ends: Moment


class SetAssignment(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Sets an assignment."""

    assignment: Assignment


class ShareRules(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Stores archived rules that an assignment or a race of a class uses, because laptops do not have them."""

    class_id: UUID
    data: Annotated[bytes, Meta(max_length=LARGEST_BODY)]


class AskRules(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop asks for rules that an assignment or a race names."""

    digest: RulesDigest


class SharedRules(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Archived rules; empty if the school does not have them."""

    digest: RulesDigest
    data: Annotated[bytes, Meta(max_length=LARGEST_BODY)]


class WithdrawAssignment(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Withdraws an assignment."""

    assignment: UUID


class WithdrawLaptop(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Withdraws a laptop's key."""

    laptop: UUID


class ResetPassword(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Removes a trainee's password; the next laptop that joins chooses a new one."""

    person: UUID


class AddTrainees(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Adds the trainees of a roster, given as text, to a class."""

    class_id: UUID
    roster: Annotated[str, Meta(max_length=1_000_000)]


class AddClass(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Creates a class; the sender teaches it."""

    name: Name


class ChangeClass(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Renames or ends a class. Its records stay."""

    class_id: UUID
    order: Annotated[str, Meta(pattern="^(rename|end)$")]
    name: Name = ""


class ChangePerson(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Renames a trainee, removes one from a class, or erases one with all records."""

    person: UUID
    class_id: UUID
    order: Annotated[str, Meta(pattern="^(rename|take-out|erase)$")]
    name: Name = ""


class Done(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The request was carried out."""

    pass


# Races


class RaceRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a race is about: the questions of a plan, the same for everybody, and the teams, if any."""

    id: UUID
    class_id: UUID
    plan: Annotated[str, Meta(max_length=200_000)]
    length: Annotated[int, Meta(ge=1, le=100)]
    teams: Annotated[tuple[tuple[Name, tuple[UUID, ...]], ...], Meta(max_length=50)] = ()
    is_relay: bool = False  # the members of a team answer in turn
    rules: RulesDigest = ""  # of the shared rules; empty if every laptop has them


class RaceQuestion(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The current question, sent to everybody at the same moment. Number 0 is the start line."""

    race: RaceRules
    number: Count
    turn: Annotated[tuple[UUID, ...], Meta(max_length=1_000)] = ()  # who answers, in a relay


class RaceAnswer(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop's answer. The time runs from when its screen had painted the question."""

    race: UUID
    number: Count
    right: bool
    painted_ms: Annotated[int, Meta(ge=0, le=3_600_000)]  # from painted to answered
    mistake: Text = ""


class RaceLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings."""

    name: Name
    person: UUID | None = None  # None for a team, and from an older service
    rights: Count
    answers: Count
    milliseconds: Count


class RaceStandings(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The standings, by right answers and then by time; after the end also the hardest questions."""

    race: UUID
    number: Count
    answered: Count  # how many have answered the current question
    runners: Count
    lines: Annotated[tuple[RaceLine, ...], Meta(max_length=1_000)]
    teams: Annotated[tuple[RaceLine, ...], Meta(max_length=50)] = ()
    hardest: Annotated[
        tuple[tuple[int, int], ...], Meta(max_length=100)
    ] = ()  # question number, number of wrong answers
    is_over: bool = False


class RaceOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The instructor opens a race, asks the next question, or ends it."""

    race: RaceRules
    order: Annotated[str, Meta(pattern="^(open|next|end)$")]


# Live tables


class TableOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Order of an instructor: send a guest or an irregularity to a trainee's live table."""

    class_id: UUID
    person: UUID
    order: Annotated[str, Meta(pattern="^(question|advice|claim|abuse|incident)$")]
    seat: Annotated[int, Meta(ge=0, le=9)] = 0  # 0: any guest


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The guest or irregularity that an instructor has ordered, as sent to the trainee's laptop."""

    order: Annotated[str, Meta(pattern="^(question|advice|claim|abuse|incident)$")]
    seat: Annotated[int, Meta(ge=0, le=9)] = 0


# Exam rooms


class ExamOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The invigilator's order to one laptop: begin (with a sealed paper), pause, go on or end."""

    sitting: UUID  # the paper's id, known before anybody sits it
    order: Annotated[str, Meta(pattern="^(begin|pause|go-on|end)$")]
    paper: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""
    by: Name = ""  # who gives the order, according to the service


class SchoolKeys(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The school's public keys and, where an exam is to be sat, the invigilators and the locked station key."""

    public: Annotated[bytes, Meta(max_length=LARGEST_BODY)]
    staff: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""
    station: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""


class Incident(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something the invigilator should see at once. It is recorded in the sitting as well."""

    sitting: UUID
    kind: Annotated[str, Meta(pattern="^[a-z-]{1,40}$")]
    at: Moment
    person: UUID | None = None  # filled in by the service, whatever the laptop says


class ExamRoomOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The invigilator's order for a whole class, or for one person."""

    class_id: UUID
    order: Annotated[str, Meta(pattern="^(begin|pause|go-on|end)$")]
    sitting: UUID
    person: UUID | None = None
    paper: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""


class SittingCopy(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A file of a running sitting: from its laptop to the service, and on to a replacement laptop.

    A laptop that asks to be ``countersigned`` gets a `CounterSigned` for the newest checkpoint of a log.
    """

    sitting: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    name: Annotated[str, Meta(pattern=r"^(candidate\.json|header\.json|paper\.json|events\.jsonl|counter)$")]
    data: Annotated[bytes, Meta(max_length=LARGEST_BODY)]
    countersigned: bool = False


class CounterSigned(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The service's signature on a checkpoint of a sitting, with the time of its own clock."""

    sitting: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    checkpoint: Annotated[int, Meta(ge=0)]
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    at: Annotated[str, Meta(max_length=20)]
    certificate: Annotated[bytes, Meta(max_length=4000)]
    signature: Annotated[bytes, Meta(max_length=200)]

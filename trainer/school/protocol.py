"""What laptops and the service say to one another: small typed messages with bounds, as MessagePack.

After joining, everything goes over one WebSocket. The service speaks first (`Challenge`); a laptop answers with its
signature (`Prove`), an instructor's desk with the token of its login (`SignIn`); then requests and replies follow one
another, and notices from the service come in between. What does not decode is refused with a word, and nothing of it is
looked at any further.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias, TypeVar
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.school.assignments import Assignment, Work
from trainer.school.entries import LARGEST_BODY, Count, Entry, Id, Moment, Text
from trainer.school.errors import MalformedError
from trainer.school.storage.people import Role

VERSION = 1
MOST_BYTES = 2_000_000  # of a message
MOST_BYTES_UNKNOWN = 4_000  # of one from whom nothing is known yet
MOST_ENTRIES = 500
PATHS = {"hello": "/join/hello", "names": "/join/names", "join": "/join", "login": "/login", "live": "/live"}
SERVICE_TYPE = "_croupier._tcp.local."

Nonce: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Name: TypeAlias = Annotated[str, Meta(max_length=200)]
Key: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
Password: TypeAlias = Annotated[str, Meta(max_length=200)]


# Joining, by HTTPS


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop asks the service to prove that it knows the code."""

    nonce: Nonce
    version: int = VERSION


class HelloBack(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Its proofs, one for each code that holds now, and a random number for the laptop's own."""

    school: Name
    nonce: Nonce
    proofs: Annotated[tuple[Nonce, ...], Meta(max_length=200)]
    version: int = VERSION


class AskNames(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Who is in the class? Proves the code."""

    nonce: Nonce
    proof: Nonce


class NameLine(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in whose name one may join."""

    id: Id
    name: Name
    is_taken: bool  # another laptop has joined in this name: the password is asked


class Names(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The names of a class, and the next random number."""

    class_name: Name
    people: Annotated[tuple[NameLine, ...], Meta(max_length=2_000)]
    nonce: Nonce


class Join(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop joins in somebody's name. The first one chooses the password, another must know it."""

    nonce: Nonce
    proof: Nonce
    person: Id
    key: Key
    signature: Signature
    laptop_name: Name
    password: Password = ""


class Joined(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What the laptop is called from now on."""

    laptop: Id
    person: Id
    name: Name
    class_name: Name


class Login(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """An instructor, an examiner or an administrator gives the password."""

    login: Name
    password: Password


class LoggedIn(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    token: Nonce
    name: Name
    role: Role
    ends: Moment


# The beginning of a connection


class Challenge(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    nonce: Nonce
    version: int = VERSION


class Prove(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop's signature over the challenge and the certificate it sees."""

    laptop: Id
    signature: Signature


class SignIn(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    token: Nonce


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Whom the service takes one for, and what it has of his."""

    person: Id
    name: Name
    role: Role
    school: Name
    classes: Annotated[tuple[tuple[Id, Name], ...], Meta(max_length=500)] = ()
    stored: Count = 0
    checksum: Id = bytes(16)
    now: Moment = 0


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """No, and why: the id of a trouble (``school.error.ID``) with its parameters."""

    why: Name
    params: Annotated[dict[Name, Name], Meta(max_length=10)] = {}
    request: int = 0


# Sync


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Entries that a laptop sends, signed by it: over the network and on a stick they are the same."""

    laptop: Id
    entries: Annotated[tuple[Entry, ...], Meta(max_length=MOST_ENTRIES)]
    signature: Signature


class Push(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    number: Count  # by which the laptop knows the answer
    batch: Batch
    waiting: Count = 0  # how many entries are left after it


class Stored(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What is on the service's disk now, and what never will be."""

    number: Count
    kept: Annotated[tuple[Id, ...], Meta(max_length=MOST_ENTRIES)]
    refused: Annotated[tuple[tuple[Id, Name], ...], Meta(max_length=MOST_ENTRIES)] = ()
    stored: Count = 0
    checksum: Id = bytes(16)


class Pull(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One's own entries that came after a number, from other laptops too."""

    after: Count


class Pulled(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    entries: Annotated[tuple[Entry, ...], Meta(max_length=MOST_ENTRIES)]
    last: Count  # the number of the last of them
    stored: Count  # how many there are
    checksum: Id  # of all that there are


class Ping(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Still here; and what a laptop knows of the difference of the clocks, and of what waits."""

    sent: Moment
    ahead: Moment = 0
    waiting: Count = 0


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    sent: Moment
    now: Moment


class Doing(StrEnum):
    """What a trainee is doing."""

    HOME = "home"
    RUN = "run"
    LESSON = "lesson"
    EXAM = "exam"
    RACE = "race"


class Status(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What happens at a laptop right now; shown on the board, kept nowhere."""

    doing: Doing = Doing.HOME
    skill: Text = ""
    answered: Count = 0
    length: Count = 0
    asked_ms: Count = 0  # for how long the present question has been open
    target_ms: Count = 0
    rights: Count = 0
    assignment: Annotated[bytes, Meta(max_length=16)] = b""


class AskAssignments(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    pass


class Assigned(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What one has to do, and how far one is."""

    assignments: Annotated[tuple[Assignment, ...], Meta(max_length=500)]
    work: Annotated[tuple[Work, ...], Meta(max_length=500)] = ()


# Races


class RaceRules(msgspec.Struct, frozen=True, kw_only=True):
    """What is raced over: the questions of a plan, the same for all, in teams if there are any."""

    id: UUID
    class_id: UUID
    plan: Annotated[str, Meta(max_length=200_000)]
    length: Annotated[int, Meta(ge=1, le=100)]
    teams: Annotated[tuple[tuple[Name, tuple[UUID, ...]], ...], Meta(max_length=50)] = ()
    is_relay: bool = False  # in a relay, the members of a team answer in turn


class RaceQuestion(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The next question of a race, which all get at the same moment; number 0 is the start line."""

    race: RaceRules
    number: Count
    turn: Annotated[tuple[UUID, ...], Meta(max_length=1_000)] = ()  # of a relay: who answers


class RaceAnswer(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """How a laptop answered: the time runs from when its own screen had painted the question."""

    race: UUID
    number: Count
    right: bool
    painted_ms: Annotated[int, Meta(ge=0, le=3_600_000)]  # from painted to answered
    mistake: Text = ""


class RaceLine(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the standings."""

    name: Name
    rights: Count
    answers: Count
    milliseconds: Count


class RaceStandings(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """By accuracy, then by time; with the questions that most got wrong, once it is over."""

    race: UUID
    number: Count
    answered: Count  # how many have answered the present question
    runners: Count
    lines: Annotated[tuple[RaceLine, ...], Meta(max_length=1_000)]
    teams: Annotated[tuple[RaceLine, ...], Meta(max_length=50)] = ()
    hardest: Annotated[tuple[tuple[int, int], ...], Meta(max_length=100)] = ()  # question, how many got it wrong
    is_over: bool = False


# Exam rooms


class ExamOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The invigilator's word to one laptop: begin (with a sealed paper), pause, go on, end."""

    sitting: UUID  # the paper's id, which is known before anybody sits it
    order: Annotated[str, Meta(pattern="^(begin|pause|go-on|end)$")]
    paper: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""
    by: Name = ""  # who says so, as the service knows him


class Incident(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that the invigilator should see at once; it stands in the sitting as well."""

    sitting: UUID
    kind: Name
    at: Moment
    person: UUID | None = None  # the service says whose it is, whatever a laptop says


class Changed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something changed at the service: ask again."""

    what: Annotated[str, Meta(pattern="^(assignments|board|roster)$")]


# What an instructor's desk asks


class AskBoard(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    class_id: UUID


class BoardLine(msgspec.Struct, frozen=True, kw_only=True):
    """A trainee on the live board."""

    person: UUID
    name: Name
    is_in: bool  # whether a laptop of his is connected
    status: Status
    is_stuck: bool
    answers: Count  # today
    rights: Count  # today
    synced: Moment  # when something of his last came in; 0: never
    waiting: Count  # how many entries wait on his laptop
    ahead: Moment  # of his clock


class Heat(msgspec.Struct, frozen=True, kw_only=True):
    """A square of the heat map."""

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
    item: Text  # to be put on the projector
    answer: Annotated[str, Meta(max_length=100_000)]


class Board(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    class_id: UUID
    now: Moment
    lines: Annotated[tuple[BoardLine, ...], Meta(max_length=2_000)]
    heat: Annotated[tuple[Heat, ...], Meta(max_length=100_000)] = ()
    mistakes: Annotated[tuple[MistakeLine, ...], Meta(max_length=100)] = ()


class AskRoster(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    class_id: UUID


class RosterPerson(msgspec.Struct, frozen=True, kw_only=True):
    person: UUID
    name: Name
    login: Name
    role: Role
    has_password: bool
    laptops: Annotated[tuple[tuple[UUID, Name, Moment], ...], Meta(max_length=100)] = ()  # id, name, last seen


class Roster(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    class_id: UUID
    people: Annotated[tuple[RosterPerson, ...], Meta(max_length=2_000)]


class AskWork(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The assignments of a class and how far everybody is."""

    class_id: UUID


class AskRecords(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A trainee's entries, for his history."""

    person: UUID
    after: Count = 0


class OpenCode(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A code for a class, or for one person who takes another laptop."""

    class_id: UUID
    person: UUID | None = None


class CodeOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    code: Name
    ends: Moment


class SetAssignment(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    assignment: Assignment


class WithdrawAssignment(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    assignment: UUID


class WithdrawLaptop(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    laptop: UUID


class ResetPassword(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    person: UUID


class AddTrainees(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A roster as text, for a class."""

    class_id: UUID
    roster: Annotated[str, Meta(max_length=1_000_000)]


class RaceOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Open a race, put the next question, end it."""

    race: RaceRules
    order: Annotated[str, Meta(pattern="^(open|next|end)$")]


class ExamRoomOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The invigilator starts, pauses or ends for all (no person) or for one."""

    class_id: UUID
    order: Annotated[str, Meta(pattern="^(begin|pause|go-on|end)$")]
    sitting: UUID
    person: UUID | None = None
    paper: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""


class Done(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    pass


Opening: TypeAlias = Hello | AskNames | Join | Login
FromLaptop: TypeAlias = Push | Pull | Ping | Status | AskAssignments | RaceAnswer | Incident
FromDesk: TypeAlias = (
    AskBoard
    | AskRoster
    | AskWork
    | AskRecords
    | OpenCode
    | SetAssignment
    | WithdrawAssignment
    | WithdrawLaptop
    | ResetPassword
    | AddTrainees
    | RaceOrder
    | ExamRoomOrder
)
Request: TypeAlias = FromLaptop | FromDesk
First: TypeAlias = Prove | SignIn
Notice: TypeAlias = Changed | RaceQuestion | RaceStandings | ExamOrder | Incident
Reply: TypeAlias = Stored | Pulled | Pong | Assigned | Board | Roster | CodeOpened | Done | Refused
FromService: TypeAlias = Challenge | Welcome | Reply | Notice

Answer: TypeAlias = HelloBack | Names | Joined | LoggedIn | Refused
Told = TypeVar("Told")

_encoder = msgspec.msgpack.Encoder()
_openings: msgspec.msgpack.Decoder[Opening] = msgspec.msgpack.Decoder(Opening)
_firsts: msgspec.msgpack.Decoder[First] = msgspec.msgpack.Decoder(First)
_requests: msgspec.msgpack.Decoder[Request] = msgspec.msgpack.Decoder(Request)
_answers: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)
_from_service: msgspec.msgpack.Decoder[FromService] = msgspec.msgpack.Decoder(FromService)
# An item of a plan, a UUID, a number that is none: whatever a decoder meets in bytes that somebody made up.
_UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, OverflowError, RecursionError, MemoryError)


def encoded(message: msgspec.Struct) -> bytes:
    return _encoder.encode(message)


def read_opening(data: bytes) -> Opening:
    return _read(_openings, data, MOST_BYTES_UNKNOWN)


def read_first(data: bytes) -> First:
    return _read(_firsts, data, MOST_BYTES_UNKNOWN)


def read_request(data: bytes) -> Request:
    return _read(_requests, data, MOST_BYTES)


def read_answer(data: bytes) -> Answer:
    return _read(_answers, data, MOST_BYTES)


def read_from_service(data: bytes) -> FromService:
    return _read(_from_service, data, 4 * MOST_BYTES)


def _read(decoder: msgspec.msgpack.Decoder[Told], data: bytes, most: int) -> Told:
    """A message; raises `MalformedError` for what is too long or none of ours."""
    if len(data) > most:
        raise MalformedError(why=f"{len(data)} bytes")
    try:
        return decoder.decode(data)
    except _UNREADABLE as error:
        raise MalformedError(why=str(error)[:200]) from None


def signed_part(laptop: bytes, entries: tuple[Entry, ...]) -> bytes:
    """What the signature of a batch is over."""
    return laptop + _encoder.encode(entries)

"""Encoding and decoding of messages, with size limits. What cannot be decoded raises `MalformedError`."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import msgspec

from trainer.school.entries import Entry
from trainer.school.errors import MalformedError
from trainer.school.protocol.classroom import (
    AddClass,
    AddTrainees,
    AskBoard,
    AskRecords,
    AskRoster,
    AskRules,
    AskWork,
    Board,
    BoardChanges,
    ChangeClass,
    Changed,
    ChangePerson,
    CodeOpened,
    CounterSigned,
    Done,
    ExamOrder,
    ExamRoomOrder,
    Incident,
    OpenCode,
    RaceAnswer,
    RaceOrder,
    RaceQuestion,
    RaceStandings,
    ResetPassword,
    Roster,
    SchoolKeys,
    SetAssignment,
    SharedRules,
    ShareRules,
    SittingCopy,
    TableEvent,
    TableOrder,
    WithdrawAssignment,
    WithdrawLaptop,
)
from trainer.school.protocol.installers import AskPiece, AskRelease, Piece, ReleaseList
from trainer.school.protocol.limits import MOST_BYTES, MOST_BYTES_UNKNOWN
from trainer.school.protocol.login import (
    AskNames,
    Challenge,
    Hello,
    HelloBack,
    Join,
    Joined,
    LoggedIn,
    Login,
    Names,
    Prove,
    Refused,
    SignIn,
    Welcome,
)
from trainer.school.protocol.sync import AskAssignments, Assigned, Ping, Pong, Pull, Pulled, Push, Status, Stored
from trainer.texts import Message

Opening: TypeAlias = Hello | AskNames | Join | Login
FromLaptop: TypeAlias = (
    Push
    | Pull
    | Ping
    | Status
    | AskAssignments
    | RaceAnswer
    | Incident
    | SittingCopy
    | AskRules
    | AskRelease
    | AskPiece
)
FromDesk: TypeAlias = (
    AskBoard
    | AskRoster
    | AskWork
    | AskRecords
    | OpenCode
    | ShareRules
    | SetAssignment
    | WithdrawAssignment
    | WithdrawLaptop
    | ResetPassword
    | AddTrainees
    | AddClass
    | ChangeClass
    | ChangePerson
    | RaceOrder
    | ExamRoomOrder
    | TableOrder
)
Request: TypeAlias = FromLaptop | FromDesk
First: TypeAlias = Prove | SignIn
Notice: TypeAlias = (
    Changed
    | BoardChanges
    | RaceQuestion
    | RaceStandings
    | ExamOrder
    | Incident
    | SchoolKeys
    | SittingCopy
    | CounterSigned
    | TableEvent
)
Reply: TypeAlias = (
    Stored | Pulled | Pong | Assigned | Board | Roster | CodeOpened | Done | SharedRules | ReleaseList | Piece | Refused
)
FromService: TypeAlias = Challenge | Welcome | Reply | Notice
Answer: TypeAlias = HelloBack | Names | Joined | LoggedIn | Refused
Told = TypeVar("Told")
_encoder = msgspec.msgpack.Encoder()
_openings: msgspec.msgpack.Decoder[Opening] = msgspec.msgpack.Decoder(Opening)
_firsts: msgspec.msgpack.Decoder[First] = msgspec.msgpack.Decoder(First)
_requests: msgspec.msgpack.Decoder[Request] = msgspec.msgpack.Decoder(Request)
_answers: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)
_from_service: msgspec.msgpack.Decoder[FromService] = msgspec.msgpack.Decoder(FromService)


class _Kind(msgspec.Struct):
    type: str


_kinds = msgspec.msgpack.Decoder(_Kind)
_UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, OverflowError, RecursionError, MemoryError)


def encoded(message: msgspec.Struct) -> bytes:
    """A message as bytes."""
    return _encoder.encode(message)


def read_opening(data: bytes) -> Opening:
    """A joining or login request."""
    return _read(_openings, data, MOST_BYTES_UNKNOWN)


def read_first(data: bytes) -> First:
    """The first message of a connection."""
    return _read(_firsts, data, MOST_BYTES_UNKNOWN)


def read_request(data: bytes) -> Request:
    """A request on a connection."""
    return _read(_requests, data, MOST_BYTES)


def read_answer(data: bytes) -> Answer:
    """The reply to a joining or login request."""
    return _read(_answers, data, MOST_BYTES)


def read_from_service(data: bytes) -> FromService:
    """A reply or notice of the service."""
    return _read(_from_service, data, 4 * MOST_BYTES)


def kind_of(data: bytes) -> str:
    """The name of a message that could not be read, such as ``Assigned`` from a later version; empty if it has none."""
    try:
        kind = _kinds.decode(data).type
    except _UNREADABLE:
        return ""
    return kind


def _read(decoder: msgspec.msgpack.Decoder[Told], data: bytes, most: int) -> Told:
    """Decode a message; raises `MalformedError` if it is too long or invalid."""
    if len(data) > most:
        raise MalformedError(why=Message("school.why.size"))
    try:
        return decoder.decode(data)
    except _UNREADABLE:
        raise MalformedError(why=Message("school.why.unreadable")) from None


def signed_part(laptop: bytes, entries: tuple[Entry, ...]) -> bytes:
    """The bytes that a batch's signature covers."""
    return laptop + _encoder.encode(entries)

"""Export and import of a profile between laptops, and of attempts as CSV.

An exported profile is a gzip file of JSON lines: a head, one line for each session, set of rules and attempt, and a
foot with their counts. Rows are identified by their ids, so that importing a file twice, or files of two laptops in any
order, neither loses nor duplicates anything. Version 1 named sessions by a text and had no rules.
"""

from __future__ import annotations

import csv
import gzip
import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TextIO
from uuid import UUID

import msgspec

from trainer.records.attempts import Attempt, is_valid_moment, to_milliseconds
from trainer.records.database_files import gzip_writer, new_file
from trainer.records.errors import (
    BadLineError,
    CannotOpenError,
    ExportTooNewError,
    NameTakenError,
    NotAnExportError,
    RecordsError,
    TooLargeError,
)
from trainer.records.profiles import Profile, clean_profile_name
from trainer.records.sessions import Session, session_from_name
from trainer.records.store import Store
from trainer.records.validation import invalid_attempt_field, invalid_session_field, is_text
from trainer.system.input_files import open_input_file
from trainer.system.spreadsheet_cells import escape_formula

FORMAT = "croupier-trainer profile"
FORMAT_VERSION = 2
ENDING = ".trainee"
_LONGEST_LINE = 4_000_000  # bytes; rules take about 10 kB, a long plan about 100 kB
_LARGEST = 1 << 30  # bytes when unpacked, about three million attempts
_HIGHEST_RATIO = 200  # highest compression ratio accepted; ids are random, so no honest file comes near it
_LONGEST_NAME = 200
_SMALL = 1_000_000  # bytes when unpacked that are accepted whatever the compression
_UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, OverflowError, RecursionError)


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: the format and the profile. The PIN is not exported."""

    format: str
    version: int
    id: UUID
    name: str
    created: datetime
    settings: str = "{}"


class SessionLine(Session, frozen=True, kw_only=True, tag="session", tag_field="line"):
    """A session; it comes before its attempts."""


class RulesLine(msgspec.Struct, frozen=True, kw_only=True, tag="rules", tag_field="line"):
    """The rules data for a digest that attempts refer to."""

    digest: str
    data: bytes


class AttemptLine(Attempt, frozen=True, kw_only=True, tag="attempt", tag_field="line"):
    """An attempt."""


class Foot(msgspec.Struct, frozen=True, kw_only=True, tag="foot", tag_field="line"):
    """The last line: the expected number of lines of each kind."""

    attempts: int
    sessions: int = 0
    rules: int = 0


class AttemptOfVersion1(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt of format version 1, where the session is a text."""

    id: UUID
    profile: UUID
    item: str
    answer: str
    right: bool
    mistake: str = ""
    milliseconds: int
    target_ms: int
    behaviour: str
    counts: bool
    at: datetime
    session: str = ""
    app_version: str


class FootOfVersion1(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line of format version 1."""

    attempts: int


Line = SessionLine | RulesLine | AttemptLine


class Imported(NamedTuple):
    """The result of an import: the profile, and how many attempts were new or already there."""

    profile: Profile
    added: int
    known: int


def export_profile(store: Store, profile: UUID, path: Path) -> int:
    """Write a profile with all its attempts to a new file; returns the number of attempts."""
    who = store.profile(profile)
    encode = msgspec.json.encode
    head = Head(
        format=FORMAT,
        version=FORMAT_VERSION,
        id=who.id,
        name=who.name,
        created=who.created,
        settings=store.settings(profile),
    )
    sessions = store.sessions(profile)
    rules = {digest: data for digest in store.digests(profile) if (data := store.rules(digest)) is not None}
    number = 0
    with new_file(path) as unfinished, gzip_writer(unfinished, 6) as file:
        file.write(encode(head) + b"\n")
        for session in sessions:
            file.write(encode(SessionLine(**msgspec.structs.asdict(session))) + b"\n")
        for digest, data in rules.items():
            file.write(encode(RulesLine(digest=digest, data=data)) + b"\n")
        for attempt in store.attempts(profile):
            file.write(encode(AttemptLine(**msgspec.structs.asdict(attempt))) + b"\n")
            number += 1
        file.write(encode(Foot(attempts=number, sessions=len(sessions), rules=len(rules))) + b"\n")
    return number


def import_profile(store: Store, path: Path, into: UUID | None = None) -> Imported:
    """Merge an exported profile into the profile with the same id, or ``into`` another, in one transaction.

    If there is no such profile it is created; if its name is taken, a number is appended.
    """
    if not path.is_file():
        raise CannotOpenError(path=path)
    head = _read_head(path)
    known = {profile.id for profile in store.profiles()}
    target = into or head.id
    added = number = 0
    with store.writing() as connection:
        if target not in known:
            connection.execute(
                "INSERT INTO profiles (uuid, name, created, settings) VALUES (?, ?, ?, ?)",
                (head.id.bytes, _free_name(store, head.name), to_milliseconds(head.created), head.settings),
            )
        for line in _read_lines(path, head):
            match line:
                case SessionLine():
                    store.write_session(msgspec.structs.replace(line, profile=target))
                case RulesLine():
                    connection.execute("INSERT OR IGNORE INTO rules VALUES (?, ?)", (line.digest, line.data))
                case AttemptLine():
                    row = _row(store, msgspec.structs.replace(line, profile=target), path)
                    marks = ", ".join("?" * len(row))
                    added += connection.execute(f"INSERT OR IGNORE INTO attempts VALUES ({marks})", row).rowcount
                    number += 1
        if added:
            # Imported attempts may be older than the derived values, which are therefore recomputed.
            connection.execute("DELETE FROM derived WHERE profile = ?", (store.profile_number(target),))
    return Imported(store.profile(target), added, number - added)


def write_csv(store: Store, profile: UUID, file: TextIO) -> int:
    """Write every attempt as a CSV row after a header row; returns the number of attempts."""
    fields = [name for name in Attempt.__struct_fields__ if name != "profile"]
    kinds = {session.id: session.kind for session in store.sessions(profile)}
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*fields, "session_kind"])
    number = 0
    for attempt in store.attempts(profile):
        writer.writerow([*(_cell(getattr(attempt, field)) for field in fields), kinds.get(attempt.session, "")])
        number += 1
    return number


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else escape_formula(value)


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a gzip file. Sizes are bounded, because a small file can be packed so that it fills any memory."""
    try:
        most = min(_LARGEST, max(_SMALL, _HIGHEST_RATIO * path.stat().st_size))
        read = 0
        with open_input_file(path) as given, gzip.open(given, "rb") as file:
            while line := file.readline(_LONGEST_LINE + 1):
                read += len(line)
                if len(line) > _LONGEST_LINE or read > most:
                    raise TooLargeError(path=path)
                yield line
    except (OSError, EOFError, zlib.error) as error:
        if isinstance(error, RecordsError):
            raise
        raise NotAnExportError(path=path) from None


def _read_head(path: Path) -> Head:
    for line in _lines(path):
        try:
            head = msgspec.json.decode(line, type=Head)
        except _UNREADABLE:
            break
        if head.format != FORMAT or head.version < 1:
            break
        if head.version > FORMAT_VERSION:
            raise ExportTooNewError(path=path)
        if not is_valid_moment(head.created):
            raise BadLineError(path=path, line=1, what="created")
        if len(head.name) > _LONGEST_NAME or not clean_profile_name(head.name):
            raise BadLineError(path=path, line=1, what="name")
        return head
    raise NotAnExportError(path=path)


def _row(store: Store, attempt: Attempt, path: Path) -> tuple[int | bytes | str | None, ...]:
    """The table row of an attempt; raises `NotAnExportError` if the file has no line for its session."""
    try:
        return store.row(attempt)
    except KeyError:  # no line for its session
        raise NotAnExportError(path=path) from None


def _read_lines(path: Path, head: Head) -> Iterator[Line]:
    """The lines between head and foot; raises at the end if their counts differ from the foot's."""
    lines = _lines(path)
    next(lines)
    number = 1
    try:
        for line in _lines_of_version_1(lines, head) if head.version == 1 else _lines_of_version_2(lines):
            number += 1
            if field := _invalid_field(line):
                raise BadLineError(path=path, line=number, what=field)
            yield line
    except RecordsError:
        raise
    except _UNREADABLE:
        raise NotAnExportError(path=path) from None


def _invalid_field(line: Line) -> str:
    """The name of the first invalid field of a line; empty if it can be stored."""
    match line:
        case AttemptLine():
            return invalid_attempt_field(line)
        case SessionLine():
            return invalid_session_field(line)
        case RulesLine():
            return "" if len(line.digest) <= _LONGEST_NAME and is_text(line.digest) else "digest"


def _lines_of_version_2(lines: Iterator[bytes]) -> Iterator[Line]:
    decode = msgspec.json.Decoder(SessionLine | RulesLine | AttemptLine | Foot).decode
    found: Counter[type] = Counter()
    for text in lines:
        line = decode(text)
        if isinstance(line, Foot):
            if line == Foot(attempts=found[AttemptLine], sessions=found[SessionLine], rules=found[RulesLine]):
                return
            break
        found[type(line)] += 1
        yield line
    raise ValueError("not whole")


def _lines_of_version_1(lines: Iterator[bytes], head: Head) -> Iterator[Line]:
    decode = msgspec.json.Decoder(AttemptOfVersion1).decode
    known: dict[str, UUID] = {}
    number = 0
    last = b""
    for text in lines:
        if last:
            old = decode(last)
            if old.session not in known:
                session = session_from_name(head.id, old.session, old.at, old.app_version)
                known[old.session] = session.id
                yield SessionLine(**msgspec.structs.asdict(session))
            yield AttemptLine(**{**msgspec.structs.asdict(old), "session": known[old.session]})
            number += 1
        last = text
    if msgspec.json.decode(last, type=FootOfVersion1).attempts != number:
        raise ValueError("not whole")


def _free_name(store: Store, name: str) -> str:
    """A free profile name: the given one, or with a number appended."""
    number = 1
    while True:
        try:
            return store.check_name(name if number == 1 else f"{name} {number}")
        except NameTakenError:
            number += 1

"""Profiles on the move between laptops, and attempts for a spreadsheet.

An exported profile is one gzip file of JSON lines: a head (format, profile), then one line each session, each set of
rules and each attempt, then a foot with their numbers. Attempts and sessions are known by their ids: importing a file
twice, or files from two laptops, loses and doubles nothing, in whatever order it is done. Version 1 had no lines for
sessions, which were named by a text, and none for rules.
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
_LONGEST_LINE = 4_000_000  # bytes: a set of rules has some ten thousands, a long plan some hundred thousands
_LARGEST = 1 << 30  # bytes unpacked: some three million attempts
_TIGHTEST = 200  # times smaller than unpacked: ids are random, so that no honest file comes near it
_LONGEST_NAME = 200
_SMALL = 1_000_000  # bytes unpacked that any file may have
_UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, OverflowError, RecursionError)


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: what this is and whose. The PIN stays at home."""

    format: str
    version: int
    id: UUID
    name: str
    created: datetime
    settings: str = "{}"


class SessionLine(Session, frozen=True, kw_only=True, tag="session", tag_field="line"):
    """A session, before its attempts."""


class RulesLine(msgspec.Struct, frozen=True, kw_only=True, tag="rules", tag_field="line"):
    """The data behind a digest of rules that an attempt names."""

    digest: str
    data: bytes


class AttemptLine(Attempt, frozen=True, kw_only=True, tag="attempt", tag_field="line"):
    """An attempt."""


class Foot(msgspec.Struct, frozen=True, kw_only=True, tag="foot", tag_field="line"):
    """The last line: how many of each there must be."""

    attempts: int
    sessions: int = 0
    rules: int = 0


class AttemptOfVersion1(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt as the first version wrote it: its session is a text."""

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
    attempts: int


Line = SessionLine | RulesLine | AttemptLine


class Imported(NamedTuple):
    """What an import did: whose profile it went into, what was new and what was there already."""

    profile: Profile
    added: int
    known: int


def export_profile(store: Store, profile: UUID, path: Path) -> int:
    """Write a profile with all its attempts to a new file; says how many attempts."""
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
    """Merge an exported profile into the one of the same id, or ``into`` another, or make it new; all or nothing.

    A new profile whose name is taken gets a number after it.
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
                (head.id.bytes, _name_for(store, head.name), to_milliseconds(head.created), head.settings),
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
            # Some may be older than what was already derived from: all of it is computed again.
            connection.execute("DELETE FROM derived WHERE profile = ?", (store.profile_number(target),))
    return Imported(store.profile(target), added, number - added)


def write_csv(store: Store, profile: UUID, file: TextIO) -> int:
    """Every attempt as a line for a spreadsheet, with a head line; says how many."""
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
        most = min(_LARGEST, max(_SMALL, _TIGHTEST * path.stat().st_size))
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
    try:
        return store.row(attempt)
    except KeyError:  # its session has no line
        raise NotAnExportError(path=path) from None


def _read_lines(path: Path, head: Head) -> Iterator[Line]:
    """What stands between head and foot; raises at the end if it is not as much as the foot says."""
    lines = _lines(path)
    next(lines)
    number = 1
    try:
        for line in _lines_of_version_1(lines, head) if head.version == 1 else _lines_of_version_2(lines):
            number += 1
            if fault := _fault_of(line):
                raise BadLineError(path=path, line=number, what=fault)
            yield line
    except RecordsError:
        raise
    except _UNREADABLE:
        raise NotAnExportError(path=path) from None


def _fault_of(line: Line) -> str:
    """What is wrong with a line, by the name of its field: nothing gets into the records that could not be read."""
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


def _name_for(store: Store, name: str) -> str:
    number = 1
    while True:
        try:
            return store.check_name(name if number == 1 else f"{name} {number}")
        except NameTakenError:
            number += 1

"""Profiles on the move between laptops, and attempts for a spreadsheet.

An exported profile is one gzip file of JSON lines: a head (format, profile), then one line an attempt, then a foot with
their number. Attempts are known by their id: importing a file twice, or files from two laptops, loses and doubles
nothing, in whatever order it is done.
"""

from __future__ import annotations

import csv
import gzip
import zlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TextIO
from uuid import UUID

import msgspec

from trainer.records.attempts import Attempt, split_item, to_milliseconds
from trainer.records.errors import ExportTooNewError, NameTakenError, NotAnExportError
from trainer.records.paths import written_whole
from trainer.records.profiles import Profile
from trainer.records.store import Store

FORMAT = "croupier-trainer profile"
FORMAT_VERSION = 1
ENDING = ".trainee"


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: what this is and whose. The PIN stays at home."""

    format: str
    version: int
    id: UUID
    name: str
    created: datetime
    settings: str = "{}"


class Foot(msgspec.Struct, frozen=True, kw_only=True):
    """The last line: how many attempts there must be."""

    attempts: int


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
    number = 0
    with written_whole(path) as unfinished, gzip.open(unfinished, "wb", compresslevel=6) as file:
        file.write(encode(head) + b"\n")
        for attempt in store.attempts(profile):
            file.write(encode(attempt) + b"\n")
            number += 1
        file.write(encode(Foot(attempts=number)) + b"\n")
    return number


def import_profile(store: Store, path: Path, into: UUID | None = None) -> Imported:
    """Merge an exported profile into the one of the same id, or ``into`` another, or make it new; all or nothing.

    A new profile whose name is taken gets a number after it.
    """
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
        for attempt in _read_attempts(path):
            row = store.row(msgspec.structs.replace(attempt, profile=target))
            marks = ", ".join("?" * len(row))
            added += connection.execute(f"INSERT OR IGNORE INTO attempts VALUES ({marks})", row).rowcount
            number += 1
        if added:
            # Some may be older than what was already derived from: all of it is computed again.
            connection.execute("DELETE FROM derived WHERE profile = ?", (store.number_of(target),))
    return Imported(store.profile(target), added, number - added)


def write_csv(store: Store, profile: UUID, file: TextIO) -> int:
    """Every attempt as a line for a spreadsheet, with a head line; says how many."""
    fields = [name for name in Attempt.__struct_fields__ if name != "profile"]
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(fields)
    number = 0
    for attempt in store.attempts(profile):
        writer.writerow(_cell(getattr(attempt, field)) for field in fields)
        number += 1
    return number


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else value


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            yield from file
    except (OSError, EOFError, zlib.error):
        raise NotAnExportError(path=path) from None


def _read_head(path: Path) -> Head:
    for line in _lines(path):
        try:
            head = msgspec.json.decode(line, type=Head)
        except msgspec.DecodeError:
            break
        if head.format != FORMAT:
            break
        if head.version > FORMAT_VERSION:
            raise ExportTooNewError(path=path)
        return head
    raise NotAnExportError(path=path)


def _read_attempts(path: Path) -> Iterator[Attempt]:
    """The attempts between head and foot; raises at the end if they are not as many as the foot says."""
    lines = _lines(path)
    next(lines)
    number = 0
    last = b""
    decoder = msgspec.json.Decoder(Attempt)
    try:
        for line in lines:
            if last:
                attempt = decoder.decode(last)
                split_item(attempt.item)
                yield attempt
                number += 1
            last = line
        if msgspec.json.decode(last, type=Foot).attempts == number:
            return
    except (msgspec.DecodeError, ValueError):
        pass
    raise NotAnExportError(path=path)


def _name_for(store: Store, name: str) -> str:
    number = 1
    while True:
        try:
            return store.free_name(name if number == 1 else f"{name} {number}")
        except NameTakenError:
            number += 1

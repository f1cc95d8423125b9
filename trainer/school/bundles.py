"""Bundles: the same signed entries as over the network, in a file for a USB stick.

A bundle is a file of MessagePack frames. A laptop writes its signed batches, which the school imports as if they had
come over the network. The school writes a person's entries and assignments, signed with the key of the certificate that
the laptop has pinned. Importing a bundle twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.records.database_files import new_file
from trainer.school import protocol
from trainer.school.credentials import LaptopKey
from trainer.school.entries import Entry, Id
from trainer.school.errors import NotABundleError, NotJoinedError, TamperedError, UnknownError
from trainer.school.laptop.links import Link
from trainer.school.laptop.local_entries import LocalEntries
from trainer.school.protocol import Assigned, Batch
from trainer.school.rights import Action, Actor, check
from trainer.school.service_identity import ServiceIdentity, is_signed_by_service
from trainer.school.signed_batches import check_batch, make_batch, split_entries
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.school_storage import Storage
from trainer.system.digests import sha256
from trainer.system.input_files import open_input_file

Kind = TypeVar("Kind")

ENDING = ".bundle"
MAGIC = b"croupier-trainer bundle 1\n"
LARGEST = 1 << 30  # bytes
_LONGEST_FRAME = 4_000_000


class LaptopBundleHead(msgspec.Struct, frozen=True, kw_only=True, tag="outward"):
    """First frame of a bundle from a laptop to the school."""

    person: Id
    batches: Annotated[int, Meta(ge=0, le=1_000_000)]


class SchoolBundleHead(msgspec.Struct, frozen=True, kw_only=True, tag="homeward"):
    """First frame of a bundle from the school to a person's laptops, with the service's certificate."""

    person: Id
    certificate: Annotated[bytes, Meta(max_length=10_000)]
    frames: Annotated[int, Meta(ge=0, le=1_000_000)]
    digest: Annotated[bytes, Meta(min_length=32, max_length=32)]  # of all frames that follow
    signature: Annotated[bytes, Meta(max_length=200)]


class BundleImport(NamedTuple):
    """The result of importing a laptop's bundle."""

    name: str
    added: int
    known: int
    refused: int


def is_bundle(path: Path) -> bool:
    """Whether a file begins like a bundle."""
    if not path.is_file():  # reading a pipe would block
        return False
    try:
        with open_input_file(path) as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def write_laptop_bundle(link: Link, local: LocalEntries, path: Path) -> int:
    """Write all entries of this laptop for the school; returns their number. Raises `ExistsError` or `OSError`."""
    key = LaptopKey(link.key)
    entries = local.entries(list(local.ids()))
    batches = [make_batch(link.laptop, key, group) for group in split_entries(entries)]
    frames = [LaptopBundleHead(person=link.person, batches=len(batches)), *batches]
    _write(path, (msgspec.msgpack.encode(frame) for frame in frames))
    return len(entries)


def import_laptop_bundle(storage: Storage, path: Path, who: UUID | None = None) -> BundleImport:
    """Import a laptop's bundle into the school. It is refused as a whole unless a joined laptop signed it."""
    frames = _frames(path)
    head = _decoded(next(frames, b""), LaptopBundleHead)
    batches = [_decoded(frame, Batch) for frame in frames]
    if len(batches) != head.batches:
        raise NotABundleError(path=path)
    incoming = []
    for batch in batches:
        try:
            laptop = storage.laptop(UUID(bytes=batch.laptop))
        except UnknownError:
            raise NotJoinedError from None
        if laptop.is_withdrawn or laptop.person.bytes != head.person:
            raise NotJoinedError
        check_batch(batch, laptop.key)
        incoming.append(Incoming(laptop.person, laptop.id, batch.entries))
    person = storage.person(UUID(bytes=head.person))
    if who is not None:
        carrier = Actor(role=storage.person(who).role, person=who)
        check(storage, carrier, Action.CARRY_RECORDS, person=person.id)
    kept = storage.keep(incoming)
    storage.log(who, "take-in", str(person.id), path.name[:200])
    return BundleImport(
        person.name,
        sum(one.added for one in kept),
        sum(len(one.kept) - one.added for one in kept),
        sum(len(one.refused) for one in kept),
    )


def write_school_bundle(storage: Storage, identity: ServiceIdentity, person: UUID, path: Path) -> int:
    """Write a person's entries and assignments for their laptops; returns the number of entries."""
    entries = [one.entry for one in storage.all_entries(person)]
    found = [one for one in storage.assignments(storage.class_ids(person)) if one.is_for(person)][:500]
    assigned = Assigned(assignments=tuple(found), work=tuple(storage.work([one.id for one in found], person)))
    frames = [protocol.encoded(assigned), *(msgspec.msgpack.encode(tuple(group)) for group in split_entries(entries))]
    digest = _digest(person.bytes, frames)
    head = SchoolBundleHead(
        person=person.bytes,
        certificate=identity.public,
        frames=len(frames),
        digest=digest,
        signature=identity.sign(digest),
    )
    _write(path, [msgspec.msgpack.encode(head), *frames])
    return len(entries)


def import_school_bundle(link: Link, local: LocalEntries, path: Path) -> tuple[Assigned, int]:
    """Import a bundle of the school on a laptop; returns the assignments and the number of new entries."""
    head_frame, *frames = _frames(path)
    head = _decoded(head_frame, SchoolBundleHead)
    if head.person != link.person:
        raise NotJoinedError
    if len(frames) != head.frames or _digest(head.person, frames) != head.digest:
        raise TamperedError
    if not is_signed_by_service(head.certificate, link.fingerprint, head.digest, head.signature):
        raise TamperedError
    assigned = protocol.read_from_service(frames[0])
    if not isinstance(assigned, Assigned):
        raise NotABundleError(path=path)
    added = sum(local.keep(_decoded(frame, tuple[Entry, ...])) for frame in frames[1:])
    return assigned, added


def _digest(person: bytes, frames: Iterable[bytes]) -> bytes:
    """The digest of a person and frames, which the service signs."""
    whole = sha256(b"school homeward" + person)
    for frame in frames:
        whole.update(len(frame).to_bytes(4, "big") + frame)
    return whole.digest()


def _write(path: Path, frames: Iterable[bytes]) -> None:
    """Write a new file of length-prefixed frames."""
    with new_file(path) as unfinished, unfinished.open("wb") as file:
        file.write(MAGIC)
        for frame in frames:
            file.write(len(frame).to_bytes(4, "big") + frame)


def _frames(path: Path) -> Iterator[bytes]:
    """The frames of a file, with bounded sizes; raises `NotABundleError`."""
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise NotABundleError(path=path)
    with open_input_file(path) as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise NotABundleError(path=path)
        while head := file.read(4):
            length = int.from_bytes(head, "big")
            if len(head) != 4 or length > _LONGEST_FRAME:
                raise NotABundleError(path=path)
            frame = file.read(length)
            if len(frame) != length:
                raise NotABundleError(path=path)
            yield frame


def _decoded(frame: bytes, kind: type[Kind]) -> Kind:
    try:
        return msgspec.msgpack.decode(frame, type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError, OverflowError):
        raise NotABundleError(path="") from None

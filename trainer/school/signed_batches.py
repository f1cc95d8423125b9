"""Signed batches of entries, the same over the network and on a stick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from trainer.school.credentials import LaptopKey, is_signed
from trainer.school.entries import Entry
from trainer.school.errors import TamperedError
from trainer.school.protocol import MOST_ENTRIES, Batch, signed_part

MOST_BATCH_BYTES = 1_600_000
_PURPOSE = b"school batch"


def make_batch(laptop: bytes, key: LaptopKey, entries: Sequence[Entry]) -> Batch:
    """Entries with the laptop's signature."""
    packed = tuple(entries)
    return Batch(laptop=laptop, entries=packed, signature=key.sign(_PURPOSE, signed_part(laptop, packed)))


def check_batch(batch: Batch, key: bytes) -> None:
    """Raise `TamperedError` unless the laptop with this key signed the batch."""
    if not is_signed(key, _PURPOSE, signed_part(batch.laptop, batch.entries), batch.signature):
        raise TamperedError


def split_entries(entries: Iterable[Entry], most: int = MOST_ENTRIES) -> Iterator[list[Entry]]:
    """Split entries into groups that fit into one batch each, in order."""
    group: list[Entry] = []
    size = 0
    for entry in entries:
        if group and (len(group) >= most or size + len(entry.body) > MOST_BATCH_BYTES):
            yield group
            group, size = [], 0
        group.append(entry)
        size += len(entry.body)
    if group:
        yield group

"""Checks SQLite's write-ahead log: whether everything that was committed to it can still be read.

SQLite reads the log up to the first invalid frame and silently drops the rest, as it must after a power cut. If valid
committed frames follow the invalid one, it was not a power cut but damage, and SQLite would lose those answers. The
checks here run before SQLite opens the file. A truncated log looks like one after a power cut; the shared-memory index
that a killed program leaves behind tells them apart, because SQLite counts a frame there only once it is on the disk.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_HEADER = 32
_FRAME = 24
_FIRST_PAGE = 100  # length of the database header
_VERSION = slice(60, 64)  # of the header: user_version
_NUMBER = slice(68, 72)  # of the header: application_id
_INDEX = 100  # bytes read of the index: two copies of its header, and how much of the log is in the file
_HEAD = 48
_MAGIC = (0x377F0682, 0x377F0683)
_WORD = 0xFFFFFFFF
_CYCLES = 100_000  # frames from this many earlier generations of the log are recognised as stale
_LARGEST = 1 << 30  # bytes; SQLite keeps the log near 4 MB


class Frame(NamedTuple):
    """A page in the log. ``holds`` is whether the chain of checksums is intact up to it."""

    page: int
    content: bytes
    holds: bool
    is_commit: bool
    is_stale: bool  # left over from an earlier generation of the log


def wal_path(records: Path) -> Path:
    """The path of the write-ahead log of a database."""
    return records.with_name(records.name + "-wal")


def is_damaged(log: Path) -> bool:
    """Whether SQLite can no longer reach something that was committed to the log."""
    try:
        data = log.read_bytes() if log.is_file() and log.stat().st_size <= _LARGEST else b""
    except OSError:
        return False
    size = page_size(data)
    if len(data) < _HEADER + _FRAME + size:
        return False  # nothing was committed
    if not _has_sound_header(data):
        return True
    broken = False
    for frame in frames(data):
        broken = broken or not (frame.holds or frame.is_stale)
        if broken and not frame.holds and frame.is_commit and not frame.is_stale:
            return True
    return False


def is_foreign(records: Path) -> bool:
    """Whether the log belongs to another database, because somebody copied one file and left the other.

    SQLite would write its pages into our database, at the latest when it closes it.
    """
    try:
        data = wal_path(records).read_bytes() if wal_path(records).is_file() else b""
        with records.open("rb") as file:
            ours = file.read(_FIRST_PAGE)
    except OSError:
        return False
    step = _FRAME + page_size(data)
    starts = (start for start in range(_HEADER, len(data) - step + 1, step) if data[start : start + 4] == b"\0\0\0\1")
    if not any(_is_of_another(ours, data[start + _FRAME : start + _FRAME + _FIRST_PAGE]) for start in starts):
        return False  # decided without checking all checksums
    firsts = [frame.content for frame in frames(data) if frame.holds and frame.page == 1]
    return bool(firsts) and _is_of_another(ours, firsts[-1])


def _is_of_another(ours: bytes, logged: bytes) -> bool:
    """Whether a first page in the log is not the database's: it lost its version, or its file id differs."""
    lost_its_version = any(ours[_VERSION]) and not any(logged[_VERSION])
    return lost_its_version or (any(ours[_NUMBER]) and logged[_NUMBER] != ours[_NUMBER])


def is_truncated(records: Path) -> bool:
    """Whether the log has fewer frames than its index counts. Ask before SQLite creates a new index."""
    return _lacks_frames(records) and _lacks_frames(
        records
    )  # asked twice: another process may just be resetting the log


def _lacks_frames(records: Path) -> bool:
    log, beside = wal_path(records), records.with_name(records.name + "-shm")
    if not log.is_file() or not beside.is_file():
        return False
    try:
        with beside.open("rb") as file:
            index = file.read(_INDEX)
        with log.open("rb") as file:
            start = file.read(_HEADER)
        left = (log.stat().st_size - _HEADER) // (_FRAME + page_size(start))
    except OSError:  # SQLite will report why it cannot be read
        return False
    head = index[:_HEAD]
    is_whole = len(index) == _INDEX and head == index[_HEAD : 2 * _HEAD] and head[12] == 1
    if not is_whole or not head[32:40].startswith(start[16:24]):  # from another generation of the log
        return False
    counted, in_the_file = (int.from_bytes(word, sys.byteorder) for word in (head[16:20], index[96:100]))
    return max(left, in_the_file) < counted


def page_size(log: bytes) -> int:
    """The page size in the log's header, or the usual one if the header is damaged."""
    size = int.from_bytes(log[8:12], "big")
    return size if size in (512, 1024, 2048, 4096, 8192, 16384, 32768, 65536) else 4096


def frames(data: bytes) -> Iterator[Frame]:
    """All frames of a log, including those SQLite would not reach."""
    size = page_size(data)
    step = _FRAME + size
    salt = data[16:24]
    holds = _has_sound_header(data)
    order = "<" if int.from_bytes(data[:4], "big") == _MAGIC[0] else ">"
    sums = (int.from_bytes(data[24:28], "big"), int.from_bytes(data[28:32], "big"))
    for start in range(_HEADER, len(data) - step + 1, step):
        page, pages_after, *_ = struct.unpack(">II", data[start : start + 8])
        own = data[start + 8 : start + 16]
        if holds:
            sums = _checksum(data[start : start + 8] + data[start + _FRAME : start + step], order, *sums)
            holds = own == salt and struct.pack(">II", *sums) == data[start + 16 : start + _FRAME] and page > 0
        behind = (int.from_bytes(salt[:4], "big") - int.from_bytes(own[:4], "big")) & _WORD
        is_stale = 1 <= behind <= _CYCLES or not any(own)  # only zeros: space that was never written
        yield Frame(page, data[start + _FRAME : start + step], holds, pages_after > 0, is_stale)


def _has_sound_header(data: bytes) -> bool:
    """Whether the log's header has the right magic number and checksum."""
    if int.from_bytes(data[:4], "big") not in _MAGIC:
        return False
    order = "<" if int.from_bytes(data[:4], "big") == _MAGIC[0] else ">"
    return struct.pack(">II", *_checksum(data[:24], order, 0, 0)) == data[24:32]


def _checksum(data: bytes, order: str, first: int, second: int) -> tuple[int, int]:
    """SQLite's checksum over pairs of 32-bit words."""
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second

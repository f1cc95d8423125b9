"""Reads rows from the raw pages of a damaged SQLite file, without the B-trees that lead to them.

SQLite reaches a page through the pages above it, so one lost page hides all below it. This reader looks at every page
of the file and of its write-ahead log on its own, and yields whatever has the form of one of our rows. Pages on the
free list are skipped, because they hold deleted rows. See "Database File Format" in SQLite's documentation, sections
1.5, 1.6 and 2.1.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from trainer.records import wal_file

Row = tuple[Any, ...]
_INTERIOR_INDEX, _INTERIOR_TABLE, _LEAF_INDEX, _LEAF_TABLE = 2, 5, 10, 13
_WIDTHS = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
_FIRST_PAGE_HEADER = 100
_LONGEST = 64_000_000  # bytes of one row

# The header of an attempt's row: its length, then the types of its sixteen columns.
_WHOLE, _TEXT = rb"[\x01-\x06\x08\x09]", rb"(?:[\x0d-\x7f]|[\x81-\xff][\x00-\x7f])"
_ATTEMPT_HEADER = re.compile(
    rb"[\x11-\x13]%b\x2c%b{3}(?:\x00|%b)%b%b{9}" % (_WHOLE, _WHOLE, _TEXT, _TEXT, _WHOLE), re.DOTALL
)


def carve_rows(path: Path) -> Iterator[tuple[str, Row]]:
    """Yield every row that can be read from a file and its write-ahead log, with its table; newest in the log first.

    The same row can come more than once.
    """
    data = path.read_bytes()
    log_path = wal_file.wal_path(path)
    log = log_path.read_bytes() if log_path.is_file() else b""
    size = _page_size(data) if data else wal_file.page_size(log)
    logged = [(frame.page, frame.content) for frame in wal_file.frames(log)] if len(log) > _WIDTHS[6] else []
    empty = bytes(size)  # skipped: an overwritten file may consist mostly of zeros
    cut = ((start // size + 1, data[start : start + size]) for start in range(0, len(data), size))
    pages = {number: content for number, content in cut if content != empty}
    free = _free_pages(pages)
    newest = pages | dict(logged)
    usable = size - (data[20] if len(data) > _FIRST_PAGE_HEADER and data[20] < size // 2 else 0)
    seen: set[tuple[int, bytes]] = set()  # the log contains a page once for every commit that changed it
    for number, content in (*reversed(logged), *((number, pages[number]) for number in pages if number not in free)):
        for rowid, payload in _payloads(content, number, usable, newest):
            if (rowid, payload) not in seen:
                seen.add((rowid, payload))
                with contextlib.suppress(IndexError, ValueError):
                    yield from _as_row(rowid, _columns(payload))


def _page_size(data: bytes) -> int:
    """The page size in the file header, or the usual one if the header is damaged."""
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else 4096


def _free_pages(pages: dict[int, bytes]) -> set[int]:
    """The page numbers on the free list, as far as it can be followed."""
    free: set[int] = set()
    trunk = int.from_bytes(pages.get(1, b"")[32:36], "big")
    while trunk in pages and trunk not in free and trunk > 1:
        free.add(trunk)
        content = pages[trunk]
        count = min(int.from_bytes(content[4:8], "big"), len(content) // 4 - 2)
        free.update(int.from_bytes(content[8 + 4 * place : 12 + 4 * place], "big") for place in range(max(0, count)))
        trunk = int.from_bytes(content[:4], "big")
    return free


def _payloads(content: bytes, number: int, usable: int, pages: dict[int, bytes]) -> Iterator[tuple[int, bytes]]:
    """The row payloads of one page, each with its rowid (0 if its table has none).

    If the page itself is damaged, its bytes are searched for anything that looks like an attempt.
    """
    head = _FIRST_PAGE_HEADER if number == 1 else 0
    kind = content[head] if len(content) > head + 12 else 0
    if kind == _INTERIOR_TABLE:
        return
    if kind not in (_INTERIOR_INDEX, _LEAF_INDEX, _LEAF_TABLE):
        yield from _search(content)
        return
    is_whole = True
    count = int.from_bytes(content[head + 3 : head + 5], "big")
    first = head + (12 if kind == _INTERIOR_INDEX else 8)
    for place in range(first, min(first + 2 * count, len(content) - 1), 2):
        start = int.from_bytes(content[place : place + 2], "big")
        try:
            yield _payload(content, start, kind, usable, pages)
        except (IndexError, ValueError, OverflowError):
            is_whole = False
    if not is_whole or len(content) < usable or first + 2 * count > len(content):
        yield from _search(content)


def _search(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Payloads found by searching for the header pattern of an attempt."""
    for found in _ATTEMPT_HEADER.finditer(content):
        with contextlib.suppress(IndexError, ValueError):
            head, place = _varint(content, found.start())
            end = found.start() + head
            length = head
            while place < end:
                serial, place = _varint(content, place)
                length += _width(serial)
            yield 0, content[found.start() : found.start() + length]


def _payload(content: bytes, start: int, kind: int, usable: int, pages: dict[int, bytes]) -> tuple[int, bytes]:
    """One payload with its rowid, collected from overflow pages if it is long."""
    if kind == _INTERIOR_INDEX:
        start += 4
    length, start = _varint(content, start)
    rowid = 0
    if kind == _LEAF_TABLE:
        rowid, start = _varint(content, start)
    if length > _LONGEST:
        raise ValueError("too long")
    most = usable - 35 if kind == _LEAF_TABLE else (usable - 12) * 64 // 255 - 23
    local = length
    if length > most:
        least = (usable - 12) * 32 // 255 - 23
        local = least + (length - least) % (usable - 4)
        local = local if local <= most else least
    payload = content[start : start + local]
    following = int.from_bytes(content[start + local : start + local + 4], "big") if local < length else 0
    passed: set[int] = set()
    while len(payload) < length:
        if following in passed or following not in pages:
            raise ValueError("its rest is lost")
        passed.add(following)
        rest = pages[following]
        payload += rest[4 : 4 + min(usable - 4, length - len(payload))]
        following = int.from_bytes(rest[:4], "big")
    return rowid, payload


def _columns(payload: bytes) -> Row:
    """The column values of a payload; raises `ValueError` if lengths do not fit."""
    head, place = _varint(payload, 0)
    at = head
    columns: list[Any] = []
    while place < head:
        serial, place = _varint(payload, place)
        width = _width(serial)
        part = payload[at : at + width]
        if len(part) < width:
            raise ValueError("too short")
        at += width
        columns.append(_value(serial, part))
    if at != len(payload):
        raise ValueError("not whole")
    return tuple(columns)


def _width(serial: int) -> int:
    """Bytes of a value with this serial type."""
    if serial in (10, 11) or serial < 0:
        raise ValueError("no such type")
    return _WIDTHS[serial] if serial < 10 else (serial - 12) // 2


def _value(serial: int, part: bytes) -> Any:
    """A column value from its serial type and bytes."""
    if serial == 0:
        return None
    if serial == 7:
        raise ValueError("no column of ours has fractions")
    if serial < 10:
        return int.from_bytes(part, "big", signed=True) if part else serial - 8
    return part.decode("utf-8", "surrogateescape") if serial % 2 else part


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """An SQLite variable-length integer, and the position after it."""
    value = 0
    for count in range(9):
        byte = data[place + count]
        if count == 8:
            value = value << 8 | byte
            return (value - (1 << 64) if value >> 63 else value), place + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + count + 1
    raise ValueError("unreachable")


# The table of a row follows from its column types, one letter each: i(nteger), b(lob), t(ext), n(ull).

_LETTERS: dict[type, str] = {int: "i", bytes: "b", str: "t", type(None): "n"}


def _as_row(rowid: int, columns: Row) -> Iterator[tuple[str, Row]]:
    form = "".join(_LETTERS[type(column)] for column in columns)
    for table, row in _FORMS.get(form, ()):
        yield table, row(rowid, columns)


def _with_rowid(rowid: int, columns: Sequence[Any]) -> Row:
    return (rowid, *columns[1:])


def _unchanged(_: int, columns: Sequence[Any]) -> Row:
    return tuple(columns)


def _reversed_pair(_: int, columns: Sequence[Any]) -> Row:
    return (columns[1], columns[0])


_Make = Callable[[int, Sequence[Any]], Row]
_FORMS: dict[str, tuple[tuple[str, _Make], ...]] = {
    "nbtibt": (("profiles", _with_rowid),),
    "nbtint": (("profiles", _with_rowid),),
    "nt": (("texts or plans", _with_rowid),),
    "ti": (("texts or plans", _reversed_pair),),  # from the unique index of either table
    "bi": (("uuids", _reversed_pair),),  # from the unique index of profiles
    "nibiiii": (("sessions", _with_rowid),),
    "ibiiintiiiiiiiii": (("attempts", _unchanged),),
    "ibiiittiiiiiiiii": (("attempts", _unchanged),),
    "tb": (("rules", _unchanged),),
}

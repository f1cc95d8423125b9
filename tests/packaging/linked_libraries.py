"""Shared libraries that ELF files name as needed, read without binutils."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterable
from pathlib import Path

_LOAD, _DYNAMIC = 1, 2  # types of program headers
_END, _NEEDED, _STRING_TABLE = 0, 1, 5  # tags of dynamic entries


def needed_libraries(file: Path) -> frozenset[str]:
    """Names of the libraries that a 64-bit little-endian ELF file needs; empty for any other file."""
    with file.open("rb") as opened:
        if opened.read(6) != b"\x7fELF\x02\x01":
            return frozenset()
        with mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return _needed(data)


def _needed(data: mmap.mmap) -> frozenset[str]:
    (table,) = struct.unpack_from("<Q", data, 0x20)
    size, count = struct.unpack_from("<HH", data, 0x36)
    loads, dynamic = [], (0, 0)
    for at in range(table, table + size * count, size):
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", data, at)
        if kind == _LOAD:
            loads.append((address, offset, length))
        elif kind == _DYNAMIC:
            dynamic = offset, length
    entries = []
    for tag, value in struct.iter_unpack("<qQ", data[dynamic[0] : sum(dynamic)]):
        if tag == _END:
            break
        entries.append((tag, value))
    names = next((value for tag, value in entries if tag == _STRING_TABLE), 0)
    strings = next((names - address + offset for address, offset, length in loads if 0 <= names - address < length), 0)
    starts = [strings + value for tag, value in entries if tag == _NEEDED]
    return frozenset(data[start : data.find(b"\0", start)].decode() for start in starts)


def missing_libraries(files: Iterable[Path]) -> dict[str, list[Path]]:
    """Libraries that some files need and that are not among them, each with the files that need it."""
    listed = list(files)
    shipped = {file.name for file in listed}
    missing: dict[str, list[Path]] = {}
    for file in listed:
        for name in needed_libraries(file) - shipped:
            missing.setdefault(name, []).append(file)
    return missing

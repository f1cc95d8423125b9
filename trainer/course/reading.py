"""What somebody has read: pages, bookmarks and notes, in one small file beside the records."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path

import msgspec

from trainer.private_files import make_private, make_private_folder

LONGEST_NOTE = 4000
_LARGEST_FILE = 4_000_000


class _Kept(msgspec.Struct, kw_only=True, omit_defaults=True):
    """By page (``arica/craps drill:horn``): when it was read, that it is marked, what was noted."""

    read: dict[str, date] = {}
    marked: list[str] = []
    notes: dict[str, str] = {}


class ReadingBook:
    """The pages of one person. What cannot be read of the file is as if it had not been written; what cannot be
    written is lost with the program: a course is read again more easily than a trainee is stopped."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept = _Kept()
        with suppress(OSError, msgspec.DecodeError, UnicodeError):
            if path.stat().st_size <= _LARGEST_FILE:
                self._kept = msgspec.json.decode(path.read_bytes(), type=_Kept)

    def is_read(self, page: str) -> bool:
        return page in self._kept.read

    def is_marked(self, page: str) -> bool:
        return page in self._kept.marked

    def note(self, page: str) -> str:
        return self._kept.notes.get(page, "")

    def read(self, page: str, day: date) -> None:
        """A page was looked at to its end; the first day is kept."""
        if page not in self._kept.read:
            self._kept.read[page] = day
            self._write()

    def mark(self, page: str, is_marked: bool) -> None:
        others = [each for each in self._kept.marked if each != page]
        self._kept.marked = [*others, page] if is_marked else others
        self._write()

    def write_note(self, page: str, note: str) -> None:
        """Keep what was noted; an empty note is none."""
        if note == self.note(page):
            return
        self._kept.notes.pop(page, None)
        if note.strip():
            self._kept.notes[page] = note[:LONGEST_NOTE]
        self._write()

    def _write(self) -> None:
        """The whole file or the old one."""
        with suppress(OSError):
            make_private_folder(self.path.parent)
            fresh = self.path.with_suffix(".new")
            make_private(fresh)
            fresh.write_bytes(msgspec.json.encode(self._kept))
            fresh.replace(self.path)


def page_name(rulebook: str, game: str, page: str) -> str:
    """A page among all pages."""
    return f"{rulebook}/{game} {page}"

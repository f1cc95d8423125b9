"""Reading progress of a person: pages read, bookmarks and notes, in a small file beside the records."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path

import msgspec

from trainer.system.input_files import read_input_file
from trainer.system.private_files import free_path, write_private
from trainer.system.tolerant_json import read_fields
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

LONGEST_NOTE = 4000
_LARGEST_FILE = 4_000_000


class _Kept(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """By page (``arica/craps drill:horn``): day it was read, bookmark, note; by game (``arica/craps``): whether its
    course was opened or skipped."""

    read: dict[str, date] = {}
    marked: list[str] = []
    notes: dict[str, str] = {}
    begun: list[str] = []


class ReadingBook:
    """Reading progress of one person.

    An unreadable file is set aside and treated as empty; what cannot be written is lost at the end. Both are reported
    to ``tell`` and stop nobody.
    """

    def __init__(self, path: Path, tell: Callable[[Message], None] = lambda _: None) -> None:
        self.path = path
        self._tell = tell
        self._is_told = False
        self._kept = _Kept()
        with suppress(OSError):
            is_whole = False
            if path.is_file() and path.stat().st_size <= _LARGEST_FILE:
                self._kept, is_whole = read_fields(read_input_file(path), _Kept)
            if path.exists() and not is_whole:
                aside = path.rename(free_path(path.with_name(f"{path.stem}-damaged{path.suffix}")))
                tell(Message("lesson.book-set-aside", {"path": str(aside)}))

    def is_read(self, page: str) -> bool:
        return page in self._kept.read

    def is_marked(self, page: str) -> bool:
        return page in self._kept.marked

    def note(self, page: str) -> str:
        return self._kept.notes.get(page, "")

    def read(self, page: str, day: date) -> None:
        """Note that a page was read to its end; keeps the first day."""
        if page not in self._kept.read:
            self._kept.read[page] = day
            self._write()

    def is_begun(self, rulebook: str, game: str) -> bool:
        """Whether a page of the game was shown, or its course was skipped."""
        name = f"{rulebook}/{game}"
        return name in self._kept.begun or any(page.startswith(f"{name} ") for page in self._kept.read)

    def begin(self, rulebook: str, game: str) -> None:
        """Note that a page of the game was shown, or that its course was skipped."""
        if not self.is_begun(rulebook, game):
            self._kept.begun = [*self._kept.begun, f"{rulebook}/{game}"]
            self._write()

    def mark(self, page: str, is_marked: bool) -> None:
        others = [each for each in self._kept.marked if each != page]
        self._kept.marked = [*others, page] if is_marked else others
        self._write()

    def write_note(self, page: str, note: str) -> None:
        """Store a note; an empty one is removed."""
        if note == self.note(page):
            return
        self._kept.notes.pop(page, None)
        if note.strip():
            self._kept.notes[page] = note[:LONGEST_NOTE]
        self._write()

    def _write(self) -> None:
        try:
            write_private(self.path, msgspec.json.encode(self._kept))
        except OSError as error:
            if not self._is_told:
                self._tell(Message("lesson.book-not-kept", {"problem": system_problem(error)}))
            self._is_told = True


def done_drill(drill: str) -> str:
    """The id under which a finished drill is noted among the pages that were read."""
    return f"done:{drill}"


def page_name(rulebook: str, game: str, page: str) -> str:
    """Key of a page among all games."""
    return f"{rulebook}/{game} {page}"

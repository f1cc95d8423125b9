"""The desk's data sources (rules, records, settings, folders, clocks), prepared before Qt is loaded."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Protocol
from uuid import UUID

import msgspec

from trainer.desk.shell.settings import Settings, load_settings
from trainer.rulebooks import Library
from trainer.runs.offers import Offers
from trainer.runs.records_file import RecordsFile
from trainer.system.input_files import path_exists, read_input_file
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import make_all_private, write_private
from trainer.texts import Message, text

with lazily():  # not needed at the start
    from trainer.course.reading_progress import ReadingBook
    from trainer.runs import run


class Places(Protocol):
    """The folders of one user, as the command line finds them."""

    @property
    def data(self) -> Path: ...

    @property
    def config(self) -> Path: ...

    @property
    def cache(self) -> Path: ...

    @property
    def progress(self) -> Path: ...

    def library(self, with_school: bool = True) -> Library: ...


class Folders(msgspec.Struct, frozen=True):
    """Where the desk keeps its files."""

    settings_path: Path
    devices: Path  # file of the sensors that were used before
    reports: Path
    pictures: Path  # saved by the user
    plans: Path  # carried to other laptops
    courses: Path  # what each profile has read of the course
    regulations: Path  # official texts that a school owns, each as ``RULEBOOK.txt``
    exams: Path
    schemes: Path  # exam schemes that a school made itself
    shifts: Path  # at the live table, each profile's last one
    recordings: Path  # of sensors
    sensors: Path  # profiles of sensors that a school made itself
    schools: Path  # database of the schools this laptop has joined
    own_school: Path  # the school that is served from this laptop
    tables: Path  # cache of painted tables
    sounds: Path  # cache

    @classmethod
    def below(cls, data: Path, config: Path, cache: Path, is_safe: bool = False) -> Folders:
        """The usual names below the three folders of a user; a safe start has its own painted tables."""
        return cls(
            settings_path=config / "settings.json",
            devices=config / "sensors.json",
            reports=data / "reports",
            pictures=data / "pictures",
            plans=data / "plans",
            courses=data / "course",
            regulations=data / "regulations",
            exams=data / "exams",
            schemes=data / "schemes",
            recordings=data / "recordings",
            shifts=data / "shifts",
            sensors=data / "sensors",
            schools=data / "schools.db",
            own_school=data / "school",
            tables=cache / ("safe-tables" if is_safe else "tables"),
            sounds=cache / "sounds",
        )


class Workplace(msgspec.Struct, frozen=True):
    """Everything the desk works with, passed in: rules and drills, records, folders, clocks and the random source."""

    offers: Offers
    recording: RecordsFile
    folders: Folders
    clock: Callable[[], int]  # monotonic nanoseconds, for measuring
    now: Callable[[], datetime]  # with time zone, for timestamps
    rng: random.Random
    reading_books: dict[Path, ReadingBook] = {}  # open; two of one file would undo each other's changes

    def reading_book(self, tell: Callable[[Message], None]) -> ReadingBook | None:
        """The reading progress of the profile, the same object each time; `None` if the records cannot be opened."""
        try:
            profile = self.recording.current()
        except run.RECORDING_FAILURES:
            return None
        path = self.folders.courses / f"{profile.id.hex}.json"
        if path not in self.reading_books:
            self.reading_books[path] = ReadingBook(path, tell)
        return self.reading_books[path]


class Prepared(msgspec.Struct, frozen=True):
    """The workplace, the settings, and messages for the user about them."""

    workplace: Workplace
    settings: Settings
    notices: tuple[Message, ...] = ()
    is_first: bool = False  # nobody has used the program on this machine before
    is_safe: bool = False  # a safe start


def prepare(
    places: Places, clock: Callable[[], int], now: Callable[[], datetime], safe_because: Message | None = None
) -> Prepared:
    """Prepare what the first screen needs from a user's folders.

    With ``safe_because``, the start is a safe one: default settings, no files of the school, painted tables of its
    own. Profile, PIN and language stay as they are.
    """
    make_all_private((places.data, places.config, places.cache))
    folders = Folders.below(places.data, places.config, places.cache, is_safe=safe_because is not None)
    settings_path = folders.settings_path
    stamp = f"{now():%Y%m%d-%H%M%S}"
    is_first = safe_because is None and not path_exists(settings_path) and not path_exists(places.progress)
    settings, trouble = load_settings(settings_path, stamp)
    notices = [trouble] if trouble else []
    if safe_because is not None:
        notices.append(_kept_before(settings_path, stamp, safe_because))
        settings = Settings(language=settings.language, profile=settings.profile, asks_pin=settings.asks_pin)
    recording = RecordsFile(places.progress, now, lambda: text("desk.profile.first", settings.language))
    recording.wanted = UUID(hex=settings.profile) if settings.profile else None
    offers = Offers(places.library(with_school=safe_because is None))
    offers.suggestion(offers.regulation(settings.rulebook), settings.last)
    workplace = Workplace(
        offers=offers,
        recording=recording,
        folders=folders,
        clock=clock,
        now=now,
        rng=random.Random(),
    )
    return Prepared(workplace, settings, tuple(notices), is_first, safe_because is not None)


def _kept_before(settings_path: Path, stamp: str, why: Message) -> Message:
    """Copy the settings before a safe start replaces them; returns the message about it."""
    kept = settings_path.with_name(f"{settings_path.stem}-before-{stamp}{settings_path.suffix}")
    try:
        write_private(kept, read_input_file(settings_path))
    except OSError:  # no settings exist, or their error is reported separately
        return Message("desk.safe.says", {"why": why})
    return Message("desk.safe.says-kept", {"why": why, "path": str(kept)})

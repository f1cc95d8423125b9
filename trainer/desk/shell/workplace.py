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
from trainer.system.private_files import make_all_private, write_private
from trainer.texts import Message, text


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


class Workplace(msgspec.Struct, frozen=True):
    """Everything the desk works with, passed in: rules and drills, records, folders, clocks and the random source."""

    offers: Offers
    recording: RecordsFile
    settings_path: Path
    reports: Path
    pictures: Path  # saved by the user
    kept_tables: Path  # cache of painted tables
    clock: Callable[[], int]  # monotonic nanoseconds, for measuring
    now: Callable[[], datetime]  # with time zone, for timestamps
    rng: random.Random

    @property
    def plans(self) -> Path:
        """Folder for plans that are carried to other laptops."""
        return self.pictures.with_name("plans")

    @property
    def courses(self) -> Path:
        """Folder for what each profile has read of the course."""
        return self.pictures.with_name("course")

    @property
    def regulations(self) -> Path:
        """Folder for official texts that a school owns, each as ``RULEBOOK.txt``."""
        return self.pictures.with_name("regulations")

    @property
    def exams(self) -> Path:
        """Folder of the exams on this machine."""
        return self.pictures.with_name("exams")

    @property
    def schemes(self) -> Path:
        """Folder of the exam schemes that a school made itself."""
        return self.pictures.with_name("schemes")

    @property
    def schools(self) -> Path:
        """Database of the schools this laptop has joined."""
        return self.recording.path.with_name("schools.db")

    @property
    def own_school(self) -> Path:
        """Folder of the school that is served from this laptop."""
        return self.recording.path.with_name("school")


class Prepared(msgspec.Struct, frozen=True):
    """The workplace, the settings, and messages for the user about them."""

    workplace: Workplace
    settings: Settings
    notices: tuple[Message, ...] = ()
    is_first: bool = False  # nobody has used the program on this machine before


def prepare(
    places: Places, clock: Callable[[], int], now: Callable[[], datetime], safe_because: Message | None = None
) -> Prepared:
    """Prepare what the first screen needs from a user's folders.

    With ``safe_because``, the start is a safe one: default settings, no files of the school, no cached tables. Profile,
    PIN and language stay as they are.
    """
    make_all_private((places.data, places.config, places.cache))
    settings_path = places.config / "settings.json"
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
        settings_path=settings_path,
        reports=places.data / "reports",
        pictures=places.data / "pictures",
        kept_tables=places.cache / ("tables" if safe_because is None else "safe-tables"),
        clock=clock,
        now=now,
        rng=random.Random(),
    )
    return Prepared(workplace, settings, tuple(notices), is_first)


def _kept_before(settings_path: Path, stamp: str, why: Message) -> Message:
    """Copy the settings before a safe start replaces them; returns the message about it."""
    kept = settings_path.with_name(f"{settings_path.stem}-before-{stamp}{settings_path.suffix}")
    try:
        write_private(kept, read_input_file(settings_path))
    except OSError:  # there are none, or their error is reported separately
        return Message("desk.safe.says", {"why": why})
    return Message("desk.safe.says-kept", {"why": why, "path": str(kept)})

"""What the desk works with, made ready before Qt is loaded: none of it needs Qt."""

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
    """What the desk works with, all of it passed in: rulebooks and drills, files, clocks, chance."""

    offers: Offers
    recording: RecordsFile
    settings_path: Path
    reports: Path
    pictures: Path  # that the user saves
    kept_tables: Path  # painted, from one start to the next
    clock: Callable[[], int]  # nanoseconds that never go back, for measuring
    now: Callable[[], datetime]  # with its zone, for stamping
    rng: random.Random

    @property
    def plans(self) -> Path:
        """Where plans for other laptops are written: beside the pictures."""
        return self.pictures.with_name("plans")

    @property
    def courses(self) -> Path:
        """What each person has read of the course, beside the pictures."""
        return self.pictures.with_name("course")

    @property
    def regulations(self) -> Path:
        """Where a school puts the official texts it owns, each as ``RULEBOOK.txt``."""
        return self.pictures.with_name("regulations")

    @property
    def exams(self) -> Path:
        """The school's exams on this machine, beside the pictures."""
        return self.pictures.with_name("exams")

    @property
    def schemes(self) -> Path:
        """The exams that a school made itself."""
        return self.pictures.with_name("schemes")

    @property
    def schools(self) -> Path:
        """What this laptop knows of the schools it has joined: beside the records."""
        return self.recording.path.with_name("schools.db")

    @property
    def own_school(self) -> Path:
        """The folder of the school that is served from here."""
        return self.recording.path.with_name("school")


class Prepared(msgspec.Struct, frozen=True):
    """A workplace, the user's settings, and what the user should be told of them at once."""

    workplace: Workplace
    settings: Settings
    notices: tuple[Message, ...] = ()
    is_first: bool = False  # nobody has used the program here before


def prepare(
    places: Places, clock: Callable[[], int], now: Callable[[], datetime], safe_because: Message | None = None
) -> Prepared:
    """Make ready what the first screen shows, of a user's folders.

    A start is safe when there is a reason for it: with the first settings, and without the school's files and the kept
    tables. Who practises, whether that is asked for, and the language stay as they are.
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
    """Keep the settings as they were: what is chosen in a safe start takes their place."""
    kept = settings_path.with_name(f"{settings_path.stem}-before-{stamp}{settings_path.suffix}")
    try:
        write_private(kept, read_input_file(settings_path))
    except OSError:  # there are none, or they cannot be read and are told of by themselves
        return Message("desk.safe.says", {"why": why})
    return Message("desk.safe.says-kept", {"why": why, "path": str(kept)})

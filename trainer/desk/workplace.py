"""What the desk works with, made ready before Qt is loaded: none of it needs Qt."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Protocol
from uuid import UUID

import msgspec

from trainer.desk.settings.choices import Settings, load_settings
from trainer.private_files import make_all_private
from trainer.rulebooks import Library
from trainer.runs.offers import Offers
from trainer.runs.recording import Recording
from trainer.texts import text


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

    def library(self) -> Library: ...


class Workplace(msgspec.Struct, frozen=True):
    """What the desk works with, all of it passed in: rulebooks and drills, files, clocks, chance."""

    offers: Offers
    recording: Recording
    settings_path: Path
    reports: Path
    pictures: Path  # that the user saves
    kept_tables: Path  # painted, from one start to the next
    clock: Callable[[], int]  # nanoseconds that never go back, for measuring
    now: Callable[[], datetime]  # with its zone, for stamping
    rng: random.Random


class Prepared(msgspec.Struct, frozen=True):
    """A workplace, the user's settings, and where settings that could not be read were set aside."""

    workplace: Workplace
    settings: Settings
    set_aside: Path | None = None


def prepare(places: Places, clock: Callable[[], int], now: Callable[[], datetime]) -> Prepared:
    """Make ready what the first screen shows, of a user's folders."""
    make_all_private((places.data, places.config, places.cache))
    settings_path = places.config / "settings.json"
    settings, aside = load_settings(settings_path, f"{now():%Y%m%d-%H%M%S}")
    recording = Recording(places.progress, now, lambda: text("desk.profile.first", settings.language))
    recording.wanted = UUID(hex=settings.profile) if settings.profile else None
    offers = Offers(places.library())
    offers.suggestion(offers.regulation(settings.rulebook), settings.last)
    workplace = Workplace(
        offers=offers,
        recording=recording,
        settings_path=settings_path,
        reports=places.data / "reports",
        pictures=places.data / "pictures",
        kept_tables=places.cache / "tables",
        clock=clock,
        now=now,
        rng=random.Random(),
    )
    return Prepared(workplace, settings, aside)

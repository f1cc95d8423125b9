"""What a trainee or a school may set about studying; kept with the profile as JSON."""

from __future__ import annotations

from enum import StrEnum
from uuid import UUID

import msgspec

from trainer.records.store import Store
from trainer.system.tolerant_json import read_fields


class Unlocking(StrEnum):
    """How strictly a rung waits for those below it."""

    OPEN = "open"  # everything can be drilled at once
    NORMAL = "normal"  # what comes before is well under way
    STRICT = "strict"  # what comes before is mastered


UNLOCKS_AT: dict[Unlocking, float] = {Unlocking.OPEN: 0.0, Unlocking.NORMAL: 0.6, Unlocking.STRICT: 1.0}
"""The skill (`Mastery.skill`) that each prerequisite must have reached."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab"):
    """How much and how strictly; a figure of 0 a day turns that part off."""

    unlocking: Unlocking = Unlocking.NORMAL
    new_facts_a_day: int = 15
    reviews_a_day: int = 60
    own: dict[str, str] = {}  # own drills by their names, each as the text of its plan, see `runs.own`
    houses: dict[str, dict[str, str]] = {}  # by rulebook and game: what this trainee's house plays, see `runs.houses`


def settings_of(store: Store, profile: UUID) -> Settings:
    """The settings kept with a profile; what cannot be read is as if it were not set."""
    return read_fields(store.settings(profile), Settings)[0]


def keep_settings(store: Store, profile: UUID, settings: Settings) -> None:
    store.set_settings(profile, msgspec.json.encode(settings).decode())

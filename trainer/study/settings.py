"""Study settings of a trainee or school, stored with the profile as JSON."""

from __future__ import annotations

from enum import StrEnum
from uuid import UUID

import msgspec

from trainer.records.store import Store
from trainer.study.parameters import OPENS_AT
from trainer.system.tolerant_json import read_fields


class Unlocking(StrEnum):
    """How much of the lower rungs must be known to unlock a rung."""

    OPEN = "open"  # everything is unlocked
    NORMAL = "normal"  # lower rungs are well advanced
    STRICT = "strict"  # lower rungs are mastered


UNLOCKS_AT: dict[Unlocking, float] = {Unlocking.OPEN: 0.0, Unlocking.NORMAL: OPENS_AT, Unlocking.STRICT: 1.0}
"""Estimated accuracy that each prerequisite must have reached; 1 stands for mastery."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab"):
    """Daily limits and strictness; a limit of 0 switches that part off."""

    unlocking: Unlocking = Unlocking.NORMAL
    new_facts_a_day: int = 15
    reviews_a_day: int = 60
    own: dict[str, str] = {}  # named drills: text of the plan by name, see `runs.own`
    houses: dict[str, dict[str, str]] = {}  # house options by rulebook and game, see `runs.houses`


def settings_of(store: Store, profile: UUID) -> Settings:
    """Settings of a profile; unreadable fields have their defaults."""
    return read_fields(store.settings(profile), Settings)[0]


def keep_settings(store: Store, profile: UUID, settings: Settings) -> None:
    store.set_settings(profile, msgspec.json.encode(settings).decode())

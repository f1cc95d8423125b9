"""An attempt, its id, and how its item is taken apart to be stored in little room."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec

from trainer import __version__

Clock = Callable[[], datetime]
"""Gives the present moment with its time zone."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_LARGEST_SEED = 2**63 - 1


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to one item, as it is kept for ever."""

    id: UUID
    profile: UUID
    item: str  # the item's one line of text
    answer: str  # in the canonical text form of its answer form
    right: bool
    mistake: str = ""  # message id of the named mistake
    milliseconds: int
    target_ms: int
    behaviour: str
    counts: bool  # whether it goes into ratings, cards and mastery
    at: datetime  # UTC, to the millisecond
    session: str = ""  # the session it belongs to: its kind and when it began
    app_version: str = __version__


def wall_clock() -> datetime:
    """The computer's clock."""
    return datetime.now(UTC)


def to_milliseconds(moment: datetime) -> int:
    """Whole milliseconds since 1970, as moments are stored."""
    return (moment - EPOCH) // _MILLISECOND


def from_milliseconds(milliseconds: int) -> datetime:
    return EPOCH + milliseconds * _MILLISECOND


def make_id(milliseconds: int) -> UUID:
    """A version 7 UUID: it begins with the time, so ids sort by it and grow a B-tree only at its end."""
    return UUID(int=milliseconds << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62))


def time_of(attempt_id: bytes) -> int:
    """The milliseconds an id begins with."""
    return int.from_bytes(attempt_id[:6], "big")


def split_item(item: str) -> tuple[str, int, int]:
    """An item's text as what repeats (its kind), its level and its seed; `ValueError` if that would lose anything.

    >>> split_item("pay-the-layout/3 baleares/roulette-french@1+ab12cd34 #77")
    ('pay-the-layout baleares/roulette-french@1+ab12cd34', 3, 77)
    """
    try:
        head, _, seed_text = item.rpartition(" #")
        name, _, place = head.partition(" ")
        family, _, level_text = name.rpartition("/")
        kind, level, seed = f"{family} {place}", int(level_text), int(seed_text)
    except ValueError:
        raise ValueError(f"{item!r} is not an item's text") from None
    if join_item(kind, level, seed) != item or not 0 <= seed <= _LARGEST_SEED:
        raise ValueError(f"{item!r} is not an item's text")
    return kind, level, seed


def join_item(kind: str, level: int, seed: int) -> str:
    """The item's text again."""
    family, _, place = kind.partition(" ")
    return f"{family}/{level} {place} #{seed}"

"""An attempt, its id, and how its item is taken apart to be stored in little room."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

import msgspec

from trainer import __version__

Clock = Callable[[], datetime]
"""Gives the present moment with its time zone."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
EARLIEST = datetime(1800, 1, 1, tzinfo=UTC)  # a computer whose battery is flat may say 1900
LATEST = datetime(9000, 1, 1, tzinfo=UTC)  # what follows it must have room before the year 10,000
_LARGEST_SEED = 2**63 - 1
_CHANCE_BITS = 74


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
    session: UUID
    app_version: str = __version__


def wall_clock() -> datetime:
    """The computer's clock."""
    return datetime.now(UTC)


def clamp_clock(moment: datetime) -> datetime:
    """What a clock says, as far as it can be stored: one whose battery is dead may say 1900, and an id begins with the
    time since 1970. A day is left at both ends for the zones."""
    return min(max(moment, EPOCH + timedelta(days=1)), datetime.max.replace(tzinfo=UTC) - timedelta(days=2))


def to_milliseconds(moment: datetime) -> int:
    """Whole milliseconds since 1970, as moments are stored."""
    return (moment - EPOCH) // _MILLISECOND


def from_milliseconds(milliseconds: int) -> datetime:
    return EPOCH + milliseconds * _MILLISECOND


def is_valid_moment(moment: datetime) -> bool:
    """Whether a moment has a zone and lies where it, and what is computed from it, can be read again."""
    return moment.tzinfo is not None and EARLIEST.replace(tzinfo=moment.tzinfo) <= moment <= LATEST


def make_id(milliseconds: int, chance: int | None = None) -> UUID:
    """A version 7 UUID: it begins with the time, so ids sort by it and grow a B-tree only at its end.

    The rest of it, 74 bits, is random unless it is given. No id is older than 1970, whatever the clock says.
    """
    milliseconds = max(0, milliseconds)
    rest = secrets.randbits(_CHANCE_BITS) if chance is None else chance % 2**_CHANCE_BITS
    high, low = divmod(rest, 2**62)
    return UUID(int=milliseconds << 80 | 7 << 76 | high << 64 | 2 << 62 | low)


def id_time(attempt_id: bytes) -> int:
    """The milliseconds an id begins with."""
    return int.from_bytes(attempt_id[:6], "big")


class ItemParts(NamedTuple):
    """An item's text taken apart: what repeats (its kind), its level, its seed and what was dealt."""

    kind: str
    level: int
    seed: int
    dealt: str = ""


def split_item(item: str) -> ItemParts:
    """The parts of an item's text; `ValueError` if that would lose anything.

    >>> split_item("pay-the-layout/3 baleares/roulette-french@1+ab12cd34 #77=17")
    ItemParts(kind='pay-the-layout baleares/roulette-french@1+ab12cd34', level=3, seed=77, dealt='17')
    """
    try:
        head, _, source = item.rpartition(" ")
        name, _, place = head.partition(" ")
        family, _, level_text = name.rpartition("/")
        seed_text, _, dealt = source.partition("=")
        seed = int(seed_text.removeprefix("#")) if seed_text or not dealt else 0
        parts = ItemParts(f"{family} {place}", int(level_text), seed, dealt)
    except ValueError:
        raise ValueError(f"{item!r} is not an item's text") from None
    if join_item(*parts) != item or not 0 <= seed <= _LARGEST_SEED:
        raise ValueError(f"{item!r} is not an item's text")
    return parts


def join_item(kind: str, level: int, seed: int, dealt: str = "") -> str:
    """The item's text again. What was dealt comes after the seed, which is left out where it adds nothing to it."""
    family, _, place = kind.partition(" ")
    source = (f"#{seed}" if seed else "") + f"={dealt}" if dealt else f"#{seed}"
    return f"{family}/{level} {place} {source}"


def digest_of(item: str) -> str:
    """The digest of the rules that an item, or its kind, names; empty if it names none.

    >>> digest_of("pay-the-layout baleares/roulette-french@1+ab12cd34 zero=half")
    'ab12cd34'
    """
    version = item.partition("@")[2].partition(" ")[0]
    return version.rpartition("+")[2] if "+" in version else ""

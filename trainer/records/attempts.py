"""An attempt, ids and times in the form in which they are stored, and items split into columns that compress well.

Ids contain their time. `store` writes and reads the rows.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

import msgspec

from trainer import __version__

Clock = Callable[[], datetime]
"""Returns the current time, with its time zone."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
EARLIEST = datetime(1800, 1, 1, tzinfo=UTC)  # a computer with a flat battery may say 1900
LATEST = datetime(9000, 1, 1, tzinfo=UTC)  # leaves room for computed dates before the year 10,000
_LARGEST_SEED = 2**63 - 1
_CHANCE_BITS = 74


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to one item. Attempts are never changed or deleted."""

    id: UUID
    profile: UUID
    item: str  # the item's text form
    answer: str  # in the canonical text form of its answer form
    right: bool
    mistake: str = ""  # message id of the named mistake, if one matched
    milliseconds: int
    target_ms: int
    behaviour: str
    counts: bool  # whether it goes into ratings, cards and mastery
    at: datetime  # UTC, to the millisecond
    session: UUID
    app_version: str = __version__


def wall_clock() -> datetime:
    """The time of the computer's clock, in UTC."""
    return datetime.now(UTC)


def clamp_clock(moment: datetime) -> datetime:
    """Limit a clock's time to the range that ids and dates can store (1970 to 9999). One day is left at both ends for
    time zones."""
    return min(max(moment, EPOCH + timedelta(days=1)), datetime.max.replace(tzinfo=UTC) - timedelta(days=2))


def to_milliseconds(moment: datetime) -> int:
    """Whole milliseconds since 1970, the form in which times are stored."""
    return (moment - EPOCH) // _MILLISECOND


def from_milliseconds(milliseconds: int) -> datetime:
    """The UTC time of stored milliseconds since 1970."""
    return EPOCH + milliseconds * _MILLISECOND


def is_valid_moment(moment: datetime) -> bool:
    """Whether a time has a zone and lies between `EARLIEST` and `LATEST`."""
    return moment.tzinfo is not None and EARLIEST.replace(tzinfo=moment.tzinfo) <= moment <= LATEST


def make_id(milliseconds: int, chance: int | None = None) -> UUID:
    """A version 7 UUID. It begins with the time, so that ids sort by time and new rows go to the end of the B-tree.

    The other 74 bits are random unless ``chance`` is given. Times before 1970 count as 1970.
    """
    milliseconds = max(0, milliseconds)
    rest = secrets.randbits(_CHANCE_BITS) if chance is None else chance % 2**_CHANCE_BITS
    high, low = divmod(rest, 2**62)
    return UUID(int=milliseconds << 80 | 7 << 76 | high << 64 | 2 << 62 | low)


def id_time(attempt_id: bytes) -> int:
    """The time an id was made at, in milliseconds since 1970."""
    return int.from_bytes(attempt_id[:6], "big")


class ItemParts(NamedTuple):
    """An item's text split into its kind (which repeats), level, seed and what was dealt."""

    kind: str
    level: int
    seed: int
    dealt: str = ""


def split_item(item: str) -> ItemParts:
    """Split an item's text; raises `ValueError` if `join_item` would not give the same text back.

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
    """The text of an item from its parts. A seed of 0 is omitted if something was dealt."""
    family, _, place = kind.partition(" ")
    source = (f"#{seed}" if seed else "") + f"={dealt}" if dealt else f"#{seed}"
    return f"{family}/{level} {place} {source}"


def digest_of(item: str) -> str:
    """The digest of the rules in the text of an item or of its kind; empty if there is none.

    >>> digest_of("pay-the-layout baleares/roulette-french@1+ab12cd34 zero=half")
    'ab12cd34'
    """
    version = item.partition("@")[2].partition(" ")[0]
    return version.rpartition("+")[2] if "+" in version else ""

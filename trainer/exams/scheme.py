"""A scheme: what an exam asks, the time, how it is marked and the pass mark. Read from TOML; see `schemes/README.md`.

Percentages are integers or strings such as ``"72.5"`` and are compared exactly.
"""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction

import msgspec

from trainer.exams.canonical import canonical
from trainer.system.digests import sha256
from trainer.texts import Names

Percent = int | str
_PERCENT = re.compile(r"-?[0-9]{1,12}(?:[./][0-9]{1,12})?")


class Level(StrEnum):
    """What a scheme certifies."""

    INITIAL = "initial"
    PROFESSIONAL = "professional"
    CROUPIER = "croupier"
    SERVICE = "service"  # a stretch of work at the table, such as twenty spins
    RENEWAL = "renewal"


class Order(StrEnum):
    """How a candidate moves through a part."""

    FREE = "free"  # back and forth, with flags
    FORWARD = "forward"  # no way back to an earlier item


class Counts(StrEnum):
    """What the mark of an item depends on."""

    ACCURACY = "accuracy"
    ACCURACY_AND_TIME = "accuracy-and-time"


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """Base of all structs in a scheme file: kebab-case keys, unknown keys are refused."""


class Draw(_Table, frozen=True):
    """A number of questions from some sources.

    A source is ``pay-the-layout/2-4`` (levels 2 to 4 of a drill in every game of the scheme that has it),
    ``pay-the-layout`` (all levels) or ``roulette-french:pay-the-layout/3`` (one game only). Sources that a game or a
    regulation does not have are skipped, as long as others remain.
    """

    count: int
    sources: tuple[str, ...] = msgspec.field(name="from")


class Part(_Table, frozen=True):
    """A part of an exam, with its weight in percent."""

    id: str
    names: Names
    weight: int
    draws: tuple[Draw, ...]
    pass_mark: Percent = 0
    must_pass: bool = False
    minutes: int = 0  # for the whole part; 0: only the items are timed
    seconds_per_item: int = 0  # 0: only the part is timed
    counts: Counts = Counts.ACCURACY
    order: Order = Order.FREE
    in_rounds: bool = False  # one item of each draw in turn, as in the rounds of a game; otherwise shuffled

    @property
    def count(self) -> int:
        return sum(draw.count for draw in self.draws)


class Judge(_Table, frozen=True):
    """A judge's estimates in whole percent, one a part: round 1 alone, round 2 after the discussion."""

    name: str
    first: tuple[int, ...]
    second: tuple[int, ...]


class Standard(_Table, frozen=True):
    """How the pass mark was set: the judges' estimates and the resulting cut."""

    method: str
    date: str
    judges: tuple[Judge, ...]
    cut: str  # in marks out of the number of items
    error: str
    decision: Names


class Change(_Table, frozen=True):
    """A line of a scheme's history."""

    date: str
    why: Names


class Choice(_Table, frozen=True):
    """Set-up of a table of the exam: variant and house options that differ from the defaults."""

    variant: str = ""
    options: dict[str, str] = {}


class Scheme(_Table, frozen=True):
    """An exam as data."""

    id: str
    names: Names
    level: Level
    rulebook: str
    games: tuple[str, ...]
    parts: tuple[Part, ...]
    pass_mark: Percent
    tables: dict[str, Choice] = {}
    revision: int = 1
    verdicts: str = "never"  # or ``at-end``: when the candidate sees the marks
    aids: tuple[str, ...] = ()  # allowed aids: ``four-colour-deck``, ``chip-text``, ``paper``
    tutorial: int = 1  # practice items before the clock starts
    retakes: int = 2
    wait_days: int = 14  # before a retake
    valid_months: int = 24
    extra_time: tuple[int, ...] = (25, 50)  # percent that an accommodation may add
    renewed_by: str = ""  # the shorter scheme that renews a certificate of this one
    not_assessed: tuple[Names, ...] = ()
    standard: Standard | None = None
    history: tuple[Change, ...] = ()
    certifies: bool | msgspec.UnsetType = msgspec.UNSET  # false: too short to decide, so no certificate comes of it

    @property
    def count(self) -> int:
        """Number of items in a paper."""
        return sum(part.count for part in self.parts)

    def part(self, part_id: str) -> Part:
        return next(part for part in self.parts if part.id == part_id)


def exact(percent: Percent) -> Fraction:
    """Percentage as an exact fraction of one; raises `ValueError`.

    >>> exact("72.5"), exact("218/3")
    (Fraction(29, 40), Fraction(109, 150))
    """
    try:
        if not _PERCENT.fullmatch(str(percent)):
            raise ValueError
        return Fraction(str(percent)) / 100
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{str(percent)[:60]!r} is no percentage") from None


def scheme_digest(scheme: Scheme) -> str:
    """Digest that names a scheme in its papers."""
    return sha256(b"ct-scheme-v1\0" + canonical(msgspec.to_builtins(scheme))).hexdigest()

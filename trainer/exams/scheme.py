"""A scheme: what an exam asks, how long, what counts and what passes. Data, read from TOML; see `schemes/README.md`.

Percentages are whole numbers or texts such as ``"72.5"`` and are compared exactly.
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
    SERVICE = "service"  # a stretch of real work, such as twenty spins
    RENEWAL = "renewal"


class Order(StrEnum):
    """How a candidate goes through a part."""

    FREE = "free"  # with flags, back and forth
    FORWARD = "forward"  # an item that was left does not come back


class Counts(StrEnum):
    """What makes the mark of an item."""

    ACCURACY = "accuracy"
    ACCURACY_AND_TIME = "accuracy-and-time"


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """Anything that stands in a scheme file."""


class Draw(_Table, frozen=True):
    """So many questions from some drills.

    A source is ``pay-the-layout/2-4`` (levels 2 to 4 of a drill, in every game of the scheme that has it),
    ``pay-the-layout`` (all levels) or, of one game alone, ``roulette-french:pay-the-layout/3``. Sources that a game or
    a regulation does not have are passed over, as long as others are left.
    """

    count: int
    sources: tuple[str, ...] = msgspec.field(name="from")


class Part(_Table, frozen=True):
    """A part of an exam, with its share of the whole in percent."""

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
    in_rounds: bool = False  # one item of each draw in turn, as in the rounds of a game; else mixed

    @property
    def count(self) -> int:
        return sum(draw.count for draw in self.draws)


class Judge(_Table, frozen=True):
    """One judge's estimates in whole percent, for each part in the order of the scheme, alone and after the talk."""

    name: str
    first: tuple[int, ...]
    second: tuple[int, ...]


class Standard(_Table, frozen=True):
    """How the pass mark was set: the judges' estimates and the cut that came of them."""

    method: str
    date: str
    judges: tuple[Judge, ...]
    cut: str  # in marks, of as many as there are items
    error: str
    decision: Names


class Change(_Table, frozen=True):
    """A line of a scheme's history."""

    date: str
    why: Names


class Choice(_Table, frozen=True):
    """How a table of the exam is set up: the variant and the house options that differ from the usual."""

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
    verdicts: str = "never"  # or ``at-end``: when a candidate hears what was right
    aids: tuple[str, ...] = ()  # what a candidate may use: ``four-colour-deck``, ``chip-text``, ``paper``
    tutorial: int = 1  # practice items before the clock starts
    retakes: int = 2
    wait_days: int = 14  # before a retake
    valid_months: int = 24
    extra_time: tuple[int, ...] = (25, 50)  # percent that an accommodation may add
    renewed_by: str = ""  # the shorter scheme that renews a certificate of this one
    not_assessed: tuple[Names, ...] = ()
    standard: Standard | None = None
    history: tuple[Change, ...] = ()

    @property
    def count(self) -> int:
        """How many items a paper has."""
        return sum(part.count for part in self.parts)

    def part(self, part_id: str) -> Part:
        return next(part for part in self.parts if part.id == part_id)


def exact(percent: Percent) -> Fraction:
    """A percentage as a share of one; `ValueError` if it is none, also for a power of ten that no memory holds.

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
    """By which a paper names the scheme it was drawn from."""
    return sha256(b"ct-scheme-v1\0" + canonical(msgspec.to_builtins(scheme))).hexdigest()

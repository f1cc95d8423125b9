"""Typed ``[rules]`` of games without a dealer (prices, prize shares, payment, pool of Lototrot) and its check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from trainer.equipment.money import Amount
from trainer.games.core import figures
from trainer.rulebooks.problems import MISSING, Finding, wrong
from trainer.rulebooks.schema import Citation, GameRules, Percent
from trainer.rulebooks.validation import faults_of

RESERVE = "reserve"
_NEEDED: dict[str, tuple[str, ...]] = {
    "gaming-machines": ("share",),
    "lottery": ("term",),
    "instant-lottery": ("term",),
    "lototrot": ("price", "share", "term", "payment", "means", "unclaimed", "pool", "withdrawn"),
    "promotrot": ("price", "share", "term", "payment", "unclaimed"),
}


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    cite: Citation


class Price(_Part, frozen=True):
    """Between which prices a play is sold."""

    minimum: Amount
    maximum: Amount


class Share(_Part, frozen=True):
    """The least percentage of what is played that goes back in prizes."""

    percent: Percent


class Term(_Part, frozen=True):
    """So many calendar days a prize may be collected; nothing where it is printed on the ticket."""

    days: int | None = None
    last_day_counts: bool = True


class Payment(_Part, frozen=True, kw_only=True):
    """Where a prize is paid: up to a sum in any shop, above another only at the central office."""

    shop: Amount
    office: Amount
    shop_cite: Citation
    both_cite: Citation
    office_cite: Citation
    office_at: Literal["shop", "office"] = "office"  # who pays a prize of exactly that sum
    any_at_shop: bool = False  # a house where the shop pays above that sum too


class Means(_Part, frozen=True):
    """In cash up to a sum, above it by a cheque in the winner's name."""

    cash: Amount
    cheque_from: bool = False  # a cheque already for exactly that sum


class Unclaimed(_Part, frozen=True):
    """Where prizes go that nobody collects: an id."""

    goes_to: str


class Pool(_Part, frozen=True, kw_only=True):
    """How the prizes of a race day are cut into categories, by what has accumulated in the highest one."""

    races: int
    categories: dict[str, int]  # name → winners hit, highest first
    threshold: Amount
    at_threshold: Literal["below", "above"] = "below"
    counts_the_day: bool = False  # what the day adds counts towards the threshold
    below: dict[str, Percent]
    above: dict[str, Percent]
    below_cite: Citation
    above_cite: Citation
    no_winner_cite: Citation
    equal_cite: Citation
    inverted_cite: Citation
    common_for: Literal["still-inverted", "all"] = "still-inverted"
    hits_cite: Citation
    reserve_cite: Citation


class Withdrawn(_Part, frozen=True):
    """Where a bet goes whose horse does not start."""

    next_also: Literal["go-on", "void"] = "go-on"  # the next number is withdrawn too


class CounterFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    felt: str
    price: Price | None = None
    share: Share | None = None
    term: Term | None = None
    payment: Payment | None = None
    means: Means | None = None
    unclaimed: Unclaimed | None = None
    pool: Pool | None = None
    withdrawn: Withdrawn | None = None


def counter(rules: GameRules) -> CounterFigures:
    """The figures of a game without a dealer."""
    return figures(rules, CounterFigures)


def check(rules: GameRules) -> Iterable[Finding]:
    """What these engines cannot use in a file."""
    return faults_of(rules.rules, CounterFigures, "rules") or list(_faults(rules))


def _faults(rules: GameRules) -> Iterator[Finding]:
    ours = counter(rules)
    for part in _NEEDED.get(rules.game, ()):
        if getattr(ours, part) is None:
            yield f"rules.{part}", MISSING
    if ours.pool is not None:
        for name in ("below", "above"):
            shares = getattr(ours.pool, name)
            if set(shares) - {RESERVE} != set(ours.pool.categories) or sum(shares.values()) != 100:
                yield f"rules.pool.{name}", wrong("pool-shares")

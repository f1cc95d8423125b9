"""Edges that take long to work out, kept with the digest of the rules they belong to.

``kept-edges.json`` is written by ``python -m benchmarks.edges`` and holds, for each table with its usual options, the
edge on each bet, what every other choice of an option makes of it, and what a cap on payments makes of it at high
stakes. Rules that are not in it (a house's own) are worked out when they are asked for, as far as that is quick. What
takes minutes is kept by itself too, under a key of the figures it hangs on, so that a new wording costs no new work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from trainer.games.edges import Edge
from trainer.rulebooks.schema import GameRules

FILE = Path(__file__).with_name("kept-edges.json")
Compute = Callable[[GameRules], Sequence[Edge]]
Written = dict[str, str]
"""Edges by bet: a fraction, or with its standard error what was found by playing: ``0.0321 ± 0.0002``."""


class KeptEdges(msgspec.Struct, frozen=True, omit_defaults=True):
    """The edges of a table by bet, by option and choice where that changes them, by stake where payments are capped.

    ``capped`` is by ``OPTION=CHOICE`` of the cap and by stake.
    """

    edges: Written
    choices: dict[str, dict[str, Written]] = {}
    capped: dict[str, dict[str, Written]] = {}


class KeptFile(msgspec.Struct, frozen=True):
    """What is kept: long work by the key of its figures, and whole tables."""

    long: dict[str, Written] = {}
    tables: dict[str, KeptEdges] = {}


class Computed(msgspec.Struct, frozen=True):
    """How a game's edges are found: what is quick, and by which key what is not."""

    quick: Compute
    long_key: Callable[[GameRules], str] | None = None


COMPUTED: dict[str, Computed] = {}
"""By game: what works its edges out."""


def kept(game: str, quick: Compute, long_key: Callable[[GameRules], str] | None = None) -> Compute:
    """The edges of a game from the file where these rules are in it, else worked out as far as that is quick."""
    COMPUTED[game] = Computed(quick, long_key)

    def edges(rules: GameRules) -> Sequence[Edge]:
        found = kept_for(rules)
        if found is not None:
            return as_edges(found.edges)
        long = kept_file().long.get(long_key(rules), {}) if long_key else {}
        return (*as_edges(long), *quick(rules))

    return edges


def key_of(rules: GameRules) -> str:
    """How rules are named in the file."""
    return f"{rules.rulebook}/{rules.game}@{rules.digest}"


def kept_for(rules: GameRules) -> KeptEdges | None:
    """What is kept for these rules; `None` if nothing is, or if it belongs to other figures."""
    return kept_file().tables.get(key_of(rules))


def as_edges(written: Written) -> tuple[Edge, ...]:
    """Edges as the file writes them."""
    found = []
    for bet, told in written.items():
        edge, _, error = told.partition(" ± ")
        found.append(Edge(bet, (), Fraction(edge), Fraction(error or 0)))
    return tuple(found)


def as_written(edges: Sequence[Edge]) -> Written:
    """Edges as they stand in the file."""
    return {
        each.bet: f"{float(each.edge):.6f} ± {float(each.error):.6f}" if each.error else str(each.edge)
        for each in edges
    }


@cache
def kept_file() -> KeptFile:
    """The file, read once."""
    return msgspec.json.decode(FILE.read_bytes(), type=KeptFile)

"""Stored house edges that take long to compute, keyed by the digest of the rules they belong to.

``python -m benchmarks.edges`` writes ``stored-edges.json``: for each shipped table the edge on each bet with the
default options, with every other choice of an option, and at high stakes under a cap on payments. Edges of other rules
are computed on request if that is quick. Computations that take minutes are also stored by the figures they depend on,
so that a change of wording does not invalidate them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from trainer.games.edges import Edge
from trainer.rulebooks.schema import GameRules

FILE = Path(__file__).with_name("stored-edges.json")
Compute = Callable[[GameRules], Sequence[Edge]]
Written = dict[str, str]
"""Edges by bet: a fraction, or with its standard error what was found by playing: ``0.0321 ± 0.0002``."""


class StoredEdges(msgspec.Struct, frozen=True, omit_defaults=True):
    """Stored edges of a table: by bet; by option and choice where a choice changes them; by stake under a cap.

    Keys of ``capped`` are ``OPTION=CHOICE`` of the cap, then the stake.
    """

    edges: Written
    choices: dict[str, dict[str, Written]] = {}
    capped: dict[str, dict[str, Written]] = {}


class StoredFile(msgspec.Struct, frozen=True):
    """Contents of the file: long computations by the key of their figures, and whole tables.

    ``folded`` is, by the same key, the share of all deals in which the best play gives up a hand of each row.
    """

    long: dict[str, Written] = {}
    folded: dict[str, Written] = {}
    tables: dict[str, StoredEdges] = {}


class Computed(msgspec.Struct, frozen=True):
    """How to compute a game's edges: the quick function, and the key of the slow part."""

    quick: Compute
    long_key: Callable[[GameRules], str] | None = None


COMPUTED: dict[str, Computed] = {}
"""How to compute the edges of each game."""


def stored_or_computed(game: str, quick: Compute, long_key: Callable[[GameRules], str] | None = None) -> Compute:
    """Function that returns a game's edges from the file, or computes them if that is quick."""
    COMPUTED[game] = Computed(quick, long_key)

    def edges(rules: GameRules) -> Sequence[Edge]:
        found = stored_for(rules)
        if found is not None:
            return as_edges(found.edges)
        long = stored_file().long.get(long_key(rules), {}) if long_key else {}
        return (*as_edges(long), *quick(rules))

    return edges


def key_of(rules: GameRules) -> str:
    """Key of a table in the file."""
    return f"{rules.rulebook}/{rules.game}@{rules.digest}"


def stored_for(rules: GameRules) -> StoredEdges | None:
    """Stored edges of these rules, or `None` if there are none for exactly these figures."""
    return stored_file().tables.get(key_of(rules))


def as_edges(written: Written) -> tuple[Edge, ...]:
    """Convert edges from the form of the file."""
    found = []
    for bet, told in written.items():
        edge, _, error = told.partition(" ± ")
        found.append(Edge(bet, (), Fraction(edge), Fraction(error or 0)))
    return tuple(found)


def as_written(edges: Sequence[Edge]) -> Written:
    """Convert edges to the form of the file."""
    return {
        each.bet: f"{float(each.edge):.6f} ± {float(each.error):.6f}" if each.error else str(each.edge)
        for each in edges
    }


@cache
def stored_file() -> StoredFile:
    """Read the file, once."""
    return msgspec.json.decode(FILE.read_bytes(), type=StoredFile)

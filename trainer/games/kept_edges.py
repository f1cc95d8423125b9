"""Edges that take long to work out, kept with the digest of the rules they belong to.

``kept-edges.json`` is written by ``python -m benchmarks.edges`` and holds, for each table with its usual options, the
edge on each bet and what every other choice of an option makes of it. Rules that are not in it (a house's own) are
worked out when they are asked for. What can only be sampled stands there too, with its error.
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


class Sampled(msgspec.Struct, frozen=True):
    """An edge found by playing: of the first bet, with the standard error and the number of rounds."""

    bet: str
    edge: float
    error: float
    rounds: int


class KeptEdges(msgspec.Struct, frozen=True, omit_defaults=True):
    """The edges of a table by bet, by option and choice where that changes them, and what was sampled."""

    edges: dict[str, str]
    choices: dict[str, dict[str, dict[str, str]]] = {}
    sampled: dict[str, Sampled] = {}  # by the choice it was played under; "" for the usual options


COMPUTED: dict[str, Compute] = {}
"""By game: what works its edges out."""


def kept(game: str, compute: Compute) -> Compute:
    """The edges of a game from the file where these rules are in it, else worked out."""
    COMPUTED[game] = compute

    def edges(rules: GameRules) -> Sequence[Edge]:
        found = kept_for(rules)
        return compute(rules) if found is None else as_edges(found.edges)

    return edges


def key_of(rules: GameRules) -> str:
    """How rules are named in the file."""
    return f"{rules.rulebook}/{rules.game}@{rules.digest}"


def kept_for(rules: GameRules) -> KeptEdges | None:
    """What is kept for these rules; `None` if nothing is, or if it belongs to other figures."""
    return _file().get(key_of(rules))


def as_edges(written: dict[str, str]) -> tuple[Edge, ...]:
    """Edges as the file writes them."""
    return tuple(Edge(bet, (), Fraction(edge)) for bet, edge in written.items())


@cache
def _file() -> dict[str, KeptEdges]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, KeptEdges])

"""How many provisions of a regulation are asked and told, counted over its whole text.

``provision-counts.toml`` lists the lines of each regulation that order, allow, forbid, price or limit something, and
how many provisions each has. One answer asks one provision and one sentence of a page tells one, however many lines it
cites: a paragraph with four provisions of which a drill asks one counts as one of four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from trainer.system.toml_cache import read_toml

_PROVISIONS = Path(__file__).with_name("provision-counts.toml")


class Counted(msgspec.Struct, frozen=True):
    """The provisions of a text, and how many of them are asked and told."""

    provisions: int
    asked: int
    told: int


@cache
def provisions_of(rulebook: str) -> dict[int, int]:
    """The number of provisions by line of the regulation; empty for a rulebook whose text was not counted."""
    listed: dict[str, str] = read_toml(_PROVISIONS)
    found = (word.partition(":") for word in listed.get(rulebook, "").split())
    return {int(line): int(count or 1) for line, _, count in found}


def counted(provisions: dict[int, int], asked: Iterable[frozenset[int]], told: Iterable[frozenset[int]]) -> Counted:
    """How many provisions are asked and how many are told; answers and sentences are given as the lines they cite."""
    return Counted(sum(provisions.values()), _covered(provisions, asked), _covered(provisions, told))


def _covered(provisions: dict[int, int], citations: Iterable[frozenset[int]]) -> int:
    """How many provisions can be given an answer or a sentence of their own; narrow citations choose first."""
    taken: Counter[int] = Counter()
    for lines in sorted(citations, key=lambda lines: (len(lines), sorted(lines))):
        free = [line for line in sorted(lines) if taken[line] < provisions.get(line, 0)]
        if free:
            taken[free[0]] += 1
    return taken.total()

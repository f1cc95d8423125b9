"""Compute the house edges that are stored with the program: ``python -m benchmarks.edges`` writes the file anew.

Every table of a game that keeps its edges, with the usual options and with each other choice of each option; a choice
that changes nothing is left out. Where payments are capped, the edge at high stakes stands there too. What takes
minutes (`benchmarks.long_edges`) is worked out only for figures that are not in the file yet; ``--anew`` forgets those.
"""

from __future__ import annotations

import sys

import msgspec

from benchmarks.long_edges import at_high_stakes, folded_shares, work_out
from trainer import catalogue
from trainer.games import game
from trainer.games.rules import load_rules
from trainer.games.stored_edges import COMPUTED, FILE, StoredEdges, StoredFile, Written, as_written, key_of, stored_file
from trainer.rulebooks import GameRules, Library, shipped_library

Choices = dict[str, dict[str, GameRules]]


def tables(library: Library) -> list[GameRules]:
    """Every table whose edges are stored, with its usual options."""
    for name in catalogue.BY_GAME:
        game(name)  # registers what it keeps
    return [
        load_rules(library, book, name, variant)
        for book in library.rulebooks()
        for name in library.games(book)
        if name in COMPUTED
        for variant in load_rules(library, book, name).variants or ("",)
    ]


def choices_of(library: Library, rules: GameRules) -> Choices:
    """The same table with each choice of each option."""
    return {
        option: {
            choice: load_rules(library, rules.rulebook, rules.game, rules.variant, {option: choice})
            for choice in entry.choices
        }
        for option, entry in rules.options.items()
    }


class Work:
    """Edges as they are worked out, each figure once."""

    def __init__(self, long: dict[str, Written]) -> None:
        self._long = long
        self._quick: dict[tuple[str, str], Written] = {}

    def edges(self, rules: GameRules) -> Written:
        """The edges of a table."""
        computed, digest = COMPUTED[rules.game], (rules.game, rules.digest)
        if digest not in self._quick:
            self._quick[digest] = as_written(computed.quick(rules))
        long = self._long[computed.long_key(rules)] if computed.long_key else {}
        return {**long, **self._quick[digest]}

    def stored_or_computed(self, library: Library, rules: GameRules) -> StoredEdges:
        """The edges of a table, and what every choice and a cap make of them."""
        usual, forms = self.edges(rules), choices_of(library, rules)
        written = {
            option: {choice: self.edges(other) for choice, other in choices.items()}
            for option, choices in forms.items()
        }
        changed = {
            option: found for option, found in written.items() if any(edges != usual for edges in found.values())
        }
        capped = {
            f"{option}={choice}": found
            for option, choices in forms.items()
            if len({str(other.rules.get("caps")) for other in choices.values()}) > 1
            for choice, other in choices.items()
            if (found := at_high_stakes(other, self._long))
        }
        return StoredEdges(usual, changed, capped)


def main() -> None:
    library = shipped_library()
    anew = "--anew" in sys.argv
    before = StoredFile() if anew or not FILE.exists() else msgspec.json.decode(FILE.read_bytes(), type=StoredFile)
    known = tables(library)
    every = [
        other
        for rules in known
        for choices in choices_of(library, rules).values()
        for other in choices.values()
        if COMPUTED[rules.game].long_key
    ]
    long = work_out(every, before.long, told=lambda key, edges: print(key, edges, flush=True))
    folded = folded_shares(every, before.folded)
    FILE.write_bytes(msgspec.json.encode(StoredFile(long, folded)))  # the quick edges read it
    stored_file.cache_clear()
    work = Work(long)
    found = {key_of(rules): work.stored_or_computed(library, rules) for rules in known}
    for key, edges in found.items():
        print(key, edges.edges)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(StoredFile(long, folded, found)), indent=1) + b"\n")


if __name__ == "__main__":
    main()

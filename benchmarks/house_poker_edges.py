"""Works out the edges of house poker that take minutes, and prints them as lines of ``kept_edges.KEPT``.

``python -m benchmarks.house_poker_edges`` looks at every shipped table and every choice of its options; what is kept
already is left alone. Caribbean stud: every class of five cards against every card shown, some minutes. Let it ride:
every class of three cards with every two in the middle, some seconds.
"""

from __future__ import annotations

import sys
import time

from trainer.games.house_poker.edges import riding_edge
from trainer.games.house_poker.kept_edges import KEPT, edge_key
from trainer.games.house_poker.opening_edge import ante_edge
from trainer.games.rules import every_form
from trainer.rulebooks import shipped_library

WAYS = {"caribbean-stud": ante_edge, "let-it-ride": riding_edge}


def main() -> None:
    """Print a line for every table whose edge is not kept."""
    library, done = shipped_library(), set(KEPT)
    for rulebook in library.rulebooks():
        for game, work_out in WAYS.items():
            if game not in library.games(rulebook):
                continue
            for rules in every_form(library, rulebook, game):
                key = edge_key(rules)
                if key in done:
                    continue
                done.add(key)
                began = time.perf_counter()
                edge = work_out(rules)
                sys.stdout.write(f'    "{key}": "{edge}",  # {game} of {rulebook}, {float(edge):.4%}\n')
                sys.stdout.flush()
                sys.stderr.write(f"{time.perf_counter() - began:.0f} s\n")


if __name__ == "__main__":
    main()

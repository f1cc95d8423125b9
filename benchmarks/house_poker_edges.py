"""Works out the edges of house poker that take minutes, and prints them as lines of ``kept_edges.KEPT``.

``python -m benchmarks.house_poker_edges`` looks at every shipped table and every choice of its options; what is kept
already is left alone. Caribbean stud: every class of five cards against every card shown, some minutes for all tables
that rank hands alike. Let it ride: every class of three cards with every two in the middle, some seconds a table.
"""

from __future__ import annotations

import sys
from fractions import Fraction

from trainer.games.house_poker.edges import riding_edge
from trainer.games.house_poker.figures import house_poker
from trainer.games.house_poker.kept_edges import KEPT, edge_key
from trainer.games.house_poker.opening_edge import ante_edges
from trainer.games.rules import every_form
from trainer.rulebooks import GameRules, shipped_library


def tables(game: str) -> dict[str, GameRules]:
    """The tables whose edge is not kept, one for each key."""
    library = shipped_library()
    forms = [
        rules
        for rulebook in library.rulebooks()
        if game in library.games(rulebook)
        for rules in every_form(library, rulebook, game)
    ]
    return {key: rules for rules in reversed(forms) if (key := edge_key(rules)) not in KEPT}


def told(key: str, rules: GameRules, edge: Fraction) -> None:
    """One line of the table of kept edges."""
    sys.stdout.write(f'    "{key}": "{edge}",  # {rules.game} of {rules.rulebook}, {float(edge):.4%}\n')
    sys.stdout.flush()


def main() -> None:
    """Print a line for every table whose edge is not kept."""
    for key, rules in tables("let-it-ride").items():
        told(key, rules, riding_edge(rules))
    waiting = tables("caribbean-stud")
    alike: dict[str, dict[str, GameRules]] = {}
    for key, rules in waiting.items():
        alike.setdefault(str(house_poker(rules).hands["main"].side_cards), {})[key] = rules
    for group in sorted(alike):
        for (key, rules), edge in zip(alike[group].items(), ante_edges(*alike[group].values()), strict=True):
            told(key, rules, edge)


if __name__ == "__main__":
    main()

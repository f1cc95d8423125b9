"""Work out the edges that are kept with the program: ``python -m benchmarks.edges`` writes the file anew.

Every table of a game that keeps its edges, with the usual options and with each other choice of each option; a choice
that changes nothing is left out. What was sampled before stays as long as the rules do.
"""

from __future__ import annotations

import msgspec

from trainer import catalogue
from trainer.games import game
from trainer.games.kept_edges import COMPUTED, FILE, KeptEdges, key_of
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library, shipped_library


def worked_out(library: Library, rules: GameRules, before: dict[str, KeptEdges]) -> KeptEdges:
    """The edges of a table and of every choice that changes them."""
    usual = _edges(rules)
    choices: dict[str, dict[str, dict[str, str]]] = {}
    seen = {rules.digest: usual}
    for option, entry in rules.options.items():
        found = {}
        for choice in entry.choices:
            other = load_rules(library, rules.rulebook, rules.game, rules.variant, {option: choice})
            if other.digest not in seen:
                seen[other.digest] = _edges(other)
            found[choice] = seen[other.digest]
        if any(edges != usual for edges in found.values()):
            choices[option] = found
    known = before.get(key_of(rules))
    return KeptEdges(usual, choices, known.sampled if known else {})


def _edges(rules: GameRules) -> dict[str, str]:
    return {each.bet: str(each.edge) for each in COMPUTED[rules.game](rules)}


def main() -> None:
    library = shipped_library()
    before = msgspec.json.decode(FILE.read_bytes(), type=dict[str, KeptEdges]) if FILE.exists() else {}
    found: dict[str, KeptEdges] = {}
    for name in catalogue.BY_GAME:
        game(name)  # registers what it keeps
    for book in library.rulebooks():
        for name in library.games(book):
            if name in COMPUTED:
                for variant in load_rules(library, book, name).variants or ("",):
                    rules = load_rules(library, book, name, variant)
                    found[key_of(rules)] = worked_out(library, rules, before)
                    print(key_of(rules), found[key_of(rules)].edges)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()

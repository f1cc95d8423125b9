"""Edges that take minutes to work out, kept with what they were worked out from.

A key is the digest of everything the edge depends on: pay tables, rankings, sizes of bets, the hand that opens. Another
table has another key and no kept edge until ``python -m benchmarks.house_poker_edges`` has worked it out.
"""

from __future__ import annotations

import json
from fractions import Fraction

from trainer.digests import sha256
from trainer.games.house_poker.figures import bet_figures, house_poker
from trainer.rulebooks.schema import GameRules

KEPT: dict[str, str] = {}


def edge_key(rules: GameRules) -> str:
    """A name for everything that the edge of the game depends on."""
    figures = house_poker(rules)
    main = figures.hands["main"]
    bets = {
        bet: [str(rule.pays), {row: str(odds) for row, odds in rule.pay_table.items()}, str(rule.minimum), data.closed]
        for bet, rule in rules.bets.items()
        if (data := bet_figures(rules, bet)).kind == "duel" or (figures.equal and bet in figures.equal.bets)
    }
    limits = {bet: known for bet, known in bets.items() if known[2] == "2 x ante"}
    plain = {bet: known if bet in limits else [*known[:2], known[3]] for bet, known in bets.items()}
    rows = {row: [own.category.value, own.least] for row, own in main.rows.items()}
    opening = figures.opening.least if figures.opening else ""
    told = [rules.game, plain, list(main.order), main.wheel, main.side_cards, rows, opening]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def kept_edge(rules: GameRules) -> Fraction | None:
    """The edge of the game with the best decisions, if it was worked out for this table."""
    found = KEPT.get(edge_key(rules))
    return Fraction(found) if found else None

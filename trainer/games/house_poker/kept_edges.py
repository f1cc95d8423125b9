"""Edges that take minutes to work out, kept with what they were worked out from.

A key is the digest of everything the edge depends on: pay tables, rankings, sizes of bets, the hand that opens. Another
table has another key and no kept edge until ``python -m benchmarks.house_poker_edges`` has worked it out.
"""

from __future__ import annotations

import json
from fractions import Fraction

from trainer.digests import sha256
from trainer.games.house_poker.figures import bet_figures, house_poker
from trainer.games.poker.hands import Category
from trainer.rulebooks.schema import GameRules

KEPT: dict[str, str] = {
    "931c72529437eb95": "142031221/2718662100",  # caribbean-stud of arica, puerto-rico and bolivia, 5.2243%
    "94700486c6729f91": "262304849593/4983307629300",  # caribbean-stud of baleares, 5.2637%
    "deeff0fd87439457": "43428234601/830551271550",  # caribbean-stud of arica by the highest side card, 5.2288%
    "eb9d5084e8dc43cc": "37963/1082900",  # let-it-ride of puerto-rico, 3.5057%
    "4e6d48ba113b32f5": "53357/1624350",  # let-it-ride of puerto-rico, 3.2848%
    "4624a681565364fe": "40463/1082900",  # let-it-ride of puerto-rico, 3.7365%
    "1a07dc6c488466ca": "32653/216580",  # let-it-ride of baleares, 15.0766%
}


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
    # A row for ace and king parts no two hands that were not apart.
    order = [category for category in main.order if category is not Category.ACE_KING]
    told = [rules.game, plain, order, main.wheel, main.side_cards, rows, opening]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def kept_edge(rules: GameRules) -> Fraction | None:
    """The edge of the game with the best decisions, if it was worked out for this table."""
    found = KEPT.get(edge_key(rules))
    return Fraction(found) if found else None

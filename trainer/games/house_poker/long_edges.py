"""Keys under which slow house edges are stored, and rules with the cap on payments applied.

A key is the digest of everything that such an edge depends on: pay tables, rankings, sizes of bets, the hand that
opens. Tables with the same figures share a key, whatever else their regulations say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from trainer.equipment.money import Amount
from trainer.equipment.odds import Odds, OddsKind
from trainer.games.house_poker.figures import bet_figures, house_poker
from trainer.games.poker.hands import Category
from trainer.rulebooks.schema import GameRules
from trainer.system.digests import sha256

_DUEL = ("closed", "closed_tie", "opened", "tie", "times", "below")


def long_key(rules: GameRules) -> str:
    """A name for everything that the edge of the game depends on."""
    figures = house_poker(rules)
    main = figures.hands["main"]
    bets = {
        bet: [
            str(rule.pays),
            {row: str(odds.ratio) for row, odds in rule.pay_table.items()},
            *((str(rule.minimum), str(rule.maximum)) if rule.minimum and rule.minimum.of in rules.bets else ()),
            data.at,
            {name: str(getattr(data, name)) for name in _DUEL},
        ]
        for bet, rule in rules.bets.items()
        if (data := bet_figures(rules, bet)).kind == "duel"
    }
    told = {
        "game": rules.game,
        "bets": bets,
        # A row for ace and king parts no two hands that were not apart.
        "order": [category for category in main.order if category is not Category.ACE_KING],
        "hands": [main.wheel, main.side_cards, main.same_hand],
        "opening": figures.opening.least if figures.opening else "",
        "exchange": _bare(msgspec.to_builtins(figures.exchange)),
        "twenty-one": _bare(msgspec.to_builtins(figures.twenty_one, enc_hook=str)),
    }
    return f"{rules.game}@{sha256(msgspec.json.encode(told, order='sorted')).hexdigest()[:16]}"


def _bare(figures: Any) -> Any:
    """Figures without the places they are written at."""
    if not isinstance(figures, Mapping):
        return figures
    return {name: value for name, value in figures.items() if not name.endswith("cite")}


def capped(rules: GameRules, stake: Amount) -> GameRules:
    """The table as it is for a player who stakes so much on the first bet: no row pays more than the cap of a bet."""
    bets = dict(rules.bets)
    for cap in house_poker(rules).caps:
        for bet in cap.bets if cap.per == "bet" else ():
            rule = bets[bet]
            times = rule.minimum.factor if rule.minimum is not None and rule.minimum.of else 1
            most = cap.most / (stake * times)
            table = {
                row: odds if odds.ratio <= most else Odds(most, OddsKind.TO, Amount(1))
                for row, odds in rule.pay_table.items()
            }
            bets[bet] = msgspec.structs.replace(rule, pay_table=table)
    return msgspec.structs.replace(rules, bets=bets)

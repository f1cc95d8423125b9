"""Registration of trente et quarante: its questions with examples, and its checks."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.games.core import Ask, Game
from trainer.games.trente_et_quarante.decide import Situation, decide
from trainer.games.trente_et_quarante.figures import CHANCES, TrenteFigures
from trainer.games.trente_et_quarante.limits import LimitQuestion, limit
from trainer.games.trente_et_quarante.settle import Round, settle
from trainer.rulebooks.problems import MISSING, Finding
from trainer.rulebooks.schema import GameRules
from trainer.rulebooks.validation import faults_of


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a trente et quarante file."""
    found = faults_of(rules.rules, TrenteFigures, "rules")
    found += [(f"bets.{chance}", MISSING) for chance in CHANCES if chance not in rules.bets]
    found += [(f"bets.{bet}.pays", MISSING) for bet, rule in rules.bets.items() if rule.pays is None]
    found += [(f"irregularities.{event}", MISSING) for event in ("late-bet",) if event not in rules.irregularities]
    if "pay" not in rules.orders:
        found.append(("orders.pay", MISSING))
    return found


GAME = Game(
    ids=("trente-et-quarante",),
    family="baccarat",
    check=check,
    asks={
        "settle": Ask(
            Round,
            settle,
            (
                {
                    "shoe_after_burn": ["TS", "9D", "KC", "8H", "5D", "JC", "QH", "6S"],
                    "bets": [{"bet": "red", "stake": 40}, {"bet": "inverse", "stake": 25}],
                },
                {
                    "black_total": 31,
                    "red_total": 31,
                    "bets": [
                        {"bet": "black", "stake": 40, "choice": "prison"},
                        {"bet": "color", "stake": 50, "insured": True},
                    ],
                },
            ),
        ),
        "decide": Ask(
            Situation,
            decide,
            (
                {"case": "row", "row": ["TS", "9H", "8C", "3D"]},
                {"case": "coup", "black_row": ["QD", "KC", "5S", "6H"], "red_row": ["9S", "TC", "JH", "4C"]},
                {"case": "burn"},
                {"case": "stop-card", "bets": [{"bet": "red", "stake": 10}]},
                {"case": "pay-order", "winning": ["black", "color"]},
                {"case": "insurance", "stake": 500},
                {"case": "procedure"},
                {"case": "irregularity", "event": "late-bet"},
            ),
        ),
        "limit": Ask(
            LimitQuestion,
            limit,
            ({"minimum": 5}, {"insure": 500}, {"decks": 6}),
        ),
    },
)

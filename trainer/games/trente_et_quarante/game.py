"""Registration of trente et quarante: its questions and its checks."""

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
        "settle": Ask(Round, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)

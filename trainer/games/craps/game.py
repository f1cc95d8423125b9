"""Registration of craps: its questions, its checks and house edges."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.games.core import Ask, Game
from trainer.games.craps.decide import Situation, decide
from trainer.games.craps.edge import edges
from trainer.games.craps.figures import BetData, CrapsFigures, craps
from trainer.games.craps.layout import BONUS, KNOWN, LINES, ONE_THROW
from trainer.games.craps.limits import LimitQuestion, limit
from trainer.games.craps.round import CrapsRound
from trainer.games.craps.settle import Round, settle
from trainer.rulebooks.problems import MISSING, Finding, listed, wrong
from trainer.rulebooks.schema import GameRules
from trainer.rulebooks.validation import faults_of, read


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a craps file."""
    found = faults_of(rules.rules, CrapsFigures, "rules")
    for bet, rule in rules.bets.items():
        found += faults_of(rule.data, BetData, f"bets.{bet}.data")
    if found:
        return found
    found += [(f"bets.{bet}", MISSING) for bet in LINES if bet not in rules.bets]
    for bet, rule in rules.bets.items():
        data: BetData = read(rule.data, BetData)
        if bet not in KNOWN:
            found.append((f"bets.{bet}", wrong("unknown-bet", known=listed(KNOWN))))
        if rule.pays is None and not rule.pay_table:
            found.append((f"bets.{bet}.pays", MISSING))
        if bet in (*ONE_THROW, *BONUS) and not data.totals:
            found.append((f"bets.{bet}.data.totals", wrong("missing-totals")))
        if bet == "hop" and not data.pairs:
            found.append(("bets.hop.data.pairs", wrong("missing-pairs")))
        if rule.pays is None and not set(map(str, data.numbers)) <= set(rule.pay_table):
            found.append((f"bets.{bet}.pay-table", wrong("unpriced-number")))
    if "clear" not in rules.orders:
        found.append(("orders.clear", MISSING))
    figures = craps(rules)
    if figures.throw.call not in rules.calls:
        found.append(("rules.throw.call", wrong("no-entry", entry=f"calls.{figures.throw.call}")))
    if figures.throw.by not in rules.staff:
        found.append(("rules.throw.by", wrong("no-entry", entry=f"staff.{figures.throw.by}")))
    if "shooter-without-line-bet" not in rules.irregularities:
        found.append(("irregularities.shooter-without-line-bet", MISSING))
    return found


GAME = Game(
    ids=("craps",),
    family="dice",
    check=check,
    edges=edges,
    round=CrapsRound,
    asks={
        "settle": Ask(Round, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)

"""Registers the engine of punto banco, baccarat and their relatives as `GAME`, and checks their rulebook files."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.games.baccarat.bets import BONUS, MAIN, BetFigures
from trainer.games.baccarat.decide import Situation, decide
from trainer.games.baccarat.drawing import table_faults
from trainer.games.baccarat.enumerate import edges
from trainer.games.baccarat.figures import BaccaratFigures, baccarat
from trainer.games.baccarat.limits import LimitQuestion, limit
from trainer.games.baccarat.round import BaccaratRound
from trainer.games.baccarat.settle import Round, settle
from trainer.games.core import Ask, Game
from trainer.rulebooks.problems import MISSING, Finding, wrong
from trainer.rulebooks.schema import GameRules
from trainer.rulebooks.validation import faults_of


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a baccarat file."""
    found = faults_of(rules.rules, BaccaratFigures, "rules")
    if found:
        return found
    figures = baccarat(rules)
    found += table_faults(figures)
    found += [(f"bets.{bet}", MISSING) for bet in (*MAIN, "tie") if bet not in rules.bets]
    for bet, rule in rules.bets.items():
        found += faults_of(rule.data, BetFigures, f"bets.{bet}.data")
        if rule.pays is None and not rule.pay_table:
            found.append((f"bets.{bet}.pays", MISSING))
        if bet == BONUS and "natural" not in rule.pay_table:
            found.append((f"bets.{bet}.pay-table", wrong("no-row", row="natural")))
    commission = figures.commission
    if commission is not None and (commission.percent is None) == ("commission" not in rules.options):
        found.append(("rules.commission.percent", wrong("here-or-option", option="commission")))
    bank = figures.house_bank
    if bank is not None and (bank.fixed is None) == (not bank.steps):
        found.append(("rules.house-bank", wrong("one-of-two", first="fixed", second="steps")))
    if "settle" not in rules.orders:
        found.append(("orders.settle", MISSING))
    return found


GAME = Game(
    ids=(
        "punto-banco",
        "baccarat",
        "mini-baccarat",
        "ez-baccarat",
        "mini-ez-baccarat",
        "commission-free-baccarat",
    ),
    family="baccarat",
    check=check,
    edges=edges,
    round=BaccaratRound,
    asks={
        "settle": Ask(Round, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)

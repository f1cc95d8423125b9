"""Punto banco, baccarat and their relatives as the rest of the program finds them."""

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
        "settle": Ask(
            Round,
            settle,
            (
                {
                    "shoe": ["4H", "6C", "AD", "7S", "KC", "5D"],
                    "bets": [
                        {"bet": "player", "stake": 5000, "seat": 1},
                        {"bet": "banker", "stake": 7000, "seat": 2},
                        {"bet": "tie", "stake": 1000, "seat": 1},
                    ],
                },
                {
                    "player": ["AS", "9D"],
                    "banker": ["6S", "KD"],
                    "next_cards": ["6C", "2H"],
                    "bets": [{"bet": "banker", "stake": 200}],
                    "commission": "at-once",
                },
                {"winner": "player", "bets": [{"bet": "player", "stake": 240, "seat": 3}]},
            ),
        ),
        "decide": Ask(
            Situation,
            decide,
            (
                {"case": "coup", "player": ["TS", "5H"], "banker": ["TD", "4C"]},
                {"case": "coup", "deal": ["9S", "4H", "KD", "3C"]},
                {"case": "player-draw", "player_total": 5},
                {"case": "banker-draw", "banker_total": 3, "player_third_card": "8S"},
                {"case": "banker-draw", "banker_total": 5, "player_stood": True},
                {"case": "burn", "first_card": "7D"},
                {"case": "deal-order"},
                {"case": "shoe", "winner": "player", "players": 5},
                {"case": "shoe-holder", "occupied": [2, 4, 7], "after": 4, "refuse": [7]},
                {"case": "cut-card", "in_coup": True},
                {"case": "player-cards-to", "bets": [{"bet": "player", "stake": 100, "seat": 4}]},
                {"case": "announce", "player_total": 6, "banker_total": 2},
                {
                    "case": "settle-order",
                    "winner": "player",
                    "bets": [
                        {"bet": "player", "stake": 100, "seat": 1},
                        {"bet": "banker", "stake": 100, "seat": 4},
                        {"bet": "player", "stake": 50, "seat": 6},
                    ],
                },
                {"case": "procedure", "steps": ["pay", "announce", "take"]},
                {"case": "irregularity", "event": "late-bet"},
            ),
        ),
        "limit": Ask(
            LimitQuestion,
            limit,
            (
                {"minimum": 10, "maximum": 400},
                {"bets": [{"bet": "player", "stake": 25}, {"bet": "tie", "stake": 3}]},
                {"players": 10},
                {"cards_at_end": 51},
                {"cards_behind": 12},
            ),
        ),
    },
)

"""The blackjack `Game`: checks a rulebook file, opens live rounds, answers settle, decide and limit requests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.games.blackjack.decide import Situation, decide
from trainer.games.blackjack.described_round import DescribedRound
from trainer.games.blackjack.figures import BlackjackFigures, blackjack, data_faults, side_bet
from trainer.games.blackjack.irregularities import IrregularityData
from trainer.games.blackjack.limits import LimitQuestion, limit
from trainer.games.blackjack.round import open_round
from trainer.games.blackjack.settle import settle
from trainer.games.blackjack.side_bets import READERS
from trainer.games.core import Ask, Decision, Game, RequestError, Settlement
from trainer.rulebooks.problems import MISSING, Finding, listed, wrong
from trainer.rulebooks.schema import GameRules
from trainer.rulebooks.validation import faults_of

Answer = Callable[[GameRules, Any], Settlement | Decision]


def check(rules: GameRules) -> Iterable[Finding]:
    """Problems of a blackjack rulebook file that this engine cannot work with."""
    found = faults_of(rules.rules, BlackjackFigures, "rules")
    if found:
        return found
    figures = blackjack(rules)
    found += data_faults(rules)
    if found:
        return found
    for bet in ("main", "double", "split", "insurance"):
        if bet not in rules.bets:
            found.append((f"bets.{bet}", MISSING))
        elif rules.bets[bet].pays is None:
            found.append((f"bets.{bet}.pays", MISSING))
    if "main" in rules.bets and "blackjack" not in rules.bets["main"].pay_table:
        found.append(("bets.main.pay-table", wrong("no-row", row="blackjack")))
    for bet, rule in rules.bets.items():
        meter = side_bet(rules, bet).meter if bet in READERS else None
        rows = [*rule.pay_table, *(meter.prizes if meter else ())]
        found += [(f"bets.{bet}.outcomes.{row}", MISSING) for row in rows if row not in rule.outcomes]
        if meter and not meter.is_usable:
            found.append((f"bets.{bet}.data.meter", wrong("meter")))
    for bet in figures.side_bets:
        if bet not in rules.bets:
            found.append(("rules.side-bets", wrong("no-entry", entry=f"bets.{bet}")))
        elif bet not in READERS:
            found.append((f"bets.{bet}", wrong("unknown-bet", known=listed(READERS))))
    for name in ("deal", "offers", "round"):
        if name not in rules.orders:
            found.append((f"orders.{name}", MISSING))
    for step in [key for group in rules.orders["round"].steps for key in group] if "round" in rules.orders else ():
        if step not in rules.procedure:
            found.append(("orders.round.steps", wrong("no-entry", entry=f"procedure.{step}")))
    for name, entry in rules.irregularities.items():
        found += faults_of(entry.data, IrregularityData, f"irregularities.{name}.data")
    shoe, cards = figures.shoe, figures.shoe.decks * 52
    for part in ("burn", "machine_burn", "relief_burn", "player_cut_least", "behind_least", "behind_most"):
        if (getattr(shoe, part) or 0) >= cards:
            found.append((f"rules.shoe.{part.replace('_', '-')}", wrong("beyond-shoe", cards=cards)))
    return found


def _without_jokers(answer: Answer) -> Answer:
    """Wrap a request handler so that it refuses requests with a joker."""

    def checked(rules: GameRules, request: Any) -> Settlement | Decision:
        _refuse_jokers(request, "")
        return answer(rules, request)

    return checked


def _refuse_jokers(told: Any, field: str) -> None:
    if isinstance(told, Card):
        if told.is_joker:
            raise RequestError(field, "there is no joker among the cards of this game")
    elif isinstance(told, tuple):
        for index, part in enumerate(told):
            _refuse_jokers(part, f"{field}[{index}]")
    elif isinstance(told, msgspec.Struct):
        for name in told.__struct_fields__:
            _refuse_jokers(getattr(told, name), f"{field}.{name}" if field else name)


GAME = Game(
    ids=("blackjack", "blackjack-switch", "free-bet-blackjack", "challenge-21"),
    family="blackjack",
    check=check,
    round=open_round,
    asks={
        "settle": Ask(
            DescribedRound,
            _without_jokers(settle),
        ),
        "decide": Ask(
            Situation,
            _without_jokers(decide),
        ),
        "limit": Ask(
            LimitQuestion,
            _without_jokers(limit),
        ),
    },
)

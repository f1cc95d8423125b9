"""What the house poker games register in common: their questions and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from trainer.equipment import NotReadableError
from trainer.equipment.cards import RANKS, Suit, parse_cards
from trainer.games.core import Ask, AskKind, Game
from trainer.games.edges import Edge
from trainer.games.house_poker.decide import Situation, decide
from trainer.games.house_poker.described_round import HouseRound
from trainer.games.house_poker.figures import MAIN, STAKELESS, BetFigures, HouseFigures, bet_figures, house_poker
from trainer.games.house_poker.limits import LimitQuestion
from trainer.games.house_poker.limits import limit as may_stand
from trainer.games.house_poker.settle import settle
from trainer.games.poker.hands import PART_OF, HandOrder
from trainer.rulebooks.problems import MISSING, Finding, listed, not_one_of, unreadable, wrong
from trainer.rulebooks.schema import GameRules
from trainer.rulebooks.validation import faults_of


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a file of house poker."""
    found = faults_of(rules.rules, HouseFigures, "rules")
    for bet, rule in rules.bets.items():
        found += faults_of(rule.data, BetFigures, f"bets.{bet}.data")
    if found:
        return found
    found += _hand_faults(rules)
    if found:
        return found
    data = house_poker(rules)
    if data.opening is not None:
        try:
            cards = parse_cards(data.opening.least)
            if len(set(cards)) != data.hands[MAIN].size or any(card.is_joker for card in cards):
                found.append(("rules.opening.least", wrong("hand-size", size=data.hands[MAIN].size)))
        except NotReadableError as error:
            found.append(("rules.opening.least", unreadable(error)))
    for bet in rules.bets:
        found += _bet_faults(rules, bet)
    for key, names in (
        ("rules.caps", [name for cap in data.caps for name in cap.bets]),
        ("rules.equal.bets", list(data.equal.bets) if data.equal else []),
        ("rules.course", [name for stage in data.course for name in (stage.unless, stage.only) if name]),
        (
            "rules.course",
            [
                name
                for stage in data.course
                for answer in stage.answers.values()
                for name in (answer.puts, answer.takes)
            ],
        ),
    ):
        found += [(key, wrong("no-entry", entry=f"bets.{name}")) for name in names if name and name not in rules.bets]
    found += [
        ("rules.course", wrong("no-entry", entry=f"procedure.{stage.step}"))
        for stage in data.course
        if stage.step not in rules.procedure
    ]
    if data.deal.up > data.deal.dealer or data.deal.laid_out not in (0, *range(data.deal.community, 8)):
        found.append(("rules.deal", wrong("deal-counts")))
    return found


def _hand_faults(rules: GameRules) -> list[Finding]:
    found: list[Finding] = []
    data = house_poker(rules)
    if MAIN not in data.hands:
        return [(f"rules.hands.{MAIN}", MISSING)]
    for name, hands in data.hands.items():
        order = HandOrder(hands.order, size=hands.size, wheel=hands.wheel, side_cards=hands.side_cards)
        if not order.is_whole:
            found.append((f"rules.hands.{name}.order", wrong("hand-order", size=hands.size)))
        found += [(f"rules.hands.{name}.names.{row}", MISSING) for row in hands.order if row.value not in hands.names]
        for row, own in hands.rows.items():
            if own.least and own.least not in RANKS:
                found.append((f"rules.hands.{name}.rows.{row}.least", not_one_of(own.least, RANKS)))
    return found


def _bet_faults(rules: GameRules, bet: str) -> list[Finding]:
    """What one bet lacks: odds for every hand that can win it, names of its rows, a usable meter."""
    found: list[Finding] = []
    rule, figures, data = rules.bets[bet], bet_figures(rules, bet), house_poker(rules)
    if figures.ranking not in data.hands:
        return [(f"bets.{bet}.data.ranking", not_one_of(figures.ranking, data.hands))]
    hands = data.hands[figures.ranking]
    known = {*hands.rows, *(row.value for row in hands.order), *(row.value for row in PART_OF.values())}
    meter_rows = list(figures.meter.prizes) if figures.meter else []
    for row in (*rule.pay_table, *meter_rows):
        if row not in known:
            found.append((f"bets.{bet}.pay-table", not_one_of(row, sorted(known))))
        if row not in rule.outcomes:
            found.append((f"bets.{bet}.outcomes.{row}", MISSING))
    if figures.meter is not None and not figures.meter.is_usable:
        found.append((f"bets.{bet}.data.meter", wrong("meter")))
    if (figures.kind == "meter") != (figures.meter is not None):
        found.append((f"bets.{bet}.data.meter", MISSING))
    if figures.kind == "hand" and not rule.pay_table:
        found.append((f"bets.{bet}.pay-table", MISSING))
    if figures.kind == "duel" and not rule.pay_table and rule.pays is None and data.deal.dealer:
        found.append((f"bets.{bet}.pays", MISSING))
    if figures.kind == "duel" and figures.closed == "win" and rule.pays is None:
        found.append((f"bets.{bet}.pays", MISSING))
    if figures.needs and figures.needs not in rules.bets:
        found.append((f"bets.{bet}.data.needs", not_one_of(figures.needs, rules.bets)))
    if figures.approval and figures.approval not in rules.staff:
        found.append((f"bets.{bet}.data.approval", not_one_of(figures.approval, rules.staff)))
    if figures.kind in STAKELESS and figures.on not in rules.bets:
        found.append((f"bets.{bet}.data.on", not_one_of(figures.on, rules.bets)))
    for row, own in hands.rows.items():
        if own.suit and own.suit not in tuple(Suit):
            found.append((f"rules.hands.{figures.ranking}.rows.{row}.suit", not_one_of(own.suit, tuple(Suit))))
    of = [limit.of for limit in (rule.minimum, rule.maximum) if limit is not None]
    if not set(of) <= {"", "minimum", "maximum", *rules.bets}:
        found.append((f"bets.{bet}", wrong("unknown-bet", known=listed(rules.bets))))
    return found


def house_poker_game(
    game_id: str,
    edges: Callable[[GameRules], Sequence[Edge]] | None = None,
    situation: Any = Situation,
    answer: Callable[[GameRules, Any], Any] = decide,
    live: Callable[[GameRules], Any] | None = None,
) -> Game:
    """A game of house poker; ``situation`` and ``answer`` where it decides more than the others.

    ``live`` makes the round of a table that is played act by act.
    """
    asks: dict[AskKind, Ask] = {
        "settle": Ask(HouseRound, settle),
        "decide": Ask(situation, answer),
        "limit": Ask(LimitQuestion, may_stand),
    }
    return Game(ids=(game_id,), family="house-poker", asks=asks, check=check, edges=edges, round=live)

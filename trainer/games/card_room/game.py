"""Registration of the card-room games: their questions and checks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trainer.games.card_room.decide import Situation, decide
from trainer.games.card_room.figures import CardRoomFigures, card_room
from trainer.games.card_room.irregularities import wrong_conditions
from trainer.games.card_room.limits import Question, limit
from trainer.games.card_room.settle import HandEnd, settle
from trainer.games.core import Ask, Game
from trainer.games.poker.hands import HandOrder
from trainer.rulebooks.problems import MISSING, Finding, listed, wrong
from trainer.rulebooks.schema import GameRules, Limit
from trainer.rulebooks.validation import faults_of

GAMES = ("texas-holdem", "omaha", "seven-card-stud", "five-card-stud", "synthetic-poker")


def check(rules: GameRules) -> Iterable[Finding]:
    """Problems in a card-room file that this engine cannot work with."""
    found = faults_of(rules.rules, CardRoomFigures, "rules")
    if found:
        return found
    data = card_room(rules)
    order = HandOrder(tuple(reversed(data.ranking.order)), lowest=data.pack.lowest)
    if not order.is_whole or not 2 <= data.pack.lowest <= 10:
        found.append(("rules.ranking.order", wrong("each-once", known=listed(data.ranking.order))))
    if not data.streets:
        found.append(("rules.streets", MISSING))
    if "rake-percent" not in rules.options or rules.options["rake-percent"].kind != "amount":
        found.append(("options.rake-percent", MISSING))
    elif rules.options["rake-percent"].between is None:
        found.append(("options.rake-percent.between", MISSING))
    for name in (data.rake.free_before, data.rake.taken_after):
        if name and name not in data.streets:
            found.append(("rules.rake", wrong("each-once", known=listed(data.streets))))
    for bet in ("ante", "small-blind", "big-blind", "blind", "bring-in"):
        if bet in rules.bets and rules.bets[bet].minimum is None:
            found.append((f"bets.{bet}.minimum", MISSING))
    needs_up = any(street.opens in ("low-card", "high-cards") for street in data.streets.values())
    if needs_up and data.up_cards is None:
        found.append(("rules.up-cards", MISSING))
    if ("small-blind" in rules.bets) != ("big-blind" in rules.bets):
        found.append(("bets", MISSING))
    found += [(key, MISSING) for key, _ in wrong_conditions(rules)]
    found += [(key, MISSING) for key, one in _limits(data) if one.of not in ("", "minimum", "maximum")]
    return found


def _limits(data: CardRoomFigures) -> Iterable[tuple[str, Limit]]:
    for name, street in data.streets.items():
        if street.least is not None:
            yield f"rules.streets.{name}.least", street.least
        if street.most is not None:
            yield f"rules.streets.{name}.most", street.most


Example = dict[str, Any]
_SETTLES: tuple[Example, ...] = (
    {"paid": {"1": 40, "2": 90, "3": 200, "4": 200}, "best_first": [[1], [2], [3, 4]], "button": 4},
    {"pots": [400], "winners": [2, 5], "button": 1},
    {
        "paid": {"1": 60, "2": 60, "3": 20},
        "folded": [3],
        "button": 3,
        "board": ["2H", "5H", "9H", "JC", "KD"],
        "hands": {"1": ["AH", "3H"], "2": ["KC", "KS"]},
    },
    {
        "paid": {"1": 60, "2": 60},
        "hands": {"1": ["AS", "AD", "9C", "9H", "4D", "2S", "7C"], "2": ["KS", "KD", "KC", "8H", "6D", "3S", "2C"]},
    },
)
_DECIDES: tuple[Example, ...] = (
    {
        "case": "showdown",
        "board": ["2S", "6S", "9S", "KS", "4D"],
        "hands": {"1": ["AS", "3C"], "2": ["KD", "KH"]},
    },
    {
        "case": "showdown",
        "board": ["KS", "KD", "5H", "5C", "9S"],
        "hands": {"1": ["KH", "3C", "4D", "7D"], "2": ["9H", "9D", "AC", "QC"]},
    },
    {"case": "showdown", "hands": {"1": ["AD", "9C", "7H", "4S", "2D"], "2": ["KD", "QC", "JH", "9S", "8D"]}},
    {"case": "best-hand", "cards": ["AS", "8S", "9S", "TS", "JS"]},
    {"case": "best-hand", "cards": ["AS", "8D", "6C", "2H"], "board": ["KS", "QS", "9S", "5S", "3D"]},
    {"case": "positions", "seats": [1, 2, 3, 4, 5], "button": 3},
    {"case": "button-draw", "cards": ["9C", "KD", "AS"], "players": 6},
    {"case": "seat-draw", "cards": ["9C", "KD", "9S", "2H"]},
    {"case": "opener", "up": {"1": ["4D"], "2": ["8C"], "3": ["4H"], "4": ["9S"]}},
    {"case": "deal", "players": 6},
    {"case": "last-card", "active_players": 7, "cards_left": 7},
    {"case": "handed-in", "cards": "closed"},
    {"case": "missed-blinds", "missed": ["big", "small"], "minimum": 10},
    {"case": "round-total", "street": "flop", "raises": 3},
    {
        "case": "play",
        "stacks": {"1": 400, "2": 400, "3": 400, "4": 400},
        "button": 1,
        "acts": [{"act": "call"}, {"act": "fold"}, {"act": "call"}, {"act": "check"}],
    },
    {
        "case": "play",
        "stacks": {"1": 400, "2": 400, "3": 400, "4": 400},
        "cards": {"1": ["2C", "KD", "4D"], "2": ["3C", "QD", "8C"], "3": ["5C", "JD", "4H"], "4": ["6C", "TD", "9S"]},
        "acts": [],
    },
    {"case": "irregularity", "event": "card-exposed-at-cut"},
    {"case": "irregularity", "event": "face-up-cards-in-deck", "count": 2},
    {"case": "fact", "id": "conduct.protect"},
)
_LIMITS: tuple[Example, ...] = (
    {"case": "act", "act": "raise", "raises_made": 3, "players_left": 5},
    {"case": "act", "act": "check", "street": "flop"},
    {"case": "forced-bets", "minimum": 10, "maximum": 20},
    {"case": "buy-in", "chips": 650, "buy_in": 1000},
    {"case": "buy-in", "cashed_out": 300, "minutes_away": 40},
    {"case": "players", "players_seated": 11},
    {"case": "rake", "percent": 3},
    {"case": "table-stakes", "chips": 60, "cash": 40},
    {"case": "new-player", "minimum": 10},
)

GAME = Game(
    ids=GAMES,
    family="card-room",
    check=check,
    asks={
        "settle": Ask(HandEnd, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(Question, limit),
    },
)

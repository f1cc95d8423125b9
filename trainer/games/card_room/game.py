"""Registration of the card-room games: their questions and checks."""

from __future__ import annotations

from collections.abc import Iterable

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

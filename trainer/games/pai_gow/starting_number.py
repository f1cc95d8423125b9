"""The side bet on the starting number: where it is offered, what it pays, and the most that may lie on it."""

from __future__ import annotations

from trainer.equipment.money import Amount, Rounding, RoundingWay
from trainer.equipment.odds import Odds
from trainer.games.core import RequestError
from trainer.games.limits import Bounds, bounds
from trainer.games.pai_gow.figures import StartingNumberFigures, pai_gow
from trainer.rulebooks.schema import GameRules

STARTING_NUMBER = "starting-number"


def side_bet(rules: GameRules, odds: Odds | None) -> tuple[StartingNumberFigures, Odds]:
    """The figures of the side bet and the odds printed at this table; raises `RequestError` outside the law's range."""
    figures, rule = pai_gow(rules).starting_number, rules.bets.get(STARTING_NUMBER)
    if figures is None or rule is None or rule.pays is None:
        raise RequestError("bets", f"{rules.game} has no bet on the starting number")
    printed = odds or rule.pays
    if not figures.lowest_odds.ratio <= printed.ratio <= figures.highest_odds.ratio:
        raise RequestError("odds", f"must be from {figures.lowest_odds} up to {figures.highest_odds}")
    return figures, printed


def side_bet_offered(rules: GameRules) -> bool:
    """Whether this table takes bets on the starting number: it must come from a generator."""
    return rules.chosen.get("start-by") == "generator" and rules.chosen.get("starting-number-bet") == "yes"


def side_bet_pays(rules: GameRules, figures: StartingNumberFigures, odds: Odds, stake: Amount) -> Amount:
    """Payout of a winning side bet, rounded as the rulebook says; a house option decides how half units round."""
    exact, unit = odds.pays(stake), figures.rounding.unit
    is_half = exact % unit * 2 == unit
    if is_half and rules.option("side-bet-half-dollar") == "down":
        return Rounding(RoundingWay.DOWN, unit).apply(exact)
    return figures.rounding.apply(exact)


def bet_bounds(rules: GameRules, bet: str, odds: Odds | None, known: dict[str, Amount]) -> Bounds:
    """Minimum and maximum of any pai gow bet; the side bet's is the largest stake that pays within the table's."""
    found = bounds(rules, rules.bets[bet], known)
    if bet != STARTING_NUMBER:
        return found
    return Bounds(found.minimum, most_side_bet(rules, side_bet(rules, odds)[1], known["maximum"]), found.cite)


def most_side_bet(rules: GameRules, odds: Odds, maximum: Amount) -> Amount:
    """The largest side bet in whole dollars whose payment does not exceed the table's maximum."""
    figures, _ = side_bet(rules, odds)
    most = Amount(maximum // odds.ratio)
    while side_bet_pays(rules, figures, odds, most + 1) <= maximum:  # rounding down may allow one more
        most += 1
    while side_bet_pays(rules, figures, odds, most) > maximum:  # and rounding up forbid one
        most -= 1
    return most

"""Bets of baccarat where the house holds the bank: their typed data, checks of requests, winning rows and odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from trainer.equipment.odds import Odds
from trainer.games.baccarat.coup import Result
from trainer.games.baccarat.figures import Places, Side
from trainer.games.core import Bet, RequestError
from trainer.rulebooks.schema import HOUSE_STANDARD, BetRule, Citation, GameRules
from trainer.rulebooks.validation import convert

MAIN = ("player", "banker")
BONUS = "dragon-bonus"

NeedsMain = Literal["no", "any", "of-a-seat", "table-minimum", "table-minimum-if-below"]


class BetFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """What a bet's ``data`` may say: the winning hand it is on, and the main bet it must come with."""

    hand: Side | None = None
    total: int | None = None
    cards: int | None = None
    needs_main: NeedsMain = "no"
    needs_cite: Citation = Citation(HOUSE_STANDARD)  # the article that asks for it, where one does

    @property
    def is_on_a_hand(self) -> bool:
        """Whether the bet wins only with one hand of a certain total and number of cards."""
        return self.hand is not None


_read: dict[tuple[str, str, str, str], BetFigures] = {}


def bet_figures(rules: GameRules, bet: str) -> BetFigures:
    """The figures of one bet."""
    key = (rules.rulebook, rules.game, rules.digest, bet)
    if key not in _read:
        _read[key] = convert(
            rules.bets[bet].data, BetFigures, f"{rules.rulebook}/{rules.game}.toml", f"bets.{bet}.data"
        )
    return _read[key]


def rule_of(rules: GameRules, bet: str, field: str) -> BetRule:
    """The rule of a bet that this table takes."""
    if bet not in rules.bets:
        raise RequestError(field, f"{bet!r} is not taken at this table; it takes: {', '.join(rules.bets)}")
    return rules.bets[bet]


def check_bets(rules: GameRules, bets: Sequence[Bet]) -> None:
    """Raise `RequestError` for a bet that cannot lie on this cloth."""
    for index, bet in enumerate(bets):
        rule_of(rules, bet.bet, f"bets[{index}].bet")
        if bet.bet == BONUS and bet.on not in MAIN:
            raise RequestError(f"bets[{index}].on", f"{BONUS} is on player or on banker, not on {bet.on!r}")
        if bet.bet != BONUS and bet.on is not None:
            raise RequestError(f"bets[{index}].on", f"{bet.bet} is not made on anything; leave it out")


def cloth_of(places: Places, occupied: Iterable[int | None], seats: int | None) -> int:
    """How many places the table has: what is said, else the smallest cloth on which all of these can sit."""
    if seats is not None and seats not in places.seats:
        known = ", ".join(map(str, sorted(places.seats)))
        raise RequestError("seats", f"this game's cloths have {known} places, not {seats}")
    taken = max((seat for seat in occupied if seat is not None), default=1)
    cloths = [most for most in sorted(places.seats) if seats in (None, most) and most >= taken]
    if not cloths:
        raise RequestError("bets", f"there is no seat {taken} at this table")
    return cloths[0]


def check_mains(rules: GameRules, bets: Sequence[Bet]) -> None:
    """Raise `RequestError` for a bet without the main bet it may only lie beside; ``of-a-seat`` asks that of named
    players only, where the article itself does not ask. Needs that name the table's minimum are left to `limit`."""
    with_main = {bet.seat for bet in bets if bet.bet in MAIN}
    for index, bet in enumerate(bets):
        figures = bet_figures(rules, bet.bet)
        needs, cite = figures.needs_main, figures.needs_cite
        asks = needs == "any" or (needs == "of-a-seat" and bet.seat is not None)
        if asks and bet.seat not in with_main:
            raise RequestError(f"bets[{index}].bet", f"{bet.bet} lies only beside a bet on player or banker ({cite})")


def both_sides_refused(rules: GameRules, bets: Iterable[Bet]) -> Citation | None:
    """Where it is written that one player may not bet on both hands, if one does and the house has ruled so."""
    if rules.chosen.get("both-sides") != "refused":
        return None
    sides = {(bet.seat, bet.bet) for bet in bets if bet.bet in MAIN and bet.seat is not None}
    both = any((seat, "player") in sides and (seat, "banker") in sides for seat, _ in sides)
    return rules.options["both-sides"].cite if both else None


def spot_of(bet: Bet) -> str:
    """Where a bet lies in its player's box."""
    return bet.bet if bet.on is None else f"{bet.bet}:{bet.on}"


def is_special_hand(result: Result, bet: BetFigures) -> bool:
    """Whether the hand a side bet is on won with its total in its number of cards."""
    hand = bet.hand
    if hand is None:
        return False
    return (result.winner, result.total_of(hand), result.cards_of(hand)) == (hand.value, bet.total, bet.cards)


def bonus_row(rule: BetRule, result: Result, side: Side) -> str:
    """The row of the bonus table a coup falls on: ``natural``, the margin's row, ``natural-tie``, or nothing.

    A natural that wins is paid by its own row, whatever its margin.
    """
    if result.winner == "tie":
        return "natural-tie" if result.natural else ""
    if result.winner != side.value:
        return ""
    if result.natural:
        return "natural"
    return next((row for row in rule.pay_table if str(result.margin) in row.split()), "")


def odds_of(rules: GameRules, bet: str, row: str = "") -> Odds:
    """What a bet pays, by the row of its table where it has one."""
    rule = rules.bets[bet]
    odds = rule.pay_table[row] if row else rule.pays
    if odds is None:
        raise ValueError(f"{rules.rulebook}/{rules.game}: bet {bet} has no odds")
    return odds

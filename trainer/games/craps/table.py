"""State of a craps table over several throws: the point, the bets, and the transition by a throw."""

from __future__ import annotations

import msgspec

from trainer.equipment.dice import Roll
from trainer.equipment.money import Amount
from trainer.games.core import BetResult, Reason, Settlement
from trainer.games.craps.figures import bet_data, craps
from trainer.games.craps.layout import BONUS, TRAVELS_TO, CrapsBet
from trainer.games.craps.throw import LineEvent, Throw, line_event, marked_after, point_after, settle_bet
from trainer.rulebooks.schema import GameRules


class Table(msgspec.Struct, frozen=True):
    """What stands before a throw. ``previous`` is the total of the last throw, `None` on a table's first."""

    point: int | None = None
    bets: tuple[CrapsBet, ...] = ()
    marked: frozenset[int] = frozenset()
    previous: int | None = None

    def with_bets(self, *bets: CrapsBet) -> Table:
        return msgspec.structs.replace(self, bets=(*self.bets, *bets))


def throw_at(table: Table, roll: Roll, barred: Roll | None = None) -> Throw:
    """The throw as it meets this table."""
    return Throw(roll, table.point, table.marked, barred)


def play(rules: GameRules, table: Table, roll: Roll, barred: Roll | None = None) -> tuple[Settlement, Table]:
    """Settle a throw: every bet's result in the order of the table, and the table as it stands afterwards."""
    throw = throw_at(table, roll, barred)
    results = tuple(settle_bet(rules, bet, throw) for bet in table.bets)
    staying = (left_up(bet, result) for bet, result in zip(table.bets, results, strict=True))
    kept = tuple(bet for bet in staying if bet is not None)
    after = Table(point_after(rules, throw), kept, marked_after(throw), roll.total)
    return Settlement(results, (line_reason(rules, throw),), facts_after(rules, throw)), after


def left_up(bet: CrapsBet, result: BetResult) -> CrapsBet | None:
    """What stays on the layout of a bet after a throw, moved if it travels; `None` if nothing stays."""
    if not result.stays:
        return None
    if "moves_to" in result.facts:
        return CrapsBet(bet=TRAVELS_TO[bet.bet], on=result.facts["moves_to"], stake=result.stays, seat=bet.seat)
    return msgspec.structs.replace(bet, stake=result.stays)


def commission_due(rules: GameRules, result: BetResult) -> Amount:
    """What the player pays again to leave a winning bet up; 0 where nothing is due."""
    due = bet_data(rules, result.bet.bet).commission_again and bool(result.stays)
    commission: Amount = result.facts.get("commission", Amount(0))
    return commission if due else Amount(0)


def facts_after(rules: GameRules, throw: Throw) -> dict[str, object]:
    """What everybody at the table must know after a throw."""
    event = line_event(rules, throw)
    facts: dict[str, object] = {
        "total": throw.total,
        "line": event,
        "point": point_after(rules, throw),
        "shooter_keeps_dice": not dice_change_hands(rules, event),
    }
    if any(bet in rules.bets for bet in BONUS):
        facts["marked_numbers"] = sorted(marked_after(throw))
    return facts


def dice_change_hands(rules: GameRules, event: LineEvent) -> bool:
    """Whether the shooter loses the dice."""
    lost = {"seven-out": (LineEvent.SEVEN_OUT,), "line-loss": (LineEvent.SEVEN_OUT, LineEvent.CRAPS)}
    return event in lost[craps(rules).shooter.passes_on]


def line_reason(rules: GameRules, throw: Throw) -> Reason:
    """What the throw does to the line, with its article."""
    event = line_event(rules, throw)
    return Reason(f"line-{event.value}", {"total": throw.total, "point": throw.point or 0}, craps(rules).come_out.cite)

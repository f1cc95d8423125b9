"""Answers to `decide` at craps: throws, calls, the shooter and his dice, the order of clearing, the staff."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from trainer.games.core import BetResult, Case, Decision, Outcome, Reason, RequestError
from trainer.games.craps.figures import craps
from trainer.games.craps.layout import LINES, CrapsBet, check_layout, read_point
from trainer.games.craps.limits import may_change
from trainer.games.craps.settle import read_roll
from trainer.games.craps.table import Table, dice_change_hands, line_reason, play, throw_at
from trainer.games.craps.throw import Throw, line_event, point_after
from trainer.games.procedure import Irregular, Written, by_the_book
from trainer.rulebooks.schema import GameRules


class ThrowEvent(Case, frozen=True, tag="throw"):
    """Does this throw count? ``event`` is the id of an irregularity of the rulebook, or nothing for a clean throw."""

    event: str = ""


class MayThrow(Case, frozen=True, tag="shooter"):
    """May the shooter with these bets throw?"""

    bets: tuple[CrapsBet, ...] = ()
    point: int | None = None


class DiceGoOn(Case, frozen=True, tag="dice"):
    """After this throw, do the dice change hands, and who throws next?"""

    dice: tuple[int, ...]
    point: int | None = None


class ChangeDice(Case, frozen=True, tag="change-dice"):
    """May the shooter have other dice now?"""

    phase: Literal["come-out", "point"]
    die_on_floor: bool = False


class ShooterLeaves(Case, frozen=True, tag="shooter-leaves"):
    """The shooter walks away: what becomes of his bets?"""

    bets: tuple[CrapsBet, ...]
    point: int | None = None


class Announcement(Case, frozen=True, tag="announce"):
    """What does the stick call for this throw?"""

    dice: tuple[int, ...]
    point: int | None = None


class ClearOrder(Case, frozen=True, tag="clear-order"):
    """Which bets does this throw take, and in which order are they cleared?"""

    dice: tuple[int, ...]
    bets: tuple[CrapsBet, ...]
    point: int | None = None


class Staff(Case, frozen=True, tag="staff"):
    """How many dealers does the table need, and for which jobs?"""


class ReserveDice(Case, frozen=True, tag="reserve-dice"):
    """How many dice stay in reserve once the shooter has picked his?"""

    dice_set: int | None = None
    picked: int | None = None


Situation = (
    ThrowEvent
    | MayThrow
    | DiceGoOn
    | ChangeDice
    | ShooterLeaves
    | Announcement
    | ClearOrder
    | Written
    | Staff
    | ReserveDice
)


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The crew's act in a situation, with reasons."""
    match situation:
        case ThrowEvent():
            return throw_counts(rules, situation.event)
        case MayThrow():
            return _may_throw(rules, situation)
        case DiceGoOn():
            return _dice_go_on(rules, situation)
        case ChangeDice():
            return _change_dice(rules, situation)
        case ShooterLeaves():
            return _shooter_leaves(rules, situation)
        case Announcement():
            return announce(rules, _throw(rules, situation.dice, situation.point))
        case ClearOrder():
            return _clear_order(rules, situation)
        case Staff():
            return _staff(rules)
        case ReserveDice():
            return _reserve_dice(rules, situation)
        case Irregular() if situation.event in throw_events(rules):
            written, verdict = by_the_book(rules, situation), throw_counts(rules, situation.event)
            return Decision({**written.facts, **verdict.facts}, written.reasons)
        case _:
            return by_the_book(rules, situation)


def _throw(rules: GameRules, dice: tuple[int, ...], point: int | None) -> Throw:
    return throw_at(Table(read_point(rules, point, None)), read_roll(dice, "dice"))


# ── the throw ────────────────────────────────────────────────────────────────────────────────────────────────────────


def throw_events(rules: GameRules) -> dict[str, bool]:
    """What can happen to a throw in this rulebook, and whether it still counts."""
    told = {key: entry.data.get("throw") for key, entry in rules.irregularities.items()}
    return {key: verdict == "valid" for key, verdict in told.items() if verdict is not None}


def throw_counts(rules: GameRules, event: str) -> Decision:
    """Whether a throw stands; if not, what is called and by whom."""
    call = craps(rules).throw
    if not event:
        return Decision({"valid": True}, (Reason("throw-clean", {}, call.cite),))
    known = throw_events(rules)
    if event not in known:
        raise RequestError("event", f"{event!r} is nothing this rulebook names; it names: {', '.join(known)}")
    entry = rules.irregularities[event]
    reasons = [Reason("table.reason.irregularity", {"situation": entry.situation, "action": entry.action}, entry.cite)]
    if known[event]:
        return Decision({"valid": True}, tuple(reasons))
    facts: dict[str, Any] = {
        "valid": False,
        "call": rules.calls[call.call].says.es.lower(),
        "called_by": call.by,
        "bets": "stay",
    }
    if call.explain:
        facts["explain_rule"] = True
    return Decision(facts, tuple(reasons))


def announce(rules: GameRules, throw: Throw) -> Decision:
    """The stick's call: the total, hard or easy where it matters, and what happens to the line."""
    event = line_event(rules, throw)
    facts: dict[str, Any] = {"total": throw.total, "way": way_of(rules, throw), "line": event}
    facts["point"] = point_after(rules, throw)
    facts["called_by"] = craps(rules).throw.by
    return Decision(facts, (line_reason(rules, throw),))


def way_of(rules: GameRules, throw: Throw) -> str | None:
    """``hard`` or ``easy`` for a total that has a hardway, else nothing."""
    if "hardway" not in rules.bets or str(throw.total) not in rules.bets["hardway"].pay_table:
        return None
    return "hard" if throw.roll.is_double else "easy"


# ── the shooter and the dice ─────────────────────────────────────────────────────────────────────────────────────────


def _may_throw(rules: GameRules, situation: MayThrow) -> Decision:
    check_layout(rules, situation.bets, read_point(rules, situation.point, None))
    entry = rules.irregularities["shooter-without-line-bet"]
    if any(bet.bet in LINES for bet in situation.bets):
        return Decision({"may_throw": True}, (Reason("line-bet-lies", {}, craps(rules).shooter.cite),))
    reason = Reason("table.reason.irregularity", {"situation": entry.situation, "action": entry.action}, entry.cite)
    return Decision({"may_throw": False, "action": craps(rules).shooter.without_line_bet}, (reason,))


def _dice_go_on(rules: GameRules, situation: DiceGoOn) -> Decision:
    throw = _throw(rules, situation.dice, situation.point)
    figures, event = craps(rules), line_event(rules, throw)
    changes = dice_change_hands(rules, event)
    facts: dict[str, Any] = {"dice_change_hands": changes, "shooter_keeps_dice": not changes}
    facts["next_shooter"] = figures.shooter.next if changes else "same"
    facts["dice_change_allowed"] = {
        "before-come-out": figures.dice.change_before_come_out,
        "during-point": figures.dice.change_during_point,
    }
    rule = "dice-go-on" if changes else "dice-stay"
    return Decision(facts, (line_reason(rules, throw), Reason(rule, {}, figures.shooter.cite)))


def _change_dice(rules: GameRules, situation: ChangeDice) -> Decision:
    dice = craps(rules).dice
    lost = situation.die_on_floor and dice.change_when_die_lost
    usual = dice.change_before_come_out if situation.phase == "come-out" else dice.change_during_point
    rule = "die-lost" if lost else f"change-{situation.phase}"
    return Decision({"allowed": lost or usual}, (Reason(rule, {}, dice.change_cite),))


def _shooter_leaves(rules: GameRules, situation: ShooterLeaves) -> Decision:
    """A pass line bet that is locked is lost where the regulation says so; the rest may be taken or stays."""
    shooter, point = craps(rules).shooter, read_point(rules, situation.point, None)
    check_layout(rules, situation.bets, point)
    results: list[BetResult] = []
    for bet in situation.bets:
        free, _ = may_change(rules, bet, "withdraw", point)
        if bet.bet == "pass-line" and not free and shooter.leaves_line == "lose":
            reason = Reason("leaver-loses-line", {}, shooter.leaves_cite)
            results.append(BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,)))
            continue
        may_take = shooter.leaves_others == "may-take" and free
        reason = Reason("leaver-may-take" if may_take else "leaver-bets-stay", {}, shooter.leaves_others_cite)
        facts = {"may_take": may_take}
        results.append(BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(reason,), facts=facts))
    return Decision({"bets": results, "point": point, "next_shooter": shooter.next})


def _reserve_dice(rules: GameRules, situation: ReserveDice) -> Decision:
    dice = craps(rules).dice
    if situation.dice_set not in (None, *dice.set_sizes):
        raise RequestError("dice_set", f"a table's set has {' or '.join(map(str, dice.set_sizes))} dice")
    if situation.picked not in (None, dice.in_play):
        raise RequestError("picked", f"the shooter picks {dice.in_play} dice")
    sizes = dice.set_sizes if situation.dice_set is None else [situation.dice_set]
    reserve = [size - dice.in_play for size in sizes]
    reasons = tuple(
        Reason("dice-in-reserve", {"set": size, "reserve": size - dice.in_play}, dice.cite) for size in sizes
    )
    return Decision({"reserve": reserve if len(reserve) > 1 else reserve[0]}, reasons)


# ── the crew ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _clear_order(rules: GameRules, situation: ClearOrder) -> Decision:
    table = Table(read_point(rules, situation.point, None), situation.bets)
    check_layout(rules, table.bets, table.point)
    settlement, _ = play(rules, table, read_roll(situation.dice, "dice"))
    losers = [result.bet for result in settlement.bets if result.result is Outcome.LOSE]
    groups = cleared(rules, losers)
    order = rules.orders["clear"]
    return Decision({"order": [bet for group in groups for bet in group]}, (Reason("clear-order", {}, order.cite),))


def cleared(rules: GameRules, bets: Iterable[Any]) -> list[list[Any]]:
    """Bets in the order in which a throw's losers are cleared, those of one area together."""
    lying = list(bets)
    steps = rules.orders["clear"].steps
    groups = [[bet for bet in lying if rules.bets[bet.bet].group in step] for step in steps]
    return [group for group in groups if group]


def _staff(rules: GameRules) -> Decision:
    staffing = craps(rules).staffing
    least, most = staffing.croupiers
    facts: dict[str, Any] = {"croupiers": most if least == most else [least, most], "jobs": staffing.jobs}
    rule = "staffing-exact" if least == most else "staffing"
    return Decision(facts, (Reason(rule, {"least": least, "most": most}, staffing.cite),))

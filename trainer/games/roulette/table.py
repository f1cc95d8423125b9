"""Roulette outside the spin: colour chips bought, changed and cashed in, and whether a table may open as it is."""

from __future__ import annotations

from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.limits import bounds, stated_limits, table_limits
from trainer.games.roulette.figures import ColourChips, roulette
from trainer.rulebooks.schema import GameRules


class BuyColour(Case, frozen=True, tag="buy-colour"):
    """A player buys chips of his colour for an amount: how many? ``chip_value`` is what he says each is worth."""

    amount: Amount
    chip_value: Amount | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None


class CashColour(Case, frozen=True, tag="cash-colour"):
    """A player leaves with colour chips: what does he get, and what becomes of the chip on the board?"""

    colour_chips: int
    chip_value: Amount


class ChangeColour(Case, frozen=True, tag="change-colour"):
    """A player changes his colour or its value: how many chips of the new one for those he has?"""

    colour_chips: int
    chip_value: Amount
    new_value: Amount
    minimum: Amount | None = None
    maximum: Amount | None = None


class OpenTable(Case, frozen=True, tag="table"):
    """May a table of this variant be run like this?"""

    written_approval: bool = False
    players: int | None = None
    layouts: int = 1


RoundTheSpin = BuyColour | CashColour | ChangeColour | OpenTable


def at_the_table(rules: GameRules, case: RoundTheSpin) -> Decision:
    """What is done, or whether it may be, with reasons."""
    match case:
        case BuyColour():
            return _buy(rules, case)
        case CashColour():
            return _cash(rules, case)
        case ChangeColour():
            return _change(rules, case)
        case OpenTable():
            return _may_run(rules, case)


def _colours(rules: GameRules) -> ColourChips:
    found = roulette(rules).colour_chips
    if found is None:
        raise RequestError("case", f"{rules.rulebook} does not say how colour chips are bought at {rules.game}")
    return found


def _buy(rules: GameRules, case: BuyColour) -> Decision:
    if case.amount <= 0:
        raise RequestError("amount", "must be above 0")
    value = _value(rules, case.chip_value, "chip_value", case.minimum, case.maximum)
    chips, rest = divmod(case.amount, value)
    params = {"chips": chips, "value": value, "amount": case.amount - rest}
    facts = {"colour_chips": chips, "chip_value": value, "change": rest, "value_marker_on_board": True}
    return Decision(facts, (Reason("colour-bought", params, _colours(rules).cite),))


def _cash(rules: GameRules, case: CashColour) -> Decision:
    amount = _worth(case.colour_chips, case.chip_value)
    reason = Reason("colour-cashed", _sum(case.colour_chips, case.chip_value), _colours(rules).cite)
    facts = {"money_chips_value": amount, "remove_value_marker_from_board": True}
    return Decision(facts, (reason, Reason("colour-left", {}, _colours(rules).cite)))


def _change(rules: GameRules, case: ChangeColour) -> Decision:
    """First the old chips into money chips, then these into the new ones."""
    amount = _worth(case.colour_chips, case.chip_value)
    value = _value(rules, case.new_value, "new_value", case.minimum, case.maximum)
    chips, rest = divmod(amount, value)
    cite = _colours(rules).cite
    first = Reason("colour-cashed", _sum(case.colour_chips, case.chip_value), cite)
    then = Reason("colour-bought", {"chips": chips, "value": value, "amount": amount - rest}, cite)
    return Decision({"money_chips_value": amount, "colour_chips": chips, "change": rest}, (first, then))


def _worth(chips: int, value: Amount) -> Amount:
    if value <= 0:
        raise RequestError("chip_value", "must be above 0")
    return chips * value


def _sum(chips: int, value: Amount) -> dict[str, object]:
    return {"chips": chips, "value": value, "amount": chips * value}


def _value(
    rules: GameRules, named: Amount | None, field: str, minimum: Amount | None, maximum: Amount | None
) -> Amount:
    """What a chip is worth: what the player says within what the regulation allows."""
    rule = _colours(rules)
    number = bounds(rules, rules.bets["straight-up"], table_limits(rules, minimum, maximum))
    if named is None:
        if not rule.within_limits or number.minimum is None:
            raise RequestError(field, "is missing: the player says what his chips are worth")
        return number.minimum
    if named <= 0:
        raise RequestError(field, "must be above 0")
    number = bounds(rules, rules.bets["straight-up"], stated_limits(minimum, maximum, roulette(rules).limits))
    if rule.within_limits and not number.allows(named):
        ends = ((" from ", number.minimum), (" to ", number.maximum))
        worth = "".join(f"{word}{print_amount(bound)}" for word, bound in ends if bound is not None)
        raise RequestError(field, f"a chip is worth{worth}, the limits of a number ({rule.cite})")
    return named


def _may_run(rules: GameRules, case: OpenTable) -> Decision:
    seats, approval = roulette(rules).seats, roulette(rules).approval
    facts: dict[str, object] = {"allowed": True}
    reasons: list[Reason] = []
    if approval is not None and rules.variant in approval.variants:
        facts["allowed"] = case.written_approval
        reasons.append(Reason("approval-needed", {}, approval.cite))
    if seats is not None:
        if not 1 <= case.layouts <= len(seats.most):
            raise RequestError("layouts", f"must be from 1 to {len(seats.most)}")
        most = seats.most[case.layouts - 1]
        facts |= {"most_players": most, "allowed": facts["allowed"] and (case.players or 0) <= most}
        reasons.append(Reason("most-players", {"most": most, "layouts": case.layouts}, seats.cite))
    if not reasons:
        raise RequestError("case", f"{rules.rulebook} asks no approval and sets no number of players here")
    return Decision(facts, tuple(reasons))

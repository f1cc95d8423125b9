"""What the croupier does next: where called chips go, whether a spin counts, what is cleared and paid when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from trainer.equipment.money import Amount
from trainer.equipment.wheel import ZEROS, colour_of
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.limits import table_limits
from trainer.games.procedure import Written, by_the_book
from trainer.games.roulette.announced import chip_value, chips_of, is_announced, placing_reason
from trainer.games.roulette.figures import SecondZero, ZeroRule, roulette, wheel
from trainer.games.roulette.layout import EVEN_CHANCES, bet_of_spot, covered
from trainer.games.roulette.settle import RouletteBet
from trainer.games.roulette.zero import lock_reason, locked, value_left
from trainer.rulebooks.schema import GameRules

Direction = Literal["clockwise", "counterclockwise"]


class PlaceAnnounced(Case, frozen=True, tag="place-announced"):
    """Where do the chips of announced bets go?"""

    bets: tuple[RouletteBet, ...]


class SpinEvent(Case, frozen=True, tag="spin"):
    """Does this spin count? ``event`` is the id of an irregularity of the rulebook; ``turns`` the ball's turns."""

    event: str = ""
    turns: int | None = None
    landed: str | None = None
    previous_number: str | None = None


class ZeroOffer(Case, frozen=True, tag="zero"):
    """Zero came: what may the player of this even chance choose?"""

    bet: RouletteBet
    last_spin: bool = False
    minimum: Amount | None = None


class PayOrder(Case, frozen=True, tag="pay-order"):
    """In which order are these bets paid? Give bet ids, or bets and the number, and only the winners are ordered."""

    winning_bets: tuple[str, ...] = ()
    bets: tuple[RouletteBet, ...] = ()
    winning_number: str | None = None


class ClearOrder(Case, frozen=True, tag="clear-order"):
    """In which order are these areas of the cloth cleared?"""

    areas: tuple[str, ...] = ()


class SpinDirection(Case, frozen=True, tag="spin-direction"):
    """Which way do wheel and ball go now?"""

    previous_wheel: Direction


class Announcement(Case, frozen=True, tag="announce"):
    """What is announced when this number comes?"""

    number: str


Situation = PlaceAnnounced | SpinEvent | ZeroOffer | PayOrder | ClearOrder | SpinDirection | Announcement | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The dealer's act in a situation, with reasons."""
    match situation:
        case PlaceAnnounced():
            return _place(rules, situation)
        case SpinEvent():
            return spin_counts(rules, situation)
        case ZeroOffer():
            return _zero_offer(rules, situation)
        case PayOrder():
            return _pay_order(rules, situation)
        case ClearOrder():
            return _clear_order(rules, situation)
        case SpinDirection():
            return _direction(rules, situation)
        case Announcement():
            return _announcement(rules, situation)
        case _:
            return by_the_book(rules, situation)


def _place(rules: GameRules, situation: PlaceAnnounced) -> Decision:
    placed: list[RouletteBet] = []
    reasons: list[Reason] = []
    for index, bet in enumerate(situation.bets):
        field = f"bets[{index}]"
        if not is_announced(rules, bet.bet):
            raise RequestError(f"{field}.bet", f"{bet.bet!r} is not an announced bet")
        value = chip_value(rules, bet.bet, bet.on, bet.stake, bet.chip, field)
        for spot, count in chips_of(rules, bet.bet, bet.on, f"{field}.on").items():
            kind, on = bet_of_spot(spot)
            placed.append(RouletteBet(bet=kind, on=on, stake=value * count, seat=bet.seat))
        reasons.append(placing_reason(rules, bet.bet, bet.on))
    return Decision({"placed": placed}, tuple(reasons))


def spin_counts(rules: GameRules, situation: SpinEvent) -> Decision:
    """Whether a spin stands; if not, who calls it, where the ball goes, when it is thrown again."""
    cause = situation.event
    turns = rules.irregularities.get("ball-turns")
    if situation.turns is not None and cause in ("", "ball-turns"):
        enough = turns is None or situation.turns >= int(turns.data["minimum-turns"])
        cause = "" if enough else "ball-turns"
    if not cause:
        valid = {"valid": True} if situation.landed is None else {"valid": True, "winning_number": situation.landed}
        return Decision(valid, (Reason("spin-valid", {}, turns.cite),) if turns else ())
    known = [key for key, entry in rules.irregularities.items() if entry.data.get("spin") == "void"]
    if cause not in known:
        raise RequestError("event", f"{cause!r} is not a cause this rulebook names; it names: {', '.join(known)}")
    no_spin = roulette(rules).no_spin
    facts: dict[str, object] = {"valid": False, "call": rules.calls["no-spin"].says.es.lower(), "called_by": no_spin.by}
    if situation.previous_number is not None:
        facts["ball_placed_on"] = situation.previous_number
    if no_spin.wheel_turns:
        facts["wheel_turns_before_rethrow_min"] = no_spin.wheel_turns
    irregularity = rules.irregularities[cause]
    reasons = (
        Reason("no-spin-cause", {"situation": irregularity.situation}, irregularity.cite),
        Reason("no-spin-drill", {"by": no_spin.by, "turns": no_spin.wheel_turns}, no_spin.cite),
    )
    return Decision(facts, reasons)


def _zero_offer(rules: GameRules, situation: ZeroOffer) -> Decision:
    bet, zero = situation.bet, roulette(rules).zero
    if bet.bet not in EVEN_CHANCES:
        return Decision({"prison_offered": False, "may_withdraw": False}, (Reason("only-even-chances", {}, zero.cite),))
    if zero.even_chances is not ZeroRule.HALF_OR_PRISON:
        rule = "zero-takes-all" if zero.even_chances is ZeroRule.LOSE_ALL else "zero-takes-half"
        return Decision({"prison_offered": False, "may_withdraw": False}, (Reason(rule, {"number": "0"}, zero.cite),))
    zeros = bet.zeros_met or (2 if bet.in_prison else 1)
    minimum = table_limits(rules, situation.minimum, None)["minimum"]
    if zeros > 1 and zero.second_zero is SecondZero.LOSE_ALL:
        reason = Reason("second-zero-takes-all", {}, zero.second_cite or zero.cite)
        return Decision({"choice_allowed": False, "may_withdraw": False, "stays_in_prison": False}, (reason,))
    if situation.last_spin and zero.last_spin_cite:
        reason = Reason("last-spin-zero", {"zeros": zeros}, zero.last_spin_cite)
        facts = {"choice_allowed": False, "must_accept": rules.money(value_left(bet.stake, zeros))}
        return Decision({**facts, "may_withdraw": False, "stays_in_prison": False}, (reason,))
    if locked(rules, bet.stake, zeros, minimum):
        reason = lock_reason(rules, bet.stake, zeros, minimum)
        return Decision({"choice_allowed": False, "may_withdraw": False, "stays_in_prison": True}, (reason,))
    cite = zero.cite if zeros == 1 else zero.second_cite or zero.cite
    facts = {"choice_allowed": True, "may_withdraw": True, "amount": rules.money(value_left(bet.stake, zeros))}
    return Decision(facts, (Reason("zero-choice", {"zeros": zeros}, cite),))


def _pay_order(rules: GameRules, situation: PayOrder) -> Decision:
    wanted = list(situation.winning_bets)
    for index, bet in enumerate(situation.bets):
        numbers = covered(rules, bet.bet, bet.on, f"bets[{index}].on")
        if situation.winning_number is None or situation.winning_number in numbers:
            wanted.append(bet.bet)
    for index, kind in enumerate(wanted):
        if kind not in rules.bets:
            raise RequestError(f"winning_bets[{index}]", f"{kind!r} is not a bet of this table")
    groups = pay_groups(rules, wanted)
    paying = roulette(rules).paying
    names = [rules.bets[kind].names for group in groups for kind in group]
    reasons = [Reason("pay-order", {"order": names}, rules.orders["pay"].cite)]
    if paying.all_at_once:
        reasons.append(Reason("paid-all-at-once", {}, paying.cite))
    order = [kind for group in groups for kind in group]
    return Decision({"order": order, "groups": groups, "paid_all_at_once": paying.all_at_once}, tuple(reasons))


def pay_groups(rules: GameRules, kinds: Iterable[str]) -> list[list[str]]:
    """Kinds of bets in the order they are paid; those paid together share a list, in the regulation's order."""
    present = list(kinds)
    groups = [[kind for kind in step if kind in present] for step in rules.orders["pay"].steps]
    return [group for group in groups if group]


def _clear_order(rules: GameRules, situation: ClearOrder) -> Decision:
    order = [area for step in rules.orders["clear"].steps for area in step]
    for index, area in enumerate(situation.areas):
        if area not in order:
            raise RequestError(f"areas[{index}]", f"{area!r} is not an area this rulebook orders; it orders: {order}")
    kept = [area for area in order if not situation.areas or area in situation.areas]
    return Decision({"order": kept}, (Reason("clear-order", {"order": kept}, rules.orders["clear"].cite),))


def area_of(rules: GameRules, bet: str, on: object, winning_number: str) -> str:
    """The area of the cloth a bet is cleared with: around the number, columns, even chances and dozens, the rest."""
    if bet in ("column", "double-column"):
        return "columns"
    if bet in (*EVEN_CHANCES, "dozen", "double-dozen"):
        return "even-chances-and-dozens"
    return "around-winning-number" if _touches(covered(rules, bet, on), winning_number) else "rest-of-layout"


def _touches(numbers: Iterable[str], winning: str) -> bool:
    """Whether an inside bet lies on or beside the winning number's box or one of its eight neighbours."""
    if winning in ZEROS:
        return any(number in ZEROS or int(number) <= 3 for number in numbers)
    row, column = divmod(int(winning) - 1, 3)
    for number in numbers:
        if number in ZEROS:
            if row == 0:
                return True
            continue
        other_row, other_column = divmod(int(number) - 1, 3)
        if abs(row - other_row) <= 1 and abs(column - other_column) <= 1:
            return True
    return False


def _direction(rules: GameRules, situation: SpinDirection) -> Decision:
    other: dict[str, Direction] = {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}
    turned = other[situation.previous_wheel]
    reason = Reason("spin-direction", {}, rules.procedure["spin"].cite)
    return Decision({"wheel": turned, "ball": other[turned]}, (reason,))


def _announcement(rules: GameRules, situation: Announcement) -> Decision:
    if situation.number not in wheel(rules):
        raise RequestError("number", f"there is no {situation.number!r} on a {wheel(rules)} wheel")
    facts: dict[str, object] = {"number": situation.number, "colour": colour_of(situation.number).value}
    facts["even_chances"] = winning_chances(rules, situation.number)
    return Decision(facts, (Reason("announce", {"number": situation.number}, rules.calls["result"].cite),))


def winning_chances(rules: GameRules, number: str) -> Sequence[str]:
    """The even chances a number wins: none on a zero."""
    return [bet for bet in EVEN_CHANCES if number in covered(rules, bet, None)]

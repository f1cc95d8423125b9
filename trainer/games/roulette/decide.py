"""Answers to `decide` at roulette: placing announced bets, valid spins, calls, zero, orders, what `table` decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from trainer.equipment.money import ZERO, Amount
from trainer.equipment.wheel import colour_of
from trainer.games.core import Case, Decision, Reason, RequestError, check_met
from trainer.games.procedure import Written, by_the_book
from trainer.games.roulette.announced import is_announced, placing_reason
from trainer.games.roulette.figures import NoSpin, SecondZero, ZeroRule, roulette, wheel
from trainer.games.roulette.layout import EVEN_CHANCES, covered
from trainer.games.roulette.settle import RouletteBet, components
from trainer.games.roulette.table import BuyColour, CashColour, ChangeColour, OpenTable, RoundTheSpin, at_the_table
from trainer.games.roulette.zero import lock_reason, locked, value_left
from trainer.rulebooks.schema import GameRules
from trainer.texts import Message, Names

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
    """In which order are these bets paid? Give bet ids, or bets and the number, and only the winners are ordered.

    Where a player is paid all at once, ``players`` of the answer are the seats of the bets in the order of their turn.
    """

    winning_bets: tuple[str, ...] = ()
    bets: tuple[RouletteBet, ...] = ()
    winning_number: str | None = None


class ClearOrder(Case, frozen=True, tag="clear-order"):
    """In which order are these areas of the cloth cleared?"""

    areas: tuple[str, ...] = ()


class SpinDirection(Case, frozen=True, tag="spin-direction"):
    """Which way do wheel and ball go now? Where the wheel need not alternate, say which way it turns."""

    previous_wheel: Direction | None = None
    wheel: Direction | None = None


class Announcement(Case, frozen=True, tag="announce"):
    """What is announced when this number comes?"""

    number: str


Spinning = PlaceAnnounced | SpinEvent | ZeroOffer | PayOrder | ClearOrder | SpinDirection | Announcement
Situation = Spinning | RoundTheSpin | Written


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
        case BuyColour() | CashColour() | ChangeColour() | OpenTable():
            return at_the_table(rules, situation)
        case _:
            return by_the_book(rules, situation)


def _place(rules: GameRules, situation: PlaceAnnounced) -> Decision:
    placed: list[RouletteBet] = []
    reasons: list[Reason] = []
    for index, bet in enumerate(situation.bets):
        field = f"bets[{index}]"
        if not is_announced(rules, bet.bet):
            raise RequestError(f"{field}.bet", f"{bet.bet!r} is not an announced bet")
        placed += components(rules, bet, field)
        reasons.append(placing_reason(rules, bet.bet, bet.on))
    return Decision({"placed": placed}, tuple(reasons))


def spin_counts(rules: GameRules, situation: SpinEvent) -> Decision:
    """Whether a spin stands; if not, who calls it, where the ball goes, when it is thrown again."""
    for field in ("landed", "previous_number"):
        number = getattr(situation, field)
        if number is not None and number not in wheel(rules):
            raise RequestError(field, f"there is no {number!r} on a {wheel(rules)} wheel")
    cause = situation.event
    turns = rules.irregularities.get("ball-turns")
    if situation.turns is not None and cause in ("", "ball-turns"):
        enough = turns is None or situation.turns >= int(turns.data["minimum-turns"])
        cause = "" if enough else "ball-turns"
    if not cause:
        valid = {"valid": True} if situation.landed is None else {"valid": True, "winning_number": situation.landed}
        return Decision(valid, (Reason("spin-valid", {}, turns.cite if turns else roulette(rules).no_spin.cite),))
    known = [key for key, entry in rules.irregularities.items() if entry.data.get("spin") == "void"]
    if cause not in known:
        raise RequestError("event", f"{cause!r} is not a cause this rulebook names; it names: {', '.join(known)}")
    no_spin = roulette(rules).no_spin
    by = rules.staff[no_spin.by].names
    facts: dict[str, object] = {"valid": False, "call": rules.calls["no-spin"].says.es.lower()}
    facts["called_by"] = no_spin.by
    if no_spin.ball_to_previous and situation.previous_number is not None:
        facts["ball_placed_on"] = situation.previous_number
    if no_spin.wheel_turns:
        facts["wheel_turns_before_rethrow_minimum"] = no_spin.wheel_turns
    irregularity = rules.irregularities[cause]
    cause_reason = Reason("no-spin-cause", {"situation": irregularity.situation}, irregularity.cite)
    return Decision(facts, (cause_reason, _no_spin_reason(no_spin, by)))


def _no_spin_reason(no_spin: NoSpin, by: Names) -> Reason:
    """How the spin is made again."""
    if not no_spin.ball_to_previous:
        return Reason("no-spin-repeated", {"by": by}, no_spin.cite)
    if no_spin.wheel_turns:
        return Reason("no-spin-after-turns", {"by": by, "turns": no_spin.wheel_turns}, no_spin.cite)
    return Reason("no-spin-to-previous", {"by": by}, no_spin.cite)


def _zero_offer(rules: GameRules, situation: ZeroOffer) -> Decision:
    bet, zero = situation.bet, roulette(rules).zero
    covered(rules, bet.bet, bet.on, "bet")
    check_met("bet.zeros_met", bet.zeros_met, bet.in_prison, bet.bet in EVEN_CHANCES)
    if bet.bet not in EVEN_CHANCES:
        if bet.in_prison:
            raise RequestError("bet.in_prison", "only even chances can be in prison")
        return Decision({"prison_offered": False, "may_withdraw": False}, (Reason("only-even-chances", {}, zero.cite),))
    if zero.even_chances is not ZeroRule.HALF_OR_PRISON:
        rule = "zero-takes-all" if zero.even_chances is ZeroRule.LOSE_ALL else "zero-takes-half"
        return Decision({"prison_offered": False, "may_withdraw": False}, (Reason(rule, {"number": "0"}, zero.cite),))
    zeros = bet.zeros_met or (2 if bet.in_prison else 1)
    minimum = situation.minimum or ZERO  # a table nobody described locks nothing in
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
    winners: list[RouletteBet] = []
    for index, bet in enumerate(situation.bets):
        numbers = covered(rules, bet.bet, bet.on, f"bets[{index}]")
        if situation.winning_number is None or situation.winning_number in numbers:
            winners.append(bet)
    wanted += [bet.bet for bet in winners]
    for index, kind in enumerate(wanted):
        if kind not in rules.bets:
            raise RequestError(f"winning_bets[{index}]", f"{kind!r} is not a bet of this table")
    _check_winning_together(rules, situation, winners)
    groups = pay_groups(rules, wanted)
    paying = roulette(rules).paying
    names = [rules.bets[kind].names for group in groups for kind in group]
    reasons = [Reason("pay-order", {"order": names}, rules.orders["pay"].cite)]
    if paying.all_at_once:
        reasons.append(Reason("paid-all-at-once", {}, paying.cite))
    order = [kind for group in groups for kind in group]
    facts: dict[str, object] = {"order": order, "groups": groups, "paid_all_at_once": paying.all_at_once}
    if paying.all_at_once and any(bet.seat is not None for bet in winners):
        turns = sorted(winners, key=lambda bet: order.index(bet.bet))
        facts["players"] = list(dict.fromkeys(bet.seat for bet in turns))
    return Decision(facts, tuple(reasons))


def _check_winning_together(rules: GameRules, situation: PayOrder, winners: Sequence[RouletteBet]) -> None:
    """Raise `RequestError` for winning bets that no single number, or not the given number, wins."""
    given = [(f"winning_bets[{index}]", kind, None) for index, kind in enumerate(situation.winning_bets)]
    named = [(field, kind, on) for field, kind, on in given if kind in (*EVEN_CHANCES, "five-number")]
    named += [(f"bets[{situation.bets.index(bet)}]", bet.bet, bet.on) for bet in winners]
    number = situation.winning_number
    left = frozenset(wheel(rules).order)
    if number is not None and number not in left:
        raise RequestError("winning_number", f"there is no {number!r} on a {wheel(rules)} wheel")
    for field, kind, on in named:
        left &= covered(rules, kind, on, field)
        if number is not None and number not in left:
            raise RequestError(field, f"{kind} does not win when {number} comes")
        if not left:
            raise RequestError(field, f"{kind} does not win with the bets before it: no number covers them all")


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
    names = [Message(f"roulette.area.{area}") for area in kept]
    return Decision({"order": kept}, (Reason("clear-order", {"order": names}, rules.orders["clear"].cite),))


def _direction(rules: GameRules, situation: SpinDirection) -> Decision:
    other: dict[Direction, Direction] = {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}
    turning = roulette(rules).turning
    if not turning.alternates:
        if situation.wheel is None:
            raise RequestError("wheel", "is missing: here the wheel may turn either way, so say which way it turns")
        return Decision({"ball": other[situation.wheel]}, (Reason("ball-against-wheel", {}, turning.cite),))
    if situation.previous_wheel is None:
        raise RequestError("previous_wheel", "is missing: say which way the wheel turned at the spin before")
    turned = other[situation.previous_wheel]
    facts: dict[str, object] = {"wheel": turned, "ball": other[turned]}
    if situation.wheel is not None:
        facts["allowed"] = situation.wheel == turned
    return Decision(facts, (Reason("spin-direction", {}, turning.cite),))


def _announcement(rules: GameRules, situation: Announcement) -> Decision:
    if situation.number not in wheel(rules):
        raise RequestError("number", f"there is no {situation.number!r} on a {wheel(rules)} wheel")
    facts: dict[str, object] = {"number": situation.number, "colour": colour_of(situation.number).value}
    facts["even_chances"] = winning_chances(rules, situation.number)
    chances = announce_reason(rules, situation.number)
    if not calls_chances(rules):
        return Decision(facts, (chances,))
    return Decision(
        facts, (Reason("announce-colour", {"number": situation.number}, rules.calls["result"].cite), chances)
    )


def announce_reason(rules: GameRules, number: str) -> Reason:
    """With which chances a number is called; where the number is called alone, which it wins."""
    chances: list[Names | Message] = [rules.bets[bet].names for bet in winning_chances(rules, number)]
    params = {"number": number, "chances": chances or [Message("roulette.none")]}
    # Where the regulation asks for less than the chances, the file says so with a call of their own.
    cite = rules.calls.get("even-chances", rules.calls["result"]).cite
    return Reason("announce" if calls_chances(rules) else "announce-number", params, cite)


def calls_chances(rules: GameRules) -> bool:
    """Whether the words of the call hold the colour and the even chances, or the number alone."""
    return "{colour}" in rules.calls["result"].says.en


def winning_chances(rules: GameRules, number: str) -> Sequence[str]:
    """The even chances a number wins: none on a zero."""
    return [bet for bet in EVEN_CHANCES if number in covered(rules, bet, None)]

"""Stake limits, the same for every game: whether a bet is within them, and what happens to one found outside too late.

A limit applies to the total that one player has on one betting spot. A bet without a seat is judged on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError
from trainer.rulebooks.schema import BetRule, Citation, GameRules, Limit
from trainer.texts import Names


class Bounds(msgspec.Struct, frozen=True):
    """Smallest and largest total on one spot; `None` means no limit.

    ``follows_void`` marks a bet beside one that does not play: it does not play either.
    """

    minimum: Amount | None
    maximum: Amount | None
    cite: Citation
    follows_void: bool = False

    @classmethod
    def of_void(cls, cite: Citation) -> Bounds:
        """Limits of a bet whose main bet is void."""
        return cls(None, ZERO, cite, follows_void=True)

    def allows(self, stake: Amount) -> bool:
        return (self.minimum is None or stake >= self.minimum) and (self.maximum is None or stake <= self.maximum)


def bounds(rules: GameRules, rule: BetRule, known: Mapping[str, Amount]) -> Bounds:
    """Limits of a bet, computed from the table's limits and the stakes in ``known``; a part is `None` where it cannot
    be computed."""
    return Bounds(_amount(rule.minimum, known), _amount(rule.maximum, known), rule.limit_cite or rule.cite)


def _amount(limit: Limit | None, known: Mapping[str, Amount]) -> Amount | None:
    return limit.amount(known) if limit is not None and (not limit.of or limit.of in known) else None


def known_bounds(rule: BetRule, known: Mapping[str, Amount]) -> Bounds:
    """Like `bounds`, but without any limit if ``known`` is empty."""
    limits = (_amount(rule.minimum, known), _amount(rule.maximum, known)) if known else (None, None)
    return Bounds(*limits, rule.limit_cite or rule.cite)


def given_bounds(found: Bounds, given: Mapping[str, Amount]) -> Bounds:
    """Drop the limits that the request did not give for its table."""
    least = found.minimum if "minimum" in given else None
    return Bounds(least, found.maximum if "maximum" in given else None, found.cite)


def check_limits(minimum: Amount | None, maximum: Amount | None) -> None:
    """Raise `RequestError` if a limit is not above 0 or the maximum is below the minimum."""
    for field, given in (("minimum", minimum), ("maximum", maximum)):
        if given is not None and given <= 0:
            raise RequestError(field, "must be above 0")
    if minimum is not None and maximum is not None and maximum < minimum:
        raise RequestError("maximum", "is below the minimum")


def table_limits(rules: GameRules, minimum: Amount | None, maximum: Amount | None) -> dict[str, Amount]:
    """Limits of the table: those given; missing ones come from the rulebook's example table, adjusted to fit."""
    check_limits(minimum, maximum)
    least, most = rules.table.minimum, rules.table.maximum
    return {"minimum": minimum or min(least, maximum or least), "maximum": maximum or max(most, minimum or most)}


class Ends(Protocol):
    """The lowest minimum and the highest maximum that a regulation allows for any table."""

    @property
    def lowest_minimum(self) -> Amount | None: ...

    @property
    def highest_maximum(self) -> Amount | None: ...


def stated_limits(minimum: Amount | None, maximum: Amount | None, law: Ends | None = None) -> dict[str, Amount]:
    """Limits to judge stakes by: those given, else those that the regulation sets for every table.

    The rulebook's example table is not used here, so a lawful stake is never refused because of an example.
    """
    check_limits(minimum, maximum)
    ends = (law.lowest_minimum, law.highest_maximum) if law is not None else (None, None)
    found = {"minimum": minimum or ends[0], "maximum": maximum or ends[1]}
    return {name: value for name, value in found.items() if value is not None}


def given_limits(rules: GameRules, minimum: Amount | None, maximum: Amount | None) -> dict[str, Amount]:
    """Limits that the request gives. Raises `RequestError` for a maximum that limits no bet of this game."""
    check_limits(minimum, maximum)
    check_maximum(rules, maximum)
    given = {"minimum": minimum, "maximum": maximum}
    return {name: value for name, value in given.items() if value is not None}


def check_maximum(rules: GameRules, maximum: Amount | None) -> None:
    """Raise `RequestError` if a maximum is given although no bet's limit depends on it."""
    if maximum is not None and not any(rule.maximum and rule.maximum.of == "maximum" for rule in rules.bets.values()):
        raise RequestError("maximum", "must be left out: here the maxima follow from the minimum")


def example_limits(rules: GameRules, given: Mapping[str, Amount]) -> dict[str, Amount]:
    """Limits of the rulebook's example table, overridden by the ``given`` ones."""
    return {"minimum": rules.table.minimum, "maximum": rules.table.maximum, **given}


def check_stakes(bets: Iterable[Bet], field: str = "bets") -> None:
    """Raise `RequestError` for a bet without a positive stake."""
    for index, bet in enumerate(bets):
        if bet.stake.numerator <= 0:  # much faster than comparing the fraction
            raise RequestError(f"{field}[{index}].stake", "must be above 0")


# ── may it lie ───────────────────────────────────────────────────────────────────────────────────────────────────────


class OnSpot(msgspec.Struct, frozen=True):
    """The part of a stake that lies on one spot, and the limits of that spot."""

    spot: str
    stake: Amount
    bounds: Bounds


class Laid(msgspec.Struct, frozen=True):
    """A bet to be checked against limits.

    ``spots`` are where its chips lie and ``bounds`` the limits of the whole bet. ``facts`` are printed with the bet and
    ``reasons`` beside its limits. ``refused`` means that something other than a limit forbids the bet; ``any_stake``
    means that its stake is not checked.
    """

    bet: Bet
    bounds: Bounds
    names: Names
    spots: tuple[OnSpot, ...]
    reasons: tuple[Reason, ...] = ()
    facts: dict[str, Any] = {}
    refused: bool = False
    any_stake: bool = False
    reason: Reason | None = None  # why these limits apply, if the usual sentence does not fit

    @classmethod
    def on(cls, bet: Bet, spot: str, found: Bounds, names: Names, **more: Any) -> Laid:
        """A bet whose chips all lie on one spot."""
        return cls(bet, found, names, (OnSpot(spot, bet.stake, found),), **more)


def may_lie(laid: Sequence[Laid]) -> tuple[dict[str, Any], list[Reason]]:
    """Check bets against their limits.

    Returns each bet with its limits and ``allowed``, whether all are allowed, and the reasons. A bet without a stake
    only asks for its limits, so it gets no ``allowed``.
    """
    whose = owners([each.bet.seat for each in laid])
    together = _together((owner, part) for owner, each in zip(whose, laid, strict=True) for part in each.spots)
    shown: list[dict[str, Any]] = []
    reasons: list[Reason] = []
    for owner, each in zip(whose, laid, strict=True):
        bet, found = each.bet, each.bounds
        sums = [(part, together[owner, part.spot]) for part in each.spots]
        fits = bet.stake == 0 or each.any_stake or all(part.bounds.allows(total) for part, total in sums)
        entry: dict[str, Any] = {"bet": bet.bet, "on": bet.on, "seat": bet.seat, "hand": bet.hand}
        entry = {name: value for name, value in entry.items() if value is not None}
        if bet.stake or each.reasons or each.refused:
            entry |= {"stake": bet.stake, "allowed": fits and not each.refused}
        shown.append({**entry, "minimum": found.minimum, "maximum": found.maximum, **each.facts})
        reasons += [*each.reasons, each.reason or limit_reason(each.names, found)]
        several = [total for part, total in sums if total != part.stake]
        if several and not fits:
            params = {"bet": each.names, "stake": several[0]}
            reasons.append(Reason("table.reason.stakes-together", params, found.cite))
    judged = [entry["allowed"] for entry in shown if "allowed" in entry]
    return {"bets": shown, **({"allowed": all(judged)} if judged else {})}, reasons


def every_limit(names: Mapping[str, Names], found: Mapping[str, Bounds]) -> tuple[dict[str, Any], list[Reason]]:
    """Limits of every kind of bet, for a request that names no bet."""
    facts = {
        "minimum": {kind: each.minimum for kind, each in found.items()},
        "maximum": {kind: each.maximum for kind, each in found.items()},
    }
    return facts, [limit_reason(names[kind], each) for kind, each in found.items()]


def limit_reason(names: Names, found: Bounds) -> Reason:
    """The reason that states a bet's limits."""
    params = {"bet": names, "minimum": found.minimum, "maximum": found.maximum}
    known = {name: value for name, value in params.items() if value is not None}
    if found.minimum is not None and found.maximum is not None:
        kind = "limit-exactly" if found.minimum == found.maximum else "limits"
        return Reason(f"table.reason.{kind}", known, found.cite)
    kind = "most" if found.maximum is not None else "least" if found.minimum is not None else "none"
    return Reason(f"table.reason.limit-{kind}", known, found.cite)


Seat = int | str | None
Owner = tuple[str, Seat]


def owners(seats: Sequence[Seat]) -> list[Owner]:
    """The owner of each bet: its seat, or the bet itself if it has no seat."""
    return [("seat", seat) if seat is not None else ("bet", index) for index, seat in enumerate(seats)]


def beside(seat: Seat, stakes: Iterable[Amount]) -> Amount:
    """The main stake that a side bet belongs to: the sum at its seat, or the largest stake if it has no seat."""
    return sum(stakes, ZERO) if seat is not None else max(stakes, default=ZERO)


def _together(stakes: Iterable[tuple[Owner, OnSpot]]) -> dict[tuple[Owner, str], Amount]:
    """Total that each owner has on each spot."""
    sums: dict[tuple[Owner, str], Amount] = {}
    for owner, part in stakes:
        sums[owner, part.spot] = sums.get((owner, part.spot), ZERO) + part.stake
    return sums


# ── found too late ───────────────────────────────────────────────────────────────────────────────────────────────────


class InPlay(msgspec.Struct, frozen=True):
    """How much of a stake plays and how much is returned, with reasons and the staff member to be informed."""

    stake: Amount
    returned: Amount = ZERO
    reasons: tuple[Reason, ...] = ()
    facts: dict[str, Any] = {}


def stakes_in_play(rules: GameRules, seats: Sequence[Seat], stakes: Sequence[OnSpot]) -> tuple[InPlay, ...]:
    """How much of each stake counts when a stake outside the limits was noticed too late.

    The rulebook says what plays: the stake without its excess, the whole stake, or nothing; `RequestError` if it says
    nothing. Over the maximum, a supervisor is informed first, and if the excess goes back the earliest bets on the spot
    play. Under the minimum, a supervisor must also agree.
    """
    laid = list(zip(owners(seats), stakes, strict=True))
    together = _together(laid)
    left: dict[tuple[Owner, str], Amount] = {}
    found: list[InPlay] = []
    for owner, each in laid:
        key = (owner, each.spot)
        room = left.get(key, each.bounds.maximum)
        found.append(_in_play(rules, each, together[key], room))
        if room is not None:
            left[key] = max(ZERO, room - each.stake)
    return tuple(found)


def _in_play(rules: GameRules, each: OnSpot, together: Amount, room: Amount | None) -> InPlay:
    """``together`` is the player's total on the spot; ``room`` is what the maximum still leaves for this bet."""
    off, limit, stake = rules.off_limits, each.bounds, each.stake
    if limit.allows(together):
        return InPlay(stake)
    if off is None:
        field = "maximum" if limit.maximum is not None and together > limit.maximum else "minimum"
        raise RequestError(field, f"{rules.rulebook} does not say what becomes of a stake outside the limits")
    told = rules.staff[off.tell].names
    if limit.follows_void:
        plays, notice = ZERO, "notify_first"
        reason = Reason("table.reason.follows-void", {"tell": told}, off.cite)
    elif limit.maximum is not None and together > limit.maximum:
        if off.over == "return-excess" and room is not None and stake <= room:
            return InPlay(stake)
        params = {"stake": together, "maximum": limit.maximum, "tell": told}
        plays = {"return-excess": room or ZERO, "pay-as-placed": stake, "void": ZERO}[off.over]
        reason = Reason(f"table.reason.over-maximum-{off.over}", params, off.cite)
        notice = "notify_first"
    else:
        params = {"stake": together, "minimum": limit.minimum, "tell": told}
        plays = {"pay-as-placed": stake, "void": ZERO}[off.under]
        reason = Reason(f"table.reason.under-minimum-{off.under}", params, off.cite)
        notice = "authorised_by"
    facts = {
        "stake_in_play": plays,
        "excess_returned": stake - plays,
        notice: off.tell,
        "inform_player_of_limits": True,
    }
    return InPlay(plays, stake - plays, (reason,), facts)


def stake_in_play(rules: GameRules, stake: Amount, limit: Bounds) -> InPlay:
    """`stakes_in_play` for a single bet."""
    return stakes_in_play(rules, (None,), (OnSpot("", stake, limit),))[0]


def settled_in_play(bet: Bet, play: InPlay, settled: Callable[[Amount], BetResult]) -> BetResult:
    """Settle the part of a stake that plays and add the returned part; the bet is void if nothing plays."""
    if not play.stake:
        return BetResult(bet, Outcome.VOID, returned=play.returned, reasons=play.reasons, facts=play.facts)
    result = settled(play.stake)
    if not play.reasons:
        return result
    return msgspec.structs.replace(
        result,
        returned=result.returned + play.returned,
        reasons=(*play.reasons, *result.reasons),
        facts={**result.facts, **play.facts},
    )


PlayedBet = TypeVar("PlayedBet", bound=Bet)


def settle_each(
    bets: Sequence[PlayedBet], plays: Sequence[InPlay], settle: Callable[[PlayedBet, str], BetResult]
) -> tuple[BetResult, ...]:
    """Settle every bet on the part of its stake that plays; results keep the bet as it was placed.

    ``settle`` takes the bet with its reduced stake and its field path.
    """

    def told(index: int, bet: PlayedBet) -> BetResult:
        def settled(stake: Amount) -> BetResult:
            result = settle(msgspec.structs.replace(bet, stake=stake), f"bets[{index}]")
            return msgspec.structs.replace(result, bet=bet)

        return settled_in_play(bet, plays[index], settled)

    return tuple(told(index, bet) for index, bet in enumerate(bets))

"""Limits of bets, for every game: what may lie, and what becomes of a bet found outside them too late.

A limit holds for all that one player has on one betting spot, however many bets that is. The words are ``minimum``,
``maximum`` and, for the step between stakes, ``unit``. A bet without a seat is taken by itself.
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
    """The least and the most that may lie on one spot; `None` where nothing limits it."""

    minimum: Amount | None
    maximum: Amount | None
    cite: Citation

    def allows(self, stake: Amount) -> bool:
        return (self.minimum is None or stake >= self.minimum) and (self.maximum is None or stake <= self.maximum)


def bounds(rules: GameRules, rule: BetRule, known: Mapping[str, Amount]) -> Bounds:
    """The limits of a bet as far as they follow from the table's ``minimum`` and ``maximum`` and the stakes known."""
    return Bounds(_amount(rule.minimum, known), _amount(rule.maximum, known), rule.limit_cite or rule.cite)


def _amount(limit: Limit | None, known: Mapping[str, Amount]) -> Amount | None:
    return limit.amount(dict(known)) if limit is not None and limit.of in ("", *known) else None


def known_bounds(rule: BetRule, known: Mapping[str, Amount]) -> Bounds:
    """The limits of a bet as far as they follow from what is known; none at all where nothing is."""
    limits = (_amount(rule.minimum, known), _amount(rule.maximum, known)) if known else (None, None)
    return Bounds(*limits, rule.limit_cite or rule.cite)


def given_bounds(found: Bounds, given: Mapping[str, Amount]) -> Bounds:
    """The limits of a spot as far as a round gives those of its table: what it does not give, limits nothing."""
    least = found.minimum if "minimum" in given else None
    return Bounds(least, found.maximum if "maximum" in given else None, found.cite)


def check_limits(minimum: Amount | None, maximum: Amount | None) -> None:
    """Raise `RequestError` for limits that no table can have."""
    for field, given in (("minimum", minimum), ("maximum", maximum)):
        if given is not None and given <= 0:
            raise RequestError(field, "must be above 0")
    if minimum is not None and maximum is not None and maximum < minimum:
        raise RequestError("maximum", "is below the minimum")


def table_limits(rules: GameRules, minimum: Amount | None, maximum: Amount | None) -> dict[str, Amount]:
    """The table's own limits: those given, else the rulebook's example table as far as it goes with them."""
    check_limits(minimum, maximum)
    least, most = rules.table.minimum, rules.table.maximum
    return {"minimum": minimum or min(least, maximum or least), "maximum": maximum or max(most, minimum or most)}


class Ends(Protocol):
    """Between which limits a regulation lets a table be."""

    @property
    def lowest_minimum(self) -> Amount | None: ...

    @property
    def highest_maximum(self) -> Amount | None: ...


def stated_limits(minimum: Amount | None, maximum: Amount | None, law: Ends | None = None) -> dict[str, Amount]:
    """What stakes are judged by: the limits that are given, else the ends that the regulation sets to every table.

    A table that nobody has described limits nothing: a lawful stake is not refused for the rulebook's example.
    """
    check_limits(minimum, maximum)
    ends = (law.lowest_minimum, law.highest_maximum) if law is not None else (None, None)
    found = {"minimum": minimum or ends[0], "maximum": maximum or ends[1]}
    return {name: value for name, value in found.items() if value is not None}


def given_limits(rules: GameRules, minimum: Amount | None, maximum: Amount | None) -> dict[str, Amount]:
    """The limits of its table that a round gives; a maximum from which no limit follows is an error."""
    check_limits(minimum, maximum)
    check_maximum(rules, maximum)
    given = {"minimum": minimum, "maximum": maximum}
    return {name: value for name, value in given.items() if value is not None}


def check_maximum(rules: GameRules, maximum: Amount | None) -> None:
    """Raise `RequestError` for a maximum where no limit follows from it."""
    if maximum is not None and not any(rule.maximum and rule.maximum.of == "maximum" for rule in rules.bets.values()):
        raise RequestError("maximum", "must be left out: here the maxima follow from the minimum")


def example_limits(rules: GameRules, given: Mapping[str, Amount]) -> dict[str, Amount]:
    """What limits may refer to where a round gives them in part: the rest as at the rulebook's example table."""
    return {"minimum": rules.table.minimum, "maximum": rules.table.maximum, **given}


def check_stakes(bets: Iterable[Bet], field: str = "bets") -> None:
    """Raise `RequestError` for a bet that is settled and has no stake."""
    for index, bet in enumerate(bets):
        if bet.stake <= 0:
            raise RequestError(f"{field}[{index}].stake", "must be above 0")


# ── may it lie ───────────────────────────────────────────────────────────────────────────────────────────────────────


class OnSpot(msgspec.Struct, frozen=True):
    """A stake on one spot and what that spot allows."""

    spot: str
    stake: Amount
    bounds: Bounds


class Laid(msgspec.Struct, frozen=True):
    """A bet as limits look at it: the spots its chips lie on, the limits of the whole, and what else speaks against it.

    ``facts`` are shown with the bet, ``reasons`` given beside its limits; ``refused`` where something other than a
    limit forbids it, ``any_stake`` where its limits do not matter for what is asked.
    """

    bet: Bet
    bounds: Bounds
    names: Names
    spots: tuple[OnSpot, ...]
    reasons: tuple[Reason, ...] = ()
    facts: dict[str, Any] = {}
    refused: bool = False
    any_stake: bool = False
    reason: Reason | None = None  # why these are the limits, where it is not said in the usual words

    @classmethod
    def on(cls, bet: Bet, spot: str, found: Bounds, names: Names, **more: Any) -> Laid:
        """A bet that lies on one spot."""
        return cls(bet, found, names, (OnSpot(spot, bet.stake, found),), **more)


def may_lie(laid: Sequence[Laid]) -> tuple[dict[str, Any], list[Reason]]:
    """Each bet with its limits and whether it may stand, whether all may, and why.

    A bet without a stake only asks: of what does not lie nothing is said to be allowed.
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
    """The limits of every kind of bet, where none is asked for by itself."""
    facts = {
        "minimum": {kind: each.minimum for kind, each in found.items()},
        "maximum": {kind: each.maximum for kind, each in found.items()},
    }
    return facts, [limit_reason(names[kind], each) for kind, each in found.items()]


def limit_reason(names: Names, found: Bounds) -> Reason:
    """Between which limits a bet may lie, as far as it has any."""
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
    """Whose each bet is: its seat's; one without a seat stands by itself."""
    return [("seat", seat) if seat is not None else ("bet", index) for index, seat in enumerate(seats)]


def beside(seat: Seat, stakes: Iterable[Amount]) -> Amount:
    """What a bet lies beside, of the stakes that name its seat: all of them, or the largest where none is named."""
    return sum(stakes, ZERO) if seat is not None else max(stakes, default=ZERO)


def _together(stakes: Iterable[tuple[Owner, OnSpot]]) -> dict[tuple[Owner, str], Amount]:
    """What each player has on each spot."""
    sums: dict[tuple[Owner, str], Amount] = {}
    for owner, part in stakes:
        sums[owner, part.spot] = sums.get((owner, part.spot), ZERO) + part.stake
    return sums


# ── found too late ───────────────────────────────────────────────────────────────────────────────────────────────────


class InPlay(msgspec.Struct, frozen=True):
    """The part of a stake that plays and the part that goes back, with the reasons and who has to know."""

    stake: Amount
    returned: Amount = ZERO
    reasons: tuple[Reason, ...] = ()
    facts: dict[str, Any] = {}


def stakes_in_play(rules: GameRules, seats: Sequence[Seat], stakes: Sequence[OnSpot]) -> tuple[InPlay, ...]:
    """How much of each stake counts when nobody noticed in time that a player was outside the limits of a spot.

    Over the maximum somebody is told before the bet is settled, and of several bets on the spot those laid first play;
    under the minimum he must also agree to it.
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
    """``together`` is all the player has on the spot, ``room`` what its maximum leaves for this bet."""
    off, limit, stake = rules.off_limits, each.bounds, each.stake
    if limit.allows(together):
        return InPlay(stake)
    if off is None:
        field = "maximum" if limit.maximum is not None and together > limit.maximum else "minimum"
        raise RequestError(field, f"{rules.rulebook} does not say what becomes of a stake outside the limits")
    told = rules.staff[off.tell].names
    if limit.maximum is not None and together > limit.maximum:
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
    """The same for one bet that is all its player has on the spot."""
    return stakes_in_play(rules, (None,), (OnSpot("", stake, limit),))[0]


def settled_in_play(bet: Bet, play: InPlay, settled: Callable[[Amount], BetResult]) -> BetResult:
    """The result of the part that plays, with what went back because it was outside the limits; void if all of it."""
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
    """Every bet settled with what plays of its stake, and told as it was laid.

    ``settle`` takes a bet with that stake, and its field.
    """

    def told(index: int, bet: PlayedBet) -> BetResult:
        def settled(stake: Amount) -> BetResult:
            result = settle(msgspec.structs.replace(bet, stake=stake), f"bets[{index}]")
            return msgspec.structs.replace(result, bet=bet)

        return settled_in_play(bet, plays[index], settled)

    return tuple(told(index, bet) for index, bet in enumerate(bets))

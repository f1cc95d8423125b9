"""Pots: main and side pots from what each player put in, the house's commission on them, and how they are shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.figures import Stakes, card_room, rake_rounding, street_names
from trainer.games.card_room.seats import in_order, play_order
from trainer.games.core import Reason
from trainer.rulebooks.schema import GameRules
from trainer.texts import Message

CENT = Amount(1, 100)


class Pot(msgspec.Struct, frozen=True):
    """Chips in the middle and the seats that play for them; the first is the main pot."""

    amount: Amount
    eligible: tuple[int, ...]


class Parted(msgspec.Struct, frozen=True):
    """What players put in, parted into pots; ``returned`` is a bet, or the part of one, that nobody called."""

    pots: tuple[Pot, ...]
    returned: dict[int, Amount] = {}


def part(paid: Mapping[int, Amount], folded: Sequence[int] = ()) -> Parted:
    """Main and side pots: a layer up to each amount that a player in the hand put in; folded chips stay in theirs.

    >>> [pot.amount for pot in part({1: Amount(40), 2: Amount(90), 3: Amount(200), 4: Amount(200)}).pots]
    [Fraction(160, 1), Fraction(150, 1), Fraction(220, 1)]
    """
    given = dict(sorted(paid.items()))
    returned: dict[int, Amount] = {}
    highest = sorted(given.values(), reverse=True)
    over = highest[0] - highest[1] if len(highest) > 1 else ZERO
    if over > 0:
        seat = max(given, key=lambda one: given[one])
        if seat not in folded:
            given[seat] -= over
            returned[seat] = over
    live = [seat for seat in given if seat not in folded]
    pots: list[Pot] = []
    below = ZERO
    levels = sorted({given[seat] for seat in live if given[seat] > 0})
    for level in levels:
        top = max(given.values()) if level == levels[-1] else level
        amount = sum((min(chips, top) - min(chips, below) for chips in given.values()), ZERO)
        eligible = tuple(seat for seat in live if given[seat] >= level)
        if pots and pots[-1].eligible == eligible:
            pots[-1] = Pot(pots[-1].amount + amount, eligible)
        elif amount:
            pots.append(Pot(amount, eligible))
        below = level
    return Parted(tuple(pots), returned)


class Raked(msgspec.Struct, frozen=True):
    """The commission of each pot, and why."""

    rakes: tuple[Amount, ...]
    reasons: tuple[Reason, ...]


def rake(
    rules: GameRules,
    table: Stakes,
    amounts: Sequence[Amount],
    percent: Amount,
    reached: str | None = None,
    before: Sequence[Amount] | None = None,
    *,
    capped: bool = True,
) -> Raked:
    """The commission on pots, ``capped`` by what the table's limits make of it.

    ``reached`` is the last street that was dealt, where that matters; ``before`` what each pot held when the street
    after which the commission is taken ended.
    """
    data = card_room(rules)
    rule = data.rake
    streets = street_names(rules)
    nothing = Raked((ZERO,) * len(amounts), ())
    if reached is not None and rule.free_before and streets.index(reached) < streets.index(rule.free_before):
        return msgspec.structs.replace(
            nothing, reasons=(Reason("no-flop-no-rake", {"street": _street(rule.free_before)}, rule.free_cite),)
        )
    ends_early = reached is not None and rule.taken_after and streets.index(reached) < streets.index(rule.taken_after)
    if ends_early and rule.ends_early == "free":
        return msgspec.structs.replace(
            nothing, reasons=(Reason("rake-not-due-yet", {"street": _street(rule.taken_after)}, rule.taken_cite),)
        )
    base = list(before) if before is not None and rule.taken_after and not ends_early else list(amounts)
    threshold = rake_threshold(rules)
    too_small = Reason("rake-below-threshold", {"threshold": threshold}, rule.threshold_cite or rule.cite)
    counted = [amount if amount >= threshold else ZERO for amount in base]
    if not any(counted):
        return msgspec.structs.replace(nothing, reasons=(too_small,))
    base, skipped = counted, counted != base
    rounding = rake_rounding(data, table)
    if rule.of == "whole-pot":
        whole = rounding.apply(sum(base, ZERO) * percent / 100)
        rakes = _spread(whole, base)
    else:
        rakes = [rounding.apply(amount * percent / 100) for amount in base]
    reasons = [Reason(f"rake-{rule.of}", {"percent": percent}, rule.cite)]
    if skipped:
        reasons.append(too_small)
    if rule.cap is not None and capped:
        cap = table.of(rule.cap)
        if any(taken > cap for taken in rakes):
            reasons.append(Reason("rake-cap", {"cap": cap}, rule.cap_cite or rule.cite))
        rakes = [min(taken, cap) for taken in rakes]
    if rule.rounding != "exact" and any(
        amount * percent / 100 != taken for amount, taken in zip(base, rakes, strict=True)
    ):
        unit = table.chip if rule.rounding == "down-to-chip" else CENT
        reasons.append(Reason(f"rake-{rule.rounding}", {"unit": unit}, rule.rounding_cite))
    if rule.taken_after and before is not None and not ends_early:
        reasons.append(Reason("rake-after-street", {"street": _street(rule.taken_after)}, rule.taken_cite))
    return Raked(tuple(rakes), tuple(reasons))


def rake_threshold(rules: GameRules) -> Amount:
    """What a pot must hold for the house to take anything of it."""
    return Amount(rules.chosen.get("rake-threshold", "0"))


def _street(name: str) -> Message:
    return Message(f"card-room.street.{name}")


def _spread(whole: Amount, amounts: Sequence[Amount]) -> list[Amount]:
    """A commission taken once from the whole: each pot bears its part to the cent, the largest the cents left over."""
    total = sum(amounts, ZERO)
    taken = [whole * amount / total // CENT * CENT for amount in amounts]
    taken[amounts.index(max(amounts))] += whole - sum(taken, ZERO)
    return taken


class Share(msgspec.Struct, frozen=True):
    """What each winner gets of a pot, and whether a chip was odd."""

    shares: dict[int, Amount]
    odd_to: tuple[int, ...] = ()


def share(amount: Amount, winners: Sequence[int], unit: Amount) -> Share:
    """A pot divided among winners in whole chips; those left over go one each, in the order of the winners given.

    What the commission leaves may be no whole number of chips: it is divided to the cent.

    >>> share(Amount(25), (3, 1), Amount(1)).shares
    {3: Fraction(13, 1), 1: Fraction(12, 1)}
    """
    count = len(winners)
    unit = CENT if amount % unit else unit
    each = amount / count // unit * unit
    left = amount - each * count
    shares = dict.fromkeys(winners, each)
    odd: list[int] = []
    for seat in winners:
        if left <= 0:
            break
        piece = min(unit, left)
        shares[seat] += piece
        left -= piece
        odd.append(seat)
    return Share(shares, tuple(odd))


def split_unit(rules: GameRules, table: Stakes) -> Amount:
    """The smallest part into which a pot is divided: the lowest chip in use, or a cent where it is paid to the cent."""
    return CENT if card_room(rules).rake.rounding == "up-to-cent" else table.chip


def odd_order(rules: GameRules, seats: Sequence[int], button: int | None) -> tuple[int, ...]:
    """Winners in the order in which chips that do not divide are given."""
    rule = card_room(rules).showdown.odd_chip
    if rule in ("first-seat", "last-seat"):
        return in_order(seats, None)[:: 1 if rule == "first-seat" else -1]
    return play_order(rules, seats, button)

"""Main and side pots from what players put in, the rake on them, and how they are divided."""

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
    """Chips in the middle and the seats that play for them. The first pot is the main pot."""

    amount: Amount
    eligible: tuple[int, ...]


class Parted(msgspec.Struct, frozen=True):
    """Pots from what players put in; ``returned`` is an uncalled bet or part of one."""

    pots: tuple[Pot, ...]
    returned: dict[int, Amount] = {}


def part(paid: Mapping[int, Amount], folded: Sequence[int] = ()) -> Parted:
    """Divide what players put in into a main pot and side pots. Chips of folded players stay in their pots.


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
    """The rake of each pot, with reasons."""

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
    """Rake of a percentage on pots; ``capped`` says whether the rulebook's cap applies.

    ``reached`` is the last street dealt. ``before`` is what each pot held at the end of the street after which rake is
    taken.
    """
    data = card_room(rules)
    rule = data.rake
    streets = street_names(rules)
    nothing = (ZERO,) * len(amounts)
    if reached is not None and rule.free_before and streets.index(reached) < streets.index(rule.free_before):
        return Raked(nothing, (Reason("no-flop-no-rake", {"street": _street(rule.free_before)}, rule.free_cite),))
    ends_early = reached is not None and rule.taken_after and streets.index(reached) < streets.index(rule.taken_after)
    if ends_early and rule.ends_early == "free":
        return Raked(nothing, (Reason("rake-not-due-yet", {"street": _street(rule.taken_after)}, rule.taken_cite),))
    base = list(before) if before is not None and rule.taken_after and not ends_early else list(amounts)
    threshold = rake_threshold(rules)
    too_small = Reason("rake-below-threshold", {"threshold": threshold}, rule.threshold_cite or rule.cite)
    counted = [amount if amount >= threshold else ZERO for amount in base]
    if not any(counted):
        return Raked(nothing, (too_small,))
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
    """Pots below this amount pay no rake."""
    return Amount(rules.chosen.get("rake-threshold", "0"))


def _street(name: str) -> Message:
    return Message(f"card-room.street.{name}")


def _spread(whole: Amount, amounts: Sequence[Amount]) -> list[Amount]:
    """Distribute a rake over the pots in proportion, to the cent; the largest pot bears the remainder."""
    total = sum(amounts, ZERO)
    taken = [whole * amount / total // CENT * CENT for amount in amounts]
    taken[amounts.index(max(amounts))] += whole - sum(taken, ZERO)
    return taken


class Share(msgspec.Struct, frozen=True):
    """What each winner gets of a pot, and whether there was an odd chip."""

    shares: dict[int, Amount]
    odd_to: tuple[int, ...] = ()


def share(amount: Amount, winners: Sequence[int], unit: Amount) -> Share:
    """Divide a pot among winners in whole chips; odd chips go one each, in the given order.

    If the rake leaves an amount that is not whole chips, it is divided to the cent.


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
    """Smallest unit a pot is divided into: the smallest chip in use, or a cent."""
    return CENT if card_room(rules).rake.rounding == "up-to-cent" else table.chip


def odd_order(rules: GameRules, seats: Sequence[int], button: int | None) -> tuple[int, ...]:
    """Winners in the order in which they get odd chips."""
    rule = card_room(rules).showdown.odd_chip
    if rule in ("first-seat", "last-seat"):
        return in_order(seats, None)[:: 1 if rule == "first-seat" else -1]
    return play_order(rules, seats, button)

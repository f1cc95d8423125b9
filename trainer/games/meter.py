"""The progressive meter: how it grows, what it pays to one winner or several in a round, and where it starts again.

What a row pays is rule data: a share of the meter, a multiple of the stake, or an amount for every unit staked. The
regulations differ in how several winners are served. Either prize by prize from the smallest, one share divided among
those who hold the same row (``order = "smallest-first"``), or each at his turn by the meter as it then stands
(``order = "in-turn"``), where a row may still be divided equally among its winners (``several = "divided"``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.rulebooks.schema import Citation


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """A table of figures."""


class MeterPrize(_Table, frozen=True):
    """What a row pays, in exactly one of three ways, always without the stake.

    ``share`` is a percentage of the meter, ``times`` a multiple of the stake, ``fixed`` an amount for every unit of it.
    """

    share: Amount | None = None
    times: Amount | None = None
    fixed: Amount | None = None
    most_times: Amount | None = None  # a share is at most so many times the stake
    most_of: Literal["each", "all"] = "each"  # that holds for each winner's part, or for the whole that they divide
    several: Literal["divided", "each"] = "divided"  # of several winners: one share for all, or each his own
    cite: Citation | None = None


class MeterFigures(_Table, frozen=True):
    """A meter: its prizes from the smallest row to the largest, how it is fed, and where it starts again."""

    prizes: dict[str, MeterPrize]
    seed: Amount = ZERO  # what it holds at least after the whole of it was won
    increment: Amount | None = None  # percentage of every stake that goes into it
    increment_cite: Citation | None = None
    own_bets: bool = False  # what was staked in the round itself is in the meter before it pays
    must_hit: Amount | None = None  # it is won at the latest when it has grown so far
    order: Literal["smallest-first", "in-turn"] = "smallest-first"
    fixed_from: Literal["meter", "house"] = "meter"  # what does not hang on the meter is taken out of it, or is not
    fixed_per: Literal["unit", "winner"] = "unit"  # an amount is paid for every unit staked, or once to a winner
    beyond: Literal["house", "nobody"] = "house"  # who pays what the meter does not hold
    shares_of: Literal["left", "start"] = "left"  # a part is reckoned from what is left, or from what there was
    cut_off: Literal["left", "kept"] = "left"  # what a cap cuts off goes to who wins the rest, or stays in the meter
    unit: Amount | None = None  # shares go down to a multiple of it and the first winner takes what is left over
    odd: Literal["first", "one-each"] = "first"  # he takes all of that, or one unit as the next winners do
    divided_cite: Citation | None = None  # how several winners divide a share, if that stands elsewhere than the share
    cite: Citation | None = None

    @property
    def is_usable(self) -> bool:
        """Whether every row pays in exactly one way, shares and increment are percentages, and nothing is negative."""
        percentages = [prize.share for prize in self.prizes.values()] + [self.increment]
        amounts = [self.seed, self.must_hit, self.unit]
        amounts += [part for prize in self.prizes.values() for part in (prize.times, prize.fixed, prize.most_times)]
        return (
            all(sum(way is not None for way in (p.share, p.times, p.fixed)) == 1 for p in self.prizes.values())
            and all(0 < percentage <= 100 for percentage in percentages if percentage is not None)
            and all(amount >= 0 for amount in amounts if amount is not None)
            and self.unit != 0
        )


class Winner(msgspec.Struct, frozen=True):
    """Somebody whose hand is in the table of prizes, and what he staked on it."""

    row: str
    stake: Amount


class MeterPayment(msgspec.Struct, frozen=True):
    """What a winner receives: of which meter, divided among how many, and the unit over that fell to him."""

    pays: Amount
    meter: Amount  # as it stood when his row was reckoned
    shared_by: int = 1
    odd: Amount = ZERO
    capped: bool = False


class MeterSettlement(msgspec.Struct, frozen=True):
    """The payments in the order in which the winners were named, and the meter afterwards."""

    payments: tuple[MeterPayment, ...]
    left: Amount  # before it is filled up again
    house_adds: Amount  # what prizes cost beyond what the meter held
    won_whole: bool
    next: Amount  # where the next round starts


def grown(figures: MeterFigures, meter: Amount, stakes: Iterable[Amount]) -> Amount:
    """The meter after the stakes of a round, never beyond the amount at which it must be won."""
    fed = meter + sum(stakes, ZERO) * (figures.increment or ZERO) / 100
    return fed if figures.must_hit is None else min(fed, figures.must_hit)


def must_be_won(figures: MeterFigures, meter: Amount) -> bool:
    """Whether the meter has grown so far that it is won now."""
    return figures.must_hit is not None and meter >= figures.must_hit


def pay_meter(
    figures: MeterFigures,
    meter: Amount,
    winners: Sequence[Winner],
    handed: Callable[[Amount], Amount] = lambda amount: amount,
) -> MeterSettlement:
    """What winners receive, named in the order in which the dealer serves them; ``handed`` rounds as the house does."""
    order = list(range(len(winners)))
    if figures.order == "smallest-first":
        rows = list(figures.prizes)
        order.sort(key=lambda place: rows.index(winners[place].row))
    paying = _Paying(figures, meter, winners, handed)
    for place in order:
        paying.pay(place)
    payments = tuple(paying.payments[place] for place in range(len(winners)))
    return MeterSettlement(payments, paying.left, paying.house_adds, paying.won_whole, paying.starts_again())


class _Paying:
    """A meter while prizes go out of it."""

    def __init__(
        self, figures: MeterFigures, meter: Amount, winners: Sequence[Winner], handed: Callable[[Amount], Amount]
    ) -> None:
        self._figures = figures
        self._winners = winners
        self._handed = handed
        self._waiting = Counter(winner.row for winner in winners)
        self._started: dict[str, Amount] = {}  # the meter at the first winner of a row that is divided
        self._served: Counter[str] = Counter()
        self._start = meter
        self._kept = ZERO  # what a cap has cut off and nobody else wins
        self.left = meter
        self.house_adds = ZERO
        self.won_whole = False
        self.payments: dict[int, MeterPayment] = {}

    def pay(self, place: int) -> None:
        """Pay the next winner."""
        row, stake = self._winners[place].row, self._winners[place].stake
        prize = self._figures.prizes[row]
        self._waiting[row] -= 1
        if prize.share is None:
            amount = self._handed(self._amount(prize, stake))
            if self._figures.beyond == "nobody" and self._figures.fixed_from == "meter":
                amount = min(amount, self.left)
            self.payments[place] = MeterPayment(amount, self.left)
            if self._figures.fixed_from == "meter":
                self._take(amount)
            return
        self.payments[place] = payment = self._share(prize, row, stake)
        self._take(payment.pays)
        self.won_whole = self.won_whole or prize.share == 100
        if self._figures.order == "in-turn" and prize.share == 100 and not self._waiting[row]:
            # Who comes after the whole was won is paid by the meter that has started again.
            self.left = self.starts_again()

    def _amount(self, prize: MeterPrize, stake: Amount) -> Amount:
        if prize.times is not None:
            return stake * prize.times
        return (prize.fixed or ZERO) * (stake if self._figures.fixed_per == "unit" else 1)

    def _share(self, prize: MeterPrize, row: str, stake: Amount) -> MeterPayment:
        first = row not in self._started or prize.several == "each"
        meter = self._reckoned(prize) if first else self._started[row]
        self._started[row] = meter
        sharers = [winner.stake for winner in self._winners if winner.row == row]
        if prize.several == "each":
            sharers = [stake]
        whole = meter * (prize.share or ZERO) / 100
        most = None if prize.most_times is None else prize.most_times * max(sharers)
        capped = most is not None and prize.most_of == "all" and whole > most
        if most is not None and capped:
            self._kept += whole - most if first and self._figures.cut_off == "kept" else ZERO
            whole = most
        part, odd = self._part(whole, len(sharers), self._served[row])
        self._served[row] += 1
        if prize.most_times is not None and prize.most_of == "each" and part + odd > prize.most_times * stake:
            self._kept += part + odd - prize.most_times * stake if self._figures.cut_off == "kept" else ZERO
            return MeterPayment(prize.most_times * stake, meter, len(sharers), capped=True)
        return MeterPayment(part + odd, meter, len(sharers), odd, capped)

    def _reckoned(self, prize: MeterPrize) -> Amount:
        """What a share is a share of: the whole of it goes to nobody but out of what is left."""
        if prize.share == 100:
            return self.left - self._kept
        return (
            self.left if self._figures.shares_of == "left" else min(self._start, self.left * 100 / (prize.share or 1))
        )

    def _part(self, whole: Amount, sharers: int, served: int) -> tuple[Amount, Amount]:
        """The part of the next of several winners, and the odd units that fall to him."""
        unit = self._figures.unit
        if unit is None:
            return self._handed(whole / sharers), ZERO
        whole = whole // unit * unit
        part = whole / sharers // unit * unit
        over = whole - part * sharers
        if self._figures.odd == "one-each":
            return part, unit if served * unit < over else ZERO
        return part, over if served == 0 and sharers > 1 else ZERO

    def _take(self, amount: Amount) -> None:
        self.house_adds += max(ZERO, amount - self.left)
        self.left = max(ZERO, self.left - amount)

    def starts_again(self) -> Amount:
        """The meter of the next round: filled up to its seed once the whole of it was won."""
        return max(self.left, self._figures.seed) if self.won_whole else self.left

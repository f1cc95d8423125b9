"""Progressive jackpot meter: how it grows, what it pays to one or several winners, and its value afterwards.

What a hand wins is rule data: a share of the meter, a multiple of the stake, or an amount for each unit staked. With
``order = "smallest-first"`` prizes are paid from the smallest, and winners with the same hand divide one share. With
``order = "in-turn"`` each winner is paid from the meter as it stands at his turn; a prize can still be divided equally
(``several = "divided"``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.rulebooks.schema import Citation


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Base of the TOML tables below."""


class MeterPrize(_Table, frozen=True):
    """What a hand wins, in exactly one of three ways, the stake not included.

    ``share`` is a percentage of the meter, ``times`` a multiple of the stake, ``fixed`` an amount for each unit staked.
    """

    share: Amount | None = None
    times: Amount | None = None
    fixed: Amount | None = None
    most_times: Amount | None = None  # cap of a share, as a multiple of the stake
    most_of: Literal["each", "all"] = "each"  # the cap applies to each winner's part, or to the total they divide
    several: Literal["divided", "each"] = "divided"  # several winners divide one share, or each wins a whole one
    cite: Citation | None = None


class MeterFigures(_Table, frozen=True):
    """A meter: prizes from the smallest to the largest, how it is fed, and where it restarts."""

    prizes: dict[str, MeterPrize]
    seed: Amount = ZERO  # minimum value after the whole meter was won
    increment: Amount | None = None  # percentage of every stake that is added
    increment_cite: Citation | None = None
    own_bets: bool = False  # stakes of the round are added before it pays
    must_hit: Amount | None = None  # value at which it must be won
    order: Literal["smallest-first", "in-turn"] = "smallest-first"
    # prizes that are not a share are taken out of the meter, or paid by the house
    fixed_from: Literal["meter", "house"] = "meter"
    fixed_per: Literal["unit", "winner"] = "unit"  # a fixed amount is paid per unit staked, or once per winner
    beyond: Literal["house", "nobody"] = "house"  # who pays what exceeds the meter
    # shares are taken of what is left, or of the value at the start of the round
    shares_of: Literal["left", "start"] = "left"
    cut_off: Literal["left", "kept"] = "left"  # money cut off by a cap goes to the later winners, or stays in the meter
    unit: Amount | None = None  # shares are rounded down to a multiple of it
    # the remainder goes to the first winner, or one unit each to the first winners
    odd: Literal["first", "one-each"] = "first"
    divided_cite: Citation | None = None  # how a share is divided, if cited elsewhere than the share
    cite: Citation | None = None

    @property
    def is_usable(self) -> bool:
        """Whether each prize pays in exactly one way, percentages are valid, and no amount is negative."""
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
    """A winning hand and the stake on it."""

    row: str
    stake: Amount


class MeterPayment(msgspec.Struct, frozen=True):
    """What a winner receives, how many divide the share, and the odd unit he gets."""

    pays: Amount
    meter: Amount  # value when this prize was computed
    shared_by: int = 1
    odd: Amount = ZERO
    capped: bool = False


class MeterSettlement(msgspec.Struct, frozen=True):
    """Payments in the order of the winners given, and the meter afterwards."""

    payments: tuple[MeterPayment, ...]
    left: Amount  # before it is refilled to its seed
    house_adds: Amount  # what prizes cost beyond the meter
    won_whole: bool
    next: Amount  # value at the start of the next round


def grown(figures: MeterFigures, meter: Amount, stakes: Iterable[Amount]) -> Amount:
    """The meter after the stakes of a round, at most its ``must_hit`` value."""
    fed = meter + sum(stakes, ZERO) * (figures.increment or ZERO) / 100
    return fed if figures.must_hit is None else min(fed, figures.must_hit)


def must_be_won(figures: MeterFigures, meter: Amount) -> bool:
    """Whether the meter has reached the value at which it must be won."""
    return figures.must_hit is not None and meter >= figures.must_hit


def pay_meter(
    figures: MeterFigures,
    meter: Amount,
    winners: Sequence[Winner],
    handed: Callable[[Amount], Amount] = lambda amount: amount,
) -> MeterSettlement:
    """Pay winners in the order in which the dealer serves them; ``handed`` applies the house's rounding."""
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
    """State of the meter while prizes are paid."""

    def __init__(
        self, figures: MeterFigures, meter: Amount, winners: Sequence[Winner], handed: Callable[[Amount], Amount]
    ) -> None:
        self._figures = figures
        self._winners = winners
        self._handed = handed
        self._waiting = Counter(winner.row for winner in winners)
        self._started: dict[str, Amount] = {}  # meter at the first winner of a divided prize
        self._served: Counter[str] = Counter()
        self._start = meter
        self._kept = ZERO  # cut off by a cap and left in the meter
        self.left = meter
        self.house_adds = ZERO
        self.won_whole = False
        self.payments: dict[int, MeterPayment] = {}

    def pay(self, place: int) -> None:
        """Pay the winner at this index."""
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
            # A winner after the whole meter was won is paid from the restarted meter.
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
        """The amount that a share is taken of; a share of 100 % is always taken of what is left."""
        if prize.share == 100:
            return self.left - self._kept
        return (
            self.left if self._figures.shares_of == "left" else min(self._start, self.left * 100 / (prize.share or 1))
        )

    def _part(self, whole: Amount, sharers: int, served: int) -> tuple[Amount, Amount]:
        """The next winner's part of a divided amount, and the odd units in it."""
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
        """Meter of the next round: refilled to its seed if the whole of it was won."""
        return max(self.left, self._figures.seed) if self.won_whole else self.left

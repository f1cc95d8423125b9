"""Typed data of a craps file: the ``[rules]`` table and the ``data`` of each bet."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Literal

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.dice import Roll
from trainer.equipment.money import EXACT, Amount, Rounding, parse_amount, print_amount
from trainer.equipment.odds import Odds
from trainer.games.core import figures
from trainer.games.posted import PostedLimits
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation, GameRules, Limit
from trainer.rulebooks.validation import convert

SEVEN = 7
TOTALS = range(2, 13)


class When(StrEnum):
    """On which throws a new bet of a kind is taken."""

    ANY = "any"
    COME_OUT = "come-out"
    POINT = "point"  # while a point is on
    WITH_LINE = "with-line"  # odds: beside a bet whose number is known
    AFTER_SEVEN = "after-seven"  # on a come-out whose previous throw was a 7
    TRAVELS = "travels"  # never placed, only moved there


class Change(StrEnum):
    """When a bet that lies may be raised, lowered or taken down."""

    ALWAYS = "always"
    COME_OUT = "come-out"  # until a point is on
    NEVER = "never"


class Commission(msgspec.Struct, frozen=True):
    """A share of the stake or of the possible win, paid on top of a bet: ``5 % of stake``, ``5 % of win``.

    >>> Commission.parse("5 % of win").of
    'win'
    """

    share: Fraction
    of: Literal["stake", "win"]

    @classmethod
    def parse(cls, text: str) -> Commission:
        match text.split():
            case [percent, "%", "of", ("stake" | "win") as base]:
                return cls(parse_amount(percent) / 100, "stake" if base == "stake" else "win")
            case _:
                raise NotReadableError("commission", text)

    def __str__(self) -> str:
        return f"{print_amount(self.share * 100)} % of {self.of}"

    def amount(self, stake: Amount, win: Amount) -> Amount:
        return self.share * (stake if self.of == "stake" else win)


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    pass


class _Cited(_Part, frozen=True):
    cite: Citation


class SmallStake(_Part, frozen=True):
    """Other odds for stakes below an amount, on some numbers."""

    below: Amount
    on: list[int]
    pays: Odds


class BetData(_Part, frozen=True):
    """What a craps bet's ``data`` may say.

    ``totals`` are the totals a one-throw bet wins on, or all that a bonus bet needs; ``numbers`` and ``pairs`` what a
    bet may be made on. ``maximum_by`` gives the maximum by number (by ``easy`` and ``hard`` for hops);
    ``maximum_is = "win"`` means that the maximum limits the winnings. ``split`` makes a bet equal parts of others.
    """

    totals: list[int] = []
    numbers: list[int] = []
    pairs: list[Roll] = []
    accepted: When = When.ANY
    raised: Change = Change.ALWAYS
    taken_down: Change = Change.ALWAYS
    lowered: Change | None = None  # as taken down, if not said
    accepted_cite: Citation | None = None  # when it may be made, if that stands elsewhere than its handling
    handling_cite: Citation | None = None
    raised_cite: Citation | None = None  # where raising is said, if not with the rest
    taken_down_cite: Citation | None = None  # likewise lowering and taking down
    pays_cite: Citation | None = None  # where the price is said, if not with the bet
    off_on_come_out: bool = False
    off_cite: Citation | None = None
    stays_up: bool = False  # a winner stays on its number
    one_throw: bool = False
    commission: Commission | None = None
    commission_again: bool = False  # due again when a winner stays up
    small_stake: SmallStake | None = None
    maximum_by: dict[str, Limit] = {}
    maximum_is: Literal["stake", "win"] = "stake"
    maximum_rounds_up: bool = False  # to the next stake that is paid exactly
    split: list[str] = []


class ComeOut(_Cited, frozen=True):
    """The totals of the come-out: pass wins on naturals, loses on craps; the rest are points."""

    naturals: list[int]
    craps: list[int]
    points: list[int]


class Barred(_Cited, frozen=True):
    """The craps that neither wins nor loses on the don't side."""

    roll: Roll


class Shooter(_Cited, frozen=True):
    """Who throws, when the dice go on, and what a shooter who leaves does to his bets."""

    passes_on: Literal["seven-out", "line-loss"]
    next: Literal["clockwise", "player-to-the-left", "player-to-the-right"]
    without_line_bet: Literal["dice-go-on", "wait"]
    leaves_line: Literal["lose", "stay"]
    leaves_others: Literal["may-take", "stay"]
    leaves_cite: Citation
    leaves_others_cite: Citation = Citation(HOUSE_STANDARD)  # of his other bets no regulation speaks
    without_line_bet_cite: Citation | None = None  # where the regulation only forbids him to throw


class DiceSet(_Cited, frozen=True):
    """How many dice a table has, and when the shooter may ask for others."""

    set_sizes: list[int]
    in_play: int
    change_before_come_out: bool
    change_during_point: bool
    change_when_die_lost: bool
    change_cite: Citation


class ThrowCall(_Cited, frozen=True):
    """The call that voids a throw, who makes it, and whether the rule is explained to the shooter."""

    call: str
    by: str
    explain: bool = False


class Staffing(_Cited, frozen=True):
    """The least and the most dealers of a table, and their jobs by role."""

    croupiers: list[int]
    jobs: list[str]


class BonusRule(_Cited, frozen=True):
    """Whether bonus bets are taken before the first throw of a table, when no 7 went before."""

    first_throw: bool


class TableLimits(PostedLimits, frozen=True):
    """What the regulation asks of a table's own limits; ranges are multiples."""

    centre_minimum: Amount | None = None
    centre_minimum_cite: Citation | None = None
    simple_range: tuple[int, ...] = ()  # of the minimum, for the maximum on even-money bets
    simple_maximum: int | None = None  # the multiple a house takes within that range
    multiple_range: tuple[int, ...] = ()  # of the maximum, for the greatest win on the other bets


class CrapsFigures(_Part, frozen=True):
    felt: str
    come_out: ComeOut
    barred: Barred
    shooter: Shooter
    dice: DiceSet
    throw: ThrowCall
    staffing: Staffing
    bonus: BonusRule | None = None
    limits: TableLimits | None = None


def craps(rules: GameRules) -> CrapsFigures:
    """The figures of a craps game."""
    return figures(rules, CrapsFigures)


_bet_data: dict[tuple[str, str], dict[str, BetData]] = {}


def bet_data(rules: GameRules, bet: str) -> BetData:
    """What this rulebook says of a bet beyond its odds and limits; kept, because every throw asks for it."""
    key = (rules.rulebook, rules.digest)
    if key not in _bet_data:
        file = f"{rules.rulebook}/{rules.game}.toml"
        _bet_data[key] = {
            name: convert(rule.data, BetData, file, f"bets.{name}.data") for name, rule in rules.bets.items()
        }
    return _bet_data[key][bet]


def commission_rounding(rules: GameRules) -> Rounding:
    """How a commission is rounded; exact where the house says nothing."""
    return Rounding.parse(rules.chosen["commission-rounding"]) if "commission-rounding" in rules.chosen else EXACT

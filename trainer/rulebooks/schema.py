"""Schema of rulebook files, as frozen structs.

A game file is read as one `GameRules`. What every game has (names, bets, options, procedure, calls, orders,
irregularities …) is typed here; figures of a single game stand under ``[rules]`` and are typed by its engine.

This module does not postpone the evaluation of annotations, because they are read back for every file.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.chips import ChipSet
from trainer.equipment.money import EXACT, Amount, Currency, Rounding, parse_amount, print_amount
from trainer.equipment.odds import Odds
from trainer.texts import Names

# Fields of `GameRules` that no file may contain.
FILLED_IN = ("rulebook", "book", "variant", "chosen", "digest", "house-ways")
Few = Annotated[int, msgspec.Meta(ge=1, le=100)]  # decks, seats, dice
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
ExactPercent = Annotated[Amount, msgspec.Meta(ge=0, le=100)]  # also 1.25


HOUSE_STANDARD = "house standard"
_AND_HOUSE = f" + {HOUSE_STANDARD}"
_LINES = re.compile(r"L(\d+)(?:-L?(\d+))?")


class Citation(msgspec.Struct, frozen=True):
    """Source of a fact: article or section, then lines of the source text: ``II.1.4 L291, L427-430``.

    A house's own rule cites no lines: ``Circular 3``. What is customary but in no regulation is ``house standard``; a
    mixture is ``II.1.4 L291 + house standard``.

    >>> Citation.parse("II.1.4 L291, L427-430")
    Citation(article='II.1.4', lines='L291, L427-430', and_house=False)
    """

    article: str
    lines: str = ""
    and_house: bool = False

    @classmethod
    def parse(cls, text: str) -> "Citation":
        said = text.removesuffix(_AND_HOUSE)
        match = re.search(r"(?:^|\s)(L\d[\dL,\s-]*)$", said)
        article, lines = (said[: match.start()], match[1]) if match else (said, "")
        if not article.strip():
            raise NotReadableError("citation", text)
        return cls(article.strip(), lines.strip(), and_house=said != text)

    def __str__(self) -> str:
        return f"{self.article} {self.lines}".strip() + (_AND_HOUSE if self.and_house else "")

    @property
    def is_house_standard(self) -> bool:
        """Whether no regulation says it."""
        return self.article == HOUSE_STANDARD

    @property
    def line_numbers(self) -> frozenset[int]:
        """Numbers of the cited lines.

        >>> sorted(Citation.parse("II.1.4 L291, L427-430").line_numbers)
        [291, 427, 428, 429, 430]
        """
        found: set[int] = set()
        for first, last in _LINES.findall(self.lines):
            found.update(range(int(first), int(last or first) + 1))
        return frozenset(found)


class Limit(msgspec.Struct, frozen=True):
    """A limit: fixed ``500``, a multiple ``10 x minimum``, a share ``80 % of maximum``.

    The base is the table's ``minimum`` or ``maximum``, or another bet by its id (``3 x pass-line``).

    >>> Limit.parse("80 % of maximum").amount({"maximum": Fraction(500)})
    Fraction(400, 1)
    """

    factor: Fraction
    of: str = ""
    percent: bool = False

    @classmethod
    def parse(cls, text: str | int) -> "Limit":
        words = str(text).split()
        try:
            factor = parse_amount(words[0]) if words else Fraction(0)
            if factor > 0 and len(words) == 1:
                return cls(factor)
            if factor > 0 and len(words) == 3 and words[1] == "x":
                return cls(factor, words[2])
            if factor > 0 and len(words) == 4 and words[1:3] == ["%", "of"]:
                return cls(factor / 100, words[3], percent=True)
        except ValueError:
            pass
        raise NotReadableError("limit", str(text))

    def __str__(self) -> str:
        if not self.of:
            return print_amount(self.factor)
        if self.percent:
            return f"{print_amount(self.factor * 100)} % of {self.of}"
        return f"{print_amount(self.factor)} x {self.of}"

    def amount(self, known: Mapping[str, Amount]) -> Amount:
        """The limit in money, given the amounts it may refer to: the table's limits and the stakes by bet."""
        return self.factor * known[self.of] if self.of else self.factor


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """A fact of a rulebook, with its citation."""

    cite: Citation


class Fact(_Entry, frozen=True):
    """A fact in words (equipment, a duty, a rule of conduct), with its figures as data."""

    says: Names
    data: dict[str, Any] = {}


class StaffRole(_Entry, frozen=True):
    """A role of the staff at the table."""

    names: Names
    duties: Names


class BetRule(_Entry, frozen=True):
    """A bet: when it wins, what it pays and its limits."""

    names: Names
    wins: Names
    pays: Odds | None = None
    pays_cite: Citation | None = None  # of the odds, if it is not that of the bet
    pay_table: dict[str, Odds] = {}  # by outcome, if the bet has several odds
    outcomes: dict[str, Names] = {}  # names of these outcomes, if they are not numbers
    minimum: Limit | None = None
    maximum: Limit | None = None
    limit_cite: Citation | None = None  # of the limits, if it is not that of the bet
    group: str = ""  # bets with the same group are cleared, paid or limited together
    data: dict[str, Any] = {}  # read by this game's engine only


class Option(_Entry, frozen=True):
    """A house option: a point that the regulation leaves open or contradicts, with choices, default and reason."""

    names: Names
    why: Names
    default: str
    choices: dict[str, Names] = {}
    kind: Literal["choice", "amount", "rounding"] = "choice"
    between: tuple[Amount, Amount] | None = None  # smallest and largest amount
    between_cite: Citation | None = None  # of these bounds, if it is not that of the option
    set: dict[str, dict[str, Any]] = {}  # by choice: its changes to this file

    @property
    def is_reading(self) -> bool:
        """Whether there is only one choice: it documents how an unclear text is read."""
        return self.kind == "choice" and len(self.choices) == 1


class Variant(_Entry, frozen=True):
    """A variant of the game in the same chapter: its name and the changes to this file."""

    names: Names
    set: dict[str, Any] = {}


class Step(_Entry, frozen=True):
    """A step of the procedure, in the order of the file unless ``after`` or ``before`` moves it."""

    does: Names
    by: str = "croupier"
    call: str = ""  # id of the call made at this step
    part: str = ""  # of the procedure: steps of different parts are independent
    after: str = ""  # step that it follows, if that is not the one above; lets an option move one step
    before: str = ""  # step that it precedes
    acts: list[str] = []  # what carries it out at a live table, in order: a verb and its topic (“call result”)
    needs: list[str] = []  # the steps that must be done first; steps that do not need each other may swap
    optional: bool = False  # leaving it out is no fault


class Call(_Entry, frozen=True):
    """An announcement at the table, and when it is made."""

    says: Names
    when: Names
    by: str = "croupier"


class Order(_Entry, frozen=True):
    """An order of clearing, paying or dealing: steps, each a list of what is done together."""

    steps: list[list[str]]


class Irregularity(_Entry, frozen=True):
    """Something that should not happen, and the ruling on it."""

    situation: Names
    action: Names
    data: dict[str, Any] = {}


class OffLimits(_Entry, frozen=True):
    """Ruling on a bet outside the limits that was noticed too late, and who is informed."""

    over: Literal["return-excess", "pay-as-placed", "void"]
    under: Literal["pay-as-placed", "void"]
    tell: str  # staff role to inform


class Table(_Entry, frozen=True):
    """The table of the drills: example limits that the regulation permits."""

    minimum: Amount
    maximum: Amount
    pays_in: Literal["chips", "money"] = "chips"  # money: prizes of bingo halls and counters need no chips


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab", eq=False):
    """One case of a rule of a house way: when it applies and how the hand is set.

    ``front`` and ``back`` place the cards of pai gow poker; ``play``, ``ways``, ``prefer``, ``drop`` and ``keep``
    choose among the settings of four tiles; ``provided`` works for both.
    """

    when: dict[str, Any] = {}
    says: Names | None = None
    front: str = ""
    back: str = ""
    play: str = ""
    ways: int = 1  # number of different settings that must fit ``play``
    prefer: list[str] = []  # choose among several settings; the first preference comes first
    provided: str = ""  # condition on the preferred setting
    drop: str = ""  # exclude these settings from now on; decides if one is left
    keep: list[str] = []  # narrow the remaining settings by these preferences; decides if one is left


class HouseRule(Case, frozen=True, eq=False):
    """A rule of a house way. Without cases it is its own only case."""

    id: str
    names: Names
    text: Names
    cite: Citation | None = None
    cases: list[Case] = []


class HouseWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab", eq=False):
    """A casino's rules for setting pai gow hands (see `house_ways`); compared by identity."""

    game: str
    names: Names
    about: Names
    cite: Citation
    words: dict[str, str] = {}
    law: bool = (
        False  # the regulation's text: all settings that a rule admits are lawful, ``prefer`` is the house's choice
    )
    rules: list[HouseRule]

    name: str = ""  # filled in: name of the file
    digest: str = ""  # filled in: digest of the data
    places: tuple[tuple[str, int], ...] = ()  # filled in: file and index of each rule
    is_proved: bool = False  # filled in: shipped, and tested with every hand


class RulebookInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """A regulation: the ``rulebook.toml`` of its folder."""

    names: Names
    regulation: Names
    currency: Currency
    version: str
    chips: ChipSet
    colour_chips: list[str] = []
    terms: dict[str, Names] = {}  # the regulation's words for the terms in ``trainer/texts/terms.toml``
    source: str = ""
    rounding: Rounding = EXACT


class GameRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """One game in one rulebook, with variant and house options applied.

    The last six fields are filled in by the library, not written in a file.
    """

    game: str
    family: str
    names: Names
    cite: Citation
    about: Names | None = None
    table: Table
    off_limits: OffLimits | None = None
    first_seat: Literal["left", "right"] | None = None  # side of the dealer where seat 1 is; None: no seats
    default_variant: str = ""
    variants: dict[str, Variant] = {}
    options: dict[str, Option] = {}
    equipment: dict[str, Fact] = {}
    staff: dict[str, StaffRole] = {}
    bets: dict[str, BetRule] = {}
    procedure: dict[str, Step] = {}
    calls: dict[str, Call] = {}
    orders: dict[str, Order] = {}
    irregularities: dict[str, Irregularity] = {}
    conduct: dict[str, Fact] = {}
    rules: dict[str, Any] = {}

    rulebook: str = ""
    book: RulebookInfo | None = None
    variant: str = ""
    chosen: dict[str, str] = {}  # value of every option, defaults included
    digest: str = ""  # changes whenever a figure of these rules changes
    house_ways: dict[str, HouseWay] = {}  # all house ways for this game, by name

    @property
    def info(self) -> RulebookInfo:
        if self.book is None:
            raise ValueError("these rules were not loaded by a library")
        return self.book

    @property
    def rounding(self) -> Rounding:
        """Rounding rule: that of the option ``rounding`` if the game has it, else the rulebook's."""
        return Rounding.parse(self.chosen["rounding"]) if "rounding" in self.chosen else self.info.rounding

    @property
    def version(self) -> str:
        """Version of the regulation's data and digest of this game's figures: ``1+3f9a01c2``."""
        return f"{self.info.version}+{self.digest}"

    @property
    def changed(self) -> dict[str, str]:
        """Options whose value is not the default."""
        return {key: value for key, value in self.chosen.items() if value != self.options[key].default}

    def option(self, option_id: str) -> str:
        """Value of a house option."""
        return self.chosen[option_id]

    def money(self, amount: Amount) -> Amount:
        """The amount after rounding."""
        return self.rounding.apply(amount)

    def pays(self, odds: Odds, stake: Amount) -> Amount:
        """Payout of odds on a stake: whole multiples of the stake exactly, the rest rounded."""
        exact = odds.pays(stake)
        return exact if odds.ratio.denominator == 1 else self.money(exact)

    def whole_coins(self, amount: Amount) -> Amount:
        """The amount rounded down to the currency's smallest coin."""
        coins: int = 10**self.info.currency.decimals
        return Amount(int(amount * coins), coins)

"""What a rulebook file may hold, as frozen structs.

A game file is read as one `GameRules`. What every game has (names, bets, options, procedure, calls, orders,
irregularities …) is typed here; figures only one game knows stand under ``[rules]`` and are typed by its engine.

Annotations are evaluated here, once: they are read back for every file.
"""

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.chips import ChipSet
from trainer.equipment.money import EXACT, Amount, Currency, Rounding, parse_amount, print_amount
from trainer.equipment.odds import Odds
from trainer.texts import Names

FILLED_IN = ("rulebook", "book", "variant", "chosen", "digest", "house-ways")  # of `GameRules`: no file gives them
Few = Annotated[int, msgspec.Meta(ge=1, le=100)]  # decks, seats, dice: there is at least one, and never a crowd
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
ExactPercent = Annotated[Amount, msgspec.Meta(ge=0, le=100)]  # 1.25 too


HOUSE_STANDARD = "house standard"
_AND_HOUSE = f" + {HOUSE_STANDARD}"


class Citation(msgspec.Struct, frozen=True):
    """Where a fact stands: article or section, then the lines of the source text: ``II.1.4 L291, L427-430``.

    A house's own rule cites no lines: ``Circular 3``; what the trade does and no regulation says is ``house standard``.
    What the lines say in part, and the house in part, is ``II.1.4 L291 + house standard``.

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
        """Whether no regulation says it: that is told in the reader's language."""
        return self.article == HOUSE_STANDARD


class Limit(msgspec.Struct, frozen=True):
    """A limit as a rule: fixed ``500``, a multiple ``10 x minimum``, a share ``80 % of maximum``.

    What is multiplied is the table's ``minimum`` or ``maximum``, or another bet by its id (``3 x pass-line``).

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

    def amount(self, known: dict[str, Amount]) -> Amount:
        """The limit in money, given the table's ``minimum`` and ``maximum`` and the stakes it may refer to."""
        return self.factor * known[self.of] if self.of else self.factor


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """A fact of a rulebook: every one carries its citation."""

    cite: Citation


class Fact(_Entry, frozen=True):
    """A plain fact in words: a piece of equipment, a duty, a rule of conduct; its figures also as data."""

    says: Names
    data: dict[str, Any] = {}


class StaffRole(_Entry, frozen=True):
    """Somebody who works at the table."""

    names: Names
    duties: Names


class BetRule(_Entry, frozen=True):
    """A bet: when it wins, what it pays, and between which limits."""

    names: Names
    wins: Names
    pays: Odds | None = None
    pays_cite: Citation | None = None  # where the odds stand, if not with the bet
    pay_table: dict[str, Odds] = {}  # by outcome, where one pair of odds does not do
    outcomes: dict[str, Names] = {}  # what those outcomes are called, where a number does not say it
    minimum: Limit | None = None
    maximum: Limit | None = None
    limit_cite: Citation | None = None  # where the limits stand, if not with the bet
    group: str = ""  # bets that are cleared, paid or limited together
    data: dict[str, Any] = {}  # what only this game's engine reads


class Option(_Entry, frozen=True):
    """A point the regulation leaves open or contradicts: the choices, the default, and why."""

    names: Names
    why: Names
    default: str
    choices: dict[str, Names] = {}
    kind: Literal["choice", "amount", "rounding"] = "choice"
    between: tuple[Amount, Amount] | None = None  # the least and the most of an amount
    between_cite: Citation | None = None  # where they stand, if not with the option
    set: dict[str, dict[str, Any]] = {}  # by choice: what it changes in this file

    @property
    def is_reading(self) -> bool:
        """Whether there is nothing to choose: the text leaves a doubt, and this is how it is read."""
        return self.kind == "choice" and len(self.choices) == 1


class Variant(_Entry, frozen=True):
    """A form of the game within the same chapter: its name and what it changes in this file."""

    names: Names
    set: dict[str, Any] = {}


class Step(_Entry, frozen=True):
    """One step of the procedure, in the order of the file unless it says where it stands."""

    does: Names
    by: str = "croupier"
    call: str = ""  # id of the call made at this step
    part: str = ""  # of the work: steps of different parts need not follow one another
    after: str = ""  # the step it follows, where that is not the one above: an option moves a step without the others
    before: str = ""  # the step it precedes, likewise
    acts: list[str] = []  # what carries it out at a live table, in order: a verb and its topic (“call result”)
    needs: list[str] = []  # the steps that must be done first; steps that do not need each other may swap
    optional: bool = False  # leaving it out is no fault


class Call(_Entry, frozen=True):
    """Words spoken at the table, and when."""

    says: Names
    when: Names
    by: str = "croupier"


class Order(_Entry, frozen=True):
    """An order of clearing, paying or dealing: steps, each a list of what belongs together."""

    steps: list[list[str]]


class Irregularity(_Entry, frozen=True):
    """Something that should not happen, and what is done about it."""

    situation: Names
    action: Names
    data: dict[str, Any] = {}


class OffLimits(_Entry, frozen=True):
    """What becomes of a bet over the maximum or under the minimum that was noticed too late, and who is told."""

    over: Literal["return-excess", "pay-as-placed", "void"]
    under: Literal["pay-as-placed", "void"]
    tell: str  # a role of the staff


class Table(_Entry, frozen=True):
    """The table a drill is played at: example limits of the house within the regulation."""

    minimum: Amount
    maximum: Amount
    pays_in: Literal["chips", "money"] = "chips"  # a hall and a counter pay in money: their prizes need no chips


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab", eq=False):
    """One way a rule of a house way is carried out: when it applies, and how the hand is set.

    ``front`` and ``back`` place the cards of pai gow poker; ``play``, ``ways``, ``prefer``, ``drop`` and ``keep``
    choose among the settings of four tiles. ``provided`` holds for both.
    """

    when: dict[str, Any] = {}
    says: Names | None = None
    front: str = ""
    back: str = ""
    play: str = ""
    ways: int = 1  # so many different settings must fit ``play``
    prefer: list[str] = []  # which of several settings, first preference first
    provided: str = ""  # what must be true of the setting that was preferred
    drop: str = ""  # settings that are out of the question from here on; decides if one is left
    keep: list[str] = []  # preferences by which the rest is narrowed from here on; decides if one is left


class HouseRule(Case, frozen=True, eq=False):
    """A rule of a house way by its id. Without cases it is its own only case."""

    id: str
    names: Names
    text: Names
    cite: Citation | None = None
    cases: list[Case] = []


class HouseWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab", eq=False):
    """How a casino has its croupier set a hand of pai gow (see `house_ways`); two are the same only if they are one."""

    game: str
    names: Names
    about: Names
    cite: Citation
    words: dict[str, str] = {}
    law: bool = False  # a regulation's own text: what a rule admits is lawful, ``prefer`` is the house's completion
    rules: list[HouseRule]

    name: str = ""  # filled in: the file's name
    digest: str = ""  # filled in: changes with the file
    places: tuple[tuple[str, int], ...] = ()  # filled in: for each rule its file, and which of that file's it is
    is_proved: bool = False  # filled in: it came with the program, whose tests set every hand by it


class RulebookInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """A regulation: ``rulebook.toml`` of its folder."""

    names: Names
    regulation: Names
    currency: Currency
    version: str
    chips: ChipSet
    colour_chips: list[str] = []
    terms: dict[str, Names] = {}  # its own terms of art, by the names of ``trainer/texts/terms.toml``
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
    first_seat: Literal["left", "right"] | None = None  # of the dealer, where seat 1 is; `None`: nobody has a seat
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
    chosen: dict[str, str] = {}  # every option with its value, defaults included
    digest: str = ""  # changes whenever any figure of these rules changes
    house_ways: dict[str, HouseWay] = {}  # by name: every house way there is for this game

    @property
    def info(self) -> RulebookInfo:
        if self.book is None:
            raise ValueError("these rules were not loaded by a library")
        return self.book

    @property
    def rounding(self) -> Rounding:
        """The rounding in force: the option ``rounding`` if the game has one, else the rulebook's."""
        return Rounding.parse(self.chosen["rounding"]) if "rounding" in self.chosen else self.info.rounding

    @property
    def version(self) -> str:
        """Version of the regulation's data with the digest of this game's figures: ``1+3f9a01c2``."""
        return f"{self.info.version}+{self.digest}"

    @property
    def changed(self) -> dict[str, str]:
        """The options in which this house departs from the default."""
        return {key: value for key, value in self.chosen.items() if value != self.options[key].default}

    def option(self, option_id: str) -> str:
        """The value chosen for a house option."""
        return self.chosen[option_id]

    def money(self, amount: Amount) -> Amount:
        """An amount as it is handed over, by the rounding in force."""
        return self.rounding.apply(amount)

    def pays(self, odds: Odds, stake: Amount) -> Amount:
        """What odds pay on a stake: whole stakes in chips like its own, parts of one as the house rounds."""
        exact = odds.pays(stake)
        return exact if odds.ratio.denominator == 1 else self.money(exact)

    def whole_coins(self, amount: Amount) -> Amount:
        """An amount that can be handed over: what is less than a coin of the currency stays where it was."""
        coins: int = 10**self.info.currency.decimals
        return Amount(int(amount * coins), coins)

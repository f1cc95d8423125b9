"""Typed ``[rules]`` table of a baccarat file: drawing tables, shoe, burn, cut card, commission, places and limits."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from trainer.equipment.money import Amount, Rounding
from trainer.games.core import figures
from trainer.games.posted import PostedLimits
from trainer.rulebooks.schema import Citation, ExactPercent, Few, GameRules


class Side(StrEnum):
    """The hands of a coup: player and bank; on two tables the player hands are the first and the second."""

    PLAYER = "player"
    BANKER = "banker"
    FIRST = "first"
    SECOND = "second"


class Act(StrEnum):
    """What a hand of two cards does."""

    DRAW = "draw"
    STAND = "stand"
    OPTIONAL = "optional"


LETTERS = {"D": Act.DRAW, "S": Act.STAND, "O": Act.OPTIONAL}


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    cite: Citation


class Natural(_Part, frozen=True):
    """The two-card totals that end the coup, and where it is written what the cards are worth."""

    totals: list[int]
    values_cite: Citation | None = None


class PlayerRow(_Part, frozen=True):
    """What the player hand does on the totals that name this row (``"0 1 2 3 4"``)."""

    does: Act


class BankerRow(_Part, frozen=True):
    """What the bank hand does on the totals that name this row.

    ``third-card`` has a letter for each value 0 to 9 of the player hand's third card, ``stood`` one for a player hand
    that took none: D draws, S stands, O may choose.
    """

    third_card: str
    stood: str


CardsLie = Literal["right", "left", "near-shoe", "away-from-shoe", "marked-spot"]


class Deal(_Part, frozen=True):
    """Who draws the cards, how they come, to which hand the first four go, and where the hands lie.

    Right and left are the croupier's.
    """

    by: Literal["croupier", "shoe-holder"]
    player_cards: CardsLie
    banker_cards: CardsLie
    player_cards_cite: Citation | None = None
    banker_cards_cite: Citation | None = None
    face_up: bool = False
    order: tuple[Side, ...] = (Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER)


class Shoe(_Part, frozen=True):
    """How many decks are dealt, and whether and when the shoe goes on to the next player."""

    decks: Few
    decks_allowed: list[Few] = []
    travels: bool = False
    passes_after: list[Literal["player", "banker", "tie"]] = []  # winners after which the shoe goes on
    direction: Literal["right", "left"] = "right"
    lone_player_keeps: bool = False
    travel_cite: Citation | None = None


class Burn(_Part, frozen=True):
    """How many cards are burned before the first coup: a fixed number, or as many as the first card says."""

    fixed: int | None = None
    ten: int = 10  # what a ten or a figure counts here
    least: int = 0
    most: int = 10
    first_card_counts: bool = False  # whether the card that was turned is one of those burned


class CutCard(_Part, frozen=True):
    """Where the cut card lies, and how many coups follow when it comes out."""

    behind_least: int
    behind_most: int
    player_cut_least: int = 0  # fewest cards a player may leave at either end when cutting
    after_current: int = 0  # coups after the one in which it comes out
    between_coups: int = 0  # coups still dealt when it shows between two coups
    between_cite: Citation | None = None  # what follows then, if that is said elsewhere
    cut_cite: Citation | None = None


class Commission(_Part, frozen=True):
    """What the house keeps of a winning bank bet; where a house sets the rate itself, an option ``commission`` does."""

    percent: ExactPercent | None = None


class BankerPush(_Part, frozen=True):
    """The winning bank hand that only gives bank bets their stake back."""

    total: int
    cards: int


class Places(_Part, frozen=True):
    """How many players a table takes, whether they may stand or hold several places, and when a seat is lost."""

    seats: list[Few]  # the numbers of places a table may have; a drill is played at the first
    seats_cite: Citation | None = None  # where a regulation leaves the number of places to the house
    standing: bool = False
    one_place_each: bool = True
    idle_coups: int | None = None  # coups without a bet after which the seat must be freed
    one_place_cite: Citation | None = None
    idle_cite: Citation | None = None


class TableLimits(PostedLimits, frozen=True):
    """What the regulation asks of a table's own limits: a spread at least so wide, or one of some ``multiples``."""

    multiples: tuple[int, ...] = ()
    cap_rounding: Rounding = Rounding.parse("exact")  # how a maximum found by its payment is rounded


class BankStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """A table maximum and the cash the house must hold for it."""

    maximum: Amount
    bank: Amount


class HouseBank(_Part, frozen=True):
    """The additional cash of the house: one sum, or steps of the table maximum and so much for each thousand above."""

    fixed: Amount | None = None
    steps: list[BankStep] = []
    above_each: Amount | None = None
    above_bank: Amount | None = None


class Settling(_Part, frozen=True):
    """The way round the table when bets are taken and paid: by seat number upwards or downwards."""

    seats: Literal["ascending", "descending"]


class Duty(_Part, frozen=True):
    """What the player who holds the shoe must bet on: one of these in every coup."""

    must_bet: list[Side]


class CoupFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Figures of any game of this family, whoever is the bank."""

    felt: str
    natural: Natural
    player_table: dict[str, PlayerRow]
    banker_table: dict[str, BankerRow]
    deal: Deal
    shoe: Shoe
    burn: Burn
    cut_card: CutCard
    places: Places
    settling: Settling


class BaccaratFigures(CoupFigures, frozen=True):
    """Figures of punto banco and its relatives, where the house is the bank."""

    commission: Commission | None = None
    banker_push: BankerPush | None = None
    limits: TableLimits | None = None
    house_bank: HouseBank | None = None
    shoe_holder: Duty | None = None


def baccarat(rules: GameRules) -> BaccaratFigures:
    """The figures of a game in which the house is the bank."""
    return figures(rules, BaccaratFigures)

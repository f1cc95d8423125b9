"""Typed ``[rules]`` of a blackjack file (shoe, deal, dealer, naturals, players' choices) and data of side bets."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from trainer.equipment.money import Amount
from trainer.equipment.odds import Odds
from trainer.games.core import figures
from trainer.games.meter import MeterFigures
from trainer.rulebooks.problems import Finding
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation, Few, GameRules, Limit, Percent
from trainer.rulebooks.validation import faults_of, read
from trainer.texts import Names


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    cite: Citation


class Places(_Part, frozen=True, kw_only=True):
    """Seats of the cloth, how many hands start a game, and how many places one player may take.

    ``scale`` is what a player on several places must put on each further one: multiples of his ``first`` stake or of
    the table's ``maximum``.
    """

    seats: Few
    hands_to_start: Few = 1
    per_player: int | None = None
    scale: list[Limit] = []
    scale_holds: Literal["least", "exact", "off"] = "least"
    scale_cite: Citation | None = None


class Shoe(_Part, frozen=True, kw_only=True):
    """Decks, the player's cut, where the house puts the cut card, what is burned, and the discards of a machine."""

    decks: Few
    burn: int
    burn_cite: Citation
    machine_burn: int = 0  # burned also by a machine that shuffles all the time
    relief_burn: int = 0
    relief_cite: Citation | None = None
    player_cut_least: int = 0
    behind_least: int
    behind_most: int | None = None
    behind_cite: Citation | None = None  # how deep the house's cut card lies, if that stands elsewhere
    continuous: bool = False  # a machine shuffles all the time: no cut, no cut card
    discards_most: int | None = None
    discards_cite: Citation | None = None
    reshuffle_approval: str = ""  # who must approve a shuffle beforehand


class Deal(_Part, frozen=True, kw_only=True):
    """Whether the dealer takes a second card face down, and whether he looks at it before the players act."""

    hole_card: Literal["none", "face-down"] = "none"
    looks: bool = False


class Dealer(_Part, frozen=True, kw_only=True):
    """The drawing table, and when the dealer does not follow it."""

    stands_on: Annotated[int, msgspec.Meta(ge=12, le=21)]  # below 12 no hand can go over
    soft_17: Literal["stand", "draw"]
    soft_cite: Citation
    hands: Few = 1  # hands the dealer plays one after the other on one base card
    only_blackjacks: Literal["one-card", "complete"]  # what he does if only blackjacks wait for him
    only_blackjacks_most: int | None = None  # at most so many hands, else he completes his hand
    only_insurances: Literal["one-card", "complete"] = "one-card"
    stop_cite: Citation
    draws_for_nobody: bool = False
    pushes_22: bool = False
    pushes_22_naturals: bool = False  # a blackjack that still lies when he reaches 22
    pushes_22_cite: Citation | None = None


class Natural(_Part, frozen=True, kw_only=True):
    """Blackjacks: against which first card of the dealer they wait, and what a dealer's blackjack does."""

    waits_for: Literal["ace-and-ten", "ace", "always"]
    paid: Literal["own-turn", "before-the-turns"] = "own-turn"  # when one that does not wait is paid
    against_21: Literal["win", "push"] = "win"  # against a 21 of three or more cards
    against_21_cite: Citation
    beats_21: bool = True  # the dealer's blackjack beats a 21 that is no blackjack
    beats_21_cite: Citation
    tie: Literal["push", "paid", "lost"] = "push"  # blackjack against blackjack
    takes: Literal["all-bets", "original-only"] = "all-bets"
    takes_cite: Citation
    tie_cite: Citation
    after_split_cite: Citation


class EvenMoney(_Part, frozen=True, kw_only=True):
    """Whether a blackjack against an ace may be paid at par at once, and whether that closes the insurance."""

    offered: bool
    closes_insurance: bool = True


class Insurance(_Part, frozen=True, kw_only=True):
    """Until when insurance may be taken; the stake's limits stand with the bet."""

    until: Literal["third-card", "call"]
    settled_cite: Citation


class Surrender(_Part, frozen=True, kw_only=True):
    """Against which first card a player may give up, when he is asked, and whether split hands may."""

    against: Literal["none", "any-card", "any-but-ace", "ace-only"]
    against_cite: Citation
    asked: Literal["before-third-card", "own-turn"]
    after_split: bool = False
    returned_percent: Percent
    half_cite: Citation


class Split(_Part, frozen=True, kw_only=True):
    """Which pairs may be split, into how many hands, and what split aces may do."""

    by: Literal["value", "rank"]
    most_hands: int | None = None  # of one initial hand; none: no limit
    most_cite: Citation
    resplit_aces: bool
    aces_cite: Citation


class Double(_Part, frozen=True, kw_only=True):
    """On which two cards a player may double, and how the card is dealt."""

    least: int | None = None  # the totals that may be doubled; none: any
    most: int | None = None
    soft: Literal["any", "low-count", "never"] = "any"  # with a list of totals: does an ace count as one
    pair_of_aces: bool = True
    split_aces: bool = False
    for_less: bool = False
    for_less_cite: Citation = Citation(HOUSE_STANDARD)  # where less than as much again is allowed
    card: Literal["face-up", "face-down"] = "face-up"
    beyond_maximum: bool = True
    beyond_cite: Citation = Citation(HOUSE_STANDARD)  # whether a doubled bet may pass the table's maximum
    card_cite: Citation
    aces_cite: Citation
    blackjack_cite: Citation | None = None  # why a blackjack is not doubled, where the article is another


class Drawing(_Part, frozen=True, kw_only=True):
    """Whether a player may draw on 21, and where it says so.

    ``split_21`` lets only a split hand with 21 in two cards count its ace as one and draw.
    """

    bust_cite: Citation
    on_21: bool = False
    split_21: bool = False


class Settling(_Part, frozen=True, kw_only=True):
    """In which direction, seen by the dealer, bets are taken and paid and cards picked up."""

    from_side: Literal["right", "left"] = "right"
    from_side_cite: Citation | None = None  # where the direction stands, if not with the rest
    pick_up: Literal["at-the-end", "with-each-bet"] = "at-the-end"
    pick_up_cite: Citation | None = None
    side_bets_cite: Citation | None = None
    push_cite: Citation
    bust_cite: Citation

    @property
    def direction_cite(self) -> Citation:
        return self.from_side_cite or self.cite


class TableLimits(_Part, frozen=True, kw_only=True):
    """What the regulation asks of a table's own limits."""

    lowest_minimum: Amount | None = None
    highest_maximum: Amount | None = None
    spread: int | None = None
    multiples: list[int] = []


class Prize(_Part, frozen=True, kw_only=True):
    """A promotional prize for a player's hand."""

    names: Names
    pays: Odds


class Promotions(_Part, frozen=True, kw_only=True):
    """Promotional prizes: whether they replace the normal payment or come on top of it."""

    mode: Literal["replaced", "added", "off"]
    ace_jack: Literal["both-of-spades", "jack-of-spades"] = "both-of-spades"
    prizes: dict[str, Prize]


class Switch(_Part, frozen=True, kw_only=True):
    """Two hands with equal stakes whose second cards may change places.

    ``asked`` is whether the switch is asked for before or after insurance and the other offers.
    """

    equal_stakes_cite: Citation
    natural_cite: Citation
    asked: Literal["before-offers", "after-offers"] = "after-offers"


class FreeBet(_Part, frozen=True, kw_only=True):
    """Markers for free splits and free doubles."""

    split_cite: Citation
    double_least: int
    double_most: int
    double_cite: Citation
    offer_cite: Citation
    marker_cite: Citation
    lone_player: Literal["collect", "draw"] = "collect"  # push-22 of a lone player whose hand is already decided
    lone_cite: Citation


class Challenge(_Part, frozen=True, kw_only=True):
    """One player hand against several dealer hands: how many bets, and where the base card lies."""

    least_bets: int
    most_bets: int
    base_card: Literal["one", "own"] = "one"
    base_cite: Citation


class BlackjackFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    felt: str
    side_bets: list[str] = []  # the boxes of this cloth, in the order of settling
    places: Places
    shoe: Shoe
    deal: Deal
    dealer: Dealer
    natural: Natural
    even_money: EvenMoney
    insurance: Insurance
    surrender: Surrender
    split: Split
    double: Double
    drawing: Drawing
    settling: Settling
    limits: TableLimits | None = None
    promotions: Promotions | None = None
    switch: Switch | None = None
    free_bet: FreeBet | None = None
    challenge: Challenge | None = None


class SideBetFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """What a side bet's ``data`` says beyond its odds and limits."""

    within_main: bool = False  # never above the main stake
    pay_cap: int | None = None  # its best row may pay at most so many table maxima
    top_row_waits: bool = False  # the row that needs the dealer's second card waits for it
    pair_by: Literal["rank", "value"] = "rank"
    crown: bool = False
    needs_dealer_suit: bool = False
    meter: MeterFigures | None = None  # rows that pay out of a progressive meter
    stake_returned: bool = True
    settled: Literal["after-deal", "with-hand", "after-dealer"] = "after-deal"
    strict_order: bool = False  # must lie before or with the main stake


def blackjack(rules: GameRules) -> BlackjackFigures:
    """The figures of a blackjack game."""
    return figures(rules, BlackjackFigures)


_side_bets: dict[tuple[str, str, str, str], SideBetFigures] = {}


def side_bet(rules: GameRules, bet: str) -> SideBetFigures:
    """The figures of a side bet; kept, because every round asks for them."""
    key = (rules.rulebook, rules.game, rules.digest, bet)
    if key not in _side_bets:
        _side_bets[key] = read(rules.bets[bet].data, SideBetFigures, f"bets.{bet}.data")
    return _side_bets[key]


def data_faults(rules: GameRules) -> list[Finding]:
    """Where the data of a bet is not what this engine reads."""
    return [
        fault for bet, rule in rules.bets.items() for fault in faults_of(rule.data, SideBetFigures, f"bets.{bet}.data")
    ]

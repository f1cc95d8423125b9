"""Typed ``[rules]`` of a card-room game, and what follows from it: hand ranking, a table's stakes, forced bets."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from trainer.equipment.money import EXACT, Amount, Rounding, RoundingWay
from trainer.games.core import RequestError, figures
from trainer.games.limits import check_limits
from trainer.games.poker.hands import Category, HandOrder
from trainer.games.poker.ranks import HandRanks, ranks_in_order
from trainer.rulebooks.schema import Citation, Few, GameRules, Limit

Face = Literal["down", "up"]
Uses = Literal["any-five", "two-and-three", "all-five"]
Opener = Literal["after-blinds", "left-of-button", "low-card", "high-cards", "first-seat", "highest-bettor"]
Structure = Literal["limit", "spread", "no-limit", "pot-limit"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Base of the TOML tables below; each carries its citation."""

    cite: Citation


class Players(_Table, frozen=True, kw_only=True):
    least: Few
    most: Few
    filled: Few | None = None  # number of seats the house fills, if fewer
    filled_cite: Citation | None = None


class Pack(_Table, frozen=True, kw_only=True):
    """The cards: from the lowest rank (2, or 8 in a pack of 28) to the ace."""

    lowest: int


class Ranking(_Table, frozen=True, kw_only=True):
    """The order of hands, highest first, which cards make a hand, and how ties of flushes or two pairs are broken."""

    order: tuple[Category, ...]
    uses: Uses
    flush: Literal["all", "highest"] = "all"
    pair: Literal["all", "pair-only"] = "all"
    uses_cite: Citation
    tie_cite: Citation


class Button(_Table, frozen=True, kw_only=True):
    """Where the button (or the marker of the *mano*) starts, and who posts blinds when two play."""

    first: Literal["dealers-right", "before-first-seat", "draw", "first-seat"]
    first_cite: Citation | None = None  # if the regulation rotates the button without naming its start
    draw_cite: Citation | None = None
    dead_cite: Citation | None = None
    heads_up: Literal["small-blind", "big-blind"] = "big-blind"  # what the button posts when two play
    heads_up_cite: Citation | None = None
    seats_drawn: Literal["highest-first", "lowest-first"] = "highest-first"  # when seats are drawn by a card each
    seats_cite: Citation | None = None


class Street(_Table, frozen=True, kw_only=True):
    """One deal and its betting round: cards, board cards, who opens, and bet sizes."""

    own: tuple[Face, ...] = ()
    board: int = 0
    burn: bool = False
    opens: Opener
    opens_cite: Citation
    # who opens when up cards are equal, if this street has its own rule
    tie: Literal["first-seat", "last-seat"] | None = None
    least: Limit | None = None  # of an opening bet; `None` for any chip
    most: Limit | None = None  # of a bet or of what a raise adds; `None` for the stack
    bet_cite: Citation
    must_bet: bool = False  # the opener may neither check nor fold
    opener_stays: bool = False  # the opener may check or bet but not fold
    opener_never_folds: bool = False  # not even when a raise comes back to him
    opener_passes: bool = False  # the opener may defer; he acts again before the round ends


class Betting(_Table, frozen=True, kw_only=True):
    """Raises: how many, how large, and when limits fall away."""

    structure: Structure
    raises: int | None = None
    raises_cite: Citation
    raise_least: Literal["street", "opening", "last-raise", "any"]
    raise_cite: Citation
    unit: Limit | None = None  # bets and raises are multiples of it
    unit_cite: Citation | None = None
    pot_counts_call: bool = True
    pot_cite: Citation | None = None
    free_heads_up: Citation | None = None  # no limits when two players are left
    free_if_agreed: Citation | None = None  # no limits when the last two players agree on the last round
    big_blind_option: bool = True
    big_blind_cite: Citation | None = None  # whether the big blind may check in the first round, if not with the rest
    all_passed: Literal["first-seat", "same-opener"] = "first-seat"  # who opens after a round without a bet
    all_in_raise: Literal["at-least", "more-than"] = "at-least"
    all_in_cite: Citation


class Rake(_Table, frozen=True, kw_only=True):
    """Commission of the house: base, moment and rounding. Option ``rake-percent`` gives the rate."""

    of: Literal["each-pot", "whole-pot"]
    cap: Limit | None = None
    cap_cite: Citation | None = None
    rounding: Literal["exact", "down-to-chip", "up-to-cent"]
    rounding_cite: Citation
    free_before: str = ""  # hands that end before this street are free
    free_cite: Citation | None = None
    taken_after: str = ""  # taken when this street's betting ends; later bets are free
    taken_cite: Citation | None = None
    # source of the rule that small pots are free, if no article of the game states it
    threshold_cite: Citation | None = None
    ends_early: Literal["free", "charged"] = "free"  # hands that end before that street's betting does


class BuyIn(_Table, frozen=True, kw_only=True):
    """Minimum and maximum purchase of chips, at the start and later."""

    least: Limit | None = None
    most: Limit | None = None
    most_in: tuple[Structure, ...] = ()  # structures in which the maximum applies
    most_cite: Citation | None = None
    again: Literal["up-to-most", "shortfall", "shortfall-or-whole", "band"] = "up-to-most"
    again_cite: Citation
    again_least: Limit | None = None
    again_most: Limit | None = None
    during_hand_cite: Citation | None = None
    return_minutes: int = 0
    return_cite: Citation | None = None
    cash_plays: bool = False
    cash_cite: Citation | None = None


class Showdown(_Table, frozen=True, kw_only=True):
    """Who shows first, and who gets an odd chip."""

    first: Literal["last-aggressor", "paid-to-see"]
    odd_chip: Literal["left-of-button", "first-seat", "last-seat", "from-mano"]
    odd_cite: Citation
    closed_cite: Citation
    all_cards: int
    all_cards_cite: Citation
    all_checked: Literal["show", "best-in-sight"] = "show"  # when nobody bet on the last street


class UpCards(_Table, frozen=True, kw_only=True):
    """Stud: how ties of up cards are broken, and whether an ace is low."""

    low_tie: Literal["suits", "first-seat", "last-seat"] = "first-seat"
    high_tie: Literal["first-seat", "last-seat"]
    high_tie_cite: Citation
    ace: Literal["high", "low"] = "high"
    combinations: bool = False  # whether straights and flushes of three or four up cards count


class LastCard(_Table, frozen=True, kw_only=True):
    """Stud: what happens when the deck is too short for everybody's last card."""

    set_aside: int = 0
    burn_common: bool = True


class Absence(_Table, frozen=True, kw_only=True):
    """What a player owes who missed his blinds."""

    both_cite: Citation
    small_cite: Citation


class CardRoomFigures(_Table, frozen=True, eq=False, kw_only=True):
    """The ``[rules]`` table. Compared by identity, because it is cached."""

    felt: str
    players: Players
    pack: Pack
    ranking: Ranking
    streets: dict[str, Street]
    betting: Betting
    rake: Rake
    buy_in: BuyIn
    showdown: Showdown
    button: Button | None = None
    up_cards: UpCards | None = None
    last_card: LastCard | None = None
    absence: Absence | None = None
    new_player_cite: Citation | None = None
    board_lies_closed: Citation | None = None  # the board is dealt face down at once and turned card by card
    # rounding of blinds and antes that are not whole chips
    forced: Literal["exact", "down-to-chip", "whole-chips"] = "exact"
    side_pot_cite: Citation
    fold_cite: Citation
    spread: int | None = None  # maximum as a multiple of the minimum
    spread_exact: bool = True
    spread_cite: Citation | None = None


def card_room(rules: GameRules) -> CardRoomFigures:
    """The figures of a card-room game."""
    return figures(rules, CardRoomFigures)


def hand_ranks(rules: GameRules) -> HandRanks:
    """The ranking of hands at this table."""
    return _hand_ranks(card_room(rules))


@lru_cache(maxsize=32)
def _hand_ranks(data: CardRoomFigures) -> HandRanks:
    return ranks_in_order(HandOrder(tuple(reversed(data.ranking.order)), lowest=data.pack.lowest))


def street_names(rules: GameRules) -> tuple[str, ...]:
    """The streets in the order they are dealt."""
    return tuple(card_room(rules).streets)


def read_street(rules: GameRules, name: str, field: str = "street") -> Street:
    """A street by its id; raises `RequestError` that lists the streets."""
    streets = card_room(rules).streets
    if name not in streets:
        raise RequestError(field, f"{name!r} is no street of {rules.game}; there are: {', '.join(streets)}")
    return streets[name]


class Stakes(msgspec.Struct, frozen=True):
    """Posted limits of a table and its smallest chip."""

    minimum: Amount
    maximum: Amount
    chip: Amount

    def of(self, limit: Limit) -> Amount:
        """Convert a limit of the rulebook to money at this table."""
        return limit.amount({"minimum": self.minimum, "maximum": self.maximum})


def stakes(
    rules: GameRules, minimum: Amount | None = None, maximum: Amount | None = None, chip: Amount | None = None
) -> Stakes:
    """Stakes of a table: those given, else those of the rulebook's example table. Where the regulation gives the
    spread, a missing minimum or maximum follows from the other."""
    check_limits(minimum, maximum)
    if chip is not None and chip <= 0:
        raise RequestError("smallest_chip", "must be above 0")
    spread = card_room(rules).spread
    if minimum is None:
        minimum = maximum / spread if maximum is not None and spread else rules.table.minimum
    if maximum is None:
        maximum = minimum * spread if spread else max(minimum, rules.table.maximum)
    if maximum < minimum:
        raise RequestError("maximum", "is below the minimum")
    return Stakes(minimum, maximum, chip or smallest_chip(rules))


def smallest_chip(rules: GameRules) -> Amount:
    """The smallest chip of the regulation's set."""
    return rules.info.chips.values[-1]


def forced(rules: GameRules, bet: str, table: Stakes) -> Amount:
    """The size of a forced bet: ante, blinds, bring-in."""
    rule = rules.bets[bet]
    if rule.minimum is None:
        raise ValueError(f"{rules.rulebook}/{rules.game}: bets.{bet}.minimum is missing")
    amount = table.of(rule.minimum) + Amount(rule.data.get("plus", 0))
    how = card_room(rules).forced
    if how == "down-to-chip":
        return Rounding(RoundingWay.DOWN, table.chip).apply(amount)
    if how == "whole-chips" and amount % table.chip:
        raise RequestError("minimum", f"the {bet} would be {amount}, which is no whole number of chips of {table.chip}")
    return amount


def plays_ante(rules: GameRules) -> bool:
    """Whether everybody puts an ante in before the cards."""
    return "ante" in rules.bets and rules.chosen.get("ante", "yes") == "yes"


def rake_rounding(data: CardRoomFigures, table: Stakes) -> Rounding:
    """How the commission is rounded."""
    match data.rake.rounding:
        case "down-to-chip":
            return Rounding(RoundingWay.DOWN, table.chip)
        case "up-to-cent":
            return Rounding(RoundingWay.UP, Amount(1, 100))
    return EXACT

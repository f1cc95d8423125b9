"""Typed ``[rules]`` table of a pai gow file, the ranking of hands that follows from it, and the table's house way."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.money import Amount, Rounding
from trainer.equipment.odds import Odds
from trainer.equipment.tiles import TILE_COUNTS, Tile, parse_tiles
from trainer.games.core import RequestError, figures
from trainer.games.pai_gow.poker_way import PokerWay, poker_way
from trainer.games.pai_gow.ranks import PaiGowRanks
from trainer.games.pai_gow.tile_ranks import Kind, PairRank, TileRanks, TileTables
from trainer.games.pai_gow.tile_way import TileWay, tile_way
from trainer.games.poker.hands import Category, HandOrder, JokerInFlush, Wheel
from trainer.rulebooks.problems import RulebookError, listed, unreadable, wrong
from trainer.rulebooks.schema import Citation, Few, GameRules, HouseWay, Percent
from trainer.rulebooks.validation import ReadError


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Base of the tables: keys are in kebab case, unknown ones are rejected."""


class _Part(_Table, frozen=True):
    """A table with one citation."""

    cite: Citation


class SettingSizes(_Part, frozen=True):
    """How many cards or tiles a position receives and how they are divided."""

    pieces: int
    high: int
    low: int


class HandFigures(_Part, frozen=True):
    """Poker: the order of hands, highest first, and what the house decides about it."""

    order: tuple[Category, ...]
    wheel: Wheel
    joker_in_flush: JokerInFlush
    joker_cite: Citation  # it completes a straight or a flush
    ace_cite: Citation  # otherwise it is an ace
    copy_cite: Citation


class TileFigures(_Part, frozen=True):
    """Tiles: individual ranks, highest first, tiles of one rank in one string; and the two that count as each other."""

    order: tuple[str, ...]
    exchange: str
    value_cite: Citation
    exchange_cite: Citation
    tie_cite: Citation
    copy_cite: Citation


class PairLine(_Table, frozen=True):
    """One rank of permissible pairs."""

    kind: Kind
    tiles: tuple[str, ...]


class PairFigures(_Part, frozen=True):
    """Tiles: the permissible pairs by rank, 1 the highest."""

    ranks: dict[str, PairLine]
    copy_cite: Citation


class OutcomeCitations(_Table, frozen=True):
    """Where each outcome of the comparison is written; ``zero`` only where a low hand of zero never wins."""

    win: Citation
    push_low_not_higher: Citation
    push_high_not_higher: Citation
    lose: Citation
    lose_copy: Citation
    wrong_number: Citation
    foul: Citation | None = None
    zero: Citation | None = None


class StartFigures(_Part, frozen=True):
    """The starting position: the positions in the order of the count, the dice, and whether a bank counts as one."""

    positions: tuple[str, ...]
    dice: Few
    shakes: int
    bank_counts_as_one: bool
    bank_cite: Citation
    highest_number: int = 0  # of the number generator; 0 where there is none
    number_cite: Citation | None = None
    number_bank_cite: Citation | None = None  # where a bank does not count as one for the generator


class DealFigures(_Part, frozen=True):
    """How cards or groups go out, and where the dealer lays his hands."""

    method: str
    direction: Literal["right-to-left", "left-to-right"]
    stub: int = 0
    dealer_high_hand: str = ""
    dealer_low_hand: str = ""
    laid_cite: Citation | None = None


class StackFigures(_Part, frozen=True):
    """Groups in front of the table inventory: which goes out first, and where a bank's choice of it is written."""

    first: Literal["far-left", "far-right"]
    bank_cite: Citation | None = None


class CutFigures(_Part, frozen=True):
    """The cut of the cards: how far from either end at least, and who is offered it."""

    least: int
    offer_cite: Citation


class CommissionFigures(_Part, frozen=True):
    percent: Percent
    rounding: Rounding


class StartingNumberFigures(_Part, frozen=True):
    """The side bet on the number generator."""

    lowest_odds: Odds
    highest_odds: Odds
    rounding: Rounding
    limit_cite: Citation
    needs_cite: Citation


class WithdrawalFigures(_Part, frozen=True):
    """What withdrawing costs, when it may be done, and what happens to the cards or tiles."""

    loses: bool
    after_dealer_set: bool
    pieces: str


class BankFigures(_Part, frozen=True):
    """A player as bank: the share of a co-bank in percent, and where each of its rules is written."""

    share: Percent
    first_round_cite: Citation
    offer_cite: Citation
    conditions_cite: Citation
    co_bank_cite: Citation
    one_spot_cite: Citation
    house_bet_cite: Citation
    house_result_cite: Citation
    settle_cite: Citation
    co_bank_settle_cite: Citation
    house_win_cite: Citation
    commission_cite: Citation
    reset_cite: Citation | None = None  # a bank who sets wrongly; without one the dealer's holds


class SpotFigures(_Part, frozen=True):
    """How many betting spaces one player may have."""

    most: int


class LimitFigures(_Part, frozen=True):
    """What the regulation asks of a table's own limits."""

    spread: int
    lowest_minimum: Amount
    highest_maximum: Amount
    range_cite: Citation


class HouseWayFigures(_Part, frozen=True):
    """Where it is written that the dealer sets the house's way, and what happens if he does not."""

    reset_cite: Citation


class PaiGowFigures(_Table, frozen=True, eq=False):
    """The ``[rules]`` table: ``hands`` for cards, ``tiles`` and ``pairs`` for tiles. Compared by identity, so that
    it can be the key of a cache."""

    felt: str
    setting: SettingSizes
    outcomes: OutcomeCitations
    start: StartFigures
    deal: DealFigures
    stacks: StackFigures
    commission: CommissionFigures
    withdrawal: WithdrawalFigures
    bank: BankFigures
    spots: SpotFigures
    limits: LimitFigures
    house_way: HouseWayFigures
    hands: HandFigures | None = None
    tiles: TileFigures | None = None
    pairs: PairFigures | None = None
    starting_number: StartingNumberFigures | None = None
    cut: CutFigures | None = None  # of cards; a bank's cut of tiles is only a wish


def pai_gow(rules: GameRules) -> PaiGowFigures:
    """The figures of a pai gow game."""
    return figures(rules, PaiGowFigures)


def is_tiles(rules: GameRules) -> bool:
    """Whether the game is played with tiles rather than cards."""
    return pai_gow(rules).tiles is not None


def hand_figures(rules: GameRules) -> HandFigures:
    """The figures of poker hands, which a game of cards must have."""
    return _hands(pai_gow(rules))


def _hands(data: PaiGowFigures) -> HandFigures:
    if data.hands is None:
        raise ValueError("rules.hands is missing: this is a game of tiles")
    return data.hands


def tile_figures(rules: GameRules) -> tuple[TileFigures, PairFigures]:
    """The figures of tiles and pairs, which a game of tiles must have."""
    return _tiles(pai_gow(rules))


def _tiles(data: PaiGowFigures) -> tuple[TileFigures, PairFigures]:
    if data.tiles is None or data.pairs is None:
        raise ValueError("rules.tiles and rules.pairs are missing: this is a game of cards")
    return data.tiles, data.pairs


def hand_ranks(rules: GameRules) -> PaiGowRanks:
    """The ranking of poker hands at this table."""
    return _hand_ranks(pai_gow(rules))


@lru_cache(maxsize=16)
def _hand_ranks(data: PaiGowFigures) -> PaiGowRanks:
    hands = _hands(data)
    return PaiGowRanks(HandOrder(tuple(reversed(hands.order)), wheel=hands.wheel, joker_in_flush=hands.joker_in_flush))


def tile_ranks(rules: GameRules) -> TileRanks:
    """The ranking of tiles at this table."""
    return _tile_ranks(pai_gow(rules))


@lru_cache(maxsize=16)
def _tile_ranks(data: PaiGowFigures) -> TileRanks:
    return TileRanks(tile_tables(*_tiles(data)))


def tile_tables(tiles: TileFigures, pairs: PairFigures) -> TileTables:
    """The tables of tiles and pairs; raises `ReadError` where they do not hold every tile once, or no pairs by rank."""
    order = tuple(_several(line, "rules.tiles.order") for line in tiles.order)
    if sorted(tile for line in order for tile in line) != sorted(TILE_COUNTS):
        raise ReadError([("rules.tiles.order", wrong("each-once", known=listed(map(str, TILE_COUNTS))))])
    if not all(rank.isdecimal() for rank in pairs.ranks):
        raise ReadError([("rules.pairs.ranks", wrong("rank-numbers"))])
    pair_ranks = []
    for rank in sorted(pairs.ranks, key=int):
        line, key = pairs.ranks[rank], f"rules.pairs.ranks.{rank}.tiles"
        pair_ranks.append(PairRank(line.kind, tuple(_two(pair, key) for pair in line.tiles)))
    return TileTables(order, tuple(pair_ranks), _two(tiles.exchange, "rules.tiles.exchange"))


def _several(text: str, key: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text)
    except NotReadableError as error:
        raise ReadError([(key, unreadable(error))]) from None


def _two(text: str, key: str) -> tuple[Tile, Tile]:
    found = _several(text, key)
    if len(found) != 2:
        raise ReadError([(key, wrong("two-tiles", text=text))])
    return found[0], found[1]


def house_way(rules: GameRules, name: str = "", field: str = "house_way") -> HouseWay:
    """The house way by name, or the table's own; raises `RequestError` for one that is not there."""
    wanted = name or rules.option("house-way")
    if wanted not in rules.house_ways:
        known = ", ".join(rules.house_ways)
        raise RequestError(field, f"there is no house way {wanted!r} for {rules.game}; there are: {known}")
    return rules.house_ways[wanted]


def read_poker_way(rules: GameRules, name: str = "", field: str = "house_way") -> PokerWay:
    """A poker house way ready to set hands."""
    try:
        return poker_way(house_way(rules, name, field), hand_ranks(rules))
    except RulebookError as error:
        raise RequestError(field, str(error)) from None


def read_tile_way(rules: GameRules, name: str = "", field: str = "house_way") -> TileWay:
    """A tile house way ready to set tiles."""
    try:
        return tile_way(house_way(rules, name, field), tile_ranks(rules))
    except RulebookError as error:
        raise RequestError(field, str(error)) from None

"""Typed ``[rules]`` table of a house poker file, and the ``data`` of its bets.

``[rules]`` holds the rankings of hands by name (``main`` first; others if the player's own cards are ranked by
themselves), the deal, what the croupier needs to open, where each outcome is written, and the stages of a round. The
``data`` of a bet says how it is decided: against the croupier, by the player's own hand, out of a meter, or not at all
(a price).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from trainer.equipment.cards import parse_cards
from trainer.equipment.money import Amount
from trainer.games.core import figures
from trainer.games.house_poker.triple_figures import TwentyOneFigures, WarFigures
from trainer.games.meter import MeterFigures
from trainer.games.poker.cards import numbers
from trainer.games.poker.hands import Category, HandOrder, SideCards, Wheel
from trainer.games.poker.ranks import HandRanks, ranks_in_order
from trainer.games.posted import PostedLimits
from trainer.rulebooks.schema import Citation, Few, GameRules
from trainer.rulebooks.validation import convert
from trainer.texts import Names

MAIN = "main"


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """A table of figures."""


class _Part(_Table, frozen=True):
    cite: Citation


class Row(_Table, frozen=True):
    """A row of its own among the hands of a category: those from a rank up, or all that no row before it took."""

    category: Category
    names: Names
    least: str = ""  # the lowest rank that names the hand: ``J`` for a pair of jacks or better
    told: str = ""  # the name of the hand if the row exists only in a pay table
    suit: str = ""  # only hands all of this suit


class HandFigures(_Part, frozen=True):
    """A ranking: categories from the lowest to the highest, what they are called, and how equals are told apart."""

    order: tuple[Category, ...]
    names: dict[str, Names]
    tie_cite: Citation
    size: Literal[3, 5] = 5
    wheel: Wheel = Wheel.LOWEST
    side_cards: SideCards = SideCards.ALL
    same_hand: Literal["combination-first", "highest-card"] = "combination-first"
    rows: dict[str, Row] = {}
    category_cites: dict[str, Citation] = {}


class DealFigures(_Part, frozen=True):
    """How many cards everybody receives, in which way, and which of the croupier's lies face up (0: none)."""

    player: Few
    dealer: int = 0
    community: int = 0  # of the cards in the middle so many count
    laid_out: int = 0  # and so many are dealt there, where some are burned
    up: int = 0
    up_cite: Citation | None = None
    method: Literal["one-by-one", "packets"] = "one-by-one"
    first: Literal["left", "right"] = "left"
    decks: Few = 1


class OpenFigures(_Part, frozen=True):
    """The lowest hand with which the croupier opens, as cards, and where it is written what else happens.

    ``names`` is how the cloth says it: “ace and king”, for a hand of five cards that begin with them.
    """

    least: str
    closed_cite: Citation
    names: Names | None = None


class SettleFigures(_Part, frozen=True):
    """From which side hands are settled, and where each outcome stands."""

    first: Literal["left", "right"]
    win_cite: Citation
    lose_cite: Citation
    tie_cite: Citation | None = None
    meter: Literal["in-turn", "after"] = "in-turn"  # the meter's prizes go out with the hand, or after all of them


class FoldFigures(_Part, frozen=True):
    """What becomes of the cards of a player who gives up."""

    cards: str


class CapFigures(_Part, frozen=True):
    """The most that is paid on these bets: of one bet, of all of them on a hand, or at the whole table in a round."""

    bets: tuple[str, ...]
    per: Literal["bet", "hand", "round"]
    most: Amount


class Answer(_Table, frozen=True):
    """What a player may say to a question, and what follows: a bet put down or taken back, a hand given up, a card
    bought."""

    names: Names
    puts: str = ""
    times: Amount | None = None  # of the ante, where the bet itself leaves several sizes
    takes: str = ""
    folds: bool = False
    buys: bool = False
    changes: bool = False


class Stage(_Table, frozen=True):
    """A stage of a round: what the croupier does, and the step of the procedure that says so.

    ``unless`` leaves out seats that already have the bet, ``only`` those that do not have it.
    """

    act: Literal[
        "close-bets",
        "lock-meter",
        "deal",
        "ask",
        "sell-cards",
        "exchange",
        "dealer-exchange",
        "burn",
        "turn-community",
        "turn-dealer",
        "announce",
        "settle",
        "pay-meter",
        "pick-up",
    ]
    step: str
    first: Literal["left", "right"] = "left"
    cards: int = 1
    answers: dict[str, Answer] = {}
    unless: str = ""
    only: str = ""


class EqualFigures(_Part, frozen=True):
    """Bets that must all be of one size, of which the last always stays.

    ``only_together``: who took one of them back is not paid on the others. ``in_order``: who took one back does not
    keep the next. ``later_too``: a bet that stayed may be taken back when the next is asked about.
    """

    bets: tuple[str, ...]
    only_together: bool = False
    in_order: bool = False
    later_too: bool = False


class ExchangeFigures(_Part, frozen=True, kw_only=True):
    """How many cards a player may change, and where each rule of the croupier's own exchange is written."""

    most: Few
    four_straight: Literal["consecutive", "inside-too"] = "consecutive"
    ace: Literal["high", "low"] = "high"  # beside a pair
    pat_cite: Citation
    two_pair_cite: Citation
    four_cite: Citation
    three_of_a_kind_cite: Citation
    pair_cite: Citation
    nothing_cite: Citation


class HouseFigures(_Table, frozen=True, eq=False):
    """The ``[rules]`` table. Kept and told apart as an object."""

    felt: str
    seats: Few
    hands: dict[str, HandFigures]
    deal: DealFigures
    settling: SettleFigures
    course: list[Stage]
    opening: OpenFigures | None = None
    fold: FoldFigures | None = None
    equal: EqualFigures | None = None
    exchange: ExchangeFigures | None = None
    war: WarFigures | None = None
    twenty_one: TwentyOneFigures | None = None
    caps: list[CapFigures] = []
    limits: PostedLimits | None = None
    stub_every: Few | None = None  # rounds from one count of the rest of the pack to the next
    stub_cite: Citation | None = None
    least_cut: Few | None = None
    cut_cite: Citation | None = None


class BetFigures(_Table, frozen=True):
    """How a bet is decided: the ``data`` of its entry.

    ``kind`` is ``duel`` (against the croupier), ``hand`` (by the player's own hand), ``meter`` or ``price`` (never
    wins). A ``bonus`` has no stake of its own and is paid by its table on the stake of another bet, an ``envy`` is paid
    for the prize that another seat won; both are told beside the bets. ``closed`` says what becomes of a duel where the
    croupier does not open: ``duel`` is as if he had, ``no-win`` and ``no-loss`` send back what would have won or lost.
    ``below`` is what a bet does that won its duel with a hand its table has no row for.
    """

    kind: Literal["duel", "hand", "meter", "price", "bonus", "envy"]
    closed: Literal["win", "push", "lose", "duel", "no-win", "no-loss"] = "duel"
    closed_cite: Citation | None = None
    closed_tie: Literal["push", "lose"] = "push"
    opened: Literal["paid", "returned"] = "paid"  # what a bet does that won its duel against an opened hand
    opened_cite: Citation | None = None
    tie: Literal["push", "stand"] = "push"
    times: tuple[Amount, ...] = ()  # the sizes it may have, as multiples of the ante
    between: tuple[Amount, Amount] | None = None  # and any sum between these two of them
    unit: Amount | None = None  # it goes up in these steps
    on: str = ""  # the bet whose stake a bonus is computed from, or whose prize another seat won
    when: Literal["always", "not-beaten"] = "always"
    prizes: dict[str, Amount] = {}  # of an envy, by the row that the other seat won
    needs_open: bool = False
    below: Literal["none", "push", "lose"] = "none"
    ranking: str = MAIN
    cards: Literal["all", "own", "first", "own-and-dealer"] = "all"
    after_fold: Literal["lost", "stays"] = "lost"
    fold_cite: Citation | None = None
    after_buy: Literal["lost", "stays"] = "stays"
    buy_cite: Citation | None = None
    stake_back: bool = True
    stake_cite: Citation | None = None
    needs: str = ""  # a bet that must lie beside it
    needs_cite: Citation | None = None
    at: Literal["start", "decision"] = "start"  # when it is put down
    row_cites: dict[str, Citation] = {}
    meter: MeterFigures | None = None
    light: bool = False  # it counts only if the light of the seat shows it
    unlit: Literal["returned", "lost"] = "returned"
    light_cite: Citation | None = None
    approval: str = ""  # whose word a prize needs (a role of the staff)
    approval_rows: tuple[str, ...] = ()
    approval_cite: Citation | None = None


STAKELESS = ("bonus", "envy")


def compulsory_bets(rules: GameRules) -> tuple[str, ...]:
    """The bets without which nobody gets cards: the equal bets, or every bet against the dealer made at the start."""
    equal = house_poker(rules).equal
    if equal is not None:
        return equal.bets
    figures = {bet: bet_figures(rules, bet) for bet in rules.bets}
    return tuple(bet for bet, own in figures.items() if own.kind == "duel" and own.at == "start")


def has_stake(rules: GameRules, bet: str) -> bool:
    """Whether chips are put down for a bet: a bonus has none."""
    return bet_figures(rules, bet).kind not in STAKELESS


def house_poker(rules: GameRules) -> HouseFigures:
    """The figures of a game of house poker."""
    return figures(rules, HouseFigures)


_bets: dict[tuple[str, str, str, str], BetFigures] = {}


def bet_figures(rules: GameRules, bet: str) -> BetFigures:
    """How a bet is decided; kept, because it is asked for all the time."""
    key = (rules.rulebook, rules.game, rules.digest, bet)
    if key not in _bets:
        _bets[key] = convert(
            rules.bets[bet].data, BetFigures, f"{rules.rulebook}/{rules.game}.toml", f"bets.{bet}.data"
        )
    return _bets[key]


def ranking(rules: GameRules, name: str = MAIN) -> HandRanks:
    """The ranking of hands at this table by its name."""
    return _ranks(house_poker(rules), name)


@lru_cache(maxsize=64)
def _ranks(data: HouseFigures, name: str) -> HandRanks:
    hands = data.hands[name]
    order = HandOrder(hands.order, size=hands.size, wheel=hands.wheel, side_cards=hands.side_cards)
    return ranks_in_order(order)


def opens_from(rules: GameRules) -> int:
    """The rank from which the croupier opens; 0 where he always plays."""
    return _opens_from(house_poker(rules))


@lru_cache(maxsize=64)
def _opens_from(data: HouseFigures) -> int:
    if data.opening is None:
        return 0
    return _ranks(data, MAIN).best(numbers(parse_cards(data.opening.least)))

"""Types of a blackjack round without mistakes: the table, the phases and the dealer's steps; `open_table` begins one.

A `Table` is a value. `steps.next_step` says what the dealer does now and which answers a player may give;
`step_effects.perform` does it. Nothing here shuffles: cards come in with each step that needs one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.blackjack.booking import BlackjackBet
from trainer.games.blackjack.dealer import DealerHand
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import Hand
from trainer.games.blackjack.side_bets import READERS
from trainer.games.core import BetResult, Reason, RequestError
from trainer.games.limits import InPlay
from trainer.rulebooks.schema import GameRules


class Phase(StrEnum):
    """The parts of a round, in order; a house may ask for the switch before the offers."""

    BETS = "bets"
    DEAL = "deal"
    SIDE_BETS = "side-bets"
    OFFERS = "offers"
    SWITCH = "switch"
    LOOK = "look"
    TURNS = "turns"
    DEALER = "dealer"
    SETTLE = "settle"
    PICK_UP = "pick-up"
    OVER = "over"


class Do(StrEnum):
    """What the dealer does."""

    CLOSE_BETS = "close-bets"
    DEAL = "deal"  # a card to a hand
    DEAL_OWN = "deal-own"  # a card to himself
    SETTLE_SIDE_BET = "settle-side-bet"
    ASK_SWITCH = "ask-switch"
    OFFER_EVEN_MONEY = "offer-even-money"
    OFFER_INSURANCE = "offer-insurance"
    CLOSE_INSURANCE = "close-insurance"
    ASK_SURRENDER = "ask-surrender"
    LOOK = "look"  # at his hole card
    PAY_BLACKJACK = "pay-blackjack"
    PAY_PRIZE = "pay-prize"
    ASK = "ask"  # what does the player want
    COLLECT_BUST = "collect-bust"
    SHOW_HOLE = "show-hole"
    DRAW = "draw"  # for his own hand
    SETTLE_INSURANCE = "settle-insurance"
    ANNOUNCE = "announce"
    SETTLE_HAND = "settle-hand"
    MOVE_BASE = "move-base"
    PICK_UP = "pick-up"
    PICK_UP_OWN = "pick-up-own"
    NONE = "none"  # the round is over


class Step(msgspec.Struct, frozen=True):
    """The dealer's next act, on which hand or bet, the answers a player may give to it, and why it comes now."""

    do: Do
    seat: int | None = None
    hand: int | None = None
    bet: str = ""
    answers: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    face_down: bool = False
    on: int | None = None  # which of the dealer's hands, in Challenge 21
    phase: Phase = Phase.BETS
    index: int = 0  # place within the phase

    def takes_card(self, answer: str = "") -> bool:
        """Whether doing this (with a player's answer) takes a card from the shoe."""
        return self.do in (Do.DEAL, Do.DEAL_OWN, Do.DRAW) or answer in ("draw", "double", "free-double")


HandKey = tuple[int | None, int]


class Told(msgspec.Struct, frozen=True):
    """What a described round gives instead of cards, bets and limits. ``bets`` are the bets on each hand;
    ``markers`` the free bets used, if only their number is known."""

    bets: dict[HandKey, tuple[BlackjackBet, ...]] = {}
    dealer_total: int | None = None
    dealer_natural: bool | None = None
    markers: int | None = None
    in_play: tuple[tuple[BlackjackBet, InPlay], ...] = ()  # the parts of the stakes that count, if limits are given

    def moved(self, seat: int | None, number: int) -> Told:
        """The hands of a seat after this one count one more: it was split."""
        bets = {(s, n + 1 if s == seat and n > number else n): own for (s, n), own in self.bets.items()}
        return msgspec.structs.replace(self, bets=bets)


class Table(msgspec.Struct, frozen=True):
    """Everything on the table. ``at`` counts within the phase; ``results`` are the bets settled so far.

    ``first`` and ``drawn`` keep, by seat, the cards as dealt and those that came later, for the side bets. Dealer's
    ``bases`` are the first cards of his hands in Challenge 21.
    """

    hands: tuple[Hand, ...]
    side_bets: tuple[BlackjackBet, ...] = ()
    insurances: tuple[BlackjackBet, ...] = ()
    phase: Phase = Phase.BETS
    at: int = 0
    dealer: tuple[Card, ...] = ()
    bases: tuple[Card, ...] = ()
    hole_down: bool = False
    third_card_given: bool = False
    challenge: int = 1  # which of the dealer's hands is played
    announced: bool = False
    first: dict[int, tuple[Card, ...]] = {}
    drawn: dict[int, tuple[Card, ...]] = {}
    settled: frozenset[HandKey] = frozenset()
    gone: frozenset[HandKey] = frozenset()  # settled and picked up: bust, paid at once, given up …
    meter: Amount | None = None
    results: tuple[BetResult, ...] = ()
    told: Told | None = None

    @property
    def seats(self) -> list[int]:
        """The seats in play, from the dealer's left."""
        return sorted({hand.seat for hand in self.hands if hand.seat is not None})

    @property
    def shown(self) -> tuple[Card, ...]:
        """The dealer's cards that lie face up."""
        return self.dealer[:1] if self.hole_down else self.dealer

    @property
    def up(self) -> Card | None:
        """The dealer's first card; only a described round may lack it."""
        return self.dealer[0] if self.dealer else None

    @property
    def dealer_hand(self) -> DealerHand:
        """The hand that bets are settled against: the open cards, or the total given instead of them."""
        done = self.phase is Phase.SETTLE
        if self.told is None:
            return DealerHand(self.shown, done)
        total, natural = self.told.dealer_total, self.told.dealer_natural
        return DealerHand(self.shown, done or total is not None or bool(natural), total, natural)

    def hands_at(self, seat: int) -> list[Hand]:
        return [hand for hand in self.hands if hand.seat == seat]

    def is_settled(self, hand: Hand) -> bool:
        return (hand.seat, hand.number) in self.settled

    def booked(self, bet: BlackjackBet) -> bool:
        """Whether a side bet or insurance has been settled."""
        return any(result.bet is bet for result in self.results)


class PlaceBets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one player puts down: a stake for each box of his place, and side bets by id."""

    seat: int
    stakes: tuple[Amount, ...]
    side_bets: dict[str, Amount] = {}


def open_table(rules: GameRules, places: Sequence[PlaceBets], meter: Amount | None = None) -> Table:
    """The table with its bets down. Switch has two hands a place, Challenge 21 one hand with two or three stakes."""
    figures = blackjack(rules)
    hands: list[Hand] = []
    side_bets: list[BlackjackBet] = []
    for index, place in enumerate(places):
        _check_place(rules, place, f"places[{index}]")
        if any(other.seat == place.seat for other in places[:index]):
            raise RequestError(f"places[{index}].seat", f"seat {place.seat} is given twice")
    for place in sorted(places, key=lambda place: place.seat):
        if figures.switch is not None:
            for number, stake in enumerate(place.stakes, 1):
                hands.append(Hand(stakes=(stake,), seat=place.seat, number=number, origin=number))
        else:
            hands.append(Hand(stakes=place.stakes, seat=place.seat))
        side_bets += [BlackjackBet(bet=bet, stake=stake, seat=place.seat) for bet, stake in place.side_bets.items()]
    return Table(tuple(hands), tuple(side_bets), meter=meter)


def _check_place(rules: GameRules, place: PlaceBets, field: str) -> None:
    figures = blackjack(rules)
    if not 1 <= place.seat <= figures.places.seats:
        raise RequestError(f"{field}.seat", f"there are seats 1 to {figures.places.seats}")
    if figures.switch is not None and (len(place.stakes) != 2 or place.stakes[0] != place.stakes[1]):
        raise RequestError(f"{field}.stakes", "a player stakes the same on his two hands")
    if figures.switch is None:
        least, most = (figures.challenge.least_bets, figures.challenge.most_bets) if figures.challenge else (1, 1)
        if not least <= len(place.stakes) <= most:
            wanted = f"{least} to {most} stakes" if most > 1 else "one stake"
            raise RequestError(f"{field}.stakes", f"a place takes {wanted}")
    if any(stake <= 0 for stake in (*place.stakes, *place.side_bets.values())):
        raise RequestError(f"{field}.stakes", "every stake must be above 0")
    for bet in place.side_bets:
        if bet not in READERS or bet not in rules.bets:
            raise RequestError(f"{field}.side_bets", f"{bet!r} is not a side bet of this table")

"""A blackjack table in the middle of a live round: the boxes, the cards, and who has been offered what."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.games.blackjack.booking import HAND_BETS, INSURANCES
from trainer.games.blackjack.hands import TWENTY_ONE, Hand, points
from trainer.games.round import Money, State
from trainer.games.round_engine import replace

SIGNALS = {"card": "hit", "hit": "hit", "draw": "hit", "stand": "stand", "double": "double", "split": "split",
            "surrender": "surrender", "no-card": "stand", "stay": "stand"}  # fmt: skip
OFFERS = frozenset({"even-money", "surrender", *INSURANCES})  # what is asked besides a card
ACCEPTED = frozenset({"yes", "accept", "even-money"})
UNCLEAR = "unclear"  # a gesture that may mean something else: the player must be asked again
KINDS = dict.fromkeys(HAND_BETS, "settle hands") | dict.fromkeys(INSURANCES, "settle insurance")
ALWAYS = frozenset(
    {"open", "close", "deal", "ask card", "take bust", "pay blackjack", "deal dealer", "settle hands", "pick-up"}
)
FACES = {"face-up": "up", "face-down": "down"}


class Box(msgspec.Struct, frozen=True, gc=False):
    """A hand on the table, with what its player was asked and said, and what the dealer has done with it."""

    hand: Hand
    first: tuple[Card, ...] = ()  # of a pair that was split: the two cards as dealt, which side bets are read from
    asked: bool = False
    signal: str = ""  # what the player wants and the dealer has not done yet
    passed: str = ""  # what he wanted when the dealer turned to another hand
    stood: bool = False
    barred: bool = False  # lost the right to more cards
    picked: bool = False
    gone: bool = False  # given up: surrendered, even money
    total: int = 0  # of the cards, counted once
    natural: bool = False
    over: bool = False  # settled before the dealer's hand: gone, over 21, or a blackjack that does not wait

    @property
    def bust(self) -> bool:
        return self.total > TWENTY_ONE


def with_hand(box: Box, hand: Hand, **changes: Any) -> Box:
    """A box whose hand has changed, with its cards counted again."""
    total = points(hand.cards).total
    return replace(box, hand=hand, total=total, natural=total == TWENTY_ONE and hand.is_blackjack, **changes)


class BlackjackState(State, frozen=True, kw_only=True, gc=False):
    """The cards, who has been offered what, and which calls were made."""

    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealing: bool = True  # the two first rounds of cards are not complete
    has_natural: bool = False  # somebody was dealt a blackjack
    has_side_bets: bool = False
    third_card: bool = False
    offers_over: bool = False  # the first hand was asked when no offer was left to make
    hands_over: bool = False  # the dealer drew when no hand was left to be played or cleared
    even_money: frozenset[int | None] = frozenset()  # seats asked; `None` stands for all of them
    insurance: frozenset[int | None] = frozenset()
    surrender: bool = False
    insurance_closed: bool = False
    plain_asks: bool = False  # a hand was asked for a card without being asked about surrender
    last_card: tuple[int, int | None, int] = (-1, None, 0)  # when it was dealt, to which seat and hand; hand 0: own
    split_at: int = -1  # the card with which a pair was split, where the act does not name the hand
    overdrawn: bool = False
    stands: bool = False  # the dealer went on, so his hand is final as it lies
    cut_card: int = -1  # when the cut card came out
    relief: bool = False
    shoe: bool = False  # the script begins with the shuffle
    own_picked: bool = False
    withdrawn: bool = False  # “pay and withdraw” was said
    limits: tuple[Money | None, Money | None] = (None, None)

"""The state of a round of house poker: the hands of the seats, and how far the round has gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card
from trainer.games.core import RequestError
from trainer.games.house_poker.described_round import FOLD, GO, WORDS
from trainer.games.round import Act, Money, State

ANTE = "ante"
DEALER = "dealer"
MORE_WORDS = {"pass": FOLD, "surrender": FOLD, "no": FOLD, "me rindo": FOLD, "go": GO, "yes": GO, "call": GO}


class SeatCards(msgspec.Struct, frozen=True, gc=False):
    """The hand of a seat: its cards, what its player has said, and what the dealer has done with it."""

    seat: int
    cards: tuple[Card, ...] = ()
    asked: bool = False
    spoke: str = ""  # `GO`, `FOLD` or nothing yet
    discards: Card | None = None
    turned: bool = False
    picked: bool = False
    void: bool = False
    prize: bool = False  # somebody must authorise what it wins
    authorised: bool = False


class PokerState(State, frozen=True, kw_only=True, gc=False):
    """A round of house poker."""

    hands: tuple[SeatCards, ...] = ()
    own: tuple[Card, ...] = ()
    is_dealt: bool = False
    in_turn: tuple[tuple[int | str, ...], int] = ((), 0)  # an order of dealing, and how many cards have followed it
    second_closed: bool = False
    turned: bool = False
    decided: bool = False  # the dealer's hand was turned when nothing of the players' decisions was left to do
    own_picked: bool = False
    own_seen: int = 0  # covered cards of the dealer that were seen
    seen: int = 0  # cards of players that were seen during the deal
    mendable: bool = False  # a misdeal of which the script does not say whether the cards can be put in order
    reordered: bool = False
    asks_floor: int | None = None
    limits: tuple[Money | None, Money | None] = (None, None)
    meter: Any = None
    announced: tuple[Act, ...] = ()  # second bets of the script's header
    planned: Mapping[str, Any] = {}  # the cards as given in the script's header


def meaning(act: Act) -> str:
    """What a player's word means: `GO`, `FOLD` or nothing."""
    word = str(act.topic).strip().lower()
    return WORDS.get(word, MORE_WORDS.get(word, ""))


def read_cards(given: Any, path: str) -> tuple[Card, ...]:
    """Cards of a script; raises `RequestError` that names the place."""
    try:
        return tuple(Card.parse(str(card)) for card in given or ())
    except (NotReadableError, TypeError) as error:
        raise RequestError(path, str(error)) from None

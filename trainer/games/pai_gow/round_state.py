"""The state of a round of pai gow poker: the hands of the seats, and how far the round has gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from trainer.games.pai_gow.compare import Hands
from trainer.games.round import Act, Money, State

DEALER = "dealer"
WITHDRAWS = frozenset({"withdraw", "withdraws", "withdrawal", "retirar", "retirarse", "me retiro", "retiro"})
VOIDS = frozenset({"void", "void-hand", "anular", "anulo", "yes"})


class SetHand(msgspec.Struct, frozen=True, gc=False):
    """The cards of a seat, how its player set them, and what the dealer has done with them."""

    seat: int
    cards: tuple[str, ...] = ()
    hands: Hands | None = None
    withdrawn: bool = False
    void: bool = False
    turned: bool = False
    called: str = ""
    picked: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether the dealer need not wait for the player any more."""
        return self.hands is not None or self.withdrawn or self.void


class PaiGowState(State, frozen=True, kw_only=True, gc=False):
    """A round of pai gow poker."""

    total: int | None = None  # of the dice, or the generator's number
    dice: tuple[int, ...] = ()  # as they lie in the shaker
    announced: int | None = None
    shaken: bool = False
    hands: tuple[SetHand, ...] = ()
    is_dealt: bool = False
    comparing: bool = False  # the dealer set his hands when nothing of what comes before it was left to do
    own: tuple[str, ...] = ()
    own_turned: bool = False
    own_hands: Hands | None = None
    set_at: int = -1
    own_picked: bool = False
    exposed: int | None = None  # a player whose card was seen may void his hand
    limits: tuple[Money | None, Money | None] = (None, None)
    planned: Mapping[str, Any] = {}  # the cards as given in the script's header


def hands_of(act: Act) -> Hands:
    """Two hands as an act tells them."""
    high, low = (tuple(str(card) for card in act.facts.get(name) or ()) for name in ("high", "low"))
    return Hands(high=high, low=low)

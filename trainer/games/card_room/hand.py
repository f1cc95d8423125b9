"""State of a poker hand between two acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.figures import Stakes

Phase = Literal["betting", "round-over", "showdown", "won"]
ActName = Literal["fold", "check", "call", "bet", "raise", "all-in"]


class Hand(msgspec.Struct, frozen=True):
    """State of a hand between two acts. Tuples are indexed by place: seats in the order of play."""

    table: Stakes
    seats: tuple[int, ...]
    button: int | None
    stacks: tuple[Amount, ...]  # chips not bet yet
    bets: tuple[Amount, ...]  # bets on this street
    paid: tuple[Amount, ...]  # total put in during the hand, current bets included
    folded: tuple[bool, ...]
    street: int
    phase: Phase
    waiting: tuple[int, ...] = ()  # places still to act, in order
    level: Amount = ZERO  # the highest bet on this street
    opened: Amount = ZERO  # the size of the bet that opened it
    step: Amount = ZERO  # size of the last full bet or raise
    raises: int = 0
    fulls: int = 0  # number of full bets and raises; an all-in for less does not count
    seen: tuple[int, ...] = ()  # that number when each player last acted
    faced: tuple[Amount, ...] = ()  # the highest bet when each player last acted; below 0 if he has not acted
    bring_in: bool = False  # the highest bet is a forced bet below the minimum; a raise completes it
    opener: int = 0  # place
    aggressor: int | None = None  # place of the last player who bet or raised in the hand
    street_aggressor: int | None = None
    agreed: bool = False  # the last two agreed to play without limits

    @property
    def in_hand(self) -> tuple[int, ...]:
        """Places that have not folded."""
        return tuple(place for place, gone in enumerate(self.folded) if not gone)

    @property
    def pot(self) -> Amount:
        """All that was put in, bets of this street included."""
        return sum(self.paid, ZERO)

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is; `None` if nobody is to act."""
        return self.seats[self.waiting[0]] if self.phase == "betting" and self.waiting else None


def able(hand: Hand, places: Sequence[int]) -> tuple[int, ...]:
    """Which of these places are in the hand and have chips left."""
    return tuple(place for place in places if not hand.folded[place] and hand.stacks[place])

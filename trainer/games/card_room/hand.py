"""A hand between two acts, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.figures import Stakes

Phase = Literal["betting", "round-over", "showdown", "won"]
ActName = Literal["fold", "check", "call", "bet", "raise", "all-in"]


class Hand(msgspec.Struct, frozen=True):
    """A hand between two acts. Tuples run by place: the seats in the order in which they act."""

    table: Stakes
    seats: tuple[int, ...]
    button: int | None
    stacks: tuple[Amount, ...]  # behind: what is not bet yet
    bets: tuple[Amount, ...]  # before each player on this street
    paid: tuple[Amount, ...]  # put in since the hand began, the bets before him included
    folded: tuple[bool, ...]
    street: int
    phase: Phase
    waiting: tuple[int, ...] = ()  # places still to act, in order
    level: Amount = ZERO  # the highest bet on this street
    opened: Amount = ZERO  # the size of the bet that opened it
    step: Amount = ZERO  # the size of the last full bet or raise
    raises: int = 0
    fulls: int = 0  # whole bets and raises: an all-in for less is none
    seen: tuple[int, ...] = ()  # how many of those there were when each last acted
    faced: tuple[Amount, ...] = ()  # the level when each last acted; below 0: not yet
    bring_in: bool = False  # the level is a forced bet below the least: a raise completes it
    opener: int = 0  # place
    aggressor: int | None = None  # place of the last who bet or raised, in the whole hand
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
        """The seat whose turn it is."""
        return self.seats[self.waiting[0]] if self.phase == "betting" and self.waiting else None


def able(hand: Hand, places: Sequence[int]) -> tuple[int, ...]:
    """Those of some places who are in the hand and have chips to act with."""
    return tuple(place for place in places if not hand.folded[place] and hand.stacks[place])

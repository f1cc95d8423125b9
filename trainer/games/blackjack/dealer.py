"""The dealer's hand: the drawing table, and the cases in which he does not follow it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from trainer.equipment.cards import Card
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, is_blackjack, is_ten, points
from trainer.games.core import Reason
from trainer.rulebooks.schema import GameRules


class DealerAct(StrEnum):
    """What the dealer does with his own hand."""

    DRAW = "draw"
    STAND = "stand"  # the drawing table ends his hand
    STOP = "stop"  # he draws no more though the table would let him: nothing is left to decide


class OnTable(msgspec.Struct, frozen=True):
    """What still waits for the dealer: hands to beat, blackjacks, bets on his second card, bets on his final total."""

    hands: int = 0
    blackjacks: int = 0
    second_card: int = 0
    final_total: int = 0


EVERYBODY = OnTable(hands=1)


def by_table(rules: GameRules, cards: Sequence[Card]) -> tuple[DealerAct, Reason]:
    """Draw or stand by the drawing table alone."""
    dealer = blackjack(rules).dealer
    total, soft = points(cards)
    if soft and total == dealer.stands_on:
        rule = "soft-17-draws" if dealer.soft_17 == "draw" else "soft-17-stands"
        return DealerAct(dealer.soft_17), Reason(rule, {"total": total}, dealer.soft_cite)
    if total < dealer.stands_on:
        return DealerAct.DRAW, Reason("dealer-draws", {"total": total}, dealer.cite)
    if total > TWENTY_ONE:
        return DealerAct.STAND, Reason("dealer-is-bust", {"total": total}, dealer.cite)
    return DealerAct.STAND, Reason("dealer-stands", {"total": total}, dealer.cite)


def dealer_act(rules: GameRules, cards: Sequence[Card], table: OnTable) -> tuple[DealerAct, Reason]:
    """What the dealer does now, given what still waits for him."""
    dealer = blackjack(rules).dealer
    if table.hands or table.final_total:
        return by_table(rules, cards)
    if table.blackjacks:
        most = dealer.only_blackjacks_most
        if dealer.only_blackjacks == "complete" or (most is not None and table.blackjacks > most):
            return by_table(rules, cards)
        return _one_card(rules, cards, "only-blackjacks")
    if table.second_card:
        if dealer.only_insurances == "complete":
            return by_table(rules, cards)
        return _one_card(rules, cards, "only-insurances")
    if dealer.draws_for_nobody:
        return by_table(rules, cards)
    option = rules.options.get("dealer-draws-for-nobody")  # where the text is silent, the house's choice is the source
    return DealerAct.STOP, Reason("nobody-left", {}, option.cite if option else dealer.stop_cite)


def _one_card(rules: GameRules, cards: Sequence[Card], why: str) -> tuple[DealerAct, Reason]:
    """One card to see whether the first makes a blackjack, none if it cannot."""
    cite = blackjack(rules).dealer.stop_cite
    if len(cards) > 1:
        return DealerAct.STOP, Reason(f"{why}-stop", {}, cite)
    if cards and not may_make_blackjack(cards[0]):
        return DealerAct.STOP, Reason(f"{why}-no-card", {"card": cards[0]}, cite)
    return DealerAct.DRAW, Reason(f"{why}-one-card", {}, cite)


def may_make_blackjack(first: Card) -> bool:
    """Whether a first card can still become a blackjack."""
    return first.rank == "A" or is_ten(first)


class DealerHand(msgspec.Struct, frozen=True):
    """The dealer's hand when bets are settled; ``done`` once he draws no more. ``total`` stands in for the cards."""

    cards: tuple[Card, ...] = ()
    done: bool = False
    total_given: int | None = None
    blackjack_given: bool | None = None

    @property
    def up(self) -> Card | None:
        return self.cards[0] if self.cards else None

    @property
    def total(self) -> int:
        return self.total_given if self.total_given is not None else points(self.cards).total

    @property
    def is_blackjack(self) -> bool:
        return is_blackjack(self.cards) if self.blackjack_given is None else self.blackjack_given

    @property
    def second_known(self) -> bool:
        return len(self.cards) > 1 or self.total_given is not None or self.blackjack_given is not None

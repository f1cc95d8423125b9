"""Blackjack from a real shoe: the first two cards round the table, the players' hands, the dealer's own.

What a player wants no shoe can tell: that a hand stands, and that the round is over, is told by hand (or by a line of a
school's own device). What the dealer must do with his hand is in the rules, and is looked at card by card.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from trainer.equipment.cards import Card
from trainer.games.blackjack.dealer import DealerAct, OnTable, dealer_act
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, is_blackjack, points
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.sensors.events import BurnEvent, CardEvent, CutEvent, Event, StateEvent
from trainer.sensors.following.core import Finding


class Phase(StrEnum):
    """Where the table stands."""

    BURNING = "burning"
    BETWEEN = "between"
    DEALING = "dealing"  # the first cards
    PLAYERS = "players"
    DEALER = "dealer"
    STOPPED = "stopped"


class Table(msgspec.Struct, frozen=True):
    """A table with so many hands in play, in the order in which they are served."""

    hands: tuple[tuple[Card, ...], ...] = ()
    dealer: tuple[Card, ...] = ()
    phase: Phase = Phase.BETWEEN
    turn: int = 0
    rounds: int = 0
    burned: int = 0
    cut: bool = False


class Ended(msgspec.Struct, frozen=True):
    """A round that is over."""

    hands: tuple[tuple[Card, ...], ...]
    dealer: tuple[Card, ...]


class Step(msgspec.Struct, frozen=True):
    """What an event did: the table after it, the dealer's act where it was his, what was wrong, the round it ended."""

    table: Table
    act: str = ""
    finding: Finding | None = None
    ended: Ended | None = None


class Follower:
    """Follows one game with so many hands."""

    def __init__(self, rules: GameRules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self._figures = blackjack(rules)
        self._dealer_first = 2 if self._figures.deal.hole_card == "face-down" else 1

    def dealer_must(self, table: Table) -> tuple[DealerAct, Reason]:
        """What the dealer does now with his own hand."""
        live = [hand for hand in table.hands if points(hand).total <= TWENTY_ONE]
        naturals = sum(is_blackjack(hand) for hand in live)
        return dealer_act(self.rules, table.dealer, OnTable(hands=len(live) - naturals, blackjacks=naturals))

    def hear(self, table: Table, event: Event) -> Step:
        match event:
            case StateEvent(state="start"):
                burns = self._figures.shoe.burn > 0 and not self._figures.shoe.continuous
                return Step(Table(phase=Phase.BURNING if burns else Phase.BETWEEN, rounds=table.rounds))
            case CutEvent():
                return Step(msgspec.structs.replace(table, cut=True))
            case _ if table.phase is Phase.STOPPED:
                return Step(table)
            case BurnEvent() if table.phase is Phase.BURNING:
                return self._burn(table)
            case CardEvent(outside="", again=False):
                return self._card(table, Card.parse(event.card), event)
            case StateEvent(state="hand-done"):
                return Step(self._next_hand(table)) if table.phase is Phase.PLAYERS else Step(table)
            case StateEvent(state="standby" | "place-bets"):
                return self._end(table)
        return Step(table)

    def go_on(self, table: Table) -> Table:
        """After something wrong: the round is put aside."""
        return Table(rounds=table.rounds, cut=table.cut)

    def _burn(self, table: Table) -> Step:
        burned = msgspec.structs.replace(table, burned=table.burned + 1)
        if burned.burned <= self._figures.shoe.burn:
            return Step(burned)
        return self._stopped(burned, "burned-too-many", (self._burn_reason(),), count=self._figures.shoe.burn)

    def _burn_reason(self) -> Reason:
        shoe = self._figures.shoe
        return Reason("burn", {"cards": shoe.burn}, shoe.burn_cite)

    def _card(self, table: Table, card: Card, event: CardEvent) -> Step:
        if table.phase is Phase.BURNING:
            missing = self._figures.shoe.burn - table.burned
            if missing > 0 and event.to:
                return self._stopped(table, "burn-missed", (self._burn_reason(),), count=missing)
            if missing > 0:  # a shoe that tells all cards alike
                return Step(msgspec.structs.replace(table, burned=table.burned + 1))
            table = msgspec.structs.replace(table, phase=Phase.BETWEEN)
        if table.phase is Phase.BETWEEN:
            if table.cut:
                shoe = self._figures.shoe
                params = {"least": shoe.behind_least, "most": shoe.behind_most or shoe.decks * 52}
                return self._stopped(
                    table, "cut-missed", (Reason("cut-card-behind", params, shoe.behind_cite or shoe.cite),)
                )
            table = Table(((),) * self.seats, phase=Phase.DEALING, rounds=table.rounds)
        if table.phase is Phase.DEALING:
            return Step(self._first_cards(table, card))
        if table.phase is Phase.PLAYERS:
            return self._to_player(table, card)
        return self._to_dealer(table, card)

    def _first_cards(self, table: Table, card: Card) -> Table:
        """Round the table, the dealer last, twice; his second where it is dealt at once."""
        hands = list(table.hands)
        shortest = min(len(hand) for hand in hands)
        waiting = [place for place, hand in enumerate(hands) if len(hand) == shortest]
        is_dealers = len(table.dealer) < shortest and len(table.dealer) < self._dealer_first
        dealer = table.dealer
        if is_dealers and len(waiting) == len(hands):
            dealer = (*dealer, card)
        else:
            hands[waiting[0]] = (*hands[waiting[0]], card)
        dealt = msgspec.structs.replace(table, hands=tuple(hands), dealer=dealer)
        if all(len(hand) == 2 for hand in hands) and len(dealer) == self._dealer_first:
            return self._skip(msgspec.structs.replace(dealt, phase=Phase.PLAYERS, turn=0))
        return dealt

    def _skip(self, table: Table) -> Table:
        """To the next hand that can still take a card; after the last it is the dealer's turn."""
        turn = table.turn
        while turn < len(table.hands) and points(table.hands[turn]).total >= TWENTY_ONE:
            turn += 1
        phase = Phase.PLAYERS if turn < len(table.hands) else Phase.DEALER
        return msgspec.structs.replace(table, turn=turn, phase=phase)

    def _next_hand(self, table: Table) -> Table:
        return self._skip(msgspec.structs.replace(table, turn=table.turn + 1))

    def _to_player(self, table: Table, card: Card) -> Step:
        hands = list(table.hands)
        hands[table.turn] = (*hands[table.turn], card)
        return Step(self._skip(msgspec.structs.replace(table, hands=tuple(hands))))

    def _to_dealer(self, table: Table, card: Card) -> Step:
        act, reason = self.dealer_must(table)
        drawn = msgspec.structs.replace(table, dealer=(*table.dealer, card))
        if act is DealerAct.DRAW:
            return Step(drawn, DealerAct.DRAW.value)
        step = self._stopped(drawn, "dealer-drew", (reason,), total=points(table.dealer).total)
        return msgspec.structs.replace(step, act=DealerAct.DRAW.value)

    def _end(self, table: Table) -> Step:
        if table.phase is Phase.DEALING or (table.phase is Phase.BETWEEN and not table.hands):
            return Step(table)
        if table.phase is Phase.PLAYERS:
            return self._stopped(table, "hand-not-served", (), hand=table.turn + 1)
        if table.phase is not Phase.DEALER:
            return Step(table)
        act, reason = self.dealer_must(table)
        if act is DealerAct.DRAW:
            step = self._stopped(table, "dealer-stood", (reason,), total=points(table.dealer).total)
            return msgspec.structs.replace(step, act=DealerAct.STAND.value)
        after = Table(rounds=table.rounds + 1, cut=table.cut)
        return Step(after, DealerAct.STAND.value, None, Ended(table.hands, table.dealer))

    @staticmethod
    def _stopped(table: Table, found: str, reasons: tuple[Reason, ...], **params: object) -> Step:
        return Step(msgspec.structs.replace(table, phase=Phase.STOPPED), finding=Finding(found, params, reasons))

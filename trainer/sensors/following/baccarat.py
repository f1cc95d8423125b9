"""A real shoe followed card by card, in every game with a drawing table for two hands.

A shoe that knows the hands tells where each card went and where a coup begins and ends. One that does not is trusted
to deal to the hand whose turn it is; that a coup is over then has to be told, or else follows from the table.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from trainer.equipment.cards import Card
from trainer.games.baccarat.bank_figures import BankGameFigures
from trainer.games.baccarat.burn import burn_reason, cards_to_burn
from trainer.games.baccarat.coup import END, Expected, Result, expected
from trainer.games.baccarat.drawing import total
from trainer.games.baccarat.figures import BaccaratFigures, CoupFigures
from trainer.games.core import Reason, figures
from trainer.rulebooks import GameRules
from trainer.sensors.events import (
    BurnEvent,
    CardEvent,
    CutEvent,
    ErrorEvent,
    Event,
    ResultEvent,
    StateEvent,
)
from trainer.sensors.following.core import Finding
from trainer.texts import Message

FIRST = 4  # cards before anybody draws
PLAYER, BANKER = "player", "banker"
Hand: TypeAlias = tuple[Card, ...]


class Phase(StrEnum):
    """Where the table stands."""

    JOINING = "joining"  # somebody has just begun to look, perhaps in the middle of a coup
    BURNING = "burning"  # a new shoe, before its first coup
    BETWEEN = "between"  # coups
    DEALING = "dealing"
    STOPPED = "stopped"  # something was wrong, until somebody goes on


class Table(msgspec.Struct, frozen=True):
    """A table at a real shoe."""

    phase: Phase = Phase.BETWEEN
    player: Hand = ()
    banker: Hand = ()
    coups: int = 0  # that were finished
    first: Card | None = None  # turned for the burn
    burned: int = 0
    cut: bool = False  # the cutting card is out
    left: int | None = None  # coups that may still be dealt from this shoe

    @property
    def cards(self) -> int:
        return len(self.player) + len(self.banker)


class Ended(msgspec.Struct, frozen=True):
    """A coup that is over: its hands and result, in the order of the cards."""

    player: Hand
    banker: Hand
    result: Result

    @property
    def dealt(self) -> Hand:
        """The cards as they left the shoe."""
        first = (self.player[0], self.banker[0], self.player[1], self.banker[1])
        return (*first, *self.player[2:], *self.banker[2:])


class Step(msgspec.Struct, frozen=True):
    """What an event did: the table after it, what the dealer did by it, what was wrong, and the coup it ended."""

    table: Table
    act: str = ""
    finding: Finding | None = None
    ended: Ended | None = None


def coup_figures(rules: GameRules) -> CoupFigures:
    """The drawing tables of a game, whoever is the bank; raises `KeyError` or `ValueError` where there are none."""
    kind = BankGameFigures if "bank" in rules.rules else BaccaratFigures
    return figures(rules, kind)


class Follower:
    """Follows one game. ``knows_end`` says whether the end of a coup is told, by the shoe or by hand; ``bound`` whether
    a bank that may choose has asked for the table and must follow it."""

    def __init__(self, rules: GameRules, *, knows_end: bool = True, bound: bool = True) -> None:
        self.rules = rules
        self.figures = coup_figures(rules)
        self.knows_end = knows_end
        self._free = self.figures.banker if isinstance(self.figures, BankGameFigures) and not bound else None

    def expected(self, table: Table) -> Expected:
        """What may come next in a coup."""
        return expected(self.figures, table.player, table.banker, self.figures.deal.order, self._free)

    # ── events ───────────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, table: Table, event: Event) -> Step:
        """What an event does to the table. What a stopped table hears is passed over until a coup begins anew."""
        if isinstance(event, StateEvent) and event.state == "start":
            return Step(Table(Phase.BURNING if self._burns() else Phase.BETWEEN, coups=table.coups))
        if isinstance(event, CutEvent):
            return Step(self._cut(table))
        if table.phase is Phase.STOPPED:
            return Step(table)
        match event:
            case BurnEvent():
                return self._burn(table, event)
            case CardEvent(outside=outside) if outside:
                return self._overdrawn(table) if outside == "error" else Step(table)
            case CardEvent():
                return self._card(table, event)
            case ErrorEvent(error="overdraw"):
                return self._overdrawn(table)
            case ResultEvent() | StateEvent(state="standby" | "place-bets") if table.phase is Phase.JOINING:
                return Step(_cleared(table))
            case ResultEvent(result="forced-end"):
                return Step(_cleared(table))
            case ResultEvent():
                return self._end(table, event.result)
            case StateEvent(state="standby" | "place-bets"):
                return self._end(table) if table.phase is Phase.DEALING else Step(table)
        return Step(table)

    def go_on(self, table: Table) -> Table:
        """After something wrong: the cards are put aside, and the next coup is followed."""
        return msgspec.structs.replace(_cleared(table), phase=Phase.BETWEEN)

    def _burns(self) -> bool:
        burn = self.figures.burn
        return burn.fixed is None or burn.fixed > 0

    def _to_burn(self, table: Table) -> int | None:
        """How many cards are to be burned; `None` while the card that says it has not been turned."""
        burn = self.figures.burn
        if burn.fixed is not None:
            return burn.fixed
        return None if table.first is None else cards_to_burn(burn, table.first)

    def _burn_reason(self, table: Table) -> Reason:
        burn = self.figures.burn
        if burn.fixed is None and table.first is None:
            return Reason("sensors.reason.first-card-says", {}, burn.cite)
        return burn_reason(burn, table.first)

    def _burn(self, table: Table, event: BurnEvent) -> Step:
        if table.phase is not Phase.BURNING:
            return Step(table)  # a card burned in the course of the game is the manager's business
        if event.again:
            return Step(table)
        if self._to_burn(table) is None and isinstance(event.burn, str):
            return Step(msgspec.structs.replace(table, first=Card.parse(event.burn)))
        burned = msgspec.structs.replace(table, burned=table.burned + 1)
        wanted = self._to_burn(burned)
        if wanted is not None and burned.burned > wanted:
            reason = self._burn_reason(table)
            found = Finding("burned-too-many", {"count": wanted}, (reason,))
            return Step(msgspec.structs.replace(burned, phase=Phase.STOPPED), finding=found)
        return Step(burned)

    def _card(self, table: Table, event: CardEvent) -> Step:
        card = Card.parse(event.card)
        if event.to == "first":
            return Step(msgspec.structs.replace(table, first=card))
        begins = event.to == PLAYER and event.index == 1
        if event.again:
            return self._again(table, event, card)
        if table.phase is Phase.JOINING and event.to and not begins:
            return Step(table)
        if table.phase is Phase.BURNING:
            return self._after_burn(table, event, card)
        if table.phase is Phase.DEALING and begins and table.cards >= FIRST:
            # The next coup has begun without a word about the end of this one.
            ended = self._end(table)
            if ended.finding is not None:
                return ended
            begun = self._begin(ended.table, card, PLAYER)
            return msgspec.structs.replace(begun, ended=ended.ended)
        if table.phase is not Phase.DEALING:
            return self._begin(table, card, event.to or self.figures.deal.order[0].value)
        return self._draw(table, card, event.to, event.index)

    def _after_burn(self, table: Table, event: CardEvent, card: Card) -> Step:
        """The first card of a new shoe's first coup, or one that is burned from a shoe that tells all cards alike."""
        wanted = self._to_burn(table)
        if not event.to:
            if wanted is None:
                return Step(msgspec.structs.replace(table, first=card))
            if table.burned < wanted:
                return Step(msgspec.structs.replace(table, burned=table.burned + 1))
        if wanted is None or table.burned < wanted:
            reason = self._burn_reason(table)
            left = (wanted or 1) - table.burned
            stopped = msgspec.structs.replace(table, phase=Phase.STOPPED, player=(card,))
            return Step(stopped, finding=Finding("burn-missed", {"count": left}, (reason,)))
        return self._begin(msgspec.structs.replace(table, phase=Phase.BETWEEN), card, event.to or PLAYER)

    def _begin(self, table: Table, card: Card, to: str) -> Step:
        """The first card of a coup."""
        fresh = msgspec.structs.replace(_cleared(table), phase=Phase.DEALING)
        if table.left == 0:
            cut = self.figures.cut_card
            reason = Reason("cut-card-in-coup", {"coups": cut.after_current}, cut.cite)
            stopped = msgspec.structs.replace(_with(fresh, card, to), phase=Phase.STOPPED)
            return Step(stopped, to, Finding("cut-missed", {}, (reason,)))
        if table.left is not None:
            fresh = msgspec.structs.replace(fresh, left=table.left - 1)
        return self._draw(fresh, card, to, 1)

    def _draw(self, table: Table, card: Card, to: str, index: int | None) -> Step:
        expected = self.expected(table)
        if not to:
            hands = expected.acts - {END}
            to = min(hands) if hands else PLAYER
        drawn = _with(table, card, to)
        hand = drawn.player if to == PLAYER else drawn.banker
        if to in expected.acts and (index is None or index == len(hand)):
            if not self.knows_end and self.expected(drawn).acts == {END} and drawn.cards >= FIRST:
                ended = self._end(drawn)
                return msgspec.structs.replace(ended, act=to)
            return Step(drawn, to)
        if table.cards < FIRST:
            order = tuple(Message(f"baccarat.side.{side.value}") for side in self.figures.deal.order)
            found = Finding("wrong-order", {"order": order}, (Reason("deal-order", {}, self.figures.deal.cite),))
        elif expected.acts == {END}:
            found = Finding("drew-when-over", {"hand": Message(f"baccarat.side.{to}")}, expected.reasons)
        elif to in expected.acts:  # the hand is right, the place is not: a card was missed
            found = Finding("card-missed", {"hand": Message(f"baccarat.side.{to}")})
        else:
            due = Message(f"baccarat.side.{min(expected.acts - {END}, default=to)}")
            found = Finding("wrong-hand", {"hand": Message(f"baccarat.side.{to}"), "due": due}, expected.reasons)
        return Step(msgspec.structs.replace(drawn, phase=Phase.STOPPED), to, found)

    def _again(self, table: Table, event: CardEvent, card: Card) -> Step:
        """A retransmission fills a place that was missed; it begins no coup and replaces no card."""
        hand = table.player if event.to == PLAYER else table.banker
        is_next = event.index == len(hand) + 1 and event.to in self.expected(table).acts
        if table.phase is Phase.DEALING and is_next and table.cards:
            return self._draw(table, card, event.to, event.index)
        return Step(table)

    def _end(self, table: Table, result: str = "") -> Step:
        """The dealer ends the coup."""
        if table.phase is not Phase.DEALING:
            return Step(table)
        expected = self.expected(table)
        if END not in expected.acts:
            due = min(expected.acts)
            found = Finding("ended-early", {"due": Message(f"baccarat.side.{due}")}, expected.reasons)
            return Step(msgspec.structs.replace(table, phase=Phase.STOPPED), END, found)
        counted = Result.of_totals(total(table.player), total(table.banker), len(table.player), len(table.banker))
        ended = Ended(table.player, table.banker, counted)
        left = table.left
        if table.cut and left is None:
            left = self.figures.cut_card.after_current
        after = msgspec.structs.replace(_cleared(table), phase=Phase.BETWEEN, coups=table.coups + 1, left=left)
        if result and result != counted.winner:
            said, shown = (Message(f"baccarat.wins.{each}") for each in (result, counted.winner))
            found = Finding("result-differs", {"said": said, "shown": shown}, stops=False)
            return Step(after, END, found, ended)
        return Step(after, END, None, ended)

    def _overdrawn(self, table: Table) -> Step:
        """The shoe itself says that a card was drawn too many."""
        if table.phase is not Phase.DEALING or self.expected(table).acts != {END}:
            return Step(table)
        found = Finding("drew-when-over", {"hand": Message("sensors.found.no-hand")}, self.expected(table).reasons)
        return Step(msgspec.structs.replace(table, phase=Phase.STOPPED), PLAYER, found)

    def _cut(self, table: Table) -> Table:
        if table.cut:
            return table
        out = msgspec.structs.replace(table, cut=True)
        if table.phase is Phase.DEALING:
            return out  # the coup is finished first
        return msgspec.structs.replace(out, left=self.figures.cut_card.between_coups)


def _with(table: Table, card: Card, to: str) -> Table:
    if to == PLAYER:
        return msgspec.structs.replace(table, player=(*table.player, card))
    return msgspec.structs.replace(table, banker=(*table.banker, card))


def _cleared(table: Table) -> Table:
    return msgspec.structs.replace(table, player=(), banker=(), phase=Phase.BETWEEN)

"""Judges of a coup, card by card: the game's own round, or the drawing table where a player holds the bank."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from trainer.equipment.cards import Card
from trainer.games.baccarat.bank_figures import BankGameFigures
from trainer.games.baccarat.coup import END, Expected, expected
from trainer.games.baccarat.figures import BaccaratFigures, CoupFigures
from trainer.games.baccarat.round import BaccaratRound
from trainer.games.core import figures
from trainer.games.round import Act, Fault, finding
from trainer.games.round import Finding as RoundFinding
from trainer.rulebooks import GameRules

FIRST = 4  # cards before anybody draws
# What a device that reads cards can show. Calls, faces and payments it does not see.
VISIBLE = frozenset(
    {Fault.DREW_WRONGLY, Fault.STOOD_WRONGLY, Fault.WRONG_TARGET, Fault.WRONG_ORDER, Fault.BURN_WRONG, Fault.SKIPPED}
)


class Hands(msgspec.Struct, frozen=True):
    """The cards of a coup at a table where a player holds the bank."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()


class CoupJudge(Protocol):
    """Lays cards into a coup and ends it. ``state`` is any value with ``player`` and ``banker``."""

    figures: CoupFigures

    def start(self) -> Any:
        """A coup without cards."""
        ...

    def due(self, state: Any) -> Expected:
        """What may come next: a card for a hand, or the end."""
        ...

    def lay(self, state: Any, to: str, card: Card) -> tuple[Any, RoundFinding | None]:
        """The coup with a card more, and what was wrong with it."""
        ...

    def end(self, state: Any) -> tuple[Any, RoundFinding | None]:
        """The coup when the dealer ends it."""
        ...

    def burn(self, turned: Card | None, burned: int) -> RoundFinding | None:
        """What was wrong with the burn of a new shoe."""
        ...


def judge_of(rules: GameRules, *, bound: bool) -> CoupJudge:
    """The judge for a game; ``bound`` tells whether a bank that may choose must follow the table."""
    return BankJudge(rules, bound) if "bank" in rules.rules else RoundJudge(rules)


class RoundJudge:
    """Games in which the house is the bank: every card is an act of the round, judged as at the live table."""

    def __init__(self, rules: GameRules) -> None:
        self.figures: CoupFigures = figures(rules, BaccaratFigures)
        self._round = BaccaratRound(rules)
        self._empty = self._round.start({}, ())

    def start(self) -> Any:
        return self._empty

    def due(self, state: Any) -> Expected:
        found = expected(self.figures, state.player, state.banker, self.figures.deal.order)
        return Expected(frozenset([self._round.next_hand(state) or END]), found.reasons)

    def lay(self, state: Any, to: str, card: Card) -> tuple[Any, RoundFinding | None]:
        return self._perform(state, Act("deal", topic=to, facts={"card": str(card)}))

    def end(self, state: Any) -> tuple[Any, RoundFinding | None]:
        if not self._round.is_dealt(state):
            cite = self.figures.deal.cite
            return state, finding(Fault.STOOD_WRONGLY, state.count, cite, step="deal")
        return self._perform(state, Act("call", topic=self._round.winner_call(state)))

    def burn(self, turned: Card | None, burned: int) -> RoundFinding | None:
        state = self._empty
        if turned is not None:
            state = self._round.perform(state, Act("deal", topic="burn", facts={"card": str(turned)}))
        elif self.figures.burn.fixed is None and not burned:
            return finding(Fault.SKIPPED, None, self.figures.burn.cite, step="burn")
        return self._perform(state, Act("burn", facts={"cards": burned}))[1]

    def _perform(self, state: Any, act: Act) -> tuple[Any, RoundFinding | None]:
        after = self._round.perform(state, act)
        found = (each for each in self._round.findings(state, act, after) if each.fault in VISIBLE)
        return after, next(found, None)


class BankJudge:
    """Chemin de fer: there is no round of it yet, so the drawing tables judge."""

    def __init__(self, rules: GameRules, bound: bool) -> None:
        of_bank = figures(rules, BankGameFigures)
        self.figures: CoupFigures = of_bank
        self._free = None if bound else of_bank.banker

    def start(self) -> Any:
        return Hands()

    def due(self, state: Any) -> Expected:
        return expected(self.figures, state.player, state.banker, self.figures.deal.order, self._free)

    def lay(self, state: Any, to: str, card: Card) -> tuple[Any, RoundFinding | None]:
        due = self.due(state)
        hands = {"player": state.player, "banker": state.banker}
        after = Hands(**{**hands, to: (*hands[to], card)})
        if to in due.acts:
            return after, None
        is_first = len(state.player) + len(state.banker) < FIRST
        fault = Fault.DREW_WRONGLY if due.acts == {END} else Fault.WRONG_TARGET
        cite = self.figures.deal.cite if is_first or not due.reasons else due.reasons[-1].cite
        return after, finding(fault, None, cite, step="deal" if is_first else "third-cards")

    def end(self, state: Any) -> tuple[Any, RoundFinding | None]:
        due = self.due(state)
        if END in due.acts:
            return state, None
        cite = due.reasons[-1].cite if due.reasons else self.figures.deal.cite
        return state, finding(Fault.STOOD_WRONGLY, None, cite, step="third-cards")

    def burn(self, turned: Card | None, burned: int) -> RoundFinding | None:
        return None

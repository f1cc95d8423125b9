"""The money of a live table: rack, cloth, players, drop box and tip box. The total must never change by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trainer.games.round import Act, Laid, Money, State, whole


class BooksError(AssertionError):
    """Money appeared or vanished: the program is wrong, not the dealer."""


class Books:
    """Where all money is. ``total`` never changes; `check` proves it after every act."""

    def __init__(self, rack: Money) -> None:
        self.rack: Money = rack
        self.cloth: Money = 0  # bets
        self.cash: Money = 0  # banknotes and tips that lie on the table and have not been dropped
        self.drop: Money = 0
        self.tips: Money = 0
        self.purses: dict[int | None, Money] = {}  # chips in front of each seat
        self.pockets: dict[int | None, Money] = {}  # money that a player has not changed yet
        self.players: Money = 0  # purses and pockets together
        self.total: Money = rack
        self.opening_rack: Money = rack
        self.fills: Money = 0  # chips that the cage sent to the rack during the shift

    def seat(self, seat: int, chips: Money, cash: Money) -> None:
        """A player sits down with chips that he bought before the shift, and money in his pocket."""
        self.purses[seat] = self.purses.get(seat, 0) + chips
        self.pockets[seat] = self.pockets.get(seat, 0) + cash
        self.players += chips + cash
        self.total += chips + cash

    def cash_in(self, seat: int) -> None:
        """A player has as much money as he had chips and money, and no chips."""
        self.pockets[seat] += self.purses[seat]
        self.purses[seat] = 0

    def leave(self, seat: int) -> None:
        """A player leaves the table with his chips and his money."""
        away = self.purses.pop(seat, 0) + self.pockets.pop(seat, 0)
        self.players -= away
        self.total -= away
        self.check()

    def book(self, act: Act, before: State, after: State) -> None:
        """Move the money that an act of a round moved."""
        if after.players is before.players and after.rack is before.rack and after.cloth is before.cloth:
            return
        moved, racked, laid = after.players - before.players, after.rack - before.rack, after.cloth - before.cloth
        if moved + racked + laid:
            raise BooksError(f"{act} makes {moved + racked + laid} appear: {self.as_json()}")
        if moved:
            self.purses[act.seat] = whole(self.purses.get(act.seat, 0) + moved)
            self.players = whole(self.players + moved)
        if racked:
            self.rack = whole(self.rack + racked)
        if laid:
            self.cloth = whole(self.cloth + laid)

    def begin(self, state: State) -> None:
        """Begin a round: bets already on the table were paid from the purses."""
        for bet in state.bets:
            self._move_bet(bet, -bet.stake)
        self.check()

    def finish(self, bets: Iterable[Laid]) -> None:
        """A round is over: what still lies goes back to its owners, before some of it is laid again."""
        for bet in bets:
            left = bet.stake - bet.taken - bet.back
            if left:
                self._move_bet(bet, left)
        if self.cloth:
            raise BooksError(f"{self.cloth} lies on the cloth and belongs to no bet")
        self.check()

    def _move_bet(self, bet: Laid, amount: Money) -> None:
        self.purses[bet.seat] = self.purses.get(bet.seat, 0) + amount
        self.players += amount
        self.cloth -= amount

    def pay(self, seat: int | None, amount: Money) -> None:
        """Chips go from the rack to a purse beside the bets of a round: a correction, a claim, chips for money."""
        self.purses[seat] = self.purses.get(seat, 0) + amount
        self.players += amount
        self.rack -= amount
        self.check()

    def lay_cash(self, seat: int | None, amount: Money) -> None:
        """A player puts money on the table."""
        self.pockets[seat] = self.pockets.get(seat, 0) - amount
        self.players -= amount
        self.cash += amount
        self.check()

    def drop_cash(self) -> None:
        """Put the cash on the table into the drop box."""
        self.drop += self.cash
        self.cash = 0
        self.check()

    def give_back_cash(self, seat: int | None, amount: Money) -> None:
        """Money that was not changed goes back to its owner."""
        self.lay_cash(seat, -amount)

    def tip(self, seat: int | None, amount: Money) -> None:
        """A player's chips go into the tip box."""
        self.purses[seat] = self.purses.get(seat, 0) - amount
        self.players -= amount
        self.tips += amount
        self.check()

    def fill(self) -> None:
        """The cage sends the chips that the rack has lost since the shift began."""
        missing = max(self.opening_rack - self.rack, 0)
        self.rack += missing
        self.fills += missing
        self.total += missing
        self.check()

    @property
    def won(self) -> Money:
        """What the house has won so far."""
        return self.rack + self.drop + self.cash - self.opening_rack - self.fills

    def check(self) -> None:
        """Raise `BooksError` if the places do not add up to what there was."""
        if self.rack + self.cloth + self.players + self.cash + self.drop + self.tips != self.total:
            raise BooksError(f"the books do not balance: {self.as_json()}")

    def check_purses(self) -> None:
        """Raise `BooksError` if the purses do not add up to what the players have; once a round is enough."""
        if sum(self.purses.values()) + sum(self.pockets.values()) != self.players:
            raise BooksError(f"the purses do not add up to what the players have: {self.as_json()}")

    def as_json(self) -> dict[str, Any]:
        names = ("rack", "cloth", "players", "cash", "drop", "tips", "total")
        amounts = {name: whole(getattr(self, name)) for name in names}
        return {name: amount if isinstance(amount, int) else str(amount) for name, amount in amounts.items()}

"""What happens beside the bets of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainer.games.round import Act, Finding, State, Step
from trainer.live.guests import Guest

if TYPE_CHECKING:
    from trainer.live.table import LiveTable


class Affairs:
    """Buy-ins, change, questions, claims and tips of a shift."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table

    def begin(self) -> None:
        """A round begins: draw what happens beside it."""

    def reply(self, act: Act, before: State) -> tuple[Finding, ...]:
        """Something was done: is it an answer?"""
        return ()

    def finished(self, state: State) -> tuple[Finding, ...]:
        """The round is over: what was not answered."""
        return ()

    def due(self) -> tuple[Step, ...]:
        return ()

    def is_unclear(self, guest: Guest, n: int) -> bool:
        """Whether the n-th signal of a round is one that must be asked back."""
        return False

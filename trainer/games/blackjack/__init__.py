"""Blackjack, its variants and side bets: one engine, told apart by the figures of the rulebook.

`hands` counts, `dealer` draws, `verdict` compares, `booking` pays; `play` says what players may do. `table`, `course`
and `perform` are the round as a state machine; `settle` (of a round told as in `rounds`), `decide` and `limits` answer
questions about single moments.
"""

from trainer.games.blackjack.game import GAME

__all__ = ["GAME"]

"""Blackjack, its variants and side bets: one engine, told apart by the figures of the rulebook.

`hands` counts, `dealer` draws, `verdict` compares, `booking` pays, `order` says who comes first, `play` what players
may do. Two machines use them: `steps` and `step_effects` play a `table` without mistakes, in every variant; `round`
judges what a dealer really does. `settle` replays a `described_round` with the first of them.
"""

from trainer.games.blackjack.game import GAME

__all__ = ["GAME"]

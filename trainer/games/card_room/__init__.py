"""Poker between players (hold'em, Omaha, stud, synthetic poker) from the dealer's side of the table."""

from trainer.games.card_room.game import GAME

__all__ = ["GAME"]

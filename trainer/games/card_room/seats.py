"""The order in which seats are dealt to, act and are served."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.games.card_room.figures import card_room
from trainer.rulebooks.schema import GameRules


def in_order(seats: Sequence[int], after: int | None) -> tuple[int, ...]:
    """Seats in the order of play, starting after a seat.


    >>> in_order((1, 3, 4, 6), 4)
    (6, 1, 3, 4)
    """
    ordered = sorted(seats)
    if after is None:
        return tuple(ordered)
    return tuple(seat for seat in ordered if seat > after) + tuple(seat for seat in ordered if seat <= after)


def is_mano(rules: GameRules) -> bool:
    """Whether the marker lies before the player who acts first (*mano*) instead of the one who acts last."""
    button = card_room(rules).button
    return button is not None and button.first == "first-seat"


def play_order(rules: GameRules, seats: Sequence[int], button: int | None) -> tuple[int, ...]:
    """Seats from the first to act: left of the button, the mano, or the lowest seat if there is neither."""
    if button is None or card_room(rules).button is None:
        return in_order(seats, None)
    return in_order(seats, button - 1 if is_mano(rules) else button)

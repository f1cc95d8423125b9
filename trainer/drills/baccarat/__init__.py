"""Baccarat drills, from counting a hand to dealing a shoe against the clock."""

from trainer.drills.baccarat import (
    boxes,
    calls,
    commission,
    counting,
    limits,
    next_card,
    opening,
    shoe,
    side_bets,
    table,
    thirds,
    wrong,
)
from trainer.drills.core import Family
from trainer.drills.regulation import irregularities, procedure

FAMILIES: tuple[Family, ...] = (
    counting.FAMILY,
    thirds.FIRST_FOUR,
    table.CELLS,
    table.ROWS,
    thirds.THIRD_CARD,
    next_card.FAMILY,
    calls.FAMILY,
    wrong.FAMILY,
    commission.FAMILY,
    boxes.FAMILY,
    side_bets.SPECIAL_HANDS,
    side_bets.BONUS_FAMILY,
    opening.BURN,
    opening.SHOE,
    limits.FAMILY,
    procedure("baccarat"),
    irregularities("baccarat"),
    shoe.FAMILY,
)

"""Baccarat drills, from counting a hand to dealing a shoe against the clock."""

from trainer.drills.baccarat import (
    boxes,
    calls,
    commission,
    cut_and_burn,
    drawing_table,
    hand_points,
    limits,
    next_card,
    shoe,
    side_bets,
    spot_the_fault,
    third_cards,
)
from trainer.drills.core import Family
from trainer.drills.regulation import irregularities, procedure

FAMILIES: tuple[Family, ...] = (
    hand_points.FAMILY,
    third_cards.FIRST_FOUR,
    drawing_table.CELLS,
    drawing_table.ROWS,
    third_cards.THIRD_CARD,
    next_card.FAMILY,
    calls.FAMILY,
    spot_the_fault.FAMILY,
    commission.FAMILY,
    boxes.FAMILY,
    side_bets.SPECIAL_HANDS,
    side_bets.BONUS_FAMILY,
    cut_and_burn.BURN,
    cut_and_burn.SHOE,
    limits.FAMILY,
    procedure("baccarat"),
    irregularities("baccarat"),
    shoe.FAMILY,
)

"""Card-room drills: reading hands, pots, betting, limits, rulings on accidents, and dealing a whole hand."""

from trainer.drills.card_room import (
    betting,
    opening_bets,
    pots,
    ruling_matrix,
    rulings,
    run_the_hand,
    showdown,
    spot_the_fault,
)
from trainer.drills.core import Family
from trainer.drills.regulation import procedure

FAMILIES: tuple[Family, ...] = (
    showdown.BEST_FIVE,
    showdown.WHO_WINS,
    showdown.SPLIT,
    pots.SIDE_POTS,
    pots.RAKE,
    betting.WHOSE,
    opening_bets.OPENING_BETS,
    betting.SIZES,
    betting.POT_LIMIT,
    rulings.RULING,
    ruling_matrix.MATRIX,
    spot_the_fault.FAULT,
    procedure("card-room"),
    run_the_hand.RUN,
)

"""Card-room drills: read the hands, part the pots, keep the turn and the limits, rule on accidents, run the hand."""

from trainer.drills.card_room import faults, matrix, opening_bets, pots, rulings, running, showdown, turns
from trainer.drills.core import Family
from trainer.drills.regulation import procedure

FAMILIES: tuple[Family, ...] = (
    showdown.BEST_FIVE,
    showdown.WHO_WINS,
    showdown.SPLIT,
    pots.SIDE_POTS,
    pots.RAKE,
    turns.WHOSE,
    opening_bets.OPENING_BETS,
    turns.SIZES,
    turns.POT_LIMIT,
    rulings.RULING,
    matrix.MATRIX,
    faults.FAULT,
    procedure("card-room"),
    running.RUN,
)

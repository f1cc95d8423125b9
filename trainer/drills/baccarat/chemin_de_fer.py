"""Chemin de fer drills: hands with a choice, the banker's table, the bank's money, and who plays against it."""

from trainer.drills.baccarat import bank_money, hand_points, punto_decisions, who_plays
from trainer.drills.baccarat.drawing_table import CELLS, ROWS
from trainer.drills.core import Family
from trainer.drills.regulation import irregularities, procedure

FAMILIES: tuple[Family, ...] = (
    hand_points.FAMILY,
    punto_decisions.FAMILY,
    CELLS,
    ROWS,
    bank_money.CAGNOTTE,
    bank_money.GARAGE,
    who_plays.FAMILY,
    procedure("baccarat"),
    irregularities("baccarat"),
)

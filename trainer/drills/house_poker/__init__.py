"""Drills of house poker: hands, pay tables, settling, prizes of the progressive, and running the table.

Each family says by its ``fits`` at which tables it is asked, so that one list serves all games.
"""

from trainer.drills.core import Family
from trainer.drills.house_poker import (
    best_five,
    exchanging,
    mispaid,
    reading,
    settling,
    tables,
    taking_back,
    triple,
    two_rulebooks,
    ultimate,
)
from trainer.drills.regulation import irregularities, procedure

FAMILIES: tuple[Family, ...] = (
    reading.READ,
    best_five.NAME,
    best_five.WHICH,
    reading.OPENS,
    best_five.QUALIFIES,
    reading.COMPARE,
    exchanging.DISCARD,
    tables.ROWS,
    taking_back.TAKE_BACK,
    ultimate.SIZE,
    settling.ONE,
    settling.TABLE,
    ultimate.SETTLE,
    triple.COMPLETE,
    triple.PARTS,
    triple.AMOUNTS,
    mispaid.MISPAID,
    two_rulebooks.TWO_RULEBOOKS,
    procedure("house-poker"),
    irregularities("house-poker"),
)

"""Drills of house poker: hands, pay tables, settling, prizes of the progressive, and running the table.

Each family says by its ``fits`` at which tables it is asked, so that one list serves all games.
"""

from trainer.drills.core import Family
from trainer.drills.house_poker import prizes, reading, running, settling, tables
from trainer.drills.regulation import irregularities, procedure

FAMILIES: tuple[Family, ...] = (
    reading.READ,
    reading.OPENS,
    reading.COMPARE,
    tables.ROWS,
    settling.ONE,
    settling.TABLE,
    running.WRONG,
    running.WITHDRAW,
    prizes.PRIZES,
    running.NEXT,
    procedure("house-poker"),
    irregularities("house-poker"),
)

"""Pai gow drills: tiles and hands, the house way, comparing and paying, banks, and running the table."""

from trainer.drills.core import Family
from trainer.drills.pai_gow import banks, judging, setting, settling, table, tiles

FAMILIES: tuple[Family, ...] = (
    tiles.TILE,
    tiles.TWO_TILES,
    tiles.DUEL,
    tiles.LADDER,
    setting.SET_CARDS,
    setting.SET_TILES,
    setting.WHICH_RULE,
    judging.FOUL,
    judging.MIS_SET,
    judging.LAW,
    setting.TWO_WAYS,
    settling.COMPARE,
    settling.COMMISSION,
    settling.SETTLE,
    settling.SIDE_BET,
    banks.BOOKS,
    banks.MAY_BANK,
    table.START,
    table.START_BANK,
    table.START_NUMBER,
    table.STEPS,
    table.IRREGULAR,
)

"""Pai gow drills: tiles and hands, the house way, comparing and paying, player banks, and procedure."""

from trainer.drills.core import Family
from trainer.drills.pai_gow import banks, house_way, procedure, setting_checks, settlement, tiles

FAMILIES: tuple[Family, ...] = (
    tiles.TILE,
    tiles.TWO_TILES,
    tiles.DUEL,
    tiles.LADDER,
    house_way.SET_CARDS,
    house_way.SET_TILES,
    house_way.WHICH_RULE,
    setting_checks.FOUL,
    setting_checks.MIS_SET,
    setting_checks.LAW,
    house_way.TWO_WAYS,
    settlement.COMPARE,
    settlement.COMMISSION,
    settlement.SETTLE,
    settlement.SIDE_BET,
    banks.BOOKS,
    banks.MAY_BANK,
    procedure.START,
    procedure.START_BANK,
    procedure.START_NUMBER,
    procedure.STEPS,
    procedure.IRREGULAR,
)

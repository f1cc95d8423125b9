"""Bingo drills, in the order in which they are taught."""

from trainer.drills import regulation
from trainer.drills.bingo import caller, card_checks, prizes

FAMILIES = (
    *caller.FAMILIES[:2],
    *card_checks.FAMILIES,
    *prizes.FAMILIES,
    *caller.FAMILIES[2:],
    regulation.procedure("bingo"),
    regulation.irregularities("bingo"),
)

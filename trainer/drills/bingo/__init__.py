"""Drills of the bingo hall, in the order they are taught."""

from trainer.drills import regulation
from trainer.drills.bingo import calling, checking, sharing

FAMILIES = (
    *calling.FAMILIES[:2],
    *checking.FAMILIES,
    *sharing.FAMILIES,
    *calling.FAMILIES[2:],
    regulation.procedure("bingo"),
    regulation.irregularities("bingo"),
)

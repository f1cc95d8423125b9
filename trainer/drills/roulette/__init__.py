"""Roulette drills, from the first straight-up to a full number of several players."""

from trainer.drills import regulation
from trainer.drills.core import Family
from trainer.drills.roulette import announced, colours, limits, order, pay, pictures, spins, tables, wheel_order, zero

FAMILIES: tuple[Family, ...] = (
    tables.FAMILY,
    pay.FAMILY,
    pictures.FAMILY,
    wheel_order.FAMILY,
    announced.FAMILY,
    zero.FAMILY,
    order.FAMILY,
    limits.FAMILY,
    spins.ANNOUNCE,
    spins.NO_SPIN,
    colours.FAMILY,
    regulation.procedure("roulette"),
    regulation.irregularities("roulette", lambda entry: entry.data.get("spin") != "void"),  # those are the no spins
)

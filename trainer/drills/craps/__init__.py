"""Craps drills, from the first place bet to a whole shooter's hand."""

from trainer.drills.core import Family
from trainer.drills.craps import bonus, calls, commission, fate, hand, limits, pay, props, seven_out, units

FAMILIES: tuple[Family, ...] = (
    calls.CALL,
    fate.FAMILY,
    units.FAMILY,
    pay.FAMILY,
    props.FAMILY,
    props.HORN,
    commission.FAMILY,
    seven_out.FAMILY,
    limits.HANDLING,
    limits.ODDS,
    limits.CAPS,
    calls.THROW,
    bonus.FAMILY,
    hand.FAMILY,
)

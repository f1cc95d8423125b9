"""Craps drills, from the first place bet to a whole shooter's hand."""

from trainer.drills.core import Family
from trainer.drills.craps import (
    bet_outcomes,
    betting_units,
    bonus,
    calls,
    commission,
    limits,
    payouts,
    proposition_bets,
    seven_out,
    shooter_hand,
)

FAMILIES: tuple[Family, ...] = (
    calls.CALL,
    bet_outcomes.FAMILY,
    betting_units.FAMILY,
    payouts.FAMILY,
    proposition_bets.FAMILY,
    proposition_bets.HORN,
    commission.FAMILY,
    seven_out.FAMILY,
    limits.HANDLING,
    limits.ODDS,
    limits.CAPS,
    calls.THROW,
    bonus.FAMILY,
    shooter_hand.FAMILY,
)

"""Blackjack drills, from counting a hand to a full table of seven, with what each variant adds."""

from trainer.drills.blackjack import (
    challenge,
    compare,
    counting,
    dealer_hand,
    free_bet,
    insurance,
    legality,
    payouts,
    settling,
    shoe,
    side_bets,
    steps,
    surrender,
    switch,
    timing,
)
from trainer.drills.core import Family
from trainer.drills.regulation import irregularities

FAMILIES: tuple[Family, ...] = (
    counting.FAMILY,
    dealer_hand.FAMILY,
    payouts.FAMILY,
    timing.FAMILY,
    insurance.FAMILY,
    legality.FAMILY,
    surrender.FAMILY,
    side_bets.FAMILY,
    settling.FAMILY,
    switch.FAMILY,
    switch.BOTH_HANDS,
    free_bet.FAMILY,
    challenge.FAMILY,
    steps.NEXT_ACT,
    steps.ORDER,
    shoe.FAMILY,
    irregularities("blackjack"),
    compare.FAMILY,
)

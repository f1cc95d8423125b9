"""Blackjack drills, from counting a hand to a full table of seven, with those of each variant."""

from trainer.drills.blackjack import (
    challenge,
    cut_and_burn,
    dealer_hand,
    dealer_steps,
    free_bet,
    hand_totals,
    insurance,
    pay_or_wait,
    payouts,
    permitted_actions,
    settlement,
    side_bets,
    surrender,
    switch,
    two_rulebooks,
)
from trainer.drills.core import Family
from trainer.drills.regulation import irregularities

FAMILIES: tuple[Family, ...] = (
    hand_totals.FAMILY,
    dealer_hand.FAMILY,
    payouts.FAMILY,
    pay_or_wait.FAMILY,
    insurance.FAMILY,
    permitted_actions.FAMILY,
    surrender.FAMILY,
    side_bets.FAMILY,
    settlement.FAMILY,
    switch.FAMILY,
    switch.BOTH_HANDS,
    free_bet.FAMILY,
    challenge.FAMILY,
    dealer_steps.NEXT_ACT,
    dealer_steps.ORDER,
    cut_and_burn.FAMILY,
    irregularities("blackjack"),
    two_rulebooks.FAMILY,
)

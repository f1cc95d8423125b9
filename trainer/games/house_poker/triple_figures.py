"""What triple shot adds to the figures of house poker: a duel of first cards and a hand of blackjack."""

from __future__ import annotations

from typing import Literal

import msgspec

from trainer.equipment.money import Amount
from trainer.equipment.odds import Odds
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation, Few


class WarFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """The duel of first cards: the share of the bet that a tie costs, and whether the ace is high."""

    tie_loses: Amount
    ace: Literal["high", "low"] = "high"
    round_up: bool = False  # the house takes the odd unit of a halved bet
    cite: Citation
    rank_cite: Citation


class TwentyOneFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """The hand of blackjack: what a natural pays, when the croupier stands, and how many cards win by themselves."""

    natural: Odds
    charlie_pays: Odds
    stands_on: Few
    charlie: Few
    natural_beats_21: bool
    splits: Literal["aces"]
    bust_loses_poker: bool = False
    on_21: bool = False  # a player may draw on 21
    split_counts: Literal["all-four", "first-hand"] = "all-four"  # which cards of two opened aces are of the poker hand
    cite: Citation
    natural_cite: Citation
    beats_21_cite: Citation = Citation(HOUSE_STANDARD)  # his natural against 21 with more cards
    dealer_cite: Citation
    push_cite: Citation
    bust_cite: Citation
    charlie_cite: Citation
    charlie_pays_cite: Citation
    play_cite: Citation
    split_21_cite: Citation
    on_21_cite: Citation = Citation(HOUSE_STANDARD)

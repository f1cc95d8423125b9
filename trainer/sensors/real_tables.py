"""Which session with real equipment a game is practised in."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.drills.core import Family
from trainer.sensors.card_tables import BankedShoeSession, BlackjackSession, ShoeSession
from trainer.sensors.dice_table import DiceSession
from trainer.sensors.sessions import Session
from trainer.sensors.wheel_table import WheelSession

# Session class by area and id of a drill.
KINDS: dict[tuple[str, str], type[Session]] = {
    ("baccarat", "next-card"): ShoeSession,
    ("baccarat", "cagnotte"): BankedShoeSession,  # not at two tables, where the shoe deals three hands
    ("blackjack", "dealer-hand"): BlackjackSession,
    ("roulette", "pay-the-layout"): WheelSession,
    ("craps", "whole-hand"): DiceSession,
}


def session_kind(families: Sequence[Family]) -> type[Session] | None:
    """Session class for a game with these drills; None if there is none."""
    there = {(family.area, family.id) for family in families}
    return next((kind for drill, kind in KINDS.items() if drill in there), None)

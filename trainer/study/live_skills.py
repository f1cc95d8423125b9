"""Skills of the live table: acts of a shift become attempts of rungs of their own.

Whoever runs a shift records each judged act with `live_item` as its item, through the store as any other attempt. The
ledger then estimates these rungs like generated ones, and their first answers also say what the trainee knows at the
table. No drill asks them: they are not on the path, so the chooser never chooses them.
"""

from __future__ import annotations

from enum import StrEnum

from trainer.drills.core import Item
from trainer.rulebooks import GameRules
from trainer.study.skills import place_of, rung_key

_PREFIX = "live-"
_LEVEL = 1


class LiveSkill(StrEnum):
    """What a shift shows about a croupier."""

    PAYOUT = "payout"
    ORDER = "order"  # of the steps of a round
    CALLS = "calls"
    SIGNALS = "signals"
    INCIDENTS = "incidents"
    PACE = "pace"


def live_item(skill: LiveSkill, rules: GameRules, number: int) -> str:
    """Item of the act with this number in a shift: ``live-payout/1 arica/roulette-american@1+ab12cd34 #7``."""
    variant = rules.variant if rules.variant != rules.default_variant else ""
    family = f"{_PREFIX}{skill.value}"
    return str(Item(family, _LEVEL, rules.rulebook, rules.game, rules.version, number, variant, rules.changed))


def live_rung(skill: LiveSkill, rules: GameRules) -> str:
    """Key of the rung that these acts belong to, as in `Ledger.rungs`."""
    return rung_key(f"{_PREFIX}{skill.value}", _LEVEL, place_of(rules))


def is_live(key: str) -> bool:
    """Whether a rung or skill (by key) is one of the live table."""
    return key.startswith(_PREFIX)

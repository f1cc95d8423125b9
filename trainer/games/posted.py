"""What a regulation asks of the limits a table posts."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.equipment.money import Amount
from trainer.games.core import Reason
from trainer.rulebooks.schema import Citation


class PostedLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """The maximum must be at least ``spread`` times the minimum, and both within the authorised ends."""

    cite: Citation
    spread: int | None = None
    lowest_minimum: Amount | None = None
    highest_maximum: Amount | None = None


def posted_facts(posted: PostedLimits, minimum: Amount, maximum: Amount | None) -> dict[str, Any]:
    """The least and the greatest maximum for a minimum and, if a maximum is given, whether the table complies."""
    facts: dict[str, Any] = {}
    if posted.spread is not None:
        facts["lowest_allowed_max"] = minimum * posted.spread
    if posted.highest_maximum is not None:
        facts["highest_allowed_max"] = posted.highest_maximum
    if maximum is not None:
        facts["compliant"] = complies(posted, minimum, maximum)
    return facts


def posted_reasons(posted: PostedLimits) -> list[Reason]:
    """What the regulation asks, as far as it asks it: how far apart the limits lie, and between which ends."""
    reasons: list[Reason] = []
    if posted.spread is not None:
        reasons.append(Reason("posted-limits", {"spread": posted.spread}, posted.cite))
    if posted.lowest_minimum is not None and posted.highest_maximum is not None:
        params = {"lowest": posted.lowest_minimum, "highest": posted.highest_maximum}
        reasons.append(Reason("posted-range", params, posted.cite))
    return reasons


def complies(posted: PostedLimits, minimum: Amount, maximum: Amount) -> bool:
    """Whether a table may post these limits."""
    wide = posted.spread is None or maximum >= minimum * posted.spread
    low = posted.lowest_minimum is None or minimum >= posted.lowest_minimum
    high = posted.highest_maximum is None or maximum <= posted.highest_maximum
    return wide and low and high

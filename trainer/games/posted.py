"""Limits that a table posts on its sign: what a regulation requires of them, and how they may be changed."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from trainer.equipment.money import Amount
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.rulebooks.schema import Citation, GameRules
from trainer.rulebooks.validation import convert

CHANGES = "limit-changes"  # id of the rule of conduct on changing limits


class PostedLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Requirements: the maximum is at least ``spread`` times the minimum, and both lie in the authorised range."""

    cite: Citation
    spread: int | None = None
    lowest_minimum: Amount | None = None
    highest_maximum: Amount | None = None


def posted_facts(posted: PostedLimits, minimum: Amount | None, maximum: Amount | None) -> dict[str, Any]:
    """Smallest and largest maximum for a minimum and, if a maximum is given, whether the table complies.

    Nothing follows from a limit that was not given: without a minimum a table is judged by its maximum alone.
    """
    facts: dict[str, Any] = {}
    if posted.spread is not None and minimum is not None:
        facts["lowest_allowed_maximum"] = minimum * posted.spread
    if posted.highest_maximum is not None:
        facts["highest_allowed_maximum"] = posted.highest_maximum
    if maximum is not None:
        lowest = maximum / posted.spread if posted.spread else maximum
        facts["compliant"] = complies(posted, minimum if minimum is not None else lowest, maximum)
    elif minimum is not None and posted.highest_maximum and not complies(posted, minimum, posted.highest_maximum):
        facts["compliant"] = False  # no maximum can cure a wrong minimum
    return facts


def posted_reasons(posted: PostedLimits) -> list[Reason]:
    """Reasons that state the required spread and range, where the regulation has them."""
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


class LimitChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A change of an open table's limits.

    ``players_present`` is required where limits may only be lowered at an empty table, ``at_shift_opening`` where they
    may only change at the start of a shift.
    """

    type: Literal["raise", "lower"]
    notice_minutes: int = 0
    players_present: bool | None = None
    at_shift_opening: bool | None = None


class LimitChanges(Case, frozen=True, tag="limit-change"):
    """May the limits of an open table be changed like this, and what must be announced?"""

    changes: tuple[LimitChange, ...] = ()


class ChangeRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Data of the rule of conduct ``limit-changes``."""

    raise_notice_minutes: int = 0
    lower_with_players: bool = True
    only_at_shift_opening: bool = False
    last_balls_announced: int | None = None
    last_rounds_announced: int | None = None  # for games without a ball
    tell: list[str] = []


def change_of_limits(rules: GameRules, asked: LimitChanges) -> Decision:
    """Whether each change is allowed, and what must be announced to whom."""
    if CHANGES not in rules.conduct:
        raise RequestError("case", f"{rules.rulebook} says nothing about changing the limits of an open table")
    entry = rules.conduct[CHANGES]
    rule: ChangeRule = convert(entry.data, ChangeRule, f"{rules.rulebook}/{rules.game}.toml", f"conduct.{CHANGES}.data")
    facts: dict[str, Any] = {}
    if asked.changes:
        facts["allowed"] = [_may_change(rule, change, index) for index, change in enumerate(asked.changes)]
    if rule.raise_notice_minutes:
        facts["raise_notice_minutes"] = rule.raise_notice_minutes
    if rule.last_balls_announced is not None:
        facts["last_balls_announced"] = rule.last_balls_announced
    if rule.last_rounds_announced is not None:
        facts["last_rounds_announced"] = rule.last_rounds_announced
    if rule.tell:
        facts["tell"] = rule.tell
    return Decision(facts, (Reason("table.reason.conduct", {"says": entry.says}, entry.cite),))


def _may_change(rule: ChangeRule, change: LimitChange, index: int) -> bool:
    if rule.only_at_shift_opening:
        if change.at_shift_opening is None:
            raise RequestError(f"changes[{index}].at_shift_opening", "is missing: limits change only as a shift opens")
        if not change.at_shift_opening:
            return False
    if change.type == "raise":
        return change.notice_minutes >= rule.raise_notice_minutes
    if rule.lower_with_players:
        return True
    if change.players_present is None:
        raise RequestError(f"changes[{index}].players_present", "is missing: limits go down only where nobody plays")
    return not change.players_present

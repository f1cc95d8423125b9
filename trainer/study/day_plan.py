"""Length of today's session: due reviews, new facts, and enough questions of the focus."""

from __future__ import annotations

from math import ceil

import msgspec

from trainer.study.settings import Settings
from trainer.study.skills import Rung
from trainer.study.standing import Standing

SHORTEST, LONGEST = 15, 60  # questions of a session
FOCUS_QUESTIONS = 15
MEETINGS = 3  # times a new fact is asked until it leaves the learning steps
VERDICT_SECONDS = 3.0  # time to read a verdict
_USUAL_TARGET_SECONDS = 8.0


class Plan(msgspec.Struct, frozen=True):
    """Today's session: number of questions, minutes, and how many are due or new."""

    questions: int
    minutes: int  # at least 1
    due: int  # facts to review, up to the daily limit
    new: int  # facts asked for the first time
    focus: Rung | None


def plan_today(standing: Standing, now: int, settings: Settings) -> Plan:
    """Plan today's session. Minutes assume answers within the target times."""
    today = standing.ledger.today(now)
    seconds = due = unseen = 0.0
    focus: Rung | None = None
    for rung in standing.rungs:
        deck = standing.deck(rung)
        waiting = sum(card.is_due(now) for card in deck.values())
        due += waiting
        seconds += waiting * rung.target_seconds
        if focus is None and standing.is_unlocked(rung, now) and not standing.is_mastered(rung, now):
            focus = rung
            unseen = max(0, rung.facts - len(deck))
    reviews = int(min(due, max(0, settings.reviews_a_day - today.reviewed)))
    new = int(min(unseen, max(0, settings.new_facts_a_day - today.introduced)))
    usual = seconds / due if due else (focus.target_seconds if focus else _USUAL_TARGET_SECONDS)
    questions = max(SHORTEST, min(LONGEST, reviews + max(MEETINGS * new, FOCUS_QUESTIONS)))
    mean = (usual + (focus.target_seconds if focus else usual)) / 2 + VERDICT_SECONDS
    return Plan(questions, max(1, ceil(questions * mean / 60)), reviews, new, focus)

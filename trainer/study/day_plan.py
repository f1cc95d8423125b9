"""Plan of today's session: how many questions and minutes, what is due, and what can wait."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random

import msgspec

from trainer.study.days import day_name
from trainer.study.parameters import FACT_SHARE, MEETINGS, SESSION_SECONDS
from trainer.study.selection import Chooser
from trainer.study.settings import Settings
from trainer.study.skills import Rung
from trainer.study.standing import Standing
from trainer.study.tallies import DayTally

SHORTEST, LONGEST = 15, 60  # questions of a session
_USUAL_TARGET_SECONDS = 8.0
_TARGETS_WEIGH = 10  # as much as so many answers of the last day of practice
_AWAY_DAYS = 4  # days without practice after which the plan says what can wait


class Plan(msgspec.Struct, frozen=True):
    """Today's session: number of questions, minutes, and how many are due or new."""

    questions: int
    minutes: int  # at least 1
    due: int  # facts to review, as many as fit into this session
    new: int  # facts asked for the first time
    focus: Rung | None
    later: int = 0  # due facts that can wait for another day
    away: int = 0  # days without practice, if they were many


def plan_today(standing: Standing, now: int, settings: Settings) -> Plan:
    """Plan today's session, from the trainee's own pace."""
    ledger = standing.ledger
    today = ledger.today(now)
    due = unseen = 0
    facts: list[Rung] = []  # with something to ask
    for rung in standing.rungs:
        deck = standing.deck(rung)
        waiting = sum(card.is_due(now) for card in deck.values())
        due += waiting
        if rung.facts and len(deck) < rung.facts and standing.is_unlocked(rung, now):
            unseen += rung.facts - len(deck)
            waiting += 1
        if waiting:
            facts.append(rung)
    focus = Chooser(standing, settings, Random(0)).focus(now)
    each = _seconds_a_question(standing, focus, facts)
    questions = max(SHORTEST, min(LONGEST, round(SESSION_SECONDS / each)))
    for_facts = ceil(questions * (FACT_SHARE if focus else 1.0))
    reviews = min(due, max(0, settings.reviews_a_day - today.reviewed), for_facts)
    new = min(unseen, max(0, settings.new_facts_a_day - today.introduced), ceil((for_facts - reviews) / MEETINGS))
    away = ledger.day_of(now) - ledger.bests.day if ledger.bests.day else 0
    return Plan(
        questions=questions,
        minutes=max(1, round(questions * each / 60)),
        due=reviews,
        new=new,
        focus=focus[0] if focus else None,
        later=due - reviews,
        away=away if away >= _AWAY_DAYS else 0,
    )


def _seconds_a_question(standing: Standing, focus: Sequence[Rung], facts: Sequence[Rung]) -> float:
    """Expected time of a question: by the targets of the skills and facts that may be asked, and by the last day of
    practice."""
    ledger = standing.ledger
    of_skills, of_facts = (_mean_target(rungs or focus or facts or standing.rungs) for rungs in (focus, facts))
    expected = ledger.tempo.seconds((1.0 - FACT_SHARE) * of_skills + FACT_SHARE * of_facts)
    last = ledger.days[day_name(ledger.bests.day)] if ledger.bests.day else DayTally()
    measured = last.milliseconds / 1000 + last.answers * ledger.tempo.pause
    return (_TARGETS_WEIGH * expected + measured) / (_TARGETS_WEIGH + last.answers)


def _mean_target(rungs: Sequence[Rung]) -> float:
    targets = [rung.target_seconds for rung in rungs] or [_USUAL_TARGET_SECONDS]
    return sum(targets) / len(targets)

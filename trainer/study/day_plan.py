"""Plan of today's session: how many questions and minutes, what is due, and what can wait."""

from __future__ import annotations

from math import ceil
from random import Random

import msgspec

from trainer.study.parameters import FACT_SHARE, MEETINGS, SESSION_SECONDS
from trainer.study.selection import Chooser
from trainer.study.settings import Settings
from trainer.study.skills import Rung
from trainer.study.standing import Standing

SHORTEST, LONGEST = 15, 60  # questions of a session
_USUAL_TARGET_SECONDS = 8.0
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
    today, tempo = ledger.today(now), ledger.tempo
    due = unseen = 0
    for rung in standing.rungs:
        deck = standing.deck(rung)
        due += sum(card.is_due(now) for card in deck.values())
        if rung.facts and len(deck) < rung.facts and standing.is_unlocked(rung, now):
            unseen += rung.facts - len(deck)
    focus = Chooser(standing, settings, Random(0)).focus(now)
    skills = [tempo.seconds(rung.target_seconds) for rung in focus]
    facts = [tempo.seconds(rung.target_seconds) for rung in standing.rungs if rung.facts and standing.deck(rung)]
    facts = facts or [tempo.seconds(rung.target_seconds) for rung in standing.rungs if rung.facts]
    skill_seconds = sum(skills) / len(skills) if skills else 0.0
    fact_seconds = sum(facts) / len(facts) if facts else 0.0
    for_facts = (FACT_SHARE if skills else 1.0) * SESSION_SECONDS if facts and (due or unseen) else 0.0
    fact_questions = for_facts / fact_seconds if for_facts else 0.0
    reviews = min(due, max(0, settings.reviews_a_day - today.reviewed), int(fact_questions))
    room = max(0.0, fact_questions - reviews) / MEETINGS
    new = min(unseen, max(0, settings.new_facts_a_day - today.introduced), ceil(room))
    fact_questions = min(fact_questions, reviews + MEETINGS * new)
    usual = skill_seconds or fact_seconds or tempo.seconds(_USUAL_TARGET_SECONDS)
    others = max(0.0, SESSION_SECONDS - fact_questions * fact_seconds) / usual
    questions = max(SHORTEST, min(LONGEST, round(fact_questions + others)))
    seconds = min(questions, fact_questions) * fact_seconds + max(0.0, questions - fact_questions) * usual
    away = ledger.day_of(now) - ledger.bests.day if ledger.bests.day else 0
    return Plan(
        questions=questions,
        minutes=max(1, round(seconds / 60)),
        due=reviews,
        new=new,
        focus=focus[0] if focus else None,
        later=due - reviews,
        away=away if away >= _AWAY_DAYS else 0,
    )

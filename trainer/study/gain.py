"""Expected gain of a question for each second: what an answer adds to the accuracy on its rung some days from now.

All rungs weigh the same, so a fact counts for its share of its rung. Generated questions, reviews and new facts are
compared on this one scale.
"""

from __future__ import annotations

from trainer.study import ability, repetition
from trainer.study.mastery import pace
from trainer.study.parameters import (
    BEST,
    BROUGHT_DAYS,
    FAVOURS_WEAK,
    HORIZON_DAYS,
    OPENS_WORTH,
    RATE,
    SPEED_WORTH,
    TIRES_EVER,
    TIRES_TODAY,
)
from trainer.study.repetition import DAY_MS, Card
from trainer.study.scoring import Grade
from trainer.study.skills import Rung
from trainer.study.standing import Standing


def of_generated(standing: Standing, rung: Rung, now: int, opens: int = 0) -> float:
    """Gain of the next answer on a generated rung: a part of what is missing, smaller after many answers, and what
    would be forgotten without it. A rung for which others wait is worth more.

    Nothing is missing as far as the rung was known before: practice does not cure slips.
    """
    outlook = standing.outlook(rung, now)
    chance, missing = outlook.chance, outlook.unknown * max(0.0, BEST - outlook.begun)
    tally = standing.ledger.rungs.get(rung.key)
    if tally is None:
        gain: float = RATE * missing**FAVOURS_WEAK
    else:
        if standing.is_done(rung, chance):
            missing += SPEED_WORTH * (1.0 - (pace(tally.window) or 1.0))
            opens = 0
        days, practised = max(0.0, (now - tally.last) / DAY_MS), tally.practice_days + BROUGHT_DAYS * tally.known_before
        lost = ability.forgotten(days + HORIZON_DAYS, practised) - ability.forgotten(HORIZON_DAYS, practised)
        rate = RATE / (1.0 + tally.practised / TIRES_EVER)
        gain = rate * missing**FAVOURS_WEAK + lost * chance * (1.0 - chance)
        if tally.day == standing.ledger.day_of(now):
            gain /= 1.0 + tally.day_answers / TIRES_TODAY
    return gain * (1.0 + OPENS_WORTH * opens) / seconds(standing, rung)


def of_card(standing: Standing, rung: Rung, card: Card, now: int) -> float:
    """Gain of a review: recall some days from now as this trainee remembers, with the review and without it.

    Recall above the highest accuracy to be expected counts for nothing, as on generated rungs: a fact that will hardly
    be forgotten by then gains nothing and waits.
    """
    recall = standing.recall(rung, card, now)
    right, wrong = (
        standing.recall_of(rung, repetition.retention(each, HORIZON_DAYS), HORIZON_DAYS, card.reviews + 1)
        for each in repetition.stabilities(card, now)
    )
    days = card.days_since(now) + HORIZON_DAYS
    without = standing.recall_of(rung, repetition.retention(card.stability, days), days, card.reviews)
    gain = min(BEST, recall * right + (1.0 - recall) * wrong) - min(BEST, without)
    return gain / rung.facts / ((2.0 - recall) * seconds(standing, rung))


def of_new(standing: Standing, rung: Rung, now: int, opens: int = 0) -> float:
    """Gain of a new fact: its recall some days from now, unless it is known already; a wrong answer is repeated."""
    known = ability.known_share(standing.chance(rung, now))
    kept = repetition.retention(repetition.first_stability(Grade.WRONG), HORIZON_DAYS)
    gain = (1.0 - known) * kept * (1.0 + OPENS_WORTH * opens)
    return gain / rung.facts / ((2.0 - known) * seconds(standing, rung))


def seconds(standing: Standing, rung: Rung) -> float:
    return standing.ledger.tempo.seconds(rung.target_seconds)

"""A made-up trainee for the pictures: some weeks of practice with the real scheduler, the same every time."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from math import exp
from random import Random

from msgspec import structs

from trainer.drills import families
from trainer.drills.core import Mark, Question
from trainer.games.rules import load_rules
from trainer.records.attempts import Attempt
from trainer.records.store import Session as SessionRow
from trainer.records.store import Store
from trainer.rulebooks import shipped_library
from trainer.study.behaviours import CHALLENGE, PRACTISE
from trainer.study.session import Session
from trainer.study.skills import Rung, path
from trainer.study.sources import SessionKind
from trainer.study.trainee import Trainee

TABLES = (("baleares", "roulette-french"), ("baleares", "roulette-american"))
NAME = "Marina"
_DAYS = 150
_ANSWERS_A_DAY = 24
_HARD = {"zero": 1.2, "picture-bets": 0.7, "limits": 0.9}  # what this trainee finds harder than the rest
_RESTS = 0.45  # share of days without practice


@cache
def practice(end: datetime) -> tuple[list[SessionRow], list[Attempt]]:
    """The sessions and attempts of some weeks up to a moment."""
    source = Random(7)
    clock = [end - timedelta(days=_DAYS)]
    with Store(None, lambda: clock[0]) as store:
        profile = store.add_profile(NAME).id
        library = shipped_library()
        rungs = [path(load_rules(library, book, game), families(game)) for book, game in TABLES]
        met: dict[str, int] = {}
        for day in range(_DAYS):
            if source.random() < _RESTS and day != _DAYS - 1:
                continue
            clock[0] = end - timedelta(days=_DAYS - 1 - day, minutes=source.randrange(25, 120))
            which = 1 if day % 6 == 5 else 0
            trainee = Trainee(store, profile, rungs[which])
            kind = SessionKind.CHALLENGE_60 if day in (_DAYS - 9, _DAYS - 3) else SessionKind.TODAY
            session = Session(trainee, kind, CHALLENGE if kind is SessionKind.CHALLENGE_60 else PRACTISE, source)
            for _ in range(source.randrange(_ANSWERS_A_DAY // 2, _ANSWERS_A_DAY * 2)):
                question = session.next_question()
                if question is None:
                    break
                rung = trainee.standing.by_key[session.choice(question).rung.key]
                right, seconds = _answers(rung, met, source)
                clock[0] += timedelta(seconds=seconds + 2)
                session.record(question, _mark(question, right, source), round(1000 * seconds))
        return store.sessions(profile), list(store.attempts(profile))


def _mark(question: Question, right: bool, source: Random) -> Mark:
    """The solution, or a mistake that has a name; without one the time ran out."""
    draft = question.draft
    wrong = [answer for _, answer in draft.mistakes if answer != draft.solution]
    if not right and not wrong:
        return Mark(False, "", draft.solution)
    given = draft.solution if right else source.choice(wrong[:2])
    return question.family.mark(question, given.replace("|", " "))


def _answers(rung: Rung, met: dict[str, int], source: Random) -> tuple[bool, float]:
    """Whether right and in how many seconds, by how often a drill was met before."""
    times = met[rung.skill] = met.get(rung.skill, 0) + 1
    lead = 0.5 + times / 75 - 0.9 * (rung.level - 1) - _HARD.get(rung.family.id, 0.0)
    chance = 0.3 + 0.66 / (1 + exp(-1.6 * lead))
    seconds = rung.target_seconds * (0.6 + 0.9 * exp(-0.5 * max(0.0, lead + 0.6))) * source.lognormvariate(0, 0.22)
    return source.random() < chance, max(1.0, seconds)


def fill(store: Store, end: datetime) -> None:
    """Put the made-up practice into a store, under its one profile."""
    [profile] = store.profiles()
    store.rename_profile(profile.id, NAME)
    sessions, attempts = practice(end)
    with store.writing() as connection:
        for session in sessions:
            store.write_session(structs.replace(session, profile=profile.id))
        for attempt in attempts:
            row = store.row(structs.replace(attempt, profile=profile.id))
            connection.execute(f"INSERT INTO attempts VALUES ({', '.join('?' * len(row))})", row)

"""An invented trainee for the pictures: some months of practice with the real scheduler, always the same."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from math import exp
from random import Random

from trainer.drills import families
from trainer.drills.core import Question
from trainer.drills.judge import Mark
from trainer.games.rules import load_rules
from trainer.records.store import Store
from trainer.rulebooks import shipped_library
from trainer.study.questions import Questions
from trainer.study.run_kinds import Kind
from trainer.study.skills import Rung, path
from trainer.study.trainee import Trainee

TABLES = (("baleares", "roulette-french"), ("baleares", "roulette-american"))
NAME = "Marina"
_DAYS = 150
_ANSWERS_A_DAY = 24
_HARD = {"zero": 1.2, "picture-bets": 0.7, "limits": 0.9}  # what this trainee finds harder than the rest
_CHALLENGE = timedelta(seconds=60)
_RESTS = 0.45  # share of days without practice


@cache
def practised(end: datetime) -> bytes:
    """The records of the trainee, with some months of practice up to a moment."""
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
            is_challenge = day in (_DAYS - 9, _DAYS - 3)
            questions = Questions(trainee, Kind.CHALLENGE if is_challenge else Kind.TODAY, source)
            behaviour, kind = ("challenge", "challenge-60") if is_challenge else ("practise", "today")
            session = store.add_session(profile, kind, "")
            for _ in range(source.randrange(_ANSWERS_A_DAY // 2, _ANSWERS_A_DAY * 2)):
                choice = questions.next_choice()
                if choice is None or (is_challenge and clock[0] - session.began >= _CHALLENGE):
                    break
                question = choice.rung.question(choice.seed)
                right, seconds = _answers(choice.rung, met, source)
                clock[0] += timedelta(seconds=seconds + 2)
                mark = _mark(question, right, source)
                trainee.record(question, mark, round(1000 * seconds), behaviour, True, session)
        return store.connection.serialize()


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
    lead = 0.5 + times / 45 - 0.9 * (rung.level - 1) - _HARD.get(rung.family.id, 0.0)
    chance = 0.3 + 0.66 / (1 + exp(-1.6 * lead))
    seconds = rung.target_seconds * (0.6 + 0.9 * exp(-0.5 * max(0.0, lead + 0.6))) * source.lognormvariate(0, 0.22)
    return source.random() < chance, max(1.0, seconds)

"""Two small drill families, and answers given to them without ceremony."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID, uuid4

from tests.records.support import HandClock
from trainer.drills.core import Draft, Family, Level, Mark
from trainer.drills.forms import AmountForm
from trainer.drills.scene import Scene
from trainer.games.rules import load_rules
from trainer.records.attempts import to_milliseconds
from trainer.records.store import LogEntry, Store
from trainer.rulebooks import GameRules, shipped_library
from trainer.study.behaviours import PRACTISE, Behaviour
from trainer.study.session import Session
from trainer.study.skills import Rung, path
from trainer.study.sources import SessionKind
from trainer.study.trainee import Trainee
from trainer.texts import Message

FACTS_A_LEVEL = 8


def rules() -> GameRules:
    return load_rules(shipped_library(), "baleares", "roulette-french", "", {})


def _draft(first: int, second: int) -> Draft:
    wrong = ("forgot-the-second", str(first))
    form = AmountForm()
    return Draft(Message("desk.sum"), Scene(felt="plain"), form, str(first + second), (), (wrong,))


def _fact(rules: GameRules, level: int, number: int) -> Draft:
    return _draft(10 * level, number + 1)


def _sum(rules: GameRules, level: int, source: Random) -> Draft:
    return _draft(source.randrange(10**level), source.randrange(1, 10**level))


FACTS = Family(
    id="facts", area="sums", levels=(Level(4), Level(6)), facts=lambda rules, level: FACTS_A_LEVEL, build_fact=_fact
)
SUMS = Family(id="sums", area="sums", levels=(Level(5), Level(8), Level(12)), build=_sum, needs=("facts",))
OTHER = Family(id="other", area="sums", levels=(Level(5),), build=_sum)
FAMILIES = (SUMS, OTHER, FACTS)


def is_fact(family: str, game: str) -> bool:
    return family == "facts"


def rungs() -> tuple[Rung, ...]:
    return path(rules(), FAMILIES)


def rung(name: str) -> Rung:
    """A rung by the beginning of its key: ``sums/2``."""
    return next(rung for rung in rungs() if rung.key.startswith(f"{name} "))


def trainee(store: Store, name: str = "Ana") -> Trainee:
    known = [profile.id for profile in store.profiles() if profile.name == name]
    profile = known[0] if known else store.add_profile(name).id
    return Trainee(store, profile, rungs(), day_of=_utc_day, is_fact=is_fact)


def session(who: Trainee, kind: SessionKind, behaviour: Behaviour = PRACTISE, seed: int = 1, **more: Any) -> Session:
    return Session(who, kind, behaviour, Random(seed), **more)


def answer(run: Session, clock: HandClock, right: bool = True, seconds: float = 3.0) -> str:
    """Ask and answer the next question; gives its item, or nothing if the session is over."""
    question = run.next_question()
    if question is None:
        return ""
    clock.move(seconds=seconds)
    wrong = question.draft.mistakes[0][1]
    mark = question.family.mark(question, question.draft.solution if right else wrong)
    assert mark.right is right
    run.record(question, mark, round(1000 * seconds))
    return str(question.item)


def practise(who: Trainee, clock: HandClock, name: str, number: int, right: bool = True, seconds: float = 3.0) -> None:
    """So many answers on exactly one rung, all right or all wrong."""
    run = session(who, SessionKind.SKILL, rungs=[rung(name)])
    for _ in range(number):
        assert answer(run, clock, right, seconds)


def entry(clock: HandClock, name: str, seed: int, right: bool = True, **changes: Any) -> LogEntry:
    """An attempt as the ledger reads it."""
    family, _, level = name.partition("/")
    plain: dict[str, Any] = {
        "id": UUID(int=to_milliseconds(clock()) << 80 | uuid4().int >> 48).bytes,
        "kind": f"{family} baleares/roulette-french@1+ab12cd34",
        "level": int(level),
        "seed": seed,
        "dealt": "",
        "right": int(right),
        "mistake": "" if right else "sums.mistake.forgot-the-second",
        "milliseconds": 3000,
        "target": 5000,
        "behaviour": "practise",
        "counts": 1,
        "session": "1",
        "session_kind": "today",
        "at": to_milliseconds(clock()),
    }
    return tuple({**plain, **changes}.values())  # type: ignore[return-value]


def _utc_day(milliseconds: int) -> int:
    return 719_163 + milliseconds // 86_400_000


def unanswered(solution: str) -> Mark:
    return Mark(False, "", solution)

"""Two small drill families, and answers given to them without ceremony."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID, uuid4

from tests.records.support import HandClock
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.scene import Scene
from trainer.games.rules import load_rules
from trainer.records.attempts import to_milliseconds
from trainer.records.store import LogEntry, Session, Store
from trainer.rulebooks import GameRules, shipped_library
from trainer.study.questions import Questions
from trainer.study.run_kinds import Kind
from trainer.study.skills import Rung, path
from trainer.study.trainee import Trainee
from trainer.texts import Message

FACTS_A_LEVEL = 8


def rules() -> GameRules:
    return load_rules(shipped_library(), "baleares", "roulette-french", "", {})


def _draft(first: int, second: int) -> Draft:
    wrong = ("forgot-the-second", str(first))
    form = AmountForm()
    return Draft(
        Message("desk.sum", {"first": first, "second": second}),
        Scene(felt="plain"),
        form,
        str(first + second),
        (),
        (wrong,),
    )


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


def questions(who: Trainee, kind: Kind, seed: int = 1, **more: Any) -> Questions:
    session = who.store.add_session(who.profile, "challenge-60" if kind is Kind.CHALLENGE else kind.value, "")
    return Questions(who, kind, Random(seed), session=session.id.hex, **more)


def session_of(run: Questions) -> Session:
    """The session of questions, to record in."""
    session = run.trainee.store.session(run.trainee.profile, UUID(hex=run.session))
    assert session is not None
    return session


def answer(run: Questions, clock: HandClock, right: bool = True, seconds: float = 3.0) -> str:
    """Ask and answer the next question; gives its item, or nothing if the session is over."""
    choice = run.next_choice()
    if choice is None:
        return ""
    question = choice.rung.question(choice.seed)
    clock.move(seconds=seconds)
    wrong = question.draft.mistakes[0][1]
    mark = question.family.mark(question, question.draft.solution if right else wrong)
    assert mark.right is right
    behaviour = run.kind.value if run.kind in (Kind.PLACEMENT, Kind.CHALLENGE) else "practise"
    counts = run.counts(choice, question)
    run.trainee.record(question, mark, round(1000 * seconds), behaviour, counts, session_of(run))
    return str(question.item)


def practise(who: Trainee, clock: HandClock, name: str, number: int, right: bool = True, seconds: float = 3.0) -> None:
    """So many answers on exactly one rung, all right or all wrong."""
    run = questions(who, Kind.DRILL, rungs=[rung(name)])
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

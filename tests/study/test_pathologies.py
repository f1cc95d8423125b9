"""Trainees and tables for which a chooser could go wrong, each driven for weeks through today's session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from trainer.drills.core import Family, Level
from trainer.study.ledger import Ledger
from trainer.study.mastery import Stand
from trainer.study.placement import AT_MOST
from trainer.study.repetition import DAY_MS
from trainer.study.selection import Chooser, Why
from trainer.study.settings import Settings
from trainer.study.skills import Rung, rung_key, skill_key
from trainer.study.sources import Placement
from trainer.study.standing import Standing

START = 1_790_000_000_000 // DAY_MS * DAY_MS + 15 * 3_600_000


def never(*_: Any) -> Any:
    raise AssertionError("nobody makes a question here")


def family(name: str, place: str, levels: int, facts: int = 0, seconds: float = 6.0) -> list[Rung]:
    """A family at a table, each level of which needs the one below."""
    makes: dict[str, Any] = {"facts": never, "build_fact": never} if facts else {"build": never}
    made = Family(name, "test", (Level(seconds),) * levels, **makes)
    return [
        Rung(
            key=rung_key(name, level, place),
            skill=skill_key(name, place),
            family=made,
            rules=None,  # type: ignore[arg-type]
            level=level,
            facts=facts,
            needs=(rung_key(name, level - 1, place),) if level > 1 else (),
            stage=level - 1,
        )
        for level in range(1, levels + 1)
    ]


def table(place: str = "arica/roulette-american") -> list[Rung]:
    """Twelve rungs: nine generated, three of facts, one of them with six facts only."""
    rungs = [*family("pay", place, 4), *family("zero", place, 3), *family("limits", place, 2)]
    rungs += [*family("facts-tables", place, 2, facts=30), *family("facts-few", place, 1, facts=6)]
    return sorted(rungs, key=lambda rung: rung.stage)


def is_fact(name: str, game: str) -> bool:
    return name.startswith("facts")


@dataclass
class Practice:
    """Weeks of today's sessions of one trainee."""

    rungs: list[Rung]
    right: Callable[[Rung, int], bool]  # by rung and number of the answer on it
    pace: float = 0.8  # time as a share of the target
    number: int = 0
    now: int = START
    asked: Counter[str] = field(default_factory=Counter)
    order: list[str] = field(default_factory=list)
    reasons: Counter[Why] = field(default_factory=Counter)
    minutes: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ledger = Ledger(lambda milliseconds: 719_163 + milliseconds // DAY_MS, is_fact)
        self.standing = Standing(self.rungs, self.ledger, Settings())

    def session(self, day: int, questions: int = 50) -> None:
        self.now = max(self.now, START + day * DAY_MS)
        chooser = Chooser(self.standing, Settings(), Random(day))
        for _ in range(questions):
            choice = chooser.today(self.now)
            assert choice is not None
            chooser.asked(choice)
            self.reasons[choice.why] += 1
            self.answer(choice.rung, choice.seed, str(day))

    def answer(self, rung: Rung, seed: int, session: str, behaviour: str = "practise") -> bool:
        right = self.right(rung, self.asked[rung.key])
        taken = round(1000 * self.pace * rung.target_seconds)
        self.now += taken
        entry = (
            *(self.number.to_bytes(16, "big"), f"{rung.family.id} {rung.place}@1", rung.level, seed, "", int(right)),
            *("", taken, round(1000 * rung.target_seconds), behaviour, 1, session, "today", self.now),
        )
        self.ledger.add(entry)
        self.now += 3000
        self.number += 1
        self.asked[rung.key] += 1
        self.order.append(rung.key)
        return right

    def share(self, rung: str) -> float:
        return self.asked[rung] / self.asked.total()


def longest_row(order: list[str]) -> int:
    row = longest = 1
    for first, second in pairwise(order):
        row = row + 1 if first == second else 1
        longest = max(longest, row)
    return longest


def mostly(share: float) -> Callable[[Rung, int], bool]:
    source = Random(4)
    return lambda rung, number: source.random() < share


def test_the_slow_learner_reaches_every_drill() -> None:
    """99 % right at 1.6 times the target: one drill once was 98 % of ninety days."""
    practice = Practice(table(), mostly(0.99), pace=1.6)
    for day in range(14):
        practice.session(day)
    assert set(practice.asked) == {rung.key for rung in practice.rungs}
    assert max(practice.share(key) for key in practice.asked) < 0.25
    facts = [rung for rung in practice.rungs if rung.facts]
    assert all(practice.standing.learned_share(rung) > 0.2 for rung in facts)


def test_the_learner_who_stays_at_three_in_four_is_not_stuck() -> None:
    practice = Practice(table(), mostly(0.75))
    for day in range(30):
        practice.session(day)
    assert set(practice.asked) == {rung.key for rung in practice.rungs}
    assert max(practice.share(key) for key in practice.asked) < 0.3
    stands = {practice.standing.mastery(rung, practice.now).stand for rung in practice.rungs if not rung.facts}
    assert Stand.MASTERED not in stands


def test_no_drill_is_asked_many_times_in_a_row() -> None:
    practice = Practice(table(), mostly(0.8))
    for day in range(10):
        practice.session(day)
    assert longest_row(practice.order) <= 3


def test_facts_do_not_crowd_out_the_trade() -> None:
    """Hundreds of facts and a backlog: more than a third of the questions still are generated."""
    place = "arica/roulette-american"
    practice = Practice([*family("pay", place, 3), *family("facts-many", place, 4, facts=200)], mostly(0.7))
    for day in range(20):
        practice.session(day)
    generated = sum(practice.share(rung.key) for rung in practice.rungs if not rung.facts)
    assert generated > 0.35


def test_after_two_weeks_of_holidays_the_backlog_is_shared_out() -> None:
    practice = Practice(table(), mostly(0.9))
    for day in range(15):
        practice.session(day)
    before = Counter(practice.reasons)
    practice.session(30)
    after = practice.reasons - before
    assert after[Why.REVIEW] > 0
    assert after[Why.FADING] + after[Why.FOCUS] + after[Why.KEPT] > 15
    assert after[Why.NEW] <= after[Why.REVIEW]


def test_a_drill_with_six_facts_is_finished_and_then_left_to_its_reviews() -> None:
    practice = Practice(table(), mostly(1.0))
    for day in range(20):
        practice.session(day)
    few = next(rung for rung in practice.rungs if rung.facts == 6)
    assert practice.standing.mastery(few, practice.now).stand is Stand.MASTERED
    assert practice.share(few.key) < 0.1


def test_one_small_game_never_runs_out_of_questions() -> None:
    practice = Practice(family("pay", "arica/craps", 1), mostly(1.0))
    for day in range(5):
        practice.session(day, questions=80)
    assert practice.asked.total() == 400


def test_with_all_games_every_table_gets_its_turn() -> None:
    places = [f"arica/game-{number}" for number in range(8)]
    rungs = sorted((rung for place in places for rung in table(place)), key=lambda rung: rung.stage)
    practice = Practice(rungs, mostly(0.85))
    for day in range(20):
        practice.session(day)
    by_place = Counter[str]()
    for key, number in practice.asked.items():
        by_place[key.partition(" ")[2]] += number
    assert set(by_place) == set(places)
    assert max(by_place.values()) < 4 * min(by_place.values())


@pytest.mark.parametrize("is_expert", [True, False])
def test_placement_steers_the_questions_that_follow(is_expert: bool) -> None:
    """An expert is asked what is not known yet: at most three in ten of the first questions are on known drills."""
    known = {"pay", "zero", "facts-tables"} if is_expert else set[str]()
    source = Random(9)
    place = "arica/roulette-american"
    practice = Practice(
        [*table(), *family("order", place, 3), *family("calls", place, 3)],
        lambda rung, number: source.random() < (0.96 if rung.family.id in known else 0.3 + number / 60),
    )
    placement = Placement(
        Chooser(practice.standing, Settings(), Random(1)), tuple(practice.rungs), Random(1), session="placement"
    )
    while (choice := placement(practice.now)) is not None:
        practice.answer(choice.rung, choice.seed, "placement", "placement")
    assert practice.number <= AT_MOST
    practice.asked.clear()
    for day in range(1, 6):
        practice.session(day, questions=60)
    on_known = sum(practice.share(rung.key) for rung in practice.rungs if rung.family.id in known)
    assert on_known <= 0.3
    first = [rung for rung in practice.rungs if rung.family.id == "pay"]
    reached = [rung.level for rung in first if practice.asked[rung.key]]
    assert 1 in reached or is_expert


def test_every_choice_says_why() -> None:
    practice = Practice(table(), mostly(0.85))
    for day in (0, 1, 2, 9, 30):
        practice.session(day)
    assert {Why.FOCUS, Why.NEW, Why.REVIEW} <= set(practice.reasons)


def test_who_knows_the_skills_keeps_up_the_facts() -> None:
    """With every skill known, facts that were not yet due once waited while known skills were asked again and again."""
    practice = Practice(table(), lambda rung, number: bool(not rung.facts or number % 4))
    for day in range(30):
        practice.session(day)
    asked = Counter(practice.asked)
    for day in range(30, 40):
        practice.session(day)
    facts = sum(count for key, count in (practice.asked - asked).items() if key.startswith("facts"))
    assert facts > 0.5 * (practice.asked - asked).total()

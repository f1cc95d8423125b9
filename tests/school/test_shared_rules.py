"""Rules that lie only on the instructor's laptop come with the assignment or the race."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from tests.school.laptops import Laptop, joined
from tests.school.people import Clock, an_assignment
from tests.school.scenes import Scene
from trainer.rulebooks import Library, RulebookError, shipped_library
from trainer.runs.offers import Offers
from trainer.runs.plan import Kind, Plan
from trainer.runs.study_session import named_rungs, paper
from trainer.school import protocol
from trainer.school.errors import NotAllowedError
from trainer.school.race_run import race_plan
from trainer.school.shared_rules import digest_of_rules, rules_to_share, use_shared_rules

HOUSE = """extends = "arica/roulette-american"
[bets.straight-up]
pays = "33 to 1"
cite = "Circular 3"
"""


def house(folder: Path, pays: str = "33") -> Offers:
    """The instructor's rulebooks: the shipped ones and a house that pays the straight-up its own way."""
    (folder / "casa").mkdir(parents=True)
    (folder / "casa" / "roulette-american.toml").write_text(HOUSE.replace("33", pays), encoding="utf-8")
    return Offers(Library([folder, *shipped_library().folders]))


def a_plan() -> Plan:
    return Plan(
        kind=Kind.CLASS, rulebook="casa", game="roulette-american", rungs=("pay-the-layout/3",), seed=7, length=5
    )


def questions(offers: Offers, plan: Plan) -> list[tuple[str, str]]:
    rungs = named_rungs(plan, offers)
    made = [rung.family.make(rung.rules, rung.level, seed) for rung, seed in paper(plan, rungs)]
    return [(str(one.item), one.draft.solution) for one in made]


def test_a_laptop_asks_the_same_questions_under_rules_it_does_not_have(tmp_path: Path) -> None:
    instructor, laptop, plan = house(tmp_path), Offers(shipped_library()), a_plan()
    with pytest.raises(RulebookError):
        laptop.offer(plan.rulebook, plan.game)
    data = rules_to_share(instructor.offer(plan.rulebook, plan.game, plan.variant, plan.options), plan)
    use_shared_rules(laptop, plan, data)
    assert questions(laptop, plan) == questions(instructor, plan) != []


def test_shipped_rules_are_neither_shared_nor_replaced(tmp_path: Path) -> None:
    instructor, laptop, plan = house(tmp_path), Offers(shipped_library()), a_plan()
    shipped = msgspec.structs.replace(plan, rulebook="arica")
    assert rules_to_share(instructor.offer("arica", plan.game), shipped) == b""
    other = rules_to_share(instructor.offer("casa", plan.game), plan)
    before = questions(laptop, shipped)
    use_shared_rules(laptop, shipped, other)
    assert questions(laptop, shipped) == before


def test_two_houses_of_one_name_keep_their_rules(tmp_path: Path) -> None:
    sides = [
        (house(tmp_path / pays, pays), msgspec.structs.replace(a_plan(), assignment=pays * 16)) for pays in ("33", "34")
    ]
    own, laptop = house(tmp_path / "32", "32"), Offers(shipped_library())
    for other in (laptop, own):
        for instructor, plan in sides:
            use_shared_rules(other, plan, rules_to_share(instructor.offer(plan.rulebook, plan.game), plan))
        asked = [questions(other, plan) for _, plan in sides]
        assert asked == [questions(*side) for side in sides] and asked[0] != asked[1]
    mine = house(tmp_path / "again", "32")
    assert questions(own, a_plan()) == questions(mine, a_plan()) not in asked


@pytest.mark.parametrize("data", [b"", b"x", b"\x78\x9c\x03\x00\x00\x00\x00\x01"])
def test_damaged_rules_are_refused(data: bytes) -> None:
    with pytest.raises(RulebookError):
        use_shared_rules(Offers(shipped_library()), a_plan(), data)


def test_rules_travel_with_an_assignment(scene: Scene, clock: Clock, tmp_path: Path) -> None:
    instructor, plan = house(tmp_path), a_plan()
    data = rules_to_share(instructor.offer(plan.rulebook, plan.game), plan)
    digest = digest_of_rules(data)
    arrived: list[str] = []

    async def play() -> Laptop:
        ana = Laptop(await joined(scene.school, scene.code, scene.ana), clock)
        ana.core.on_rules = arrived.append
        await ana.meet(scene.school)
        desk = await scene.desk()
        await scene.ask(desk, protocol.ShareRules(class_id=scene.mine.id, data=data))
        assignment = msgspec.structs.replace(an_assignment(scene.mine), plan=str(plan), rules=digest)
        await scene.ask(desk, protocol.SetAssignment(assignment=assignment))
        ana._hear()
        await ana.talk()
        with pytest.raises(NotAllowedError):
            await scene.ask(desk, protocol.ShareRules(class_id=scene.other.id, data=data))
        ana.core.ask_rules("0" * 32)
        await ana.talk()
        return ana

    ana = asyncio.run(play())
    assert arrived == [digest, "0" * 32]
    assert ana.book.rules(digest) == data and ana.book.rules("0" * 32) == b""
    laptop = Offers(shipped_library())
    mine = ana.core.assigned.assignments[0].plan_for(scene.ana.id)
    use_shared_rules(laptop, mine, ana.book.rules(digest))
    assert len(questions(laptop, mine)) == 5
    scene.school.close()


def test_the_rules_of_a_race_are_used_for_nothing_else(tmp_path: Path) -> None:
    own, instructor, plan = house(tmp_path / "own", "32"), house(tmp_path / "other", "34"), a_plan()
    before, data = questions(own, plan), rules_to_share(instructor.offer(plan.rulebook, plan.game), plan)
    race = protocol.RaceRules(id=uuid4(), class_id=uuid4(), plan=str(plan), length=3, rules=digest_of_rules(data))
    use_shared_rules(own, race_plan(race), data)
    assert questions(own, race_plan(race)) == questions(instructor, plan) != before
    assert questions(own, plan) == before


def test_work_whose_rules_are_gone_is_not_done_under_those_of_another(tmp_path: Path) -> None:
    instructor, laptop = house(tmp_path), Offers(shipped_library())
    current, withdrawn = (msgspec.structs.replace(a_plan(), assignment=letter * 32) for letter in "ab")
    use_shared_rules(laptop, current, rules_to_share(instructor.offer("casa", current.game), current))
    assert questions(laptop, current)
    with pytest.raises(RulebookError):
        questions(laptop, withdrawn)

"""Own drills: levels of several tables under a name, within limits, stored with a profile and shared as a code."""

from __future__ import annotations

import base64
import random
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from trainer.drills.scene import Chips, DicePiece, Marker, Scene
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.runs.own_drills import SIGN, code_of, own_drills, read_code, with_own, without_own
from trainer.runs.plan import Kind, Plan, PlanError, Scope
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Run
from trainer.runs.run_factory import open_run
from trainer.study.settings import Settings

ROULETTE, CRAPS = "baleares/roulette-french", "arica/craps"
NOW = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
MIXED = Plan(
    kind=Kind.OWN,
    name="Plenos y dados",
    rulebook="baleares",
    game="roulette-french",
    rungs=(f"pay-the-layout/2 {ROULETTE}", f"pay-the-roll/1 {CRAPS}"),
    length=6,
)


@pytest.fixture
def recording(tmp_path: Path) -> Iterator[RecordsFile]:
    records = RecordsFile(tmp_path / "progress.db", lambda: NOW, lambda: "Croupier")
    yield records
    records.close()


def opened(plan: Plan, recording: RecordsFile) -> Run:
    return open_run(plan, Offers(shipped_library()), recording, lambda: 0, random.Random(1))


def asked(run: Run, count: int) -> list[Scene]:
    scenes = []
    for _ in range(count):
        scenes.append(run.question.draft.scene)
        run.close_unanswered()
        run.go_on()
    return scenes


def test_an_own_drill_asks_its_levels_in_turn_at_all_its_tables(recording: RecordsFile) -> None:
    run = opened(MIXED, recording)
    items = []
    for _ in range(4):
        items.append((run.question.item.game, run.question.item.family, run.question.item.level))
        run.close_unanswered()
        run.go_on()
    assert items == [("roulette-french", "pay-the-layout", 2), ("craps", "pay-the-roll", 1)] * 2
    assert run.length == 6 and run.counts


def test_questions_lie_within_the_scope_of_the_drill(recording: RecordsFile) -> None:
    wanted = Scope(most_bets=3, most_chips=4, numbers=("0", "17", "32"))
    run = opened(
        Plan(
            kind=Kind.OWN,
            name="Poco",
            rulebook="baleares",
            game="roulette-french",
            rungs=(f"pay-the-layout/2 {ROULETTE}",),
            length=5,
            only=wanted,
        ),
        recording,
    )
    assert [wanted.distance(scene) for scene in asked(run, 5)] == [0] * 5


def test_distance_of_a_scene_from_the_limits() -> None:
    piles = tuple(Chips(spot=f"straight-up:{spot}", counts={"5": spot}, owner=str(spot % 2)) for spot in (1, 2, 9))
    scene = Scene(felt="any", pieces=(*piles, Marker(spot="straight-up:17", kind="dolly")))
    assert Scope(most_bets=3, most_chips=9, most_seats=2, numbers=("17",), values=("5",)).distance(scene) == 0
    assert Scope(most_bets=1).distance(scene) == 2
    assert Scope(least_bets=5).distance(scene) == 2
    assert Scope(most_chips=4).distance(scene) == 5
    assert Scope(most_seats=1).distance(scene) == 1
    assert Scope(numbers=("18",)).distance(scene) == 1
    assert Scope(values=("25",)).distance(scene) == 1
    thrown = Scene(felt="any", pieces=(DicePiece(spot="dice", roll="3-4"),))
    assert Scope(numbers=("7",), least_bets=4).distance(thrown) == 0


def test_a_missing_level_is_reported_and_left_out(recording: RecordsFile) -> None:
    gone = Plan(kind=Kind.OWN, name="x", rulebook="arica", game="craps", rungs=(f"pay-the-roll/1 {CRAPS}", "gone/1"))
    run = opened(gone, recording)
    assert run.question.item.family == "pay-the-roll"
    assert [notice.id for notice in recording.notices] == ["sessions.plan.left-out"]


def test_own_drills_are_kept_by_name_and_what_cannot_be_read_is_left_out() -> None:
    kept = with_own(with_own(Settings(own={"damaged": "{"}), MIXED), MIXED)
    assert own_drills(kept) == {MIXED.name: MIXED}
    assert own_drills(without_own(kept, MIXED.name)) == {}


def test_a_code_is_read_back_also_where_a_message_broke_its_lines() -> None:
    code = code_of(MIXED)
    broken = "\n".join(code[place : place + 40] for place in range(0, len(code), 40))
    assert read_code(code) == read_code(f"  {broken} ") == read_code(str(MIXED)) == MIXED


@pytest.mark.parametrize(
    "code",
    [
        *("", "CT1-", "CT1-####", "{}", "[1]", "CT1-" + "A" * 5000),
        SIGN + base64.urlsafe_b64encode(zlib.compress(b"{" * 10_000_000)).decode(),
        SIGN + base64.urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode(),
        str(Plan(rulebook="arica", game="craps")),
    ],
    ids=range(9),
)
def test_text_that_is_not_a_code_is_refused_with_a_sentence(code: str) -> None:
    with pytest.raises(PlanError):
        read_code(code)


def test_only_an_own_drill_has_a_name_a_scope_or_rungs_of_other_tables() -> None:
    table = {"rulebook": "arica", "game": "craps"}
    for more in ({"name": "x"}, {"only": Scope(most_bets=1)}, {"rungs": (f"pay-the-roll/1 {CRAPS}",)}):
        with pytest.raises(ValueError):
            Plan(**table, **more)

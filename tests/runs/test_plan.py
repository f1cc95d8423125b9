"""Plans as text, and the class papers drawn from them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import structs

from tests.desk.questions import Clock
from trainer import drills
from trainer.drills.core import Family, Level
from trainer.drills.dealt import DealtError
from trainer.rulebooks import shipped_library
from trainer.runs import trainee_records
from trainer.runs.class_plan import class_plan
from trainer.runs.offers import Offers
from trainer.runs.plan import FIRST, Kind, Plan, PlanError, Verdicts, session_plan
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Run, Stage
from trainer.runs.run_factory import open_run, resume_run
from trainer.study import trainee

NOW = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


@pytest.fixture
def offers() -> Offers:
    return Offers(shipped_library())


@pytest.fixture
def recording(tmp_path: Path) -> Iterator[RecordsFile]:
    recording = RecordsFile(tmp_path / "progress.db", lambda: NOW, lambda: "Croupier")
    yield recording
    recording.close()


def opened(plan: Plan, offers: Offers, recording: RecordsFile, seed: int = 1) -> Run:
    return open_run(plan, offers, recording, Clock(), random.Random(seed))


def solve(run: Run, times: int = 1) -> list[str]:
    """Answer right so many times; gives the items."""
    asked = []
    for _ in range(times):
        asked.append(str(run.question.item))
        run.answer(run.question.draft.solution.replace("|", " "))
        if run.stage is Stage.JUDGED:
            run.go_on()
    return asked


# ── texts ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_plan_has_one_text_whatever_the_order_of_its_options() -> None:
    plan = structs.replace(FIRST, options={"b": "2", "a": "1"}, verdicts=Verdicts.AT_END)
    assert str(plan) == str(structs.replace(plan, options={"a": "1", "b": "2"}))
    assert Plan.parse(str(plan)) == plan
    assert str(session_plan("today", "arica", "craps")) == '{"kind":"today","rulebook":"arica","game":"craps"}'


@pytest.mark.parametrize(
    "text", ["", "today 2026-01-01", "{}", '{"rulebook":"arica","game":"craps","rungs":["pay"]}', '{"rulebook":1}']
)
def test_a_text_that_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(PlanError):
        Plan.parse(text)


# ── a class ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("beyond", ['"paired":true', '"kind":"tournament"'])
def test_a_plan_of_a_newer_version_is_recognised(beyond: str) -> None:
    with pytest.raises(PlanError) as caught:
        Plan.parse(f'{{"rulebook":"arica","game":"craps",{beyond}}}')
    assert caught.value.message.id == "sessions.plan.newer"


def test_a_drill_that_is_added_to_the_program_changes_no_class_paper(
    offers: Offers, recording: RecordsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan.parse(str(class_plan(offers.offer("baleares", "roulette-french"), "lunes")))
    before = solve(opened(plan, offers, recording), 20)
    one = drills.family("roulette-french", "pay-the-layout")
    added = Family("a-new-drill", one.area, (Level(5), Level(5)), build=one.build)
    known = drills.families
    monkeypatch.setattr(drills, "families", lambda game: [added, *known(game)])
    later = Offers(shipped_library())  # the program of the next term
    assert "a-new-drill/1" in class_plan(later.offer("baleares", "roulette-french"), "lunes").rungs
    assert solve(opened(plan, later, recording, seed=2), 20) == before


def test_a_drill_that_is_gone_leaves_the_other_questions_where_they_are(offers: Offers, recording: RecordsFile) -> None:
    plan = class_plan(offers.offer("baleares", "roulette-french"), "lunes")
    whole = solve(opened(plan, offers, recording), 20)
    gone = plan.rungs[0].partition("/")[0]
    names = tuple(f"gone-{name}" if name.startswith(f"{gone}/") else name for name in plan.rungs)
    rest = opened(structs.replace(plan, rungs=names), offers, recording)
    expected = [item for item in whole if re.split("[~/]", item)[0] != gone]  # pay-tables/1, pay-tables~2/1
    assert solve(rest, len(expected)) == expected
    assert rest.stage is Stage.FINISHED


def test_another_code_or_length_is_another_paper_and_capitals_are_not(offers: Offers, recording: RecordsFile) -> None:
    offer = offers.offer("baleares", "roulette-french")
    items = {
        code: solve(opened(class_plan(offer, code), offers, recording), 8) for code in ("lunes", "LUNES ", "martes")
    }
    assert items["lunes"] == items["LUNES "] != items["martes"]
    assert all(int(name.partition("/")[2]) <= 2 for name in class_plan(offer, "lunes", 2).rungs)


# ── sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────

KINDS = ("today", "path", "mistakes", "challenge-60", "class", "placement")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_run_is_opened_and_stored_with_its_plan(
    offers: Offers, recording: RecordsFile, kind: str
) -> None:
    practise = structs.replace(FIRST, behaviour="practise")
    run = opened(practise, offers, recording)
    run.close_unanswered()
    offer = offers.offer(FIRST.rulebook, FIRST.game)
    plan = class_plan(offer, "lunes") if kind == "class" else session_plan(kind, FIRST.rulebook, FIRST.game)
    run = opened(plan, offers, recording)
    run.close_unanswered()
    store, profile = recording.open()
    newest, first = store.sessions(profile)
    assert (newest.kind, first.kind) == (kind, "drill")
    assert Plan.parse(newest.plan) == run.plan
    assert run.plan.length > 0, "a plan that is kept says how long it was"
    assert [attempt.session for attempt in store.attempts(profile)] == [first.id, newest.id]


def test_the_ledger_is_opened_once_a_run(
    offers: Offers, recording: RecordsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = []

    def counting(open_ledger):  # type: ignore[no-untyped-def]
        return lambda *arguments, **named: (times.append(1), open_ledger(*arguments, **named))[1]

    monkeypatch.setattr(trainee_records, "open_ledger", counting(trainee_records.open_ledger))
    monkeypatch.setattr(trainee, "open_ledger", counting(trainee.open_ledger))
    for plan in (FIRST, session_plan("placement", FIRST.rulebook, FIRST.game)):
        times.clear()
        solve(opened(plan, offers, recording), 3)
        assert len(times) == 1


def test_the_first_question_of_a_drill_is_asked_before_the_records_are_opened(
    offers: Offers, recording: RecordsFile, tmp_path: Path
) -> None:
    run = opened(FIRST, offers, recording)
    assert run.stage is Stage.ASKING and not (tmp_path / "progress.db").exists()
    run.get_ready()
    assert (tmp_path / "progress.db").exists()


# ── what really comes ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_drill_waits_for_the_number_of_the_wheel_and_asks_about_it(offers: Offers, recording: RecordsFile) -> None:
    run = opened(structs.replace(FIRST, dealt=True, length=2, behaviour="practise"), offers, recording)
    assert (run.stage, run.waits_for) == (Stage.WAITING, "number")
    with pytest.raises(DealtError):
        run.arrived("38")
    assert run.stage is Stage.WAITING
    run.arrived("17")
    assert run.question.item.dealt == "17"
    run.arrived("0")  # the wheel does not wait for the trainee
    [first] = solve(run)
    assert run.question.item.dealt == "0"
    [second] = solve(run)
    assert run.stage is Stage.FINISHED
    store, profile = recording.open()
    assert [attempt.item for attempt in store.attempts(profile)] == [first, second]


# ── resuming ─────────────────────────────────────────────────────────────────────────────────────────────────────


def resumed(offers: Offers, recording: RecordsFile) -> Run | None:
    return resume_run(offers, recording, Clock(), random.Random(3))


def test_nothing_is_resumed_where_nothing_was_left(offers: Offers, recording: RecordsFile) -> None:
    assert resumed(offers, recording) is None
    solve(opened(session_plan("challenge-60", FIRST.rulebook, FIRST.game), offers, recording))
    assert resumed(offers, recording) is None, "a run against the clock is over"
    solve(opened(structs.replace(FIRST, length=2), offers, recording), 2)
    assert resumed(offers, recording) is None


def test_a_class_that_was_left_goes_on_with_the_rest_of_its_paper(offers: Offers, recording: RecordsFile) -> None:
    plan = class_plan(offers.offer("baleares", "roulette-french"), "lunes")
    whole = solve(opened(plan, offers, recording), 20)
    assert solve(opened(plan, offers, recording), 7) == whole[:7]
    run = resumed(offers, recording)
    assert run is not None and (run.number, run.plan.kind) == (8, Kind.CLASS)
    assert solve(run, 13) == whole[7:]
    assert run.summary().is_whole and run.summary().tally.right == 20


def test_a_running_shoe_that_was_left_goes_on_with_its_next_coup(offers: Offers, recording: RecordsFile) -> None:
    shoe = structs.replace(FIRST, rulebook="puerto-rico", game="mini-baccarat", rungs=("running-shoe/1",))
    before = solve(opened(shoe, offers, recording), 4)
    run = resumed(offers, recording)
    assert run is not None
    seeds = [int(item.rpartition("#")[2]) for item in (*before, *solve(run, 3))]
    assert seeds == list(range(seeds[0], seeds[0] + 7))

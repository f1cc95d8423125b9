"""Runs in the terminal: answers are stored, numbers are read as people write them, and runs can be resumed."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from trainer.cli import main
from trainer.cli.places import user_places
from trainer.drills import family
from trainer.drills.core import Item
from trainer.games.rules import load_rules
from trainer.records.store import Attempt, Store
from trainer.rulebooks import shipped_library
from trainer.runs.own_drills import code_of, with_own
from trainer.runs.plan import FIRST, Kind, Plan, drill_plan
from trainer.study.settings import keep_settings, settings_of

TABLE = ["--rulebook", "baleares", "--game", "roulette-french"]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Run ``trainer drill`` with these input lines; returns the exit status and the output."""

    def run(lines: str, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        status = main(["drill", *arguments])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


def attempts(name: str = "Croupier") -> list[Attempt]:
    with Store(user_places().progress, read_only=True) as store:
        return list(store.attempts(store.profile(name).id))


def test_every_answer_is_kept_with_its_session_and_plan(type_in: Callable[..., tuple[int, str]]) -> None:
    status, printed = type_in("1\n2\n3\n", *TABLE, "--drill", "pay-the-layout", "--count", "3")
    assert status == 0
    assert "3/3 · Practicar · cuenta" in printed
    kept = attempts()
    assert [attempt.answer for attempt in kept] == ["1", "2", "3"]
    assert all(attempt.counts and Item.parse(attempt.item).family == "pay-the-layout" for attempt in kept)
    with Store(user_places().progress, read_only=True) as store:
        [session] = store.sessions(store.profiles()[0].id)
    assert {attempt.session for attempt in kept} == {session.id}
    assert (session.kind, Plan.parse(session.plan).length) == ("drill", 3)


def test_a_drill_to_learn_gives_hints_and_does_not_count(type_in: Callable[..., tuple[int, str]]) -> None:
    _, printed = type_in("?\n?\n?\n?\n7\n", *TABLE, "--behaviour", "learn", "--count", "1")
    hints = [line for line in printed.partition(">")[2].splitlines() if "   · " in line]
    assert "Aprender · no cuenta" in printed
    ladder = ("Mire aquí", "se apoya en lo que paga", "Multiplique las fichas", "se cobran")
    assert all(step in hint for step, hint in zip(ladder, hints, strict=False)), hints
    assert [attempt.counts for attempt in attempts()] == [False]


@pytest.mark.parametrize(
    ("language", "typed", "kept"),
    [("es", "4.000", "4000"), ("es", "12,50", "12.50"), ("en", "4,000", "4000"), ("en", "12.50", "12.50")],
)
def test_figures_are_read_in_the_notation_of_the_language(
    type_in: Callable[..., tuple[int, str]], language: str, typed: str, kept: str
) -> None:
    type_in(f"{typed}\n", *TABLE, "--drill", "pay-the-layout", "--count", "1", "--language", language)
    assert [attempt.answer for attempt in attempts()] == [kept]


def test_a_verdict_says_what_was_right_and_why(type_in: Callable[..., tuple[int, str]]) -> None:
    rules = load_rules(shipped_library(), "arica", "roulette-american")
    solution = family("roulette-american", "pay-tables").make(rules, 1, 0).draft.solution
    _, printed = type_in(f"nonsense\n{solution}\n1\n", "--drill", "pay-tables", "--seed", "0", "--count", "5")
    assert "Eso no es una respuesta: «nonsense» no es una cifra" in printed
    assert f"✓ Bien: {solution}" in printed
    assert "✗ Mal" in printed and "[Sec. II.1.5, II.1.7]" in printed
    assert "1 bien de 2." in printed


def test_an_answer_that_is_not_a_number_is_asked_again(type_in: Callable[..., tuple[int, str]]) -> None:
    _, printed = type_in("1.23.456\nocho\n8\n", *TABLE, "--drill", "pay-the-layout", "--count", "1")
    assert printed.count("Eso no es una respuesta") == 2
    assert [attempt.answer for attempt in attempts()] == ["8"]


def test_a_run_that_was_left_is_gone_on_with(type_in: Callable[..., tuple[int, str]]) -> None:
    type_in("1\n2\n", *TABLE, "--drill", "pay-the-layout", "--level", "2", "--count", "5")
    status, printed = type_in("3\n4\n5\n6\n", "--resume")
    assert status == 0
    assert "3/5 · " in printed and "5/5 · " in printed and "6/5" not in printed
    assert " de 5." in printed, "the summary is that of the whole run"
    kept = attempts()
    assert len(kept) == 5 and len({attempt.session for attempt in kept}) == 1
    assert all(Item.parse(attempt.item).level == 2 for attempt in kept)
    status, printed = type_in("", "--resume")
    assert (status, "No hay ninguna tanda a medias." in printed) == (2, True)


def test_sessions_of_the_study_can_be_had_too(type_in: Callable[..., tuple[int, str]]) -> None:
    never_right = "99999\n"  # nor any named mistake: both answers are one mistake of the same skill
    type_in(never_right * 2, *TABLE, "--drill", "pay-the-layout", "--count", "2")
    status, printed = type_in("1\n1\n1\n", "--kind", "mistakes")
    assert status == 0 and "1/1 · Mis errores · cuenta" in printed
    status, printed = type_in("1\n", *TABLE, "--kind", "today")
    assert "/60 · Hoy · cuenta" in printed
    with Store(user_places().progress, read_only=True) as store:
        kinds = [session.kind for session in store.sessions(store.profiles()[0].id)]
    assert kinds == ["today", "mistakes", "drill"]


def test_answers_go_to_the_profile_that_is_named(type_in: Callable[..., tuple[int, str]]) -> None:
    with Store(user_places().progress) as store:
        store.add_profile("Ana")
        store.add_profile("Joan", "2468")
    type_in("1\n", *TABLE, "--count", "1")
    type_in("2468\n2\n", *TABLE, "--count", "1", "--profile", "Joan")
    assert type_in("1111\n2\n", *TABLE, "--profile", "Joan")[0] == 2
    assert type_in("", "--profile", "Nobody")[0] == 2
    assert [len(attempts(name)) for name in ("Ana", "Joan")] == [1, 1]


def test_the_same_seed_asks_the_same_questions_and_does_not_count(type_in: Callable[..., tuple[int, str]]) -> None:
    for _ in range(2):
        type_in("1\n2\n", *TABLE, "--seed", "7", "--count", "2")
    kept = attempts()
    assert [attempt.item for attempt in kept[:2]] == [attempt.item for attempt in kept[2:]]
    assert not any(attempt.counts for attempt in kept)


def test_a_class_plan_is_carried_to_another_laptop_in_a_file(
    type_in: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, plan = type_in("", *TABLE, "--kind", "class", "--code", "lunes", "--print-plan")
    (tmp_path / "plan.json").write_text(plan)
    asked = []
    for laptop in ("one", "two"):
        monkeypatch.setenv("TRAINER_HOME", str(tmp_path / laptop))
        _, printed = type_in("", "--plan", str(tmp_path / "plan.json"))
        asked.append(printed)
    assert asked[0] == asked[1] and "Clase · cuenta" in asked[0]
    assert type_in("", "--plan", str(tmp_path / "none.json"))[0] == 2


def test_records_in_use_are_told_with_each_answer_and_the_status_says_so(
    type_in: Callable[..., tuple[int, str]],
) -> None:
    with Store(user_places().progress):
        status, printed = type_in("1\n2\n", *TABLE, "--count", "2")
    assert status == 1
    assert "Sin guardar (1)" in printed and "Sin guardar (2)" in printed


def test_a_closed_input_ends_the_run_without_a_fault(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "trainer", "drill", *TABLE]
    done = subprocess.run(f"exec {' '.join(command)} <&-", shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1/20" in done.stdout


def test_ctrl_c_ends_the_run_with_its_summary(type_in: Callable[..., tuple[int, str]], monkeypatch, capsys) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int = -1) -> str:
            if line := super().readline(size):
                return line
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted("1\n2\n"))
    assert main(["drill", *TABLE, "--drill", "pay-the-layout"]) == 130
    assert " de 2." in capsys.readouterr().out
    assert len(attempts()) == 2


@pytest.mark.parametrize(
    "arguments",
    [["--drill", "moon"], ["--rulebook", "atlantis"], ["--level", "99"], ["--drill", "announced-bets"]],
)
def test_a_drill_that_there_is_not(arguments: list[str], type_in: Callable[..., tuple[int, str]]) -> None:
    status, printed = type_in("", *arguments)
    assert status == 2
    assert printed.startswith("trainer drill: ")


def test_the_first_profile_is_asked_for_its_pin_as_well(type_in: Callable[..., tuple[int, str]]) -> None:
    with Store(user_places().progress) as store:
        store.add_profile("Ana", "2468")
    assert type_in("1111\n2\n", *TABLE, "--count", "1")[0] == 2
    assert type_in("", *TABLE, "--resume")[0] == 2
    assert attempts("Ana") == []
    assert type_in("2468\n2\n", *TABLE, "--count", "1")[0] == 0
    assert len(attempts("Ana")) == 1


@pytest.mark.parametrize(
    "content",
    ["", "{", '{"rulebook":"baleares","game":"roulette-french","rungs":["moon/1"]}', '{"rulebook":"x","game":"y"}'],
)
def test_a_plan_that_cannot_be_asked_is_refused_with_a_sentence(
    content: str, type_in: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    (tmp_path / "plan.json").write_text(content)
    status, printed = type_in("", "--plan", str(tmp_path / "plan.json"))
    assert status == 2 and printed.startswith("trainer drill: ") and len(printed.splitlines()) == 1


def test_what_a_dealt_plan_waits_for_is_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = structs.replace(FIRST, dealt=True, length=1)
    file = tmp_path / "plan.json"
    file.write_text(str(plan), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("99\n17\n0\n"))
    assert main(["drill", "--plan", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.count("Se espera el número de la rueda") == 2
    assert "99" in told and "1/1" in told
    file.write_text(str(drill_plan("baleares", "roulette-french", "wheel-order")).replace("{", '{"dealt":true,', 1))
    assert main(["drill", "--plan", str(file), "--language", "en"]) == 2
    assert "Take 'dealt' out of the plan" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--count", "0"], "--count va de 1 a"),
        (["--count", "-5"], "--count va de 1 a"),
        (["--kind", "class"], "--code"),
        (["--kind", "today", "--seed", "3"], "--seed"),
        (["--kind", "today", "--behaviour", "learn"], "--behaviour"),
    ],
)
def test_what_cannot_be_asked_together_is_said(asked: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drill", *asked, "--print-plan"]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    "plan",
    [
        '{"kind":"challenge","rulebook":"arica","game":"craps"}',
        '{"kind":"challenge","seconds":1,"rulebook":"arica","game":"craps"}',
        '{"kind":"today","seed":5,"rulebook":"arica","game":"craps"}',
        '{"kind":"class","dealt":true,"rulebook":"arica","game":"craps"}',
        '{"items":["x"],"rulebook":"arica","game":"craps"}',
    ],
)
def test_a_plan_that_says_what_would_be_ignored_is_refused(
    plan: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plan.json"
    file.write_text(plan, encoding="utf-8")
    assert main(["drill", "--plan", str(file)]) == 2
    assert "No es un plan" in capsys.readouterr().err


def test_drills_of_a_class_plan_that_are_gone_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(kind=Kind.CLASS, rulebook="arica", game="craps", rungs=("unicorn/1",), length=3, behaviour="practise")
    file = tmp_path / "plan.json"
    file.write_text(str(plan), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    main(["drill", "--plan", str(file)])
    told = capsys.readouterr()
    assert "unicorn/1" in told.out + told.err


def test_an_own_drill_is_asked_by_its_code_or_by_its_name(type_in: Callable[..., tuple[int, str]]) -> None:
    plan = Plan(
        kind=Kind.OWN,
        name="Mis dados",
        rulebook="arica",
        game="craps",
        rungs=("stick-call/1 arica/craps", "pay-the-layout/1 baleares/roulette-french"),
        length=2,
    )
    status, printed = type_in("", "--kind", "own", "--code", code_of(plan), "--language", "es")
    assert "1/2 · Mis dados · cuenta" in printed
    status, printed = type_in("", "--kind", "own", "--name", "Mis dados")
    assert status == 2 and "Mis dados" in printed
    with Store(user_places().progress) as store:
        profile = store.profiles()[0].id
        keep_settings(store, profile, with_own(settings_of(store, profile), plan))
    status, printed = type_in("", "--kind", "own", "--name", "Mis dados", "--count", "1")
    assert "1/1 · Mis dados · cuenta" in printed

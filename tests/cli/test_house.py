"""``trainer house``: options are listed, chosen and stored, and drills in the terminal use them."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from trainer.cli import main
from trainer.cli.places import user_places
from trainer.runs.plan import Plan

FRENCH = ("baleares", "roulette-french")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))


@pytest.fixture
def trainer(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(list(arguments))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


def test_options_are_listed_with_reasons_articles_and_the_default(trainer: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = trainer("house", *FRENCH, "--language", "en")
    assert status == 0
    assert "* 1 = First (10, 20, 30 … 180) · the default" in out
    assert "[Ch. 01, IV.2]" in out
    status, out, _ = trainer("house", *FRENCH, "--json")
    described = json.loads(out)["no-choice"]
    assert (described["default"], described["plays"]) == ("prison", "prison")
    assert described["choices"]["withdraw"].keys() == {"es", "en"}


def test_chosen_options_are_stored_and_used_until_reset(trainer: Callable[..., tuple[int, str, str]]) -> None:
    assert trainer("house", *FRENCH, "limit-level=2", "rounding=up to 0,50")[0] == 0
    drill = ("drill", "--rulebook", FRENCH[0], "--game", FRENCH[1], "--drill", "limits")
    assert "Nivel de máximos autorizado: Segundo" in trainer(*drill)[1]
    _, out, _ = trainer(*drill, "--print-plan", "--profile", "Croupier")
    assert Plan.parse(out).options == {"limit-level": "2", "rounding": "up to 0.50"}
    assert "Primero" in trainer(*drill, "--option", "limit-level=1")[1], "what is typed goes before what is kept"
    assert trainer("house", *FRENCH, "--reset")[0] == 0
    _, out, _ = trainer(*drill, "--print-plan", "--profile", "Croupier")
    assert not Plan.parse(out).options


def test_the_plan_that_is_written_is_the_one_that_would_be_asked(trainer: Callable[..., tuple[int, str, str]]) -> None:
    planned = ("drill", "--kind", "class", "--code", "x", "--rulebook", FRENCH[0], "--game", FRENCH[1], "--print-plan")
    assert not Plan.parse(trainer(*planned)[1]).options
    assert not user_places().progress.exists(), "nobody's records are begun for it"
    trainer("house", *FRENCH, "limit-level=2")
    assert Plan.parse(trainer(*planned)[1]).options == {"limit-level": "2"}


def test_a_class_is_planned_with_its_options(trainer: Callable[..., tuple[int, str, str]]) -> None:
    table = ("--rulebook", FRENCH[0], "--game", FRENCH[1])
    _, out, _ = trainer("drill", "--kind", "class", "--code", "x", *table, "--option", "limit-level=3", "--print-plan")
    assert Plan.parse(out).options == {"limit-level": "3"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("limit-level=9", "limit-level: «9» no vale"),
        ("colour=blue", "no es una opción con su valor"),
        ("limit-level", "no es una opción con su valor"),
        ("rounding=sideways", "rounding"),
    ],
)
def test_an_unknown_option_is_refused_with_a_sentence(
    typed: str, said: str, trainer: Callable[..., tuple[int, str, str]]
) -> None:
    drill = ("drill", "--rulebook", FRENCH[0], "--game", FRENCH[1], "--option", typed)
    for command in (("house", *FRENCH, typed), drill):
        status, _, err = trainer(*command)
        assert status == 2
        assert said in err


def test_a_session_of_the_study_takes_no_options(trainer: Callable[..., tuple[int, str, str]]) -> None:
    status, _, err = trainer("drill", "--kind", "today", "--option", "limit-level=2")
    assert status == 2
    assert "--option" in err


def test_games_tell_options_with_their_names(trainer: Callable[..., tuple[int, str, str]]) -> None:
    listed = {(game["rulebook"], game["game"]): game for game in json.loads(trainer("games", "--json")[1])}
    option = listed[FRENCH]["options"]["limit-level"]
    assert option["names"].keys() == option["why"].keys() == {"es", "en"}
    assert option["choices"]["1"]["en"].startswith("First")

"""The page that walks one question from the click to the stored attempt names only what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trainer import runs
from trainer.cli import drill, run_text
from trainer.desk.answering.trays import amount, tray
from trainer.desk.screens.home import drill_list
from trainer.desk.screens.home import screen as home_screen
from trainer.desk.screens.run import screen, summary
from trainer.desk.shell.window import MainWindow
from trainer.drills import core, forms
from trainer.records.store import Store
from trainer.runs import plan, run, run_factory, study_session
from trainer.study import ledger, ledger_storage, questions, trainee
from trainer.texts import numbers

PAGE = (Path(runs.__file__).parent / "README.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([A-Za-z_]+(?:\.[A-Za-z_]+)*)`", PAGE)))
PLACES = (
    run_factory,
    plan,
    run,
    study_session,
    drill,
    run_text,
    screen,
    summary,
    home_screen,
    drill_list,
    amount,
    tray,
)
PLACES += (core, forms, ledger_storage, ledger, questions, trainee, numbers)  # type: ignore[assignment]
LONGEST = 50  # lines of a screen


def place(name: str) -> object:
    """A module by its last name, or a class of one of them."""
    if name in ("MainWindow", "Store"):
        return {"MainWindow": MainWindow, "Store": Store}[name]
    for module in PLACES:
        if module.__name__.rpartition(".")[2] == name:
            return module
        if hasattr(module, name):
            return getattr(module, name)
    raise AssertionError(f"the page names {name}, which is nowhere")


@pytest.mark.parametrize("name", NAMED)
def test_everything_the_page_names_is_there(name: str) -> None:
    first, *rest = name.split(".")
    found = place(first)
    for part in rest:
        assert hasattr(found, part), f"{first} has no {part}"


def test_the_page_names_the_way_and_fits_on_a_screen() -> None:
    assert len(NAMED) > 30
    assert len(PAGE.splitlines()) <= LONGEST

"""A session that was left is gone on with at the desk, and a class's plan is carried to other laptops."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.desk.screens.progress.test_progress import practised
from tests.desk.screens.run.test_sessions import solve
from tests.desk.shell.test_window import click, key
from trainer.desk.shell.workplace import Workplace
from trainer.runs.plan import FIRST, Kind, Plan, PlanError, read_plan

__all__ = ["practised"]


def test_the_session_that_was_left_goes_on_where_it_was_left(practised, workplace: Workplace) -> None:
    window = practised()
    key(window, Qt.Key.Key_Return)
    length = window.run.length
    for _ in range(3):
        solve(window)
    key(window, Qt.Key.Key_Escape)
    store, profile = workplace.recording.open()
    sessions = len(store.sessions(profile))
    window.show_home()
    window.home.work.finish()
    assert window.home.start.label == "Continuar: Hoy"
    assert window.home.start.note == f"Quedan {length - 3} de {length} preguntas"
    key(window, "o")
    assert window.shown_screen() is window.runner
    assert (window.run.answers, window.run.length, window.run.plan.kind) == (3, length, Kind.TODAY)
    solve(window)
    assert len(store.sessions(profile)) == sessions, "it is the same session"


def test_a_drill_that_was_left_goes_on_even_without_other_data(open_window) -> None:
    window = open_window()
    window.start(FIRST)
    for _ in range(2):
        solve(window)
    key(window, Qt.Key.Key_Escape)
    window.show_home()
    window.home.work.finish()
    assert window.home.start.note == "Quedan 8 de 10 preguntas"
    key(window, "o")
    assert window.run.answers == 2


def test_what_was_never_begun_or_came_to_its_end_is_not_offered(open_window) -> None:
    window = open_window()
    window.home.work.finish()
    assert window.home.study.left is None
    window.start(FIRST)
    for _ in range(window.run.length):
        solve(window)
    window.show_home()
    window.home.work.finish()
    assert window.home.study.left is None


def test_a_plan_is_carried_as_text_and_as_a_file(open_window, workplace: Workplace) -> None:
    window = open_window()
    key(window, "g")
    screen = window.study.class_code
    key(window, "lunes")
    click(screen.carry)
    (file,) = workplace.folders.plans.iterdir()
    assert str(file) in screen.message.text()
    carried = QGuiApplication.clipboard().text()
    assert Plan.parse(carried) == read_plan(file)
    screen.code.setText(carried)
    key(window, Qt.Key.Key_Return)
    pasted = str(window.run.question.item)
    window.show_home()
    key(window, "g")
    screen.open_file(file)
    assert str(window.run.question.item) == pasted
    window.show_home()
    key(window, "g")
    screen.code.setText("lunes")
    key(window, Qt.Key.Key_Return)
    assert str(window.run.question.item) == pasted, "with this version the code alone gives the same"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b'{"rulebook": "arica"}', b"\xff\xfe", b"x" * 2_000_000, str(FIRST).encode(), b"[" * 100_000],
)
def test_a_file_that_is_no_class_plan_is_told(content: bytes, open_window, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_bytes(content)
    window = open_window()
    key(window, "g")
    screen = window.study.class_code
    screen.open_file(tmp_path / "plan.json")
    assert window.shown_screen() is screen and screen.message.text()
    screen.open_file(tmp_path / "none.json")
    assert "none.json: no está" in screen.message.text()
    screen.open_file(tmp_path)
    assert "es una carpeta" in screen.message.text()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rungs": ("moon/1",)}, "No hay ejercicio «moon»"),
        ({"rungs": ("pay-the-layout/99",)}, "tiene los niveles 1 a"),
        ({"behaviour": "sleep"}, "No hay modo «sleep»"),
        ({"kind": Kind.AGAIN, "items": ("moon",)}, "ya no puede hacer la pregunta moon"),
    ],
)
def test_a_plan_that_names_what_is_gone_is_a_sentence_at_home(
    change: dict[str, object], said: str, open_window
) -> None:
    window = open_window()
    plan = Plan(**{"rulebook": "baleares", "game": "roulette-french", "rungs": ("pay-the-layout/1",), **change})
    assert not window.open_plan(plan)
    assert window.shown_screen() is window.home and said in window.home.message.text()


def test_a_plan_out_of_all_bounds_is_refused_as_it_is_read() -> None:
    head = '{"rulebook":"baleares","game":"roulette-french",'
    for rest in ('"length":10000000}', '"seconds":-1}', '"rungs":["a/1","b"]}', '"rungs":["a/99999999999999999999"]}'):
        with pytest.raises(PlanError, match="not a plan"):
            Plan.parse(head + rest)

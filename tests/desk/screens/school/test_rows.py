"""Rows of people on the instructor's desk."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from trainer.desk.screens.school.rows import NamedRow


def test_a_long_name_leaves_the_buttons_in_sight(qtbot: QtBot) -> None:
    rows = [NamedRow(name, ("spare",)) for name in ("Ana", "E" * 120)]
    for row in rows:
        qtbot.addWidget(row)
    short, long = (row.minimumSizeHint().width() for row in rows)
    assert short == long

"""Whatever is typed into the scheme editor is answered by a sentence, and what is kept can be read again."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit

from tests.desk.screens.exams.by_keyboard import Keys, found_school
from tests.exams.support import EXAMINER, SMALL
from trainer.desk.screens.exams.controller import ExamController
from trainer.desk.screens.exams.scheme_editor import SchemeEditor

HOSTILE = (
    *("", " ", "-1", "0", "1e999999999", "1/0", "NaN", "9" * 5000, "½", "٣", "1_000", "../../etc/passwd", "{0}", "%s"),
    *(
        '"""',
        "\\",
        "\u202e\u0007",
        "'; DROP TABLE",
        "x" * 30_000,
        "5 × ",
        "5 × ;",
        "-3 × announce/1",
        "5 × announce/9-1",
    ),
    *(
        "9" * 30 + " × announce/1",
        "2 × announce/1" + "; 2 × announce/1" * 300,
        "2 × " + ", ".join(["announce/1"] * 300),
    ),
)


def fields_of(editor: SchemeEditor) -> list[QLineEdit]:
    return [*editor.fields.values(), *editor.rows[0].fields.values()]


@pytest.fixture
def editor(room: ExamController) -> SchemeEditor:
    room.schemes.edit(SMALL, EXAMINER)
    return room.schemes.editor


def test_whatever_is_typed_is_answered_by_a_short_sentence(room: ExamController, editor: SchemeEditor) -> None:
    for place, field in enumerate(fields_of(editor)):
        before = field.text()
        for text in HOSTILE:
            editor.rows[0].fields["weight"].blockSignals(True)
            field.setText(text)
            editor.told.clear()
            room.schemes._check()
            told = editor.told.text()
            assert told and max(map(len, told.splitlines())) < 500 and "Error" not in told, (
                place,
                text[:20],
                told[:200],
            )
        field.setText(before)


def test_a_name_of_odd_letters_is_kept_as_it_is(
    room: ExamController, keys: Keys, editor: SchemeEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_school(keys)
    name = 'Ruleta "de oro" \\ {0} %s '.strip() + "'''"
    editor.fields["id"].setText("odd")
    editor.fields["name-en"].setText(name)
    room.schemes._save()
    assert "odd.toml" in editor.told.text()
    monkeypatch.undo()
    assert room.scheme_files().load("odd").names.en == name

"""A question that was answered before is shown with its answer, on its own felt, whatever was shown before it."""

from __future__ import annotations

from functools import cache

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.exams.support import NOW, SCHEMES, offers
from trainer.desk.answering import asked_table
from trainer.desk.answering.asked_table import AskedTable
from trainer.drills.core import Question
from trainer.drills.forms import ChoiceForm
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.paper_items import question_of, rules_in

SCHEME = "puerto-rico/pai-gow-initial"  # five kinds of answers on two felts


@cache
def questions(scheme: str = SCHEME) -> tuple[Question, ...]:
    """One question of every kind of answer and felt."""
    paper = draw_paper(SCHEMES.load(scheme), DrawRequest(seed="3", nonce=bytes(32), now=NOW, by="x"), offers())
    found = {(item.form["kind"], item.game): question_of(item, rules_in(paper, item)) for item in paper.items}
    return tuple(found.values())


def given_of(question: Question) -> str:
    """The right answer as a sitting keeps it."""
    return question.family.mark(question, question.draft.solution).given


def test_the_first_question_after_a_crash_may_be_answered_already(qtbot: QtBot) -> None:
    for question in questions():
        qtbot.addWidget(screen := QWidget())
        table = AskedTable(screen)
        qtbot.addWidget(table)
        table.ask(question, given_of(question))
        assert table.answer() == given_of(question), question.item


def test_turning_from_felt_to_felt_leaves_every_answer_as_it_was(qtbot: QtBot) -> None:
    qtbot.addWidget(screen := QWidget())
    table = AskedTable(screen)
    qtbot.addWidget(table)
    for question in (*questions(), *reversed(questions())):
        table.ask(question, given_of(question))
        assert table.answer() == given_of(question)


def pressed(*, held: bool) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier, "1", held)


def test_a_choice_meant_for_the_question_before_answers_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    question = next(each for each in questions() if isinstance(each.draft.form, ChoiceForm))
    qtbot.addWidget(screen := QWidget())
    table = AskedTable(screen)
    qtbot.addWidget(table)
    meant: list[str] = []
    table.submitted.connect(lambda: meant.append(table.answer()))
    monkeypatch.setattr(asked_table, "_UNREAD_MILLISECONDS", 60_000)
    table.ask(question)
    assert table.take_key(pressed(held=False)) and not meant and not table.answer()  # a key that was pressed twice
    table.ask(question, given_of(question))
    table.take_key(pressed(held=False))
    assert not meant and table.answer() == given_of(question)  # what was answered before stands
    monkeypatch.setattr(asked_table, "_UNREAD_MILLISECONDS", -1)
    table.ask(question)
    assert table.take_key(pressed(held=True)) and not meant  # a key that is held down
    table.take_key(pressed(held=False))
    assert meant == [table.answer()]

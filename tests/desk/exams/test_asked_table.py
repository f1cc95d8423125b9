"""A question that was answered before is shown with its answer, on its own felt, whatever was shown before it."""

from __future__ import annotations

from functools import cache

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.desk.conftest import ENGLISH
from tests.exams.support import NOW, SCHEMES, offers
from trainer.desk.exams.asked_table import AskedTable
from trainer.drills.core import Question
from trainer.exams.drawing import Drawing, draw_paper
from trainer.exams.questions import question_of, rules_in

SCHEME = "puerto-rico/pai-gow-initial"  # five kinds of answers on two felts


@cache
def questions(scheme: str = SCHEME) -> tuple[Question, ...]:
    """One question of every kind of answer and felt."""
    paper = draw_paper(SCHEMES.load(scheme), Drawing(seed="3", nonce=bytes(32), now=NOW, by="x"), offers())
    found = {(item.form["kind"], item.game): question_of(item, rules_in(paper, item)) for item in paper.items}
    return tuple(found.values())


def given_of(question: Question) -> str:
    """The right answer as a sitting keeps it."""
    return question.family.mark(question, question.draft.solution).given


@pytest.mark.parametrize("number", range(len(questions())))
def test_the_first_question_after_a_crash_may_be_answered_already(qtbot: QtBot, number: int) -> None:
    question = questions()[number]
    qtbot.addWidget(screen := QWidget())
    table = AskedTable(ENGLISH, screen)
    qtbot.addWidget(table)
    table.ask(question, given_of(question))
    assert table.answer() == given_of(question)


def test_turning_from_felt_to_felt_leaves_every_answer_as_it_was(qtbot: QtBot) -> None:
    qtbot.addWidget(screen := QWidget())
    table = AskedTable(ENGLISH, screen)
    qtbot.addWidget(table)
    for question in (*questions(), *reversed(questions())):
        table.ask(question, given_of(question))
        assert table.answer() == given_of(question)

"""A hundred right answers given on the felt alone, by mouse and by touch, over all games that have places on it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QApplication

from benchmarks.sizes import sized
from tests.desk.answering.felt_alone import FeltPlayer, Finger, Mouse, felt_questions
from trainer.desk.shots.pictures import RETURNING, Desk
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers

ANSWERS = sized(100, 2)


@pytest.mark.parametrize("tool", [Mouse, Finger])
def test_a_hundred_answers_on_the_felt(tool: type[Mouse | Finger], tmp_path: Path, qapp: QApplication) -> None:
    library = shipped_library()
    questions = list(felt_questions(Offers(library), [1]))
    random.Random(7).shuffle(questions)
    desk = Desk(tmp_path, structs.replace(RETURNING, reduce_motion=True), library)
    window = desk.window
    window.resize(1366, 768)
    window.show()
    given: list[str] = []
    wrong: list[str] = []
    for game, question in questions:
        window.ask([question] * 20, "practise")
        qapp.processEvents()
        if not FeltPlayer(window.runner, tool(window)).answer(question.draft.solution):
            continue
        given.append(game)
        answered = window.runner.run.answered
        if not answered or not answered[-1].mark.right:
            wrong.append(str(question.item))
        if len(given) == ANSWERS:
            break
    print(f"{tool.__name__}: {len(given)} answers, {len(set(given))} games, {len(wrong)} wrong", *wrong)
    window.close()
    assert not wrong
    assert len(given) == ANSWERS and len(set(given)) >= sized(10, 1)

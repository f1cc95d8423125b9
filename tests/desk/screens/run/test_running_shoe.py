"""A shoe of seventy coups at the desk, dealt with the keyboard alone."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from tests.desk.shell.test_window import attempts, key
from trainer.desk.screens.run.screen import RunnerScreen
from trainer.desk.screens.run.summary import SummaryScreen
from trainer.drills.baccarat.calls import WINNERS
from trainer.drills.baccarat.shoe import COUPS
from trainer.drills.baccarat.third_cards import THIRDS
from trainer.runs.plan import drill_plan
from trainer.runs.run import Stage


def keys_of(solution: str) -> str:
    """What is typed for a call: the numbers of thirds and winner, then the points themselves."""
    thirds, winner, high, low = solution.split()
    return f"{THIRDS.index(thirds) + 1}{WINNERS.index(winner) + 1}{high}{low}"


def test_seventy_coups_by_keyboard_alone(open_window, tmp_path: Path) -> None:
    window = open_window()
    window.start(drill_plan("puerto-rico", "mini-baccarat", "running-shoe", 2, behaviour="practise"))
    runner = window.stack.currentWidget()
    assert isinstance(runner, RunnerScreen)
    assert runner.run.length == COUPS
    seeds = []
    beads = 0
    for number in range(COUPS):
        question = runner.run.question
        seeds.append(question.item.seed)
        shown = sum(piece.spot.startswith("bead:") for piece in question.draft.scene.pieces)
        assert shown in (beads, 0), "the board fills coup by coup until a new shoe wipes it"
        wrong = number == 40
        typed = keys_of(question.draft.solution)
        key(window, typed if not wrong else typed[:-1] + str((int(typed[-1]) + 1) % 10), Qt.Key.Key_Return)
        assert runner.run.stage is Stage.JUDGED
        beads = shown + 1
        key(window, Qt.Key.Key_Return)
    assert isinstance(window.stack.currentWidget(), SummaryScreen)
    assert seeds == list(range(seeds[0], seeds[0] + COUPS)) and seeds[0] % COUPS == 0
    kept = attempts(tmp_path)
    assert (len(kept), sum(right for _, right in kept)) == (COUPS, COUPS - 1)

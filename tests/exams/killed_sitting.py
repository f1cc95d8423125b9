"""Run a sitting in a process of its own, kill it, and check what must hold when it is resumed.

The process prints what is safely stored (``kept ITEM ANSWER USED``) after each call that returned.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO

from tests.exams.support import CHEAP, CODE, INVIGILATOR, MACHINE, candidate, header_for, small_paper
from trainer.exams.clock import MachineClock
from trainer.exams.locked_paper import lock_paper
from trainer.exams.sitting import Sitting
from trainer.exams.sitting_state import Phase

TICK = 0.02  # seconds instead of one, because kills come faster here


class Witness:
    """What the process printed as stored."""

    def __init__(self) -> None:
        self.given: dict[int, str] = {}
        self.used = 0
        self.resumed = 0

    def hear(self, said: str) -> None:
        """Read the complete lines."""
        for line in said.splitlines():
            word, *fields = line.split(" ")
            if word == "kept" and len(fields) == 3 and line.endswith("."):
                self.given[int(fields[0])] = fields[1]
                self.used = int(fields[2].rstrip("."))


def prepare(folder: Path) -> Path:
    """Start a sitting and leave it."""
    paper = small_paper()
    sitting = Sitting.begin(
        folder / "room", folder / "counter", header_for(paper), lock_paper(paper, CODE, CHEAP), MachineClock()
    )
    sitting.identify(INVIGILATOR, candidate(), "passport")
    sitting.unlock(INVIGILATOR, CODE)
    sitting.check_machine(MACHINE)
    sitting.start()
    sitting.close()
    return folder


def kill_and_resume(home: Path, witness: Witness, seconds: float) -> None:
    """Let a process continue the sitting, kill it after a while, and check what is on disk."""
    command = [sys.executable, "-m", "tests.exams.killed_sitting", str(home)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout as said:
        assert said.readline().startswith("resumed")
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        witness.hear(said.read())
    process.wait()
    look_at(home, witness)


def look_at(home: Path, witness: Witness) -> None:
    sitting = Sitting.reopen(home / "room", home / "counter", MachineClock())
    try:
        assert sitting.phase == "broken"
        sitting.resume(INVIGILATOR, CODE)
        assert sitting.state.phase is Phase.RUNNING
        for item, answer in witness.given.items():
            assert sitting.state.answers[item].answer.replace(" ", "_") == answer
        assert sitting.state.used >= witness.used, "time was gained"
        witness.used = sitting.state.used
        witness.resumed += 1
    finally:
        sitting.close()


def work(home: Path, out: TextIO = sys.stdout) -> None:
    """Answer the items of the first part again and again until killed."""
    sitting = Sitting.reopen(home / "room", home / "counter", MachineClock())
    sitting.resume(INVIGILATOR, CODE)
    print("resumed", file=out, flush=True)
    turn = 0
    while True:
        turn += 1
        number = turn % 3 + 1
        if sitting.item != number:
            sitting.show(number)
        form = sitting.question.draft.form
        parts = [part[turn % len(part)].id for part in form.parts]  # type: ignore[union-attr]
        sitting.answer(" ".join(parts))
        kept = sitting.state.answers[number].answer.replace(" ", "_")
        print(f"kept {number} {kept} {sitting.state.used}.", file=out, flush=True)
        time.sleep(TICK)
        sitting.tick()


if __name__ == "__main__":
    work(Path(sys.argv[1]))

"""Kill a run in the terminal at random moments: no answer whose verdict was printed is lost.

The suite kills a few times; ``benchmarks/test_kill.py`` kills two hundred times.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from trainer.records.store import Store

_ANSWERS = "".join(f"{number}\n" for number in range(1, 400))
_VERDICTS = ("✓", "✗")  # a verdict begins with one of them


def kill_terminals(home: Path, times: int, seed: int) -> int:
    """Start runs, kill each at a random moment and check the records; returns the number of verdicts printed."""
    source = random.Random(seed)
    shown = 0
    command = [sys.executable, "-m", "trainer", "drill", "--rulebook", "baleares", "--game", "roulette-french"]
    command += ["--drill", "pay-the-layout", "--count", "400"]
    for kill in range(times):
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TRAINER_HOME": str(home)},
        ) as terminal:
            assert terminal.stdin is not None and terminal.stdout is not None
            terminal.stdin.write(_ANSWERS)
            terminal.stdin.flush()
            wanted = source.choice([0, 1, source.randrange(2, 15)])
            printed = 0
            while printed < wanted and (line := terminal.stdout.readline()):
                printed += line.removeprefix("> ").startswith(_VERDICTS)
            time.sleep(source.random() / 50)  # into the middle of the next answers
            terminal.kill()
            printed += sum(line.removeprefix("> ").startswith(_VERDICTS) for line in terminal.stdout)
        shown += printed
        if not (home / "data" / "progress.db").exists():
            continue  # killed before anything was stored
        with Store(home / "data" / "progress.db") as store:
            assert store.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            kept = sum(store.count(profile.id) for profile in store.profiles())
            assert shown <= kept <= shown + kill + 1, "at most the answer under way is kept without its verdict"
    return shown


def test_a_few_kills_lose_no_answer_whose_verdict_was_printed(tmp_path: Path) -> None:
    assert kill_terminals(tmp_path, times=6, seed=3) > 6

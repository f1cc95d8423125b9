"""``kill -9`` at random moments: no answer whose verdict was shown is lost, and the file stays intact.

The suite kills twenty times; ``benchmarks/test_kill.py`` kills five hundred times.
"""

import random
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest

from trainer.records.errors import InUseError
from trainer.records.store import Store

ROOT = Path(__file__).parent.parent.parent


def start_writer(path: Path, seed: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.records.killed_writer", str(path), str(seed)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def kill_writers(path: Path, times: int, seed: int) -> int:
    """Start writers and kill each at a random moment. Checks the file after every kill; returns the answers shown."""
    random_source = random.Random(seed)
    shown: set[UUID] = set()
    for kill in range(times):
        with start_writer(path, kill) as writer:
            assert writer.stdout is not None
            for _ in range(random_source.choice([0, 0, 1, random_source.randrange(2, 60)])):
                shown.add(UUID(writer.stdout.readline().strip()))
            # By now the writer is somewhere in its next transactions.
            writer.kill()
            shown |= {UUID(line.strip()) for line in writer.stdout if line.endswith("\n")}
        with Store(path) as store:
            assert store.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            for profile in store.profiles():
                kept = {attempt.id for attempt in store.attempts(profile.id)}
                assert shown <= kept
                assert len(kept) - len(shown) <= kill + 1, "at most the answer under way is kept without its verdict"
                assert store.derived(profile.id, "count") == ([("attempts", str(len(kept)))] if kept else [])
    return len(shown)


def test_twenty_kills_lose_no_answer_whose_verdict_was_shown(tmp_path: Path) -> None:
    assert kill_writers(tmp_path / "records.db", times=20, seed=1) > 50


def test_a_second_process_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    with start_writer(path, seed=1) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline()
        with pytest.raises(InUseError):
            Store(path)
        with Store(path, read_only=True) as reader:
            assert reader.count(reader.profiles()[0].id) > 0
        writer.kill()
    Store(path).close()

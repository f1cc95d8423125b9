"""Runs of the monkey, one process per seed, until a budget of processor time is used up."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from tests.laboratory.monkey.home import cheap_passwords, furnish
from tests.laboratory.monkey.player import Outcome

ROOT = Path(__file__).parents[3]
ACTS = 600  # of one run
LAST_ACTS = 40  # printed when a run fails
_SILENT_SECONDS = 120  # without an act, after which a run hangs
_SCREEN = {"name": "one", "x": 0, "y": 0, "width": 1920, "height": 1080}  # the offscreen platform has a smaller one


class Total(msgspec.Struct):
    """The sum of all runs."""

    runs: int = 0
    acts: int = 0
    failed: int = 0
    processor_seconds: float = 0.0
    most_memory_mib: int = 0
    screens: Counter[str] = msgspec.field(default_factory=Counter)
    doors: Counter[str] = msgspec.field(default_factory=Counter)
    closed_doors: Counter[str] = msgspec.field(default_factory=Counter)
    known: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        self.runs += 1
        self.acts += outcome.acts
        self.failed += bool(outcome.failures)
        self.processor_seconds += outcome.processor_seconds
        self.most_memory_mib = max(self.most_memory_mib, outcome.most_memory_mib)
        self.screens.update(outcome.screens)
        self.doors.update(outcome.doors)
        self.closed_doors.update(outcome.closed_doors)
        self.known.update(outcome.known)

    def words(self) -> str:
        screens = ", ".join(f"{name} {count}" for name, count in self.screens.most_common())
        doors = ", ".join(f"{name} {count}" for name, count in sorted(self.doors.items()))
        closed = ", ".join(f"{name} {count}" for name, count in sorted(self.closed_doors.items())) or "none"
        known = ", ".join(f"{name} {count}" for name, count in sorted(self.known.items())) or "none"
        return (
            f"{self.runs} runs, {self.acts:,} acts, {self.failed} failed, "
            f"{self.processor_seconds / 60:.1f} minutes of processor time, at most {self.most_memory_mib} MiB\n"
            f"screens by acts: {screens}\ndoors: {doors}\ndoors that stayed closed: {closed}\n"
            f"known failures: {known}"
        )


def furnished(folder: Path) -> Path:
    """A home folder of which every run gets a copy."""
    template = folder / "template"
    with cheap_passwords():
        furnish(template)
    return template


def run_seeds(
    seeds: Iterator[int],
    processor_seconds: float,
    tell: Callable[[str], object],
    acts: int = ACTS,
    keep_failed: Path | None = None,
    known: Sequence[str] = (),
) -> Total:
    """Run one seed after the other until the budget is used up.

    Folders of failed runs are copied to ``keep_failed``. Failures that begin with one of ``known`` are only counted.
    """
    total = Total()
    with tempfile.TemporaryDirectory(prefix="monkey-") as scratch:
        template = furnished(Path(scratch))
        for seed in seeds:
            folder = Path(scratch) / f"seed-{seed}"
            shutil.copytree(template, folder)
            outcome = run_one(seed, acts, folder, known=known)
            total.add(outcome)
            if outcome.failures:
                tell(describe(outcome, folder))
                if keep_failed is not None:
                    keep_failed.mkdir(parents=True, exist_ok=True)
                    kept = keep_failed / f"seed-{seed}-{time.strftime('%H%M%S')}"
                    shutil.copytree(folder, kept, ignore=shutil.ignore_patterns("*.sock"))
            else:
                tell(
                    f"seed {seed}: {outcome.acts} acts, {len(outcome.screens)} screens, "
                    f"{outcome.processor_seconds:.0f} s, {outcome.most_memory_mib} MiB"
                )
            shutil.rmtree(folder, ignore_errors=True)
            if total.processor_seconds >= processor_seconds:
                break
    tell(total.words())
    return total


def run_one(seed: int, acts: int, folder: Path, script: Path | None = None, known: Sequence[str] = ()) -> Outcome:
    """One process; a native death or a hang becomes a failure of the outcome."""
    command = [sys.executable, "-m", "tests.laboratory.monkey.player", str(folder), f"--seed={seed}", f"--acts={acts}"]
    command += [f"--script={script}"] if script else []
    command += [f"--known={each}" for each in known]
    environment = {**os.environ, "HOME": str(folder), "TRAINER_HOME": str(folder), "PYTHONFAULTHANDLER": "1"}
    environment["PATH"] = f"{_opener(folder / 'bin')}{os.pathsep}{os.environ['PATH']}"
    if environment.get("QT_QPA_PLATFORM") == "offscreen":
        (folder / "screens.json").write_bytes(msgspec.json.encode({"screens": [_SCREEN]}))
        environment["QT_QPA_PLATFORM"] = f"offscreen:configfile={folder / 'screens.json'}"
    before = os.times()
    with (folder / "stderr.txt").open("wb") as errors:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=errors, stderr=errors)
        hung = _wait(process, folder / "acts.txt")
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    written = folder / "outcome.json"
    if written.exists() and process.returncode in (0, 1):
        outcome = msgspec.json.decode(written.read_bytes(), type=Outcome)
    else:
        outcome = Outcome(seed, acts=len(acts_of(folder)), failures=[_death(process.returncode, hung, folder)])
    outcome.processor_seconds = used
    return outcome


def _opener(folder: Path) -> Path:
    """Make a folder with an ``xdg-open`` that opens nothing: no viewer comes in front of the window, and Qt does not
    warn where none is installed."""
    folder.mkdir(exist_ok=True)
    opener = folder / "xdg-open"
    opener.write_text("#!/bin/sh\n", encoding="utf-8")
    opener.chmod(0o755)
    return folder


def _wait(process: subprocess.Popen[bytes], log: Path) -> bool:
    """Wait for a process; one that performs no act for long is aborted, so that its stack is written.

    The time in which its window thread waits for a processor is not counted: on a busy machine that is no hang.
    """
    last, size = own_time(process.pid), -1
    while True:
        try:
            process.wait(1)
            return False
        except subprocess.TimeoutExpired:
            grown, now = log.stat().st_size if log.exists() else 0, own_time(process.pid)
            if grown != size:
                last, size = now, grown
            elif now - last > _SILENT_SECONDS:
                process.send_signal(signal.SIGABRT)
                process.wait()
                return True


def own_time(process: int) -> float:
    """Seconds of a clock that stands still while the first thread of a process is ready and waits for a processor."""
    try:
        _, waited, _ = Path(f"/proc/{process}/schedstat").read_text().split()
    except (OSError, ValueError):  # not on this system, or the process has just ended
        return time.monotonic()
    return time.monotonic() - int(waited) / 1e9


def _death(status: int, hung: bool, folder: Path) -> str:
    stack = (folder / "stderr.txt").read_text(encoding="utf-8", errors="replace")
    if hung:
        return f"hung for {_SILENT_SECONDS} s\n{stack[-6000:]}"
    name = signal.Signals(-status).name if status < 0 else f"status {status}"
    return f"the process died: {name}\n{stack[-6000:]}"


def acts_of(folder: Path) -> list[str]:
    log = folder / "acts.txt"
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []


def describe(outcome: Outcome, folder: Path) -> str:
    """A failed run: its seed, what was wrong, its last acts, and what was printed meanwhile."""
    stderr = (folder / "stderr.txt").read_text(encoding="utf-8", errors="replace")
    return "\n".join(
        [
            f"FAILED seed {outcome.seed} after {outcome.acts} acts, {outcome.processor_seconds:.0f} s",
            *outcome.failures,
            f"last acts: {' | '.join(acts_of(folder)[-LAST_ACTS:])}",
            stderr[-3000:] if not any("died" in each or "hung" in each for each in outcome.failures) else "",
        ]
    )

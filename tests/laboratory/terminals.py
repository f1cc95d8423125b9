"""Commands in terminals that are not as they should be: streams closed, full or of few letters, and Ctrl-C."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from trainer.rulebooks.library import SHIPPED

LINE = (
    '{"rulebook":"baleares","game":"roulette-french","settle":{"winning_number":"0","bets":[{"bet":"red","stake":20}]}}'
)
# One game is checked in place of all: what is tried here is the terminal, and all of them take half a minute.
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("games",), ("games", "--json"), ("rulebook", "check", str(SHIPPED / "baleares" / "boule.toml")),
    ("rulebook", "folder"), ("stats",), ("stats", "--json"),
    ("records", "profiles"), ("records", "check"), ("drill",), ("drill", "--print-plan"), ("solve",),
    ("solve", "--schema", "boule"), ("prove", "house-way", "traditional"),
)  # fmt: skip
LETTERS = ("ascii", "latin-1", "cp850", "cp437", "cp1252", "koi8-r", "utf-16", "shift_jis")
CLOSED = ("<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", ">/dev/full 2>&1", "2>/dev/full")
HANGS = 120  # seconds: what hangs does so for ever, what lists every game is only slow on a busy machine
HUNG = -1
RIGHT_STATUSES = (0, 1, 2, 130)


class Ended(msgspec.Struct):
    """How a command ended."""

    status: int
    out: str
    err: str
    seconds: float

    @property
    def was_too_early(self) -> bool:
        """Whether Ctrl-C came before the program could see to it: what Python says then is its own."""
        ours = {Path(line.split('"')[1]).name for line in self.err.splitlines() if "/trainer/" in line and '"' in line}
        return "Traceback" in self.err and ours <= {"__main__.py", "__init__.py", "signals.py"}

    @property
    def is_right(self) -> bool:
        """With a status that says what was wrong, and not in the words of a programmer."""
        told = self.out + self.err
        raw = ("Traceback", "Errno", "Exception ignored", "Fatal Python error")
        return self.status in RIGHT_STATUSES and not any(word in told for word in raw)


def ended(
    arguments: Sequence[str], home: Path, streams: str = "", environment: Mapping[str, str] | None = None
) -> Ended:
    """Run a command with its streams as a shell would lead them."""
    command = f'exec "$0" -m trainer "$@" {streams}'
    began = time.monotonic()
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command, sys.executable, *arguments],
            env={**os.environ, "TRAINER_HOME": str(home), **(environment or {})},
            input=f"{LINE}\n".encode(),
            capture_output=True,
            timeout=HANGS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ended(HUNG, "", f"{' '.join(arguments)} {streams}", HANGS)
    out, err = (said.decode(errors="replace") for said in (done.stdout, done.stderr))
    return Ended(done.returncode, out, err, time.monotonic() - began)


Ready = Callable[[subprocess.Popen[bytes]], bool]


def has_spoken(process: subprocess.Popen[bytes]) -> bool:
    """Whether a command has written something: what comes then is read from whoever uses it."""
    return bool(select.select([process.stdout], [], [], 0)[0])


def shows_a_screen(home: Path) -> Ready:
    """Whether the desk has painted its first screen: the mark of its start was there, and is gone."""
    mark, seen = home / "config" / "starting", []

    def is_open(_: subprocess.Popen[bytes]) -> bool:
        seen.extend([mark] * mark.exists())
        return bool(seen) and not mark.exists()

    return is_open


def interrupted(
    arguments: Sequence[str],
    home: Path,
    after: float | Ready,
    signals: Sequence[signal.Signals] = (signal.SIGINT,),
    typed: str = "",
) -> Ended:
    """Start a command, press Ctrl-C so many seconds later or as soon as it is so far, and see how long it takes to end.
    Nothing more is typed than what it is given, and no end of it."""
    with subprocess.Popen(
        [sys.executable, "-m", "trainer", *arguments],
        env={**os.environ, "TRAINER_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # a terminal sends it to all that the command started
    ) as process:
        assert process.stdin
        process.stdin.write(typed.encode())
        process.stdin.flush()
        latest = time.monotonic() + (after if isinstance(after, float) else HANGS)
        while process.poll() is None and time.monotonic() < latest and not (callable(after) and after(process)):
            time.sleep(0.01)
        pressed = time.monotonic()
        for each in signals:
            if process.poll() is None:
                os.killpg(process.pid, each)
                time.sleep(0.05)
        try:
            process.wait(timeout=HANGS)
        except subprocess.TimeoutExpired:
            process.kill()
        seconds = time.monotonic() - pressed
        assert process.stdout and process.stderr
        out, err = (stream.read().decode(errors="replace") for stream in (process.stdout, process.stderr))
    return Ended(process.returncode, out, err, seconds)

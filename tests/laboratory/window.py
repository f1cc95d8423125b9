"""The program in a real window: an X server without a screen, a keyboard, a camera and a clock that can be set.

Needs Xvfb, xdotool, ImageMagick and a C compiler.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = "1366x768"
SLOWNESS = 2.0  # pauses after a key are so many times what a quiet machine needs
PATIENCE = 90.0  # seconds for each step; the machine may be busy


class Desk:
    """The program in its window, with a keyboard, a camera and a clock that can be set."""

    def __init__(self, folder: Path, pictures: Path, display: str, program: str, clock: Path | None = None) -> None:
        """``program`` is the Python text that starts it. Desks may share a ``clock``, the file with its seconds."""
        self.home, self.pictures = folder / "home", pictures
        self.program = program
        self._seconds = clock or folder / "seconds"
        self._display = display
        self._program: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        shim = folder / "shifted_clock.so"
        source = Path(__file__).with_name("shifted_clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(shim), str(source), "-ldl"], check=True)
        self._environment = os.environ | {
            "DISPLAY": display,
            "LD_PRELOAD": str(shim),
            "QT_QPA_PLATFORM": "xcb",
            "SHIFTED_CLOCK": str(self._seconds),
            "TRAINER_HOME": str(self.home),
        }

    def start(self) -> None:
        words = [sys.executable, "-c", self.program]
        with (self.home.parent / "log.txt").open("ab") as log:
            self._program = subprocess.Popen(words, env=self._environment, stdout=log, stderr=log)
        wait_for("a window", lambda: bool(self._windows()))
        time.sleep(8)  # until the first page is drawn
        window = self._windows()[-1]
        self._tool("windowmove", window, "0", "0")
        self._tool("windowsize", "--sync", window, *SIZE.split("x"))
        self._tool("windowfocus", "--sync", window)

    def kill(self) -> None:
        """Kill the program without a warning, as a power cut does."""
        assert self._program is not None
        self._program.send_signal(signal.SIGKILL)
        self._program.wait()

    def close(self) -> None:
        if self._program is not None and self._program.poll() is None:
            self._program.terminate()
            self._program.wait(timeout=PATIENCE)

    def set_clock(self, seconds: int) -> None:
        self._seconds.write_text(str(seconds), encoding="ascii")

    def press(self, *keys: str, pause: float = 0.6) -> None:
        for key in keys:
            self._tool("key", "--clearmodifiers", key)
            time.sleep(pause * SLOWNESS)

    def type(self, text: str) -> None:
        self._tool("type", "--delay", "30", text)
        time.sleep(0.4 * SLOWNESS)

    def click(self, x: int, y: int) -> None:
        self._tool("mousemove", str(x), str(y), "click", "1")
        time.sleep(SLOWNESS)

    def picture(self, name: str) -> None:
        time.sleep(0.8)
        path = self.pictures / f"{name}.png"
        subprocess.run(["import", "-display", self._display, "-window", "root", str(path)], check=True)

    def _windows(self) -> list[str]:
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "."],
            env=self._environment | {"LD_PRELOAD": ""},
            capture_output=True,
            check=False,
            text=True,
        )
        return found.stdout.split()

    def _tool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._environment | {"LD_PRELOAD": ""}, check=True)


def wait_for(what: str, is_done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_done():
        if time.monotonic() > end:
            raise TimeoutError(f"waited in vain for {what}")
        time.sleep(0.2)


@contextmanager
def screen() -> Iterator[str]:
    """An X server without a screen; gives the name of its display."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SIZE}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, "no X server"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()

"""One run of the monkey in the process of the desk: a number of acts, then a proper end."""

from __future__ import annotations

import argparse
import faulthandler
import random
import sys
import time
import traceback
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QMessageLogContext, QObject, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QDialog, QLabel

from tests.laboratory.monkey.acts import input_window, perform
from tests.laboratory.monkey.chooser import Chooser
from tests.laboratory.monkey.doors import ClosedDoorError, Doors, StagedError
from tests.laboratory.monkey.home import PASSWORD, PIN, cheap_passwords, places_in
from trainer.desk.screens.exams.practice_screen import PracticeScreen
from trainer.desk.screens.exams.sitting_screen import SittingScreen
from trainer.desk.screens.people.screen import ProfilesScreen
from trainer.desk.shell.application import run
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import prepare
from trainer.desk.widgets.form import FormScreen
from trainer.desk.widgets.screen import Screen

ESCAPES = 12  # presses of Esc after which home must be reached from every screen that Esc leaves
ENTERS = 12  # more presses, of Enter and Esc in turn
LAST_RESORTS = 90  # presses that lead out where Esc does not on purpose: a sitting, a code shown once, a locked profile
_HARMLESS = (
    "This plugin does not support",
    "QXcbConnection: XCB error",
    "Populating font family aliases",
    "QGestureManager::deliverEvents: could not find the target",  # the screen changed under the finger
    *(f"Couldn't {verb} {library}" for verb in ("load", "resolve") for library in ("pipewire", "va")),  # without sound,
    "PulseAudioService",  # where Qt looks for it
    "Mouse event at",  # QTest: the window system resized the window between choosing a point and clicking it
)
_SHORT_WAIT = "wait 20"
_PAUSE = "wait 2"  # a second press within the same millisecond is dropped in an exam as the repeat of a held key
_LONG_WAIT = "wait 2500"  # wrong passwords that the monkey typed before are braked for seconds
_AWAY_FROM_HOME = 0.3  # chance that a monkey that came home by itself looks for another door at once
_STUCK_IN_DIALOG = 300  # milliseconds after which a dialog that an act opened is left


class Outcome(msgspec.Struct):
    """How a run ended, as it is handed to the parent process."""

    seed: int
    acts: int = 0
    screens: dict[str, int] = {}
    doors: dict[str, int] = {}
    closed_doors: dict[str, int] = {}
    known: dict[str, int] = {}
    failures: list[str] = []
    processor_seconds: float = 0.0
    most_memory_mib: int = 0


class Monkey(QObject):
    """Performs acts, one in each turn of the event loop, and looks after each whether all is well."""

    def __init__(
        self, window: MainWindow, seed: int, acts: int, folder: Path, script: list[str], known: list[str]
    ) -> None:
        super().__init__()
        self._window = window
        self._acts = acts
        self._folder = folder
        self._script = script  # acts of an earlier run that are repeated
        self._known = known  # beginnings of failures that are counted but do not end the run
        self._rng = random.Random(seed)
        self._chooser = Chooser(window, self._rng)
        self._doors = Doors(window, self._rng, folder)
        self._doors_ahead: list[str] = []  # each door once, in a random order, before any is opened again
        self._log = (folder / "acts.txt").open("w", encoding="utf-8", buffering=1)
        self._left = 0  # acts until the monkey goes home
        self._presses = 0  # of the keys that lead home
        self._last_resorts = 0  # presses of the keys that lead out where Esc does not on purpose
        self._busy = 0  # number of the act under way
        self._warnings: list[str] = []
        self._errors: list[str] = []
        self._screens: Counter[str] = Counter()
        self._opened: Counter[str] = Counter()
        self._closed: Counter[str] = Counter()
        self.outcome = Outcome(seed)

    def start(self) -> None:
        qInstallMessageHandler(self._hear_qt)
        QTimer.singleShot(0, self, self._step)

    def _hear_qt(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) or message.startswith(_HARMLESS):
            return
        self._warnings.append(f"{kind.name}: {message}")

    def hear_error(self, error: BaseException) -> None:
        if not isinstance(error, StagedError):
            self._errors.append(f"{type(error).__name__}: {error}")

    # ── one act ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _step(self) -> None:
        outcome = self.outcome
        if outcome.acts >= self._acts or (self._script and outcome.acts >= len(self._script)):
            self._end()
            return
        act = self._script[outcome.acts] if self._script else self._choose()
        if not act:  # a dead end
            self._sort_out_known()
            if outcome.failures:
                self._end()
                return
            self._window.show_home()
            self._presses = 0
            QTimer.singleShot(0, self, self._step)
            return
        outcome.acts += 1
        self._log.write(f"{act}\n")
        self._busy = number = outcome.acts
        QTimer.singleShot(_STUCK_IN_DIALOG, self, lambda: self._leave_dialog(number))
        try:
            self._perform(act)
        except Exception as error:  # of the monkey: exceptions of the desk's event handlers come by `hear_error`
            traceback.print_exc()
            self.hear_error(error)
        self._busy = 0
        shown = self._window.shown_screen()
        self._screens[_name(shown)] += 1
        self._look()
        if outcome.failures:
            self._end()
            return
        wait = int(act.split()[1]) if act.startswith("wait ") else 0
        QTimer.singleShot(wait, self, self._step)

    def _leave_dialog(self, number: int) -> None:
        """An act that opened a dialog or a menu is over when that is closed."""
        if self._busy != number:
            return
        window = input_window(self._window)
        if window is not self._window:
            perform("key Escape", self._window)
            if isinstance(window, QDialog) and window.isVisible():
                window.reject()
        QTimer.singleShot(_STUCK_IN_DIALOG, self, lambda: self._leave_dialog(number))

    def _perform(self, act: str) -> None:
        if act.startswith("wait "):
            return
        if act == "answer":
            self._answer()
        elif act == "push-on":
            self._doors.push_on()
        elif act.startswith("door "):
            name = act.removeprefix("door ")
            self._opened[name] += 1
            try:
                self._doors.open(name)
            except ClosedDoorError:
                self._closed[name] += 1
        else:
            perform(act, self._window)

    def _answer(self) -> None:
        """Answer the question that is asked right, as a good trainee does."""
        window = self._window
        runner = window.__dict__.get("runner")
        if runner is None or window.shown_screen() is not runner or window.run is None or runner.is_projected:
            return
        if window.run.stage.name == "ASKING":
            runner.tray.put(window.run.question.draft.solution.replace("|", " "))
            perform("key Return", window)

    def _choose(self) -> str:
        window = self._window
        is_home = window.shown_screen() is window.home and input_window(window) is window
        if is_home and self._rng.random() < _AWAY_FROM_HOME:
            self._left = 0
        if self._left > 0:
            self._left -= 1
            return "push-on" if self._rng.random() < 0.02 else self._chooser.choose()
        if is_home:
            self._left, self._presses, self._last_resorts = self._rng.randint(20, 120), 0, 0
            if not self._doors_ahead:
                self._doors_ahead = sorted(self._doors.all)
                self._rng.shuffle(self._doors_ahead)
            return f"door {self._doors_ahead.pop()}"
        self._presses += 1
        return self._way_home()

    def _way_home(self) -> str:
        """The key that should lead home; empty, with a failure, if none does."""
        shown = self._window.shown_screen()
        ways = _ways_out(shown)
        if ways and self._presses > ESCAPES:
            self._last_resorts += 1
            if self._last_resorts <= LAST_RESORTS:
                way = ways[self._last_resorts % len(ways)]
                is_braked = way == _SHORT_WAIT and self._last_resorts > LAST_RESORTS // 2
                return _LONG_WAIT if is_braked else way
        elif self._last_resorts:  # led out at last: from here on Esc must do
            self._presses, self._last_resorts = 1, 0
        if self._presses <= ESCAPES:
            return "key Escape"
        if self._presses <= ESCAPES + ENTERS:
            return ("key Return", "key Escape")[self._presses % 2]
        words = [label.text() for label in shown.findChildren(QLabel) if label.isVisible()] if shown else []
        told = f"dead end at {_name(shown)}: {self._presses - 1} presses did not lead home; it says {words}"
        self.outcome.failures.append(told)
        return ""

    # ── looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _look(self) -> None:
        failures = self.outcome.failures
        failures += [f"exception: {error}" for error in self._errors]
        failures += [f"Qt: {warning}" for warning in self._warnings]
        self._errors, self._warnings = [], []
        reports = self._window.workplace.folders.reports
        written = len(list(reports.iterdir())) if reports.is_dir() else 0
        if written > self._doors.staged_faults and not failures:
            failures.append(f"a fault report in {reports}")
        self._sort_out_known()

    def _sort_out_known(self) -> None:
        outcome = self.outcome
        for failure in outcome.failures:
            for known in self._known:
                if failure.startswith(known):
                    outcome.known[known] = outcome.known.get(known, 0) + 1
        outcome.failures = [each for each in outcome.failures if not each.startswith(tuple(self._known))]

    def _end(self) -> None:
        self._log.close()
        self._doors.close()
        self._window.close()
        QApplication.quit()

    def finish(self) -> Outcome:
        outcome = self.outcome
        self._look()
        outcome.screens, outcome.doors, outcome.closed_doors = (
            dict(self._screens),
            dict(self._opened),
            dict(self._closed),
        )
        outcome.processor_seconds = time.process_time()
        outcome.most_memory_mib = _most_memory_mib()
        return outcome


def _name(screen: Screen | None) -> str:
    return type(screen).__name__ if screen is not None else "none"


def _ways_out(screen: Screen | None) -> tuple[str, ...]:
    """The keys that lead out of a screen that Esc does not leave on purpose, pressed again and again."""
    if isinstance(screen, ProfilesScreen) and screen.is_locked:
        return "key A Control", f"type {PIN}", "key Return"
    if isinstance(screen, FormScreen | SittingScreen | PracticeScreen):
        return (
            "key F8",
            "key F10",
            _PAUSE,
            "key F10",
            _SHORT_WAIT,
            "key A Control",
            f"type {PASSWORD}",
            "key Return",
            "key Escape",
        )
    return ()


def _most_memory_mib() -> int:
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) // 1024


def play(seed: int, acts: int, folder: Path, script: list[str], known: list[str]) -> Outcome:
    """Open the desk in a furnished folder and let the monkey at it; returns how that ended."""
    prepared = prepare(places_in(folder), time.monotonic_ns, lambda: datetime.now(UTC))
    prepared = replace(prepared, workplace=replace(prepared.workplace, rng=random.Random(seed)))
    monkeys: list[Monkey] = []

    def started() -> None:
        (window,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
        monkeys.append(Monkey(window, seed, acts, folder, script, known))
        monkeys[0].start()

    def hear(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        for monkey in monkeys:
            monkey.hear_error(error)

    sys.excepthook = hear
    with cheap_passwords():
        run(prepared, started=started)
    return monkeys[0].finish()


def main() -> int:
    faulthandler.enable(all_threads=True)
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--acts", type=int, required=True)
    parser.add_argument("--script", type=Path)
    parser.add_argument("--known", action="append", default=[])
    given = parser.parse_args()
    script = given.script.read_text(encoding="utf-8").splitlines() if given.script else []
    outcome = play(given.seed, given.acts, given.folder, script, given.known)
    (given.folder / "outcome.json").write_bytes(msgspec.json.encode(outcome))
    return 1 if outcome.failures else 0


if __name__ == "__main__":
    sys.exit(main())

"""``trainer``: open the desk or, without a display, say so and continue in the terminal."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from trainer.cli.places import Places, user_places
from trainer.cli.streams import print_stderr
from trainer.desk.shell.start.mark import StartMark
from trainer.system.lazy_imports import lazily
from trainer.system.native_crashes import CrashLog
from trainer.system.signals import raise_on_signals, run_before_exit
from trainer.texts import Language, Message, text

with lazily():  # the desk or, without a display, the terminal; Qt is loaded in its place
    from trainer.cli import drill
    from trainer.desk.shell.application import run as open_desk
    from trainer.desk.shell.start.garbage import begin_collecting
    from trainer.desk.shell.start.qt import load_qt
    from trainer.desk.shell.workplace import prepare
    from trainer.system.crash_reports import write_crash_report

_LONGEST_REASON = 200
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")  # environment variables that name a display


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=[language.value for language in Language], help="default: as last time")
    parser.add_argument("--safe", action="store_true", help="with the first settings and without the school's files")
    parser.add_argument("--now", action="store_true", help="go on with the last drill at once, without the home screen")


def run(arguments: argparse.Namespace) -> int:
    if not has_display(sys.platform, os.environ):
        raise_on_signals()
        begin_collecting()
        print_stderr(text("drill.no-display", Language(arguments.language or "es")))
        parser = argparse.ArgumentParser(prog="trainer drill")
        drill.add_arguments(parser)
        return drill.run(parser.parse_args(["--language", arguments.language] if arguments.language else []))
    places = user_places()
    mark = StartMark(places.config / "starting")
    why = _safe_because(arguments, mark)
    mark.put()
    run_before_exit(mark.take_away)
    crashes = CrashLog(places.data / "reports")
    crashed = crashes.take_last(datetime.now(UTC))
    crashes.open()
    run_before_exit(crashes.close)

    def finish() -> None:
        mark.take_away()
        crashes.close()

    try:
        return _open(places, arguments, mark, why, crashed, finish)
    except Exception as error:
        if why is not None:
            raise
        return _open(places, arguments, mark, _failed(places, error), crashed, finish)
    finally:
        finish()


def _safe_because(arguments: argparse.Namespace, mark: StartMark) -> Message | None:
    """Reason for a safe start, or ``None`` for a normal one."""
    if arguments.safe:
        return Message("desk.safe.wanted")
    return Message("desk.safe.not-finished") if mark.stands else None


def _open(
    places: Places,
    arguments: argparse.Namespace,
    mark: StartMark,
    safe_because: Message | None,
    crashed: Path | None,
    finish: Callable[[], None],
) -> int:
    """Prepare and open the desk; ``crashed`` is the report of the last start, if that crashed."""
    prepared = prepare(places, time.monotonic_ns, lambda: datetime.now(UTC), safe_because)
    if crashed is not None:
        notice = Message("desk.window.crashed", {"path": str(crashed)})
        prepared = replace(prepared, notices=(*prepared.notices, notice))
    load_qt()

    def begin_without_display() -> None:
        """Restart the program as if no display were named."""
        finish()
        for name in _DISPLAYS:
            os.environ.pop(name, None)
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])

    return open_desk(
        prepared,
        language=arguments.language,
        straight_on=arguments.now and safe_because is None,
        started=mark.take_away,
        no_display=begin_without_display,
    )


def _failed(places: Places, error: Exception) -> Message:
    """Write a crash report for a failed start; returns the reason to show in the safe start that follows."""
    told = f"{type(error).__name__}: {error}"[:_LONGEST_REASON]
    try:
        path = write_crash_report(places.data / "reports", error, datetime.now(UTC))
    except OSError:
        return Message("desk.safe.failed", {"error": told})
    return Message("desk.safe.failed-report", {"error": told, "path": str(path)})


def has_display(platform: str, environment: os._Environ[str] | dict[str, str]) -> bool:
    """Whether Qt can open a window: on Linux only with X, Wayland or an explicit Qt platform."""
    if not platform.startswith("linux"):
        return True
    return any(environment.get(name) for name in _DISPLAYS)

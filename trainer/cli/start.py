"""``trainer``: open the desk; without a display, say so in one line and go on in the terminal."""

from __future__ import annotations

import argparse
import os
import sys
import time
from datetime import UTC, datetime

from trainer.cli.places import user_places
from trainer.lazily import lazily
from trainer.texts import Language, text

with lazily():  # the desk or, without a display, the terminal; Qt is loaded in its place
    from trainer.cli import drill
    from trainer.desk.app import run as open_desk
    from trainer.desk.start.garbage import begin_collecting
    from trainer.desk.start.qt import load_qt
    from trainer.desk.workplace import prepare


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=[language.value for language in Language], help="default: as last time")
    parser.add_argument("--now", action="store_true", help="go on with the last drill at once, without the home screen")


def run(arguments: argparse.Namespace) -> int:
    if not has_display(sys.platform, os.environ):
        begin_collecting()
        print(text("drill.no-display", Language(arguments.language or "es")), file=sys.stderr)
        parser = argparse.ArgumentParser(prog="trainer drill")
        drill.add_arguments(parser)
        return drill.run(parser.parse_args(["--language", arguments.language] if arguments.language else []))
    prepared = prepare(user_places(), time.monotonic_ns, lambda: datetime.now(UTC))
    load_qt()
    return open_desk(prepared, language=arguments.language, straight_on=arguments.now)


def has_display(platform: str, environment: os._Environ[str] | dict[str, str]) -> bool:
    """Whether Qt can open a window: on Linux only with X, Wayland or a platform chosen by hand."""
    if not platform.startswith("linux"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))

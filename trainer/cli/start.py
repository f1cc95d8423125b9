"""``trainer``: open the desk; without a display, say so in one line and go on in the terminal."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from datetime import UTC, datetime

from trainer.cli.places import user_places
from trainer.texts import Language, text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=[language.value for language in Language], help="default: as last time")
    parser.add_argument("--now", action="store_true", help="go on with the last drill at once, without the home screen")


def run(arguments: argparse.Namespace) -> int:
    if not has_display(sys.platform, os.environ):
        gc.enable()
        from trainer.cli import drill  # noqa: PLC0415 - only without a display

        print(text("drill.no-display", Language(arguments.language or "es")), file=sys.stderr)
        parser = argparse.ArgumentParser(prog="trainer drill")
        drill.add_arguments(parser)
        return drill.run(parser.parse_args(["--language", arguments.language] if arguments.language else []))
    from trainer.desk.workplace import prepare  # noqa: PLC0415 - only for the desk, and before Qt

    prepared = prepare(user_places(), time.monotonic_ns, lambda: datetime.now(UTC))
    from trainer.desk.qt import load_qt  # noqa: PLC0415

    load_qt()
    from trainer.desk.app import run as open_desk  # noqa: PLC0415 - Qt is loaded for the desk alone

    status: int = open_desk(prepared, language=arguments.language, straight_on=arguments.now)
    return status


def has_display(platform: str, environment: os._Environ[str] | dict[str, str]) -> bool:
    """Whether Qt can open a window: on Linux only with X, Wayland or a platform chosen by hand."""
    if not platform.startswith("linux"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))

"""Entry point of the command line: parses the arguments, runs the command, and reports what goes wrong."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from typing import NoReturn

from trainer import __version__
from trainer.cli.places import NoHomeError, user_places
from trainer.cli.streams import discard_output, prepare_streams, print_stderr
from trainer.system.lazy_imports import lazily
from trainer.system.log import AREAS, LEVELS, QUIET, read_levels, start_log, stop_log
from trainer.system.signals import INTERRUPTED, raise_on_signals

with lazily():  # only for the desk
    from trainer.desk.shell.start.garbage import put_off_collecting

with lazily():  # only needed for errors
    from datetime import datetime

    from trainer.system.crash_reports import write_crash_report
    from trainer.texts import Language, Message, say
    from trainer.texts.system_errors import system_problem

_log = logging.getLogger(__name__)

# Command → its module, which has `add_arguments(parser)` and `run(arguments) -> exit status`, and its help text.
COMMANDS = {
    "start": ("trainer.cli.start", "open the desk (also with no command)"),
    "solve": ("trainer.cli.solve", "answer JSON lines: settle a round, decide, limits"),
    "games": ("trainer.cli.games", "list rulebooks, games, variants, options and drills"),
    "rulebook": ("trainer.cli.rulebook", "check a rulebook file and list all its faults"),
    "prove": ("trainer.cli.prove", "prove that a house way sets every hand"),
    "drill": ("trainer.cli.drill", "drill in the terminal"),
    "house": ("trainer.cli.house", "list and choose the house options of a game"),
    "records": ("trainer.cli.records", "back up, move, repair and rebuild the records"),
    "live": ("trainer.cli.live", "judge rounds of the live table"),
    "exam": ("trainer.cli.exam", "schemes, papers, sittings, sealed results"),
    "sensors": ("trainer.cli.sensors", "real shoes and wheels: profiles, decoding, recordings, simulations"),
    "stats": ("trainer.cli.stats", "show the progress of the trainees of this laptop"),
    "certificate": ("trainer.cli.certificate", "issue, check and revoke certificates, keep the school's keys"),
    "school": ("trainer.cli.school", "serve a school, keep its people, join one from a laptop"),
    "coverage": ("trainer.cli.coverage", "show how much of each regulation is in the rules, drills and course"),
    "worksheet": ("trainer.cli.worksheet", "print questions, export them for Anki or Moodle, mark answers"),
    "shots": ("trainer.cli.shots", "render every screen and felt to PNG files"),
}
STATUSES = (
    "exit status: 0 done, 1 something was wrong, 2 the input was wrong, 3 the program failed (please report it), "
    "130 interrupted"
)
WRONG, WRONG_INPUT, CRASHED = 1, 2, 3
_DAY = 86_400  # seconds
_WITH_QT = ("start", "shots")  # Qt must not be interrupted by an exception in the middle of a call


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    0 done, 1 something was wrong, 2 wrong input, 3 the program failed, 130 interrupted.
    """
    os.umask(0o077)  # files are readable by their owner only
    prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        time.time()
    except OverflowError:  # a clock beyond the year 2262, where parts of the standard library fail to import
        return _report(given, Message("system.clock"))
    _check_time_zone()
    wanted = _take_log_option(given)
    levels = QUIET if wanted is None else read_levels(wanted)
    if levels is None:
        known = {"value": wanted or "", "levels": ", ".join(LEVELS), "areas": ", ".join(AREAS)}
        _report(given, Message("system.log-levels", known))
        return WRONG_INPUT
    with suppress(NoHomeError):
        start_log(user_places().data, levels)
    try:
        try:
            return _run_and_report(given)
        finally:
            stop_log()
    except KeyboardInterrupt:  # a second one, while the first was handled
        return INTERRUPTED


def _take_log_option(given: list[str]) -> str | None:
    """Remove ``--log LEVELS`` from the arguments, before or after the command, and return its value."""
    for index, argument in enumerate(given):
        if argument == "--":
            return None
        if argument == "--log":
            value = "".join(given[index + 1 : index + 2])
            del given[index : index + 2]
            return value
        if argument.startswith("--log="):
            del given[index]
            return argument.removeprefix("--log=")
    return None


def _run_and_report(given: list[str]) -> int:
    """Run the command; an error becomes an exit status and one sentence."""
    try:
        status = _run(given)
        _log.info("ended with status %d", status)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader closed the pipe
        discard_output(sys.stdout)
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except NoHomeError:
        return _report(given, Message("system.no-home"))
    except OSError as error:
        discard_output(sys.stdout)
        problem = system_problem(error)
        is_output = not (error.filename or hasattr(error, "message"))
        return _report(given, Message("system.no-output", {"problem": problem}) if is_output else problem)
    except Exception as error:
        return _report_crash(given, error)


def _check_time_zone() -> None:
    """Fall back to UTC if the time zone's offset is 24 h or more."""
    if abs(time.localtime().tm_gmtoff) >= _DAY and hasattr(time, "tzset"):
        os.environ["TZ"] = "UTC"
        time.tzset()


def _run(given: list[str]) -> int:
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "start")
    if given[0] == "start":
        put_off_collecting()
    if given[0] not in COMMANDS:
        _print_help(given)
    # Import and describe only the command that runs, for a fast start.
    name, (module, help_text) = given[0], COMMANDS[given[0]]
    _log.info("croupier-trainer %s, command %s", __version__, name)
    command = import_module(module)
    parser = argparse.ArgumentParser(prog=f"trainer {name}", description=help_text, epilog=STATUSES)
    command.add_arguments(parser)
    parsed = parser.parse_args(given[1:])
    if name not in _WITH_QT:
        raise_on_signals()
    status: int = command.run(parsed)
    return status


def _print_help(given: Sequence[str]) -> NoReturn:
    """Print help or the version, or report an unknown command; exits the program."""
    parser = argparse.ArgumentParser(
        prog="trainer", description="Croupier trainer: learn the trade and prove it.", epilog=STATUSES
    )
    parser.add_argument("--version", action="version", version=f"croupier-trainer {__version__}")
    parser.add_argument(
        "--log", metavar="LEVELS", help=f"write a log: {', '.join(LEVELS)}, or by area, such as sensors=debug"
    )
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, (_, help_text) in COMMANDS.items():
        commands.add_parser(name, help=help_text)
    parser.parse_args(given)  # exits: the arguments contain no known command
    raise AssertionError(given)


def _language(given: Sequence[str]) -> Language:
    """Language given with ``--language`` anywhere in the arguments, for errors before the command starts."""
    words = [word for argument in given for word in argument.split("=")]
    wanted = [after for word, after in pairwise(words) if word == "--language"]
    usual = "en" if given[:1] == ["solve"] else "es"
    return Language.EN if (wanted or [usual])[-1] == "en" else Language.ES


def _report(given: Sequence[str], problem: Message) -> int:
    print_stderr(f"trainer {given[0] if given else 'start'}: {say(problem, _language(given))}")
    return WRONG


def _report_crash(given: Sequence[str], error: Exception) -> int:
    """Write a crash report and print one sentence."""
    _log.error("unexpected exception", exc_info=error)
    failed = f"{type(error).__name__}: {error}"[:200]
    try:
        path = write_crash_report(user_places().data / "reports", error, datetime.now().astimezone())
        problem = Message("system.failed", {"error": failed, "path": str(path)})
    except (OSError, NoHomeError) as trouble:
        reason = system_problem(trouble) if isinstance(trouble, OSError) else Message("system.no-home")
        problem = Message("system.failed-unwritten", {"error": failed, "problem": reason})
    _report(given, problem)
    return CRASHED

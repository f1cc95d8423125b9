"""Reading the command line and handing over to the command."""

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
    from trainer.desk.start.garbage import put_off_collecting

with lazily():  # only when something is wrong
    from datetime import datetime

    from trainer.system.crash_reports import write_crash_report
    from trainer.texts import Language, Message, say
    from trainer.texts.system_errors import system_problem

_log = logging.getLogger(__name__)

# Command → the module that knows it; each has `add_arguments(parser)` and `run(arguments) -> exit status`.
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
    "stats": ("trainer.cli.stats", "show where the trainees of this laptop stand"),
    "certificate": ("trainer.cli.certificate", "issue, check and revoke certificates, keep the school's keys"),
    "school": ("trainer.cli.school", "serve a school, keep its people, join one from a laptop"),
    "coverage": ("trainer.cli.coverage", "say what of each regulation is in the rules, asked and told"),
    "worksheet": ("trainer.cli.worksheet", "questions on paper, for Anki or Moodle; and their answers marked"),
    "shots": ("trainer.cli.shots", "render every screen and felt to PNG files"),
}
STATUSES = (
    "exit status: 0 done, 1 something was wrong, 2 the input was wrong, 3 the program failed (please report it), "
    "130 interrupted"
)
WRONG, WRONG_INPUT, OUR_FAULT = 1, 2, 3
_DAY = 86_400  # seconds
_WITH_QT = ("start", "shots")  # where an exception in the midst of a call would leave Qt half done


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status: 0 done, 1 something was wrong, 2 the input was wrong, 3 the program
    failed, 130 it was interrupted."""
    os.umask(0o077)  # what the program writes is its user's alone
    prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        time.time()
    except OverflowError:  # Python counts to the year 2262; much of what it brings along cannot even be loaded beyond
        return _tell(given, Message("system.clock"))
    _settle_the_zone()
    wanted = _take_log_option(given)
    levels = QUIET if wanted is None else read_levels(wanted)
    if levels is None:
        known = {"value": wanted or "", "levels": ", ".join(LEVELS), "areas": ", ".join(AREAS)}
        _tell(given, Message("system.log-levels", known))
        return WRONG_INPUT
    with suppress(NoHomeError):
        start_log(user_places().data, levels)
    try:
        return _run_and_report(given)
    finally:
        stop_log()


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
    """Run the command; whatever stops it becomes an exit status and one sentence."""
    try:
        status = _run(given)
        _log.info("ended with status %d", status)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # whoever read our output has seen enough
        discard_output(sys.stdout)
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except NoHomeError:
        return _tell(given, Message("system.no-home"))
    except OSError as error:
        discard_output(sys.stdout)
        problem = system_problem(error)
        return _tell(given, problem if error.filename else Message("system.no-output", {"problem": problem}))
    except Exception as error:
        return _tell_fault(given, error)


def _settle_the_zone() -> None:
    """A time zone a day or more away is none, and no date could be told in it."""
    if abs(time.localtime().tm_gmtoff) >= _DAY and hasattr(time, "tzset"):
        os.environ["TZ"] = "UTC"
        time.tzset()


def _run(given: list[str]) -> int:
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "start")
    if given[0] == "start":
        put_off_collecting()
    if given[0] not in COMMANDS:
        _describe_all(given)
    # Only the command that runs is imported and described: starting must be quick.
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


def _describe_all(given: Sequence[str]) -> NoReturn:
    """Help, the version, or what is wrong with a command that is none."""
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
    parser.parse_args(given)  # ends the program: none of the commands is among the arguments
    raise AssertionError(given)


def _language(given: Sequence[str]) -> Language:
    """The language asked for, wherever it stands; a command that could not even begin speaks it as well."""
    words = [word for argument in given for word in argument.split("=")]
    wanted = [after for word, after in pairwise(words) if word == "--language"]
    usual = "en" if given[:1] == ["solve"] else "es"
    return Language.EN if (wanted or [usual])[-1] == "en" else Language.ES


def _tell(given: Sequence[str], problem: Message) -> int:
    print_stderr(f"trainer {given[0] if given else 'start'}: {say(problem, _language(given))}")
    return WRONG


def _tell_fault(given: Sequence[str], error: Exception) -> int:
    """The program failed: the whole story goes into a report, one sentence to the user."""
    _log.error("unexpected exception", exc_info=error)
    failed = f"{type(error).__name__}: {error}"[:200]
    try:
        path = write_crash_report(user_places().data / "reports", error, datetime.now().astimezone())
        problem = Message("system.failed", {"error": failed, "path": str(path)})
    except (OSError, NoHomeError) as trouble:
        reason = system_problem(trouble) if isinstance(trouble, OSError) else Message("system.no-home")
        problem = Message("system.failed-unwritten", {"error": failed, "problem": reason})
    _tell(given, problem)
    return OUR_FAULT

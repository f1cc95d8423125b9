"""Reading the command line and handing over to the command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from trainer import __version__
from trainer.lazily import lazily

with lazily():  # only for the desk
    from trainer.desk.start.garbage import put_off_collecting

# Command → the module that knows it; each has `add_arguments(parser)` and `run(arguments) -> exit status`.
COMMANDS = {
    "start": ("trainer.cli.start", "open the desk (also with no command)"),
    "solve": ("trainer.cli.solve", "answer JSON lines: settle a round, decide, limits"),
    "games": ("trainer.cli.games", "list rulebooks, games, variants, options and drills"),
    "rulebook": ("trainer.cli.rulebook", "check a rulebook file and list all its faults"),
    "prove": ("trainer.cli.prove", "prove that a house way sets every hand"),
    "drill": ("trainer.cli.drill", "drill in the terminal"),
    "records": ("trainer.cli.records", "back up, move, repair and rebuild the records"),
    "stats": ("trainer.cli.stats", "show where the trainees of this laptop stand"),
    "shots": ("trainer.cli.shots", "render every screen and felt to PNG files"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status: 0 done, 1 something was wrong, 2 the input was wrong."""
    os.umask(0o077)  # what the program writes is its user's alone
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "start")
    if given[0] == "start":
        put_off_collecting()
    parser = argparse.ArgumentParser(prog="trainer", description="Croupier trainer: learn the trade and prove it.")
    parser.add_argument("--version", action="version", version=f"croupier-trainer {__version__}")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="command")
    # Only the command that runs is imported and described: starting must be quick.
    for name in [given[0]] if given[0] in COMMANDS else COMMANDS:
        module, help_text = COMMANDS[name]
        command = subparsers.add_parser(name, help=help_text, description=help_text)
        if name == given[0]:
            import_module(module).add_arguments(command)
    parsed = parser.parse_args(given)
    try:
        status: int = import_module(COMMANDS[parsed.command][0]).run(parsed)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130

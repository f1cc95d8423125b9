"""``trainer solve``: read one JSON object a line, write one JSON line for each.

A line names ``rulebook`` and ``game`` (optionally ``variant`` and ``options``) and asks exactly one of ``settle``,
``decide`` or ``limit``. A line that cannot be answered gives an error line that names the field; the other lines are
still answered, and the exit status is 2. If the program fails on a line, that line says so, the traceback goes to
standard error, and the exit status is 3.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from trainer.cli.places import user_places
from trainer.cli.streams import print_json, print_stderr
from trainer.games.solving import LONGEST_LINE, answer_line, known_games, schema
from trainer.rulebooks import Library
from trainer.system.input_files import open_input_file
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Message, say
from trainer.texts.system_errors import system_problem

with lazily():  # only needed for a failure
    import traceback


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--schema", metavar="GAME", help="print what a game takes, with an example of each")
    parser.add_argument(
        "--language",
        choices=[language.value for language in Language],
        default="en",
        help="of what is wrong; what only the engine of a game finds is said in English (default: %(default)s)",
    )
    parser.add_argument("file", nargs="?", type=Path, help="JSON lines to read (default: standard input)")


def run(arguments: argparse.Namespace) -> int:
    if arguments.schema:
        return _print_schema(arguments.schema, Language(arguments.language))
    library, language = user_places().library(), Language(arguments.language)
    try:
        if arguments.file:
            with opened(arguments.file) as file:
                return _answer_all(file, library, language)
        if sys.stdin is None:
            raise UnreadableError(Message("system.no-input"))
        return _answer_all(sys.stdin.buffer, library, language)
    except UnreadableError as error:
        print_stderr(f"trainer solve: {say(error.problem, language)}")
        return 2


class UnreadableError(Exception):
    """The input cannot be read. Errors while writing are raised as they are."""

    def __init__(self, problem: Message) -> None:
        super().__init__(problem)
        self.problem = problem


def opened(path: Path) -> BinaryIO:
    """Open a file of JSON lines; raises `UnreadableError`."""
    try:
        return open_input_file(path)
    except OSError as error:
        raise UnreadableError(_problem(error)) from None


def _problem(error: OSError | ValueError) -> Message:
    """Message for an unreadable input; a closed stream raises `ValueError` and has no message of the system."""
    return system_problem(error) if isinstance(error, OSError) else Message("system.no-input")


def _answer_all(file: BinaryIO, library: Library, language: Language) -> int:
    status = 0
    for number, line in lines(file):
        try:
            answer = answer_line(line, number, library, language)
            printed = msgspec.json.encode(answer)
            status = max(status, 2 if "error" in answer else 0)
        except Exception as error:  # a bug: report it and go on with the next line
            traceback.print_exc()
            printed = msgspec.json.encode(_failed(number, error, language))
            status = 3
        print_json(printed)
    return status


def _failed(number: int, error: Exception, language: Language) -> dict[str, Any]:
    problem = Message("request.failed", {"error": type(error).__name__})
    return {"error": {"line": number, "field": "", "problem": say(problem, language)}}


def lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Non-blank lines with their numbers. An overlong line is cut just above the limit, and its rest is skipped."""
    number = 0
    while line := _read(file):
        number += 1
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = _read(file)
        if line.strip():
            yield number, line


def _read(file: BinaryIO) -> bytes:
    try:
        return file.readline(LONGEST_LINE + 1)
    except (OSError, ValueError) as error:
        raise UnreadableError(_problem(error)) from None


def _print_schema(game_id: str, language: Language) -> int:
    if game_id not in known_games():
        problem = Message("request.no-game", {"game": game_id, "known": tuple(known_games())})
        print_stderr(f"trainer solve: {say(problem, language)}")
        return 2
    print_json(msgspec.json.format(msgspec.json.encode(schema(game_id, user_places().library()))))
    return 0

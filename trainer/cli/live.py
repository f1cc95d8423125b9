"""``trainer live``: the live table for scripts, tests and schools.

``trainer live judge`` reads rounds as JSON lines and prints one JSON line a round: its findings, or why it cannot be
judged. A round that cannot be judged stops no other; the exit status is then 2.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path
from typing import BinaryIO

import msgspec

from trainer.cli.places import user_places
from trainer.cli.solve import UnreadableError, lines, opened
from trainer.cli.streams import print_json, print_stderr
from trainer.live.judge import Judge
from trainer.texts import Language, Message, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="command", dest="live_command")
    judge = commands.add_parser("judge", help="find the faults of scripted rounds")
    judge.add_argument("file", nargs="?", type=Path, help="JSON lines to read (default: standard input)")


def run(arguments: argparse.Namespace) -> int:
    try:
        if arguments.file:
            with opened(arguments.file) as file:
                return _judge_all(file)
        if sys.stdin is None:
            raise UnreadableError(Message("system.no-input"))
        return _judge_all(sys.stdin.buffer)
    except UnreadableError as error:
        print_stderr(f"trainer live: {say(error.problem, Language.EN)}")
        return 2


def _judge_all(file: BinaryIO) -> int:
    judge, status = Judge(user_places().library()), 0
    for number, line in lines(file):
        try:
            answer = judge.judge(msgspec.json.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            answer = {"id": None, "error": f"line {number} is not JSON: {error}"}
        except Exception as error:  # one round never stops the next; the failure is ours and is told loudly
            traceback.print_exc()
            answer, status = {"id": None, "error": f"line {number}: the program failed: {type(error).__name__}"}, 3
        status = max(status, 2 if "error" in answer else 0)
        print_json(msgspec.json.encode(answer))
    return status

"""``trainer live``: the live table for scripts, tests and schools.

``trainer live judge`` reads rounds as JSON lines and prints one JSON line a round: its findings, or why it cannot be
judged. A round that cannot be judged stops no other; the exit status is then 2.

``trainer live play SHIFT`` runs a shift with a dealer of its own, perfect or with one kind of fault, and prints one
JSON line a round and one for the shift. ``trainer live replay FILE`` plays the file of a shift again; the exit status
is 1 if a round comes out otherwise than it was written.
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
from trainer.games.core import RequestError
from trainer.games.round import Fault
from trainer.live.debrief import debrief
from trainer.live.faulty_dealer import FaultyDealer, dealer_for
from trainer.live.judge import Judge, as_json
from trainer.live.replay import Recorder, compare, play_again, read_replay
from trainer.live.shift import Shift, read_shift, read_shift_code, shift_code
from trainer.live.styles import usual_seats
from trainer.live.table import LiveTable, Played
from trainer.rulebooks.problems import RulebookError
from trainer.texts import Language, Message, say
from trainer.texts.parse_errors import parser_problem
from trainer.texts.system_errors import system_problem

_SHORTEST_CODE = 20  # letters; a shorter text was meant as something else


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="command", dest="live_command")
    judge = commands.add_parser("judge", help="find the faults of scripted rounds")
    judge.add_argument("file", nargs="?", type=Path, help="JSON lines to read (default: standard input)")
    play = commands.add_parser("play", help="run a shift without a trainee")
    play.add_argument("shift", help="code of a shift, its JSON file, or RULEBOOK/GAME[/VARIANT]")
    faults = ", ".join(fault.value for fault in Fault)
    play.add_argument("--dealer", default="perfect", metavar="perfect|FAULT", help=f"who deals; faults: {faults}")
    play.add_argument("--rounds", type=int, metavar="N", help="rounds to play (default: those of the shift, or 20)")
    play.add_argument("--level", type=int, choices=range(1, 6), help="how busy the table is (default: the shift's)")
    play.add_argument("--seed", type=int, metavar="N", help="seed of players and chance (default: the shift's)")
    play.add_argument("--replay", type=Path, metavar="FILE", help="write the shift to this file")
    replay = commands.add_parser("replay", help="play the file of a shift again and check every round")
    replay.add_argument("file", type=Path, help="JSON lines, as `play --replay` writes them")


def run(arguments: argparse.Namespace) -> int:
    try:
        if arguments.live_command == "play":
            return _play(arguments)
        if arguments.live_command == "replay":
            return _replay(arguments.file)
        if arguments.file:
            with opened(arguments.file) as file:
                return _judge_all(file)
        if sys.stdin is None:
            raise UnreadableError(Message("system.no-input"))
        return _judge_all(sys.stdin.buffer)
    except (RequestError, RulebookError) as error:
        print_stderr(f"trainer live: {error}")
        return 2
    except UnreadableError as error:
        print_stderr(f"trainer live: {say(error.problem, Language.EN)}")
        return 2


def _judge_all(file: BinaryIO) -> int:
    judge, status = Judge(user_places().library()), 0
    for number, line in lines(file):
        try:
            answer = judge.judge(msgspec.json.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            problem = say(parser_problem(error), Language.EN)
            answer = {"id": None, "error": f"line {number} is not JSON: {problem}"}
        except Exception as error:  # one round never stops the next; the failure is a bug and gets a traceback
            traceback.print_exc()
            answer, status = {"id": None, "error": f"line {number}: the program failed: {type(error).__name__}"}, 3
        status = max(status, 2 if "error" in answer else 0)
        print_json(msgspec.json.encode(answer))
    return status


def _shift_of(text: str) -> Shift:
    """A shift from a code, a JSON file or the name of a table."""
    path = Path(text)
    if path.exists() or path.suffix == ".json":
        with opened(path) as file:
            return read_shift(file.read())
    if "/" in text:
        rulebook, _, rest = text.partition("/")
        game, _, variant = rest.partition("/")
        return Shift(rulebook, game, variant, seats=usual_seats(6))
    if len(text) < _SHORTEST_CODE:
        raise RequestError("shift", f"{text!r} is none; name a JSON file, RULEBOOK/GAME or the whole code of a shift")
    return read_shift_code(text)


def _recorder(table: LiveTable, path: Path) -> Recorder:
    try:
        return Recorder(table, path)
    except OSError as error:
        if error.filename is None:  # the disk is full: no fault of the command
            raise
        raise UnreadableError(system_problem(error)) from None


def _play(arguments: argparse.Namespace) -> int:
    if arguments.rounds is not None and arguments.rounds < 1:
        raise RequestError("--rounds", "must be 1 or more")
    shift = _shift_of(arguments.shift)
    told = {"level": arguments.level, "seed": arguments.seed, "rounds": arguments.rounds}
    shift = msgspec.structs.replace(shift, **{name: value for name, value in told.items() if value is not None})
    if not shift.rounds and not shift.minutes:
        shift = msgspec.structs.replace(shift, rounds=20)
    shift = read_shift(msgspec.to_builtins(shift))
    if arguments.dealer != "perfect" and arguments.dealer not in {fault.value for fault in Fault}:
        raise RequestError("dealer", f"{arguments.dealer!r} is neither 'perfect' nor a fault: see --help")
    library = user_places().library()
    table = LiveTable(shift, library)
    dealer = dealer_for(table, arguments.dealer)
    recorder = _recorder(table, arguments.replay) if arguments.replay else None
    if recorder is not None:
        dealer.performs = recorder.perform
    while not table.over:
        number = table.round_number
        dealer.play_round()
        line = _round_line(table.log[number - 1])
        if isinstance(dealer, FaultyDealer):
            at, seat = dealer.planted.get(number, (None, None))
            line["planted"] = {"fault": arguments.dealer, "at": at, "seat": seat} if number in dealer.planted else None
        print_json(msgspec.json.encode(line, enc_hook=str))
    if recorder is not None:
        recorder.close()
    print_json(msgspec.json.encode(_shift_line(table), enc_hook=str))
    return 0


def _round_line(played: Played) -> dict[str, object]:
    return {
        "round": played.number,
        "acts": len(played.acts),
        "ms": [played.began, played.ended],
        "staged": [list(each) for each in played.staged],
        "findings": [as_json(found) for found in played.all_findings],
        "hash": played.digest,
    }


def _shift_line(table: LiveTable) -> dict[str, object]:
    told = debrief(table, user_places().library())
    return {
        "shift": shift_code(table.shift),
        "rounds": told.score.rounds,
        "acts": told.acts,
        "minutes": told.minutes,
        "findings": len(told.moments),
        "score": msgspec.to_builtins(told.score, enc_hook=str),
        "habits": msgspec.to_builtins(told.habits),
        "books": told.books,
    }


def _replay(path: Path) -> int:
    with opened(path) as file:
        replay = read_replay(file.read())
    table = play_again(replay.shift, replay.acts, user_places().library())
    for played in table.log:
        if played.digest:
            print_json(msgspec.json.encode(_round_line(played), enc_hook=str))
    different = compare(replay, table)
    if different is not None:
        here = f"{table.rules.rulebook}/{table.rules.game}@{table.rules.version}"
        told = f"the file was changed, or its rules or program are others ({replay.rules}; here {here})"
        print_stderr(f"trainer live: round {different.round} does not come out as it was played: {told}")
        return 1
    print_json(msgspec.json.encode(_shift_line(table), enc_hook=str))
    return 0

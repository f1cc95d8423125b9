"""``trainer sensors``: profiles of real shoes and wheels; decode, record, replay and simulate them."""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import cast

import msgspec

from trainer.cli.error_report import report_error, report_problems
from trainer.cli.places import user_places
from trainer.cli.streams import print_json, print_stderr
from trainer.games.baccarat.figures import baccarat
from trainer.games.rules import load_rules
from trainer.rulebooks import RulebookError
from trainer.sensors.decoder import Decoder, Heard, State
from trainer.sensors.dropped import Dropped
from trainer.sensors.encoder import CannotSayError
from trainer.sensors.events import MissedEvent, encode
from trainer.sensors.health import CannotListenError
from trainer.sensors.profile import Profile
from trainer.sensors.profile_files import NoProfileError, ProfileShelf, decoder_of, faults_of, load
from trainer.sensors.recordings import (
    Heading,
    RecordingError,
    heading_line,
    play,
    raw_line,
    read_recording,
    skipped_words,
)
from trainer.sensors.simulated_ports import offered_port
from trainer.sensors.simulators import Said, simulate
from trainer.system.input_files import read_input_file
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import write_atomically
from trainer.texts import Language, Message, say, text

with lazily():  # not on Windows
    import tty

with lazily():  # only needed to open a port
    from trainer.desk.screens.sensors.devices import list_devices, listen

FOLDER = "sensors"  # school's own profiles, beside its rulebooks
SIMULATED_RULES = ("arica", "punto-banco")  # rules of a simulated shoe
_PIECE = 65536
_DIGITS = 9  # longest number accepted as an argument


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")
    actions = parser.add_subparsers(dest="action", required=True, metavar="action")
    listing = actions.add_parser("list", help="the profiles there are, and the devices found at this computer")
    listing.add_argument("--json", action="store_true", help="one JSON object a profile")
    check = actions.add_parser("check", help="name every fault of a profile file")
    check.add_argument("file", type=Path, nargs="*", help="default: every profile the program finds")
    decode = actions.add_parser("decode", help="bytes from standard input as one JSON object an event")
    decode.add_argument("--profile", required=True, help="a profile's name, or its file")
    decode.add_argument("--balls", action="store_true", help="and what a wheel measures of the ball, on standard error")
    record = actions.add_parser("record", help="write what a device says into a file, printing its events")
    record.add_argument("file", type=Path)
    record.add_argument("--profile", required=True)
    record.add_argument("--port", help="a serial port; without it and --tcp: standard input")
    record.add_argument("--tcp", help="a serial-to-network box: host:port")
    record.add_argument("--speed", type=_count, default=0, help="of the line (default: the profile's)")
    record.add_argument("--seconds", type=_measure, default=0, help="how long (default: until it is interrupted)")
    replay = actions.add_parser("replay", help="the events of a recording")
    replay.add_argument("file", type=Path)
    replay.add_argument("--profile", default="", help="another profile than the recording names")
    replay.add_argument("--times", action="store_true", help="with the times and what was entered by hand")
    simulation = actions.add_parser("simulate", help="a device that is not there, speaking its protocol")
    simulation.add_argument("profile")
    simulation.add_argument("--pty", action="store_true", help="at a pseudo terminal, in real time; prints its name")
    simulation.add_argument("--seed", type=int, default=1)
    simulation.add_argument("--rounds", type=_count, help="coups or spins (default: a whole shoe, twenty spins)")
    simulation.add_argument("--pace", type=_measure, default=1.0, help="how many times as quick as a real table")
    for action in (listing, check, decode, record, replay, simulation):
        action.add_argument("--language", choices=[language.value for language in Language], default=argparse.SUPPRESS)


def _count(text: str) -> int:
    """Parse a positive integer."""
    if not (text.isascii() and text.isdigit()) or not int(text[:_DIGITS]) > 0 or len(text) > _DIGITS:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 1")
    return int(text)


def _measure(text: str) -> float:
    """Parse a positive number."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 10**_DIGITS:
        raise argparse.ArgumentTypeError(f"{text!r}: a number above 0")
    return number


def run(arguments: argparse.Namespace) -> int:
    language = Language(arguments.language)
    shelf = ProfileShelf([user_places().data / FOLDER])
    try:
        match arguments.action:
            case "list":
                return _list(shelf, language, arguments.json)
            case "check":
                return _check(shelf, arguments.file, language)
            case "decode":
                decoder = decoder_of(_profile(shelf, arguments.profile))
                return _decode(decoder, _chunks(), language, arguments.balls)
            case "record":
                return _record(shelf, arguments, language)
            case "replay":
                return _replay(shelf, arguments, language)
        return _simulate(_profile(shelf, arguments.profile), arguments, language)
    except NoProfileError as error:
        return report_problems("sensors", language, error.message)
    except RecordingError as error:
        problem = Message("sensors.no-recording", {"file": str(arguments.file), "line": error.line})
        return report_problems("sensors", language, problem)
    except CannotListenError as error:
        says, cure = (say(words, language) for words in (error.link.says, error.link.cure))
        print_stderr(f"trainer sensors: {error.where}: {says} {cure}")
        return 1
    except RulebookError as error:
        return report_error(error, "sensors", language)


def _profile(shelf: ProfileShelf, name: str) -> Profile:
    """Profile by name or file."""
    if name.endswith(".toml") and Path(name).is_file():
        return load(Path(name), shelf.folders)
    return shelf.profile(name)


def _list(shelf: ProfileShelf, language: Language, as_json: bool) -> int:
    for name, profile in shelf.profiles():
        if as_json:
            told = {
                "profile": name,
                "kind": profile.kind,
                "name": profile.names.in_language(language),
                "maker": profile.maker,
                "speeds": profile.line.speeds,
                "transports": profile.transports,
                "certainty": profile.source.certainty.value,
                "source": profile.source.text,
                "also": profile.also,
            }
            print_json(msgspec.json.encode(told))
            continue
        sure = text(f"sensors.certainty.{profile.source.certainty.value}", language)
        speed = profile.line.speeds[0]
        print(f"{name:30} {profile.kind:7} {speed:>6}  {sure:12} {profile.names.in_language(language)}")
    if as_json:
        return 0
    print()
    found = list_devices()
    for device in found:
        print(f"{device.port:30} {device.maker} {device.name} {device.serial_number}".rstrip())
    if not found:
        print(text("sensors.no-devices", language))
    return 0


def _check(shelf: ProfileShelf, files: list[Path], language: Language) -> int:
    for file in files:
        if not file.exists():
            return report_problems("sensors", language, Message("sensors.no-file", {"file": str(file)}))
    looked_at = files or list(shelf.files().values())
    faults = [fault for file in looked_at for fault in faults_of(file, (file.parent, *shelf.folders))]
    for fault in faults:
        print(say(fault.message, language))
    print_stderr(text("sensors.checked", language, profiles=len(looked_at), faults=len(faults)))
    return 1 if faults else 0


def _chunks() -> Iterator[bytes]:
    """Standard input in chunks as they arrive."""
    stream = cast(io.BufferedIOBase, sys.stdin.buffer) if sys.stdin is not None else None
    while stream is not None and (piece := stream.read1(_PIECE)):
        yield piece


def _decode(decoder: Decoder, pieces: Iterable[bytes], language: Language, balls: bool = False) -> int:
    state = State()
    for piece in pieces:
        heard = decoder.feed(state, piece)
        state = heard.state
        _print_heard(heard, language, balls)
    _print_heard(decoder.finish(state), language, balls)
    return 0


def _print_heard(heard: Heard, language: Language, balls: bool = False) -> None:
    for event in heard.in_order():
        if isinstance(event, MissedEvent):  # not said by the device
            print_stderr(f"missed: {event.missed or '?'}: {text('sensors.says.missed', language)}")
        else:
            print_json(encode(event))
    for dropped in heard.dropped:
        _print_dropped(dropped, language)
    if balls:
        for ball in heard.balls:
            print_stderr(msgspec.json.encode({"ball": ball}).decode())


def _print_dropped(dropped: Dropped, language: Language) -> None:
    """Print dropped bytes: the reason's id, the bytes and a sentence."""
    print_stderr(f"{dropped.reason.value}: {dropped.hexadecimal}: {say(dropped.message, language)}")


def _record(shelf: ProfileShelf, arguments: argparse.Namespace, language: Language) -> int:
    profile = _profile(shelf, arguments.profile)
    is_file = arguments.profile.endswith(".toml")
    name = Path(arguments.profile).stem if is_file else shelf.find(arguments.profile)
    decoder = decoder_of(profile)
    if arguments.port or arguments.tcp:
        pieces = listen(profile, arguments.port or "", arguments.tcp or "", arguments.speed, arguments.seconds)
    else:
        pieces = _chunks()
    state, began = State(), time.monotonic()
    if arguments.file.exists():  # never overwrite a recording
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(arguments.file))
    heading = Heading(
        name, datetime.now().astimezone().isoformat(timespec="seconds"), arguments.port or arguments.tcp or ""
    )
    write_atomically(arguments.file, heading_line(heading))
    with arguments.file.open("ab") as file:
        for piece in pieces:
            file.write(raw_line(round((time.monotonic() - began) * 1000), piece))
            file.flush()
            heard = decoder.feed(state, piece)
            state = heard.state
            _print_heard(heard, language)
    _print_heard(decoder.finish(state), language)
    return 0


def _replay(shelf: ProfileShelf, arguments: argparse.Namespace, language: Language) -> int:
    if not arguments.file.is_file():
        return report_problems("sensors", language, Message("sensors.no-file", {"file": str(arguments.file)}))
    recording = read_recording(io.BytesIO(read_input_file(arguments.file)))
    decoder = decoder_of(_profile(shelf, arguments.profile or recording.heading.profile))
    if recording.skipped:
        print_stderr(f"trainer sensors: {say(skipped_words(str(arguments.file), recording.skipped), language)}")
    for played in play(decoder, recording.entries):
        if isinstance(played, Dropped):
            _print_dropped(played, language)
        elif arguments.times or not isinstance(played.event, MissedEvent):
            print_json(msgspec.json.encode(played) if arguments.times else encode(played.event))
    return 1 if recording.skipped else 0


def _simulate(profile: Profile, arguments: argparse.Namespace, language: Language) -> int:
    rules = baccarat(load_rules(user_places().library(with_school=False), *SIMULATED_RULES))
    said = simulate(profile, rules, arguments.seed, arguments.rounds)
    try:
        if arguments.pty:
            return _speak(said, arguments, language)
        for each in said:
            sys.stdout.buffer.write(each.raw)
        sys.stdout.buffer.flush()
    except CannotSayError:
        return report_problems("sensors", language, Message("sensors.cannot-simulate", {"name": arguments.profile}))
    return 0


def _speak(said: Iterable[Said], arguments: argparse.Namespace, language: Language) -> int:
    """Write a simulation to a pseudo terminal at the pace of a real table, after printing the terminal's name. Until it
    ends, the desk lists the terminal among the devices."""
    if not hasattr(os, "openpty"):
        return report_problems("sensors", language, Message("sensors.no-terminals"))
    master, other = os.openpty()
    tty.setraw(other)  # no echo, no conversion of line ends
    print(os.ttyname(other), flush=True)
    print_stderr(text("sensors.speaks-at", language, port=os.ttyname(other)))
    with offered_port(user_places().data / FOLDER, Path(arguments.profile).stem, os.ttyname(other)):
        for each in said:
            time.sleep(each.after / 1000 / arguments.pace)
            os.write(master, each.raw)  # noqa: TID251 - a terminal of Unix
    return 0

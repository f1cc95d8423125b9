"""Files that somebody names are read within bounds and without waiting, whatever they are, through one door."""

from __future__ import annotations

import argparse
import os
import re
import socket
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import trainer
from tests.laboratory.terminals import LINE
from trainer.cli.main import COMMANDS, main
from trainer.system.input_files import LARGEST, open_input_file, read_input_file
from trainer.system.private_files import write_atomically

NAMING = (
    ["exam", "verify", "FILE"], ["exam", "take", "FILE"], ["exam", "report", "FILE"], ["certificate", "trust", "FILE"],
    ["certificate", "verify", "FILE"], ["certificate", "verify", "{}", "--keys", "FILE"],
    ["certificate", "verify", "{}", "--status", "FILE"], ["certificate", "keys", "import", "FILE"],
    ["school", "give", "Ana", "FILE"], ["sensors", "replay", "FILE"], ["drill", "--plan", "FILE"],
    ["school", "roster", "FILE"], ["records", "import", "FILE"], ["rulebook", "check", "FILE"],
)  # fmt: skip
# What reads files by itself, and why: everything else reads through the door.
BY_THEMSELVES = {
    "system/toml_cache.py": "files of the program, and their compiled copies",
    "system/native_crashes.py": "the crash report that it wrote",
    "games/stored_edges.py": "a file of the program",
    "games/example_requests.py": "files of the program",
    "course/lessons.py": "files of the program",
    "course/path.py": "files of the program",
    "desk/shots/pictures.py": "files of the program",
    "desk/table/picture_cache.py": "the tables it painted",
    "school/sheets/anki.py": "what it has just written",
    "records/wal_file.py": "a log is looked at with its length and its index",
    "records/raw_pages.py": "damaged records, whatever their size",
    "records/network_drives.py": "what the system tells of itself",
    "exams/clock.py": "what the system tells of itself",
    "desk/style/motion.py": "what the system tells of itself",
}
READS = re.compile(r"\.read_(bytes|text)\(|(?<!gzip\.)\bopen\([^)]*\"rb?\"")
# Arguments that may be the name of a file though they are no path.
ALSO_FILES = ("records restore source", "prove house-way name", "certificate verify what", "exam paper scheme",
              "exam rehearse scheme", "exam sit paper", "sensors decode profile", "sensors simulate profile",
              "sensors record profile", "school store")  # fmt: skip


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A named pipe that nobody writes to or reads from."""
    os.mkfifo(tmp_path / "pipe.toml")
    return tmp_path / "pipe.toml"


def test_a_file_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"as it is\x00")
    assert read_input_file(tmp_path / "file") == b"as it is\x00"
    with (tmp_path / "film").open("wb") as file:
        file.truncate(LARGEST + 1)
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        devices = [Path("/dev", name) for name in ("zero", "random", "ptmx", "tty", "null")]
        for path in (*devices, *(tmp_path / name for name in ("film", "circle", "socket", "gone", ""))):
            with pytest.raises(OSError, match=path.name):
                read_input_file(path)


def test_a_small_file_is_read_into_little_memory_whatever_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "small"
    path.write_bytes(b"x")
    tracemalloc.start()
    assert read_input_file(path, 1 << 32) == b"x"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20


def test_a_file_that_grows_while_it_is_read_is_read_within_bounds(tmp_path: Path) -> None:
    path = tmp_path / "growing"
    path.write_bytes(b"12345")
    with open_input_file(path) as file:
        assert file.read(2) == b"12"
        path.write_bytes(b"12345" * 10)
        assert file.read(5) == b"34512"
    with pytest.raises(OSError, match="growing"):
        read_input_file(path, 49)


def test_a_pipe_is_read_as_long_as_somebody_writes_to_it(pipe: Path) -> None:
    def write() -> None:
        with pipe.open("wb", buffering=0) as out:  # opened after the reader has begun to look
            for word in (b"one ", b"two ", b"three"):
                out.write(word)

    writer = threading.Timer(0.1, write)
    writer.start()
    assert read_input_file(pipe) == b"one two three"
    writer.join()


def test_a_pipe_that_nobody_writes_to_or_reads_from_is_told(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainer.system.input_files.PATIENCE", 0.05)
    with pytest.raises(OSError, match=pipe.name):
        read_input_file(pipe)
    with pytest.raises(OSError, match=pipe.name):
        write_atomically(pipe, b"for nobody")


def test_a_device_is_nobodys_store_and_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal, other = os.openpty()
    device = Path(os.ttyname(other))
    device.chmod(0o622)
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path))
    for arguments in (["school", "--store", "DEVICE", "people"], ["records", "--records", "DEVICE", "profiles"]):
        assert main([str(device) if word == "DEVICE" else word for word in arguments]) in (1, 2)
        assert str(device) in capsys.readouterr().err
    assert device.stat().st_mode & 0o777 == 0o622
    os.close(terminal)
    os.close(other)


def test_what_a_shell_pipes_in_is_read() -> None:
    shell = ["bash", "-c", '"$0" -m trainer solve <(echo "$1"; sleep 0.2; echo "$1")', sys.executable, LINE]
    done = subprocess.run(shell, capture_output=True, text=True, timeout=60, check=False)
    assert len(done.stdout.splitlines()) == 2 and not done.stderr


@pytest.mark.parametrize("arguments", NAMING, ids=" ".join)
def test_a_film_is_refused_in_a_sentence_by_every_command_that_reads_a_file(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))
    with (tmp_path / "film").open("wb") as film:
        film.truncate(1 << 40)
    assert main([str(tmp_path / "film") if word == "FILE" else word for word in arguments]) in (1, 2)
    told = capsys.readouterr()
    assert (
        len((told.err or told.out).splitlines()) == 1
    )  # what was found out about a result is no trouble of the command


def arguments_of(parser: argparse.ArgumentParser, words: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Every argument of a command that names a file, with a line in which it is ``FILE`` and all others stand for
    themselves."""
    tasks = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    others = [action for action in parser._actions if action not in tasks and action.dest != "help"]
    needed = [action for action in others if action.required and (tasks or action.nargs != "?")]
    task = [word for action in tasks for word in _first_task(action)]
    for action in others:
        name = f"{' '.join(words)} {action.dest}"
        if action.type is Path or name in ALSO_FILES:
            stands = [each for each in (*needed, action) if not each.option_strings]
            named = [each for each in (*needed, action) if each.option_strings]
            options = [word for each in dict.fromkeys(named) for word in _spelt(each, action)]
            places = [word for each in dict.fromkeys(stands) for word in _spelt(each, action)]
            nowhere = ["--address", "127.0.0.1:1"] if "join" in words else []  # else a school is looked for
            yield name, [*words, *options, *nowhere, *places, *task]
    for subparsers in tasks:
        for name, below in subparsers.choices.items():
            yield from arguments_of(below, (*words, name))


def _spelt(action: argparse.Action, asked: argparse.Action) -> list[str]:
    value = "FILE" if action is asked else next(iter(action.choices)) if action.choices else "1"
    return [*action.option_strings[-1:], value]


def _first_task(action: argparse._SubParsersAction[Any]) -> list[str]:
    name, below = next(iter(action.choices.items()))
    asked = [each for each in below._actions if each.required]
    return [name, *(word for each in asked for word in _spelt(each, action) if not each.choices)]


def lines_with_a_file() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, (module, _) in COMMANDS.items():
        parser = argparse.ArgumentParser()
        import_module(module).add_arguments(parser)
        found.update(arguments_of(parser, (name,)))
    return found


_watched: set[str] = set()  # a hook cannot be taken away: it looks only while a pipe is watched


def _watch(event: str, given: tuple[Any, ...]) -> None:
    if event == "open" and str(given[0]) in _watched and not given[2] & (os.O_NONBLOCK | os.O_EXCL):
        raise AssertionError(f"{given[0]} was opened in a way that waits")


@pytest.fixture(scope="module")
def watching() -> None:
    """Not before it is needed: whatever Python does from then on takes a little longer."""
    sys.addaudithook(_watch)


@pytest.mark.parametrize("arguments", lines_with_a_file().items(), ids=lambda found: found[0])
def test_no_command_waits_for_a_pipe(
    arguments: tuple[str, list[str]],
    watching: None,
    pipe: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(pipe.parent / "home"))
    monkeypatch.setattr("trainer.system.input_files.PATIENCE", 0.0)
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setattr("sys.argv", ["trainer"])
    _watched.add(str(pipe))
    assert main([str(pipe) if word == "FILE" else word for word in arguments[1]]) in (0, 1, 2)
    assert "Traceback" not in capsys.readouterr().err


def test_nothing_of_the_program_reads_a_file_but_through_the_door() -> None:
    package = Path(trainer.__file__).parent
    reading = {path for path in package.rglob("*.py") if READS.search(path.read_text(encoding="utf-8"))}
    assert {str(path.relative_to(package)) for path in reading} == set(BY_THEMSELVES)

"""Kinds of home in which the program is started: settings, folders and files that are not as they should be."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from trainer.rulebooks.library import SHIPPED

LAST = b'"rulebook":"baleares","game":"roulette-french","rungs":["pay-the-layout/1"]'
# Contents of a settings file of which something cannot be read.
SETTINGS: dict[str, bytes] = {
    "empty": b"",
    "no-json": b"language = en",
    "cut": b'{"language": "en", "last": {"rulebo',
    "not-utf-8": b'{"rulebook": "\xff\xfe"}',
    "a-list": b"[]",
    "a-number": b"5",
    "deep": b"[" * 200_000,
    "deep-inside": b'{"last": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    "unknown-language": b'{"language": "fr"}',
    "unknown-appearance": b'{"appearance": ["dark"]}',
    "unknown-profile": b'{"profile": "Ana"}',
    "profile-number": b'{"profile": 7}',
    "rung-without-level": b'{"last": {"rulebook": "baleares", "game": "craps", "rungs": ["pay"]}}',
    "rung-of-another-alphabet": '{"last": {"rulebook": "baleares", "game": "craps", "rungs": ["pay/\u0663"]}}'.encode(),
    "endless-length": b'{"last": {' + LAST + b', "length": 99999999999}}',
    "negative-time": b'{"last": {' + LAST + b', "seconds": -5}}',
    "nul": b"\x00" * 4096,
}
# Contents that can be read and name what is not there.
STRANGE: dict[str, bytes] = {
    "unknown-behaviour": b'{"last": {' + LAST + b', "behaviour": "sleep"}}',
    "unknown-rulebook": b'{"rulebook": "atlantis", "last": {"rulebook": "atlantis", "game": "craps"}}',
    "path-as-rulebook": b'{"rulebook": "../../etc", "last": {"rulebook": "/etc", "game": "passwd"}}',
    "gone-profile": b'{"profile": "0123456789abcdef0123456789abcdef", "asks_pin": true}',
    "last-is-a-class": b'{"last": {"kind": "class", ' + LAST + b"}}",
    "last-is-dealt": b'{"last": {"dealt": true, ' + LAST + b"}}",
    "unknown-key": b'{"colour": 5}',
}


def _settings(data: bytes) -> Callable[[Path], None]:
    def write(home: Path) -> None:
        (home / "config").mkdir(parents=True)
        (home / "config" / "settings.json").write_bytes(data)

    return write


def _file_as(*names: str) -> Callable[[Path], None]:
    """A file where a folder belongs."""

    def write(home: Path) -> None:
        for name in names:
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text("a file")

    return write


def _folder_as(*names: str) -> Callable[[Path], None]:
    """A folder where a file belongs."""

    def write(home: Path) -> None:
        for name in names:
            (home / name / "inside").mkdir(parents=True)

    return write


def _link_to_itself(*names: str) -> Callable[[Path], None]:
    def write(home: Path) -> None:
        for name in names:
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).symlink_to(home / name)

    return write


def _pipe(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    os.mkfifo(home / "config" / "settings.json")


def _huge(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    with (home / "config" / "settings.json").open("wb") as file:
        file.truncate(1 << 33)


def _school(name: str, data: bytes) -> Callable[[Path], None]:
    def write(home: Path) -> None:
        path = home / "data" / "rulebooks" / name
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        _settings(b'{"rulebook": "%s"}' % name.partition("/")[0].encode())(home)

    return write


HOMES: dict[str, Callable[[Path], None]] = {
    "new": lambda home: None,
    **{f"settings-{name}": _settings(data) for name, data in (SETTINGS | STRANGE).items()},
    "settings-folder": _folder_as("config/settings.json"),
    "settings-and-new-folders": _folder_as("config/settings.json", "config/settings.json.new"),
    "settings-pipe": _pipe,
    "settings-huge": _huge,
    "settings-link-to-itself": _link_to_itself("config/settings.json"),
    "config-file": _file_as("config"),
    "cache-file": _file_as("cache"),
    "data-file": _file_as("data"),
    "all-files": _file_as("config", "cache", "data"),
    "config-link-to-itself": _link_to_itself("config", "cache", "data"),
    "rulebooks-file": _file_as("data/rulebooks"),
    "reports-file": _file_as("data/reports"),
    "tables-file": _file_as("cache/tables"),
    "starting-folder": _folder_as("config/starting"),
    "records-folder": _folder_as("data/progress.db"),
    "school-copied-without-its-book": _school("own/craps.toml", (SHIPPED / "arica" / "craps.toml").read_bytes()),
    "school-of-another-type": _school(
        "own/roulette-american.toml", b'extends = "arica/roulette-american"\n[rules]\npaying = 5\n'
    ),
    "school-of-5000-digits": _school("own/boule.toml", b'extends = "baleares/boule"\na = ' + b"9" * 5000),
    "school-too-deep": _school("own/boule.toml", b"a = " + b"[" * 5000),
}

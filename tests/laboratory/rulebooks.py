"""School rulebooks gone wrong: overlays and whole files with values, keys, bytes and folders changed at random."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import tomli

from trainer.rulebooks import shipped_library
from trainer.rulebooks.library import BOOK, GENERAL, SHIPPED

STRANGE = (
    "5", "-1", "0", "1000000", "99999999999999999999", "0x" + "f" * 5000, "9" * 5000, "inf", "nan", "-2.5", "true",
    '""', '"x"', '"1 to 0"', '"-3 to 1"', '"1e99999999"', '"0 x minimum"', '"3 x moon"', '"../../etc/passwd"', "[]",
    "{}", "[[]]", "[1, 2]", '{ es = "a", en = "b" }', "1979-05-27", '"\\u0000"', "[" * 400 + "]" * 400, '"down to 0"',
)  # fmt: skip
MILD = ("0", "1", "2", "3", "7", "10", "17", "50", "100", "500", '"5 to 1"', '"2 x minimum"', '"croupier"', "false")


def damaged_school(folder: Path, rng: random.Random) -> tuple[str, str]:
    """Write a school's rulebook with something wrong in it (or, rarely, nothing); the rulebook and the game."""
    library = shipped_library()
    book = rng.choice([name for name in library.rulebooks() if library.games(name)])
    game = rng.choice(library.games(book))
    school = folder / "own"
    school.mkdir(parents=True)
    path = school / f"{game}.toml"
    whole = (SHIPPED / book / f"{game}.toml").read_bytes()
    rng.choice(_WAYS)(path, book, game, whole, rng)
    return "own", game


def _overlay(path: Path, book: str, game: str, whole: bytes, rng: random.Random) -> None:
    """One or two keys of the game said anew."""
    lines = [f'extends = "{book}/{game}"']
    data = msgspec.to_builtins(_merged(book, game))
    removed = [".".join(rng.choice(_paths(data))) for _ in range(rng.choice((0, 0, 1, 2)))]
    if removed:
        lines.append(f"remove = {removed!r}")
    for _ in range(rng.choice((1, 1, 2))):
        keys = ".".join(f'"{key}"' for key in rng.choice(_paths(data)))
        lines.append(f"{keys} = {_figure(rng)}")
    path.write_text("\n".join(lines), encoding="utf-8")


def _removal(path: Path, book: str, game: str, whole: bytes, rng: random.Random) -> None:
    data = msgspec.to_builtins(_merged(book, game))
    removed = [".".join(rng.choice(_paths(data))[: rng.choice((1, 2, 2, 3))]) for _ in range(rng.choice((1, 2, 5)))]
    path.write_text(f'extends = "{book}/{game}"\nremove = {removed!r}\n', encoding="utf-8")


def _bytes(path: Path, book: str, game: str, whole: bytes, rng: random.Random) -> None:
    """The shipped file copied, some bytes changed, cut or said twice; sometimes without its rulebook.toml."""
    damaged = bytearray(whole)
    for _ in range(rng.choice((1, 3, 20))):
        at = rng.randrange(len(damaged))
        match rng.randrange(4):
            case 0:
                damaged[at] = rng.randrange(256)
            case 1:
                del damaged[at : at + rng.randrange(1, 200)]
            case 2:
                damaged[at:at] = damaged[at : at + rng.randrange(1, 200)]
            case _:
                damaged[at:at] = rng.choice((b"=", b"[", b'"', b"\n", b"\xff", b"#", b"-", b"9999999999999999999999"))
    path.write_bytes(bytes(damaged))
    for name in (BOOK, GENERAL):
        beside = SHIPPED / book / f"{name}.toml"
        if rng.random() < 0.7 and beside.is_file():
            (path.parent / f"{name}.toml").write_bytes(beside.read_bytes())


def _figures(path: Path, book: str, game: str, whole: bytes, rng: random.Random) -> None:
    """The shipped file copied with some figures changed: right in form, wrong in sense."""
    lines = whole.decode().splitlines()
    numbered = [index for index, line in enumerate(lines) if " = " in line and any(map(str.isdigit, line))]
    for index in rng.sample(numbered, min(len(numbered), rng.choice((1, 2, 5)))):
        key, _, _ = lines[index].partition(" = ")
        lines[index] = f"{key} = {_figure(rng)}"
    path.write_text("\n".join(lines), encoding="utf-8")
    for name in (BOOK, GENERAL):
        if (SHIPPED / book / f"{name}.toml").is_file():
            (path.parent / f"{name}.toml").write_bytes((SHIPPED / book / f"{name}.toml").read_bytes())


def _places(path: Path, book: str, game: str, whole: bytes, rng: random.Random) -> None:
    """Folders, links and files that lie where they should not."""
    match rng.randrange(6):
        case 0:
            path.mkdir()
        case 1:
            path.symlink_to(path)
        case 2:
            os.mkfifo(path)
        case 3:
            path.write_text(f'extends = "own/{game}"\n')
        case 4:
            base = rng.choice(("../own", "/etc/passwd", "own/none", "", "a/b/c", "arica/."))
            path.write_text(f'extends = "{base}"\n')
        case _:
            for number in range(40):
                (path.parent / f"f{number}.toml").write_text(f'extends = "own/f{number + 1}"\n')
            path.write_text('extends = "own/f0"\n')


def _general(path: Path, book: str, game: str, whole: bytes, rng: random.Random) -> None:
    """The game is right; its general rules or its rulebook.toml are not."""
    path.write_bytes(whole)
    for name in (BOOK, GENERAL):
        if (SHIPPED / book / f"{name}.toml").is_file():
            (path.parent / f"{name}.toml").write_bytes((SHIPPED / book / f"{name}.toml").read_bytes())
    name = rng.choice((BOOK, GENERAL))
    broken = rng.choice(("names = 5", "[rules]\nx = 1", "=", "chips = 'x'", "conduct = []", "staff = 1"))
    (path.parent / f"{name}.toml").write_text(broken + "\n")


_WAYS: tuple[Callable[[Path, str, str, bytes, random.Random], None], ...] = (
    _overlay, _overlay, _overlay, _removal, _removal, _bytes, _figures, _figures, _places, _general,
)  # fmt: skip


def _figure(rng: random.Random) -> str:
    return rng.choice(rng.choice((MILD, MILD, STRANGE)))


def _merged(book: str, game: str) -> dict[str, Any]:
    """The data of a game file itself."""
    return tomli.loads((SHIPPED / book / f"{game}.toml").read_text(encoding="utf-8"))


def _paths(data: dict[str, Any], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for key, value in data.items():
        found.append((*above, key))
        if isinstance(value, dict):
            found += _paths(value, (*above, key))
    return found

"""``trainer rulebook check PATH``: every fault of a rulebook file or folder at once."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from trainer.cli.places import user_places
from trainer.cli.prove import find_file
from trainer.games.pai_gow.checking import look_over
from trainer.games.rules import game_faults
from trainer.rulebooks import Fault, Library, RulebookError
from trainer.rulebooks.faults import Finding
from trainer.rulebooks.library import BOOK, GENERAL, SHIPPED
from trainer.texts import Language, say, text
from trainer.toml_files import read_toml

HOUSE_WAYS_OF = "puerto-rico"  # whose ranking of hands a house way is looked over with


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="action")
    check = actions.add_parser("check", help="list every fault of a file, a rulebook's folder or a folder of rulebooks")
    check.add_argument("path", type=Path, nargs="?", help="default: every rulebook the program finds")
    check.add_argument("--language", choices=[language.value for language in Language], default="es")
    actions.add_parser("folder", help="print the folder where a school puts its own rulebooks")


def run(arguments: argparse.Namespace) -> int:
    if arguments.action == "folder":
        print(user_places().rulebooks)
        return 0
    language, path = Language(arguments.language), arguments.path
    if path is not None and not path.exists():
        print(f"trainer rulebook check: {text('faults.no-path', language, path=str(path))}", file=sys.stderr)
        return 2
    if path is not None and is_house_way(path):
        faults, notes = check_house_way(path)
        checked = text("faults.checked-house-way", language)
    else:
        games, faults = check(path)
        notes = []
        checked = text("faults.checked", language, games=games)
    for fault in faults:
        print(say(fault.message, language))
    for note in notes:
        print(text("faults.note", language, note=note.message))
    print(text("faults.counted", language, checked=checked, faults=len(faults)), file=sys.stderr)
    return 1 if faults else 0


def is_house_way(path: Path) -> bool:
    """Whether a file holds a house way: an ordered list of rules, or changes to one named without a rulebook."""
    try:
        data = read_toml(path)
    except (OSError, ValueError):
        return False
    return isinstance(data.get("rules"), list) or "/" not in str(data.get("extends", "/"))


def check_house_way(path: Path) -> tuple[list[Fault], list[Fault]]:
    """All that is wrong with a house way, and what is only worth knowing."""

    def in_file(findings: list[Finding]) -> list[Fault]:
        return [Fault(str(path), key, problem) for key, problem in findings]

    try:
        faults, notes = look_over(*find_file(path, HOUSE_WAYS_OF))
        return in_file(faults), in_file(notes)
    except RulebookError as error:
        return in_file([(fault.key, fault.problem) for fault in error.faults]), []


def check(path: Path | None) -> tuple[int, list[Fault]]:
    """How many games were looked at, and all that is wrong with them, each fault once."""
    library, targets = _targets(path)
    faults: list[Fault] = []
    for rulebook, game_id in targets:
        faults += [fault for fault in game_faults(library, rulebook, game_id) if fault not in faults]
    return len(targets), faults


def _targets(path: Path | None) -> tuple[Library, list[tuple[str, str]]]:
    if path is None:
        library = user_places().library()
        return library, [(book, game_id) for book in library.rulebooks() for game_id in library.games(book)]
    path = path.resolve()
    if path.is_file():
        library = Library([path.parent.parent, SHIPPED, user_places().rulebooks])
        if path.stem in (GENERAL, BOOK):
            return library, [(path.parent.name, game_id) for game_id in library.games(path.parent.name)]
        return library, [(path.parent.name, path.stem)]
    is_book = any(path.glob("*.toml"))
    library = Library([path.parent if is_book else path, SHIPPED, user_places().rulebooks])
    books = [path.name] if is_book else [each.name for each in sorted(path.iterdir()) if any(each.glob("*.toml"))]
    return library, [(book, game_id) for book in books for game_id in library.games(book)]

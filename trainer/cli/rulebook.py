"""``trainer rulebook check PATH``: every fault of a rulebook file or folder at once."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from trainer.cli.places import user_places
from trainer.cli.prove import find
from trainer.games import MODULES, game
from trainer.games.core import RequestError
from trainer.games.pai_gow.checking import look_over
from trainer.rulebooks import Fault, GameRules, Library, RulebookError
from trainer.rulebooks.library import BOOK, GENERAL, SHIPPED
from trainer.toml_files import read_toml

HOUSE_WAYS_OF = "puerto-rico"  # whose ranking of hands a house way is looked over with


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="action")
    check = actions.add_parser("check", help="list every fault of a file, a rulebook's folder or a folder of rulebooks")
    check.add_argument("path", type=Path, nargs="?", help="default: every rulebook the program finds")
    actions.add_parser("folder", help="print the folder where a school puts its own rulebooks")


def run(arguments: argparse.Namespace) -> int:
    if arguments.action == "folder":
        print(user_places().rulebooks)
        return 0
    if arguments.path is not None and is_house_way(arguments.path):
        return _check_house_way(arguments.path)
    try:
        checked, faults = check(arguments.path)
    except FileNotFoundError as error:
        print(f"trainer rulebook check: {error}", file=sys.stderr)
        return 2
    for fault in faults:
        print(fault)
    counted = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    print(f"{checked} checked, {counted}" if checked != 1 else f"1 game checked, {counted}", file=sys.stderr)
    return 1 if faults else 0


def is_house_way(path: Path) -> bool:
    """Whether a file holds a house way: an ordered list of rules, or changes to one named without a rulebook."""
    try:
        data = read_toml(path)
    except (OSError, ValueError):
        return False
    return isinstance(data.get("rules"), list) or "/" not in str(data.get("extends", "/"))


def _check_house_way(path: Path) -> int:
    try:
        rules, name = find(str(path), HOUSE_WAYS_OF)
        faults, notes = look_over(rules, name)
    except RulebookError as error:
        faults, notes = [(fault.key, fault.problem) for fault in error.faults], []
    except RequestError as error:
        faults, notes = [("", error.problem)], []
    for key, problem in faults:
        print(Fault(str(path), key, problem))
    for key, remark in notes:
        print(f"note: {Fault(str(path), key, remark)}")
    counted = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    print(f"1 house way checked, {counted}", file=sys.stderr)
    return 1 if faults else 0


def check(path: Path | None) -> tuple[int, list[Fault]]:
    """How many games were looked at, and all that is wrong with them, each fault once."""
    library, targets = _targets(path)
    faults: dict[Fault, None] = {}
    for rulebook, game_id in targets:
        for fault in game_faults(library, rulebook, game_id):
            faults.setdefault(fault)
    return len(targets), list(faults)


def game_faults(library: Library, rulebook: str, game_id: str) -> list[Fault]:
    """The faults of one game: of the file, of every variant and option choice, and of what its engine needs."""
    faults = library.faults(rulebook, game_id)
    if faults:
        return faults
    file = str(library.file(rulebook, game_id))
    found: dict[tuple[str, str], Fault] = {}  # what one variant shows, the others show again
    try:
        for rules in _every_form(library, rulebook, game_id):
            if rules.game not in MODULES:
                return [Fault(file, "game", f"there is no engine for {rules.game!r}")]
            for key, problem in game(rules.game).check(rules):
                found.setdefault((key, problem), Fault(file, key, problem))
    except RulebookError as error:
        return error.faults
    return list(found.values())


def _every_form(library: Library, rulebook: str, game_id: str) -> Iterator[GameRules]:
    """The game in every variant, and in each with every option choice that changes figures."""
    first = library.load(rulebook, game_id)
    choices: list[dict[str, str]] = [{}]
    for key, option in first.options.items():
        choices += [{key: choice} for choice in option.choices if option.set.get(choice)]
    for variant in first.variants or [""]:
        for options in choices:
            yield library.load(rulebook, game_id, variant, options)


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
    if not path.is_dir():
        raise FileNotFoundError(f"there is no file or folder {path}")
    is_book = any(path.glob("*.toml"))
    library = Library([path.parent if is_book else path, SHIPPED, user_places().rulebooks])
    books = [path.name] if is_book else [each.name for each in sorted(path.iterdir()) if any(each.glob("*.toml"))]
    return library, [(book, game_id) for book in books for game_id in library.games(book)]

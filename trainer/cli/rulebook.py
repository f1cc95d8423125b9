"""``trainer rulebook check PATH``: list every fault of a rulebook file or folder at once.

House ways are checked as well, and sentences that still give a figure which the house has changed are named.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from trainer.cli.places import user_places
from trainer.cli.prove import find_file
from trainer.cli.streams import print_stderr
from trainer.drills import drill_problem, families
from trainer.drills.core import Family
from trainer.drills.old_figures import old_figures
from trainer.games.pai_gow.house_way_checks import look_over
from trainer.games.rules import game_faults, load_rules
from trainer.rulebooks import Fault, GameRules, Library, RulebookError
from trainer.rulebooks.house_ways import FOLDER as HOUSE_WAYS
from trainer.rulebooks.library import BOOK, GENERAL, SHIPPED
from trainer.rulebooks.problems import Finding, wrong
from trainer.rulebooks.validation import read_toml
from trainer.texts import Language, say, text

HOUSE_WAYS_OF = "puerto-rico"  # rulebook whose ranking of hands is used to check a house way


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
        print_stderr(f"trainer rulebook check: {text('faults.no-path', language, path=str(path))}")
        return 2
    if path is not None and is_house_way(path):
        faults, notes = check_house_way(path)
        checked = text("faults.checked-house-way", language)
    else:
        games, faults = check(path)
        notes = [] if faults else old_sentences(path)
        checked = text("faults.checked", language, games=games)
    for fault in faults:
        print(say(fault.message, language))
    for note in notes:
        print(text("faults.note", language, note=note.message))
    print_stderr(text("faults.counted", language, checked=checked, faults=len(faults)))
    return 1 if faults else 0


def is_house_way(path: Path) -> bool:
    """Whether a file holds a house way: a list of rules, or an extension named without a rulebook."""
    try:
        data = read_toml(path)
    except RulebookError:
        return path.parent.parent.name == HOUSE_WAYS
    return isinstance(data.get("rules"), list) or "/" not in str(data.get("extends", "/"))


def check_house_way(path: Path) -> tuple[list[Fault], list[Fault]]:
    """Faults of a house way, and notes that are not faults."""

    def in_file(findings: list[Finding]) -> list[Fault]:
        return [Fault(str(path), key, problem) for key, problem in findings]

    try:
        faults, notes = look_over(*find_file(path, HOUSE_WAYS_OF))
        return in_file(faults), in_file(notes)
    except RulebookError as error:
        return in_file([(fault.key, fault.problem) for fault in error.faults]), []


def check(path: Path | None) -> tuple[int, list[Fault]]:
    """Number of games checked, and all faults of the games and their shared files, each once."""
    library, books, games = _targets(path)
    found = _misplaced(user_places().rulebooks if path is None else path)
    for rulebook in books:
        found += _shared_faults(library, rulebook)
    for rulebook, game_id in games:
        found += game_faults(library, rulebook, game_id) or _drill_faults(library, rulebook, game_id)
    for way in _house_ways(path):
        found += check_house_way(way)[0]
    once = [fault for index, fault in enumerate(found) if fault not in found[:index]]
    return len(games), once


def old_sentences(path: Path | None) -> list[Fault]:
    """Notes on inherited sentences that still give a figure which a school's file changes."""
    library, _, games = _targets(path)
    found: list[Fault] = []
    for rulebook, game_id in games:
        parent = library.inherited_from(rulebook, game_id)
        if parent is not None and not library.is_shipped(rulebook, game_id):
            told = old_figures(load_rules(library, *parent), load_rules(library, rulebook, game_id))
            file = str(library.file(rulebook, game_id))
            for each in told:
                problem = wrong("old-figure", figure=each.figure, old=each.old, new=each.new)
                found.append(Fault(file, f"{each.part}.{each.key}", problem))
    return found


def _misplaced(folder: Path) -> list[Fault]:
    """Faults for what is never loaded from a folder of rulebooks: loose files, and a rulebook with a shipped name."""
    if not folder.is_dir() or folder.resolve() == SHIPPED or not _rulebooks_in(folder):
        return []
    taken = [book for book in _rulebooks_in(folder) if book.name not in _used_rulebooks(folder)]
    return [
        *(Fault(str(book), "", wrong("shipped-name", name=book.name)) for book in taken),
        *(Fault(str(file), "", wrong("loose-file")) for file in sorted(folder.glob("*.toml"))),
    ]


def _rulebooks_in(folder: Path) -> list[Path]:
    """Subfolders that hold rule files."""
    return [each for each in sorted(folder.iterdir()) if each.is_dir() and any(each.glob("*.toml"))]


def _used_rulebooks(folder: Path) -> list[str]:
    """Names of the rulebooks in a folder that the program uses: those that differ from the shipped ones."""
    ours = [] if folder.resolve() == SHIPPED else Library([SHIPPED]).rulebooks()
    return [each.name for each in _rulebooks_in(folder) if each.name not in ours]


def _shared_faults(library: Library, rulebook: str) -> list[Fault]:
    """Faults of ``rulebook.toml`` and of the general rules; both files are optional."""
    found: list[Fault] = []
    if library.has(rulebook, BOOK):
        try:
            library.book(rulebook)
        except RulebookError as error:
            found += error.faults
    return found + (game_faults(library, rulebook, GENERAL) if library.has(rulebook, GENERAL) else [])


def _drill_faults(library: Library, rulebook: str, game_id: str) -> list[Fault]:
    """Drills that fail on a school's rules although the rules themselves are valid."""
    if library.is_shipped(rulebook, game_id):
        return []
    rules, file = load_rules(library, rulebook, game_id), str(library.file(rulebook, game_id))
    troubles = ((family.name, drill_problem(family, rules)) for family in families(game_id) if _fits(family, rules))
    return [Fault(file, "", wrong("drill", drill=name, reason=trouble)) for name, trouble in troubles if trouble]


def _fits(family: Family, rules: GameRules) -> bool:
    try:
        return family.fits(rules)
    except Exception:  # the trial run reports what is wrong
        return True


def _house_ways(path: Path | None) -> list[Path]:
    """House ways in a folder of rulebooks; the shipped ones are proved and skipped."""
    folder = user_places().rulebooks if path is None else path
    return sorted((folder / HOUSE_WAYS).glob("*/*.toml")) if folder != SHIPPED else []


def _targets(path: Path | None) -> tuple[Library, list[str], list[tuple[str, str]]]:
    """Library to use, rulebooks whose shared files are checked, and games to check."""
    if path is None:
        library = user_places().library()
        books = library.rulebooks()
    elif path.is_file():
        path = path.resolve()
        library = Library([path.parent.parent, SHIPPED, user_places().rulebooks])
        books = [path.parent.name]
        if path.stem not in (GENERAL, BOOK):
            return library, [], [(path.parent.name, path.stem)]
    else:
        path = path.resolve()
        is_book = any(path.glob("*.toml")) and not _rulebooks_in(path)
        library = Library([path.parent if is_book else path, SHIPPED, user_places().rulebooks])
        books = [path.name] if is_book else _used_rulebooks(path)
    return library, books, [(book, game_id) for book in books for game_id in library.games(book)]

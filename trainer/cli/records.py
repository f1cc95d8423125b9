"""``trainer records``: back up, restore, export, import, check, repair and rebuild the records of this laptop."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from trainer.cli.places import user_places
from trainer.cli.records_access import ask_pin, open_read_only
from trainer.cli.streams import print_stderr
from trainer.games.rules import load_rules
from trainer.records import backup as copies
from trainer.records import profile_transfer
from trainer.records.backup import DailyBackups
from trainer.records.database_files import new_file
from trainer.records.errors import CannotOpenError, EarlierFormError, RecordsError
from trainer.records.integrity import check_store
from trainer.records.profiles import Profile
from trainer.records.recovery import is_sound, repair
from trainer.records.store import Store
from trainer.rulebooks import RulebookError
from trainer.school.errors import NotJoinedError, SchoolError
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, say, text
from trainer.texts.numbers import decimal_sign

with lazily():  # each needed by one task only
    from trainer.cli.school_laptop import entries_of
    from trainer.drills import families
    from trainer.school import bundles
    from trainer.school.laptop.links import LinkBook
    from trainer.study.anki import write_cards
    from trainer.study.days import days_in
    from trainer.study.ledger_storage import rebuild
    from trainer.study.skills import path as path_of
    from trainer.study.trainee import asks_facts

if TYPE_CHECKING:
    from trainer.school.laptop.links import Link

BAR_WIDTH = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--records", type=Path, help="the records file (default: this user's)")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")
    commands = parser.add_subparsers(dest="task", required=True, metavar="task")

    def task(name: str, help_text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=help_text, description=help_text)

    task("profiles", "list the profiles with the number of their attempts")
    rebuilding = task("rebuild", "compute everything derived from the attempts again")
    rebuilding.add_argument("--profile", help="only this one")
    task("check", "look for damage in the whole file")
    task("repair", "if the file is damaged, set it aside and go on with what can be read from it")
    task("backup", "copy the records, also while they are in use").add_argument("target", type=Path)
    task("backups", "list the automatic backups with their size")
    restoring = task("restore", "replace the records by a backup; the old records are kept")
    restoring.add_argument("source", nargs="?", default="", help="a file, or the day of a backup (default: the newest)")
    exporting = task("export", "write a profile with all its attempts to one file")
    exporting.add_argument("profile")
    exporting.add_argument("file", type=Path)
    importing = task("import", "merge an exported profile; existing attempts are not duplicated")
    importing.add_argument("file", type=Path)
    importing.add_argument("--into", help="merge into this profile instead of the one of the same identity")
    table = task("csv", "write the attempts of a profile for a spreadsheet")
    table.add_argument("profile")
    table.add_argument("file", type=Path, nargs="?", help="default: standard output")
    cards = task("anki", "write the fact cards of a game for Anki")
    cards.add_argument("rulebook")
    cards.add_argument("game")
    cards.add_argument("--variant", default="")
    cards.add_argument("file", type=Path)


def run(arguments: argparse.Namespace) -> int:
    """Run a task; returns 0, or 1 after one sentence that says what is wrong."""
    path = arguments.records or user_places().progress
    try:
        if path.is_dir():  # also true for an empty name
            raise CannotOpenError(path=path)
        TASKS[arguments.task](arguments, path)
    except (RecordsError, SchoolError) as error:
        print_stderr(f"trainer records: {say(error.message, Language(arguments.language))}")
        return 1
    except RulebookError as error:
        for fault in error.faults:
            print_stderr(f"trainer records: {say(fault.message, Language(arguments.language))}")
        return 1
    return 0


class Bar:
    """Progress bar; silent if the output is not a terminal."""

    def __init__(self, label: str, out: TextIO) -> None:
        self._label = label
        self._out = out
        self._shown = ""

    def __call__(self, done: int, total: int) -> None:
        share = done / total if total else 1.0
        filled = round(BAR_WIDTH * share)
        line = f"{self._label} [{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {share:4.0%} {done:,}/{total:,}"
        if self._out.isatty() and line != self._shown:
            self._out.write(f"\r{line}" + ("\n" if done >= total else ""))
            self._out.flush()
            self._shown = line


def _profiles(arguments: argparse.Namespace, path: Path) -> None:
    with open_read_only(path, Language(arguments.language)) as store:
        for profile in store.profiles():
            print(f"{profile.name}\t{store.count(profile.id)}\t{profile.id}")


def _rebuild(arguments: argparse.Namespace, path: Path) -> None:
    with Store(path) as store:
        chosen = [store.profile(arguments.profile)] if arguments.profile else store.profiles()
        for profile in chosen:
            ledger = rebuild(store, profile.id, days_in(None), asks_facts, Bar(profile.name, sys.stderr))
            print(f"{profile.name}\t{store.count(profile.id)} attempts\t{len(ledger.rungs)} rungs")


def _check(arguments: argparse.Namespace, path: Path) -> None:
    with open_read_only(path, Language(arguments.language)) as store:
        check_store(store)
    print(f"{path}\tok")


def _repair(arguments: argparse.Namespace, path: Path) -> None:
    if is_sound(path):
        print(text("records.notice.sound", Language(arguments.language), path=str(path)))
        return
    with repair(path) as store:
        for notice in store.notices:
            print(say(notice, Language(arguments.language)))


def _backup(arguments: argparse.Namespace, path: Path) -> None:
    bar = Bar(arguments.target.name, sys.stderr)
    try:
        with Store(path, read_only=True) as store:
            copies.backup(store, arguments.target, bar)
    except EarlierFormError:
        copies.backup_any_version(path, arguments.target, bar)
    print(arguments.target)


def _backups(arguments: argparse.Namespace, path: Path) -> None:
    net = DailyBackups(path)
    found = net.backups()
    language = Language(arguments.language)
    size = f"{sum(kept.size for kept in found) / 1e6:.1f}".replace(".", decimal_sign(language))
    print(text("records.backups.head", language, count=len(found), size=size, path=str(net.folder)))
    for kept in found:
        print(f"{kept.day.isoformat()}\t{kept.size}\t{kept.path}")


def _restore(arguments: argparse.Namespace, path: Path) -> None:
    net = DailyBackups(path)
    is_file = arguments.source and Path(arguments.source).exists()
    kept = net.restore(Path(arguments.source) if is_file else net.find(arguments.source))
    print(f"{path}" + (f"\t{kept}" if kept else ""))


def _export(arguments: argparse.Namespace, path: Path) -> None:
    """Export a profile for another laptop or, with the suffix of a bundle, for the school it has joined."""
    with open_read_only(path, Language(arguments.language)) as store:
        profile = store.profile(arguments.profile)
        ask_pin(store, profile, Language(arguments.language))
        if arguments.file.suffix == bundles.ENDING:
            with closing(LinkBook(path.with_name("schools.db"))) as book:
                entries = entries_of(store, book, profile.id)
                number = bundles.write_laptop_bundle(_link(profile, book), entries, arguments.file)
        else:
            number = profile_transfer.export_profile(store, profile.id, arguments.file)
    print(f"{arguments.file}\t{number} attempts")


def _import(arguments: argparse.Namespace, path: Path) -> None:
    """Import a profile from another laptop, or a bundle from the school it has joined."""
    if bundles.is_bundle(arguments.file):
        with Store(path) as store:
            profile = store.profile(arguments.into) if arguments.into else store.profiles()[0]
            with closing(LinkBook(path.with_name("schools.db"))) as book:
                entries = entries_of(store, book, profile.id)
                _, added = bundles.import_school_bundle(_link(profile, book), entries, arguments.file)
        print(f"{profile.name}\t{added} added")
        return
    with Store(path) as store:
        into = store.profile(arguments.into).id if arguments.into else None
        result = profile_transfer.import_profile(store, arguments.file, into)
    print(f"{result.profile.name}\t{result.added} added\t{result.known} known")


def _link(profile: Profile, book: LinkBook) -> Link:
    """Link of a profile to the school it has joined; raises `NotJoinedError`."""
    link = book.link(profile.id)
    if link is None:
        raise NotJoinedError
    return link


def _csv(arguments: argparse.Namespace, path: Path) -> None:
    with open_read_only(path, Language(arguments.language)) as store:
        profile = store.profile(arguments.profile)
        ask_pin(store, profile, Language(arguments.language))
        if arguments.file is None:
            profile_transfer.write_csv(store, profile.id, sys.stdout)
            return
        with _new_file(arguments.file) as file:
            number = profile_transfer.write_csv(store, profile.id, file)
    print(f"{arguments.file}\t{number} attempts")


def _anki(arguments: argparse.Namespace, path: Path) -> None:
    rules = load_rules(user_places().library(), arguments.rulebook, arguments.game, arguments.variant)
    with _new_file(arguments.file) as file:
        number = write_cards(path_of(rules, families(arguments.game)), Language(arguments.language), file)
    print(f"{arguments.file}\t{number} cards")


@contextmanager
def _new_file(path: Path) -> Iterator[TextIO]:
    with new_file(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as file:
        yield file


TASKS: dict[str, Callable[[argparse.Namespace, Path], None]] = {
    "profiles": _profiles,
    "rebuild": _rebuild,
    "check": _check,
    "repair": _repair,
    "backup": _backup,
    "backups": _backups,
    "restore": _restore,
    "export": _export,
    "import": _import,
    "csv": _csv,
    "anki": _anki,
}

"""Tasks of ``trainer school`` for installers: the service's machine hands them out, a laptop fetches one."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic

from trainer import __version__
from trainer.cli.school_laptop import entries_of, linked, open_links, open_records
from trainer.cli.streams import print_stderr
from trainer.records.attempts import to_milliseconds, wall_clock
from trainer.school.installers.download import Stage
from trainer.school.installers.release import pinned_key, read_release_key
from trainer.school.installers.release_folder import ReleaseFolder
from trainer.school.laptop.sync_client import SyncClient
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Message, say, text
from trainer.texts.system_errors import system_problem

with lazily():  # only for a laptop
    from trainer.school.installers.saved_file import downloads_folder
    from trainer.school.laptop.asyncio_transport import run_until

_PATIENCE = 60.0  # seconds without progress
_LONGEST = 6 * 3600.0  # seconds


def add_tasks(task: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the arguments of both tasks."""
    handing = task("installers", "hand out a signed release of the program to laptops")
    actions = handing.add_subparsers(dest="action", required=True, metavar="action")
    adding = actions.add_parser("add", help="verify the release in a folder and hand it out instead of an earlier one")
    adding.add_argument("source", type=Path, help="folder with SHA256SUMS, SHA256SUMS.sig and packages")
    adding.add_argument("--key", type=Path, help="public release key in PEM (default: the one in this program)")
    actions.add_parser("list", help="show what is handed out")
    actions.add_parser("remove", help="hand out nothing")
    fetching = task("fetch-installer", "save the installer that the school hands out; it is not run")
    fetching.add_argument("--out", type=Path, help="folder (default: downloads)")
    fetching.add_argument("--profile", default="", help="default: the first that has joined")
    fetching.add_argument("--records", type=Path, help="the records file (default: this user's)")


def manage(arguments: argparse.Namespace, folder: Path, language: Language) -> int:
    """Add, list or remove the release in the service's folder; returns the exit status."""
    handed_out = ReleaseFolder(folder)
    try:
        if arguments.action == "add":
            key = read_release_key(arguments.key) if arguments.key else pinned_key()
            stored = handed_out.add(arguments.source, key)
            print(text("installers.added", language, version=stored.release.version, count=len(stored.listed.files)))
        elif arguments.action == "remove":
            version = handed_out.remove()
            print(text("installers.removed" if version else "installers.none", language, version=version))
        elif (found := handed_out.stored()) is not None:
            for file in found.listed.files:
                print(f"{found.release.version}\t{file}")
        else:
            print(text("installers.none", language))
    except OSError as error:
        print_stderr(f"trainer school: {say(system_problem(error), language)}")
        return 1
    return 0


def fetch(arguments: argparse.Namespace, language: Language) -> int:
    """Save the installer for this laptop's system; returns the exit status."""
    with open_records(arguments) as store, closing(open_links()) as book:
        for link in linked(store, book, arguments, language)[:1]:
            core = SyncClient(link, book, entries_of(store, book, link.profile), lambda: to_milliseconds(wall_clock()))
            fetching = _Fetching(core, arguments.out or downloads_folder(), language)
            asyncio.run(fetching.run())
            return fetching.report()
    return 1


class _Fetching:
    """Begins a download when it is offered, and ends when it is over or makes no progress."""

    def __init__(self, core: SyncClient, folder: Path, language: Language) -> None:
        self._core, self._folder, self._language = core, folder, language
        self._has_begun = False
        self._tenths = 0  # of the file, as printed last
        self._since = monotonic()
        core.installer.on_change = self._changed

    async def run(self) -> None:
        try:
            await run_until(self._core, self._is_over, _LONGEST)
        finally:
            self._core.installer.cancel()

    def _changed(self) -> None:
        """Note the progress, and print each tenth of it."""
        self._since = monotonic()
        installer = self._core.installer
        if installer.stage is Stage.LOADING and installer.percent // 10 > self._tenths:
            self._tenths = installer.percent // 10
            print_stderr(text("installers.stage.loading", self._language, percent=installer.percent))

    def _is_over(self) -> bool:
        core, installer = self._core, self._core.installer
        if installer.stage is Stage.WAITING:
            self._since = monotonic()
        if installer.stage is Stage.OFFERED and not self._has_begun:
            self._has_begun = True
            installer.begin(self._folder)
        is_busy = installer.stage is Stage.CHECKING or installer.is_under_way
        is_decided = core.welcome is not None and not is_busy
        return is_decided or monotonic() - self._since > _PATIENCE

    def report(self) -> int:
        """Print how it ended; returns the exit status."""
        core, installer = self._core, self._core.installer
        if installer.stage is Stage.SAVED and installer.message is not None:
            print(say(installer.message, self._language))
            return 0
        if installer.stage is Stage.NOTHING and core.welcome is not None:
            print(text("installers.no-newer", self._language, version=__version__))
            return 0
        problem = (installer.problem and installer.message) or core.trouble or Message("system.no-answer")
        print_stderr(f"trainer school: {say(problem, self._language)}")
        return 1

"""Takes an installer from the school's service, as a state machine without a network.

The laptop believes only a list that is signed with the release key in its own program, and offers only a version later
than its own. Nothing of what it saves is ever executed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeAlias

from trainer.exams.keys import PublicKey
from trainer.school import protocol
from trainer.school.errors import DamagedInstallerError, NoInstallerError, SchoolError
from trainer.school.installers.release import (
    LARGEST,
    Package,
    Release,
    is_newer,
    newer_release,
    own_package,
    pinned_key,
)
from trainer.school.installers.saved_file import SavedFile
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

_log = logging.getLogger(__name__)

Done: TypeAlias = Callable[[Path | bool | Exception | None], None]
Job: TypeAlias = Callable[[], Path | bool | None]


class Stage(StrEnum):
    """How far the laptop is. Texts: ``installers.stage.ID``."""

    NOTHING = "nothing"  # no school, or no newer version
    CHECKING = "checking"
    REFUSED = "refused"  # the list cannot be believed or used; `problem` says why
    OFFERED = "offered"
    LOADING = "loading"
    WAITING = "waiting"  # for its turn, because other laptops are being served
    AWAY = "away"  # for the connection, in the middle of the download
    SAVED = "saved"


_UNDER_WAY = (Stage.LOADING, Stage.WAITING, Stage.AWAY)


def run_now(job: Job, done: Done) -> None:
    """Do work on the disk at once. The desk does it in a thread instead."""
    try:
        result = job()
    except (SchoolError, OSError) as error:
        done(error)
    else:
        done(result)


class InstallerDownload:
    """``send`` sends a request to the service; `welcomed`, `received`, `disconnected` and `tick` tell what happens."""

    def __init__(self, send: Callable[[protocol.AskRelease | protocol.AskPiece], None], now: Callable[[], int]) -> None:
        self.stage = Stage.NOTHING
        self.version = ""
        self.problem: Message | None = None  # why nothing is offered, or why the last attempt failed
        self.percent = 0
        self.path: Path | None = None  # the saved file
        self.package: Package | None = None
        self.key: Callable[[], PublicKey] = pinned_key
        self.on_change: Callable[[], None] = lambda: None
        self.work: Callable[[Job, Done], None] = run_now
        self._send = send
        self._now = now
        self._release: Release | None = None
        self._saving: SavedFile | None = None
        self._again_at: int | None = None  # when to ask again for a turn
        self._expected: int | None = None  # offset of the piece that was asked for
        self._is_working = False  # on the disk

    @property
    def file(self) -> str:
        """The name of the file for this laptop's system."""
        return self._release.file_name(self.package) if self._release and self.package else ""

    @property
    def is_under_way(self) -> bool:
        """Whether a file is being downloaded."""
        return self.stage in _UNDER_WAY

    @property
    def message(self) -> Message | None:
        """What to tell the person: what the school has, how far the download is, or what to do with the saved file."""
        if self.stage in (Stage.NOTHING, Stage.CHECKING) or (self.package is None and self.problem is None):
            return None
        if self.path is not None and self.stage is Stage.SAVED and self.package is not None:
            where = {"folder": str(self.path.parent), "name": self.path.name}
            return Message(f"installers.how.{self.package.value}", where)
        if self.problem is not None:
            stage = "refused" if self.stage is Stage.REFUSED else "failed"
            return Message(f"installers.stage.{stage}", {"version": self.version, "problem": self.problem})
        return Message(f"installers.stage.{self.stage.value}", {"version": self.version, "percent": self.percent})

    # Called by the synchronising client

    def welcomed(self, version: str) -> None:
        """The service has let this laptop in, and hands out this version (empty: none)."""
        if self.is_under_way:
            if not version:
                self._stop()
                self._refuse(NoInstallerError().message)
                return
            self._change(Stage.LOADING)
            if not self._is_working:
                self._ask_next()
            return
        if self.stage is Stage.SAVED and version == self.version:
            return
        self.version, self.problem, self._release = version[:20], None, None
        if not is_newer(version):
            self._change(Stage.NOTHING)
            return
        self.package = own_package()
        try:
            self.key()
        except SchoolError as error:
            self._refuse(error.message)
            return
        self._change(Stage.CHECKING)
        self._send(protocol.AskRelease())

    def received(self, message: protocol.ReleaseList | protocol.Piece) -> None:
        """A reply of the service."""
        if isinstance(message, protocol.ReleaseList):
            if self.stage in (Stage.CHECKING, Stage.OFFERED):
                self._check(message)
        elif self._saving is not None and (message.file, message.offset) == (self.file, self._expected):
            self._expected = None
            self._take(message, self._saving)

    def disconnected(self) -> None:
        """The connection is lost. A download goes on when there is one again."""
        self._again_at = None
        if self.is_under_way:
            self._change(Stage.AWAY)
        elif self.stage is Stage.CHECKING:
            self._change(Stage.NOTHING)

    def tick(self) -> None:
        """Ask again for a turn when it is time."""
        if self._again_at is not None and self._now() >= self._again_at:
            self._ask_next()

    # Called by the person

    def begin(self, folder: Path) -> None:
        """Save the installer in a folder."""
        if self.stage is not Stage.OFFERED or self._release is None or self.package is None:
            return
        self.problem, self.percent = None, 0
        saving = self._saving = SavedFile(folder, self.file, self._release.sums[self.package])
        self._change(Stage.LOADING)
        self._is_working = True
        self.work(saving.is_there, partial(self._looked, saving))

    def cancel(self) -> None:
        """Stop the download and remove what was written."""
        if self.is_under_way:
            self._stop()
            self._change(Stage.OFFERED)

    # Steps

    def _check(self, message: protocol.ReleaseList) -> None:
        """Offer the installer of a list that is signed, newer than this program, and has one for this system."""
        if not message.sums:
            self._refuse(NoInstallerError().message)
            return
        try:
            release = newer_release(message.sums, message.signature, self.key())
        except SchoolError as error:
            _log.warning("the school's list of installers is refused: %s", error.id)
            self._refuse(error.message)
            return
        self._release, self.version = release, release.version
        if self.package not in release.sums or self.file not in message.files:
            self._refuse(NoInstallerError().message)
        else:
            self._change(Stage.OFFERED)

    def _looked(self, saving: SavedFile, result: Path | bool | Exception | None) -> None:
        if saving is self._saving:
            self._is_working = False
            if result is True:
                self._saved(saving.path)
            else:
                self._ask_next()

    def _ask_next(self) -> None:
        self._again_at = None
        if self._saving is not None:
            self._expected = self._saving.size
            self._send(protocol.AskPiece(file=self.file, offset=self._expected))

    def _take(self, piece: protocol.Piece, saving: SavedFile) -> None:
        """Write a piece, or wait for a turn."""
        if piece.wait_ms and not piece.data:
            self._again_at = self._now() + min(piece.wait_ms, 60_000)
            if self.stage is not Stage.WAITING:
                self._change(Stage.WAITING)
            return
        if self.stage is not Stage.LOADING:
            self._change(Stage.LOADING)
        end = saving.size + len(piece.data)
        if not piece.size:
            self._fail(NoInstallerError().message)
            self._send(protocol.AskRelease())  # it may have another version now
        elif not piece.data or end > piece.size or piece.size > LARGEST:
            self._fail(DamagedInstallerError(file=self.file).message)
        else:
            self._is_working = True
            self.work(partial(_store, saving, piece), partial(self._stored, saving, piece.size))

    def _stored(self, saving: SavedFile, size: int, result: Path | bool | Exception | None) -> None:
        """Ask for the next piece after one is written; the last one has given the file its name."""
        if saving is not self._saving:
            return
        self._is_working = False
        if isinstance(result, OSError):
            self._fail(system_problem(result))
        elif isinstance(result, SchoolError):
            self._fail(result.message)
        elif isinstance(result, Path):
            self._saved(result)
        else:
            before, self.percent = self.percent, 100 * saving.size // size
            self._ask_next()
            if self.percent != before:
                self.on_change()

    def _saved(self, path: Path) -> None:
        self._saving, self.path, self.percent = None, path, 100
        self._change(Stage.SAVED)

    def _fail(self, problem: Message) -> None:
        self._stop()
        self.problem = problem
        self._change(Stage.OFFERED)

    def _refuse(self, problem: Message) -> None:
        self.problem = problem
        self._change(Stage.REFUSED)

    def _stop(self) -> None:
        saving, self._saving = self._saving, None
        self._again_at = self._expected = None
        self._is_working = False
        if saving is not None:
            self.work(saving.discard, lambda result: None)

    def _change(self, stage: Stage) -> None:
        self.stage = stage
        self.on_change()


def _store(saving: SavedFile, piece: protocol.Piece) -> Path | None:
    """Write a piece; after the last one the path of the finished file."""
    saving.append(piece.data, piece.size)
    return saving.finish() if saving.size >= piece.size else None

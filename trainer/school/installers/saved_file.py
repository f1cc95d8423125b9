"""Writes a downloaded installer: complete and verified under its name, or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from trainer.school.errors import DamagedInstallerError
from trainer.school.installers.release_folder import chunks
from trainer.system.digests import sha256
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import UNFINISHED, atomic_file, free_path

with lazily():  # needed only to save
    from platformdirs import user_downloads_path


def downloads_folder() -> Path:
    """The user's folder for downloads."""
    return Path(user_downloads_path())


class SavedFile:
    """An installer on its way into a folder. Its methods may block, so the desk calls them in a thread."""

    def __init__(self, folder: Path, name: str, digest: str) -> None:
        self.path = folder / name
        self.size = 0  # bytes written
        self._digest = digest
        self._sum = sha256()
        self._opened = ExitStack()
        self._file: BinaryIO | None = None

    def is_there(self) -> bool:
        """Whether the same file was saved before."""
        digest = sha256()
        try:
            for data in chunks(self.path):
                digest.update(data)
        except (OSError, DamagedInstallerError):
            return False
        return digest.hexdigest() == self._digest

    def append(self, data: bytes, size: int) -> None:
        """Write the next piece of a file of ``size`` bytes; raises `OSError`, at once if it has no room on the disk."""
        if self._file is None:
            self._file = self._begin(size)
        self._file.write(data)
        self._sum.update(data)
        self.size += len(data)

    def _begin(self, size: int) -> BinaryIO:
        folder = self.path.parent
        folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
        for left in folder.glob(f"{self.path.name}*{UNFINISHED}"):  # by a program that was killed
            with suppress(OSError):
                left.unlink()
        self.path = free_path(self.path)
        unfinished = self._opened.enter_context(atomic_file(self.path))
        return self._opened.enter_context(unfinished.open("wb"))

    def finish(self) -> Path:
        """Give the file its name, and return its path; raises `DamagedInstallerError` if its sum is another."""
        if self._sum.hexdigest() != self._digest:
            self.discard()
            raise DamagedInstallerError(file=self.path.name)
        self._opened.close()
        return self.path

    def discard(self) -> None:
        """Remove what was written of an unfinished file."""
        with suppress(_DiscardedError), self._opened:
            raise _DiscardedError


class _DiscardedError(Exception):
    """The download has ended; makes `atomic_file` remove its file."""

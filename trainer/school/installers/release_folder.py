"""The folder in which a school's service stores the release that it hands out.

Each package is stored under its SHA-256 sum, and the file ``release`` holds the signed list as it is sent. That file is
replaced in one step after the packages are there, so a reader always finds a whole release.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from trainer import __version__
from trainer.exams.keys import PublicKey
from trainer.records.database import WriterLock
from trainer.school import protocol
from trainer.school.errors import DamagedInstallerError, EmptyReleaseError, OlderReleaseError, SchoolError
from trainer.school.installers.release import (
    LARGEST,
    MOST_SUMS,
    SIGNATURE,
    SUMS,
    Release,
    is_newer,
    read_release,
    read_sums,
)
from trainer.system.digests import sha256
from trainer.system.input_files import open_input_file, read_input_file
from trainer.system.private_files import atomic_file, make_private_folder, write_private

_log = logging.getLogger(__name__)

INSTALLERS = "installers"  # name of the folder, in the school's folder
_LIST = "release"
_MOST_LIST = 40_000  # bytes
_CHUNK = 1 << 20  # bytes copied at once
_PATIENCE = 60.0  # seconds to wait for another command


class StoredRelease(NamedTuple):
    """The release in a folder, and the list that is sent to laptops."""

    release: Release
    listed: protocol.ReleaseList


class ReleaseFolder:
    """Reads and writes the folder; every service and command on the machine sees a change at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: object = None
        self._stored: StoredRelease | None = None

    def stored(self) -> StoredRelease | None:
        """The release; None if there is none or its list cannot be read."""
        try:
            found = (self._path / _LIST).stat()
        except OSError:
            return None
        stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
        if stamp != self._stamp:
            self._stored = self._read()
            self._stamp = stamp
        return self._stored

    def _read(self) -> StoredRelease | None:
        try:
            listed = protocol.read_from_service(read_input_file(self._path / _LIST, _MOST_LIST))
            if isinstance(listed, protocol.ReleaseList):
                return StoredRelease(read_sums(listed.sums), listed)
        except (OSError, SchoolError):
            pass
        _log.warning("the list of installers cannot be read")
        return None

    def read_piece(self, file: str, offset: int) -> protocol.Piece:
        """A piece of a package, by its file name; without a size if it is not here."""
        stored = self.stored()
        if stored is not None and file in stored.listed.files:
            with contextlib.suppress(OSError), open_input_file(self._path / _digest(stored.release, file)) as opened:
                size = os.fstat(opened.fileno()).st_size
                opened.seek(min(offset, size))
                return protocol.Piece(file=file, offset=offset, size=size, data=opened.read(protocol.PIECE))
        return protocol.Piece(file=file, offset=offset)

    def add(self, source: Path, key: PublicKey) -> StoredRelease:
        """Store the release in a folder, instead of the one that is stored. Nothing changes if this raises.

        Raises `SchoolError` if the release is not signed with the key, older than this program or than the stored
        release, or a file of it is damaged; `OSError` or `RecordsError` if a file cannot be read or written. Packages
        that the folder does not hold are left out.
        """
        with self._alone():
            return self._add(source, key)

    def _add(self, source: Path, key: PublicKey) -> StoredRelease:
        sums, signature = read_input_file(source / SUMS, MOST_SUMS), read_input_file(source / SIGNATURE, 64)
        release = read_release(sums, signature, key)
        before = self.stored()
        for version in (__version__, before.release.version if before else "0.0"):
            if is_newer(version, release.version):
                raise OlderReleaseError(version=release.version, own=version)
        packages = [package for package in release.sums if (source / release.file_name(package)).is_file()]
        if not packages:
            raise EmptyReleaseError(path=source)
        make_private_folder(self._path)
        try:
            for package in packages:
                _copy(source / release.file_name(package), self._path / release.sums[package])
            files = tuple(release.file_name(package) for package in packages)
            listed = protocol.ReleaseList(sums=sums, signature=signature, files=files)
            write_private(self._path / _LIST, protocol.encoded(listed))
        finally:
            self._remove_unlisted()
        return StoredRelease(release, listed)

    def remove(self) -> str:
        """Remove the release and return its version; empty if there was none. Raises `OSError` or `RecordsError`."""
        with self._alone():
            before = self.stored()
            (self._path / _LIST).unlink(missing_ok=True)
            self._remove_unlisted()
        return before.release.version if before else ""

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait for another command that changes the folder; otherwise each would remove what the other has copied."""
        make_private_folder(self._path.parent)
        lock = WriterLock(self._path, _PATIENCE)
        try:
            yield
        finally:
            lock.release()

    def _remove_unlisted(self) -> None:
        """Remove the packages that are not of the stored release. One that Windows does not remove because
        it is being read is removed the next time."""
        stored = self.stored()
        kept = {_LIST, *(_digest(stored.release, file) for file in stored.listed.files)} if stored else {_LIST}
        with contextlib.suppress(OSError):
            for path in self._path.iterdir():
                if path.name not in kept:
                    with contextlib.suppress(OSError):
                        path.unlink()


def _digest(release: Release, file: str) -> str:
    """The sum of a package by its file name; empty if the release has no such file."""
    return next((digest for package, digest in release.sums.items() if release.file_name(package) == file), "")


def chunks(path: Path) -> Iterator[bytes]:
    """The content of a file in chunks; raises `OSError`, also if it is larger than an installer can be."""
    with open_input_file(path) as file:
        size = 0
        while data := file.read(_CHUNK):
            size += len(data)
            if size > LARGEST:
                raise DamagedInstallerError(file=path.name)
            yield data


def _copy(source: Path, target: Path) -> None:
    """Copy a package to a file named by its sum; raises `DamagedInstallerError` if the sum is another."""
    digest = sha256()
    with atomic_file(target) as unfinished:
        with unfinished.open("wb") as out:
            for data in chunks(source):
                digest.update(data)
                out.write(data)
        if digest.hexdigest() != target.name:
            raise DamagedInstallerError(file=source.name)

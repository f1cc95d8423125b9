"""Stores pictures of empty tables between starts, because painting one is the slowest part of a first question.

It saves a start about a third of the time in which an empty window opens. The key of a picture includes everything it
depends on, even the drawing modules, so a stored picture is never out of date.

The folder belongs to the program and may be deleted at any time. Only files with our name and our mark are ever
deleted, and no link is followed.
"""

from __future__ import annotations

import os
import re
import stat
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec
from PySide6 import __version__ as qt_version
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap

from trainer.system.resources import folder
from trainer.texts import Language

_TABLE = Path(__file__).parent
_FORMAT = QImage.Format.Format_ARGB32_Premultiplied  # as it is painted: no conversion is needed
_MARK = b"trainer table 1\n"  # beginning of every file; other files are not ours
_CHECK_BYTES = 4
_PIXELS_AT = len(_MARK) + _CHECK_BYTES
_MOST_KEPT = 3
_ENDING = ".table"
_OWN_NAME = re.compile(r"[a-z0-9-]+-[0-9a-f]{8}\.table(\.new)?")


class Print(msgspec.Struct, frozen=True):
    """All that the picture of a table depends on beside the program; ``width`` and ``height`` in device pixels.

    ``imprint`` is the key of what is printed on the cloth.
    """

    felt: str
    width: int
    height: int
    theme: str
    language: Language
    cloth: str
    imprint: str = ""
    side: str = ""


class PictureCache(msgspec.Struct, frozen=True):
    """The pictures in a folder of its own; disk errors are ignored."""

    folder: Path

    def find(self, wanted: Print) -> QPixmap | None:
        """The picture, if it is stored and intact."""
        image = QImage(wanted.width, wanted.height, _FORMAT)
        pixels = image.bits()  # read in place, because a picture of a whole table is large
        try:
            with self._path(wanted).open("rb", buffering=0) as file:
                head, size = file.read(_PIXELS_AT), file.readinto(pixels)
                if size != len(pixels) or file.read(1) or head != _head(pixels):
                    return None
        except OSError:
            return None
        return QPixmap.fromImage(image, Qt.ImageConversionFlag.NoOpaqueDetection)

    def keep(self, wanted: Print, picture: QPixmap) -> None:
        """Store a picture, and drop all but the most recently used ones."""
        path = self._path(wanted)
        with suppress(OSError):
            if os.path.lexists(path):
                if _is_own(path):
                    os.utime(path)
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            pixels = bytes(picture.toImage().convertToFormat(_FORMAT).constBits())
            fresh = path.with_suffix(f"{_ENDING}.new")
            if _is_own(fresh):  # left by a start that was interrupted
                fresh.unlink()
            with fresh.open("xb") as file:  # never through a link, never over a file
                file.write(_head(pixels) + pixels)
            fresh.replace(path)
            self._prune()

    def _prune(self) -> None:
        own = [path for path in self.folder.iterdir() if _is_own(path)]
        for old in sorted(own, key=lambda path: path.stat().st_mtime)[:-_MOST_KEPT]:
            old.unlink()

    def _path(self, wanted: Print) -> Path:
        key = zlib.crc32(msgspec.json.encode(wanted), _drawing_modules())
        return self.folder / f"{wanted.felt}-{key:08x}{_ENDING}"


def _is_own(path: Path) -> bool:
    """Whether we wrote this file: our name, a regular file, our mark (a crash may leave a part of it)."""
    if not _OWN_NAME.fullmatch(path.name):
        return False
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return False
        with path.open("rb") as file:
            return _MARK.startswith(file.read(len(_MARK)))
    except OSError:
        return False


def _head(pixels: bytes | bytearray | memoryview) -> bytes:
    return _MARK + zlib.adler32(pixels).to_bytes(_CHECK_BYTES, "big")


@cache
def _drawing_modules() -> int:
    """A checksum that changes with our drawing modules, the artwork or Qt."""
    folders = (_TABLE, _TABLE / "layouts", _TABLE / "pieces", folder("assets") / "fonts")
    found = [(file.name, file.stat()) for place in folders for file in os.scandir(place) if file.is_file()]
    desk = _TABLE.parent
    single = (desk / "style" / "theme.py", desk.parent / "texts" / "cloth.toml", folder("assets") / "weave.png")
    found += [(path.name, path.stat()) for path in single]
    stamps = sorted((name, state.st_mtime_ns, state.st_size) for name, state in found)
    return zlib.crc32(repr((qt_version, stamps)).encode())

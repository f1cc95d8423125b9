"""A sitting is copied to the school while it is sat, so that it can go on elsewhere when its laptop dies.

What is copied is what `trainer.exams` takes a sitting over from: the header, the sealed paper, the chained log and the
counter, in the folders of an exam office. Nothing in it can be read without the paper's code, and whoever changes a
line breaks the chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trainer.given_files import read_given
from trainer.private_files import make_private_folder
from trainer.records.paths import written_whole
from trainer.school.entries import LARGEST_BODY
from trainer.school.protocol import SittingCopy

FOLDER = "from-school"  # of the exams' own: where the sittings of other laptops are laid
_COUNTER = "counter"
_FILES = ("header.json", "paper.json", "events.jsonl", _COUNTER)
LAST = max(_FILES)  # the service sends them by name


class SittingCopies:
    """The sitting of this laptop on its way to the school, and that of another one on its way here."""

    def __init__(self, exams: Path) -> None:
        self._exams = exams
        self._sent: dict[Path, tuple[int, int]] = {}

    def forget(self) -> None:
        """Another connection: all of it is sent once more."""
        self._sent.clear()

    def changed(self, sitting: str) -> Iterator[SittingCopy]:
        """The files of a sitting that have changed since they were last sent."""
        for name in _FILES:
            path = _path(self._exams, sitting, name)
            try:
                status = path.stat()
                state = (status.st_size, status.st_mtime_ns)
                if self._sent.get(path) == state or status.st_size > LARGEST_BODY:
                    continue
                copy = SittingCopy(sitting=sitting, name=name, data=read_given(path))
            except OSError:  # a log that is just being written is looked at again in a second
                continue
            self._sent[path] = state
            yield copy

    def lay(self, copy: SittingCopy) -> Path:
        """Lay a file of another laptop's sitting where exams take it over; says in which folder. Raises `OSError`."""
        folder = self._exams / FOLDER
        path = _path(folder, copy.sitting, copy.name)
        make_private_folder(path.parent)
        path.unlink(missing_ok=True)
        with written_whole(path) as unfinished:
            unfinished.write_bytes(copy.data)
        return folder


def _path(exams: Path, sitting: str, name: str) -> Path:
    return exams / "counters" / sitting if name == _COUNTER else exams / "sittings" / sitting / name

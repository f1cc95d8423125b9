"""Documents with seals of their own, in a folder of a laptop: results and certificates, as they travel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from trainer.exams.errors import RefusedError
from trainer.records.database_files import new_file
from trainer.system.input_files import read_input_file
from trainer.system.private_files import make_private_folder


class SealedFiles:
    """The documents of one kind in a folder; a kind says which files they are, their ids, and what is wrong."""

    pattern = "*"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paths: dict[UUID, Path] = {}
        self._seen: set[str] = set()

    def id_of(self, document: bytes) -> UUID:
        """Under which it travels; raises `RefusedError` if it is none."""
        raise NotImplementedError

    def name_of(self, number: UUID, document: bytes) -> str:
        """The name of its file; empty if it is not to be kept."""
        raise NotImplementedError

    def documents(self) -> Iterator[UUID]:
        for path in sorted(self._folder.glob(self.pattern)) if self._folder.is_dir() else ():
            if path.name not in self._seen:
                self._seen.add(path.name)
                try:
                    self._paths[self.id_of(read_input_file(path))] = path
                except (RefusedError, OSError):
                    continue
        yield from list(self._paths)

    def document(self, number: UUID) -> bytes | None:
        path = self._paths.get(number)
        if path is None:  # it may lie here, and nobody has looked yet
            path = {known: self._paths[known] for known in self.documents()}.get(number)
        try:
            return read_input_file(path) if path else None
        except OSError:
            return None

    def keep_document(self, number: UUID, document: bytes) -> None:
        """One of this person's from elsewhere; what does not hold is left out."""
        name = self.name_of(number, document)
        if not name:
            return
        make_private_folder(self._folder)
        path = self._folder / name
        if not path.exists():
            with new_file(path) as unfinished:
                unfinished.write_bytes(document)
        self._seen.add(path.name)
        self._paths[number] = path

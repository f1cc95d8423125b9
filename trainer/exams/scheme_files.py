"""Where schemes are looked for, and how a TOML file becomes one.

The program ships a folder; a school's own lies beside its rulebooks. A file may build on another, as rulebooks do::

    extends = "common/roulette-initial"
    rulebook = "arica"
    games = ["roulette-american"]

Tables merge key by key, everything else is replaced. Files under ``common`` are only there to be built on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from trainer.exams.scheme import Scheme
from trainer.rulebooks.merge import merged, not_there_problem, remove_problem
from trainer.rulebooks.problems import Fault, RulebookError, listed, not_a
from trainer.rulebooks.validation import convert, read_toml
from trainer.texts import Message

SHIPPED = Path(__file__).parent / "schemes"
COMMON = "common"
MOST_FAULTS = 200  # that anybody reads
_LONGEST_CHAIN = 8
_NUMBERED_PART = re.compile(r"parts\[(\d+)\]")
_NAME = re.compile(r"[\w-]+(?:/[\w-]+)?")  # of a file, or of a folder and a file in it


class Schemes:
    """The schemes found in some folders, earlier folders first."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)

    def ids(self) -> list[str]:
        """Every scheme that can be sat, in the order of their ids: ``arica/blackjack-initial``."""
        found = {_id(folder, path) for folder in self.folders for path in _files(folder)}
        return sorted(name for name in found if not name.startswith(f"{COMMON}/"))

    def path(self, scheme_id: str) -> Path:
        """The file of a scheme; raises `RulebookError` if there is none."""
        if _NAME.fullmatch(scheme_id):
            for folder in self.folders:
                path = folder / f"{scheme_id}.toml"
                with suppress(OSError):  # a name that is too long for any disk
                    if path.is_file():
                        return path
        raise RulebookError([Fault(scheme_id, "", scheme_fault("no-scheme", known=listed(self.ids())))])

    def load(self, scheme_id: str) -> Scheme:
        """A scheme by its id; raises `RulebookError` with every fault of its file."""
        return self.read(self.path(scheme_id), scheme_id)

    def read(self, path: Path, scheme_id: str = "") -> Scheme:
        """The scheme of a file, which need not lie in one of the folders; raises `RulebookError`."""
        data = dict(self._merged(path, ()))
        data.pop("extends", None)
        parts = data.get("parts", {})
        if not isinstance(parts, Mapping) or not all(isinstance(part, Mapping) for part in parts.values()):
            raise RulebookError([Fault(str(path), "parts", not_a(dict, parts))])
        taken = [key for key in ("id",) if key in data]
        if taken:
            raise RulebookError([Fault(str(path), "id", scheme_fault("id-of-the-file"))])
        data["parts"] = [{"id": name, **part} for name, part in parts.items()]
        data["id"] = scheme_id or path.stem
        try:
            scheme: Scheme = convert(data, Scheme, str(path))
        except RulebookError as error:
            raise RulebookError([_by_part(fault, list(parts)) for fault in error.faults[:MOST_FAULTS]]) from None
        return _with_part_names(scheme, path)

    def _merged(self, path: Path, before: tuple[Path, ...]) -> dict[str, Any]:
        data = read_toml(path)
        if problem := remove_problem(data):
            raise RulebookError([Fault(str(path), "remove", problem)])
        base = data.get("extends")
        if base is None:
            return data
        if not isinstance(base, str) or path in before or len(before) > _LONGEST_CHAIN:
            raise RulebookError([Fault(str(path), "extends", scheme_fault("extends"))])
        try:
            below_path = self.path(base)
        except RulebookError as error:
            raise RulebookError([Fault(str(path), "extends", fault.problem) for fault in error.faults]) from None
        below = self._merged(below_path, (*before, path))
        if problem := not_there_problem(below, data):
            raise RulebookError([Fault(str(path), "remove", problem)])
        return merged(below, data)


def scheme_fault(problem: str, /, **params: Any) -> Message:
    """What is wrong with a scheme, by its id in the message file."""
    return Message(f"exams.fault.{problem}", params)


def _by_part(fault: Fault, parts: Sequence[str]) -> Fault:
    """A fault with its key as it stands in the file, where a part has its name and no number."""
    found = _NUMBERED_PART.match(fault.key)
    if found is None:
        return fault
    return Fault(fault.file, f"parts.{parts[int(found[1])]}{fault.key[found.end() :]}", fault.problem)


def _with_part_names(scheme: Scheme, path: Path) -> Scheme:
    """Part ids are names in results: short and plain."""
    for part in scheme.parts:
        if not part.id.replace("-", "").isalnum() or not part.id.isascii():
            raise RulebookError([Fault(str(path), f"parts.{part.id}", scheme_fault("part-id"))])
    return scheme


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from sorted(folder.glob("*.toml"))
        yield from sorted(folder.glob("*/*.toml"))


def _id(folder: Path, path: Path) -> str:
    return path.relative_to(folder).with_suffix("").as_posix()

"""Where schemes are looked for, and how a TOML file becomes one.

The program ships a folder; a school's own lies beside its rulebooks. A file may build on another, as rulebooks do::

    extends = "common/roulette-initial"
    rulebook = "arica"
    games = ["roulette-american"]

Tables merge key by key, everything else is replaced. Files under ``common`` are only there to be built on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from trainer.exams.scheme import Scheme
from trainer.rulebooks.faults import Fault, RulebookError, listed, not_a
from trainer.rulebooks.merging import merged, not_there_problem, remove_problem
from trainer.rulebooks.reading import convert, read_toml
from trainer.texts import Message

SHIPPED = Path(__file__).parent / "schemes"
COMMON = "common"
_LONGEST_CHAIN = 8
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
        scheme: Scheme = _with_part_names(convert(data, Scheme, str(path)), path)
        return scheme

    def _merged(self, path: Path, before: tuple[Path, ...]) -> dict[str, Any]:
        data = read_toml(path)
        if problem := remove_problem(data):
            raise RulebookError([Fault(str(path), "remove", problem)])
        base = data.get("extends")
        if base is None:
            return data
        if not isinstance(base, str) or path in before or len(before) > _LONGEST_CHAIN:
            raise RulebookError([Fault(str(path), "extends", scheme_fault("extends"))])
        below = self._merged(self.path(base), (*before, path))
        if problem := not_there_problem(below, data):
            raise RulebookError([Fault(str(path), "remove", problem)])
        return merged(below, data)


def to_toml(scheme: Scheme) -> str:
    """A scheme as a file that reads back as the same: what an editor writes. Nothing is inherited in it."""
    data = msgspec.to_builtins(scheme)
    parts = data.pop("parts")
    del data["id"]
    tables = {name: value for name, value in data.items() if isinstance(value, dict) and name not in ("names",)}
    lines = [f"{name} = {_toml(value)}" for name, value in data.items() if name not in tables and value is not None]
    for name, table in tables.items():
        lines += [f"\n[{name}]", *(f"{_key(key)} = {_toml(value)}" for key, value in table.items())] if table else []
    for part in parts:
        lines.append(f"\n[parts.{part.pop('id')}]")
        lines += [f"{key} = {_toml(value)}" for key, value in part.items()]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case dict():
            return "{ " + ", ".join(f"{_key(key)} = {_toml(part)}" for key, part in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else json.dumps(key)


def scheme_fault(problem: str, /, **params: Any) -> Message:
    """What is wrong with a scheme, by its id in the message file."""
    return Message(f"exams.fault.{problem}", params)


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

"""Find scheme files, read them, and write a scheme back as TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from trainer.exams.scheme import Draw, Part, Scheme
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


_BARE = re.compile(r"[A-Za-z0-9_-]+")
_DRAW = re.compile(r"\s*(\d{1,3})\s*[x×]\s*(.+?)\s*")


def scheme_text(scheme: Scheme) -> str:
    """The file of a scheme; what is as usual is left out. Its id is the name of the file."""
    plain = _unusual(scheme)
    plain.pop("id")
    parts = plain.pop("parts", [])
    tables = plain.pop("tables", {})
    standard = plain.pop("standard", None)
    history = plain.pop("history", [])
    lines = [f"{key} = {_value(value)}" for key, value in plain.items()]
    for game, table in tables.items():
        lines += ["", f"[tables.{_key(game)}]", *(f"{key} = {_value(value)}" for key, value in table.items())]
    for part in parts:
        name = part.pop("id")
        lines += ["", f"[parts.{_key(name)}]", *(f"{key} = {_value(value)}" for key, value in part.items())]
    if standard is not None:
        lines += ["", "[standard]", *(f"{key} = {_value(value)}" for key, value in standard.items())]
    for change in history:
        lines += ["", "[[history]]", *(f"{key} = {_value(value)}" for key, value in change.items())]
    return "\n".join(lines) + "\n"


def draws_text(part: Part) -> str:
    """What a part draws in one line: ``20 × pay-tables/1-3, zero; 5 × limits``."""
    return "; ".join(f"{draw.count} × {', '.join(draw.sources)}" for draw in part.draws)


def read_draws(text: str) -> tuple[Draw, ...]:
    """
    >>> read_draws("20 x pay-tables/1-3, zero; 5 × limits")[1].sources
    ('limits',)
    """
    found = []
    for piece in filter(str.strip, text.split(";")):
        match = _DRAW.fullmatch(piece)
        if match is None:
            raise ValueError(piece.strip())
        sources = tuple(source.strip() for source in match[2].split(",") if source.strip())
        if not sources:
            raise ValueError(piece.strip())
        found.append(Draw(count=int(match[1]), sources=sources))
    return tuple(found)


def _unusual(struct: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct by their names in files, without those that are as they are by themselves."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        usual = field.default
        if usual is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
            usual = field.default_factory()
        if usual is msgspec.NODEFAULT or value != usual:
            found[field.encode_name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return _unusual(value)
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return msgspec.to_builtins(value)


def _value(value: Any) -> str:
    """A value in one line; TOML's text in quotes is JSON's."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{ " + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + " }"
        case list():
            return "[" + ", ".join(_value(part) for part in value) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)

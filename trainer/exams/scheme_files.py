"""Find and read scheme files, and write a scheme back as TOML for the editor.

The program ships a folder of schemes; a school's own folder lies beside its rulebooks. A file may extend another::

    extends = "common/roulette-initial"
    rulebook = "arica"
    games = ["roulette-american"]

Tables merge key by key; everything else is replaced. Files under ``common`` exist only to be extended.
"""

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
MOST_FAULTS = 200  # reported for one file
_LONGEST_CHAIN = 8
_NUMBERED_PART = re.compile(r"parts\[(\d+)\]")
_NAME = re.compile(r"[\w-]+(?:/[\w-]+)?")  # file, or folder and file


def is_shipped(scheme: str) -> bool:
    """Whether an exam comes with the program. Its file counts before a school's own of the same id."""
    return _NAME.fullmatch(scheme) is not None and (SHIPPED / f"{scheme}.toml").is_file()


class Schemes:
    """Schemes found in some folders; earlier folders take precedence."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)

    def ids(self) -> list[str]:
        """Ids of all schemes that can be sat, sorted: ``arica/blackjack-initial``."""
        found = {_id(folder, path) for folder in self.folders for path in _files(folder)}
        return sorted(name for name in found if not name.startswith(f"{COMMON}/"))

    def path(self, scheme_id: str) -> Path:
        """File of a scheme; raises `RulebookError` if there is none."""
        if _NAME.fullmatch(scheme_id):
            for folder in self.folders:
                path = folder / f"{scheme_id}.toml"
                with suppress(OSError):  # a name too long for the file system
                    if path.is_file():
                        return path
        raise RulebookError([Fault(scheme_id, "", scheme_fault("no-scheme", known=listed(self.ids())))])

    def load(self, scheme_id: str) -> Scheme:
        """Load a scheme by id; raises `RulebookError` with every fault of its file."""
        return self.read(self.path(scheme_id), scheme_id)

    def read(self, path: Path, scheme_id: str = "") -> Scheme:
        """Read a scheme from any file; raises `RulebookError`."""
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
            raise RulebookError([_with_part_name(fault, list(parts)) for fault in error.faults[:MOST_FAULTS]]) from None
        return _check_part_ids(scheme, path)

    def _merged(self, path: Path, before: tuple[Path, ...]) -> dict[str, Any]:
        """TOML data of a file merged over the file it extends."""
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
    """Message for a fault of a scheme: ``exams.fault.PROBLEM``."""
    return Message(f"exams.fault.{problem}", params)


def _with_part_name(fault: Fault, parts: Sequence[str]) -> Fault:
    """Fault with its key as in the file, where a part is named instead of numbered."""
    found = _NUMBERED_PART.match(fault.key)
    if found is None:
        return fault
    return Fault(fault.file, f"parts.{parts[int(found[1])]}{fault.key[found.end() :]}", fault.problem)


def _check_part_ids(scheme: Scheme, path: Path) -> Scheme:
    """Return the scheme; raises `RulebookError` if a part id, which appears in results, is not short and plain."""
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
    """TOML of a scheme, without default values and without its id, which is the file name."""
    plain = _without_defaults(scheme)
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
    """Draws of a part in one line: ``20 × pay-tables/1-3, zero; 5 × limits``."""
    return "; ".join(f"{draw.count} × {', '.join(draw.sources)}" for draw in part.draws)


def read_draws(text: str) -> tuple[Draw, ...]:
    """Parse the text of `draws_text`; raises `ValueError`.

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


def _without_defaults(struct: msgspec.Struct) -> dict[str, Any]:
    """Fields of a struct by their names in files, without those that have their default value."""
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
        return _without_defaults(value)
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return msgspec.to_builtins(value)


def _value(value: Any) -> str:
    """TOML value in one line; a TOML basic string is written as a JSON string."""
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

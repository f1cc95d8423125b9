"""Convert plain data from TOML or JSON to typed values and report all problems at once.

Structs are read field by field. Types with a ``parse`` method (odds, limits, citations, cards) are read from text,
amounts become exact fractions, and the tag ``case`` selects the struct of a union.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.money import LARGEST as LARGEST_FIGURE
from trainer.equipment.money import parse_amount
from trainer.rulebooks.problems import (
    MISSING,
    Entries,
    Fault,
    Finding,
    RulebookError,
    listed,
    not_a,
    not_one_of,
    shown,
    unreadable,
    wrong,
)
from trainer.rulebooks.schema import FILLED_IN, GameRules
from trainer.system import toml_cache
from trainer.texts import Language, Message, Names, say
from trainer.texts.system_errors import system_problem

_DEEPEST = 16  # nesting of tables and lists
_LONGEST_FILE = 1_000_000
_LONGEST_KEY = 200  # characters of a key in a message
_MOST = 1_000_000  # integers count things; larger ones are mistakes
_ANY_COUNT = msgspec.Meta(ge=0, le=_MOST)
_BAD = object()  # placeholder for a value that could not be read


class ReadError(ValueError):
    """Data does not fit the type; has all problems with their keys."""

    def __init__(self, faults: list[Finding]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        said = [(key, say(problem, Language.EN)) for key, problem in self.faults]
        return "; ".join(f"{key}: {problem}" if key else problem for key, problem in said)


def read(value: Any, kind: Any, key: str = "") -> Any:
    """The value as ``kind``; raises `ReadError` with all problems."""
    faults: list[Finding] = []
    result = _read(value, kind, key, faults)
    if faults:
        raise ReadError(faults)
    return result


def read_changed(value: Mapping[str, Any], before: Mapping[str, Any], known: msgspec.Struct) -> Any:
    """Read a changed copy of ``before``; values that are the same object in both are taken from ``known``."""
    faults: list[Finding] = []
    result = _read_struct(value, type(known), "", faults, before, known)
    if faults:
        raise ReadError(faults)
    return result


def faults_of(value: Any, kind: Any, key: str = "") -> list[Finding]:
    """All problems of a value as ``kind``; empty if it fits."""
    faults: list[Finding] = []
    _read(value, kind, key, faults)
    return faults


def convert(value: Any, kind: Any, file: str, key: str = "") -> Any:
    """Plain data of a file as a typed struct; raises `RulebookError` with all problems."""
    try:
        return read(value, kind, key)
    except ReadError as error:
        raise RulebookError([Fault(file, where, problem) for where, problem in error.faults]) from None


def read_toml(path: Path) -> dict[str, Any]:
    """Data of a TOML file; raises `RulebookError` if it cannot be read, is not TOML, or exceeds the bounds on numbers
    and nesting."""
    try:
        if path.exists() and not path.is_file():  # reading a pipe could block forever
            problem = wrong("a-folder") if path.is_dir() else wrong("not-a-file")
        elif path.stat().st_size > _LONGEST_FILE:
            problem = wrong("too-long", most=_LONGEST_FILE)
        else:
            data = toml_cache.read_toml(path)
            finding = _out_of_bounds(data)
            if finding is None:
                return data
            raise RulebookError([Fault(str(path), *finding)])
    except OSError as error:
        problem = wrong("unreadable", reason=system_problem(OSError(error.errno, "")))
    except UnicodeDecodeError as error:
        problem = wrong("not-utf-8", line=str(error.object.count(b"\n", 0, error.start) + 1))
    except RecursionError:
        problem = wrong("too-deep", most=_DEEPEST)
    except RulebookError:
        raise
    except ValueError as error:
        problem = _not_toml(error)
    raise RulebookError([Fault(str(path), "", problem)])


def _out_of_bounds(data: Any) -> Finding | None:
    """First key whose value exceeds the bounds. Not recursive, so that it is safe on any nesting."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict | list):
            if len(path) > _DEEPEST:
                return _joined(path), wrong("too-deep", most=_DEEPEST)
            named = value.items() if isinstance(value, dict) else ((f"[{i}]", part) for i, part in enumerate(value))
            waiting += [((*path, name), part) for name, part in named if not isinstance(part, str)]
        elif isinstance(value, float) and math.isnan(value):
            return _joined(path), wrong("no-number")
        elif isinstance(value, int | float) and not -LARGEST_FIGURE <= value <= LARGEST_FIGURE:
            return _joined(path), wrong("figure-range", least=-LARGEST_FIGURE, most=LARGEST_FIGURE)
    return None


def _joined(path: tuple[str, ...]) -> str:
    """A key for people: ``bets.split.pays[2]``."""
    return ".".join(path).replace(".[", "[")[:_LONGEST_KEY]


def _not_toml(error: Any) -> Message:
    """Translate tomli's English error message."""
    if not hasattr(error, "lineno"):  # Python's own error for a number with too many digits
        return wrong("toml-figure")
    lines = error.doc.splitlines()
    line, column = str(error.lineno), str(error.colno)
    if error.msg.startswith(("Unclosed", "Unterminated")):
        return wrong("toml-open", line=line, column=column)
    text = lines[error.lineno - 1].strip() if error.lineno <= len(lines) else ""
    if error.msg.startswith("Cannot"):
        return wrong("toml-twice", line=line, column=column, text=text)
    return wrong("toml", line=line, column=column, text=text)


@lru_cache(maxsize=256)
def _parts(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(kind), get_args(kind)


def _read(value: Any, kind: Any, key: str, faults: list[Finding]) -> Any:
    if kind is str and isinstance(value, str):  # the most frequent case
        return value
    origin, arguments = _parts(kind)
    if kind is Any:
        return value
    if origin is Annotated:
        read_between = _read_amount if arguments[0] is Fraction else _read_count
        return read_between(value, arguments[1], key, faults)
    if origin in (Union, UnionType):
        return _read_union(value, arguments, key, faults)
    if origin is Literal:
        return value if value in arguments else _fault(faults, key, not_one_of(value, arguments))
    if origin is dict:
        return _read_dict(value, arguments[1], key, faults)
    if origin in (list, tuple):
        return _read_list(value, arguments[0], key, faults, origin)
    if issubclass(kind, msgspec.Struct) and not hasattr(kind, "parse"):
        return _read_struct(value, kind, key, faults)
    if issubclass(kind, Enum):
        known = [member.value for member in kind]
        return kind(value) if value in known else _fault(faults, key, not_one_of(value, known))
    return _read_leaf(value, kind, key, faults)


def _read_leaf(value: Any, kind: type, key: str, faults: list[Finding]) -> Any:
    if kind is Fraction or hasattr(kind, "parse"):
        if isinstance(value, bool | Mapping | list) or value is None:
            return _fault(faults, key, wrong("text-or-number", value=shown(value)))
        try:
            if kind is Fraction:
                return parse_amount(str(value) if isinstance(value, float) else value)
            return kind.parse(str(value))
        except NotReadableError as error:
            return _fault(faults, key, unreadable(error))
    if kind is int:
        return _read_count(value, _ANY_COUNT, key, faults)
    if isinstance(value, kind):
        return value
    return _fault(faults, key, not_a(kind, value))


def _read_count(value: Any, bounds: msgspec.Meta, key: str, faults: list[Finding]) -> Any:
    """A bounded integer."""
    if not isinstance(value, int) or isinstance(value, bool):
        return _fault(faults, key, not_a(int, value))
    least, most = int(bounds.ge or 0), int(bounds.le or _MOST)
    if not least <= value <= most:
        return _fault(faults, key, wrong("count", least=least, most=most))
    return value


def _read_amount(value: Any, bounds: msgspec.Meta, key: str, faults: list[Finding]) -> Any:
    """A bounded exact number."""
    amount = _read_leaf(value, Fraction, key, faults)
    least, most = int(bounds.ge or 0), int(bounds.le or _MOST)
    if amount is _BAD or least <= amount <= most:
        return amount
    return _fault(faults, key, wrong("figure", least=least, most=most))


def _read_union(value: Any, kinds: tuple[Any, ...], key: str, faults: list[Finding]) -> Any:
    if value is None and NoneType in kinds:
        return None
    real = [kind for kind in kinds if kind is not NoneType]
    tagged = {_tag(kind): kind for kind in real if _tag(kind) is not None}
    if tagged and len(tagged) == len(real):
        field = real[0].__struct_config__.tag_field
        tag = value.get(field) if isinstance(value, Mapping) else None
        if not isinstance(tag, str) or tag not in tagged:
            return _fault(faults, _under(key, str(field)), not_one_of(tag, tagged))
        return _read(value, tagged[tag], key, faults)
    first_faults: list[Finding] = []
    for kind in real:
        tried: list[Finding] = []
        result = _read(value, kind, key, tried)
        if not tried:
            return result
        first_faults = first_faults or tried
    faults += first_faults
    return _BAD


def _tag(kind: Any) -> Any:
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return kind.__struct_config__.tag if is_struct else None


def _read_dict(value: Any, kind: Any, key: str, faults: list[Finding]) -> Any:
    if not isinstance(value, Mapping):
        return _fault(faults, key, not_a(dict, value))
    return _entries({name: _read(part, kind, _under(key, name), faults) for name, part in value.items()}, key)


def _entries(table: Mapping[str, Any], key: str) -> Entries:
    entries = Entries(table)
    entries.key = key
    return entries


def _read_list(value: Any, kind: Any, key: str, faults: list[Finding], origin: Any) -> Any:
    if not isinstance(value, list | tuple):
        return _fault(faults, key, not_a(list, value))
    return origin(_read(part, kind, f"{key}[{index}]", faults) for index, part in enumerate(value))


@lru_cache(maxsize=256)
def _fields(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, Any]]:
    """Fields by their name in the data, with resolved types."""
    return {field.encode_name: (field, field.type) for field in msgspec.structs.fields(kind)}


def _read_again(value: Any, before: Any, known: Any, kind: Any, key: str, faults: list[Finding]) -> Any:
    """The value, reusing the parts of ``known`` whose data is the same as in ``before``."""
    if value is before:
        return known
    if _parts(kind)[0] is not dict or not isinstance(value, Mapping):
        return _read(value, kind, key, faults)
    inner = _parts(kind)[1][1]
    table = {
        name: _read_again(part, before[name], known[name], inner, _under(key, name), faults)
        if name in before
        else _read(part, inner, _under(key, name), faults)
        for name, part in value.items()
    }
    return _entries(table, key)


def _read_struct(
    value: Any,
    kind: type[msgspec.Struct],
    key: str,
    faults: list[Finding],
    before: Mapping[str, Any] = {},
    known: msgspec.Struct | None = None,
) -> Any:
    if not isinstance(value, Mapping):
        return _fault(faults, key, not_a(dict, value))
    fields = _fields(kind)
    already_found = len(faults)
    for name in value:
        if name not in fields and name != kind.__struct_config__.tag_field:
            allowed = sorted(fields.keys() - FILLED_IN if kind is GameRules else fields)
            _fault(faults, _under(key, name), wrong("unknown-key", known=listed(allowed)))
    given: dict[str, Any] = {}
    for name, (field, hint) in fields.items():
        if name in value and name in before:
            written = getattr(known, field.name)
            given[field.name] = _read_again(value[name], before[name], written, hint, _under(key, name), faults)
        elif name in value:
            given[field.name] = _read(value[name], hint, _under(key, name), faults)
        elif field.required:
            _fault(faults, _under(key, name), MISSING)
        elif _parts(hint)[0] is dict:
            given[field.name] = _entries({}, _under(key, name))
    if kind is Names:
        faults += [(_under(key, name), wrong("empty")) for name in fields if not str(given.get(name, "-")).strip()]
    return _BAD if len(faults) > already_found else kind(**given)


def _under(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _fault(faults: list[Finding], key: str, problem: Message) -> Any:
    faults.append((key, problem))
    return _BAD


def describe(kind: Any) -> Any:
    """Description of the data that `read` accepts for a type, for authors of scripts."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return describe(arguments[0])
    if origin in (Union, UnionType):
        real = [part for part in arguments if part is not NoneType]
        described = [describe(part) for part in real]
        return described[0] if len(described) == 1 else {"one of": described}
    if origin is Literal:
        return " | ".join(str(choice) for choice in arguments)
    if origin is dict:
        return {"…": describe(arguments[1])}
    if origin in (list, tuple):
        return [describe(arguments[0])]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not hasattr(kind, "parse"):
        return _describe_struct(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return " | ".join(str(member.value) for member in kind)
    if kind is Fraction:
        return "exact amount in whole coins of the rulebook's currency, up to 1000000000000: 5 or 12.50"
    words: dict[Any, str] = {
        str: "text",
        int: "a whole number, not below 0",
        bool: "true or false",
        Any: "as the bet asks",
    }
    return words.get(kind) or f"{kind.__name__.lower()} in its text form"


def _describe_struct(kind: type[msgspec.Struct]) -> dict[str, Any]:
    config = kind.__struct_config__
    described: dict[str, Any] = {"": " ".join((kind.__doc__ or "").split())}
    if config.tag is not None:
        described[str(config.tag_field)] = config.tag
    for name, (field, hint) in _fields(kind).items():
        described[name if field.required else f"{name} (optional)"] = describe(hint)
    return described

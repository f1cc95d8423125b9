"""Plain data from TOML or JSON as typed values, with every fault found at once.

Structs are read field by field; our own values (odds, limits, citations, cards …) from their text form through
``parse``; amounts exactly. A struct may be one of several, told apart by its tag (``case``).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from trainer.equipment.money import parse_amount

_BAD = object()  # stands for a value that could not be read


class ReadError(ValueError):
    """Data that does not fit; carries every fault as (key, problem)."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{key}: {problem}" if key else problem for key, problem in faults))
        self.faults = faults


def read(value: Any, kind: Any, key: str = "") -> Any:
    """The value as ``kind``; raises `ReadError` with all faults, each under its key."""
    faults: list[tuple[str, str]] = []
    result = _read(value, kind, key, faults)
    if faults:
        raise ReadError(faults)
    return result


def faults_of(value: Any, kind: Any, key: str = "") -> list[tuple[str, str]]:
    """Every place where the value does not fit ``kind``, as (key, problem); nothing if all fits."""
    faults: list[tuple[str, str]] = []
    _read(value, kind, key, faults)
    return faults


@lru_cache(maxsize=256)
def _parts(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(kind), get_args(kind)


def _read(value: Any, kind: Any, key: str, faults: list[tuple[str, str]]) -> Any:
    origin, arguments = _parts(kind)
    if kind is Any:
        return value
    if origin in (Union, UnionType):
        return _read_union(value, arguments, key, faults)
    if origin is Literal:
        return value if value in arguments else _fault(faults, key, _not_one_of(value, arguments))
    if origin is dict:
        return _read_dict(value, arguments[1], key, faults)
    if origin in (list, tuple):
        return _read_list(value, arguments[0], key, faults, origin)
    if issubclass(kind, msgspec.Struct) and not hasattr(kind, "parse"):
        return _read_struct(value, kind, key, faults)
    if issubclass(kind, Enum):
        known = [member.value for member in kind]
        return kind(value) if value in known else _fault(faults, key, _not_one_of(value, known))
    return _read_leaf(value, kind, key, faults)


def _read_leaf(value: Any, kind: type, key: str, faults: list[tuple[str, str]]) -> Any:
    try:
        if kind is Fraction:
            return parse_amount(str(value) if isinstance(value, float) else _text_or_number(value))
        if hasattr(kind, "parse"):
            return kind.parse(str(_text_or_number(value)))
    except ValueError as error:
        return _fault(faults, key, str(error))
    if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        return value
    return _fault(faults, key, f"must be {_TYPE_WORDS.get(kind, kind.__name__)}, not {value!r}")


_TYPE_WORDS: dict[type, str] = {str: "text", int: "a whole number", bool: "true or false"}


def _text_or_number(value: Any) -> Any:
    if isinstance(value, bool | Mapping | list) or value is None:
        raise ValueError(f"{value!r} must be written as text or as a number")
    return value


def _read_union(value: Any, kinds: tuple[Any, ...], key: str, faults: list[tuple[str, str]]) -> Any:
    if value is None and NoneType in kinds:
        return None
    real = [kind for kind in kinds if kind is not NoneType]
    tagged = {_tag(kind): kind for kind in real if _tag(kind) is not None}
    if tagged and len(tagged) == len(real):
        field = real[0].__struct_config__.tag_field
        tag = value.get(field) if isinstance(value, Mapping) else None
        if not isinstance(tag, str) or tag not in tagged:
            return _fault(faults, f"{key}.{field}" if key else field, _not_one_of(tag, tuple(tagged)))
        return _read(value, tagged[tag], key, faults)
    first_faults: list[tuple[str, str]] = []
    for kind in real:
        tried: list[tuple[str, str]] = []
        result = _read(value, kind, key, tried)
        if not tried:
            return result
        first_faults = first_faults or tried
    faults += first_faults
    return _BAD


def _tag(kind: Any) -> Any:
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return kind.__struct_config__.tag if is_struct else None


def _read_dict(value: Any, kind: Any, key: str, faults: list[tuple[str, str]]) -> Any:
    if not isinstance(value, Mapping):
        return _fault(faults, key, f"must be a table, not {value!r}")
    return {name: _read(part, kind, _under(key, name), faults) for name, part in value.items()}


def _read_list(value: Any, kind: Any, key: str, faults: list[tuple[str, str]], origin: Any) -> Any:
    if not isinstance(value, list | tuple):
        return _fault(faults, key, f"must be a list, not {value!r}")
    return origin(_read(part, kind, f"{key}[{index}]", faults) for index, part in enumerate(value))


@lru_cache(maxsize=256)
def _fields(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, Any]]:
    """Name in the data → the field and its resolved type."""
    return {field.encode_name: (field, field.type) for field in msgspec.structs.fields(kind)}


def _read_struct(value: Any, kind: type[msgspec.Struct], key: str, faults: list[tuple[str, str]]) -> Any:
    if not isinstance(value, Mapping):
        return _fault(faults, key, f"must be a table, not {value!r}")
    fields = _fields(kind)
    before = len(faults)
    for name in value:
        if name not in fields and name != kind.__struct_config__.tag_field:
            _fault(faults, _under(key, name), f"unknown key; there are: {', '.join(sorted(fields))}")
    given: dict[str, Any] = {}
    for name, (field, hint) in fields.items():
        if name in value:
            given[field.name] = _read(value[name], hint, _under(key, name), faults)
        elif field.required:
            _fault(faults, _under(key, name), "is missing")
    if len(faults) > before:
        return _BAD
    try:
        return kind(**given)
    except ValueError as error:
        return _fault(faults, key, str(error))


def _under(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _not_one_of(value: Any, known: Any) -> str:
    return f"{value!r} is not one of: {', '.join(str(choice) for choice in known)}"


def _fault(faults: list[tuple[str, str]], key: str, problem: str) -> Any:
    faults.append((key, problem))
    return _BAD


def describe(kind: Any) -> Any:
    """What `read` takes for a type, in words a script's author understands: fields, lists, choices, text forms."""
    origin, arguments = get_origin(kind), get_args(kind)
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
        return 'exact amount: 5, 12.50 or "1/3"'
    words: dict[Any, str] = {**_TYPE_WORDS, Any: "as the bet asks"}
    return words.get(kind) or f"{kind.__name__.lower()} in its text form"


def _describe_struct(kind: type[msgspec.Struct]) -> dict[str, Any]:
    config = kind.__struct_config__
    described: dict[str, Any] = {"": " ".join((kind.__doc__ or "").split())}
    if config.tag is not None:
        described[str(config.tag_field)] = config.tag
    for name, (field, hint) in _fields(kind).items():
        described[name if field.required else f"{name} (optional)"] = describe(hint)
    return described

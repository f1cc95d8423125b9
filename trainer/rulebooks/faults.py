"""Finding every fault of a rule file at once, each named by file, key and cure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from trainer.rulebooks.schema import read_custom


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a rulebook file."""

    file: str
    key: str
    problem: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.problem}" if self.key else f"{self.file}: {self.problem}"


class RulebookError(ValueError):
    """A rulebook cannot be used; it carries every fault that was found."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


def structure_faults(value: Any, kind: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every place where plain data does not fit a type, as (key, problem); nothing if all fits."""
    try:
        msgspec.convert(value, kind, dec_hook=read_custom)
    except (msgspec.ValidationError, ValueError) as error:
        inner = list(_inner_faults(value, kind, key))
        # Where no part is at fault by itself, the whole is.
        yield from inner or [(key, _plain(str(error)))]


def _inner_faults(value: Any, kind: Any, key: str) -> Iterator[tuple[str, str]]:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        for part in arguments:
            if part is not type(None):
                yield from _inner_faults(value, part, key)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, Mapping):
        hints = get_type_hints(kind)
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        for name in value:
            if name not in fields:
                near = ", ".join(sorted(fields))
                yield _under(key, name), f"unknown key; this table may hold: {near}"
        for name, field in fields.items():
            if name in value:
                yield from structure_faults(value[name], hints[field.name], _under(key, name))
            elif field.required:
                yield _under(key, name), "is missing"
    elif origin is dict and isinstance(value, Mapping):
        for name, part in value.items():
            yield from structure_faults(part, arguments[1], _under(key, name))
    elif origin is list and isinstance(value, list):
        for index, part in enumerate(value):
            yield from structure_faults(part, arguments[0], f"{key}[{index}]")


def _under(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _plain(problem: str) -> str:
    """msgspec's sentence without its own path, which ours replaces."""
    return problem.split(" - at `$", maxsplit=1)[0]


def convert(value: Any, kind: Callable[..., Any], file: str, key: str) -> Any:
    """Plain data as a typed struct, or a `RulebookError` with all its faults."""
    faults = [Fault(file, fault_key, problem) for fault_key, problem in structure_faults(value, kind, key)]
    if faults:
        raise RulebookError(faults)
    return msgspec.convert(value, kind, dec_hook=read_custom)

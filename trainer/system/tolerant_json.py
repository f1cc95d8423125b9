"""Tolerant JSON reader: keep the fields that parse, use the defaults of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

Kind = TypeVar("Kind", bound=msgspec.Struct)
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def _decoded(_: str, kind: object, raw: msgspec.Raw) -> object:
    return msgspec.json.decode(raw, type=kind)


def read_fields(
    data: bytes | str, kind: type[Kind], read_field: Callable[[str, object, msgspec.Raw], object] = _decoded
) -> tuple[Kind, bool]:
    """Read a JSON object as ``kind``, whose fields all have defaults; returns it and whether all of it was readable.

    ``read_field`` may convert fields that earlier versions wrote differently.
    """
    try:
        return msgspec.json.decode(data, type=kind), True
    except UNREADABLE:
        pass
    try:
        parts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except UNREADABLE:
        return kind(), False
    given: dict[str, object] = {}
    fields = msgspec.structs.fields(kind)
    is_strange = bool(parts.keys() - {field.encode_name for field in fields})
    is_whole = not (is_strange and kind.__struct_config__.forbid_unknown_fields)
    for field in fields:
        if field.encode_name in parts:
            try:
                given[field.name] = read_field(field.name, field.type, parts[field.encode_name])
            except UNREADABLE:
                is_whole = False
    return kind(**given), is_whole

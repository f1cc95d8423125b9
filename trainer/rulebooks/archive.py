"""Archived rules: the data behind a digest, stored beside the answers that were given under it.

The loaded rules (variant and options applied, with regulation and house way) are written as compressed JSON in the
order of their files, because the order of steps and bets is a rule too. Rulebook id, variant and options are part of
every item and are not stored again.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment.money import print_amount
from trainer.rulebooks.problems import Fault, RulebookError, wrong
from trainer.rulebooks.schema import GameRules
from trainer.rulebooks.validation import ReadError, read

HOUSE_WAY = "house-way"  # option that names the chosen house way
_FROM_THE_ITEM = ("rulebook", "variant", "chosen")
_LARGEST = 16_000_000  # bytes of JSON; real rules have tens of thousands


def archived(rules: GameRules) -> bytes:
    """The rules as compressed JSON."""
    way = rules.chosen.get(HOUSE_WAY, "")
    # File paths of this machine are not archived.
    ways = {way: msgspec.structs.replace(rules.house_ways[way], places=())} if way in rules.house_ways else {}
    data = plain(msgspec.structs.replace(rules, house_ways=ways))
    for name in _FROM_THE_ITEM:
        data.pop(name, None)
    return zlib.compress(msgspec.json.encode(data))


def rules_from(data: bytes, rulebook: str, variant: str = "", options: Mapping[str, str] | None = None) -> GameRules:
    """Rules from an archive, for the rulebook, variant and options of an item; raises `RulebookError` if damaged."""
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(data, _LARGEST)
        if not unpacking.eof:
            raise zlib.error("not whole")
        rules: GameRules = read(msgspec.json.decode(text), GameRules)
        rules.info  # noqa: B018 - nothing can be computed without the regulation: its absence is damage
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError, ReadError, ValueError, RecursionError):
        raise RulebookError([Fault(rulebook, "", wrong("archive-damaged"))]) from None
    wanted = options or {}
    return msgspec.structs.replace(
        rules,
        rulebook=rulebook,
        variant=variant or rules.default_variant,
        chosen={key: wanted.get(key, option.default) for key, option in rules.options.items()},
    )


def plain(value: Any) -> Any:
    """A value of the schema as plain data that `validation.read` accepts."""
    if isinstance(value, msgspec.Struct):
        if hasattr(value, "parse"):
            return str(value)
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        return {name: plain(part) for name, field in names if (part := getattr(value, field)) is not None}
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, Fraction):
        return print_amount(value)
    return value.value if isinstance(value, Enum) else value

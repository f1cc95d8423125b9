"""Rules as they were: the data behind a digest, to be kept beside the answers that were given under it.

What a library loaded, with variant and options applied, its regulation and the house way in force, is written as JSON
in the order of its files (an order is a rule too) and compressed. The ids of the rulebook and the variant and the
options that were chosen stand in every item already, and are put back from there.
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

HOUSE_WAY = "house-way"  # the option that names the house way in force
_FROM_THE_ITEM = ("rulebook", "variant", "chosen")
_LARGEST = 16_000_000  # bytes of JSON; the rules of a game have some ten thousands


def archived(rules: GameRules) -> bytes:
    """The rules as they are kept."""
    way = rules.chosen.get(HOUSE_WAY, "")
    # Where its rules stood on this machine is nobody's business later.
    ways = {way: msgspec.structs.replace(rules.house_ways[way], places=())} if way in rules.house_ways else {}
    data = plain(msgspec.structs.replace(rules, house_ways=ways))
    for name in _FROM_THE_ITEM:
        data.pop(name, None)
    return zlib.compress(msgspec.json.encode(data))


def rules_from(data: bytes, rulebook: str, variant: str = "", options: Mapping[str, str] | None = None) -> GameRules:
    """The rules again, for the rulebook, variant and changed options of an item; `RulebookError` if damaged."""
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
    """A value of the schema as `reading.read` takes it: structs as tables, our own values in their text form."""
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

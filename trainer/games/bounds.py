"""What can be said of any request without its engine: money in whole coins, seats and hands that are numbered from 1,
no more cards of a kind than there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment.cards import RANKS, Card
from trainer.games.core import RequestError
from trainer.rulebooks.schema import GameRules
from trainer.texts import Message

NUMBERED = ("seat", "hand")


def check_request(rules: GameRules, request: Any, path: str) -> None:
    """Raise `RequestError` for an amount finer than the currency's smallest coin, for a seat or hand 0, and for a card
    that comes oftener in one list than the decks have of it."""
    currency = rules.info.currency
    coin = Fraction(1, 10**currency.decimals)
    decks = most_decks(rules.rules)
    for where, value in _parts(request, path):
        if isinstance(value, Fraction) and (value / coin).denominator != 1:
            raise RequestError(where, Message("request.coin", {"coin": coin, "currency": currency.value}))
        if value == 0 and isinstance(value, int) and where.rpartition(".")[2] in NUMBERED:
            raise RequestError(where, Message("request.numbered"))
        if isinstance(value, list | tuple):
            for index, card in enumerate(value):
                if _is_card(card) and value.index(card) < index and value[: index + 1].count(card) > decks:
                    found = Message("request.decks", {"card": str(card), "times": decks + 1, "decks": decks})
                    raise RequestError(f"{where}[{index}]", found)


def _is_card(value: Any) -> bool:
    """Whether it is a card, or is written like one."""
    written = isinstance(value, str) and len(value) == 2 and value[0] in RANKS and value[1] in "SHDC"
    return written or isinstance(value, Card)


def _parts(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """A request and all that it holds, each with its path."""
    yield path, value
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        for name, written in names:
            yield from _parts(getattr(value, name), f"{path}.{written}")
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            yield from _parts(part, f"{path}[{index}]")
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _parts(part, f"{path}.{key}")


def most_decks(table: Mapping[str, Any]) -> int:
    """The most decks that some rules allow; one if they do not say."""
    found = [1]
    for key, value in table.items():
        if isinstance(value, Mapping):
            found.append(most_decks(value))
        elif key == "decks" and isinstance(value, int):
            found.append(value)
        elif key == "decks-allowed" and isinstance(value, list):
            found += [each for each in value if isinstance(each, int)]
    return max(found)

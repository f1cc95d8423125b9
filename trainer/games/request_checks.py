"""Checks that hold for the requests of every game, made before its engine sees them.

Money comes in whole coins, and only the fields of `SIGNED` may be negative. Seats are numbered from 1 up to the places
of the table. A list names each seat, and anything else that identifies an entry, only once, and contains no card more
often than the decks hold it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment.cards import RANKS, Card
from trainer.games.core import RequestError
from trainer.rulebooks.schema import GameRules
from trainer.texts import Message

# Fields that hold a number below 0 in a sensible question: a bank's result, and a percentage that is asked about.
SIGNED = frozenset({"banker_result", "percent"})
NUMBERED = frozenset({"hand"})
SEATS = frozenset({"seat", "banker_seat", "shoe_holder", "after"})
SEAT_LISTS = frozenset({"seats", "occupied", "refuse", "excluded", "folded", "winners"})
# Lists in which a repeated entry adds nothing and is therefore a slip.
LISTED_ONCE = SEAT_LISTS | {"steps", "areas", "withdrawn", "voided", "marked_numbers", "prison"}


def check_request(rules: GameRules, request: Any, path: str) -> None:
    """Raise `RequestError` for the first part of a request that no table of this game can show."""
    currency = rules.info.currency
    coin = Fraction(1, 10**currency.decimals)
    decks = most_decks(rules.rules)
    places = most_seats(rules.rules)
    for where, value in _parts(request, path):
        name = where.rpartition(".")[2]
        if isinstance(value, Fraction) and (value / coin).denominator != 1:
            raise RequestError(where, Message("request.coin", {"coin": coin, "currency": currency.value}))
        if isinstance(value, int | Fraction) and value < 0 and SIGNED.isdisjoint(where.split(".")):
            raise RequestError(where, Message("request.negative"))
        if value == 0 and isinstance(value, int) and name in NUMBERED:
            raise RequestError(where, Message("request.numbered"))
        if name in SEATS and isinstance(value, int):
            _check_seat(where, value, places)
        if isinstance(value, list | tuple):
            _check_decks(where, value, decks)
            if name in SEAT_LISTS:
                for index, seat in enumerate(value):
                    if isinstance(seat, int):
                        _check_seat(f"{where}[{index}]", seat, places)
            if name in LISTED_ONCE or (name == "drawn" and all(isinstance(ball, int) for ball in value)):
                check_listed_once(where, value)


def check_listed_once(field: str, entries: Sequence[Hashable]) -> None:
    """Raise `RequestError` for an entry that stands in the list twice."""
    for index, entry in enumerate(entries):
        if entry in entries[:index]:
            said = " ".join(entry) if isinstance(entry, tuple) else str(entry)
            raise RequestError(f"{field}[{index}]", Message("request.listed-twice", {"entry": said}))


def _check_seat(field: str, seat: int, places: int | None) -> None:
    if places is not None and not 1 <= seat <= places:
        raise RequestError(field, Message("request.seat", {"places": places}))
    if seat < 1:
        raise RequestError(field, Message("request.numbered"))


def _check_decks(field: str, entries: Sequence[Any], decks: int) -> None:
    for index, card in enumerate(entries):
        if _is_card(card) and entries.index(card) < index and entries[: index + 1].count(card) > decks:
            found = Message("request.decks", {"card": str(card), "times": decks + 1, "decks": decks})
            raise RequestError(f"{field}[{index}]", found)


def _is_card(value: Any) -> bool:
    """Whether the value is a card or a card's text form."""
    written = isinstance(value, str) and len(value) == 2 and value[0] in RANKS and value[1] in "SHDC"
    return written or isinstance(value, Card)


def _parts(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """A request and everything inside it, each with its path."""
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
    """The most decks that some rules allow; 1 if they name none."""
    found = [1]
    for key, value in table.items():
        if isinstance(value, Mapping):
            found.append(most_decks(value))
        elif key == "decks" and isinstance(value, int):
            found.append(value)
        elif key == "decks-allowed" and isinstance(value, list):
            found += [each for each in value if isinstance(each, int)]
    return max(found)


def most_seats(table: Mapping[str, Any]) -> int | None:
    """The places of the largest cloth a game's rules allow; `None` where players have no numbered places."""
    named = (table.get("seats"), _inside(table, "places", "seats"), _inside(table, "players", "most"))
    seats = next((each for each in named if each is not None), None)
    if isinstance(seats, int):
        return seats
    listed = seats if isinstance(seats, list) else _inside(table, "start", "positions") or ()
    return max((int(place) for place in listed if str(place).isdigit()), default=None)


def _inside(table: Mapping[str, Any], key: str, name: str) -> Any:
    inner = table.get(key)
    return inner.get(name) if isinstance(inner, Mapping) else None

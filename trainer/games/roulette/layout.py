"""The cloth of roulette: which numbers a bet covers, and which bets there are.

A *spot* is where a bet lies, in words: ``straight-up:17``, ``split:14-17``, ``column:1``, ``red``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

from trainer.equipment.wheel import RED_NUMBERS, WHEELS, ZEROS
from trainer.games.core import RequestError
from trainer.games.roulette.figures import RouletteFigures, roulette
from trainer.rulebooks.schema import GameRules
from trainer.texts import Names

INSIDE = ("straight-up", "split", "street", "corner", "five-number", "six-line")
EVEN_CHANCES = ("red", "black", "even", "odd", "low", "high")
COLUMNS_AND_DOZENS = ("column", "dozen")
DOUBLES = ("double-column", "double-dozen")

_NUMBERS = tuple(str(number) for number in range(1, 37))
_FIVE = ("0", "00", "1", "2", "3")


def in_order(numbers: Iterable[str]) -> tuple[str, ...]:
    """Numbers as they are written in a spot: zeros first, then upwards."""
    return tuple(sorted(set(numbers), key=lambda number: (number not in ZEROS, int(number), len(number))))


class _Cloth(msgspec.Struct, frozen=True):
    """All that the bets of a cloth depend on, so that what is worked out for one cloth is kept."""

    zeros: tuple[str, ...]
    splits: tuple[str, ...]
    streets: tuple[str, ...]
    corners: tuple[str, ...]
    bets: tuple[str, ...]


_cloths: dict[str, _Cloth] = {}  # by the digest of the rules, which changes with any of their figures


def _cloth(rules: GameRules) -> _Cloth:
    if rules.digest not in _cloths:
        data: RouletteFigures = roulette(rules)
        combinations = data.zero_combinations
        _cloths[rules.digest] = _Cloth(
            WHEELS[data.wheel].zeros,
            tuple(combinations.splits),
            tuple(combinations.streets),
            tuple(combinations.corners),
            tuple(rules.bets),
        )
    return _cloths[rules.digest]


def inside_bets(rules: GameRules) -> dict[str, frozenset[tuple[str, ...]]]:
    """Every inside bet this table takes: bet id → the sets of numbers it may lie on."""
    return _inside_bets(_cloth(rules))


@lru_cache(maxsize=64)
def _inside_bets(cloth: _Cloth) -> dict[str, frozenset[tuple[str, ...]]]:
    rows = [tuple(str(first + offset) for offset in range(3)) for first in range(1, 37, 3)]
    beside = [(row[i], row[i + 1]) for row in rows for i in range(2)]
    below = [(upper[i], lower[i]) for upper, lower in pairwise(rows) for i in range(3)]
    squares = [(upper[i], upper[i + 1], lower[i], lower[i + 1]) for upper, lower in pairwise(rows) for i in range(2)]

    def written(combinations: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [in_order(combination.split("-")) for combination in combinations]

    every = {
        "straight-up": frozenset((number,) for number in (*cloth.zeros, *_NUMBERS)),
        "split": frozenset([*beside, *below, *written(cloth.splits)]),
        "street": frozenset([*rows, *written(cloth.streets)]),
        "corner": frozenset([*squares, *written(cloth.corners)]),
        "six-line": frozenset(upper + lower for upper, lower in pairwise(rows)),
        "five-number": frozenset([_FIVE]),
    }
    return {bet: spots for bet, spots in every.items() if bet in cloth.bets}


def _column(column: int) -> frozenset[str]:
    return frozenset(str(number) for number in range(column, 37, 3))


def _dozen(dozen: int) -> frozenset[str]:
    return frozenset(str(number) for number in range(12 * dozen - 11, 12 * dozen + 1))


_EVEN_NUMBERS = {
    "red": RED_NUMBERS,
    "black": frozenset(_NUMBERS) - RED_NUMBERS,
    "even": frozenset(_NUMBERS[1::2]),
    "odd": frozenset(_NUMBERS[0::2]),
    "low": frozenset(_NUMBERS[:18]),
    "high": frozenset(_NUMBERS[18:]),
}


class Place(NamedTuple):
    """Where a bet lies: the numbers it wins on, and the bet with its place in words."""

    numbers: frozenset[str]
    names: Names


_Key = tuple[str, str | int | tuple[str, ...] | None]
_places: dict[tuple[str, str, str], dict[_Key, Place]] = {}


def place_of(rules: GameRules, bet: str, on: object, where: str = "") -> Place:
    """The place of a bet; raises `RequestError` if no such bet can lie here. Stored, because every spin asks for it."""
    if type(on) is list or type(on) is tuple:
        key: _Key = (bet, tuple(map(str, on)))
    elif on is None or type(on) is str or type(on) is int:  # `True` equals 1 but is no number
        key = (bet, on)
    else:
        return Place(_covered(rules, bet, on, where), rules.bets[bet].names)
    table = (rules.rulebook, rules.game, rules.digest)
    known = _places.get(table)
    if known is None:
        known = _places[table] = {}
    found = known.get(key)
    if found is None:
        found = known[key] = Place(_covered(rules, bet, on, where), _named(rules, bet, on))
    return found


def covered(rules: GameRules, bet: str, on: object, where: str = "") -> frozenset[str]:
    """The numbers a bet wins on; raises `RequestError` if no such bet can lie here. ``where`` is the bet's own path."""
    return place_of(rules, bet, on, where).numbers


def _covered(rules: GameRules, bet: str, on: object, where: str) -> frozenset[str]:
    if bet not in rules.bets:
        known = ", ".join(rules.bets)
        raise RequestError(below(where, "bet"), f"{bet!r} is not taken at this table; there are: {known}")
    field = below(where, "on")
    if bet in EVEN_CHANCES:
        if on is not None:
            raise RequestError(field, f"{bet} is not made on anything; leave it out")
        return _EVEN_NUMBERS[bet]
    if bet in COLUMNS_AND_DOZENS:
        part = _whole(on, field)
        return _column(part) if bet == "column" else _dozen(part)
    if bet in DOUBLES:
        parts = sorted(_whole(part, field) for part in on) if isinstance(on, list | tuple) else []
        if parts not in ([1, 2], [2, 3]):
            raise RequestError(field, f"{bet} lies on [1, 2] or [2, 3], not on {on!r}")
        numbers = _column if bet == "double-column" else _dozen
        return numbers(parts[0]) | numbers(parts[1])
    return _inside(rules, bet, on, field)


def below(where: str, field: str) -> str:
    """The path of a field of something that has a path itself, or none."""
    return f"{where}.{field}" if where else field


def _inside(rules: GameRules, bet: str, on: object, field: str) -> frozenset[str]:
    if bet == "five-number" and on is None:
        return frozenset(_FIVE)
    alone = [on] if isinstance(on, str | int) and bet == "straight-up" else on
    if not isinstance(alone, list | tuple) or not all(_is_number(number) for number in alone):
        raise RequestError(field, f"{bet} takes a list of numbers written as text, such as {_example(bet)}")
    given = [str(number) for number in alone]
    known = inside_bets(rules)
    for number in given:
        if (number,) not in known["straight-up"]:
            raise RequestError(field, f"there is no {number!r} on a {roulette(rules).wheel} wheel")
    numbers = in_order(given)
    if numbers not in known[bet] or len(given) != len(numbers):
        raise RequestError(field, f"{'-'.join(given)} is not a {bet}: {_hint(bet)}")
    return frozenset(numbers)


def _is_number(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _whole(value: object, field: str) -> int:
    if not _is_number(value) or str(value) not in ("1", "2", "3"):
        raise RequestError(field, f"must be 1, 2 or 3, not {value!r}")
    return int(str(value))


def _example(bet: str) -> str:
    examples = {
        "straight-up": '["17"]',
        "split": '["14", "17"]',
        "street": '["16", "17", "18"]',
        "corner": '["13", "14", "16", "17"]',
        "six-line": '["13", "14", "15", "16", "17", "18"]',
        "five-number": '["0", "00", "1", "2", "3"]',
    }
    return examples[bet]


def _hint(bet: str) -> str:
    hints = {
        "straight-up": "one number",
        "split": "two numbers that share a line",
        "street": "the three numbers of a row, or a zero street of this table",
        "corner": "four numbers that meet at a corner, or the zero corner of this table",
        "six-line": "the six numbers of two neighbouring rows",
        "five-number": "0-00-1-2-3",
    }
    return hints[bet]


def spot(bet: str, on: object = None) -> str:
    """Where a bet lies, in words."""
    if on is None or bet in EVEN_CHANCES or bet == "five-number":
        return bet
    if isinstance(on, list | tuple):
        parts = [str(part) for part in on]
        return f"{bet}:{'-'.join(in_order(parts) if bet in INSIDE else sorted(parts))}"
    return f"{bet}:{on}"


def named(rules: GameRules, bet: str, on: object) -> Names:
    """A bet with what it lies on: “split 14-17”, “six line 13–18”, “column 1”, “red”."""
    return place_of(rules, bet, on).names


def _named(rules: GameRules, bet: str, on: object) -> Names:
    names, where = rules.bets[bet].names, spot(bet, on).partition(":")[2]
    if bet == "six-line":
        numbers = where.split("-")
        where = f"{numbers[0]}–{numbers[-1]}"
    return Names(f"{names.es} {where}", f"{names.en} {where}") if where else names


def bet_of_spot(name: str) -> tuple[str, object]:
    """The bet and its selection that a spot stands for."""
    bet, _, where = name.partition(":")
    if not where:
        return bet, None
    parts = where.split("-")
    if bet in INSIDE:
        return bet, parts
    if bet in DOUBLES:
        return bet, [int(part) for part in parts]
    return bet, int(where)


def spots(rules: GameRules) -> tuple[str, ...]:
    """Every spot of the cloth, inside bets by number, then outside bets."""
    return tuple(numbers_of_spots(rules))


def numbers_of_spots(rules: GameRules) -> Mapping[str, frozenset[str]]:
    """The numbers every spot of the cloth wins on, in the order of `spots`."""
    return _numbers_of_spots(_cloth(rules))


@lru_cache(maxsize=64)
def _numbers_of_spots(cloth: _Cloth) -> Mapping[str, frozenset[str]]:
    inside = _inside_bets(cloth)
    found = {
        f"{bet}:{'-'.join(numbers)}" if bet != "five-number" else bet: frozenset(numbers)
        for bet in INSIDE
        if bet in inside
        for numbers in sorted(inside[bet], key=_number_order)
    }
    for bet, numbers_of in (("column", _column), ("dozen", _dozen)):
        if bet in cloth.bets:
            found |= {f"{bet}:{part}": numbers_of(part) for part in (1, 2, 3)}
    for bet, numbers_of in (("double-column", _column), ("double-dozen", _dozen)):
        if bet in cloth.bets:
            found |= {f"{bet}:{part}-{part + 1}": numbers_of(part) | numbers_of(part + 1) for part in (1, 2)}
    return found | {bet: _EVEN_NUMBERS[bet] for bet in EVEN_CHANCES if bet in cloth.bets}


def _number_order(numbers: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((int(number), len(number)) for number in numbers)

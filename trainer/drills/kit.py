"""What many drills need: chips and notes on the felt, scenes, answers in figures, choices, and swapped steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from trainer.drills.forms import Choice
from trainer.drills.scene import AnyPiece, Chips, Note, Scene
from trainer.equipment.money import Amount, print_amount
from trainer.rulebooks import GameRules, shipped_library
from trainer.texts import Message

# ── the felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def felt_of(rules: GameRules) -> str:
    """The id of the felt on which a game is drilled."""
    return str(rules.rules["felt"])


def scene_on(felt: str, pieces: Iterable[AnyPiece], glow: Iterable[str] = ()) -> Scene:
    """Pieces on a felt."""
    return Scene(felt=felt, pieces=tuple(pieces), glow=tuple(glow))


def cash(rules: GameRules, spot: str, amount: Amount, *, shown: bool = True, owner: str = "") -> Chips:
    """An amount in the fewest chips of the house; with ``shown`` its value is printed.

    Raises `ValueError` if the chips cannot make it up.
    """
    counts = {print_amount(value): count for value, count in rules.info.chips.cut(amount).counts}
    return Chips(spot=spot, counts=counts, owner=owner, value=amount if shown else None)


def cash_or_note(rules: GameRules, spot: str, amount: Amount, says: str = "table.plus") -> list[AnyPiece]:
    """An amount in chips, or as a note with the message ``says`` if no chips make it up; empty for 0."""
    if amount <= 0:
        return []
    try:
        return [cash(rules, spot, amount)]
    except ValueError:
        return [Note(spot=spot, says=Message(says, {"amount": amount}))]


def plus(spot: str, amount: Amount) -> Note:
    """A payment as a note beside its spot: “+ 35”."""
    return Note(spot=spot, says=Message("table.plus", {"amount": amount}))


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def print_amounts(amounts: Iterable[Amount]) -> str:
    """Several amounts as an answer of `AmountForm`."""
    return " ".join(map(print_amount, amounts))


def print_by_seat(amounts: Mapping[int, Amount], order: Iterable[int]) -> str:
    """The amounts of seats in the given order, as an answer of `AmountForm`."""
    return print_amounts(amounts[seat] for seat in order)


def choices(area: str, ids: Iterable[str]) -> tuple[Choice, ...]:
    """Choices whose labels are the messages ``AREA.ID``."""
    return tuple(Choice(name, Message(f"{area}.{name}")) for name in ids)


def swapped(steps: Sequence[str], place: int) -> str:
    """Steps as a wrong answer of `OrderForm`: the one at ``place`` and the next have changed places.

    >>> swapped(["deal", "draw", "pay"], 0)
    'draw deal pay'
    """
    place %= len(steps)
    return " ".join([*steps[:place], steps[place + 1], steps[place], *steps[place + 2 :]])


# ── other rulebooks ──────────────────────────────────────────────────────────────────────────────────────────────────


def other_rulebooks(rules: GameRules) -> list[str]:
    """The other shipped rulebooks that have the game."""
    return [book for book in _rulebooks_with(rules.game) if book != rules.rulebook]


@cache
def _rulebooks_with(game: str) -> tuple[str, ...]:
    library = shipped_library()
    return tuple(book for book in library.rulebooks() if game in library.games(book))

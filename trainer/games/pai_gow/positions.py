"""Positions at the table: where the deal starts, the order of dealing, who is offered the bank; reading of seats."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.games.core import RequestError
from trainer.games.pai_gow.figures import pai_gow
from trainer.games.request_checks import check_listed_once
from trainer.rulebooks.schema import Citation, GameRules
from trainer.texts import Message


def count_from(rules: GameRules, bank: str, by_number: bool) -> tuple[str, Citation]:
    """The position that counts as one, and where that is written."""
    start = pai_gow(rules).start
    first = start.positions[0]
    if bank == first:
        return first, (start.number_cite or start.cite) if by_number else start.cite
    if by_number and rules.chosen.get("generator-count") == "dealer":
        return first, start.number_bank_cite or start.bank_cite
    return (bank if start.bank_counts_as_one else first), start.bank_cite


def start_position(rules: GameRules, total: int, count_one: str) -> str:
    """The position at which a count ends that calls ``count_one`` one and goes round, empty positions included."""
    positions = pai_gow(rules).start.positions
    return positions[(positions.index(count_one) + total - 1) % len(positions)]


def dealing_order(rules: GameRules, start: str) -> list[str]:
    """The positions in the order in which cards or groups go out."""
    positions = list(pai_gow(rules).start.positions)
    if dealing_direction(rules) == "left-to-right":
        positions.reverse()
    first = positions.index(start)
    return positions[first:] + positions[:first]


def dealing_direction(rules: GameRules) -> str:
    """``right-to-left`` or ``left-to-right``: as the rulebook says, with an automatic shoe as the house chose."""
    deal = pai_gow(rules).deal
    return rules.option("auto-shoe-direction") if deal.method == "automatic-shoe" else deal.direction


def seats(rules: GameRules) -> list[str]:
    """The players' positions, from the dealer's far right."""
    return [position for position in pai_gow(rules).start.positions if position.isdigit()]


def stack_order(first: int, stacks: int) -> list[int]:
    """Stacks dealt from the hand, numbered from the left: the first, those to its right, then from the far left."""
    return [(first - 1 + step) % stacks + 1 for step in range(stacks)]


def next_first_offer(rules: GameRules, last_first_offer: int | None, last_bank: int | None) -> int:
    """The seat that is offered the bank first in the next round."""
    count = len(seats(rules))
    if rules.option("bank-rotation") == "after-the-bank" and last_bank is not None:
        return last_bank % count + 1
    return 1 if last_first_offer is None else last_first_offer % count + 1


def round_from(rules: GameRules, first: int) -> list[int]:
    """Every seat, right to left from one of them."""
    count = len(seats(rules))
    return [(first - 1 + step) % count + 1 for step in range(count)]


def read_bank(rules: GameRules, bank: int | str) -> str:
    """The bank's position in its text form; raises `RequestError` for one that is not at the table."""
    positions = [pai_gow(rules).start.positions[0], *seats(rules)]
    if str(bank) not in positions:
        raise RequestError("bank", f"{bank!r} is not at this table; there are: {', '.join(positions)}")
    return str(bank)


def read_seat(rules: GameRules, seat: int | str, field: str) -> int:
    """A player's seat as its number; raises `RequestError` for one that is not at the table."""
    if str(seat) not in seats(rules):
        raise RequestError(field, f"there is no seat {seat}; there are: {', '.join(seats(rules))}")
    return int(seat)


def read_seats(rules: GameRules, listed: Sequence[int | str], field: str) -> list[int]:
    """Players' seats as numbers; raises `RequestError` for one that is not at the table or listed twice."""
    check_listed_once(field, listed)
    return [read_seat(rules, seat, f"{field}[{index}]") for index, seat in enumerate(listed)]


def check_offered(rules: GameRules, option: str, field: str) -> None:
    """Raise `RequestError` if this house option says that the table does not offer what is asked about."""
    if rules.option(option) == "no":
        raise RequestError(field, f"this table does not offer it: option {option} is no")


def as_seat(position: str) -> int | str:
    """A position as answers give it: seats as numbers, the others by name."""
    return int(position) if position.isdigit() else position


def position_name(position: str) -> Message:
    """A position in words: “seat 3”, “dealer”, “dead hand”."""
    if position.isdigit():
        return Message("pai-gow.position.seat", {"seat": position})
    return Message(f"pai-gow.position.{position}")

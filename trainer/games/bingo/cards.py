"""Bingo cards and balls: checks of both, a card's progress towards a winning figure, and the letters of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from trainer.games.bingo.figures import Figure, bingo
from trainer.games.core import RequestError
from trainer.rulebooks.schema import GameRules

Grid = tuple[tuple[int, ...], ...]
BLANK = 0


def check_ball(rules: GameRules, number: int, field: str) -> None:
    """Raise `RequestError` for a number that no ball has."""
    if not 1 <= number <= bingo(rules).balls.highest:
        raise RequestError(field, f"must be a number from 1 to {bingo(rules).balls.highest}")


def check_drawn(rules: GameRules, drawn: Sequence[int], field: str = "drawn") -> None:
    """Raise `RequestError` for balls that cannot have come: out of range, or the same one twice."""
    for index, number in enumerate(drawn):
        check_ball(rules, number, f"{field}[{index}]")
        if number in drawn[:index]:
            raise RequestError(f"{field}[{index}]", f"{number} was drawn before: a ball comes once a game")


def letter_of(rules: GameRules, number: int) -> str:
    """The letter that a ball carries; nothing where balls have none."""
    balls, card = bingo(rules).balls, bingo(rules).card
    if not balls.letters:
        return ""
    return next(
        (letter for letter, (low, high) in zip(balls.letters, card.ranges, strict=True) if low <= number <= high), ""
    )


def is_free(rules: GameRules, row: int, column: int) -> bool:
    """Whether a place is the free centre of the card."""
    card = bingo(rules).card
    return card.free_centre and (row, column) == (card.rows // 2, card.columns // 2)


def check_grid(rules: GameRules, grid: Grid, field: str = "card") -> None:
    """Raise `RequestError` if a card has the wrong number of rows or columns for this game."""
    card = bingo(rules).card
    if len(grid) != card.rows or any(len(row) != card.columns for row in grid):
        raise RequestError(field, f"a card has {card.rows} rows of {card.columns} places; {BLANK} is a blank one")


def faults(rules: GameRules, grid: Grid) -> list[str]:
    """The ids of everything that is wrong with a card; empty for a well-formed one."""
    check_grid(rules, grid)
    return list(dict.fromkeys(_faults(rules, grid)))


def _faults(rules: GameRules, grid: Grid) -> Iterator[str]:
    ours = bingo(rules)
    card = ours.card
    numbers = [number for row in grid for number in row if number != BLANK]
    if any(not 1 <= number <= ours.balls.highest for number in numbers):
        yield "number-out-of-range"
    if max(Counter(numbers).values(), default=0) > 1:
        yield "number-twice"
    if card.free_centre and grid[card.rows // 2][card.columns // 2] != BLANK:
        yield "centre-not-free"
    for at, row in enumerate(grid):
        held = sum(number != BLANK or is_free(rules, at, column) for column, number in enumerate(row))
        if held != card.in_row:
            yield "numbers-in-row"
    for column in range(card.columns):
        held = sum(row[column] != BLANK or is_free(rules, at, column) for at, row in enumerate(grid))
        if not held:
            yield "empty-column"
        elif not card.least_in_column <= held <= card.most_in_column:
            yield "numbers-in-column"
        if card.ranges:
            low, high = card.ranges[column]
            if any(row[column] != BLANK and not low <= row[column] <= high for row in grid):
                yield "number-in-wrong-column"


class Progress(msgspec.Struct, frozen=True):
    """How far a card is with a figure: the shape that is nearest, and what it still lacks."""

    shape: int  # which of the figure's shapes, from 1; a line's is its row
    numbers: tuple[int, ...]  # numbers that the shape needs, as printed on the card
    missing: tuple[int, ...]
    completed_by: int = 0  # how many balls had been drawn when the last came; 0 while something is missing

    @property
    def complete(self) -> bool:
        return not self.missing


def figure_named(rules: GameRules, name: str, field: str) -> Figure:
    """A figure by its id; raises `RequestError` with those there are."""
    known = bingo(rules).figures
    if name not in known:
        raise RequestError(field, f"{name!r} is no figure here; there are: {', '.join(known)}")
    return known[name]


def figure_of_prize(rules: GameRules, prize: str, field: str) -> str:
    """The figure that wins a prize where none is named; raises `RequestError` where several do.

    A progressive is won with the figure of the bingo, under the house's conditions.
    """
    won = "bingo" if prize == "progressive" else prize
    found = [key for key, figure in bingo(rules).figures.items() if figure.prize == won]
    if len(found) != 1:
        raise RequestError(field, f"is missing: which figure is posted? There are: {', '.join(found)}")
    return found[0]


def crosses_centre(rules: GameRules, figure: Figure) -> bool:
    """Whether some shape of a figure holds the free centre."""
    places = [(shape, r, c) for shape in figure.shapes for r, row in enumerate(shape) for c in range(len(row))]
    return any(shape[r][c] == "x" and is_free(rules, r, c) for shape, r, c in places)


def progress(rules: GameRules, grid: Grid, name: str, drawn: Sequence[int], field: str = "figure") -> Progress:
    """The shape of a figure that was complete first, else the one that lacks least."""
    figure = figure_named(rules, name, field)
    if not bingo(rules).card.centre_counts and crosses_centre(rules, figure):
        raise RequestError(field, "crosses the centre, which does not count here: post another figure")
    every = [_of_shape(rules, grid, shape, index, drawn) for index, shape in enumerate(figure.shapes, 1)]
    done = [each for each in every if each.complete]
    if done:
        return min(done, key=lambda each: each.completed_by)
    return min(every, key=lambda each: len(each.missing))


def _of_shape(rules: GameRules, grid: Grid, shape: Sequence[str], index: int, drawn: Sequence[int]) -> Progress:
    places = [(r, c) for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "x"]
    numbers = tuple(grid[r][c] for r, c in places if grid[r][c] != BLANK)
    missing = tuple(number for number in numbers if number not in drawn)
    came = [drawn.index(number) for number in numbers if number in drawn]
    if not missing and bingo(rules).claims.in_order and len(numbers) <= len(grid[0]) and came != sorted(came):
        missing = numbers  # the row does not count until it comes from left to right, which it no longer can
    return Progress(index, numbers, missing, 0 if missing else max(came, default=-1) + 1)


def marked_rows(rules: GameRules, grid: Grid, drawn: Sequence[int]) -> list[int]:
    """The rows of a card all of whose numbers have been drawn, from 1 for the upper one."""
    return [
        at + 1
        for at, row in enumerate(grid)
        if all(number in drawn or number == BLANK for number in row) and any(number != BLANK for number in row)
    ]

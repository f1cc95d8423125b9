"""Random bingo cards and balls, and the scenes that show them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from trainer.drills.kit import felt_of
from trainer.drills.scene import Marker, Note, Scene
from trainer.games.bingo.cards import BLANK, Grid, is_free
from trainer.games.bingo.figures import bingo
from trainer.rulebooks import GameRules
from trainer.texts import Message

_TENS = 10


def column_numbers(rules: GameRules, column: int) -> range:
    """The numbers of a column: the regulation's, else the tens that printers use."""
    card = bingo(rules).card
    if card.ranges:
        low, high = card.ranges[column]
        return range(low, high + 1)
    last = column == card.columns - 1
    return range(max(1, column * _TENS), bingo(rules).balls.highest + 1 if last else (column + 1) * _TENS)


def random_card(rules: GameRules, rng: random.Random) -> Grid:
    """A well-formed card, numbers rising down each column."""
    card = bingo(rules).card
    held = _places(rules, rng)
    rows = [[BLANK] * card.columns for _ in range(card.rows)]
    for column in range(card.columns):
        places = [row for row in range(card.rows) if held[row][column]]
        numbers = sorted(rng.sample(column_numbers(rules, column), len(places)))
        for row, number in zip(places, numbers, strict=True):
            rows[row][column] = number
    return tuple(map(tuple, rows))


def _places(rules: GameRules, rng: random.Random) -> list[list[bool]]:
    """Which places of a card have a number: the right count in each row, and no column empty."""
    card = bingo(rules).card
    while True:
        held = [[False] * card.columns for _ in range(card.rows)]
        for line in held:
            for column in rng.sample(range(card.columns), card.in_row):
                line[column] = True
        if all(any(line[column] for line in held) for column in range(card.columns)):
            break
    return [
        [has and not is_free(rules, row, column) for column, has in enumerate(line)] for row, line in enumerate(held)
    ]


def numbers_of(card: Grid) -> list[int]:
    return [number for row in card for number in row if number != BLANK]


def shape_numbers(card: Grid, shape: Sequence[str]) -> list[int]:
    """The numbers of a card that a shape (line, bingo) needs."""
    return [
        card[row][column]
        for row, marks in enumerate(shape)
        for column, mark in enumerate(marks)
        if mark == "x" and card[row][column] != BLANK
    ]


def shown(
    rules: GameRules,
    card: Grid = (),
    drawn: Sequence[int] = (),
    marked: Iterable[int] = (),
    *,
    notes: Iterable[tuple[str, Message | str]] = (),
    glow: Iterable[str] = (),
) -> Scene:
    """A card and the balls so far; ``marked`` are the numbers the player marked, rightly or not."""
    dabbed = set(marked)
    pieces: list[Marker | Note] = [Marker(spot=f"ball:{ball}", kind="bingo-ball", label=str(ball)) for ball in drawn]
    if drawn:
        pieces.append(last_ball(drawn[-1]))
    for row, numbers in enumerate(card, 1):
        for column, number in enumerate(numbers, 1):
            if number != BLANK:
                kind = "bingo-mark" if number in dabbed else "bingo-number"
                pieces.append(Marker(spot=f"card:{row}/{column}", kind=kind, label=str(number)))
    pieces += [Note(spot=spot, says=says) for spot, says in notes]
    return Scene(felt=felt_of(rules), pieces=tuple(pieces), glow=tuple(glow))


def won(rules: GameRules, rng: random.Random, prize: str, notes: Iterable[tuple[str, Message | str]] = ()) -> Scene:
    """The moment of a prize: a card with its first line, or all of it, complete."""
    card = random_card(rules, rng)
    needed = [number for number in card[0] if number != BLANK] if prize == "line" else numbers_of(card)
    others = [ball for ball in range(1, bingo(rules).balls.highest + 1) if ball not in numbers_of(card)]
    drawn = rng.sample([*needed, *rng.sample(others, len(needed))], 2 * len(needed))
    drawn.append(drawn.pop(drawn.index(rng.choice(needed))))  # the last ball completes the prize
    return shown(rules, card, drawn, needed, notes=notes)


def last_ball(number: int) -> Marker:
    """The ball in the caller's hand."""
    return Marker(spot="last", kind="bingo-last", label=str(number))


def spots_of(card: Grid, numbers: Iterable[int]) -> list[str]:
    """The places of these numbers on a card."""
    wanted = set(numbers)
    return [
        f"card:{row}/{column}"
        for row, line in enumerate(card, 1)
        for column, number in enumerate(line, 1)
        if number in wanted
    ]

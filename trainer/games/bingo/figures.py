"""Typed ``[rules]`` table of a bingo hall (balls, cards, winning figures, claims, prizes, sale) and its check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from trainer.equipment.money import Amount
from trainer.games.core import figures
from trainer.rulebooks.problems import MISSING, Finding, not_one_of, wrong
from trainer.rulebooks.schema import Citation, Few, GameRules, Percent
from trainer.rulebooks.validation import faults_of
from trainer.texts import Names

PRIZES = ("line", "bingo", "progressive")


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    cite: Citation


class Balls(_Part, frozen=True):
    """The set of balls: numbered from 1, in columns by letter where they have letters."""

    highest: Annotated[int, msgspec.Meta(ge=1, le=200)]
    letters: str = ""
    call_letters: bool = False
    games: int = 0  # after so many a set is changed; 0: nothing is said
    machines: list[str] = []  # which machines that holds for
    named: list[str] = []  # those of them that the article names


class CardForm(_Part, frozen=True):
    """How a card is made: rows, columns, how many numbers each holds, and whether its centre is free."""

    rows: Few
    columns: Few
    in_row: Few  # numbers in each row, free places counted
    least_in_column: int
    most_in_column: int
    free_centre: bool = False
    centre_counts: bool = False  # as marked, for every figure that crosses it
    ranges: list[tuple[int, int]] = []  # of each column, where columns have their own numbers


class Figure(_Part, frozen=True):
    """Places that must all have been drawn: any of the shapes, drawn with ``x`` and ``.``."""

    names: Names
    shapes: list[list[str]]
    prize: str = "bingo"


class Claims(_Part, frozen=True):
    """When a claim counts: called late or not, who shares, and how a wrong one is answered."""

    late: Literal["no", "until-other"]  # refused, or good as long as nobody else was right on an earlier ball
    late_cite: Citation
    together: Literal["same-ball", "first-voice"]
    together_cite: Citation
    closed_cite: Citation
    wrong: str  # what follows on a wrong claim: an id
    wrong_cite: Citation
    in_order: bool = False  # the numbers of a row must come from left to right


class Prizes(_Part, frozen=True, kw_only=True):
    """How prizes are made of the takings and shared; percentages are those of the house's approved plan."""

    share_by: Literal["card", "player"]
    share_cite: Citation
    remainder: str  # where goes what cannot be divided: an id
    remainder_cite: Citation
    unclaimed_line: str = ""  # where the line prize goes that nobody claimed
    unclaimed_cite: Citation | None = None
    percentages: dict[str, Percent] = {}
    percentages_cite: Citation | None = None  # where their figures stand, if not in the article
    plan_cite: Citation
    paid_in: str = "money"
    paid_cite: Citation
    progressive_cite: Citation
    progressive_must_pay: bool = False  # only who paid its amount with the card has a right to it


class Sale(_Part, frozen=True):
    """What is needed to begin, and how a second series is opened."""

    least_cards: int
    positions_percent: Percent
    counts: Literal["cards", "players"]
    second_series_up_to: Literal["before-first", "first"]
    second_series_cite: Citation
    same_value_cite: Citation


class Callers(_Part, frozen=True):
    """Who may call the balls, and who never."""

    allowed: list[str]
    forbidden: list[str]
    forbidden_cite: Citation


class BingoFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    felt: str
    balls: Balls
    card: CardForm
    figures: dict[str, Figure]
    claims: Claims
    prizes: Prizes
    sale: Sale | None = None
    callers: Callers | None = None
    announcements: dict[str, list[str]]  # by event: the calls that follow, in order


def bingo(rules: GameRules) -> BingoFigures:
    """The figures of a bingo hall."""
    return figures(rules, BingoFigures)


def percentages(rules: GameRules) -> dict[str, Amount]:
    """The shares of the takings by prize, as parts of 1."""
    return {prize: Fraction(share, 100) for prize, share in bingo(rules).prizes.percentages.items()}


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a bingo file."""
    found = faults_of(rules.rules, BingoFigures, "rules")
    if found:
        return found
    return [*_missing(rules), *_shapes(rules)]


def _missing(rules: GameRules) -> Iterator[Finding]:
    ours = bingo(rules)
    if "bingo" not in rules.bets:
        yield "bets.bingo", MISSING
    for bet in rules.bets:
        if bet not in PRIZES:
            yield f"bets.{bet}", not_one_of(bet, PRIZES)
    for key, figure in ours.figures.items():
        if figure.prize not in rules.bets:
            yield f"rules.figures.{key}.prize", not_one_of(figure.prize, rules.bets)
    if not any(figure.prize == "bingo" for figure in ours.figures.values()):
        yield "rules.figures.bingo", MISSING
    for event, calls in ours.announcements.items():
        for call in calls:
            if call not in rules.calls:
                yield f"rules.announcements.{event}", not_one_of(call, rules.calls)
    if ours.balls.letters and len(ours.balls.letters) != ours.card.columns:
        yield "rules.balls.letters", wrong("bingo-letters", columns=ours.card.columns)
    if sum(ours.prizes.percentages.values()) > 100:
        yield "rules.prizes.percentages", wrong("bingo-percentages")


def _shapes(rules: GameRules) -> Iterator[Finding]:
    card = bingo(rules).card
    if card.ranges and len(card.ranges) != card.columns:
        yield "rules.card.ranges", wrong("bingo-ranges", columns=card.columns)
    for key, figure in bingo(rules).figures.items():
        for index, shape in enumerate(figure.shapes):
            whole = len(shape) == card.rows and all(len(row) == card.columns for row in shape)
            if not whole or set("".join(shape)) - set("x."):
                place = f"rules.figures.{key}.shapes[{index}]"
                yield place, wrong("bingo-shape", rows=card.rows, columns=card.columns)
        if not figure.shapes:
            yield f"rules.figures.{key}.shapes", MISSING

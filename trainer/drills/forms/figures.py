"""Answers in figures: amounts of money or of chips, and chips taken from the rack."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar, Self

from trainer.drills.forms.base import AnswerError, Form, Label, Printer, labelled, labels_from_plain, plain_label
from trainer.equipment.chips import Stack
from trainer.equipment.money import Amount, parse_amount, print_amount
from trainer.rulebooks import GameRules
from trainer.texts import Language, say, text
from trainer.texts.messages import number
from trainer.texts.numbers import SPACES, THIN_SPACES, closed_up, read_figure

_COUNTED = ("chips", "")  # units of figures that count something; the others are money


class AmountForm(Form, frozen=True):
    """One figure, or several (one for each bet or player): ``175`` or ``175 35 20``.

    >>> AmountForm(labels=("a", "b")).parse_typed("4.000 12,50", Language.ES)
    '4000 12.50'
    """

    kind: ClassVar[str] = "amount"

    labels: tuple[Label, ...] = ()  # empty: a single figure
    unit: str = ""  # currency code, "chips", or nothing for a bare number
    signed: bool = False  # figures may be below 0, for money that is taken

    def canonical(self, answer: str) -> str:
        words = answer.replace(";", " ").split()
        wanted = max(1, len(self.labels))
        if len(words) != wanted:
            raise AnswerError("figure-count", wanted=wanted, given=len(words))
        try:
            return " ".join(print_amount(parse_amount(word)) for word in words)
        except ValueError:
            raise AnswerError("not-a-figure", given=answer) from None

    def parse_typed(self, line: str, language: Language, rules: GameRules | None = None) -> str:
        # An ordinary space separates thousands only where it cannot separate two figures.
        spaces = SPACES if not self.labels or ";" in line else THIN_SPACES
        return _figures(closed_up(line, spaces).replace(";", " ").split(), language, line)

    def input_help(self, language: Language, rules: GameRules | None) -> list[str]:
        return [", ".join(say(label, language) for label in self.labels)] if self.labels else []

    def words(self, answer: str, language: Language, rules: GameRules | None) -> str:
        return "  ".join(number(parse_amount(figure), language) for figure in answer.split())

    def prose(self, answer: str, language: Language, rules: GameRules | None) -> str:
        figures = [say(parse_amount(figure), language) for figure in answer.split()]
        return "; ".join(labelled(self.labels, figures, language)) if self.labels else " ".join(figures)

    def lines(self, answer: str, printer: Printer) -> list[str]:
        figures = [printer.amount(parse_amount(figure), self.unit) for figure in answer.split()]
        return labelled(self.labels, figures, printer.language) if self.labels else figures

    def is_one_off(self, given: str, solution: str) -> bool:
        """Whether one figure that counts something (chips, cards, points) is one too many or too few."""
        pairs = zip(given.split(), solution.split(), strict=True)
        away = [abs(parse_amount(mine) - parse_amount(right)) for mine, right in pairs if mine != right]
        return self.unit in _COUNTED and away == [1]

    def to_plain(self, rules: GameRules | None) -> dict[str, Any]:
        labels = [plain_label(each) for each in self.labels]
        return {"kind": self.kind, "labels": labels, "unit": self.unit, "signed": self.signed}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        return cls(labels_from_plain(plain["labels"]), plain["unit"], plain["signed"])

    def guesses(self, solution: str, source: random.Random) -> list[str]:
        return [" ".join(str(source.randrange(1, 1000)) for _ in solution.split()) for _ in range(3)]


class ChipsForm(Form, frozen=True):
    """Chips taken from the rack: ``2x100 3x25``; any chips of the right value are right.

    >>> ChipsForm(rack=()).parse_typed("2x1.000 1x0,50", Language.ES)
    '2x1000 1x0.50'
    """

    kind: ClassVar[str] = "chips"

    rack: tuple[tuple[Amount, str], ...]  # denominations with their colours, highest first
    unit: str = ""

    def canonical(self, answer: str) -> str:
        try:
            stack = Stack.parse(answer)
        except ValueError:
            raise AnswerError("not-chips", given=answer) from None
        for value, _ in stack.counts:
            if value not in dict(self.rack):
                raise AnswerError("not-in-rack", value=value)
        return str(stack)

    def same(self, given: str, solution: str) -> bool:
        return Stack.parse(given).value == Stack.parse(solution).value

    def parse_typed(self, line: str, language: Language, rules: GameRules | None = None) -> str:
        found = []
        for word in line.split():
            count, times, value = word.partition("x")
            found.append(f"{count}x{_figures([value], language, line)}" if times and value else word)
        return " ".join(found)

    def input_help(self, language: Language, rules: GameRules | None) -> list[str]:
        return [text("drill.type-chips", language)]

    def words(self, answer: str, language: Language, rules: GameRules | None) -> str:
        counts = Stack.parse(answer).counts
        return " ".join(f"{count}x{number(value, language)}" for value, count in counts) or answer

    def prose(self, answer: str, language: Language, rules: GameRules | None) -> str:
        return " ".join(f"{count}×{say(value, language)}" for value, count in Stack.parse(answer).counts)

    def lines(self, answer: str, printer: Printer) -> list[str]:
        stack = Stack.parse(answer)
        chips = [f"{count}\u00a0×\u00a0{number(value, printer.language)}" for value, count in stack.counts]
        return [printer.amount(stack.value, self.unit), "  ".join(chips)]

    def is_one_off(self, given: str, solution: str) -> bool:
        """Whether it is one chip too many or too few."""
        return abs(Stack.parse(given).value - Stack.parse(solution).value) in dict(self.rack)

    def to_plain(self, rules: GameRules | None) -> dict[str, Any]:
        rack = [[print_amount(value), colour] for value, colour in self.rack]
        return {"kind": self.kind, "rack": rack, "unit": self.unit}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        return cls(tuple((parse_amount(value), colour) for value, colour in plain["rack"]), plain["unit"])

    def guesses(self, solution: str, source: random.Random) -> list[str]:
        return [f"{count}x{value}" for value, _ in self.rack for count in (1, 3)]


def _figures(words: Iterable[str], language: Language, line: str) -> str:
    """Figures in a language's notation as canonical text; raises `AnswerError` that quotes the line."""
    try:
        return " ".join(print_amount(read_figure(word, language)) for word in words)
    except ValueError:
        raise AnswerError("not-a-figure", given=line.strip()) from None

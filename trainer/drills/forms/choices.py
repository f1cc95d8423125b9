"""Answers chosen from a list: one or several choices, steps in order, and a call put together word by word.

A choice is typed by its number in the list, its label or its id. Choices that are numbers themselves (a seat, a total)
are typed as they are.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

from trainer.drills.forms.base import (
    NOTHING,
    AnswerError,
    Choice,
    Form,
    Label,
    Printer,
    choices_from_plain,
    labelled,
    labels_from_plain,
    plain_choices,
    plain_label,
)
from trainer.rulebooks import GameRules
from trainer.texts import Language, say


class ChoiceForm(Form, frozen=True):
    """One of several choices by its id, or (``several``) all that apply: ``draw``; ``red odd``; none is ``-``.

    >>> form = ChoiceForm((Choice("draw", "Pide carta"), Choice("stand", "Se planta")), several=True)
    >>> [form.parse_typed(line, Language.ES) for line in ("2", "pide carta", "draw", "1 2", "Se planta, pide carta")]
    ['stand', 'draw', 'draw', 'draw stand', 'stand draw']
    """

    kind: ClassVar[str] = "choice"

    choices: tuple[Choice, ...]
    several: bool = False

    def canonical(self, answer: str) -> str:
        words = [] if answer.strip() == NOTHING and self.several else answer.split()
        order = [choice.id for choice in self.choices]
        for word in words:
            if word not in order:
                raise AnswerError("not-a-choice", given=word, choices=order)
        if not self.several and len(words) != 1:
            raise AnswerError("choose-one")
        return " ".join(sorted(set(words), key=order.index)) or NOTHING

    def parse_typed(self, line: str, language: Language, rules: GameRules | None = None) -> str:
        if self.several and line.strip() == NOTHING:
            return NOTHING
        names = _names(self.choices, language)
        return " ".join(_chosen(part, names, self.choices, language) for part in _parts(line, names))

    def input_help(self, language: Language, rules: GameRules | None) -> list[str]:
        return _numbered(self.choices, language)

    def words(self, answer: str, language: Language, rules: GameRules | None) -> str:
        return " · ".join(_label_of(self.choices, word, language) for word in answer.split())

    def lines(self, answer: str, printer: Printer) -> list[str]:
        return [", ".join(_label_of(self.choices, word, printer.language) for word in answer.split())]

    def to_plain(self, rules: GameRules | None) -> dict[str, Any]:
        return {"kind": self.kind, "choices": plain_choices(self.choices), "several": self.several}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        return cls(choices_from_plain(plain["choices"]), plain["several"])

    def guesses(self, solution: str, source: random.Random) -> list[str]:
        return [choice.id for choice in self.choices]

    @property
    def listed(self) -> tuple[Choice, ...]:
        return self.choices


class OrderForm(Form, frozen=True):
    """Steps put in order: ``column red street``.

    In a solution ``|`` separates groups whose members may change places.
    """

    kind: ClassVar[str] = "order"

    steps: tuple[Choice, ...]

    def canonical(self, answer: str) -> str:
        words = answer.replace("|", " ").split()
        wanted = [step.id for step in self.steps]
        if sorted(words) != sorted(wanted):
            raise AnswerError("each-step-once", steps=wanted)
        return " ".join(words)

    def same(self, given: str, solution: str) -> bool:
        rest = given.split()
        for group in solution.split("|"):
            members = group.split()
            if sorted(rest[: len(members)]) != sorted(members):
                return False
            rest = rest[len(members) :]
        return not rest

    def equals(self, given: str, answer: str) -> bool:
        """Without groups, an order equals nothing but itself: steps may change places only in a solution."""
        return self.same(given, answer) if "|" in answer else given == self.canonical(answer)

    def parse_typed(self, line: str, language: Language, rules: GameRules | None = None) -> str:
        names = _names(self.steps, language)
        order = [names.get(word.casefold(), word) for word in _parts(line, names)]
        if sorted(order) != sorted(step.id for step in self.steps):
            raise AnswerError("each-step-once", steps=_typeable(self.steps, language))
        return " ".join(order)

    def input_help(self, language: Language, rules: GameRules | None) -> list[str]:
        return _numbered(self.steps, language)

    def words(self, answer: str, language: Language, rules: GameRules | None) -> str:
        steps = answer.replace("|", " ").split()
        # A step may be a whole sentence: its full stop is left out before an arrow.
        return " → ".join(_label_of(self.steps, step, language).rstrip(".") for step in steps)

    def lines(self, answer: str, printer: Printer) -> list[str]:
        groups = (
            [group.split() for group in answer.split("|")] if "|" in answer else [[step] for step in answer.split()]
        )
        steps = [" / ".join(_label_of(self.steps, step, printer.language) for step in group) for group in groups]
        return [f"{place}. {step}" for place, step in enumerate(steps, 1)]

    def to_plain(self, rules: GameRules | None) -> dict[str, Any]:
        return {"kind": self.kind, "steps": plain_choices(self.steps)}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        return cls(choices_from_plain(plain["steps"]))

    def guesses(self, solution: str, source: random.Random) -> list[str]:
        ids = [step.id for step in self.steps]
        return [" ".join(ids), " ".join(reversed(ids))]

    @property
    def listed(self) -> tuple[Choice, ...]:
        return self.steps


class CallForm(Form, frozen=True):
    """A call put together word by word, one choice for each part: ``17 black odd low``.

    ``labels`` say what each part is about (a bet, a seat), where its choices do not.
    """

    kind: ClassVar[str] = "call"

    parts: tuple[tuple[Choice, ...], ...]
    labels: tuple[Label, ...] = ()

    def canonical(self, answer: str) -> str:
        words = answer.split()
        if len(words) != len(self.parts):
            raise AnswerError("call-parts", wanted=len(self.parts), given=len(words))
        for word, part in zip(words, self.parts, strict=True):
            if word not in {choice.id for choice in part}:
                raise AnswerError("not-a-choice", given=word, choices=[choice.id for choice in part])
        return " ".join(words)

    def parse_typed(self, line: str, language: Language, rules: GameRules | None = None) -> str:
        names = [_names(part, language) for part in self.parts]
        words = _parts(line, {name: "" for part in names for name in part})
        if len(words) != len(self.parts):
            return line.strip()
        return " ".join(
            _chosen(word, known, part, language) for word, known, part in zip(words, names, self.parts, strict=True)
        )

    def input_help(self, language: Language, rules: GameRules | None) -> list[str]:
        parts = [" / ".join(_numbered(part, language)) for part in self.parts]
        return labelled(self.labels, parts, language) if self.labels else parts

    def words(self, answer: str, language: Language, rules: GameRules | None) -> str:
        # The same word may mean something else in another part.
        said = zip(self.parts, answer.split(), strict=False)
        return " · ".join(_label_of(part, word, language) for part, word in said)

    def lines(self, answer: str, printer: Printer) -> list[str]:
        language = printer.language
        words = [_label_of(part, word, language) for part, word in zip(self.parts, answer.split(), strict=True)]
        return labelled(self.labels, words, language) if self.labels else [", ".join(words)]

    def to_plain(self, rules: GameRules | None) -> dict[str, Any]:
        parts = [plain_choices(part) for part in self.parts]
        return {"kind": self.kind, "parts": parts, "labels": [plain_label(each) for each in self.labels]}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        return cls(tuple(choices_from_plain(part) for part in plain["parts"]), labels_from_plain(plain["labels"]))

    def guesses(self, solution: str, source: random.Random) -> list[str]:
        return [" ".join(part[0].id for part in self.parts), " ".join(part[-1].id for part in self.parts)]


def are_numbers(choices: Iterable[Choice]) -> bool:
    """Whether the choices are numbers themselves (a seat, a total): then no other numbers are shown before them."""
    return any(choice.id.isdigit() for choice in choices)


def _label_of(choices: Iterable[Choice], chosen: str, language: Language) -> str:
    return next((say(choice.label, language) for choice in choices if choice.id == chosen), chosen)


def _numbered(choices: Sequence[Choice], language: Language) -> list[str]:
    """Labels with the number to type; choices that are numbers are typed as they are."""
    if are_numbers(choices):
        return [say(choice.label, language) for choice in choices]
    return [f"{place}. {say(choice.label, language)}" for place, choice in enumerate(choices, start=1)]


def _names(choices: Sequence[Choice], language: Language) -> dict[str, str]:
    """What may be typed for each choice, in lower case, with the id it stands for."""
    names = {say(choice.label, language).casefold(): choice.id for choice in choices}
    if not are_numbers(choices):
        names |= {str(place): choice.id for place, choice in enumerate(choices, start=1)}
    return names | {choice.id: choice.id for choice in choices}


def _parts(line: str, names: Mapping[str, str]) -> list[str]:
    """The line split at commas; a part that is not a name is split at spaces too, because labels may contain spaces."""
    parts = [part.strip() for part in re.split(r"[,;·|]", line) if part.strip()]
    return [word for part in parts for word in ([part] if part.casefold() in names else part.split())]


def _chosen(word: str, names: Mapping[str, str], choices: Sequence[Choice], language: Language) -> str:
    found = names.get(word.casefold(), word)
    if found not in names.values():
        raise AnswerError("not-a-choice", given=word, choices=_typeable(choices, language))
    return found


def _typeable(choices: Sequence[Choice], language: Language) -> list[str]:
    """The shortest text to type for each choice: its number in the list, or its label if that is a number."""
    if are_numbers(choices):
        return [say(choice.label, language) for choice in choices]
    return [str(place) for place in range(1, len(choices) + 1)]
